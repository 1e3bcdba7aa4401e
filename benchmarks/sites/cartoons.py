"""A drawing of the day above posts in words: a Serbian trade union, with guests amid its posts and beside them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty, told
from benchmarks.sites.insertions import Guest, Visits, mixed
from benchmarks.sites.look import SERIF, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.redrawn import drawing
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.site import Resource

_PLANTS = ("Ливница Бистрица", "Ткачница Јасен", "Железничка радионица Брод", "Рудник Црни Врх", "Шећерана Равница",
           "Болница Забрђе", "Пошта Источни округ", "Возови Рача", "Фабрика каблова Лука", "Школе у Подгори",
           "Дом здравља Врело", "Комуналац Стари Пут", "Млин Жупа")  # fmt: skip
_DEEDS = ("обустављен рад у обе смене", "потписан колективни уговор", "отказ поверенику поништен на суду",
          "управа одбила преговоре", "исплаћене заостале зараде", "гласање о штрајку почиње",
          "инспекција утврдила прековремени рад", "радници блокирали капију", "изабран нови одбор",
          "најављено двадесет отказа", "плате веће за девет одсто")  # fmt: skip
_SINCE = ("Чланови одбора остају на капији до договора, а породицама помаже фонд солидарности.",
          "Управа се до закључења вести није огласила; нови састанак је заказан за четвртак.",
          "Правна служба савеза тврди да је поступак незаконит и припрема тужбу.",
          "За предлог је гласало више од две трећине запослених, саопштио је одбор.",
          "Подршку су послали радници из три суседна града и студенти.",
          "Министарство је позвало обе стране за сто, али рок није поменуло.",
          "Повереница каже да људи више немају шта да изгубе.")  # fmt: skip
_LATER = ("Допуњено: састанак је прекинут без договора.", "Допуњено: управа је пристала на разговор.",
          "Допуњено: савез позива на окупљање у подне.", "Допуњено: објављен је текст споразума.")  # fmt: skip
_CALLS = ("Сви на трг у суботу", "Потпиши за тридесет пет сати", "Ниједан отказ више", "Болницама људи, не казне",
          "Плата од које се живи", "Право на штрајк није на продају", "Јавни превоз свима")  # fmt: skip
_WHY = ("одлучило је веће савеза", "поручују одбори из једанаест градова", "закључак ванредне седнице",
        "позив упућен свим гранама", "договорено са студентима", "предлог стиже у скупштину",
        "поводом одбијених преговора")  # fmt: skip
_WHEN = ("Окупљање је у подне испред старе поште.", "Листе се потписују у свим повереништвима.",
         "Превоз полази из осам места.", "Дежурни телефон ради целу ноћ.", "Понесите шлем и заставу.",
         "Договор о смени је на снази.", "Говори и повереница рудара.", "Правна помоћ је обезбеђена.",
         "Материјал се преузима у дому савеза.", "Скуп је пријављен.", "Гласа се до петка.")  # fmt: skip
_OFFERS = (
    ("Понуда за чланове", "Летовање на рате: Бечићи, десет дана"),
    ("Огрев", "Пелет и дрва по ценама фонда, јавите се до поднева"),
    ("Посао", "Тражи се возач Ц категорије, одмах"),
    ("Спонзорисано", "Наочаре за рад на екрану, попуст уз чланску карту"),
    ("Обавештење", "Сајт ће вечерас бити спорији због радова"),
    ("Посао", "Кувар у радничкој мензи, стално"),
    ("Спонзорисано", "Кредит за чланове штедионице, без жираната"),
    ("Обавештење", "Библиотека савеза данас не ради"),
    ("Понуда за чланове", "Карте за позориште по двеста динара"),
    ("Посао", "Заваривач, теренски рад"),
    ("Анкета", "Колико сати недељно заиста радите?"),
    ("Спонзорисано", "Заштитне ципеле С3, акција"),
    ("Обавештење", "Шалтер чланарине затворен од 13 до 14"),
    ("Понуда за чланове", "Курс рачунара, још три места"),
    ("Посао", "Спремачица, пола радног времена"),
    ("Подршка", "Купи календар и помози фонд"),
)  # fmt: skip
_JOBS = ("Бравар, Бистрица", "Медицинска сестра, Забрђе", "Кројачица, Јасен", "Машиновођа, Рача", "Магационер, Лука",
         "Учитељ на замени, Подгора", "Електричар, Црни Врх", "Пекар, Жупа", "Портир, Брод")  # fmt: skip
_DRIVES = ("Учлани се! Сам си слаб.", "Фонд солидарности: прилог од сто динара", "Радничка олимпијада, јун",
           "Чувај кичму: недеља безбедног рада")  # fmt: skip
_WASHES = ("#f6e7cb", "#d6e5e3", "#f2d0a9", "#e3d5e8", "#cfe0b8", "#f3c9c5")
_COATS = ("#b3261e", "#1f4e79", "#3b6b35", "#4a4a4a", "#8a5a2b", "#6b3f87")
_ARCHIVE = 10  # old drawings
_GRAPH = 8  # plants on the graph of support


@dataclass(frozen=True)
class Post:
    """A post: which one, and whether a sentence was added to it."""

    number: int
    added: bool = False


@dataclass(frozen=True)
class Board:
    """Posts, the call above them, and how often the drawing and the graph were replaced."""

    posts: tuple[Post, ...]
    call: int = 0
    cartoon: int = 0
    graph: int = 0


class Sloga(GeneratedSite):
    """A trade union: posts in working hours, a drawing each day, a graph at times; offers for an hour or two."""

    slug = "sloga"
    hard = "a drawing a day beside old drawings that are another each hour; offers amid the posts and above the drawing"
    more = 0
    look = Look(
        heading=SERIF, body=WIDE, paper="#fffdf7", ink="#231f20", muted="#75695f", line="#e4dac8", accent="#b3261e",
        lead_px=28, top_px=18, card="#fbf1dd",
        extra=(
            ".call{background:#b3261e;color:#fff}.call p{font-size:14px}.drawn{background:#fbf1dd}"
            ".drawn .small,.archive .small{margin-top:6px}.offer{background:#fff3c4}.offer h3{font-size:15px}"
            ".posts li.sold{background:#faf6ec}.posts h2{margin-bottom:3px}.posts li>p{font-size:14px}"
            ".face{display:inline-block;width:34px;height:34px;border-radius:17px;color:#fff;text-align:center;"
            "font:bold 15px/34px 'DejaVu Sans';margin:0 6px 6px 0}.bar{background:#e4dac8;height:14px}"
            ".bar i{display:block;height:14px;background:#b3261e}.jobs li{font-size:13px;line-height:18px}"
        ),
    )  # fmt: skip
    visits = Visits(per_h=0.34, stays_h=(1, 3), texts=len(_OFFERS), places=(0, 1, 1, 2, 3, 4))
    beside = Visits(per_h=0.16, stays_h=(1, 3), texts=len(_OFFERS), together=1)
    duty = Duty(hours=(7, 19), then=0.35, night=0.06)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        now = Board(tuple(Post(number) for number in range(8)))
        amid = self.visits.at_each_hour(self.chance.child("amid"), hours)
        beside = self.beside.at_each_hour(self.chance.child("beside"), hours)
        for hour, guests in enumerate(zip(amid, beside, strict=True)):
            at = STARTS_AT + timedelta(hours=hour)
            now = self._later(now, hour, at) if hour else now
            drawn = (f"/crtez/day-{now.cartoon}.svg", f"/crtez/graph-{now.graph}.svg")
            told_now = (self._call(now), *(self._told(item) for item in now.posts))
            words = tuple(" · ".join(item) for item in told_now)
            yield PageState(rows=tuple(self._page(now, drawn, guests, hour)), news=(*drawn, *words))

    def _later(self, old: Board, hour: int, at: datetime) -> Board:
        """Posts follow the work; the cartoonist delivers before it, and not on each day off."""
        work, posts = self.duty.at(at), old.posts
        if self.chance.happens(0.33 * work, "post", hour):
            posts = (Post(hour + 10), *posts[:7])
        elif self.chance.happens(0.06 * work, "added", hour):
            place = self.chance.below(3, "whose", hour)
            posts = (*posts[:place], replace(posts[place], added=True), *posts[place + 1 :])
        morning = at.hour == self.chance.between(5, 8, "cartoonist", at.date())
        delivered = self.chance.happens(0.95 if at.weekday() < 5 else 0.6, "cartoon", at.date())
        return Board(
            posts=posts,
            call=old.call + self.chance.happens(0.03 * work, "call", hour),
            cartoon=old.cartoon + (morning and delivered),
            graph=old.graph + self.chance.happens(0.06 * work, "graph", hour),
        )

    def _call(self, now: Board) -> tuple[str, ...]:
        return told(self.chance.child("call"), (_CALLS, _WHY, _WHEN), now.call)

    def _told(self, item: Post) -> tuple[str, ...]:
        plant, deed, since = told(self.chance.child("told"), (_PLANTS, _DEEDS, _SINCE), item.number)
        later = (_LATER[item.number % len(_LATER)],) if item.added else ()
        return (f"{plant}: {deed}", since, *later)

    def _page(
        self, now: Board, drawn: Sequence[str], guests: tuple[Sequence[Guest], Sequence[Guest]], hour: int
    ) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        note = f"{at:%d.%m.%Y. %H:%M} · на вези {self.chance.between(8, 400, 'here', hour)}"
        call, why, when = self._call(now)
        amid, beside = guests
        rows = [
            row(panels.masthead("СЛОГА · савез радника", 1000, note, height=58), tag="header"),
            row(panels.plain("call", 1000, f"<h1>{call}</h1><p>{why}</p><p>{when}</p>", is_news=True)),
            row(
                [self._jobs(hour, 210), self._present(hour, 210), self._fund(hour, 210)],
                [self._posts(now.posts, amid, 450)],
                [
                    *(self._offer(guest, 340) for guest in beside),
                    self._drawn("Цртеж дана", drawn[0], 340, 316, "Црта: Мирко Оловка"),
                    self._drawn("Подршка штрајку по погонима", drawn[1], 340, 190, "Извор: одбори савеза"),
                    panels.advert(self.adverts.advert("side", 60 * (hour - hour % 3), 316, 160), "side-advert", 340),
                ],
                tag="main",
            ),
            row(self._archive(hour)),
            row(panels.plain("foot", 1000, '<p class="small">Статут · Гране · Правна помоћ · Контакт</p>')),
        ]  # fmt: skip
        day = hour // 24
        if self.chance.happens(0.5, "drive", day):
            number = self.chance.below(len(_DRIVES), "which drive", day)
            picture = panels.image(f"culture-drive-{number}", 976, self.chance.pick((100, 150), "tall", day))
            rows.insert(1, row(panels.plain("drive", 1000, f"{picture}<h2>{_DRIVES[number]}</h2>")))
        return rows

    def _posts(self, posts: Sequence[Post], guests: Sequence[Guest], width: int) -> Panel:
        lines = ""
        for item in mixed(posts, guests):
            if isinstance(item, Guest):
                label, words = _OFFERS[item.text]
                thumb = panels.image(f"offer-{item.text}", 92, 62)
                lines += (
                    f'<li class="sold"><div class="side">{thumb}<div><p class="small">{label}</p>'
                    f'<h3><a href="{ORIGIN}/ponuda/{item.text}">{words}</a></h3></div></div></li>'
                )
                continue
            title, *rest = self._told(item)
            text = "".join(f"<p>{words}</p>" for words in rest)
            lines += f'<li><h2><a href="{ORIGIN}/vest/{item.number}">{title}</a></h2>{text}</li>'
        return panels.plain("posts", width, f"<h4>Из погона</h4><ul>{lines}</ul>", is_news=True)

    def _drawn(self, title: str, path: str, width: int, height: int, note: str) -> Panel:
        shown = f'<img src="{path}" width="{width - 24}" height="{height}" alt="">'
        return panels.plain(
            "drawn", width, f'<h2>{title}</h2>{shown}<p class="small">{note}</p>', is_news=True
        )

    def _offer(self, guest: Guest, width: int) -> Panel:
        label, words = _OFFERS[-1 - guest.text]
        return panels.plain("offer", width, f'<p class="small">{label}</p><h3>{words}</h3>')

    def _jobs(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_JOBS, "jobs", hour // 2)[: self.chance.between(3, 6, "many", hour // 2)]
        return panels.plain(
            "jobs", width, f"<h4>Берза рада</h4><ul>{''.join(f'<li>{job}</li>' for job in order)}</ul>"
        )

    def _present(self, hour: int, width: int) -> Panel:
        faces = "".join(
            f'<span class="face" style="background:{_COATS[who % 6]}">{"АБВГДЂЕЖЗИЈКЛМНОПРС"[who]}</span>'
            for who in self.chance.shuffled(range(19), "present", hour)[:8]
        )
        return panels.plain("present", width, f"<h4>На вези</h4>{faces}")

    def _fund(self, hour: int, width: int) -> Panel:
        given = 20 + hour // 6 % 70 + self.chance.below(4, "given", hour)
        bar = f'<div class="bar"><i style="width:{given}%"></i></div>'
        return panels.plain("fund", width, f"<h4>Фонд солидарности</h4>{bar}<p>{given} % циља</p>")

    def _archive(self, hour: int) -> Panel:
        """Old drawings by the same hand, others at each visit."""
        order = self.chance.shuffled(range(_ARCHIVE), "archive", hour)[:4]
        cards = "".join(
            f'<div><img src="/crtez/old-{number}.svg" width="232" height="232" alt="">'
            f'<p class="small">Из архиве, {1998 + 2 * number}.</p></div>'
            for number in order
        )
        return panels.plain("archive", 1000, f'<h4>Сви цртежи</h4><div class="cards">{cards}</div>')

    def picture(self, path: str) -> Resource | None:
        """The drawings and the graph too."""
        if not path.startswith("/crtez/"):
            return super().picture(path)
        kind, _, number = path.removesuffix(".svg").removeprefix("/crtez/").partition("-")
        if kind == "graph":
            return drawing(316, 190, "#ffffff", self._graph(int(number)))
        draw = self.chance.stream("cartoon", kind, number)
        return drawing(316, 316, draw.choice(_WASHES), cartoon(draw))

    def _graph(self, number: int) -> str:
        """Support in eight plants; about half of them vote anew from one graph to the next."""
        bars = ""
        for plant in range(_GRAPH):
            draw = self.chance.child("support", plant)
            share = draw.between(10, 98, (number + draw.below(2, "turn")) // 2)
            hue = "#3b6b35" if share > 60 else "#d98324" if share > 35 else "#9a8f84"
            bars += (
                f'<rect x="70" y="{8 + 22 * plant}" width="{share * 236 // 100}" height="17" fill="{hue}"/>'
                f'<rect x="10" y="{12 + 22 * plant}" width="{28 + 4 * (plant % 6)}" height="8" fill="#75695f"/>'
            )
        return f'{bars}<rect x="66" y="4" width="2" height="180" fill="#231f20"/>'


def cartoon(draw: random.Random) -> str:
    """Two or three people with hats and placards before a factory or an office, one of whom speaks."""
    ink = 'stroke="#231f20" stroke-width="4" stroke-linejoin="round"'
    x, tall = draw.randint(10, 150), draw.randint(60, 120)
    house = f'<path d="M{x} 250V{250 - tall}l40 -26v26l40 -26v26l40 -26V250Z" fill="{draw.choice(_COATS)}88" {ink}/>'
    if draw.random() < 0.5:
        house = f'<rect x="{x}" y="{230 - tall}" width="{tall}" height="{tall + 20}" fill="#ffffffaa" {ink}/>'
    people = ""
    for seat in range(draw.choice((2, 2, 3))):
        people += _person(draw, 55 + 100 * seat + draw.randint(-18, 18), draw.randint(128, 190), ink)
    left, wide = draw.randint(20, 150), draw.randint(58, 74)
    bubble = f'<ellipse cx="{left + wide}" cy="48" rx="{wide}" ry="36" fill="#fff" {ink}/>' + "".join(
        f'<path d="M{left + 24} {34 + 14 * line}h{draw.randint(30, 2 * wide - 44)}" {ink}/>'
        for line in range(3)
    )
    return f'<rect y="250" width="316" height="66" fill="#231f2033"/>{house}{people}{bubble}'


def _person(draw: random.Random, x: int, y: int, ink: str) -> str:
    size = draw.randint(20, 32)
    body = f"M{x - size} 300L{x - size // 2} {y + size}H{x + size // 2}L{x + size} 300Z"
    hat = (
        f'<rect x="{x - size}" y="{y - size}" width="{2 * size}" height="8" {ink}/>'
        if draw.random() < 0.5
        else ""
    )
    placard = (
        f'<path d="M{x + size} 230V{y - 50}" {ink}/>'
        f'<rect x="{x + size - 26}" y="{y - 84}" width="56" height="40" fill="{draw.choice(_COATS)}" {ink}/>'
        if draw.random() < 0.4
        else ""
    )
    return (
        f'{placard}<path d="{body}" fill="{draw.choice(_COATS)}" {ink}/>'
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="#f6dcc0" {ink}/>'
        f'<circle cx="{x + 6}" cy="{y - 4}" r="3"/><path d="M{x} {y + size // 2}h{size // 2}" {ink}/>{hat}'
    )


CARTOONS = (Sloga,)
