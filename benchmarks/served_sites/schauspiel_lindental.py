"""A German playhouse's programme page, whose news is any change of the programme itself.

Hard is that the cards' ticket boxes lie in shadow roots, where selling out is news and the seats left are not, amid a
rotating hero, quotes, social posts, pop-ins and class names built anew.
"""

import random
from collections import Counter

from benchmarks.served_sites.schauspiel_lindental_aside import aside, box, pop_ins
from benchmarks.served_sites.schauspiel_lindental_cards import card, slides
from benchmarks.served_sites.schauspiel_lindental_pictures import photograph, scene
from benchmarks.served_sites.schauspiel_lindental_plays import day_words
from benchmarks.served_sites.schauspiel_lindental_programme import (
    DAYS,
    PROGRAMMES,
    STARTS_AT,
    clock,
    verdict,
    work,
)
from benchmarks.served_sites.schauspiel_lindental_style import Naming, naming, style
from benchmarks.served_sites.schauspiel_lindental_words import ADVERTISEMENTS, MAGAZINE, QUOTES

__all__ = ["DAYS", "NAME", "STARTS_AT", "WHAT", "asset", "page", "truth"]

NAME = "schauspiel_lindental"
WHAT = (
    "German playhouse programme: cards with shadow-DOM ticket boxes amid a rotating hero, seats-left counters, quotes, "
    "social posts and pop-ins; its news is any change of the programme: an event added, cancelled, moved, recast, "
    "replaced, sold out or on sale again (past events dropping off at midnight, 'few tickets' and 'box office only' "
    "labels, spelling fixes are left out)"
)
_MENU = ("Spielplan", "Stücke", "Ensemble", "Junges Haus", "Abo und Karten", "Haus")
_CAMPAIGNS = (
    "Weihnachtsgutscheine ab sofort im Foyer",
    "Neu: Hörverstärkung auf allen Plätzen",
    "Das neue Magazin liegt aus",
)
_PATRONS = ("Land Thüringen", "Kulturstiftung Saale", "Stadt Lindental")


def truth(hour: int) -> str:
    """What a reader would say of the change into the next hour."""
    return verdict(hour)


def page(hour: int) -> str:
    """The page as served in this hour."""
    chance, name_of = random.Random(f"lt-{hour}"), naming(hour)
    quotes = "".join(
        f"<blockquote>»{words}«<cite>{who}</cite></blockquote>" for words, who in chance.sample(QUOTES, 3)
    )
    campaign = f"<span>{chance.choice(_CAMPAIGNS)}</span>" if chance.random() < 0.5 else ""
    is_list = chance.random() < 0.1
    magazine = _magazine(hour, chance, name_of)
    patrons = chance.sample([who for who, *_ in ADVERTISEMENTS] + list(_PATRONS), 6)
    is_left = 40 <= hour < 52 or hour >= 196
    return "\n".join(
        [
            '<!DOCTYPE html><html lang="de"><head><meta charset="utf-8">'
            "<title>Spielplan | Schauspiel Lindental</title>",
            f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{style(name_of)}</style>'
            "</head><body>",
            *_header(hour, chance, name_of, campaign),
            slides(hour, chance, name_of),
            _banner() if chance.random() < 0.6 else "",
            *_programme(hour, name_of, is_list=is_list, is_left=is_left),
            f"<h2>Aus dem Magazin</h2>{magazine}</main><aside>{aside(hour, chance, name_of)}</aside></div>",
            f'<section><div class="{name_of("stimmen")}">{quotes}</div></section>',
            f'<footer class="{name_of("fuss")}"><div>Schauspiel Lindental<br>Theaterplatz 1</div>'
            f"<div>Gefördert von<br>{' · '.join(patrons)}</div>"
            "<div>Impressum<br>Datenschutz<br>Barrierefreiheit</div></footer>",
            pop_ins(chance, name_of),
            *_script(name_of),
        ]
    )


def _magazine(hour: int, chance: random.Random, name_of: Naming) -> str:
    parts = []
    for place, (title, words) in enumerate(MAGAZINE):
        readers = 640 - place * 130 + hour * (3 - place) + chance.randint(0, 2)
        inner = f"<p>{words}</p><p><small>{readers}-mal gelesen</small></p>"
        parts.append(box(title, inner, name_of))
    return "".join(parts)


def _header(hour: int, chance: random.Random, name_of: Naming, campaign: str) -> list[str]:
    now = clock(hour)
    names = (*_MENU, "Jobs") if hour >= 96 else _MENU
    menu = "".join(f'<a href="/{place}">{name}</a>' for place, name in enumerate(names))
    degrees = 4 + hour * 7 % 9 - (4 if now.hour < 8 else 0)
    return [
        f'<header><nav class="{name_of("top")}"><b>Schauspiel Lindental</b>{menu}'
        '<a href="/korb">Warenkorb (0)</a></nav>',
        f'<div class="{name_of("leiste")}">'
        f"<span>{day_words(now)}, {now.hour}.{chance.randint(0, 4):02d} Uhr</span>"
        f"<span>{degrees} °C am Theaterplatz</span>",
        f"<span>Linie 9: nächste Bahn in {chance.randint(1, 14)} min</span>{campaign}</div></header>",
    ]


def _banner() -> str:
    return '<iframe src="/werbung/oben.html" width="1200" height="100" title="Anzeige"></iframe>'


def _programme(hour: int, name_of: Naming, *, is_list: bool, is_left: bool) -> list[str]:
    events = PROGRAMMES[hour]
    kinds = Counter(work(event.subject).kind for event in events)
    chips = "".join(f'<a href="?art={kind}">{kind} ({count})</a>' for kind, count in sorted(kinds.items()))
    cards = "".join(card(event, hour, name_of) for event in events)
    return [
        f'<div class="{name_of("rumpf")}{" links" if is_left else ""}"><main><h1>Spielplan</h1>'
        f'<div class="{name_of("filter")}"><a href="?">Alle ({len(events)})</a>{chips}</div>',
        f'<div class="{name_of("plan")}{" liste" if is_list else ""}">{cards}</div>',
    ]


def _script(name_of: Naming) -> list[str]:
    return [
        "<script>document.querySelectorAll('template[shadowrootmode]').forEach(t=>{const p=t.parentNode;"
        "if(!p.shadowRoot){p.attachShadow({mode:'open'}).append(t.content);t.remove();}});",
        f"document.querySelectorAll('.{name_of('kasten')} h4').forEach((h,i)=>h.id='k'+i);</script></body></html>",
    ]


def asset(path: str, hour: int) -> tuple[str, bytes] | None:
    """Everything else that the page names."""
    name = path.partition("?")[0]
    if name.startswith("/bild/") and name.endswith(".svg"):
        width, height = (1200, 430) if name.endswith("_gross.svg") else (260, 104)
        return "image/svg+xml", scene(name[6:-4].removesuffix("_gross"), width, height)
    if name.startswith("/foto/") and name.endswith(".png"):
        return "image/png", photograph(name[6:-4], 60, 60)
    if name in ("/werbung/oben.html", "/werbung/seite.html"):
        who, what, colour = random.Random(f"{name}{hour}").choice(ADVERTISEMENTS)
        return "text/html", (
            f'<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:{colour};color:#fff;'
            f'font:18px Georgia;padding:18px"><b>{who}</b><p style="margin:6px 0">{what}</p></body>'
        ).encode()
    return None
