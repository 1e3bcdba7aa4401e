from dataclasses import replace

import numpy as np
import pytest

from crawler.scheduling.prices import PriceController, intervals_at, price_of_fleet, prices_with_hosts
from crawler.scheduling.rate import IntArray
from crawler.scheduling.value import FloatArray, PageColumns, interval_h, rows_of, urgency


def random_watch(pages: int, seed: int = 0) -> PageColumns:
    rng = np.random.default_rng(seed)
    return PageColumns(
        shape=0.5 + rng.gamma(2, 1, pages),
        scale_h=np.exp(rng.normal(3, 1.6, pages)),
        weight=np.exp(rng.normal(0, 1, pages)),
        floor_h=np.ones(pages),
        ceiling_h=np.full(pages, 336.0),
        kappa_h=12.0,
    )


def asked_per_h(watch: PageColumns, price: float) -> float:
    return float(np.sum(1 / interval_h(watch, price)))


def plainly_bisected(watch: PageColumns, budget_per_h: float) -> float:
    """Page by page, and price by price."""

    def interval(row: int, price: float) -> float:
        one = PageColumns(
            **{name: getattr(watch, name)[row : row + 1] for name in ("shape", "scale_h", "weight")},
            floor_h=watch.floor_h[row : row + 1],
            ceiling_h=watch.ceiling_h[row : row + 1],
            kappa_h=watch.kappa_h,
        )
        low, high = float(watch.floor_h[row]), float(watch.ceiling_h[row])
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if urgency(one, np.array([middle]))[0] < price else (low, middle)
        return (low + high) / 2

    low, high = -20.0, 20.0
    for _ in range(45):
        middle = (low + high) / 2
        demand = sum(1 / interval(row, float(np.exp(middle))) for row in range(len(watch.weight)))
        low, high = (middle, high) if demand > budget_per_h else (low, middle)
    return float(np.exp((low + high) / 2))


def test_the_price_is_that_of_a_plain_bisection() -> None:
    watch = random_watch(12)
    assert price_of_fleet(watch, 1.5) == pytest.approx(plainly_bisected(watch, 1.5), rel=1e-5)


@pytest.mark.parametrize("every_h", [2.0, 12.0, 100.0])
def test_a_sampled_price_meets_the_budget_within_one_per_cent(every_h: float) -> None:
    watch = random_watch(100_000)
    budget = 100_000 / every_h
    assert asked_per_h(watch, price_of_fleet(watch, budget)) == pytest.approx(budget, rel=0.01)


def test_a_few_pages_that_ask_for_most_visits_are_in_the_sample() -> None:
    watch = random_watch(50_000)
    scale_h = watch.scale_h.copy()
    scale_h[:] = 50_000.0
    scale_h[:200] = 0.5
    weight = np.ones(50_000)
    weight[:200] = 1000.0
    uneven = replace(watch, scale_h=scale_h, weight=weight)
    budget = 600.0
    assert asked_per_h(uneven, price_of_fleet(uneven, budget)) == pytest.approx(budget, rel=0.01)


def test_pages_without_weight_are_left_to_their_ceiling() -> None:
    watch = random_watch(40_000)
    idle = replace(watch, weight=np.where(np.arange(40_000) % 2, watch.weight, 0.0))
    assert asked_per_h(idle, price_of_fleet(idle, 2000.0)) == pytest.approx(2000.0, rel=0.01)


def test_a_budget_for_every_floor_costs_nothing_however_many_pages() -> None:
    assert price_of_fleet(random_watch(40_000), 40_000.0) == 0.0


def test_the_same_pages_have_the_same_price() -> None:
    watch = random_watch(40_000)
    assert price_of_fleet(watch, 4000.0) == price_of_fleet(watch, 4000.0)


def asked_by_host(watch: PageColumns, host: IntArray, prices: FloatArray) -> FloatArray:
    per_h = np.zeros(len(host))
    for number, price in enumerate(prices):
        rows = host == number
        part = replace(
            watch,
            **{
                name: getattr(watch, name)[rows]
                for name in ("shape", "scale_h", "weight", "floor_h", "ceiling_h")
            },
        )
        per_h[rows] = 1 / interval_h(part, float(price))
    return np.bincount(host, per_h)


def test_full_hosts_are_asked_for_what_they_take_and_others_get_the_rest() -> None:
    watch, host = random_watch(400), np.arange(400) % 4
    limits = np.array([2.0, 5.0, np.inf, np.inf])
    prices = prices_with_hosts(watch, host, limits, 60.0)
    asked = asked_by_host(watch, host, prices.of_host)
    assert asked[:2] == pytest.approx([2.0, 5.0], rel=1e-6)
    assert asked.sum() == pytest.approx(60.0, rel=1e-6)
    assert prices.of_host[0] > prices.of_host[1] > prices.common
    assert (prices.of_host[2:] == prices.common).all()


def test_hosts_with_room_all_have_the_common_price() -> None:
    watch, host = random_watch(100), np.arange(100) % 2
    prices = prices_with_hosts(watch, host, np.full(2, np.inf), 20.0)
    assert prices.of_host == pytest.approx(np.full(2, price_of_fleet(watch, 20.0)))


def test_when_every_host_is_full_each_has_its_own_price() -> None:
    watch, host = random_watch(100), np.arange(100) % 2
    prices = prices_with_hosts(watch, host, np.array([1.0, 2.0]), 90.0)
    assert asked_by_host(watch, host, prices.of_host) == pytest.approx([1.0, 2.0], rel=1e-6)


def test_full_hosts_with_many_pages_are_solved_from_a_sample_beside_small_ones() -> None:
    watch = random_watch(62_000)
    host = np.append(np.zeros(60_000, dtype=np.intp), 1 + np.arange(2000) % 40)
    limits = np.append(500.0, np.full(40, 5.0))
    prices = prices_with_hosts(watch, host, limits, 10_000.0)
    asked = asked_by_host(watch, host, prices.of_host)
    assert asked[0] == pytest.approx(500.0, rel=0.01)
    assert asked[1:] == pytest.approx(np.full(40, 5.0), rel=1e-6)


def test_each_page_waits_until_it_is_worth_its_own_price() -> None:
    watch = random_watch(30)
    prices = np.repeat([0.0, 2.0, 300.0], 10)
    apart = [
        interval_h(rows_of(watch, np.arange(row, row + 1)), prices[row])[0] for row in range(len(prices))
    ]
    assert intervals_at(watch, prices) == pytest.approx(np.array(apart))


def test_the_price_rises_while_more_falls_due_than_can_be_visited() -> None:
    controller = PriceController()
    corrections = [controller.step(20.0, 10.0) for _ in range(5)]
    assert corrections == sorted(corrections)
    assert corrections[0] > 1


def test_the_price_falls_while_capacity_is_idle_but_not_without_end() -> None:
    controller = PriceController()
    for _ in range(200):
        controller.step(0.0, 10.0)
    assert controller.correction == pytest.approx(0.1)


def test_no_capacity_says_nothing_about_the_price() -> None:
    assert PriceController().step(5.0, 0.0) == 1.0


def test_more_budget_never_costs_more_however_many_pages() -> None:
    watch = random_watch(60_000)
    prices = [price_of_fleet(watch, 60_000 / every_h) for every_h in (100.0, 30.0, 12.0, 4.0, 2.0)]
    assert prices == sorted(prices, reverse=True)
