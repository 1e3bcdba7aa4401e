import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel import ChangeModel
from changemodel.change.temporal import chosen_gamma_h, effective_changes, gammas_to_try, waiting_h
from tests.changemodel.change.worlds import simulated


def test_equal_changes_count_one_each() -> None:
    distances = np.full(120, 0.3)
    distances[[10, 40, 90]] += 2.0
    assert effective_changes(distances) == pytest.approx(3.0)
    assert waiting_h(distances, 1.0) == pytest.approx(40.0)


@pytest.mark.parametrize("distances", [[], [0.0], [0.7] * 50])
def test_where_nothing_stands_out_there_is_no_waiting_time(distances: list[float]) -> None:
    assert effective_changes(distances) == 0.0
    assert waiting_h(distances, 1.0) is None


@given(st.lists(st.floats(0.0, 1e6), max_size=60))
def test_never_more_changes_than_pairs(distances: list[float]) -> None:
    assert 0.0 <= effective_changes(distances) <= len(distances) * (1 + 1e-9)


@given(st.floats(0.0, 1e5), st.floats(1e-3, 1e3))
def test_the_gammas_tried_are_ascending_and_within_their_limits(span: float, step: float) -> None:
    stretch, tried = max(1.0, step), gammas_to_try(span, step)
    assert list(tried) == sorted(set(tried))
    assert tried[0] == 4.0 * stretch
    assert all(gamma <= max(4.0 * stretch, span / 4) and gamma <= 48.0 * stretch for gamma in tried)


def test_the_smallest_gamma_that_does_about_as_well_is_taken() -> None:
    assert chosen_gamma_h({4.0: 0.915, 8.0: 0.92, 24.0: 0.93}) == 4.0
    assert chosen_gamma_h({4.0: 0.52, 8.0: 0.55, 24.0: 0.83, 48.0: 0.84}) == 24.0
    assert chosen_gamma_h({4.0: 0.5}) == 4.0


@pytest.mark.parametrize("seed", range(3))
def test_a_page_that_changes_daily_gets_about_a_day_and_a_quick_one_the_usual_hours(seed: int) -> None:
    daily = ChangeModel().fit(simulated(seed, days=8, period_h=24).versions)
    quick = ChangeModel().fit(simulated(seed, rate=0.7).versions)
    assert 16.0 <= daily.details_["gamma_h"] <= 48.0
    assert quick.details_["gamma_h"] == 4.0


def test_a_given_gamma_is_kept() -> None:
    details = ChangeModel(gamma_h=9.0, window_h=11.0).fit(simulated(0).versions).details_
    assert (details["gamma_h"], details["window_h"]) == (9.0, 11.0)
