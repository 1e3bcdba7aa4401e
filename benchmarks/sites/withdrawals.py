"""News that comes and goes as guests do: closed lines in a Spanish list amid offers, floods of an English county.

Here what is put into a list, stands for some hours and is withdrawn again is the news itself: coming and going are both
important, and so is the same text when it returns days later. Only the guests beside it are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.pictures import satellite
from pagetide.demo.site import Resource
from pagetide.demo.stories import NOTICE_DESK

_LINES = {
    "L1": "#c8102e",
    "L2": "#0057b8",
    "L3": "#e6a700",
    "L4": "#2e8540",
    "C5": "#6f2c91",
    "T1": "#008c95",
}
_SPOTS = (
    ("L1", "Circulación interrumpida entre Puerto y Mercado Central"),
    ("L3", "Retrasos de hasta quince minutos en toda la línea"),
    ("C5", "Trenes desviados entre La Salina y Aeropuerto"),
    ("L2", "Estación de Alameda cerrada, los trenes no paran"),
    ("T1", "Tranvía cortado entre Plaza Nueva y Hospital; hay autobús"),
    ("L1", "Frecuencia reducida por la mañana"),
    ("L4", "Circulación interrumpida entre Molinos y Estadio"),
    ("C5", "Suspendido el servicio entre Bahía Sur y Salinas"),
    ("L2", "Servicio solo entre Norte y Universidad"),
    ("L3", "Acceso por la calle Cádiz cerrado"),
)
_CAUSES = ("avería de un tren", "fallo de señales", "persona en las vías", "inundación del túnel", "falta de tensión",
           "huelga del personal", "obstáculo en la vía", "intervención policial")  # fmt: skip
_WORKS = ("Obras de noche en el túnel de {line}: último tren a las 22:40",
          "Sin ascensor en {line}, estación de Molinos",
          "El domingo, {line} abre a las 9:00 por una carrera popular", "Cambio de vías en {line}: lleve más tiempo",
          "Autobús en lugar de {line} los dos próximos fines de semana")  # fmt: skip
_NORMAL = "Servicio normal en toda la red."
_PLUGS = (
    ("Publicidad", "Aparca junto a la estación desde 3,90 € al día"),
    ("", "Descarga la aplicación y viaja con el móvil"),
    ("Publicidad", "Festival Bahía Suena: entradas con tren incluido"),
    ("", "Encuesta: valora tu último viaje y gana un abono"),
    ("Patrocinado", "Tu seguro de viaje por menos que un café"),
    ("", "¿Objetos perdidos? Ahora se consultan en línea"),
    ("Publicidad", "Academia Faro: inglés a cinco minutos del metro"),
    ("", "Renueva tu tarjeta joven antes del verano"),
    ("Patrocinado", "Museo del Mar: dos por uno enseñando el billete"),
    ("", "Recibe los avisos en tu correo: suscríbete"),
    ("Publicidad", "Fibra y móvil 29 €, instalación gratis"),
    ("", "Este sitio usa cookies propias y de terceros"),
    ("Publicidad", "Alquila una bicicleta en Plaza Nueva"),
    ("", "Dona un viaje: comedor social de La Salina"),
)


@dataclass(frozen=True)
class Closure:
    """What is wrong at a spot, since when and until which hour; planned works have a number above the spots'."""

    spot: int
    cause: int
    began: int
    until: int


