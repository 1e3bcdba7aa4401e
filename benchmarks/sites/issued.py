"""Registers issued at fixed hours, in any order: sailings of Greek ferries that are off, Dutch medicines in want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_ROUTES = ("Πειραιάς – Νάξος", "Ραφήνα – Άνδρος", "Λαύριο – Κέα", "Βόλος – Σκιάθος", "Πειραιάς – Μήλος",
           "Καβάλα – Θάσος", "Κυλλήνη – Ζάκυνθος", "Ηγουμενίτσα – Κέρκυρα", "Πειραιάς – Χίος", "Κως – Κάλυμνος",
           "Αλεξανδρούπολη – Σαμοθράκη", "Ρόδος – Σύμη")  # fmt: skip
_SHIPS = (
    "Αίολος",
    "Νήσος Τήλος",
    "Αγία Φωτεινή",
    "Καλυψώ",
    "Ποσειδών Εξπρές",
    "Κυανή Ακτή",
    "Μυρτώ",
    "Δελφίνι",
)
_STATUS = (
    "Ακυρώθηκε",
    "Απαγορευτικό",
    "Καθυστέρηση {n}0 λεπτά",
    "Νέο πλοίο",
    "Ακυρώθηκε",
    "Υπό εξέταση",
    "Πλήρες",
)
_WEEK = ("Δευ", "Τρί", "Τετ", "Πέμ", "Παρ", "Σάβ", "Κυρ")


@dataclass(frozen=True)
class Sailing:
    """A sailing that does not go as planned: when it leaves, and how often its status and its hour were changed."""

    number: int
    leaves: int
    status: int = 0
    moved: int = 0


class Apoplous(GeneratedSite):
    """Sailings of Greek ferries that are off: a table issued at nine and at five, in another order at some visits."""

    slug = "apoplous"
    hard = "rows issued twice a day in any order, the last folded away, a hotel sold as a row; corrections of one word"
    more = 0
    look = Look(
        heading=SANS, paper="#f5f8fc", ink="#10223e", muted="#647691", line="#cddaea", accent="#1450a3", lead_px=26,
        top_px=17, card="#ffffff",
        extra=(
            "table{border-collapse:collapse;width:100%;background:#fff}td,th{padding:6px 8px 5px;text-align:left;"
            "border-top:1px solid #cddaea;font-size:14px;line-height:18px}th{background:#1450a3;color:#fff}"
            "caption{background:#ffe8a3;font-size:13px;line-height:30px}.asked a{background:#dfe9f7;padding:2px 9px;"
            "margin:0 6px 6px 0;display:inline-block}.winds li{font-size:13px}h4{text-transform:none}"
        ),
    )  # fmt: skip
    hidden: ClassVar[int] = 3

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the order of the rows is no news."""
        table = [Sailing(-number, 10 + 5 * number) for number in range(1, 19)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() < 6 and at.hour in (9, 17):
                table = self._issued(table, hour)
            elif hour and 7 <= at.hour <= 22 and self.chance.happens(0.1, "corrected", hour):
                table = self._changed(table, hour, 1)
            news = tuple(sorted(" ".join(self._told(item)) for item in table))
            yield PageState(rows=tuple(self._page(table, hour, at)), news=news)

    def _issued(self, old: list[Sailing], hour: int) -> list[Sailing]:
        left = [item for item in old if item.leaves > hour]
        count = max(16 - len(left), 0) + self.chance.between(1, 4, "count", hour)
        new = [
            Sailing(10 * hour + seat, hour + self.chance.between(8, 90, "leaves", hour, seat))
            for seat in range(count)
        ]
        return self._changed(left, hour, self.chance.between(1, 4, "changes", hour)) + new

    def _changed(self, old: list[Sailing], hour: int, count: int) -> list[Sailing]:
        changed = set(self.chance.shuffled(range(len(old)), "whose", hour)[:count])
        moved = self.chance.happens(0.3, "moved", hour)
        return [
            item
            if place not in changed
            else replace(item, moved=item.moved + 1)
            if moved
            else replace(item, status=item.status + 1)
            for place, item in enumerate(old)
        ]

    def _told(self, item: Sailing) -> tuple[str, ...]:
        draw = self.chance.child("sailing", item.number)
        at = STARTS_AT + timedelta(hours=item.leaves + item.moved)
        status = draw.shuffled(_STATUS, "status")[item.status % len(_STATUS)]
        day = f"{_WEEK[at.weekday()]} {at.day}/{at.month}"
        clock = f"{at.hour}:{draw.pick((0, 15, 30, 45), 'minute'):02d}"
        words = status.format(n=draw.between(2, 9, "n", item.status))
        return day, clock, draw.pick(_ROUTES, "route"), draw.pick(_SHIPS, "ship"), words

    def _ordered(self, table: Sequence[Sailing], hour: int) -> list[tuple[str, ...]]:
        order = self.chance.pick((0, 0, 0, 0, 0, 2, 3, 4, 5, 6), "order", hour // 2)
        if order == 6:
            return [self._told(item) for item in self.chance.shuffled(table, "shuffled", hour)]
        rows = [self._told(item) for item in sorted(table, key=lambda item: item.leaves + item.moved)]
        if order == 5:
            return rows[::-1]
        return sorted(rows, key=lambda cells: cells[order]) if order else rows

    def _table(self, table: Sequence[Sailing], hour: int, width: int) -> Panel:
        rows = self._ordered(table, hour)
        total = len(rows)
        if self.chance.happens(0.25, "folded", hour):
            rows = rows[: total - self.chance.between(1, self.hidden, "fold", hour)]
        count = f'<p class="small">Εμφάνιση 1–{len(rows)} από {total} · Ενημερώθηκε στις '
        more = "" if len(rows) == total else "<p><b>Εμφάνιση περισσότερων ▾</b></p>"
        if self.chance.happens(0.4, "sold", hour // 2):
            price = self.chance.between(39, 95, "price", hour // 2)
            offer = ("κάθε μέρα", "–", self.chance.pick(("Δωμάτια στη Νάξο", "Αυτοκίνητο στη Χίο"), "offer", hour // 2),
                     "Κράτηση", f"από {price} €")  # fmt: skip
            rows.insert(self.chance.below(len(rows), "place", hour // 2), offer)
        lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for cells in rows)
        head = "".join(f"<th>{name}</th>" for name in ("Ημέρα", "Ώρα", "Γραμμή", "Πλοίο", "Κατάσταση"))
        appeal = self.chance.happens(0.3, "caption", hour // 3)
        caption = "<caption>Κατεβάστε την εφαρμογή και μάθετέ το πρώτοι</caption>" if appeal else ""
        html = (
            f"<h1>Δρομολόγια που τροποποιήθηκαν</h1>{count}{(STARTS_AT + timedelta(hours=hour)):%H:%M}</p>"
            f"<table>{caption}<tr>{head}</tr>{lines}</table>{more}"
        )
        return panels.plain("sailings", width, html, is_news=True)

    def _page(self, table: Sequence[Sailing], hour: int, at: datetime) -> list[Row]:
        asked = "".join(f"<a>{name}</a>" for name in self.chance.shuffled(_ROUTES, "asked", hour)[:5])
        winds = "".join(
            f"<li>{name.split(' – ')[1]}: {self.chance.between(2, 9, 'wind', name, hour)} μποφόρ</li>"
            for name in _ROUTES[:9]
        )
        sea = panels.image(f"webcam-port-{hour}", 246, 150)
        return [
            row(panels.masthead("Λιμεναρχείο on line", 1000, f"{at:%d/%m/%Y, %H:%M}", height=56), tag="header"),
            row(
                [self._table(table, hour, 730)],
                [
                    panels.plain("port", 270, f"<h4>Το λιμάνι τώρα</h4>{sea}"),
                    panels.plain("winds", 270, f"<h4>Άνεμοι</h4><ul>{winds}</ul>"),
                    panels.plain("asked", 270, f"<h4>Δημοφιλείς αναζητήσεις</h4>{asked}"),
                    panels.advert(self.adverts.advert("side", hour * 60, 246, 200), "side-advert", 270),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Όροι · Προσβασιμότητα · Επικοινωνία</p>')),
        ]  # fmt: skip


_GROUPS = {
    "Antibiotica": ("Amoxicilline 250 mg", "Doxycycline 100 mg", "Feneticilline 500 mg", "Azitromycine 40 mg/ml",
                    "Flucloxacilline 250 mg", "Clindamycine 300 mg", "Nitrofurantoïne 100 mg", "Trimethoprim 200 mg"),
    "Hart en vaten": ("Spironolacton 25 mg", "Isosorbide 20 mg", "Digoxine 0,25 mg", "Labetalol 100 mg",
                      "Furosemide 40 mg", "Nifedipine 30 mg", "Amiodaron 200 mg", "Metoprolol 50 mg"),
    "Zenuwstelsel": ("Lithiumcarbonaat 400 mg", "Methylfenidaat 10 mg", "Clonazepam 2 mg", "Valproïnezuur 300 mg",
                     "Quetiapine 25 mg", "Rizatriptan 10 mg", "Levodopa 125 mg", "Nortriptyline 25 mg"),
    "Hormonen": ("Estradiol pleister 50", "Prednisolon 5 mg", "Insuline lispro pen", "Levothyroxine 25 µg",
                 "Desmopressine spray", "Semaglutide 0,5 mg", "Hydrocortison 10 mg", "Progesteron 200 mg"),
}  # fmt: skip
_FIRMS = (
    "Mervex",
    "Orlando Pharma",
    "Van Wijck BV",
    "Sandrova",
    "Tevalis",
    "Noordmed",
    "Accordis",
    "Brocades Delta",
)
_STATES = ("niet leverbaar", "beperkt leverbaar", "import toegestaan", "uit de handel", "op rantsoen",
           "weer in bestelling")  # fmt: skip
_MONTHS = ("mei", "juni", "juli", "augustus", "september")


@dataclass(frozen=True)
class Shortage:
    """A medicine in want: of which group and number there, and how often its state and its date were changed."""

    group: str
    number: int
    reported: int
    state: int = 0
    put_off: int = 0


class Tekorten(GeneratedSite):
    """Dutch medicines in want by group: issued on working days, sorted anew within; the last group is shut at times."""

    slug = "tekorten"
    hard = (
        "four tables issued on working days; sorted otherwise, in another order, one shut; call-outs as rows"
    )
    more = 0
    look = Look(
        heading=SERIF, paper="#ffffff", ink="#1d1d1d", muted="#6b6b6b", line="#dcdcdc", accent="#a90061", lead_px=28,
        top_px=18, card="#f6f0f4",
        extra=(
            ".group h2{background:#f6f0f4;padding:6px 10px;border-left:6px solid #a90061}table{border-collapse:"
            "collapse;width:736px}td{padding:5px 8px 4px;border-top:1px solid #dcdcdc;font-size:13px;line-height:18px}"
            "td:nth-child(1){width:220px}td:nth-child(2){width:130px}td:nth-child(3){width:160px}"
            ".strip{background:#ffe3f4;color:#1d1d1d}.menu{background:#a90061;color:#fff}.menu span{margin-right:22px}"
            ".firms li{font-size:13px;padding:4px 0 3px}"
        ),
    )  # fmt: skip
    hidden: ClassVar[int] = 3
    seats: ClassVar[dict[str, int]] = {"Antibiotica": 6, "Hart en vaten": 6, "Zenuwstelsel": 5, "Hormonen": 3}

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the order of the rows and groups is no news."""
        wanted = [
            Shortage(group, number, -number)
            for group, seats in self.seats.items()
            for number in self.chance.shuffled(range(8), "first", group)[:seats]
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() < 5 and at.hour in (10, 15):
                for step in range(self.chance.between(2, 6, "steps", hour)):
                    wanted = self._worked(wanted, hour, step)
            elif (
                hour
                and at.weekday() < 5
                and 8 <= at.hour <= 18
                and self.chance.happens(0.22, "corrected", hour)
            ):
                wanted = self._worked(wanted, hour, 9)
            news = tuple(sorted(" ".join(self._told(item)) for item in wanted))
            yield PageState(rows=tuple(self._page(wanted, hour)), news=news)

    def _worked(self, old: list[Shortage], hour: int, step: int) -> list[Shortage]:
        """A medicine is changed, put off, or takes the place of another of its group."""
        place = self.chance.below(len(old), "whose", hour, step)
        item, kind = (
            old[place],
            self.chance.pick(("state", "state", "put off", "put off", "other"), "do", hour, step),
        )
        if kind == "state":
            new = replace(item, state=item.state + 1)
        elif kind == "put off":
            new = replace(item, put_off=item.put_off + 1)
        else:
            there = {other.number for other in old if other.group == item.group}
            free = [number for number in range(8) if number not in there]
            new = Shortage(item.group, self.chance.pick(free, "free", hour, step), hour)
        return [*old[:place], new, *old[place + 1 :]]

    def _told(self, item: Shortage) -> tuple[str, str, str, str]:
        draw = self.chance.child("shortage", item.group, item.number, item.reported)
        state = draw.shuffled(_STATES, "state")[item.state % len(_STATES)]
        days = draw.between(9, 60, "days") + 7 * item.put_off
        until = f"tot {1 + days % 28} {_MONTHS[days // 28 % len(_MONTHS)]}"
        return _GROUPS[item.group][item.number], draw.pick(_FIRMS, "firm"), state, until

    def _page(self, wanted: Sequence[Shortage], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        names = tuple(_GROUPS)
        if self.chance.happens(0.2, "groups", hour // 2):
            names = tuple(self.chance.shuffled(names, "groups", hour // 2))
        shut = "Hormonen" if self.chance.happens(0.2, "shut", hour) else ""
        shown = len(wanted) - sum(item.group == shut for item in wanted)
        head = (
            f"<h1>Geneesmiddelen met een tekort</h1><p class='small'>{shown} van {len(wanted)} meldingen getoond · "
            f"laatst bijgewerkt {at:%d-%m-%Y %H}:{self.chance.below(60, 'minute', hour):02d}</p>"
        )
        tables = [self._group(name, wanted, name == shut, hour, 760) for name in names]
        menu = "".join(
            f"<span>{name}</span>" for name in ("Home", "Tekorten", "Melden", "Besluiten", "Over ons")
        )
        rows = [
            row(panels.masthead("Meldpunt Geneesmiddelen", 1000, f"{at:%d-%m-%Y}", height=60), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(
                [
                    self._searched(hour, 240),
                    self._firms(hour, 240),
                    panels.counter(self.chance, hour, 240, "bezoekers"),
                ],
                [panels.plain("title", 760, head), *tables],
                tag="main",
            ),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 4):
            height = self.chance.pick((44, 70), "height", hour // 4)
            rows.insert(2, row(panels.strip("Doe mee aan het apothekersonderzoek 2026", height)))
        return rows

    def _group(self, name: str, wanted: Sequence[Shortage], shut: bool, hour: int, width: int) -> Panel:
        items = [item for item in wanted if item.group == name]
        title = f"<h2>{name} ({len(items)}) {'▸' if shut else '▾'}</h2>"
        column = self.chance.pick((0, 0, 0, 0, 1, 2, 3), "column", hour // 3)
        cells = sorted((self._told(item) for item in items), key=lambda told: told[column])
        if self.chance.happens(0.15, "reversed", hour // 2):
            cells.reverse()
        if self.chance.happens(0.18, "call", name, hour // 4):
            days = self.chance.between(2, 28, "until", name, hour // 4)
            asked = ("Heeft u dit nog op voorraad?", "Meldpunt", "laat het ons weten", f"tot {days} mei")
            cells.insert(self.chance.below(len(cells) + 1, "place", name, hour // 4), asked)
        lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in told)}</tr>" for told in cells)
        return panels.plain("group", width, title if shut else f"{title}<table>{lines}</table>", is_news=True)

    def _searched(self, hour: int, width: int) -> Panel:
        every = tuple(name for names in _GROUPS.values() for name in names)
        lines = "".join(
            f'<li><a href="{ORIGIN}/zoek/{place}">{name.split()[0]}</a></li>'
            for place, name in enumerate(self.chance.shuffled(every, "searched", hour)[:7])
        )
        return panels.plain("searched", width, f"<h4>Veel gezocht</h4><ul>{lines}</ul>")

    def _firms(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(1, 90, 'firm', name, hour // 2)}</b></li>"
            for name in self.chance.shuffled(_FIRMS, "firms", hour // 5)
        )
        return panels.plain("firms", width, f"<h4>Meldingen per firma</h4><ul>{lines}</ul>")


ISSUED = (Apoplous, Tekorten)
