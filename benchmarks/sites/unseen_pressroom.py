"""An unseen press room: an Arabic ministry's statements, written from right to left, below its campaigns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import MappingProxyType

from benchmarks.sites import panels
from benchmarks.sites.languages import LocalDesk
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_ARABIC = LocalDesk(
    MappingProxyType({
        "بيانات": (
            "{Who} يفتتح {what} في {where}", "الوزارة تعلن {thing} ابتداءً من {when}",
            "{Who} يبحث {thing} مع وفد {from}",
            "إغلاق {what} في {where} {when}", "توقيع اتفاقية {thing} مع {from}",
            "إيقاف {count} منشأة مخالفة في {where}",
            "تكليف {Who} بالإشراف على {what}", "تمديد مهلة {thing} حتى {when}",
        ),
    }),
    (
        "وأوضح {Who} أن العمل في {what} يشمل {count} موقعًا، على أن يكتمل {when}.",
        "وبلغت كلفة {what} نحو {count} مليون دينار، بتمويل من {from}.",
        "ودعت الوزارة سكان {where} إلى مراجعة مكاتبها {when} بشأن {thing}.",
        "وحضر اللقاء ممثلون عن {from}، واتفق الجانبان على {thing} في {where}.",
    ),
    MappingProxyType({
        "Who": ("الوزير", "وكيل الوزارة", "المدير العام للطرق", "رئيس هيئة الموانئ", "الناطق الرسمي", "محافظ الساحل"),
        "what": ("محطة القطار", "الميناء الجديد", "جسر الوادي", "مركز الفحص الفني", "مطار الجنوب", "نفق المدينة",
                 "الطريق الدائري"),
        "where": ("الشاطئ", "المرج", "وادي النخيل", "العقيلة", "رأس الجبل", "الواحة", "السهل الشرقي"),
        "thing": ("تعرفة النقل", "تراخيص الشاحنات", "الربط البحري", "السلامة على الطرق", "تجديد الرخص",
                  "مناقصة الحافلات", "خط السكة"),
        "from": ("البنك الإسلامي", "إيطاليا", "المغرب", "الاتحاد الأفريقي", "كوريا", "تركيا", "شركة الموانئ"),
        "when": ("يوم الأحد", "مطلع الشهر المقبل", "نهاية الأسبوع", "بعد العيد", "في الخامس عشر", "قبل نهاية العام"),
        "count": ("12", "35", "48", "7", "120", "64", "230"),
    }),
)  # fmt: skip
_CAMPAIGNS = ("سافر مطمئنًا", "حزامك حياتك", "موانئنا بوابة العالم", "طرق أكثر أمانًا", "قطار لكل مدينة",
              "لا تستخدم الهاتف", "نقل أخضر", "رؤية الطرق")  # fmt: skip
_SERVICES = ("تجديد رخصة القيادة", "دفع المخالفات", "حجز موعد الفحص", "ترخيص شاحنة", "مواعيد القطارات", "تتبع حاوية",
             "تقديم شكوى", "استخراج لوحة", "بطاقة النقل العام")  # fmt: skip
_MEDIA = ("جولة في الميناء", "كيف نبني جسرًا", "يوم مع سائق القطار", "صور من الجو", "قصة الطريق الساحلي", "متحف النقل",
          "أطفال والمرور", "ليل المطار", "محطات قديمة")  # fmt: skip
_BARS = ("شاركنا رأيك في الموقع الجديد", "حمّل تطبيق الوزارة", "يستخدم هذا الموقع ملفات الارتباط")
_MONTHS = ("مايو", "يونيو", "يوليو", "أغسطس")


@dataclass(frozen=True)
class Statement:
    """What the ministry gave out: since which hour, and how often its title was written anew."""

    number: int
    revision: int = 0


class Bayanat(GeneratedSite):
    """A ministry's press room, from right to left: statements from Sunday to Thursday, their photographs come later."""

    slug = "bayanat"
    hard = "right to left; campaigns fill the screen; photographs come hours after the words; a house card in the grid"
    more = 0
    desk = _ARABIC
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#1d2a35", muted="#73808b", line="#dbe2e7", accent="#8a5a00",
        lead_px=27, top_px=16, card="#f7f3ea",
        extra=(
            "section{direction:rtl;text-align:right}.masthead{background:#123c4a;color:#fff}"
            ".masthead .small{color:#cfe3ea}.campaign{padding:0}.campaign div{position:relative;overflow:hidden}"
            ".campaign h1{position:absolute;right:36px;bottom:22px;color:#fff;background:#123c4acc;padding:8px 18px;"
            "font-size:34px;line-height:44px;margin:0}.newest{background:#f7f3ea}.grid{display:grid;gap:14px;"
            "grid-template-columns:209px 209px 209px}.grid>div{border-bottom:3px solid #8a5a00;height:220px;"
            "overflow:hidden}.grid .house{background:#e6f0f3}.grid img{margin-bottom:6px}.bar{background:#f2c14e}"
            ".services li{font-size:14px}.services b{float:left;color:#8a5a00}.poll i{display:block;height:9px;"
            "background:#123c4a;margin-bottom:6px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        given = [Statement(-5 * number) for number in range(1, 7)]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            working = at.weekday() not in {4, 5} and 8 <= at.hour <= 20
            if hour and self.chance.happens(0.3 if working else 0.012, "given", hour):
                given = [Statement(hour), *given][:6]
            elif hour and working and self.chance.happens(0.08, "anew", hour):
                place = self.chance.below(3, "whose", hour)
                given[place] = replace(given[place], revision=given[place].revision + 1)
            titles = tuple(self._title(item) for item in given)
            yield PageState(rows=tuple(self._page(given, hour, at)), news=(self._words(given[0]), *titles))

    def _title(self, item: Statement) -> str:
        return _ARABIC.write(self.chance, str(item.number), STARTS_AT, revision=item.revision).headline

    def _words(self, item: Statement) -> str:
        """What stands below the newest title."""
        parts = (self.chance.child("words", part) for part in range(2))
        return " ".join(_ARABIC.write(part, str(item.number), STARTS_AT).standfirst for part in parts)

    def _picture(self, item: Statement, hour: int) -> str:
        """The statement's photograph; until it is there, the ministry's emblem."""
        late = self.chance.pick((0, 0, 2, 4, 7), "late", item.number)
        return f"politics-given-{item.number}" if hour - item.number >= late else "city-emblem"

    def _page(self, given: Sequence[Statement], hour: int, at: datetime) -> list[Row]:
        here = self.chance.between(40, 990, "here", hour)
        note = f"{at.day} {_MONTHS[at.month - 5]} {at.year} · {at:%H:%M} · {here} زائرًا الآن"
        rows = [
            row(panels.masthead("وزارة النقل والموانئ", 1000, note, height=64), tag="header"),
            row(self._campaign(hour)),
            row(
                [self._services(hour, 310), self._poll(hour, 310), self._media(hour, 310)],
                [self._newest(given[0], hour, 690), self._grid(given[1:], hour, 690)],
                tag="main",
            ),
            row(panels.plain("foot", 1000, '<p class="small">عن الوزارة · اتصل بنا · خريطة الموقع · الخصوصية</p>')),
        ]  # fmt: skip
        if self.chance.happens(0.35, "bar", hour // 2):
            height = self.chance.between(44, 96, "bar height", hour // 2)
            words = self.chance.pick(_BARS, "bar words", hour // 2)
            rows.insert(1, row(panels.strip(words, height, name="bar")))
        return rows

    def _campaign(self, hour: int) -> Panel:
        number = self.chance.below(16, "campaign", hour)
        height = self.chance.pick((280, 310, 340), "campaign height", hour // 6)
        picture = panels.image(f"sea-campaign-{number}", 1000, height)
        words = _CAMPAIGNS[number % len(_CAMPAIGNS)]
        return panels.plain(
            "campaign", 1000, f'<div style="height:{height}px">{picture}<h1>{words}</h1></div>'
        )

    def _newest(self, item: Statement, hour: int, width: int) -> Panel:
        picture = panels.image(self._picture(item, hour), 270, 180)
        title = f'<h1><a href="{ORIGIN}/bayan/{item.number + 700}">{self._title(item)}</a></h1>'
        html = f'<div class="side">{picture}<div>{title}<p>{self._words(item)}</p></div></div>'
        return panels.plain("newest", width, html, is_news=True)

    def _grid(self, given: Sequence[Statement], hour: int, width: int) -> Panel:
        """The statements before, in order; a card of the house stands at some place among them."""
        cards = []
        for item in given:
            age = hour - item.number
            said = f"قبل {age} ساعة" if age < 24 else f"قبل {age // 24} يوم"
            cards.append(
                f"<div>{panels.image(self._picture(item, hour), 209, 120)}<h2>"
                f'<a href="{ORIGIN}/bayan/{item.number + 700}">{self._title(item)}</a></h2>'
                f'<p class="small">{said}</p></div>'
            )
        number = self.chance.below(len(_MEDIA), "house", hour)
        house = f'<div class="house">{panels.image(f"city-media-{number}", 209, 120)}<h2>{_MEDIA[number]}</h2></div>'
        cards.insert(self.chance.below(6, "house place", hour), house)
        html = f'<h4>البيانات الصحفية</h4><div class="grid">{"".join(cards)}</div>'
        return panels.plain("given", width, html, is_news=True)

    def _services(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{name} <b>{self.chance.between(100, 9900, 'used', name, hour)}</b></li>"
            for name in self.chance.shuffled(_SERVICES, "services", hour)[:7]
        )
        return panels.plain("services", width, f"<h4>الأكثر استخدامًا</h4><ul>{lines}</ul>")

    def _poll(self, hour: int, width: int) -> Panel:
        best, good = self.chance.between(38, 46, "best", hour), self.chance.between(28, 34, "good", hour)
        shares = (best, good, 100 - best - good)
        lines = "".join(
            f'<p>{name} {share}٪</p><i style="width:{3 * share}px"></i>'
            for name, share in zip(("ممتاز", "جيد", "ضعيف"), shares, strict=True)
        )
        return panels.plain("poll", width, f"<h4>كيف تقيّم خدماتنا؟</h4>{lines}")

    def _media(self, hour: int, width: int) -> Panel:
        shown = "".join(
            f'{panels.image(f"city-media-{number}", width - 24, 130)}<p class="small">{_MEDIA[number]}</p>'
            for number in self.chance.shuffled(range(len(_MEDIA)), "media", hour)[:2]
        )
        return panels.plain("media", width, f"<h4>مكتبة الوسائط</h4>{shown}")


UNSEEN_PRESSROOM = (Bayanat,)
