from datetime import UTC, datetime

import numpy as np
import pytest

from crawler.errors import ImpossibleBudget
from crawler.scheduling.budget_forecast import foreseen, what_if
from crawler.scheduling.columns import Watched
from crawler.settings import CrawlSettings
from storage.records import Page, RateBelief
from tests.crawler.scheduling.columns import columns

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
BUDGET = CrawlSettings(budget_per_h=2.0)


def pages(count: int, *, shape: float = 20.0, changes_a_day: float = 2.0) -> Watched:
    rate = RateBelief(shape=shape, scale_h=24.0 * shape / changes_a_day)
    made = []
    for number in range(1, count + 1):
        url = f"https://h{number}.example/"
        made.append(Page(id=number, url=url, url_key=url, host=f"h{number}.example", added_at=NOW, rate=rate))
    return columns(made, BUDGET, NOW)


def test_another_budget_multiplies_visits() -> None:
    watched = pages(12)
    assert np.sum(1 / what_if(watched, BUDGET, 2.0).then_h) == pytest.approx(4.0)


def test_what_no_budget_or_no_factor_would_change_is_refused() -> None:
    with pytest.raises(ImpossibleBudget, match="no budget"):
        what_if(pages(12), CrawlSettings(), 2.0)
    with pytest.raises(ImpossibleBudget, match="positive"):
        what_if(pages(12), BUDGET, 0.0)


def test_of_a_rate_that_is_known_the_figures_are_those_of_its_poisson_changes() -> None:
    found = foreseen(pages(3, shape=1e6), np.full(3, 6.0))  # half a change between two visits
    kept = (1 - np.exp(-0.5)) / 0.5
    assert found.fresh.mean == pytest.approx(kept, rel=1e-3)
    assert found.lost.mean == pytest.approx(1 - kept, rel=1e-2)
    assert found.delay_h.mean == pytest.approx(3.0)
    assert found.fresh.error < 1e-3


def test_more_visits_bring_more_home_and_the_error_falls_with_what_is_known() -> None:
    forecast = what_if(pages(12), BUDGET, 2.0)
    assert forecast.then.fresh.mean > forecast.now.fresh.mean
    assert forecast.then.lost.mean < forecast.now.lost.mean
    assert forecast.then.delay_h.mean < forecast.now.delay_h.mean
    unknown = what_if(pages(12, shape=1.0), BUDGET, 2.0)
    assert unknown.now.fresh.error > forecast.now.fresh.error


def test_of_no_pages_nothing_is_to_be_expected() -> None:
    assert foreseen(pages(0), np.zeros(0)).fresh.mean == 0.0
