"""A leading article each evening, a count each noon and the night's programmes each afternoon: a Spanish paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from benchmarks.sites import panels
from benchmarks.sites.daybooks import due, fresh, sold
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, written
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SERIF, Look
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.standing import date_of, today

_THEMES = ("el trasvase", "la desaladora", "el derribo del hotel", "la moratoria turística", "el dragado del puerto",
           "la tarifa del agua", "el soterramiento del tren", "el plan de playas", "la huelga de basuras",
           "el cierre del ambulatorio", "la subida del IBI", "el vertido de la balsa", "la zona azul")  # fmt: skip
_HEADLINES = (
    "{quien} planta cara por {tema}", "Vecinos de {barrio} marchan contra {tema}",
    "El pleno aprueba {tema} por {n} votos",
    "{quien} dimite tras la polémica por {tema}", "La Audiencia investiga {tema}",
    "{barrio} se queda fuera y denuncia {tema}",
    "El Gobierno congela {tema} hasta el día {m}", "Un informe cifra en {n} millones {tema}",
    "{tema} divide a los socios de gobierno", "Doce horas de encierro en {barrio} contra {tema}",
    "{quien} pide un referéndum sobre {tema}", "Cortan la avenida de {barrio} en protesta por {tema}",
)  # fmt: skip
_STANDFIRSTS = (
    "{quien} reclama una solución antes del día {m} y no descarta acudir a los tribunales.",
    "La asamblea de {barrio} reunió a {n}0 personas y acordó nuevas movilizaciones.",
    "El expediente suma {n} folios y pasará por la comisión de la próxima semana.",
    "La oposición habla de improvisación; el equipo de gobierno, de responsabilidad.",
    "Los técnicos advierten de un retraso de {m} meses si no se corrigen los planos.",
    "Hay {m} heridos leves y la Policía Local mantiene el cordón en {barrio}.",
    "Los comerciantes de {barrio} calculan pérdidas de {n} mil euros.",
)  # fmt: skip
_TITLES = ("Lo que enseña {tema}", "Sin excusas ante {tema}", "Una ciudad pendiente: {tema}", "La hora de decidir",
           "Ni prisa ni olvido", "Gobernar es explicar", "El precio del silencio", "Menos ruido, más datos",
           "Lo urgente y lo importante", "Contra la resignación", "{tema}, capítulo enésimo")  # fmt: skip
_ARGUED = (
    "Pocas veces un asunto ha retratado tan bien a una ciudad como {tema}.",
    "Cuando hace {m} años se habló por primera vez de esto, nadie imaginó que {barrio} pagaría la factura.",
    "Conviene recordar lo que este periódico escribió entonces: sin cuentas claras no hay confianza.",
    "Lo que dice {quien} merece respeto, pero no basta.",
    "El debate sobre {tema} no puede cerrarse con un decreto.",
    "Quien gobierna tiene derecho a equivocarse y obligación de contarlo.",
    "En {barrio} lo saben: cada aplazamiento se traduce en {n} familias que esperan.",
    "Otros municipios resolvieron lo mismo en {m} meses y con la mitad del presupuesto.",
    "No se trata de estar a favor o en contra, sino de saber quién responde.",
    "Los {n} millones comprometidos exigen un control que hasta ahora nadie ha ejercido.",
    "Harían bien los partidos en leer los informes antes de subir a la tribuna.",
    "Hay margen para el acuerdo si {quien} acepta publicar los anexos.",
    "Sobre {tema} se ha mentido mucho y se ha estudiado poco.", "La prudencia no consiste en dejar pasar el verano.",
    "Esperar otro año sería la peor de las respuestas.", "De la calle llega un mensaje que no admite dos lecturas.",
    "Un ayuntamiento no es una empresa, aunque a veces lo parezca.", "Las cifras que difunde {quien} no cuadran.",
    "A {n} días del verano, la paciencia se agota en {barrio}.", "Nada obliga a repetir los errores del pasado.",
    "Los expertos consultados por este diario coinciden en pedir calma.", "La transparencia empieza por {tema}.",
    "Quien más pierde es quien menos voz tiene.", "Un pacto a {m} años sería mejor que un titular al día.",
    "Hemos dado voz a {quien} y seguiremos haciéndolo.", "Tampoco la oposición sale bien parada.",
    "En política, callar también es decidir.",
    "Basta pasear por {barrio} para entender el enfado.", "El próximo pleno dirá si alguien ha tomado nota.",
)  # fmt: skip
_COUNTED = (
    "El foco sigue situado en las torres de refrigeración de {barrio}.", "Salud toma muestras en {n} fuentes más.",
    "La edad media de los ingresados es de {n2} años.", "Las duchas del polideportivo de {barrio} continúan cerradas.",
    "El laboratorio confirmó {m} de las muestras pendientes.", "No se espera el final del brote antes del día {m}.",
    "{quien} comparecerá mañana a las {h}.", "Los hospitales refuerzan los turnos con {m} enfermeras.",
    "La cepa coincide con la hallada en {barrio}.",
    "Sanidad revisa {n} comunidades de vecinos.", "Se levanta la recomendación de no usar aspersores en {barrio}.",
)  # fmt: skip
_BRIEFS = ("Detenido en {barrio} con {n} relojes robados", "Corte de agua en {barrio} desde las {h}",
           "El Almenara cae por la mínima",
           "Rescatadas {m} personas frente a la playa", "Arde un contenedor en {barrio}",
           "El mercado estrena {n} puestos",
           "Accidente múltiple en la ronda de {barrio}", "Fallece el pintor de {barrio}",
           "La lonja sube un {m} por ciento",
           "El instituto de {barrio} gana la olimpiada")  # fmt: skip
_FILMS = ("La casa del acantilado", "Dos trenes a Lisboa", "El último farero", "Verano en la azotea",
          "Sospecha en Triana",
          "Balada de invierno", "El jinete sin nombre", "Una boda complicada", "Huellas en la nieve", "La espía polaca",
          "Médico de isla", "El robo del Prado", "Tormenta roja", "Noches de Tánger")  # fmt: skip
_SHOWS = ("Saber de sobra", "Cocina en guerra", "Patio de vecinas, capítulo {n}", "Debate a fondo: {tema}",
          "Los Ibáñez, temporada {m}", "Concurso de copla", "Fútbol: jornada {n}", "Documental: ríos de {m} países",
          "Aquí no hay playa", "Telediario 2", "Callejeando por {barrio}", "Risas aseguradas")  # fmt: skip
_COMMENTS = ("A mí en {barrio} nadie me ha preguntado por {tema}.", "Llevamos {m} años igual.",
             "Bravo por {quien}, ya era hora.",
             "Menos fotos y más limpieza en {barrio}.", "¿Y los {n} millones dónde están?",
             "Con {tema} nos toman el pelo.",
             "Buen artículo, aunque se queda corto.", "El autobús a {barrio} sí que es un escándalo.")  # fmt: skip
_ADS = ("Se alquila ático en {barrio}, {n}0 euros", "Clases de guitarra, {m} euros la hora",
        "Vendo bicicleta, poco uso",
        "Perdido gato gris en {barrio}", "Busco compañero de piso, {barrio}", "Traspaso bar con {n} mesas",
        "Plaza de garaje en {barrio}", "Se ofrece cuidadora, {m} años de experiencia")  # fmt: skip
_READ = ("Las diez mejores calas sin gente", "Qué hacer con las ollas viejas", "Cómo dormir con calor",
         "La ruta de los molinos",
         "Receta: ajo colorao", "El pueblo que vive sin coches", "Test: ¿cuánto sabes del mar?",
         "Así era el puerto en 1950",
         "Doce terrazas con vistas", "El horóscopo del mes")  # fmt: skip
_SPANISH: Mapping[str, Sequence[str]] = {
    "quien": ("la alcaldesa Rueda", "el concejal Ibarra", "la consejera Melgar", "el rector Pozuelo",
    "la edil Carrasco",
              "el delegado Sanchís", "la portavoz Urrutia", "el obispo Lara", "la jueza Benavent"),
    "barrio": ("La Chanca", "Los Molinos", "El Zapillo", "Nueva Almenara", "Las Salinas", "San Telmo", "La Vega",
               "Cortijo Grande", "Puerta del Mar"),
    "n2": ("58", "61", "63", "66", "67"),
}  # fmt: skip
_CHANNELS = ("La Nuestra", "Canal Uno", "Sur TV", "Cine 8", "Teledós", "Mar TV")
_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


@dataclass(frozen=True)
class Story:
    """What a story is about, and how often it was told anew."""

    number: int
    began: int
    revision: int = 0


@dataclass(frozen=True)
class Leader:
    """A leading article: of which day, about what, and whether a correction stands under it."""

    day: int
    theme: str
    mended: int = 0


class Faro(GeneratedSite):
    """A paper: stories and briefs by day and evening, a leading article at eight, a count of the sick at noon."""

    slug = "elfaro"
    hard = "Spanish; a leading article and a count at their hours, the night's programmes at another; busy, sold cards"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#ffffff", ink="#161616", muted="#707070", line="#d8d8d8", accent="#00558c",
        lead_px=32, top_px=20, card="#eef4f8",
        extra=(
            ".editorial{background:#eef4f8}.editorial p{margin-bottom:9px;line-height:22px}.sorteo{background:#f7f1de}"
            ".recuento div{display:flex;gap:14px;margin-bottom:6px}.recuento b{font-size:28px;line-height:34px;"
            "display:block;color:#00558c}.noche table{border-collapse:collapse;width:100%}.noche td{padding:5px 4px;"
            "line-height:20px;border-bottom:1px dotted #bbb}.portada article{border-bottom:1px solid #d8d8d8;"
            "padding:8px 0}.pagado{background:#f7f1de}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 22), then=0.7, night=0.12)
    feeds: Mapping[str, Feed] = {
        "voces": Feed(per_h=0.7, length=5, busy=(8, 23), idle=0.2, together=2),
        "anuncios": Feed(per_h=0.3, length=6, busy=(8, 22), idle=0.05),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stories, briefs = [Story(-place, -5 * place) for place in range(1, 5)], [-1, -2, -3, -4, -5]
        leader, counted, day = Leader(-1, _THEMES[3]), (41, 17, 9), -3
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            stories = self._edited(stories, hour, pace)
            if self.chance.happens(0.18 * pace, "brief", hour):
                briefs = [briefs[0] + 1, *briefs[:4]]
            if due(at, 20):
                leader = Leader(today(hour), self._theme(stories[0]))
            elif (
                9 <= at.hour <= 13 and not leader.mended and self.chance.happens(0.09, "fe de errores", hour)
            ):
                leader = replace(leader, mended=hour)
            if due(at, 12, working=True):
                day, counted = today(hour), self._count(counted, today(hour))
            news = (
                *(" ".join(self._told(item)) for item in stories),
                *(self._brief(number) for number in briefs),
                " ".join(self._led(leader)),
                f"{counted} {self._said(day)}",
            )
            parts = [
                self._leader(leader, hour), self._sick(day, counted),
                self._shorts(briefs), self._tonight(today(hour) - (at.hour < 17)),
            ]  # fmt: skip
            yield PageState(rows=tuple(self._page(stories, parts, posts, hour, at)), news=news)

    def _edited(self, old: list[Story], hour: int, pace: float) -> list[Story]:
        """A story leads or comes second, or one is told anew."""
        if not self.chance.happens(0.34 * pace, "edited", hour):
            return old
        what, number = self.chance.number("what", hour), 1 + max(item.number for item in old)
        if what < 0.4:
            return [Story(number, hour), *old[:3]]
        if what < 0.75:
            return [old[0], Story(number, hour), *old[1:3]]
        place = self.chance.below(3, "place", hour)
        return [*old[:place], replace(old[place], revision=old[place].revision + 1), *old[place + 1 :]]

    def _theme(self, item: Story) -> str:
        return told(self.chance.child("theme"), (_THEMES,), item.number)[0]

    def _told(self, item: Story) -> tuple[str, str]:
        words = {**_SPANISH, "tema": (self._theme(item),)}
        title = posted(self.chance.child("title"), item.number + 5 * item.revision, _HEADLINES, words)
        return title, posted(self.chance.child("under", item.revision), item.number, _STANDFIRSTS, words)

    def _brief(self, number: int) -> str:
        return posted(self.chance.child("brief"), number, _BRIEFS, _SPANISH)

    def _led(self, leader: Leader) -> tuple[str, ...]:
        """Title and paragraphs of a leading article, and a correction where there is one."""
        words = {**_SPANISH, "tema": (leader.theme,)}
        draw = self.chance.child("argued")
        lines = [posted(draw, 8 * leader.day + part, _ARGUED, words) for part in range(8)]
        paragraphs = [" ".join(lines[:3]), " ".join(lines[3:5]), " ".join(lines[5:])]
        if leader.mended:
            wrong = written(
                draw.child(leader.mended), ("donde decía {m} debía decir {n}", "los años eran {m}"), words
            )
            paragraphs.append(f"Fe de errores: en una versión anterior {wrong}.")
        return posted(self.chance.child("led"), leader.day, _TITLES, words), *paragraphs

    def _count(self, old: tuple[int, int, int], day: int) -> tuple[int, int, int]:
        sick, inside, out = old
        new, home = self.chance.between(0, 9, "new", day), self.chance.between(1, 6, "home", day)
        return sick + new, max(2, inside + new // 2 - home // 2), out + home

    def _said(self, day: int) -> str:
        return fresh(self.chance.child("counted"), day, _COUNTED, _SPANISH, 2)

    def _page(
        self, stories: Sequence[Story], parts: Sequence[Panel], posts: Mapping[str, Sequence[Post]], hour: int,
        at: datetime,
    ) -> list[Row]:  # fmt: skip
        tall = self.chance.pick((90, 90, 250), "tall", hour)
        top = sold(self.adverts.advert("top", 60 * hour, 970, tall), "anuncio", 1000, "Publicidad")
        note = f"{_spanish(today(hour))} · {self.chance.between(16, 31, 'warm', hour // 2)} °C · {at:%H:%M}"
        leader, sick, shorts, tonight = parts
        side = [sick, shorts, self._talk(posts["voces"], hour)]
        low = row([leader, self._small(posts["anuncios"])], tonight)
        if self.chance.happens(0.3, "form", hour // 6):
            side, low = [shorts, self._talk(posts["voces"], hour), sick], row(tonight, low.columns[0])
        rows = [
            row(panels.masthead("El Faro de Almenara", 1000, note, height=76), tag="header"),
            row(top),
            row(self._front(stories, hour), side, tag="main"),
            low,
            row(self._read(hour)),
            row(panels.plain("pie", 1000, '<p class="small">Aviso legal · Hemeroteca · Suscríbase</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.25, "live", hour // 3):
            goals, against = self.chance.below(4, "goals", hour), self.chance.below(4, "against", hour)
            score = f"EN DIRECTO · Almenara {goals} – {against} Linares"
            rows.insert(1, row(panels.strip(score, self.chance.pick((40, 66, 100), "px", hour // 3))))
        return rows

    def _front(self, stories: Sequence[Story], hour: int) -> Panel:
        """The stories, and at some visits a card amid them that somebody paid for."""
        cards = []
        for place, item in enumerate(stories):
            title, under = self._told(item)
            tag = "h1" if not place else "h2"
            shown = panels.image(f"city-faro-{item.number}", 616, 300) if not place else ""
            link = f'<{tag}><a href="{ORIGIN}/noticia/{item.number + 99}">{title}</a></{tag}>'
            talk = liked(self.chance.child("said", item.number), hour, item.began, 90)
            age = f"hace {max(1, hour - item.began)} h · {talk}"
            cards.append(
                f'<article>{shown}{link}<p>{under}</p><p class="small">{age} comentarios</p></article>'
            )
        draw = self.chance.child("paid", hour // 4)
        if draw.happens(0.45, "is"):
            words = posted(draw, hour // 4, _ADS, _SPANISH)
            card = f'<article class="pagado"><h2>{words}</h2><p class="small">Contenido patrocinado</p></article>'
            cards.insert(draw.between(1, 3, "place"), card)
        return panels.plain("portada", 640, "".join(cards), is_news=True)

    def _leader(self, leader: Leader, hour: int) -> Panel:
        title, *paragraphs = self._led(leader)
        shared = liked(self.chance.child("shared", leader.day), hour, 24 * leader.day + 14, 400)
        html = "".join(f"<p>{words}</p>" for words in paragraphs)
        html = f'<h4>Editorial</h4><h1>{title}</h1>{html}<p class="small">Compartido {shared} veces</p>'
        return panels.plain("editorial", 600, html, is_news=True)

    def _sick(self, day: int, counted: tuple[int, int, int]) -> Panel:
        names = ("confirmados", "ingresados", "altas")
        cells = "".join(
            f"<span><b>{count}</b>{name}</span>" for count, name in zip(counted, names, strict=True)
        )
        html = f"<h4>Brote de legionela, parte del {_spanish(day)}</h4><div>{cells}</div><p>{self._said(day)}</p>"
        return panels.plain("recuento", 360, html, is_news=True)

    def _shorts(self, briefs: Sequence[int]) -> Panel:
        lines = "".join(f"<li><h3>{self._brief(number)}</h3></li>" for number in briefs)
        return panels.plain("breves", 360, f"<h4>Breves</h4><ul>{lines}</ul>", is_news=True)

    def _tonight(self, day: int) -> Panel:
        lines = ""
        for seat, name in enumerate(_CHANNELS):
            draw = self.chance.child("tonight", name)
            words = {**_SPANISH, "tema": _THEMES}
            show = posted(draw, day, _SHOWS, words)
            (film,) = told(self.chance.child("film"), (_FILMS,), 6 * day + seat)
            lines += (
                f"<tr><td>{name}</td><td>21:{10 * (seat % 4) + 5:02d} {show}</td><td>23:00 {film}</td></tr>"
            )
        return panels.plain("noche", 400, f"<h4>Esta noche, {_spanish(day)}</h4><table>{lines}</table>")

    def _talk(self, posts: Sequence[Post], hour: int) -> Panel:
        words = {**_SPANISH, "tema": _THEMES}
        lines = "".join(
            f"<li><p>{posted(self.chance.child('talk'), item.number, _COMMENTS, words)}</p>"
            f'<p class="small">{liked(self.chance.child("likes", item.number), hour, item.began, 50)} votos</p></li>'
            for item in posts
        )
        return panels.plain("voces", 360, f"<h4>Los lectores</h4><ul>{lines}</ul>")

    def _small(self, posts: Sequence[Post]) -> Panel:
        lines = "".join(
            f"<li>{posted(self.chance.child('small'), item.number, _ADS, _SPANISH)}</li>" for item in posts
        )
        return panels.plain("clasificados", 600, f"<h4>Clasificados</h4><ul>{lines}</ul>")

    def _read(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'culture-faro-{number}', 230, 140)}<h3>{_READ[number]}</h3></div>"
            for number in self.chance.shuffled(range(len(_READ)), "read", hour)[:4]
        )
        return panels.plain("masleido", 1000, f'<h4>Lo más leído</h4><div class="cards">{cards}</div>')


def _spanish(days: int) -> str:
    day = date_of(days)
    return f"{_DAYS[day.weekday()]} {day.day} de {('abril', 'mayo', 'junio', 'julio')[day.month - 4]}"


LEADERS = (Faro,)
