"""The home page of an English maritime museum in web components, whose news is what the museum announces.

Hard is that its events exist only in a shadow DOM and that a mosaic of objects larger than the news, essays that
look like stories and an appeal of changing height are exchanged at every visit.
"""

import json
import random
from collections.abc import Callable
from datetime import timedelta
from html import escape

from benchmarks.served_sites.thornmouth_aside import (
    ADS,
    APPEALS,
    DAILY,
    ESSAY_LINES,
    ESSAYS,
    KINDS,
    MAKERS,
    NAMES,
    OBJECT_TALES,
    PLACES,
    QUIZ,
    REVIEW_A,
    REVIEW_B,
    SHOP,
    SLOGANS,
    SOUPS,
    STUFF,
    TOWNS,
)
from benchmarks.served_sites.thornmouth_look import CSS, SCRIPT
from benchmarks.served_sites.thornmouth_pictures import scene, thing, thumb
from benchmarks.served_sites.thornmouth_state import (
    CARDS,
    DAYS,
    STARTS_AT,
    campaigns_at,
    events_at,
    news_at,
    notice_at,
    truth,
)

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "thornmouth"
WHAT = (
    "An English maritime museum in web components, its events only in a shadow DOM: every hour a mosaic "
    "of collection objects larger than the news is exchanged, with shop, reviews, donors, essays and an "
    "appeal of changing height; news is what the museum announces: a new or rewritten news story, a "
    "campaign update, an event announced, moved or cancelled, a visitor notice. An event or notice that "
    "only runs out, a corrected slip, a byline, an exchanged picture of a story are left out; the daily "
    "routine programme is no news."
)
COOKIE = (
    '<div class="cookie">We use cookies to count visits and to remember your basket. <a href="#">'
    'Accept</a> <a href="#">Only the necessary ones</a></div>'
)
LINKS = (
    ["Contact", "Press", "Jobs", "Access"],
    ["Hire a hall", "Weddings", "Filming"],
    ["Privacy", "Cookies", "Governance"],
    ["Friends", "Volunteers", "Patrons"],
)
DRAWN: dict[str, Callable[[int], bytes]] = {"pic": scene, "scene": scene, "thing": thing, "thumb": thumb}


def _ago(hour: int, at: int) -> str:
    gap = hour - at
    if gap < 1:
        return "just now"
    if gap < 24:
        return f"{gap} hour{'s' if gap > 1 else ''} ago"
    return "yesterday" if gap < 48 else f"{gap // 24} days ago"


def _day(day: int) -> str:
    when = STARTS_AT + timedelta(days=day)
    return f"{when:%a} {when.day} {when:%b}"


def _news(hour: int) -> str:
    rng = random.Random(f"reads-{hour}")
    cards, rows = [], []
    for place, story in enumerate(news_at(hour)):
        title = escape(story.title, quote=False)
        reads = 40 + (hour - story.at) * 17 + rng.randint(0, 16)
        if place >= CARDS:
            rows.append(
                f'<li><a href="/news/{story.index}">{title}</a> <span class="meta">{story.section} · '
                f"{_ago(hour, story.at)}</span></li>"
            )
            continue
        cards.append(
            f'<tm-card{" lead" if place == 0 else ""}><img slot="pic" src="/pic/{story.picture}.png" alt="" '
            f'loading="{"eager" if place == 0 else "lazy"}">'
            f'<span class="meta">{story.section} · {_ago(hour, story.at)} · {reads} reads</span><h3><a '
            f'href="/news/{story.index}">{title}</a></h3>'
            f'<p>{escape(story.shown, quote=False)}</p><span class="meta">By {escape(story.author)}</span>'
            f"</tm-card>"
        )
    return (
        f'{cards[0]}<div class="cards" style="margin-top:20px">{"".join(cards[1:])}</div><h3 '
        f'style="margin-top:24px">Earlier news</h3>'
        f'<ul class="more">{"".join(rows)}</ul>'
    )


def _campaigns(hour: int) -> str:
    out = []
    for number, campaign in enumerate(campaigns_at(hour)):
        rng = random.Random(f"campaign-{number}")
        base, total = rng.randint(9000, 31000), rng.randint(45000, 60000)
        for step in range(hour + 1):
            base += rng.randint(0, 40 if 7 <= step % 24 <= 23 else 4)
        count = f"£{base:,} of £{total:,}" if number == 0 else f"{base:,} people have signed"
        out.append(
            f'<tm-campaign done="{min(99, 100 * base / total):.1f}" count="{count}"><h3>{campaign.name}</h3>'
            f"<p>{escape(campaign.about, quote=False)}</p>"
            f"<p><b>Latest:</b> {escape(campaign.latest, quote=False)}</p></tm-campaign>"
        )
    return "".join(out)


