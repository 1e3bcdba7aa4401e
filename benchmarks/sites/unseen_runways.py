"""Where one waits: a Dutch airport with its notices to travellers, a Brazilian university hospital with its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import told
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_LINES = ("Noordzee Air", "Polderjet", "Tulip Wings", "Skandia", "Corvo", "BlueHop", "Iberluz", "Balkan Direct",
          "Hansa Regio", "Celtic Air", "Levant Airways")  # fmt: skip
_REASONS = (
    ("Dichte mist: vluchten vertraagd", "Bij een zicht van {n}0 meter landen er minder toestellen. {l} wijkt uit."),
    ("Staking bij {l}", "De maatschappij schrapt {n} vluchten. Reizigers krijgen zelf bericht."),
    ("Storing in de bagagekelder", "Zeker {n}00 koffers zijn niet meegegaan. {l} stuurt bagage na."),
    ("Geen treinen naar de luchthaven", "Door een seinstoring rijden bussen. Reken op {n} minuten extra reistijd."),
    ("Baan 09-27 dicht voor onderhoud", "Tot {n} mei wordt vooral over het oosten gevlogen."),
    ("{l} verhuist naar vertrekhal 2", "Inchecken kan vanaf {n} mei aan de balies in hal 2. Hal 1 wordt verbouwd."),
    ("Vloeistoffen: andere regels", "De scanners in hal {h} gaan uit. De oude regel van 100 ml geldt weer."),
    ("Cyberaanval op het inchecksysteem", "{l} checkt met de hand in. Wie kan, checkt thuis in."),
    ("{l} failliet verklaard", "Alle vluchten zijn per direct vervallen. Bel de curator, toestel {n}."),
    ("Parkeerterrein P{h} gesloten", "Het terrein staat onder water. Wie geboekt heeft, kan {n} dagen op P1."),
    ("Luchtruim boven de Oostzee gesloten", "Zeker {n} vluchten vliegen om. {l} vreest gemiste aansluitingen."),
    ("Tekort aan beveiligers",
     "Kom niet eerder dan drie uur voor vertrek. Vandaag ontbreken {n} medewerkers in hal {h}."),
    ("Nieuwe bestemming: {l} naar Bergen", "Vanaf {n} juni vliegt de maatschappij vier keer per week."),
    ("Ontruiming van pier {p}", "Na een verdacht voorwerp is de pier leeg. {n} vluchten wachten."),
    ("Nachtvluchten beperkt na uitspraak", "De rechter schrapt {n} slots van {l}. Hoger beroep dient in juli."),
    ("Paspoortcontrole: lange wachttijd", "Van de {n} poortjes werkt de helft. Het Europese systeem valt uit."),
)  # fmt: skip
_MARKS = ("Nieuw", "Update", "Verscherpt", "Bijna voorbij", "Opgelost")
_FURTHER = ("Reizigers van {n} vluchten hebben een bericht gekregen.", "Om {h} uur volgt nieuwe informatie.",
            "De hinder duurt zeker {n} uur langer dan gedacht.", "Bij balie {h} staan {n} extra medewerkers.",
            "Omboeken kan kosteloos tot {n} mei.", "Volgens de directie is de zaak over {h} dagen voorbij.",
            "De inspectie hoort {n} getuigen.", "Vergoeding vraagt u aan met formulier {n}.")  # fmt: skip
_CITIES = ("Palma", "Londen", "Porto", "Kopenhagen", "Zagreb", "Dublin", "Faro", "Málaga", "Oslo", "Rome", "Split",
           "Krakau", "Nice", "Edinburgh", "Antalya", "Athene", "Wenen", "Bilbao")  # fmt: skip
_SOLD = ("Zorgeloos parkeren vanaf €{n}", "Lounge De Kwelder: ontbijt voor €{n}", "Fast lane: {n} minuten sneller",
         "Taxfree: {n}% korting op parfum", "Verzekerd in {h} minuten", "Huurauto in {c}: €{n} per dag")  # fmt: skip
_ASKED = ("Waar haal ik mijn gevonden voorwerp op?", "Mag mijn hond mee in de cabine?", "Kan ik hier slapen?",
          "Hoe vraag ik assistentie aan?", "Is er een gebedsruimte?", "Welke bus gaat naar het centrum?",
          "Waar kan ik geld wisselen?", "Mag een powerbank in de koffer?")  # fmt: skip


@dataclass(frozen=True)
class Notice:
    """A notice: which one, its state, and what was last added to it."""

    number: int
    mark: int = 0
    further: int = 0


class Luchthaven(GeneratedSite):
    """An airport: notices to travellers with their states, beside a board that runs; offers in the same form."""

    slug = "luchthaven"
    hard = "Dutch; notices updated in place beside a running board, offers in their form, banners that push all down"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f4f7f9", ink="#10253a", muted="#6a7a88", line="#cfd9e0", accent="#f08a00",
        lead_px=25, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#10253a;color:#fff}.masthead .small{color:#b9c9d6}.bericht div{background:#fff;"
            "border-left:6px solid #f08a00;padding:10px 14px}.bericht i{font:bold 12px/20px 'Liberation Sans';"
            "padding:0 8px;background:#ffe2b8;display:inline-block;margin-bottom:4px}"
            ".bericht .m2{background:#c62828;color:#fff}.bericht .m4{background:#2e7d32;color:#fff}"
            ".bord{background:#10253a;color:#ffd866}.bord h4{color:#fff}"
            ".bord table{border-collapse:collapse;width:100%}.bord td{font:14px/19px 'Liberation Mono';padding:5px 4px;"
            "border-bottom:1px solid #2f475d}.wacht{background:#fff}"
            ".wacht b{font-size:24px;line-height:30px;display:block}"
            ".actie{background:#f08a00;color:#fff}.vragen li{border-color:#cfd9e0}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [Notice(number, 1, number) for number in range(5, 0, -1)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.34 if 4 <= at.hour <= 19 else 0.07, "duty desk", hour):
                board = self._worked(board, hour)
            news = tuple(part for item in board for part in self._told(item))
            yield PageState(rows=tuple(self._page(board, hour, at)), news=news)

    def _worked(self, board: list[Notice], hour: int) -> list[Notice]:
        """A new notice on top, a line added to one, another state, or one that is over goes."""
        what = self.chance.number("what", hour)
        over = [item for item in board if item.mark == 4]
        if over and what < 0.3 and len(board) > 4:
            return [item for item in board if item is not over[-1]]
        if what < 0.45 or len(board) < 4:
            return [Notice(1 + max(item.number for item in board)), *board][:7]
        place = self.chance.below(min(4, len(board)), "which", hour)
        item = board[place]
        if what < 0.8:
            changed = replace(item, mark=1, further=1 + item.further + self.chance.below(4, "further", hour))
        else:
            changed = replace(item, mark=2 if item.mark < 2 and what < 0.87 else 3 if item.mark < 3 else 4)
        return [*board[:place], changed, *board[place + 1 :]]

    def _told(self, item: Notice) -> tuple[str, ...]:
        draw = self.chance.child("notice", item.number)
        (line,) = told(self.chance.child("lines"), (_LINES,), item.number)
        start = self.chance.below(len(_REASONS), "reasons")
        title, words = _REASONS[(start + 5 * item.number) % len(_REASONS)]
        slots = {
            "l": line,
            "n": draw.between(12, 29, "n"),
            "h": draw.between(2, 5, "h"),
            "p": draw.pick("BCDE", "p"),
        }
        mark = f'<i class="m{item.mark}">{_MARKS[item.mark]}</i>'
        if not item.further:
            return mark, title.format(**slots), words.format(**slots)
        later = draw.child(item.further)
        added = _FURTHER[(item.number + item.further) % len(_FURTHER)]
        told_later = added.format(n=later.between(12, 29, "n"), h=later.between(6, 9, "h"))
        return mark, title.format(**slots), words.format(**slots), told_later

    def _page(self, board: Sequence[Notice], hour: int, at: datetime) -> list[Row]:
        local = at + timedelta(hours=2)
        note = f"{local:%d-%m-%Y %H:%M} · {self.chance.between(6, 21, 'air', hour // 2)} °C, wind {2 + hour % 5} Bft"
        notices = [self._notice(item, 590) for item in board]
        for seat in range(2):
            if self.chance.happens(0.5, "offer", seat, (hour + seat) // 3):
                place = self.chance.below(4, "offer at", seat, (hour + seat) // 3)
                notices.insert(place, self._offer(self.chance.below(900, "sold", seat, hour // 3), 590))
        head = panels.plain("kop", 590, "<h1>Actuele berichten</h1>")
        height = self.chance.pick((120, 250, 340), "px", hour)
        side = [
            self._flights(hour, local, 410),
            self._queues(hour, 410),
            panels.advert(self.adverts.advert("side", 60 * hour, 386, height), "reclame", 410),
            self._questions(hour, 410),
            panels.advert(self.adverts.advert("taxfree", 60 * hour, 386, 280), "taxfree", 410),
        ]
        rows = [
            row(panels.masthead("Waddenmeer Airport", 1000, note, height=60), tag="header"),
            row([head, *notices], side, tag="main"),
            row(self._trips(hour)),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 140), "voet-reclame", 1000)),
            row(panels.plain("foot", 1000, '<p class="small">Pers · Werken bij · Geluid · Privacy · Route</p>'),
                tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.6, "campaign", hour // 2):
            height = self.chance.pick((44, 90, 150, 230), "campaign px", hour // 2)
            words = f"Meivakantie: nog {self.chance.between(20, 900, 'left', hour)} plaatsen op P3. Boek nu!"
            rows.insert(1, row(panels.strip(words, height, name="actie")))
        return rows

    def _notice(self, item: Notice, width: int) -> Panel:
        mark, title, words, *later = self._told(item)
        link = f'<a href="{ORIGIN}/bericht/{item.number}">{title}</a>'
        added = "".join(f"<p><b>{line}</b></p>" for line in later)
        return panels.plain(
            "bericht", width, f"<div>{mark}<h2>{link}</h2><p>{words}</p>{added}</div>", is_news=True
        )

    def _offer(self, number: int, width: int) -> Panel:
        draw = self.chance.child("offers", number)
        slots = {"n": draw.between(9, 60, "n"), "h": draw.between(2, 6, "h"), "c": draw.pick(_CITIES, "c")}
        words = f"Alleen vandaag, al {draw.between(40, 2_000, 'bought')} keer geboekt. Bekijk de voorwaarden."
        title = draw.pick(_SOLD, "sold").format(**slots)
        return panels.plain("bericht", width, f"<div><i>Tip</i><h2>{title}</h2><p>{words}</p></div>")

    def _flights(self, hour: int, local: datetime, width: int) -> Panel:
        """The board: what leaves next, at which gate, and whether it is late."""
        lines = ""
        for seat in range(self.chance.pick((8, 10, 12), "flights", hour // 4)):
            flight = self.chance.child("flight", hour + seat // 3, seat % 3)
            late = flight.pick(
                ("op tijd", "op tijd", "boarding", f"+{flight.between(5, 55, 'late')} min"), "late", hour
            )
            lines += (
                f"<tr><td>{(local.hour + seat // 3) % 24:02d}:{20 * (seat % 3) + flight.below(20, 'minute'):02d}</td>"
                f"<td>{flight.pick(_CITIES, 'to')}</td><td>{flight.pick('BCDE', 'pier')}{flight.between(1, 30, 'gate')}"
                f"</td><td>{late}</td></tr>"
            )
        return panels.plain("bord", width, f"<h4>Vertrek</h4><table>{lines}</table>")

    def _queues(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"<div><b>{self.chance.between(low, high, name, hour)}{unit}</b>{name}</div>"
            for name, low, high, unit in (("Controle", 3, 40, " min"), ("P1 vol", 40, 99, "%"), ("P2 vol", 30, 99, "%"))
        )  # fmt: skip
        return panels.plain("wacht", width, f'<div class="cards">{cards}</div>')

    def _questions(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{item}</li>" for item in self.chance.shuffled(_ASKED, "asked", hour)[: 3 + hour % 3]
        )
        return panels.plain("vragen", width, f"<h4>Veel gevraagd</h4><ul>{lines}</ul>")

    def _trips(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'city-trip-{_CITIES.index(city)}', 231, 170)}<h3>{city}</h3>"
            f'<p class="small">vanaf € {self.chance.between(29, 240, "fare", city, hour // 2)}</p></div>'
            for city in self.chance.shuffled(_CITIES, "trips", hour)[:4]
        )
        return panels.plain("reizen", 1000, f'<h4>Even eruit</h4><div class="cards">{cards}</div>')


_CLINICS = ("Cardiologia", "Oncologia", "Pediatria", "Nefrologia", "Ortopedia", "Neurologia", "Ginecologia",
            "Oftalmologia", "Pneumologia", "Dermatologia", "Reumatologia")  # fmt: skip
_CALLS = (
    ("Ambulatório de {c} muda de endereço",
     "A partir de {d} de maio as consultas passam ao bloco {b}. Os horários agendados estão mantidos."),
    ("Suspensas as cirurgias eletivas de {c}", "Faltam anestésicos. Os {n} pacientes da semana serão avisados."),
    ("Residência médica em {c}: resultado final",
     "Foram aprovados {n} candidatos. Matrícula até {d} de maio, no bloco {b}."),
    ("Visitas restritas na enfermaria de {c}", "Após {n} infecções, cada paciente recebe um visitante por dia."),
    ("Seleção para enfermagem em {c}", "São {n} vagas temporárias. As inscrições terminam em {d} de maio."),
    ("Comitê de Ética aprova estudo de {c}", "A pesquisa terá {n} voluntários. O parecer está no bloco {b}."),
    ("Paralisação dos técnicos atinge {c}", "O sindicato mantém {n} por turno. Exames serão remarcados."),
    ("Falta de água em {c}", "O bloco {b} atende só urgências. A previsão é de {n} horas."),
    ("Nova chefia em {c}", "A congregação confirmou o nome por {n} votos. Posse em {d} de maio."),
    ("Pronto-socorro fechado para {c}", "Há {n} macas no corredor. O SAMU buscará outras unidades."),
    ("Mutirão de {c} no sábado", "Serão {n} atendimentos, das 7h às 16h, no bloco {b}."),
    ("Internato em {c}: novo calendário", "O rodízio começa em {d} de maio. São {n} estudantes."),
    ("Auditoria aponta falhas em {c}", "O relatório cita {n} lotes vencidos. A direção abriu sindicância."),
)  # fmt: skip
_AMENDED = ("Retificação: o prazo passa a {d} de maio.", "Atualização: a medida vale também para o bloco {b}.",
            "Correção: são {n}, e não {m}, como publicado.", "Nota: nova avaliação em {d} de maio.",
            "Atualização: informações pelo ramal 3{n}{m}.", "Encerrado por decisão da superintendência.")  # fmt: skip
_CAMPAIGNS = ("Doe sangue, doe vida", "Maio amarelo no trânsito", "Lave as mãos", "Vacine-se contra a gripe",
              "Amamentar é proteger", "Coral dos servidores", "Seja voluntário")  # fmt: skip
_MEALS = ("frango ao molho", "feijão tropeiro", "peixe assado", "lasanha de legumes", "carne de panela",
          "sopa de mandioca", "omelete", "arroz carreteiro", "estrogonofe", "moqueca de banana")  # fmt: skip
_PRAISE = ("Fui muito bem atendida na recepção.", "Esperei quatro horas, mas valeu.", "Cadê o estacionamento?",
           "Gratidão à equipe do terceiro andar!", "O elevador continua quebrado.", "Meu pai saiu andando, obrigada.",
           "Telefone só dá ocupado.", "Parabéns aos residentes.", "Poderiam melhorar o café.")  # fmt: skip
_COURSES = ("Suporte básico de vida", "Jornada de ética", "Oficina de escrita científica", "Sessão clínica aberta",
            "Ioga para servidores", "Cine-debate", "Curso de Libras", "Feira do livro usado")  # fmt: skip


@dataclass(frozen=True)
class Aviso:
    """A hospital's notice: which one, its day, and how often it was amended."""

    number: int
    day: int
    amended: int = 0


