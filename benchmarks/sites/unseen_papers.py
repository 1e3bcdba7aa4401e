"""A front page of the reported family that nobody has looked at: a Hebrew paper with paid entries in its news.

Written without sight of any model, as are ``unseen_lists`` and ``unseen_citizens``: nothing is ever tuned on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import WIDE, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.adverts import Advert
from pagetide.demo.chance import Chance

Slots = Mapping[str, Sequence[str]]


def phrase(chance: Chance, sentences: Sequence[str], slots: Slots, *key: object) -> str:
    """One of the sentences with its slots filled: words by name, numbers for ``{n}`` and ``{m}``."""
    words = {name: chance.pick(options, name, *key) for name, options in slots.items()}
    numbers = {name: chance.between(2, 98, name, *key) for name in ("n", "m")}
    return chance.pick(sentences, "sentence", *key).format(**words, **numbers)


def sold(creative: Advert, label: str, name: str, width: int) -> Panel:
    """An advertisement below the word for it in the page's language."""
    shown = (
        f'<a href="{ORIGIN}/out/{creative.campaign}"><img src="{creative.path}" width="{creative.width}" '
        f'height="{creative.height}" style="margin:0 auto" alt=""></a>'
    )
    return panels.plain(name, width, f'<p class="small">{label}</p>{shown}')


