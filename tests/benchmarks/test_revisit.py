import dataclasses
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks import revisit
from benchmarks.revisit_comparison import Results, crossing, others, winners
from benchmarks.revisit_metrics import Quality, measure
from benchmarks.revisit_plots import draw
from benchmarks.revisit_policies.deployed import Halving, Nutch, StormCrawler
from benchmarks.revisit_policies.published import (
    IndexPolicy,
    azar,
    binary_lambda_crawl,
    lambda_crawl,
    lambda_crawl_approximation,
    uniform,
)
from benchmarks.revisit_policies.rates import LikelyRates
from benchmarks.revisit_policies.roster import (
    ARCHIVE,
    FRESHEST,
    MOST_VERSIONS,
    OURS,
    ablations,
    baselines,
    oracles,
    ours,
)
from benchmarks.revisit_simulation import VisitLog, play
from benchmarks.revisit_traces import trace_world
from benchmarks.revisit_worlds import WORLDS, World
from benchmarks.simulated_pages import Fleet, Visits
from tests.benchmarks.test_time_machine import make_history

PAGE = np.zeros(1, dtype=np.intp)


def fleet(pages: int = 1) -> Fleet:
    return Fleet(
        weight=np.ones(pages),
        host=np.zeros(pages, dtype=np.intp),
        floor_h=np.ones(pages),
        ceiling_h=np.full(pages, 168.0),
        budget_per_h=pages / 10.0,
    )


def world(at_h: list[float], important: list[bool], horizon_h: float = 100.0) -> World:
    """One page."""
    return World(
        name="by hand",
        horizon_h=horizon_h,
        warm_h=0.0,
        weight=np.ones(1),
        believed_weight=np.ones(1),
        host=PAGE,
        until_h=np.full(1, horizon_h),
        page=np.zeros(len(at_h), dtype=np.intp),
        at_h=np.array(at_h),
        important=np.array(important),
        noticed=np.array(important),
        true_per_h=np.full((1, 1), 0.1),
    )


def log(*at_h: float) -> VisitLog:
    return VisitLog(page=np.zeros(len(at_h), dtype=np.intp), at_h=np.array(at_h))


def test_figures_are_those_counted_by_hand() -> None:
    """Changes at 10, 12 (both matter), 15 (does not) and 40; captures at 0, 20 and 50."""
    quality = measure(world([10.0, 12.0, 15.0, 40.0], [True, True, False, True]), log(20.0, 50.0))
    assert quality.fresh == pytest.approx(1 - (10 + 10) / 100)
    assert quality.lost == pytest.approx(1 / 3)
    assert quality.delay_h == pytest.approx((10 + 8 + 10) / 3)
    assert quality.harmonic == pytest.approx((10 + 8 / 2 + 10) / 100)
    assert quality.age_h == pytest.approx((10**2 / 2 + 10**2 / 2) / 100)
    assert quality.useful == 1.0
    assert quality.longest_wait_h == 50.0
    assert quality.per_page_a_day == pytest.approx(2 * 24 / 100)


def test_a_change_that_nobody_came_for_is_lost_once_it_is_replaced() -> None:
    quality = measure(world([10.0, 30.0], [True, True]), log())
    assert quality.lost == 1.0  # the second one was still there at the end


def test_freshness_is_judged_after_the_warm_up_only() -> None:
    warm = replace(world([10.0], [True]), warm_h=50.0)
    assert measure(warm, log(60.0)).fresh == pytest.approx(1 - 10 / 50)


@pytest.mark.parametrize("make", [*ours(), *baselines(), *ablations(), *oracles()])
def test_every_policy_spends_the_same_captures(make: object) -> None:
    small = WORLDS["mixed"](7, 60, 4)
    policy = make(small)  # type: ignore[operator]
    spent = play(small, policy, 2.0)
    assert 60 * 4 * 2 - 2 <= len(spent.page) <= 60 * 4 * 2 + 2


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_is_drawn_once_and_in_order(name: str) -> None:
    first, second = WORLDS[name](3, 50, 8), WORLDS[name](3, 50, 8)
    assert (first.at_h == second.at_h).all()
    assert (np.diff(first.all_changes.key) >= 0).all()
    assert first.at_h.max() <= first.horizon_h


def test_floor_ceiling_and_limits_of_hosts_hold_for_any_policy() -> None:
    small = WORLDS["host caps"](5, 150, 8)
    spent = play(small, IndexPolicy("alphabet", lambda weight, rate, elapsed: np.arange(150.0)), 4.0)
    for page in range(150):
        waits = np.diff(np.concatenate([[0.0], spent.at_h[spent.page == page]]))
        assert waits.min(initial=1.0) >= 1.0
    of_first = spent.at_h[small.host[spent.page] == 0]
    assert np.bincount(of_first.astype(int)).max() <= 2  # one an hour, and one saved up


