"""Where important changes begin among a page's successive pairs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.change.classes import threshold_of


@pytest.mark.parametrize("rare", [2, 5, 20])
def test_the_threshold_lies_between_unrest_and_news(rare: int) -> None:
    draw = np.random.default_rng(rare)
    unrest, news = draw.uniform(0.0, 0.1, 100), draw.uniform(2.0, 20.0, rare)
    assert unrest.max() <= threshold_of(np.concatenate([unrest, news])) < news.min()


def test_labels_below_the_threshold_lower_it() -> None:
    draw = np.random.default_rng(0)
    values = np.concatenate(
        [draw.uniform(0.0, 0.1, 80), draw.uniform(1.0, 2.0, 15), draw.uniform(20.0, 30.0, 5)]
    )
    told = np.full(5, 0.9)
    assert threshold_of(values, told, np.ones(5)) < 0.9


def test_labels_that_do_not_tell_one_another_leave_the_threshold() -> None:
    """Alarms in vain among true ones, at all distances: wherever the border went, it would be wrong for others."""
    draw = np.random.default_rng(0)
    values = np.concatenate([draw.uniform(0.0, 0.1, 90), draw.uniform(2.0, 20.0, 20)])
    told, labels = np.linspace(3.0, 19.0, 10), np.tile([-1.0, 1.0], 5)
    assert threshold_of(values, told, labels) == threshold_of(values)


def test_one_label_moves_the_threshold() -> None:
    draw = np.random.default_rng(0)
    values = np.concatenate([draw.uniform(0.0, 0.1, 90), draw.uniform(2.0, 20.0, 20)])
    assert threshold_of(values, [2.5], [-1.0]) >= 2.5


@given(st.lists(st.floats(0.0, 1e6), min_size=1, max_size=40))
def test_a_threshold_is_finite_and_not_negative(values: list[float]) -> None:
    threshold = threshold_of(values)
    assert np.isfinite(threshold)
    assert threshold >= 0.0
