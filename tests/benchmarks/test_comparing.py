"""The benchmark of comparisons: what it times and prints; on simulated pages, not on rendered ones."""

import json
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import comparing
from benchmarks.pages.history import SiteHistory
from tests.changemodel.change.worlds import simulated


@pytest.fixture
def drawn_site(monkeypatch: pytest.MonkeyPatch) -> SiteHistory:
    """A few captures with rows, so that reading and comparing both have something to do."""
    monkeypatch.setattr(comparing, "TRAINING_VERSIONS", 20)
    world = simulated(0, days=1, missing=0.0)
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 2**32, (1000, 10), dtype=np.uint32)
    versions = [replace(item, signatures=rows) for item in world.versions]
    return SiteHistory(name="drawn", hard="", versions=versions, truths=[], news_boxes=[])


def test_a_comparison_is_timed_apart_from_reading(drawn_site: SiteHistory) -> None:
    times = comparing.measure(drawn_site, repetitions=1)
    assert set(times) == set(comparing.STEPS)
    assert len(times["compare"]) == len(drawn_site.versions) - comparing.TRAINING_VERSIONS - 1
    assert min(times["compare"]) >= 0.0


def test_the_table_names_the_slowest_and_the_json_the_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = {"read": [3.0, 4.0], "compare": [2.0, 8.0, 2.5], "features": [50.0]}
    comparing.show({"gazette": times})
    printed = capsys.readouterr().out
    assert "2.5 (8.0)" in printed
    assert "slowest site's median is 2.5 ms" in printed
    monkeypatch.setattr(comparing, "measure", lambda _: times)
    monkeypatch.setattr(comparing, "history", lambda *_, **__: None)
    assert comparing.main(["--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"] == {"read_ms": 3.5, "compare_ms": 2.5}
