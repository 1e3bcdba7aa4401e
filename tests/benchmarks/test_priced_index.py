from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from benchmarks.revisit_policies.priced_index import FleetRhythms, IndexSettings, PricedIndex
from benchmarks.simulated_pages import Fleet, Visits
from crawler.scheduling.due_time import burst_delay
from crawler.scheduling.value import AIMS, Aim, PageColumns, urgency


def fleet(pages: int = 3, weight: float = 1.0) -> Fleet:
    return Fleet(
        weight=np.full(pages, weight),
        host=np.zeros(pages, dtype=np.intp),
        floor_h=np.ones(pages),
        ceiling_h=np.full(pages, 168.0),
        budget_per_h=pages / 12,
    )


def started(settings: IndexSettings | None = None, pages: int = 3) -> PricedIndex:
    policy = PricedIndex(settings)
    policy.start(fleet(pages))
    return policy


def visit(policy: PricedIndex, page: int, at_h: float, elapsed_h: float, important: bool) -> None:
    policy.see(
        Visits(
            page=np.array([page]),
            at_h=np.array([at_h]),
            elapsed_h=np.array([elapsed_h]),
            changed=np.array([important]),
            important=np.array([important]),
        )
    )


def test_before_hours_are_learned_the_index_is_the_closed_form() -> None:
    policy = started(IndexSettings(aim=Aim(kappa_intervals=1.0, linear=0.25)))
    for step in range(1, 97):
        found = policy.index(step / 4)
    watch = PageColumns(
        shape=policy.shape,
        scale_h=policy.scale_h,
        weight=np.ones(3),
        floor_h=np.ones(3),
        ceiling_h=np.full(3, 168.0),
        kappa_h=12.0,
        linear=0.25,
    )
    assert found == pytest.approx(urgency(watch, np.full(3, 24.0)), rel=1e-3)


def test_staleness_is_the_integral_in_hours_that_count() -> None:
    policy = started(IndexSettings(aim=Aim(kappa_intervals=0.0, linear=0.0)))
    profile = np.tile(np.repeat([0.4, 1.6], 12), 7)
    policy.profiles._changes[0], policy.profiles._expected[0] = 1e9 * profile, 1e9
    policy.profiles._learn(np.array([0]))
    for step in range(1, 121):
        found = policy.index(step / 4)
    a, b, host = policy.shape[0], policy.scale_h[0], np.zeros(1, dtype=np.intp)

    def passed(s: float) -> float:
        return float(policy.profiles.operational_h(host, 0.0, s)[0])

    def integrand(s: float) -> float:
        g = float(policy.profiles.at(host, s)[0])
        return s * g * (1 - (b / (b + passed(s))) ** a) / passed(s)

    expected = integrate.quad(integrand, 1e-9, 30.0, points=[12.0, 24.0], limit=200)[0]
    wait = burst_delay(np.array([passed(30.0)]), np.array([30.0]), policy.profiles.at(host, 30.0))[0]
    assert found[0] == pytest.approx(expected * wait, rel=1e-3)


def test_a_page_seen_changing_comes_before_one_seen_quiet() -> None:
    policy = started()
    for number in range(1, 5):
        visit(policy, 0, 6.0 * number, 6.0, True)
        visit(policy, 1, 6.0 * number, 6.0, False)
    index = policy.index(30.0)
    assert index[0] > index[1]


def test_urgency_begins_anew_with_a_visit() -> None:
    policy = started()
    policy.index(12.0)
    visit(policy, 0, 12.0, 12.0, False)
    index = policy.index(12.25)
    assert index[0] < 0.01 * index[1]


def test_a_burst_is_waited_for() -> None:
    assert burst_delay(np.array([4.0]), np.array([8.0]), np.array([2.0]))[0] == 0.5
    assert burst_delay(np.array([8.0]), np.array([4.0]), np.array([0.5]))[0] == 2.0
    assert burst_delay(np.zeros(1), np.zeros(1), np.ones(1))[0] == 1.0


def test_a_page_that_differs_at_every_visit_keeps_a_finite_rate() -> None:
    policy = started()
    for number in range(1, 2000):
        visit(policy, 0, float(number), 1.0, True)
    assert np.isfinite(policy.index(2001.0)).all()
    assert 1.0 < policy.shape[0] / policy.scale_h[0] <= 60.0


def test_the_order_of_the_pages_changes_nothing() -> None:
    """Two hosts, four pages, the same visits in another order of rows."""
    order = np.array([2, 0, 3, 1])
    plain, shuffled = PricedIndex(), PricedIndex()
    whole = replace(fleet(4), weight=np.array([1.0, 2.0, 3.0, 4.0]), host=np.array([0, 0, 1, 1]))
    plain.start(whole)
    shuffled.start(replace(whole, weight=whole.weight[order], host=whole.host[order]))
    rng = np.random.default_rng(0)
    for step in range(1, 60):
        found, found_shuffled = plain.index(6.0 * step), shuffled.index(6.0 * step)
        assert found_shuffled == pytest.approx(found[order], rel=1e-9)
        page = step % 4
        important = bool(rng.random() < 0.5)
        elapsed_h = float(6.0 * step - plain.last_h[page])
        visit(plain, page, 6.0 * step, elapsed_h, important)
        visit(shuffled, int(np.flatnonzero(order == page)[0]), 6.0 * step, elapsed_h, important)


