import json
import sys

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from benchmarks import taxonomy
from benchmarks.taxonomy import (
    FAMILIES,
    Split,
    judge,
    splits_by_class,
    splits_by_site,
    splits_of_stand_in,
    stand_in,
    tree_of,
)


def test_every_method_of_the_table_beats_chance_three_times() -> None:
    split = next(splits_of_stand_in(1))
    few = Split(split.x[::2], split.y[::2], split.new_x[::3], split.new_y[::3])
    results = judge("stand-in", tree_of(FAMILIES), few, 0)
    assert {result.method for result in results} >= set(taxonomy.PUBLISHED)
    assert all(result.standard > 100 / 12 * 3 for result in results)
    assert all(result.by_tree >= result.standard for result in results)


def test_the_stand_in_is_the_same_bits_for_the_same_seed() -> None:
    first, again, other = stand_in(3)[0], stand_in(3)[0], stand_in(4)[0]
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != other.tobytes()


def test_features_are_standardised_by_the_training_points_alone() -> None:
    split = next(splits_of_stand_in(1))
    np.testing.assert_allclose(split.x.mean(axis=0), 0.0, atol=1e-9)
    np.testing.assert_allclose(split.x.std(axis=0), 1.0)
    assert np.abs(split.new_x.mean(axis=0)).max() > 1e-3
    assert len(split.x) == 12 * 40


def test_it_prints_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = taxonomy.Result("stand-in", "Euclidean, 10-NN", 0, 40.0, 60.0, 0.1)
    learned = taxonomy.Result("stand-in", "taxonomy full, 10-NN", 0, 50.0, 70.0, 0.1)
    monkeypatch.setattr(taxonomy, "judge", lambda *_: [result, learned])
    monkeypatch.setattr(sys, "argv", ["taxonomy", "--quick", "--json"])
    taxonomy.main()
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["stand-in: taxonomy full, 10-NN, by_tree"] == 70.0
    assert told["baselines"]["stand-in: Euclidean, 10-NN, standard"] == 40.0
    assert len(told["spread"]["runs"]) == 8


def test_so_many_points_of_each_class_train_and_no_other_is_left_out() -> None:
    points, labels = stand_in(0, per_class=5)
    split = next(splits_by_class(points, labels, per_class=3, count=1))
    assert (np.unique(split.y, return_counts=True)[1] == 3).all()
    assert len(split.new_y) == 12 * 2


def test_pages_of_one_site_are_all_on_one_side() -> None:
    counts = csr_matrix(np.eye(80, 70))
    sites = [f"site {number // 4}" for number in range(80)]
    for split in splits_by_site(counts, np.array(sites), sites, count=3):
        assert not set(split.y) & set(split.new_y)