def test_every_page_is_visited_by_its_ceiling() -> None:
    small = WORLDS["poisson"](5, 40, 20)
    weight = np.where(np.arange(40) == 0, 0.0, small.weight)
    starving = replace(small, believed_weight=weight)
    policy = next(make for make in baselines() if make(small).name == "weighted proportional")
    assert measure(starving, play(starving, policy(starving), 2.0)).longest_wait_h <= 169.0


def test_what_is_kept_for_busy_hours_was_paid_for_and_is_spent_within_a_day() -> None:
    small = WORLDS["poisson"](7, 60, 10)
    spent = play(small, ours()[0](small), 6.0)
    hours = np.bincount((spent.at_h - 0.25).astype(int), minlength=240)
    paid = 15.0 * np.arange(1, 241)
    assert (np.cumsum(hours) <= paid + 1e-6).all(), "nothing is lent"
    assert (np.cumsum(hours)[48:] >= paid[24:-24]).all(), "nothing waits for longer than a day"
    assert hours.max() <= 2.5 * 15 + 15


def test_nutch_follows_its_code() -> None:
    """``setFetchSchedule``: 0.8 and 1.2, an interval below delta becomes delta, 0.2 delta before the fetch."""
    policy = Nutch("Nutch")
    policy.start(fleet())
    policy.interval_h[0] = 10.0
    policy.follow(PAGE, np.array([10.0]), np.array([True]))
    assert (policy.interval_h[0], policy.due_h[0]) == pytest.approx((8.0, 18.0))
    policy.follow(PAGE, np.array([18.0]), np.array([False]))  # delta 8, interval 9.6
    assert (policy.interval_h[0], policy.due_h[0]) == pytest.approx((9.6, 18 - 1.6 + 9.6))
    policy.follow(PAGE, np.array([30.0]), np.array([False]))  # delta 20 > 11.52
    assert (policy.interval_h[0], policy.due_h[0]) == pytest.approx((20.0, 30 - 4 + 20))


def test_stormcrawler_follows_its_code() -> None:
    policy = StormCrawler("StormCrawler")
    policy.start(fleet())
    policy.interval_h[0] = 10.0
    policy.follow(PAGE, np.array([0.0]), np.array([True]))
    assert policy.interval_h[0] * 60 == pytest.approx(330)
    policy.follow(PAGE, np.array([0.0]), np.array([False]))
    assert policy.interval_h[0] * 60 == pytest.approx(495)


def test_halving_stays_between_an_hour_and_a_fortnight() -> None:
    policy = Halving("halve/double")
    policy.start(fleet())
    for _ in range(20):
        policy.follow(PAGE, np.array([0.0]), np.array([True]))
    assert policy.interval_h[0] == 1.0
    for _ in range(20):
        policy.follow(PAGE, np.array([0.0]), np.array([False]))
    assert policy.interval_h[0] == 336.0


def pages(seed: int = 0, count: int = 200) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return np.exp(rng.normal(0, 1, count)), np.exp(rng.normal(-3, 1.5, count))


@pytest.mark.parametrize("solution", [azar, lambda_crawl, binary_lambda_crawl, lambda_crawl_approximation])
def test_solved_rates_spend_the_budget(solution: object) -> None:
    weight, rate = pages()
    visits = solution(weight, rate, 15.0)  # type: ignore[operator]
    assert visits.min() >= 0
    assert visits.sum() == pytest.approx(15.0, rel=1e-6)


@pytest.mark.parametrize(
    ("solution", "value"),
    [
        (azar, lambda w, d, r: np.sum(w * r / (r + d))),
        (lambda_crawl, lambda w, d, r: -np.sum(w * np.log1p(d / np.maximum(r, 1e-12)))),
    ],
)
def test_no_shift_between_two_pages_improves_a_solution(solution: object, value: object) -> None:
    weight, rate = pages(count=20)
    best = solution(weight, rate, 2.0)  # type: ignore[operator]
    worth = value(weight, rate, best)  # type: ignore[operator]
    rng = np.random.default_rng(1)
    for _ in range(200):
        one, other = rng.choice(20, 2, replace=False)
        moved = best.copy()
        shift = min(0.01, moved[one])
        moved[one] -= shift
        moved[other] += shift
        assert value(weight, rate, moved) <= worth + 1e-9  # type: ignore[operator]


def test_the_likeliest_rate_is_found_from_irregular_visits() -> None:
    rng = np.random.default_rng(2)
    rates = LikelyRates()
    rates.start(fleet())
    for elapsed_h in rng.uniform(1, 20, 3000):
        rates.see(
            Visits(
                page=PAGE,
                at_h=np.zeros(1),
                elapsed_h=np.array([elapsed_h]),
                changed=np.ones(1, dtype=bool),
                important=np.array([rng.random() < -np.expm1(-0.1 * elapsed_h)]),
            )
        )
    assert rates.per_h()[0] == pytest.approx(0.1, rel=0.1)


