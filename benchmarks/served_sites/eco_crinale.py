"""An Italian regional newspaper's front page, whose news is its stories and briefs: what comes, and what is told anew.

Hard is that headlines come back in other boxes, that sponsored cards look like stories, that stories are stamped again
without a change, and that every build of the site gives all classes new names.
"""

import random
from datetime import timedelta
from html import escape

from benchmarks.served_sites import eco_crinale_aside as aside
from benchmarks.served_sites.eco_crinale_aside import draws
from benchmarks.served_sites.eco_crinale_look import cls, sheet
from benchmarks.served_sites.eco_crinale_news import STARTS_AT, Story, clock, front, truth
from benchmarks.served_sites.eco_crinale_pictures import landscape

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "eco_crinale"
WHAT = (
    "Italian regional newspaper's front page with rotating galleries, most-read, sponsored cards and ads; its news: "
    "a story or a brief of the paper appears on the front page, or its headline or teaser is rewritten with a new fact"
)
DAYS = 10
_WEEKDAYS = ("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica")
_SECTIONS = {
    "cronaca": "Cronaca",
    "economia": "Economia e lavoro",
    "sport": "Sport",
    "cultura": "Cultura e spettacoli",
}


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance = draws("pagina", hour)
    top = front(hour)["apertura"]
    return "\n".join(
        [
            *_head(hour, chance),
            f"<div {cls('grid', hour)}><main>",
            _card(top[0], hour, "h2", "lead"),
            f"<div {cls('three', hour)}>{''.join(_card(story, hour) for story in top[1:])}</div>",
            aside.letter(hour),
            _blocks(hour),
            f"</main><aside {cls('side', hour)}>{_briefs(hour)}{_side(hour)}</aside></div>",
            *_foot(hour, chance),
        ]
    )


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """What the page names: pictures and advertisements."""
    path = path.split("?", maxsplit=1)[0]
    if path.startswith("/adv/") and path.endswith(".html"):
        return "text/html; charset=utf-8", aside.advertisement_page(path[5:-5]).encode()
    if path.startswith("/img/") and path.endswith(".png"):
        return "image/png", landscape(path[5:-4])
    return None


def _head(hour: int, chance: random.Random) -> list[str]:
    when = clock(hour) + timedelta(minutes=draws("minuto", hour).randrange(5, 12))
    session, readers = chance.randrange(16**8), chance.randrange(140, 2600)
    menu = "".join(f'<a href="/{zone}">{name.split()[0]}</a>' for zone, name in _SECTIONS.items())
    return [
        '<!doctype html>\n<html lang="it"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">',
        "<title>L'Eco del Crinale - notizie da Montefiera e dalle valli</title>",
        f'<meta name="generated" content="{when:%Y-%m-%dT%H:%M}"><style>{sheet(hour)}</style></head>',
        f'<body data-session="{session:08x}"><div {cls("wrap", hour)}>',
        f"<div {cls('strip', hour)}><span>{_WEEKDAYS[when.weekday()]} {when.day} novembre {when.year} - "
        f"aggiornato alle {when:%H.%M}</span>",
        f'<span>{readers} lettori collegati</span><span><a href="/accedi">Accedi</a> | '
        '<a href="/abbonati">Abbonati</a></span></div>',
        aside.advertisement("testa", hour),
        f"<header {cls('mast', hour)}><div><h1>L'Eco del Crinale</h1><p>Quotidiano delle valli, dal 1919</p></div>",
        '<form action="/cerca"><input name="q" placeholder="Cerca nel giornale"><button>Cerca</button></form></header>',
        f'<nav {cls("menu", hour)}>{menu}<a href="/meteo">Meteo</a><a href="/necrologie">Necrologie</a></nav>',
        aside.ticker(hour),
    ]


def _card(story: Story, hour: int, level: str = "h3", kind: str = "card", *, has_picture: bool = True) -> str:
    headline, teaser = story.texts(hour)
    track = draws("track", hour).randrange(16**6)
    return (
        f'<article {cls(kind, hour)} data-id="{story.sid}">{_image(story, hour) if has_picture else ""}'
        f"<span {cls('kick', hour)}>{escape(story.told.place)}</span>"
        f'<{level}><a href="/s/{story.sid}?src=hp{track:06x}">{escape(headline)}</a></{level}>'
        f"<p>{escape(teaser)}</p>{_meta(story, hour)}</article>"
    )


