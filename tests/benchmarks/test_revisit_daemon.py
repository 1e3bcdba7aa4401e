from datetime import timedelta

import numpy as np
import pytest

from benchmarks.played_daemon import LOOK, Daemon, Parts
from benchmarks.revisit_worlds import World, poisson


@pytest.fixture(scope="module")
def small() -> World:
    return poisson(0, pages=6, days=3)


def test_the_daemon_spends_its_budget_and_keeps_its_floors(small: World) -> None:
    log = Daemon(small, 4.0).play()
    spent = len(log.page) / (small.pages * 3)
    assert 3.0 < spent <= 4.5
    for page in range(small.pages):
        waits = np.diff(np.concatenate([[0.0], log.at_h[log.page == page]]))
        assert (waits >= small.floor_h - LOOK / timedelta(hours=1)).all()


def test_it_plays_the_same_twice_and_without_its_parts(small: World) -> None:
    first, again = (Daemon(small, 4.0).play() for _ in range(2))
    assert np.array_equal(first.at_h, again.at_h)
    bare = Daemon(small, 4.0, Parts(rhythms=False, hours=False, priors=False, spare=False)).play()
    assert len(bare.page) > 0
