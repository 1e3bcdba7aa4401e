"""More lists with guests: a Swedish live report with a poll amid its entries, a Czech municipality's notice board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_REPORTS = (
    "Räddningstjänsten stänger {road} vid {place}.", "{count} hushåll i {place} saknar el.",
    "Skolorna i {place} håller stängt i morgon.", "Vattnet vid {place} ligger {count} centimeter över det normala.",
    "Tågen mellan {place} och {other} ställs in.", "Kommunen delar ut dricksvatten vid {spot}.",
    "Bron vid {place} öppnar för trafik igen.", "{count} frivilliga fyller sandsäckar vid {spot}.",
    "Äldreboendet i {place} utryms.", "{Who} besöker {place} på eftermiddagen.",
    "Dammen ovanför {other} läcker, enligt {Who}.", "{road} får öppet fält mellan {place} och {other}.",
)  # fmt: skip
_DETAILS = (
    "Det bekräftar {Who} för Norrkustens nyheter.", "Beslutet gäller tills vidare.", "Ingen människa ska vara skadad.",
    "Ett nytt besked väntas före kvällen.", "Den som bor nära {spot} uppmanas att flytta bilen.",
    "Enligt {Who} kan det dröja flera dygn.", "Orsaken är ett ras vid {spot}.",
)  # fmt: skip
_SWEDISH_PLACES = ("Älvbro", "Norrfors", "Sandviken norra", "Lillån", "Granvik", "Östra Hede", "Kvarnholmen", "Tallnäs",
                   "Forsbacka", "Mellansjö")  # fmt: skip
_ROADS = ("väg 83", "E4", "länsväg 301", "riksväg 50", "väg 272", "väg 584")
_SPOTS = (
    "idrottshallen",
    "Folkets hus",
    "reningsverket",
    "gamla bryggeriet",
    "biblioteket",
    "kyrkan",
    "hamnmagasinet",
)
_PEOPLE = ("räddningschef Ek", "Åsa Lindmark", "kommunalråd Holm", "Olle Bergvall", "insatsledare Wik", "Maja Sjödin",
           "hydrolog Norén", "rektor Dahl")  # fmt: skip
_ANSWERS = ("Mycket", "Ganska", "Inte alls")


@dataclass(frozen=True)
class Report:
    """One entry of the report, and when something was added to it."""

    hour: int
    added: int = 0


class Direkt(GeneratedSite):
    """A Swedish live report: entries on top all day; a poll, an appeal and a jump-in broadcast in the same form."""

    slug = "direkt"
    hard = "the same three insertions several times a day, sinking with the entries; votes count while a poll is there"
    more = 0
    look = Look(
        heading=SANS, paper="#eef3f6", ink="#12212b", muted="#5d7180", line="#cddae2", accent="#d7263d", lead_px=26,
        top_px=18, card="#ffffff",
        extra=(
            ".entry{background:#fff;border-left:4px solid #d7263d;margin-bottom:10px}.entry.late{border-color:#cddae2}"
            ".entry time{color:#d7263d;font:bold 13px/18px 'Liberation Sans'}.bars i{display:block;height:10px;"
            "background:#12212b;margin:2px 0 6px}.topics a{display:block;padding:5px 0}.who{display:flex;gap:8px;"
            "margin-bottom:8px}.live{background:#12212b;color:#fff}.live h4{color:#ff8a98}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.16, stays_h=(1, 6), texts=3, places=(0, 0, 1, 2, 4))

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        reports = [Report(-number) for number in range(1, 8)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            clock = (STARTS_AT + timedelta(hours=hour)).hour
            if hour and self.chance.happens(0.22 if 6 <= clock <= 22 else 0.03, "report", hour):
                reports = [Report(hour), *reports[:17]]
            elif hour and self.chance.happens(0.02, "added", hour):
                place = self.chance.below(3, "which", hour)
                reports[place] = replace(reports[place], added=hour)
            news = tuple(" ".join(self._told(item)) for item in reports)
            yield PageState(rows=tuple(self._page(reports, guests, hour)), news=news)

    def _told(self, item: Report) -> tuple[str, str, str]:
        draw = self.chance.child("report", item.hour)
        details = draw.shuffled(_DETAILS, "details")
        said = " ".join(_filled(words, draw) for words in details[: draw.between(1, 3, "length")])
        added = _filled(details[-1], draw.child("added", item.added)) if item.added else ""
        return _filled(draw.pick(_REPORTS, "report"), draw), said, added

    def _page(self, reports: Sequence[Report], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        sunk = [
            replace(guest, place=guest.place + sum(item.hour > guest.began for item in reports))
            for guest in guests
        ]
        feed = [
            self._guest(item, hour, 540) if isinstance(item, Guest) else self._report(item, 540)
            for item in mixed(reports, sunk)
        ]
        topics = "".join(
            f'<a href="{ORIGIN}/amne/{place}">{name}</a>' for place, name in enumerate(_SWEDISH_PLACES)
        )
        note = f"{self.chance.between(900, 24000, 'readers', hour)} följer just nu"
        title = "<h1>Översvämningarna i Norrådalen – direkt</h1>"
        camera = panels.image(f"webcam-{hour}", 256, 150)
        return [
            row(panels.masthead("Norrkustens nyheter", 1000, note, height=50), tag="header"),
            row(panels.plain("live", 1000, f"<h4>Direktrapport</h4>{title}")),
            row(
                [panels.plain("topics", 180, f"<h4>Platser</h4>{topics}")],
                feed,
                [
                    panels.plain("camera", 280, f'<h4>Kameran vid dammen</h4>{camera}<p class="small">{at:%H:%M}</p>'),
                    self._staff(hour, 280),
                    panels.advert(self.adverts.advert("side", hour * 60, 256, 240), "side-advert", 280),
                ],
                tag="main",
            ),
        ]  # fmt: skip

    def _report(self, item: Report, width: int) -> Panel:
        headline, said, added = self._told(item)
        at = STARTS_AT + timedelta(hours=item.hour, minutes=-self.chance.below(55, "minute", item.hour))
        html = f"<time>{at:%d/%m %H.%M}</time><h2>{escape(headline)}</h2><p>{escape(said)}</p>"
        if added:
            html += f"<p><b>Uppdatering:</b> {escape(added)}</p>"
        return panels.plain("entry", width, html, is_news=True)

    def _guest(self, guest: Guest, hour: int, width: int) -> Panel:
        began = STARTS_AT + timedelta(hours=guest.began)
        if guest.text == 0:
            votes = [40 + self.chance.below(300, "votes", answer, hour) for answer in _ANSWERS]
            bars = "".join(
                f'<p>{answer} {100 * count // sum(votes)} %</p><i style="width:{500 * count // sum(votes)}px"></i>'
                for answer, count in zip(_ANSWERS, votes, strict=True)
            )
            html = f'<h2>Hur orolig är du för vattnet?</h2><div class="bars">{bars}</div>'
        elif guest.text == 1:
            html = (
                f"<time>{began:%d/%m %H.%M}</time><h2>Stöd journalistiken i hela Norrland.</h2>"
                f"<p>Din gåva går oavkortat till reportrar på plats. Swisha 50 kronor eller bli månadsgivare.</p>"
            )
        else:
            picture = panels.image(f"webcam-studio-{hour}", 516, 180)
            html = f"<h2>Hoppa in i sändningen</h2>{picture}<p>Vi sänder från studion i Granvik. Tryck för ljud.</p>"
        return panels.plain("entry", width, html)

    def _staff(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<div class="who">{panels.image(f"politics-staff-{place}", 50, 50)}'
            f'<p>{escape(_PEOPLE[place].split()[-1])}<br><span class="small">'
            f"{self.chance.between(1, 59, 'wrote', place, hour)} min sedan</span></p></div>"
            for place in self.chance.shuffled(range(len(_PEOPLE)), "staff", hour // 4)[:3]
        )
        return panels.plain("staff", width, f"<h4>Rapporterar</h4>{lines}")


def _filled(words: str, draw: Chance) -> str:
    place, other = draw.shuffled(_SWEDISH_PLACES, "place", words)[:2]
    told = words.format(
        road=draw.pick(_ROADS, "road", words),
        spot=draw.pick(_SPOTS, "spot", words),
        Who=draw.pick(_PEOPLE, "who", words),
        count=draw.between(3, 48, "count", words) * 5,
        place=place,
        other=other,
    )
    return told[:1].upper() + told[1:]


_PAPERS = (
    ("Územní rozhodnutí: {what}, k. ú. {where}", "Stavební úřad"),
    ("Oznámení o zahájení řízení: {what}", "Stavební úřad"),
    ("Záměr obce pronajmout {lot} v k. ú. {where}", "Majetek"), ("Záměr obce prodat {lot}", "Majetek"),
    ("Dražební vyhláška: {lot}, k. ú. {where}", "Exekuce"), ("Uzavírka silnice {where} – {other}: {what}", "Doprava"),
    ("Pozvánka na zasedání zastupitelstva č. {n}", "Zastupitelstvo"), ("Rozpočtové opatření č. {n}/2026", "Rozpočet"),
    ("Obecně závazná vyhláška č. {n}/2026", "Vyhlášky"), ("Výběrové řízení: {job}", "Volná místa"),
    ("Oznámení o možnosti převzít písemnost č. {n}", "Doručování"),
    ("Návrh závěrečného účtu svazku {where}", "Rozpočet"),
)  # fmt: skip
_WHAT = ("kanalizace", "oprava mostu", "vodovodní řad", "rodinný dům", "přístavba školky", "kabel VN", "chodník",
         "rybník Dolní", "fotovoltaika na hale", "studna vrtaná")  # fmt: skip
_LOTS = (
    "pozemek p. č. {n}/2",
    "byt č. {n}",
    "nebytový prostor v čp. {n}",
    "garáž u čp. {n}",
    "část pozemku p. č. {n}",
)
_WHERE = ("Horní Lipnice", "Dolní Lipnice", "Zálesí", "Brodek", "Kamenná", "Vrbno", "Suchá Loz", "Podhradí")
_JOBS = (
    "referent stavebního úřadu",
    "účetní obce",
    "správce hřbitova",
    "knihovnice",
    "řidič komunální techniky",
)
_HOUSE = (
    ("Přihlaste se k odběru zpráv z úřadu do e-mailu", "Web obce"),
    ("V sobotu od 8 do 12 hodin nebude elektronická podatelna dostupná", "Údržba"),
    ("Dotazník: jak se vám hledá na úřední desce?", "Web obce"),
    ("Aplikace Obec v kapse ke stažení zdarma", ""),
    ("Sbírka na varhany: přispějte přes QR kód", ""),
    ("Tato tabulka používá soubory cookie. Upravit nastavení", ""),
    ("Nefungují vám přílohy? Zkuste jiný prohlížeč", "Údržba"),
)  # fmt: skip


@dataclass(frozen=True)
class Paper:
    """A paper on the board, the hour in which it was put up, and the day on which it is taken down."""

    number: int
    hour: int
    until: datetime


class Deska(GeneratedSite):
    """A Czech notice board: papers are put up by day and taken down at midnight; at times a house notice as a row."""

    slug = "deska"
    hard = "slow; once in two days a row at the head or the tail of the table that is no paper"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#fffdf7", ink="#26221c", muted="#7a7264", line="#e0d8c6", accent="#2d6a4f",
        lead_px=26, top_px=17,
        extra=(
            "table{border-collapse:collapse;width:100%}td,th{padding:5px 8px 4px;border-top:1px solid #e0d8c6;"
            "text-align:left;vertical-align:top;font-size:13px;line-height:18px}th{background:#2d6a4f;color:#fff}"
            ".menu{background:#2d6a4f;color:#fff}.menu span{margin-right:20px}.visits,.foot{background:#f3eddd}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.03, stays_h=(4, 26), texts=len(_HOUSE), places=(0, 0, 99), together=1)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        board = [self._paper(-number, -18 * number) for number in range(1, 18)]
        for hour, guests in enumerate(self.visits.at_each_hour(self.chance.child("guests"), hours)):
            at = STARTS_AT + timedelta(hours=hour)
            board = [item for item in board if item.until > at]
            if hour and at.weekday() < 5 and 7 <= at.hour <= 16:
                board = self._worked(board, hour)
            news = tuple(" ".join(self._told(item)) for item in board)
            yield PageState(rows=tuple(self._page(board, guests, hour)), news=news)

    def _paper(self, number: int, hour: int) -> Paper:
        days = self.chance.pick((15, 15, 16, 30), "days", number)
        midnight = STARTS_AT.replace(hour=0) + timedelta(days=hour // 24 + days)
        return Paper(number, hour, max(midnight, STARTS_AT + timedelta(hours=18)))

    def _worked(self, old: list[Paper], hour: int) -> list[Paper]:
        if self.chance.happens(0.17, "put up", hour):
            return [self._paper(hour, hour), *old]
        if self.chance.happens(0.02, "prolonged", hour):
            place = self.chance.below(len(old), "which", hour)
            later = replace(old[place], until=old[place].until + timedelta(days=7))
            return [*old[:place], later, *old[place + 1 :]]
        return old

    def _told(self, item: Paper) -> tuple[str, ...]:
        draw = self.chance.child("paper", item.number)
        title, kind = draw.pick(_PAPERS, "title")
        where, other = draw.shuffled(_WHERE, "where")[:2]
        lot = draw.pick(_LOTS, "lot").format(n=draw.between(4, 890, "lot number"))
        told = title.format(
            what=draw.pick(_WHAT, "what"), job=draw.pick(_JOBS, "job"), n=draw.between(3, 29, "n"),
            where=where, other=other, lot=lot,
        )  # fmt: skip
        up = STARTS_AT + timedelta(hours=item.hour)
        file = f"{draw.between(100, 999, 'file')}/2026"
        return file, told, kind, f"{up.day}. {up.month}.", f"{item.until.day}. {item.until.month}."

    def _page(self, board: Sequence[Paper], guests: Sequence[Guest], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        names = ("Obec", "Úřad", "Úřední deska", "Spolky", "Fotogalerie", "Kontakt")
        menu = "".join(f"<span>{name}</span>" for name in names)
        lines = "".join(
            _line(("–", *_HOUSE[item.text], "", "")) if isinstance(item, Guest) else _line(self._told(item))
            for item in mixed(board, guests)
        )
        head = "".join(f"<th>{name}</th>" for name in ("Č. j.", "Název", "Kategorie", "Vyvěšeno", "Sejmout"))
        table = f"<h1>Úřední deska</h1><table><tr>{head}</tr>{lines}</table>"
        view = panels.image(f"city-view-{hour}", 256, 170)
        foot = '<p class="small">Prohlášení o přístupnosti · GDPR · RSS · Mapa webu</p>'
        return [
            row(
                panels.masthead("Obec Dolní Lipnice", 1000, f"{at.day}. {at.month}. 2026, {at:%H:%M}"),
                tag="header",
            ),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(
                [panels.plain("board", 720, table, is_news=True)],
                [
                    panels.plain(
                        "view", 280, f'<h4>Kamera na návsi</h4>{view}<p class="small">{at:%H:%M}</p>'
                    ),
                    self._visitors(hour, 280),
                    self._events(hour, 280),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, foot), tag="footer"),
        ]

    def _visitors(self, hour: int, width: int) -> Panel:
        html = (
            f"<h4>Návštěvnost</h4><p>Dnes: {self.chance.between(4, 180, 'today', hour)}</p>"
            f"<p>Celkem: {48120 + 9 * hour + self.chance.below(9, 'all', hour)}</p>"
            f"<p>Online: {self.chance.between(1, 14, 'online', hour)}</p>"
        )
        return panels.plain("visits", width, html)

    def _events(self, hour: int, width: int) -> Panel:
        names = ("Pálení čarodějnic", "Sběr papíru", "Zápas mužů", "Divadlo Lípa", "Trhy na návsi", "Cvičení žen",
                 "Promítání v sále", "Očkování psů")  # fmt: skip
        items = "".join(f"<li>{name}</li>" for name in self.chance.shuffled(names, "events", hour // 6)[:5])
        return panels.plain("events", width, f"<h4>Z kalendáře</h4><ul>{items}</ul>")


def _line(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


NOTICEBOARDS = (Direkt, Deska)
