"""A health authority nobody had seen: a Pashto page from the right, with a map of cases that is drawn anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_ADVICE = (
    ("روغتونونو ته د تیاري امر", "ټول ولایتي روغتونونه دې شپه او ورځ خلاص وي."),
    ("د اوبو د پاکولو کمپاین", "خلک دې د څښاک اوبه وجوشوي او لاسونه دې ووینځي."),
    ("د وینې د مرستې غوښتنه", "د وینې بانک د هېوادوالو مرستې ته اړتیا لري."),
    ("د واکسین مهالوېش بدل شو", "واکسین به له سبا څخه د مازدیګر تر څلورو بجو ورکول کېږي."),
    ("د ښوونځیو لپاره لارښوونه", "ناروغ ماشومان دې تر درې ورځو په کور کې پاتې شي."),
    ("د درملو بیې وټاکل شوې", "له ټاکلې بیې لوړ پلور به جریمه شي."),
)
_MATTERS = ("د ډاکټرانو ګمارنه", "د درملو پېرل", "د واکسین مرکزونه", "د کارکوونکو رخصتي", "د لابراتوارونو ثبت",
            "د څارنې ډلې", "د امبولانس خدمتونه")  # fmt: skip
_AREAS = ("کابل", "کندهار", "ننګرهار", "خوست", "پکتیا", "هلمند", "لغمان", "کونړ", "غزني")
_CAMPAIGNS = ("له ګوزڼ پاک افغانستان", "د مور او ماشوم روغتیا", "لاسونه پرېمینځئ", "روغتیا د ټولو حق دی", "سګرټ پرېږدئ",
              "له شري مخنیوی", "پاکې اوبه، روغ ژوند")  # fmt: skip
_POSTS = ("وزیر له ولایتي روغتون څخه لیدنه وکړه", "نن قابلو ته سندونه ورکړل شول", "ګرځنده کلینیک نن ستاسو په سیمه کې",
          "د واکسین کارکوونکو ته درناوی", "د وزارت په تالار کې غونډه روانه ده", "روغ ماشومان، روښانه راتلونکی",
          "خپل شکایت مرستندویې کرښې ته ووایاست", "د واکسین کارت خوندي وساتئ", "د نن سلا: اوبه جوش کړئ",
          "زموږ ډلې کور په کور ګرځي", "د طب پوهنځي مراسم", "د فشار وړیا کتنې")  # fmt: skip
_LINKS = ("د ولس غږ", "ملي روغتیا", "تدارکات", "دندې", "طبي شورا", "فورمې", "احصایه", "اړیکه")
_SHADES = ("#fdf3e3", "#fdd49e", "#fc8d59", "#d7301f", "#7f0000")


@dataclass(frozen=True)
class Situation:
    """What the authority says: which map, which advice, which circulars."""

    chart: int
    advice: int
    circulars: tuple[int, ...]


class Roghtia(GeneratedSite):
    """A ministry of health: two maps a day under one caption, below campaigns larger than the map."""

    slug = "roghtia"
    hard = "a map redrawn under the same words, from the right, below campaigns and beside posts of the hour"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f7faf8", ink="#12291f", muted="#5c7468", line="#c9dad0", accent="#00693e",
        lead_px=26, top_px=18, card="#e6f2ea",
        extra=(
            "section{direction:rtl}h4{text-transform:none;font-size:16px;line-height:24px}"
            ".masthead{background:#00693e;"
            "color:#fff}.masthead .small{color:#cfe9db;font-size:15px}.campaign{padding:0}"
            ".campaign h1{position:absolute;"
            "right:40px;bottom:26px;background:#00693ee0;color:#fff;padding:10px 24px;margin:0;font-size:32px;"
            "line-height:44px}.posts,.counter{background:#e6f2ea}.map img{border:1px solid #c9dad0}"
            ".advice{border-right:"
            "6px solid #c1121f;background:#fff}.links ul{display:flex;gap:18px}.links li{border:1px solid #c9dad0;"
            "padding:8px 14px}.posts p{font-size:14px;line-height:22px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(9, 16), off=(4,), then=0.05, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; maps come late in the morning and in the evening."""
        shown = Situation(0, 0, (-1, -2, -3, -4))
        for hour in range(hours):
            if hour:
                shown = self._after(shown, hour)
            advice = _ADVICE[shown.advice % len(_ADVICE)]
            circulars = (self._circular(number) for number in shown.circulars)
            yield PageState(
                rows=tuple(self._page(shown, hour)), news=(f"cases-{shown.chart}.", *advice, *circulars)
            )

    def picture(self, path: str) -> Resource | None:
        """The pictures that the page shows; maps are drawn from the cases."""
        if path.startswith("/media/cases-"):
            number = int(path.removeprefix("/media/cases-").removesuffix(".svg"))
            return Resource("image/svg+xml", _map(self.chance.child("map"), number))
        return super().picture(path)

    def _after(self, old: Situation, hour: int) -> Situation:
        at = STARTS_AT + timedelta(hours=hour)
        day = at.date().toordinal()
        due = [self.chance.between(10, 12, "morning", day), self.chance.between(17, 20, "evening", day)]
        duty = self.duty.at(at)
        if at.hour in (due if at.weekday() != 4 else due[1:]):
            return replace(old, chart=old.chart + 1)
        if self.chance.happens(0.06 * duty, "advice", hour):
            return replace(old, advice=old.advice + 1)
        if self.chance.happens(0.12 * duty, "circular", hour):
            return replace(old, circulars=(hour, *old.circulars[:-1]))
        return old

    def _circular(self, number: int) -> str:
        matter, area = told(self.chance.child("circular"), (_MATTERS, _AREAS), number)
        return f"مکتوب {2400 + number}: {matter}، {area}"

    def _page(self, shown: Situation, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(
                panels.masthead(
                    "د عامې روغتیا وزارت", 1000, f"مرستندویه کرښه 166 · {at:%d-%m-%Y %H:%M}", height=70
                ),
                tag="header",
            ),
            row(self._campaign(hour)),
            row(
                [self._visit(hour, 380), self._posts(hour, 380), self._counter(hour, 380)],
                [self._chart(shown, 620), self._advice(shown, 620), self._circulars(shown.circulars, 620)],
                tag="main",
            ),
            row(self._links(hour)),
        ]
        if self.chance.happens(0.15, "notice", hour // 3):
            rows.insert(1, row(panels.strip("د وېبپاڼې په سروې کې برخه واخلئ", 52, name="promo")))
        return rows

    def _campaign(self, hour: int) -> Panel:
        """One of seven campaigns, at each visit another."""
        number = (hour * 3 + self.chance.below(3, "campaign", hour)) % len(_CAMPAIGNS)
        html = f"{panels.image(f'politics-campaign-{number}', 1000, 300)}<h1>{_CAMPAIGNS[number]}</h1>"
        return panels.plain("campaign", 1000, html)

    def _chart(self, shown: Situation, width: int) -> Panel:
        html = (
            "<h4>د کولرا وضعیت</h4><h1>په ولایتونو کې ثبت شوې پېښې</h1>"
            f"<p>تیاره رنګ ډېرې پېښې ښیي.</p>{panels.image(f'cases-{shown.chart}', width - 26, 400)}"
        )
        return panels.plain("map", width, html, is_news=True)

    def _advice(self, shown: Situation, width: int) -> Panel:
        title, words = _ADVICE[shown.advice % len(_ADVICE)]
        return panels.plain("advice", width, f"<h2>{title}</h2><p>{words}</p>", is_news=True)

    def _circulars(self, numbers: Sequence[int], width: int) -> Panel:
        lines = "".join(
            f'<li><h3><a href="{ORIGIN}/circulars/{number + 2400}">{self._circular(number)}</a></h3></li>'
            for number in numbers
        )
        return panels.plain("circulars", width, f"<h4>نوي مکتوبونه</h4><ul>{lines}</ul>", is_news=True)

    def _visit(self, hour: int, width: int) -> Panel:
        number = self.chance.below(9, "visit", hour)
        html = f"<h4>انځورونه</h4>{panels.image(f'politics-visit-{number}', width - 24, 230)}"
        return panels.plain("visit", width, html)

    def _posts(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li><b>@HealthDept</b> <span class=small>{self.chance.between(1, 58, 'age', hour, seat)} دقیقې</span>"
            f"<p>{words}</p><p class=small>♥ {self.chance.below(900, 'likes', hour, seat)}</p></li>"
            for seat, words in enumerate(self.chance.shuffled(_POSTS, "posts", hour)[:4])
        )
        return panels.plain("posts", width, f"<h4>ټولنیزه شبکه</h4><ul>{lines}</ul>")

    def _counter(self, hour: int, width: int) -> Panel:
        visits = 7_310_000 + 61 * hour + self.chance.below(60, "visits", hour)
        return panels.plain("counter", width, f"<h2>{visits:,}</h2><p>کتونکي</p>")

    def _links(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><h3>{name}</h3></li>" for name in self.chance.shuffled(_LINKS, "links", hour)[:6]
        )
        return panels.plain("links", 1000, f"<ul>{lines}</ul>")


def _map(chance: Chance, number: int) -> bytes:
    """Provinces of a country, each in the shade of its cases; a legend and the bulletin's number below."""
    parts = ['<rect width="594" height="400" fill="#dfeaf2"/>']
    for line in range(6):
        for place in range(7):
            if chance.happens(0.6 * (place in (0, 6) or line == 5), "abroad", line, place):
                continue
            corners = ((line, place), (line, place + 1), (line + 1, place + 1), (line + 1, place))
            points = " ".join(_corner(chance, *corner) for corner in corners)
            shade = _SHADES[_cases(chance, line, place, number)]
            parts.append(f'<polygon points="{points}" fill="{shade}" stroke="#6b5b4b" stroke-width="1.5"/>')
    for seat, shade in enumerate(_SHADES):
        parts.append(
            f'<rect x="18" y="{262 + 20 * seat}" width="26" height="16" fill="{shade}" stroke="#555"/>'
            f'<text x="52" y="{275 + 20 * seat}" font-family="sans-serif" font-size="12">{25 * seat}+</text>'
        )
    parts.append(
        f'<text x="18" y="388" font-family="sans-serif" font-size="14">Bulletin {number + 118}</text>'
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="594" height="400" viewBox="0 0 594 400">'
        f"{''.join(parts)}</svg>"
    ).encode()


def _corner(chance: Chance, line: int, place: int) -> str:
    x = 110 + 66 * place + chance.between(-18, 18, "x", line, place)
    return f"{x},{22 + 60 * line + chance.between(-14, 14, 'y', line, place)}"


def _cases(chance: Chance, line: int, place: int, number: int) -> int:
    """The shade of a province: from bulletin to bulletin one up, one down, or mostly the same."""
    level = chance.pick((0, 0, 1, 1, 2, 3), "level", line, place)
    for bulletin in range(1, number + 1):
        level += chance.pick((-1, 0, 0, 0, 1), "step", line, place, bulletin)
        level = max(0, min(level, len(_SHADES) - 1))
    return level


UNSEEN_EPIDEMICS = (Roghtia,)
