"""News that shows its age: a Romanian wire whose entries fade, a Vietnamese district's news that ages in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.edited import Entry
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.chance import Chance

_STEPS = ("#ffe066", "#ffec99", "#fff3bf", "#fff3bf", "#fff9db", "#fff9db", "#fff9db")
"""The ground of an entry by its age in hours; then it is white."""
_SECTIONS = {
    "Politic": ("{who} cere amânarea pentru {what}", "Senatul a votat {what}", "{who}, despre {what}: „{quote}”",
                "Guvernul a retras {what}", "Opoziția contestă {what}, {who} răspunde"),
    "Economie": ("{firm} deschide o fabrică la {where}", "{firm} renunță la depozitul din {where}",
                 "{firm} cumpără terminalul din {where}", "Greva de la {firm} a intrat în a doua zi"),
    "Eveniment": ("Circulație oprită la {where} după un accident", "Incendiu într-un depozit din {where}",
                  "Localitatea {where}, fără apă: {why}", "Trenurile spre {where} au întârzieri: {why}"),
    "Justiție": ("{who}, trimis în judecată pentru {what}", "Percheziții la {firm}, în {where}",
                 "Curtea amână procesul {firm}"),
}  # fmt: skip
_BODIES = (
    "Potrivit {source}, sunt vizate {count} de persoane, iar la {where} măsurile rămân valabile până {when}.",
    "„{quote}”, a declarat {who}. Pagubele sunt estimate la {count} de mii de lei.",
    "Decizia vine după {count} de sesizări. {source_title} anunță un nou termen: {when}.",
    "La {where} au intervenit {count} de oameni. Cauza ar fi următoarea: {why}.",
    "{firm} vorbește despre {count} de contracte și promite un răspuns {when}.",
)
_WORDS: Mapping[str, Sequence[str]] = {
    "who": ("Ilinca Dragu", "Radu Sălceanu", "ministrul Pop-Costea", "Sorin Brădet", "primărița Anca Moldovan",
            "Tudor Vlașin", "Mirela Crângașu", "deputatul Hanganu"),
    "what": ("legea pădurilor", "bugetul spitalelor", "taxa pe deșeuri", "planul de irigații", "reforma școlilor",
             "contractul autostrăzii", "codul silvic", "plafonul la gaze"),
    "where": ("Văleni", "Portul Nou", "Cernavița", "Dealu Mare", "Săcelu", "Gura Lotrului", "Brăneștii de Sus",
              "Poiana Stânei", "Fântânele", "Ostrovu"),
    "firm": ("Electrodunăre", "Moldosilva", "Carpatin Rail", "Agroprut", "Vestchim", "Hidrotisa"),
    "why": ("o conductă fisurată", "vânt puternic", "o defecțiune la macaz", "lucrări neautorizate",
            "un scurtcircuit", "alunecări de teren"),
    "when": ("vineri", "la sfârșitul lunii", "luni dimineață", "în toamnă", "la 1 iunie"),
    "quote": ("Nu avem altă soluție", "Oamenii au fost anunțați", "Vom ataca decizia", "E o chestiune de zile",
              "Nimeni nu ne-a întrebat"),
    "source": ("prefecturii", "surselor judiciare", "inspectoratului", "ministerului", "sindicatului"),
    "source_title": ("Prefectura", "Tribunalul", "Inspectoratul", "Ministerul", "Sindicatul"),
}  # fmt: skip
_READ = ("Zece trasee pentru weekend", "Cum plătești mai puțin la gaze", "Rețetă: plăcintă cu brânză și mărar",
         "Horoscopul zilei", "Test: cât de bine știi Delta?", "Casa din lut care nu se încălzește vara",
         "Ce plantăm în mai", "Cele mai vechi vii din Oltenia", "Povestea unui ceasornicar", "Rebus")  # fmt: skip
_SOLD = (("Saltele Norișor", "Dormi ca un prunc: reducere de 40% până duminică."),
         ("Credit Rapid Bistrița", "Bani pe card în 15 minute, fără drumuri."),
         ("Termopane Cristal", "Montaj gratuit în toată țara."),
         ("Vacanțe Marea Egee", "Plecare din trei orașe, de la 299 euro."))  # fmt: skip


def told(
    entry: Entry, draw: Chance, templates: Sequence[str], words: Mapping[str, Sequence[str]]
) -> list[str]:
    """Templates filled for an entry; a correction makes its figure another one."""
    values = {name: draw.pick(options, name) for name, options in words.items()}
    count = entry.count(draw, draw.between(23, 190, "base"), 18)
    filled = [template.format(count=count, **values) for template in templates]
    return [item[:1].upper() + item[1:] for item in filled]


def listed(order: Sequence[str], width: int, heading: str, name: str = "ranking") -> Panel:
    """A numbered list of links beside the news."""
    items = "".join(
        f'<li><h3><b class="n">{number}</b><a href="{ORIGIN}/l/{panels.hash_of(title)}">{title}</a></h3></li>'
        for number, title in enumerate(order, 1)
    )
    return panels.plain(name, width, f"<h4>{heading}</h4><ol>{items}</ol>")


class Fluxul(GeneratedSite):
    """A Romanian wire: each entry comes on yellow that pales hour by hour, under an edge that goes from red to grey."""

    slug = "fluxul"
    hard = "entries fade from yellow to white, edges cool; the most discussed is blue for hours; sold entries amid them"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#ffffff", ink="#1d1d1f", muted="#75757a", line="#e3e3e6", accent="#b3261e",
        lead_px=26, top_px=18, card="#f5f5f7",
        extra=(
            ".entry{padding:0 12px 8px}.post{border-left:6px solid #ddd;padding:8px 12px}.post h2{margin:2px 0 3px}"
            ".post b.at{font-size:13px;line-height:18px;margin-right:10px}.post .tag{font-size:12px;color:#b3261e}"
            ".talked{float:right;background:#1c7ed6;color:#fff;font-size:11px;line-height:18px;padding:0 8px}"
            ".menu{background:#1d1d1f;color:#fff}.menu span{margin-right:24px}.views li{font-size:13px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that an entry fades is no news."""
        draw = self.chance.child("before")
        entries = [
            Entry(draw.pick(tuple(_SECTIONS), number), -number, -2 * number) for number in range(1, 13)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            day = 7 <= at.hour <= 22
            if hour and self.chance.happens(0.2 if day else 0.05, "new", hour):
                for seat in range(self.chance.pick((1, 1, 1, 2), "burst", hour)):
                    section = self.chance.pick(tuple(_SECTIONS), "section", hour, seat)
                    entries = [Entry(section, 2 * hour + seat, hour), *entries][:12]
            elif hour and self.chance.happens(0.045 if day else 0.01, "corrected", hour):
                place = min(self.chance.below(8, "whose", number, hour) for number in range(2))
                old = entries[place]
                entries[place] = replace(old, revision=old.revision + 1, revised=hour)
            news = tuple(" ".join(self._told(entry)) for entry in entries)
            yield PageState(rows=tuple(self._page(entries, hour, at)), news=news)

    def _told(self, entry: Entry) -> list[str]:
        draw = self.chance.child("entry", entry.number)
        title, body = draw.pick(_SECTIONS[entry.part], "title"), draw.pick(_BODIES, "body")
        return told(entry, draw, (title, body), _WORDS)

    def _page(self, entries: Sequence[Entry], hour: int, at: datetime) -> list[Row]:
        minute = int(at.timestamp() // 60)
        feed = [self._entry(place, entry, hour) for place, entry in enumerate(entries)]
        if self.chance.happens(0.6, "sold", hour // 5):
            feed.insert(self.chance.between(1, 4, "sold at", hour // 5), self._sold(hour))
        names = ("Flux", "Politic", "Economie", "Justiție", "Video", "Opinii")
        menu = "".join(f"<span>{name}</span>" for name in names)
        side = [
            panels.advert(self.adverts.advert("side", minute, 276, 230), "side-advert", 300),
            listed(self.chance.shuffled(_READ, "read", hour)[:5], 300, "Cele mai citite"),
            self._rates(hour, 300),
            panels.counter(self.chance, hour, 300, "cititori în acest moment"),
        ]
        rows = [
            row(panels.masthead("Fluxul", 1000, f"{at:%d.%m.%Y, %H:%M}", height=54), tag="header"),
            row(panels.plain("menu", 1000, f"<p>{menu}</p>")),
            row(side, [panels.plain("title", 700, "<h1>Știri în flux</h1>"), *feed], tag="main"),
            row(panels.recommended(self.chance, hour // 2, 1000, 4, "Vă recomandăm", titles=_READ)),
        ]
        if self.chance.happens(0.28, "banner", hour // 2):
            height = self.chance.between(60, 220, "banner height", hour // 2)
            words, _ = self.chance.pick(_SOLD, "banner", hour // 2)
            rows.insert(0, row(panels.strip(f"{words} — ofertele lunii mai", height, name="promo")))
        return rows

    def _entry(self, place: int, entry: Entry, hour: int) -> Panel:
        """An entry on the ground of its age; one that was put right begins anew."""
        age = hour - max(entry.since, entry.revised)
        edge = next(
            (ink for limit, ink in ((3, "#d7263d"), (9, "#f49d37"), (24, "#8fb8de")) if age < limit), "#ddd"
        )
        talked = place == self.chance.below(9, "talked", hour // 3)
        ground = "#e7f5ff" if talked else (*_STEPS, "#ffffff")[min(age, len(_STEPS))]
        title, body = self._told(entry)
        at = STARTS_AT + timedelta(hours=entry.since, minutes=self.chance.below(60, "minute", entry.number))
        flag = '<i class="talked">cel mai comentat</i>' if talked else ""
        right = '<span class="tag">Actualizat</span>' if entry.revision else ""
        views = self.chance.between(3, 400, "views", entry.number, hour // 3)
        html = (
            f'<div class="post" style="background:{ground};border-left-color:{edge}">{flag}<b class="at">{at:%H:%M}</b>'
            f'<span class="small">{entry.part} · {views} comentarii</span> {right}'
            f'<h2><a href="{ORIGIN}/flux/{entry.number}">{title}</a></h2><p>{body}</p></div>'
        )
        return panels.plain("entry", 700, html, is_news=True)

    def _sold(self, hour: int) -> Panel:
        name, words = self.chance.pick(_SOLD, "what is sold", hour // 2)
        head = f'<p class="small">Publicitate</p><h2><a href="{ORIGIN}/out/{panels.hash_of(name)}">{name}</a></h2>'
        return panels.plain(
            "entry", 700, f'<div class="post" style="background:#fff3bf">{head}<p>{words}</p></div>'
        )

    def _rates(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(low, high, name, hour) / 10000:.4f}</b></li>"
            for name, low, high in (("EUR", 49300, 49900), ("USD", 44100, 45200), ("CHF", 51800, 52900))
        )
        degrees = self.chance.between(9, 27, "degrees", hour // 2)
        return panels.plain(
            "views", width, f"<h4>Curs și vreme</h4><ul>{lines}<li>București {degrees}°</li></ul>"
        )


_DISTRICT = {
    "Thông báo": ("Tạm ngừng cấp nước tại {place}", "Lịch tiếp công dân tháng này tại {place}",
                  "Mời họp tổ dân phố về {matter}", "Công khai hồ sơ {matter}"),
    "Giao thông": ("Cấm xe tải qua {place}", "{place} thông xe trở lại", "Phân luồng lại {place} vì {cause}",
                   "Xe buýt đổi trạm dừng ở {place}"),
    "Đời sống": ("{place} có thư viện mới", "Ngập nặng ở {place} sau {cause}", "Chợ đêm {place} dời ngày mở",
                 "{who} thăm hộ nghèo ở {place}"),
    "Giáo dục": ("Tuyển sinh lớp một tại {place}", "Học sinh {place} nghỉ học vì {cause}",
                 "{who} nói về {matter} trong trường"),
}  # fmt: skip
_TOLD = (
    "Có {count} hộ dân liên quan. Mọi thắc mắc gửi về bộ phận một cửa trước {until}.",
    "Theo {who}, kinh phí là {count} triệu đồng, việc làm xong trước {until}.",
    "Nguyên nhân là {cause}. Quận huy động {count} người và sẽ báo kết quả vào {until}.",
    "Đã có {count} đơn đăng ký; {who} cho biết danh sách được niêm yết đến {until}.",
    "Việc này áp dụng cho {count} trường hợp, từ nay đến {until}.",
)
_LOCAL: Mapping[str, Sequence[str]] = {
    "place": ("phường Tân Sen", "đường Hoa Phượng", "cầu Rạch Trúc", "khu phố 7", "chợ Bến Lá", "hẻm 120 Lý Thái",
              "trường Ngô Mây", "công viên Hồ Xanh", "bến xe An Khê", "phường Phú Mỹ Đông"),
    "matter": ("thu gom rác", "quy hoạch bờ kênh", "chỉnh trang vỉa hè", "phòng cháy chung cư", "thuế đất",
               "nhà ở xã hội", "chuyển đổi số"),
    "cause": ("mưa lớn", "sụt lún", "triều cường", "sửa cống", "sự cố điện", "cây đổ"),
    "who": ("bà Lê Thị Hạnh", "ông Trần Văn Lộc", "chủ tịch Võ Minh Tâm", "cô Phạm Ngọc Ánh", "ông Đỗ Quang Huy"),
    "until": ("thứ Sáu", "cuối tháng", "ngày 20", "hết quý này", "thứ Hai tuần sau", "ngày 31"),
}  # fmt: skip
_WEEKDAYS = ("thứ Hai", "thứ Ba", "thứ Tư", "thứ Năm", "thứ Sáu", "thứ Bảy", "Chủ nhật")
_GROUPS = ("Hôm nay", "Hôm qua", "Tuần này", "Cũ hơn")
_GUIDES = ("Cách đăng ký tạm trú trực tuyến", "Đổi giấy phép lái xe ở đâu?", "Bảy món ngon bên bờ kênh",
           "Hỏi đáp về bảo hiểm y tế", "Bản đồ trạm xe đạp", "Ảnh đẹp: hoàng hôn Hồ Xanh", "Phân loại rác tại nhà",
           "Số điện thoại cần nhớ", "Lịch cúp điện tra ở đâu?", "Góc thiếu nhi")  # fmt: skip
_LIVE = ("Trực tiếp: hội thao quận, mời bà con đón xem", "Khảo sát: bạn hài lòng với một cửa chứ?",
         "Tải ứng dụng Quận Mình, nhận quà", "Tuần lễ không tiền mặt: hoàn 20%")  # fmt: skip


class QuanMinh(GeneratedSite):
    """A Vietnamese district: today's news goes under yesterday at midnight and is folded to its title after that."""

    slug = "quanminh"
    hard = "ages in words, badges that go after hours, groups by day renewed at midnight, old entries folded"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#f7f4ee", ink="#2a2118", muted="#81766a", line="#e0d8ca", accent="#a4161a",
        lead_px=26, top_px=18, card="#ffffff",
        extra=(
            ".group{background:#fff;border:0 solid #f7f4ee;border-width:0 10px 10px 0}.group h4{background:#a4161a;"
            "color:#fff;padding:0 10px;line-height:28px}.group h3{font-size:17px;line-height:22px}.new{background:"
            "#e85d04;color:#fff;font:bold 11px/16px 'Liberation Sans';padding:0 6px;margin-right:6px}"
            ".right{color:#1b6b4a;font-weight:bold}.folded h3{font-size:14px;line-height:18px;font-weight:normal}"
            ".air b{font-size:30px;line-height:36px}.live{background:#e85d04;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; that an entry grows old is no news."""
        draw = self.chance.child("before")
        entries = [
            Entry(draw.pick(tuple(_DISTRICT), number), -number, 2 - 7 * number) for number in range(1, 17)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            day = 7 <= at.hour <= 21
            recent = [item for item in entries if self._group(item, at) < 2]
            if hour and self.chance.happens(0.2 if day else 0.025, "new", hour):
                entries = [Entry(self.chance.pick(tuple(_DISTRICT), "part", hour), hour, hour), *entries][:16]
            elif hour and day and recent and self.chance.happens(0.05, "corrected", hour):
                old = self.chance.pick(recent, "whose", hour)
                right = replace(old, revision=old.revision + 1, revised=hour)
                entries = [right if item is old else item for item in entries]
            elif hour and day and len(entries) > 12 and self.chance.happens(0.025, "withdrawn", hour):
                gone = min(self.chance.below(len(entries), "gone", number, hour) for number in range(2))
                entries = [item for place, item in enumerate(entries) if place != gone]
            news = tuple(" ".join(self._told(item)) for item in entries)
            yield PageState(rows=tuple(self._page(entries, hour, at)), news=news)

    def _told(self, entry: Entry) -> list[str]:
        draw = self.chance.child("entry", entry.number)
        title, body = draw.pick(_DISTRICT[entry.part], "title"), draw.pick(_TOLD, "body")
        return told(entry, draw, (title, body), _LOCAL)

    @staticmethod
    def _group(entry: Entry, at: datetime) -> int:
        """Today's, yesterday's, of the last seven days, or older."""
        days = (at.date() - (STARTS_AT + timedelta(hours=entry.since)).date()).days
        return days if days < 2 else 2 + (days > 4)

    def _page(self, entries: Sequence[Entry], hour: int, at: datetime) -> list[Row]:
        minute = int(at.timestamp() // 60)
        groups = [
            self._listing(number, [item for item in entries if self._group(item, at) == number], hour, at)
            for number in range(len(_GROUPS))
        ]
        side = [
            self._air(hour, 360),
            panels.advert(self.adverts.advert("side", minute, 336, 240), "side-advert", 360),
            listed(self.chance.shuffled(_GUIDES, "guides", hour // 2)[:6], 360, "Xem nhiều"),
            panels.counter(self.chance, hour, 360, "lượt truy cập hôm nay"),
        ]
        said = f"{_WEEKDAYS[at.weekday()]}, {at:%d/%m/%Y} · {at:%H:%M}"
        foot = '<p class="small">Ủy ban nhân dân quận · Sơ đồ trang · Góp ý</p>'
        rows = [
            row(panels.masthead("Quận Mình", 1000, said, height=60), tag="header"),
            row([panel for panel in groups if panel], side, tag="main"),
            row(panels.recommended(self.chance, hour // 3, 1000, 4, "Có thể bạn quan tâm", titles=_GUIDES)),
            row(panels.plain("foot", 1000, foot), tag="footer"),
        ]
        if self.chance.happens(0.3, "live", hour // 3):
            height = self.chance.pick((48, 80, 130), "height", hour // 3)
            rows.insert(1, row(panels.strip(self.chance.pick(_LIVE, hour // 3), height, name="live")))
        return rows

    def _listing(self, number: int, here: Sequence[Entry], hour: int, at: datetime) -> Panel | None:
        if number and not here:
            return None
        lines = "".join(
            self._folded(item, at) if number > 1 else self._open(item, hour, number) for item in here
        )
        html = f"<h4>{_GROUPS[number]}</h4><ul>{lines or '<li>Chưa có tin trong ngày.</li>'}</ul>"
        return panels.plain("group", 640, html, is_news=True)

    def _open(self, item: Entry, hour: int, number: int) -> str:
        title, body = self._told(item)
        age = hour - item.since
        at = STARTS_AT + timedelta(hours=item.since)
        said = f"hôm qua, lúc {at:%H:%M}" if number else (f"{age} giờ trước" if age else "vừa xong")
        badge = '<span class="new">MỚI</span>' if age < 6 else ""
        right = ' · <span class="right">đã đính chính</span>' if item.revision else ""
        return (
            f'<li>{badge}<h3><a href="{ORIGIN}/tin/{item.number}">{title}</a></h3><p>{body}</p>'
            f'<p class="small">{item.part} · {said}{right}</p></li>'
        )

    def _folded(self, item: Entry, at: datetime) -> str:
        since = STARTS_AT + timedelta(hours=item.since)
        days = (at.date() - since.date()).days
        said = _WEEKDAYS[since.weekday()] if days < 5 else f"{days} ngày trước"
        link = f'<a href="{ORIGIN}/tin/{item.number}">{self._told(item)[0]}</a>'
        return f'<li class="folded"><h3>{link} <span class="small">({said})</span></h3></li>'

    def _air(self, hour: int, width: int) -> Panel:
        dust = self.chance.between(24, 168, "dust", hour)
        degrees = self.chance.between(25, 36, "degrees", hour // 2)
        ground = "#d8f3dc" if dust < 60 else "#fff3bf" if dust < 110 else "#ffd8a8"
        said = f"<b>{dust}</b> AQI · {degrees}°C · triều {hour % 12} dm"
        html = f'<h4>Không khí</h4><div style="background:{ground};padding:8px">{said}</div>'
        return panels.plain("air", width, html)


FADING = (Fluxul, QuanMinh)
