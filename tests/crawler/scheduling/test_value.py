from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from crawler.scheduling.value import (
    FloatArray,
    PageColumns,
    completeness,
    harmonic,
    interval_h,
    price_of_budget,
    rows_of,
    urgency,
)

shapes = st.floats(0.3, 50)
scales = st.floats(0.1, 5000)
times = st.floats(0.25, 2000)


def watch(count: int = 1, **given_arrays: object) -> PageColumns:
    arrays = {"shape": 1.0, "scale_h": 24.0, "weight": 1.0, "floor_h": 1.0, "ceiling_h": 336.0} | given_arrays
    columns = {key: np.broadcast_to(np.asarray(value, float), count) for key, value in arrays.items()}
    return PageColumns(kappa_h=12.0, **columns)


def random_watch(count: int, seed: int = 0) -> PageColumns:
    rng = np.random.default_rng(seed)
    return watch(
        count,
        shape=0.3 + rng.gamma(2, 1, count),
        scale_h=np.exp(rng.normal(3, 1.5, count)),
        weight=np.exp(rng.normal(0, 1, count)),
    )


def loss(s: float) -> float:
    """The harmonic loss rate ``Ein(s)``: the expected harmonic number of unseen changes."""
    return float(integrate.quad(lambda v: -np.expm1(-v) / v, 0, s)[0])


def staleness(x: float) -> float:
    return x - 1 + np.exp(-x) if x > 1e-4 else x**2 / 2


def lost(x: float) -> float:
    return 1 - np.exp(-x) * (1 + x) if x > 1e-4 else x**2 / 2


@pytest.mark.parametrize(
    ("closed_form", "given_rate"),
    [
        (harmonic, lambda d, t: staleness(d * t) / d),
        (completeness, lambda d, t: lost(d * t)),
    ],
)
@pytest.mark.parametrize("a", [0.4, 1.0, 1.0 + 1e-12, 3.7, 40.0])
@pytest.mark.parametrize("t", [0.5, 30.0, 900.0])
def test_closed_forms_are_the_integral_over_the_belief(
    closed_form: Callable[[FloatArray, FloatArray, FloatArray], FloatArray],
    given_rate: Callable[[float, float], float],
    a: float,
    t: float,
) -> None:
    b = 24.0

    def integrand(log_d: float) -> float:
        d = np.exp(log_d)
        return float(given_rate(d, t) * stats.gamma.pdf(d, a, scale=1 / b) * d)

    expected = integrate.quad(integrand, -45, 4, limit=500, points=[-20, -5, 0])[0]
    found = closed_form(np.array([a]), np.array([b]), np.array([t]))[0]
    assert found == pytest.approx(expected, rel=2e-4, abs=1e-9)


def test_the_index_is_the_integral_of_its_loss_rate() -> None:
    """``U(t) = t c(t) - integral_0^t c``, with the harmonic loss ``c(s) = E[Ein(D s)]`` found numerically."""
    d, t = 0.3, 20.0
    expected = t * loss(d * t) - integrate.quad(lambda s: loss(d * s), 0, t)[0]
    sure = 1e7  # a belief so firm that it is a number
    assert harmonic(np.array([sure]), np.array([sure / d]), np.array([t]))[0] == pytest.approx(
        expected, rel=1e-4
    )


@given(shapes, scales, times, st.floats(0, 1))
def test_linear_staleness_is_the_integral_of_the_expected_changes(
    a: float, b: float, t: float, linear: float
) -> None:
    """``c(s) = E[D] s`` has the index ``E[D] t^2 / 2``."""
    page = replace(watch(shape=a, scale_h=b), kappa_h=0.0, linear=linear)
    at = np.array([t])
    expected = linear * a / b * t**2 / 2 + (1 - linear) * harmonic(page.shape, page.scale_h, at)[0]
    assert urgency(page, at)[0] == pytest.approx(expected, rel=1e-6, abs=1e-9)


@given(shapes, scales, times, st.floats(1.001, 10))
def test_urgency_only_grows_with_time(a: float, b: float, t: float, factor: float) -> None:
    page = watch(shape=a, scale_h=b)
    assert urgency(page, np.array([t * factor]))[0] > urgency(page, np.array([t]))[0]


@given(shapes, scales, st.floats(1.1, 300))
def test_the_interval_is_where_urgency_reaches_the_price(a: float, b: float, t: float) -> None:
    page = watch(shape=a, scale_h=b)
    price = float(urgency(page, np.array([t]))[0])
    assert interval_h(page, price)[0] == pytest.approx(t, rel=1e-6)


def test_intervals_stay_between_floor_and_ceiling() -> None:
    pages = random_watch(2000)
    for price in (0.0, 1e-6, 1.0, 1e6):
        intervals = interval_h(pages, price)
        assert intervals.min() >= 1.0
        assert intervals.max() <= 336.0


