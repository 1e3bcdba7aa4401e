"""Two more pages of the reported family that nobody has looked at: recalled products, journalists in prison."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape

from benchmarks.sites import panels
from benchmarks.sites import unseen_words as words
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.unseen import Entry, EntryPage
from benchmarks.sites.unseen_pictures import product
from benchmarks.sites.unseen_words import say
from pagetide.demo.site import Resource


class Rappel(EntryPage):
    """A French register of recalled products: cards with pictures that move along, a campaign above them."""

    slug = "rappel"
    hard = "cards with pictures move along a grid; a campaign rotates above, a survey bar comes and goes"
    look = Look(paper="#f6f6f6", accent="#000091", card="#ffffff", heading=SANS, body=SANS, lead_px=32, top_px=18,
                extra=".product{background:#fff}.product h3{height:40px;overflow:hidden}"
                ".tag{background:#e1000f;color:#fff;"
                "font:bold 12px/18px 'Liberation Sans';padding:0 6px;display:inline-block}"
                ".survey{background:#fee7fc}.filters{background:#fff}.masthead{background:#fff}")  # fmt: skip
    shown = 9
    new_per_h = 0.21
    state_per_h = 0.03
    fix_per_h = 0.04
    slips = 0.3
    busy = range(8, 18)
    idle = 0.02
    weekend = 0.1
    batch = 3

    def states(self, hours: int) -> Iterator[PageState]:
        for hour, at, entries in self.hourly(hours):
            news, secondary = self.listed(entries)
            rows = tuple(self._rows(hour, at, entries))
            yield PageState(rows=rows, news=news, secondary=secondary)

    def picture(self, path: str) -> Resource | None:
        if path.startswith("/media/product-"):
            return Resource(
                "image/svg+xml", product(path.removeprefix("/media/product-").removesuffix(".svg"))
            )
        return super().picture(path)

    def _rows(self, hour: int, at: datetime, entries: Sequence[Entry]) -> list[Row]:
        number = self.chance.below(len(words.RECALL_CAMPAIGNS), "campaign", hour)
        campaign = (
            f'<div style="position:relative;height:300px">{panels.image(f"feature-rappel{number}", 976, 300)}'
            f'<h1 style="position:absolute;left:30px;bottom:30px;background:#fff;padding:8px 14px">'
            f"{escape(words.RECALL_CAMPAIGNS[number])}</h1></div>"
        )
        cards = [self._card(entry) for entry in entries]
        rows = [
            row(panels.masthead("Rappel Produits", 1000, f"{at:%d/%m/%Y}", height=60), tag="header"),
            row(panels.plain("campaign", 1000, campaign)),
            row(self._aside(hour), cards[0::3], cards[1::3], cards[2::3], tag="main"),
        ]
        if self.chance.happens(0.25, "survey", hour // 2):
            words_ = "Votre avis nous intéresse : répondez en 2 minutes à notre enquête de satisfaction."
            rows.insert(1, row(panels.strip(words_, 62, name="survey")))
        return rows

    def _card(self, entry: Entry) -> Panel:
        key, slots = ("card", entry.number), words.RECALL_SLOTS
        shown = "missing" if self.slip(entry) else str(entry.number)
        name, sort, risk, brand, shops = say(self.chance, words.RECALL_PRODUCTS, slots, *key).split("|")
        tag = (
            f'<p><span class="tag">MISE À JOUR {entry.state} : lots ajoutés</span></p>' if entry.state else ""
        )
        html = (
            f'<img src="/media/product-{shown}.svg" width="214" height="140" alt="">{tag}'
            f'<p class="small">{sort} · {entry.since:%d/%m/%Y}</p>'
            f'<h3><a href="{ORIGIN}/fiche/{entry.number}">{escape(name)}</a></h3>'
            f"<p>{escape(brand)}</p><p><b>{escape(risk)}</b></p><p class=small>{escape(shops)}</p>"
        )
        return panels.plain("product", 240, html, is_news=True)

    def _aside(self, hour: int) -> list[Panel]:
        sorts = "".join(
            f"<li>{name} ({1200 + 700 * place})</li>" for place, name in enumerate(words.RECALL_SORTS)
        )
        most = "".join(
            f"<li>{escape(name.partition('|')[0])}<p class=small>"
            f"{self.chance.between(300, 9000, 'read', hour, seat)} consultations</p></li>"
            for seat, name in enumerate(
                self.several(7, words.RECALL_PRODUCTS, words.RECALL_SLOTS, "most", hour)
            )
        )
        now = self.chance.between(150, 4200, "now", hour)
        return [
            panels.plain("filters", 280, f"<h4>Catégories</h4><ul>{sorts}</ul>"),
            panels.plain("most", 280, f"<h4>Les plus consultés</h4><ul>{most}</ul>"),
            panels.plain("now", 280, f"<h2>{now}</h2><p>visiteurs en ce moment</p>"),
        ]


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What the observatory counts."""

    jailed: int = 47
    tried: int = 118
    attacks: int = 263


