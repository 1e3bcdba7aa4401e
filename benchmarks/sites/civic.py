"""A parliament's agenda, a city's air, public posts in Spanish: written for reporting without a look at the model."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.fresh import Entry, day_of
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.words import FILLERS

_MATTERS = (
    "ferry subsidies", "the school year", "rural surgeries", "the coastal path", "court fees", "water companies",
    "the census", "night trains", "apprentice pay", "peat and moorland", "data of patients", "fishing licences",
    "rents of shops", "voting by post", "the orchard tax", "prison libraries", "small breweries", "lighthouses",
)  # fmt: skip
_STEPS = ("Second reading: bill on", "Debate on", "Report of the committee on", "Motion on", "Questions on")


class Chamber(GeneratedSite):
    """A parliament: the day's items and what was decided are news; the sitting's picture, clock and talk are not."""

    slug = "chamber"
    hard = "items inserted in the middle, the item under debate marked; a live picture by day, none by night"
    more = 0
    look = Look(
        heading=SERIF, paper="#f5f7f4", ink="#14241c", accent="#0b5d3b", card="#e7eee9", lead_px=28, top_px=17,
        extra=(
            ".item{display:flex;gap:14px;background:#fff;"
            "border-left:5px solid #cbd5cf;margin-bottom:6px;"
            "padding:8px 12px}.item.now{border-color:#dc2626;background:#fef2f2}.item div{flex:1}"
            ".item b{flex:none;width:46px}"
            ".out{flex:none;width:130px;font-weight:700;color:#0b5d3b;text-align:right}"
            ".live{background:#14241c;color:#fff}.live h4{color:#fca5a5}.empty{height:270px;background:#cbd5cf}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        items = [Entry(-number) for number in range(1, 8)]
        for hour in range(hours):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            if hour and clock == 8:  # the new day's paper
                items = [item for item in items if not item.over][:4]
                items += [Entry(hour * 10 + extra) for extra in range(7 - len(items))]
            elif hour and 9 <= clock <= 21:
                items = self._after(items, hour)
            sits = 9 <= clock <= 21 and not self.chance.happens(0.1, "pause", hour)
            yield PageState(rows=tuple(self._page(items, hour, sits)), news=tuple(map(repr, items)))

    def _after(self, items: Sequence[Entry], hour: int) -> list[Entry]:
        after = list(items)
        open_at = [place for place, item in enumerate(after) if not item.over]
        if self.chance.happens(0.1, "inserted", hour):
            after.insert(self.chance.between(1, len(after), "where", hour), Entry(hour * 10 + 9))
        elif open_at and self.chance.happens(0.14, "decided", hour):
            after[open_at[0]] = replace(after[open_at[0]], over=True)
        elif self.chance.happens(0.04, "order", hour):
            after.append(after.pop(self.chance.below(len(after), "moved", hour)))
        return after

    def _page(self, items: Sequence[Entry], hour: int, sits: bool) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour, minutes=self.chance.below(60, "minute", hour))
        rows = [
            row(
                panels.masthead("The House of Assembly", 1000, f"{at:%A %d %B, %H:%M}", height=64),
                tag="header",
            ),
            row(self._floor(hour, sits, 600), self._talk(hour, 400)),
            row(
                [self._paper(items, hour, sits, 600)],
                [self._speakers(hour, sits, 400), self._petitions(hour, 400)],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour // 2, 1000, 4, "From the archive of recordings")),
        ]
        if sits and self.chance.happens(0.6, "bar", hour):
            rows.insert(0, row(panels.strip("The House is sitting. Watch now.", 56, name="strip")))
        return rows

    def _paper(self, items: Sequence[Entry], hour: int, sits: bool, width: int) -> Panel:
        current = next((item.number for item in items if not item.over), None) if sits else None
        lines = ""
        for place, item in enumerate(items):
            draw = self.chance.child("item", item.number)
            title = f"{draw.pick(_STEPS, 'step')} {draw.pick(_MATTERS, 'matter')}"
            ayes = draw.between(120, 300, "ayes")
            noes = draw.between(90, 175, "noes")
            out = f"{'Adopted' if ayes > noes else 'Rejected'}, {ayes} to {noes}" if item.over else ""
            lines += (
                f'<div class="item{" now" if item.number == current else ""}"><b>{10 + place}:{place * 7 % 6}0</b>'
                f'<div><h2><a href="{ORIGIN}/item/{item.number + 90}">{title}</a></h2>'
                f'<p class="small">{escape(draw.pick(FILLERS["Person"], "mover"))}</p></div>'
                f'<span class="out">{out}</span></div>'
            )
        return panels.plain("paper", width, f"<h1>Order paper</h1>{lines}", is_news=True)

    def _floor(self, hour: int, sits: bool, width: int) -> Panel:
        if not sits:
            return panels.plain(
                "floor", width, '<h4>Floor</h4><div class="empty"></div><p>No sitting at present</p>'
            )
        shown = panels.image(f"politics-floor-{hour}", width - 24, 270)
        said = f"Sitting for {self.chance.between(1, 9, 'h', hour)} h {self.chance.below(60, 'm', hour)} min"
        return panels.plain("live", width, f"<h4>Live</h4>{shown}<p>{said}</p>")

    def _talk(self, hour: int, width: int) -> Panel:
        return panels.comments(self.chance, hour, width, 3, "What people post")

    def _speakers(self, hour: int, sits: bool, width: int) -> Panel:
        names = self.chance.shuffled(FILLERS["Person"], "speakers", hour)[: 5 if sits else 2]
        items = "".join(
            f"<li>{escape(name)} <span class=small>{self.chance.between(1, 15, name, hour)} min</span></li>"
            for name in names
        )
        return panels.plain("speakers", width, f"<h4>List of speakers</h4><ul>{items}</ul>")

    def _petitions(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{escape(matter.capitalize())}: {13 * hour + self.chance.below(4000, 'names', matter):,} names</li>"
            for matter in self.chance.shuffled(_MATTERS, "petitions", hour // 3)[:6]
        )
        return panels.plain("petitions", width, f"<h4>Petitions</h4><ul>{items}</ul>")


_LEVELS = ("Good", "Fair", "Poor", "Bad", "Very bad")
_TINTS = ("#16a34a", "#84cc16", "#f59e0b", "#ef4444", "#7e22ce")
_DISTRICTS = ("Old Town", "Harbour", "Northfields", "Mill Valley", "Eastgate")
_ADVICE = (
    "No limits on being outdoors.", "Nothing to heed for most people.",
    "Asthmatics should avoid long efforts outdoors.",
    "Keep windows shut; lorries are kept out of the centre.", "Stay indoors; buses are free and cars stay at home.",
)  # fmt: skip
_GASES = ("PM2.5", "PM10", "NO2", "O3", "SO2")


class Airshed(GeneratedSite):
    """A city's air: the level of each district is news, in words and drawn; figures, curves and maps are hourly."""

    slug = "airshed"
    hard = "levels return to what they were; figures and a needle move within the news, a survey lies over it"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f0f9ff", ink="#0c4a6e", muted="#64748b", accent="#0369a1", card="#e0f2fe",
        lead_px=28, top_px=18,
        extra=(
            ".levels{display:grid;grid-template-columns:1fr 1fr 1fr 1fr 1fr;gap:8px}.levels div{color:#fff;"
            "padding:10px;border-radius:8px}"
            ".figures{display:grid;grid-template-columns:150px repeat(5,1fr);gap:2px 8px;"
            "font-size:13px;line-height:22px}.survey{background:#0c4a6e;color:#fff;border-radius:10px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the outlook, twice a day, is what some come for: secondary."""
        levels = [1, 2, 0, 1, 1]
        for hour in range(hours):
            for place, level in enumerate(levels):
                if hour and self.chance.happens(0.024, "level", place, hour):
                    steps = (1,) if level == 0 else (-1,) if level == 4 else (1, -1, -1)
                    levels[place] += self.chance.pick(steps, "step", place, hour)
            over = (self._survey(hour),) if self.chance.happens(0.18, "survey", hour) else ()
            yield PageState(
                rows=tuple(self._page(levels, hour)),
                news=tuple(
                    f"{name} {_LEVELS[level]}" for name, level in zip(_DISTRICTS, levels, strict=True)
                ),
                secondary=(f"outlook {hour // 12}",),
                overlays=over,
            )

    def _page(self, levels: Sequence[int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        photo = panels.image(f"city-camera-{hour}", 376, 230)
        return [
            row(
                panels.masthead(
                    "Air in Kestrel City", 1000, f"Measured at {at:%H:%M} on {at:%d %B}", height=56
                )
            ),
            row(
                [panels.plain("camera", 400, f"<h4>Roof camera</h4>{photo}"), self._outlook(hour // 12, 400)],
                [self._index(levels, hour, 600)],
            ),
            row(self._curve(hour)),
            row(self._districts(levels)),
            row(self._values(hour, 640), panels.weather(self.chance, hour, 360)),
            row(panels.advert(self.adverts.advert("foot", hour, 970, 140), "foot-advert", 1000)),
        ]

    def _index(self, levels: Sequence[int], hour: int, width: int) -> Panel:
        worst = max(levels)
        index = worst * 50 + self.chance.between(1, 49, "index", hour)
        arc = "".join(
            f'<rect x="{30 + place * 100}" y="150" width="96" height="{24 if place != worst else 44}" fill="{tint}"/>'
            for place, tint in enumerate(_TINTS)
        )
        angle = math.pi * (1 - index / 250)
        tip = f'x2="{280 + 120 * math.cos(angle):.0f}" y2="{140 - 120 * math.sin(angle):.0f}"'
        needle = f'<line x1="280" y1="140" {tip} stroke="#0c4a6e" stroke-width="7"/>'
        drawn = f'<svg width="560" height="200">{arc}{needle}</svg>'
        words = f"<h1>{_LEVELS[worst]}</h1><p>{_ADVICE[worst]}</p><p class=small>Index {index} of 250</p>"
        return panels.plain("index", width, f"<h4>The city now</h4>{words}{drawn}", is_news=True)

    def _districts(self, levels: Sequence[int]) -> Panel:
        cells = "".join(
            f'<div style="background:{_TINTS[level]}"><h3>{name}</h3>{_LEVELS[level]}</div>'
            for name, level in zip(_DISTRICTS, levels, strict=True)
        )
        return panels.plain("districts", 1000, f'<div class="levels">{cells}</div>', is_news=True)

    def _outlook(self, number: int, width: int) -> Panel:
        said = self.chance.pick(("Cleaner", "Much the same", "Worse where the wind drops"), "outlook", number)
        return panels.plain(
            "outlook", width, f"<h4>Outlook</h4><p>{said}, {number % 4 + 2} m/s from the sea.</p>"
        )

    def _curve(self, hour: int) -> Panel:
        points = " ".join(
            f"{place * 20},{150 - self.chance.below(130, 'curve', (hour + place) // 2)}"
            for place in range(49)
        )
        line = f'<polyline points="{points}" fill="none" stroke="#0369a1" stroke-width="3"/>'
        drawn = f'<svg width="970" height="160">{line}</svg>'
        return panels.plain("curve", 1000, f"<h4>Fine dust, two days</h4>{drawn}")

    def _values(self, hour: int, width: int) -> Panel:
        cells = "<b>Station</b>" + "".join(f"<b>{gas}</b>" for gas in _GASES)
        for street in FILLERS["Street"][:9]:
            cells += f"<span>{street}</span>"
            cells += "".join(
                f"<span>{self.chance.between(2, 140, street, gas, hour)}</span>" for gas in _GASES
            )
        return panels.plain("values", width, f'<h4>Stations</h4><div class="figures">{cells}</div>')

    def _survey(self, hour: int) -> Overlay:
        asked = self.chance.pick(
            ("How did you get here today?", "Is this page of use to you?"), "asked", hour
        )
        html = f'<div style="height:170px"><h2>{asked}</h2><p>It takes two minutes.</p><p>Later / Never / Yes</p></div>'
        return Overlay(panels.plain("survey", 420, html), 40 + self.chance.below(500, "x", hour), 260)


_TRADES = (
    "Auxiliar administrativo", "Técnico de museos", "Bombero conductor", "Enfermera de urgencias",
    "Arquitecto municipal",
    "Profesor de música", "Conductor de autobús", "Archivera", "Ingeniera de caminos", "Jardinero mayor",
    "Inspectora de consumo", "Trabajador social", "Programadora", "Vigilante de sala", "Veterinario comarcal",
)  # fmt: skip
_PLACES = (
    "Villaroca",
    "Puerto Luz",
    "Sierra Alta",
    "Fuente Clara",
    "Montelar",
    "Ribera del Norte",
    "Campo Viejo",
)
_COURSES = (
    "Inglés",
    "Ofimática",
    "Temario legal",
    "Simulacros",
    "Técnicas de estudio",
    "Entrevistas",
    "Primeros auxilios",
)


class Vacantes(GeneratedSite):
    """Public posts, in Spanish: new ones, more time and more places are news; days left and applicants are not."""

    slug = "vacantes"
    hard = "days left and applicants counted in each post, a paid post amid them at some visits, advertisements beside"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#1f2328", accent="#b45309", card="#fff7ed", lead_px=26, top_px=17,
        extra=(
            ".post{border-bottom:1px solid #e5e7eb;padding:10px 0;display:flex;gap:12px}.post div{flex:1}"
            ".left{flex:none;width:120px;text-align:center;background:#fff7ed;border-radius:8px;padding:6px}"
            ".left b{display:block;font-size:22px;line-height:26px;color:#b45309}.paid{background:#fef9c3}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; a post whose time is over leaves the page: no news, but secondary."""
        told = [Entry(-number, 1 + number * 2) for number in range(1, 8)]
        for hour in range(hours):
            today = day_of(hour)
            shown = [place for place, item in enumerate(told) if item.day >= today]
            if hour and 7 <= (STARTS_AT + timedelta(hours=hour)).hour <= 18:
                if self.chance.happens(0.12, "new", hour):
                    told.insert(0, Entry(hour, today + self.chance.between(3, 12, "until", hour)))
                elif shown and self.chance.happens(0.1, "changed", hour):
                    place = self.chance.pick(shown, "which", hour)
                    more = self.chance.pick((0, 0, 3, 5), "more time", hour)
                    old = told[place]
                    told[place] = replace(old, day=old.day + more, revision=old.revision + (more == 0))
            posts = [item for item in told if item.day >= today]
            yield PageState(
                rows=tuple(self._page(posts, hour)),
                news=tuple(map(repr, told)),
                secondary=tuple(f"{item.number}" for item in posts),
            )

    def _page(self, posts: Sequence[Entry], hour: int) -> list[Row]:
        seen = f"{self.chance.below(9000, 'seen', hour):,} visitas hoy"
        half = (
            self.chance.between(1, 3, "after", hour) if self.chance.happens(0.4, "paid", hour) else len(posts)
        )
        column = [self._posts(posts[:half], hour, "<h1>Convocatorias abiertas</h1>")]
        if half < len(posts):
            column += [self._paid(hour, 640), self._posts(posts[half:], hour, "")]
        return [
            row(panels.masthead("Empleo Público Regional", 1000, seen, height=58), tag="header"),
            row(panels.advert(self.adverts.advert("top", hour, 970, 150), "top-advert", 1000)),
            row(
                column,
                [
                    panels.advert(self.adverts.advert("side", hour, 300, 420), "side-advert", 360),
                    self._viewed(hour, 360),
                    panels.counter(self.chance, hour, 360, "personas buscan empleo ahora"),
                ],
                tag="main",
            ),
            row(self._courses(hour)),
        ]

    def _posts(self, posts: Sequence[Entry], hour: int, head: str) -> Panel:
        lines = "".join(self._post(item, hour) for item in posts)
        return panels.plain("posts", 640, head + lines, is_news=True)

    def _post(self, item: Entry, hour: int) -> str:
        draw = self.chance.child("post", item.number)
        until = STARTS_AT + timedelta(days=item.day)
        left = item.day - day_of(hour)
        asked = draw.below(300, "asked") + 4 * max(hour - item.number, 0) + draw.below(4, "asked now", hour)
        places = draw.between(1, 20, "places") + 2 * item.revision
        return (
            f'<div class="post"><div><h2><a href="{ORIGIN}/plaza/{item.number + 70}">{self._name(item.number)}</a></h2>'
            f"<p>{places} plazas. Plazo: hasta el {until:%d/%m/%Y}.</p>"
            f'<p class="small">{asked} solicitudes presentadas</p></div>'
            f'<span class="left"><b>{left}</b>{"último día" if left == 0 else "días quedan"}</span></div>'
        )

    def _name(self, number: int) -> str:
        draw = self.chance.child("name", number)
        return f"{draw.pick(_TRADES, 'trade')}, {draw.pick(_PLACES, 'place')}"

    def _paid(self, hour: int, width: int) -> Panel:
        offer = self._name(5000 + self.chance.below(40, "offer", hour))
        html = f"<h4>Anuncio</h4><h2>{offer}: empresa privada</h2><p>Incorporación inmediata, sueldo a convenir.</p>"
        return panels.plain("paid", width, html)

    def _viewed(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{self._name(7000 + number)}</li>"
            for number in self.chance.shuffled(range(30), "viewed", hour)[:7]
        )
        return panels.plain("viewed", width, f"<h4>Lo más visto</h4><ul>{items}</ul>")

    def _courses(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-course-{_COURSES.index(name)}', 230, 140)}<h3>{name}</h3>"
            f"<p>{self.chance.between(20, 300, 'fee', name, hour)} €</p></div>"
            for name in self.chance.shuffled(_COURSES, "courses", hour)[:4]
        )
        return panels.plain(
            "courses", 1000, f'<h4>Cursos para opositores</h4><div class="cards">{cards}</div>'
        )


CIVIC = (Chamber, Airshed, Vacantes)
