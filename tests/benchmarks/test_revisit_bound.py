import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import revisit_bound
from benchmarks.revisit_metrics import measure
from benchmarks.revisit_policies.informed import Informed
from benchmarks.revisit_policies.planned import best_plan, expected_freshness, freshness_to_expect
from benchmarks.revisit_policies.priced_index import IndexSettings, PricedIndex
from benchmarks.revisit_policies.rates import KnownRates
from benchmarks.revisit_simulation import VisitLog, play
from benchmarks.revisit_worlds import World, poisson

pytestmark = pytest.mark.long


def equal_pages(rate_per_h: float) -> World:
    """Pages alike, on hosts where all hours are."""
    small = poisson(0, 4, 8)
    return replace(small, weight=np.ones(4), true_per_h=np.full((1, 4), rate_per_h), hour_speed=None)


@pytest.mark.parametrize("rate_per_h", [0.02, 0.3])
def test_equal_pages_in_level_hours_are_best_visited_at_equal_intervals(rate_per_h: float) -> None:
    """Cho & Garcia-Molina: ``F = (1 - exp(-x)) / x``, for an interval of 6 hours."""
    world, x = equal_pages(rate_per_h), 6 * rate_per_h
    plan = best_plan(world, 4.0)
    assert plan.bound == pytest.approx(-np.expm1(-x) / x, abs=0.005)  # it begins and ends for free
    assert expected_freshness(world, 6.0) == pytest.approx(-np.expm1(-x) / x)


def test_no_visits_of_the_same_cost_are_expected_to_be_fresher_than_the_bound() -> None:
    world = poisson(3, 6, 28)
    plan = best_plan(world, 6.0)
    assert plan.fresh == pytest.approx(plan.bound, abs=0.001)  # it spends a little more or less
    assert expected_freshness(world, 4.0) < plan.bound < expected_freshness(world, 1.0)
    assert plan.per_page_a_day == pytest.approx(6.0, rel=0.05)


def test_what_visits_are_expected_to_do_is_what_they_do_on_average() -> None:
    world, every_h = equal_pages(0.3), 6.0
    at_h = np.arange(every_h, world.horizon_h, every_h)
    log = VisitLog(page=np.tile(np.arange(4), len(at_h)), at_h=np.repeat(at_h, 4))
    assert freshness_to_expect(world, log) == pytest.approx(-np.expm1(-1.8) / 1.8)
    drawn = [poisson(seed, 60, 14) for seed in range(3)]
    logs = [play(web, PricedIndex(IndexSettings(by_rhythm=False)), 6.0) for web in drawn]
    chance = [
        measure(web, made).fresh - freshness_to_expect(web, made)
        for web, made in zip(drawn, logs, strict=True)
    ]
    assert np.mean(chance) == pytest.approx(0.0, abs=0.01)


def test_who_is_told_all_is_not_changed_by_what_visits_find() -> None:
    world = poisson(3, 20, 14)
    policy = Informed(
        "told", IndexSettings(), KnownRates(world.true_per_h, world.horizon_h), world.known_speed
    )
    play(world, policy, 2.0)
    assert policy.shape / policy.scale_h == pytest.approx(np.maximum(world.true_per_h[0], 1e-6))
    assert policy.profiles.bins == pytest.approx(world.known_speed)


def test_the_hours_of_a_world_have_mean_one_and_are_those_of_its_changes() -> None:
    world = poisson(1, 50, 28)
    assert world.hour_speed is not None
    assert world.hour_speed.mean(axis=1) == pytest.approx(1.0)
    counted = np.bincount((world.at_h % 168).astype(int), minlength=168)
    assert np.corrcoef(counted, world.hour_speed[0])[0, 1] > 0.6


def test_the_command_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert revisit_bound.main(["--seeds", "1", "--pages", "4", "--ours", "--json"]) == 0
    spoken = json.loads(capsys.readouterr().out)
    assert 0 < spoken["figures"]["gap"] < 0.2
    assert spoken["figures"]["hourly"] > spoken["figures"]["told all"] > 0
