"""What is committed outlives whatever is killed."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random

import pytest

from benchmarks.kills import CREW_VICTIMS, PAGES, VICTIMS, Killed, collection_to_crawl, killed, killed_crew
from tests.postgresql import obstacle, running


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[str | None]:
    if request.param == "postgresql" and (missing := obstacle()):
        pytest.skip(missing)
    with running() if request.param == "postgresql" else nullcontext() as started:
        yield None if started is None else started.new_database()


@pytest.mark.parametrize(
    ("server", "kill", "moments"),
    [
        ("sqlite", killed, 1),
        pytest.param("postgresql", killed_crew, 1, marks=pytest.mark.slow),
        pytest.param("sqlite", killed, 20, marks=pytest.mark.long),
        pytest.param("postgresql", killed, 20, marks=pytest.mark.long),
        pytest.param("postgresql", killed_crew, 20, marks=pytest.mark.long),
    ],
    indirect=["server"],
)
def test_nothing_that_was_committed_is_lost_or_twice(
    tmp_path: Path, server: str | None, kill: Callable[..., Killed], moments: int
) -> None:
    with collection_to_crawl(tmp_path / "news", server):
        found = kill(tmp_path / "news", moments, Random(0))
    assert sum(found.moments.values()) == moments
    assert set(found.moments) <= {*VICTIMS, *CREW_VICTIMS}
    assert (found.lost, found.twice, found.faults, found.otherwise, found.left) == (0, 0, 0, 0, 0)
    assert found.resumed >= PAGES