def test_a_price_of_nothing_sends_every_page_to_its_floor() -> None:
    assert (interval_h(random_watch(100), 0.0) == 1.0).all()


def test_a_page_without_weight_waits_for_its_ceiling() -> None:
    assert interval_h(watch(weight=0.0), 0.5)[0] == 336.0


def test_a_page_that_changes_more_often_is_visited_more_often() -> None:
    pages = watch(50, shape=5.0, scale_h=np.geomspace(1, 2000, 50))
    assert (np.diff(interval_h(pages, 5.0)) >= 0).all()


def test_a_page_with_more_weight_is_visited_more_often() -> None:
    pages = watch(50, weight=np.geomspace(0.1, 10, 50))
    assert (np.diff(interval_h(pages, 5.0)) < 0).all()


@given(shapes, scales, st.floats(0.01, 1000))
def test_no_page_starves(a: float, b: float, price: float) -> None:
    """``U`` is at least the harmonic index, which has no bound: a finite wait without any ceiling.

    Half of the belief lies above its median ``m``, so ``U >= (t - 1/m) / 2``.
    """
    interval = interval_h(watch(shape=a, scale_h=b, ceiling_h=1e12), price)[0]
    median = stats.gamma.median(a, scale=1 / b)
    assert interval <= max(1.0, 2 * price + 1 / median) * (1 + 1e-9)


@pytest.mark.parametrize("per_page_h", [1.5, 6.0, 100.0])
def test_the_price_makes_the_visits_meet_the_budget(per_page_h: float) -> None:
    pages = random_watch(3000)
    budget = 3000 / per_page_h
    assert np.sum(1 / interval_h(pages, price_of_budget(pages, budget))) == pytest.approx(budget, rel=1e-6)


def test_equal_pages_share_the_budget_equally() -> None:
    pages = watch(10)
    assert interval_h(pages, price_of_budget(pages, 2.0)) == pytest.approx(np.full(10, 5.0))


def test_a_budget_for_every_floor_costs_nothing() -> None:
    assert price_of_budget(watch(10), 10.0) == 0.0


def test_a_budget_below_every_ceiling_sends_all_pages_there() -> None:
    pages = random_watch(100)
    assert (interval_h(pages, price_of_budget(pages, 0.01)) == 336.0).all()


def test_weightless_pages_have_no_price() -> None:
    assert price_of_budget(watch(5, weight=0.0), 1.0) == 0.0


def test_a_larger_budget_lowers_the_price() -> None:
    pages = random_watch(500)
    prices = [price_of_budget(pages, budget) for budget in (5, 20, 80, 320)]
    assert prices == sorted(prices, reverse=True)


def test_a_hundred_thousand_pages_meet_their_budget() -> None:
    pages = random_watch(100_000)
    price = price_of_budget(pages, 10_000)
    assert np.sum(1 / interval_h(pages, price)) == pytest.approx(10_000, rel=1e-6)


@given(st.floats(1.05, 50), scales, st.floats(0.01, 1000), st.floats(0.01, 100), st.floats(0, 1000))
def test_no_wait_is_longer_than_the_price_and_the_belief_allow(
    a: float, b: float, price: float, weight: float, kappa: float
) -> None:
    """``U >= w (t - b / (a - 1))``: whatever kappa is, a page waits at most price / weight more than that."""
    page = replace(watch(shape=a, scale_h=b, weight=weight, ceiling_h=1e9), kappa_h=kappa)
    assert interval_h(page, price)[0] <= max(1.0, price / weight + b / (a - 1)) * (1 + 1e-9)


@settings(max_examples=30)
@given(st.integers(0, 1000), st.floats(1.5, 300), st.floats(1.01, 10))
def test_the_price_never_rises_with_the_budget(seed: int, every_h: float, more: float) -> None:
    pages = random_watch(40, seed)
    assert price_of_budget(pages, 40 / every_h * more) <= price_of_budget(pages, 40 / every_h) * (1 + 1e-9)


@settings(max_examples=30)
@given(st.integers(0, 1000), st.floats(1.5, 300))
def test_the_order_of_the_pages_changes_nothing(seed: int, every_h: float) -> None:
    pages = random_watch(40, seed)
    order = np.random.default_rng(seed).permutation(40)
    price = price_of_budget(pages, 40 / every_h)
    shuffled = rows_of(pages, order)
    assert price_of_budget(shuffled, 40 / every_h) == pytest.approx(price, rel=1e-7)
    assert interval_h(shuffled, price) == pytest.approx(interval_h(pages, price)[order], rel=1e-7)


@settings(max_examples=30)
@given(st.integers(0, 1000), st.floats(0.01, 100))
def test_weights_count_beside_each_other_only(seed: int, factor: float) -> None:
    pages = random_watch(40, seed)
    heavier = replace(pages, weight=factor * pages.weight)
    assert price_of_budget(heavier, 3.0) == pytest.approx(factor * price_of_budget(pages, 3.0), rel=1e-7)
