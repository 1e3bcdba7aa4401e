"""A Brazilian paper's front page among all that it sells, and the notices of an Estonian court."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_WHO = ("Prefeitura de Campinas", "Governo de Goiás", "Senado", "Polícia Federal", "Supremo", "Petroleira estatal",
        "Assembleia do Paraná", "Banco Central", "Ministério da Saúde", "Sindicato dos ônibus", "Defesa Civil",
        "Tribunal de Contas", "Universidade do Recife")  # fmt: skip
_DID = ("suspende contrato de merenda", "anuncia concurso com 1.200 vagas", "investiga desvio em hospital",
        "adia votação do orçamento", "confirma greve na segunda-feira", "libera verba para encostas",
        "nega acordo sobre tarifa", "abre inquérito sobre barragem", "troca comando da área de compras",
        "amplia prazo para vacinação", "multa concessionária de energia")  # fmt: skip
_AFTER = ("após pressão de moradores", "e oposição reage", "em meio à crise da água", "com apoio de prefeitos",
          "depois de três meses", "e mercado estranha", "a pedido do Ministério Público")  # fmt: skip
_STAND = (
    "Decisão foi tomada em reunião a portas fechadas e atinge {n} municípios.",
    "Documento de {n} páginas obtido pelo jornal aponta falhas desde 2021.",
    "Pelo menos {n} famílias aguardam resposta; secretário promete nota ainda hoje.",
    "Relator pediu {n} dias para examinar o caso e não descarta recuo.",
    "Custo estimado é de R$ {n} milhões, segundo técnicos ouvidos pela reportagem.",
)
_SOLD = ("Colchão que cabe na caixa", "Troque de operadora e ganhe 40 GB", "Black Week do pneu",
         "Aprenda inglês dormindo", "Cartão sem anuidade", "Ração premium em casa", "Seu carro vale mais",
         "Sorria com lentes a partir de R$ 99", "Energia solar sem entrada")  # fmt: skip
_COLUMNS = ("Elza Prado", "Caio Bittar", "Nina Sarney Lobo", "Tostes", "Dona Iracema", "Rui Kfouri", "Bel Antunes",
            "O Conselheiro")  # fmt: skip
_THOUGHTS = ("O país que não lê bula", "Saudade do bonde", "Quem tem medo do troco", "Carta a um vizinho",
             "A arte de adiar", "Futebol sem torcida", "Feijão, segundo minha avó", "Sobre filas")  # fmt: skip
_SIGNS = ("Áries", "Touro", "Gêmeos", "Câncer", "Leão", "Virgem", "Libra", "Escorpião", "Sagitário", "Capricórnio",
          "Aquário", "Peixes")  # fmt: skip
_FATES = ("Dia bom para rever contas.", "Evite discussões no trabalho.", "Um amigo distante manda notícia.",
          "Cuide do sono.", "Surpresa no amor.", "Adie compras grandes.", "Ouça antes de falar.")  # fmt: skip
_CLUBS = ("Bandeirantes", "Náutico do Vale", "Operária", "Sampaio", "Ferroviário", "Guarani da Serra")


@dataclass(frozen=True)
class Story:
    """A story of the front page: which, since when, how often its title was rewritten."""

    number: int
    since: int
    turn: int = 0


class Manchete(GeneratedSite):
    """A popular paper: one story leads, four stand in cards, sold cards between them; the rest is trade."""

    slug = "manchete"
    hard = "Portuguese; sold cards among the news, a takeover of any height, live football pushes down, A/B columns"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#161616", muted="#707070", line="#dcdcdc", accent="#d6001c",
        lead_px=34, top_px=18, card="#fff6d6",
        extra=(
            ".masthead{background:#d6001c;color:#fff}.masthead .small{color:#ffe3e3}.lead .live{background:#d6001c;"
            "color:#fff;font:bold 12px/20px 'Liberation Sans';padding:0 8px;display:inline-block}"
            ".sold{background:#fff6d6}.score{background:#0b5d1e;color:#fff}.signs{background:#2b1a4d;color:#fff}"
            ".quotes span{margin-right:26px}.quotes{background:#161616;color:#fff}.paywall{background:#fff;"
            "border:3px solid #161616}.columns{background:#f3f3f3}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.3, stays_h=(1, 4), texts=len(_SOLD), places=(0, 1, 2, 3))
    duty = Duty(hours=(7, 22), then=0.7, night=0.15)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        stories = [Story(number, -3 * (5 - number)) for number in range(5)]
        count = 5
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("sold"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("what", hour) / self.duty.at(at) if hour else 1.0
            if what < 0.09:
                stories, count = [Story(count, hour), *stories[:4]], count + 1
            elif what < 0.2:
                stories, count = [stories[0], Story(count, hour), *stories[1:4]], count + 1
            elif what < 0.25:
                place = self.chance.below(3, "place", hour)
                stories[place] = replace(stories[place], turn=stories[place].turn + 1)
            news = (self._stand(stories[0]), *map(self._title, stories))
            over = (self._wall(),) if self.chance.happens(0.15, "wall", hour) else ()
            yield PageState(rows=tuple(self._page(stories, guests, hour, at)), news=news, overlays=over)

    def _title(self, item: Story) -> str:
        who, did, after = told(self.chance.child("told"), (_WHO, _DID, _AFTER), item.number)
        if item.turn:
            after = f"{_AFTER[(item.number + item.turn) % len(_AFTER)]}, {2 + item.turn}ª versão da nota"
        return f"{who} {did} {after}"

    def _stand(self, item: Story) -> str:
        draw = self.chance.child("stand", item.number)
        return (
            draw.pick(_STAND, "words").format(n=draw.between(3, 900, "n")) + f" (pauta {item.number + 311})"
        )

    def _page(self, stories: list[Story], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        height = self.chance.pick((90, 180, 250, 340), "takeover", hour)
        main = [self._lead(stories[0], hour, 660)]
        main += [
            self._sold(item, 660) if isinstance(item, Guest) else self._card(item, hour, 660)
            for item in mixed(stories[1:], guests)
        ]
        aside = [
            panels.advert(self.adverts.advert("box", 60 * hour, 300, 250), "box-advert", 340),
            self._columns(hour, 340),
            self._signs(hour, 340),
            panels.advert(self.adverts.advert("tall", 60 * hour, 300, 500), "tall-advert", 340),
        ]
        rows = [
            row(panels.advert(self.adverts.advert("top", 60 * hour, 970, height), "top-advert", 1000)),
            row(panels.masthead("A MANCHETE", 1000, f"{at:%d/%m/%Y %H:%M}", height=64), tag="header"),
            row(self._quotes(hour)),
            row(aside, main) if self.chance.happens(0.25, "arm", hour) else row(main, aside),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 200), "foot-advert", 1000)),
        ]
        if self.chance.happens(0.35, "football", hour // 2):
            rows.insert(3, row(self._score(hour)))
        return rows

    def _lead(self, item: Story, hour: int, width: int) -> Panel:
        live = '<p class="live">AO VIVO</p>' if self.chance.happens(0.3, "live", hour // 2) else ""
        said = f"Atualizado há {self.chance.between(1, 58, 'minutes', hour)} min"
        link = f'<a href="{ORIGIN}/materia/{item.number}">{self._title(item)}</a>'
        picture = panels.image(f"politics-m{item.number}", width - 24, 300)
        html = f'{live}<h1>{link}</h1>{picture}<p>{self._stand(item)}</p><p class="small">{said}</p>'
        return panels.plain("lead", width, html, is_news=True)

    def _card(self, item: Story, hour: int, width: int) -> Panel:
        talk = 14 * (hour - item.since) + self.chance.below(14, "talk", item.number, hour)
        picture = panels.image(f"city-m{item.number}", 190, 118)
        html = (
            f'<div class="side">{picture}<div><h2><a href="{ORIGIN}/materia/{item.number}">{self._title(item)}</a>'
            f'</h2><p class="small">{talk} comentários</p></div></div>'
        )
        return panels.plain("card", width, html, is_news=True)

    def _sold(self, guest: Guest, width: int) -> Panel:
        picture = panels.image(f"feature-sold-{guest.text}", 190, 118)
        words = f"<p class=small>PATROCINADO</p><h2>{_SOLD[guest.text]}</h2>"
        return panels.plain("sold", width, f'<div class="side">{picture}<div>{words}</div></div>')

    def _columns(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_COLUMNS)), "columns", hour // 2)[:4]
        lines = "".join(
            f'<li><div class="side">{panels.image(f"portrait-column-{number}", 60, 60)}<div><b>{_COLUMNS[number]}'
            f"</b><p>{_THOUGHTS[number]}</p></div></div></li>"
            for number in order
        )
        return panels.plain("columns", width, f"<h4>Colunistas</h4><ul>{lines}</ul>")

    def _signs(self, hour: int, width: int) -> Panel:
        sign = _SIGNS[hour % 12]
        return panels.plain("signs", width, f"<h2>{sign}</h2><p>{self.chance.pick(_FATES, 'fate', hour)}</p>")

    def _quotes(self, hour: int) -> Panel:
        names = (("Dólar", 512), ("Euro", 588), ("Soja", 13_140), ("Café", 97_200), ("Bolsa", 12_870_000))
        shown = "".join(
            f"<span>{name} {(base + self.chance.below(base // 20, name, hour)) / 100:,.2f}</span>"
            for name, base in names
        )
        return panels.plain("quotes", 1000, f"<p>{shown}</p>")

    def _score(self, hour: int) -> Panel:
        home, away = self.chance.shuffled(_CLUBS, "clubs", hour // 2)[:2]
        goals = [self.chance.below(4, "goals", side, hour) for side in range(2)]
        height = self.chance.pick((70, 110, 160), "score", hour // 2)
        words = (
            f"<h1>{home} {goals[0]} x {goals[1]} {away}</h1><p>{self.chance.between(1, 90, 'min', hour)}'</p>"
        )
        return panels.plain("score", 1000, f'<div style="height:{height}px">{words}</div>')

    def _wall(self) -> Overlay:
        words = "<h2>Assine A Manchete</h2><p>3 meses por R$ 1,90. Cancele quando quiser.</p><p>Fechar</p>"
        return Overlay(panels.plain("paywall", 460, f'<div style="height:150px">{words}</div>'), 270, 520)


_KIND = ("Kassatsioonkaebus võeti menetlusse", "Istung toimub kirjalikus menetluses", "Otsus kuulutati avalikult",
         "Määruskaebus jäeti läbi vaatamata", "Teistmisavaldus saadeti vastamiseks", "Asi anti üle kogu kolleegiumile",
         "Menetlus peatati eelotsuse ajaks")  # fmt: skip
_MATTER = ("planeeringu vaidluses", "pärandvara jagamise asjas", "keskkonnaloa asjas", "tööandja nõudes",
           "hankemenetluse vaidluses", "maksuotsuse asjas", "korteriühistu nõudes", "elatise asjas",
           "kalapüügiloa vaidluses", "ehitusloa asjas", "tarbijakrediidi asjas")  # fmt: skip
_PLACE = ("Pärnu Maakohtust", "Tartu Ringkonnakohtust", "Viru Maakohtust", "Tallinna Halduskohtust",
          "Harju Maakohtust", "Jõhvi kohtumajast")  # fmt: skip
_HOUSE = ("Praktikakonkurss õigusteaduse tudengitele", "Raamatukogu on täna avatud kella neljani",
          "Kohtumaja lift on hoolduses", "Ekskursioonile registreerimine", "Osale rahulolu-uuringus",
          "E-toimikus esineb aeglust", "Uudiskirjaga liitumine", "Kohtukaar: uus number müügil")  # fmt: skip
_LAWS = ("Õigus on igaühel pöörduda kohtu poole.", "Omand on puutumatu ja võrdselt kaitstud.",
         "Kohus on oma tegevuses sõltumatu.", "Keegi ei tohi olla omaenda asja kohtunik.",
         "Teadmatus ei vabasta vastutusest.", "Kahtlus tõlgendatakse süüdistatava kasuks.",
         "Lepinguid tuleb täita.")  # fmt: skip
_ROOMS = ("Saal A", "Saal B", "Väike saal", "Üldkogu saal")
_SEARCHED = ("töölepingu ülesütlemine", "viivis", "naabrusõigused", "riigilõiv", "hooldusõigus", "servituut",
             "kahju hüvitamine", "advokaadikulud", "sundvõõrandamine", "müra")  # fmt: skip


@dataclass(frozen=True)
class Notice:
    """A notice of the court: which one, its place in the book, since when, how often its file was replaced."""

    number: int
    case: int
    since: int
    filed: int = 0


class Riigikohus(GeneratedSite):
    """A supreme court: notices of cases in a table; files are replaced, notices withdrawn, entered late."""

    slug = "riigikohus"
    hard = "Estonian; entries enter in the middle, files replaced, sorted otherwise at some visits, house notes between"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#fbfaf7", ink="#20262e", muted="#727a84", line="#d9d3c4", accent="#17446b",
        lead_px=26, top_px=17, card="#eef2f6",
        extra=(
            ".masthead{border-bottom:3px solid #17446b}.notice{border-bottom:1px solid #d9d3c4}.notice .case{"
            "font:bold 13px/18px 'DejaVu Sans';color:#17446b}.house{background:#f4efe1;font-style:italic}"
            ".law{background:#17446b;color:#fff}.rooms td{width:140px;padding:4px}.tabs span{margin-right:24px}"
            ".searched li{font-size:13px;padding:4px 0 3px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.22, stays_h=(1, 5), texts=len(_HOUSE), places=range(8))
    duty = Duty(hours=(8, 18), then=0.12, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the order that a visitor chose is no news."""
        shown = [Notice(number, 40 + 3 * number, -9 * (9 - number)) for number in range(8, -1, -1)]
        count = 9
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("house"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            what = self.chance.number("what", hour) / self.duty.at(at) if hour else 1.0
            if what < 0.54:
                shown, count = self._later(shown, count, hour, what)
            news = tuple(part for item in shown for part in self._told(item))
            yield PageState(rows=tuple(self._page(shown, guests, hour, at)), news=news)

    def _later(self, old: list[Notice], count: int, hour: int, what: float) -> tuple[list[Notice], int]:
        """A case comes on top or late below others, gets another file, is withdrawn."""
        place = self.chance.between(1, 4, "place", hour)
        if what < 0.24:
            case = max(item.case for item in old) + 3
            return [Notice(count, case, hour), *old][:9], count + 1
        if what < 0.34:
            case = old[place].case + 1
            late = Notice(count, case, hour)
            return [*old[:place], late, *old[place:]][:9], count + 1
        if what < 0.47 or len(old) < 8:
            return [*old[:place], replace(old[place], filed=old[place].filed + 1), *old[place + 1 :]], count
        return [*old[:place], *old[place + 1 :]], count

    def _told(self, item: Notice) -> tuple[str, str]:
        pools = (_KIND, _MATTER, _PLACE)
        kind, matter, place = told(self.chance.child("told"), pools, item.number)
        size = self.chance.between(90, 700, "size", item.number) + 17 * item.filed
        case = f"3-{1 + item.number % 4}-26-{item.case}-{item.number}"
        return f"{kind} {matter}, mis tuli {place}", f"{case}.pdf ({size} kB, {item.filed + 1}. redaktsioon)"

    def _page(self, shown: list[Notice], guests: Sequence[Guest], hour: int, at: datetime) -> list[Row]:
        chosen = self.chance.happens(0.2, "sorted", hour)
        order = sorted(shown, key=lambda item: (item.number % 4, item.case)) if chosen else shown
        main = [self._tabs(chosen, hour, 680)]
        main += [
            panels.plain("house", 680, f"<p>Majateade: {_HOUSE[item.text]}</p>")
            if isinstance(item, Guest)
            else self._notice(item, hour, 680)
            for item in mixed(order, guests)
        ]
        rows = [
            row(panels.masthead("Riigikohus", 1000, f"{at:%d.%m.%Y kell %H:%M}", height=72), tag="header"),
            row(self._law(hour)),
            row([self._rooms(hour, at, 320), self._searched(hour, 320), self._hall(hour, 320)], main, tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">Lossi 17, Tartu · Andmekaitse</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.3, "works", hour // 2):
            height = self.chance.pick((44, 70, 118), "works height", hour // 2)
            rows.insert(0, row(panels.strip("E-toimiku hooldustööd. Vabandame!", height, name="promo")))
        return rows

    def _notice(self, item: Notice, hour: int, width: int) -> Panel:
        title, file = self._told(item)
        age = hour - item.since
        said = f"{age} tundi tagasi" if age < 24 else f"{age // 24} päeva tagasi"
        seen = self.chance.between(1, 80, "seen", item.number, hour)
        html = (
            f'<h2><a href="{ORIGIN}/lahendid/{item.number}">{title}</a></h2><p class="case">{file}</p>'
            f'<p class="small">{said}, vaatab praegu {seen}</p>'
        )
        return panels.plain("notice", width, html, is_news=True)

    def _tabs(self, chosen: bool, hour: int, width: int) -> Panel:
        by = "kohtuasja järgi" if chosen else "uuemad eespool"
        found = 61_200 + 3 * hour + self.chance.below(3, "found", hour)
        return panels.plain(
            "tabs", width, f"<p><span>Järjestus: {by}</span><span>Otsinguid: {found}</span></p>"
        )

    def _law(self, hour: int) -> Panel:
        """A sentence of the law at each visit, in a panel not always as tall."""
        height = self.chance.pick((70, 100, 150), "law height", hour // 3)
        words = self.chance.pick(_LAWS, "law", hour)
        return panels.plain("law", 1000, f'<div style="height:{height}px"><h1>{words}</h1></div>')

    def _rooms(self, hour: int, at: datetime, width: int) -> Panel:
        lines = "".join(
            f"<tr><td>{name}</td><td>{'vaba' if sat < 2 else f'istung, lõpeb {(at.hour + sat) % 24}.00'}</td></tr>"
            for name in _ROOMS
            for sat in [self.chance.below(5, "sat", name, hour)]
        )
        return panels.plain("rooms", width, f"<h4>Saalides praegu</h4><table>{lines}</table>")

    def _searched(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_SEARCHED, "searched", hour)[:7]
        lines = "".join(f"<li>{words}</li>" for words in order)
        return panels.plain("searched", width, f"<h4>Enim otsitud</h4><ul>{lines}</ul>")

    def _hall(self, hour: int, width: int) -> Panel:
        number = self.chance.below(9, "hall", hour // 2)
        return panels.plain("hall", width, panels.image(f"culture-hall-{number}", width - 24, 190))


UNSEEN_DAILIES = (Manchete, Riigikohus)
