import json
import sys

import numpy as np
import pytest

from benchmarks import codes, search
from benchmarks.code_sets import CodeSet, digit_pairs, digits_set, spiral
from benchmarks.codes import halves, trained_classes, voted


def test_new_pairs_are_of_classes_that_were_not_learned() -> None:
    data = digit_pairs(0)
    assert (data.x.shape, data.new_x.shape) == ((1200, 64), (1400, 64))
    assert digit_pairs(0).new_x.tobytes() == data.new_x.tobytes()


def test_half_of_the_classes_are_kept_for_judging() -> None:
    data = halves(digits_set(0), 0)
    assert len(np.unique(data.y)) == len(np.unique(data.new_y)) == 5


def test_arms_of_the_spiral_are_mirrored() -> None:
    x, y = spiral(0, 4000)
    assert abs(x[y == 0].mean(axis=0) + x[y == 1].mean(axis=0)).max() < 0.1


def test_votes_that_tie_go_to_the_nearest() -> None:
    data = CodeSet(np.empty((3, 1)), np.array([2, 1, 0]), np.empty((1, 1)), np.array([2]))
    assert voted(np.array([[0.0, 1.0, 2.0]]), data) == 0.0


def test_every_method_of_the_table_beats_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "rabitq", lambda data: None)
    whole = digits_set(0, 10)
    rows = list(
        trained_classes(
            CodeSet(whole.x, whole.y, whole.new_x[:200], whole.new_y[:200]), "t", 16, 0, first=True
        )
    )
    assert {row.method for row in rows} >= {*codes.CODES, "points", "linear SVM"}
    assert all(row.values["error"] < 85.0 for row in rows)


def test_search_measures_both_ways_and_prints_its_peers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("faiss")
    monkeypatch.setattr(search, "COUNTS", ((2000,), (2000,)))
    monkeypatch.setattr(sys, "argv", ["search", "--quick", "--json"])
    search.main()
    printed = json.loads(capsys.readouterr().out)
    assert "2000: hamming single, ratio" in printed["figures"]
    assert "2000: hamming batch of 8, faiss_s" in printed["baselines"]
