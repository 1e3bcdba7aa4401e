"""Who was called out: the front page of a Spanish provincial fire service."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_KINDS = ("Incendio forestal", "Incendio de vivienda", "Accidente de tráfico", "Fuga de gas", "Rescate en montaña",
          "Derrumbe parcial", "Incendio industrial", "Inundación de sótanos", "Vertido químico", "Rescate acuático",
          "Incendio de vertedero", "Caída de árbol sobre vehículos", "Explosión en cocina")  # fmt: skip
_TOWNS = ("Valdeolivas", "Peñarrubia", "Santa Olaya", "Los Cárcavos", "Castro del Monte", "Villarroya", "Aldeanueva",
          "Puerto Hondo", "La Nava Alta", "Montealegre", "Fuente Tójar", "Rambla Seca", "Torrequemada",
          "Las Salinas")  # fmt: skip
_PHASES = (("Activo", "Estabilizado", "Controlado", "Extinguido", "Cerrado"), ("Medios movilizados", "En intervención",
           "Bajo control", "Finalizado", "Cerrado"))  # fmt: skip
_FIRE = ("Hay {n} desalojados; el polideportivo acoge a las familias.", "Dos heridos leves por inhalación de humo.",
         "Se ha solicitado apoyo aéreo al ministerio.", "La causa apunta a un cuadro eléctrico, según la inspección.",
         "Confinada la población en un radio de {n}00 metros.", "Un bombero herido, fuera de peligro.",
         "Los vecinos regresan a sus casas de forma escalonada.",
         "Un fallecido y {k} heridos, uno de ellos muy grave.",
         "Detenida una persona de {n} años como presunta autora.", "Sin heridos. Intervienen {k} dotaciones.",
         "Afectadas {k} viviendas colindantes.")  # fmt: skip
_RESCUE = ("Se busca a una persona de {n} años.", "A salvo {k} personas, una con hipotermia.",
           "Se suspende la búsqueda por la noche.", "Se incorpora la unidad canina con {k} guías.",
           "Hallado sin vida un hombre de {n} años.", "Sin heridos graves.",
           "Evacuada en helicóptero una mujer de {n} años.")  # fmt: skip
_OTHER = ("Cortada la A-{n} en ambos sentidos.", "Sin heridos. Intervienen {k} dotaciones y la Guardia Civil.",
          "Suspendidas las clases en {k} centros.", "Dos heridos leves, trasladados al comarcal.",
          "Desalojados {n} vecinos por precaución.", "Un fallecido y {k} heridos, uno de ellos muy grave.",
          "Restablecido el servicio para {n}0 abonados.", "El juzgado ha abierto diligencias.",
          "Los técnicos municipales precintan {k} inmuebles.")  # fmt: skip
_LEADS = (
    ("El fuego de {t} obliga a evacuar {k} urbanizaciones", "Las llamas saltaron la carretera a las {h}:{n}."),
    ("Nivel 2 de emergencia por el incendio de {t}", "La Unidad Militar de Emergencias envía {n} efectivos."),
    ("Explosión en un polígono de {t}", "Trabajaban en la nave {n} personas; faltan {k} por localizar."),
    ("Rescatados {n} pasajeros de un autobús en {t}", "El vehículo quedó colgado del puente; {k} heridos graves."),
    ("Un barranco desbordado parte en dos {t}", "Cayeron {n} litros en una hora. Hay {k} vehículos arrastrados."),
    ("Muere un bombero en servicio en {t}", "Tenía {n} años. El consorcio decreta {k} días de luto."),
    ("El consorcio convoca {n} plazas de bombero", "La prueba física será en {t}; el plazo es de {k} semanas."),
    ("Cierra de noche el parque de {t} por falta de personal", "Los sindicatos cifran en {n} las vacantes."),
    ("Escape de amoniaco en la conservera de {t}", "Se pide a {n}00 vecinos que no abran las ventanas."),
    ("Localizado con vida el menor perdido en {t}", "Pasó {n} horas en una cueva; lo halló la unidad canina."),
    ("La gasolinera de {t} arde durante {k} horas", "El humo se veía a {n} kilómetros. No hay víctimas."),
    ("Sancionada la empresa del incendio de {t}", "La multa asciende a {n}0.000 euros y es recurrible."),
)  # fmt: skip
_PARTS = ("El perímetro está cerrado en un {n} %.", "Se incorporan {k} medios aéreos al amanecer.",
          "El puesto de mando se traslada a la ermita.", "Los desalojados podrán volver a las {h}:00.",
          "Rectificación: los heridos son {k}.", "La consejera comparecerá a las {h}:30 en el parque central.",
          "Quedan {n} efectivos en tareas de refresco.", "Se eleva a {n} el número de viviendas dañadas.",
          "El juzgado abre diligencias.", "El viento rola a poniente y complica el flanco derecho.",
          "Reabierta la carretera comarcal.")  # fmt: skip
_ANSWERS = ("La consejera comparecerá a las {h}:30 en el parque central.",
            "Los sindicatos piden reunirse a las {h}:00.", "Rectificación: la cifra correcta es {n}.",
            "El pleno debatirá {k} mociones.", "El alcalde pide explicaciones por escrito.")  # fmt: skip
_ZONES = ("Sierra Norte", "Campiña", "Litoral", "Valle Bajo")
_LEVELS = (("Bajo", "#4caf50"), ("Moderado", "#e6c229"), ("Alto", "#f17105"), ("Muy alto", "#d11149"), ("Extremo",
           "#6b0f1a"))  # fmt: skip
_DRILLS = ("Simulacro en colegio", "Prácticas de excarcelación", "Visita escolar al parque", "Revisión de hidrantes",
           "Retén preventivo en romería", "Jornada de puertas abiertas", "Formación en altura",
           "Exhibición en feria")  # fmt: skip
_ADVICE = ("¿Sabes usar un extintor?", "Barbacoas: cinco errores", "Detector de humo: dónde ponerlo",
           "Limpia tu parcela antes de junio", "Qué hacer si huele a gas", "Piscinas: diez segundos bastan",
           "La mochila de emergencia", "Baterías de patinete", "No cruces un vado inundado",
           "Velas y cortinas")  # fmt: skip
_SHOP = ("Calendario solidario", "Camiseta del parque", "Peluche Chispa", "Taza sirena", "Manta ignífuga",
         "Llavero hacha", "Cuento: El bombero Bruno")  # fmt: skip
_POSTS = ("¡Gracias por salvar a mi gata!", "¿Alguien sabe qué ha pasado en la ronda?",
          "Se oyen sirenas, {n} minutos ya.", "Orgullo de provincia.", "Menos fotos y más plantilla.",
          "Desde mi balcón no se ve nada.", "Mi hijo quiere ser como vosotros.", "¿Se puede pasar por la comarcal?",
          "{n} años en el cuerpo mi padre.", "Huele a humo en el centro.", "Subid el vídeo del rescate.")  # fmt: skip
_GAUGED = ("Alto del Cuervo", "Embalse", "Puerto Hondo", "Ermita", "Aeródromo", "Cerro Gordo")
_LINKS = ("El consorcio", "Parques", "Oposiciones", "Prevención", "Transparencia", "Sede electrónica")


@dataclass(frozen=True)
class Callout:
    """An incident: its number, how far it is, how often its remark was replaced, and since which hour it is there."""

    number: int
    since: int
    phase: int = 0
    remark: int = 0


@dataclass(frozen=True)
class Front:
    """The service's lead: which one, its bulletins so far, and its photograph."""

    number: int
    parts: int = 0
    photo: int = 0


