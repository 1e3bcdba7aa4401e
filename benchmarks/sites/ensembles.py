"""Casts and talks: a Croatian theatre's season of premieres, and a Finnish union's account of its negotiations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PLAYS = ("Gospođa ministrova kći", "Kula na rubu polja", "Sedam ribara", "Posljednji vlak", "Kraljica od soli",
          "Ujak iz Brazila", "Orfej u mlinu", "Bura", "Stolica broj tri", "Zimska kantina", "Dundo i more",
          "Labudovi spavaju", "Proces protiv magarca", "Ulica bez imena", "Tri udovice", "Vrt na krovu")  # fmt: skip
_ROLES = ("Majka", "Kapetan", "Sluga", "Udovica", "Sudac", "Anđeo", "Pjesnik", "Kći", "Mlinar", "Stranac")
_ACTORS = ("Lucija Barbarić Vuk", "Tin Ostojčić", "Dorotea Mrak", "Vjeko Slamar", "Ines Ladić", "Borna Ćuk-Perić",
           "Marta Zelenbrz", "Roko Dujmenić", "Tena Hrastović", "Jura Kvesić", "Ana-Klara Špoljar", "Leon Brodarec",
           "Zrinka Modrušan", "Filip Vranko")  # fmt: skip
_STAGES = ("Velika scena", "Mala scena", "Dvorište", "Stara tvornica")
_WHEN = ("rujan", "listopad", "studeni", "prosinac", "siječanj")
_REMARKS = ("Probe su počele.", "Redatelj je napustio projekt.", "Premijera je odgođena.", "Dodana je druga izvedba.",
            "Predstava se izvodi bez stanke.", "Autorica je povukla tekst.", "Uloga je podijeljena.",
            "Scenografiju potpisuje novi autor.", "Predstava ide na gostovanje.", "Ulazi kao zamjena.")  # fmt: skip
_LOBBY = ("Pretplata za mlade", "Razgled iza pozornice", "Kava s ansamblom", "Poklon-bon", "Škola glume",
          "Rasprodaja kostima")  # fmt: skip
_BACK = ("Plakala sam dva sata.", "Predugačko.", "Najbolje u gradu!", "Zvuk je bio loš.", "Bravo za mlade!",
         "Dođite dok još igra.", "Stolice su nemoguće.", "Publika je stajala osam minuta.", "Nisam razumio kraj.",
         "Vodim i baku.")  # fmt: skip


@dataclass(frozen=True)
class Play:
    """A title of the coming season: which, who plays its three roles, where and when, and what is remarked."""

    number: int
    cast: tuple[int, int, int]
    stage: int = 0
    day: int = 0
    remark: int = 0


class Ansambl(GeneratedSite):
    """A theatre: seven premieres to come, each a figure with its cast; seats count, the lobby sells among them."""

    slug = "ansambl"
    hard = "Croatian; a name in a cast under photographs that rotate; quotes, seats and offers in figures"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#121016", ink="#f1ece4", muted="#9a91a5", line="#3a3344", accent="#e0b04b",
        lead_px=38, top_px=23, card="#1e1a25",
        extra=(
            "figure{margin:0;background:#1e1a25}figcaption{padding:10px 14px}figcaption p{line-height:23px}"
            "figcaption strong{color:#e0b04b}blockquote{margin:8px 0 0;padding-left:10px;border-left:2px solid #e0b04b;"
            "color:#9a91a5}.ulaz{background:#7d1128}.ulaz h1{color:#fff}.karte td{padding:4px 18px 4px 0}"
            ".foaje{background:#1e1a25}.obavijest{background:#e0b04b;color:#121016}.anketa div{padding:14px;"
            "border:3px solid #e0b04b;background:#7d1128;color:#fff}mark{background:#e0b04b;padding:0 6px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(10, 21), off=(0,), then=0.3, night=0.03)
    lobby = Visits(per_h=0.45, stays_h=(1, 6), places=(0, 1, 2, 3, 4, 5), together=3, texts=len(_LOBBY))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        season = [self._new(number) for number in range(7)]
        for hour, guests in enumerate(self.lobby.at_each_hour(self.chance.child("lobby"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            after_rehearsal = at.hour in (13, 14, 21)
            if self.chance.happens((0.62 if after_rehearsal else 0.2) * pace, "changed", hour):
                place = self.chance.below(len(season), "which", hour)
                season = self._changed(season, place, hour)
            news = tuple(words for item in season for words in self._told(item))
            yield PageState(
                rows=tuple(self._page(season, guests, hour, at)), news=news, overlays=self._asked(hour)
            )

    def _new(self, number: int) -> Play:
        draw = self.chance.child("new", number)
        first, second, third = draw.shuffled(range(len(_ACTORS)), "cast")[:3]
        return Play(
            number, (first, second, third), draw.below(4, "stage"), draw.below(140, "day"), number % 10
        )

    def _changed(self, season: list[Play], place: int, hour: int) -> list[Play]:
        """Another actor, another stage or day, another remark; or the title makes room for a new one."""
        draw, item = self.chance.child("changed", hour), season[place]
        what = draw.number("what")
        if what < 0.12:
            return [*season[:place], *season[place + 1 :], self._new(max(one.number for one in season) + 1)]
        if what < 0.6:
            free = [actor for actor in range(len(_ACTORS)) if actor not in item.cast]
            cast = list(item.cast)
            cast[draw.below(3, "role")] = draw.pick(free, "actor")
            new = replace(item, cast=(cast[0], cast[1], cast[2]))
        elif what < 0.75:
            new = replace(item, stage=(item.stage + 1) % 4, day=item.day + draw.between(1, 30, "day"))
        else:
            new = replace(item, remark=(item.remark + draw.between(1, 9, "remark")) % len(_REMARKS))
        return [*season[:place], new, *season[place + 1 :]]

    def _told(self, item: Play) -> tuple[str, ...]:
        lines = (
            f"{_ROLES[(3 * item.number + seat) % len(_ROLES)]}: {_ACTORS[actor]}"
            for seat, actor in enumerate(item.cast)
        )
        month = _WHEN[item.day // 28 % len(_WHEN)]
        return (
            _PLAYS[item.number % len(_PLAYS)],
            f"{_STAGES[item.stage]}, {item.day % 28 + 1}. {month}",
            *lines,
            _REMARKS[item.remark],
        )

    def _page(self, season: Sequence[Play], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        pairs = self.chance.happens(0.55, "pairs", hour // 5)
        width = 500 if pairs else 640
        figures = [self._figure(item, hour, width) for item in season]
        for guest in guests:
            figures.insert(guest.place, self._offer(guest, hour, width))
        note = f"{at:%d.%m.%Y.} u {at:%H:%M} · blagajna {'otvorena' if 10 <= at.hour < 20 else 'zatvorena'}"
        rows = [
            row(panels.masthead("Kazalište Podvrh", 1000, note, height=88), tag="header"),
            row(self._hero(hour)),
        ]
        if pairs:
            rows += [
                row(figures[::2], figures[1::2], tag="main"),
                row(self._tickets(hour, 500), self._back(hour, 500)),
            ]
        else:
            sold = self.adverts.advert("uz", 60 * hour, 336, self.chance.between(100, 640, "side px", hour))
            side = [self._tickets(hour, 360), panels.advert(sold, "oglas", 360), self._back(hour, 360)]
            rows.append(row(figures, side, tag="main"))
        if self.chance.happens(0.35, "tonight", hour // 2):
            words = f"Večeras još {self.chance.between(2, 60, 'tonight', hour)} mjesta!"
            rows.insert(
                1, row(panels.strip(words, self.chance.pick((40, 70, 120), "px", hour), name="obavijest"))
            )
        return rows

    def _figure(self, item: Play, hour: int, width: int) -> Panel:
        title, where, *cast, remark = self._told(item)
        shot = self.chance.below(5, "shot", item.number, hour // 2)
        tall = self.chance.pick((170, 230), "tall", item.number, hour // 8)
        seats = f"<mark>{self.chance.between(3, 420, 'seats', item.number, hour)} mjesta</mark>"
        said = self.chance.pick(_BACK, "said", item.number, hour)
        html = (
            f"<figure>{panels.image(f'culture-proba-{item.number}-{shot}', width - 24, tall)}<figcaption>"
            f"<h2>{title}</h2><p><strong>{where}</strong> {seats}</p><p>{'<br>'.join(cast)}</p><p>{remark}</p>"
            f"<blockquote>{said}</blockquote></figcaption></figure>"
        )
        return panels.plain("naslov", width, html, is_news=True)

    def _offer(self, guest: Guest, hour: int, width: int) -> Panel:
        price = self.chance.between(5, 60, "price", guest.text, hour // 4)
        shown = panels.image(f"crowd-foaje-{guest.text}", width - 24, 150)
        html = (
            f"<figure>{shown}<figcaption><h2>{_LOBBY[guest.text]}</h2><p><strong>Foaje</strong> "
            f"<mark>od {price} €</mark></p><blockquote>{self.chance.pick(_BACK, 'lobby', guest.text, hour)}"
            "</blockquote></figcaption></figure>"
        )
        return panels.plain("naslov", width, html)

    def _hero(self, hour: int) -> Panel:
        number = self.chance.below(9, "hero", hour)
        tall = self.chance.pick((260, 320, 320, 440), "hero px", hour // 2)
        title = _PLAYS[(number + 5) % len(_PLAYS)]
        html = f"{panels.image(f'portrait-ulaz-{number}', 976, tall)}<h1>{title}: galerija</h1>"
        return panels.plain("ulaz", 1000, html)

    def _tickets(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{_PLAYS[number]}<td>{self.chance.between(0, 99, 'left', number, hour)} karata"
            f"<td>{self.chance.between(8, 35, 'cost', number, hour // 3)} €</tr>"
            for number in self.chance.shuffled(range(8, 16), "tickets", hour // 2)[:6]
        )
        return panels.plain("karte", width, f"<h4>Ovaj tjedan na blagajni</h4><table>{lines}</table>")

    def _back(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{'★' * self.chance.between(1, 5, 'stars', words, hour)} {words}</li>"
            for words in self.chance.shuffled(_BACK, "back", hour)[: self.chance.between(3, 8, "many", hour)]
        )
        return panels.plain("foaje", width, f"<h4>Publika piše</h4><ul>{lines}</ul>")

    def _asked(self, hour: int) -> tuple[Overlay, ...]:
        """A survey that lies over the page at some visits."""
        if not self.chance.happens(0.2, "survey", hour // 2):
            return ()
        html = f"<div><h2>Kako ste čuli za nas?</h2><p>Ispunilo {500 + 3 * hour} gledatelja</p></div>"
        return (Overlay(panels.plain("anketa", 460, html), 500, self.chance.pick((240, 700), "at", hour)),)


_MOVES = ("Työnantaja jätti uuden tarjouksen", "Sovittelija kutsui osapuolet koolle", "Hallitus hylkäsi esityksen",
          "Ylityökielto laajeni", "Neuvottelut keskeytyivät", "Lakkovaroitus annettiin", "Tukilakko alkoi satamissa",
          "Väliaikainen sopimus allekirjoitettiin", "Työtuomioistuin antoi päätöksen", "Paikallinen sopu syntyi",
          "Luottamusmies irtisanottiin", "Jäsenäänestys käynnistyi", "Palkkataulukot julkaistiin")  # fmt: skip
_SECTORS = (
    "Siivous",
    "Paperi",
    "Linja-autot",
    "Päiväkodit",
    "Telakka",
    "Elintarvikkeet",
    "Varastot",
    "Hoiva",
)
_DETAILS = ("Ero on yhä {n} senttiä tunnilta.", "Esillä on {n} kuukauden sopimus.", "Asia koskee {n} työpaikkaa.",
            "Seuraava istunto on kello {h}.", "Vastausta odotetaan {n} päivän kuluessa.", "Lisät nousisivat {n} %.",
            "Pykälästä {n} ei päästy yhteisymmärrykseen.", "Kokous päättyi kello {h}.")  # fmt: skip
_CORRECTED = ("Täsmennys: luku koskee vain vakinaisia.", "Päivitys: liitto vahvistaa tiedon.", "Päivitys: aikaa on.",
              "Päivitys: työnantaja kiistää.", "Päivitys: istunto jatkuu yöhön.")  # fmt: skip
_STANCES = ("Neuvottelut jatkuvat", "Odotamme vastausta", "Lakko on voimassa", "Sopu on lähellä", "Sovittelu tauolla",
            "Lakko uhkaa", "Tarjous on hallituksella")  # fmt: skip
_CHEERS = ("Pitäkää pintanne! T: Oulun varasto", "Kahvit tarjolla portilla 3", "Terveisiä Norjasta, olemme kanssanne",
           "Mistä saa lakkoavustuksen?", "Huivit loppuivat, lisää tulee", "Meidän linja seisoo!", "Kiitos makkarasta",
           "Muistakaa jäsenmaksu", "Laulut soivat, vaikka sataa")  # fmt: skip
_STALL = ("Liity nyt, kuusi kuukautta ilmaiseksi", "Mökit jäsenille heinäkuussa", "Liiton pipo", "Palkkalaskuri",
          "Kesätyöinfo auki", "Vakuutus jäsenetuna")  # fmt: skip


@dataclass(frozen=True)
class Move:
    """An entry of the account: which, since when, with which corrections."""

    number: int
    since: int
    corrected: int = 0


class Tyontaisto(GeneratedSite):
    """A union's account of its talks in paragraphs: hot days and quiet ones, greetings between, a strike clock."""

    slug = "tyontaisto"
    hard = (
        "Finnish; bursts in long nights and days of nothing; greetings and offers as entries between; clocks"
    )
    more = 0
    look = Look(
        heading=SANS, body=SERIF, paper="#fff9f5", ink="#231815", muted="#8b766d", line="#e7d3c8", accent="#d4380d",
        lead_px=40, top_px=21, card="#fdece3",
        extra=(
            ".tilanne{background:#d4380d;color:#fff}.tilanne p{font-size:17px;line-height:24px}"
            ".merkinta p{font-size:17px;line-height:24px}.merkinta i{color:#8b766d;font:13px/18px 'Liberation Sans'}"
            ".merkinta{border-left:6px solid #fdece3}.kello{background:#231815;color:#fff}.kello h1{color:#ffb199}"
            ".kuva{background:#fdece3}.jasenet b{font:bold 30px/34px 'Liberation Sans';color:#d4380d}"
            ".liity{background:#ffd8bf;color:#231815}"
        ),
    )  # fmt: skip
    cheers = Visits(per_h=0.6, stays_h=(1, 3), places=(0, 1, 2, 4, 6, 7), together=4, texts=len(_CHEERS))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        entries, stance, said = [Move(-seat, -4 * seat - 2) for seat in range(9)], 0, 0
        for hour, guests in enumerate(self.cheers.at_each_hour(self.chance.child("cheers"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            hot = self.chance.happens(0.4, "hot", (hour + 18) // 24) or 24 <= hour % 96 < 48
            awake = at.hour >= 9 or (hot and at.hour < 3)
            pace = (0.42 if hot else 0.1) * (1.0 if awake else 0.06) if hour else 0.0
            if self.chance.happens(pace, "moved", hour):
                entries = [Move(hour, hour), *entries][:9]
                if self.chance.happens(0.35, "stance", hour):
                    stance, said = stance + self.chance.between(1, 6, "to", hour), hour
            elif self.chance.happens(0.3 * pace, "corrected", hour):
                place = self.chance.below(3, "which", hour)
                entries[place] = replace(entries[place], corrected=entries[place].corrected + 1)
            head = self._stance(stance, said)
            news = (*head, *(words for item in entries for words in self._told(item)))
            yield PageState(rows=tuple(self._page(entries, head, guests, hour, at)), news=news)

    def _stance(self, number: int, said: int) -> tuple[str, str]:
        draw = self.chance.child("stance", said)
        words = draw.pick(_DETAILS, "words").format(n=draw.between(2, 40, "n"), h=draw.between(9, 23, "h"))
        return _STANCES[number % len(_STANCES)], words

    def _told(self, item: Move) -> tuple[str, str]:
        what, sector, words = told(self.chance.child("told"), (_MOVES, _SECTORS, _DETAILS), item.number)
        draw = self.chance.child("figures", item.number)
        words = words.format(n=draw.between(2, 60, "n"), h=draw.between(9, 23, "h"))
        later = (_CORRECTED[(item.number + turn) % len(_CORRECTED)] for turn in range(min(3, item.corrected)))
        return f"{sector}: {what}", " ".join((words, *later))

    def _page(
        self, entries: Sequence[Move], head: tuple[str, str], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        middle = self.chance.happens(0.4, "middle", hour // 8)
        width = 520 if middle else 660
        column = [self._entry(item, hour, width) for item in entries]
        for guest in guests:
            column.insert(guest.place, self._cheer(guest, hour, width))
        for turn in range(self.chance.below(3, "stalls", hour)):
            column.insert(self.chance.between(1, 8, "stall at", hour, turn), self._stall(hour, turn, width))
        note = f"{at:%d.%m.%Y klo %H.%M} · {self.chance.between(90, 4_000, 'now', hour)} lukijaa"
        state = panels.plain("tilanne", width, f"<h1>{head[0]}</h1><p>{head[1]}</p>", is_news=True)
        rows = [row(panels.masthead("Työväen Yhteisliitto", 1000, note, height=60), tag="header")]
        if middle:
            left, right = (
                [self._clock(hour, 220), self._members(hour, 220)],
                [self._picket(hour, 260), self._poll(hour, 260)],
            )
            rows.append(row(left, [state, *column], right, tag="main"))
        else:
            side = [
                self._picket(hour, 340),
                self._clock(hour, 340),
                self._poll(hour, 340),
                self._members(hour, 340),
            ]
            turn = self.chance.below(4, "turn", hour // 4)
            rows.append(row([state, *column], [*side[turn:], *side[:turn]], tag="main"))
        if self.chance.happens(0.45, "join", hour // 3):
            height = self.chance.between(50, 230, "join px", hour // 3)
            words = self.chance.pick(_STALL, "join words", hour // 3)
            rows.insert(1, row(panels.strip(words, height, name="liity")))
        return rows

    def _entry(self, item: Move, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        age = hour - item.since
        ago = f"{age} tuntia sitten" if age else "juuri nyt"
        likes = self.chance.between(0, 30, "likes", item.number) * age + self.chance.below(
            9, "more", item.number, hour
        )
        html = f"<h3>{title}</h3><p>{words}</p><i>{ago} · {likes} reaktiota</i>"
        return panels.plain("merkinta", width, html, is_news=True)

    def _cheer(self, guest: Guest, hour: int, width: int) -> Panel:
        ago = self.chance.between(1, 59, "ago", guest.text, hour)
        likes = self.chance.between(2, 700, "cheered", guest.text, hour)
        html = (
            f"<h3>Tervehdys</h3><p>{_CHEERS[guest.text]}</p><i>{ago} minuuttia sitten · {likes} reaktiota</i>"
        )
        return panels.plain("merkinta", width, html)

    def _stall(self, hour: int, turn: int, width: int) -> Panel:
        number = self.chance.below(len(_STALL), "stall", hour, turn)
        tall = self.chance.between(60, 260, "stall px", hour, turn)
        shown = panels.image(f"crowd-etu-{number}", width - 30, tall)
        return panels.plain("merkinta", width, f"<h3>{_STALL[number]}</h3>{shown}<i>liitto tiedottaa</i>")

    def _clock(self, hour: int, width: int) -> Panel:
        html = f"<h4>Kiista kestänyt</h4><h1>{hour // 24 + 11} vrk {hour % 24} h</h1>"
        return panels.plain("kello", width, html)

    def _members(self, hour: int, width: int) -> Panel:
        joined = 214_500 + 9 * hour + self.chance.below(9, "joined", hour)
        fund = self.chance.between(100, 990, "fund", hour // 2)
        html = f"<h4>Jäseniä</h4><b>{joined:,}</b><p>Lakkokassaan tänään {fund} €</p>"
        return panels.plain("jasenet", width, html)

    def _picket(self, hour: int, width: int) -> Panel:
        """Photographs that members send, another few at each hour."""
        shown = "".join(
            panels.image(f"crowd-portti-{self.chance.below(40, 'picket', hour, turn)}", width - 24, 150)
            for turn in range(self.chance.between(1, 4, "pickets", hour))
        )
        return panels.plain("kuva", width, f"<h4>Kuvia porteilta</h4>{shown}")

    def _poll(self, hour: int, width: int) -> Panel:
        yes = self.chance.between(35, 75, "yes", hour)
        asked = self.chance.pick(
            ("Hyväksyisitkö tarjouksen?", "Riittääkö lakkoapu?", "Pitäisikö jatkaa?"), "q", hour // 12
        )
        return panels.plain(
            "kysely", width, f"<h4>Kysely</h4><h3>{asked}</h3><p>Kyllä {yes} %, ei {100 - yes} %</p>"
        )


ENSEMBLES = (Ansambl, Tyontaisto)
