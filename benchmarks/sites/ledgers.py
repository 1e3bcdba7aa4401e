"""Boards: a Welsh county's warnings and the objects that a Hungarian workshop restores, with ages and photographs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_HAZARDS = ("Llifogydd", "Ffordd ar gau", "Toriad trydan", "Berwch ddŵr yfed", "Ysgol ar gau", "Coeden ar y ffordd",
            "Tirlithriad", "Dim trenau", "Gwyntoedd cryfion", "Tân gwair", "Niwl trwchus", "Dim cyflenwad dŵr",
            "Traeth ar gau")  # fmt: skip
_PARISHES = ("Pont-rhyd", "Cwm Ysgir", "Llanfedw", "Aberysgir", "Bryn-y-maen", "Trefelin", "Rhos-goch", "Nant-y-glyn",
             "Porth Llwyd", "Capel Isaf", "Y Waun Las")  # fmt: skip
_SAID = ("Mae criwiau ar y safle.", "Defnyddiwch ffordd arall.", "Peidiwch â theithio oni bai bod rhaid.",
         "Effeithir ar {n} o gartrefi.", "Disgwylir iddo barhau tan {h}:00.", "Agorwyd canolfan i drigolion.",
         "Mae'r gwaith atgyweirio wedi dechrau.", "Bydd diweddariad am {h}:00.", "Mae'r sefyllfa yn gwella'n araf.",
         "Mae un lôn wedi ailagor.", "Galwyd ar y tîm achub mynydd.")  # fmt: skip
_LEVELS = ("Melyn", "Oren", "Coch")
_OPEN = (("Pwll nofio Aberysgir", "{n} o bobl yn y dŵr nawr", ("Agored", "Prysur")),
         ("Maes parcio'r Castell", "{n} o leoedd gwag", ("Lle", "Bron yn llawn", "Llawn")),
         ("Bws T4 i'r dref", "y nesaf mewn {n} munud", ("Ar amser", "Yn hwyr")),
         ("Canolfan ailgylchu Rhos-goch", "ciw o {n} cerbyd", ("Agored", "Prysur")),
         ("Llyfrgell Trefelin", "{n} cyfrifiadur yn rhydd", ("Agored",)),
         ("Canolfan alwadau", "aros {n} munud", ("Tawel", "Prysur")),
         ("Fferi Porth Llwyd", "croesiad nesaf mewn {n} munud", ("Ar amser", "Yn hwyr")),
         ("Adran frys yr ysbyty", "{n} yn aros", ("Tawel", "Prysur", "Prysur iawn")),
         ("Pwyntiau gwefru", "{n} yn rhydd", ("Lle", "Llawn")),
         ("Casgliadau gwastraff", "{n} stryd ar ôl heddiw", ("Ar y gweill",)),
         ("Amgueddfa'r Sir", "{n} o ymwelwyr heddiw", ("Agored",)),
         ("Ansawdd aer, Stryd y Bont", "mynegai {n}", ("Isel", "Cymedrol")))  # fmt: skip
_ADVICE = ("Paratowch fag argyfwng", "Cofrestrwch am negeseuon testun", "Gwiriwch eich cymdogion hŷn",
           "Dysgwch nofio dros yr haf", "Gyrrwch yn araf ger ysgolion", "Talwch y dreth ar-lein",
           "Maethu: newidiwch fywyd")  # fmt: skip
_RIVERS = ("Afon Ysgir", "Afon Fedw", "Nant Goch", "Afon Llwyd", "Nant y Glyn", "Afon Waun")


@dataclass(frozen=True)
class Alert:
    """A warning: which one, how grave, which words it has by now, since when, and when it ends."""

    number: int
    level: int
    words: int
    since: int
    until: int


class Rhybudd(GeneratedSite):
    """A county's page of warnings, folded out; its services stand among them in the same form, and advice does."""

    slug = "rhybudd"
    hard = "Welsh; warnings dealt into two or three columns amid services with badges and ages; cameras above"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#eef1f4", ink="#1a2530", muted="#61707f", line="#c9d2da", accent="#00594c",
        lead_px=26, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#00594c;color:#fff}.masthead .small{color:#bfe0da}.item{background:#fff;"
            "border-bottom:8px solid #eef1f4}summary{font:bold 16px/24px 'Liberation Sans'}"
            "summary b{padding:0 8px;margin-right:6px;font:bold 12px/20px 'Liberation Sans';background:#d7dee4}"
            ".l0 b{background:#ffd54a}.l1 b{background:#ff9d2e}.l2 b{background:#c62828;color:#fff}"
            ".rivers table{width:100%;border-collapse:collapse}.rivers td{border-bottom:1px solid #ccc;padding:4px}"
            ".drive{background:#7b1e5b;color:#fff}"
        ),
    )  # fmt: skip
    advice = Visits(per_h=0.3, stays_h=(2, 6), places=(0, 1, 3, 5), together=2, texts=len(_ADVICE))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        alerts = [Alert(-1 - seat, seat % 2, seat, -3 - seat, 9 + 7 * seat) for seat in range(4)]
        for hour, guests in enumerate(self.advice.at_each_hour(self.chance.child("advice"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (1.0 if 5 <= at.hour <= 21 else 0.35) if hour else 0.0
            alerts = [item for item in alerts if item.until > hour or pace < 1 or len(alerts) < 3]
            if len(alerts) < 8 and self.chance.happens(
                (0.13 if len(alerts) > 3 else 0.25) * pace, "comes", hour
            ):
                stays = self.chance.between(9, 55, "stays", hour)
                level = self.chance.pick((0, 0, 1, 2), "level", hour)
                alerts = [
                    Alert(hour, level, self.chance.below(99, "words", hour), hour, hour + stays),
                    *alerts,
                ]
            if self.chance.happens(0.1 * pace, "goes on", hour):
                place = self.chance.below(len(alerts), "whose", hour)
                alerts[place] = self._later(alerts[place], hour)
            news = tuple(words for item in alerts for words in self._told(item))
            yield PageState(rows=tuple(self._page(alerts, guests, hour, at)), news=news)

    def _later(self, item: Alert, hour: int) -> Alert:
        """Graver or less grave, or in other words."""
        if self.chance.happens(0.4, "graver", hour):
            level = 1 if item.level != 1 else self.chance.pick((0, 2), "to", hour)
            return replace(item, level=level, since=hour)
        return replace(item, words=item.words + self.chance.between(1, 9, "further", hour), since=hour)

    def _told(self, item: Alert) -> tuple[str, str]:
        what, where = told(self.chance.child("told"), (_HAZARDS, _PARISHES), item.number)
        draw = self.chance.child("words", item.number, item.words)
        words = _SAID[item.words % len(_SAID)].format(
            n=draw.between(6, 240, "n"), h=draw.between(10, 22, "h")
        )
        return f"<b>{_LEVELS[item.level]}</b>{what}: {where}", words

    def _page(self, alerts: Sequence[Alert], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        wide = self.chance.happens(0.4, "wide", hour // 4)
        width = 330 if not wide else 500
        items = [self._alert(item, hour, width) for item in alerts]
        shown = self.chance.shuffled(range(len(_OPEN)), "shown", hour // 2)[
            : self.chance.between(5, 9, "many", hour // 2)
        ]
        for seat, number in enumerate(shown):
            place = self.chance.below(len(items) + 1, "place", seat, hour // 2)
            items.insert(place, self._service(number, hour, width))
        for guest in guests:
            items.insert(guest.place, self._told_again(guest, hour, width))
        note = f"{at:%d/%m/%Y, %H:%M} · {self.chance.between(20, 990, 'here', hour)} ar y dudalen hon"
        rivers = self._rivers(hour, 500 if wide else 340)
        if wide:
            columns = [items[::2], items[1::2]]
            lower = row(self._tides(hour, 500), rivers)
        else:
            columns = [items[::2], [rivers, self._tides(hour, 340)], items[1::2]]
            lower = row(panels.advert(self.adverts.advert("low", 60 * hour, 970, 120), "hysbyseb", 1000))
        rows = [
            row(panels.masthead("Cyngor Sir Glan Ysgir", 1000, note, height=62), tag="header"),
            row(self._cameras(hour)),
            row(*columns, tag="main"),
            lower,
            row(
                panels.plain("foot", 1000, '<p class="small">Hygyrchedd · Cwcis · English</p>'), tag="footer"
            ),
        ]
        if self.chance.happens(0.3, "drive", hour // 3):
            height = self.chance.between(40, 140, "drive px", hour // 3)
            rows.insert(1, row(panels.strip("Dweud eich dweud: arolwg y gyllideb", height, name="drive")))
        return rows

    def _alert(self, item: Alert, hour: int, width: int) -> Panel:
        title, words = self._told(item)
        age = hour - item.since
        ago = f"{age} awr" if age else f"{self.chance.between(3, 55, 'ago', item.number)} munud"
        return _folded(width, f"l{item.level}", title, (words, f"Diweddarwyd {ago} yn ôl"), news=True)

    def _service(self, number: int, hour: int, width: int) -> Panel:
        name, words, badges = _OPEN[number]
        badge = self.chance.pick(badges, "badge", number, hour // 2)
        words = f"{words.format(n=self.chance.between(2, 140, 'now', number, hour))}.".capitalize()
        ago = self.chance.between(1, 58, "service ago", number, hour)
        return _folded(width, "open", f"<b>{badge}</b>{name}", (words, f"Diweddarwyd {ago} munud yn ôl"))

    def _told_again(self, guest: Guest, hour: int, width: int) -> Panel:
        """Advice that comes for some hours, and again another day."""
        liked = f"Rhannwyd {self.chance.between(9, 400, 'shared', guest.text, hour)} o weithiau"
        title = f"<b>Cyngor</b>{_ADVICE[guest.text]}"
        return _folded(
            width, f"l{guest.text % 2}", title, ("Darllenwch y canllaw llawn ar ein gwefan.", liked)
        )

    def _cameras(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'world-cam-{name}-{hour}', 238, self.chance.pick((110, 150), 'tall', hour // 6))}"
            f'<p class="small">{name}</p></div>'
            for name in self.chance.shuffled(_PARISHES, "cameras", hour // 3)[:4]
        )
        return panels.plain("cameras", 1000, f'<h4>Camerâu ffordd</h4><div class="cards">{cards}</div>')

    def _rivers(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(21, 290, 'level', name, hour) / 100:.2f} m"
            f"<td>{self.chance.pick(('↑', '↓', '→'), 'trend', name, hour)}</tr>"
            for name in _RIVERS
        )
        return panels.plain("rivers", width, f"<h4>Lefelau afonydd nawr</h4><table>{lines}</table>")

    def _tides(self, hour: int, width: int) -> Panel:
        poster = self.chance.below(9, "poster", hour)
        shown = panels.image(
            f"crowd-eisteddfod-{poster}", width - 24, self.chance.between(90, 240, "poster px", hour)
        )
        return panels.plain("poster", width, f"{shown}<h3>Digwyddiadau: {poster + 2} mis Mehefin</h3>")


def _folded(width: int, kind: str, title: str, words: tuple[str, str], *, news: bool = False) -> Panel:
    """An entry of the county's page, folded out."""
    inner = f'<summary>{title}</summary><p>{words[0]}</p><p class="small">{words[1]}</p>'
    html = f'<details open class="{kind}">{inner}</details>'
    return panels.plain("item", width, html, is_news=news)


_THINGS = ("Cserépkorsó", "Ezüstözött násfa", "Fatábla-ikon", "Postakürt", "Hímzett oltárterítő", "Vaskazetta",
           "Bőrkötésű kódex", "Állóóra", "Hajófigura", "Üvegnegatív", "Bábjáték-figura")  # fmt: skip
_FROM = ("egy győri padlásról", "a Duna medréből", "az elbontott kápolnából", "egy szegedi hagyatékból",
         "a vásártér alól", "ismeretlen adományozótól", "a leégett malomból")  # fmt: skip
_AGES = ("XV. század", "1640 körül", "1712", "XVIII. század vége", "1848", "1890-es évek")
_STAGES = ("felvétel", "tisztítás", "szárítás", "ragasztás", "kiegészítés", "retusálás", "lakkozás", "kész")
_SHOP = ("Bögre restaurátorbagollyal", "Aranyozókészlet kezdőknek", "Képeslapcsomag", "Családi jegy hétvégére",
         "Agyagozás gyerekeknek", "Katalógus, második kiadás", "Vászontáska", "Éjszakai műhelytúra")  # fmt: skip
_WROTE = ("A kislányom egy órát nézte az üvegen át!", "Mikor lesz kész az óra?", "A nagyapámnak is volt ilyen.",
          "Csodálatos munka, köszönjük.", "Szabad fényképezni?", "Miért nem hagyják így?", "Jövünk jövőre is.",
          "Ki az a bajuszos úr a mikroszkópnál?", "A kávézó zárva volt.")  # fmt: skip
_ROOMS = ("Fa", "Fém", "Textil", "Papír", "Kerámia", "Raktár")


@dataclass(frozen=True)
class Piece:
    """An object on the bench: which one, how far the work is, and which photograph shows it."""

    number: int
    stage: int = 0
    take: int = 0


class Muhely(GeneratedSite):
    """A museum's open workshop: ten objects with photographs that follow the work, things of the shop among them."""

    slug = "muhely"
    hard = (
        "Hungarian; photographs replaced under the same words, two orders of one board, a larger camera above"
    )
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffdf8", ink="#25211b", muted="#7f776a", line="#ded6c6", accent="#7a5c12",
        lead_px=28, top_px=16, card="#f4eedf",
        extra=(
            "figure{margin:0}figcaption{padding-top:6px}dl{margin:4px 0 0;display:grid;grid-template-columns:84px 1fr}"
            "dt{font:12px/18px 'Liberation Sans';color:#7f776a}dd{margin:0;font:13px/18px 'Liberation Sans'}"
            "dd mark{background:#7a5c12;color:#fff;padding:0 6px}.camera,.climate{background:#25211b;color:#fffdf8}"
            ".climate td{padding:2px 10px 2px 0;line-height:20px}.guests p{margin-bottom:8px;font-style:italic}"
            ".show{background:#7a5c12;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 17), off=(6, 0), then=0.3, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [Piece(number, number % 6, number % 3) for number in range(10)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.5 * self.duty.at(at), "worked", hour):
                place = self.chance.below(len(board), "on which", hour)
                board = self._worked(board, place, hour)
            shown = tuple(
                words for item in board for words in (f"/media/{self._photo(item)}.svg", *self._told(item))
            )
            yield PageState(rows=tuple(self._page(board, hour, at)), news=shown)

    def _worked(self, board: list[Piece], place: int, hour: int) -> list[Piece]:
        """A later photograph, the next step, or what is done leaves for the store."""
        item, what = board[place], self.chance.number("what", hour)
        if item.stage == len(_STAGES) - 1 or what > 0.93:
            return [*board[:place], *board[place + 1 :], Piece(board[-1].number + 1)]
        if what < 0.58:
            new = replace(item, take=item.take + 1)
        else:
            new = replace(item, stage=item.stage + 1, take=item.take + (what > 0.8))
        return [*board[:place], new, *board[place + 1 :]]

    def _photo(self, item: Piece) -> str:
        kind = ("culture", "science", "portrait")[item.number % 3]
        return f"{kind}-{item.number}-{item.take}"

    def _told(self, item: Piece) -> tuple[str, str]:
        thing, found, age = told(self.chance.child("told"), (_THINGS, _FROM, _AGES), item.number)
        return f"{thing} {found}, {age}", f"<mark>{_STAGES[item.stage]}</mark>"

    def _page(self, board: Sequence[Piece], hour: int, at: datetime) -> list[Row]:
        by_name = self.chance.happens(0.45, "by name", hour // 3)
        order = sorted(board, key=lambda item: self._told(item)[0]) if by_name else board
        cards = [self._piece(item, hour) for item in order]
        for seat in range(2):
            place = self.chance.below(11, "shop at", seat, hour // 4)
            cards.insert(place, self._sold(seat, hour))
        height = self.chance.pick((60, 120, 240), "show px", hour)
        note = f"{at:%Y. %m. %d., %H:%M} · rendezve: {'név' if by_name else 'leltári szám'} szerint"
        rows = [
            row(panels.masthead("Nyitott Műhely", 1000, note, height=66), tag="header"),
            row(self._camera(hour, at, 640), [self._climate(hour, 360), self._guests(hour, 360)]),
            *(row(*cards[first : first + 4]) for first in (0, 4, 8)),
            row(panels.advert(self.adverts.advert("low", 60 * hour, 970, height), "hirdetes", 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Jegyek · Támogatóink · Sajtó</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "show", hour // 5):
            tall = self.chance.between(44, 160, "tall", hour // 5)
            rows.insert(
                self.chance.pick((1, 2), "at", hour // 5),
                row(panels.strip("Múzeumok éjszakája", tall, name="show")),
            )
        return rows

    def _piece(self, item: Piece, hour: int) -> Panel:
        name, stage = self._told(item)
        seen = self.chance.between(3, 90, "seen", item.number, hour)
        lines = (
            ("Leltár", f"NYM {item.number + 2_140}"),
            ("Állapot", stage),
            ("Ma megnézte", f"{seen} látogató"),
        )
        return _figure(panels.image(self._photo(item), 226, 150), name, lines, news=True)

    def _sold(self, seat: int, hour: int) -> Panel:
        number = self.chance.below(len(_SHOP), "shop", seat, (hour + seat) // 2)
        price = f"<mark>{10 * self.chance.between(89, 990, 'price', number, hour // 24)} Ft</mark>"
        left = f"{self.chance.between(1, 30, 'left', number, hour)} darab"
        lines = (("Bolt", f"NYM {number + 3_300}"), ("Ár", price), ("Készleten", left))
        return _figure(panels.image(f"culture-shop-{number}", 226, 150), _SHOP[number], lines)

    def _camera(self, hour: int, at: datetime, width: int) -> Panel:
        if not 7 <= at.hour <= 18:
            return panels.plain("camera", width, f'<p style="height:120px">A műhely zárva. {at:%H:%M}</p>')
        shown = panels.image(f"portrait-bench-{hour}", width - 24, 330)
        return panels.plain("camera", width, f"{shown}<p>Élő kép: {_ROOMS[hour % 6]}műhely</p>")

    def _climate(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(170, 229, 'warm', name, hour) / 10:.1f} °C"
            f"<td>{self.chance.between(38, 59, 'damp', name, hour)} %</tr>"
            for name in _ROOMS
        )
        return panels.plain("climate", width, f"<table>{lines}</table>")

    def _guests(self, hour: int, width: int) -> Panel:
        words = self.chance.shuffled(_WROTE, "wrote", hour)[: self.chance.between(2, 4, "many", hour)]
        lines = "".join(f"<p>„{item}”</p>" for item in words)
        return panels.plain("guests", width, f"<h4>Vendégkönyv</h4>{lines}")


def _figure(shown: str, name: str, lines: Sequence[tuple[str, str]], *, news: bool = False) -> Panel:
    """A card of the workshop's board, of an object or of something in the shop."""
    pairs = "".join(f"<dt>{term}</dt><dd>{words}</dd>" for term, words in lines)
    html = f"<figure>{shown}<figcaption><h2>{name}</h2></figcaption></figure><dl>{pairs}</dl>"
    return panels.plain("piece", 250, html, is_news=news)


LEDGERS = (Rhybudd, Muhely)
