"""Two offices nobody had seen: a Lao watch over the river's levels, a Mongolian agency with a graphic of the day."""

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
from benchmarks.sites.unseen_kiosks import Piece
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource

_STATIONS = ("ຊຽງແສນ", "ຫຼວງພະບາງ", "ຊຽງຄານ", "ວຽງຈັນ", "ປາກຊັນ", "ທ່າແຂກ", "ສະຫວັນນະເຂດ", "ປາກເຊ")
_STATES = ("ປົກກະຕິ", "ເຝົ້າລະວັງ", "ເຕືອນໄພ")
_ADVICE = ("ລະດັບນ້ຳຈະເພີ່ມຂຶ້ນໃນສອງມື້ຂ້າງໜ້າ.", "ຂໍໃຫ້ເຮືອນ້ອຍຫຼີກເວັ້ນການເດີນທາງ.", "ນ້ຳຈະຄ່ອຍໆຫຼຸດລົງ.",
           "ປະຊາຊົນແຄມນ້ຳຄວນກຽມພ້ອມຍົກຍ້າຍ.", "ຝົນຕົກໜັກຢູ່ພາກເໜືອ.", "ເຂື່ອນຈະປ່ອຍນ້ຳໃນຄືນນີ້.",
           "ສະຖານະການຢູ່ໃນການຄວບຄຸມ.")  # fmt: skip
_CAMPAIGNS = ("ວັນແມ່ນ້ຳຂອງສາກົນ", "ປູກຕົ້ນໄມ້ 1 ລ້ານຕົ້ນ", "ບຸນຊ່ວງເຮືອ", "ນ້ຳສະອາດເພື່ອທຸກຄົນ", "ງານວາງສະແດງປາ",
              "ທຶນການສຶກສາ", "ຢຸດຖິ້ມຂີ້ເຫຍື້ອ")  # fmt: skip
_LINKS = ("ປະກາດຮັບສະໝັກ", "ແຜນທີ່", "ຫໍສະໝຸດ", "ວິດີໂອ", "ຄຳຖາມ", "ເອກະສານ", "ຕິດຕໍ່", "ປະມູນ", "ຮູບພາບ")


@dataclass(frozen=True)
class Gauges:
    """What a bulletin says: which one, the level at each station in centimetres, its state, and the advice."""

    number: int
    levels: tuple[int, ...]
    states: tuple[int, ...]
    advice: int


