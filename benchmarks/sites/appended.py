"""Texts that grow: a Finnish programme's change log with its robots, the record of a Maltese council as it sits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_KINDS = ("Lisätty", "Muutettu", "Korjattu", "Poistettu")
_DONE = (
    ("Tuki: {x}", "Uusi asetus: {x}", "Komento, joka näyttää: {x}", "Käännös saameksi: {x}"),
    ("Nopeampi osa: {x}", "Oletus vaihtui: {x}", "Uusi nimi: {x}", "Varoittaa nyt: {x}"),
    ("Kaatui, kun käytössä oli {x}", "Väärä lajittelu: {x}", "Muistivuoto: {x}", "Hävitti rivejä: {x}"),
    ("Vanhentunut: {x}", "Ei enää riippuvuutta: {x}", "Kokeilu päättyi: {x}", "Ei mukana paketissa: {x}"),
)
_WHERE = ("karttanäkymä", "tietokannan varmuuskopio", "CSV-tuonti", "tumma teema", "salasanan vaihto", "hakuindeksi",
          "tulostus A3-arkille", "kalenterisyöte", "aikavyöhykkeet", "ääkköset tiedostonimissä", "liitteet yli 2 Gt",
          "kuvien kierto", "etäsynkronointi")  # fmt: skip
_BUT = ("", " (vain Linux)", ", kiitos ilmoituksesta", "; vaatii uudelleenkäynnistyksen", ", ks. siirto-ohje",
        " — peruttu osittain", ", nyt myös ruudunlukijalla", " (tietoturva)")  # fmt: skip
_TROUBLES = ("Asennus jumittuu 80 prosenttiin", "Vienti unohtaa otsikot", "Fontti katoaa etäyhteydellä",
             "Lukitus jää päälle yöksi", "Kello edistää tunnin", "Tunnus hyväksytään kahdesti",
             "Raportti tulostuu tyhjänä", "Päivitys ei löydä palvelinta")  # fmt: skip
_STANDS = ("tutkitaan", "toistettu", "korjaus tarkistettavana", "korjattu päähaarassa", "ei korjata")
_BOTS = ("kirjasto sarja-kello 2.{n} → 2.{m}", "kirjasto tuhka 0.{n} → 0.{m}", "kääntäjä 14.{n} → 14.{m}",
         "tyylitarkistin 7.{n} → 7.{m}", "kuvake-paketti 31.{n} → 31.{m}", "lukkotiedosto päivitetty, {n} riviä",
         "testidata haettu uudelleen ({n} kt)", "käännökset haettu: {n} %")  # fmt: skip
_JOBS = ("testit", "kooste: linux", "kooste: mac", "kooste: windows", "tyylit", "kattavuus", "ohjeet",
         "paketti")  # fmt: skip
_RESULTS = ("läpi", "läpi", "läpi", "kesken", "jonossa", "rikki")
_PEOPLE = ("aalto-p", "kivikko", "mustikka42", "t-virta", "nuotiolla", "hanki", "sysi", "rantakoodaa",
           "peura")  # fmt: skip
_CHATS = ("onko kenelläkään yönkoontia?", "toimii koneellani :)", "kuka rikkoi testit?", "kahvitauko",
          "katselmoisitko tämän?", "palaan asiaan huomenna", "hieno korjaus!", "mihin asetukset jäivät?",
          "sama vika täällä", "nostettu esiin kokouksessa")  # fmt: skip
_BACKERS = ("Pilvilinna Oy", "Kuura Hosting", "Pajavasara", "Osuuskunta Bitti", "Norppa Data",
            "Tervakoski Ohjelmat")  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """An entry of the log: which one, of which kind, and what it says at its end."""

    number: int
    kind: int
    end: int = 0


class Muutosloki(GeneratedSite):
    """A change log: entries come in the middle of what is not released yet, until all of it gets a number at once."""

    slug = "muutosloki"
    hard = "Finnish; dark; robots' entries come and go in the same lists, builds flip, the side moves below; releases"
    more = 0
    look = Look(
        heading=WIDE, body="'DejaVu Sans Mono', monospace", paper="#101418", ink="#d7dde3", muted="#7d8a97",
        line="#29323b", accent="#4fd1a5", lead_px=24, top_px=18, card="#171d23",
        extra=(
            "body{font-size:13px;line-height:19px}.versio{border-left:3px solid #4fd1a5}.versio h3{color:#f6c177;"
            "margin-top:8px}.versio li{border:0;padding:1px 0 1px 14px}.versio.uusi{background:#171d23}"
            ".viat table{width:100%;border-collapse:collapse}.viat td{padding:4px 6px;border-bottom:1px solid #29323b}"
            ".viat td:last-child{color:#f6c177;text-align:right}.merkit span{display:inline-block;background:#29323b;"
            "padding:2px 10px;margin:0 6px 4px 0}.merkit .rikki{background:#a3262f;color:#fff}"
            ".merkit .läpi{background:#1f7a4d;color:#fff}.tuki{background:#4fd1a5;color:#101418}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 23), then=0.8, night=0.2)
    robots = Visits(per_h=0.75, stays_h=(1, 4), places=(0, 1, 2, 3, 5, 6), together=4, texts=len(_BOTS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        fresh = [Entry(-seat, seat % 3) for seat in range(1, 6)]
        released = [
            (7 - back, [Entry(-10 * back - seat, seat % 4) for seat in range(5)]) for back in range(3)
        ]
        troubles = {seat: seat % 3 for seat in range(4)}
        for hour, guests in enumerate(self.robots.at_each_hour(self.chance.child("robots"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.2 * pace, "entry", hour):
                many = self.chance.pick((1, 1, 2), "many", hour)
                for seat in range(many):
                    new = Entry(2 * hour + seat, self.chance.below(4, "kind", hour, seat))
                    fresh.insert(self.chance.below(len(fresh) + 1, "place", hour, seat), new)
            elif fresh and self.chance.happens(0.06 * pace, "reworded", hour):
                place = self.chance.below(len(fresh), "whose", hour)
                fresh[place] = replace(fresh[place], end=fresh[place].end + 1 + hour % 3)
            if len(fresh) > 8 and pace == 1 and self.chance.happens(0.25, "release", hour):
                released = [(released[0][0] + 1, fresh), *released][:3]
                fresh = []
            if self.chance.happens(0.06 * pace, "trouble", hour):
                troubles = self._troubled(troubles, hour)
            rows, news = self._page((fresh, released), troubles, guests, at)
            yield PageState(rows=tuple(rows), news=tuple(news))

    def _troubled(self, old: dict[int, int], hour: int) -> dict[int, int]:
        """A trouble is one stage further, is gone when it was at the end, or another is known."""
        seat = self.chance.below(len(_TROUBLES), "trouble seat", hour)
        if seat not in old:
            return {seat: 0, **old} if len(old) < 6 else old
        if old[seat] >= 3:
            return {place: stand for place, stand in old.items() if place != seat}
        return {**old, seat: old[seat] + self.chance.pick((1, 1, 1, 2), "stage", hour)}

    def _told(self, item: Entry) -> str:
        what, where = told(self.chance.child("told", item.kind), (_DONE[item.kind], _WHERE), item.number)
        return f"{what.format(x=where)}{_BUT[item.end % len(_BUT)]} #{3_000 + item.number}"

    def _page(
        self,
        log: tuple[list[Entry], list[tuple[int, list[Entry]]]],
        troubles: dict[int, int],
        guests: Sequence[Guest],
        at: datetime,
    ) -> tuple[list[Row], list[str]]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        below = self.chance.happens(0.35, "side below", hour // 6)
        width = 1000 if below else 660
        stages = [f"<td>{_TROUBLES[seat]}<td>{_STANDS[stand]}" for seat, stand in troubles.items()]
        inner = "".join(f"<tr>{words}</tr>" for words in stages)
        known = panels.plain("viat", width, f"<h4>Tunnetut viat</h4><table>{inner}</table>", is_news=True)
        titles = [f"4.{number}.0" for number, _ in log[1]]
        column = [
            self._version("Julkaisematon", log[0], guests, hour, width),
            *(self._version(title, part[1], (), hour, width) for title, part in zip(titles, log[1], strict=True)),
        ]  # fmt: skip
        column.insert(1 if below else 0, known)
        side = [self._builds, self._people, self._chat]
        note = f"{at:%Y-%m-%d %H:%M} · ★ {4_100 + 3 * hour + self.chance.below(9, 'stars', hour)}"
        rows = [
            row(panels.masthead("hilla / MUUTOKSET.md", 1000, note, height=50), tag="header"),
            row(self._badges(hour)),
            row(column, tag="main") if below else row(column, [make(hour, 340) for make in side], tag="main"),
            row(panels.plain("pohja", 1000, '<p class="small">Lisenssi · Ohjeet · Tietoturva</p>'), tag="footer"),
        ]  # fmt: skip
        if below:
            rows.insert(3, row(self._builds(hour, 340), self._people(hour, 330), self._chat(hour, 330)))
        if self.chance.happens(0.35, "support", hour // 3):
            height = self.chance.between(36, 120, "support px", hour // 3)
            rows.insert(1, row(panels.strip("Hilla on vapaa: tue kehitystä", height, name="tuki")))
        entries = (self._told(item) for part in (log[0], *(part for _, part in log[1])) for item in part)
        return rows, [*titles, *entries, *stages]

    def _version(
        self, title: str, part: Sequence[Entry], guests: Sequence[Guest], hour: int, width: int
    ) -> Panel:
        """A version's lists by kind; robots write into what is not released yet."""
        lists: dict[int, list[str]] = {kind: [] for kind in range(4)}
        for item in part:
            lists[item.kind].append(self._told(item))
        for guest in guests:
            low = self.chance.between(1, 70, "low", guest.began)
            words = _BOTS[guest.text].format(n=low, m=low + 1)
            kind = guest.place % 3
            lists[kind].insert(min(guest.place // 2, len(lists[kind])), f"{words} #{4_000 + guest.began}")
        inner = "".join(
            f"<h3>{_KINDS[kind]}</h3><ul>{''.join(f'<li>- {words}</li>' for words in lines)}</ul>"
            for kind, lines in lists.items()
            if lines
        )
        loads = f"{self.chance.between(20, 9_000, 'loads', title, hour)} latausta"
        html = f'<h2>{title} <span class="small">{loads}</span></h2>{inner}'
        return panels.plain("versio", width, html, is_news=True)

    def _badges(self, hour: int) -> Panel:
        spans = ""
        for job in _JOBS:
            result = self.chance.pick(_RESULTS, "result", job, hour)
            spans += f'<span class="{result}">{job}: {result}</span>'
        return panels.plain("merkit", 1000, spans)

    def _builds(self, hour: int, width: int) -> Panel:
        graph = panels.image(f"science-kuvaaja-{hour}", width - 24, 130)
        lines = "".join(
            f"<li>#{900 + 7 * hour - seat} {self.chance.pick(_PEOPLE, 'by', hour, seat)}, "
            f"{self.chance.between(2, 39, 'took', hour, seat)} min</li>"
            for seat in range(6)
        )
        return panels.plain("koosteet", width, f"<h4>Koosteet</h4>{graph}<ul>{lines}</ul>")

    def _people(self, hour: int, width: int) -> Panel:
        many = self.chance.between(2, 6, "backers", hour // 2)
        lines = "".join(
            f"<li>{panels.image(f'crowd-tukija-{panels.hash_of(name)}', width - 24, 56)}{name}</li>"
            for name in self.chance.shuffled(_BACKERS, "backers", hour // 2)[:many]
        )
        return panels.plain("tukijat", width, f"<h4>Tukijat</h4><ul>{lines}</ul>")

    def _chat(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>- {self.chance.pick(_PEOPLE, 'says', hour, seat)}: {words}</li>"
            for seat, words in enumerate(self.chance.shuffled(_CHATS, "chat", hour)[:6])
        )
        return panels.plain("kanava", width, f"<h4>Kanavalla</h4><ul>{lines}</ul>")


_MEMBERS = ("L-Onor. Zerafa", "L-Onor. Mintoff Vella", "Is-Sindku Brincat", "Il-Kunsillier Xuereb", "L-Onor. Cutajar",
            "Il-Kunsilliera Farrugia Borg", "Is-Segretarju", "Il-Kunsillier Tabone")  # fmt: skip
_THINGS = ("it-taraġ tal-port", "il-parkeġġ tal-pjazza", "il-baġit għall-festa", "ix-xogħlijiet fi Triq il-Mina",
           "l-iskart ta’ filgħaxija", "il-ġnien pubbliku", "il-permess tal-kjosk", "l-istatwa antika",
           "id-dawl tat-triq")  # fmt: skip
_SPEAKS = ("Nipproponi li {x} jitħalla għax-xahar id-dieħel.", "Ma naqbilx: {x} diġà swieti {n} elf ewro.",
           "Nitlob li jiġi mmeddiet {x} b’{n} metri.", "Ir-residenti bagħtu {n} ittra dwar {x}.",
           "L-ispettur sab {n} nuqqasijiet f’{x}.", "Jien nivvota kontra, u {x} jibqa’ kif inhu.",
           "Għandna tliet offerti għal {x}; l-orħos hija ta’ {n} elf ewro.",
           "Nirtira l-emenda tiegħi dwar {x}.")  # fmt: skip
_AMENDS = ("", " (korrezzjoni: il-figura hija provviżorja)", " (miżjud wara s-seduta)", " (parti mħassra)",
           " (dokument anness)")  # fmt: skip
_DECIDED = ("approvat b’{n} voti kontra {m}", "miċħud b’{n} voti kontra {m}", "pospost għal {n} jum",
            "mgħoddi lill-kumitat ta’ {n} membri", "approvat bla vot")  # fmt: skip
_HECKLES = ("Mill-gallerija: Tajjeb!", "Mill-gallerija: Skużi, ma nismgħux!", "(Daħk)", "(Ċapċip)", "(Storbju)",
            "Mill-gallerija: U l-ħofor?", "(Iċċempel il-qanpiena)", "(Tfixkil tal-mikrofonu)")  # fmt: skip
_ARCHIVE = ("Seduta 1961: il-moll", "Ritratt: il-kunsill tal-1934", "Kif tikteb petizzjoni", "Żur is-sala l-Ħadd",
            "Leġġi n-newsletter", "Vakanza: skrivan", "Mappa tal-lokalità", "Il-ktieb tal-viżitaturi")  # fmt: skip


@dataclass(frozen=True)
class Speech:
    """What a member said: which one of all, and how the record was amended."""

    number: int
    amended: int = 0


class Seduta(GeneratedSite):
    """A council's record: speeches are written below one another while it sits, and end in a decision."""

    slug = "seduta"
    hard = "Maltese; grows at its foot, folds into decisions; calls from the gallery of each visit, a camera above"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fdf9f0", ink="#2a1a12", muted="#8b7765", line="#dccdb8", accent="#7f1d1d",
        lead_px=28, top_px=20, card="#f5ecdc",
        extra=(
            ".masthead{border-bottom:4px double #7f1d1d}.rekord{background:#fffdf8}.rekord p{font-size:16px;"
            "line-height:23px;margin-bottom:9px;text-indent:-16px;padding-left:16px}.rekord b{font-variant:small-caps}"
            ".deciz{background:#f5ecdc}dt{font-weight:bold}dd{margin:0 0 8px 14px;font-style:italic}"
            ".kamra{background:#2a1a12;color:#fdf9f0}.kamra h3{color:#fdf9f0}.avviz{background:#7f1d1d;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        speeches = [Speech(-seat) for seat in range(5, 0, -1)]
        decided = [-seat for seat in range(1, 6)]
        said = 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            sits = at.weekday() < 6 and at.hour in (
                range(8, 12) if at.weekday() == 5 else (8, 9, 10, 11, 15, 16, 17, 18)
            )
            if hour and sits and self.chance.happens(0.62, "speech", hour):
                many = self.chance.between(1, 3, "many", hour)
                speeches = [*speeches, *(Speech(said + seat) for seat in range(1, many + 1))]
                said += many
            if hour and not sits and self.chance.happens(0.07 if at.hour > 6 else 0.02, "amended", hour):
                place = self.chance.below(len(speeches), "whose", hour)
                amended = self.chance.between(1, len(_AMENDS) - 1, "how", hour)
                speeches[place] = replace(speeches[place], amended=amended)
            if len(speeches) > 9 and self.chance.happens(0.4 if sits else 0.1, "decided", hour):
                keep = self.chance.between(2, 5, "keep", hour)
                decided, speeches = [hour, *decided][:6], speeches[-keep:]
            record = [self._told(item) for item in speeches]
            ended = [self._decision(number) for number in decided]
            rows = self._page(record, ended, at, sits=sits)
            yield PageState(rows=tuple(rows), news=(*record, *ended))

    def _told(self, item: Speech) -> str:
        who, what, thing = told(self.chance.child("said"), (_MEMBERS, _SPEAKS, _THINGS), item.number)
        words = what.format(x=thing, n=self.chance.between(3, 70, "n", item.number))
        return f"<b>{who}:</b> {words}{_AMENDS[item.amended]}"

    def _decision(self, number: int) -> str:
        thing, how = told(self.chance.child("decided"), (_THINGS, _DECIDED), number)
        most, least = self.chance.between(5, 9, "most", number), self.chance.between(0, 4, "least", number)
        return f"<dt>Punt {140 + number}: {thing}</dt><dd>{how.format(n=most, m=least)}</dd>"

    def _page(self, record: Sequence[str], ended: Sequence[str], at: datetime, *, sits: bool) -> list[Row]:
        hour = int((at - STARTS_AT).total_seconds() // 3600)
        wide = self.chance.happens(0.5, "wide", hour // 9)
        width = 680 if wide else 520
        column = [self._record(record, hour, width)]
        side = [self._ended(ended, 1000 - width), self._around(hour, 1000 - width)]
        if not wide:
            side.reverse()
        door = "fis-seduta" if sits else "magħluq"
        note = f"{at:%d/%m/%Y, %H:%M} · {door}, {self.chance.below(300, 'here', hour)} qarrejja"
        rows = [
            row(panels.masthead("Kunsill Lokali ta’ Marsa Ġdida", 1000, note, height=70), tag="header"),
            row(self._camera(hour, sits=sits)),
            row(*((column, side) if wide else (side, column)), tag="main"),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 90), "riklam", 1000)),
            row(panels.plain("qiegh", 1000, '<p class="small">Kuntatt · Aċċessibbiltà · English</p>')),
        ]
        if self.chance.happens(0.35, "notice", hour // 3):
            height = self.chance.between(40, 180, "notice px", hour // 3)
            words = self.chance.pick(_ARCHIVE, "notice", hour // 3)
            rows.insert(self.chance.below(3, "at", hour // 3), row(panels.strip(words, height, name="avviz")))
        return rows

    def _record(self, record: Sequence[str], hour: int, width: int) -> Panel:
        """The speeches in their order, and between them what the gallery calls at this visit."""
        lines = list(record)
        for turn in range(self.chance.between(0, 4, "calls", hour)):
            place = self.chance.below(len(lines) + 1, "call at", hour, turn)
            lines.insert(place, self.chance.pick(_HECKLES, "call", hour, turn))
        inner = "".join(f"<p>{words}</p>" for words in lines)
        return panels.plain("rekord", width, f"<h2>Rekord verbatim</h2>{inner}", is_news=True)

    def _ended(self, ended: Sequence[str], width: int) -> Panel:
        return panels.plain("deciz", width, f"<h4>Deċiżjonijiet</h4><dl>{''.join(ended)}</dl>", is_news=True)

    def _camera(self, hour: int, *, sits: bool) -> Panel:
        """The chamber as it is seen while the council sits; a painting of the day otherwise."""
        key = (
            f"crowd-kamra-{hour}"
            if sits
            else f"culture-pittura-{self.chance.below(9, 'painting', hour // 4)}"
        )
        height = 300 if sits else self.chance.pick((110, 180), "painting px", hour // 4)
        words = "Dirett mis-sala" if sits else "Mill-kollezzjoni tal-kunsill"
        seen = self.chance.between(8, 700, "seen", hour)
        return panels.plain("kamra", 1000, f"{panels.image(key, 976, height)}<h3>{words} · {seen}</h3>")

    def _around(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"<li>{panels.image(f'city-arkivju-{panels.hash_of(title)}', width - 24, 100)}<h3>{title}</h3>"
            f'<p class="small">{self.chance.between(2, 990, "views", title, hour)} żjara</p></li>'
            for title in self.chance.shuffled(_ARCHIVE, "around", hour)[
                : self.chance.between(2, 4, "many", hour)
            ]
        )
        return panels.plain("madwar", width, f"<h4>Skopri</h4><ul>{cards}</ul>")


APPENDED = (Muutosloki, Seduta)
