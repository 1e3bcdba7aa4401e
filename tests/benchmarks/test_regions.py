"""The benchmark of regions: what it measures and prints; on simulated pages, not on rendered ones."""

import numpy as np
import pytest

from benchmarks import regions
from benchmarks.pages.history import SiteHistory


def test_the_table_shows_mean_and_worst(capsys: pytest.CaptureFixture[str]) -> None:
    regions.show({"gazette": {regions.GRID: 90.0}, "metro": {regions.GRID: 80.0}})
    printed = capsys.readouterr().out
    for part in ("90.0", "85.0", "80.0", "worst"):
        assert part in printed


def test_a_model_s_distances_are_one_in_the_mean_of_the_learning_days(simulated_site: SiteHistory) -> None:
    found = regions._by_model(simulated_site, regions.ChangeModel(read="pictures"))
    assert len(found) == len(simulated_site.versions) - 1 - regions.LEARNING
    assert 0.1 < np.mean(found) < 10
