from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from crawler.scheduling.period import Rhythm, no_faster
from crawler.scheduling.rate import credible_interval, mean_per_h, observe
from crawler.scheduling.rate_memory import RateMemories, updated
from storage.records import RateBelief

PRIOR = RateBelief(shape=0.5, scale_h=12.0)
LONG = timedelta(days=30)


def hours(value: float) -> timedelta:
    return timedelta(hours=value)


def visits(rate_per_h: float, every_h: float, count: int, rng: np.random.Generator) -> list[bool]:
    return [bool(found) for found in rng.random(count) < -np.expm1(-rate_per_h * every_h)]


def after_many(rates_per_h: np.ndarray, every_h: float, rng: np.random.Generator) -> RateMemories:
    """What is believed of many pages, each with its own rate at each visit: shape (n_visits, n_pages)."""
    memories = RateMemories.of(
        *(np.full(rates_per_h.shape[1], value) for value in (PRIOR.shape, PRIOR.scale_h))
    )
    gaps = np.full(rates_per_h.shape[1], every_h)
    for found in rng.random(rates_per_h.shape) < -np.expm1(-rates_per_h * every_h):
        memories = memories.updated(found, gaps, gaps, LONG / hours(1))
    return memories


def beliefs(shapes: np.ndarray, scales_h: np.ndarray) -> list[RateBelief]:
    return [RateBelief(shape=shape, scale_h=scale_h) for shape, scale_h in zip(shapes, scales_h, strict=True)]


def after(bits: list[bool], every_h: float, belief: RateBelief = PRIOR) -> RateBelief:
    for important in bits:
        belief = updated(belief, important, hours(every_h), LONG)
    return belief


def test_the_first_bit_counts_as_in_a_belief_that_never_fades() -> None:
    first = updated(PRIOR, True, hours(6), LONG)
    plain = observe(PRIOR, True, hours(6))
    assert (first.shape, first.scale_h) == pytest.approx((plain.shape, plain.scale_h))
    assert first.memory


def test_while_a_page_keeps_its_habits_the_slow_memory_is_believed() -> None:
    rng = np.random.default_rng(0)
    shares, kept = [], []
    for _ in range(30):
        belief = after(visits(0.2, 4.0, 168, rng), 4.0)
        shares.append(belief.memory["quick_share"])
        kept.append(belief.shape)
    assert np.median(shares) < 0.15
    assert np.median(kept) > 20  # a half-life of a day would keep about five


@pytest.mark.parametrize(("before", "then"), [(0.02, 0.5), (0.5, 0.02)])
def test_a_page_that_changes_its_habits_is_believed_anew(before: float, then: float) -> None:
    rng = np.random.default_rng(1)
    errors, slow_errors = [], []
    for _ in range(20):
        belief = after(visits(before, 4.0, 84, rng) + visits(then, 4.0, 24, rng), 4.0)
        slow = belief.memory["slow_shape"] / belief.memory["slow_scale_h"]
        errors.append(abs(np.log(mean_per_h(belief) / then)))
        slow_errors.append(abs(np.log(slow / then)))
    assert np.median(errors) < 0.5 * np.median(slow_errors)


def test_nine_in_ten_intervals_hold_the_rate_or_more() -> None:
    """While nothing shifts the interval is a little too wide: it allows for a shift."""
    rng = np.random.default_rng(2)
    rates = stats.gamma.rvs(PRIOR.shape, scale=1 / PRIOR.scale_h, size=300, random_state=rng) + 1e-4
    believed = beliefs(*after_many(np.tile(rates, (60, 1)), 8.0, rng).believed())
    covered = 0
    for rate, belief in zip(rates, believed, strict=True):
        low, high = credible_interval(belief, 0.9)
        covered += low <= rate <= high
    assert 0.87 <= covered / len(rates) <= 0.98


def test_soon_after_a_shift_far_more_intervals_hold_the_rate_than_those_of_the_slow_memory() -> None:
    rng = np.random.default_rng(3)
    before, then = np.exp(rng.uniform(np.log(0.01), np.log(1.0), (2, 100)))
    memories = after_many(np.vstack([np.tile(before, (60, 1)), np.tile(then, (20, 1))]), 6.0, rng)
    covered, slow_covered = (
        sum(
            low <= rate <= high
            for rate, belief in zip(then, beliefs(*believed), strict=True)
            for low, high in [credible_interval(belief, 0.9)]
        )
        for believed in (memories.believed(), (memories.slow_shape, memories.slow_scale_h))
    )
    assert covered >= 60
    assert covered >= slow_covered + 25


def test_many_pages_are_updated_as_each_alone() -> None:
    rng = np.random.default_rng(4)
    shape, scale_h = rng.uniform(0.5, 20, 50), rng.uniform(1, 100, 50)
    memories, beliefs = RateMemories.of(shape, scale_h), []
    bits, gaps = rng.random((3, 50)) < 0.5, rng.uniform(0.5, 50, (3, 50))
    for important, elapsed_h in zip(bits, gaps, strict=True):
        memories = memories.updated(important, elapsed_h, elapsed_h / 2, LONG / hours(1))
    for row in range(50):
        belief = RateBelief(shape=shape[row], scale_h=scale_h[row])
        for important, elapsed_h in zip(bits[:, row], gaps[:, row], strict=True):
            belief = updated(belief, bool(important), hours(elapsed_h), LONG, hours(elapsed_h / 2))
        beliefs.append((belief.shape, belief.scale_h))
    assert np.array(beliefs) == pytest.approx(np.array(memories.believed()).T, rel=1e-6)


def test_on_no_evidence_only_the_slow_memory_counts() -> None:
    memories = RateMemories.of(np.ones(1), np.full(1, 24.0))
    for _ in range(20):
        memories = memories.updated(np.array([True]), np.ones(1), np.ones(1), 720.0, on_evidence=False)
    assert memories.quick_share.tolist() == [0.0]
    assert memories.believed()[0] == pytest.approx(memories.slow_shape)


def test_with_a_rhythm_neither_memory_expects_more_than_a_change_at_every_tick() -> None:
    belief = no_faster(Rhythm(period_h=10.0, tick_h=0.0, weight=1.0), after([True] * 30, 1.0))
    assert belief.memory["slow_shape"] / belief.memory["slow_scale_h"] <= 0.1 + 1e-9
    assert belief.memory["quick_shape"] / belief.memory["quick_scale_h"] <= 0.1 + 1e-9


def test_captures_must_be_given_in_order_of_time() -> None:
    with pytest.raises(ValueError, match="order of time"):
        updated(PRIOR, True, hours(-1))


@given(st.lists(st.tuples(st.floats(0.0, 1e5), st.booleans()), min_size=1, max_size=40))
def test_whatever_is_seen_a_belief_stays_one(seen: list[tuple[float, bool]]) -> None:
    belief = PRIOR
    for elapsed_h, important in seen:
        belief = updated(belief, important, hours(elapsed_h), LONG)
    assert 0 <= belief.memory["quick_share"] <= 1
    assert np.isfinite([belief.shape, belief.scale_h]).all()
    assert 0 < mean_per_h(belief) <= 60.0 * (1 + 1e-9)