class Mekhong(GeneratedSite):
    """A river commission: four or five times a day a bulletin of levels, amid rates, heat and visits of the hour."""

    slug = "mekhong"
    hard = "news are figures and single words in a table, amid figures of every hour; a campaign's height pushes it"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#f4f9fc", ink="#10242f", muted="#5f7783", line="#c4d8e2", accent="#00629b",
        lead_px=24, top_px=17, card="#e2eff6",
        extra=(
            ".masthead{background:#00629b;color:#fff}.masthead .small{color:#cfe6f5}.rates,.counter{background:#e2eff6}"
            ".campaign h1{position:absolute;left:24px;bottom:14px;color:#fff;background:#00629bcc;padding:2px 14px;"
            "margin:0}.levels p{display:flex;justify-content:space-between;border-top:1px solid #c4d8e2;"
            "font-size:17px;line-height:34px}.levels p span{width:180px}"
            ".levels i{font-style:normal;width:120px;text-align:center}"
            ".levels .s0{background:#d7f0dc}.levels .s1{background:#ffe08a}.levels .s2{background:#e63946;color:#fff}"
            ".rates p{display:flex;justify-content:space-between;font-size:16px;line-height:26px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        levels = tuple(self.chance.between(320, 980, "level", seat) for seat in range(len(_STATIONS)))
        shown, due = Gauges(1, levels, tuple(0 for _ in _STATIONS), 0), 4
        for hour in range(hours):
            if hour == due:
                due += self.chance.between(3, 7, "due", hour)
                shown = self._next(shown, hour)
            rows = tuple(self._page(shown, hour))
            yield PageState(rows=rows, news=(_ADVICE[shown.advice], *map(_line, _read(shown))))

    def _next(self, old: Gauges, hour: int) -> Gauges:
        """One or two stations are measured anew, one is given another state, or the advice is another."""
        what = self.chance.number("what", hour)
        seat = self.chance.below(len(_STATIONS), "seat", hour)
        if what < 0.25:
            step = self.chance.pick((1, 1, 2), "state", hour)
            return replace(old, states=_put(old.states, seat, (old.states[seat] + step) % len(_STATES)))
        if what < 0.4:
            step = self.chance.between(1, len(_ADVICE) - 1, "advice", hour)
            return replace(old, advice=(old.advice + step) % len(_ADVICE))
        levels = old.levels
        for again in range(self.chance.between(1, 3, "stations", hour)):
            place = (seat + again) % len(_STATIONS)
            step = self.chance.between(6, 90, "step", hour, again) * self.chance.pick(
                (1, -1), "way", hour, again
            )
            levels = _put(levels, place, max(120, levels[place] + step))
        return replace(old, number=old.number + 1, levels=levels)

    def _page(self, shown: Gauges, hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        here = self.chance.between(3, 260, "here", hour)
        rows = [
            row(
                panels.masthead("ແມ່ນ້ຳຂອງ", 1000, f"{at:%d/%m/%Y %H:%M} · {here} online", height=62),
                tag="header",
            ),
            row(self._campaign(hour)),
            row(
                [self._camera(hour, 360), self._rates(hour, 360), self._counter(hour, 360)],
                [self._levels(shown, 640)],
                tag="main",
            ),
            row(self._links(hour)),
        ]
        if self.chance.happens(0.2, "notice", hour // 2):
            rows.insert(1, row(panels.strip("ເວັບໄຊນີ້ໃຊ້ຄຸກກີ້", 56, name="cookies")))
        return rows

    def _campaign(self, hour: int) -> Panel:
        """One of seven campaigns, each of its own height."""
        number = self.chance.below(len(_CAMPAIGNS), "campaign", hour)
        shown = panels.image(f"culture-campaign-{number}", 976, 110 + 50 * (number % 4))
        return panels.plain("campaign", 1000, f"{shown}<h1>{_CAMPAIGNS[number]}</h1>")

    def _levels(self, shown: Gauges, width: int) -> Panel:
        lines = "".join(
            f'<p><span>{name}</span><b>{level}</b><i class="s{state}">{_STATES[state]}</i></p>'
            for name, level, state in _read(shown)
        )
        html = f"<h4>ລະດັບນ້ຳ (ແມັດ)</h4><h1>{_ADVICE[shown.advice]}</h1>{lines}"
        return panels.plain("levels", width, html, is_news=True)

    def _camera(self, hour: int, width: int) -> Panel:
        return panels.plain(
            "camera", width, f"<h4>ກ້ອງຖ່າຍທອດສົດ</h4>{panels.image(f'webcam-{hour}', width - 24, 190)}"
        )

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<p><span>{name}</span><b>{self.chance.between(low, high, name, hour) / 100:.2f}</b></p>"
            for name, low, high in (
                ("USD", 21_400_00, 21_900_00), ("THB", 590_00, 680_00), ("CNY", 2900_00, 3090_00), ("°C", 2400, 3600),
                ("%", 5500, 9800), ("km/h", 100, 3200),
            )
        )  # fmt: skip
        return panels.plain("rates", width, f"<h4>ອັດຕາແລກປ່ຽນ · ອາກາດ</h4>{lines}")

    def _counter(self, hour: int, width: int) -> Panel:
        total = 481_000 + 37 * hour + self.chance.below(30, "visits", hour)
        return panels.plain("counter", width, f"<h2>{total:,}</h2><p>ຜູ້ເຂົ້າຊົມ</p>")

    def _links(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><h3>{name}</h3></li>" for name in self.chance.shuffled(_LINKS, "links", hour)[:5]
        )
        return panels.plain("links", 1000, f"<ul>{lines}</ul>")


def _put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _read(shown: Gauges) -> list[tuple[str, str, int]]:
    """Name, level in metres and state of each station."""
    return [
        (name, f"{level / 100:.2f}", state)
        for name, level, state in zip(_STATIONS, shown.levels, shown.states, strict=True)
    ]


def _line(read: tuple[str, str, int]) -> str:
    """A station's line as it stands on the page."""
    name, level, state = read
    return f'{name}</span><b>{level}</b><i class="s{state}">{_STATES[state]}'


_AIMAGS = ("Дорнод", "Хөвсгөл", "Өмнөговь", "Баян-Өлгий", "Дархан", "Эрдэнэт", "Завхан", "Улаанбаатар", "Архангай",
           "Увс", "Сэлэнгэ")  # fmt: skip
_EVENTS = ("түймэр унтраагдаагүй байна", "малчид зуданд нэрвэгдлээ", "уурхайн гэрээг цуцаллаа", "сургуулиуд хаагдлаа",
           "утааны эсрэг жагсаал боллоо", "шүүх шийдвэрээ гаргав", "засаг дарга огцорлоо", "үерийн аюул нүүрлэв",
           "эмч нар ажил хаялаа", "гүүр ашиглалтад орлоо", "сэтгүүлчийг саатуулав", "цахилгаан тасарна",
           "нүүрсний тээвэр зогсов", "вакцин хүрэлцэхгүй байна")  # fmt: skip
_DETAILS = ("Онцгой байдлын газар мэдээлэл гаргалаа.", "Иргэд хариулт нэхэж байна.", "Прокурор хэрэг үүсгэжээ.",
            "Яам дэмжлэг үзүүлэхээ амлав.", "Шийдвэрийг дараа долоо хоногт хэлэлцэнэ.")  # fmt: skip
_GRAPHIC = ("Төсвийн зарлага", "Нүүрсний экспорт", "Агаарын бохирдол", "Малын тоо", "Хүн амын өсөлт")
_PHOTOS = ("Говийн өглөө", "Адууны наадам", "Цасан уул", "Нуурын зун", "Хотын гэрэл", "Бүргэдчин", "Тэмээний аян",
           "Гэр бүл", "Намрын тал")  # fmt: skip
_STARS = (
    "Хонь",
    "Үхэр",
    "Ихэр",
    "Мэлхий",
    "Арслан",
    "Охин",
    "Жинлүүр",
    "Хилэнц",
    "Нум",
    "Матар",
    "Хумх",
    "Загас",
)
_LUCK = ("аян замд гарвал сайн", "мөнгөнд анхаар", "шинэ танил", "үсээ засуулбал өлзийтэй", "амарч сэргэ",
         "гэрийнхэнтэйгээ бай", "хэрүүлээс зайлс", "бэлэг авна")  # fmt: skip
_ADDED = ("Шинэчлэв", "Нэмэлт", "Видео")


class Zurag(GeneratedSite):
    """A news agency: a drawn graphic under words that stay for a day, news beside, and a chart that never rests."""

    slug = "zurag"
    hard = "a graphic of the news replaced under the same words, beside a market's chart and photographs that rotate"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#16202c", muted="#6d7886", line="#d8dee6", accent="#c8102e",
        lead_px=23, top_px=15, card="#eef2f7",
        extra=(
            ".masthead{background:#fff;border-bottom:4px solid #c8102e}.stars{background:#eef2f7}"
            ".photos img{margin-bottom:4px}.graphic{background:#fff}.market b{color:#1a7f37}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 21), then=0.6, night=0.15)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; the graphic is drawn anew, at times about something else."""
        pieces, drawn = [Piece(-number, -3 * number, -number) for number in range(1, 6)], (0, 0)
        for hour in range(hours):
            duty = self.duty.at(STARTS_AT + timedelta(hours=hour))
            if hour and self.chance.happens(0.2 * duty, "news", hour):
                pieces = self._after(pieces, hour)
            elif hour and self.chance.happens(0.13 * duty, "graphic", hour):
                about = drawn[0] + self.chance.happens(0.25, "about", hour)
                drawn = (about, drawn[1] + 1)
            news = (
                self._told(pieces[0])[2],
                *map(self._title, pieces),
                *(f"{one.picture}." for one in pieces),
            )
            yield PageState(
                rows=tuple(self._page(pieces, drawn, hour)), news=(*news, "graphic-{}-{}.".format(*drawn))
            )

    def picture(self, path: str) -> Resource | None:
        """The pictures that the page shows; graphics and charts are drawn, not photographed."""
        for kind, draw in (("/media/graphic-", _bars), ("/media/market-", _curve)):
            if path.startswith(kind):
                return Resource("image/svg+xml", draw(self.chance.child("drawn"), path))
        return super().picture(path)

    def _after(self, old: list[Piece], hour: int) -> list[Piece]:
        what = self.chance.number("what", hour)
        if what < 0.5:
            return [Piece(hour, hour, hour), *old][:5]
        if what < 0.8:
            return [old[0], Piece(hour, hour, hour), *old[1:]][:5]
        return [replace(old[0], title=old[0].title + 1), *old[1:]]

    def _told(self, item: Piece) -> tuple[str, ...]:
        return told(self.chance.child("told"), (_AIMAGS, _EVENTS, _DETAILS), item.number)

    def _title(self, item: Piece) -> str:
        place, event, _ = self._told(item)
        return f"{place}: {event}{f' ({_ADDED[item.title % len(_ADDED)]})' if item.title else ''}"

    def _page(self, pieces: Sequence[Piece], drawn: tuple[int, int], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        rows = [
            row(panels.masthead("ЗУРАГ агентлаг", 1000, f"{at:%Y.%m.%d %H:%M}", height=56), tag="header"),
            row(
                [self._lead(pieces[0], 400)],
                [self._graphic(drawn, 340)],
                [self._market(hour, 260), self._photos(hour, 260)],
                tag="main",
            ),
            row(*(self._card(item, 250) for item in pieces[1:])),
            row(self._stars(hour)),
        ]
        height = self.chance.pick((0, 90, 90, 180, 250), "sold", hour)
        if height:
            sold = panels.advert(self.adverts.advert("sold", 60 * hour, 970, height), "sold", 1000)
            rows.insert(1, row(sold))
        return rows

    def _lead(self, item: Piece, width: int) -> Panel:
        html = (
            f'{panels.image(item.picture, width - 24, 230)}<h1 style="margin-top:8px"><a href="{ORIGIN}/medee/'
            f'{item.number + 100}">{self._title(item)}</a></h1><p>{self._told(item)[2]}</p>'
        )
        return panels.plain("lead", width, html, is_news=True)

    def _graphic(self, drawn: tuple[int, int], width: int) -> Panel:
        shown = panels.image("graphic-{}-{}".format(*drawn), width - 24, 290)
        title = _GRAPHIC[drawn[0] % len(_GRAPHIC)]
        return panels.plain("graphic", width, f"<h4>Өдрийн график</h4><h2>{title}</h2>{shown}", is_news=True)

    def _card(self, item: Piece, width: int) -> Panel:
        html = (
            f'{panels.image(item.picture, width - 24, 120)}<h2 style="margin-top:6px"><a href="{ORIGIN}/medee/'
            f'{item.number + 100}">{self._title(item)}</a></h2>'
        )
        return panels.plain("card", width, html, is_news=True)

    def _market(self, hour: int, width: int) -> Panel:
        price = self.chance.between(880_000, 990_000, "copper", hour) / 100
        chart = panels.image(f"market-{hour}", width - 24, 110)
        return panels.plain("market", width, f"<h4>Зэсийн үнэ</h4>{chart}<p><b>{price:,.2f}</b> USD</p>")

    def _photos(self, hour: int, width: int) -> Panel:
        cards = "".join(
            f"{panels.image(f'world-reader-{number}', width - 24, 96)}<p>{_PHOTOS[number]}</p>"
            for number in self.chance.shuffled(range(len(_PHOTOS)), "photos", hour)[:2]
        )
        return panels.plain("photos", width, f"<h4>Уншигчийн зураг</h4>{cards}")

    def _stars(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><b>{name}</b> {self.chance.pick(_LUCK, 'luck', name, hour // 4)}</li>"
            for name in self.chance.shuffled(_STARS, "stars", hour)[:6]
        )
        return panels.plain("stars", 1000, f"<h4>Зурхай</h4><ul>{lines}</ul>")


def _drawing(width: int, height: int, parts: Sequence[str]) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="#eef2f7"/>{"".join(parts)}</svg>'
    ).encode()


def _bars(chance: Chance, path: str) -> bytes:
    """Columns of a graphic, in one colour but for the one that it is about."""
    draw = chance.stream(path)
    many = draw.randint(5, 8)
    told_of, wide = draw.randrange(many), 300 // many
    parts = []
    for place in range(many):
        tall = draw.randint(40, 240)
        fill = "#c8102e" if place == told_of else "#27476e"
        parts.append(
            f'<rect x="{8 + place * wide}" y="{280 - tall}" width="{wide - 8}" height="{tall}" fill="{fill}"/>'
        )
    return _drawing(316, 290, parts)


def _curve(chance: Chance, path: str) -> bytes:
    """A price over some hours."""
    draw = chance.stream(path)
    points = " ".join(f"{x},{draw.randint(15, 95)}" for x in range(0, 240, 12))
    line = f'<polyline points="{points}" fill="none" stroke="#1a7f37" stroke-width="3"/>'
    return _drawing(236, 110, (line,))


UNSEEN_GAUGES = (Mekhong, Zurag)
