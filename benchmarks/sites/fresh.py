"""An opera house and a project's releases: reported sites, written without a look at the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape

from benchmarks.sites import panels
from benchmarks.sites.look import SANS, SERIF, Look
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.page import ORIGIN, PageState, Panel, Row, row
from benchmarks.sites.site import GeneratedSite
from pagetide.demo.words import FILLERS

_HUES = ("#b91c1c", "#c2410c", "#4d7c0f", "#0f766e", "#1d4ed8", "#6d28d9", "#be185d", "#334155")


def day_of(hour: int) -> int:
    """Days since the first capture's."""
    return ((STARTS_AT + timedelta(hours=hour)).date() - STARTS_AT.date()).days


@dataclass(frozen=True)
class Entry:
    """One line of a site's news in one of its forms."""

    number: int
    day: int = 0  # on which it takes place or ends
    revision: int = 0
    over: bool = False  # cancelled, withdrawn or decided


_WORKS = (
    "The Salt Queen", "Two Masks", "Winter Canal", "Orlan and Ilse", "The Glass Miller", "A Night in Tarn",
    "The Last Ferryman", "Sirocco", "The Clockmaker's Heir", "Vespers for a Fox", "Amber Road", "Hotel Europa",
)  # fmt: skip
_OFFERS = (
    "Open rehearsal",
    "Costumes on show",
    "Backstage tour",
    "Talk before the curtain",
    "Drawings from the archive",
)
_VOICES = ("soprano", "mezzo", "tenor", "baritone", "bass")
_KINDS = ("Opera in three acts", "Ballet", "Concert performance", "Matinee for families", "Opera in one act")


