"""What the benchmark of load makes of its measurements, and that it runs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.load import Loaded
from benchmarks.load_soak import Row, Soak
from benchmarks.process_watch import Look

ROOT = Path(__file__).resolve().parents[2]


def _look(python_mb: float) -> Look:
    return Look(python_mb=python_mb, browser_mb=400, processes=9, zombies=0, open_files=30)


def test_captures_are_told_by_the_clock_and_by_the_processor() -> None:
    done = Loaded(
        seconds=60, cpu_s=30, latencies_s=[1.0, 2.0, 3.0], looks=[_look(500), _look(500)], collection_mb=6
    )
    told = done.figures("full")
    assert told["full_captures_per_min"] == 3
    assert told["full_captures_per_core_min"] == 6
    assert told["full_latency_p50_s"] == 2
    assert told["full_mb_per_capture"] == 2
    assert told["full_python_mb_per_min"] == pytest.approx(0)


def test_what_grows_in_the_later_half_of_a_soak_is_told_by_captures() -> None:
    rows = [
        Row(
            minute=number,
            captures=10 * number,
            simulated_h=number,
            look=_look(500 if number < 10 else 500 + number),
            collection_mb=5 * number,
            scratch_mb=1,
        )
        for number in range(20)
    ]
    assert (
        rows[0]
        .line()
        .endswith("python_mb 500.0, browser_mb 400.0, processes 9.0, zombies 0.0, open_files 30.0")
    )
    told = Soak(rows=rows).figures()
    assert told["python_mb_per_100_captures"] == pytest.approx(10)
    assert told["collection_mb_per_100_captures"] == pytest.approx(50)
    assert told["scratch_mb_per_100_captures"] == pytest.approx(0)
    assert told["python_mb_most"] == told["python_mb_last"] == 519


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.timeout(900)
def test_a_daemon_is_loaded_and_leaves_nothing() -> None:
    command = [sys.executable, "-m", "benchmarks.load", "--quick", "--json"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    figures = json.loads(result.stdout)["figures"]
    assert figures["full_captures"] >= 6
    assert figures["storing_sqlite_per_core_s"] > 0
