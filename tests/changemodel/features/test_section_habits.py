"""How sections behave over time, and that kept as arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.section_habits import Habits, PageHabits, habits_from_arrays, habits_to_arrays
from changemodel.features.section_sentences import PageSentences
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import key_of

NEWS, CARDS, FOOT = "body>main>h2", "body>aside>p", "body>footer>p"
VISITS = 48


def _page(visit: int) -> PageSentences:
    """A headline that stays for eight visits; a card out of three that change each visit; a footer that stays."""
    texts = {
        NEWS: f"{'abcdefgh'[visit // 8]} happened",
        CARDS: ("Boots", "Tents", "Lamps")[visit % 3],
        FOOT: "Imprint",
    }
    return PageSentences(BlockPage([Block(path, text) for path, text in texts.items()]), TableRows())


def _habits() -> PageHabits:
    return PageHabits.of([_page(visit) for visit in range(VISITS)], [visit % 24 for visit in range(VISITS)])


def test_stays_returns_and_rates_are_those_of_the_section() -> None:
    news, cards, foot = (_habits().sections[name] for name in (NEWS, CARDS, FOOT))
    assert math.expm1(news.measures["longest_stay"]) == pytest.approx(8)
    assert news.measures["returning"] == news.measures["returned"] == 0.0
    assert news.changes == 5
    assert news.stays[key_of("a happened")] == (8, 1)
    assert math.expm1(cards.measures["longest_stay"]) == pytest.approx(1)
    assert cards.measures["returning"] == cards.measures["change_rate"] == 1.0
    assert foot.changes == 0
    assert math.isnan(foot.measures["rank_of_words"])
    assert cards.measures["rank_of_change_rate"] == 1.0
    assert news.measures["rank_of_change_rate"] == 0.0


def test_drift_tells_what_moves_on_from_what_goes_round() -> None:
    news, cards = (_habits().sections[name] for name in (NEWS, CARDS))
    assert news.measures["drift_24"] > 4 * news.measures["drift_6"] / 3
    assert (
        cards.measures["drift_24"] == cards.measures["drift_6"] == 0.0
    )  # every third visit shows the same card


def test_changes_are_counted_by_the_hour_of_the_day() -> None:
    assert [hour for hour, count in enumerate(_habits().sections[NEWS].hours) if count] == [0, 8, 16]


def test_signs_are_known_by_what_they_had_in_common() -> None:
    signs = _habits().sections[NEWS].signs
    assert key_of("happened") not in signs  # all headlines say it: it tells none from another
    assert signs == {}


def test_where_sentences_come_and_go_is_told_by_the_entries_of_the_section() -> None:
    def page(*texts: str) -> PageSentences:
        blocks = [Block(f"body>ul>li:nth-of-type({row})>p", text) for row, text in enumerate(texts, 1)]
        return PageSentences(BlockPage(blocks), TableRows())

    pages = [
        page("a one", "b two", "c three"),
        page("d four", "a one", "b two"),
        page("e five", "d four", "a one"),
    ]
    measures = PageHabits.of(pages, [0, 1, 2]).sections["body>ul>li>p"].measures
    assert (measures["came_at"], measures["came_within"]) == (0.0, 0.0)
    assert (measures["went_at"], measures["went_within"]) == (1.0, 0.0)


def test_habits_come_back_from_their_arrays_as_they_were() -> None:
    habits = _habits()
    arrays = habits_to_arrays(habits)
    assert all(not array.dtype.hasobject for array in arrays.values())
    back = habits_from_arrays(arrays)
    assert list(back.sections) == list(habits.sections)
    for name, known in habits.sections.items():
        _assert_same(back.sections[name], known)


def _assert_same(a: Habits, b: Habits) -> None:
    assert (a.stays, a.masked_stays, a.signs, a.hours, a.steps) == (
        b.stays,
        b.masked_stays,
        b.signs,
        b.hours,
        b.steps,
    )
    assert a.usual_stay == b.usual_stay
    names = sorted(b.measures)
    np.testing.assert_array_equal([a.measures[name] for name in names], [b.measures[name] for name in names])


def test_a_page_without_sections_has_no_habits() -> None:
    empty = PageHabits.of([PageSentences(BlockPage([]), TableRows())] * 3, [0, 1, 2])
    assert empty.sections == {}
    assert habits_from_arrays(habits_to_arrays(empty)).sections == {}
