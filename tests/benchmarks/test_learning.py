"""What the benchmark of learning makes of its measurements, and that it runs."""

import json
import subprocess
import sys

import pytest

from benchmarks.learning import Measured, figures
from tests.test_architecture import ROOT


def test_each_way_is_put_beside_one_process_of_its_round() -> None:
    found = {
        "one process": Measured(by_clock=[100, 50], by_processor=[100, 50]),
        "processes": Measured(by_clock=[180, 90], by_processor=[90, 45]),
    }
    told = figures(found)
    assert told["one_process_captures_per_min"] == 75
    assert told["processes_captures_per_min"] == 135
    assert told["processes_to_one_per_core"] == pytest.approx(0.9)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_every_way_learns() -> None:
    command = [sys.executable, "-m", "benchmarks.learning", "--quick", "--json"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["figures"]["dask_captures_per_min"] > 0
