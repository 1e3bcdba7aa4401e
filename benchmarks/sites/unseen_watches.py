"""Two watches nobody had seen: Iceland's over a volcano, with its map, and one over the prisoners of Belarus."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_PLACES = ("Svartsengi", "Hagafell", "Sýlingarfell", "Eldvörp", "Stapafell", "Stóra-Skógfell", "Þórðarfell",
           "Fagradalsfjall", "Keili", "Litla-Hrút")  # fmt: skip
_NOTES = (
    "Ný sprunga hefur opnast við", "Veginum lokað vegna gasmengunar við", "Rýmingu aflétt við",
    "Hraunrennsli hefur stöðvast við", "Varnargarður hækkaður við", "Skjálftahrina hófst í nótt við",
    "Íbúafundur boðaður um stöðuna við", "Gosmökkur sést á myndum við", "Landris mælist hraðara við",
    "Gróðureldar kviknuðu við", "Heitavatnslögn tengd á ný við", "Mælitæki urðu undir hrauni við",
)  # fmt: skip
_SOURCES = ("Almannavarnir", "Vakthafandi vísindamaður", "Vegagerðin", "Lögreglustjórinn")
_LEVELS = (
    ("Óvissustig", "Kvika safnast fyrir, en líkur á gosi næstu daga eru taldar litlar."),
    ("Hættustig", "Gos getur hafist með stuttum fyrirvara. Dvöl á svæðinu er óráðleg."),
    ("Neyðarstig", "Eldgos er hafið. Svæðið er lokað öllum öðrum en viðbragðsaðilum."),
)  # fmt: skip
_ZONES = ("#ffe8a3", "#fdba74", "#f97316", "#dc2626")
_CAMERAS = (
    "Þorbjörn, norður",
    "Langihryggur",
    "Húsafell, suður",
    "Sandvík",
    "Perlan, súlan",
    "Reykjanesviti",
)
_SENT = ("Jón á Hóli", "Ferðafélagið", "Sigga M.", "Flugklúbburinn", "Anna og Óli", "Skátar", "Björgunarsveitin",
         "Hrefna")  # fmt: skip
_CALLS = (
    "Sæktu appið: skjálftar í símann",
    "Fannstu skjálfta? Láttu okkur vita",
    "Könnun: hvað má bæta á vefnum?",
)


@dataclass(frozen=True)
class Sheet:
    """The map in force: which drawing it is, and the level of alert that goes with it."""

    number: int
    level: int = 1


class Eldvakt(GeneratedSite):
    """A volcano observatory: the map of dangers is drawn anew under the same words; cameras and shocks around it."""

    slug = "eldvakt"
    hard = "a map as the main news, redrawn under the same words, below a camera of any height and a list of shocks"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f4f6f8", ink="#1b2733", muted="#6c7a89", line="#d3dbe3", accent="#b3261e",
        lead_px=26, top_px=17, card="#ffffff",
        extra=(
            ".masthead{background:#16324f;color:#fff}.masthead .small{color:#bcd0e4}.map{background:#fff}"
            ".level{background:#fff}.level h1{color:#b3261e;margin:0}.shocks{background:#16324f;color:#fff}"
            ".shocks li{border-color:#2c4b6b;padding:6px 0 5px}.shocks h4{color:#9cc4e4}.notices{background:#fff}"
            ".call{background:#ffd166}.camera .small{color:#1b2733}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(6, 23), then=0.7, night=0.4)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        sheet, notices = Sheet(0), [-6 * number for number in range(1, 6)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            duty = self.duty.at(at)
            if hour and self.chance.happens(0.14 * duty, "sheet", hour):
                sheet = replace(sheet, number=sheet.number + 1)
            if hour and self.chance.happens(0.02, "level", hour):
                sheet = replace(sheet, level=self.chance.pick((1, 0, 2), "level", hour))
            if hour and self.chance.happens(0.15 * duty, "notice", hour):
                notices = [hour, *notices][:5]
            news = (self._lava(sheet.number), *_LEVELS[sheet.level], *map(self._notice, notices))
            yield PageState(rows=tuple(self._page(sheet, notices, hour, at)), news=news)

    def _notice(self, number: int) -> str:
        what, place = told(self.chance.child("told"), (_NOTES, _PLACES), number)
        return f"{what} {place}."

    def _page(self, sheet: Sheet, notices: Sequence[int], hour: int, at: datetime) -> list[Row]:
        wind = f"{at:%d.%m.%Y %H:%M} · vindur {self.chance.between(2, 24, 'wind', hour)} m/s"
        rows = [
            row(panels.masthead("Eldvakt Reykjaness", 1000, wind, height=58), tag="header"),
            row([self._camera(hour, 620)], [self._shocks(hour, at, 380)]),
            row(
                [self._map(sheet.number, 620)],
                [self._level(sheet.level, 380), self._notices(notices, hour, 380)],
                tag="main",
            ),
            row(self._sent(hour)),
            row(
                panels.plain("foot", 1000, '<p class="small">Um vaktina · Gögn · Persónuvernd · English</p>')
            ),
        ]
        if self.chance.happens(0.35, "call", hour // 2):
            words = self.chance.pick(_CALLS, "words", hour // 2)
            rows.insert(
                1, row(panels.strip(words, self.chance.between(36, 96, "call px", hour // 2), name="call"))
            )
        return rows

    def _map(self, number: int, width: int) -> Panel:
        """Zones, roads and lava; the zones' colours and the lava are of this drawing."""
        zones = "".join(
            f'<rect x="{60 + 160 * (place % 3)}" y="{40 + 130 * (place // 3)}" width="160" height="130"'
            f' fill="{self.chance.pick(_ZONES, "zone", place, (number + place) // 2)}" stroke="#fff" stroke-width="3"/>'
            for place in range(6)
        )
        html = (
            '<h2>Hættumatskort</h2><svg width="596" height="340" viewBox="0 0 596 340" style="display:block">'
            '<rect width="596" height="340" fill="#a9c8de"/><polygon fill="#dfe5d3" points="0,0 596,0 596,240 520,300'
            f' 380,316 250,330 120,310 40,250 0,180"/>{zones}'
            '<path d="M0 120 C 140 90 260 190 596 60 M300 0 C 280 130 350 220 330 320" fill="none" stroke="#555"'
            f' stroke-width="3"/><polygon points="{self._lava(number)}" fill="#3b0d0c" stroke="#ff3b1f"'
            ' stroke-width="4"/><text x="70" y="64" font-size="14">Svartsengi</text><text x="420" y="190"'
            ' font-size="14">Hagafell</text></svg><p class="small">Litir sýna heildarhættu. Dökkt: hraun.</p>'
        )
        return panels.plain("map", width, html, is_news=True)

    def _lava(self, number: int) -> str:
        """The outline of the lava on the drawing of this number: half of it is as on the one before."""
        fissure = number // 8
        x, y = self.chance.between(180, 420, "x", fissure), self.chance.between(110, 210, "y", fissure)
        spokes = [self.chance.between(24, 110, "flow", place, (number + place) // 2) for place in range(14)]
        return " ".join(
            f"{x + length * math.cos(place * math.tau / 14):.0f},{y + length * math.sin(place * math.tau / 14):.0f}"
            for place, length in enumerate(spokes)
        )

    def _level(self, level: int, width: int) -> Panel:
        name, words = _LEVELS[level]
        return panels.plain(
            "level", width, f"<h4>Almannavarnastig</h4><h1>{name}</h1><p>{words}</p>", is_news=True
        )

    def _notices(self, notices: Sequence[int], hour: int, width: int) -> Panel:
        lines = ""
        for number in notices:
            ago = hour - number
            age = f"{ago} klst." if ago < 24 else f"{ago // 24} d."
            source = self.chance.pick(_SOURCES, "source", number)
            lines += (
                f'<li><h2><a href="{ORIGIN}/frettir/{number + 100}">{self._notice(number)}</a></h2>'
                f'<p class="small">{source} · fyrir {age}</p></li>'
            )
        return panels.plain("notices", width, f"<h4>Tilkynningar</h4><ul>{lines}</ul>", is_news=True)

    def _camera(self, hour: int, width: int) -> Panel:
        """The camera that a visit happens to see, with the picture of the moment."""
        seat = self.chance.below(len(_CAMERAS), "camera", hour)
        tall = self.chance.pick((210, 240, 300), "camera px", hour // 3)
        shown = panels.image(f"webcam-{seat}-{hour}", width - 24, tall)
        seen = self.chance.between(40, 9000, "seen", hour)
        words = f'<p class="small">Í beinni: {_CAMERAS[seat]} · {seen} að horfa</p>'
        return panels.plain("camera", width, shown + words)

    def _shocks(self, hour: int, at: datetime, width: int) -> Panel:
        """Small shocks of the last hour."""
        count = self.chance.between(4, 7, "shocks", hour)
        lines = sorted(
            f"<li>{at:%H}:{self.chance.between(0, 59, 'minute', hour, seat):02d} · <b>M"
            f" {self.chance.between(0, 2, 'size', hour, seat)},{self.chance.below(10, 'tenth', hour, seat)}</b> ·"
            f" {self.chance.pick(_PLACES, 'where', hour, seat)},"
            f" {self.chance.between(1, 9, 'deep', hour, seat)} km</li>"
            for seat in range(count)
        )
        told_of = "".join(lines)
        return panels.plain("shocks", width, f"<h4>Skjálftar síðustu klukkustund</h4><ul>{told_of}</ul>")

    def _sent(self, hour: int) -> Panel:
        """Pictures that readers sent: four of eight at each visit."""
        cards = "".join(
            f"<div>{panels.image(f'world-sent-{_SENT.index(name)}', 232, 150)}<p class='small'>{name}</p></div>"
            for name in self.chance.shuffled(_SENT, "sent", hour)[:4]
        )
        return panels.plain("sent", 1000, f'<h4>Myndir frá lesendum</h4><div class="cards">{cards}</div>')


_FAMILIES = ("Караткевіч", "Лявончык", "Зайчук", "Мароз", "Савіч", "Бондар", "Шутовіч", "Каваль", "Рагойша",
             "Дубоўка", "Цітко", "Жук", "Астрога", "Гурыновіч", "Пятровіч", "Яцэвіч", "Клімчук")  # fmt: skip
_GIVEN = (
    "Алесь",
    "Марына",
    "Павел",
    "Вольга",
    "Сяргей",
    "Ігар",
    "Дар'я",
    "Мікола",
    "Таццяна",
    "Зміцер",
    "Ганна",
)
_ARTICLES = ("342", "361-4", "130", "368", "369", "411", "356", "370")
_TOWNS = ("Мінск", "Гомель", "Брэст", "Гродна", "Магілёў", "Віцебск", "Баранавічы", "Пінск", "Орша", "Ліда")
_STEPS = ("СІЗА", "Суд ідзе", "Прысуд: {years} г.", "Калонія, {years} г.", "Турма, {years} г.", "На волі")
_AFTER = ((1,), (2,), (3, 3, 5), (4, 5, 5), (5,))
_RELEASED = 5
_SENTENCED = 2
_GREETED = ("Напішы ліст Алесю", "Дашлі паштоўку ў Гомель", "Кніга для камеры", "Перадай цяпло дзецям",
            "Паштоўкі мастачкі Ніны", "Аўкцыён плакатаў", "Канцэрт салідарнасці")  # fmt: skip
_WRITERS = ("Вераніка з Вільні", "студэнтка", "Янак", "ананім", "бабуля Зіна", "Kasia", "Пётр з Беластока", "хор",
            "клас 9 Б")  # fmt: skip
_LINES = ("Трымайся, мы чакаем!", "Чытаю вашыя лісты ўголас.", "У нас зацвіў бэз.", "Дзякую за малюнак ката.",
          "Вы не адны.", "Ліст вярнуўся, пішу зноў.", "Сёння бачылі буслоў.", "Абдымаю праз сцены.",
          "Вывучыла ваш верш.")  # fmt: skip
_BANKS = (
    "Падтрымай праваабаронцаў: 5 еўра ў месяц",
    "Заўжды побач: падпішыся на канал",
    "Стань хросным палітвязня",
)


@dataclass(frozen=True)
class Case:
    """A prisoner: of which chance, and how far the case has gone."""

    number: int
    step: int = 0


class Viazni(GeneratedSite):
    """A register of political prisoners: a word or a count changes, amid letters, days and euros that run."""

    slug = "viazni"
    hard = "single words and counts in a table matter, amid figures that run beside and in it; a campaign's pictures"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#ffffff", ink="#20242b", muted="#7b828d", line="#dfe2e6", accent="#c8102e",
        lead_px=30, top_px=17, card="#f5f5f5",
        extra=(
            ".masthead{border-bottom:4px solid #c8102e}.figure h1{margin:0}.figure{border-right:1px solid #dfe2e6}"
            ".bank{background:#c8102e;color:#fff}.greet{background:#f5f5f5}.wall{background:#f5f5f5}"
            ".case{border-bottom:1px solid #dfe2e6;padding:8px 12px}.case div{display:flex;gap:12px}"
            ".case h2{width:220px;margin:0}.case b{width:160px}.case span{width:150px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 20), then=0.5, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        cases = [Case(-number, self.chance.below(4, "first", number)) for number in range(1, 11)]
        held, judged, hearings = 1268, 213, 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            duty = self.duty.at(at)
            if hour and self.chance.happens(0.12 * duty, "new", hour):
                cases, held = [Case(hour), *cases][:10], held + 1
            elif hour and self.chance.happens(0.27 * duty, "step", hour):
                before, cases = cases, self._advanced(cases, hour)
                reached = [new.step for new, old in zip(cases, before, strict=True) if new != old]
                held, judged = held - reached.count(_RELEASED), judged + reached.count(_SENTENCED)
            hearings += self.chance.happens(0.05 * duty, "hearings", hour)
            figures = (f"Палітвязні: {held}", f"Прысуды сёлета: {judged}")
            yield PageState(
                rows=tuple(self._page(cases, figures, hearings, hour)),
                news=(*figures, *(words for case in cases for words in self._told(case))),
                secondary=self._hearings(hearings),
            )

    def _advanced(self, cases: Sequence[Case], hour: int) -> list[Case]:
        """One of the cases goes on; whoever is free stays free."""
        open_cases = [case for case in cases if case.step != _RELEASED]
        chosen = self.chance.pick(open_cases, "whose", hour) if open_cases else None
        return [
            replace(case, step=self.chance.pick(_AFTER[case.step], "after", hour)) if case is chosen else case
            for case in cases
        ]

    def _told(self, case: Case) -> tuple[str, str]:
        family, given = told(self.chance.child("who"), (_FAMILIES, _GIVEN), case.number)
        years = self.chance.between(2, 11, "years", case.number)
        return f"{given} {family}", _STEPS[case.step].format(years=years)

    def _hearings(self, number: int) -> tuple[str, ...]:
        """The courts' calendar, written anew at times."""
        draw = self.chance.child("hearings", number)
        return tuple(
            f"{town}: {draw.between(9, 16, 'clock', town)}:30" for town in draw.shuffled(_TOWNS, "towns")[:4]
        )

    def _page(self, cases: Sequence[Case], figures: Sequence[str], hearings: int, hour: int) -> list[Row]:
        note = f"Абаронцы зараз у сетцы: {self.chance.between(3, 120, 'online', hour)}"
        letters = 140 * (hour % 24) + self.chance.below(140, "letters", hour)
        raised = 41_220 + 37 * hour + self.chance.below(37, "raised", hour)
        rows = [
            row(panels.masthead("Спіс вязняў", 1000, note, height=62), tag="header"),
            row(
                self._figure(figures[0], is_news=True),
                self._figure(f"Лісты сёння: {letters}"),
                self._figure(figures[1], is_news=True),
                self._figure(f"Сабрана: {raised} €"),
            ),
            row(
                [self._greet(hour, 320), self._wall(hour, 320)],
                [self._case(case, hour, 680) for case in cases],
                tag="main",
            ),
            row(
                panels.plain(
                    "hearings",
                    1000,
                    f"<h4>Суды на гэтым тыдні</h4><p>{' · '.join(self._hearings(hearings))}</p>",
                )
            ),
            row(
                panels.plain("foot", 1000, '<p class="small">Пра нас · Методыка · Даслаць звесткі · PGP</p>')
            ),
        ]
        if self.chance.happens(0.4, "bank", hour // 2):
            tall = self.chance.pick((50, 90, 140, 180), "bank px", hour // 2)
            words = self.chance.pick(_BANKS, "bank words", hour // 2)
            rows.insert(1, row(panels.strip(words, tall, name="bank")))
        return rows

    def _figure(self, words: str, *, is_news: bool = False) -> Panel:
        return panels.plain("figure", 250, f"<h2>{words}</h2>", is_news=is_news)

    def _case(self, case: Case, hour: int, width: int) -> Panel:
        """One line of the register; its days and letters run."""
        name, state = self._told(case)
        days = self.chance.between(20, 1500, "days", case.number) + (hour + 6) // 24
        letters = self.chance.between(0, 60, "got", case.number, hour // 2)
        article = self.chance.pick(_ARTICLES, "article", case.number)
        town = self.chance.pick(_TOWNS, "town", case.number)
        html = (
            f'<div><h2><a href="{ORIGIN}/vyazni/{case.number + 400}">{name}</a></h2><b>{state}</b>'
            f'<span>арт. {article}, {town}</span></div><p class="small">{days} дзён за кратамі · лістоў за тыдзень:'
            f" {letters}</p>"
        )
        return panels.plain("case", width, html, is_news=True)

    def _greet(self, hour: int, width: int) -> Panel:
        """A campaign's picture: one of seven at each visit."""
        number = self.chance.below(len(_GREETED), "greet", hour)
        picture = panels.image(f"portrait-greet-{number}", width - 24, 300)
        return panels.plain("greet", width, f"{picture}<h1>{_GREETED[number]}</h1>")

    def _wall(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><p>{words}</p><p class="small">{self.chance.pick(_WRITERS, "writer", hour, words)}, '
            f"{self.chance.between(1, 59, 'ago', hour, words)} хв таму</p></li>"
            for words in self.chance.shuffled(_LINES, "wall", hour)[: self.chance.between(3, 5, "many", hour)]
        )
        return panels.plain("wall", width, f"<h4>Сцяна салідарнасці</h4><ul>{lines}</ul>")


UNSEEN_WATCHES = (Eldvakt, Viazni)
