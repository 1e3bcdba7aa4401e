"""What is no news on the newspaper's front: advertisements, weather, markets, most-read, galleries, services."""

import math
import random
from html import escape

from benchmarks.served_sites.eco_crinale_briefs import (
    ADVERTISEMENTS,
    ANSWERS,
    ARCHIVE,
    GALLERIES,
    MARKETS,
    OFFERS,
    PHARMACIES,
    PLACES,
    QUESTION,
    SKIES,
    SPONSORS,
    Market,
)
from benchmarks.served_sites.eco_crinale_look import cls
from benchmarks.served_sites.eco_crinale_news import clock, front
from benchmarks.served_sites.eco_crinale_pictures import weather_sign

_SIZES = {
    "testa": ((970, 250), (728, 90), (970, 90)),
    "lato": ((300, 250), (300, 600), (300, 250)),
    "centro": ((728, 90), (728, 90), (300, 250)),
}


def draws(tag: str, hour: int) -> random.Random:
    """Chance that depends on nothing but this tag and this number, mostly an hour."""
    return random.Random(f"eco-crinale:{tag}:{hour}")


def _number(value: float, places: int) -> str:
    return f"{value:,.{places}f}".translate(str.maketrans(",.", ".,"))


def advertisement(slot: str, hour: int) -> str:
    """A frame of another size each hour, the one in the middle sometimes missing."""
    chance = draws(f"adv-{slot}", hour)
    if slot == "centro" and chance.random() < 0.25:
        return ""
    width, height = chance.choice(_SIZES[slot])
    return (
        f"<div {cls('advert', hour)}><small>Pubblicità</small>"
        f'<iframe src="/adv/{slot}-{chance.randrange(10**6)}.html" width="{width}" '
        f'height="{height}" title="Pubblicità" loading="lazy"></iframe></div>'
    )


def advertisement_page(code: str) -> str:
    """What the frame shows."""
    colour, who, what = random.Random(f"creativita:{code}").choice(ADVERTISEMENTS)
    return (
        '<!doctype html><html lang="it"><meta charset="utf-8"><title>adv</title>'
        f'<body style="margin:0;background:{colour};color:#fff;font:bold 22px Arial;height:100vh;display:flex;'
        'gap:16px;align-items:center;justify-content:center;flex-wrap:wrap;text-align:center">'
        f'<span>{escape(who)}</span><span style="font-weight:400">{escape(what)}</span></body></html>'
    )


