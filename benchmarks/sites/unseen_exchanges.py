"""A stock exchange nobody had seen: Kazakh notices put in above the older ones, amid prices and house banners."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_FIRMS = ("«Самал Банк» АҚ", "«Алтын Дала» АҚ", "«ҚазЖелі» АҚ", "«Ертіс Мұнай» АҚ", "«Көктем Агро» ЖШС",
          "«Тұран Темір» АҚ",
          "«Жетісу Энерго» АҚ", "«Барыс Лизинг» АҚ", "«Атырау Газ» АҚ", "«Сарыарқа Цемент» АҚ",
          "«Каспий Порты» АҚ")  # fmt: skip
_TELL = ("2026 жылғы бірінші тоқсандағы қаржылық есептілігін ұсынды",
         "акционерлердің кезектен тыс жалпы жиналысын шақыратыны туралы хабарлады",
         "облигациялары бойынша сыйақы төленгені туралы хабарлады",
         "директорлар кеңесінің құрамындағы өзгерістер туралы хабарлады",
         "жай акциялары бойынша дивидендтер төлеу туралы шешім қабылдады",
         "мәміле жасасқаны және оған мүдделі тұлғалар туралы ақпарат берді",
         "бағалы қағаздары биржаның ресми тізіміне енгізілді",
         "рейтингін халықаралық агенттік «тұрақты» болжаммен растады",
         "облигацияларын өтеу мерзімі ұзартылғаны, жаңа шарттар акционерлердің келесі жиналысында "
         "бекітілетіні туралы хабарлады",
         "сот ісі қозғалғаны туралы хабарлады",
         "меншікті акцияларын сатып алу бағдарламасын аяқтады")  # fmt: skip
_PAPERS = ("SMLB", "ALDL", "KZZH", "ERTM", "KKTM", "TRTM", "ZHEN", "BRLS", "ATGZ", "SRCM")
_RATES = (("USD", 506_00, 514_00), ("EUR", 588_00, 597_00), ("RUB", 6_20, 6_45), ("CNY", 70_00, 71_60),
          ("Brent", 71_00, 74_50), ("XAU", 3_980_00, 4_060_00))  # fmt: skip
_WHY = ("есептілік ұсынылмаған", "эмитенттің өтініші бойынша", "реттеушінің талабы", "баға шегінен асты", "дефолт",
        "корпоративтік оқиға")  # fmt: skip
_BANNERS = ("Инвестициялауды бүгін баста", "«Қор нарығының үздігі» байқауы", "Онлайн семинар: облигациялар",
            "Мобильді қосымшаны жүктеп ал", "Биржаға 30 жыл", "Жасыл облигациялар форумы",
            "Студенттерге арналған симулятор", "Алтынмен сауда жаса")  # fmt: skip
_READ = ("Комиссиялық алым мөлшері", "Листинг ережелері", "Сауда күнтізбесі", "Маркет-мейкерлер тізімі",
         "Индекс әдістемесі",
         "Валюта бағамдарының мұрағаты", "Эмитенттерге сұрақ-жауап", "Клиринг қатысушылары", "Тарифтер 2026",
         "API құжаттамасы")  # fmt: skip


@dataclass(frozen=True)
class Board:
    """What the exchange says: its notices, newest first, and which papers are suspended, and why."""

    notices: tuple[tuple[int, bool], ...]  # its number, and whether it was corrected
    suspended: tuple[tuple[int, int], ...]  # the paper, and the reason


class Birzha(GeneratedSite):
    """A stock exchange: a column of notices that each new one pushes down, amid figures that move all day."""

    slug = "birzha"
    hard = (
        "entries put in above shift all others; figures, curves and banners that rotate are larger than they"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#17212e", muted="#6f7a88", line="#dde3ea", accent="#0a4d8c",
        lead_px=24, top_px=16, card="#f0f4f9",
        extra=(
            ".masthead{background:#0a2540;color:#fff}.masthead .small{color:#a8bcd4}"
            ".quotes,.popular{background:#f0f4f9}"
            ".board{background:#0a2540;color:#dfe9f5;padding:0 12px}.board p{display:flex;"
            "justify-content:space-between;"
            "font-size:14px;line-height:34px}.up{color:#1c9c50}.down{color:#d02c2c}.banner{padding:0}"
            ".banner h1{position:absolute;left:32px;top:36px;width:430px;font-size:34px;line-height:42px;color:#fff;"
            "background:#0a2540cc;padding:12px 20px}.quotes p{display:flex;justify-content:space-between;"
            "line-height:25px}"
            ".halts p{display:flex;gap:18px;border-top:1px solid #dde3ea;line-height:30px}.halts b{width:60px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 18), then=0.02, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = Board(tuple((-176 - 5 * number, False) for number in range(11)), ((0, 0), (4, 2), (7, 4)))
        for hour in range(hours):
            if hour:
                shown = self._after(shown, hour)
            news = [self._told(*item) for item in shown.notices] + [_halt(*item) for item in shown.suspended]
            yield PageState(rows=tuple(self._page(shown, hour)), news=tuple(news))

    def picture(self, path: str) -> Resource | None:
        """The pictures that the page shows; the index is drawn."""
        if path.startswith("/media/index-"):
            hour = int(path.removeprefix("/media/index-").removesuffix(".svg"))
            return Resource("image/svg+xml", _curve([self._level(item) for item in _trading(hour, 41)]))
        return super().picture(path)

    def _after(self, old: Board, hour: int) -> Board:
        what = self.chance.number("what", hour) / self.duty.at(STARTS_AT + timedelta(hours=hour))
        if what < 0.38:
            many = self.chance.pick((1, 1, 1, 2, 2, 3), "many", hour)
            fresh = tuple((3 * hour + seat, False) for seat in reversed(range(many)))
            return replace(old, notices=(*fresh, *old.notices)[: len(old.notices)])
        if what < 0.41:
            (number, _), *others = old.notices
            return replace(old, notices=((number, True), *others))
        if what < 0.5:
            listed = {paper for paper, _ in old.suspended}
            free = [paper for paper in range(len(_PAPERS)) if paper not in listed]
            fresh_halt = (self.chance.pick(free, "paper", hour), self.chance.below(len(_WHY), "why", hour))
            return replace(old, suspended=(fresh_halt, *old.suspended[:2]))
        return old

    def _told(self, number: int, corrected: bool) -> str:
        firm, tells = told(self.chance.child("told"), (_FIRMS, _TELL), number)
        return f"{firm} {tells}{' (түзетілген)' if corrected else ''}"

    def _page(self, shown: Board, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(panels.masthead("АЛАТАУ ҚОР БИРЖАСЫ", 1000, f"{at:%d.%m.%Y %H:%M}", height=58), tag="header"),
            row(self._board(hour)),
            row(self._banner(hour)),
            row(
                [self._halts(shown, 620), self._notices(shown, 620)],
                [self._index(hour, 380), self._quotes(hour, 380), self._popular(hour, 380)],
                tag="main",
            ),
            row(self._counter(hour)),
        ]
        return rows

    def _banner(self, hour: int) -> Panel:
        number = self.chance.below(len(_BANNERS), "banner", hour)
        html = f"{panels.image(f'economy-banner-{number}', 1000, 280)}<h1>{_BANNERS[number]}</h1>"
        return panels.plain("banner", 1000, html)

    def _notices(self, shown: Board, width: int) -> Panel:
        lines = "".join(
            f'<li><span class="small">{_stamp(number)}</span><h2><a href="{ORIGIN}/notices/{1200 + number}">'
            f"{self._told(number, corrected)}</a></h2></li>"
            for number, corrected in shown.notices
        )
        return panels.plain("notices", width, f"<h4>Биржа хабарламалары</h4><ul>{lines}</ul>", is_news=True)

    def _halts(self, shown: Board, width: int) -> Panel:
        lines = "".join(f"<p>{_halt(*item)}</p>" for item in shown.suspended)
        return panels.plain("halts", width, f"<h4>Сауда-саттық тоқтатылды</h4>{lines}", is_news=True)

    def _level(self, hour: int) -> int:
        """The index at an hour of trade: a wave over some days, and what the hour adds."""
        wave = math.sin(hour / 19) + 0.6 * math.sin(hour / 7.3)
        return 5_120_00 + round(46_00 * wave) + self.chance.between(-14_00, 14_00, "index", hour)

    def _board(self, hour: int) -> Panel:
        figures = "".join(
            f"<span>{name} <b>{self.chance.between(low, high, name, hour) / 100:,.2f}</b></span>"
            for name, low, high in _RATES
        )
        return panels.plain("board", 1000, f"<p>{figures}</p>")

    def _index(self, hour: int, width: int) -> Panel:
        level, before = (self._level(item) for item in _trading(hour, 2)[::-1])
        way = "up" if level >= before else "down"
        drawn = panels.image(f"index-{_trading(hour, 1)[0]}", width - 24, 210)
        html = f'<h4>Индекс</h4><h1>{level / 100:,.2f} <span class="{way}">{(level - before) / 100:+.2f}</span></h1>'
        return panels.plain("index", width, html + drawn)

    def _quotes(self, hour: int, width: int) -> Panel:
        lines, (traded,) = "", _trading(hour, 1)
        for name in _PAPERS:
            step = self.chance.between(-420, 420, "step", name, traded) / 100
            price = self.chance.between(90, 19_000, "price", name) * (1 + step / 100)
            lines += (
                f'<p><b>{name}</b><span>{price:,.2f}</span><span class="{"up" if step >= 0 else "down"}">'
                f"{step:+.2f}%</span></p>"
            )
        return panels.plain("quotes", width, f"<h4>Акциялар</h4>{lines}")

    def _popular(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f'<li><h3><b class="n">{place + 1}</b>{name}</h3></li>'
            for place, name in enumerate(self.chance.shuffled(_READ, "read", hour // 2)[:5])
        )
        return panels.plain("popular", width, f"<h4>Жиі оқылатын құжаттар</h4><ol>{lines}</ol>")

    def _counter(self, hour: int) -> Panel:
        here = self.chance.between(40, 1900, "here", hour)
        return panels.plain("counter", 1000, f'<p class="small">Қазір сайтта: {here}</p>')


def _halt(paper: int, why: int) -> str:
    """A line of the suspended papers as it stands on the page."""
    return f"<b>{_PAPERS[paper]}</b><span>{_WHY[why]}</span>"


def _stamp(number: int) -> str:
    at = STARTS_AT + timedelta(hours=number // 3, minutes=17 + 13 * (number % 3))
    return f"{at:%d.%m.%Y %H:%M}"


def _trading(hour: int, many: int) -> list[int]:
    """The last hours in which there was trade: from eleven to seventeen on working days."""
    found: list[int] = []
    while len(found) < many:
        at = STARTS_AT + timedelta(hours=hour)
        if at.weekday() < 5 and 11 <= at.hour <= 17:
            found.insert(0, hour)
        hour -= 1
    return found


def _curve(levels: Sequence[int]) -> bytes:
    """An index over the hours, filled below."""
    low, high = min(levels), max(levels)
    draw = random.Random(levels[-1])
    points = [
        f"{9 * place},{180 - round(150 * (level - low) / max(1, high - low)) + draw.randint(-3, 3)}"
        for place, level in enumerate(levels)
    ]
    lines = "".join(f'<rect y="{y}" width="356" height="1" fill="#dde3ea"/>' for y in range(30, 200, 42))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="356" height="210" viewBox="0 0 356 210">'
        f'<rect width="356" height="210" fill="#fff"/>{lines}<polygon points="0,210 {" ".join(points)} 360,210"'
        f' fill="#0a4d8c33"/><polyline points="{" ".join(points)}" fill="none" stroke="#0a4d8c" stroke-width="2"/>'
        "</svg>"
    ).encode()


UNSEEN_EXCHANGES = (Birzha,)
