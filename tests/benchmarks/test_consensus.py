"""The benchmark of the consensus SVM runs, and its large set is the same each time."""

import json

import numpy as np
import pytest

from benchmarks.consensus import clouds, main


def test_the_large_set_is_the_same_for_a_seed() -> None:
    (first, labels), (again, _) = clouds(200, classes=3, seed=1), clouds(200, classes=3, seed=1)
    np.testing.assert_array_equal(first, again)
    assert set(labels.tolist()) == {0, 1, 2}


@pytest.mark.long
def test_the_benchmark_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]
