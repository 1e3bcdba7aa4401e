"""A festival's programme, in Portuguese, and an article that many write at once, in Catalan, with its talk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_FILMS = (
    "A Casa do Vento", "O Último Faroleiro", "Cartas de Setúbal", "Os Dias de Sal", "Noite sem Comboios",
    "Retrato de Família com Cão", "As Filhas do Moleiro", "Terra Quente", "O Arquivo da Chuva",
    "Regresso a Ílhavo", "Um Verão em Contraluz", "A Professora de Piano Surdo", "Maré de Quadratura",
    "Os Pássaros Não Votam", "Fronteira Seca", "Canto Terceiro", "Dona Amélia Vai ao Mar", "Ruído Branco, Pedra Negra",
    "Quatro Paredes de Cortiça", "A Paciência dos Bois",
)  # fmt: skip
_MAKERS = ("Inês Valadares", "Tomé Quintela", "Luísa Brandão Reis", "Amadou Keita", "Rita Sarmento",
           "Jorge Penedo", "Marta Vilaça", "Bruno Estrela", "Helena Couto")  # fmt: skip
_HALLS = ("Sala Azul", "Cineteatro da Ria", "Auditório do Mercado", "Claustro do Convento", "Armazém 7")
_DAYS = ("Sexta, 29 de maio", "Sábado, 30 de maio", "Domingo, 31 de maio")
_TICKETS = ("Bilhetes", "Bilhetes", "Últimos lugares", "Esgotado", "Poucos bilhetes")
_POSTS = (
    "Alguém tem dois bilhetes a mais para sábado?", "A fila dá a volta ao quarteirão, mas vale a pena!",
    "O pastel de nata do bar do Mercado é a verdadeira estrela.", "Som péssimo na última fila, como sempre.",
    "Encontrei o meu professor de cinema na bilheteira!", "Quem vem de comboio: o último sai à meia-noite e dez.",
    "Melhor cartaz dos últimos dez anos, digam o que disserem.",
)  # fmt: skip
_HANDLES = ("@luisinha", "@ze.da.ria", "@cinefila77", "@marafado", "@tia_odete", "@projecionista")
_SPONSORS = ("Águas da Serra: hidrata as tuas noites", "Banco do Moliço apoia o cinema",
             "Rádio Barra, a rádio do festival", "Hotel Farol: quartos a partir de 79 euros")  # fmt: skip


@dataclass(frozen=True)
class Showing:
    """A film in a hall at a time; minutes count from noon."""

    film: int
    day: int
    minutes: int
    hall: int
    cancelled: bool = False

    @property
    def when(self) -> str:
        """As the programme prints it."""
        return f"{12 + self.minutes // 60}h{self.minutes % 60:02d} · {_HALLS[self.hall]}"


class Mare(GeneratedSite):
    """Three days of a film festival in three columns; what is sold out changes hourly, what is shown seldom."""

    slug = "mare"
    hard = "times, halls and cancellations in small type on posters that turn; tickets flicker in every entry"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#0f2d3a", ink="#f4efe3", muted="#9fb8bf", line="#2b5160",
        accent="#ffb000", card="#163d4d", lead_px=30, top_px=17,
        extra=(
            "h4{text-transform:none;font-size:16px}.masthead{background:#ffb000;color:#0f2d3a}"
            ".masthead .small{color:#0f2d3a}.film{background:#163d4d;border-bottom:8px solid #0f2d3a}"
            ".film .when{color:#ffb000;font-weight:bold}.film .ticket{display:inline-block;padding:0 8px;"
            "background:#f4efe3;color:#0f2d3a;font-size:12px;line-height:20px;margin-top:6px}"
            ".film .ticket.t3{background:#6d7f86;color:#fff}.film .stop{background:#e63946;color:#fff;padding:0 8px}"
            ".sponsor{background:#f4efe3;color:#0f2d3a;text-align:center}.say{background:#e63946;color:#fff}"
            ".wall{background:#f4efe3;color:#0f2d3a}.wall .small{color:#5b6f76}.letter{background:#fff;color:#0f2d3a}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        order = self.chance.shuffled(range(len(_FILMS)), "programme")
        shown = tuple(self._showing(order[n], n) for n in range(11))
        said: list[tuple[str, int]] = []
        for hour in range(hours):
            said = [(words, until) for words, until in said if until > hour]
            changed = self._after(shown, hour) if hour else shown
            if changed != shown and self.chance.happens(0.6, "announced", hour):
                film = next(new.film for new, old in zip(changed, shown, strict=True) if new != old)
                words = f"Alteração ao programa: «{_FILMS[film]}», ver em baixo."
                said = [(words, hour + self.chance.between(6, 30, "said", hour)), *said][:2]
            shown = changed
            notices = [words for words, _ in said]
            news = (*notices, *(part for item in shown for part in self._words(item)))
            rows = tuple(self._page(shown, notices, hour))
            yield PageState(rows=rows, news=news, overlays=tuple(self._over(hour)))

    def _showing(self, film: int, number: int) -> Showing:
        minutes = 120 + 150 * (number // 3) + 15 * self.chance.below(4, "minutes", number)
        return Showing(film, number % 3, minutes, self.chance.below(len(_HALLS), "hall", number))

    def _after(self, old: tuple[Showing, ...], hour: int) -> tuple[Showing, ...]:
        at = STARTS_AT + timedelta(hours=hour)
        draw = self.chance.child("programme", hour)
        chaos = self.chance.happens(0.2, "storm", at.date()) and 9 <= at.hour <= 20
        if not draw.happens(0.45 if chaos else (0.13 if 8 <= at.hour <= 21 else 0.02), "change"):
            return old
        place = draw.below(len(old), "place")
        item = old[place]
        kind = draw.pick(("time", "time", "hall", "hall", "cancelled", "film"), "kind")
        if kind == "time":
            item = replace(item, minutes=max(60, item.minutes + draw.pick((-30, -15, 15, 30), "later")))
        elif kind == "hall":
            item = replace(item, hall=(item.hall + draw.between(1, 4, "hall")) % len(_HALLS))
        elif kind == "cancelled":
            item = replace(item, cancelled=not item.cancelled)
        else:
            rest = [film for film in range(len(_FILMS)) if film not in {showing.film for showing in old}]
            item = replace(item, film=draw.pick(rest, "film"), cancelled=False)
        return (*old[:place], item, *old[place + 1 :])

    def _words(self, item: Showing) -> tuple[str, ...]:
        maker = self.chance.pick(_MAKERS, "maker", item.film)
        credit = f"de {maker}, {self.chance.between(64, 178, 'length', item.film)} min"
        return (item.when, _FILMS[item.film], credit, *(("CANCELADO",) if item.cancelled else ()))

    def _page(self, shown: Sequence[Showing], notices: Sequence[str], hour: int) -> list[Row]:
        sold = f"{2000 + 37 * hour + self.chance.below(37, 'sold', hour)} bilhetes vendidos"
        head = panels.masthead("MARÉ — festival de cinema", 1000, sold, height=60)
        rows = [row(head, tag="header"), row(self._hero(hour))]
        if notices:
            said = "".join(f"<h2>{escape(words)}</h2>" for words in notices)
            rows.append(row(panels.plain("say", 1000, said, is_news=True)))
        columns = [self._day(shown, day, hour, width) for day, width in enumerate((334, 333, 333))]
        rows.append(row(*columns, tag="main"))
        rows.append(row(self._wall(hour, 560), self._sought(hour, 440)))
        rows.append(row(panels.advert(self.adverts.advert("foot", hour * 60, 970, 110), "foot-advert", 1000)))
        return rows

    def _hero(self, hour: int) -> Panel:
        height = self.chance.pick((220, 220, 340), "hero", hour // 3)
        frame = panels.image(f"culture-hero-{self.chance.below(9, 'frame', hour)}", 976, height)
        quote = self.chance.pick(_POSTS, "quote", hour)
        return panels.plain("hero", 1000, f'{frame}<h1 style="margin-top:10px">“{escape(quote)}”</h1>')

    def _day(self, shown: Sequence[Showing], day: int, hour: int, width: int) -> list[Panel]:
        todays = sorted((item for item in shown if item.day == day), key=lambda item: item.minutes)
        column = [panels.plain("day", width, f"<h4>{_DAYS[day]}</h4>")]
        column += [self._film(item, hour, width) for item in todays]
        if self.chance.happens(0.3, "sponsor", hour, day):
            words = self.chance.pick(_SPONSORS, "words", hour, day)
            height = self.chance.pick((60, 140), "tall", hour, day)
            html = f'<p class="small">Patrocínio</p><div style="height:{height}px"><h3>{escape(words)}</h3></div>'
            column.insert(self.chance.between(1, 3, "where", hour, day), panels.plain("sponsor", width, html))
        return column

    def _film(self, item: Showing, hour: int, width: int) -> Panel:
        frame = self.chance.below(3, "still", item.film, hour // 2)
        still = panels.image(f"culture-{item.film}-{frame}", width - 24, 130)
        when, title, credit, *stop = self._words(item)
        ticket = self.chance.below(len(_TICKETS), "ticket", item.film, hour)
        bought = f'<p><span class="ticket t{ticket}">{_TICKETS[ticket]}</span></p>'
        html = (
            f'{still}<p class="when" style="margin-top:6px">{escape(when)}</p>'
            f'<h2><a href="{ORIGIN}/filme/{item.film}">{escape(title)}</a></h2><p class="small">{escape(credit)}</p>'
            + (f'<p><b class="stop">{stop[0]}</b></p>' if stop else bought)
        )
        return panels.plain("film", width, html, is_news=True)

    def _wall(self, hour: int, width: int) -> Panel:
        seats = range(self.chance.between(3, 7, "wall", hour))
        items = "".join(
            f"<li><p>{escape(self.chance.pick(_POSTS, 'post', hour, seat))}</p>"
            f'<p class="small">{self.chance.pick(_HANDLES, "handle", hour, seat)}, há '
            f"{self.chance.between(2, 59, 'ago', hour, seat)} min</p></li>"
            for seat in seats
        )
        return panels.plain("wall", width, f"<h4>O mural do público</h4><ul>{items}</ul>")

    def _sought(self, hour: int, width: int) -> Panel:
        titles = self.chance.shuffled(_FILMS, "sought", hour)[:6]
        items = "".join(f'<li><h3><b class="n">{n}</b>{title}</h3></li>' for n, title in enumerate(titles, 1))
        return panels.plain("sought", width, f"<h4>Mais procurados hoje</h4><ol>{items}</ol>")

    def _over(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.15, "letter", hour):
            words = "<h2>Recebe a carta da Maré</h2><p>Uma vez por semana, sem spam e com sal.</p><p><b>Quero</b></p>"
            yield Overlay(panels.plain("letter", 400, f'<div style="height:200px">{words}</div>'), 300, 520)


_CLAIMS = (
    "Segons {who}, el foc va cremar {n} hectàrees durant la primera nit.",
    "La carretera comarcal va quedar tallada durant {n} hores.",
    "L'alcalde va demanar que {who} publiqui l'informe abans de {n} dies.",
    "El jutjat va citar {n} persones com a testimonis, va confirmar {who}.",
    "Segons {who}, la línia elèctrica no s'havia revisat en {n} mesos.",
    "Un total de {n} dotacions van treballar al flanc nord, va informar {who}.",
    "Més de {n} voluntaris van ajudar a repartir aigua i menjar.",
    "El cost dels danys s'estima en {n} milions d'euros, segons {who}.",
    "A la vall d'Ardell {n} veïns van passar la nit al pavelló.",
    "Es van perdre {n} caps de bestiar, la majoria ovelles.", "Una columna de fum es veia des de {n} quilòmetres.",
    "La plataforma veïnal va reunir {n} testimonis.",
    "El parlament va guardar un minut de silenci i va debatre {n} propostes.",
    "El pla de prevenció no s'actualitzava des de feia {n} anys, va admetre el consell comarcal.",
    "El vent va arribar a bufar a {n} quilòmetres per hora.", "Es van habilitar {n} llits a l'escola de Montsolí.",
    "Un incendi anterior havia afectat {n} masies de la mateixa serra.",
    "La unitat canina va trobar {n} excursionistes desorientats.",
    "Les entitats ecologistes van presentar {n} al·legacions, recorda {who}.",
    "Vint pobles van quedar sense llum durant {n} minuts.",
)  # fmt: skip
_SOURCES = ("els Bombers", "la Generalitat", "fonts municipals", "la fiscalia", "l'Agència Forestal")
_SECTIONS = ("Antecedents", "Cronologia", "Reaccions", "Investigació")
_BOX = (("Hectàrees", 1140, 60), ("Morts", 3, 1), ("Ferits", 21, 4), ("Evacuats", 640, 45))
_OPENING = (
    "L'incendi de la Serra d'Ardell és un incendi forestal que va començar al terme de Montsolí i es va estendre "
    "cap a la vall. És el més gran que ha viscut la comarca des que se'n tenen registres."
)
_STAGES = ("Actiu", "Estabilitzat", "Controlat", "Revifat")
_TALK = (
    "Crec que aquesta secció és massa llarga. Algú s'hi oposa si la retallo?",
    "La font 7 no diu això, diu que encara s'està investigant.",
    "No som un diari. Esperem que hi hagi dades oficials.",
    "A la premsa hi surt una altra xifra, però no hi posen d'on ve.",
    "He demanat protecció de la pàgina fins dilluns.", "Gràcies per la feina! Poso un mapa quan arribi a casa.",
    "Torno a dir que el topònim correcte és Serra d'Ardell, sense article.",
    "Fet. Si no hi ha més queixes arxivo el fil.",
)  # fmt: skip
_USERS = ("Pere Botifarra", "Munt-rós", "AmicDelsGats", "Xalada", "212.0.4.17", "Tramuntana9")
_OTHERS = (
    "Salamandra pirinenca", "Línia 9 del metro", "Cuina menorquina", "Guerra dels Segadors", "Mercuri (planeta)",
    "Carles Riba", "Castell de Farfanya", "Ruta del Císter", "Cargolada", "Pau Casals", "Delta de l'Ebre",
)  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """A sentence of the article: of which kind, and which of its wordings stands."""

    number: int
    kind: int
    revision: int = 0


@dataclass(frozen=True)
class Article:
    """The article at one hour: its sections' sentences, the figures of its box, what was struck out last."""

    sections: tuple[tuple[Claim, ...], ...]
    figures: tuple[int, ...] = (0, 0, 0, 0)
    stage: int = 0
    struck: tuple[int, Claim] | None = None


