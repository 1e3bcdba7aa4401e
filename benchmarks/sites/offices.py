"""Offices: a university department, a ministry's register in Arabic, a surgery with two templates and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT, HourNews, Rhythm
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NOTICE_DESK
from pagetide.demo.words import FILLERS

_DISHES = (
    "Lentil soup", "Fish and potatoes", "Mushroom risotto", "Chilli", "Vegetable curry", "Pasta with pesto",
    "Goulash", "Spinach pie", "Falafel", "Chicken with rice", "Pancakes", "Bean stew",
)  # fmt: skip
_SEMINARS = (
    "Colloquium on measure", "Seminar: sparse graphs", "Doctoral defence", "Reading group", "Open lab",
    "Guest lecture on tides", "Workshop for teachers", "Journal club", "Exam review", "Institute meeting",
)  # fmt: skip


class Faculty(GeneratedSite):
    """A department: a few announcements; a calendar, a menu and lectures that roll over at midnight, faces, a wall."""

    slug = "faculty"
    hard = "all but the news rolls over at midnight; a large rotating picture above, faces beside"
    desk = NOTICE_DESK
    rhythm = Rhythm(lead=0.04, top=0.03, rewrite=0.01, picture=0.01, more=0.0, night=0.1)
    tops = 4
    look = Look(
        heading=SERIF, accent="#003366", paper="#ffffff", lead_px=28, top_px=18, card="#f1f5f9",
        extra=(
            ".month{display:grid;grid-template-columns:repeat(7,1fr);gap:3px;"
            "text-align:center}.month span{line-height:26px}"
            ".month .now{background:#003366;color:#fff;border-radius:13px}"
            ".nav{display:flex;gap:28px;background:#003366;"
            "color:#fff;padding:0 14px;line-height:40px}.when{display:inline-block;width:64px;color:#b45309}"
        ),
    )  # fmt: skip

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h, at = hour.hour, hour.at
        day = (at.date() - STARTS_AT.date()).days
        return (
            row(
                panels.masthead("Department of Mathematics", 1000, "University of Elbmouth", height=80),
                tag="header",
            ),
            row(
                panels.plain(
                    "menu",
                    1000,
                    '<div class="nav"><b>Study</b><b>Research</b><b>People</b><b>Press</b></div>',
                )
            ),
            row(panels.slide(self.chance, self.chance.below(6, "campus", h // 2), 1000, 280, "hero")),
            row(
                [
                    panels.lead(self.flow, hour, 620, "plain"),
                    panels.tops(self.flow, hour.tops, 620, "thumbs", heading="News"),
                ],
                [self._month(at, 380), self._today(day, 380), self._events(day, 380), self._faces(h, 380)],
                tag="main",
            ),
            row(self._wall(h)),
        )

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; lectures and the menu are what some readers come for: secondary."""
        for number, state in enumerate(super().states(hours)):
            day = ((STARTS_AT + timedelta(hours=number)).date() - STARTS_AT.date()).days
            told = (*state.secondary, f"lectures {day // 3}", f"menu of day {day}")
            yield PageState(rows=state.rows, news=state.news, secondary=told)

    def _month(self, at: datetime, width: int) -> Panel:
        days = "".join(
            f"<span{' class=now' if number == at.day else ''}>{number}</span>" for number in range(1, 32)
        )
        return panels.plain("month", width, f'<h4>{at:%B %Y}</h4><div class="month">{days}</div>')

    def _today(self, day: int, width: int) -> Panel:
        dishes = self.chance.shuffled(_DISHES, "canteen", day)[:3]
        items = "".join(
            f"<li>{dish} <span class=small>€{3 + place}.{day % 10}0</span></li>"
            for place, dish in enumerate(dishes)
        )
        return panels.plain("canteen", width, f"<h4>Canteen today</h4><ul>{items}</ul>")

    def _events(self, day: int, width: int) -> Panel:
        items = ""
        for ahead in range(4):
            number = day // 3 + ahead
            date = STARTS_AT + timedelta(days=3 * number + 1)
            what = self.chance.pick(_SEMINARS, "lecture", number)
            items += (
                f'<li><b class="when">{date:%d %b}</b> {what}, '
                f"room {self.chance.between(1, 60, 'room', number)}</li>"
            )
        return panels.plain("events", width, f"<h4>Coming up</h4><ul>{items}</ul>")

    def _faces(self, hour: int, width: int) -> Panel:
        who = self.chance.shuffled(range(14), "faces", hour)[:3]
        cards = "".join(
            f"<div>{panels.image(f'sport-face-{number}', 108, 120)}<h3>{FILLERS['Person'][number * 7]}</h3></div>"
            for number in who
        )
        return panels.plain("faces", width, f'<h4>People</h4><div class="cards">{cards}</div>')

    def _wall(self, hour: int) -> Panel:
        posts = ""
        for seat in range(3):
            number = self.chance.below(25, "post", hour // 2, seat)
            words = NOTICE_DESK.write(self.chance.child("wall"), f"{number}", STARTS_AT).standfirst
            posts += (
                f'<div class="box"><p>{escape(words)}</p><p '
                f'class="small">{self.chance.below(90, "likes", hour, seat)} likes</p></div>'
            )
        return panels.plain("wall", 1000, f'<h4>#MathsElbmouth</h4><div class="cards">{posts}</div>')


_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
_KINDS = ("قرار", "تعميم", "مرسوم", "إعلان", "نظام", "تعديل")
_OFFICES = (
    "وزارة التعليم",
    "وزارة النقل",
    "وزارة الصحة",
    "هيئة المياه",
    "وزارة المالية",
    "ديوان الخدمة",
    "هيئة الموانئ",
)
_MATTERS = (
    "تنظيم رسوم الموانئ", "مواعيد العمل في المدارس", "ترخيص سيارات الأجرة", "أسعار المياه", "حماية الأراضي الزراعية",
    "توظيف المعلمين", "سلامة المباني القديمة", "نقل البضائع ليلا", "صيانة الطرق السريعة", "فحص الأغذية المستوردة",
    "تسجيل السفن الصغيرة", "منح الدراسة في الخارج", "إدارة النفايات الطبية", "إجازات الموظفين",
)  # fmt: skip
_PLACES = (
    "في العاصمة",
    "في المنطقة الشرقية",
    "في المحافظات",
    "لعام ٢٠٢٦",
    "للمرحلة الثانية",
    "في الساحل",
    "في الشمال",
)
_SERVICES = (
    "تجديد جواز السفر", "دفع المخالفات", "حجز موعد", "شهادة ميلاد", "رخصة بناء", "الاستعلام عن معاملة", "التوظيف",
    "بوابة الدفع", "الشكاوى", "البيانات المفتوحة",
)  # fmt: skip
_SKIES = ("مشمس", "غائم", "غبار", "رياح", "صحو")


@dataclass(frozen=True)
class Decree:
    """A line of the register; a revision corrects its subject."""

    number: int
    revision: int = 0


class Diwan(GeneratedSite):
    """A ministry's register in Arabic: decrees enter on top of a table of ten; stamps, downloads and polls count."""

    slug = "diwan"
    hard = "right to left; rows inserted on top of a table, other digits, a strip of any height above"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, accent="#0f766e", paper="#fcfcfa", lead_px=24, top_px=17,
        extra=(
            "section{direction:rtl}table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #d6d3d1;"
            "padding:8px;text-align:right;line-height:22px}th{background:#0f766e;color:#fff}.bar{background:#e7e5e4;"
            "height:14px;margin-bottom:6px}.bar i{display:block;height:14px;background:#0f766e}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        decrees = [Decree(-number) for number in range(1, 41)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and at.weekday() not in {4, 5} and 7 <= at.hour <= 15:
                if self.chance.happens(0.14, "decree", hour):
                    decrees.insert(0, Decree(hour))
                elif self.chance.happens(0.03, "corrected", hour):
                    place = self.chance.below(10, "which", hour)
                    decrees[place] = Decree(decrees[place].number, decrees[place].revision + 1)
            news = tuple(" ".join(self._cells(item)) for item in decrees[:10])
            yield PageState(rows=tuple(self._page(decrees, hour, at)), news=news)

    def _cells(self, item: Decree) -> tuple[str, str, str]:
        draw = self.chance.child("decree", item.number)
        subject = (
            f"{draw.pick(_KINDS, 'kind')} بشأن {draw.pick(_MATTERS, 'matter', item.revision)}"
            f" {draw.pick(_PLACES, 'place')}"
        )
        date = STARTS_AT + timedelta(hours=item.number if item.number > 0 else 20 * item.number)
        return subject, draw.pick(_OFFICES, "office"), f"{date:%Y/%m/%d}".translate(_DIGITS)

    def _page(self, decrees: Sequence[Decree], hour: int, at: datetime) -> list[Row]:
        said = (
            f"{at:%H:%M - %d/%m/%Y} - {self.chance.pick(_SKIES, 'sky', hour // 2)}"
            f" {20 + self.chance.below(20, 'heat', hour)}°"
        )
        rows = [
            row(panels.masthead("الجريدة الرسمية", 1000, said.translate(_DIGITS), height=70), tag="header"),
            row(self._banner(hour)),
            row(
                [self._services(hour, 280), self._poll(hour, 280)],
                [self._table(decrees, hour, at, 720)],
                tag="main",
            ),
            row(panels.plain("pages", 1000, '<p class="small">الصفحة ١ من ٤٨٢</p>')),
        ]
        if self.chance.happens(0.3, "strip", hour // 4):
            height = self.chance.between(40, 130, "height", hour // 4)
            rows.insert(0, row(panels.strip("تنبيه: صيانة النظام مساء اليوم", height, name="strip")))
        return rows

    def _table(self, decrees: Sequence[Decree], hour: int, at: datetime, width: int) -> Panel:
        lines = ""
        for item in decrees[:10]:
            subject, office, date = self._cells(item)
            loaded = str(
                30 + 11 * max(hour - item.number, 0) + self.chance.below(10, "loaded", item.number, hour)
            )
            link = f'<a href="{ORIGIN}/decree/{item.number + 900}">{subject}</a>'
            cells = (link, office, date, f"{loaded.translate(_DIGITS)} تحميل")
            lines += f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        stamp = f"آخر تحديث {at:%H:%M}، العدد الكلي {4800 + len(decrees)}".translate(_DIGITS)
        head = "<tr><th>الموضوع</th><th>الجهة</th><th>التاريخ</th><th>الملف</th></tr>"
        html = f'<h1>أحدث القرارات</h1><p class="small">{stamp}</p><table>{head}{lines}</table>'
        return panels.plain("decrees", width, html, is_news=True)

    def _banner(self, hour: int) -> Panel:
        number = self.chance.below(6, "banner", hour)
        title = (
            '<h1 style="position:absolute;right:20px;bottom:16px;background:#0f766ecc;'
            f'color:#fff;padding:4px 14px">{_SERVICES[number]}</h1>'
        )
        html = f'<div style="position:relative;height:240px">{panels.image(f"city-{number}", 976, 240)}{title}</div>'
        return panels.plain("banner", 1000, html)

    def _services(self, hour: int, width: int) -> Panel:
        items = "".join(
            f'<li><a href="{ORIGIN}/s/{_SERVICES.index(item)}">{item}</a></li>'
            for item in self.chance.shuffled(_SERVICES, "services", hour)[:6]
        )
        return panels.plain("services", width, f"<h4>الأكثر استخداما</h4><ul>{items}</ul>")

    def _poll(self, hour: int, width: int) -> Panel:
        bars = ""
        for answer in ("نعم", "لا", "لا أعرف"):
            share = self.chance.between(5, 95, "share", answer, hour)
            bars += (
                f"<p>{answer} {str(share).translate(_DIGITS)}٪</p><div "
                f'class="bar"><i style="width:{share}%"></i></div>'
            )
        return panels.plain("poll", width, f"<h4>هل الخدمة سهلة؟</h4>{bars}")


class Surgery(GeneratedSite):
    """A doctors' practice: a notice every other day, shown in one of two templates; parts fail to load at times."""

    slug = "surgery"
    hard = "very slow; two templates at random, empty parts at some visits, a notice list that fails to load"
    desk = NOTICE_DESK
    rhythm = Rhythm(lead=0.022, top=0.0, rewrite=0.004, picture=0.0, night=1.0)
    more = 0
    tops = 2
    look = Look(
        heading=SANS, accent="#0369a1", paper="#f8fafc", lead_px=25, top_px=17, card="#e0f2fe",
        extra=(
            ".card{background:#fff;border-radius:14px;padding:14px;box-shadow:0 1px 3px #00000022}"
            ".hollow{background:#e2e8f0;border-radius:8px;height:18px;margin-bottom:10px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; where the notices are missing, nothing can be told."""
        for number, state in enumerate(super().states(hours)):
            missing = ("notices missing",) if self._is_missing(number) else ()
            yield PageState(rows=state.rows, news=state.news, secondary=missing)

    def _is_missing(self, hour: int) -> bool:
        return self.chance.happens(0.04, "missing", hour)

    def rows(self, hour: HourNews) -> Sequence[Row]:
        h = hour.hour
        head = row(
            panels.masthead("Quayside Surgery", 1000, f"Open now. {hour.at:%H:%M}", height=64), tag="header"
        )
        aside = [self._waiting(h), self._voices(h), self._map(h)]
        if self.chance.happens(0.5, "template", h):
            return (head, row(self._notices(hour, 620), aside, tag="main"), self._foot(h))
        hero = row(panels.slide(self.chance, self.chance.below(5, "hero", h), 1000, 220, "hero"))
        return (head, hero, row(aside, self._notices(hour, 620), tag="main"), self._foot(h))

    def _notices(self, hour: HourNews, width: int) -> list[Panel]:
        if self._is_missing(hour.hour):
            return [
                panels.plain(
                    "lead",
                    width,
                    '<h1>Notices</h1><div class="hollow"></div>' + '<div class="hollow"></div>' * 5,
                    is_news=True,
                )
            ]
        return [
            panels.lead(self.flow, hour, width, "plain"),
            panels.tops(self.flow, hour.tops, width, "list", heading="Notices"),
        ]

    def _waiting(self, hour: int) -> Panel:
        said = (
            f"<h1>{self.chance.between(2, 90, 'wait', hour)} min</h1>"
            f"<p>{self.chance.below(30, 'queue', hour)} people are waiting</p>"
        )
        return self._part("waiting", "Waiting time", said, hour)

    def _voices(self, hour: int) -> Panel:
        number = self.chance.below(12, "voice", hour)
        words = NOTICE_DESK.write(self.chance.child("voices"), f"{number}", STARTS_AT)
        said = f"<p>{escape(words.standfirst)}</p><p class=small>{escape(words.byline)}, {'★' * (1 + number % 5)}</p>"
        return self._part("voices", "Patients say", said, hour)

    def _map(self, hour: int) -> Panel:
        return self._part(
            "map",
            "Traffic nearby",
            panels.image(f"city-{self.chance.below(30, 'map', hour)}", 320, 200),
            hour,
        )

    def _part(self, name: str, heading: str, said: str, hour: int) -> Panel:
        if self.chance.happens(0.12, "failed", name, hour):
            said = '<div class="hollow"></div><p class="small">Could not be loaded</p>'
        return panels.plain(name, 380, f'<div class="card"><h4>{heading}</h4>{said}</div>')

    def _foot(self, hour: int) -> Row:
        return row(panels.comments(self.chance, hour // 4, 1000, 2, "Questions and answers"))


OFFICES = (Faculty, Diwan, Surgery)
