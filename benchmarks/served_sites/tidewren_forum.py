"""Front page of a photo server's forum in English, whose news is what the project's own team announces.

Hard is that the announcements are drawn in shadow DOM among users' topics which sound like news and move every hour.
"""

import html
import random
from urllib.parse import unquote

from benchmarks.served_sites.tidewren_forum_aside import aside
from benchmarks.served_sites.tidewren_forum_look import SCRIPT, build_id, named, style
from benchmarks.served_sites.tidewren_forum_main import cards, main_column
from benchmarks.served_sites.tidewren_forum_pictures import avatar, banner, photo
from benchmarks.served_sites.tidewren_forum_staff import DAYS, STARTS_AT, truth, when
from benchmarks.served_sites.tidewren_forum_talk import draws, started
from benchmarks.served_sites.tidewren_forum_words import SPONSORS

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "tidewren_forum"
WHAT = (
    "Forum front page of an open-source project: news is only what the team itself announces - announcements and text "
    "added to them (drawn in shadow DOM), service notices, released versions, state of known issues; everything of the "
    "users' talk (topics, replies, also the team's replies there), counters, ages and order is not"
)


def page(hour: int) -> str:
    """The page as served in this hour; one row of dice is thrown along it, so its parts keep their order."""
    chance = draws(hour, "page")
    join = _join(chance, hour)
    main = main_column(hour, _advertisement(chance))
    unread = f"({chance.randint(1, 9)}) " if chance.random() < 0.3 else ""
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{unread}Tidewren Community</title>"
            f'<meta name="csrf-token" content="{chance.getrandbits(128):032x}">'
            f'<meta name="build" content="{build_id(hour)}">',
            f'<style>{style(hour)}</style></head><body><header class="{named("top", hour)}">'
            '<b>Tidewren Community</b><a href="/latest">Latest</a><a href="/top">Top</a>'
            '<a href="/categories">Categories</a><a href="/docs">Docs</a>'
            f'<a href="/source">Source ({8120 + hour // 3 + chance.randint(0, 1)} stars)</a>'
            f'<a href="/login">Log in</a></header>{join}',
            f'<div class="{named("wrap", hour)}"><main>{main}</main>{aside(hour)}</div>',
            f'<footer class="{named("foot", hour)}">{started(hour) + 20411} topics, '
            f"{chance.randint(20, 95)} posts in the last day. All times UTC, page made at "
            f"{when(hour):%H}:{chance.randint(0, 3):02d} in {chance.randint(31, 240)} ms "
            f"by node {chance.choice('abcd')}.</footer>",
            f'<script type="application/json" id="tw-boot">{cards(hour)}</script>'
            f"<script>{SCRIPT}</script></body></html>",
        ]
    )


def _join(chance: random.Random, hour: int) -> str:
    if chance.random() >= 0.35:
        return ""
    members = 12431 + hour // 2 + chance.randint(0, 2)
    return (
        f'<div class="{named("join", hour)}">Join {members} members: <a href="/signup">create an account</a> '
        "to take part.</div>"
    )


def _advertisement(chance: random.Random) -> str:
    number, slot = chance.randrange(len(SPONSORS)), chance.getrandbits(32)
    return (
        f'<iframe src="/sp/frame?k={number}&amp;n={slot:x}" width="728" height="92" '
        'style="border:0;margin-bottom:12px" title="Advertisement"></iframe>'
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names; None where nothing lies."""
    name, _, query = path.partition("?")
    if name.startswith("/avatar/") and name.endswith(".svg"):
        return "image/svg+xml", avatar(unquote(name.removeprefix("/avatar/").removesuffix(".svg")))
    picture = name.removeprefix("/g/").removesuffix(".png")
    if name == f"/g/{picture}.png" and picture.isdigit():
        return "image/png", photo(int(picture))
    digits = query.partition("k=")[2].partition("&")[0]
    number = int(digits) % len(SPONSORS) if digits.isdigit() else 0
    title, line = map(html.escape, SPONSORS[number])
    if name == "/sp/frame":
        shown = (
            f'<!doctype html><meta charset="utf-8"><body style="margin:0"><a href="/out/{number}">'
            f'<img src="/sp/banner.svg?k={number}" width="728" height="90" alt="{title}"></a></body>'
        )
        return "text/html; charset=utf-8", shown.encode()
    if name == "/sp/banner.svg":
        return "image/svg+xml", banner(number, title, line)
    return None
