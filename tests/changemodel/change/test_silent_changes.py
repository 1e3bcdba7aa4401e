"""Whether what changed without a word lasts, and which regions stand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from changemodel.change.silent_changes import SilentChanges, returned, standing, unrest
from changemodel.change.training import PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray

VISITS = 40
_CHANGE = np.array([19])  # the last visit before it
_SILENT = np.ones(VISITS - 1, dtype=np.bool_)


def _unrest(shown: FloatArray, before: IntArray = _CHANGE) -> FloatArray:
    return unrest(_apart(shown), before, len(shown))


def _apart(shown: NDArray[Any]) -> PairDistances:
    return lambda pairs: np.abs(shown[pairs[:, 0]] - shown[pairs[:, 1]]).astype(np.float64)


def test_a_drawing_that_is_replaced_stands_before_and_after() -> None:
    assert _unrest((np.arange(VISITS) >= 20).astype(float)) == [0.0]


def test_what_is_new_at_every_visit_does_not() -> None:
    draws = [_unrest(np.random.default_rng(seed).normal(size=VISITS))[0] for seed in range(50)]
    assert np.median(draws) == pytest.approx(1.0, abs=0.2)


def test_what_was_there_for_one_visit_only_does_not() -> None:
    shown = np.zeros(VISITS)
    shown[20] = 1.0
    assert _unrest(shown) == [1.0]


def test_a_drawing_amid_some_noise_lasts_more_or_less() -> None:
    noise = np.random.default_rng(0).normal(scale=0.1, size=VISITS)
    assert 0.0 < _unrest(noise + (np.arange(VISITS) >= 20))[0] < 0.3


@pytest.mark.parametrize("before", [0, VISITS - 2])
def test_first_and_last_visits_are_judged_by_what_there_is(before: int) -> None:
    shown = (np.arange(VISITS) > before).astype(float)
    assert _unrest(shown, np.array([before])) == [0.0]


def test_two_visits_tell_nothing() -> None:
    assert _unrest(np.array([0.0, 1.0]), np.array([0])) == [1.0]
    assert _unrest(np.zeros(VISITS)) == [1.0]
    assert _unrest(np.zeros(VISITS), np.empty(0, dtype=np.intp)).shape == (0,)


def test_regions_that_are_redrawn_stand_and_those_that_flicker_blink_or_rest_do_not() -> None:
    draw = np.random.default_rng(0)
    redrawn, flickering = np.arange(VISITS) // 10, draw.normal(size=VISITS)
    shown = np.column_stack([redrawn, flickering, np.arange(VISITS) % 2, np.zeros(VISITS)])
    assert standing(_apart(shown), _SILENT, days=2.0).tolist() == [True, False, False, False]


def test_what_is_replaced_every_few_hours_does_not_stand() -> None:
    shown = np.column_stack([np.arange(VISITS) // 3, np.arange(VISITS) // 12])
    assert standing(_apart(shown), _SILENT, days=VISITS / 24.0).tolist() == [False, True]
    assert standing(_apart(shown), _SILENT, days=10.0).tolist() == [True, True]


def test_what_changes_with_the_words_only_is_not_asked_for() -> None:
    shown = np.column_stack([np.arange(VISITS) // 10, np.arange(VISITS) // 12])
    silent = np.diff(shown[:, 0]) == 0
    assert standing(_apart(shown), silent, days=2.0).tolist() == [False, True]
    assert standing(_apart(shown), ~_SILENT, days=2.0).tolist() == [False, False]


def test_what_goes_round_returns_and_what_is_redrawn_does_not() -> None:
    round_, redrawn = np.arange(VISITS) // 7 % 3, np.arange(VISITS) // 7
    before = np.flatnonzero(np.diff(redrawn))
    assert returned(_apart(round_), before, VISITS).all()
    assert not returned(_apart(redrawn), before, VISITS).any()


def test_a_guest_who_leaves_soon_has_not_returned_yet() -> None:
    shown = np.isin(np.arange(VISITS), (20, 21, 22)).astype(float)
    assert not returned(_apart(shown), np.array([19]), 23).any()
    assert returned(_apart(shown), np.array([19]), VISITS).all()


@pytest.mark.parametrize(
    ("shown", "speaks"), [(np.arange(VISITS) // 7, True), (np.arange(VISITS) // 7 % 3, False)]
)
def test_what_goes_round_does_not_speak(shown: NDArray[Any], speaks: bool) -> None:
    before = np.flatnonzero(np.diff(shown))
    assert SilentChanges.of(_apart(shown), before, visits=VISITS, days=2.0).may_speak is speaks
    hurried = SilentChanges.of(_apart(shown), before, visits=VISITS, days=1.0)
    assert not hurried.may_speak
