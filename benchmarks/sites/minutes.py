"""By the minute: a Galician live blog of a port's strike, and the front page of a Polish forum of railway modellers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_QUAYS = ("Peirao de Bermeo", "Lonxa vella", "Porto Seixal", "Illa da Roncha", "Ponte do Arnado", "Estaleiro Barral",
          "Cofradía de Lira", "Praza do Concello", "Dique norte", "Conserveira Marola", "Faro Touriño")  # fmt: skip
_DEEDS = ("os piquetes pechan o acceso", "saen as primeiras lanchas", "retiran os contedores queimados",
          "a patronal pide mediación", "dúas detencións de madrugada", "o comité suspende a asemblea",
          "chegan as redeiras de Cangueiro", "reabre a báscula do peixe",
          "un barco rompe as amarras", "a poxa comeza con retraso", "cortan a estrada da costa",
          "asinan un preacordo parcial", "o armador anuncia despedimentos")  # fmt: skip
_MORE = ("Hai {n} persoas no lugar e a policía non interveu.", "O voceiro fala de {n} euros por tonelada.",
         "A reunión segue a porta pechada.", "Segundo a cofradía, quedan {n} caixas sen vender.",
         "Os camións agardan en ringleira dende o mencer.", "A alcaldesa comparecerá esta tarde.",
         "Nin a empresa nin o comité queren falar.", "O servizo marítimo mantén {n} patrulleiras na ría.",
         "Non hai feridos, confirman fontes sanitarias.", "Piden a dimisión do xefe do porto.")  # fmt: skip
_LATER = ("Actualización: a empresa desminte a cifra.", "Actualización: o paso queda aberto.",
          "Corrección: eran {n} barcos.", "Actualización: hai acordo para a noite.",
          "Actualización: o xulgado abre dilixencias.", "Corrección: o feito sucedeu ás {h} horas.")  # fmt: skip
_POINTS = (
    ("Seguen amarrados {n} barcos da flota de baixura.", "A flota de altura únese: {n} barcos parados.",
     "Saíron {n} barcos con servizos mínimos."),
    ("A patronal ofrece {n} céntimos máis por quilo.", "A oferta de {n} céntimos foi rexeitada.",
     "Negóciase unha suba de {n} céntimos en dous prazos."),
    ("A estrada da costa está cortada en {n} puntos.", "O tráfico volve á costa tras {n} horas."),
    ("Próxima xuntanza: mañá ás {h} horas na lonxa.", "Sen data para a próxima xuntanza.",
     "Mediación convocada para as {h} horas."),
)  # fmt: skip
_READERS = ("Moito ánimo dende Ferrol", "E quen paga isto?", "Meu avó xa o dicía", "Non hai peixe no mercado",
            "Vergonza de goberno", "Grazas polo directo", "Eu traballo alí", "Que viva a xente do mar",
            "A min cóllenme no atasco", "Pregunta para a redacción", "Isto amáñase falando", "Outra vez?",
            "O prezo do gasóleo, niso hai que falar")  # fmt: skip
_ADDED = ("Levo {n} anos nisto e nunca tal vin.", "Na miña casa comemos conxelado esta semana.", "Alguén sabe algo?",
          "Os de arriba non se mollan nunca.", "Paguei {n} euros por unha pescada.", "Saúdos de Montevideo.",
          "Borráronme o comentario anterior.", "Cen por cen de acordo.", "Iso é mentira.")  # fmt: skip
_NAMES = (
    "Percebe77",
    "Lola de Muros",
    "Xan",
    "mareante",
    "Anónimo",
    "Carme P.",
    "o_gaiteiro",
    "Sabela",
    "Nordés",
)
_LIKED = ("Receita de empanada de xoubas", "O can que aprendeu a mariscar", "Horóscopo do luns", "Dez praias sen vento",
          "A casa máis estreita da vila", "Que foi da orquestra Litoral", "O tempo da fin de semana",
          "Crucigrama 4.112", "Por que renxe o hórreo", "Festas gastronómicas do mes")  # fmt: skip
_SHIPS = ("Arrastre", "Cerco", "Palangre", "Marisqueo", "Batea", "Mercante")


@dataclass(frozen=True)
class Post:
    """A post: which one, since when, and how often it was added to."""

    number: int
    since: int
    revision: int = 0


class Marexada(GeneratedSite):
    """A live blog: a pinned summary, posts that are added to, readers between them in the same form."""

    slug = "marexada"
    hard = "Galician; readers of each visit between the posts in the same tags, the summary changes sides, ages run"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f7fafb", ink="#12232b", muted="#5f7680", line="#c7d6dc", accent="#0e7490",
        lead_px=26, top_px=19, card="#e3eef2",
        extra=(
            ".masthead{background:#12232b;color:#fff}.masthead .small{color:#9fc6d3}"
            ".apunte{border-left:6px solid #0e7490;margin-bottom:0}.apunte p{margin-bottom:5px}"
            ".hora{font:12px/16px 'Liberation Sans';color:#5f7680}.hora b{background:#e3eef2;padding:0 6px}"
            ".resumo{background:#fff3c4}.resumo dt{font:bold 12px/18px 'Liberation Sans';color:#92400e}"
            ".resumo dd{margin:0 0 8px}.barcos td{padding:3px 12px 3px 0}.barcos{background:#e3eef2}"
            ".apoio{background:#0e7490;color:#fff}.foto{background:#12232b;color:#c7d6dc}"
        ),
    )  # fmt: skip
    readers = Visits(per_h=0.5, stays_h=(2, 5), places=(1, 2, 4, 6, 8), together=3)
    _heads = ("Barcos", "Prezo", "Estradas", "Xuntanza")

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        posts, total = [Post(-seat, -2 * seat - 1) for seat in range(9)], 0
        points = [0] * len(_POINTS)
        for hour, guests in enumerate(self.readers.at_each_hour(self.chance.child("readers"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            pace = (1.0 if 6 <= at.hour <= 22 else 0.12) if hour else 0.0
            if self.chance.happens(0.24 * pace, "posted", hour):
                together = self.chance.pick((1, 1, 2, 3), "together", hour)
                posts = [*(Post(total + turn, hour) for turn in range(together, 0, -1)), *posts][:9]
                total += together
            elif self.chance.happens(0.1 * pace, "added to", hour):
                place = self.chance.below(5, "which", hour)
                posts[place] = replace(posts[place], revision=posts[place].revision + 1)
            if self.chance.happens(0.08 * pace, "summed up", hour):
                points[self.chance.below(len(points), "point", hour)] += 1
            news = [words for item in posts for words in self._told(item)]
            known = [self._point(seat, turn) for seat, turn in enumerate(points)]
            yield PageState(rows=tuple(self._page(posts, known, guests, hour, at)), news=(*known, *news))

    def _told(self, item: Post) -> tuple[str, str]:
        where, what = told(self.chance.child("told"), (_QUAYS, _DEEDS), item.number)
        draw = self.chance.child("post", item.number)
        words = " ".join(draw.shuffled(_MORE, "more")[: draw.between(1, 3, "long")])
        for turn in range(max(0, item.revision - 2), item.revision):
            words += f" {draw.pick(_LATER, 'later', turn)}"
        number, at = draw.between(3, 90, "n"), draw.between(7, 21, "h")
        return f"{where}: {what}", words.format(n=number, h=at)

    def _point(self, seat: int, turn: int) -> str:
        draw = self.chance.child("point", seat, turn)
        words = _POINTS[seat][turn % len(_POINTS[seat])]
        return words.format(n=9 + 7 * turn + seat, h=draw.between(9, 20, "h"))

    def _page(
        self, posts: Sequence[Post], known: Sequence[str], guests: Sequence[Guest], hour: int, at: datetime
    ) -> list[Row]:
        form = self.chance.pick((0, 0, 1, 2), "form", hour // 6)
        stream = [self._post(item, hour) for item in posts]
        for guest in sorted(guests, key=lambda item: item.place):
            stream.insert(guest.place, self._reader(("stays", guest.text), hour - guest.began, hour))
        for turn in range(self.chance.between(1, 6, "voices", hour)):
            place = self.chance.below(len(stream) + 1, "voice at", turn, hour)
            stream.insert(place, self._reader(("once", turn, hour), 0, hour))
        height = self.chance.pick((90, 200, 250, 420), "sold px", hour)
        sold = self.adverts.advert("between", 60 * hour, 620, height)
        stream.insert(self.chance.between(1, 7, "sold at", hour), panels.advert(sold, "publi", 660))
        side = [self._ships(hour), self._photo(hour), self._liked(hour)]
        if form == 2:
            side.insert(0, self._summary(known, 340))
        else:
            stream.insert(0, self._summary(known, 660))
        note = f"{at:%d/%m/%Y, %H:%M} · {self.chance.between(800, 39_000, 'here', hour)} persoas en directo"
        rows = [
            row(panels.masthead("A Marexada · en directo", 1000, note, height=60), tag="header"),
            row(*((side, stream) if form == 1 else (stream, side)), tag="main"),
            row(panels.plain("pe", 1000, '<p class="small">Quen somos · Normas</p>'), tag="footer"),
        ]
        if self.chance.happens(0.35, "support", hour // 2):
            tall = self.chance.between(46, 170, "support px", hour // 2)
            words = self.chance.pick(("Apoia o noso traballo", "Recibe o directo no móbil"), "w", hour // 2)
            bar = row(panels.strip(words, tall, name="apoio"))
            rows.insert(self.chance.below(2, "support at", hour // 2), bar)
        return rows

    def _summary(self, known: Sequence[str], width: int) -> Panel:
        points = zip(self._heads, known, strict=True)
        lines = "".join(f"<dt>{head}</dt><dd>{words}</dd>" for head, words in points)
        return panels.plain("resumo", width, f"<h4>O que sabemos</h4><dl>{lines}</dl>", is_news=True)

    def _post(self, item: Post, hour: int) -> Panel:
        title, words = self._told(item)
        age = hour - item.since
        ago = f"hai {age} h" if age else f"hai {self.chance.between(2, 50, 'ago', item.number)} min"
        at = STARTS_AT + timedelta(hours=item.since)
        shown = panels.image(f"city-{item.number}", 630, 240) if item.number % 4 == 1 else ""
        said = self.chance.below(90, "said", item.number, hour)
        meta = f"{at:%H:%M} {ago} <b>Directo</b> {said} reaccións"
        return _entry(meta, title, f"<p>{words}</p>{shown}", news=True)

    def _reader(self, key: tuple[object, ...], age: int, hour: int) -> Panel:
        """A reader's words, set as a post."""
        draw = self.chance.child("reader", *key)
        ago = f"hai {age} h" if age else f"hai {draw.between(1, 58, 'ago')} min"
        words = " ".join(draw.shuffled(_ADDED, "added")[: draw.between(1, 3, "long")])
        words = f"<p>{words.format(n=draw.between(3, 80, 'n'))}</p>"
        if draw.happens(0.12, "shown"):
            words += panels.image(f"portrait-lector-{draw.below(40, 'which')}", 630, 180)
        liked = self.chance.below(60, "liked", *key, hour)
        meta = f"{draw.pick(_NAMES, 'who')} {ago} <b>Lectores</b> {liked} reaccións"
        return _entry(meta, draw.pick(_READERS, "title"), words)

    def _ships(self, hour: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}<td><b>{self.chance.between(0, 60, 'in', name, hour)}</b> no porto"
            f"<td>{self.chance.between(0, 40, 'out', name, hour)} no mar</tr>"
            for name in _SHIPS
        )
        return panels.plain("barcos", 340, f"<h4>Agora mesmo na ría</h4><table>{lines}</table>")

    def _photo(self, hour: int) -> Panel:
        number = self.chance.below(14, "photo", hour)
        tall = self.chance.pick((160, 220, 300), "photo px", hour // 3)
        shown = panels.image(f"world-ria-{number}", 316, tall)
        return panels.plain("foto", 340, f"{shown}<p>Foto {number + 1} de 14</p>")

    def _liked(self, hour: int) -> Panel:
        lines = "".join(
            f'<li><h3><b class="n">{place}</b>{title}</h3></li>'
            for place, title in enumerate(self.chance.shuffled(_LIKED, "liked", hour)[:6], 1)
        )
        return panels.plain("lido", 340, f"<h4>O máis lido</h4><ol>{lines}</ol>")


def _entry(meta: str, title: str, words: str, *, news: bool = False) -> Panel:
    """An entry of the live blog, whoever wrote it."""
    html = f'<article><p class="hora">{meta}</p><h2>{title}</h2>{words}</article>'
    return panels.plain("apunte", 660, html, is_news=news)


_ACTS = ("Zmiana regulaminu działu", "Przerwa techniczna forum", "Nowy moderator działu", "Zlot użytkowników",
         "Ostrzeżenie przed sprzedawcą z działu", "Konkurs na makietę w dziale", "Zamknięcie zapisów w dziale",
         "Nowe zasady zdjęć w dziale", "Zbiórka na serwer", "Ban czasowy w dziale")  # fmt: skip
_BOARDS = ("Parowozy H0", "Makiety modułowe", "Cyfra i dekodery", "Giełda", "Tory i rozjazdy", "Wagony epoki III",
           "Skala TT", "Hyde Park", "Patynowanie")  # fmt: skip
_ACTS_SAY = ("Obowiązuje od {h}:00, pytania proszę kierować na PW.", "Stare wątki przeniesiono do archiwum ({n}).",
             "Zgłoszenia przyjmujemy do {d} maja.", "Decyzja zapadła po {n} zgłoszeniach.",
             "Prosimy nie zakładać nowych wątków na ten temat.", "Szczegóły podamy w ciągu {n} dni.",
             "Kto nie potwierdzi, traci miejsce na liście.")  # fmt: skip
_PS = ("EDIT: termin przesunięty na {d} maja.", "EDIT: sprawa wyjaśniona, dziękujemy.", "EDIT: brak wolnych miejsc.",
       "EDIT: nie dotyczy działu Giełda.", "EDIT: dodano listę kont ({n}).")  # fmt: skip
_MODS = ("Zawiadowca", "Maszynista_Ty2", "Dyżurny", "Semafor")
_START = ("Jak zamaskować szczelinę", "Dekoder nie odpowiada", "Szukam schematu", "Pokaż swoją lokomotywę",
          "Który klej", "Wasze opinie", "Relacja z budowy", "Rozjazd krzywo sprzęga", "Kupiłem i żałuję",
          "Zdjęcia z terenu")  # fmt: skip
_ABOUT = ("przy peronie", "w Ty42", "po lakierowaniu", "na module narożnym", "w skali N", "z drukarki 3D", "pod mostem",
          "za 50 zł")  # fmt: skip
_USERS = ("kolejarz_z_Iłży", "Ol49", "Tomek_TT", "babcia_Krysia", "smar", "Wąskotorowiec", "PKP_fan", "lutownica",
          "Bocznica", "ET22", "kurzy_pył")  # fmt: skip
_SHOUT = ("ktoś ma folię do okien?", "dziś o 20 transmisja z makiety", "brawo za semafory!", "nie działa mi avatar",
          "przypominam o kulturze :)", "kto jedzie na giełdę?", "poszła paczka", "dzień dobry wszystkim",
          "regulamin czytamy, panowie", "serwer dziś powolny?")  # fmt: skip
_STUCK = ("Pierwsza makieta", "Słownik skrótów", "Jak wstawić zdjęcie", "Wątek powitalny", "Ściąga z numerów")


@dataclass(frozen=True)
class Act:
    """An announcement of the moderators: which one, since when, how often edited, whether it is on top."""

    number: int
    since: int
    until: int
    edits: int = 0
    high: bool = True


class Parowozownia(GeneratedSite):
    """A forum's front page: what moderators announce, above and inside a table of threads in another order hourly."""

    slug = "parowozownia"
    hard = "Polish; announcements above and amid threads that are bumped, moderators chat too; two skins"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#e9ece6", ink="#1f261c", muted="#66705f", line="#bcc5b3", accent="#3f6212",
        lead_px=24, top_px=16, card="#ffffff",
        extra=(
            ".masthead{background:#3f6212;color:#fff}.masthead .small{color:#d9f99d}"
            ".tablica>div{background:#fff;border:1px solid #bcc5b3;padding:8px 10px;margin-bottom:8px}"
            ".watki table{width:100%;border-collapse:collapse;background:#fff}.watki td{border-top:1px solid #bcc5b3;"
            "padding:6px 8px;font-size:14px;line-height:18px;vertical-align:top}.watki-ciasno td{padding:2px 8px;"
            "font-size:13px;line-height:17px}.watki-ciasno table{width:100%;background:#fbfcf9}"
            "mark{background:#d9f99d;padding:0 5px;font:bold 11px/16px 'Liberation Sans'}"
            ".czat{background:#fff}.czat p{border-bottom:1px dotted #bcc5b3;padding:3px 0}.baner{background:#a16207;"
            "color:#fff}.kto{background:#dfe6d6}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 22), off=(), night=0.1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        acts = [Act(-seat - 1, -5 * seat - 2, 8 + 9 * seat, high=seat < 3) for seat in range(5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            pace = self.duty.at(at) if hour else 0.0
            if pace == 1:
                acts = [item for item in acts if item.until > hour]
            if len(acts) < 3 or (len(acts) < 8 and self.chance.happens(0.15 * pace, "announced", hour)):
                until = hour + self.chance.between(14, 60, "stays", hour)
                acts = [Act(hour, hour, until, high=self.chance.happens(0.6, "high", hour)), *acts]
            if self.chance.happens(0.08 * pace, "edited", hour):
                place = self.chance.below(len(acts), "which", hour)
                acts[place] = replace(acts[place], edits=acts[place].edits + 1)
            news = tuple(words for item in acts for words in self._told(item))
            yield PageState(rows=tuple(self._page(acts, hour, at)), news=news)

    def _told(self, item: Act) -> tuple[str, str]:
        what, board = told(self.chance.child("told"), (_ACTS, _BOARDS), item.number)
        draw = self.chance.child("act", item.number)
        words = draw.pick(_ACTS_SAY, "says")
        if item.edits:
            words += f" {draw.pick(_PS, 'edit', item.edits)}"
        number, day = draw.between(2, 40, "n", item.edits), draw.between(9, 30, "d", item.edits)
        return f"{what} {board}", words.format(n=number, d=day, h=draw.between(8, 22, "h"))

    def _page(self, acts: Sequence[Act], hour: int, at: datetime) -> list[Row]:
        tight = self.chance.happens(0.4, "skin", hour // 5)
        high = [item for item in acts if item.high]
        low = [item for item in acts if not item.high]
        width, narrow = (760, 240) if tight else (700, 300)
        threads = self._threads(low, hour, width, tight=tight)
        side = [self._chat(hour, narrow), self._who(hour, narrow)]
        height = self.chance.pick((120, 240, 480), "side px", hour)
        sold = self.adverts.advert("side", 60 * hour, narrow - 24, height)
        side.insert(self.chance.below(3, "side at", hour), panels.advert(sold, "reklama", narrow))
        here = self.chance.between(14, 410, "here", hour)
        note = f"{at:%d.%m.%Y %H:%M} · on-line: {here}, w tym {hour % 3 + 1} moderatorów"
        top = [row(self._board(high, hour, 1000))] if not tight else []
        main = [self._board(high, hour, width), threads] if tight else [threads]
        rows = [
            row(panels.masthead("Parowozownia – forum modelarzy", 1000, note, height=56), tag="header"),
            *top,
            row(*((side, main) if tight else (main, side)), tag="main"),
            row(self._gallery(hour)),
            row(panels.plain("stopka", 1000, f"<p>Postów: {812_400 + 37 * hour}</p>"), tag="footer"),
        ]
        if self.chance.happens(0.4, "banner", hour // 3):
            tall = self.chance.between(40, 180, "banner px", hour // 3)
            words = self.chance.pick(("Wesprzyj nas kawą", "Sklep Tor16", "Zaloguj się"), "b", hour // 3)
            rows.insert(1, row(panels.strip(words, tall, name="baner")))
        return rows

    def _board(self, acts: Sequence[Act], hour: int, width: int) -> Panel:
        """Announcements in boxes; their readers are counted, and one box is a tip drawn at each visit."""
        boxes = [self._box(item, hour) for item in acts]
        tip = self.chance.pick(_STUCK, "tip", hour)
        seen = f"<p>Czytało {self.chance.between(90, 9_000, 'tips', hour)} osób.</p>"
        box = f"<div><h2><mark>Porada</mark> {tip}</h2>{seen}</div>"
        boxes.insert(self.chance.below(len(boxes) + 1, "tip at", hour), box)
        return panels.plain("tablica", width, f"<h4>Ogłoszenia i porady</h4>{''.join(boxes)}", is_news=True)

    def _box(self, item: Act, hour: int) -> str:
        title, words = self._told(item)
        age, seen = hour - item.since, self.chance.between(3, 900, "seen", item.number, hour)
        who = self.chance.pick(_MODS, "mod", item.number)
        return (
            f"<div><h2><mark>Ogłoszenie</mark> {title}</h2><p>{words}</p>"
            f'<p class="small">{who}, {age} godz. temu, odsłon {seen}</p></div>'
        )

    def _threads(self, acts: Sequence[Act], hour: int, width: int, *, tight: bool) -> Panel:
        """The threads last written in; announcements of single boards stand amid them."""
        order = sorted(range(44), key=lambda number: self._quiet_h(number, hour))
        lines = []
        for number in order[: self.chance.between(13, 18, "many", hour // 4)]:
            title = " ".join(told(self.chance.child("thread"), (_START, _ABOUT), number))
            hot = self.chance.pick(("", "", "<mark>Gorący</mark> "), "hot", number, hour // 3)
            lines.append(self._line(f"{hot}{title}", "", ("thread", number), hour))
        for seat, number in enumerate(self.chance.shuffled(range(len(_STUCK)), "stuck", hour // 4)[:2]):
            title = f"<mark>Przyklejony</mark> {_STUCK[number]}"
            lines.insert(seat, self._line(title, "", ("stuck", number), hour))
        for item in acts:
            title, words = self._told(item)
            line = self._line(f"<mark>Dział</mark> {title}", f"<br>{words}", ("act", item.number), hour)
            lines.insert(self.chance.below(6, "stands", item.number, hour // 2), line)
        html = f"<h4>Ostatnio pisano</h4><table>{''.join(lines)}</table>"
        return panels.plain("watki-ciasno" if tight else "watki", width, html, is_news=True)

    def _quiet_h(self, number: int, hour: int) -> float:
        """How long nobody wrote in a thread."""
        own = self.chance.between(1, 9, "pace", number)
        return (hour + number) % own + self.chance.number("bump", number, hour)

    def _line(self, title: str, words: str, key: tuple[object, ...], hour: int) -> str:
        draw = self.chance.child("line", *key)
        last = f"{draw.pick(_USERS, 'last', hour)}, {draw.between(1, 59, 'min', hour)} min temu"
        count = draw.between(2, 700, "posts") + hour * draw.between(1, 6, "speed")
        return f"<tr><td><b>{title}</b>{words}<td>{count} odp.<td>{last}</tr>"

    def _chat(self, hour: int, width: int) -> Panel:
        said = self.chance.shuffled(_SHOUT, "chat", hour)[: self.chance.between(4, 8, "n", hour)]
        lines = "".join(
            f"<p><b>{self.chance.pick((*_USERS, *_MODS), 'who', hour, seat)}</b> {words}</p>"
            for seat, words in enumerate(said)
        )
        return panels.plain("czat", width, f"<h4>Czat</h4>{lines}")

    def _who(self, hour: int, width: int) -> Panel:
        names = ", ".join(self.chance.shuffled(_USERS, "here", hour)[: self.chance.between(3, 9, "h", hour)])
        old = self.chance.between(19, 77, "old", hour // 24)
        html = f"<p>{names}</p><p>Dziś urodziny: {_USERS[old % 9]} ({old})</p>"
        return panels.plain("kto", width, f"<h4>Przeglądają</h4>{html}")

    def _gallery(self, hour: int) -> Panel:
        tall = self.chance.pick((110, 150), "tall", hour // 6)
        cards = "".join(
            f"<div>{panels.image(f'science-makieta-{number}', 220, tall)}<p>{_USERS[number % len(_USERS)]}</p></div>"
            for number in self.chance.shuffled(range(20), "gallery", hour)[:4]
        )
        return panels.plain("galeria", 1000, f'<h4>Z galerii</h4><div class="cards">{cards}</div>')


MINUTES = (Marexada, Parowozownia)
