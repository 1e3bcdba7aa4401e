"""One stream for the board and for everybody else: a Dutch university with rooms to let, blogs and unions around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.sites import panels
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several, written
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_DUTCH: Mapping[str, Sequence[str]] = {
    "opleiding": ("Rechten", "Geneeskunde", "Scheikunde", "Psychologie", "Werktuigbouw", "Geschiedenis",
                  "Econometrie",
                  "Informatica", "Sociologie", "Tandheelkunde", "Wijsbegeerte", "Diergeneeskunde"),
    "gebouw": ("de Zuidertoren", "het Boerhaavehuis", "de Glazen Hal", "het Kanaalgebouw",
               "de Oude Sterrenwacht",
               "het Sportcentrum", "de Bibliotheek Oost", "het Practicumgebouw"),
    "dag": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag"),
    "reden": ("asbest", "een waterlek", "een bezetting", "stroomuitval", "te weinig surveillanten",
              "een datalek",
              "verzakking van de vloer", "een staking bij het spoor", "legionella"),
    "straat": ("Molenkade", "Nieuwe Gracht", "Lijsterlaan", "Handelsweg", "Singelstraat", "Spoordijk",
               "Parkweg",
               "Vismarkt", "Bleekveld", "Oranjehof", "Kerkpad", "Tolbrug"),
    "naam": ("Fenna", "Bilal", "Sanne", "Jurre", "Noor", "Daan", "Lotte", "Imane", "Wout", "Merel", "Tijn",
             "Yara"),
    "club": ("Studievereniging Archimedes", "Roeiclub De Riem", "Koor Vox", "Debatclub Repliek",
             "Filmhuis Kelder",
             "Dispuut Hecate", "Schaakclub Toren", "Vrouwennetwerk Iris", "Klimvereniging Touw"),
    "wat": ("open avond", "lezing over {reden}", "quiz", "proefles", "benefietfeest", "sollicitatietraining",
            "debat over de bezuinigingen", "ledenvergadering", "vertoning met nagesprek"),
    "krant": ("De Waardenaar", "Stadsblad", "Radio Oost", "Campuskrant", "Het Regiojournaal"),
    "extra": ("met balkon", "huisgenoten gezocht", "tot september", "inclusief", "op de zolder",
              "hospita boven",
              "alleen niet-rokers", "met eigen keuken", "per direct", "kijkavond vanavond"),
}  # fmt: skip
_DECIDED = ("Tentamens {opleiding} verplaatst naar {dag} {h} uur",
            "Staking op {dag}: geen colleges in {gebouw}",
            "College van Bestuur schrapt {n} banen bij {opleiding}", "{opleiding} verhuist naar {gebouw}",
            "Numerus fixus voor {opleiding}: {n}0 plaatsen", "Aanmelding voor {opleiding} open tot {m} juni",
            "Bindend studieadvies {opleiding} gaat naar {n} punten",
            "Uitslag {opleiding} ongeldig door {reden}",
            "Herkansingen {opleiding} alleen online wegens {reden}",
            "Medezeggenschap stemt tegen plan {opleiding}",
            "Collegegeld voor {opleiding} stijgt met {n} euro",
            "Onderzoek naar {reden} bij {opleiding}")  # fmt: skip
_WHY = ("De maatregel geldt vanaf {dag} en treft {n}0 studenten.", "Aanleiding is {reden} in {gebouw}.",
        "Wie al stond ingeschreven, krijgt voor {m} juni bericht.",
        "De faculteit heeft {m} dagen om bezwaar te maken.",
        "Het besluit is genomen met {n} stemmen voor en {m} tegen.",
        "Roosters worden op {dag} om {h} uur vernieuwd.",
        "Studenten worden opgevangen in {gebouw}.")  # fmt: skip
_MORE = ("Aanvulling: dit geldt ook voor deeltijd.", "Gewijzigd: de ingangsdatum is nu {m} juni.",
         "De vakbond heeft inmiddels ingestemd.", "De rechter doet {dag} uitspraak.",
         "Aanvulling: {gebouw} blijft open tot {h} uur.", "Er komen {n} extra plaatsen.",
         "Vragen kunnen tot {dag} naar de balie in {gebouw}.")  # fmt: skip
_BLOGGED = ("{n} kamers bekeken, nul gekregen", "Waarom ik na {m} maanden stopte met {opleiding}",
            "Tentamens bij {opleiding}: zo overleef je ze", "Een nacht in {gebouw}",
            "Staken of studeren op {dag}?",
            "Van {opleiding} naar {opleiding2}: mijn overstap", "Wat {reden} met mijn scriptie deed",
            "Koken voor {m} huisgenoten aan de {straat}",
            "Stage lopen met {opleiding}: {n} brieven later")  # fmt: skip
_LINES = ("Ik had op {dag} college moeten hebben, maar er was {reden}.",
          "Met {naam} praat ik over geld en {opleiding}.",
          "Mijn huis aan de {straat} telt {m} fietsen en één stofzuiger.",
          "Om {h} uur sluit {gebouw}, en dan begint het.",
          "De docent zei dat {n} procent het haalt. Ik haalde het.",
          "Niemand vertelt je dit over {opleiding}.")  # fmt: skip
_SHOWN = ("Zonsopkomst boven {gebouw}, gezien door {naam}", "{naam} haalt de krant met {opleiding}!",
          "Wie herkent {gebouw} in 1970?", "De kat van {gebouw} is weer gezien",
          "Diploma-uitreiking {opleiding}: {n} toga’s",
          "{n} km geroeid voor het goede doel, {naam} aan het roer",
          "Eerste terrasdag bij {gebouw}")  # fmt: skip
_MEDIA = ("Hoe {reden} {opleiding} in zijn greep kreeg", "Student {naam}: ‘Wij slapen in {gebouw}’",
          "Opinie: {opleiding} verdient beter dan dit bestuur",
          "Hoogleraar {opleiding} ontraadt {n} uur slaap",
          "Kamernood: {n}0 studenten zonder dak", "{naam} wint prijs met scriptie over {reden}")  # fmt: skip
_HOUSES = ("Zuidertoren", "Boerhaavehuis", "Glazen Hal", "Kanaalgebouw", "Bibliotheek Oost", "Sportcentrum")
_OPEN = ("open tot {h} uur", "dicht tot {dag}", "alleen met pas", "open, geen liften", "dicht wegens {reden}",
         "alleen tentamens, tot {h} uur", "open tot middernacht", "vleugel {k} gesloten")  # fmt: skip


@dataclass(frozen=True)
class Decision:
    """What the board announced: which text, in which hour, and what was put in since."""

    number: int
    began: int
    added: tuple[int, ...] = ()


class Waarden(GeneratedSite):
    """A university: its board's messages in one stream with blogs and photographs; rooms beside, buildings below."""

    slug = "dewaarden"
    hard = "messages of the board in one stream with students' blogs and photographs; rooms to let beside, much busier"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#15203b", muted="#6f7890", line="#dde1ec", accent="#e3501f",
        lead_px=24, top_px=17, card="#f3f5fb",
        extra=(
            ".masthead{background:#15203b;color:#fff}.masthead .small{color:#b9c3e0}.kamers{background:#fff4ee}"
            ".kamers li{display:flex;gap:10px}.kamers h3{font:bold 14px/18px 'Liberation Sans'}"
            ".stroom article{border:1px solid #dde1ec;border-radius:8px;padding:10px 12px;margin-bottom:10px}"
            ".stroom h2{margin:2px 0 4px}.stroom em{font:bold 11px/14px 'DejaVu Sans';color:#e3501f}"
            ".stroom img{margin:0 0 8px}.gebouwen dl{display:grid;grid-template-columns:170px 1fr;margin:0}"
            ".gebouwen dt,.gebouwen dd{margin:0;padding:4px 0;border-bottom:1px dashed #dde1ec}"
            ".agenda,.media{background:#f3f5fb}.vrij{background:#dfe6fb}.vrij span{margin-right:18px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 18), then=0.2, night=0.12)
    feeds: Mapping[str, Feed] = {
        "kamers": Feed(per_h=0.6, length=8, busy=(8, 23), idle=0.35, leaves=0.12),
        "blog": Feed(per_h=0.11, length=3, busy=(9, 23), idle=0.3),
        "foto": Feed(per_h=0.09, length=2, busy=(8, 22), idle=0.1, weekend=1.4),
        "agenda": Feed(per_h=0.2, length=6, busy=(10, 22), idle=0.05, weekend=0.6, leaves=0.05),
        "media": Feed(per_h=0.1, length=4, busy=(6, 20), idle=0.2),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        told = [Decision(-number, -17 * number) for number in range(1, 5)]
        doors = [-seat for seat in range(len(_HOUSES))]
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.27 * pace, "decided", hour):
                told = self._decided(told, hour)
            if self.chance.happens(0.12 * pace, "door", hour):
                doors[self.chance.below(len(doors), "which", hour)] = hour
            news = (
                *(" ".join(self._told(item)) for item in told),
                *(f"{name} {self._door(seat, doors[seat])}" for seat, name in enumerate(_HOUSES)),
            )
            yield PageState(rows=tuple(self._page(told, doors, posts, hour, at)), news=news)

    def _decided(self, old: Sequence[Decision], hour: int) -> list[Decision]:
        """Another message, a sentence more in one, another one in its place, or a message withdrawn."""
        what = self.chance.number("what", hour)
        place = self.chance.below(len(old), "place", hour)
        item = old[place]
        if what < 0.5 or len(old) < 3:
            return [Decision(hour, hour), *old[:3]]
        if what < 0.63:
            return [*old[:place], *old[place + 1 :]]
        kept = item.added if len(item.added) < 2 else item.added[1:]
        return [*old[:place], replace(item, added=(*kept, hour)), *old[place + 1 :]]

    def _told(self, item: Decision) -> tuple[str, str]:
        draw = self.chance.child("told", item.number)
        lines = [written(draw.child("why"), _WHY, _DUTCH)]
        lines += [written(self.chance.child("more", number), _MORE, _DUTCH) for number in item.added]
        return written(draw, _DECIDED, _DUTCH), " ".join(lines)

    def _door(self, seat: int, turn: int) -> str:
        return written(self.chance.child("door", seat, turn), _OPEN, {**_DUTCH, "k": ("A", "B", "C", "D")})

    def _page(
        self, told: Sequence[Decision], doors: Sequence[int], posts: Mapping[str, Sequence[Post]], hour: int,
        at: datetime,
    ) -> list[Row]:  # fmt: skip
        here = f"{self.chance.between(900, 9000, 'here', hour)} studenten op de campus · {at:%d-%m-%Y %H:%M}"
        middle = [self._stream(told, posts, hour), self._doors(doors)]
        right = [self._agenda(posts["agenda"]), self._media(posts["media"], hour)]
        return [
            row(panels.masthead("Universiteit De Waarden", 1000, here, height=62), tag="header"),
            row(self._free(hour)),
            row(self._rooms(posts["kamers"], hour), middle, right, tag="main"),
            row(panels.plain("voet", 1000, '<p class="small">Privacy · Werken bij · Klachten · English</p>')),
        ]

    def _stream(self, told: Sequence[Decision], posts: Mapping[str, Sequence[Post]], hour: int) -> Panel:
        """All that was said, whoever said it, the latest on top."""
        parts = [(item.began, 0, self._message(item, hour)) for item in told]
        parts += [(item.began, 1, self._blog(item, hour)) for item in posts["blog"]]
        parts += [(item.began, 2, self._photo(item, hour)) for item in posts["foto"]]
        html = "".join(words for _, _, words in sorted(parts, reverse=True))
        return panels.plain("stroom", 420, html, is_news=True)

    def _message(self, item: Decision, hour: int) -> str:
        title, words = self._told(item)
        return _article("College van Bestuur", f"b{item.number + 99}", title, words, hour - item.began)

    def _blog(self, item: Post, hour: int) -> str:
        draw = self.chance.child("blog", item.number)
        words = several(draw, _LINES, _DUTCH, draw.pick((1, 2, 2), "many"))
        pools = {**_DUTCH, "opleiding2": _DUTCH["opleiding"]}
        title = posted(self.chance.child("blogged"), item.number, _BLOGGED, pools)
        return _article(
            f"Blog van {draw.pick(_DUTCH['naam'], 'by')}", f"s{item.number}", title, words, hour - item.began
        )

    def _photo(self, item: Post, hour: int) -> str:
        draw = self.chance.child("photo", item.number)
        shown = panels.image(f"city-waarden-{item.number}", 370, draw.pick((170, 210, 250), "px"))
        words = posted(self.chance.child("shown"), item.number, _SHOWN, _DUTCH)
        return f"<article>{shown}<p>{words}</p><p class='small'>♥ {liked(draw, hour, item.began, 1200)}</p></article>"

    def _rooms(self, posts: Sequence[Post], hour: int) -> Panel:
        """Rooms to let, with a small picture each; they go when they are let."""
        lines = ""
        for item in posts:
            draw = self.chance.child("room", item.number)
            words = f"{draw.between(8, 27, 'size')} m² {draw.pick(_DUTCH['straat'], 'street')}"
            lower = draw.happens(0.4, "lower") and hour - item.began > draw.between(4, 40, "lower after")
            price = 10 * draw.between(36, 81, "price") - (30 if lower else 0)
            under = f"€ {price} · {draw.pick(_DUTCH['extra'], 'extra')}"
            seen = f"{liked(draw, hour, item.began, 140)} reacties"
            lines += (
                f'<li><img src="/kamerfoto/{item.number}.svg" width="84" height="64" alt=""><div>'
                f'<h3><a href="{ORIGIN}/kamer/{item.number + 500}">{words}</a></h3><p class="small">{under}</p>'
                f'<p class="small">{seen}</p></div></li>'
            )
        return panels.plain("kamers", 300, f"<h4>Kamers gevraagd en aangeboden</h4><ul>{lines}</ul>")

    def _doors(self, doors: Sequence[int]) -> Panel:
        lines = "".join(
            f"<dt>{name}</dt><dd>{self._door(seat, doors[seat])}</dd>" for seat, name in enumerate(_HOUSES)
        )
        return panels.plain("gebouwen", 420, f"<h2>Gebouwen</h2><dl>{lines}</dl>", is_news=True)

    def _agenda(self, posts: Sequence[Post]) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("event", item.number)
            what = draw.pick(_DUTCH["wat"], "what").format(reden=draw.pick(_DUTCH["reden"], "about"))
            when = f"{draw.pick(_DUTCH['dag'], 'day')} {draw.between(12, 21, 'hour')} uur"
            lines += f"<li><h3>{draw.pick(_DUTCH['club'], 'club')}</h3><p>{what}, {when}</p></li>"
        return panels.plain("agenda", 280, f"<h4>Agenda van verenigingen</h4><ul>{lines}</ul>")

    def _media(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            draw = self.chance.child("media", item.number)
            under = f"{draw.pick(_DUTCH['krant'], 'paper')}, {max(1, hour - item.began)} uur geleden"
            words = posted(self.chance.child("cited"), item.number, _MEDIA, _DUTCH)
            lines += f'<li><h3>{words}</h3><p class="small">{under}</p></li>'
        return panels.plain("media", 280, f"<h4>In de media</h4><ul>{lines}</ul>")

    def _free(self, hour: int) -> Panel:
        cells = "".join(
            f"<span>{name} {self.chance.below(300, 'free', name, hour)}</span>" for name in _HOUSES
        )
        return panels.plain("vrij", 1000, f"<p>Vrije studieplekken: {cells}</p>")

    def picture(self, path: str) -> Resource | None:
        """The photographs of rooms too: a wall, a window, a bed under it."""
        if not path.startswith("/kamerfoto/"):
            return super().picture(path)
        draw = self.chance.child("room picture", path)
        wall = draw.pick(("#f1e6d6", "#dfe8e4", "#e9dff0", "#f5f5f0", "#d8e3ee"), "wall")
        bed = draw.pick(("#b5543c", "#2f5d8a", "#4f7f52", "#c9a227", "#6a4c7d"), "bed")
        left, wide = draw.between(10, 120, "left"), draw.between(60, 130, "wide")
        drawn = (
            f'<rect width="252" height="192" fill="{wall}"/><rect y="150" width="252" height="42" fill="#a98563"/>'
            f'<rect x="{left}" y="22" width="{wide}" height="70" fill="#a9d3ee" stroke="#fff" stroke-width="6"/>'
            f'<rect x="{draw.between(5, 110, "bed x")}" y="118" width="136" height="46" fill="{bed}"/>'
            f'<circle cx="{draw.between(20, 230, "lamp")}" cy="14" r="11" fill="#ffd166"/>'
        )
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="252" height="192" viewBox="0 0 252 192">'
        return Resource("image/svg+xml", f"{head}{drawn}</svg>".encode())


def _article(by: str, address: str, title: str, words: str, age: int) -> str:
    """An article of the stream, of whoever wrote it."""
    return (
        f'<article><em>{by}</em><h2><a href="{ORIGIN}/{address}">{title}</a></h2><p>{words}</p>'
        f'<p class="small">{max(1, age)} uur geleden</p></article>'
    )


FORUMS = (Waarden,)
