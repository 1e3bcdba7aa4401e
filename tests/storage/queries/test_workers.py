import random
from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.queries.workers import PART_BYTES, Delivery, WorkerRow
from storage.records import Lease
from tests.storage.builders import START

pytestmark = pytest.mark.usefixtures("each_database")

MINUTE = timedelta(minutes=1)
ADA = WorkerRow(
    id="1", name="ada", host="second", version="pagetide/1", browser="Chromium 1", started_at=START
)


def _leased(collection: Collection, worker: str | None = "1") -> Lease:
    repository = collection.repository
    repository.add_page(f"https://{worker}.example/", at=START, due_at=START)
    (lease,) = repository.lease_due(START, limit=9, lease_for=5 * MINUTE, worker=worker)
    return lease


def _made(lease: Lease, body: bytes = b"") -> Delivery:
    number = {"page_id": lease.page.id, "attempt": lease.attempt}
    return Delivery(**number, worker_id="1", version="pagetide/1", at=START, told={"kind": "x"}, body=body)


def _number(lease: Lease) -> tuple[int, int]:
    return lease.page.id, lease.attempt


def test_a_worker_is_known_by_what_it_said_last(collection: Collection) -> None:
    repository = collection.repository
    repository.report(ADA)
    repository.report(WorkerRow(**{**vars(ADA), "wanted": 2, "in_hand": ((3, 1),)}))
    (found,) = repository.workers()
    assert (found.name, found.wanted, found.in_hand, found.left) == ("ada", 2, ((3, 1),), False)
    assert found.heard_at is not None
    assert 0 <= found.silent_s < 60


def test_a_worker_that_is_forgotten_leaves_what_was_not_taken(collection: Collection) -> None:
    repository = collection.repository
    taken, waiting = _leased(collection, "1"), _leased(collection, "2")
    repository.report(ADA)
    for lease in (taken, waiting):
        assert repository.deliver(_made(lease))
    repository.answer(_number(taken), "kept")
    repository.forget_worker("1")
    assert repository.workers() == []
    assert repository.delivery(_number(taken)) is None
    assert repository.waiting_deliveries() == [_number(waiting)]


def test_what_is_longer_than_a_part_comes_out_whole(collection: Collection) -> None:
    lease = _leased(collection)
    body = random.Random(0).randbytes(2 * PART_BYTES + 5)
    assert collection.repository.deliver(_made(lease, body))
    delivered = collection.repository.delivery(_number(lease))
    assert delivered is not None
    assert delivered.body == body


def test_a_second_delivery_takes_the_place_of_the_first(collection: Collection) -> None:
    lease = _leased(collection)
    for body in (b"x" * (PART_BYTES + 1), b"short"):
        assert collection.repository.deliver(_made(lease, body))
    delivered = collection.repository.delivery(_number(lease))
    assert delivered is not None
    assert delivered.body == b"short"


def test_nothing_is_delivered_without_a_lease(collection: Collection) -> None:
    lease = _leased(collection)
    collection.repository.release_leases_of("1")
    assert not collection.repository.deliver(_made(lease))
    assert collection.repository.waiting_deliveries() == []


def test_an_answer_is_taken_once(collection: Collection) -> None:
    repository, lease = collection.repository, _leased(collection)
    assert repository.take_answer(_number(lease)) == (False, None)
    repository.deliver(_made(lease, b"bytes"))
    assert repository.take_answer(_number(lease)) == (True, None)
    repository.answer(_number(lease), "kept")
    assert repository.take_answer(_number(lease)) == (True, "kept")
    assert repository.take_answer(_number(lease)) == (False, None)


def test_a_daemon_that_starts_anew_leaves_the_leases_of_workers_alone(collection: Collection) -> None:
    repository = collection.repository
    own, theirs = _leased(collection, None), _leased(collection, "1")
    assert repository.release_own_leases() == 1
    assert not repository.holds(_number(own))
    assert [_number(lease) for lease in repository.leases_of("1")] == [_number(theirs)]
    assert [lease.page.id for lease in repository.lease_due(START, limit=9, lease_for=MINUTE)] == [
        own.page.id
    ], "the host of the other one is still visited"


def test_a_lease_is_extended_with_its_host_and_only_while_it_holds(collection: Collection) -> None:
    repository, lease = collection.repository, _leased(collection)
    assert repository.extend_lease(lease, START + 9 * MINUTE)
    assert repository.extend_lease(lease, START + 2 * MINUTE), "it never becomes shorter"
    assert repository.lease_due(START + 8 * MINUTE, limit=9, lease_for=MINUTE) == []
    (again,) = repository.lease_due(START + 9 * MINUTE, limit=9, lease_for=MINUTE, worker="2")
    assert again.attempt == lease.attempt + 1
    assert not repository.extend_lease(lease, START + 20 * MINUTE)
