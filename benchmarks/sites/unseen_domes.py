"""A Catalan observatory: drawings of the sun and a measured curve under the same words, circulars beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import cos, pi, sin

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_OBJECTS = ("V1405 Cassiopeae", "el cometa C/2026 K2", "la regió activa 4107", "T Coronae Borealis",
            "l'asteroide 2026 JT", "la galàxia NGC 4151", "Betelgeuse", "el pulsar del Cranc", "la supernova SN 2026fz",
            "el planeta WASP-12b", "Ryugu")  # fmt: skip
_SEEN = ("augmenta de brillantor", "mostra dues línies d'emissió noves", "es perd de vista al crepuscle",
         "passa més lluny del previst", "ha estat confirmat des del Montsec", "desenvolupa una segona cua",
         "presenta oscil·lacions ràpides")  # fmt: skip
_HOW = ("en fotometria CCD", "amb el telescopi Joan Oró", "segons tres observadors", "en banda R",
        "després de dotze nits", "en espectres de baixa resolució")  # fmt: skip
_SHOWS = ("Univers per a petits", "Forats negres", "El cel d'avui", "Viatge a Saturn", "Llums del nord",
          "Estrelles i mites", "Sessió adaptada")  # fmt: skip
_ARCHIVE = ("Eclipsi de 1905", "Placa de l'Orió, 1921", "El refractor Mailhat", "Cometa Hale-Bopp", "La cúpula nevada",
            "Josep Comas al gabinet", "Carta del cel, zona +38", "Lluna creixent, 1933", "Sismògraf Mainka",
            "Trànsit de Venus")  # fmt: skip
_FACTS = ("La llum del Sol triga vuit minuts.", "Un dia a Venus és més llarg que el seu any.",
          "Cada nit cauen tones de pols d'estels.", "La Lluna s'allunya tres centímetres l'any.",
          "Saturn suraria a l'aigua.", "El Sol perd quatre milions de tones per segon.")  # fmt: skip
_GUESTS = ("Marta, Sabadell", "Família Roig", "Escola Pia", "Jordi P.", "Un veí de Sarrià", "Anna i Pol",
           "Club d'esplai")  # fmt: skip
_SAID = ("Preciós, hi tornarem!", "Massa núvols, llàstima", "El guia, excel·lent", "Hem vist els anells!",
         "La botiga tancada", "Feia molt de fred a la cúpula", "Imprescindible", "Curt però intens")  # fmt: skip


@dataclass(frozen=True)
class Watch:
    """How often sun and curve were drawn anew; which circulars hang, and how often each was put right."""

    sun: int = 0
    curve: int = 0
    circulars: tuple[tuple[int, int], ...] = ((3, 0), (2, 0), (1, 0), (0, 0))


class Heliografia(GeneratedSite):
    """An observatory: two drawings replaced under the same titles, four circulars; a camera of the sky each hour."""

    slug = "heliografia"
    hard = "Catalan; drawings are news under the same words, larger pictures beside them change hourly or go round"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#0b1020", ink="#e8ecf5", muted="#8f9bb8", line="#25304d", accent="#ffb84d",
        lead_px=27, top_px=18, card="#141c33",
        extra=(
            ".masthead{border-bottom:2px solid #ffb84d}.sun,.curve,.circular{background:#141c33}.circular{"
            "border-bottom:4px solid #0b1020}.sky{background:#000}.fact{background:#ffb84d;color:#201400}"
            ".shows .on{background:#ffb84d;color:#201400}.letter{background:#e8ecf5;color:#0b1020}"
            ".moon{text-align:center}.book li{font-size:13px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 21), then=0.8, night=0.2)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Watch()
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            now = self._later(now, hour, at) if hour else now
            drawn = (f"/dibuix/sol-{now.sun}.svg", f"/dibuix/corba-{now.curve}.svg")
            words = (part for item in now.circulars for part in self._told(*item))
            over = (self._letter(),) if self.chance.happens(0.15, "letter", hour) else ()
            yield PageState(
                rows=tuple(self._page(now, drawn, hour, at)), news=(*drawn, *words), overlays=over
            )

    def _later(self, old: Watch, hour: int, at: datetime) -> Watch:
        """The sun is drawn by day, the curve grows in the night, circulars come in the hours of work."""
        what = self.chance.number("what", hour)
        if what < (0.42 if 8 <= at.hour <= 18 and hour % 3 == 0 else 0.0):
            return replace(old, sun=old.sun + 1)
        if what < (0.3 if not 8 <= at.hour <= 18 and hour % 3 == 0 else 0.0):
            return replace(old, curve=old.curve + 1)
        rest = self.chance.number("circular", hour) / self.duty.at(at)
        if rest < 0.07:
            return replace(old, circulars=((old.circulars[0][0] + 1, 0), *old.circulars[:3]))
        if rest < 0.1:
            place = self.chance.below(4, "place", hour)
            number, turn = old.circulars[place]
            changed = (*old.circulars[:place], (number, turn + 1), *old.circulars[place + 1 :])
            return replace(old, circulars=changed)
        return old

    def _told(self, number: int, turn: int) -> tuple[str, str]:
        thing, seen, how = told(self.chance.child("told"), (_OBJECTS, _SEEN, _HOW), number)
        size = self.chance.between(62, 148, "size", number) + 3 * turn
        edition = f", esmena {turn}" if turn else ""
        return f"{thing} {seen} {how}", f"Circular {820 + number}{edition}. Magnitud {size / 10:.1f}"

    def picture(self, path: str) -> Resource | None:
        """A drawing of the sun or of the curve, else what all sites show."""
        kind, _, number = path.removeprefix("/dibuix/").removesuffix(".svg").partition("-")
        if not path.startswith("/dibuix/"):
            return super().picture(path)
        draw = self.chance.child("drawn", kind, number)
        return drawing(480, 300, "#fdf6e3", _sun(draw) if kind == "sol" else _measured(draw))

    def _page(self, now: Watch, drawn: tuple[str, str], hour: int, at: datetime) -> list[Row]:
        main = [
            self._figure("sun", "Taques solars", drawn[0], hour, 520),
            *(self._circular(*item, hour, 520) for item in now.circulars[:2]),
            self._figure("curve", "Corba de llum", drawn[1], hour, 520),
            *(self._circular(*item, hour, 520) for item in now.circulars[2:]),
        ]
        aside = [self._sky(hour, 480), self._archive(hour, 480), self._moon(hour, 480), self._book(hour, 480)]
        rows = [
            row(
                panels.masthead("Observatori del Turó", 1000, f"{at:%d/%m/%Y} · {at:%H:%M} TU"), tag="header"
            ),
            row(self._shows(hour, at)),
            row(aside, main) if self.chance.happens(0.2, "side", hour) else row(main, aside),
            row(self._fact(hour), tag="footer"),
        ]
        if self.chance.happens(0.3, "clouds", hour // 2):
            height = self.chance.pick((46, 80, 130), "clouds height", hour // 2)
            rows.insert(1, row(panels.strip("Observació pública anul·lada per núvols", height)))
        return rows

    def _figure(self, name: str, title: str, path: str, hour: int, width: int) -> Panel:
        loads = self.chance.between(3, 260, "loads", name, hour)
        shown = f'<img src="{path}" width="480" height="300" alt="">'
        note = f'<p class="small">{loads} descàrregues avui</p>'
        return panels.plain(name, width, f"<h2>{title}</h2>{shown}{note}", is_news=True)

    def _circular(self, number: int, turn: int, hour: int, width: int) -> Panel:
        title, words = self._told(number, turn)
        cited = self.chance.between(1, 40, "read", number, hour)
        link = f'<a href="{ORIGIN}/circulars/{number}">{title}</a>'
        html = f'<h2>{link}</h2><p>{words}</p><p class="small">{cited} lectors en línia</p>'
        return panels.plain("circular", width, html, is_news=True)

    def _sky(self, hour: int, width: int) -> Panel:
        """What the camera on the roof sees in this hour."""
        height = self.chance.pick((300, 300, 360), "sky height", hour // 3)
        words = f"Càmera de tot el cel: fons {self.chance.between(172, 219, 'ground', hour) / 10} mag"
        return panels.plain(
            "sky", width, panels.image(f"webcam-{hour}", width - 24, height) + f"<p>{words}</p>"
        )

    def _archive(self, hour: int, width: int) -> Panel:
        """One of ten old plates, another at most visits."""
        number = self.chance.below(len(_ARCHIVE), "archive", hour)
        picture = panels.image(f"science-plate-{number}", width - 24, 280)
        return panels.plain("archive", width, f"<h4>De l'arxiu</h4>{picture}<h2>{_ARCHIVE[number]}</h2>")

    def _moon(self, hour: int, width: int) -> Panel:
        values = [
            self.chance.between(low, high, "air", low, hour) for low, high in ((4, 19), (30, 96), (2, 60))
        ]
        words = f"{values[0]} °C · humitat {values[1]} % · vent {values[2]} km/h"
        share = abs(100 - hour * 200 // 708 % 200)
        return panels.plain("moon", width, f"<h2>Lluna {share} %</h2><p>{words}</p>")

    def _book(self, hour: int, width: int) -> Panel:
        draw = self.chance.child("book", hour)
        lines = "".join(
            f"<li><b>{draw.pick(_GUESTS, 'who', seat)}</b>: {words}</li>"
            for seat, words in enumerate(draw.shuffled(_SAID, "said")[:4])
        )
        return panels.plain("book", width, f"<h4>Llibre de visites</h4><ul>{lines}</ul>")

    def _shows(self, hour: int, at: datetime) -> Panel:
        """The next four of the planetarium's sessions, which go round by the clock."""
        cells = "".join(
            f'<div class="{"on" if seat == 0 else ""}"><h3>{_SHOWS[(hour + seat) % len(_SHOWS)]}</h3>'
            f"<p>{(at.hour + seat) % 24}.30 h · {self.chance.below(60, 'seats', seat, hour)} places</p></div>"
            for seat in range(4)
        )
        return panels.plain("shows", 1000, f'<div class="cards">{cells}</div>')

    def _fact(self, hour: int) -> Panel:
        return panels.plain("fact", 1000, f"<h2>{self.chance.pick(_FACTS, 'fact', hour)}</h2>")

    def _letter(self) -> Overlay:
        words = "<h2>El cel al correu</h2><p>Un butlletí cada dissabte.</p><p>Ara no</p>"
        return Overlay(panels.plain("letter", 400, f'<div style="height:130px">{words}</div>'), 300, 440)


