"""Readings and rooms: an avalanche service in German, a gallery in Portuguese."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_MASSIFS = ("Nordkette", "Rauer Kamm", "Silberjoch", "Ferner Süd", "Weißtal")
_STATIONS = ("Hochalm", "Joch 2140", "Kar", "Sattelhütte", "Gletscher", "Seeboden", "Ostgrat")
_WORDS = ("", "gering", "mäßig", "erheblich", "groß", "sehr groß")
_HUES = ("", "#b7e07b", "#ffe94a", "#f7931e", "#e2231a", "#5a0d0d")
_FROM = ("Über 2200 m liegt frischer Triebschnee auf einer weichen Schicht.",
         "Die Schneedecke ist durchfeuchtet und verliert am Nachmittag an Festigkeit.",
         "Ein schwacher Altschnee bleibt an schattigen Hängen störanfällig.",
         "Der Regen hat die oberste Schicht geschwächt.",
         "Nach einer klaren Nacht trägt der Harschdeckel bis in den Vormittag.",
         "Der starke Wind hat Rinnen und Mulden gefüllt.")  # fmt: skip
_DO = ("Steile Hänge oberhalb der Waldgrenze sind zu meiden.", "Touren sollten vor Mittag beendet sein.",
       "Einzelne Personen können Lawinen auslösen.", "Spontane Abgänge können Wege und Straßen erreichen.",
       "Die Verhältnisse sind für geübte Tourengeher meist günstig.",
       "Abstand halten entlastet die Schneedecke.")  # fmt: skip
_THEN = ("Mit dem Föhn steigt die Gefahr am Wochenende an.", "Abkühlung bringt ab morgen eine leichte Besserung.",
         "Bis auf Weiteres ändert sich wenig.", "Neuschnee wird die Lage verschärfen.",
         "Die Tendenz ist langsam fallend.")  # fmt: skip
_DAYS = ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag")


@dataclass(frozen=True)
class Warned:
    """A danger for each massif, and which sentences explain it."""

    levels: tuple[int, ...]
    sentences: tuple[int, int, int]


class Lawine(GeneratedSite):
    """A warning that seldom changes but is stamped anew twice a day; a map, readings, curves, cameras change hourly."""

    slug = "lawine"
    hard = (
        "slow; nearly all of the page is measured anew each hour, the warning's date too while its words stay"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#14213d", muted="#5c677d", line="#d3dae6", accent="#004a8f",
        lead_px=26, top_px=18,
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{padding:5px 8px 4px;border-top:1px solid #d3dae6;"
            "text-align:left;line-height:20px}.map{background:#eef2f8}.cell{display:inline-block;width:150px;"
            "padding:3px 8px;font-weight:bold}.warning p{margin-bottom:8px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        levels = tuple(self.chance.between(2, 3, "level", place) for place in range(len(_MASSIFS)))
        now, issued = Warned(levels, (0, 0, 0)), STARTS_AT - timedelta(hours=13)
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            regular = at.hour in {8, 17}
            if hour and self.chance.happens(0.35 if regular else 0.006, "judged anew", hour):
                now, issued = self._judged(now, hour), at
            if regular:
                issued = at
            levels_told = (f"{name} {level}" for name, level in zip(_MASSIFS, now.levels, strict=True))
            yield PageState(rows=tuple(self._page(now, issued, hour)), news=(*levels_told, *self._told(now)))

    def _judged(self, old: Warned, hour: int) -> Warned:
        levels, sentences = list(old.levels), list(old.sentences)
        for place in self.chance.shuffled(range(len(levels)), "massif", hour)[
            : self.chance.below(4, "n", hour)
        ]:
            by = (
                self.chance.pick((-1, 1), "by", hour)
                if 1 < levels[place] < 4
                else -1
                if levels[place] > 1
                else 1
            )
            levels[place] += by
        for place, texts in enumerate((_FROM, _DO, _THEN)):
            if place == hour % 3 or self.chance.happens(0.4, "written anew", hour, place):
                step = self.chance.between(1, len(texts) - 1, "sentence", hour, place)
                sentences[place] = (sentences[place] + step) % len(texts)
        return Warned(tuple(levels), (sentences[0], sentences[1], sentences[2]))

    def _told(self, now: Warned) -> tuple[str, str, str]:
        first, second, third = now.sentences
        return _FROM[first], _DO[second], _THEN[third]

    def _page(self, now: Warned, issued: datetime, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        return [
            row(panels.masthead("Lawinendienst Hochtal", 1000, f"{_DAYS[at.weekday()]}, {at:%d.%m.%Y %H:%M} Uhr",
                                height=58), tag="header"),
            row([self._map(hour, at, 540)], [self._warning(now, issued, 460)], tag="main"),
            row(self._readings(hour, 1000)),
            row(self._cameras(hour, at, 1000)),
        ]  # fmt: skip

    def _warning(self, now: Warned, issued: datetime, width: int) -> Panel:
        lines = "".join(
            f'<tr><td>{name}</td><td><span class="cell" style="background:{_HUES[level]};'
            f'color:{"#fff" if level > 3 else "#000"}">{level} {_WORDS[level]}</span></td></tr>'
            for name, level in zip(_MASSIFS, now.levels, strict=True)
        )
        text = "".join(f"<p>{sentence}</p>" for sentence in self._told(now))
        stamp = f'<p class="small">Ausgegeben am {issued:%d.%m.} um {issued:%H} Uhr</p>'
        return panels.plain(
            "warning", width, f"<h1>Lagebericht</h1>{stamp}{text}<table>{lines}</table>", is_news=True
        )

    def _map(self, hour: int, at: datetime, width: int) -> Panel:
        drawing = f'<img src="/karte/{hour}.svg" width="{width - 24}" height="400" alt="">'
        words = (
            f'<h4>Schneehöhen</h4>{drawing}<p class="small">Gerechnet um {at:%H}:07, Lauf {hour + 9110}</p>'
        )
        return panels.plain("map", width, words)

    def _readings(self, hour: int, width: int) -> Panel:
        lines = ""
        for place, name in enumerate(_STATIONS):
            draw = self.chance.child("reading", place)
            snow = 210 - 17 * place + draw.below(3, "snow", hour) - hour // 12
            curve = f'<img src="/kurve/{place}-{hour}.svg" width="180" height="36" alt="">'
            air = (draw.between(-9, 9, "air", hour) - 8 * abs((hour + 16) % 24 - 12)) / 10 - place / 2
            cells = (
                f"<b>{name}</b>", f"{snow} cm", f"{draw.below(13, 'new', hour // 2)} cm",
                f"{air:.1f} °C".replace(".", ","),
                f"{draw.between(0, 96, 'wind', hour)} km/h", f"{draw.between(35, 99, 'wet', hour)} %", curve,
            )  # fmt: skip
            lines += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        head = "".join(
            f"<th>{title}</th>"
            for title in ("Station", "Schnee", "Neu 24 h", "Luft", "Böen", "Feuchte", "Temperatur, 48 h")
        )
        return panels.plain("readings", width, f"<h4>Messwerte</h4><table><tr>{head}</tr>{lines}</table>")

    def _cameras(self, hour: int, at: datetime, width: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'world-{name.split()[0].lower()}-{hour}', 314, 190)}"
            f'<p class="small">{name}, {at:%H}:{self.chance.below(60, "taken", name, hour):02d}</p></div>'
            for name in _STATIONS[:3]
        )
        return panels.plain("cameras", width, f'<h4>Kameras</h4><div class="cards">{cards}</div>')

    def picture(self, path: str) -> Resource | None:
        """The map and the curves too, which are drawn each hour."""
        kind, _, key = path.removesuffix(".svg").removeprefix("/").partition("/")
        if kind not in {"karte", "kurve"}:
            return super().picture(path)
        drawing = self._drawn_map(key) if kind == "karte" else self._drawn_curve(key)
        return Resource("image/svg+xml", drawing.encode())

    def _drawn_map(self, key: str) -> str:
        fields = ""
        for place in range(54):
            x, y = place % 9 * 58, place // 9 * 67
            blue = self.chance.below(120, "field", place) + self.chance.below(80, "drift", key, place)
            corners = " ".join(
                f"{x + dx * 58 + self.chance.below(14, 'corner', place % 9 + dx, place // 9 + dy)},"
                f"{y + dy * 67 + self.chance.below(14, 'corner', place // 9 + dy, place % 9 + dx)}"
                for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))
            )
            fields += f'<polygon points="{corners}" fill="rgb({235 - blue},{240 - blue // 2},255)"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="536" height="416" viewBox="0 0 536 416">{fields}</svg>'

    def _drawn_curve(self, key: str) -> str:
        points = " ".join(
            f"{place * 6},{4 + self.chance.below(28, 'curve', key, place)}" for place in range(31)
        )
        line = f'<polyline points="{points}" fill="none" stroke="#c1121f" stroke-width="2"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="180" height="36" viewBox="0 0 180 36">{line}</svg>'


_TITLES = ("A casa {of}", "Retratos {of}", "O jardim {of}", "Cartas {of}", "Depois {of}", "Luz {of}", "Mapa {of}",
           "Sete vezes {of}")  # fmt: skip
_OF = ("do mar", "da chuva", "das mãos", "do silêncio", "da pedra", "dos outros", "da memória", "do sal", "da noite",
       "das aves")  # fmt: skip
_ARTISTS = ("Inês Falcão", "Rui Sarmento", "Teresa Lobo", "Mário Quintela", "Beatriz Anjos", "Tomé Valadares",
            "Lídia Carneiro", "Afonso Brito", "Graça Mendonça", "Duarte Pires")  # fmt: skip
_GOODS = ("Catálogo 2025", "Saco de pano", "Caderno azul", "Postais, conjunto de dez", "Cartaz A2", "Lápis de cera",
          "Caneca", "Puzzle de 500 peças", "Lenço de seda", "Livro de artista")  # fmt: skip
_MONTHS = ("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
           "novembro", "dezembro")  # fmt: skip


@dataclass(frozen=True)
class Show:
    """An exhibition, the days by which it was prolonged, and which photograph stands for it."""

    number: int
    longer: int = 0
    photograph: int = 0


class Vitrine(GeneratedSite):
    """A house of small galleries: a show's picture and caption are replaced together; a carousel and a shop beside."""

    slug = "vitrine"
    hard = "pictures and captions that are replaced together, beside a larger carousel of other works at each hour"
    more = 0
    look = Look(
        heading=WIDE, paper="#fffaf5", ink="#241c15", muted="#7d6b5d", line="#eadfd3", accent="#d1495b", card="#ffffff",
        lead_px=26, top_px=18,
        extra=(
            ".shows .wall{display:grid;grid-template-columns:1fr 1fr;gap:16px}.shows .wall h2{margin-top:6px}"
            ".goods{display:grid;grid-template-columns:1fr 1fr 1fr;gap:10px}.letter{background:#241c15;color:#fffaf5}"
            ".wheel{background:#241c15;color:#fffaf5}.wheel .small{color:#eadfd3}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; another photograph of the same show is neither news nor none."""
        shows = [Show(-number) for number in range(1, 5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            busy = 9 <= at.hour <= 20
            place = self.chance.below(4, "place", hour)
            if hour and self.chance.happens(0.085 if busy else 0.008, "replaced", hour):
                shows[place] = Show(hour)
            elif hour and busy and self.chance.happens(0.02, "prolonged", hour):
                shows[place] = replace(shows[place], longer=shows[place].longer + 7)
            elif hour and busy and self.chance.happens(0.015, "photographed", hour):
                shows[place] = replace(shows[place], photograph=hour)
            told = tuple(" | ".join(self._told(item)) for item in shows)
            seen = tuple(f"{item.number} {item.photograph}" for item in shows)
            over = (self._letter(),) if self.chance.happens(0.12, "letter", hour) else ()
            yield PageState(rows=tuple(self._page(shows, hour, at)), news=told, secondary=seen, overlays=over)

    def _told(self, item: Show) -> tuple[str, str, str]:
        draw = self.chance.child("show", item.number)
        title = draw.pick(_TITLES, "title").format(of=draw.pick(_OF, "of"))
        room = f"{draw.pick(_ARTISTS, 'artist')}, sala {draw.between(1, 9, 'room')}"
        closes = STARTS_AT + timedelta(
            days=max(item.number, 0) // 24 + draw.between(20, 90, "days") + item.longer
        )
        return title, room, f"até {closes.day} de {_MONTHS[closes.month - 1]}"

    def _page(self, shows: Sequence[Show], hour: int, at: datetime) -> list[Row]:
        here = self.chance.between(5, 240, "inside", hour) if 10 <= at.hour <= 19 else 0
        inside = f"{here} pessoas na casa às {at:%H:%M}"
        return [
            row(panels.masthead("Casa da Vitrine", 1000, inside, height=66), tag="header"),
            row(
                [self._wheel(hour, 480), self._shop(hour // 2, 480)],
                [self._shows(shows, 520)],
                tag="main",
            ),
            row(self._posted(hour)),
        ]

    def _shows(self, shows: Sequence[Show], width: int) -> Panel:
        cards = ""
        for item in shows:
            title, room, until = self._told(item)
            key = f"culture-show-{item.number}-{item.photograph}"
            cards += (
                f'<div>{panels.image(key, 240, 180)}<h2><a href="{ORIGIN}/expo/{item.number + 40}">{title}</a></h2>'
                f'<p>{room}</p><p class="small">{until}</p></div>'
            )
        return panels.plain(
            "shows", width, f'<h1>Em cartaz</h1><div class="wall">{cards}</div>', is_news=True
        )

    def _wheel(self, hour: int, width: int) -> Panel:
        number = self.chance.below(60, "work", hour)
        who = self.chance.pick(_ARTISTS, "by", number)
        words = f"<h2>Da coleção: {self.chance.pick(_OF, 'work of', number)}</h2>"
        note = f'<p class="small">{who}, {1960 + number}. Obra {number + 1} de 60</p>'
        return panels.plain("wheel", width, f"{panels.image(f'work-{number}', width - 24, 340)}{words}{note}")

    def _shop(self, key: int, width: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'goods-{_GOODS.index(name)}', 144, 96)}<p>{escape(name)}</p>"
            f'<p class="small">€{self.chance.between(4, 60, "price", name)},50, '
            f"restam {self.chance.between(1, 9, 'left', name, key)}</p></div>"
            for name in self.chance.shuffled(_GOODS, "shop", key)[:3]
        )
        return panels.plain("shop", width, f'<h4>Na loja</h4><div class="goods">{cards}</div>')

    def _posted(self, hour: int) -> Panel:
        likes = [
            self.chance.below(600, "liked", post) + hour * self.chance.below(4, post) for post in range(40)
        ]
        pictures = "".join(
            f"<div>{panels.image(f'post-{number}', 182, 182)}<p class=small>♥ {likes[number]}</p></div>"
            for number in self.chance.shuffled(range(40), "posted", hour)[:5]
        )
        return panels.plain("posted", 1000, f'<h4>#casadavitrine</h4><div class="cards">{pictures}</div>')

    def _letter(self) -> Overlay:
        words = "<h2>Receba a nossa carta</h2><p>Uma vez por mês, as novidades da casa.</p>"
        return Overlay(
            panels.plain("letter", 380, f'<div style="height:150px">{words}<p>Agora não</p></div>'), 560, 420
        )


SHOWINGS = (Lawine, Vitrine)