class Bomberos(GeneratedSite):
    """A fire service: incidents with their phases and a map, exercises between them, the day's risk, a lead."""

    slug = "bomberos"
    hard = "Spanish; phases of incidents change by a word amid exercises, running hours and gauges; bulletins are added"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f2f2f0", ink="#1d1d1b", muted="#75736e", line="#d3d0c9", accent="#b5121b",
        lead_px=28, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#b5121b;color:#fff}.masthead .small{color:#ffd9b0}"
            ".enlaces{background:#1d1d1b;color:#fff}"
            ".enlaces span{margin-right:26px;font-size:14px}.portada{background:#fff}"
            ".portada ol{border-left:4px solid #f4a300;"
            "margin-top:8px;padding-left:12px}.portada li{border:0;padding:3px 0;font-size:14px}"
            ".salidas{background:#fff}.salidas article{border-bottom:1px solid #d3d0c9;padding:8px 0}"
            ".salidas b.f{font:bold 12px/20px 'Liberation Sans';padding:0 8px;color:#fff;"
            "background:#b5121b;margin-left:8px}"
            ".salidas b.f1{background:#f17105}.salidas b.f2{background:#b58900}"
            ".salidas b.f3,.salidas b.f4{background:#4c7a4f}"
            ".salidas b.fx{background:#4a6fa5}"
            ".riesgo div{display:flex;justify-content:space-between;color:#fff;padding:5px 10px;"
            "margin-bottom:3px;font-weight:bold}.sensores{background:#1d1d1b;color:#dfe6e9}"
            ".sensores td{font:13px/20px 'Liberation Mono';padding-right:16px}.consejos{background:#ffe8c2}"
            ".muro p{background:#fff;padding:7px 10px;margin-bottom:6px}.tienda{background:#fff}"
            ".franja{background:#f4a300}"
        ),
    )  # fmt: skip
    drills = Visits(per_h=0.5, stays_h=(1, 4), texts=len(_DRILLS), places=(0, 1, 2, 3, 5), together=3)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        callouts = [Callout(number, -3 * (6 - number), min(4, 6 - number)) for number in (6, 5, 4, 3, 2, 1)]
        front = Front(0)
        for hour, guests in enumerate(self.drills.at_each_hour(self.chance.child("drills"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            # the afternoon burns, the night is quieter
            pace = (1.35 if 11 <= at.hour <= 18 else 0.8 if 5 <= at.hour <= 22 else 0.3) if hour else 0.0
            if self.chance.happens(0.13 * pace, "called", hour):
                callouts = [Callout(callouts[0].number + 1, hour), *callouts[:-1]]
            elif self.chance.happens(0.2 * pace, "turned", hour):
                callouts = self._turned(callouts, hour)
            if self.chance.happens(0.13 * pace, "front", hour):
                front = self._fronted(front, hour)
            parts = self._front(front)
            listed = [words for item in callouts for words in self._told(item)]
            levels = [self._level(zone, (hour + 1) // 24) for zone in range(len(_ZONES))]
            rows = tuple(self._page(callouts, front, guests if 6 <= at.hour <= 20 else (), hour, at))
            yield PageState(rows=rows, news=(*parts, *listed, *levels))

    def _turned(self, callouts: Sequence[Callout], hour: int) -> list[Callout]:
        """One of the incidents an hour later: further on, or with another remark."""
        found = list(callouts)
        going = [place for place, item in enumerate(found) if item.phase < 4]
        place = self.chance.pick(going or [0], "which", hour)
        item = found[place]
        if item.phase < 4 and self.chance.happens(0.6, "further", hour):
            found[place] = replace(item, phase=item.phase + 1)
        else:
            found[place] = replace(item, remark=item.remark + 1)
        return found

    def _fronted(self, front: Front, hour: int) -> Front:
        what = self.chance.number("front does", hour)
        if what < 0.35:
            new = front.number + 1
            return Front(new, photo=front.photo if what < 0.1 else new)
        if what < 0.75:
            return replace(front, parts=front.parts + 1)
        return replace(front, photo=200 + hour)

    def _front(self, front: Front) -> tuple[str, ...]:
        number, town = told(
            self.chance.child("front"), ([str(k) for k in range(len(_LEADS))], _TOWNS), front.number
        )
        draw = self.chance.child("front", front.number)
        found = [
            words.format(
                t=town, h=draw.between(10, 22, "h"), n=draw.between(14, 58, "n"), k=draw.between(2, 9, "k")
            )
            for words in _LEADS[int(number)]
        ]
        for part in range(1, front.parts + 1):
            turn = draw.child("part", part)
            pool = _ANSWERS if int(number) in {5, 6, 7, 11} else _PARTS
            words = pool[(3 * part + front.number) % len(pool)].format(
                h=turn.between(9, 22, "h"), n=turn.between(12, 95, "n"), k=turn.between(2, 9, "k")
            )
            found.append(f"Parte {part}: {words}")
        return tuple(found)

    def _told(self, item: Callout) -> tuple[str, str]:
        kind, town = told(self.chance.child("callouts"), (_KINDS, _TOWNS), item.number)
        draw = self.chance.child("callout", item.number)
        burns = kind.startswith(("Incendio", "Explosión"))
        pool = _FIRE if burns else _RESCUE if kind.startswith("Rescate") else _OTHER
        turn = draw.child("turn", item.remark)
        remark = pool[(draw.below(len(pool), "first") + 2 * item.remark) % len(pool)]
        phase = f'<b class="f f{item.phase}">{_PHASES[0 if burns else 1][item.phase]}</b>'
        words = remark.format(n=turn.between(14, 78, "n"), k=turn.between(3, 9, "k"))
        return f"{kind} en {town} {phase}", words

    def _level(self, zone: int, day: int) -> str:
        level = self.chance.below(len(_LEVELS), "level", zone, day)
        words, colour = _LEVELS[level]
        return f'<div style="background:{colour}"><span>{_ZONES[zone]}</span><span>{words}</span></div>'

    def _page(
        self, callouts: Sequence[Callout], front: Front, guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        local = at + timedelta(hours=2)
        note = f"Emergencias 112 · {local:%d/%m/%Y %H:%M} · {self.chance.between(30, 4_000, 'here', hour)} en línea"
        links = "".join(f"<span>{words}</span>" for words in _LINKS)
        rows = [
            row(panels.masthead("Bomberos Provincia de Alcor", 1000, note, height=60), tag="header"),
            row(panels.plain("enlaces", 1000, links), tag="nav"),
            row(self._camera(hour), [self._risk((hour + 1) // 24), self._sensors(hour)]),
            row(
                self._callouts(callouts, guests, hour),
                [self._lead(front, hour), self._map(callouts), self._wall(hour)],
                tag="main",
            ),
            row(self._advice(hour), self._shop(hour)),
            row(
                panels.plain(
                    "pie", 1000, '<p class="small">Aviso legal · Perfil del contratante · Accesibilidad</p>'
                )
            ),
        ]
        if self.chance.happens(0.35, "campaign", hour // 3):
            words = self.chance.pick(
                ("Campaña: tu parcela, limpia antes del 1 de junio", "Hazte voluntario", "Carrera del bombero"),
                "campaign words", hour // 3,
            )  # fmt: skip
            tall = self.chance.between(40, 190, "campaign px", hour // 3)
            place = self.chance.pick((0, 2, 2), "place", hour // 3)
            rows.insert(place, row(panels.strip(words, tall, name="franja")))
        return rows

    def _camera(self, hour: int) -> Panel:
        """The watchtower's camera: another view at each hour."""
        number = self.chance.below(len(_GAUGED), "camera", hour)
        shown = panels.image(f"webcam-torre-{number}-{hour}", 636, 250)
        return panels.plain(
            "camara", 660, f'{shown}<p class="small">Cámara de vigilancia: {_GAUGED[number]}</p>'
        )

    def _risk(self, day: int) -> Panel:
        bars = "".join(self._level(zone, day) for zone in range(len(_ZONES)))
        return panels.plain("riesgo", 340, f"<h4>Riesgo de incendio hoy</h4>{bars}", is_news=True)

    def _sensors(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td>{self.chance.between(11, 36, 'air', name, hour)}°<td>"
            f"{self.chance.between(2, 61, 'wind', name, hour)} km/h<td>"
            f"{self.chance.between(14, 92, 'damp', name, hour)}%</tr>"
            for name in _GAUGED[: 4 + hour % 2]
        )
        return panels.plain("sensores", 340, f"<table>{lines}</table>")

    def _callouts(self, callouts: Sequence[Callout], guests: Sequence[Guest], hour: int) -> Panel:
        """Incidents, newest first; between them exercises and visits, which look as they do."""
        lines = ""
        for entry in mixed(callouts, guests):
            if isinstance(entry, Guest):
                town = self.chance.pick(_TOWNS, "drill", entry.began)
                title = f'{_DRILLS[entry.text]} en {town} <b class="f fx">Programado</b>'
                words = f"Participan {self.chance.between(6, 90, 'take part', entry.began)} personas."
                since, wind = entry.began, self.chance.between(2, 30, "drilled", entry.began, hour)
            else:
                title, words = self._told(entry)
                since, wind = entry.since, self.chance.between(2, 30, "wind there", entry.number, hour)
            seen = self.chance.between(9, 990, "seen", since, hour)
            small = f"desde hace {hour - since} h · viento {wind} km/h · {seen} visitas"
            link = f'<h2><a href="{ORIGIN}/s/{since}">{title}</a></h2>'
            lines += f'<article>{link}<p>{words}</p><p class="small">{small}</p></article>'
        return panels.plain("salidas", 560, f"<h4>Servicios en curso y recientes</h4>{lines}", is_news=True)

    def _map(self, callouts: Sequence[Callout]) -> Panel:
        """Where the incidents are, in the colours of their phases."""
        dots = ""
        for item in callouts:
            town = told(self.chance.child("callouts"), (_KINDS, _TOWNS), item.number)[1]
            seat = _TOWNS.index(town)
            colour = ("#b5121b", "#f17105", "#b58900", "#4c7a4f", "#4c7a4f")[item.phase]
            x, y = 30 + seat * 167 % 390, 40 + seat * 71 % 150
            dots += f'<circle cx="{x}" cy="{y}" r="9" fill="{colour}"/>'
            dots += f'<text x="{x + 13}" y="{y + 5}" font-size="15">{town}</text>'
        ground = (
            '<path d="M20 60 L150 12 L330 30 L515 20 L520 150 L400 205 L210 190 L60 215 Z" fill="#dfe5d3"/>'
        )
        return panels.plain(
            "mapa",
            440,
            f'<svg width="416" height="175" viewBox="0 0 536 225">{ground}{dots}</svg>',
            is_news=True,
        )

    def _lead(self, front: Front, hour: int) -> Panel:
        title, words, *parts = self._front(front)
        added = "".join(f"<li>{line}</li>" for line in parts[::-1][:6])
        shared = f'<p class="small">{self.chance.between(5, 2_000, "shared", hour)} veces compartido</p>'
        shown = panels.image(f"city-portada-{front.photo}", 416, 240)
        html = f"{shown}<h1>{title}</h1><p>{words}</p><ol>{added}</ol>{shared}"
        return panels.plain("portada", 440, html, is_news=True)

    def _wall(self, hour: int) -> Panel:
        lines = "".join(
            f'<p>{words.format(n=self.chance.between(3, 39, "post", words, hour))} <span class="small">hace '
            f"{self.chance.between(1, 59, 'ago', words, hour)} min</span></p>"
            for words in self.chance.shuffled(_POSTS, "posts", hour)[
                : self.chance.between(4, 8, "many", hour)
            ]
        )
        return panels.plain("muro", 440, f"<h4>Nos mencionan</h4>{lines}")

    def _advice(self, hour: int) -> Panel:
        tall = self.chance.pick((100, 140, 200), "advice px", hour // 2)
        cards = "".join(
            f"<div>{panels.image(f'science-consejo-{number}', 198, tall)}<h3>{_ADVICE[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_ADVICE)), "advice", hour)[:3]
        )
        return panels.plain("consejos", 660, f'<h4>Consejos</h4><div class="cards">{cards}</div>')

    def _shop(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{words} · {self.chance.between(4, 29, 'price', words, hour // 12)} € <span class='small'>quedan"
            f" {self.chance.below(60, 'left', words, hour)}</span></li>"
            for words in self.chance.shuffled(_SHOP, "shop", hour // 2)[:4]
        )
        return panels.plain("tienda", 340, f"<h4>Tienda solidaria</h4><ul>{lines}</ul>")


UNSEEN_HYDRANTS = (Bomberos,)