class Plantao(GeneratedSite):
    """A university hospital: few notices a day in the middle, amended at times; campaigns, queues, meals, courses."""

    slug = "plantao"
    hard = "Portuguese; few notices, amended by one line, under campaign slides that differ in height, amid figures"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#1f2d2b", muted="#71807d", line="#d6e2df", accent="#00796b",
        lead_px=27, top_px=18, card="#eaf4f2",
        extra=(
            ".masthead{border-bottom:3px solid #00796b}.campanha{padding:0;background:#00796b;color:#fff}.campanha h1{"
            "padding:8px 20px}.fila,.sangue{background:#eaf4f2}.fila b{float:right}.sangue i{display:block;height:9px;"
            "background:#c62828;margin-bottom:6px}.aviso{border-bottom:1px solid #d6e2df}.aviso em{color:#b23b00}"
            ".menu li{padding:9px 0 8px}.cursos{background:#1f2d2b;color:#fff}.cursos h4{color:#7fd6c8}"
            ".refeicao{background:#fff6dc}.urgente{background:#c62828;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Aviso(5 - place, 1 - place // 2) for place in range(5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            day = (hour + 6) // 24
            many = self.chance.pick((2, 3, 4, 4), "many", day) if at.weekday() < 5 else 1
            work = self.chance.shuffled(range(11, 22), "day", day)[:many]
            if hour and at.hour in work:
                shown = self._published(shown, hour, 1 + day)
            news = tuple(part for item in shown for part in self._told(item))
            yield PageState(rows=tuple(self._page(shown, hour, at)), news=news)

    def _published(self, old: list[Aviso], hour: int, day: int) -> list[Aviso]:
        if self.chance.happens(0.62, "new", hour):
            return [Aviso(old[0].number + 1, day + 3), *old[:4]]
        place = self.chance.below(3, "which", hour)
        return [*old[:place], replace(old[place], amended=old[place].amended + 1), *old[place + 1 :]]

    def _told(self, item: Aviso) -> tuple[str, ...]:
        draw = self.chance.child("aviso", item.number)
        (clinic,) = told(self.chance.child("clinics"), (_CLINICS,), item.number)
        title, words = _CALLS[(self.chance.below(len(_CALLS), "calls") + 5 * item.number) % len(_CALLS)]
        slots = {
            "c": clinic,
            "n": draw.between(12, 64, "n"),
            "d": draw.between(14, 30, "d"),
            "b": draw.pick("ABCDEF", "b"),
        }
        if not item.amended:
            return title.format(**slots), words.format(**slots)
        later = draw.child(item.amended)
        line = _AMENDED[(item.number + item.amended) % len(_AMENDED)].format(
            n=slots["n"],
            m=later.between(65, 90, "m"),
            d=later.between(15, 31, "d"),
            b=later.pick("GHIJ", "b"),
        )
        return title.format(**slots), words.format(**slots), line

    def _page(self, shown: Sequence[Aviso], hour: int, at: datetime) -> list[Row]:
        local = at - timedelta(hours=3)
        note = f"{local:%d/%m/%Y %Hh%M} · visita nº {381_200 + 61 * hour + self.chance.below(50, 'visits', hour)}"
        head = panels.plain("avisos", 500, "<h4>Avisos e comunicados</h4>")
        notices = [self._notice(item, place, 500) for place, item in enumerate(shown)]
        side = [self._blood(hour), self._meal(hour), self._voices(hour)]
        rows = [
            row(panels.masthead("Hospital Universitário da Serra", 1000, note, height=62), tag="header"),
            row(self._campaign(hour)),
            row([self._menu(), self._queue(hour)], [head, *notices], side, tag="main"),
            row(self._courses(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Ouvidoria · Transparência · Licitações · Como chegar</p>'),
                tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "appeal", hour // 2):
            kind = self.chance.pick(("O negativo", "A positivo", "plaquetas"), "kind", hour // 2)
            height = self.chance.pick((40, 64, 110), "appeal px", hour // 2)
            rows.insert(1, row(panels.strip(f"Estoque baixo de {kind}: doe hoje!", height, name="urgente")))
        return rows

    def _notice(self, item: Aviso, place: int, width: int) -> Panel:
        title, words, *line = self._told(item)
        tag = "h2" if place else "h1"
        day = f"{item.day:02d}/05" if item.day > 0 else f"{30 + item.day}/04"
        added = "".join(f"<p><em>{part}</em></p>" for part in line)
        html = f'<p class="small">{day}</p><{tag}>{title}</{tag}><p>{words}</p>{added}'
        return panels.plain("aviso", width, html, is_news=True)

    def _campaign(self, hour: int) -> Panel:
        """A slide of the campaigns, another at most visits."""
        number = self.chance.below(len(_CAMPAIGNS), "campaign", hour)
        height = (150, 210, 180, 150, 260, 180, 210)[number]
        return panels.plain(
            "campanha", 1000, f"{panels.image(f'culture-saude-{number}', 1000, height)}<h1>{_CAMPAIGNS[number]}</h1>"
        )  # fmt: skip

    def _menu(self) -> Panel:
        names = (
            "Pacientes",
            "Resultados de exames",
            "Ensino e pesquisa",
            "Residências",
            "Trabalhe conosco",
            "Telefones",
        )
        return panels.plain("menu", 240, f"<ul>{''.join(f'<li>{name}</li>' for name in names)}</ul>")

    def _queue(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(4, 190, name, hour)} min</b></li>"
            for name in ("Triagem", "Adulto", "Infantil", "Raio X", "Coleta", "Farmácia")
        )
        here = self.chance.between(30, 240, "waiting", hour)
        return panels.plain(
            "fila", 240, f"<h4>Espera agora</h4><ul>{lines}</ul><p>{here} senhas em aberto</p>"
        )

    def _blood(self, hour: int) -> Panel:
        bars = ""
        for kind in ("O+", "O−", "A+", "A−", "B+", "AB"):
            share = self.chance.between(8, 98, "blood", kind, hour // 3)
            bars += f'{kind} <span class="small">{share}%</span><i style="width:{share * 2}px"></i>'
        return panels.plain("sangue", 260, f"<h4>Banco de sangue</h4>{bars}")

    def _meal(self, hour: int) -> Panel:
        meals = self.chance.shuffled(_MEALS, "meals", hour // 6)[:3]
        left = self.chance.between(0, 600, "portions", hour)
        return panels.plain(
            "refeicao", 260, f"<h4>Refeitório</h4><p>{', '.join(meals)}</p><p>{left} porções</p>"
        )

    def _voices(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>“{item}”</li>" for item in self.chance.shuffled(_PRAISE, "voices", hour)[: 3 + hour % 2]
        )
        return panels.plain("vozes", 260, f"<h4>Você na ouvidoria</h4><ul>{lines}</ul>")

    def _courses(self, hour: int) -> Panel:
        cards = "".join(
            f"<div>{panels.image(f'science-curso-{_COURSES.index(item)}', 231, 150)}<h3>{item}</h3>"
            f"<p>{self.chance.between(2, 80, 'seats', item, hour)} vagas</p></div>"
            for item in self.chance.shuffled(_COURSES, "courses", hour)[:4]
        )
        return panels.plain("cursos", 1000, f'<h4>Agenda e cursos</h4><div class="cards">{cards}</div>')


UNSEEN_RUNWAYS = (Luchthaven, Plantao)
