"""Two lists of the reported family that nobody has looked at: a Georgian ministry's press, Italy's short medicines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from benchmarks.sites.unseen_papers import Slots, phrase
from benchmarks.sites.unseen_words import misspelt

_GE: Slots = {
    "region": (
        "იმერეთში",
        "კახეთში",
        "გურიაში",
        "აჭარაში",
        "რაჭაში",
        "სამეგრელოში",
        "ქვემო ქართლში",
        "თუშეთში",
    ),
    "town": ("ქუთაისის", "თელავის", "ზუგდიდის", "ბათუმის", "ამბროლაურის", "გორის", "ახალციხის", "მარტვილის"),
    "land": ("იაპონიის", "გერმანიის", "პოლონეთის", "თურქეთის", "საფრანგეთის", "ესტონეთის", "კორეის"),
}
_GE_TITLES = (
    "{region} {n} კილომეტრი გზის რეაბილიტაცია იწყება", "{town} წყალმომარაგების პროექტზე ტენდერი გამოცხადდა",
    "მინისტრი {land} ელჩს შეხვდა",
    "{town} მუნიციპალიტეტში {n} მილიონი ლარი სკოლების მშენებლობას მოხმარდება",
    "სტიქიის შედეგები {region}: დაზიანებულია {n} სახლი",
    "მთავრობამ {town} შემოვლითი გზის დაფინანსება დაამტკიცა",
    "{land} ბანკთან {n} მილიონი ევროს ხელშეკრულება გაფორმდა", "{region} ახალი ხიდი გაიხსნა",
    "სამინისტრომ {town} ნაგავსაყრელის დახურვის ვადა გადასწია",
    "{town} სამრეწველო ზონა ახალ ინვესტორს გადაეცა", "კონკურსი {n} ვაკანსიაზე ცხადდება {region}",
    "განცხადება {town} გვირაბში მომხდარ შემთხვევაზე",
)  # fmt: skip
_GE_LEADS = (
    "სამუშაოები {n} თვეში დასრულდება და {m} ათას მოსახლეს შეეხება.",
    "პროექტს {land} განვითარების ბანკი აფინანსებს, ღირებულება {n} მილიონი ლარია.",
    "შეხვედრაზე {town} პროექტების მიმდინარეობა და {n} ახალი წინადადება განიხილეს.",
    "მოადგილემ {region} მიმდინარე სამუშაოები დაათვალიერა; კონტრაქტორი {n} დღეში ანგარიშს წარადგენს.",
)
_GE_NAME = "ინფრასტრუქტურის სამინისტრო"
_GE_SLIDES = (
    "ქვეყანა შენდება", "ათასი კილომეტრი ახალი გზა", "სუფთა წყალი ყველა სოფელს", "ანაკლია: პორტი იწყება",
    "ახალი სკოლები", "ენერგოეფექტური სახლი", "მთის განვითარება", "რკინიგზა 150", "ჩვენი გუნდი",
)  # fmt: skip
_GE_HOUSE = (
    "გამოიწერეთ სამინისტროს სიახლეები|ყოველ დილით თქვენს ფოსტაში.",
    "ელექტრონული სერვისების პორტალი|ნებართვები, ცნობები და საჩივრები ერთ სივრცეში.",
    "ცხელი ხაზი 1505|დარეკეთ დღე-ღამის ნებისმიერ დროს.",
    "ფოტოკონკურსი: ჩემი გზა|გამარჯვებულებს ელოდებათ საჩუქრები.",
)
_GE_QUOTES = (
    "გზა არის სიცოცხლე სოფლისთვის.", "ჩვენ ვაშენებთ და არ ვჩერდებით.", "{region} შეიცვალა და კიდევ შეიცვლება.",
    "{n} პროექტი ერთ წელიწადში, ეს არის შედეგი.", "მადლობა {land} მეგობრებს.",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Release:
    """A press release: how often its words were changed, its photograph, and whether a slip was put right."""

    number: int
    at: datetime
    wording: int = 0
    photograph: int = 0
    fixed: bool = False


class Presa(GeneratedSite):
    """A Georgian ministry's press list: releases come in batches by day, are reworded or vanish; a carousel above."""

    slug = "presa"
    hard = (
        "a carousel larger than the list, house entries in the list's own form, greetings push all down; releases "
        "come several at once, some vanish, photographs are exchanged under the same words"
    )
    look = Look(
        heading="'DejaVu Serif', serif", body=WIDE, paper="#f5f7fa", ink="#12263f",
        muted="#66788a", line="#d6dee6", accent="#0a3d7a", lead_px=34, top_px=16, card="#ffffff",
        extra=(
            ".release{background:#fff;border-bottom:8px solid #f5f7fa}.release .side{height:104px;overflow:hidden}"
            ".release p{font-size:13px;line-height:18px}.quote{background:#0a3d7a;color:#fff;font-style:italic}"
            ".greeting{background:#c9a227;color:#12263f}.menu{background:#0a3d7a;color:#fff}"
            ".figures h1{margin-bottom:0;color:#0a3d7a}"
        ),
    )  # fmt: skip
    shown = 8

    def states(self, hours: int) -> Iterator[PageState]:
        releases = [
            Release(number=-place, at=STARTS_AT - timedelta(hours=11 * place)) for place in range(1, 30)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                releases = self._after(releases, hour, at)
            seen = releases[: self.shown]
            news = tuple(" | ".join(self._told(item, fixed=True)) for item in seen)
            secondary = tuple(f"{item.number} {item.photograph} {item.fixed}" for item in seen)
            yield PageState(rows=tuple(self._rows(seen, hour, at)), news=news, secondary=secondary)

    def _after(self, old: Sequence[Release], hour: int, at: datetime) -> list[Release]:
        works = at.weekday() < 5 and 5 <= at.hour <= 15  # four hours behind Tbilisi
        releases = list(old)
        if self.chance.happens(0.2 if works else 0.03, "batch", hour):
            for seat in range(self.chance.pick((1, 1, 2, 3), "size", hour)):
                releases.insert(0, Release(number=4 * hour + seat, at=at))
            return releases
        place = self.chance.below(self.shown - 1, "whose", hour)
        if self.chance.happens(0.045 if works else 0.01, "reworded", hour):
            releases[place] = replace(releases[place], wording=releases[place].wording + 1)
        elif self.chance.happens(0.03 if works else 0.015, "vanished", hour):
            releases.pop(place)
        elif self.chance.happens(0.03, "photograph", hour):
            releases[place] = replace(releases[place], photograph=hour)
        elif works and self.chance.happens(0.06, "put right", hour):
            wrong = [seat for seat in range(self.shown) if self._slip(releases[seat])]
            for seat in wrong[:1]:
                releases[seat] = replace(releases[seat], fixed=True)
        return releases

    def _slip(self, item: Release) -> bool:
        return not item.fixed and self.chance.happens(0.3, "slip", item.number)

    def _told(self, item: Release, *, fixed: bool = False) -> tuple[str, str]:
        title = phrase(self.chance, _GE_TITLES, _GE, "title", item.number)
        lead = phrase(self.chance, _GE_LEADS, _GE, "lead", item.number, item.wording)
        return title, misspelt(lead) if self._slip(item) and not fixed else lead

    def _rows(self, seen: Sequence[Release], hour: int, at: datetime) -> list[Row]:
        number = self.chance.below(len(_GE_SLIDES), "slide", hour)
        slide = (
            f'<div style="position:relative;height:380px">{panels.image(f"feature-presa{number}", 976, 380)}'
            f'<h1 style="position:absolute;left:40px;bottom:36px;background:#0a3d7add;color:#fff;padding:8px 18px">'
            f"{_GE_SLIDES[number]}</h1></div>"
        )
        local = at + timedelta(hours=4)
        listed = [self._release(item) for item in seen]
        if self.chance.happens(0.4, "house", hour // 7):
            listed.insert(self.chance.below(4, "house where", hour // 7), self._house(hour // 7))
        rows = [
            row(panels.masthead(_GE_NAME, 1000, f"{local:%d.%m.%Y  %H:%M}", height=56), tag="header"),
            row(panels.plain("carousel", 1000, slide)),
            row([panels.plain("heading", 680, "<h4>პრესრელიზები</h4>"), *listed], self._aside(hour), tag="main"),
            row(self._videos(hour // 3)),
        ]  # fmt: skip
        if self.chance.happens(0.25, "greeting", hour // 6):
            height = self.chance.pick((60, 110, 170), "greeting height", hour // 6)
            rows.insert(1, row(panels.strip("სამინისტრო გილოცავთ დღესასწაულს", height, name="greeting")))
        return rows

    def _release(self, item: Release) -> Panel:
        title, lead = self._told(item)
        picture = panels.image(f"city-presa{item.number}-{item.photograph}", 156, 104)
        html = (
            f'<div class="side">{picture}<div><p class="small">{item.at:%d.%m.%Y}</p>'
            f'<h2><a href="{ORIGIN}/press/{item.number + 300}">{escape(title)}</a></h2>'
            f"<p>{escape(lead)}</p></div></div>"
        )
        return panels.plain("release", 680, html, is_news=True)

    def _house(self, key: int) -> Panel:
        number = self.chance.below(len(_GE_HOUSE), "house", key)
        title, _, words = _GE_HOUSE[number].partition("|")
        html = (
            f'<div class="side">{panels.image(f"feature-house{number}", 156, 104)}<div>'
            f"<h2>{title}</h2><p>{words}</p></div></div>"
        )
        return panels.plain("release", 680, html)

    def _aside(self, hour: int) -> list[Panel]:
        quote = phrase(self.chance, _GE_QUOTES, _GE, "quote", hour // 2)
        calls = 18_000 + 41 * hour + self.chance.below(41, "calls", hour)
        most = "".join(
            f"<li><h3>{escape(phrase(self.chance, _GE_TITLES, _GE, 'most', hour // 3, seat))}</h3></li>"
            for seat in range(5)
        )
        friends = "".join(
            f"<li>{escape(phrase(self.chance, _GE_QUOTES, _GE, 'friend', hour, seat))} <span class=small>"
            f"{self.chance.between(1, 59, 'ago', hour, seat)} წთ, ♥ "
            f"{self.chance.below(700, 'liked', hour, seat)}</span></li>"
            for seat in range(4)
        )
        return [
            panels.plain("quote", 320, f'<h2>„{escape(quote)}“</h2><p class="small">მინისტრი</p>'),
            panels.plain("figures", 320, f"<h1>{calls:,}</h1><p>ზარი ცხელ ხაზზე</p>"),
            panels.plain("most", 320, f"<h4>ყველაზე წაკითხული</h4><ul>{most}</ul>"),
            panels.plain("friends", 320, f"<h4>სოციალური ქსელი</h4><ul>{friends}</ul>"),
        ]

    def _videos(self, key: int) -> Panel:
        numbers = [self.chance.below(20, "video", key, seat) for seat in range(4)]
        cards = "".join(
            f"<div>{panels.image(f'politics-video{number}', 232, 140)}"
            f"<h3>▶ {number % 9}:{10 + 37 * number % 50}</h3></div>"
            for number in numbers
        )
        return panels.plain("videos", 1000, f'<h4>ვიდეო</h4><div class="cards">{cards}</div>')


_IT: Slots = {
    "molecule": ("Amoxicillina", "Bisoprololo", "Ciclosporina", "Desametasone", "Eparina", "Furosemide", "Gabapentin",
                 "Idrocortisone", "Ketoprofene", "Levotiroxina", "Metotressato", "Nimodipina", "Ossitocina",
                 "Pancreatina", "Quetiapina", "Ramipril", "Salbutamolo", "Tacrolimus", "Vancomicina", "Zolpidem"),
    "form": ("compresse {n} mg", "fiale {n} mg/ml", "sciroppo {n}0 ml", "sospensione orale", "capsule {n} mg",
             "cerotti {n} mcg/h", "collirio", "soluzione per infusione"),
    "firm": ("Farmalba", "Istituto Sereni", "Novacura", "Laboratori Tirreno", "Medilink Italia", "Brenta Pharma"),
}  # fmt: skip
_IT_STATES = (
    "Carente", "Disponibilità limitata", "Importazione autorizzata", "Solo uso ospedaliero",
    "Cessata commercializzazione",
)  # fmt: skip
_IT_HUES = ("#c62828", "#ef6c00", "#1565c0", "#6a1b9a", "#424242")
_IT_WHY = (
    "problemi produttivi",
    "elevata richiesta",
    "ritardo di consegna",
    "motivi commerciali",
    "blocco del lotto",
)
_IT_MONTHS = ("giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre")
_IT_SLIDES = (
    "Antibiotici: usali solo se servono", "Farmaci e caldo", "Segnala una reazione avversa", "Vaccini: le tue domande",
    "Non comprare farmaci in rete", "Il bilancio dell’Agenzia", "Donne e ricerca clinica",
)  # fmt: skip
_IT_HOUSE = (
    "Sei un farmacista? Segnala una carenza con il nuovo modulo",
    "Scarica l’elenco completo in formato aperto",
    "Iscriviti agli avvisi: una mail quando un medicinale torna",
)


@dataclass(frozen=True, kw_only=True)
class Shortage:
    """A medicine that is short: its state, until when, since when, and whether a slip of the pen was put right."""

    number: int
    since: datetime
    state: int = 0
    put_off: int = 0
    fixed: bool = False


class Carenze(GeneratedSite):
    """Italy's short medicines: a table by name whose rows change state; it is published anew four times a day."""

    slug = "carenze"
    hard = (
        "rows enter and leave anywhere in a long table, one word of a row matters; some visits get it in another "
        "order, a mark for new rows fades, house rows stand in it; a carousel above, a questionnaire over it"
    )
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#17324d", muted="#5b6f82", line="#d9dadb", accent="#0066cc",
        lead_px=30, top_px=18, card="#f2f6fa",
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #d9dadb;padding:5px 6px 4px;"
            "text-align:left;font-size:13px;line-height:17px;height:34px}.chip{color:#fff;font-weight:bold;"
            "padding:0 6px;display:inline-block}.fresh{background:#ffd54f;color:#17324d;padding:0 4px}"
            ".house td{background:#eaf3fb;text-align:center}.bar{background:#e0e6ec;height:9px}"
            ".bar i{display:block;height:9px;background:#0066cc}.works{background:#fff4d6}.stamp{text-align:right}"
            ".asks{background:#f2f6fa;border:2px solid #0066cc}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        table = [
            Shortage(number=-place, since=STARTS_AT - timedelta(hours=23 * place), state=place % 4)
            for place in range(1, 23)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            chances = 0.95 if at.weekday() < 5 else 0.4
            if hour and at.hour in {6, 9, 12, 15} and self.chance.happens(chances, "published", hour):
                for step in range(self.chance.pick((1, 1, 2, 4), "steps", hour)):
                    table = self._published(table, 10 * hour + step, at)
            elif 6 <= at.hour <= 16 and self.chance.happens(0.04, "put right", hour):
                wrong = [place for place, item in enumerate(table) if self._slip(item)]
                for place in wrong[:1]:
                    table[place] = replace(table[place], fixed=True)
            told = sorted(" | ".join(self._told(item, fixed=True)) for item in table)
            secondary = tuple(sorted(f"{item.number} {item.fixed}" for item in table))
            rows, over = tuple(self._rows(table, hour, at)), self._overlays(hour)
            yield PageState(rows=rows, news=tuple(told), secondary=secondary, overlays=over)

    def _published(self, old: Sequence[Shortage], step: int, at: datetime) -> list[Shortage]:
        table = list(old)
        place = self.chance.below(len(table), "row", step)
        done = self.chance.number("done", step)
        if done < 0.28 and len(table) < 30:
            return [*table, Shortage(number=step, since=at)]
        if done < 0.55 and len(table) > 18:
            table.pop(place)
        elif done < 0.8:
            by = self.chance.between(1, len(_IT_STATES) - 1, "state", step)
            table[place] = replace(table[place], state=(table[place].state + by) % len(_IT_STATES))
        else:
            table[place] = replace(table[place], put_off=table[place].put_off + 1)
        return table

    def _slip(self, item: Shortage) -> bool:
        return not item.fixed and self.chance.happens(0.1, "slip", item.number)

    def _told(self, item: Shortage, *, fixed: bool = False) -> tuple[str, ...]:
        """What a row says: the medicine, its firm, why, its state, until when."""
        draw = self.chance.child("shortage", item.number)
        name = f"{draw.pick(_IT['molecule'], 'molecule')} {phrase(draw, _IT['form'], {}, 'form')}"
        month = draw.below(3, "month") + item.put_off
        until = f"{draw.between(1, 28, 'day', item.put_off)} {_IT_MONTHS[month % len(_IT_MONTHS)]}"
        return (
            misspelt(name) if self._slip(item) and not fixed else name,
            draw.pick(_IT["firm"], "firm"),
            draw.pick(_IT_WHY, "why"),
            _IT_STATES[item.state],
            "" if item.state == len(_IT_STATES) - 1 else until,
        )

    def _rows(self, table: Sequence[Shortage], hour: int, at: datetime) -> list[Row]:
        number = self.chance.below(len(_IT_SLIDES), "slide", hour)
        slide = (
            f'<div class="side">{panels.image(f"science-aifa{number}", 600, 230)}<div><h4>In evidenza</h4>'
            f"<h1>{_IT_SLIDES[number]}</h1><p>Scopri la campagna. {number + 1} di {len(_IT_SLIDES)}</p></div></div>"
        )
        local = at + timedelta(hours=2)
        minute = self.chance.below(60, "minute", hour)
        stamp = f'<p class="small">Pagina verificata il {local:%d/%m/%Y} alle {local:%H}:{minute:02d}</p>'
        rows = [
            row(
                panels.masthead("Agenzia dei Medicinali", 1000, "ITA   ENG   Cerca", height=58), tag="header"
            ),
            row(panels.plain("carousel", 1000, slide)),
            row(self._aside(hour), [panels.plain("stamp", 760, stamp), self._table(table, hour, at)], tag="main"),
        ]  # fmt: skip
        if self.chance.happens(0.25, "works", hour // 4):
            height = self.chance.pick((40, 74), "works height", hour // 4)
            words = "Sabato notte i servizi in rete saranno sospesi per manutenzione."
            rows.insert(1, row(panels.strip(words, height, name="works")))
        return rows

    def _table(self, table: Sequence[Shortage], hour: int, at: datetime) -> Panel:
        newest_first = self.chance.happens(0.15, "order", hour // 2)
        shown = (
            sorted(table, key=lambda item: item.since, reverse=True)
            if newest_first
            else sorted(table, key=lambda item: self._told(item, fixed=True))
        )
        lines = [self._line(item, at) for item in shown]
        if self.chance.happens(0.35, "house", hour // 6):
            words = self.chance.pick(_IT_HOUSE, "house words", hour // 6)
            place = self.chance.between(2, 9, "house place", hour // 6)
            lines.insert(place, f'<tr class="house"><td colspan="5">{words}</td></tr>')
        head = "<tr><th>Medicinale</th><th>Titolare</th><th>Motivo</th><th>Stato</th><th>Fino al</th></tr>"
        count = f"<h1>{len(table)} medicinali carenti</h1>"
        return panels.plain("shortages", 760, f"{count}<table>{head}{''.join(lines)}</table>", is_news=True)

    def _line(self, item: Shortage, at: datetime) -> str:
        name, firm, why, state, until = self._told(item)
        fresh = ' <span class="fresh">nuovo</span>' if at - item.since < timedelta(hours=30) else ""
        chip = f'<span class="chip" style="background:{_IT_HUES[item.state]}">{state}</span>'
        link = f'<a href="{ORIGIN}/scheda/{item.number + 5000}">{escape(name)}</a>{fresh}'
        cells = (f"<b>{link}</b>", escape(firm), why, chip, until)
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def _aside(self, hour: int) -> list[Panel]:
        asked = "".join(
            f"<li>{name} <b>{self.chance.between(80, 4000, 'asked', name, hour)}</b></li>"
            for name in self.chance.shuffled(_IT["molecule"], "asked", hour // 3)[:7]
        )
        bars = "".join(
            f'<p class="small">{name}</p><div class="bar"><i style="width:'
            f'{self.chance.between(8, 216, "calls", name, hour)}px"></i></div>'
            for name in ("Cittadini", "Farmacie", "Medici", "Aziende")
        )
        waits = self.chance.between(0, 40, "waits", hour)
        leaflet = panels.image(f"culture-leaflet{self.chance.below(9, 'leaflet', hour // 3)}", 216, 280)
        return [
            panels.plain("asked", 240, f"<h4>I più cercati</h4><ul>{asked}</ul>"),
            panels.plain("calls", 240, f"<h4>Numero verde</h4>{bars}<p>{waits} in attesa</p>"),
            panels.plain("leaflet", 240, f"<h4>Opuscoli</h4>{leaflet}"),
        ]

    def _overlays(self, hour: int) -> tuple[Overlay, ...]:
        if not self.chance.happens(0.12, "asks", hour):
            return ()
        words = (
            "<h2>Hai trovato quello che cercavi?</h2><p>Rispondi a tre domande, ci vuole un minuto.</p>"
            f"<p class='small'>Hanno già risposto {1200 + hour} persone</p><p><b>Sì</b> &nbsp; <b>No</b></p>"
        )
        panel = panels.plain("asks", 400, f'<div style="height:140px">{words}</div>')
        return (Overlay(panel, 560, 620),)


UNSEEN_LISTS = (Presa, Carenze)
