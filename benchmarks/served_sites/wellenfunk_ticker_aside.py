"""The boxes beside the ticker of Wellenfunk Nord, in an order that changes every three hours."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.served_sites.wellenfunk_ticker_news import chance
from benchmarks.served_sites.wellenfunk_ticker_visit import Visit, greeting
from benchmarks.served_sites.wellenfunk_ticker_words import (
    BANDS,
    CURIOSITIES,
    CURIOUS_END,
    FEATURES,
    PLACES,
    SONGS,
)

_POLLS = (
    "Labskaus: ja oder nein?",
    "Soll der Fährplan gedruckt werden?",
    "Brauchen wir mehr Platt im Radio?",
    "Böller am Strand?",
)


def side_column(visit: Visit, features: tuple[int, ...]) -> Iterator[str]:
    """All boxes."""
    yield '</div>\n<div class="sd">'
    # All boxes are made before they are shuffled, for they throw the same dice.
    boxes = [
        _webcam(visit),
        list(_voices(visit)),
        list(_most_clicked(visit)),
        list(_features(features)),
        list(_playlist(visit)),
        _poll(visit),
        list(_gauges(visit)),
    ]
    chance("folge", visit.hour // 3).shuffle(boxes)
    for box in boxes:
        yield from box
    yield "</div>\n</div>"


def _webcam(visit: Visit) -> list[str]:
    dice = visit.dice
    return [
        '<div class="bx wc"><h4>Webcam Fähranleger</h4>',
        f'<img src="/cam/{visit.hour}.svg" width="330" height="200" alt="Webcam">',
        f"<p>Aufnahme von {visit.now.hour:02d}:00 Uhr, Wasser {dice.randint(1, 6)},{dice.randrange(10)} °C</p></div>",
    ]


def _voices(visit: Visit) -> Iterator[str]:
    yield '<div class="bx"><h4>Sprachnachrichten aus dem Studio</h4>'
    for place in range(9):
        listener, words = greeting("side", visit.hour, place)
        yield f'<p class="sp"><b>{listener}</b> {words} <small>{visit.dice.randint(5, 59)} Sek.</small></p>'
    yield "</div>"


def _most_clicked(visit: Visit) -> Iterator[str]:
    dice = visit.dice
    yield '<div class="bx mg"><h4>Meistgeklickt</h4><ol>'
    for curiosity in dice.sample(CURIOSITIES, 8):
        yield f"<li>{curiosity}, {dice.choice(CURIOUS_END).format(n=dice.randint(2, 40))}</li>"
    yield "</ol></div>"


def _features(features: tuple[int, ...]) -> Iterator[str]:
    yield '<div class="bx ft"><h4>Aus der Redaktion</h4>'
    for feature in features:
        yield f'<p><a href="/stueck/{feature}">{FEATURES[feature]}</a></p>'
    yield "</div>"


def _playlist(visit: Visit) -> Iterator[str]:
    dice, last_hour = visit.dice, (visit.now.hour - 1) % 24
    yield '<div class="bx"><h4>Playlist der letzten Stunde</h4><table>'
    for minute in range(57, 12, -4):
        song, band = dice.choice(SONGS), dice.choice(BANDS)
        yield f"<tr><td>{last_hour:02d}:{minute:02d}</td><td>{song}</td><td>{band}</td></tr>"
    yield "</table></div>"


def _poll(visit: Visit) -> list[str]:
    dice = visit.dice
    share = dice.randint(20, 80)
    return [
        f'<div class="bx um2"><h4>Abstimmung</h4><p>{_POLLS[visit.hour // 36 % 4]}</p>',
        f'<progress max="100" value="{share}"></progress>'
        f"<p>{share} % dafür, {visit.hour * 11 + dice.randrange(10)} Stimmen</p></div>",
    ]


def _gauges(visit: Visit) -> Iterator[str]:
    yield '<div class="bx"><h4>Pegel und Tide</h4><dl>'
    for place in PLACES[:6]:
        yield f"<dt>{place}</dt><dd>{visit.dice.randint(380, 660)} cm</dd>"
    yield "</dl></div>"
