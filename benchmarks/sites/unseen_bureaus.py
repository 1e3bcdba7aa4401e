"""Unseen bureaus: a Hungarian supreme court's decisions and a Vietnamese city's figures of an epidemic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_CHAMBERS = ("Pfv.I", "Pfv.II", "Gfv.VI", "Kfv.III", "Mfv.X", "Bfv.II", "Kpkf.V")
_MATTERS = (
    "Végrendelet érvénytelensége", "Kisajátítási kártalanítás összege", "Versenytilalmi megállapodás megszegése",
    "Építési engedély visszavonása", "Rendkívüli felmondás jogellenessége", "Közérdekű adat kiadása",
    "Gépjármű rejtett hibája", "Szerződés színlelt volta", "Adóbírság mérséklése",
    "Egyesület törlése a nyilvántartásból",
    "Orvosi műhiba bizonyítása", "Szolgalmi jog elbirtoklása", "Választottbírósági ítélet érvénytelenítése",
    "Hulladékgazdálkodási bírság", "Szerzői jogdíj mértéke", "Tartási szerződés megszüntetése",
)  # fmt: skip
_OUTCOMES = (
    "A Kúria a jogerős ítéletet hatályában fenntartja.",
    "A Kúria a jogerős ítéletet hatályon kívül helyezi, és az elsőfokú bíróságot új eljárásra utasítja.",
    "A Kúria a felülvizsgálati kérelmet hivatalból elutasítja.",
    "A Kúria a jogerős ítéletet részben megváltoztatja, és az alperest {sum} ezer forint megfizetésére kötelezi.",
    "A Kúria az eljárást felfüggeszti, és az Európai Unió Bíróságához fordul.",
)
_GROUNDS = (
    "A bizonyítás terhe azt a felet terheli, akinek érdekében áll, hogy a tényt a bíróság valónak fogadja el.",
    "A hatóság a mérlegelés szempontjait határozatának indokolásában köteles feltüntetni.",
    "A határidő elmulasztása akkor menthető ki, ha a mulasztás a felen kívül álló okból történt.",
    "A jóhiszeműség nem pótolja a szerződés írásba foglalását, ha azt jogszabály rendeli.",
    "A kártérítés mértékénél a károsult közrehatását is figyelembe kell venni.",
    "Az utasítás megtagadása csak nyilvánvaló jogsértés esetén jogszerű.",
)
_TERMS = (
    ("Elbirtoklás", "Tulajdonszerzés azáltal, hogy valaki a dolgot sajátjaként, szakadatlanul birtokolja. Ingatlannál "
     "tizenöt, ingó dolognál tíz év szükséges hozzá."),
    ("Perújítás", "Rendkívüli perorvoslat: olyan tényre alapítható, amelyet a bíróság a perben nem bírált el."),
    ("Kellék", "Amit a keresetlevélnek tartalmaznia kell. Hiányát a bíróság felhívására nyolc napon belül pótolni "
     "lehet; ennek elmaradása esetén a keresetet visszautasítják."),
    ("Viszontkereset", "Az alperes önálló követelése a felperessel szemben ugyanabban a perben."),
    ("Tanács", "Három vagy öt hivatásos bíró, akik az ügyben együtt határoznak, zárt tanácskozáson és szavazással."),
    ("Jogerő", "A határozat véglegessége: többé fellebbezéssel nem támadható, mindenkire nézve kötelező."),
    ("Illeték", "Az eljárásért fizetendő összeg, a pertárgy értékének hat százaléka, legalább tizenötezer forint."),
    ("Kegyelem", "Az államfő döntése a kiszabott büntetés elengedéséről vagy enyhítéséről; a bíróságot nem köti."),
)  # fmt: skip
_SOUGHT = ("3/2019. jogegységi határozat", "Devizahitel: tájékoztató", "Gyűlöletbeszéd, Pfv.20.085",
           "Kollégiumi vélemény 1/2021.", "Ügyelosztási rend", "Szakértői lista", "EBH 2017.M.14.",
           "Panaszos eljárás minta", "Meghatalmazás nyomtatvány", "BH 2015.227.")  # fmt: skip
_STOPS = (
    "Iratkozzon fel hírlevelünkre, és kövesse csatornánkat!",
    "Töltse ki elégedettségi kérdőívünket! Két perc.",
)


@dataclass(frozen=True)
class Decision:
    """What the court put on its list: of which chance, since which hour, and whether its text was put right."""

    number: int
    since: int
    corrected: bool = False


class Kuria(GeneratedSite):
    """A supreme court's list of decisions: a few at a time on working days; a word of law, another at each visit."""

    slug = "kuria"
    hard = "slow, in batches; a slide of any height and a glossary above and beside; downloads and ages in each row"
    more = 0
    look = Look(
        heading=SERIF, body=SERIF, paper="#fbfaf7", ink="#222222", muted="#77716a", line="#cbbf9f", accent="#7a5c1e",
        lead_px=25, top_px=17, card="#f1ecdf",
        extra=(
            ".masthead{background:#3b2f1c;color:#f1ecdf}.masthead .small{color:#d8cba8}"
            ".decision{border-bottom:1px solid #cbbf9f;padding:9px 12px}.decision .no{color:#7a5c1e;font-weight:bold}"
            ".decision p{line-height:19px}.term{background:#f1ecdf}.term p{font-style:italic}.stop{background:#e9c46a}"
            ".find div{border:1px solid #cbbf9f;background:#fff;height:28px;line-height:28px;padding:0 8px;color:#999}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        listed = [Decision(-number, -9 * number) for number in range(1, 10)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            working = at.weekday() < 5 and 8 <= at.hour <= 16
            if hour and working and self.chance.happens(0.48, "batch", hour):
                many = self.chance.pick((1, 1, 2, 3), "many", hour)
                listed = [*(Decision(4 * hour + seat, hour) for seat in range(many)), *listed][:9]
            elif hour and working and self.chance.happens(0.12, "right", hour):
                place = self.chance.below(5, "whose", hour)
                listed[place] = replace(listed[place], corrected=True)
            news = tuple(words for item in listed for words in self._told(item))
            yield PageState(rows=tuple(self._page(listed, hour, at)), news=news)

    def _told(self, item: Decision) -> tuple[str, ...]:
        draw = self.chance.child("decision", item.number)
        chamber = draw.pick(_CHAMBERS, "chamber")
        number = f"{chamber}.{draw.between(20_004, 38_990, 'no')}/2026/{draw.between(3, 14, 'sheet')}."
        outcome = draw.pick(_OUTCOMES, "outcome").format(sum=draw.between(180, 9400, "sum"))
        ground = draw.pick(_GROUNDS, "ground", item.corrected)
        put_right = (f"Kijavítva: {ground}",) if item.corrected else (ground,)
        return (number, draw.pick(_MATTERS, "matter"), outcome, *put_right)

    def _page(self, listed: Sequence[Decision], hour: int, at: datetime) -> list[Row]:
        queue = f"{at:%Y.%m.%d. %H:%M} · Ügyfélcentrum: {self.chance.below(30, 'queue', hour)} várakozó"
        number = self.chance.below(14, "slide", hour)
        height = self.chance.pick((230, 260, 300), "slide height", hour // 4)
        rows = [
            row(panels.masthead("Legfelsőbb Bírósági Tár", 1000, queue, height=60), tag="header"),
            row(panels.plain("slide", 1000, panels.image(f"city-court-{number}", 976, height))),
            row(
                [self._find(hour), self._term(hour), self._sought(hour)],
                [
                    panels.plain("title", 700, "<h1>Határozatok a közzététel sorrendjében</h1>"),
                    *(self._decision(item, hour) for item in listed),
                ],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">Impresszum · Adatvédelem · Akadálymentes változat</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.35, "stop", hour // 3):
            words = self.chance.pick(_STOPS, "stop words", hour // 3)
            bar = self.chance.between(40, 100, "bar", hour // 3)
            rows.insert(1, row(panels.strip(words, bar, name="stop")))
        return rows

    def _decision(self, item: Decision, hour: int) -> Panel:
        number, matter, outcome, ground = self._told(item)
        age = hour - item.since
        said = f"{age} órája" if age < 24 else f"{age // 24} napja"
        taken = age * (1 + item.number % 5) + self.chance.below(2, "taken", item.number, hour)
        html = (
            f'<p class="no">{number}</p><h2><a href="{ORIGIN}/hatarozat/{item.number + 500}">{matter}</a></h2>'
            f'<p>{outcome}</p><p>{ground}</p><p class="small">Közzétéve {said} · letöltve {taken} alkalommal · PDF</p>'
        )
        return panels.plain("decision", 700, html, is_news=True)

    def _find(self, hour: int) -> Panel:
        held = 184_200 + 37 * hour + self.chance.below(37, "held", hour)
        return panels.plain(
            "find",
            300,
            f"<h4>Keresés</h4><div>Ügyszám</div><p class='small'>{held} keresés ebben az évben</p>",
        )

    def _term(self, hour: int) -> Panel:
        name, words = self.chance.pick(_TERMS, "term", hour)
        picture = panels.image(f"portrait-term-{name[:2]}", 276, 160)
        return panels.plain("term", 300, f"<h4>Jogi kislexikon</h4>{picture}<h2>{name}</h2><p>{words}</p>")

    def _sought(self, hour: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(40, 990, 'times', name, hour)}</b></li>"
            for name in self.chance.shuffled(_SOUGHT, "sought", hour)[:7]
        )
        return panels.plain("sought", 300, f"<h4>Legtöbbet keresett</h4><ul>{lines}</ul>")


_WARDS = (
    "Hải An",
    "Lê Chân",
    "Ngô Quyền",
    "Kiến An",
    "Đồ Sơn",
    "An Dương",
    "Thủy Nguyên",
    "Vĩnh Bảo",
    "Cát Hải",
)
_NOTICES = (
    "Phường {ward} phun hóa chất diệt muỗi từ {clock} giờ, người dân đóng kín cửa.",
    "Phát hiện ổ dịch mới tại {ward}: {count} ca trong cùng một khu phố.",
    "Gỡ bỏ cách ly tại {ward} sau {count} ngày không có ca mắc.",
    "Trường học ở {ward} cho {count} lớp nghỉ học đến hết tuần.",
    "Bệnh viện dã chiến {ward} tiếp nhận thêm {count} giường điều trị.",
    "Thu hồi lô thuốc hạ sốt số {count} tại các nhà thuốc {ward}.",
    "Bổ sung {count} nghìn liều vắc-xin cho trạm y tế {ward}.",
    "Nguồn nước tại {ward} không đạt chuẩn, {count} hộ tạm ngừng sử dụng.",
    "Kết quả xét nghiệm tại {ward}: {count} mẫu dương tính với tuýp DEN-2.",
)
_HOSPITALS = (
    "Việt Tiệp",
    "Trẻ em",
    "Phụ sản",
    "Kiến An",
    "Đa khoa Quốc tế",
    "Y học biển",
    "Hồng Bàng",
    "Lão khoa",
    "Mắt",
)
_TIPS = ("Đậy kín bể nước, lật úp chum vại", "Ngủ màn cả ban ngày", "Uống nhiều nước khi sốt",
         "Rửa tay đủ ba mươi giây", "Không tự ý truyền dịch tại nhà", "Đeo khẩu trang nơi đông người",
         "Tiêm nhắc lại đúng lịch")  # fmt: skip
_ASKED = ("Khi nào cần nhập viện?", "Xét nghiệm ở đâu?", "Vắc-xin có miễn phí không?", "Trẻ dưới một tuổi thì sao?",
          "Làm thế nào để báo ca bệnh?", "Bảo hiểm chi trả những gì?", "Hồi phục trong bao lâu?")  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """The day's bulletin: which it is, since which hour, and whether its figures were put right."""

    day: int
    since: int
    revised: bool = False


class Dichte(GeneratedSite):
    """A city's figures of an epidemic: once a day, sometimes put right the next morning; notices below them."""

    slug = "dichte"
    hard = "figures of the day amid figures of the moment: waiting times, calls, places; a large tip that rotates"
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#f3f7fb", ink="#12263a", muted="#6b7f92", line="#d5e0ea", accent="#0b7285",
        lead_px=28, top_px=18, card="#ffffff",
        extra=(
            ".masthead{background:#0b7285;color:#fff}.masthead .small{color:#c5f0f6}.tiles{background:#fff}"
            ".tiles .cards>div{background:#e3fafc;padding:12px}.tiles h1{margin:0;font-size:22px;line-height:28px}"
            ".curve{background:#fff}.curve div{display:flex;gap:6px;align-items:flex-end;height:130px}"
            ".curve i{display:block;width:28px;background:#0b7285}.wards{background:#fff}.now b{float:right}"
            ".wards li{padding:5px 0 4px}"
            ".tip h1{color:#0b7285}.now{background:#12263a;color:#fff}.now h4{color:#66d9e8}"
            ".ask{background:#ffe066}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        figures = Figures(14, -12)
        notices = [-7 * number for number in range(1, 7)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if at.hour == self.chance.pick((17, 18, 18), "release", at.date()):
                figures = Figures(figures.day + 1, hour)
            elif at.hour == 9 and self.chance.happens(0.25, "revised", at.date()):
                figures = replace(figures, revised=True)
            rate = 0.2 if at.weekday() < 6 else 0.08
            if hour and 7 <= at.hour <= 20 and self.chance.happens(rate, "notice", hour):
                notices = [hour, *notices][:6]
            told = (*self._counted(figures), *self._by_ward(figures), *map(self._notice, notices))
            yield PageState(rows=tuple(self._page(figures, notices, hour, at)), news=told)

    def _cases(self, day: int) -> int:
        """New cases of a day; the wave rises and falls."""
        return 60 + 9 * abs(day % 22 - 11) + self.chance.below(45, "cases", day)

    def _counted(self, item: Figures) -> tuple[str, ...]:
        more = self.chance.between(3, 18, "more", item.day) if item.revised else 0
        beds = self.chance.between(180, 420, "beds", item.day)
        total = 2140 + sum(self._cases(day) for day in range(item.day + 1)) + more
        at = STARTS_AT + timedelta(hours=item.since)
        mark = " (đã hiệu chỉnh)" if item.revised else ""
        return (
            f"Số liệu đến 16 giờ ngày {at:%d/%m}{mark}",
            f"{self._cases(item.day) + more} ca mới",
            f"{total} ca tích lũy",
            f"{beds} đang điều trị",
            f"{9 + item.day // 3} ca tử vong",
        )

    def _by_ward(self, item: Figures) -> list[str]:
        lines = []
        for name in _WARDS:
            count = self.chance.between(0, 31, "ward", name, item.day) + item.revised
            lines.append(f"{name}: {count} ca, cấp {1 + (count > 9) + (count > 20)}")
        return lines

    def _notice(self, number: int) -> str:
        draw = self.chance.child("notice", number)
        return draw.pick(_NOTICES, "which").format(
            ward=draw.pick(_WARDS, "ward"), clock=draw.between(5, 17, "clock"), count=draw.between(2, 64, "count")
        )  # fmt: skip

    def _page(self, figures: Figures, notices: Sequence[int], hour: int, at: datetime) -> list[Row]:
        calls = f"Đường dây nóng: {self.chance.between(0, 48, 'calls', hour)} cuộc gọi đang chờ · {at:%H:%M}"
        asked = "".join(f"<li>{words}</li>" for words in self.chance.shuffled(_ASKED, "asked", hour // 2)[:5])
        rows = [
            row(panels.masthead("Sở Y tế · Bản tin dịch bệnh", 1000, calls, height=62), tag="header"),
            row([self._tip(hour, 640)], [self._now(hour, 360)]),
            row(self._tiles(figures)),
            row(
                [self._curve(figures, 620), self._notices(notices, 620)],
                [
                    self._wards(figures, 380),
                    panels.counter(self.chance, hour, 380, "người đang truy cập"),
                    panels.plain("asked", 380, f"<h4>Hỏi đáp</h4><ul>{asked}</ul>"),
                ],
                tag="main",
            ),
        ]
        if self.chance.happens(0.3, "ask", hour // 2):
            height = self.chance.between(40, 110, "ask height", hour // 2)
            rows.insert(1, row(panels.strip("Mời bạn đánh giá trang thông tin này", height, name="ask")))
        return rows

    def _tiles(self, figures: Figures) -> Panel:
        said, *counted = self._counted(figures)
        cards = "".join(f"<div><h1>{words}</h1></div>" for words in counted)
        return panels.plain("tiles", 1000, f'<h4>{said}</h4><div class="cards">{cards}</div>', is_news=True)

    def _curve(self, figures: Figures, width: int) -> Panel:
        days = range(figures.day - 13, figures.day + 1)
        bars = "".join(f'<i style="height:{self._cases(day) * 2 // 3}px"></i>' for day in days)
        html = f"<h4>Ca mới trong 14 ngày</h4><div>{bars}</div>"
        return panels.plain("curve", width, html, is_news=True)

    def _wards(self, figures: Figures, width: int) -> Panel:
        lines = "".join(f"<li>{words}</li>" for words in self._by_ward(figures))
        return panels.plain("wards", width, f"<h4>Theo địa bàn</h4><ul>{lines}</ul>", is_news=True)

    def _notices(self, notices: Sequence[int], width: int) -> Panel:
        lines = ""
        for number in notices:
            at = STARTS_AT + timedelta(hours=number)
            lines += f'<li><h3>{self._notice(number)}</h3><p class="small">{at:%d/%m, %H} giờ</p></li>'
        return panels.plain("notices", width, f"<h4>Thông báo</h4><ul>{lines}</ul>", is_news=True)

    def _tip(self, hour: int, width: int) -> Panel:
        number = self.chance.below(len(_TIPS), "tip", hour)
        picture = panels.image(f"portrait-tip-{number}", width - 24, 340)
        return panels.plain("tip", width, f"{picture}<h1>{_TIPS[number]}</h1>")

    def _now(self, hour: int, width: int) -> Panel:
        """Waiting times of the moment; the shortest stands first."""
        waits = sorted((self.chance.between(5, 190, "wait", name, hour), name) for name in _HOSPITALS)
        lines = "".join(f"<li>BV {name} <b>{wait} phút</b></li>" for wait, name in waits)
        return panels.plain("now", width, f"<h4>Thời gian chờ khám lúc này</h4><ul>{lines}</ul>")


UNSEEN_BUREAUS = (Kuria, Dichte)