def _events(hour: int) -> str:
    out = []
    for event in events_at(hour):
        rng = random.Random(f"seats-{event.index}")
        kind, start = rng.choice(["Free, drop in", "left", "left", "booked", "£8 / £5"]), rng.randint(60, 140)
        gone = sum(random.Random(f"sold-{event.index}-{step}").random() < 0.2 for step in range(hour + 1))
        tickets = (
            f"{start - gone} places left"
            if kind == "left"
            else f"{start // 3 + gone} people are going"
            if kind == "booked"
            else kind
        )
        if event.label == "Cancelled":
            tickets = ""
        out.append(
            {
                "when": f"{_day(event.day)}, {event.time}",
                "title": event.title,
                "blurb": event.blurb,
                "label": event.label,
                "note": event.note,
                "tickets": tickets,
            }
        )
    return f'<tm-events><script type="application/json">{json.dumps(out)}</script></tm-events>'


def _objects(hour: int) -> str:
    rng = random.Random(f"objects-{hour}")
    out = []
    for kind, tale, more in zip(
        rng.sample(KINDS, 9), rng.sample(OBJECT_TALES, 9), rng.sample(OBJECT_TALES, 9), strict=True
    ):
        year = rng.randint(1690, 1925)
        text = (
            f"Made in {rng.choice(PLACES)} about {year} by {rng.choice(MAKERS)}, of {rng.choice(STUFF)}"
            f". {tale}"
        ) + (f" {more}" if more != tale and rng.random() < 0.5 else "")
        out.append(
            f'<tm-object number="TMM {year}.{rng.randint(1, 400)}"><img slot="pic" '
            f'src="/thing/{rng.randint(0, 89)}.png" alt="{escape(kind)}" loading="lazy"><h3>'
            f"{escape(kind, quote=False)}</h3><p>{escape(text, quote=False)}</p></tm-object>"
        )
    return "".join(out)


