"""On a Dask cluster of two worker processes of this machine."""

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from sklearn.base import clone

from changemodel import ConsensusSVC
from changemodel.classify.consensus_rounds import Course
from changemodel.classify.dask_crew import DaskCrew
from tests.changemodel.classify.consensus_worlds import clouds
from tests.changemodel.classify.test_consensus_rounds import agree, parts

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_finds_the_weights_that_one_process_finds(client) -> None:
    X, codes = clouds(120, 5, 3)
    there = ConsensusSVC(client=client, n_splits=3, tol=None, max_rounds=5, random_state=0)
    here = ConsensusSVC(n_splits=3, tol=None, max_rounds=5, random_state=0).fit(X, codes)
    np.testing.assert_allclose(clone(there).fit(X, codes).coef_, here.coef_, atol=1e-10)


def test_there_are_as_many_splits_as_workers_unless_told(client) -> None:
    X, codes = clouds(60, 4, 3)
    assert len(ConsensusSVC(client=client, tol=None, max_rounds=2).fit(X, codes)._alphas) == 2


def test_classes_of_one_vs_all_are_spread_over_the_cluster(client) -> None:
    X, codes = clouds(120, 5, 3)
    there = ConsensusSVC(client=client, strategy="one_vs_all").fit(X, codes)
    here = ConsensusSVC(strategy="one_vs_all").fit(X, codes)
    np.testing.assert_allclose(there.coef_, here.coef_, atol=1e-10)


def test_a_worker_that_is_killed_costs_its_shards_only(client) -> None:
    victim = next(iter(client.run(os.getpid).values()))
    crew = DaskCrew(parts(3), client)

    def kill(course: Course) -> None:
        if course.rounds == 3:
            os.kill(victim, signal.SIGKILL)

    found, _ = agree(3, 30.0, 20, crew=crew, keep=kill)
    here, _ = agree(3, 30.0, 20)
    assert crew.losses >= 1
    assert found.objective == pytest.approx(here.objective, rel=1e-4)
