"""Where people trade and talk: a shop's category page, a forum's front page. Most of what moves on them is not news."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, Overlay, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.stories import NEWS_DESK, NOTICE_DESK

_MAKERS = ("Nordlys", "Kestrel", "Ombra", "Tallis", "Veld", "Arctis", "Pico", "Lumen & Co", "Brae", "Hollin")
_MODELS = (
    "desk lamp",
    "wall light",
    "floor lamp",
    "pendant",
    "bedside lamp",
    "LED strip",
    "spotlight",
    "lantern",
)
_TRAITS = (
    "brass",
    "oak",
    "dimmable",
    "white",
    "black, 40 cm",
    "with USB",
    "set of two",
    "outdoor",
    "linen shade",
)


@dataclass(frozen=True)
class Article:
    """Something for sale."""

    number: int
    cents: int
    was: int = 0  # 0 where it is not reduced


class Bazaar(GeneratedSite):
    """A shop's category: new articles and prices are news; stock, stars, carts, countdown and suggestions are not."""

    slug = "bazaar"
    hard = "prices that matter amid prices that do not; stock and stars within the cards, a dialog over them"
    more = 0
    look = Look(
        heading=SANS, paper="#ffffff", ink="#111827", muted="#6b7280", line="#e5e7eb", accent="#7c3aed",
        card="#f9fafb", lead_px=26, top_px=18,
        extra=(
            ".grid{display:grid;grid-template-columns:repeat(4,1fr);gap:14px}"
            ".item{border:1px solid #e5e7eb;border-radius:12px;padding:10px;overflow:hidden}"
            ".item img{border-radius:8px;margin-bottom:8px}.price{font-size:20px;line-height:26px;font-weight:700}"
            ".price s{font-size:14px;color:#6b7280;font-weight:400}.cut{color:#dc2626}"
            ".pill{display:inline-block;background:#fef3c7;color:#92400e;border-radius:9px;padding:0 8px;"
            "font-size:12px;line-height:18px}.stars{color:#f59e0b;font-size:13px;line-height:18px}"
            ".deal{background:linear-gradient(90deg,#312e81,#7c3aed);color:#fff;display:flex;gap:24px}"
            ".dialog{background:#111827;color:#fff;border-radius:16px}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [self._article(-number) for number in range(1, 13)]
        for hour in range(hours):
            if hour and self.chance.happens(0.05, "price", hour):
                place = self.chance.below(len(shown), "whose", hour)
                shown[place] = self._priced(shown[place], hour)
            if hour and self.chance.happens(0.04, "new", hour):
                shown.insert(self.chance.below(len(shown), "where", hour), self._article(hour))
                del shown[12]
            if hour and self.chance.happens(0.03, "sorted anew", hour):
                shown = self.chance.shuffled(shown, "order", hour)
            news = tuple(f"{self._name(item)} {item.cents}" for item in shown)
            over = (self._dialog(),) if self.chance.happens(0.15, "dialog", hour) else ()
            yield PageState(rows=tuple(self._page(shown, hour)), news=news, overlays=over)

    def _article(self, number: int) -> Article:
        return Article(number, 1900 + 500 * self.chance.below(30, "cents", number) + 99)

    def _priced(self, old: Article, hour: int) -> Article:
        if old.was and self.chance.happens(0.4, "back", hour):
            return Article(old.number, old.was)
        cents = old.cents * self.chance.pick((70, 80, 85, 90), "cut", hour) // 100
        return replace(old, cents=cents, was=old.was or old.cents)

    def _name(self, item: Article) -> str:
        draw = self.chance.child("article", item.number)
        return f"{draw.pick(_MAKERS, 'maker')} {draw.pick(_MODELS, 'model')}, {draw.pick(_TRAITS, 'trait')}"

    def _page(self, shown: Sequence[Article], hour: int) -> list[Row]:
        at = STARTS_AT + timedelta(hours=hour)
        basket = f"{self.chance.below(90, 'carts', hour) + 10} people are shopping now"
        return [
            row(panels.masthead("Lampenhaus", 1000, basket, height=56), tag="header"),
            row(self._deal(hour, at)),
            row([self._filters(hour, 220)], [self._listing(shown, hour, at, 780)], tag="main"),
            row(self._suggested(hour // 2, "Customers also looked at")),
            row(self._suggested(hour + 90_000, "Sponsored")),
        ]

    def _listing(self, shown: Sequence[Article], hour: int, at: datetime, width: int) -> Panel:
        cards = "".join(self._card(item, hour, at) for item in shown)
        return panels.plain("listing", width, f'<h1>Lamps</h1><div class="grid">{cards}</div>', is_news=True)

    def _card(self, item: Article, hour: int, at: datetime) -> str:
        draw = self.chance.child("card", item.number)
        name = self._name(item)
        left = draw.between(1, 9, "left", hour // 3)
        said = f"Only {left} left" if draw.happens(0.4, "scarce", hour // 6) else f"In {left + 4} carts"
        voices = 40 + max(hour - item.number, 0) // 2 + draw.below(300, "voices")
        was = f" <s>€{item.was / 100:.2f}</s>" if item.was else ""
        day = at + timedelta(days=2 if at.hour < 14 else 3)
        return (
            f'<div class="item">{panels.image(f"lamp-{item.number}", 154, 120)}'
            f'<a href="{ORIGIN}/p/{item.number + 500}">{escape(name)}</a>'
            f'<div class="stars">★★★★☆ ({voices})</div>'
            f'<div class="price{" cut" if item.was else ""}">€{item.cents / 100:.2f}{was}</div>'
            f'<span class="pill">{said}</span><p class="small">Get it {day:%A, %d %b}</p></div>'
        )

    def _deal(self, hour: int, at: datetime) -> Panel:
        number = hour // 4
        left = f"{23 - at.hour:02d}:{self.chance.below(60, 'min', hour):02d}:{self.chance.below(60, 's', hour):02d}"
        price = self.chance.between(9, 120, "deal price", number)
        html = (
            f'<div class="side">{panels.image(f"deal-{number % 7}", 420, 200)}<div><h1>Deal of the hour: €{price}</h1>'
            f"<h2>Ends in {left}</h2><p>{self.chance.between(20, 98, 'claimed', hour)} % claimed</p></div></div>"
        )
        return panels.plain("deal", 1000, html)

    def _filters(self, hour: int, width: int) -> Panel:
        lines = "".join(
            f"<li>{maker} <span class=small>({self.chance.below(200, 'found', maker, hour // 2)})</span></li>"
            for maker in _MAKERS
        )
        return panels.plain("filters", width, f"<h4>Brand</h4><ul>{lines}</ul>")

    def _suggested(self, key: int, heading: str) -> Panel:
        cards = ""
        for seat in range(5):
            item = self._article(1000 + self.chance.below(60, "suggested", key, seat))
            cards += (
                f"<div>{panels.image(f'lamp-{item.number}', 170, 110)}<h3>{escape(self._name(item))}</h3>"
                f'<p class="price">€{item.cents / 100:.2f}</p></div>'
            )
        return panels.plain("suggested", 1000, f'<h4>{heading}</h4><div class="cards">{cards}</div>')

    def _dialog(self) -> Overlay:
        words = "<h2>10 % off your first order</h2><p>Leave us your address and we will send you a code.</p>"
        html = f'<div style="height:260px">{words}<p class="small">No, thank you</p></div>'
        return Overlay(panels.plain("dialog", 460, html), 270, 330)


_TAGS = (
    "boilers", "heat-pumps", "insulation", "drills", "paint", "tiles", "roofing", "damp", "wiring", "timber",
    "garden", "ladders", "sealant", "flooring", "plaster", "pipes", "radiators", "windows", "doors", "locks",
)  # fmt: skip
_HUES = ("#ef4444", "#f59e0b", "#10b981", "#3b82f6", "#8b5cf6", "#ec4899", "#14b8a6", "#64748b")


class Agora(GeneratedSite):
    """A forum: what its keepers pin on top is news; threads are bumped, voted and answered all day long below."""

    slug = "agora"
    hard = (
        "two or three announcements above a list of threads in another order at each visit; a cloud of tags"
    )
    more = 0
    look = Look(
        heading=SANS, paper="#f3f4f6", ink="#1f2937", muted="#6b7280", line="#e5e7eb", accent="#2563eb",
        lead_px=24, top_px=17,
        extra=(
            ".pin{background:#eff6ff;border-left:4px solid #2563eb;padding:8px 12px;margin-bottom:8px}"
            ".thread{display:flex;gap:12px;background:#fff;border-bottom:1px "
            "solid #e5e7eb;padding:8px 10px;height:44px;"
            "overflow:hidden}.face{flex:none;width:36px;height:36px;border-radius:50%;color:#fff;font:bold 15px/36px "
            "'DejaVu Sans',sans-serif;text-align:center}.thread>div:nth-child(2){flex:1}.votes{width:70px;"
            "text-align:right}.cloud a{display:inline-block;background:#dbeafe;border-radius:6px;padding:2px 8px;"
            "margin:0 4px 6px 0}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        pinned = [-1, -2, -3]
        pool = list(range(45))
        for hour in range(hours):
            at = STARTS_AT + timedelta(hours=hour)
            if hour and 7 <= at.hour <= 22 and self.chance.happens(0.07, "pinned", hour):
                pinned.insert(0, hour)
                keep = self.chance.between(2, 4, "keep", hour)
                del pinned[keep:]
            elif hour and len(pinned) > 2 and self.chance.happens(0.02, "unpinned", hour):
                del pinned[self.chance.below(len(pinned), "which", hour)]
            if hour and self.chance.happens(0.15, "thread", hour):
                pool[self.chance.below(len(pool), "replaces", hour)] = 100 + hour
            news = tuple(part for number in pinned for part in self._notice(number))
            yield PageState(rows=tuple(self._page(pinned, pool, hour)), news=news)

    def _notice(self, number: int) -> tuple[str, str]:
        story = NOTICE_DESK.write(self.chance.child("pinned"), f"{number}", STARTS_AT)
        return story.headline, story.standfirst

    def _page(self, pinned: Sequence[int], pool: Sequence[int], hour: int) -> list[Row]:
        online = (
            f"{self.chance.below(900, 'online', hour)} online, {self.chance.below(99, 'new', hour)} new posts"
        )
        notices = "".join(
            f'<div class="pin"><h2><a href="{ORIGIN}/t/{number + 900}'
            f'">{escape(title)}</a></h2><p>{escape(words)}</p></div>'
            for number, (title, words) in ((number, self._notice(number)) for number in pinned)
        )
        bumped = self.chance.shuffled(pool, "bumped", hour)[:16]
        threads = "".join(self._thread(number, place, hour) for place, number in enumerate(bumped))
        return [
            row(panels.masthead("The Home Workshop", 1000, online, height=52), tag="header"),
            row(
                [
                    panels.plain("pinned", 700, f"<h4>Announcements</h4>{notices}", is_news=True),
                    panels.plain("threads", 700, f"<h4>Latest activity</h4>{threads}"),
                ],
                [
                    panels.advert(self.adverts.advert("side", hour * 20, 276, 230), "side", 300),
                    self._cloud(hour, 300),
                    self._top_voices(hour, 300),
                ],
                tag="main",
            ),
        ]

    def _thread(self, number: int, place: int, hour: int) -> str:
        draw = self.chance.child("thread", number)
        title = NEWS_DESK.write(draw, "title", STARTS_AT).headline
        who = NEWS_DESK.write(self.chance.child("last"), f"{number}-{hour}", STARTS_AT).byline
        ago = "just now" if place == 0 else f"{place * 3 + draw.below(3, 'ago', hour)} minutes ago"
        votes, replies = draw.below(60, "votes") + hour // 5, draw.below(99, "replies") + hour // 3
        return (
            '<div class="thread"><span class="face" '
            f'style="background:{draw.pick(_HUES, "hue", hour)}">{who[:1]}</span>'
            f'<div><a href="{ORIGIN}/q/{number}"><b>{escape(title)}</b></a>'
            f'<p class="small">{escape(who)} answered {ago}</p>'
            f'</div><div class="votes"><b>{votes}</b><p class="small">{replies} replies</p></div></div>'
        )

    def _cloud(self, hour: int, width: int) -> Panel:
        tags = self.chance.shuffled(_TAGS, "cloud", hour)[:14]
        words = "".join(
            f'<a href="{ORIGIN}/tag/{tag}" style="font-size:{12 + 2 * self.chance.below(4, tag, hour)}px">{tag}</a>'
            for tag in tags
        )
        return panels.plain("cloud", width, f'<h4>Popular tags</h4><div style="height:180px">{words}</div>')

    def _top_voices(self, hour: int, width: int) -> Panel:
        items = "".join(
            f"<li>{escape(NEWS_DESK.write(self.chance.child('voice'), f'{seat}', STARTS_AT).byline)}"
            f' <span class="small">{self.chance.below(5000, "fame", seat, hour):,} points</span></li>'
            for seat in self.chance.shuffled(range(12), "voices", hour // 6)[:6]
        )
        return panels.plain("voices", width, f"<h4>Top contributors</h4><ul>{items}</ul>")


SQUARES = (Bazaar, Agora)