def _side(hour: int) -> str:
    when = STARTS_AT + timedelta(hours=hour)
    rng = random.Random(f"side-{hour}")
    programme = []
    for time, what in DAILY[when.weekday()]:
        start = int(time[:2])
        mark = "past" if start < when.hour else "now" if start == when.hour else ""
        programme.append(f'<li class="{mark}">{time} {what}{" (now on)" if mark == "now" else ""}</li>')
    opened = 10 <= when.hour < 17
    inside = rng.randint(30, 420) if opened else 0
    soup = SOUPS[(hour // 24) % len(SOUPS)]
    read = "".join(
        f"<li>{title} <span class='meta'>{rng.randint(90, 2400)} readers</span></li>"
        for title in rng.sample(ESSAYS, 6)
    )
    question, answers = QUIZ[(hour // 80) % len(QUIZ)]
    split = rng.randint(20, 60)
    shares = [split, (100 - split) // 2, 100 - split - (100 - split) // 2]
    poll = "".join(f"<li>{answer}: {share}%</li>" for answer, share in zip(answers, shares, strict=True))
    low = (STARTS_AT + timedelta(minutes=hour * 62 % 745)).strftime("%H:%M")
    return (
        f'<section><h3>Today at the museum</h3><ul>{"".join(programme)}</ul><p class="meta">Soup of the day: '
        f"{soup}</p></section>"
        f'<section><h3>From the dock camera</h3><img src="/camera/{hour}.png" alt="Dock" width="320" '
        f'height="200"><p class="meta">Taken at {when:%H:%M} · next low water {low} · wind '
        f"{rng.randint(2, 31)} knots {rng.choice(['NE', 'E', 'SE', 'SW', 'W', 'NW'])} · {rng.randint(7, 17)} "
        f"°C</p></section>"
        f"<section><h3>In the galleries</h3><p>{inside} visitors are inside at the moment. "
        f"{'Queue: ' + str(rng.randint(0, 25)) + ' minutes.' if opened else 'We open at ten.'}</p></section>"
        f'<section><h3>Most read this hour</h3><ol>{read}</ol></section><iframe src="/advert/{hour}.html" '
        f'height="{rng.choice([250, 250, 250, 280])}" title="Advertisement"></iframe>'
        f'<section style="margin-top:20px"><h3>{question}</h3><ul>{poll}</ul><p class="meta">'
        f"{2000 + hour * 9 + rng.randint(0, 8)} votes</p></section>"
    )


def _lower(hour: int) -> str:
    rng = random.Random(f"lower-{hour // 2}")
    live = random.Random(f"live-{hour}")
    essays = "".join(
        (
            f'<div><img src="/scene/{live.randint(200, 230)}.png" alt="" loading="lazy"><h3>{title}</h3><p>'
            f"{line}</p></div>"
        )
        for title, line in zip(live.sample(ESSAYS, 4), live.sample(ESSAY_LINES, 4), strict=True)
    )
    quotes = "".join(
        (
            f'<div class="quote">{a}, {b}<b>{live.choice(NAMES)}, {live.choice(TOWNS)} '
            f"{'★' * live.randint(3, 5)}</b></div>"
        )
        for a, b in zip(live.sample(REVIEW_A, 6), live.sample(REVIEW_B, 6), strict=True)
    )
    shop = "".join(
        (
            f'<div><img src="/thumb/{SHOP.index(item)}.png" alt="" loading="lazy"><h3>{item[0]}</h3><p '
            f'class="meta">£{item[1]:.2f} '
            f"{rng.choice(['', '· only 3 left', '· back in stock', '· members save 10%'])}</p></div>"
        )
        for item in rng.sample(SHOP, 4)
    )
    donors = "".join(
        (
            f"<p>{live.choice(NAMES)} from {live.choice(TOWNS)} gave "
            f"£{live.choice([3, 5, 10, 15, 20, 25, 50])} {live.randint(2, 59)} minutes ago.</p>"
        )
        for _ in range(12)
    )
    return (
        f'<div class="wrap"><h2 class="rule">Picked for you</h2><div class="four">{essays}</div><h2 '
        f'class="rule" style="margin-top:28px">What visitors say</h2><div class="tri">{quotes}</div>'
        f'<h2 class="rule" style="margin-top:28px">From the shop</h2><div class="four">{shop}</div><h2 '
        f'class="rule" style="margin-top:28px">Thank you</h2><div class="wall">{donors}</div></div>'
    )


def _appeal(rng: random.Random) -> str:
    if rng.random() >= 0.72:
        return ""
    head, text = rng.choice(APPEALS)
    return (
        f'<aside class="appeal"><div class="wrap" style="min-height:{rng.choice([70, 110, 150, 190])}'
        f'px"><div><h3>{head}</h3><p>{text}</p></div><a class="button" href="/give">Give '
        f"£{rng.choice([3, 5, 10, 12])}</a></div></aside>"
    )


def page(hour: int) -> str:
    when = STARTS_AT + timedelta(hours=hour)
    rng = random.Random(f"page-{hour}")
    notice = notice_at(hour)
    appeal = _appeal(rng)
    state = "Open until 17:00" if 10 <= when.hour < 17 else "Closed now"
    menu = ["Visit", "What's on", "Collections", "Learning", "Campaigns", "Shop"]
    if when.weekday() >= 5:
        menu.insert(1, "Weekend")
    cookie = COOKIE if rng.random() < 0.3 else ""
    links = "".join(f"<div>{''.join(f'<a href=#>{name}</a>' for name in group)}</div>" for group in LINKS)
    return f"""<!DOCTYPE html>
<html lang="en-GB"><head><meta charset="utf-8"><title>Thornmouth Maritime Museum</title><meta \
name="viewport" content="width=device-width"><style>{CSS}</style></head>
<body data-build="{rng.getrandbits(32):08x}">
<div class="bar"><div class="wrap"><span>{when:%A} {when.day} {when:%B}, {when:%H:%M} · {state}</span><span>\
{rng.randint(12, 260)} people on this site · Basket (0)</span></div></div>
{appeal}<header class="wrap mast"><svg width="54" height="54" viewBox="0 0 54 54" role="img" \
aria-label="Anchor"><path d="M27 4v44M14 18h26M6 34c4 18 38 18 42 0" stroke="#0d2c3d" stroke-width="5" \
fill="none"/></svg>
<h1>Thornmouth Maritime Museum</h1><nav>{"".join(f'<a href="#">{name}</a>' for name in menu)}</nav></header>
<div class="hero"><img src="/scene/{rng.randint(300, 307)}.png" alt=""><p>{rng.choice(SLOGANS)}</p></div>
<main><div class="wrap">{f'<div class="notice" role="alert">{notice}</div>' if notice else ""}</div>
<div class="wrap cols"><section><h2 class="rule">News from the museum</h2>{_news(hour)}</section><div \
class="side">{_side(hour)}</div></div>
<div class="sea"><div class="wrap"><h2 class="rule">Out of the stores: nine things to look at now</h2><div \
class="mosaic">{_objects(hour)}</div></div></div>
<div class="wrap"><h2 class="rule">Our campaigns</h2><div class="tri">{_campaigns(hour)}</div><h2 \
class="rule" style="margin-top:30px">Coming up</h2>{_events(hour)}</div>
{_lower(hour)}</main>
<footer style="margin-top:30px"><div class="wrap"><div class="four">{links}</div><p>Thornmouth Maritime \
Museum is a charity registered in England. Page {rng.getrandbits(24):06x}, served in {rng.randint(18, 240)} \
ms.</p></div></footer>{cookie}
<script>{SCRIPT}</script></body></html>"""


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    parts = path.partition("?")[0].strip("/").split("/")
    if len(parts) != 2 or not parts[1].split(".")[0].isdigit():
        return None
    number = int(parts[1].split(".")[0])
    if parts[0] in DRAWN:
        return "image/png", DRAWN[parts[0]](number)
    if parts[0] == "camera":
        return "image/png", scene(1000 + number, dark=not 5 <= number % 24 <= 20)
    if parts[0] == "advert":
        name, text, colour = random.Random(f"advert-{number}").choice(ADS)
        return "text/html", (
            f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:{colour};color:#fff;'
            f'font:18px Arial;padding:24px">'
            f"<small>Advertisement</small><h2>{name}</h2><p>{text}</p></body>"
        ).encode()
    return None