def test_ours_beats_uniform_visits_at_equal_captures() -> None:
    small = WORLDS["poisson"](11, 100, 14)
    mine = measure(small, play(small, ours()[0](small), 2.0))
    even = measure(small, play(small, IndexPolicy("uniform", uniform), 2.0))
    assert mine.lost < even.lost - 0.1
    assert mine.delay_h < even.delay_h / 1.5
    assert mine.fresh > even.fresh


def write_history(
    folder: Path, name: str, rows: list[tuple[str, object]], bodies: list[str] | None = None
) -> Path:
    texts = bodies or [f"<p>{number}</p>" for number in range(len(rows))]
    lines = [f"{number}.html,{at},{label}" for number, (at, label) in enumerate(rows)]
    index = "\n".join(["file,captured_at,important_change_since_previous", *lines])
    pages = {f"{number}.html": text.encode() for number, text in enumerate(texts)}
    return make_history(folder / name, index + "\n", pages)


def test_a_history_becomes_pages_of_four_weeks(tmp_path: Path) -> None:
    days = [f"2026-01-{day:02d}T06:00:00Z" for day in (5, 6, 7)] + ["2026-02-10T06:00:00Z"]
    folder = write_history(tmp_path, "page", list(zip(days, ["", 0, 1, 1], strict=True)))
    traced = trace_world(folder)
    assert traced.pages == 2
    assert traced.at_h.tolist() == pytest.approx([30.0, 54.0])
    assert traced.important.tolist() == [False, True]


def test_headlines_say_what_matters_where_nobody_judged(tmp_path: Path) -> None:
    bodies = ["<h1>One</h1><p>a</p>", "<h1>One</h1><p>b</p>", "<h1>Two</h1><p>b</p>", "<h1>Two</h1>"]
    days = [f"2026-01-{day:02d}T06:00:00Z" for day in (5, 6, 7, 8)]
    folder = write_history(tmp_path, "page", [(day, "") for day in days], bodies)
    assert trace_world(folder).important.tolist() == [False, True]  # the last moment ends the window


def results() -> Results:
    jobs = [revisit.Job(world="poisson", seed=0, rate=rate, pages=20, days=2) for rate in (1.0, 2.0)]
    return revisit.gather(jobs, 1)


def test_captures_needed_are_read_off_the_curve() -> None:
    curve = [(1.0, 0.2), (2.0, 0.4), (4.0, 0.8)]
    assert crossing(curve, 0.6) == pytest.approx(2**1.5)
    assert crossing(curve, 0.1) == 1.0
    assert crossing(curve, 0.9) is None


def test_the_whole_benchmark_speaks_json_and_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    found = results()
    spoken = json.loads(revisit.as_json(found, [], "command", quick=True))
    assert spoken["figures"]["poisson.2.fresh"] > 0
    assert spoken["captures_needed"]["poisson.lost"]["pagetide"] == pytest.approx(2.0)
    revisit.show(found, [], "command", quick=True)
    monkeypatch.setattr("benchmarks.revisit_plots.FIGURES", {"lost": "lost"})  # one picture shows it
    one = {key: value for key, value in found.items() if key[2] in ("pagetide", "uniform")}
    assert all(path.stat().st_size > 1000 for path in draw(one, tmp_path))


def quality(**figures: float) -> Quality:
    plain = {item.name: 0.5 for item in dataclasses.fields(Quality)}
    return Quality(**(plain | figures))


def test_a_setting_beats_a_baseline_only_where_it_is_better_in_every_figure() -> None:
    found: Results = {
        ("web", 2.0, OURS): [quality(lost=0.4, delay_h=2.0)],
        ("web", 2.0, MOST_VERSIONS): [quality(lost=0.3, delay_h=3.0)],
        ("web", 2.0, ARCHIVE): [quality(lost=0.5, delay_h=5.0)],
        ("web", 2.0, FRESHEST): [quality(lost=0.5, delay_h=2.0)],
        ("web", 2.0, "greedy"): [quality(lost=0.35, delay_h=4.0)],
        ("web", 2.0, "oracle, harmonic"): [quality()],
        ("web", 2.0, f"{OURS} without hours"): [quality()],
    }
    assert others(found) == ["greedy"]
    assert winners(found, "web", 2.0, "greedy") == [MOST_VERSIONS]
    assert winners(found, "web", 2.0, "greedy", ("delay_h",)) == [OURS, MOST_VERSIONS, FRESHEST]
    assert winners(found, "web", 2.0, "greedy", ("fresh",)) == []
