"""The benchmark of a new page's importance map: which pages are asked, and what is printed."""

import json

import numpy as np
import pytest

from benchmarks.cold_start_maps import STARTS, chosen, show_maps


def test_the_first_pages_of_each_type_that_several_have_are_captured() -> None:
    types = {"a": "listing", "b": "notice", "c": "listing", "d": "unknown", "e": "unknown", "f": "listing"}
    assert chosen(types, 2) == ["a", "c"]


def test_it_prints_its_figures_beside_the_other_starts(capsys: pytest.CaptureFixture[str]) -> None:
    figures = {"map": {start: np.array([0.1, 0.3]) + place for place, start in enumerate(STARTS)}}
    show_maps(figures, "command", as_json=True, quick=True)
    found = json.loads(capsys.readouterr().out)
    assert found["figures"] == {"map": pytest.approx(2.2)}
    assert found["baselines"] == {"equal weights": {"map": 0.2}, "all pages": {"map": pytest.approx(1.2)}}
    assert found["spread"] == {"map, more by type": [1.0, 1.0]}
    show_maps(figures, "command", as_json=False, quick=True)
    assert "quick" in capsys.readouterr().out