def _image(story: Story, hour: int) -> str:
    crop = draws(f"taglio-{story.sid}", hour // 6).choice(["a", "b", "c"])
    return (
        f'<img src="/img/{story.sid}-v{story.picture(hour)}.png?crop={crop}" alt="" loading="lazy" '
        'width="300" height="180">'
    )


def _meta(story: Story, hour: int) -> str:
    """Author, age and comments; and when it was last saved, changed or not."""
    comments = sum(
        draws(f"commenti-{story.sid}", past).randrange(0, 3) for past in range(max(0, story.born), hour + 1)
    )
    parts = [escape(story.signed(hour)), _ago(story, hour), f"{comments} commenti"]
    touched = story.touched(hour)
    saved = [
        past
        for past in range(max(touched, hour - 9), hour + 1)
        if draws(f"salva-{story.sid}", past).random() < 0.03
    ]
    if saved or touched > story.born:
        at = clock(saved[-1] if saved else touched) + timedelta(minutes=3)
        parts.append(f"agg. ore {at:%H.%M}")
    if draws(f"meta-{story.sid}", hour).random() < 0.08:
        parts.append("per abbonati")
    return f"<div {cls('meta', hour)}>{' · '.join(parts)}</div>"


def _ago(story: Story, hour: int) -> str:
    gone = hour - story.born
    if gone < 1:
        return f"{draws(story.sid, hour).randrange(2, 55)} minuti fa"
    if gone < 24:
        return "un'ora fa" if gone == 1 else f"{gone} ore fa"
    return "ieri" if gone < 48 else f"{gone // 24} giorni fa"


def _blocks(hour: int) -> str:
    """The sections, in another order at weekends, with an advertisement and the galleries among them."""
    is_weekend = clock(hour).weekday() >= 5
    first, second, third, fourth = (
        _section(zone, hour)
        for zone in (("cronaca", "sport", "cultura", "economia") if is_weekend else _SECTIONS)
    )
    return "".join([first, aside.advertisement("centro", hour), second, aside.galleries(hour), third, fourth])


def _section(zone: str, hour: int) -> str:
    cards = [_card(story, hour, has_picture=place < 2) for place, story in enumerate(front(hour)[zone])]
    if zone in ("economia", "cultura") and draws(f"spon-{zone}", hour // 2).random() < 0.7:
        cards.insert(2 if zone == "economia" else len(cards), aside.sponsored(hour))
    return (
        f"<section {cls('sect', hour)}><h2>{_SECTIONS[zone]}</h2>"
        f"<div {cls('rows', hour)}>{''.join(cards)}</div></section>"
    )


def _briefs(hour: int) -> str:
    items = []
    for story in front(hour)["brevi"]:
        minutes = 4 + 7 * (int(story.sid.split("-")[1]) % 7)
        items.append(
            f"<li><time>{clock(story.born) + timedelta(minutes=minutes):%H.%M}</time>"
            f"<b>{escape(story.told.place)}.</b> {escape(story.texts(hour)[0])}</li>"
        )
    return f"<section><h2>In breve</h2><ul {cls('brief', hour)}>{''.join(items)}</ul></section>"


def _side(hour: int) -> str:
    parts = [
        aside.advertisement("lato", hour),
        aside.weather(hour),
        aside.most_read(hour),
        aside.markets(hour),
        aside.poll(hour),
        aside.pharmacies(hour),
    ]
    if draws("lato-ordine", hour // 12).random() < 0.4:
        parts[1], parts[3] = parts[3], parts[1]
    return "".join(parts)


def _foot(hour: int, chance: random.Random) -> list[str]:
    node, delay = chance.randrange(1, 7), chance.randrange(80, 900)
    return [
        f"<footer {cls('foot', hour)}>© {clock(hour).year} Editrice del Crinale società cooperativa, "
        "via dei Tintori 22, Montefiera.",
        "Registrazione del tribunale n. 114. Direttore responsabile: Franca Menegatti. "
        '<a href="/privacy">Privacy</a>',
        f'<a href="/cookie">Gestisci i cookie</a> <span id="nodo">web{node}</span></footer></div>',
        aside.cookie_note(hour),
        "<script>document.querySelectorAll('article a').forEach(function(a){a.rel='bookmark';});",
        f"setTimeout(function(){{document.getElementById('nodo').textContent+=' - {delay} ms';}},150);</script>",
        "</body></html>",
    ]
