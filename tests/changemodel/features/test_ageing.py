"""What all entries do alike as they grow older is no change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from changemodel.features.ageing import Ageing, units_of_ages
from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions

HOURS = 120
EVERY_H = 5
ITEM = "body>main>ul>li"
_NAMES = ("bridge", "river", "school", "mayor", "harbour", "market", "tower")
_FATES = ("closed for repairs", "sold to a stranger", "painted in red", "flooded at night", "praised abroad")

Said = Sequence[tuple[str, str]]
"""The parts of an entry and what they say."""


def _title(number: int) -> str:
    return f"The {_NAMES[number % 7]} was {_FATES[number // 7 % 5]}, say {_NAMES[(number + 3) % 7]} friends"


def _pages(said: Callable[[int, int], Said], hours: int = HOURS) -> list[BlockPage]:
    """A list in which something new stands on top every five hours, and the sixth goes; ``said`` of number and age."""
    pages = []
    for hour in range(hours):
        blocks = []
        newest = hour // EVERY_H
        for place, number in enumerate(range(newest, newest - 6, -1), start=1):
            for part, text in said(number, hour - number * EVERY_H):
                blocks.append({"path": f"{ITEM}:nth-of-type({place})>{part}", "text": text})
        pages.append(block_page(blocks, None))
    return pages


def _dated(number: int, age: int) -> Said:
    """As on many a front page."""
    when = "just now" if age == 0 else f"{age} hours ago" if age < 12 else "yesterday"
    return [("h3", _title(number)), ("p", f"Politics, {when}")]


def _folded(number: int, age: int) -> Said:
    summary = [("p", f"All that is known of {_title(number)}")] if age < 10 else []
    return [("h3", _title(number) if age < 10 else f"{_title(number)} (older)"), *summary]


def _corrected(number: int, age: int) -> Said:
    return [
        ("h3", _title(number)),
        ("p", "Politics, corrected" if number % 3 == 0 and age > 4 else "Politics"),
    ]


def _distance(pages: Sequence[BlockPage], before: int, after: int) -> float:
    regions = TextRegions.from_arrays(TextRegions.of(pages).to_arrays())
    texts = [regions.read(pages[hour]) for hour in (before, after)]
    return float(text_distances(texts, np.array([[0, 1]])).sum())


def test_words_that_all_entries_gain_or_lose_are_their_age() -> None:
    found = Ageing.of(_pages(_dated))
    assert {word for _, word in found.words} == {"just", "now", "hours", "ago", "yesterday"}
    assert found.figures == {f"{ITEM}>p"}


def test_no_hour_passes_by_without_a_change_of_text_and_none_is_read() -> None:
    pages = _pages(_dated)
    assert all(_distance(pages, hour, hour + 1) == 0.0 for hour in (60, 61, 62, 63))
    assert _distance(pages, 64, 65) > 0.0


def test_an_entry_that_is_folded_to_its_title_has_not_changed() -> None:
    pages = _pages(_folded)
    assert Ageing.of(pages).folded == {(f"{ITEM}>h3", f"{ITEM}>p")}
    before, at = 58, 59  # what came at 49
    unread = _pages(lambda number, age: _folded(number, 0 if number == 9 else age))
    assert _distance(pages, before, at) == _distance(unread, before, at) == 0.0
    assert _distance(pages, 59, 60) == pytest.approx(_distance(unread, 59, 60), abs=0.5)


def _by_the_day(number: int, age: int) -> Said:
    """Some came to the page before, and are older than the time since; few stand for a day."""
    hours = age + 4 * (number % 6)
    when = f"{hours} h" if hours < 24 else f"{hours // 24} d"
    return [("h3", _title(number)), ("p", when if number % 6 else f"{age} h")]


def test_units_that_entries_exchange_beside_their_age_are_not_read() -> None:
    found = units_of_ages(_pages(_by_the_day), frozenset({f"{ITEM}>p"}))
    assert found == {(f"{ITEM}>p", "h"), (f"{ITEM}>p", "d")}


def test_a_word_that_is_only_added_beside_an_age_is_no_unit() -> None:
    def said(number: int, age: int) -> Said:
        return [("h3", _title(number)), ("p", f"{age} h, corrected" if age > 7 else f"{age} h")]

    assert not units_of_ages(_pages(said), frozenset({f"{ITEM}>p"}))


def test_ages_are_told_where_the_first_hour_has_a_word_of_its_own() -> None:
    def said(number: int, age: int) -> Said:
        return [("h3", _title(number)), ("p", {0: "now", 1: "an hour ago"}.get(age, f"{age} hours ago"))]

    assert Ageing.of(_pages(said)).figures == {f"{ITEM}>p"}


def test_what_only_some_entries_do_is_news() -> None:
    pages = _pages(_corrected)
    assert Ageing.of(pages) == Ageing()
    assert _distance(pages, 64, 65) > 0.0


def test_entries_that_always_stood_there_have_a_state_and_no_age() -> None:
    def railway(number: int, age: int) -> Said:
        return [
            ("h3", f"Line {number % 6} to the {_NAMES[number % 6]}"),
            ("p", "delayed" if age > 3 else "good"),
        ]

    assert Ageing.of(_pages(railway)) == Ageing()


def test_scores_are_no_ages() -> None:
    def match(number: int, age: int) -> Said:
        goals = (number * 7 + age * 5) // 9, (number * 5 + age * 3) // 11
        return [("h3", _title(number)), ("p", f"{goals[0]} : {goals[1]}")]

    assert not Ageing.of(_pages(match)).figures


def test_a_few_versions_tell_no_age() -> None:
    assert Ageing.of(_pages(_dated, hours=20)) == Ageing()
    assert Ageing.of([]) == Ageing()