def _sun(draw: Chance) -> str:
    """The sun's disc with the groups of spots of a day."""
    parts = '<circle cx="240" cy="150" r="138" fill="#f4d58d" stroke="#5c3d00" stroke-width="3"/>'
    for group in range(draw.between(5, 9, "groups")):
        turn, far = 2 * pi * draw.number("turn", group), 115 * draw.number("far", group) ** 0.5
        for spot in range(draw.between(2, 5, "spots", group)):
            x = 240 + far * cos(turn) + draw.between(-18, 18, "x", group, spot)
            y = 150 + far * sin(turn) + draw.between(-10, 10, "y", group, spot)
            size = draw.between(4, 13, "size", group, spot)
            parts += f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size}" fill="#3a2200"/>'
    return parts


def _measured(draw: Chance) -> str:
    """Measurements of some nights and the curve fitted to them."""
    phase, waves = 2 * pi * draw.number("phase"), draw.between(2, 6, "waves")
    heights = [
        int(150 + draw.between(55, 105, "swing") * sin(phase + waves * x / 75)) for x in range(20, 470, 10)
    ]
    line = " ".join(f"{20 + 10 * place},{height}" for place, height in enumerate(heights))
    dots = "".join(
        f'<circle cx="{20 + 10 * place}" cy="{height + draw.between(-22, 22, "off", place)}" r="4" fill="#14508c"/>'
        for place, height in enumerate(heights)
    )
    return f'<polyline points="{line}" fill="none" stroke="#c0392b" stroke-width="5"/>{dots}'


UNSEEN_DOMES = (Heliografia,)
