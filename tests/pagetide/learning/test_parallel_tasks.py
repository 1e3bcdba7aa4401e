"""Coarse tasks here, in processes, and on a Dask cluster of two worker processes of this machine."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from changemodel.errors import WorkerLost
from pagetide.learning.parallel_tasks import here, in_processes, on_cluster, spread_over

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as started:
        yield started


def _doubled(number: int) -> int:
    return 2 * number


def _doubled_once_alive(task: tuple[int, Path]) -> int:
    """Whoever gets task 3 first is killed under it."""
    number, folder = task
    if number == 3:
        try:
            (folder / "killed").touch(exist_ok=False)
        except FileExistsError:
            return 2 * number
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)
    return 2 * number


def test_all_ways_find_the_same(cluster: Any) -> None:
    tasks = list(range(8))
    assert list(here(_doubled, tasks)) == sorted(in_processes(2)(_doubled, tasks))
    with spread_over(1, cluster.scheduler_address) as spread:
        assert sorted(spread(_doubled, tasks)) == [2 * task for task in tasks]


def test_a_killed_worker_costs_its_task_and_no_result(cluster: Any, tmp_path: Path) -> None:
    with distributed.Client(cluster) as client:
        found = on_cluster(client)(_doubled_once_alive, [(number, tmp_path) for number in range(8)])
        assert sorted(found) == [2 * number for number in range(8)]
    assert (tmp_path / "killed").exists()


def test_where_no_scheduler_answers_it_is_said_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagetide.learning.parallel_tasks._PATIENCE_S", 0.5)
    with pytest.raises(WorkerLost, match="dask scheduler"), spread_over(1, "tcp://127.0.0.1:1"):
        pass
