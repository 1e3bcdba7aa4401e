"""A Spanish faculty: orders, notices, changes of rooms; a menu, a riddle, verses, a film and duties renewed daily."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.almanacs import Daily, Entry, Lines, at_first, kept_up, table
from benchmarks.sites.feeds import Feed, Post, feeding, liked, posted, several
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.mornings import Renewed
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_DIAS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_CAMPUS: Mapping[str, Sequence[str]] = {
    "a": ("Química Orgánica", "Cálculo II", "Zoología", "Óptica", "Geología Estructural", "Estadística", "Botánica",
          "Física Cuántica", "Álgebra Lineal", "Bioquímica", "Ecología", "Microbiología", "Termodinámica"),
    "s": ("Aula Magna", "Aula 1.04", "Aula 2.11", "Laboratorio 3", "Seminario B", "Aula 0.07", "Salón de Grados",
          "Laboratorio 9", "Aula 3.02", "Gabinete 2"),
    "p": ("Elvira Quintana", "Joaquín Berrocal", "Nuria Salcedo", "Tomás Iglesias", "Rocío Villalba", "Emilio Zarza",
          "Carmen Otero", "Andrés Lumbreras", "Pilar Arcos", "Hugo Manzanares", "Inés Caballero"),
    "d": _DIAS[:5],
    "c": ("una avería eléctrica", "la huelga de autobuses", "el congreso de geólogos", "una fuga de gas", "las obras",
          "la baja del profesor", "las elecciones a claustro", "una inspección"),
    "g": ("Cristalografía", "Nutrición", "Paleontología", "Meteorología", "Genética", "Astrofísica"),
    "u": ("Upsala", "Coímbra", "Bolonia", "Lima", "Montevideo", "Toulouse", "Cracovia", "Heidelberg", "Edimburgo"),
    "uno": ("Lentejas con chorizo", "Gazpacho", "Crema de calabacín", "Ensalada de garbanzos", "Arroz a la cubana",
            "Salmorejo", "Judías verdes con patata", "Macarrones con tomate", "Sopa castellana", "Porrusalda"),
    "dos": ("Merluza en salsa verde", "Pollo al ajillo", "Albóndigas", "Bacalao con tomate", "Lomo a la plancha",
            "Tortilla de espinacas", "Ternera guisada", "Pisto con huevo", "Boquerones fritos", "Berenjenas rellenas"),
    "tres": ("Flan", "Natillas", "Sandía", "Arroz con leche", "Manzana asada", "Yogur con miel", "Macedonia",
    "Leche frita"),
    "pl": ("Jara pringosa", "Madroño", "Lirio de agua", "Tejo", "Romero", "Drago", "Orquídea abeja", "Acanto",
    "Alcornoque",
           "Cantueso", "Durillo", "Saúco", "Torvisco", "Adelfa", "Encina", "Mandrágora", "Peonía", "Arrayán"),
    "an": ("1687", "1735", "1781", "1799", "1828", "1846", "1865", "1887", "1905", "1919", "1932", "1953", "1969",
    "1986"),
    "cine": ("Los días de sal", "El topógrafo", "Una noche en Lisboa", "La casa de las abejas", "El tren de Oporto",
             "Cuaderno de campo", "Las mareas", "Nadie duerme en Soria", "La herencia de Ada", "El eclipse", "Invierno",
             "El guardafaros", "Carta a un geólogo", "La partida aplazada", "Río abajo", "La hija del relojero"),
}  # fmt: skip
_ORDEN = (
    "Convocatoria de {n} plazas de profesor asociado en {g}", "Lista definitiva de admitidos al máster en {g}",
    "Tribunal de la tesis de {p}", "Bases de las becas de movilidad a {u}", "Calendario de exámenes de {a}, modificado",
    "Nombramiento de {p} en el vicedecanato", "Normas de permanencia: {n} créditos",
    "Presupuesto de la facultad, anexo {m}",
    "Adjudicación de {n} becas de colaboración en {g}", "Anulación del acta de {a}",
    "Convenio con la Universidad de {u}",
    "Cese de {p} en la secretaría académica", "Plazo extraordinario de matrícula en {a}",
    "Premios de fin de carrera en {g}",
)  # fmt: skip
_ESTADO = ("plazo abierto", "en vigor", "provisional", "recurrible")
_MAS = ("corrección de errores, página {m}", "plazo ampliado hasta el {d}", "con {n} alegaciones",
    "suspendida por recurso de {p}",
        "{m} plazas más", "firmada por {p}")  # fmt: skip
_AVISO = (
    "Suspendidas las clases de {a} por {c}", "El examen de {a} pasa al {d}",
    "{p} dirigirá el departamento de {g}",
    "Evacuado el {s} por {c}", "La facultad pierde la acreditación de {a}",
    "Abierta la votación del decanato hasta el {d}",
    "Hallado un error en las notas de {a}", "Servicios mínimos el {d} por {c}", "Un equipo de {g} publica con {u}",
    "Cerrada la biblioteca por {c}", "Fallece {p}, docente de {g} durante {n} años",
    "Prácticas de {a}: nuevo turno de tarde",
)  # fmt: skip
_CUERPO = (
    "La decisión se tomó en junta, con {n} votos a favor.",
    "Los {n} estudiantes afectados recibirán un correo.",
    "Las clases se recuperarán el {d} a las {h} horas en el {s}.", "Para dudas, diríjanse al despacho de {p}.",
    "El motivo es {c}, según explica el decanato.", "La medida estará vigente hasta el próximo {d}.",
    "Quien no pueda asistir debe justificarlo antes del {d}.", "Se constituye una comisión presidida por {p}.",
)  # fmt: skip
_TARDE = ("Actualización: será a las {h} horas.", "Corrección: se trata del {s}.",
    "Actualización: {p} acepta el cargo.",
          "Actualización: se añade el grupo de {a}.", "El decanato rectifica: queda para el {d}.")  # fmt: skip
_CAMBIO = ("{a}|{d}, {h}.00|{s}", "{a} (grupo B)|{d}, {h}.30|{s}", "Tutoría de {p}|{d}, {h}.00|{s}",
    "{a}, prácticas|{d}, {h}.15|{s}",
           "{a}|{d}, {h}.00|sin clase", "Seminario de {g}|{d}, {h}.30|{s}", "{a}, examen|{d}, {h}.00|{s}")  # fmt: skip
_LLEGA = ("{h}.00|Conferencia de {p} sobre {g}", "{h}.30|Taller de {g}", "{h}.00|Lectura de tesis en el {s}",
    "{h}.00|Puertas abiertas",
          "{h}.30|Coro de la facultad, {s}", "{h}.00|Feria de movilidad: {u}")  # fmt: skip
_MENU = ("Primero|{uno}|alérgenos: {m}", "Segundo|{dos}|{n} raciones",
    "Opción vegetal|Hamburguesa de quinoa|{m} raciones",
         "Postre|{tres}|o café")  # fmt: skip
_GUARDIA = ("Secretaría|{p}|ext. 4{m}", "Decanato|{p}|ext. 2{m}", "Laboratorios|{p}|busca {n}",
    "Informática|{p}|ext. 9{m}",
            "Conserjería de tarde|{p}|{h}.30")  # fmt: skip
_VERSOS = (
    "La tarde cae despacio sobre el patio", "nadie responde al agua de la fuente",
    "y el nombre de la sombra es tu silencio",
    "como una carta escrita con la lluvia", "cruza el jardín un pájaro sin dueño",
    "la luz aprende a andar por los tejados",
    "vuelvo a la casa donde no me esperan", "todo lo que perdí cabe en un vaso", "el mar repite siempre la pregunta",
    "mañana será abril en las ventanas", "el olivo recuerda a los que pasan", "se apaga lejos, lejos, una esquila",
    "y el polvo del camino es quien nos lleva", "tengo en las manos sal de otra orilla",
)  # fmt: skip
_HECHOS = (
    "Tal día como hoy se presenta en {u} la primera memoria sobre {g}.", "El hallazgo tardó {m} años en ser aceptado.",
    "Lo firmaba un desconocido ayudante, que cobraba {n} reales.", "Hoy un cráter de la Luna lleva su nombre.",
    "En la sala había {n} personas; {m} se marcharon antes del final.", "El manuscrito se conserva en {u}.",
    "Su rival lo llamó «novela», y se equivocaba.", "De aquella expedición volvieron {m} cajas de muestras.",
    "La academia de {u} le negó el ingreso dos veces.",
)  # fmt: skip
_TITULOS = ("{an}: nace la {g} moderna", "{an}: un cometa sobre {u}", "{an}: primera cátedra de {g}",
    "{an}: la carta de {u}",
            "{an}: el experimento que falló", "{an}: muere un maestro de {g}")  # fmt: skip
_PROBLEMAS = (
    "¿Cuántos divisores tiene 360?|24",
    "Un tren tarda 9 s en pasar un poste y 24 s un puente de 300 m. ¿Cuánto mide?|180 m",
    "¿Qué cifra ocupa las unidades de 7 elevado a 2026?|9", "¿De cuántas formas se sientan 5 amigos en un banco?|120",
    "¿Cuánto suman los ángulos de un heptágono?|900 grados", "¿Qué número primo es a la vez par?|2",
    "¿Cuánto es 1 + 2 + … + 99?|4950",
    "Un caracol sube 3 m de día y baja 2 de noche. ¿Cuándo sale de un pozo de 10 m?|El octavo día",
    "¿Cuántas aristas tiene un icosaedro?|30", "¿Qué probabilidad hay de sumar 7 con dos dados?|1/6",
    "¿Cuál es la raíz de 1764?|42",
    "¿Cuántos ceros tiene 25 factorial al final?|6", "Dos grifos llenan en 3 y 6 horas. ¿Y juntos?|2 horas",
)  # fmt: skip
_PLANTA = (
    "Florece de abril a junio en los suelos pobres de la sierra.", "Se halla en la parcela {m}, junto al estanque.",
    "Sus hojas se usaron contra la fiebre.", "El ejemplar llegó de {u} hace {n} años.",
    "La polinizan {m} especies de abejas.",
    "En algunos pueblos se cuelga de la puerta.", "Es tóxica para el ganado.", "Tarda {m} años en dar fruto.",
)  # fmt: skip
_TRAMA = (
    "Un viajante llega a un pueblo donde todos creen conocerlo.", "Dos hermanas se reparten una herencia imposible.",
    "La película obtuvo {m} premios y casi ningún espectador.", "Presenta la sesión {p}; coloquio al terminar.",
    "Copia restaurada, {n} minutos más larga.", "Rodada en {u} con actores sin experiencia.",
    "Versión original con subtítulos.",
    "Un maestro rural guarda un secreto durante {n} años.",
)  # fmt: skip
_FORO = ("¿Alguien tiene apuntes de {a}?", "Busco piso cerca del campus, {n}0 euros", "Sobre {c}: ¿hay clase el {d}?",
         "Se vende bata, talla {n}", "La máquina de café del {s} se ha tragado {m} euros",
         "Grupo de estudio de {a}, {d} a las {h}",
         "¿Cómo corrige {p}?", "Perdida calculadora en el {s}", "¿Qué tal el Erasmus en {u}?")  # fmt: skip
_EMPLEO = ("Técnico de laboratorio, {u}", "Prácticas en {g}, {n}0 euros", "Beca de doctorado con {p}",
    "Monitor de {a}, {h} horas",
           "Analista de datos, {m} meses")  # fmt: skip
_HABILES = range(5)
_DIARIO = {
    item.name: item
    for item in (
        Renewed(name="menu", head="Menú del comedor", daily=Daily(9, _HABILES), lines=_MENU, many=4, tag="td"),
        Renewed(name="guardia", head="De guardia", daily=Daily(14, _HABILES), lines=_GUARDIA, many=5, tag="td"),
        Renewed(name="versos", head="El poema del día", daily=Daily(7), lines=_VERSOS, many=5),
        Renewed(name="hechos", head="Efeméride", daily=Daily(6), lines=_HECHOS, many=5, titles=_TITULOS,
                photo="science"),
        Renewed(name="problema", head="El problema", daily=Daily(11, _HABILES), lines=_PROBLEMAS,
                answer="Solución anterior:"),
        Renewed(name="planta", head="Del jardín botánico", daily=Daily(10, _HABILES), lines=_PLANTA, many=4,
                titles=("{pl}",)),
        Renewed(name="cine", head="Aula de cine: próxima sesión", daily=Daily(20), lines=_TRAMA, many=3,
                titles=("«{cine}»",),
                photo="hall"),
    )
}  # fmt: skip


class Valdemora(GeneratedSite):
    """A faculty on working days: orders in a table, notices in prose, changes of rooms; seven sections are daily."""

    slug = "valdemora"
    hard = "Spanish; orders, notices, rooms at work hours; a menu, duties, verses, a riddle, a film at fixed hours"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#ffffff", ink="#22252e", muted="#747a8a", line="#d8dbe4", accent="#4b2e83",
        lead_px=26, top_px=17,
        extra=(
            ".masthead{background:#4b2e83;color:#fff}.masthead .small{color:#d6c9f0}table{width:100%;"
            "border-collapse:collapse}"
            "td{border-bottom:1px solid #d8dbe4;padding:6px 8px 5px 0;vertical-align:top;font-size:14px}.versos p{"
            "font:italic "
            "16px/24px 'Liberation Serif'}.hechos p,.planta p,.cine p,.avisos p{margin-bottom:5px}.problema,.menu{"
            "background:"
            "#f3f0fa}.avisos article{border-left:4px solid #4b2e83;padding:4px 0 4px 12px;margin-bottom:10px}"
            ".sala span{"
            "margin-right:22px}.sala{background:#22252e;color:#fff}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 19), then=0.12, night=0.04)
    feeds: Mapping[str, Feed] = {
        "foro": Feed(per_h=0.45, length=6, busy=(9, 23), idle=0.15, returns=0.1),
        "empleo": Feed(per_h=0.1, length=4, busy=(9, 18), idle=0.02, weekend=0.1),
        "agenda": Feed(per_h=0.06, length=4, busy=(9, 18), idle=0.0, weekend=0.0),
    }

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        orders, notices, rooms = at_first(6, 20), at_first(3, 30), at_first(5, 13)
        for hour, at, posts in feeding(self.feeds, self.chance.child("feeds"), hours):
            pace = self.duty.at(at) if hour else 0.0
            if self.chance.happens(0.17 * pace, "orders", hour):
                orders = kept_up(orders, hour, self.chance.child("order", hour), 6)
            if self.chance.happens(0.16 * pace, "notices", hour):
                notices = kept_up(notices, hour, self.chance.child("notice", hour), 3, later=0.4)
            if self.chance.happens(0.2 * pace, "rooms", hour):
                rooms = kept_up(rooms, hour, self.chance.child("room", hour), 5, later=0.2)
            now = ([self._order(item) for item in orders], [self._notice(item) for item in notices],
                   [self._room(item) for item in rooms])  # fmt: skip
            news = tuple(" ".join(words) for part in now for words in part)
            soon = [
                posted(self.chance.child("soon"), item.number, _LLEGA, _CAMPUS).split("|")
                for item in posts["agenda"]
            ]
            yield PageState(
                rows=tuple(self._page(now, soon, posts, hour, at)),
                news=news,
                secondary=tuple(" ".join(words) for words in soon),
            )

    def _order(self, item: Entry) -> tuple[str, ...]:
        words = posted(self.chance.child("ordered"), item.number, _ORDEN, _CAMPUS)
        more = [posted(self.chance.child("later"), n, _MAS, _CAMPUS) for n in item.added]
        state = ". ".join((self.chance.pick(_ESTADO, "state", item.number).capitalize(), *more))
        day = STARTS_AT + timedelta(hours=item.began)
        return f"FC/{180 + item.number}", words, state, f"{day.day}/{day.month}"

    def _notice(self, item: Entry) -> tuple[str, ...]:
        title = posted(self.chance.child("title"), item.number, _AVISO, _CAMPUS)
        words = several(self.chance.child("said", item.number), _CUERPO, _CAMPUS, 3)
        return title, words, *(posted(self.chance.child("late"), n, _TARDE, _CAMPUS) for n in item.added)

    def _room(self, item: Entry) -> tuple[str, ...]:
        """A change of rooms; what is said about it later replaces it."""
        chance = self.chance.child("moved", *item.added[-1:])
        what, when, where = posted(chance, item.number, _CAMBIO, _CAMPUS).split("|")
        first = posted(self.chance.child("moved"), item.number, _CAMBIO, _CAMPUS).split("|")[0]
        return first if item.added else what, when, where

    def _page(
        self, now: Sequence[Lines], soon: Lines, posts: Mapping[str, Sequence[Post]], hour: int, at: datetime
    ) -> list[Row]:
        told_now = "".join(
            f"<article><h2>{title}</h2><p>{'</p><p>'.join(rest)}</p></article>" for title, *rest in now[1]
        )
        notices = panels.plain("avisos", 600, f"<h4>Avisos del decanato</h4>{told_now}", is_news=True)
        orders = panels.plain("resoluciones", 600, f"<h4>Resoluciones</h4>{table(now[0])}", is_news=True)
        rooms = panels.plain("aulas", 400, f"<h4>Cambios de aula</h4>{table(now[2])}", is_news=True)
        agenda = panels.plain("agenda", 400, f"<h4>Agenda</h4>{table(soon)}")
        daily = {
            name: item.panel(self.chance, at, 600 if name in ("hechos", "planta") else 400, _CAMPUS)
            for name, item in _DIARIO.items()
        }
        left = [notices, daily["hechos"], orders, self._forum(posts["foro"], hour)]
        right = [
            daily["menu"],
            rooms,
            daily["problema"],
            daily["guardia"],
            daily["cine"],
            self._jobs(posts["empleo"]),
        ]
        if self.chance.happens(0.3, "other layout", hour // 8):
            left, right = (
                [orders, notices, *left[1:2], left[3]],
                [rooms, right[3], right[0], right[2], *right[4:]],
            )
        here, today = self.chance.child("here", hour), f"{_DIAS[at.weekday()]} {at:%d/%m/%Y}"
        sold = panels.advert(
            self.adverts.advert("foot", 60 * hour, 560, here.pick((90, 130, 200), "px")), "publi", 600
        )
        foot = '<p class="small">Sede electrónica · Transparencia · Buzón</p>'
        hero = panels.image(f"hall-campus-{here.below(9, 'hero')}", 976, here.pick((150, 150, 220), "tall"))
        return [
            row(panels.masthead("Facultad de Ciencias de Valdemora", 1000, today), tag="header"),
            *([row(panels.strip("Participa en la encuesta de calidad", 58))] if hour // 5 % 4 == 1 else []),
            row(panels.plain("portada", 1000, hero)),
            row(self._rooms(hour)),
            row(left, right, tag="main"),
            row([agenda, daily["versos"]], [daily["planta"], sold]),
            row(panels.plain("pie", 1000, foot), tag="footer"),
        ]  # fmt: skip

    def _rooms(self, hour: int) -> Panel:
        here = self.chance.child("library", hour)
        names = ("Hemeroteca", "Sala norte", "Sala sur", "Mapoteca", "Cabinas")
        words = "".join(f"<span>{name} <b>{here.between(2, 99, name)} %</b></span>" for name in names)
        return panels.plain("sala", 1000, f"<p>Ocupación ahora: {words}</p>")

    def _forum(self, posts: Sequence[Post], hour: int) -> Panel:
        lines = ""
        for item in posts:
            seen = liked(self.chance.child("seen", item.number), hour, item.began, 300)
            words = posted(self.chance.child("forum"), item.number, _FORO, _CAMPUS)
            age = f"{seen} lecturas · hace {max(1, hour - item.began)} h"
            lines += (
                f'<li><a href="{ORIGIN}/foro/{item.number + 90}">{words}</a><p class="small">{age}</p></li>'
            )
        return panels.plain("foro", 600, f"<h4>Foro de estudiantes</h4><ul>{lines}</ul>")

    def _jobs(self, posts: Sequence[Post]) -> Panel:
        lines = "".join(
            f"<li>{posted(self.chance.child('job'), item.number, _EMPLEO, _CAMPUS)}</li>" for item in posts
        )
        return panels.plain("empleo", 400, f"<h4>Prácticas y empleo</h4><ul>{lines}</ul>")


CAMPUSES = (Valdemora,)
