"""The benchmark of gamma: what it measures and prints; on simulated pages, not on rendered ones."""

import pytest

from benchmarks import rhythm
from benchmarks.sites.history import SiteHistory


def test_every_gamma_ranks_the_days_after_the_learning_days(simulated_site: SiteHistory) -> None:
    found = rhythm.measure(simulated_site)
    assert list(found) == [rhythm.AUTOMATIC, "4 h", "12 h", "24 h", "48 h"]
    assert [gamma for _, gamma in list(found.values())[1:]] == list(rhythm.FIXED_H)
    assert found[rhythm.AUTOMATIC][0] > 90
    assert rhythm.means({"one": found, "two": found})["4 h"] == pytest.approx(found["4 h"][0])


def test_the_table_shows_mean_and_worst(capsys: pytest.CaptureFixture[str]) -> None:
    one, two = (
        {rhythm.AUTOMATIC: (90.0, 8.0), "4 h": (80.0, 4.0)},
        {rhythm.AUTOMATIC: (94.0, 4.0), "4 h": (70.0, 4.0)},
    )
    rhythm.show({"gazette, 1": one, "metro, 1": two})
    printed = capsys.readouterr().out
    for part in ("90.0 (8 h)", "92.0", "75.0", "worst"):
        assert part in printed
