"""Room: visits end before the disk is full, and say why."""

from contextlib import suppress

import pytest

from storage.collection import Collection
from storage.disk_space import LACKING, Room
from storage.errors import DiskFull, NoRoom
from storage.settings import StorageSettings
from tests.storage.builders import fill


def room(collection: Collection, **settings: float) -> Room:
    return Room(collection.path, collection.repository, StorageSettings(**settings))


def test_without_limits_there_is_room(collection: Collection) -> None:
    stored = fill(collection, hours=2)
    space = room(collection, least_free_gb=0).space()
    assert space.obstacle is None
    assert space.most_bytes is None
    assert space.taken_bytes >= sum(item.warc_bytes for item in stored)
    assert space.taken_bytes == collection.repository.counts().bytes
    assert space.free_bytes > 0


def test_a_collection_at_its_limit_has_no_room(collection: Collection) -> None:
    limited = room(collection, most_gb=1e-6)
    limited.check()
    fill(collection, hours=1)
    with pytest.raises(NoRoom, match=r"may take 1e-06 GB \(storage.most_gb\)"):
        room(collection, most_gb=1e-6).check()


def test_why_there_is_none_is_kept_until_there_is_room(collection: Collection) -> None:
    fill(collection, hours=1)
    with pytest.raises(NoRoom):
        room(collection, most_gb=1e-6).check()
    kept = collection.repository.state(LACKING)
    assert "storage.most_gb" in kept
    for least_free_gb, told in ((1e6, kept), (0, None)):  # the first obstacle stays until there is none
        with suppress(NoRoom):
            room(collection, least_free_gb=least_free_gb).check()
        assert collection.repository.state(LACKING) == told


def test_a_disk_with_too_little_left_is_no_room(collection: Collection) -> None:
    with pytest.raises(DiskFull, match=r"must keep 1e\+06 GB free \(storage.least_free_gb\)"):
        room(collection, least_free_gb=1e6).check()


@pytest.mark.parametrize("wrong", [{"most_gb": 0}, {"most_gb": -1}, {"least_free_gb": -0.1}])
def test_limits_that_mean_nothing_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"most_gb|least_free_gb"):
        StorageSettings(**wrong)
