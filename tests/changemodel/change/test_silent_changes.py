"""Whether what changed without a word lasts."""

from __future__ import annotations

import numpy as np
import pytest

from changemodel.change.silent_changes import lasting_shares, unrest
from changemodel.metric.quadruplets import FloatArray, IntArray

VISITS = 40
_CHANGE = np.array([[19, 20]])


def _unrest(shown: FloatArray, pairs: IntArray = _CHANGE) -> FloatArray:
    def distances(of: IntArray) -> FloatArray:
        return np.abs(shown[of[:, 0]] - shown[of[:, 1]])

    return unrest(distances, pairs, len(shown))


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


@pytest.mark.parametrize("change", [[0, 1], [VISITS - 2, VISITS - 1]])
def test_first_and_last_visits_are_judged_by_what_there_is(change: list[int]) -> None:
    shown = (np.arange(VISITS) >= change[1]).astype(float)
    assert _unrest(shown, np.array([change])) == [0.0]


def test_two_visits_tell_nothing() -> None:
    assert _unrest(np.array([0.0, 1.0]), np.array([[0, 1]])) == [1.0]
    assert _unrest(np.zeros(VISITS)) == [1.0]
    assert _unrest(np.zeros(VISITS), np.empty((0, 2), dtype=np.intp)).shape == (0,)


def test_a_cell_that_flickers_does_not_last_and_one_that_is_redrawn_does() -> None:
    draw = np.random.default_rng(0)
    shown = np.column_stack(
        [draw.normal(size=VISITS), np.arange(VISITS) // 10, np.zeros(VISITS), np.arange(VISITS) % 2]
    )

    def distances(of: IntArray) -> FloatArray:
        return np.abs(shown[of[:, 0]] - shown[of[:, 1]])

    flickering, redrawn, still, blinking = lasting_shares(distances, VISITS)
    assert flickering < 0.4
    assert redrawn > 0.9
    assert still == 0.0
    assert blinking < 0.1
    assert lasting_shares(lambda of: distances(of)[:, :2], 2).tolist() == [0.0, 0.0]
