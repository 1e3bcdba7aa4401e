"""Hostile pages through the daemon's own crawl: each has an outcome, and the ordinary pages beside them are whole."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile import markup, scripts, wire, wire_redirects  # noqa: F401 - each adds its kinds
from tests.hostile.kinds import KINDS, pages

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What a crawl of forty hostile pages printed."""
    command = [sys.executable, "-m", "benchmarks.faults", "--quick", "--json"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stdout, result.stderr
    return dict(json.loads(result.stdout))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "figure", ["without_outcome", "unvisited", "sane_pages_not_complete", "processes_left", "archive_faults"]
)
def test_hostile_pages_cost_nothing_but_their_own_visits(told: dict[str, Any], figure: str) -> None:
    assert told["figures"]["pages"] == 40
    assert told["figures"][figure] == 0, told["spread"]


@pytest.mark.browser
@pytest.mark.slow
def test_no_mistake_of_ours_comes_to_light(told: dict[str, Any]) -> None:
    assert not told["spread"]["tracebacks"], "\n\n".join(told["spread"]["tracebacks"])
    assert not told["spread"]["internal"], json.dumps(told["spread"]["internal"], indent=2)


def test_the_same_seed_gives_the_same_pages() -> None:
    first, second = ([page.parameters for page in pages(60, 7)] for _ in range(2))
    assert first == second
    assert first != [page.parameters for page in pages(60, 8)]


def test_five_hundred_pages_hold_every_kind() -> None:
    assert {page.kind.name for page in pages(500, 1)} == set(KINDS)