def weather(hour: int) -> str:
    """Measured anew every three hours."""
    when = clock(hour)
    rows = []
    for number, place in enumerate(PLACES):
        chance = draws(f"meteo-{number}", hour // 3)
        by_day = 4 * math.sin((when.hour - 9) / 24 * 2 * math.pi)
        warm = 9 + by_day - 1.5 * number * (number < 4) + chance.uniform(-1, 1)
        general = draws("cielo", when.toordinal() * 4 + when.hour // 6).randrange(7)
        sky = SKIES[(general + chance.randrange(2)) % 7]
        rows.append(
            f"<tr><td>{weather_sign(sky)}</td><td>{escape(place)}<br>{sky}</td>"
            f"<td><b>{round(warm)}°</b></td></tr>"
        )
    wind = draws("vento", hour).randrange(3, 38)
    return (
        f"<section><h2>Il meteo</h2><table {cls('tab', hour)}>{''.join(rows)}</table>"
        f"<p {cls('meta', hour)}>Rilevazione delle {when:%H}.00, vento {wind} km/h</p></section>"
    )


def markets(hour: int) -> str:
    """Values that stand still at night and at weekends."""
    at = _market_hour(hour)
    rows = []
    for market in MARKETS:
        now = _value(market, at)
        change = (now / _value(market, _market_hour(at - 24)) - 1) * 100
        sign, percent = ("up" if change >= 0 else "down"), f"{change:+.2f}".replace(".", ",")
        rows.append(
            f"<tr><td>{market.name}</td><td>{_number(now, market.places)}</td>"
            f"<td {cls(sign, hour)}>{percent}%</td></tr>"
        )
    return (
        f"<section><h2>Borse e mercati</h2><table {cls('tab', hour)}>{''.join(rows)}</table>"
        f"<p {cls('meta', hour)}>Dati differiti di 20 minuti</p></section>"
    )


def _market_hour(hour: int) -> int:
    while clock(hour).weekday() >= 5 or not 9 <= clock(hour).hour <= 17:
        hour -= 1
    return hour


def _value(market: Market, hour: int) -> float:
    wave = 2 * math.sin(hour / 17 + len(market.name))
    return market.base + market.step * (wave + draws(market.name, hour).uniform(-1, 1))


def most_read(hour: int) -> str:
    """Headlines of the page among titles of the archive."""
    chance = draws("letti", hour)
    now = [story.texts(hour)[0] for zone, many in front(hour).items() if zone != "brevi" for story in many]
    old = draws("archivio", hour // 5).sample(ARCHIVE, 3)
    titles = draws("letti-oggi", hour // 2).sample(now, 4) + old
    chance.shuffle(titles)
    items = "".join(
        f'<li><a href="/letti/{place}?h={chance.randrange(9999)}">{escape(title)}</a></li>'
        for place, title in enumerate(titles[:6], 1)
    )
    return f"<section><h2>I più letti</h2><ol {cls('read', hour)}>{items}</ol></section>"


def poll(hour: int) -> str:
    """Shares that sway and votes that only grow."""
    votes = 1200 + sum(draws("voti", past).randrange(0, 24) for past in range(hour + 1))
    yes = 44 + draws("si", hour // 4).randrange(-2, 3)
    rows = "".join(
        f"<tr><td>{escape(answer)}</td><td><b>{share}%</b></td></tr>"
        for answer, share in zip(ANSWERS, (yes, 19, 81 - yes), strict=True)
    )
    return (
        f"<section><h2>Il sondaggio</h2><p>{escape(QUESTION)}</p><table {cls('tab', hour)}>{rows}</table>"
        f"<p {cls('meta', hour)}>{_number(votes, 0)} voti</p></section>"
    )


def pharmacies(hour: int) -> str:
    """The two on duty until midnight."""
    on_duty = draws("turno", hour // 24).sample(PHARMACIES, 2)
    items = "".join(f"<p><b>{escape(name)}</b><br>{escape(where)}</p>" for name, where in on_duty)
    return f"<section><h2>Farmacie di turno</h2>{items}</section>"


def galleries(hour: int) -> str:
    """Four of the old ones, drawn anew each hour."""
    chance = draws("foto", hour)
    shots = "".join(
        f'<figure><a href="/foto/{number}"><img src="/img/foto-{number}.png?w={chance.choice([300, 320, 360])}" '
        f'alt="" loading="lazy"></a><figcaption>{escape(GALLERIES[number])} '
        f"<span {cls('meta', hour)}>{10 + number * 3} foto</span></figcaption></figure>"
        for number in chance.sample(range(len(GALLERIES)), 4)
    )
    return f"<div {cls('dark', hour)}><h2>Dalle nostre gallerie</h2><div {cls('shots', hour)}>{shots}</div></div>"


def sponsored(hour: int) -> str:
    """A card that looks like a story."""
    who, what = draws("sponsor", hour).choice(SPONSORS)
    return (
        f'<article {cls("card spon", hour)}><img src="/img/spon-{len(who)}.png" alt="" loading="lazy">'
        f"<span {cls('kick', hour)}>Contenuto sponsorizzato</span>"
        f'<h3><a href="/branded/{len(who)}">{escape(what)}</a></h3>'
        f"<p {cls('meta', hour)}>Offerto da {escape(who)}</p></article>"
    )


def ticker(hour: int) -> str:
    """A headline of the page once more."""
    story = draws("ticker", hour).choice([story for many in front(hour).values() for story in many])
    return (
        f'<div {cls("tick", hour)}><b>IN EVIDENZA</b><a href="/s/{story.sid}">'
        f"{escape(story.texts(hour)[0])}</a></div>"
    )


def cookie_note(hour: int) -> str:
    """Over the page at one visit of six."""
    if draws("cookie", hour).random() > 0.16:
        return ""
    partners = draws("soci", hour).choice([412, 398, 427])
    return (
        f'<div {cls("cook", hour)} role="dialog">Noi e i nostri {partners} fornitori usiamo '
        "cookie tecnici e, con il tuo consenso, di profilazione. Puoi rifiutare e abbonarti a 1 euro al mese."
        "<button>Rifiuta e abbonati</button><button>Accetta</button></div>"
    )


def letter(hour: int) -> str:
    """One of the paper's own offers, or none."""
    which = draws("lettera", hour // 2).randrange(5)
    return f"<aside {cls('letter', hour)}>{OFFERS[which]}</aside>" if which < len(OFFERS) else ""
