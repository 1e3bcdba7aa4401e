"""What moves on Caldmoor Rail's page without being an announcement."""

import html
import json
from random import Random
from typing import TypedDict

from benchmarks.served_sites.caldmoor_rail_news import moment
from benchmarks.served_sites.caldmoor_rail_texts import LINES

E = html.escape
STATIONS = sorted({s for stops in LINES.values() for s in stops})
PROMOS = [
    (
        "Weekend Rover from £{p}",
        (
            "Two days of unlimited travel on every line, with a third off entry to the Railway Museum at "
            "Stanyard."
        ),
    ),
    (
        "Half term: children for £1",
        "Up to four children travel for a pound each with any adult off-peak return.",
    ),
    ("Book early for Easter", "Advance tickets to Estuary Junction start at £{p} while they last."),
    (
        "Our app knows your platform",
        "Live trains, mobile tickets and delay claims in one place. Rated 4.{d} by {n} travellers.",
    ),
    (
        "Walks from the station",
        "Twelve new leaflets take you from the platform to the moor, from £{p} return.",
    ),
    ("First Class for less", "Upgrade on the day for £{p} and put your feet up between Merrow and Hexcombe."),
    ("Park at Airport Parkway", "Leave the car from £{p} a day and be in the terminal nine minutes later."),
    (
        "Win a footplate ride",
        "Tell us about your journey and you could join a driver for the day. {n} entries so far.",
    ),
    ("Afternoon tea by train", "Scones, cream and sea views on selected Sundays, from £{p} a head."),
    (
        "Group of three? Save a third",
        "GroupSave comes off automatically when three to nine of you travel together.",
    ),
]
NAMES = [
    "Jo",
    "Priya",
    "Dan",
    "Mei",
    "Callum",
    "Ruth",
    "Tomasz",
    "Ola",
    "Bethan",
    "Greg",
    "Asha",
    "Nick",
    "Lorna",
    "Sam",
    "Femi",
    "Carys",
    "Ian",
    "Yusuf",
    "Kate",
    "Marek",
]
ASKS = [
    "the {t} from {a} was on time at {b}",
    "your bag has been handed in at {b}, please bring some proof of identity",
    "the quiet coach on the {t} is coach B",
    "yes, your railcard is valid on the {t} to {b}",
    "sorry about the cold carriage, the fitter at {a} has been told",
    "the café at {a} opens until 18:30",
    "the {t} to {b} left {n} minutes late because of a late handover",
    "please send us a direct message with your booking number",
    "there is room for two wheelchairs on the {t}",
    "you can claim for the {t} once the delay is over 15 minutes",
    "no, dogs do not need a ticket between {a} and {b}",
    "the toilets at {b} are being cleaned and should be open by {t}",
]
QUESTIONS = [
    "How do I claim for a delay?",
    "Can I bring a bicycle?",
    "Where is my refund?",
    "Which railcards are accepted?",
    "How do I book assistance?",
    "What time is the last train?",
    "Is there wifi on board?",
    "I have lost something",
    "Can I break my journey?",
    "How do I pay a penalty fare?",
    "Are there toilets on the train?",
    "When are off-peak hours?",
    "How do I renew a season ticket?",
    "Where do I collect my tickets?",
]
WEATHER = [
    "Light rain",
    "Dry, cloudy",
    "Sunny spells",
    "Drizzle",
    "Fresh wind",
    "Patchy fog",
    "Clear",
    "Showers",
]


class Small(TypedDict):
    greeting: str
    weather: str
    online: int
    token: str
    cookie: bool
    wait: int


def dice(hour: int, what: str) -> Random:
    return Random(f"caldmoor {what} {hour}")


def fill(text: str, rng: Random) -> str:
    return text.format(
        p=f"{rng.randrange(5, 39)}.{rng.choice(['00', '50', '90'])}",
        d=rng.randrange(3, 8),
        n=f"{rng.randrange(1200, 9800):,}",
    )


def board(hour: int) -> str:
    """Live departures, as data for a custom element that draws them in its shadow."""
    rng, now = dice(hour, "board"), moment(hour)
    tables: list[tuple[str, list[list[str]]]] = []
    for station in ("Merrow Central", "Pellport", "Ivelbridge"):
        rows: list[list[str]] = []
        minute = 0
        for _ in range(9):
            minute += rng.randrange(2, 9) if 5 <= now.hour < 23 else rng.randrange(15, 60)
            clock = (now.hour * 60 + minute) % 1440
            late = rng.choices([0, rng.randrange(2, 9), rng.randrange(10, 28), -1], [70, 20, 6, 4])[0]
            state = (
                "On time"
                if late == 0
                else "Cancelled"
                if late < 0
                else f"Exp {(clock + late) % 1440 // 60:02d}:{(clock + late) % 60:02d}"
            )
            rows.append(
                [
                    f"{clock // 60:02d}:{clock % 60:02d}",
                    rng.choice([s for s in STATIONS if s != station]),
                    str(rng.randrange(1, 7)),
                    state,
                ]
            )
        tables.append((station, rows))
    return json.dumps(tables)


def social(hour: int) -> str:
    rng, out = dice(hour, "social"), []
    for n, ask in enumerate(rng.sample(ASKS, 7)):
        minutes = n * rng.randrange(4, 9) + rng.randrange(1, 5)
        at = (moment(hour).hour * 60 - minutes) % 1440
        text = ask.format(
            a=rng.choice(STATIONS),
            b=rng.choice(STATIONS),
            t=f"{at // 60:02d}:{at % 60:02d}",
            n=rng.randrange(4, 14),
        )
        out.append(
            f'<li><b>@CaldmoorHelp</b> <span class="ago">{minutes} min</span><p>Hi {rng.choice(NAMES)}'
            f", {E(text)}. ^{rng.choice('ABDKLMRS')}{rng.choice('CHJPTW')}</p></li>"
        )
    return "".join(out)


