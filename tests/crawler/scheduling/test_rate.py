from collections.abc import Iterable
from datetime import timedelta

import numpy as np
import pytest
from scipy import stats

from crawler.scheduling.rate import SMALLEST_SHAPE, credible_interval, kept_share, mean_per_h, observe
from storage.records import RateBelief

PRIOR = RateBelief(shape=1.0, scale_h=24.0)
Observation = tuple[bool, float]


def hours(value: float) -> timedelta:
    return timedelta(hours=value)


def after(observations: Iterable[Observation], belief: RateBelief = PRIOR) -> RateBelief:
    for important, elapsed_h in observations:
        belief = observe(belief, important, hours(elapsed_h))
    return belief


def exact_moments(observations: Iterable[Observation], prior: RateBelief = PRIOR) -> tuple[float, float]:
    """Mean and standard deviation of the exact posterior, on a grid."""
    rate = np.geomspace(1e-6, 50, 40_000)
    log_posterior = stats.gamma.logpdf(rate, prior.shape, scale=1 / prior.scale_h)
    for important, t in observations:
        log_posterior += np.log(-np.expm1(-rate * t)) if important else -rate * t
    density = np.exp(log_posterior - log_posterior.max())
    total = np.trapezoid(density, rate)
    mean = np.trapezoid(rate * density, rate) / total
    return float(mean), float(np.sqrt(np.trapezoid((rate - mean) ** 2 * density, rate) / total))


def visits(rate_per_h: float, count: int, rng: np.random.Generator) -> list[Observation]:
    """Yes-or-no observations of a Poisson process at irregular visits."""
    intervals = rng.exponential(1 / rate_per_h, count) * rng.uniform(0.3, 3)
    return [(bool(rng.random() < -np.expm1(-rate_per_h * t)), float(t)) for t in intervals]


def test_a_quiet_interval_only_adds_exposure() -> None:
    assert observe(PRIOR, False, hours(6)) == RateBelief(shape=1.0, scale_h=30.0)


@pytest.mark.parametrize("elapsed_h", [0.01, 1, 24, 500])
def test_one_change_gives_the_exact_mean_and_variance(elapsed_h: float) -> None:
    mean, deviation = exact_moments([(True, elapsed_h)])
    belief = observe(PRIOR, True, hours(elapsed_h))
    assert mean_per_h(belief) == pytest.approx(mean, rel=1e-4)
    assert np.sqrt(belief.shape) / belief.scale_h == pytest.approx(deviation, rel=1e-4)


def test_a_change_seen_happening_adds_one_event() -> None:
    at_once = observe(PRIOR, True, hours(0))
    soon = observe(PRIOR, True, hours(1e-6))
    assert at_once == RateBelief(shape=2.0, scale_h=24.0)
    assert (soon.shape, soon.scale_h) == pytest.approx((2.0, 24.0), rel=1e-4)


def test_sixty_irregular_visits_stay_near_the_exact_posterior() -> None:
    rng = np.random.default_rng(5)
    errors, ratios = [], []
    for rate in np.geomspace(0.005, 2, 60):
        observations = visits(rate, 60, rng)
        mean, deviation = exact_moments(observations)
        belief = after(observations)
        errors.append(abs(mean_per_h(belief) / mean - 1))
        ratios.append(np.sqrt(belief.shape) / belief.scale_h / deviation)
    assert np.median(errors) < 0.02
    assert np.quantile(errors, 0.95) < 0.1
    assert np.median(ratios) == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("rate", [0.01, 0.2, 3.0])
def test_the_rate_is_recovered(rate: float) -> None:
    belief = after(visits(rate, 3000, np.random.default_rng(1)))
    assert mean_per_h(belief) == pytest.approx(rate, rel=0.15)


def test_a_change_at_every_visit_does_not_bound_the_rate_from_above() -> None:
    belief = after([(True, 1.0)] * 50, RateBelief(shape=1.0, scale_h=0.1))
    assert mean_per_h(belief) > 3  # "one change per visit" would say 1


def test_ninety_per_cent_of_intervals_cover_the_rate() -> None:
    rng = np.random.default_rng(2)
    covered = 0
    for rate in (rates := stats.gamma.rvs(PRIOR.shape, scale=1 / PRIOR.scale_h, size=400, random_state=rng)):
        low, high = credible_interval(after(visits(rate, 40, rng)), 0.9)
        covered += low <= rate <= high
    assert covered / len(rates) == pytest.approx(0.9, abs=0.05)


def test_an_interval_is_the_quantiles_of_the_gamma() -> None:
    low, high = credible_interval(RateBelief(shape=3.0, scale_h=10.0), 0.8)
    assert low == pytest.approx(stats.gamma.ppf(0.1, 3, scale=0.1))
    assert high == pytest.approx(stats.gamma.ppf(0.9, 3, scale=0.1))


@pytest.mark.parametrize("level", [0, 1, 90])
def test_a_level_is_a_probability(level: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        credible_interval(PRIOR, level)


def test_a_half_life_halves_what_is_known_and_keeps_the_mean() -> None:
    assert kept_share(np.array([8.0]), np.array([168.0]), 168.0) == pytest.approx(0.5)


def test_forgetting_ends_at_what_one_change_is_worth() -> None:
    assert kept_share(np.array([8.0]), np.array([1e6]), 168.0)[0] * 8.0 == pytest.approx(SMALLEST_SHAPE)


def test_a_belief_weaker_than_that_is_left_alone() -> None:
    assert kept_share(np.array([0.1]), np.array([720.0]), 168.0)[0] == 1.0


def test_time_must_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="negative"):
        observe(PRIOR, True, hours(-1))
