"""Lists of the day: the cases of a Swedish district court, and the lines of an Estonian ferry company."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DIVISIONS = ("Brottmål", "Tvistemål", "Familjemål", "Konkurser")
_MATTERS = (
    ("grov stöld", "mordbrand", "rattfylleri", "hot mot tjänsteman", "häleri", "jaktbrott", "bidragsbrott"),
    ("fel i fastighet", "uppsagt arrende", "obetald faktura", "servitut", "skadestånd", "hävt köp", "allmän väg"),
    ("vårdnad", "bodelning", "underhåll", "umgänge", "faderskap", "arvskifte", "adoption"),
    ("åkeri", "bageri", "plåtslageri", "trävaruhandel", "ridskola", "bryggeri", "elfirma"),
)  # fmt: skip
_PLACES = ("Norrsele", "Älgmyra", "Tallvik", "Stenfors", "Gråtjärn", "Lillhamra", "Övre Hed", "Kvarnsjön", "Brattås",
           "Holmudden", "Skogsbo")  # fmt: skip
_RULINGS = ("Kallad till den {d} maj kl. {h}.00", "Inställd, part ej delgiven", "Dom meddelas den {d} maj kl. 11.00",
            "Vilar i väntan på yttrande", "Avgjord: käromålet bifallet", "Avgjord: talan ogillad", "Förlikt i salen",
            "Nämnden kallad, {n} vittnen", "Flyttad till den {d} maj", "Stängda dörrar", "Överklagad till hovrätten",
            "Avgjord: {n} månader", "Tolk saknas, ny tid meddelas")  # fmt: skip
_ROOM_SAYS = ("upptagen", "ledig", "paus", "rop 1", "rop 2", "städas")
_HINTS = ("Mobiltelefon stängs av i salen.", "Säkerhetskontroll vid entrén, räkna med kö.", "Bli nämndeman: ansök nu!",
          "Fotografering är förbjuden.", "Vittne? Ersättning söks i receptionen.", "Kaféet har öppet till 15.",
          "Hörslinga finns i alla salar.", "Frågor om arv? Läs vår broschyr.", "Du kan betala ansökan med kort.",
          "Parkera inte framför ambulansporten.")  # fmt: skip
_JOBS = ("Notarie, två tjänster", "Vaktmästare", "Domstolshandläggare", "Studiebesök för skolor", "Arkivets öppettider",
         "Öppet hus i gamla tinget", "Enkät: hur blev du bemött?")  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A case on the list: which one, of what division, how often its state changed, until when it stands."""

    number: int
    until: int
    turns: int = 0

    @property
    def division(self) -> int:
        """The table that it stands in."""
        return self.number % len(_DIVISIONS)