@pytest.mark.parametrize("aim", AIMS)
def test_a_page_that_never_changed_is_worth_more_than_any_other_in_the_end(aim: str) -> None:
    """No aim starves: completeness is bounded, staleness is not."""
    policy = started(IndexSettings(aim=AIMS[aim]), pages=2)
    for number in range(1, 400):
        visit(policy, 0, float(number), 1.0, False)
        visit(policy, 1, float(number), 1.0, True)
    for hour in range(400, 4000):
        policy.index(float(hour))
        visit(policy, 1, float(hour), 1.0, True)
        if policy.index(hour + 0.99)[0] > policy.index(hour + 1.0)[1]:
            return
    raise AssertionError("the quiet page was given up")


def test_what_a_lost_version_is_worth_scales_with_how_scarce_visits_are() -> None:
    balanced, versions = AIMS["balanced"], AIMS["versions"]
    assert balanced.kappa_h(12.0) == 2 * balanced.kappa_h(6.0) > AIMS["freshness"].kappa_h(12.0) == 0
    assert versions.kappa_h(12.0) > balanced.kappa_h(12.0)


def test_without_a_rhythm_in_sight_learning_them_changes_nothing() -> None:
    learns, does_not = started(pages=3), started(IndexSettings(by_rhythm=False), pages=3)
    rng = np.random.default_rng(0)
    for step in range(1, 150):
        for policy in (learns, does_not):
            policy.index(3.0 * step)
        page, important = step % 3, bool(rng.random() < 0.4)
        for policy in (learns, does_not):
            visit(policy, page, 3.0 * step, 3.0 * step - policy.last_h[page], important)
        assert np.array_equal(learns.index(3.0 * step + 1), does_not.index(3.0 * step + 1))
    assert not learns.rhythms.weight.any()


def test_a_page_that_changes_by_the_clock_is_worth_most_after_its_tick() -> None:
    policy, edge_h = started(), 0.0
    for moment in np.cumsum(np.random.default_rng(1).uniform(2.0, 8.0, 60)):
        ticked = int((moment - 1.0) // 11.0) > int((edge_h - 1.0) // 11.0)
        policy.index(moment)
        visit(policy, 0, moment, moment - edge_h, ticked)
        edge_h = float(moment)
    assert policy.rhythms.weight[0] > 0.9
    tick_h = 1.0 + 11.0 * np.ceil((edge_h - 1.0) / 11.0)
    if tick_h - edge_h < 3.0:
        tick_h += 11.0
    before, after = (float(policy.index(at_h)[0]) for at_h in (tick_h - 1.5, tick_h + 1.5))
    assert after > 3 * before


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.floats(0.0, 1e5), st.booleans()), min_size=1, max_size=30))
def test_whatever_the_gaps_between_visits_every_page_keeps_a_worth(gaps: list[tuple[float, bool]]) -> None:
    """Two captures at one moment, a machine that slept for years: no belief breaks, nobody is given up."""
    policy, now_h = started(), 0.0
    for gap_h, important in gaps:
        now_h += gap_h
        policy.index(now_h)
        visit(policy, 0, now_h, gap_h, important)
    worth = policy.index(now_h + 1.0)
    assert np.isfinite(worth).all()
    assert (worth >= 0).all()
    assert (worth[1:] > 0).all()
    assert 0 < policy.shape[0] / policy.scale_h[0] <= 60.0


def test_a_clock_that_goes_back_makes_no_page_worth_less_than_nothing() -> None:
    policy = started()
    policy.index(100.0)
    visit(policy, 0, 100.0, 100.0, True)
    worth = policy.index(40.0)
    assert np.isfinite(worth).all()
    assert (policy.index(120.0) > 0).all()


def test_a_fleet_learns_who_has_a_rhythm() -> None:
    edge_h = np.cumsum(np.random.default_rng(3).uniform(2.0, 7.0, 65))
    ticks = np.arange(2.0, edge_h[-1], 9.0)
    events = np.random.default_rng(5).uniform(0, edge_h[-1], len(ticks))
    fleet = FleetRhythms(2)
    edges = np.append(0.0, edge_h)
    seen = [np.diff(np.searchsorted(np.sort(log), edges, side="right")) > 0 for log in (ticks, events)]
    counted_h = np.diff(edge_h, prepend=0.0)
    for number, at_h in enumerate(edge_h):
        bits = np.array([row[number] for row in seen])
        fleet.learn(np.arange(2), np.full(2, at_h), bits, np.full(2, counted_h[number]))
    assert fleet.weight[0] > 0.9
    assert fleet.period_h[0] == pytest.approx(9.0, rel=0.01)
    assert fleet.weight[1] == 0
