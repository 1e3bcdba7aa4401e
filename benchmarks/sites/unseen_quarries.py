"""Where stone and ore are dug: a daily of the Chilean pampa, and the mining office of a Polish district."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_NOTAS = (
    ("Derrumbe en mina de {s}: {k} trabajadores atrapados", "Logran contacto con los {k} mineros atrapados en {s}",
    "El rescate avanza {n} metros por día, informó {p}.", "La sonda llegó anoche a los {n}0 metros de profundidad."),
    ("Sindicato de {s} vota la huelga con {n}% de apoyo", "Huelga en {s}: la empresa mejora su oferta",
    "Piden un bono de {k} millones y turnos más cortos.", "{p} llamó a volver a la mesa antes del {d} de mayo."),
    ("Camanchaca deja {n} vehículos chocados cerca de {s}", "Reabren la ruta tras el choque múltiple de {s}",
    "Hay {k} heridos graves, trasladados en helicóptero.", "Carabineros corrigió: son {k} los heridos."),
    ("{s} lleva {n} horas sin agua potable", "Vuelve el agua a {s}, pero turbia y por turnos",
    "La sanitaria culpa a una matriz de 19{n}.", "Repartirán agua en {k} camiones aljibe, dijo {p}."),
    ("Corte ordena frenar el tranque de relaves de {s}", "Suprema revisará el tranque de {s}",
    "El fallo, de {k} votos contra dos, acoge a la comunidad.", "La minera anuncia que apelará antes del {d}."),
    ("Alcaldesa de {s} queda en arresto domiciliario", "Sobreseen a la alcaldesa de {s}",
    "La Fiscalía le imputa {n} contratos irregulares.", "La defensa, a cargo de {p}, pidió {n} diligencias."),
    ("Hallan momia de {n}00 años al excavar un colector en {s}", "La momia de {s} irá al museo regional",
    "Junto al cuerpo había {k} vasijas intactas.", "{p} pide cercar el sector por {n} días."),
    ("Puerto de {s} suma {k} días de paro", "Estibadores de {s} levantan el paro",
    "Hay {n} naves a la gira y fruta que se pudre.", "El acuerdo contempla {n} cupos permanentes."),
    ("Incendio consume {n} casas en un cerro de {s}", "Investigan origen eléctrico del fuego en {s}",
    "Trabajan {k} compañías de bomberos; el viento amaina.", "Unas {n}0 personas duermen en el liceo."),
    ("Litio: firman contrato por {n} años para el salar de {s}", "Contraloría objeta el contrato del salar de {s}",
    "El Estado tendrá el {n}% de la sociedad.", "{p} presentó un requerimiento de {n} páginas."),
    ("Cierran hospital de campaña de {s} con {n} pacientes", "Hospital de {s}: renuncia su director",
    "Los enfermos irán a {k} recintos de la costa.", "El gremio acusa falta de {n} especialistas."),
    ("Incautan {n}0 kilos de cocaína ocultos en mineral en {s}", "Prisión preventiva por la droga de {s}",
    "La carga iba a nombre de {p}, según la Aduana.", "Hay {k} detenidos y dos prófugos."),
    ("Aluvión baja por la quebrada de {s}", "Evalúan daños en {s}: {n} viviendas con barro",
    "Cayeron {n} milímetros en {k} horas.", "El delegado {p} decretó alerta roja."),
    ("Tren minero descarrila con {n} vagones de ácido en {s}", "Retiran el último vagón volcado en {s}",
    "Evacuaron a {n} familias por precaución.", "La vía seguirá cortada {k} días más."),
    ("Migrantes acampan en la plaza de {s}: {n} niños", "Trasladan a {n} migrantes desde {s}",
    "La noche bajó a {k} grados bajo cero.", "El albergue tiene {n} camas, aclaró {p}."),
    ("Gigante minera despide a {n}0 contratistas en {s}", "Reincorporan a parte de los despedidos en {s}",
    "La ley del mineral cayó a 0,{n}%.", "La Dirección del Trabajo cursó {k} multas."))  # fmt: skip
_LUGARES = ("Sierra Amarga", "Puerto Salitre", "Pozo Nuevo", "Cerro Gordo", "Caleta Brava", "Los Molles",
            "Aguas Verdes", "Tres Cruces", "Punta Lobera", "San Elías", "Oficina Aurora")  # fmt: skip
_GENTE = ("Rosa Quispe", "Iván Barahona", "Marta Cáceres", "Hugo Pallero", "Elena Vicencio", "Raúl Tito")
_BREVES = ("Feria costumbrista en {s}", "Vacunan mascotas en {s}", "Bacheo nocturno en {s}", "Subasta en {s}",
           "Ciclovía de {s} suma {n} cuadras", "Biblioteca de {s} recibe {n} libros")  # fmt: skip
_LEIDAS = ("El truco para quitar el sarro de la tetera", "¿Quién es la nueva animadora del matinal?",
           "Feriados que quedan en 2026", "Bono invierno: revise con su RUT", "La casa más angosta del puerto",
           "Perrito viajó solo en bus 300 kilómetros", "Qué significa soñar con arena", "Receta de calapurca",
           "Los sueldos de los mineros, cargo por cargo", "Futbolista vende su auto")  # fmt: skip


@dataclass(frozen=True)
class Nota:
    """A story: which one, how often its headline and its paragraph were written anew, and its photograph."""

    number: int
    title: int = 0
    words: int = 0
    photo: str = ""


class Pampina(GeneratedSite):
    """A regional daily. News: the lead with its paragraph, and the headlines beside it; short items are secondary.

    Noise: billboards, a live camera, tremors of the hour, most read, the printed page of the day.
    """

    slug = "pampina"
    hard = "Spanish; new leads under old photographs, a live camera larger than the lead, columns that change sides"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fffefb", ink="#1d1a17", muted="#7d746a", line="#ded5c8", accent="#b5482a",
        lead_px=31, top_px=18, card="#f6efe4",
        extra=(
            ".masthead{background:#3a2a20;color:#f6e3c5}.masthead .small{color:#d9c3a0}.secciones{border-bottom:"
            "3px solid #b5482a;font:bold 13px/18px 'Liberation Sans'}.secciones span{margin-right:26px}"
            ".principal p{font-size:17px;line-height:23px;margin-top:8px}.envivo{background:#161616;color:#fff}"
            ".envivo h3{color:#ff8a65;margin-bottom:6px}.sismos{background:#eef3ee}.sismos td{font-size:13px;"
            "line-height:18px;padding:2px 8px 2px 0}.leidas b.n{font-size:18px;line-height:20px}.portada{"
            "background:#f6efe4}.galletas{background:#2b2b2b;color:#fff}.galletas h2{color:#ffd9a0}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [self._new(number) for number in range(6, 0, -1)]
        brief = 6
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = 0.75 if at.hour >= 10 or at.hour <= 1 else 0.1
            if hour:
                sure = at.hour == self.chance.between(11, 21, "sure", at.date())
                shown = self._edited(shown, hour, 9.0 if sure else pace)
                brief += self.chance.happens(0.1 * pace, "brief", hour)
            briefs = tuple(self._brief(brief - seat) for seat in range(5))
            yield PageState(
                rows=tuple(self._page(shown, briefs, hour, at)),
                news=(self._told(shown[0])[1], *(self._told(item)[0] for item in shown)),
                secondary=briefs,
                overlays=self._asks(hour),
            )

    def _new(self, number: int) -> Nota:
        return Nota(number, photo=f"{('city', 'world', 'politics', 'economy')[number % 4]}-{number}")

    def _edited(self, old: list[Nota], hour: int, pace: float) -> list[Nota]:
        """An hour later: a story comes, is rewritten, goes, changes places with another or gets other photographs."""
        what = (
            self.chance.number("what", hour) / pace
        )  # at the day's surest hour a story comes, whatever happens
        new = self._new(1 + max(item.number for item in old))
        place = self.chance.below(len(old) - 1, "place", hour)
        if what < 0.055:
            if self.chance.happens(0.4, "same photograph", hour):
                new = replace(new, photo=old[0].photo)
            return [new, *old[:5]]
        if what < 0.112:
            return [*old[: 1 + place], new, *old[1 + place : 5]]
        if what < 0.135 and not old[place].title:
            return [*old[:place], replace(old[place], title=1), *old[place + 1 :]]
        if what < 0.155:
            return [replace(old[0], words=old[0].words + 1), *old[1:]]
        if what < 0.17 and len(old) > 5 and old[1 + place].number < new.number - 1:  # withdrawn
            return [*old[: 1 + place], *old[2 + place :]]
        return self._disturbed(old, place, hour) if what < 0.34 else old

    def _disturbed(self, old: list[Nota], place: int, hour: int) -> list[Nota]:
        """Two stories change places, or one gets another photograph."""
        item = old[place]
        if self.chance.happens(0.15, "change places", hour):
            return [*old[:place], old[place + 1], item, *old[place + 2 :]]
        return [*old[:place], replace(item, photo=f"{item.photo}-{hour}"), *old[place + 1 :]]

    def _told(self, item: Nota) -> tuple[str, str]:
        seat = 7 * item.number + self.chance.below(len(_NOTAS), "notas")
        texts = _NOTAS[seat % len(_NOTAS)]
        (town,) = told(self.chance.child("towns"), (_LUGARES,), item.number)
        draw = self.chance.child("nota", item.number)
        later = draw.child("words", item.words)
        title = texts[item.title].format(s=town, n=draw.between(12, 68, "n"), k=draw.between(3, 9, "k"))
        n, k, d = later.between(12, 68, "n"), later.between(3, 9, "k"), later.between(12, 30, "d")
        return title, texts[2 + item.words % 2].format(n=n, k=k, d=d, p=draw.pick(_GENTE, "p"))

    def _brief(self, number: int) -> str:
        words, town = told(self.chance.child("briefs"), (_BREVES, _LUGARES), number)
        return words.format(s=town, n=self.chance.between(3, 90, "brief", number))

    def _asks(self, hour: int) -> tuple[Overlay, ...]:
        """The notice about cookies, for its first hours and now and then again."""
        if hour > 1 and not self.chance.happens(0.08, "asks", hour // 2):
            return ()
        shared = self.chance.between(40, 800, "partners", hour // 2)
        html = f"<h2>Valoramos su privacidad</h2><p>Nosotros y {shared} socios usamos cookies. Aceptar · Rechazar</p>"
        return (Overlay(panels.plain("galletas", 700, html), 150, 420),)

    def _page(self, shown: Sequence[Nota], briefs: Sequence[str], hour: int, at: datetime) -> list[Row]:
        local = at - timedelta(hours=4)
        note = f"{local:%d.%m.%Y · %H:%M} · Cobre US$ 4,{self.chance.between(10, 69, 'copper', hour)}"
        menu = "<span>Minería</span><span>Puerto</span><span>Política</span><span>Policial</span>"
        short = f"<h4>Breves</h4><ul>{''.join(f'<li>{escape(words)}</li>' for words in briefs)}</ul>"
        middle = [self._lead(shown[0], 520), self._tops(shown[1:], 520), panels.plain("breves", 520, short)]
        paper = f"<h4>Papel digital</h4>{panels.image(f'culture-portada-{(hour + 21) // 24}', 176, 240)}"
        left = [self._ad("skyscraper", hour, 200, (300, 600)), panels.plain("portada", 200, paper)]
        box = self._ad("box", hour, 280, (250, 380))
        right = [self._tremors(hour, local), self._read(hour), box]
        turned = self.chance.happens(0.3, "sides", hour // 5)
        rows = [
            row(panels.masthead("La Pampina", 1000, note, height=66), tag="header"),
            row(panels.plain("secciones", 1000, menu)),
            row(*((right, middle, left) if turned else (left, middle, right)), tag="main"),
            row(panels.plain("pie", 1000, '<p class="small">Quiénes somos · Tarifas · Contacto</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.45, "camera", hour // 3):
            rows.insert(2, row(self._camera(hour)))
        if self.chance.happens(0.7, "billboard", hour):
            rows.insert(0, row(self._ad("billboard", hour, 1000, (90, 180, 250))))
        return rows

    def _ad(self, place: str, hour: int, width: int, heights: Sequence[int]) -> Panel:
        height = self.chance.pick(heights, place, "px", hour)
        shown = panels.advert(self.adverts.advert(place, 60 * hour, width - 24, height), place, width)
        return replace(shown, html=shown.html.replace("Advertisement", "Publicidad"))

    def _lead(self, item: Nota, width: int) -> Panel:
        title, words = self._told(item)
        link = f'<a href="{ORIGIN}/nota/{item.number}">{escape(title)}</a>'
        html = f"<h1>{link}</h1>{panels.image(item.photo, width - 24, 290)}<p>{escape(words)}</p>"
        return panels.plain("principal", width, html, is_news=True)

    def _tops(self, items: Sequence[Nota], width: int) -> Panel:
        html = "".join(
            f'<div class="side" style="margin-bottom:12px">{panels.image(item.photo, 150, 94)}<div>'
            f'<h2><a href="{ORIGIN}/nota/{item.number}">{escape(self._told(item)[0])}</a></h2></div></div>'
            for item in items
        )
        return panels.plain("destacadas", width, html, is_news=True)

    def _camera(self, hour: int) -> Panel:
        here = self.chance.between(80, 3_000, "watch", hour)
        shown = panels.image(f"webcam-paso-{hour}", 976, self.chance.pick((320, 420), "camera px", hour // 3))
        return panels.plain("envivo", 1000, f"<h3>● EN VIVO · Paso andino · {here} conectados</h3>{shown}")

    def _tremors(self, hour: int, local: datetime) -> Panel:
        """Whatever the sensors wrote in the last hours: it reads like news and is none."""
        lines = ""
        for seat in range(5):
            draw = self.chance.child("tremor", hour - seat)
            lines += (
                f"<tr><td>{(local.hour - seat) % 24:02d}:{draw.below(60, 'm'):02d}</td><td>"
                f"{draw.between(21, 44, 'size') / 10:.1f}</td><td>{draw.between(9, 80, 'km')} km al "
                f"{draw.pick(('N', 'S', 'E', 'O'), 'side')} de {draw.pick(_LUGARES, 'town')}</td></tr>"
            ).replace(".", ",", 1)
        return panels.plain("sismos", 280, f"<h4>Últimos sismos</h4><table>{lines}</table>")

    def _read(self, hour: int) -> Panel:
        lines = "".join(
            f'<li><h3><b class="n">{place + 1}</b>{words}</h3></li>'
            for place, words in enumerate(self.chance.shuffled(_LEIDAS, "read", hour)[: 5 + hour % 3])
        )
        return panels.plain("leidas", 280, f"<h4>Lo más leído</h4><ol>{lines}</ol>")


_KOPALNIE = ("Jaworzec", "Biała Góra II", "Łysina", "Stary Kamień", "Podleśna-Wschód", "Dębowiec", "Ostrówek Dolny",
             "Wapiennik", "Czerwony Zdrój", "Gruszowa", "Kopytna III")  # fmt: skip
_KOMUNIKATY = (
    ("Wstrzymano ruch w kopalni", "Po kontroli inspektor zatrzymał {n} maszyn. Usterki do usunięcia: {d} maja."),
    ("Roboty strzałowe w kopalni", "Strzelania odbędą się {d} maja od godz. {h}. Droga gminna będzie zamknięta."),
    ("Wypadek w kopalni", "Operator koparki, lat {n}, trafił do szpitala. Przyczyny bada komisja."),
    ("Zatwierdzono plan ruchu kopalni", "Decyzja dopuszcza wydobycie {n}0 tys. ton rocznie przez {h} lat."),
    ("Kara pieniężna za kopalnię", "Za wydobycie poza obszarem górniczym nałożono {n} tys. zł kary."),
    ("Rozprawa administracyjna: złoże", "Odbędzie się {d} maja o godz. {h} w świetlicy. Zgłoszono {n} uwag."),
    ("Skargi na pył z kopalni", "Wpłynęło {n} skarg mieszkańców. Pomiary potrwają do {d} maja."),
    ("Osunięcie skarpy w kopalni", "Zsunęło się {n} tys. m³ mas ziemnych. Nikt nie ucierpiał."),
    ("Egzamin na kierownika ruchu: kopalnia", "Przystąpiło {n} osób, zdało {h}. Termin poprawkowy: {d} maja."),
    ("Nielegalne wydobycie przy kopalni", "Policja zabezpieczyła {h} ładowarek. Straty szacuje się na {n} tys. zł."),
    ("Likwidacja kopalni", "Wyrobisko zostanie zalane do rzędnej {n} m. Rekultywacja potrwa {h} lat."),
    ("Wyciek paliwa w kopalni", "Do rząpia trafiło {n}0 litrów oleju. Studnie zbadano w {h} gospodarstwach."),
    ("Odmowa koncesji: złoże", "Minister podzielił zastrzeżenia gminy. Odwołanie można wnieść do {d} maja."),
    ("Drgania po strzelaniu w kopalni", "Uszkodzenia zgłosiło {n} właścicieli domów. Oględziny od {d} maja."),
)  # fmt: skip
_DOPISKI = ("Sprostowanie: termin przesunięto na {d} czerwca.", "Uzupełnienie: wniesiono {h} odwołań.",
            "Aktualizacja: sprawę przekazano prokuraturze, sygn. {n}/26.",
            "Sprostowanie: sygnatura akt to OUG.{n}.2026.", "Decyzja stała się ostateczna {d} maja.")  # fmt: skip
_SUROWCE = ("granit", "wapień", "bazalt", "piasek", "dolomit", "melafir", "glina")
_ILE = (25, 26, 27, 28, 29, 31, 35, 36, 37, 38, 39, 45, 46, 47, 48, 51, 56, 58, 61, 65)
_STANY = ("kontrola w toku", "ruch ograniczony", "ruch wstrzymany", "dozór po usterkach")
_HASLA = ("Kask ratuje życie", "Wyrobisko to nie kąpielisko", "Zgłoś zagrożenie", "Dzień Geologa", "Trzeźwy w pracy",
          "Bezpieczna hałda", "Szkoła pod ziemią")  # fmt: skip
_IMIONA = ("Moniki, Floriana", "Ireny, Waldemara", "Judyty, Jana", "Gizeli, Ludmiły", "Stanisława, Dezyderii",
           "Grzegorza, Bożydara", "Antonina, Izydora", "Ignacego, Lwa", "Pankracego, Dominika", "Serwacego, Glorii",
           "Bonifacego, Macieja", "Zofii, Nadziei")  # fmt: skip
_DRUKI = ("Wniosek o zatwierdzenie planu ruchu", "Zawiadomienie o strzelaniu", "Informacja o opłacie eksploatacyjnej",
          "Karta szkolenia BHP", "Ewidencja zasobów", "Pełnomocnictwo", "Skarga na uciążliwość", "Wzór mapy",
          "Zgłoszenie wypadku")  # fmt: skip


@dataclass(frozen=True)
class Akta:
    """An announcement or a quarry under watch: which one, and how many notes it has, or its state by now."""

    number: int
    step: int = 0


class Urzadgorniczy(GeneratedSite):
    """A mining office. News: announcements, and the quarries under watch with their states; about one change a day.

    Noise: slides, forms often fetched, name days, a photograph each Monday, boards of projects.
    """

    slug = "urzadgorniczy"
    hard = "Polish; a slow office: one line or state a day under large slides, renewed dates and view counts"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f7f7f5", ink="#22262b", muted="#6c7278", line="#d0d3d6", accent="#1f4e79",
        lead_px=24, top_px=17, card="#ffffff",
        extra=(
            ".masthead{border-bottom:4px solid #c8102e}.haslo{padding:0;background:#1f4e79;color:#fff}"
            ".haslo h1{padding:10px 20px}.komunikat{background:#fff;border-bottom:8px solid #f7f7f5}"
            ".komunikat em{color:#a01020}.nadzor{background:#fff}.nadzor table{border-collapse:collapse;width:576px}"
            ".nadzor td{border-top:1px solid #d0d3d6;padding:6px 4px}.imieniny{background:#fff4d6}"
            ".ciastka{background:#1f4e79;color:#fff}"
            ".projekt{background:#003399;color:#ffdd00}.przerwa{background:#c8102e;color:#fff}.druki{background:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Akta(number) for number in range(5, 0, -1)]
        watched = [Akta(number, self.chance.below(3, "state", number)) for number in range(4, 0, -1)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.hour in self._busy(at):
                shown, watched = self._worked(shown, watched, hour)
            news = tuple(part for item in shown for part in self._told(item))
            news += tuple(part for item in watched for part in self._row(item))
            yield PageState(rows=tuple(self._page(shown, watched, hour, at)), news=news)

    def _busy(self, at: datetime) -> list[int]:
        """Hours of the day in which the office changes something: one or two, on Saturdays that of the duty officer."""
        day = at.date()
        if at.weekday() == 5:
            return [self.chance.between(16, 19, "duty", day)]
        many = 0 if at.weekday() == 6 else self.chance.pick((1, 1, 2), "many", day)
        return self.chance.shuffled(range(7, 14), "hours", day)[:many]

    def _worked(self, shown: list[Akta], watched: list[Akta], hour: int) -> tuple[list[Akta], ...]:
        what = self.chance.number("what", hour)
        if what < 0.45:
            return [Akta(shown[0].number + 1), *shown[:4]], watched
        place = self.chance.below(3, "which", hour)
        if what < 0.65:
            noted = replace(shown[place], step=shown[place].step + 1)
            return [*shown[:place], noted, *shown[place + 1 :]], watched
        done = next((item for item in watched[1:] if item.step == 3), None)
        if done and len(watched) > 3:
            return shown, [item for item in watched if item is not done]
        if what < 0.78 and len(watched) < 6:
            return shown, [Akta(1 + max(item.number for item in watched)), *watched]
        moved = replace(watched[place], step=(watched[place].step + 1) % 4)
        return shown, [*watched[:place], moved, *watched[place + 1 :]]

    def _told(self, item: Akta) -> tuple[str, ...]:
        draw = self.chance.child("komunikat", item.number)
        (mine,) = told(self.chance.child("mines"), (_KOPALNIE,), item.number)
        seat = self.chance.below(len(_KOMUNIKATY), "seat") + 5 * item.number
        title, words = _KOMUNIKATY[seat % len(_KOMUNIKATY)]
        slots = {"n": draw.pick(_ILE, "n"), "d": draw.between(15, 31, "d"), "h": 8 + item.number % 7}
        title += f" „{mine}”"
        if not item.step:
            return title, words.format(**slots)
        later = draw.child(item.step)
        added = _DOPISKI[(item.number + item.step) % len(_DOPISKI)]
        line = added.format(n=later.pick(_ILE, "n"), h=later.between(5, 21, "h"), d=later.between(5, 29, "d"))
        return title, words.format(**slots), line

    def _row(self, item: Akta) -> tuple[str, str]:
        mine, ore = told(self.chance.child("watched"), (_KOPALNIE, _SUROWCE), item.number)
        until = self.chance.between(18, 31, "until", item.number, item.step)
        return f"{mine} ({ore})", f"{_STANY[item.step]}, do {until} maja"

    def _page(self, shown: list[Akta], watched: list[Akta], hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=2)
        seen = 1_204_300 + 37 * hour + self.chance.below(30, "seen", hour)
        names = f"<h2>{local:%d.%m.%Y}</h2><p>Imieniny: {_IMIONA[(local.day - 4) % len(_IMIONA)]}</p>"
        forms = "".join(f"<li>{item}</li>" for item in self.chance.shuffled(_DRUKI, "forms", hour // 2)[:5])
        forms = f"<h4>Najczęściej pobierane</h4><ul>{forms}</ul>"
        side = [panels.plain("imieniny", 400, names), panels.plain("druki", 400, forms), self._photo(hour)]
        notices = [self._notice(item, hour) for item in shown]
        foot = f"Ostatnia modyfikacja: {(at - timedelta(hours=5)):%d.%m.%Y} 07:00 · Odwiedzin: {seen} · BIP · RODO"
        rows = [
            row(panels.masthead("Okręgowy Urząd Górniczy w Kamiennej", 1000, "A A+ A++ · kontrast · BIP", height=56),
                tag="header"),
            row(self._slide(hour)),
            row([*notices[:3], self._table(watched), *notices[3:]], side, tag="main"),
            row(panels.plain("stopka", 1000, f'<p class="small">{foot}</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.4, "project", hour // 20):
            words = f"Fundusze Europejskie: cyfrowe archiwum map, {self.chance.between(2, 9, 'mln', hour // 20)} mln zł"
            rows.insert(2, row(panels.strip(words, 60 + 25 * (hour // 20 % 3), name="projekt")))
        if self.chance.happens(0.12, "break", hour // 2):
            rows.insert(0, row(panels.strip("Przerwa techniczna w e-usługach od 18:00", 36, name="przerwa")))
        if hour < 3 or self.chance.happens(0.1, "asks", hour // 3):
            words = "Strona korzysta z plików cookies w celach statystycznych. Rozumiem · Więcej informacji"
            rows.insert(0, row(panels.strip(words, 64, name="ciastka")))
        return rows

    def _notice(self, item: Akta, hour: int) -> Panel:
        title, words, *line = self._told(item)
        seen = 40 + 9 * (hour + 20 - item.number) + self.chance.below(9, "seen", item.number, hour)
        added = "".join(f"<p><em>{part}</em></p>" for part in line)
        html = f'<h2>{title}</h2><p>{words}</p>{added}<p class="small">wyświetleń: {seen}</p>'
        return panels.plain("komunikat", 600, html, is_news=True)

    def _table(self, watched: Sequence[Akta]) -> Panel:
        lines = "".join("<tr><td><b>{}</b></td><td>{}</td></tr>".format(*self._row(item)) for item in watched)
        return panels.plain("nadzor", 600, f"<h4>Pod nadzorem</h4><table>{lines}</table>", is_news=True)

    def _slide(self, hour: int) -> Panel:
        number = self.chance.below(len(_HASLA), "slide", hour)
        height = self.chance.pick((260, 260, 330), "slide px", hour // 6)
        shown = panels.image(f"science-haslo-{number}", 1000, height)
        return panels.plain("haslo", 1000, f"{shown}<h1>{_HASLA[number]}</h1>")

    def _photo(self, hour: int) -> Panel:
        votes = self.chance.between(10, 400, "votes", hour)
        shown = panels.image(f"world-zdjecie-{(hour + 166) // 168}", 376, 250)
        return panels.plain("zdjecie", 400, f"<h4>Zdjęcie tygodnia</h4>{shown}<p>Głosów: {votes}</p>")


UNSEEN_QUARRIES = (Pampina, Urzadgorniczy)