class Tingsratt(GeneratedSite):
    """A court's list: four tables of cases whose state is news, with the lamps of the rooms and hints among them."""

    slug = "tingsratt"
    hard = "Swedish; a word in a row amid lamps and seats of the hour, hints as rows, two orders, tables side by side"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#f4f1ec", ink="#20242b", muted="#6f6a60", line="#cbc3b4", accent="#1e3a5f",
        lead_px=44, top_px=20, card="#ffffff",
        extra=(
            ".masthead{background:#1e3a5f;color:#fff}.masthead .small{color:#cbd9ea}table{width:100%;"
            "border-collapse:collapse;background:#fff}.rotel td,.rotel th{border:1px solid #cbc3b4;padding:5px 7px;"
            "font-size:14px;line-height:18px;text-align:left;vertical-align:top}.rotel th{background:#e4ddd0}"
            ".rotel .rad{background:#fdf6d8;font-style:italic}caption{font:bold 18px/28px 'Liberation Serif';"
            "text-align:left;color:#1e3a5f}.lampa{font:bold 12px/18px 'Liberation Sans';color:#9a3412}"
            ".ko{background:#20242b;color:#ffd54a;text-align:center}.lapp{background:#fdf6d8}.bild{background:#e4ddd0}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 16), then=0.1, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [Case(number, 12 + 7 * number, number % 3) for number in range(13)]
        total = len(cases)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if at.hour == 7 and pace == 1:
                cases = [item for item in cases if item.until > hour]
            while len(cases) < 8 or (
                len(cases) < 19 and self.chance.happens(0.22 * pace, "listed", hour, total)
            ):
                stays = self.chance.between(30, 110, "stays", total)
                cases.append(Case(total, hour + stays, self.chance.below(3, "at first", total)))
                total += 1
            if self.chance.happens(0.36 * pace, "ruled", hour):
                place = self.chance.below(len(cases), "which", hour)
                cases[place] = replace(
                    cases[place], turns=cases[place].turns + self.chance.between(1, 4, "by", hour)
                )
            news = tuple(words for item in cases for words in self._told(item))
            yield PageState(rows=tuple(self._page(cases, hour, at)), news=news)

    def _told(self, item: Case) -> tuple[str, str]:
        own = self.chance.child("told", item.division)
        matter, place = told(own, (_MATTERS[item.division], _PLACES), item.number // len(_DIVISIONS))
        draw = self.chance.child("ruling", item.number, item.turns)
        ruling = _RULINGS[(item.number * 5 + item.turns) % len(_RULINGS)]
        words = ruling.format(
            d=draw.between(12, 30, "d"), h=draw.between(9, 15, "h"), n=draw.between(2, 14, "n")
        )
        return f"{'BTFK'[item.division]} {item.number * 37 + 411}-26, {matter}, {place}", words

    def _page(self, cases: Sequence[Case], hour: int, at: datetime) -> list[Row]:
        paired = self.chance.happens(0.4, "paired", hour // 6)
        width = 500 if paired else 720
        by_room = self.chance.happens(0.5, "by room", hour // 3)
        order = sorted(cases, key=lambda item: self._room(item, hour) if by_room else item.number)
        first = self.chance.below(len(_DIVISIONS), "first", hour // 8)
        turned = [(first + seat) % len(_DIVISIONS) for seat in range(len(_DIVISIONS))]
        tables = [
            self._table([item for item in order if item.division == part], part, hour, width)
            for part in turned
        ]
        here = self.chance.between(3, 140, "here", hour)
        note = (
            f"{at.day}/{at.month} {at.year} kl. {at:%H.%M} · {here} besökare · visad {4_100 + 13 * hour} ggr"
        )
        aside = [self._queue(hour, 280), self._notes(hour, 280), self._picture(hour, 280)]
        if paired:
            body = [
                row(tables[:2], tables[2:], tag="main"),
                row(self._notes(hour, 400), self._picture(hour, 600)),
            ]
        else:
            body = [row(aside, tables, tag="main") if by_room else row(tables, aside, tag="main")]
        rows = [
            row(panels.masthead("Hedmarkens tingsrätt", 1000, note, height=68), tag="header"),
            *body,
            row(panels.plain("fot", 1000, '<p class="small">Kontakt · Lyssna · Lättläst</p>'), tag="footer"),
        ]
        if self.chance.happens(0.3, "strip", hour // 4):
            tall = self.chance.between(40, 150, "strip px", hour // 4)
            rows.insert(1, row(panels.strip(self.chance.pick(_HINTS, "strip", hour // 4), tall)))
        return rows

    def _room(self, item: Case, hour: int) -> int:
        return self.chance.between(1, 9, "room", item.number, hour // 24)

    def _table(self, cases: Sequence[Case], part: int, hour: int, width: int) -> Panel:
        """A division's cases; lamp and seats are of the hour, and one or two rows are hints or counts."""
        lines = []
        for item in cases:
            title, words = self._told(item)
            lamp = self.chance.pick(_ROOM_SAYS, "lamp", item.number, hour)
            seats = self.chance.between(0, 30, "seats", item.number, hour)
            room = f"<td>Sal {self._room(item, hour)} <span class='lampa'>{lamp}</span>"
            lines.append(f"<tr><td>{title}<td><b>{words}</b>{room}<td>{seats}</tr>")
        for turn in range(self.chance.between(1, 2, "hints", part, hour)):
            hint = self.chance.pick(_HINTS, "hint", part, turn, hour)
            if self.chance.happens(0.3, "counted", part, turn, hour):
                hint = f"Väntar utanför salarna: {self.chance.between(0, 44, 'waiting', part, hour)} personer"
            place = self.chance.below(len(lines) + 1, "hint at", part, turn, hour)
            lines.insert(place, f'<tr class="rad"><td colspan="4">{hint}</tr>')
        heads = "<tr><th>Mål<th>Läge<th>Sal<th>Platser</tr>"
        html = f"<table><caption>{_DIVISIONS[part]}</caption>{heads}{''.join(lines)}</table>"
        return panels.plain("rotel", width, html, is_news=True)

    def _queue(self, hour: int, width: int) -> Panel:
        turn = self.chance.between(1, 99, "ticket", hour)
        wait = self.chance.between(1, 50, "wait", hour)
        return panels.plain("ko", width, f"<p>Nu betjänas</p><h1>{turn:03d}</h1><p>Väntetid {wait} min</p>")

    def _notes(self, hour: int, width: int) -> Panel:
        some = self.chance.shuffled(_JOBS, "notes", hour)[: self.chance.between(2, 5, "many", hour)]
        lines = "".join(
            f"<li><h3>{words}</h3>{self.chance.between(1, 60, 'days', words, hour // 24)} dagar kvar</li>"
            for words in some
        )
        return panels.plain("lapp", width, f"<h4>Anslagstavla</h4><ul>{lines}</ul>")

    def _picture(self, hour: int, width: int) -> Panel:
        tall = self.chance.pick((110, 180, 320), "picture px", hour)
        shown = panels.image(f"city-ting-{self.chance.below(9, 'picture', hour)}", width - 24, tall)
        return panels.plain(
            "bild", width, f"{shown}<p>Tingshuset, {1_780 + 9 * self.chance.below(9, 'year', hour)}</p>"
        )


_LINES = ("Haarna – Kuressalu", "Virtsasaare – Muhu-Nina", "Rohulaid – Vorma", "Sõru – Triigimäe", "Laaks – Piirna",
          "Kihnurand – Munalaid", "Öine ring")  # fmt: skip
_EVENTS = ("Väljumised peatatud", "Sõidab väiksem laev", "Hilineb u {n} minutit", "Ära jääb kell {h}.00 väljumine",
           "Lisareis kell {h}.30", "Ainult jalakäijad", "Sildumine teises sadamas")  # fmt: skip
_CAUSES = ("tormihoiatus", "masina rike", "kai remont", "udu merel", "madal veeseis", "meeskonna haigestumine",
           "päästeoperatsioon", "kinnijäänud ramp")  # fmt: skip
_TELLS = ("{w}: ooteruum suletud {d}. maist", "{w}: sularahaga enam maksta ei saa", "{w}: parkla maksab {n} eurot",
          "{w}: leiubüroo kolib, avatud kella {h}ni", "{w}: kai hange, pakkumisi oodatakse {d}. maini",
          "{w}: saareelaniku soodustus kehtib {d}. maini", "{w}: järjekorra uus kord, kuni {n} sõidukit",
          "{w}: kohvik ei tööta, remont {n} päeva")  # fmt: skip
_PIERS = ("Haarna", "Kuressalu", "Virtsasaare", "Rohulaid", "Triigimäe", "Munalaid", "Piirna")
_PROMOS = ("Nädalavahetus saarel: teine pilet poole hinnaga", "Laadi alla rakendus ja väldi järjekorda",
           "Uus: kalasupp laeva pardal", "Fotovõistlus: hääleta!", "Kevadised jalgrattamatkad", "Tule meile madruseks",
           "Kinkekaart igale lainele")  # fmt: skip
_ASKED = ("Kas koer vajab piletit?", "Kui vara peab sadamas olema?", "Kas broneeringut saab muuta?",
          "Mis juhtub tormi korral?", "Kas haagis on auto pikkuse sees?", "Kuidas saada saareelaniku kaart?",
          "Kas pardal on internet?", "Kus on kadunud asjad?")  # fmt: skip
_QUEUES = ("järjekord lühike", "järjekord pikk", "järjekorda ei ole")
_LOADS = ("vaba", "mõõdukas", "täis saamas", "ainult jalgsi")


@dataclass(frozen=True)
class Trouble:
    """What is unusual on a line, until when, and how often it was told anew."""

    line: int
    began: int
    until: int
    turn: int = 0


class Praamid(GeneratedSite):
    """A ferry company: the next sailings of seven lines run on, what is unusual on them and its notices are news."""

    slug = "praamid"
    hard = "Estonian; sailings, loads and nightly rest run in the rows of the troubles, table or cards, promotions"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#eef7f6", ink="#0f2a2e", muted="#5b7a7d", line="#b9d6d4", accent="#b91c1c",
        lead_px=24, top_px=19, card="#ffffff",
        extra=(
            ".masthead{background:#0f766e;color:#fff}.masthead .small{color:#ccfbf1}"
            ".liinid table,.sadamad table{width:100%;"
            "border-collapse:collapse;background:#fff}"
            ".liinid td,.sadamad td{border-bottom:1px solid #b9d6d4;padding:8px 6px;"
            "vertical-align:top}.liinikaart{background:#fff;border-top:5px solid #0f766e}mark{background:#fee2e2;"
            "color:#b91c1c;padding:1px 6px}.teated dl{margin:0}.teated dt{font:bold 12px/18px 'Liberation Sans';"
            "color:#5b7a7d}.teated dd{margin:0 0 10px}.meri{background:#d3ebe8}.jooksev{background:#122;color:#fde68a}"
            ".meri i{display:block;height:10px;background:#0f766e;margin-bottom:6px}"
        ),
    )  # fmt: skip
    promos = Visits(per_h=0.4, stays_h=(1, 4), places=(0, 1, 3, 4), together=2, texts=len(_PROMOS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        troubles, notices = [Trouble(1, 0, 7)], [-1, -2, -3, -4, -5]
        for hour, guests in enumerate(self.promos.at_each_hour(self.chance.child("promos"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (1.0 if 5 <= at.hour <= 22 else 0.08) if hour else 0.0
            troubles = [item for item in troubles if item.until > hour or pace < 1]
            if self.chance.happens(0.13 * pace, "trouble", hour):
                line = self.chance.below(len(_LINES), "line", hour)
                until = hour + self.chance.pick((3, 5, 8, 14, 26), "long", hour)
                troubles = [item for item in troubles if item.line != line] + [Trouble(line, hour, until)]
            elif troubles and self.chance.happens(0.12 * pace, "goes on", hour):
                place = self.chance.below(len(troubles), "whose", hour)
                troubles[place] = replace(troubles[place], turn=troubles[place].turn + 1)
            if self.chance.happens(0.07 * pace, "notice", hour):
                notices = [hour, *notices[:4]]
            said = tuple(self._trouble(item) for item in sorted(troubles, key=lambda item: item.line))
            news = (*said, *(self._notice(number) for number in notices))
            yield PageState(rows=tuple(self._page(troubles, notices, guests, hour)), news=news)

    def _trouble(self, item: Trouble) -> str:
        draw = self.chance.child("trouble", item.line, item.began)
        event = draw.shuffled(_EVENTS, "event")[item.turn % len(_EVENTS)]
        number, at = 5 * draw.between(2, 12, "n", item.turn), draw.between(14, 22, "h", item.turn)
        return f"{event.format(n=number, h=at)} ({draw.pick(_CAUSES, 'cause')})"

    def _notice(self, number: int) -> str:
        words, pier = told(self.chance.child("notices"), (_TELLS, _PIERS), number)
        draw = self.chance.child("notice", number)
        return words.format(
            w=pier, d=draw.between(8, 30, "d"), n=draw.between(3, 90, "n"), h=draw.between(5, 7, "h")
        )

    def _page(
        self, troubles: Sequence[Trouble], notices: Sequence[int], guests: Sequence[Guest], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        told_on = {item.line: self._trouble(item) for item in troubles}
        lines = [self._line(number, told_on.get(number, ""), at, hour) for number in range(len(_LINES))]
        past = self.chance.below(60, "min", hour)
        note = f"{at:%d.%m} kell {at:%H}:{past:02d} · täna üle viidud {self._taken(hour)}"
        board, asked = self._board(notices, guests, hour, 400), self._asked(hour, 400)
        if self.chance.happens(0.45, "cards", hour // 5):
            cards = [panels.plain("liinikaart", 250, "<br>".join(cells), is_news=True) for cells in lines]
            extra = panels.plain("meri", 250, self._sea(hour))
            body = [
                row(*cards[:4]),
                row(*cards[4:], extra),
                row([self._harbours(hour, 600), self._camera(hour, 600)], [board, asked], tag="main"),
            ]
        else:
            table = "".join(f"<tr><td>{'<td>'.join(cells)}</tr>" for cells in lines)
            whole = panels.plain("liinid", 600, f"<h4>Liinid praegu</h4><table>{table}</table>", is_news=True)
            sea = panels.plain("meri", 400, self._sea(hour))
            body = [row([sea, board, asked], [whole, self._harbours(hour, 600), self._camera(hour, 600)])]
        quoted = self.chance.pick(
            (*_PROMOS, *(self._notice(number) for number in notices[:3])), "quoted", hour
        )
        rows = [
            row(panels.masthead("Saarte Praamid", 1000, note, height=58), tag="header"),
            row(panels.strip(quoted, self.chance.pick((34, 34, 80), "quoted px", hour), name="jooksev")),
            *body,
            row(
                panels.plain("jalus", 1000, '<p class="small">Tingimused · Privaatsus · Kontakt</p>'),
                tag="footer",
            ),
        ]
        if self.chance.happens(0.3, "sold", hour):
            height = self.chance.pick((90, 180, 280), "sold px", hour)
            sold = panels.advert(self.adverts.advert("wide", 60 * hour, 970, height), "reklaam", 1000)
            rows.insert(self.chance.between(1, 2, "sold at", hour), row(sold))
        return rows

    def _taken(self, hour: int) -> int:
        return 430 * (1 + (hour + 6) % 24) + self.chance.below(400, "carried", hour)

    def _line(self, number: int, trouble: str, at: datetime, hour: int) -> tuple[str, str, str, str]:
        """A line's name, its next sailings, how full they are, and what is unusual."""
        start = self.chance.between(0, 29, "starts", number)
        if at.hour < 5:
            sails, load = "05:30 hommikul", "tänaseks lõpetatud"
        else:
            sails = f"{at:%H}:{start:02d} · {at:%H}:{start + 30}"
            load = self.chance.pick(_LOADS, "load", number, hour)
        left = f"{load}, kohti {self.chance.between(0, 310, 'left', number, hour)}"
        return f"<b>{_LINES[number]}</b>", sails, left, f"<mark>{trouble}</mark>" if trouble else "Graafikus"

    def _board(self, notices: Sequence[int], guests: Sequence[Guest], hour: int, width: int) -> Panel:
        lines = ""
        for item in mixed(notices, guests):
            if isinstance(item, Guest):
                seen = self.chance.between(20, 900, "seen", item.text, hour)
                lines += f"<dt>Pakkumine · vaadatud {seen}</dt><dd>{_PROMOS[item.text]}</dd>"
            else:
                day = STARTS_AT + timedelta(hours=item)
                seen = self.chance.between(20, 900, "read", item, hour)
                lines += f"<dt>Teade {day:%d.%m} · vaadatud {seen}</dt><dd>{self._notice(item)}</dd>"
        return panels.plain("teated", width, f"<h4>Reisijale</h4><dl>{lines}</dl>", is_news=True)

    def _sea(self, hour: int) -> str:
        wind, wave = self.chance.between(3, 60, "wind", hour), self.chance.between(1, 34, "wave", hour)
        tide = self.chance.between(10, 240, "tide", hour)
        now = f"<h1>{wind} km/h</h1><p>Laine {wave / 10:.1f} m</p><i style='width:{tide // 2}px'></i>Vesi {tide} cm"
        return f"<h4>Meri</h4>{now}</p>"

    def _harbours(self, hour: int, width: int) -> Panel:
        """What each quay counts at the hour, in the form of the lines' own table."""
        lines = "".join(
            f"<tr><td><b>{pier}</b><td>{self.chance.between(0, 140, 'cars', pier, hour)} autot"
            f"<td>{self.chance.between(0, 420, 'bays', pier, hour)} parkimiskohta"
            f"<td>{self.chance.pick(_QUEUES, 'queue', pier, hour // 2)}</tr>"
            for pier in self.chance.shuffled(_PIERS, "piers", hour // 4)
        )
        return panels.plain("sadamad", width, f"<h4>Sadamad praegu</h4><table>{lines}</table>")

    def _asked(self, hour: int, width: int) -> Panel:
        some = self.chance.shuffled(_ASKED, "asked", hour)[: self.chance.between(3, 6, "many", hour)]
        lines = "".join(
            f"<dt>Küsimus · {self.chance.between(2, 80, 'helped', words, hour)} said abi</dt><dd>{words}</dd>"
            for words in some
        )
        return panels.plain("teated", width, f"<h4>Sageli küsitud</h4><dl>{lines}</dl>")

    def _camera(self, hour: int, width: int) -> Panel:
        pier = self.chance.pick(_PIERS, "camera", hour)
        tall = self.chance.pick((160, 240, 360), "camera px", hour // 2)
        shown = panels.image(f"world-{panels.hash_of(pier)}-{hour}", width - 24, tall)
        return panels.plain("kaamera", width, f"{shown}<p>Otsepilt: {pier}</p>")


HEARINGS = (Tingsratt, Praamid)