class Limelight(GeneratedSite):
    """An opera house: the evenings with their casts are news; seats, a rotating stage and patrons are not."""

    slug = "limelight"
    hard = (
        "seats counted down beside every cast, evenings drop off at midnight, a large rotating picture above"
    )
    more = 0
    look = Look(
        heading=SERIF, paper="#fffdf9", ink="#231815", accent="#7a1533", card="#f6efe6", lead_px=30, top_px=19,
        extra=(
            ".night{display:flex;gap:16px;padding:9px 0}.night b{flex:none;width:74px;color:#7a1533;line-height:24px}"
            ".night div{flex:1}.gone h2{text-decoration:line-through}.seats{flex:none;width:110px;text-align:right;"
            "font-size:13px}.seats em{display:block;background:#7a1533;color:#fff;font-style:normal;padding:2px 8px}"
            ".hero h1{position:absolute;left:30px;bottom:26px;color:#fff}.patrons{columns:4}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours; evenings past or sold out are no news, but some come for them."""
        told = [Entry(-number, 2 * number - 1) for number in range(1, 9)]
        teaser = 0
        for hour in range(hours):
            if hour and 7 <= (STARTS_AT + timedelta(hours=hour)).hour <= 20:
                told = self._after(told, hour)
                teaser += self.chance.happens(0.03, "teaser", hour)
            shown = [item for item in told if item.day >= day_of(hour)]
            yield PageState(
                rows=tuple(self._page(shown, teaser, hour)),
                news=(f"teaser {teaser}", *map(repr, told)),
                secondary=tuple(f"{item.number} {self._seats(item, hour) > 0}" for item in shown),
            )

    def _after(self, told: Sequence[Entry], hour: int) -> list[Entry]:
        after, today = list(told), day_of(hour)
        places = [place for place, item in enumerate(after) if item.day >= today and not item.over]
        place = self.chance.pick(places, "which", hour) if places else -1
        if places and self.chance.happens(0.08, "cast", hour):
            after[place] = replace(after[place], revision=after[place].revision + 1)
        elif places and self.chance.happens(0.02, "cancelled", hour):
            after[place] = replace(after[place], over=True)
        if self.chance.happens(0.06, "added", hour):
            after.append(Entry(hour, today + self.chance.between(1, 14, "on", hour)))
        return sorted(after, key=lambda item: (item.day, item.number))

    def _page(self, shown: Sequence[Entry], teaser: int, hour: int) -> list[Row]:
        waiting = f"{self.chance.below(400, 'queue', hour)} in the queue for tickets"
        stage = self.chance.below(12, "stage", hour)
        hero = f"{panels.image(f'culture-stage-{stage}', 976, 330)}<h1>{_WORKS[stage]}: on stage again</h1>"
        patrons = self.chance.shuffled(FILLERS["Person"], "patrons", hour)[:20]
        names = "".join(f"<p>{escape(name)}</p>" for name in patrons)
        return [
            row(panels.masthead("Limelight Opera", 1000, waiting, height=68), tag="header"),
            row(panels.plain("hero", 1000, hero)),
            row(
                [self._programme(shown, hour, 630)],
                [
                    self._teaser(teaser, 370),
                    panels.counter(self.chance, hour, 370, "tickets sold this season"),
                    panels.comments(self.chance, hour // 2, 370, 3, "Heard in the foyer"),
                ],
                tag="main",
            ),
            row(panels.plain("thanks", 1000, f'<h4>Our patrons</h4><div class="patrons box">{names}</div>')),
            row(panels.recommended(self.chance, hour, 1000, 4, "From the shop")),
        ]

    def _programme(self, shown: Sequence[Entry], hour: int, width: int) -> Panel:
        nights = "".join(self._night(item, hour) for item in shown)
        return panels.plain("programme", width, f"<h1>Programme</h1><ul>{nights}</ul>", is_news=True)

    def _seats(self, item: Entry, hour: int) -> int:
        draw = self.chance.child("night", item.number)
        return max(draw.between(90, 700, "seats") - 3 * hour - draw.below(9, "sold", hour), 0)

    def _night(self, item: Entry, hour: int) -> str:
        draw = self.chance.child("night", item.number)
        date = STARTS_AT + timedelta(days=item.day)
        changed = [max(item.revision - (item.revision - seat) % 3, 0) for seat in range(3)]
        sung = [
            f"{draw.pick(FILLERS['Person'], 'singer', seat, last)}, {draw.pick(_VOICES, 'voice', seat)}"
            for seat, last in enumerate(changed)
        ]
        seats = self._seats(item, hour)
        said = "Cancelled" if item.over else f"{seats} left" if seats else "Sold out"
        return (
            f'<li class="night{" gone" if item.over else ""}"><b>{date:%a %d %b}</b><div>'
            f'<h2><a href="{ORIGIN}/programme/{item.number + 100}">{draw.pick(_WORKS, "work")}</a></h2>'
            f'<p class="small">{draw.pick(_KINDS, "kind")}</p><p>{escape("; ".join(sung))}</p></div>'
            f'<span class="seats">{said}<em>from €{draw.between(9, 40, "price")}</em></span></li>'
        )

    def _teaser(self, number: int, width: int) -> Panel:
        draw = self.chance.child("teaser", number)
        shown = panels.image(f"culture-{number % 4}", width - 24, 150)
        title = f"{draw.pick(_OFFERS, 'offer')}: {draw.pick(_WORKS, 'work')}"
        words = (
            f'<h2><a href="{ORIGIN}/house/{number}">{title}</a></h2><p>Room {draw.between(1, 99, "room")}, '
            f"with {escape(draw.pick(FILLERS['Person'], 'host'))}. Doors open at {draw.between(10, 19, 'door')}:30.</p>"
        )
        return panels.plain("teaser", width, f"<h4>From the house</h4>{shown}{words}", is_news=True)


_VERBS = ("Fix", "Speed up", "Remove", "Document", "Deprecate", "Add", "Rework", "Guard against")
_PARTS = (
    "the tile cache", "partial uploads", "retries after a lost link", "the window manager", "time zones in logs",
    "reading of empty files", "the plugin loader", "keyboard focus", "memory of long sessions", "dark colours",
    "the command line help", "locks on shared folders", "sorting of accents", "the old settings file",
)  # fmt: skip
_FILES = ("linux-x86_64.tar.gz", "linux-arm64.tar.gz", "macos.dmg", "windows.exe", "source.zip")


class Forge(GeneratedSite):
    """A project's releases: a new one pushes the others down; downloads, ages, faces and issues count all day."""

    slug = "forge"
    hard = (
        "a release on top moves all others; downloads, ages and reactions within each of them; a plot above"
    )
    more = 0
    look = Look(
        heading=SANS, body=SANS, paper="#0d1117", ink="#e6edf3", muted="#8b949e", line="#30363d",
        accent="#1f6feb", card="#161b22", lead_px=26, top_px=22,
        extra=(
            ".release{border:1px solid #30363d;border-radius:6px;padding:12px 16px;margin-bottom:14px}"
            ".release li{border:0;padding:1px 0 1px 18px}.files{border-top:1px solid #30363d;margin-top:8px;"
            "padding-top:6px;display:grid;grid-template-columns:1fr 120px;font:12px/19px 'DejaVu Sans Mono',monospace}"
            ".pre{border:1px solid #d29922;color:#d29922;border-radius:10px;padding:0 8px;font-size:12px;"
            "line-height:18px}.crowd{display:flex;flex-wrap:wrap;gap:6px}.crowd i{width:34px;height:34px;"
            "border-radius:17px;font:bold 14px/34px 'DejaVu Sans';text-align:center;color:#fff}"
        ),
    )  # fmt: skip

    def states(self, hours: int) -> Iterator[PageState]:
        """The page at each of the first hours."""
        shown = [Entry(number) for number in (3, 2, 1)]
        out_at = {1: -400, 2: -130, 3: -20}
        for hour in range(hours):
            if hour and self.chance.happens(0.07, "release", hour):
                number = shown[0].number + 1
                out_at[number] = hour
                shown = [Entry(number), *shown[:2]]
            elif hour and self.chance.happens(0.035, "note", hour):
                place = self.chance.below(2, "whose", hour)
                shown[place] = replace(shown[place], revision=shown[place].revision + 1)
            ages = {item.number: hour - out_at[item.number] for item in shown}
            yield PageState(rows=tuple(self._page(shown, ages, hour)), news=tuple(map(repr, shown)))

    def _page(self, shown: Sequence[Entry], ages: dict[int, int], hour: int) -> list[Row]:
        stars = f"{18_000 + hour * 2 + self.chance.below(5, 'stars', hour):,} stars, {900 + hour // 7} forks"
        releases = "".join(self._release(item, ages[item.number], hour) for item in shown)
        return [
            row(panels.masthead("tidewater / anchor", 1000, stars, height=48), tag="header"),
            row(self._pulse(hour)),
            row(
                [panels.plain("releases", 690, f"<h1>Releases</h1>{releases}", is_news=True)],
                [
                    self._crowd(hour, 310),
                    panels.advert(self.adverts.advert("sponsor", hour, 280, 200), "sponsor", 310),
                    self._issues(hour, 310),
                ],
                tag="main",
            ),
        ]

    def _release(self, item: Entry, age: int, hour: int) -> str:
        draw = self.chance.child("release", item.number)
        name = f"v{4 + item.number // 12}.{item.number // 3 % 4}.{item.number % 3}"
        lines = draw.shuffled(_PARTS, "parts")[: 3 + draw.below(3, "lines") + item.revision]
        notes = "".join(f"<li>{draw.pick(_VERBS, 'verb', part)} {part}</li>" for part in lines)
        pre = ' <span class="pre">Pre-release</span>' if draw.happens(0.3, "pre") else ""
        ago = f"{age // 24} days" if age >= 48 else f"{age} hours"
        files = "".join(
            f"<span>anchor-{name}-{file}</span><span>{age * 9 + draw.below(40, 'got', file, hour):,} downloads</span>"
            for file in _FILES
        )
        liked = (
            f"{age // 2 + draw.below(6, 'up', hour)} liked it, {draw.below(30, 'party', hour // 2)} cheered"
        )
        return (
            f'<div class="release"><p class="small">{draw.pick(FILLERS["Person"], "by")} released this {ago} ago</p>'
            f'<h2><a href="{ORIGIN}/releases/{name}">{name}</a>{pre}</h2><ul>{notes}</ul>'
            f'<div class="files">{files}</div><p class="small">{liked}</p></div>'
        )

    def _pulse(self, hour: int) -> Panel:
        bars = ""
        for place in range(60):
            height = 6 + self.chance.below(120, "commits", hour + place)
            bars += f'<rect x="{place * 16}" y="{130 - height}" width="12" height="{height}" fill="#238636"/>'
        said = f"{self.chance.between(3, 60, 'merged', hour)} merged, {self.chance.between(3, 90, 'open', hour)} open"
        return panels.plain(
            "pulse", 1000, f'<h4>Pulse</h4><svg width="960" height="130">{bars}</svg><p>{said} this hour</p>'
        )

    def _crowd(self, hour: int, width: int) -> Panel:
        faces = "".join(
            f'<i style="background:{self.chance.pick(_HUES, "hue", name)}">{name[0]}</i>'
            for name in self.chance.shuffled(FILLERS["Person"][::7], "crowd", hour)[:21]
        )
        return panels.plain("crowd-box", width, f'<h4>Contributors</h4><div class="crowd">{faces}</div>')

    def _issues(self, hour: int, width: int) -> Panel:
        items = ""
        for number in self.chance.shuffled(range(40), "issues", hour)[:9]:
            what = self.chance.pick(_PARTS, "issue", number)
            said = 2 + hour // 6 + self.chance.below(30, "said", number)
            items += f'<li>Crash in {what} <p class="small">#{2100 + number}, {said} comments</p></li>'
        return panels.plain("issues", width, f"<h4>Busy issues</h4><ul>{items}</ul>")


FRESH = (Limelight, Forge)