class Observatorio(EntryPage):
    """A Portuguese-speaking observatory of press freedom: three figures and a table of cases, among calls to give."""

    slug = "observatorio"
    hard = (
        "figures that are news beside figures that are not; days counted in the table, a dialog over the page"
    )
    look = Look(paper="#ffffff", ink="#222222", accent="#b5651d", card="#f7efe6", heading=SERIF, body=SANS, lead_px=44,
                top_px=19, extra=".faces{background:#161616;color:#fff}"
                ".figure{text-align:center;border-right:1px solid #ddd}"
                ".given{background:#f7efe6}.bar{height:12px;background:#ddd}.bar i{display:block;height:12px;"
                "background:#b5651d}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ddd;"
                "font:14px/20px 'Liberation Sans';padding:6px 0}")  # fmt: skip
    shown = 9
    new_per_h = 0.06
    state_per_h = 0.04
    fix_per_h = 0.03

    def states(self, hours: int) -> Iterator[PageState]:
        figures, before, given = Figures(), None, 21_400
        for hour, at, entries in self.hourly(hours):
            figures = self._counted(figures, before or entries, entries, hour)
            given += self.chance.below(90, "given", hour)
            before = entries
            news, secondary = self.listed(entries)
            yield PageState(
                rows=tuple(self._rows(hour, at, entries, figures, given)),
                news=(str(figures), *news),
                secondary=secondary,
                overlays=self._overlays(hour),
            )

    def _counted(self, old: Figures, before: Sequence[Entry], after: Sequence[Entry], hour: int) -> Figures:
        """The figures after an hour: by the cases on the page, and at times by an older one."""
        known = {entry.number: entry for entry in before}
        jailed, tried, attacks = old.jailed, old.tried, old.attacks
        for entry in after:
            was = known.get(entry.number)
            jailed += self._free(was) - self._free(entry) if was else 1
            tried += entry.state - was.state if was else 0
        if hour and self.chance.happens(0.02, "older case", hour):
            jailed -= 1
        if hour and self.chance.happens(0.02, "attack", hour):
            attacks += self.chance.between(1, 3, "attacks", hour)
        return replace(old, jailed=jailed, tried=tried, attacks=attacks)

    def _free(self, entry: Entry) -> bool:
        return entry.state > 0 and self.chance.happens(0.4, "freed", entry.number, entry.state)

    def _rows(
        self, hour: int, at: datetime, entries: Sequence[Entry], figures: Figures, given: int
    ) -> list[Row]:
        numbers = [
            panels.plain("figure", 235, f"<h1>{count}</h1><p>{name}</p>", is_news=True)
            for count, name in (
                (figures.jailed, "jornalistas detidos"),
                (figures.tried, "processos em curso"),
                (figures.attacks, "agressões este ano"),
            )
        ]
        bar = (
            f"<h2>{given // 1000} {given % 1000:03d} €</h2>"
            f'<div class="bar"><i style="width:{min(271, 271 * given // 60_000)}px"></i></div>'
            f'<p class="small">Meta: 60 000 €. {self.chance.between(3, 80, "donors", hour)} doações em 24 h</p>'
        )
        cases = "".join(self._case(entry, at) for entry in entries)
        voices = self.voices(7, words.PRESS_VOICES, words.PRESS_SLOTS, "há {} min", "voice", hour)
        return [
            row(
                panels.masthead("Observatório da Imprensa Livre", 1000, "PT | EN | FR", height=56),
                tag="header",
            ),
            row(self._faces(hour)),
            row(*numbers, panels.plain("given", 295, bar)),
            row(
                panels.plain("cases", 620, f"<h4>Últimos casos</h4><table>{cases}</table>", is_news=True),
                panels.plain("voices", 380, f"<h4>Vozes solidárias</h4><ul>{voices}</ul>"),
                tag="main",
            ),
        ]

    def _case(self, entry: Entry, at: datetime) -> str:
        name, paper, town, article = say(
            self.chance, ("{name}|{paper}|{town}|{article}",), words.PRESS_SLOTS, "case", entry.number
        ).split("|")
        state = "Detido" if not entry.state else (
            words.PRESS_FREED if self._free(entry)
            else self.chance.pick(words.PRESS_STATES, "state", entry.number, entry.state)
        ) + f" ({entry.state}.º despacho)"  # fmt: skip
        days = (at.date() - entry.since.date()).days
        return (
            f"<tr><td><b>{escape(self.told(entry, name))}</b><br>{escape(paper)}, {escape(town)}</td>"
            f"<td>{escape(article)}</td><td><b>{escape(state)}</b><br>{entry.since:%d/%m} · {days} dias</td></tr>"
        )

    def _faces(self, hour: int) -> Panel:
        names = self.several(4, words.PRESS_STORIES, words.PRESS_SLOTS, "face", hour)
        faces = [f"culture-{self.chance.below(30, 'face', hour, seat)}" for seat in range(4)]
        cards = "".join(
            f"<div>{panels.image(faces[seat], 230, 210)}<h2>{escape(name)}</h2></div>"
            for seat, name in enumerate(names)
        )
        return panels.plain("faces", 1000, f'<div class="cards">{cards}</div>')

    def _overlays(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.15, "dialog", hour):
            return ()
        call = (
            "<h2>Sem si, o silêncio vence.</h2><p>O seu donativo paga advogados e visitas. "
            f"Hoje já doaram {self.chance.between(9, 300, 'today', hour)} pessoas.</p>"
            "<p><b>Doar agora</b> &nbsp; Talvez mais tarde</p>"
        )
        return (Overlay(panels.plain("promo", 440, call), 280, 640),)