class Ardell(GeneratedSite):
    """An encyclopaedia's article on a wildfire, and below it the quarrel about it."""

    slug = "ardell"
    hard = "a figure or a sentence put in and taken out again; notes renumbered, talk below the article"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#202122", muted="#54595d", line="#c8ccd1",
        accent="#3366cc", card="#f8f9fa", lead_px=28, top_px=20,
        extra=(
            "body{font-size:14px;line-height:22px}h4{text-transform:none;color:#54595d}.title h1{border-bottom:1px "
            "solid #a2a9b1;font-weight:normal}.chapter h2{border-bottom:1px solid #c8ccd1;font-weight:normal}"
            "sup{color:#3366cc;font-size:11px;line-height:1px}.facts{background:#f8f9fa;border:1px solid #a2a9b1}"
            ".facts td{padding:4px 6px;line-height:18px;font-size:13px}.facts h3{text-align:center;background:#f2dede}"
            ".side-bar li{border:0;padding:2px 0;color:#3366cc}.side-bar{background:#f6f6f6}"
            ".mend{background:#fff7e0;border-left:10px solid #f28500}.appeal{background:#fef6e7;border:3px solid #fc3}"
            ".appeal p{font-size:19px;line-height:28px}"
            ".talk{background:#f8fbff;border-top:3px solid #3366cc}.talk li{border:0;padding:4px 0 4px 0}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Article(
            tuple(
                tuple(Claim(-9 * part - n, 4 * n + part) for n in range(3)) for part in range(len(_SECTIONS))
            )
        )
        for hour in range(hours):
            if hour:
                now = self._after(now, hour)
            words = (self._words(claim) for part in now.sections for claim in part)
            yield PageState(rows=tuple(self._page(now, hour)), news=(*self._facts(now), *words))

    def _after(self, old: Article, hour: int) -> Article:
        at = STARTS_AT + timedelta(hours=hour)
        draw = self.chance.child("edit", hour)
        war = self.chance.happens(0.25, "war", at.date()) and 16 <= at.hour <= 22
        if not draw.happens(0.6 if war else (0.16 if 7 <= at.hour <= 22 else 0.03), "edit"):
            return old
        if old.struck and draw.happens(0.7 if war else 0.3, "returns"):
            part, claim = old.struck
            return replace(self._with(old, part, (*old.sections[part], claim)), struck=None)
        kind = draw.pick(("more", "more", "text", "text", "text", "figure", "figure", "stage"), "kind")
        if kind == "figure":
            which = draw.below(4, "which")
            return replace(old, figures=tuple(n + (place == which) for place, n in enumerate(old.figures)))
        if kind == "stage":
            return replace(old, stage=old.stage + 1)
        return self._rewritten(old, hour, is_longer=kind == "more")

    def _rewritten(self, old: Article, hour: int, *, is_longer: bool) -> Article:
        draw = self.chance.child("text", hour)
        part = draw.below(len(old.sections), "part")
        claims = old.sections[part]
        place = draw.below(len(claims), "place")
        before, claim, behind = claims[:place], claims[place], claims[place + 1 :]
        said = {item.kind for section in old.sections for item in section}
        said |= {old.struck[1].kind} if old.struck else set()
        unsaid = sorted(set(range(len(_CLAIMS))) - said)
        if is_longer and len(claims) < 5 and unsaid:
            return self._with(old, part, (*before, claim, Claim(hour, draw.pick(unsaid, "kind")), *behind))
        if len(claims) > 1 and draw.happens(0.5, "struck"):
            return replace(self._with(old, part, (*before, *behind)), struck=(part, claim))
        return self._with(old, part, (*before, replace(claim, revision=claim.revision + 1), *behind))

    def _with(self, old: Article, part: int, claims: tuple[Claim, ...]) -> Article:
        return replace(old, sections=(*old.sections[:part], claims, *old.sections[part + 1 :]))

    def _facts(self, now: Article) -> list[str]:
        both = zip(_BOX, now.figures, strict=True)
        counts = [f"{name}: {start + step * count}" for (name, start, step), count in both]
        return [*counts, f"Estat: {_STAGES[now.stage % len(_STAGES)]}"]

    def _words(self, claim: Claim) -> str:
        draw = self.chance.child("claim", claim.number)
        figure = draw.between(4, 88, "n") + claim.revision
        source = _SOURCES[(draw.below(5, "who") + claim.revision // 2) % len(_SOURCES)]
        return _CLAIMS[claim.kind].format(n=figure, who=source)

    def _page(self, now: Article, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        notes = self.chance.between(1, 9, "notes", hour // 3)
        visits = self.chance.between(90, 4000, "visits", hour)
        chapters = [
            self._chapter(title, claims, notes + 4 * n)
            for n, (title, claims) in enumerate(zip(_SECTIONS, now.sections, strict=True))
        ]
        if self.chance.happens(0.3, "mend", hour // 2):
            words = "<p><b>Aquest article parla d'un fet d'actualitat.</b> La informació pot canviar de pressa.</p>"
            chapters.insert(0, panels.plain("mend", 560, words))
        title = panels.plain("title", 560, f"<h1>Incendi de la Serra d'Ardell</h1><p>{_OPENING}</p>")
        rows = [
            row([self._side_bar(hour, 170)], [title, *chapters], self._box(now, hour, 270), tag="main"),
            row(self._talk(hour, at)),
            row(
                panels.plain(
                    "foot", 1000, f'<p class="small">Pàgina servida a les {at:%H:%M}, {visits} visites.</p>'
                )
            ),
        ]
        if self.chance.happens(0.3, "appeal", hour // 3):
            rows.insert(0, row(self._appeal(hour)))
        return rows

    def _chapter(self, title: str, claims: Sequence[Claim], notes: int) -> Panel:
        said = " ".join(
            f"<span>{escape(self._words(claim), quote=False)}</span><sup>[{notes + n}]</sup>"
            for n, claim in enumerate(claims)
        )
        return panels.plain("chapter", 560, f"<h2>{title}</h2><p>{said}</p>", is_news=True)

    def _box(self, now: Article, hour: int, width: int) -> Panel:
        shown = panels.image(f"nature-fire-{self.chance.below(5, 'photograph', hour // 4)}", width - 26, 160)
        lines = "".join(f"<tr><td>{words}</td></tr>" for words in self._facts(now))
        html = f"<h3>Serra d'Ardell</h3>{shown}<table>{lines}</table>"
        return panels.plain("facts", width, html, is_news=True)

    def _side_bar(self, hour: int, width: int) -> Panel:
        recent = self.chance.shuffled(_OTHERS, "recent", hour)[:7]
        items = "".join(
            f"<li>{title} <span class='small'>{self.chance.between(-900, 900, 'bytes', hour, title):+d}</span></li>"
            for title in recent
        )
        html = (
            "<h2>Enciclo</h2><ul><li>Portada</li><li>Article a l'atzar</li><li>La taverna</li></ul>"
            f"<h4>Canvis recents</h4><ul>{items}</ul>"
        )
        return panels.plain("side-bar", width, html)

    def _talk(self, hour: int, at: datetime) -> Panel:
        posts = ""
        for back in range(3 + hour % 9):
            written = hour - back
            said = self.chance.pick(_TALK, "said", written)
            user = self.chance.pick(_USERS, "user", written)
            indent = 24 * self.chance.below(4, "indent", written)
            when = at - timedelta(hours=back, minutes=self.chance.below(60, "minute", written))
            signed = f'<b>{user}</b> <span class="small">{when:%H:%M, %d/%m/%Y}</span>'
            posts = f'<li><div style="padding-left:{indent}px">{escape(said)} — {signed}</div></li>{posts}'
        return panels.plain("talk", 1000, f"<h4>Discussió</h4><ul>{posts}</ul>")

    def _appeal(self, hour: int) -> Panel:
        words = (
            "<h2>Estimats lectors, avui us demanem un cafè</h2><p>Si tothom que llegeix això donés dos euros, "
            f"la campanya acabaria en una hora. Ja tenim el {31 + hour // 8 % 60} %.</p>"
        )
        height = self.chance.pick((90, 180), "appeal height", hour // 3)
        return panels.plain("appeal", 1000, f'<div style="height:{height}px">{words}</div>')


UNSEEN_GATHERINGS = (Mare, Ardell)