class Cortes(GeneratedSite):
    """A network's notices in Spanish: closures are put up and lifted, and come back; offers stand in the same list."""

    slug = "cortes"
    hard = (
        "news that comes and goes like the offers between it, often in the words of days before; trains count"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#1a1a2e", muted="#62627a", line="#d9d9e6", accent="#0057b8", lead_px=26,
        top_px=18, card="#f2f4fa",
        extra=(
            ".notices li{display:flex;gap:12px;padding:10px 0 9px}.notices li>b{flex:none;width:40px;height:26px;"
            "color:#fff;background:#8a8aa3;text-align:center;line-height:26px;border-radius:4px}.trains{background:#1a1a2e;"
            "color:#ffd166}.trains li{border-color:#3a3a55}.trains h4{color:#fff}.tabs span{background:#e4e8f5;"
            "padding:5px 14px;margin-right:6px;display:inline-block}.load i{display:block;height:9px;"
            "background:#2e8540}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.09, stays_h=(2, 18), texts=len(_PLUGS), places=(0, 1, 1, 2, 3))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that a notice is lifted is news too."""
        shut: list[Closure] = [Closure(5, 1, -3, 4), Closure(100, 0, -20, 31)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            before = {item.spot for item in shut}
            shut = [item for item in shut if item.until > hour]
            new = self._shut(hour)
            if new is not None and new.spot not in before:
                shut.insert(0, new)
            news = tuple(" ".join(self._told(item)) for item in shut) or (_NORMAL,)
            yield PageState(rows=tuple(self._page(shut, guests, hour)), news=news)

    def _shut(self, hour: int) -> Closure | None:
        clock = (STARTS_AT + timedelta(hours=hour)).hour
        if hour and self.chance.happens(0.16 if 5 <= clock <= 22 else 0.03, "shut", hour):
            spot = min(self.chance.below(len(_SPOTS), "spot", draw, hour) for draw in range(2))
            usual = spot % len(_CAUSES)
            other = self.chance.happens(0.25, "other cause", hour)
            cause = self.chance.below(len(_CAUSES), "cause", hour) if other else usual
            return Closure(spot, cause, hour, hour + self.chance.between(2, 13, "length", hour))
        if hour and 8 <= clock <= 16 and self.chance.happens(0.05, "works", hour):
            works = 100 + self.chance.below(len(_WORKS), "which works", hour)
            return Closure(works, 0, hour, hour + self.chance.between(25, 90, "length", hour))
        return None

    def _told(self, item: Closure) -> tuple[str, str]:
        if item.spot >= len(_SPOTS):
            line = self.chance.pick(tuple(_LINES), "works on", item.spot)
            return line, _WORKS[item.spot - 100].format(line=line)
        line, words = _SPOTS[item.spot]
        return line, f"{words}, por {_CAUSES[item.cause]}"

    def _page(self, shut: Sequence[Closure], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        tabs = "".join(
            f"<span>{name}</span>" for name in ("Avisos", "Horarios", "Planos", "Tarifas", "Contacto")
        )
        drawing = f'<img src="/plano/{hour}.svg" width="336" height="190" alt="">'
        news = (
            "Plan de movilidad 2030 · Portal de transparencia · Perfil del contratante · Trabaja con nosotros"
        )
        return [
            row(panels.masthead("Transporte de la Bahía", 1000, f"{at:%d/%m/%Y %H:%M}", height=62), tag="header"),
            row(panels.plain("tabs", 1000, tabs)),
            row(
                [self._notices(shut, guests, 640), self._load(hour, 640)],
                [
                    self._trains(hour, 360),
                    panels.plain("plan", 360, f"<h4>Plano de la red</h4>{drawing}"),
                    panels.counter(self.chance, hour, 360, "viajeros hoy"),
                ],
                tag="main",
            ),
            row(panels.advert(self.adverts.advert("foot", hour * 60, 970, 120), "foot-advert", 1000)),
            row(panels.plain("foot", 1000, f'<p class="small">{news}</p>'), tag="footer"),
        ]  # fmt: skip

    def _notices(self, shut: Sequence[Closure], guests: Sequence[Guest], width: int) -> Panel:
        entries: Sequence[Closure | None] = shut or (None,)
        places = [replace(guest, place=min(guest.place, len(entries))) for guest in guests]
        lines = "".join(
            self._plug(item) if isinstance(item, Guest) else self._notice(item)
            for item in mixed(entries, places)
        )
        return panels.plain("notices", width, f"<h1>Avisos del servicio</h1><ul>{lines}</ul>", is_news=True)

    def _notice(self, item: Closure | None) -> str:
        if item is None:
            return f"<li><b>✓</b><div><h3>{_NORMAL}</h3></div></li>"
        line, words = self._told(item)
        since = STARTS_AT + timedelta(hours=item.began, minutes=-self.chance.below(50, "minute", item.began))
        link = f'<a href="{ORIGIN}/aviso/{item.began + 900}">{words}</a>'
        return (
            f'<li><b style="background:{_LINES[line]}">{line}</b><div><h3>{link}</h3>'
            f'<p class="small">Publicado el {since:%d/%m} a las {since:%H:%M}</p></div></li>'
        )

    def _plug(self, guest: Guest) -> str:
        label, words = _PLUGS[guest.text]
        under = f'<p class="small">{label}</p>' if label else ""
        link = f'<a href="{ORIGIN}/mas/{guest.text}">{escape(words)}</a>'
        return f"<li><b>i</b><div><h3>{link}</h3>{under}</div></li>"

    def _trains(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{line} {where} <b>{self.chance.between(0, 14, 'train', line, where, hour)} min</b></li>"
            for line, where in (("L1", "Puerto"), ("L1", "Norte"), ("L2", "Universidad"), ("L3", "Cádiz"),
                                ("L4", "Estadio"), ("C5", "Aeropuerto"), ("T1", "Hospital"))
        )  # fmt: skip
        return panels.plain("trains", width, f"<h4>Próximos trenes en Plaza Nueva</h4><ul>{lines}</ul>")

    def _load(self, hour: int, width: int) -> Panel:
        shares = {line: self.chance.between(4, 98, "load", line, hour) for line in _LINES}
        lines = "".join(
            f'<p>{line}: {share} %</p><i style="width:{600 * share // 100}px"></i>'
            for line, share in shares.items()
        )
        return panels.plain("load", width, f"<h4>Ocupación ahora</h4>{lines}")

    def picture(self, path: str) -> Resource | None:
        """The plan of the network too, with the trains where they are."""
        if not path.startswith("/plano/"):
            return super().picture(path)
        drawn = ""
        for place, (line, colour) in enumerate(_LINES.items()):
            left, right = 20 + 25 * place, 316 - 15 * place
            first, last = 25 + 28 * place, 168 - 22 * place
            train = self.chance.between(5, 95, "train", line, path)
            x, y = left + (right - left) * train // 100, first + (last - first) * train // 100
            drawn += (
                f'<path d="M{left} {first}L{right} {last}" stroke="{colour}" stroke-width="6"/>'
                f'<circle cx="{x}" cy="{y}" r="7" fill="#fff" stroke="{colour}" stroke-width="3"/>'
            )
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="336" height="190" viewBox="0 0 336 190">'
        return Resource(
            "image/svg+xml", f'{head}<rect width="336" height="190" fill="#f2f4fa"/>{drawn}</svg>'.encode()
        )


_STRETCHES = ("River Wend at Tolbury Mill", "Lower Wend from Marston to the sea", "Hag Brook in Little Ansley",
              "River Tarn at Skelby Bridge", "Ouse Carr and the allotments", "Sandy Haven, tidal",
              "Upper Tarn tributaries", "Canal feeder at Dray Lock", "River Wend at Thorpe Water")  # fmt: skip
_LEVELS = (
    ("Flood alert", "#e87e04", "Flooding is possible. Be prepared."),
    ("Flood warning", "#c0392b", "Flooding is expected. Act now."),
    ("Severe flood warning", "#7b0d1e", "Danger to life. Follow the advice of the emergency services."),
)
_SPONSORS = (
    ("Sponsored", "Flood doors fitted in a day by Hartley & Sons"),
    ("", "Sign up for our letter: the county every Friday"),
    ("Sponsored", "Compare home insurance from 11 insurers"),
    ("Promoted", "Solar panels: is your roof in the right place?"),
    ("", "Have your say: the residents' survey closes soon"),
    ("Sponsored", "Skip hire across the county, seven days"),
    ("", "Become a foster carer: open evening online"),
    ("Promoted", "Weekend in the Dales, dogs stay free"),
    ("", "The payment pages are down for maintenance on Sunday"),
    ("Sponsored", "Driveways resurfaced, no deposit"),
    ("", "Support the lifeboat: text TIDE to give five pounds"),
    ("Promoted", "Hearing test at the pharmacy, free this month"),
)


@dataclass(frozen=True)
class Flood:
    """A warning for a stretch of water, its level, and until which hour it stands."""

    stretch: int
    level: int
    until: int


class Floodline(GeneratedSite):
    """A county's page: warnings in a list of their own come, are raised and lifted; notices and sponsors in another."""

    slug = "floodline"
    hard = "warnings return in the same words in one list, sponsors in another whose length is fixed; levels all around"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#f7faf9", ink="#13262b", muted="#5a6f74", line="#ccd9d8", accent="#005f73",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".warnings{background:#fff}.warnings li{display:flex;gap:12px}.warnings i{flex:none;width:10px;height:44px}"
            ".county{background:#fff}.county li h3{font-size:17px}table{border-collapse:collapse;width:100%}"
            "td{padding:4px 6px 3px;border-top:1px solid #ccd9d8;font-size:13px;line-height:18px}"
            ".crumbs{background:#005f73;color:#fff}.foot{background:#13262b;color:#fff}.foot .small{color:#ccd9d8}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.06, stays_h=(5, 30), texts=len(_SPONSORS), places=(0, 1, 2, 3, 5, 6))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; a notice that is pushed off the list is there still."""
        floods = [Flood(0, 0, 17)]
        notices = [-number for number in range(1, 8)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            floods = self._judged(floods, hour)
            if hour and at.weekday() < 6 and 8 <= at.hour <= 18 and self.chance.happens(0.1, "notice", hour):
                notices = [hour, *notices[:6]]
            warned = tuple(" ".join(self._warned(item)) for item in floods) or ("No warnings are in force.",)
            news = (*warned, *(self._notice(number) for number in notices))
            yield PageState(rows=tuple(self._page(floods, notices, guests, hour)), news=news)

    def _judged(self, old: Sequence[Flood], hour: int) -> list[Flood]:
        floods = [item for item in old if item.until > hour]
        stretch = min(self.chance.below(len(_STRETCHES), "stretch", draw, hour) for draw in range(2))
        if (
            hour
            and self.chance.happens(0.09, "flood", hour)
            and stretch not in {item.stretch for item in old}
        ):
            level = self.chance.pick((0, 0, 0, 1), "level", hour)
            return [Flood(stretch, level, hour + self.chance.between(4, 34, "length", hour)), *floods]
        for place, item in enumerate(floods):
            if item.level < 2 and self.chance.happens(0.025, "raised", item.stretch, hour):
                floods[place] = replace(item, level=item.level + 1)
        return floods

    def _warned(self, item: Flood) -> tuple[str, str]:
        level, _, advice = _LEVELS[item.level]
        return f"{level}: {_STRETCHES[item.stretch]}", advice

    def _notice(self, number: int) -> str:
        return NOTICE_DESK.write(self.chance.child("notice"), f"{number}", STARTS_AT).headline

    def _page(
        self, floods: Sequence[Flood], notices: Sequence[int], guests: Sequence[Guest], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        wet = (
            f"{at:%A %d %B, %H:%M}. Rain in the last day: {self.chance.below(420, 'rain', hour) / 10:.1f} mm"
        )
        chart = f'<img src="/rain/{hour}.png" width="396" height="250" alt="">'
        drawn = f'<h4>Where it rains</h4>{chart}<p class="small">Run {hour + 5512}, {at:%H}:05</p>'
        links = "Accessibility · Council tax · Bins and recycling · School term dates · Jobs · Contact us"
        return [
            row(panels.masthead("Wendshire County Council", 1000, wet, height=60), tag="header"),
            row(panels.plain("crumbs", 1000, "<p>Home › Emergencies › Flooding</p>")),
            row([self._warnings(floods, 580)], [panels.plain("map", 420, drawn)]),
            row(
                [self._county(notices, guests, 580)],
                [self._levels(hour, 420), panels.counter(self.chance, hour, 420, "reports of blocked drains")],
                tag="main",
            ),
            row(panels.plain("foot", 1000, f'<p class="small">{links}</p>'), tag="footer"),
        ]  # fmt: skip

    def _warnings(self, floods: Sequence[Flood], width: int) -> Panel:
        lines = ""
        for item in floods:
            title, advice = self._warned(item)
            lines += (
                f'<li><i style="background:{_LEVELS[item.level][1]}"></i><div><h2>'
                f'<a href="{ORIGIN}/flood/{item.stretch}">{title}</a></h2><p>{advice}</p></div></li>'
            )
        words = f"<ul>{lines}</ul>" if lines else "<p>No warnings are in force.</p>"
        return panels.plain("warnings", width, f"<h1>Warnings in force</h1>{words}", is_news=True)

    def _county(self, notices: Sequence[int], guests: Sequence[Guest], width: int) -> Panel:
        lines = ""
        for item in mixed(notices, guests, len(notices)):
            if isinstance(item, Guest):
                label, words = _SPONSORS[item.text]
                link, under = f"{ORIGIN}/partners/{item.text}", label
            else:
                words, link = self._notice(item), f"{ORIGIN}/news/{item + 300}"
                under = f"{STARTS_AT + timedelta(hours=item):%d %B %Y}"
            note = f'<p class="small">{under}</p>' if under else ""
            lines += f'<li><h3><a href="{link}">{escape(words)}</a></h3>{note}</li>'
        return panels.plain("county", width, f"<h4>From the county</h4><ul>{lines}</ul>", is_news=True)

    def _levels(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>{self.chance.between(20, 390, 'level', name, hour) / 100:.2f} m</td>"
            f"<td>{self.chance.pick(('rising', 'steady', 'falling'), 'trend', name, hour)}</td></tr>"
            for name in _STRETCHES
        )
        return panels.plain("levels", width, f"<h4>River levels now</h4><table>{lines}</table>")

    def picture(self, path: str) -> Resource | None:
        """The map of the rain too, which is measured anew each hour."""
        if path.startswith("/rain/"):
            return Resource("image/png", satellite(self.chance, path, 396, 250))
        return super().picture(path)


WITHDRAWALS = (Cortes, Floodline)
