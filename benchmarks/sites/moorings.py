"""A marina's by-laws in Hebrew: figures in numbered paragraphs, between which readers ask and links are offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from benchmarks.sites import panels
from benchmarks.sites.illustrated import Duty
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite

_CHAPTERS = ("כניסה ועגינה", "אגרות ותשלומים", "מים, חשמל ודלק", "שקט וסביבה", "אורחים ובעלי חיים", "סערה וחירום",
             "ביטול ועזיבה")  # fmt: skip
_CLAUSES = (
    (0, "כלי שיט יודיע על כניסתו לפחות {a} דקות מראש, בערוץ {b} בלבד.", (10, 5, 16), (8, 2, 30)),
    (0, "מהירות השיט בתוך המעגן לא תעלה על {a} קשרים, ובשעות החשכה על {b} קשרים.", (4, 1, 6), (2, 1, 6)),
    (0, "עגינת אורח מוגבלת ל-{a} לילות בכל תקופה של {b} ימים.", (3, 1, 18), (30, 5, 13)),
    (1, "דמי העגינה לחודש הם {a} ש״ח לכל מטר, ובכלי שיט דו-גופי נוספים {b} ש״ח.", (95, 4, 30), (210, 15, 20)),
    (1, "פיגור של {a} ימים בתשלום גורר ריבית של {b} אחוזים, ולאחריו ניתוק מן החשמל.", (7, 1, 24), (3, 1, 12)),
    (1, "פיקדון בסך {a} ש״ח יוחזר בתוך {b} ימים מיום העזיבה.", (800, 150, 18), (10, 2, 20)),
    (2, "עצמת החיבור לא תעלה על {a} אמפר; מחיר קילוואט-שעה הוא {b} אגורות.", (16, 4, 9), (48, 3, 20)),
    (2, "תדלוק ייעשה ברציף הדלק בלבד, בין השעות {a}:00 ל-{b}:00.", (5, 1, 5), (15, 1, 8)),
    (2, "כל מנוי זכאי ל-{a} ליטרים של מים ביום; מעבר לכך ייגבו {b} ש״ח לקוב.", (60, 10, 20), (9, 1, 14)),
    (3, "אין להפעיל מנוע בעגינה יותר מ-{a} דקות ברציפות; הקנס הוא {b} ש״ח.", (5, 5, 9), (250, 50, 16)),
    (3, "צביעת תחתית מותרת במרחק {a} מטרים מן המים, בהודעה של {b} ימים מראש.", (8, 2, 14), (2, 1, 14)),
    (3, "על השלכת פסולת לים ייקנס הבעלים ב-{a} ש״ח ויורחק ל-{b} ימים.", (1_500, 250, 15), (14, 7, 12)),
    (4, "בעל מנוי רשאי להכניס עד {a} אורחים, לא יאוחר מן השעה {b}:00.", (2, 1, 12), (18, 1, 6)),
    (4, "כלב יוחזק ברצועה באורך של עד {a} מטרים; מנוי שנתי לכלב עולה {b} ש״ח.", (1, 1, 5), (90, 10, 18)),
    (5, "ברוח של {a} קשרים ומעלה תיסגר הכניסה ל-{b} שעות לפחות.", (22, 1, 16), (3, 1, 15)),
    (5, "קשירה כפולה תושלם בתוך {a} שעות מן ההתראה; סיוע של צוות הרציף יחויב ב-{b} ש״ח.", (1, 1, 9), (120, 20, 18)),
    (6, "הודעת עזיבה תימסר {a} ימים מראש, ובחודשי הקיץ {b} ימים מראש.", (14, 2, 14), (45, 5, 10)),
    (6, "כלי שיט שננטש במשך {a} חודשים יועבר לאחסון בתעריף של {b} ש״ח ליום.", (2, 1, 11), (35, 5, 18)),
)  # fmt: skip
_LENGTHS = ("עד 6 מ׳", "6 עד 9 מ׳", "9 עד 12 מ׳", "12 עד 15 מ׳", "מעל 15 מ׳")
_WHO = ("נורית מרציף ג׳", "סקיפר ותיק", "בועז", "משפחת לביא", "מיכל ש.", "אורח מקפריסין", "רוני הצבע", "עדי ותמר",
        "בעל סירת גומי", "דייג של בוקר")  # fmt: skip
_ASKED = ("האם זה חל גם על קיאק באורך {n} ס״מ?", "שילמתי {n} ש״ח, למי פונים?", "מותר להחנות עגלה ל-{n} שעות?",
          "מה קורה אם המנוע כבה {n} פעמים?", "יש הנחה לגמלאים מגיל {n}?", "איפה רואים את {n} הדקות האלה?",
          "ואם השכן מארח {n} חברים?", "אפשר לשלם ב-{n} תשלומים?", "למה בצד השני זה {n} ימים?")  # fmt: skip
_LINKS = ("טופס הצהרת ביטוח", "מפת הרציפים", "איך קושרים קשר יתד", "לוח השיוט של הקיץ", "רשימת המתנה למקום עגינה",
          "קורס משיט 30", "תחזית גלים", "שאלות על דלק", "מכירת ציוד יד שנייה", "הסכם לדוגמה")  # fmt: skip
_SOLD = ("מפרש במבצע", "סקירת סוללות", "ביטוח ימי בדקה", "צבע נגד צמדה", "כיסא קברניט", "מסלול למנועי חוץ")
_STRIPS = ("שבוע הים הנקי: הירשמו להתנדבות", "האפליקציה החדשה של המעגן", "רגטת האביב יוצאת לדרך")


@dataclass(frozen=True)
class Clause:
    """A paragraph: its two figures, by which amendment it reads so, whether it stands, when it was last touched."""

    first: int = 0
    second: int = 0
    amended: int = 0
    stands: bool = True
    touched: int = -9


class Takanon(GeneratedSite):
    """A marina's by-laws: paragraphs with two figures each, a table of fees, and whatever each visit puts between."""

    slug = "takanon"
    hard = "right to left; one figure of a paragraph, amid questions and links of each visit in the same tags"
    more = 0
    look = Look(
        heading=SERIF, body=SANS, paper="#fbfdff", ink="#14212e", muted="#6b7c8c", line="#cfdbe6", accent="#075985",
        lead_px=30, top_px=20, card="#eaf2f8",
        extra=(
            "section{direction:rtl;text-align:right}.masthead{background:#075985;color:#fff}"
            ".masthead .small{color:#cfe6f5}.perek p,.perek-gadol p{margin-bottom:9px}.perek-gadol p{font-size:19px;"
            "line-height:28px}.taarif table{border-collapse:collapse;width:100%}.taarif td,.taarif th{padding:5px 8px;"
            "border:1px solid #cfdbe6;text-align:right}.taarif th{background:#eaf2f8}.tochen,.ruach{background:#eaf2f8}"
            ".tochen li{display:flex;justify-content:space-between}.bar{background:#f59e0b;color:#14212e}"
        ),
    )  # fmt: skip
    duty = Duty(hours=(8, 17), off=(4, 5), then=0.12, night=0.03)

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        draw = self.chance.child("at first")
        text = [
            Clause(draw.below(90, "first", seat), draw.below(90, "second", seat), stands=seat % 9 != 4)
            for seat in range(len(_CLAUSES))
        ]
        fees, total = [0] * (2 * len(_LENGTHS)), 0
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and self.chance.happens(0.46 * self.duty.at(at), "amended", hour):
                if self.chance.happens(0.2, "a fee", hour):
                    fees[self.chance.below(len(fees), "which fee", hour)] += 1
                else:
                    total += 1
                    place = self.chance.below(len(text), "which", hour)
                    text[place] = self._amended(text[place], total, hour)
            stand = tuple(self._told(seat, item) for seat, item in enumerate(text) if item.stands)
            charged = tuple(self._fee(seat, turn) for seat, turn in enumerate(fees))
            yield PageState(rows=tuple(self._page(text, charged, hour, at)), news=(*stand, *charged))

    def _amended(self, item: Clause, total: int, hour: int) -> Clause:
        """Another figure, both others, or the paragraph is struck or stands again."""
        if hour - item.touched < 5:
            return item
        what, further = self.chance.number("what", hour), self.chance.between(1, 4, "further", hour)
        if not item.stands or what < 0.12:
            return replace(item, stands=not item.stands, touched=hour)
        first = item.first + (further if what < 0.62 else 0)
        second = item.second + (further if what > 0.5 else 0)
        named = total if self.chance.happens(0.4, "named", hour) else item.amended
        return replace(item, first=first, second=second, amended=named, touched=hour)

    def _told(self, seat: int, item: Clause) -> str:
        words, *ranges = _CLAUSES[seat][1:]
        a, b = (
            low + step * (turn % many)
            for turn, (low, step, many) in zip((item.first, item.second), ranges, strict=True)
        )
        named = f" [תיקון מס׳ {item.amended + 40}]" if item.amended else ""
        return f"{words.format(a=a, b=b)}{named}"

    def _fee(self, seat: int, turn: int) -> str:
        usual = 480 + 310 * (seat // 2) + 170 * (seat % 2)
        return f"{usual + 15 * turn + self.chance.below(12, 'fee', seat):,} ש״ח"

    def _page(self, text: Sequence[Clause], fees: Sequence[str], hour: int, at: datetime) -> list[Row]:
        large = self.chance.happens(0.3, "large type", hour // 5)
        column = [self._chapter(text, part, hour, large=large) for part in range(len(_CHAPTERS))]
        column.insert(2, self._fees(fees, hour))
        for turn in range(self.chance.below(3, "sold", hour)):
            height = self.chance.between(60, 320, "sold px", hour, turn)
            sold = self.adverts.advert(f"text {turn}", 60 * hour, 656, height)
            column.insert(self.chance.between(1, 7, "sold at", hour, turn), panels.advert(sold, "modaa", 680))
        side = [self._contents(hour), self._wind(hour), self._shop(hour)]
        note = f"{at.day}.{at.month}.{at.year}, {at:%H:%M} · קוראים כעת: {self.chance.between(3, 190, 'now', hour)}"
        camera = panels.image(
            f"world-maagan-{hour}", 976, self.chance.pick((120, 120, 200), "camera px", hour)
        )
        rows = [
            row(panels.masthead("מעגן תל-שונית", 1000, note, height=64), tag="header"),
            row(panels.plain("camera", 1000, camera)),
            row(*((side, column) if self.chance.happens(0.6, "left", hour // 7) else (column, side)), tag="main"),
            row(panels.plain("foot", 1000, '<p class="small">נגישות · פרטיות · צרו קשר</p>'), tag="footer"),
        ]  # fmt: skip
        if self.chance.happens(0.35, "bar", hour // 3):
            words = self.chance.pick(_STRIPS, "bar words", hour // 3)
            rows.insert(
                1, row(panels.strip(words, self.chance.between(40, 130, "bar px", hour // 3), name="bar"))
            )
        return rows

    def _chapter(self, text: Sequence[Clause], part: int, hour: int, *, large: bool) -> Panel:
        """The paragraphs of a chapter that stand, and what this visit puts between them."""
        own = [
            self._told(seat, item)
            for seat, item in enumerate(text)
            if _CLAUSES[seat][0] == part and item.stands
        ]
        lines = [f"<b>{part + 1}.{number}</b> {words}" for number, words in enumerate(own, 1)]
        draw = self.chance.child("between", part, hour)
        for turn in range(draw.below(4, "many")):
            lines.insert(draw.below(len(lines) + 1, "place", turn), self._between(part, hour, turn))
        inner = "".join(f"<p>{words}</p>" for words in lines)
        name = "perek-gadol" if large else "perek"
        return panels.plain(name, 680, f"<h2>פרק {part + 1}. {_CHAPTERS[part]}</h2>{inner}", is_news=True)

    def _between(self, part: int, hour: int, turn: int) -> str:
        draw = self.chance.child("drawn", part, hour, turn)
        number = draw.between(2, 600, "number")
        if draw.happens(0.55, "asked"):
            asked = draw.pick(_ASKED, "asked").format(n=number)
            return f"<b>{draw.pick(_WHO, 'who')}</b> {asked} לפני {draw.between(1, 59, 'ago')} דקות"
        link = draw.pick(_LINKS, "link")
        return f'<b>ראו גם</b> <a href="{ORIGIN}/maagan/{panels.hash_of(link)}">{link}</a>, {number} צפיות'

    def _fees(self, fees: Sequence[str], hour: int) -> Panel:
        """What a berth costs; the last column is how many are free at the moment."""
        lines = "".join(
            f"<tr><td>{name}<td>{fees[2 * place]}<td>{fees[2 * place + 1]}"
            f"<td>{self.chance.below(19, 'free', place, hour)}</tr>"
            for place, name in enumerate(_LENGTHS)
        )
        heads = "<tr><th>אורך<th>מנוי, לחודש<th>אורח, לשבוע<th>פנוי כעת</tr>"
        return panels.plain("taarif", 680, f"<h2>לוח תעריפים</h2><table>{heads}{lines}</table>", is_news=True)

    def _contents(self, hour: int) -> Panel:
        lines = "".join(
            f"<li><span>{place}. {name}</span><b>{self.chance.between(1, 99, 'reads', place, hour)}</b></li>"
            for place, name in enumerate(_CHAPTERS, 1)
        )
        return panels.plain("tochen", 320, f"<h4>קוראים בכל פרק</h4><ul>{lines}</ul>")

    def _wind(self, hour: int) -> Panel:
        wind, waves = self.chance.between(2, 34, "wind", hour), self.chance.between(10, 290, "waves", hour)
        html = f"<h4>ברציף עכשיו</h4><h1>{wind} קשרים</h1><p>גובה גלים {waves} ס״מ, הבא בתור {wind * 7}</p>"
        return panels.plain("ruach", 320, html)

    def _shop(self, hour: int) -> Panel:
        lines = ""
        for number in self.chance.shuffled(range(len(_SOLD)), "shop", hour)[
            : self.chance.between(2, 4, "many", hour)
        ]:
            price = self.chance.between(49, 2_900, "price", number, hour // 6)
            lines += f"<li>{panels.image(f'sport-hanut-{number}', 296, 130)}<h3>{_SOLD[number]}</h3>{price} ש״ח</li>"
        return panels.plain("hanut", 320, f"<h4>חנות הציוד</h4><ul>{lines}</ul>")


MOORINGS = (Takanon,)
