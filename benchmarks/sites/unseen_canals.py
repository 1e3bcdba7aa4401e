"""Unseen: a Croatian ferry company's table of lines, and the Galician rules of a shellfish season."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance


@dataclass
class Unused:
    """Wordings that a page has had, so that none of them is written twice."""

    had: set[str] = field(default_factory=set)

    def first(self, options: Iterator[str]) -> str:
        """The first that the page has not had."""
        found = next(words for words in options if words not in self.had)
        self.had.add(found)
        return found


def wordings(
    chance: Chance, forms: Sequence[str], pools: Sequence[Sequence[str]], *key: object
) -> Iterator[str]:
    """Forms filled from pools, in other ways at each try."""
    for attempt in count():
        form = chance.pick(forms, "form", attempt, *key)
        yield form.format(*(chance.pick(pool, seat, attempt, *key) for seat, pool in enumerate(pools)))


_LINES = (("302", "Lukovac – Sveta Mara"), ("304", "Lukovac – Vela Sila"), ("311", "Brgujska – Kaprije Malo"),
          ("315", "Zavala – Trstenik"), ("322", "Omišno – Drage"), ("327", "Sveta Mara – Ždrelac"),
          ("401", "Vodičak – Prvinj"), ("403", "Vodičak – Murtela"), ("418", "Split Istok – Supetra"),
          ("419", "Split Istok – Stomorje"), ("430", "Split Istok – Vis Kut"), ("431", "Drvena Luka – Sućurica"),
          ("502", "Ploče Sjever – Trpanja"), ("505", "Orebin – Dominče"), ("511", "Prapratna – Sobrinj"),
          ("604", "Gruški zaton – Lopudac"), ("611", "Gruški zaton – Suđuraj"), ("9608", "Zadarić – Ist – Olibar"),
          ("9807", "Cres Grad – Rabac Stari"))  # fmt: skip
_PORTS = (
    "Lukovac",
    "Brgujska",
    "Zavala",
    "Omišno",
    "Vodičak",
    "Split Istok",
    "Drvena Luka",
    "Orebin",
    "Gruški zaton",
)
_STOPS = ("Prekid zbog bure", "Prekid zbog juga", "Prekid zbog kvara", "Prekid zbog magle", "Obustavljeno",
          "Otkazan jedan polazak")  # fmt: skip
_LIMITS = ("Samo putnici bez vozila", "Bez kamiona i kampera", "Zamjenski brod", "Pristaje na drugom gatu",
           "Skraćena ruta", "Kašnjenje 15 min", "Kašnjenje 25 min", "Kašnjenje 40 min", "Kašnjenje 60 min",
           "Kašnjenje 90 min")  # fmt: skip
_WINDS = ("Jaka bura na sjevernom dijelu", "Jugo u jačanju na otvorenom moru", "Olujni udari ispod planine",
          "Magla u kanalu", "Umjeren maestral", "More valovito 4", "Grmljavinske oluje poslijepodne",
          "Bura slabi prema večeri", "Visoka plima u lukama")  # fmt: skip
_EFFECTS = ("mogući su prekidi bez najave", "katamarani plove smanjenom brzinom", "promet je stabilan",
            "putnike molimo da dođu ranije", "vozila s prikolicom čekaju", "prednost imaju stanovnici otoka",
            "uvode se izvanredni polasci", "očekuju se gužve na trajektu")  # fmt: skip
_UNTIL = (
    "do daljnjega",
    "do ponoći",
    "do jutra",
    "tijekom vikenda",
    "prema odluci kapetanije",
    "do smirivanja vjetra",
)
_QUESTIONS = ("Mogu li promijeniti datum karte?", "Koliko ranije trebam doći?", "Prevozite li električne romobile?",
              "Kako do otočne iskaznice?", "Gdje je izgubljena prtljaga?", "Plove li brodovi na Tijelovo?",
              "Ima li popusta za obitelji?", "Smije li pas u salon?")  # fmt: skip
_OFFERS = ("Ljeto na otoku: –20 % za rane ptice", "Kupite kartu u aplikaciji, preskočite red",
           "Regata triju kanala, svibanj na moru", "Pokaz za studente: plovi za pola cijene",
           "Zaposlite se na brodu: otvoreni natječaj")  # fmt: skip


@dataclass(frozen=True)
class Service:
    """How a line sails now, and whether that is as it should be."""

    words: str
    colour: str = "ok"


class Trajekti(GeneratedSite):
    """A ferry company: nineteen lines with their standing, an announcement, and how often the timetable was amended."""

    slug = "trajekti"
    hard = "one word in a row of a table whose other cells change each hour; cameras above, banners push all down"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f4f8fb", ink="#10243a", muted="#5d7287", line="#d3dfe9", accent="#00609c",
        lead_px=24, top_px=18, card="#ffffff",
        extra=(
            "table{border-collapse:collapse;width:100%;background:#fff}td,th{border-bottom:1px solid #d3dfe9;"
            "padding:6px 6px 5px;text-align:left;font-size:13px;line-height:18px;white-space:nowrap}"
            "th{background:#00609c;color:#fff}.ok{color:#1b7a3d}.limit{color:#b06a00}.stop{color:#b3001b;font-weight:bold}"
            ".masthead{background:#003e66;color:#fff}.masthead .small{color:#cfe2f0}.camera{background:#10243a}"
            ".camera p{color:#fff}.offer{background:#ffc845}.near{background:#dff0fa}.announced{background:#fff;"
            "border-left:5px solid #00609c}.sea td{padding:4px 6px 3px}.cookie{background:#10243a;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        unused, amended = Unused(), 11
        said = self._announced(unused, 0)
        lines = [Service(f"Redovito od 04.05. u 05:{place:02d}") for place in range(10, 10 + len(_LINES))]
        for hour in range(hours):
            if hour:
                lines = self._sailed(lines, hour)
                said = self._announced(unused, hour) if self.chance.happens(0.03, "said", hour) else said
                amended += self.chance.happens(0.022, "amended", hour)
            paper = f"Izmjena plovidbenog reda br. {amended}/2026"
            news = (said, paper, *(item.words for item in lines))
            yield PageState(
                rows=tuple(self._page(lines, said, paper, hour)),
                news=news,
                overlays=tuple(self._cookie(hour)),
            )

    def _announced(self, unused: Unused, hour: int) -> str:
        pools = (_WINDS, _EFFECTS, _UNTIL)
        return unused.first(wordings(self.chance.child("announced"), ("{}, {} {}.",), pools, hour))

    def _sailed(self, old: list[Service], hour: int) -> list[Service]:
        """In bad weather several lines change at once; in good weather what was disturbed is put right."""
        at = STARTS_AT + timedelta(hours=hour)
        storm = self.chance.happens(0.3, "storm", hour // 9)
        awake = 1.0 if 5 <= at.hour <= 22 else 0.4
        if not self.chance.happens((0.36 if storm else 0.08) * awake, "event", hour):
            return old
        lines = list(old)
        disturbed = [place for place, item in enumerate(old) if item.colour != "ok"]
        for step in range(self.chance.between(1, 3, "lines", hour) if storm else 1):
            place = self.chance.below(len(lines), "line", hour, step)
            if not storm and disturbed and self.chance.happens(0.7, "mends", hour):
                place = self.chance.pick(disturbed, "mended", hour)
            lines[place] = self._standing(lines[place], at, hour, step)
        return lines

    def _standing(self, old: Service, at: datetime, hour: int, step: int) -> Service:
        since = f"{at - timedelta(hours=1):%d.%m. u %H}:{self.chance.below(60, 'minute', hour):02d}"
        if old.colour != "ok" and self.chance.happens(0.65, "again", hour, step):
            return Service(f"Redovito od {since}")
        stops = self.chance.happens(0.5, "stops", hour, step)
        words = self.chance.pick(_STOPS if stops else _LIMITS, "why", hour, step)
        return Service(f"{words}, od {since}", "stop" if stops else "limit")

    def _page(self, lines: Sequence[Service], said: str, paper: str, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{at:%d.%m.%Y. %H:%M} · na moru {self.chance.between(9, 41, 'afloat', hour)} brodova"
        main = [self._announcement(said, paper), self._table(lines, hour, at)]
        if self.chance.happens(0.5, "near", hour):
            port = self.chance.pick(_PORTS, "port", hour)
            main.insert(0, panels.plain("near", 720, f"<p>Vama najbliža luka: <b>{port}</b></p>"))
        height = self.chance.pick((120, 180, 250, 400), "tall", hour // 2)
        side = self.adverts.advert("side", 60 * hour, 256, height)
        rows = [
            row(panels.masthead("Otočna linija", 1000, note, height=58), tag="header"),
            row(self._camera(hour, at)),
            row(
                main, [self._sea(hour), panels.advert(side, "side-advert", 280), self._asked(hour)], tag="main"
            ),
            row(panels.plain("foot", 1000, '<p class="small">Uvjeti prijevoza · Prigovori · Pristupačnost</p>')),
        ]  # fmt: skip
        spell = hour // 7
        if self.chance.happens(0.45, "offer", spell):
            number = self.chance.below(len(_OFFERS), "which offer", spell)
            picture = panels.image(
                f"sea-offer-{number}", 976, self.chance.pick((70, 150, 240), "size", spell)
            )
            rows.insert(1, row(panels.plain("offer", 1000, f"{picture}<h2>{_OFFERS[number]}</h2>")))
        return rows

    def _announcement(self, said: str, paper: str) -> Panel:
        link = f'<p><a href="{ORIGIN}/red/{panels.hash_of(paper)}.pdf">{paper}</a> (PDF)</p>'
        return panels.plain("announced", 720, f"<h1>Stanje u prometu</h1><p>{said}</p>{link}", is_news=True)

    def _table(self, lines: Sequence[Service], hour: int, at: datetime) -> Panel:
        names = ("Linija", "Relacija", "Stanje", "Polazak", "Popunjeno")
        body = f"<tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>"
        for (number, route), item in zip(_LINES, lines, strict=True):
            leaves = f"{(at.hour + 1) % 24:02d}:{self.chance.between(0, 11, 'leaves', number, hour) * 5:02d}"
            full = f"{self.chance.between(4, 100, 'full', number, hour)} %"
            cells = (number, f'<a href="{ORIGIN}/linija/{number}">{route}</a>')
            body += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}<td class={item.colour}>{item.words}</td>"
            body += f"<td>{leaves}</td><td>{full}</td></tr>"
        return panels.plain("lines", 720, f"<table>{body}</table>", is_news=True)

    def _camera(self, hour: int, at: datetime) -> Panel:
        port = self.chance.pick(_PORTS, "camera", hour)
        shown = panels.image(f"webcam-ferry-{hour}", 976, 250)
        return panels.plain("camera", 1000, f"{shown}<p>Kamera uživo: {port}, {at:%H}:00</p>")

    def _sea(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{port}</td><td>{self.chance.between(2, 28, 'wind', port, hour)} čv</td>"
            f"<td>{self.chance.between(130, 190, 'water', port, hour) / 10:.1f} °C</td></tr>"
            for port in _PORTS
        )
        return panels.plain("sea", 280, f"<h4>Vjetar i more</h4><table>{lines}</table>")

    def _asked(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{words}</li>" for words in self.chance.shuffled(_QUESTIONS, "asked", hour // 2)[:5]
        )
        return panels.plain("asked", 280, f"<h4>Često pitate</h4><ul>{lines}</ul>")

    def _cookie(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.14, "cookie", hour):
            html = "<h2>Kolačići</h2><p>Prihvaćam sve · Samo nužni</p>"
            yield Overlay(panels.plain("cookie", 320, html), 670, 40)


_TITLES = ("Obxecto e ámbito", "Especies autorizadas", "Zonas e bancos abertos", "Topes de captura", "Horarios",
           "Artes permitidas", "Puntos de control", "Biotoxinas e peches", "Réxime sancionador")  # fmt: skip
_SUBJECTS = ("O persoal mariscador a pé", "As embarcacións con permiso", "As confrarías", "Os titulares da licenza",
             "As agrupacións de mariscadoras", "Os buques auxiliares", "O persoal de vixilancia",
             "As depuradoras", "Os puntos de primeira venda", "As persoas substitutas")  # fmt: skip
_DUTIES = ("deberán comunicar a saída", "poderán extraer ameixa babosa", "poderán extraer berberecho",
           "non poderán extraer navalla", "non poderán fondear", "entregarán a nota de venda",
           "levarán a bordo o plan de explotación", "pesarán a captura", "suspenderán a actividade",
           "devolverán ao mar os exemplares pequenos", "presentarán a declaración de orixe")  # fmt: skip
_BANKS = ("na ría de Arnela", "no banco de Os Lombos", "entre punta Cabalo e a illa de Tanxil", "na zona II",
          "na zona IV, subzona b", "no polígono Sardiñeiro C", "no areal de Cabanelas", "ao norte do peirao vello",
          "na enseada de Barallo", "nas concesións de Tragove")  # fmt: skip
_LIMITS_OF_TIME = ("desde a baixamar", "durante a semana en curso", "mentres non se publique outra resolución",
                   "ata o 30 de xuño", "agás os venres", "en mareas vivas", "con autorización previa",
                   "logo da análise do laboratorio", "nos días acordados coa confraría")  # fmt: skip
_AMOUNTS = ("kg por persoa e día", "kg por embarcación", "exemplares por mostra", "horas de antelación",
            "euros de sanción", "días hábiles")  # fmt: skip
_CONSULTED = ("Como solicitar o permex", "Mapa das zonas de produción", "Táboas de mareas", "Tallas mínimas",
              "Modelo de declaración", "Datas dos exames", "Prezos de lonxa", "Axudas por peche",
              "Glosario de especies", "Enderezos das oficinas")  # fmt: skip
_SAYINGS = ("Quen vai ao mar avíese en terra.", "Marzo marceador, pola noite mal e polo día peor.",
            "O mar non ten portas.", "Na casa do mariscador nunca falta sal.", "Maio longo, maio longo.",
            "Auga que corre non mata a ninguén.")  # fmt: skip
_DRIVES = ("Consome peixe e marisco con etiqueta", "Exames de patrón: inscrición aberta", "O chaleco salva vidas",
           "Festa do berberecho, este sábado")  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """A sentence of an article: its parts by number, and the figure in it."""

    parts: tuple[int, int, int, int, int]
    figure: int

    @property
    def words(self) -> str:
        """The sentence."""
        pools = (_SUBJECTS, _DUTIES, _BANKS, _LIMITS_OF_TIME, _AMOUNTS)
        who, does, where, when, amount = (pool[part] for pool, part in zip(pools, self.parts, strict=True))
        return f"{who} {does} {where} {when}, cun límite de {self.figure} {amount}."


Articles = tuple[tuple[Clause, ...], ...]


class Veda(GeneratedSite):
    """The rules of a shellfish season: nine articles of sentences, which lose, gain or change a word or a figure."""

    slug = "veda"
    hard = "a word or a figure in a long text; counters at each article, two ways to number them, tides, campaigns"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fffefa", ink="#22261f", muted="#6c7266", line="#dfe2d6", accent="#1d6b57",
        lead_px=29, top_px=19,
        extra=(
            ".article p{margin-bottom:7px;line-height:22px}.article .small{border-top:1px dotted #dfe2d6;"
            "margin:0;line-height:17px}.masthead{border-bottom:3px solid #1d6b57}.tides{background:#e9f3ef}"
            ".tides b{float:right}.saying{background:#22261f;color:#f5f2e4}.drive{background:#1d6b57;color:#fff}"
            ".dialog{background:#fff4cf;border:2px solid #22261f}.way{background:#f0f1ea}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 19), off=(5, 6), then=0.3, night=0.08)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        unused = Unused()
        text: Articles = tuple(
            tuple(
                self._clause(unused, "first", article, place)
                for place in range(self.chance.between(2, 5, article))
            )
            for article in range(len(_TITLES))
        )
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.31 * self.duty.at(at), "amended", hour):
                text = self._amended(unused, text, hour)
            news = tuple(clause.words for article in text for clause in article)
            yield PageState(rows=tuple(self._page(text, hour)), news=news, overlays=tuple(self._dialog(hour)))

    def _clause(self, unused: Unused, *key: object, old: Clause | None = None, seat: int = -1) -> Clause:
        """A sentence that never stood there; from an old one, with another word at a seat or another figure."""
        for attempt in count():
            draw = self.chance.child("clause", attempt, *key)
            parts = (
                draw.below(10, 0),
                draw.below(11, 1),
                draw.below(10, 2),
                draw.below(9, 3),
                draw.below(6, 4),
            )
            new = Clause(parts, draw.between(2, 48, "figure"))
            if old is not None and seat < 0:
                new = replace(old, figure=new.figure)
            elif old is not None:
                a, b, c, d, e = (new.parts[i] if i == seat else old.parts[i] for i in range(5))
                new = replace(old, parts=(a, b, c, d, e))
            if new.words not in unused.had:
                unused.had.add(new.words)
                return new
        raise AssertionError

    def _amended(self, unused: Unused, text: Articles, hour: int) -> Articles:
        place = self.chance.below(len(text), "article", hour)
        article = list(text[place])
        seat = self.chance.below(len(article), "clause", hour)
        kinds = ("word", "word", "word", "figure", "figure", "add", "drop", "replace")
        kind = self.chance.pick(kinds, "kind", hour)
        if kind == "add" and len(article) < 6:
            article.insert(seat, self._clause(unused, hour))
        elif kind == "drop" and len(article) > 1:
            del article[seat]
        elif kind == "replace":
            article[seat] = self._clause(unused, hour)
        else:
            word = -1 if kind == "figure" else self.chance.below(4, "word", hour)
            article[seat] = self._clause(unused, hour, old=article[seat], seat=word)
        return (*text[:place], tuple(article), *text[place + 1 :])

    def _page(self, text: Articles, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"Consultado o {at:%d/%m/%Y} ás {at:%H:%M}"
        head = panels.plain(
            "opening", 690, "<h1>Normas da campaña marisqueira, texto consolidado</h1>", is_news=True
        )
        main = [head, *(self._article(place, article, hour) for place, article in enumerate(text))]
        side = [self._tides(hour), self._consulted(hour), self._saying(hour), self._way(hour)]
        rows = [
            row(panels.masthead("Consello da Ría de Arnela", 1000, note, height=72), tag="header"),
            row(side, main, tag="main"),
            row(panels.plain("foot", 1000, f'<p class="small">Sede electrónica · Aviso legal · {at:%H:%M}</p>')),
        ]  # fmt: skip
        spell = hour // 6
        if self.chance.happens(0.35, "drive", spell):
            words = self.chance.pick(_DRIVES, "which drive", spell)
            height = self.chance.pick((60, 110, 180), "tall", spell)
            rows.insert(1, row(panels.strip(words, height, name="drive")))
        return rows

    def _article(self, place: int, article: Sequence[Clause], hour: int) -> Panel:
        short = self.chance.happens(0.4, "numbering", hour // 5)
        number = f"Art. {place + 1}.º" if short else f"Artigo {place + 1}."
        lines = "".join(f"<p>{clause.words}</p>" for clause in article)
        seen = self.chance.between(12, 940, "seen", place, hour)
        foot = f'<p class="small">{seen} consultas hoxe · Ligazón a este artigo</p>'
        return panels.plain("article", 690, f"<h2>{number} {_TITLES[place]}</h2>{lines}{foot}", is_news=True)

    def _tides(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{port} <b>{self.chance.between(20, 420, 'tide', port, hour) / 100:.2f} m</b></li>"
            for port in ("Arnela", "Cabanelas", "Tragove", "Barallo", "Tanxil")
        )
        return panels.plain("tides", 310, f"<h4>Altura da marea</h4><ul>{lines}</ul>")

    def _consulted(self, hour: int) -> Panel:
        order = self.chance.shuffled(_CONSULTED, "consulted", hour // 2)[:6]
        lines = "".join(f'<li><b class="n">{place + 1}</b>{words}</li>' for place, words in enumerate(order))
        return panels.plain("consulted", 310, f"<h4>O máis consultado</h4><ol>{lines}</ol>")

    def _saying(self, hour: int) -> Panel:
        words = self.chance.pick(_SAYINGS, "saying", hour // 3)
        return panels.plain("saying", 310, f"<h2>«{words}»</h2>")

    def _way(self, hour: int) -> Panel:
        number = self.chance.below(7, "photograph", hour)
        shown = panels.image(f"sea-ria-{number}", 286, 190)
        return panels.plain("way", 310, f'{shown}<p class="small">Arquivo fotográfico, n.º {number + 31}</p>')

    def _dialog(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.16, "dialog", hour):
            words = self.chance.pick(("Valora esta páxina", "Subscríbete aos avisos"), "say", hour)
            html = f"<h2>{words}</h2><p>Si · Agora non</p>"
            yield Overlay(panels.plain("dialog", 300, html), 4, self.chance.pick((160, 620), "where", hour))


UNSEEN_CANALS = (Trajekti, Veda)