def promos(hour: int, count: int) -> str:
    rng = dice(hour, "promo")
    return "".join(
        f'<a class="promo" href="/offers/{n}"><img loading="lazy" src="/promo/{n}-{rng.randrange(3)}'
        '.png" width="240" height="120" alt="">'
        f"<strong>{E(fill(PROMOS[n][0], rng))}</strong><span>{E(fill(PROMOS[n][1], rng))}</span></a>"
        for n in rng.sample(range(len(PROMOS)), count)
    )


def strip(hour: int) -> str:
    """What is put above the page at some visits, and pushes it down."""
    rng = dice(hour, "strip")
    what = rng.choices(["", "app", "survey", "sale", "member"], [36, 16, 16, 18, 14])[0]
    if what == "app":
        return (
            '<div class="strip" style="height:64px;background:#203a43;color:#fff"><b>Travel smarter.</b>'
            " Get the Caldmoor app and skip the queue. <button>Open</button></div>"
        )
    if what == "survey":
        return (
            '<div class="strip" style="height:120px;background:#fff4d6"><b>How are we doing?</b><p>'
            f"It takes {rng.randrange(2, 6)} minutes, and one of "
            f"{rng.randrange(3, 9)},000 answers will win a £250 voucher.</p><button>Start</button> <button>"
            "Not now</button></div>"
        )
    if what == "sale":
        left = 24 * 16 - hour
        return (
            f'<div class="strip" style="height:{rng.choice([90, 180])}px;background:#7a1f5c;color:#fff">'
            f'<img src="/promo/sale-{rng.randrange(4)}.png" width="120" height="60" alt="">'
            f"<b>Winter seat sale</b> ends in {left // 24} days {left % 24}"
            f" hours · {rng.randrange(800, 9000):,} seats left</div>"
        )
    if what == "member":
        return (
            '<div class="strip" style="height:76px;background:#e3f1ea">Welcome back. You have <b>'
            f"{rng.randrange(120, 990)}</b> Caldmoor points waiting.</div>"
        )
    return ""


def parking(hour: int) -> str:
    rng, rows = dice(hour, "parking"), ""
    busy = 0.85 if 8 <= moment(hour).hour <= 17 else 0.3
    for station in STATIONS[:12]:
        size = 40 + 13 * (len(station) * 7 % 17)
        used = min(size, int(size * busy * rng.uniform(0.7, 1.2)))
        rows += (
            f'<tr><td>{station}</td><td>{size - used} of {size}</td><td><meter max="{size}" value="{used}">'
            f"</meter></td><td>{rng.randrange(0, 5)} chargers free</td></tr>"
        )
    return rows


def figures(hour: int) -> str:
    rng, bars = dice(hour, "figures"), ""
    for n, line in enumerate(LINES):
        share = rng.uniform(78, 99)
        bars += (
            f'<g transform="translate(0 {n * 26})"><text y="14" font-size="13">{line}</text>'
            f'<rect x="110" y="3" height="14" width="{share * 2:.0f}" fill="#3f8f6b"/>'
            f'<text x="318" y="15" font-size="12">{share:.1f}%</text></g>'
        )
    return (
        f'<svg width="370" height="160" role="img" aria-label="Trains on time in the last hour">{bars}</svg>'
    )


def asked(hour: int) -> str:
    rng = dice(hour, "asked")
    return "".join(
        (
            f"<li><a href='/help/{n}'>{E(QUESTIONS[n])}</a> <small>{rng.randrange(40, 900)} views today"
            "</small></li>"
        )
        for n in rng.sample(range(len(QUESTIONS)), 6)
    )


def small(hour: int) -> Small:
    rng, clock = dice(hour, "small"), moment(hour)
    part = (
        "Good morning"
        if 5 <= clock.hour < 12
        else "Good afternoon"
        if 12 <= clock.hour < 18
        else "Good evening"
    )
    return Small(
        greeting=part,
        weather=f"Merrow {rng.randrange(1, 11)}°C, {rng.choice(WEATHER)}",
        online=rng.randrange(300, 6000),
        token=f"{rng.getrandbits(64):016x}",
        cookie=rng.random() < 0.2,
        wait=rng.randrange(1, 25),
    )


def advert(hour: int, slot: str) -> str:
    rng = dice(hour, f"ad {slot}")
    word = rng.choice(
        [
            "Harrow & Pike Solicitors",
            "Moorland Gin",
            "Thorley Tyres",
            "Vale Building Society",
            "Cold Bay Caravans",
            "Brightwell Opticians",
            "Kettle & Loom Furniture",
        ]
    )
    line = rng.choice(
        [
            "Spring offers now on",
            "Find your local branch",
            "Family run since 1962",
            "Save up to {}% this week",
            "Call us on 01632 960{}",
        ]
    )
    return (
        '<!doctype html><html><body style="margin:0;font:16px Georgia;background:#f7f3ea;'
        f'text-align:center"><img src="/promo/ad-{rng.randrange(12)}.png" width="280" height="140" alt="">'
        f"<h3>{E(word)}</h3><p>"
        f"{line.format(rng.randrange(100, 999) if 'Call' in line else rng.randrange(10, 60))}</p></body>"
        "</html>"
    )
