"""Pages of short entries that rest for days and then change at once: a Portuguese council, a Hebrew leisure centre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource


@dataclass(frozen=True, kw_only=True)
class Bursts:
    """Hours at which something changes: many within few hours, then rest for a day or two."""

    lasts_h: tuple[int, int] = (5, 10)
    rests_h: tuple[int, int] = (17, 40)
    within: float = 0.8
    between: float = 0.02

    def at_each_hour(self, chance: Chance, hours: int) -> Iterator[int]:
        """How many entries change at each of the first hours."""
        begins, ends = 0, 0
        for hour in range(hours):
            if hour >= ends:
                begins = hour + chance.between(*self.rests_h, "rests", hour) // (1 if hour else 2)
                ends = begins + chance.between(*self.lasts_h, "lasts", hour)
            busy = hour >= begins
            happens = hour and chance.happens(self.within if busy else self.between, "change", hour)
            most = chance.pick((1, 1, 1, 2, 4), "count", hour) if busy else 1
            yield most if happens else 0


@dataclass(frozen=True)
class Seat:
    """An entry of a roster: who or what stands there, and how often its note, its wording or its figure changed."""

    place: int
    holder: int
    note: int = 0
    wording: int = 0
    figure: int = 0


_NAMES = (
    "Ana",
    "Rui",
    "Teresa",
    "Paulo",
    "Inês",
    "Duarte",
    "Marta",
    "Nuno",
    "Sofia",
    "Hélder",
    "Catarina",
    "Jorge",
)
_SURNAMES = ("Ribeiro", "Falcão", "Moreira", "Pires", "Salgado", "Tavares", "Queirós", "Antunes", "Barros", "Leal",
             "Vilaça", "Brandão", "Macedo", "Lourenço", "Abrantes")  # fmt: skip
_OFFICES = (
    ("Presidente da Câmara", "Presidente do Executivo"), ("Vice-presidente", "Vice-presidente da Câmara"),
    ("Vereação da Cultura", "Vereação da Cultura e Turismo"), ("Vereação das Obras", "Vereação do Urbanismo"),
    ("Vereação da Educação", "Vereação das Escolas"), ("Vereação do Ambiente", "Vereação do Clima"),
    ("Vereação dos Mercados", "Vereação do Comércio"), ("Vereação do Desporto", "Vereação da Juventude"),
    ("Mesa da Assembleia", "Presidência da Assembleia"), ("Primeira secretaria", "Secretaria da Mesa"),
    ("Comissão de Contas", "Comissão de Finanças"), ("Comissão de Trânsito", "Comissão de Mobilidade"),
    ("Junta de Santa Cruz", "Freguesia de Santa Cruz"), ("Junta da Ribeira", "Freguesia da Ribeira"),
    ("Junta de Vale Covo", "Freguesia de Vale Covo"), ("Proteção Civil", "Serviço de Proteção Civil"),
    ("Polícia Municipal", "Comando da Polícia"), ("Provedoria do Munícipe", "Provedoria dos Cidadãos"),
    ("Arquivo Municipal", "Arquivo e Biblioteca"), ("Gabinete de Imprensa", "Gabinete de Comunicação"),
)  # fmt: skip
_COATS = ("#22223b", "#7b2d26", "#1b4965", "#3c6e47", "#5e548e")
_HAIR = ("#2b1d0e", "#6b4423", "#8d8d8d", "#b08d57", "#111111")
_NOTES = ("", "", "interino", "", "em substituição", "demissionário", "de licença")
_VACANT = "Lugar vago"
_SAYINGS = (
    "Uma terra conhece-se pelas suas fontes.", "Quem cuida da rua cuida da casa.", "A praça é a sala de todos.",
    "Devagar se faz o caminho da serra.", "O rio não pede licença.", "Sem festa não há ano.",
    "Pão e palavra repartem-se.",
)  # fmt: skip
_SIGHTS = ("O trilho dos moinhos", "Azulejos da estação", "A feira dos sábados", "Onde comer lampreia",
           "Miradouro da Senhora do Monte", "O coreto faz cem anos", "Um dia na albufeira")  # fmt: skip
_APPEALS = (
    ("Junte-se a nós", "Concurso para jurista"), ("Orçamento participativo", "Vote até ao fim do mês"),
    ("Voluntariado", "Banco de livros escolares"), ("Bolsa de emprego", "Dois jardineiros"),
    ("Festas da cidade", "Patrocine um palco"),
)  # fmt: skip


class Vereda(GeneratedSite):
    """Who holds office in a Portuguese town: twenty cards; appeals and vacancies put among them shift the rest."""

    slug = "vereda"
    hard = "two words of a card change in bursts; a card of the house shifts all others; portraits retaken; a dialog"
    more = 0
    look = Look(
        heading=SERIF, paper="#fcfaf5", ink="#2a211b", muted="#7c6f63", line="#e3d9ca", accent="#9a3412", lead_px=28,
        top_px=18, card="#ffffff",
        extra=(
            ".grid{display:grid;grid-template-columns:166px 166px 166px 166px;gap:10px}.grid>div{background:#fff;"
            "border:1px solid #e3d9ca;height:184px;overflow:hidden;padding:8px}.grid img{margin-bottom:6px}"
            ".grid p{font-size:13px;line-height:17px}.menu{background:#9a3412;color:#fff}.menu span{margin-right:22px}"
            ".dialog{background:#2a211b;color:#fff}.dialog h2{color:#ffd7a8}.raised i{display:block;height:12px;"
            "background:#9a3412}.saying{background:#f3e6d2}.featured .side{margin-bottom:8px}"
        ),
    )  # fmt: skip
    bursts = Bursts()

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        seats = [Seat(place, place) for place in range(len(_OFFICES))]
        for hour, count in enumerate(self.bursts.at_each_hour(self.chance.child("bursts"), hours)):
            for step in range(count):
                place = self.chance.below(len(seats), "whose", hour, step)
                seats[place] = self._reshuffled(seats[place], hour, step)
            news = tuple(" ".join(self._told(item)) for item in seats)
            yield PageState(
                rows=tuple(self._page(seats, hour)), news=news, overlays=tuple(self._dialogs(hour))
            )

    def _reshuffled(self, old: Seat, hour: int, step: int) -> Seat:
        kind = self.chance.pick(
            ("holder", "holder", "vacant", "note", "note", "wording", "figure"), "do", hour, step
        )
        if old.holder < 0:
            return replace(old, holder=100 + 5 * hour + step)
        if kind == "note":
            return replace(old, note=old.note + self.chance.between(1, 3, "by", hour, step))
        if kind == "vacant":
            return replace(old, holder=-1, note=0)
        if kind == "wording":
            return replace(old, wording=1 - old.wording)
        if kind == "figure":
            return replace(old, figure=old.figure + self.chance.between(1, 8, "by", hour, step))
        return replace(old, holder=100 + 5 * hour + step, note=0)

    def _told(self, item: Seat) -> tuple[str, ...]:
        draw = self.chance.child("holder", item.holder)
        name = (
            f"{draw.pick(_NAMES, 'name')} {draw.pick(_SURNAMES, 'surname')}" if item.holder >= 0 else _VACANT
        )
        extension = f"ext. {self.chance.between(200, 390, 'extension', item.place) + item.figure}"
        note = _NOTES[item.note % len(_NOTES)]
        return name, _OFFICES[item.place][item.wording], *((note,) if note else ()), extension

    def _page(self, seats: Sequence[Seat], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        names = ("Município", "Órgãos", "Serviços", "Editais", "Agenda", "Contactos")
        menu = "".join(f"<span>{name}</span>" for name in names)
        saying = f"<h2>«{self.chance.pick(_SAYINGS, 'saying', hour)}»</h2>"
        sky = f"{self.chance.between(9, 27, 'sky', hour)} °C · {at:%H:%M}"
        return [
            row(panels.masthead("Vila Nova da Vereda", 1000, sky, height=66), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(
                [self._grid(seats, hour, 730)],
                [
                    panels.plain("saying", 270, saying),
                    self._featured(seats, hour, 270),
                    self._raised(hour, 270),
                    panels.counter(self.chance, hour, 270, "visitas este mês"),
                ],
                tag="main",
            ),
            row(panels.recommended(self.chance, hour // 3, 1000, 4, "Descubra o concelho", titles=_SIGHTS)),
        ]

    def _grid(self, seats: Sequence[Seat], hour: int, width: int) -> Panel:
        cards = [self._card(item, hour) for item in seats]
        spell = hour // 3
        for number in range(self.chance.pick((0, 0, 1, 1, 2), "guests", spell)):
            title, words = self.chance.pick(_APPEALS, "appeal", spell, number)
            picture = panels.image(f"culture-appeal-{title.split()[0].lower()}", 148, 110)
            card = f"<div>{picture}<h3>{title}</h3><p>{words}</p></div>"
            cards.insert(self.chance.below(len(cards), "seat", spell, number), card)
        html = f'<h1>Quem é quem</h1><div class="grid">{"".join(cards)}</div>'
        return panels.plain("seats", width, html, is_news=True)

    def _card(self, item: Seat, hour: int) -> str:
        name, *words = self._told(item)
        taken = hour // self.chance.between(
            30, 90, "portrait", item.place
        )  # retaken without a change in office
        shown = f'<img src="/retrato/{item.holder}-{taken}.svg" width="148" height="110" alt="">'
        lines = "".join(f"<p>{part}</p>" for part in words)
        return f'<div>{shown}<h3><a href="{ORIGIN}/q/{item.place}">{name}</a></h3>{lines}</div>'

    def picture(self, path: str) -> Resource | None:
        """The portraits too."""
        if path.startswith("/retrato/"):
            return Resource(
                "image/svg+xml", _portrait(self.chance.child(path), path.startswith("/retrato/-1-"))
            )
        return super().picture(path)

    def _featured(self, seats: Sequence[Seat], hour: int, width: int) -> Panel:
        items = "".join(
            f'<div class="side">{panels.image(f"city-{item.place}-agenda", 60, 60)}<div><b>'
            f"{_OFFICES[item.place][0]}</b><p class='small'>atende às {self.chance.between(9, 17, hour, item.place)}h"
            "</p></div></div>"
            for item in self.chance.shuffled(seats, "featured", hour)[:4]
        )
        return panels.plain("featured", width, f"<h4>Atendimento hoje</h4>{items}")

    def _raised(self, hour: int, width: int) -> Panel:
        given = 4200 + 31 * hour + self.chance.below(31, "given", hour)
        left = f"Faltam {max(280 - hour, 1)} horas"
        html = (
            f"<h4>Um telhado para o coreto</h4><h2>{given} €</h2><i style='width:{given // 60}px'></i>"
            f'<p class="small">de 15000 € · {left}</p>'
        )
        return panels.plain("raised", width, html)

    def _dialogs(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.2, "dialog", hour):
            words = self.chance.pick(
                ("Receba o boletim municipal", "Este sítio usa testemunhos", "Como avalia esta página?"),
                "words", hour,
            )  # fmt: skip
            html = f"<h2>{words}</h2><p>Aceitar · Agora não</p>"
            yield Overlay(panels.plain("dialog", 420, html), 560, self.chance.pick((14, 330), "where", hour))


def _portrait(draw: Chance, vacant: bool) -> bytes:
    """Head and shoulders; of a vacant seat, an empty ground."""
    ground = draw.pick(("#d6ccc2", "#cad2c5", "#bfd7ea", "#e9d8a6", "#e5c1bd"), "ground")
    skin, coat = (
        draw.pick(options, "of", options) for options in (("#f1c9a5", "#d9a066", "#a86f4a"), _COATS)
    )
    x, y = draw.between(62, 86, "x"), draw.between(44, 54, "y")
    head = (
        f'<ellipse cx="{x}" cy="116" rx="46" ry="38" fill="{coat}"/><circle cx="{x}" cy="{y - 5}" r="26" '
        f'fill="{draw.pick(_HAIR, "hair")}"/><ellipse cx="{x}" cy="{y + 2}" rx="19" ry="24" fill="{skin}"/>'
    )
    size = 'width="148" height="110" viewBox="0 0 148 110"'
    body = (
        f'<rect width="148" height="110" fill="{"#e3d9ca" if vacant else ground}"/>{"" if vacant else head}'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'.encode()


_GROUPS = {
    "כניסה לבריכה": ("מבוגר", "ילד עד גיל 12", "אזרח ותיק", "סטודנט", "חייל בשירות", "משפחה",
                     "כרטיסיית עשר", "תושב חוץ"),
    "חוגי הקיץ": ("שחייה לילדים", "יוגה בוקר", "פילאטיס", "התעמלות במים", "ריקודי עם", "קרמיקה", "שחמט", "גיטרה"),
    "שעות פתיחה": ("בריכה", "ספרייה", "חדר כושר", "אולם ספורט", "קפיטריה", "סאונה", "מגרש טניס", "משרד"),
}  # fmt: skip
_RENAMED = {"משפחה": "זוג וילדיהם", "יוגה בוקר": "יוגה לכולם", "פילאטיס": "פילאטיס מכשירים", "משרד": "קבלת קהל",
            "קפיטריה": "בית קפה", "סטודנט": "סטודנט או מורה", "גיטרה": "גיטרה ועוד"}  # fmt: skip
_FIELDS = {
    "כניסה לבריכה": ("", "", "אזל", "", "בימי חול"),
    "חוגי הקיץ": ("נותרו מקומות", "מלא", "רשימת המתנה", "נותרו מקומות", "בוטל"),
    "שעות פתיחה": ("", "סגור", "", "שיפוצים", ""),
}
_PARTNERS = (("רוצים לעבוד אצלנו", "דרוש מציל"), ("פיצה ליד הבריכה", "15% הנחה"), ("משקפות שחייה", "39 ₪"),
             ("קייטנת אוגוסט", "הרשמה מוקדמת"), ("תרמו ספר", "ארגז בכניסה"))  # fmt: skip
_SIGHTS_OF_THE_SEA = ("בוקר בבריכה", "תערוכת קרמיקה", "ערב ריקודים", "ילדים לומדים לשחות", "גינת הקהילה",
                      "טורניר שחמט", "מרוץ השכונה")  # fmt: skip
_QUOTES = ("מים שקטים חודרים עמוק.", "נפש בריאה בגוף בריא.", "טיפה ועוד טיפה עושות ים.", "מי שלא מנסה לא שוחה.",
           "הדרך ארוכה והיא רבת הדר.", "לאט לאט מגיעים רחוק.")  # fmt: skip


class Merkaz(GeneratedSite):
    """Fares, courses and hours of a Hebrew leisure centre, right to left: a figure or a word changes, in bursts."""

    slug = "merkaz"
    hard = "a digit or one word of an entry matters; a sponsor's entry shifts a list; groups change columns; a dialog"
    more = 0
    look = Look(
        heading=WIDE, body=SANS, paper="#f2fbfa", ink="#06363a", muted="#56807f", line="#c5e3e0", accent="#00838f",
        lead_px=26, top_px=18, card="#ffffff",
        extra=(
            "section{direction:rtl}.group{background:#fff;border:0 solid #f2fbfa;border-width:0 5px 10px}"
            ".group li{display:flex;gap:5px;justify-content:space-between;padding:8px 0 7px;white-space:nowrap}"
            ".group li{font:12px/22px 'DejaVu Sans'}.group b{color:#00838f}"
            ".group i{font-style:normal;color:#b23a48}.water{background:#00838f;color:#fff}.water div{display:flex;"
            "justify-content:space-between}.water b{font-size:20px;line-height:28px}.dialog{background:#ffe066}"
            ".quote{background:#d8f3f0}.bar{background:#06363a;color:#fff}"
        ),
    )  # fmt: skip
    bursts = Bursts(lasts_h=(6, 11), rests_h=(20, 44))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; which group stands in which column is no news."""
        seats = [Seat(place, place // 8) for place in range(24)]
        for hour, count in enumerate(self.bursts.at_each_hour(self.chance.child("bursts"), hours)):
            for step in range(count):
                place = self.chance.below(len(seats), "whose", hour, step)
                seats[place] = self._changed(seats[place], hour, step)
            news = tuple(" ".join(self._told(item)) for item in seats)
            yield PageState(
                rows=tuple(self._page(seats, hour)), news=news, overlays=tuple(self._dialogs(hour))
            )

    def _changed(self, old: Seat, hour: int, step: int) -> Seat:
        kind = self.chance.pick(("note", "figure", "figure", "wording"), "do", hour, step)
        if kind == "wording" and tuple(_GROUPS.values())[old.holder][old.place % 8] in _RENAMED:
            return replace(old, wording=1 - old.wording)
        if kind == "note":
            return replace(old, note=old.note + 1)
        return replace(old, figure=old.figure + self.chance.pick((1, 2, 3, -1), "by", hour, step))

    def _told(self, item: Seat) -> tuple[str, ...]:
        group = tuple(_GROUPS)[item.holder]
        name = _GROUPS[group][item.place % 8]
        draw = self.chance.child("entry", item.place)
        if group == "שעות פתיחה":
            opens = 6 + (draw.below(5, "opens") + item.figure) % 6
            figure = f"{opens}:{draw.pick((0, 30), 'half'):02d} עד {draw.between(16, 22, 'shuts')}:00"
        else:
            figure = f"{18 + (draw.below(60, 'price') + item.figure) % 90} ₪"
        notes = _FIELDS[group]
        note = notes[item.note % len(notes)] if item.note or group == "חוגי הקיץ" else ""
        return _RENAMED[name] if item.wording else name, figure, *((note,) if note else ())

    def _page(self, seats: Sequence[Seat], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        order = (0, 1, 2)
        if self.chance.happens(0.25, "order", hour // 2):
            order = self.chance.pick(((2, 1, 0), (1, 0, 2)), "columns", hour // 2)
        spell = hour // 3
        guest = self.chance.below(3, "list", spell) if self.chance.happens(0.45, "guest", spell) else -1
        columns = [[self._group(seats, group, group == guest, hour, 250)] for group in order]
        side = [
            panels.plain("quote", 250, f"<h2>{self.chance.pick(_QUOTES, 'quote', hour)}</h2>"),
            self._liked(hour, 250),
            panels.advert(self.adverts.advert("side", hour * 60, 226, 180), "side-advert", 250),
        ]
        rows = [
            row(panels.masthead("מרכז הפנאי נווה ים", 1000, f"{at:%d.%m.%Y %H:%M}", height=60), tag="header"),
            row(self._water(hour)),
            row(side, *columns, tag="main"),
            row(panels.recommended(self.chance, hour // 2, 1000, 5, "מהגלריה", titles=_SIGHTS_OF_THE_SEA)),
        ]
        if self.chance.happens(0.3, "bar", hour // 4):
            left = f"עוד {max(300 - hour, 1)} שעות לפתיחת העונה"
            rows.insert(1, row(panels.strip(left, 44, name="bar")))
        return rows

    def _group(self, seats: Sequence[Seat], group: int, guest: bool, hour: int, width: int) -> Panel:
        lines = []
        for item in seats[8 * group : 8 * group + 8]:
            name, figure, *note = self._told(item)
            lines.append(f"<li>{name} <b>{figure}</b>{''.join(f' <i>{part}</i>' for part in note)}</li>")
        if guest:
            title, words = self.chance.pick(_PARTNERS, "partner", hour // 3)
            line = f"<li>{escape(title)} <b>{escape(words)}</b></li>"
            lines.insert(self.chance.below(9, "place", hour // 3), line)
        html = f"<h2>{tuple(_GROUPS)[group]}</h2><ul>{''.join(lines)}</ul>"
        return panels.plain("group", width, html, is_news=True)

    def _water(self, hour: int) -> Panel:
        html = (
            f"<div><span>חום המים <b>{24 + self.chance.below(60, 'water', hour) / 10:.1f}°</b></span>"
            f"<span>מתרחצים כעת <b>{self.chance.below(240, 'bathers', hour)}</b></span>"
            f"<span>חניה פנויה <b>{self.chance.below(120, 'cars', hour)}</b></span>"
            f"<span>נתרמו לנגישות <b>{8000 + 23 * hour} ₪</b></span></div>"
        )
        return panels.plain("water", 1000, html)

    def _liked(self, hour: int, width: int) -> Panel:
        names = tuple(name for group in _GROUPS.values() for name in group)
        items = "".join(
            f'<li>{name} <span class="small">({self.chance.below(300, "liked", name, hour)})</span></li>'
            for name in self.chance.shuffled(names, "liked", hour)[:6]
        )
        return panels.plain("liked", width, f"<h4>הכי נצפים</h4><ul>{items}</ul>")

    def _dialogs(self, hour: int) -> Iterator[Overlay]:
        if self.chance.happens(0.22, "dialog", hour):
            words = self.chance.pick(("הצטרפו למועדון", "האתר משתמש בעוגיות", "סקר שביעות רצון"), "say", hour)
            height = self.chance.pick((30, 60), "tall", hour)
            html = f'<div style="height:{height + 40}px"><h2>{words}</h2><p>אישור · סגירה</p></div>'
            yield Overlay(panels.plain("dialog", 380, html), 20, self.chance.pick((120, 420), "where", hour))


ROSTERS = (Vereda, Merkaz)
