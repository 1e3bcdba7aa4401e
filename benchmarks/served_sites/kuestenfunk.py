"""The start page of a German broadcaster: a lead with its picture and two sub-leads among everything else it shows.

Hard: the news are little beside banners that push everything down by up to 420 px, promotions dressed as news cards
and lists renewed every hour; "Stand" times are stamped anew over unchanged words, and the lead's picture changes under
the same words just as its words change under the same picture.
"""

from datetime import datetime, timedelta
from html import escape

from benchmarks.served_sites import kuestenfunk_aside as aside
from benchmarks.served_sites import kuestenfunk_page as parts
from benchmarks.served_sites.kuestenfunk_events import State, states
from benchmarks.served_sites.kuestenfunk_look import CSS
from benchmarks.served_sites.kuestenfunk_pictures import scene
from benchmarks.served_sites.kuestenfunk_words import OFFERS, chance, filled

NAME: str = "kuestenfunk"
WHAT: str = (
    "German regional broadcaster's start page; the news are the words of the lead and its two sub-leads AND the lead's "
    "picture (its picture changes now and then with the same words, and its words with the same picture); hard because "
    "banners of 0 to 420 px above it, promo cards that look like news cards, rotating pictures, re-stamped 'Stand' "
    "times, fresh comments and most-read shift everything"
)
DAYS: int = 10
STARTS_AT = datetime(2025, 3, 6)
_ICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" fill="#00476b"/>'
    b'<circle cx="8" cy="8" r="4" fill="#ffce3a"/></svg>'
)
_COLOURS = ("#0a7d3b", "#e4572e", "#222", "#5b2a86", "#f3c614", "#1476c6")
_SHADES = ("#fff", "#ffd", "#cde", "#fab")


def _state(hour: int) -> State:
    # One hour past the end is told too, so that the last hour has a following one to be compared with.
    return states(24 * DAYS + 1)[hour]


def page(hour: int) -> str:
    """The page as it is served in this hour."""
    state = _state(hour)
    now = STARTS_AT + timedelta(hours=hour, minutes=chance("min", hour).randint(1, 6))
    stamped_at = max(state.stamp, state.news[0].since, 0)
    minutes = chance("sm", state.stamp).randint(0, 59)
    stamp = min(STARTS_AT + timedelta(hours=stamped_at, minutes=minutes), now)
    # The parts draw from one chance in the order of the page, so their order here is part of what is served.
    random = chance("page", hour)
    served = [
        parts.head(hour, now, random),
        parts.banner(hour),
        parts.hint(hour),
        '<div class="w">\n<main>',
        parts.lead(state.news[0], hour, stamp, random),
        parts.cards(state.news[1:], hour),
        parts.regions(state.regions),
        parts.poll(hour, random),
        '</main>\n<aside class="sb">',
        aside.most_read(hour),
        aside.weather(hour, random),
        aside.traffic(random),
        aside.shop(hour),
        aside.programme(hour),
        "</aside>\n</div>",
        aside.library(hour, random),
        aside.comments(hour, random),
        parts.consent(hour),
        parts.foot(now, random),
    ]
    return "\n".join(part for part in served if part)


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The style sheet, a picture or a framed advertisement; none of them depends on the hour of the request."""
    name = path.partition("?")[0].partition("#")[0].lstrip("/")
    if name == "s/kf.css":
        return "text/css; charset=utf-8", CSS.encode()
    if name in ("s/icon.svg", "favicon.ico"):
        return "image/svg+xml", _ICON
    if name.startswith("bild/") and name.endswith(".svg"):
        return "image/svg+xml", scene(name[5:-4], 850, 440)
    if name.startswith("bunt/") and name.endswith(".svg"):
        return "image/svg+xml", scene("bunt-" + name[5:-4], 400, 225)
    if name.startswith("ad/") and name.endswith(".html"):
        _, height, key = name[:-5].split("/")
        return "text/html; charset=utf-8", _advertisement(int(height), key).encode()
    return None


def _advertisement(height: int, key: str) -> str:
    random = chance("ad", key)
    colour = random.choice(_COLOURS)
    return (
        f'<!DOCTYPE html><html lang="de"><body style="margin:0;height:{height}px;'
        f"background:linear-gradient({random.randint(0, 180)}deg,{colour},{random.choice(_SHADES)});"
        f"font:bold {max(20, height // 7)}px Arial;"
        'display:flex;align-items:center;justify-content:space-around">'
        f"<span>{escape(filled(random.choice(OFFERS), random))}</span>"
        f'<img src="/bunt/{random.randint(600, 900)}.svg" height="{int(height * 0.8)}" alt=""></body></html>'
    )


def truth(hour: int) -> str:
    """How much the step from this hour to the next matters."""
    old, new = _state(hour), _state(hour + 1)
    before, after = [story.words for story in old.news], [story.words for story in new.news]
    pictured_anew = old.news[0].picture != new.news[0].picture
    if before[0] != after[0] or pictured_anew or set(before) != set(after):
        return "important"
    if before != after or old.regions != new.regions:
        return "left out"
    return "unimportant"
