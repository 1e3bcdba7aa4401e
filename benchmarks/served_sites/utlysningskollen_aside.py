"""What is no news on the agency's page: partners' news, also-viewed, focus cards, counters, notices, opening hours."""

import random
from datetime import datetime, timedelta
from html import escape

from benchmarks.served_sites.utlysningskollen_calls import Call, clock, open_calls, stages
from benchmarks.served_sites.utlysningskollen_words import (
    ALSO,
    MONTHS,
    NOTICES,
    PARTNER_NEWS,
    PARTNERS,
    REGIONS,
    TIPS,
    TOPICS,
)


def draws(tag: str, hour: int) -> random.Random:
    """Chance that depends on nothing but this tag and this number, mostly an hour."""
    return random.Random(f"utlysningskollen:{tag}:{hour}")


def date_text(when: datetime) -> str:
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def visited(hour: int) -> datetime:
    """When the page was served in this hour."""
    return clock(hour) + timedelta(minutes=draws("minut", hour).randrange(2, 9))


def views(call: Call, hour: int) -> int:
    """How often the call was looked at, which only grows."""
    hours = range(max(-40, call.opened), hour + 1)
    seen = sum(draws(f"visad-{call.cid}", past).randrange(0, 9) for past in hours)
    return 90 + 13 * len(call.purpose.title) + seen


def boxes(hour: int) -> str:
    """The four under the tables, in one order or the other."""
    parts = [_also_viewed(hour), _partner_news(hour), _counters(hour), _service(hour)]
    if draws("lador", hour // 8).random() < 0.4:
        parts.reverse()
    return "".join(parts)


def _also_viewed(hour: int) -> str:
    chance = draws("andra", hour)
    entries = [
        f'<li><a href="/sida/{ALSO.index(title)}">{title}</a></li>' for title in chance.sample(ALSO, 4)
    ]
    entries += [
        f'<li><a href="/utlysning/{call.cid}?ref=andra">{escape(call.purpose.title)}</a> '
        f'<span class="u-muted">sista dag {date_text(clock(call.told(hour)[0]))}</span></li>'
        for call in chance.sample(open_calls(hour), 3)
    ]
    chance.shuffle(entries)
    return f'<section class="box"><h2>Andra har också tittat på</h2><ul>{"".join(entries)}</ul></section>'


def _partner_news(hour: int) -> str:
    """Others' calls, deadlines and budgets, each item with an age of its own."""
    items = []
    for place in range(4):
        chance = draws(f"partner-{place}", (hour + 2 * place) // (2 + place % 3))
        text = chance.choice(PARTNER_NEWS).format(
            n=chance.randrange(4, 90),
            t=chance.choice(TOPICS),
            p=chance.choice(REGIONS),
            d=chance.randrange(2, 30),
        )
        items.append(
            f'<li class="partner__item"><span class="partner__from">{chance.choice(PARTNERS)}</span> {text}'
            f'<span class="u-muted"> – {chance.randrange(1, 23)} tim sedan</span></li>'
        )
    return (
        '<section class="box box--partner"><h2>Nyheter från våra samarbetsmyndigheter</h2>'
        f'<ul class="partner">{"".join(items)}</ul><p class="u-muted">Hämtas automatiskt via RSS.</p></section>'
    )


def _counters(hour: int) -> str:
    chance = draws("besok", hour)
    now = chance.randrange(6, 190)
    total = 48210 + sum(draws("alla", past).randrange(20, 160) for past in range(hour + 1))
    views_in_year = f"{total:,}".replace(",", " ")
    started = 2140 + hour * 3 + chance.randrange(3)
    return (
        f'<section class="box"><h2>Statistik</h2><dl class="stat"><dt>Besökare just nu</dt><dd>{now}</dd>'
        f"<dt>Sidvisningar i år</dt><dd>{views_in_year}</dd>"
        f"<dt>Påbörjade ansökningar</dt><dd>{started}</dd></dl></section>"
    )


def _service(hour: int) -> str:
    when = clock(hour)
    if when.weekday() < 5 and 9 <= when.hour < 15:
        text = f"Telefonen är öppen. Din plats i kön: {draws('ko', hour).randrange(1, 14)}."
    else:
        text = "Telefonen är stängd. Öppettider vardagar 9–15."
    tip = draws("tips", hour // 3).choice(TIPS)
    return (
        f'<section class="box"><h2>Kontakta oss</h2><p>0771-00 00 00</p><p>{text}</p>'
        f'<p class="tip">{tip}</p></section>'
    )


def focus(hour: int) -> str:
    """Three of the open calls with pictures, others every two hours."""
    chance = draws("fokus", hour // 2)
    already = stages(hour // 2 * 2)
    cards = "".join(
        f'<a class="focus__card" href="/utlysning/{call.cid}">'
        f'<img src="/bild/{call.cid}-{draws("bild", hour // 4).randrange(3)}.png" alt="" '
        f'loading="lazy" width="352" height="120"><strong>{escape(call.purpose.title)}</strong>'
        f"<span>{escape(call.purpose.who)}</span></a>"
        for call in chance.sample([call for call in open_calls(hour) if already[call.cid] == "open"], 3)
    )
    return f'<section class="focus" aria-label="I fokus">{cards}</section>'


def notice(hour: int) -> str:
    """What does not work at the moment, if anything."""
    chance = draws("drift", hour // 6)
    if chance.random() >= 0.3:
        return ""
    return f'<div class="notice" role="status">{chance.choice(NOTICES)}</div>'


def cookies(hour: int) -> str:
    """Over the page at one visit of six."""
    if draws("kakor", hour).random() > 0.18:
        return ""
    return (
        '<div class="cookie"><p>Vi använder kakor för att webbplatsen ska fungera och för statistik.</p>'
        "<button>Godkänn alla</button><button>Endast nödvändiga</button></div>"
    )


def next_closing(hour: int) -> str:
    """The open call with the least time left."""
    first = min(open_calls(hour), key=lambda call: (call.told(hour)[0], call.cid))
    gap = first.told(hour)[0] - hour
    return (
        f'<p class="next">Nästa utlysning som stänger: <a href="/utlysning/{first.cid}">'
        f"{escape(first.purpose.title)}</a> – om {gap // 24} dygn och {gap % 24} timmar</p>"
    )
