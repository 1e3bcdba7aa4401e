"""How sections behave over time, what a change is like beside that, and both kept as arrays."""

from __future__ import annotations

import math

import numpy as np
import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.habits_saved import habits_from_arrays, habits_to_arrays
from changemodel.features.said import SaidPage
from changemodel.features.section_changes import HABIT_MEASURES, MEASURES, change_rows
from changemodel.features.section_habits import Habits, PageHabits
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import key_of

NEWS, CARDS, FOOT = "body>main>h2", "body>aside>p", "body>footer>p"
VISITS = 48


def _page(visit: int) -> SaidPage:
    """A headline that stays for eight visits; a card out of three that change each visit; a footer that stays."""
    texts = {
        NEWS: f"{'abcdefgh'[visit // 8]} happened",
        CARDS: ("Boots", "Tents", "Lamps")[visit % 3],
        FOOT: "Imprint",
    }
    return SaidPage(BlockPage([Block(path, text) for path, text in texts.items()]), TableRows())


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


def test_a_change_is_told_by_what_went_and_what_came() -> None:
    habits = _habits()
    names, rows = change_rows(habits, _page(15), _page(16), hour=16)
    assert names == [CARDS, NEWS]
    card, news = (dict(zip(MEASURES, row, strict=True)) for row in rows.tolist())
    assert card["went_returned"] == 1.0
    assert news["went_returned"] == 0.0
    assert math.expm1(news["went_stay"]) == pytest.approx(8)
    assert news["step_to_usual"] == pytest.approx(1.0, abs=0.01)
    assert news["hour"] < 1.0 / 2  # it changed at this very hour, and beside it never


def test_of_a_section_that_was_never_seen_nothing_is_known_but_the_change() -> None:
    before = SaidPage(BlockPage([]), TableRows())
    after = SaidPage(BlockPage([Block("body>div>p", "New here")]), TableRows())
    _, rows = change_rows(_habits(), before, after, hour=3)
    measures = dict(zip(MEASURES, rows[0].tolist(), strict=True))
    assert all(math.isnan(measures[name]) for name in HABIT_MEASURES)
    assert measures["came_words"] == pytest.approx(math.log1p(2))


def test_no_change_has_no_row() -> None:
    names, rows = change_rows(_habits(), _page(3), _page(3), hour=3)
    assert (names, rows.shape) == ([], (0, len(MEASURES)))


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
    empty = PageHabits.of([SaidPage(BlockPage([]), TableRows())] * 3, [0, 1, 2])
    assert empty.sections == {}
    assert habits_from_arrays(habits_to_arrays(empty)).sections == {}
