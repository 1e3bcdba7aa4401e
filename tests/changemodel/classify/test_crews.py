import os
import signal

import numpy as np
import pytest

from changemodel.classify.consensus_rounds import Course
from changemodel.classify.crews import LocalCrew, ProcessCrew
from changemodel.errors import WorkerLost
from tests.changemodel.classify.test_consensus_rounds import agree, parts


@pytest.fixture
def processes():
    crew = ProcessCrew(parts(3), 2)
    yield crew
    crew.close()


def test_two_processes_find_the_weights_that_one_finds(processes: ProcessCrew) -> None:
    here, _ = agree(3, 30.0, 5, crew=LocalCrew(parts(3)))
    there, _ = agree(3, 30.0, 5, crew=processes)
    np.testing.assert_allclose(there.mean, here.mean, atol=1e-10)
    assert processes.losses == 0


def test_a_process_that_is_killed_costs_its_shards_only(processes: ProcessCrew) -> None:
    def kill(course: Course) -> None:
        if course.rounds == 3:
            os.kill(processes.process_ids[0], signal.SIGKILL)

    found, _ = agree(3, 30.0, 20, crew=processes, keep=kill)
    here, _ = agree(3, 30.0, 20)
    assert processes.losses == 1
    assert found.objective == pytest.approx(here.objective, rel=1e-4)


def test_what_a_shard_cannot_do_is_raised_where_it_was_asked(processes: ProcessCrew) -> None:
    with pytest.raises(TypeError):
        processes.ask("moment")


def test_processes_that_are_lost_again_and_again_are_an_error(
    processes: ProcessCrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("changemodel.classify.crews.MOST_LOSSES", 0)
    os.kill(processes.process_ids[0], signal.SIGKILL)
    with pytest.raises(WorkerLost, match=r"lost 1 times.*memory"):
        processes.ask("moment", False)