_HE: Slots = {
    "town": ("חדרה", "עפולה", "באר שבע", "כרמיאל", "נהריה", "לוד", "אשדוד", "טבריה", "דימונה", "רחובות"),
    "who": ("ועדת הכספים", "המשטרה", "הפרקליטות", "ההסתדרות", "הממשלה", "האופוזיציה", "הנהלת בתי המשפט"),
    "body": ("חברת הרכבות", "רשות המים", "קופת החולים", "העירייה", "משרד החינוך", "חברת החשמל", "רשות הנמלים"),
    "name": ("דנה כ.", "יוסי מהצפון", "אבי", "מיכל ר.", "קורא ותיק", "שירה", "משה ל.", "נועם 77"),
}  # fmt: skip
_HE_HEADS = (
    "השריפה ליד {town}: {n} משפחות פונו והכביש נסגר",
    "{who} פתחה בבדיקה נגד בכירים ב{body}",
    "שביתה ב{body}: {n} אלף עובדים לא יגיעו מחר",
    "בית המשפט עצר העברה של {n} מיליון שקל ל{body}",
    "דוח המבקר: {body} ידעה ולא פעלה {n} חודשים",
    "ראש העיר {town} הודיע על התפטרותו",
    "תאונה סמוך ל{town}: הרוגים ופצועים, כביש {n} חסום",
    "{who} אישרה את התקציב ברוב של {n} קולות",
    "הפסקות מים ב{town}: {body} מזהירה מקיץ קשה",
    "המשא ומתן נעצר: {who} דוחה את ההצעה",
    "סקר: {n} אחוזים אינם מאמינים ל{body}",
    "המפעל ב{town} ייסגר ו-{n} עובדים יפוטרו",
    "נחשף: ההסכם הסודי בין {who} לבין {body}",
    "זיהום בנחל ליד {town}, {who} דורשת הסברים",
)
_HE_LEADS = (
    "ב{body} מסרבים להגיב. תושבים ב{town} מספרים על {n} פניות שלא נענו, ומבטיחים להמשיך במחאה",
    "לפי המסמכים שהגיעו לידינו, {who} קיבלה התרעה כבר לפני {n} ימים. הדיון יתקיים מחר בבוקר",
    "הצוותים פועלים בשטח מאז הלילה. {who}: ההערכה היא שהנזק יגיע ל-{n} מיליון שקל",
)
_HE_UPDATES = ("עכשיו: {n} פצועים", "{who} מגיבה", "עדכון מ{town}", "{body}: נערער", "היועצת התערבה")
_HE_PAID = (
    "כך תחסכו {n} אלף שקל במשכנתא", "המזרן שכל {town} מדברת עליו", "דירות חדשות ב{town} החל מ-{n} אלף במקדמה",
    "הרופאים ממליצים: {m} דקות ביום", "לומדים מהבית ומרוויחים יותר", "השתלות שיניים: המחיר שיפתיע אתכם",
)  # fmt: skip
_HE_TALK = (
    "בושה. {n} שנים אותו סיפור", "מישהו מ{town} יודע מה קורה?", "כל הכבוד לכתב, סוף סוף", "ומה עם {body}?",
    "אצלנו ב{town} זה גרוע יותר", "למה {who} שותקת? שיתפטרו כולם, {n} איש",
)  # fmt: skip
_HE_SOFT = (
    "{n} מתכונים לקיץ", "המבחן: איזו עיר אתם", "כלב אחד, {m} ימים ברכבת", "הכוכבת חזרה ל{town}", "הטעות של כולם במזגן",
    "הבית הצר ב{town}", "מה עלה בגורל {n} הילדים", "ציפור נדירה ליד {town}",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Story:
    """A story of a front page: how often its headline was carried on, and which picture it shows."""

    number: int
    at: datetime
    picture: int
    updates: int = 0


class Kikar(GeneratedSite):
    """A Hebrew paper: lead, four cards and a list are one order of eleven stories; paid entries stand among them."""

    slug = "kikar"
    hard = (
        "right to left; a paid entry in the order of the news moves cards to other places, billboards of two heights; "
        "new leads under old pictures and new pictures under old leads, stories exchange places"
    )
    look = Look(
        heading=WIDE, body=WIDE, paper="#ffffff", ink="#111111", muted="#6b6b6b", line="#dcdcdc", accent="#d0021b",
        card="#f3f3f3", lead_px=26, top_px=16,
        extra=(
            "section{direction:rtl}.grid{display:grid;grid-template-columns:1fr 1fr;gap:14px}"
            ".grid>div{height:232px;overflow:hidden}.grid img{margin-bottom:6px}.talk,.soft{background:#f3f3f3}"
            ".list li{font-size:16px;line-height:22px}.list b{color:#d0021b;margin-left:10px}"
            ".masthead h2{color:#d0021b}.onair{background:#111;color:#fff}.seen{border-bottom:3px solid #d0021b}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        stories = [
            Story(number=-place, at=STARTS_AT - timedelta(minutes=47 * place), picture=-place)
            for place in range(1, 12)
        ]
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour:
                stories = self._after(stories, hour, at)
            news = (self._standfirst(stories[0]), *map(self._headline, stories))
            yield PageState(rows=tuple(self._rows(stories, hour, at + timedelta(hours=3))), news=news)

    def _after(self, old: Sequence[Story], hour: int, at: datetime) -> list[Story]:
        local = at + timedelta(hours=3)
        rests = (local.weekday() == 4 and local.hour >= 17) or (local.weekday() == 5 and local.hour < 20)
        pace = 0.25 if local.hour < 6 else 0.45 if rests else 1.0
        stories = list(old)
        written = at - timedelta(minutes=self.chance.between(1, 55, "written", hour))
        if self.chance.happens(0.1 * pace, "lead", hour):
            kept = self.chance.happens(0.25, "old picture", hour)
            lead = Story(number=hour, at=written, picture=old[0].picture if kept else hour)
            if kept:
                stories[0] = replace(old[0], picture=2000 + hour)
            return [lead, *stories[:-1]]
        if self.chance.happens(0.13 * pace, "entry", hour):
            stories.insert(
                self.chance.between(1, 6, "where", hour), Story(number=hour, at=written, picture=hour)
            )
            return stories[:-1]
        if self.chance.happens(0.045 * pace, "carried on", hour):
            place = min(self.chance.below(6, "which", hour), self.chance.below(6, "which too", hour))
            stories[place] = replace(stories[place], updates=stories[place].updates + 1)
        elif self.chance.happens(0.05 * pace, "moved", hour):
            story = stories.pop(self.chance.between(1, 4, "from", hour))
            stories.insert(self.chance.between(1, 8, "to", hour), story)
        elif self.chance.happens(0.04, "picture", hour):
            place = self.chance.below(3, "whose picture", hour)
            stories[place] = replace(stories[place], picture=hour)
        return stories

    def _headline(self, story: Story) -> str:
        key = ("story", story.number)
        head = phrase(self.chance, _HE_HEADS, _HE, *key)
        if not story.updates:
            return head
        return f"{phrase(self.chance, _HE_UPDATES, _HE, *key, story.updates)} | {head}"

    def _standfirst(self, story: Story) -> str:
        return phrase(self.chance, _HE_LEADS, _HE, "standfirst", story.number)

    def _link(self, story: Story) -> str:
        return f'<a href="{ORIGIN}/article/{story.number + 900}">{escape(self._headline(story))}</a>'

    def _rows(self, stories: Sequence[Story], hour: int, local: datetime) -> list[Row]:
        tall = 400 if self.chance.happens(0.2, "takeover", hour // 4) else 190
        billboard = self.adverts.advert("billboard", hour * 60, 970, tall)
        degrees = 17 + self.chance.below(9, "warmth", hour // 2)
        rows = [
            row(sold(billboard, "פרסומת", "billboard", 1000)),
            row(panels.masthead("הכיכר", 1000, f"{local:%d.%m.%Y | %H:%M} | {degrees}°", height=64), tag="header"),
            row(self._aside(hour), self._news(stories, hour), tag="main"),
            row(self._soft(hour // 2)),
        ]  # fmt: skip
        if self.chance.happens(0.3, "on air", hour // 2):
            height = self.chance.pick((46, 88), "on air height", hour // 2)
            rows.insert(2, row(panels.strip("עכשיו בשידור חי: מהדורת הערב", height, name="onair")))
        return rows

    def _news(self, stories: Sequence[Story], hour: int) -> list[Panel]:
        lead = stories[0]
        picture = panels.image(f"world-kikar{lead.picture}", 390, 264)
        words = f"<h1>{self._link(lead)}</h1><p>{escape(self._standfirst(lead))}</p>"
        seen = self.chance.between(900, 9000, "seen", hour)
        talk = 20 + 11 * (hour - lead.number if lead.number > 0 else hour + 9) % 400
        cards = [self._card(story.picture, self._link(story)) for story in stories[1:5]]
        lines = [self._line(story) for story in stories[5:]]
        if self.chance.happens(0.45, "paid", hour // 5):
            cards.insert(self.chance.below(3, "paid where", hour // 5), self._paid(hour // 5))
            lines.insert(0, self._line(stories[4]))
        if self.chance.happens(0.3, "paid line", hour // 3):
            text = phrase(self.chance, _HE_PAID, _HE, "paid line", hour // 3)
            lines.insert(
                self.chance.between(1, 4, "line where", hour // 3), f"<li><b>שיווקי</b>{escape(text)}</li>"
            )
        return [
            panels.plain("lead", 690, f'<div class="side"><div>{words}</div>{picture}</div>', is_news=True),
            panels.plain("seen", 690, f'<p class="small">{talk} תגובות | {seen:,} קוראים עכשיו</p>'),
            panels.plain("cards", 690, f'<div class="grid">{"".join(cards[:4])}</div>', is_news=True),
            panels.plain("list", 690, f'<h4>עוד חדשות</h4><ul>{"".join(lines)}</ul>', is_news=True),
        ]  # fmt: skip

    def _line(self, story: Story) -> str:
        return f"<li><b>{story.at + timedelta(hours=3):%H:%M}</b>{self._link(story)}</li>"

    def _card(self, picture: int, title: str, above: str = "") -> str:
        return f"<div>{panels.image(f'city-kikar{picture}', 326, 150)}{above}<h2>{title}</h2></div>"

    def _paid(self, key: int) -> str:
        number = self.chance.below(9, "campaign", key)
        text = phrase(self.chance, _HE_PAID, _HE, "campaign", number)
        return self._card(5000 + number, escape(text), '<p class="small">תוכן שיווקי</p>')

    def _aside(self, hour: int) -> list[Panel]:
        most = "".join(
            f"<li><b>{seat + 1}.</b> {escape(phrase(self.chance, _HE_HEADS, _HE, 'most', hour // 2, seat))}</li>"
            for seat in range(5)
        )
        talk = "".join(
            f"<li>{escape(phrase(self.chance, _HE_TALK, _HE, 'talk', hour, seat))}<p class=small>"
            f"{self.chance.pick(_HE['name'], 'voice', hour, seat)}, "
            f"לפני {self.chance.between(1, 59, 'ago', hour, seat)} דקות</p></li>"
            for seat in range(5)
        )
        tower = self.adverts.advert("tower", hour * 60, 286, 480)
        return [
            sold(tower, "פרסומת", "tower", 310),
            panels.plain("most", 310, f"<h4>הנקראות ביותר</h4><ul>{most}</ul>"),
            panels.plain("talk", 310, f"<h4>טוקבקים אחרונים</h4><ul>{talk}</ul>"),
        ]

    def _soft(self, key: int) -> Panel:
        numbers = [self.chance.below(24, "soft", key, seat) for seat in range(5)]
        cards = "".join(
            f"<div>{panels.image(f'culture-soft{numbers[seat]}', 182, 110)}"
            f"<h3>{escape(phrase(self.chance, _HE_SOFT, _HE, 'soft', key, seat))}</h3></div>"
            for seat in range(5)
        )
        return panels.plain("soft", 1000, f'<h4>אולי יעניין אתכם</h4><div class="cards">{cards}</div>')


UNSEEN_PAPERS = (Kikar,)
