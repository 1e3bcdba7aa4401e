"""The ticker of Wellenfunk Nord: its entries, and what is put between them anew every hour."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from benchmarks.served_sites.wellenfunk_ticker_news import Entry, Shown, chance
from benchmarks.served_sites.wellenfunk_ticker_visit import Visit, greeting


def ticker_column(visit: Visit, shown: Shown) -> Iterator[str]:
    """The entries under their day headings, with five insertions."""
    dice = visit.dice
    yield '<div id="rm">\n<div class="tk">'
    yield (
        '<h1>Der Ticker</h1><p class="u">Die Nachrichtenredaktion meldet rund um die Uhr. '
        f'<span class="blink">● live</span> Zuletzt geladen {visit.now.hour:02d}:{dice.randrange(60):02d} Uhr, '
        f"{dice.randint(90, 3000)} Leser.</p>"
    )
    day_above = ""
    gaps = chance("luecken", visit.hour).sample(range(1, 16), 5)
    # The sort is stable: the pinned entry comes first, the others stay from the newest.
    for place, entry in enumerate(sorted(shown.entries, key=lambda entry: entry.number != shown.pinned)):
        pinned = entry.number == shown.pinned
        day = _day(visit.hour // 24 - entry.hour // 24)
        if not pinned and day != day_above:
            yield f'<h2 class="tg">{day}</h2>'
            day_above = day
        yield from _entry(visit, entry, pinned=pinned)
        if place in gaps:
            yield _insertion(visit, place)
    yield '<button class="mehr">Ältere Meldungen laden</button>'


def _day(days_ago: int) -> str:
    return {0: "Heute", 1: "Gestern"}.get(days_ago, f"Vor {days_ago} Tagen")


def _entry(visit: Visit, entry: Entry, *, pinned: bool) -> Iterator[str]:
    dice, words = visit.dice, entry.report
    yield f'<div class="m{" pn" if pinned else ""}" id="m{entry.number}">'
    yield (
        f' <div class="zt">{"<em>Angeheftet</em>" if pinned else ""}<b>{entry.hour % 24:02d}:{entry.minute:02d}</b>'
        f'<span class="al" data-v="{entry.hour * 60 + entry.minute}"></span></div>'
    )
    yield ' <div class="tx">'
    yield f"  <strong>{words.place}</strong> <h3>{words.heading}</h3>"
    yield f"  <p>{escape(words.text)}</p>"
    if entry.number % 3 == 0:
        picture = f"{entry.number}-{(visit.hour // 4 + entry.number) % 3}"
        yield f'  <img loading="lazy" src="/b/{picture}.svg" width="560" height="220" alt="">'
    likes = max(0, visit.hour - entry.hour) * 7 + dice.randrange(30)
    yield f"  <small>♥ {likes} · teilen {dice.randint(0, 90)}</small>"
    yield " </div>\n</div>"


def _insertion(visit: Visit, place: int) -> str:
    dice = visit.dice
    if dice.random() < 0.55:
        listener, words = greeting(visit.hour, place)
        return f'<div class="hs"><i>Hörerstimme</i><p><b>{listener}</b> {words}</p></div>'
    height = dice.choice([80, 120, 220])
    return f'<iframe class="ad" title="Anzeige" src="/w/{place}.html" height="{height}"></iframe>'
