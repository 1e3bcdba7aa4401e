"""What stands above and below the columns of Wellenfunk Nord."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from benchmarks.served_sites.wellenfunk_ticker_news import chance
from benchmarks.served_sites.wellenfunk_ticker_visit import Visit
from benchmarks.served_sites.wellenfunk_ticker_words import (
    BANDS,
    CURIOSITIES,
    CURIOUS_END,
    MENU,
    SHOWS,
    SONGS,
    WEEKDAYS,
)

_MONTHS = ("Januar", "Februar")
_WEATHER = ("Schneeregen", "Nieselregen", "klar", "Sturmböen", "Nebel", "wolkig", "Glätte")
_SMALL_PRINT = ("Impressum", "Datenschutz", "Barrierefreiheit", "Rundfunkrat", "Karriere", "Newsletter")
_CONTESTS = ("Gewinnspiel", "Hörerreise", "Rätsel der Woche", "Spendenlauf", "Küstenkonzert")
_CALLS = ("Jetzt mitmachen", "Die Leitungen sind offen", "Nur für Frühaufsteher", "Karten an der Abendkasse")
_ASKED = (
    "Dürfen wir Ihnen Eilmeldungen schicken?",
    "Gefällt Ihnen die neue Seite?",
    "Wir verwenden Cookies für die Reichweitenmessung.",
)


def head(visit: Visit) -> Iterator[str]:
    """All above the columns."""
    dice = visit.dice
    yield _top(visit)
    yield '<div id="mn">'
    yield from _links(MENU)
    yield "</div>"
    if dice.random() < 0.45:
        yield (
            f'<div class="gw" style="padding:{dice.choice([10, 24, 40])}px"><b>{dice.choice(_CONTESTS)}:</b> noch '
            f'<u class="cd" data-z="{(240 - visit.hour) * 60 + dice.randrange(60)}"></u> – {dice.choice(_CALLS)}</div>'
        )
    yield (
        f'<wf-song data-t="{escape(dice.choice(SONGS))}" data-k="{escape(dice.choice(BANDS))}" '
        f'data-n="{escape(dice.choice(SONGS))}"></wf-song>'
    )


def _top(visit: Visit) -> str:
    dice, now = visit.dice, visit.now
    swapped = chance("variante", visit.hour // 6).random() < 0.35
    return f"""<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<title>Der Ticker – Wellenfunk Nord ({dice.randint(1, 40)})</title>
<link rel="stylesheet" href="/x/w.css">
<script defer src="/x/w.js"></script>
</head>
<body data-jetzt="{visit.hour * 60}" class="{"um" if swapped else "no"}">
<div id="hd">
 <b class="logo">wellenfunk<i>nord</i></b>
 <span>{WEEKDAYS[now.weekday()]}, {now.day}. {_MONTHS[now.month - 1]} 2025</span>
 <span>{dice.randint(-4, 7)} °C {dice.choice(_WEATHER)}</span>
 <span class="on">ON AIR: {SHOWS[now.hour // 4]}</span>
 <span>{dice.randint(800, 14000)} hören zu</span>
</div>"""


def _links(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield f' <a href="/{name.lower()}">{name}</a>'


def foot(visit: Visit) -> Iterator[str]:
    """All below the columns."""
    dice = visit.dice
    yield '<div class="bl"><h4>Mehr Unterhaltung</h4>'
    for place in range(8):
        yield _teaser(visit.hour, place)
    yield "</div>"
    yield '<div id="fs"><p>Wellenfunk Nord · Anstalt des öffentlichen Rechts · Hafenstraße 7</p>'
    yield from _links(_SMALL_PRINT)
    yield f"<p>Seitenaufrufe: {3300210 + visit.hour * 913 + dice.randrange(800)}</p></div>"
    if chance("frage", visit.hour).random() < 0.2:
        yield f'<div class="po"><p>{dice.choice(_ASKED)}</p><button>Ja</button><button>Später</button></div>'
    yield "</body>\n</html>"


def _teaser(hour: int, place: int) -> str:
    dice = chance("mehr", hour, place)
    return (
        f'<a href="/u/{dice.randrange(9999)}" style="background-image:url(/b/u{dice.randrange(20)}.svg)">'
        f"<span>{dice.choice(CURIOSITIES)} – {dice.choice(CURIOUS_END).format(n=dice.randint(2, 40))}</span></a>"
    )
