"""Pages whose pictures are news too: a Georgian broadcaster's video tiles, a Vietnamese health office's drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from math import gcd, prod

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance
from pagetide.demo.site import Resource


@dataclass(frozen=True, kw_only=True)
class Duty:
    """When an office or a desk is at work: outside its hours and on its days off less happens."""

    hours: tuple[int, int]
    off: Sequence[int] = (5, 6)  # days of the week
    then: float = 0.1  # how much of the usual happens on a day off
    night: float = 0.05

    def at(self, at: datetime) -> float:
        """How much of what usually happens in an hour of work happens in this one."""
        first, last = self.hours
        day = self.then if at.weekday() in self.off else 1.0
        return day * (1.0 if first <= at.hour <= last else self.night)


def told(chance: Chance, pools: Sequence[Sequence[str]], number: int) -> tuple[str, ...]:
    """One of each pool for what has this number; no choice comes twice before all others came."""
    total = prod(len(pool) for pool in pools)
    step = next(step for step in count(int(total * 0.618)) if gcd(step, total) == 1)
    place = (chance.below(total, "start") + number * step) % total
    found = []
    for pool in pools:
        place, seat = divmod(place, len(pool))
        found.append(pool[seat])
    return tuple(found)


_TOWNS = ("ქუთაისი", "ბათუმი", "ზუგდიდი", "ფოთი", "თელავი", "გორი", "ახალციხე", "ოზურგეთი", "მესტია", "რუსთავი",
          "ამბროლაური", "ჭიათურა", "სენაკი")  # fmt: skip
_EVENTS = ("მეწყერმა გზა ჩაკეტა", "ახალი სკოლა გაიხსნა", "წყლის მიწოდება აღდგა", "საკრებულომ ბიუჯეტი დაამტკიცა",
           "ხანძარი ლიკვიდირებულია", "მაღაროელები გაიფიცნენ", "სეტყვამ მოსავალი გაანადგურა", "ხიდის მშენებლობა შეჩერდა",
           "საავადმყოფოს რემონტი დასრულდა", "სასამართლომ განაჩენი გამოიტანა", "დაკარგული ტურისტები იპოვეს",
           "მერმა თანამდებობა დატოვა", "ფერმერები საპროტესტო აქციას მართავენ", "ძველ უბანში სახლი ჩამოინგრა",
           "პორტში ახალი ტერმინალი აშენდება", "ბაგა-ბაღები დროებით დაიხურა",
           "მდინარე ნაპირებიდან გადმოვიდა")  # fmt: skip
_TAILS = ("რას ამბობენ ადგილობრივები", "დეტალები ადგილიდან", "გამოძიება დაწყებულია", "მთავრობის განცხადება",
          "პირველი კადრები", "ზარალი ითვლება", "მოსახლეობა პასუხს ელის", "სამუშაოები გრძელდება")  # fmt: skip
_LATER = ("ახალი დეტალები", "განახლებულია", "რას წერს პროკურატურა", "დაშავებულია ორი ადამიანი", "ვიდეო გადაცემიდან",
          "მინისტრი ადგილზე მივიდა", "გზა ნაწილობრივ გაიხსნა")  # fmt: skip
_SUBJECTS = ("city", "world", "politics", "culture", "science", "city", "world")
_OLD = ("სვანური კოშკების საიდუმლო", "რეცეპტი: აჭარული ხაჭაპური", "არქივი: 1990 წლის ზამთარი", "ბებიას ბაღი",
        "მუსიკა სახლიდან", "უცნობი კოლხეთი", "ღამის მატარებელი", "ჩაის დაბრუნება", "მთის ექიმი", "ზღვის ხმა",
        "ჩემი სოფელი", "ოქროს ხელები")  # fmt: skip
_PROGRAMMES = ("დილის ტალღა", "ახალი ამბები", "ჩვენი მხარე", "დოკუმენტური ფილმი", "სპორტი", "ღია სტუდია",
               "საბავშვო საათი", "მთავარი თემა", "კინო")  # fmt: skip


@dataclass(frozen=True)
class Clip:
    """A report: which one, how often its title was rewritten, and whose pictures of which take it shows."""

    number: int
    footage: int
    title: int = 0
    take: int = 0

    @property
    def picture(self) -> str:
        """Key of its picture."""
        return f"{_SUBJECTS[self.footage % len(_SUBJECTS)]}-{self.footage}-{self.take}"


class Talgha(GeneratedSite):
    """A regional broadcaster: a large video tile and four small ones, which are replaced, reworded or shown anew."""

    slug = "talgha"
    hard = "pictures replaced under the same words and words over the same picture; a player pushes all down; views"
    more = 0
    look = Look(
        heading=WIDE, body=WIDE, paper="#0e1626", ink="#f1f4fa", muted="#93a1b8", line="#26344d", accent="#ff5a36",
        lead_px=25, top_px=15, card="#17223a",
        extra=(
            ".onair{background:#000}.onair img{margin:0 auto}.onair p{background:#ff5a36;line-height:30px}"
            ".tile{position:relative}.tile b.len{position:absolute;right:20px;top:20px;background:#000;color:#fff;"
            "font:12px/20px 'DejaVu Sans';padding:0 6px}.guide .now{background:#ff5a36;color:#fff}"
            ".shorts,.guide,.watched{background:#17223a}.shorts h3,.watched h3{font-size:13px;line-height:18px}"
            ".menu{background:#17223a;line-height:22px}.menu span{margin-right:24px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(7, 22), then=0.6, night=0.15)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        clips = [Clip(number, number) for number in range(5)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.62 * self.duty.at(at), "edited", hour):
                clips = self._edited(clips, hour + 10)
            words = tuple(self._title(item) for item in clips)
            shown = tuple(f"{item.picture}.svg" for item in clips)
            yield PageState(rows=tuple(self._page(clips, hour, at)), news=(*words, *shown))

    def _edited(self, old: list[Clip], number: int) -> list[Clip]:
        """A report leads or comes second, follows another under its pictures, is reworded, or shown in other ones."""
        what = self.chance.number("what", number)
        if what < 0.28:
            return [Clip(number, number), *old[:4]]
        if what < 0.54:
            return [old[0], Clip(number, number), *old[1:4]]
        if what < 0.66:  # the same pictures under new words, as when an agency sends only one film
            return [replace(old[0], number=number, title=0), *old[1:]]
        place = min(self.chance.below(5, "place", draw, number) for draw in range(2))
        item = old[place]
        if what < 0.78:
            return [*old[:place], replace(item, title=item.title + 1), *old[place + 1 :]]
        return [*old[:place], replace(item, take=item.take + 1), *old[place + 1 :]]

    def _title(self, item: Clip) -> str:
        town, event, tail = told(self.chance.child("told"), (_TOWNS, _EVENTS, _TAILS), item.number)
        tail = _LATER[(item.number + item.title) % len(_LATER)] if item.title else tail
        return f"{town}: {event} — {tail}"

    def _page(self, clips: Sequence[Clip], hour: int, at: datetime) -> list[Row]:
        names = ("მთავარი", "რეგიონები", "პირდაპირი", "გადაცემები", "ამინდი", "კონტაქტი")
        menu = "".join(f"<span>{name}</span>" for name in names)
        note = f"{at:%d.%m.%Y %H:%M} · {self.chance.below(9, 'sky', hour // 2) + 14}°"
        rows = [
            row(panels.masthead("ტალღა TV", 1000, note, height=56), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(
                [self._tile(clips[0], hour, 620, 300)],
                [self._watched(hour, 380), self._guide(hour, at, 380)],
                tag="main",
            ),
            row(*(self._tile(item, hour, 250, 140) for item in clips[1:])),
            row(panels.advert(self.adverts.advert("foot", 60 * hour, 970, 160), "foot-advert", 1000)),
            row(self._shorts(hour, 1000)),
        ]
        if self.chance.happens(0.4, "on air", hour // 2):
            rows.insert(2, row(self._on_air(hour)))
        return rows

    def _tile(self, item: Clip, hour: int, width: int, height: int) -> Panel:
        tag = "h1" if width > 400 else "h2"
        length = self.chance.between(58, 400, "length", item.footage)
        age = max(1, hour + 10 - item.number)
        views = 40 * age + self.chance.below(60, "views", item.number, hour)
        html = (
            f"{panels.image(item.picture, width - 24, height)}"
            f'<b class="len">{length // 60}:{length % 60:02d}</b><{tag} style="margin-top:8px">'
            f'<a href="{ORIGIN}/video/{item.number}">{self._title(item)}</a></{tag}><p class="small">ნახვა: {views}</p>'
        )
        return panels.plain("tile", width, html, is_news=True)

    def _on_air(self, hour: int) -> Panel:
        """The player, with whatever frame is on air at the visit."""
        height = self.chance.pick((220, 300), "player", hour // 2)
        frame = panels.image(f"portrait-air-{hour}", height * 16 // 9, height)
        return panels.plain("onair", 1000, f"<p>● პირდაპირი ეთერი</p>{frame}")

    def _watched(self, hour: int, width: int) -> Panel:
        """Old films, in another order at each visit."""
        order = self.chance.shuffled(range(len(_OLD)), "watched", hour)[:4]
        lines = "".join(
            f'<div class="side" style="margin-bottom:8px">{panels.image(f"feature-{number}", 104, 62)}'
            f"<div><h3>{_OLD[number]}</h3></div></div>"
            for number in order
        )
        return panels.plain("watched", width, f"<h4>ყველაზე ნახვადი</h4>{lines}")

    def _guide(self, hour: int, at: datetime, width: int) -> Panel:
        lines = "".join(
            f'<li class="{"" if step else "now"}">{(at.hour + step) % 24:02d}:00 '
            f"{_PROGRAMMES[(at.hour + step) % len(_PROGRAMMES)]}</li>"
            for step in range(4)
        )
        here = f'<p class="small">ახლა უყურებს {self.chance.between(90, 4000, "here", hour)}</p>'
        return panels.plain("guide", width, f"<h4>პროგრამა</h4><ul>{lines}</ul>{here}")

    def _shorts(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(range(len(_OLD)), "shorts", hour)[:5]
        cards = "".join(
            f"<div>{panels.image(f'portrait-short-{number}', 182, 250)}<h3>{_OLD[number]}</h3></div>"
            for number in order
        )
        return panels.plain("shorts", width, f'<h4>მოკლე ვიდეო</h4><div class="cards">{cards}</div>')


_WARDS = ("Bến Nghé", "Tân Phong", "An Lạc", "Hòa Bình", "Phú Thọ", "Vĩnh Hải", "Long Trường", "Cầu Kho", "Đông Thạnh",
          "Bình Trị", "Mỹ Khánh", "Xuân Thới", "Thới An")  # fmt: skip
_FOUND = ("ghi nhận ổ dịch mới tại chợ", "phun hóa chất diệt muỗi toàn phường", "trường tiểu học cho học sinh nghỉ",
          "trạm y tế mở thêm ca khám buổi tối", "xử phạt công trình để nước đọng", "kết thúc theo dõi ổ dịch",
          "bệnh viện dã chiến tiếp nhận bệnh nhân", "thiếu dịch truyền, sở đã điều chuyển", "lấy mẫu nước giếng",
          "tổ chức tiêm nhắc cho trẻ dưới 5 tuổi", "khuyến cáo không dùng nước máy chưa đun")  # fmt: skip
_UNTIL = ("từ nay đến hết tuần", "trong 14 ngày tới", "đến khi có thông báo mới", "theo quyết định số 118",
          "từ 6 giờ sáng mai", "sau khi có kết quả xét nghiệm", "theo đề nghị của phường")  # fmt: skip
_LEVELS = ("mức độ 1", "mức độ 2", "mức độ 3", "đã kết thúc")
_SLOGANS = ("Không có lăng quăng, không có sốt xuất huyết", "Rửa tay đúng cách trong 30 giây", "Ngủ màn cả ban ngày",
            "Đi khám ngay khi sốt cao hai ngày", "Mỗi tuần 15 phút dọn nhà", "Ăn chín, uống sôi",
            "Tiêm chủng đầy đủ cho trẻ")  # fmt: skip
_ASKED = ("Sốt bao lâu thì phải nhập viện?", "Muỗi vằn đốt vào giờ nào?", "Có cần xét nghiệm lại không?",
          "Uống thuốc gì khi sốt?", "Phun thuốc có hại cho trẻ không?", "Nuôi cá bảy màu ở đâu?",
          "Bảo hiểm chi trả những gì?", "Mang thai có được tiêm không?")  # fmt: skip
_SHADES = ("#fdf3e3", "#fbd38d", "#f08a4b", "#d1495b", "#6b1d3a")


@dataclass(frozen=True)
class Warned:
    """A notice: which one, and its level by now."""

    number: int
    level: int = 0


class Dich(GeneratedSite):
    """A health office: a chart of cases redrawn on working days, a map twice a week, notices; gauges at each hour."""

    slug = "dich"
    hard = "a chart and a map redrawn under the same words, beside gauges drawn anew at each hour; campaigns above"
    more = 0
    look = Look(
        heading=SANS, paper="#f4f8f7", ink="#123232", muted="#5d7a78", line="#cfe0dd", accent="#00796b", lead_px=26,
        top_px=18, card="#ffffff",
        extra=(
            ".slogan{padding:0;background:#004d40;color:#fff}.slogan h1{padding:14px 24px}"
            ".figure,.notices,.gauge,.asked{background:#fff;border:0 solid #f4f8f7;border-width:0 8px 10px 0}"
            ".now{background:#00796b;color:#fff}"
            ".now div{display:flex;justify-content:space-between}.now b{font-size:24px;line-height:30px}"
            ".lv{font:bold 12px/18px 'Liberation Sans';background:#d1495b;color:#fff;padding:0 7px;margin-right:7px}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 16), then=0.15, night=0.02)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        chart = plan = 0
        notices = [Warned(number, self.chance.below(3, "level", number)) for number in range(5)]
        issues = self.chance.child("issues")
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            work = self.duty.at(at)
            if hour and at.hour == issues.between(9, 12, "hour of the chart", at.date()):
                chart += issues.happens(0.9 * work, "chart", hour)
            if hour and at.weekday() in {0, 3} and at.hour == 15:
                plan += 1
            if hour and self.chance.happens(0.17 * work, "notice", hour):
                notices = [Warned(hour + 10, self.chance.below(3, "level", hour + 10)), *notices[:4]]
            elif hour and self.chance.happens(0.08 * work, "raised", hour):
                place = self.chance.below(len(notices), "whose", hour)
                raised = replace(notices[place], level=min(3, notices[place].level + 1))
                notices = [*notices[:place], raised, *notices[place + 1 :]]
            drawn = (f"/drawing/cases-{chart}.svg", f"/drawing/wards-{plan}.svg")
            words = tuple(" ".join(self._told(item)) for item in notices)
            yield PageState(rows=tuple(self._page(drawn, notices, hour, at)), news=(*drawn, *words))

    def _told(self, item: Warned) -> tuple[str, str]:
        ward, found, until = told(self.chance.child("told"), (_WARDS, _FOUND, _UNTIL), item.number)
        return _LEVELS[item.level], f"Phường {ward}: {found} {until}."

    def picture(self, path: str) -> Resource | None:
        """The pictures that pages show, drawings among them."""
        if not path.startswith("/drawing/"):
            return super().picture(path)
        kind, number = path.removeprefix("/drawing/").removesuffix(".svg").split("-")
        drawn = {"cases": self._cases, "wards": self._wards, "trap": self._trap}[kind](int(number))
        head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 250" width="580" height="250">'
        return Resource("image/svg+xml", f"{head}{drawn}</svg>".encode())

    def _cases(self, number: int) -> str:
        """The last 21 days; each new day stands on the right, and the newest two are counted again."""
        bars = ""
        for place in range(21):
            usual = (
                40 + 9 * abs((number + place) // 4 % 14 - 7) + self.chance.below(80, "cases", number + place)
            )
            late = 1 if place < 19 else 0.4 + 0.25 * (20 - place)
            height = int(usual * late)
            hue = "#00796b" if place < 19 else "#80cbc4"
            bars += (
                f'<rect x="{20 + 26 * place}" y="{236 - height}" width="20" height="{height}" fill="{hue}"/>'
            )
        return f'{bars}<rect x="14" y="236" width="556" height="2" fill="#123232"/>'

    def _wards(self, number: int) -> str:
        """The wards, each in the shade of its cases; about every third takes another one each time."""
        places = ""
        for ward in range(36):
            draw = self.chance.child("ward", ward)
            x, y = 30 + 58 * (ward % 9), 12 + 58 * (ward // 9)
            turns = (number + draw.below(3, "turn")) // 3
            shade = _SHADES[(draw.below(5, "shade") + turns * draw.between(1, 2, "by")) % 5]
            bend = [draw.between(0, 14, "bend", corner) for corner in range(4)]
            points = (
                f"{x},{y + bend[0]} {x + 56 - bend[1]},{y} {x + 58},{y + 50 - bend[2]} {x + bend[3]},{y + 56}"
            )
            places += f'<polygon points="{points}" fill="{shade}" stroke="#fff" stroke-width="2"/>'
        return places

    def _trap(self, hour: int) -> str:
        """What a trap for mosquitoes counts: drawn anew at each visit, of the last minutes."""
        points = " ".join(
            f"{place * 10},{self.chance.between(20, 230, 'trap', hour, place)}" for place in range(59)
        )
        return f'<polyline points="{points}" fill="none" stroke="#d1495b" stroke-width="4"/>'

    def _page(self, drawn: Sequence[str], notices: Sequence[Warned], hour: int, at: datetime) -> list[Row]:
        note = f"{at:%H:%M %d/%m/%Y} · Đường dây nóng 1900 9095"
        rows = [
            row(panels.masthead("Trung tâm Kiểm soát bệnh tật", 1000, note, height=54), tag="header"),
            row(self._slogan(hour)),
            row(self._now(hour)),
            row(
                [
                    self._figure("Số ca sốt xuất huyết 21 ngày qua", drawn[0], hour, 610),
                    self._figure("Mức nguy cơ theo phường", drawn[1], hour, 610),
                ],
                [
                    self._notices(notices, 390),
                    panels.plain(
                        "gauge", 390,
                        "<h4>Bẫy muỗi trực tuyến</h4>"
                        f'<img src="/drawing/trap-{hour}.svg" width="358" height="150" alt="">',
                    ),
                    self._asked(hour, 390),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Giới thiệu · Dữ liệu mở · Liên hệ · English</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.3, "strip", hour // 3):
            height = self.chance.pick((44, 70, 96), "strip height", hour // 3)
            rows.insert(0, row(panels.strip("Tải ứng dụng Sức khỏe thành phố", height)))
        return rows

    def _figure(self, title: str, drawing: str, hour: int, width: int) -> Panel:
        seen = self.chance.between(100, 900, "seen", title, hour)
        shown = f'<img src="{drawing}" width="{width - 32}" height="{(width - 32) * 25 // 58}" alt="">'
        words = f'<h2>{title}</h2>{shown}<p class="small">Lượt xem hôm nay: {seen} · Tải về PNG, CSV</p>'
        return panels.plain("figure", width, words, is_news=True)

    def _notices(self, notices: Sequence[Warned], width: int) -> Panel:
        lines = "".join(
            f'<li><span class="lv">{level}</span><a href="{ORIGIN}/thong-bao/{item.number}">{words}</a></li>'
            for item in notices
            for level, words in [self._told(item)]
        )
        return panels.plain("notices", width, f"<h4>Thông báo</h4><ul>{lines}</ul>", is_news=True)

    def _slogan(self, hour: int) -> Panel:
        """A campaign of the office; another at most visits, of few, and not always as tall."""
        number = self.chance.below(len(_SLOGANS), "slogan", hour)
        height = self.chance.pick((130, 160, 200), "tall", hour // 5)
        picture = panels.image(f"culture-slogan-{number}", 1000, height)
        return panels.plain("slogan", 1000, f"{picture}<h1>{_SLOGANS[number]}</h1>")

    def _now(self, hour: int) -> Panel:
        names = ("Đang xem trang", "Cuộc gọi đang chờ", "Độ ẩm %", "Nhiệt độ °C", "Đang chờ khám")
        cells = "".join(
            f"<span>{name}<br><b>{self.chance.between(11, 98, 'now', name, hour)}</b></span>"
            for name in names
        )
        return panels.plain("now", 1000, f"<div>{cells}</div>")

    def _asked(self, hour: int, width: int) -> Panel:
        order = self.chance.shuffled(_ASKED, "asked", hour)[:5]
        lines = "".join(f"<li>{words}</li>" for words in order)
        return panels.plain("asked", width, f"<h4>Hỏi đáp</h4><ul>{lines}</ul>")


ILLUSTRATED = (Talgha, Dich)
