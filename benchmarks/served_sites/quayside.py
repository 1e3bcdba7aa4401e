"""A port city's sport-and-stage daily in English, whose news is the lead with its picture and two stories under it.

Hard is that a new photograph of the lead alone is news while the same one under another name is not, that pictures
elsewhere are not news either, and that a scoreboard, banners of changing height and two layouts move the stories.
"""

import html
import random
from datetime import datetime, timedelta

from benchmarks.served_sites import quayside_frames as frames
from benchmarks.served_sites.quayside_stories import HOURS, STARTS_AT, Story, draws, news
from benchmarks.served_sites.quayside_words import (
    BRIEF_EVENTS,
    BRIEF_SUBJECTS,
    COMPETITIONS,
    COUNTS,
    HOUSES,
    LEGAL,
    LIST_ENDS,
    LISTED,
    MENU,
    PEOPLE,
    POLLS,
    PROMOTIONS,
    SKIES,
    TEAMS,
    WALL_BODIES,
    WALL_ENDS,
    WALL_STARTS,
    WORKS,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "quayside"
WHAT = (
    "English sport-and-culture daily: the news is the words of the lead and of the two stories under it and the lead's "
    "picture, which changes with or without its words and also only its file name, below a scoreboard and banners of "
    "changing height; pictures of the two lower stories and the briefs are left out, gallery and teasers are noise."
)
DAYS = len(HOURS) // 24


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    if hour + 1 >= len(HOURS):
        return "unimportant"
    if news(hour) != news(hour + 1):
        return "important"
    old, new = HOURS[hour], HOURS[hour + 1]
    return "left out" if (old.lower, old.briefs) != (new.lower, new.briefs) else "unimportant"


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("page", hour)
    now = STARTS_AT + timedelta(hours=hour, minutes=chance.randint(0, 8))
    top = [*_head(chance, hour, now), *_billboard(chance), *_scores(chance, hour), *_promotion(chance)]
    gallery = _gallery(chance)
    is_above = draws("ab", hour // 4).random() < 0.35
    return "\n".join(
        [
            *top,
            *(gallery if is_above else []),
            *_lead(chance, hour),
            *_lower(chance, hour),
            '<div class="cols">\n<div class="main">',
            *([] if is_above else gallery),
            *_picked(chance, hour),
            *_wall(chance, hour),
            *_fixtures(hour),
            "<aside>",
            *_lists(hour),
            *_poll(chance, hour),
            *_league(hour),
            *_foot(chance, hour, now),
        ]
    )


def _head(chance: random.Random, hour: int, now: datetime) -> list[str]:
    return [
        '<!doctype html>\n<html lang="en-GB">\n<head>\n<meta charset="utf-8">',
        "<title>The Quayside Gazette – sport and stage</title>",
        f'<link rel="stylesheet" href="/a/main.css?b={_build(hour)}">',
        '<script src="/a/live.js" defer></script>\n</head>',
        f'<body class="{"skin" if chance.random() < 0.2 else "plain"}">',
        '<div class="mast">\n<a href="#" class="logo">The Quayside Gazette</a>',
        f"<span>{now:%A} {now.day} {now:%B %Y}</span>",
        f"<span>{chance.randint(6, 17)}°C {chance.choice(SKIES)}</span>\n</div>",
        "<nav>",
        *_links(MENU),
        "</nav>",
    ]


def _build(hour: int) -> int:
    return 3000 + hour // 9


def _links(names: tuple[str, ...]) -> list[str]:
    return [f'<a href="#">{name}</a>' for name in names]


def _billboard(chance: random.Random) -> list[str]:
    height = chance.choice([0, 90, 250, 90, 0, 320])
    if not height:
        return []
    return [
        f'<iframe class="top" src="/ads/billboard.html?slot={chance.randint(1, 99999)}" width="1100" '
        f'height="{height}" title="advertisement"></iframe>'
    ]


def _scores(layout: random.Random, hour: int) -> list[str]:
    parts = ['<div class="score">']
    for place in range(layout.randint(5, 8)):
        chance = draws("score", hour, place)
        home, away = map(_bare, chance.sample(TEAMS, 2))
        state = chance.choice(["FT", "HT", f"{chance.randint(2, 89)}′", "Postp.", "19:45"])
        parts.append(f"<div><i>{state}</i><br>")
        goals = chance.randint(0, 5), chance.randint(0, 5)
        parts.append(f"{home} <b>{goals[0]}</b><br>{away} <b>{goals[1]}</b></div>")
    return [*parts, "</div>"]


def _bare(team: str) -> str:
    return html.escape(team.replace("the ", ""))


def _promotion(chance: random.Random) -> list[str]:
    if chance.random() >= 0.25:
        return []
    padding = chance.choice([12, 40, 70])
    return [f'<div class="promo" style="padding:{padding}px">{chance.choice(PROMOTIONS)}</div>']


def _gallery(chance: random.Random) -> list[str]:
    """Pictures drawn anew each hour, above the lead or below it."""
    behind = f"/ph/g{chance.randint(1, 60)}.svg"
    pictures = [
        f'<img src="/ph/g{chance.randint(1, 60)}.svg" width="200" height="130" alt="gallery">'
        for _ in range(5)
    ]
    return [
        f'<section class="gal" style="background-image:url({behind})"><h2>Pictures of the day</h2>\n<div>',
        *pictures,
        f"</div><p>{chance.randint(1, 24)} / 24</p></section>",
    ]


def _photo(story: Story, chance: random.Random) -> str:
    """The story's picture under one of four names."""
    return f"/ph/p{story.picture}_r{chance.randint(1, 4)}.svg"


def _lead(chance: random.Random, hour: int) -> list[str]:
    """The news that matters most, its picture on either side."""
    front = HOURS[hour]
    words = front.lead.told()
    side = draws("side", hour // 3).choice(["row", "row", "row-reverse"])
    photo = _photo(front.lead, chance)
    badge = f'<span class="bdg">LIVE {chance.randint(1, 90)}′</span>\n' if chance.random() < 0.3 else ""
    age = hour - front.since
    published = f"Published {age} hour{'' if age == 1 else 's'} ago"
    when = f"Updated {chance.randint(2, 58)} min ago" if age < 1 else published
    return [
        f'<article class="lead" style="flex-direction:{side}">',
        f'<figure><img src="{photo}" width="640" height="405" alt="">\n{badge}</figure>\n<div>',
        f"<h1>{html.escape(words.headline)}</h1>",
        f'<p class="sf">{html.escape(words.standfirst)}</p>\n<ul>',
        *(f"<li>{html.escape(bullet)}</li>" for bullet in words.bullets),
        f'</ul>\n<p class="by">{when} · {chance.randint(12, 4100)} reading now · '
        f"{chance.randint(0, 380) + age} comments</p></div>\n</article>",
    ]


def _lower(chance: random.Random, hour: int) -> list[str]:
    """The two stories under the lead, one with an image element, one with a background."""
    parts = ['<div class="two">']
    for place, story in enumerate(HOURS[hour].lower):
        words, photo = story.told(), _photo(story, chance)
        if place == 0:
            parts.append(f'<article><img src="{photo}" width="540" height="230" alt="">')
        else:
            parts.append(f'<article><div class="bg" style="background-image:url({photo})"></div>')
        parts.append(
            f"<h2>{html.escape(words.headline)}</h2>\n<p>{html.escape(words.standfirst)}</p>\n"
            f"<small>{chance.randint(1, 9)} min read · {chance.randint(3, 700)} shares</small></article>"
        )
    return [*parts, "</div>"]


def _picked(layout: random.Random, hour: int) -> list[str]:
    parts = ['<h3>Picked for you</h3>\n<div class="cards">']
    for place in range(12):
        chance = draws("rec", hour, place)
        image = f"/ph/t{chance.randint(1, 90)}.svg"
        title = html.escape(_listed(chance))
        kind = chance.choice(["Archive", "Sponsored", "Podcast", "Quiz", "Video"])
        parts.append(
            f'<div><img src="{image}" loading="lazy" width="230" height="140" alt=""><br>\n{title}\n'
            f"<em>{kind}</em></div>"
        )
    height = layout.choice([90, 90, 280])
    frame = f'<iframe src="/ads/mid.html" width="728" height="{height}" title="advertisement"></iframe>'
    return [*parts, "</div>", frame]


def _listed(chance: random.Random) -> str:
    """A title of the kind that is read and forgotten."""
    title = f"{chance.choice(COUNTS)} {chance.choice(LISTED)}"
    end = chance.choice(LIST_ENDS).format(
        t=chance.choice(TEAMS),
        a=chance.choice(HOUSES),
        c=chance.choice(COMPETITIONS),
        m=chance.choice(PEOPLE),
    )
    return f"{title} {end}"


def _wall(layout: random.Random, hour: int) -> list[str]:
    parts = ["<h3>Fan wall</h3>"]
    for place in range(layout.randint(10, 15)):
        chance = draws("wall", hour, place)
        said = f"{chance.choice(WALL_STARTS)} {chance.choice(WALL_BODIES)}. {chance.choice(WALL_ENDS)}"
        who = f"{chance.choice(PEOPLE).split()[0]}{chance.randint(1, 99)}"
        parts.append(f"<blockquote>{said}\n<cite>{who}, {chance.randint(1, 59)}m</cite></blockquote>")
    return parts


def _fixtures(hour: int) -> list[str]:
    """A list that stays for a day but for the tickets left."""
    parts = ["<h3>Fixtures and listings</h3>\n<table>"]
    for place in range(20):
        chance = draws("fix", hour // 24, place)
        home, away = chance.sample(TEAMS, 2)
        starts = f"{chance.randint(12, 20)}:{chance.choice(['00', '15', '30', '45'])}"
        what = f"{home} v {away}" if place % 3 else f"{chance.choice(WORKS)}, {chance.choice(HOUSES)}"
        left = draws("odds", hour, place).randint(2, 300)
        parts.append(
            f"<tr>\n<td>{starts}</td><td>{html.escape(what)}</td><td>{left} tickets left</td>\n</tr>"
        )
    return [*parts, "</table></div>"]


def _lists(hour: int) -> list[str]:
    most_read = [html.escape(_listed(draws("mr", hour, place))) for place in range(10)]
    return [
        "<h3>Most read</h3>\n<ol>",
        *(f'<li><a href="#">{title}</a></li>' for title in most_read),
        '</ol>\n<h3>In brief</h3>\n<ul class="br">',
        *(f"<li>{html.escape(_brief(number))}</li>" for number in HOURS[hour].briefs),
        "</ul>",
    ]


def _brief(number: int) -> str:
    chance = draws("brief", number)
    return f"{chance.choice(BRIEF_SUBJECTS)}: {chance.choice(BRIEF_EVENTS)}"


def _poll(chance: random.Random, hour: int) -> list[str]:
    question = f"Who was {chance.choice(POLLS)}?"
    first, second = html.escape(chance.choice(PEOPLE)), html.escape(chance.choice(PEOPLE))
    return [
        f'<fan-poll q="{question}" a="{first}" b="{second}" n="{chance.randint(9, 91)}"></fan-poll>',
        f'<iframe src="/ads/sky.html?k={hour}" width="300" height="600" title="advertisement"></iframe>',
    ]


def _league(hour: int) -> list[str]:
    table = sorted(((draws("tab", hour // 24, team).randint(12, 70), team) for team in TEAMS), reverse=True)
    played = 31 + hour // 72
    return [
        '<h3>Coastal League</h3>\n<table class="lg">',
        "<tr><th>Club</th><th>P</th><th>GD</th><th>Pts</th></tr>",
        *(
            f"<tr><td>{_bare(team)}</td><td>{played}</td><td>{points // 2 - 18}</td><td>{points}</td></tr>"
            for points, team in table
        ),
    ]


def _foot(chance: random.Random, hour: int, now: datetime) -> list[str]:
    left = (24 * 14 - hour) * 3600 - chance.randint(1, 600)
    parts = [
        f'</table>\n<p class="cd">Deadline day ends in <span data-left="{left}"></span></p>\n</aside>\n</div>',
        '<details class="abt"><summary>About the Gazette</summary>',
        "<p>Printed on the quay since 1871. Complaints: reader@example.invalid.</p></details>",
        "<footer>",
        *_links(LEGAL),
        f"<p>© {now.year} Quayside Press · build {_build(hour)}</p>\n</footer>",
    ]
    if chance.random() < 0.22:
        parts.append(
            '<div class="cky"><b>We value your privacy</b> We and our 214 partners store cookies. '
            "<button>Agree</button> <button>Options</button></div>"
        )
    return [*parts, "</body>\n</html>"]


_FIXED = {
    "a/main.css": ("text/css; charset=utf-8", frames.STYLE.encode()),
    "a/live.js": ("text/javascript; charset=utf-8", frames.SCRIPT.encode()),
}


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """The type and the bytes of what the page names; None where nothing lies."""
    name = path.partition("?")[0].lstrip("/")
    if name in _FIXED:
        return _FIXED[name]
    if name.startswith("ph/") and name.endswith(".svg"):
        return "image/svg+xml", _photographed(name.removeprefix("ph/").removesuffix(".svg")).encode()
    if name in ("ads/billboard.html", "ads/mid.html", "ads/sky.html"):
        return "text/html; charset=utf-8", frames.advertisement(name, hour).encode()
    return None


def _photographed(name: str) -> str:
    if name.startswith("p"):
        # What follows the underscore only renames the file: the photograph stays the same.
        return frames.photograph(name.partition("_")[0], 640, 405)
    width, height = (1280, 300) if name == "skin" else (300, 190)
    return frames.photograph(name, width, height)
