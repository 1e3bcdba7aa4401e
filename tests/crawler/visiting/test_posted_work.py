"""What a worker does besides visiting, over a real PostgreSQL."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.errors import NotAWorker
from crawler.visiting import dispatching
from storage.collection import Collection
from storage.queries.workers import WorkerRow
from tests.crawler.visiting.worksites import NOON, Worksite, running, visited
from tests.postgresql import Server

pytestmark = pytest.mark.postgres

A = "https://a.example/"


@pytest.fixture
def site(tmp_path: Path, postgresql_server: Server) -> Iterator[Worksite]:
    with (
        Collection.create(tmp_path / "news", server=postgresql_server.new_database()) as collection,
        running(Worksite(collection, is_posted=True)) as site,
    ):
        site.add(A)
        yield site


def _row(site: Worksite) -> WorkerRow:
    (row,) = site.collection.repository.workers()
    return row


def test_a_worker_that_drains_takes_no_more_and_delivers_what_it_has(site: Worksite) -> None:
    work = site.posted()
    (lease,) = site.leased(work)
    work.drain()
    site.add("https://b.example/")
    assert site.gets_nothing(work)
    assert _row(site).wanted == 0
    assert work.complete(lease, visited(lease, NOON))


def test_what_a_worker_leaves_behind_is_given_to_another_at_once(site: Worksite) -> None:
    work, stopped = site.posted(), threading.Event()
    with work.attended(stopped.set):
        (lease,) = site.leased(work)
    assert not stopped.is_set()
    (again,) = site.leased(site.posted())
    assert (again.page.id, again.attempt) == (lease.page.id, lease.attempt + 1)


def test_a_lease_that_waited_for_half_of_its_time_is_not_begun(site: Worksite) -> None:
    """A machine that slept would visit a page while its lease runs out."""
    work = site.posted()
    assert work.lease(1) == []
    while not (leases := site.collection.repository.leases_of(site.number_of(work))):
        pass
    site.clock.move(31)
    assert site.gets_nothing(work)
    site.clock.move(30)
    (again,) = site.leased(work)
    assert (again.page.id, again.attempt) == (leases[0].page.id, leases[0].attempt + 1)


def test_a_lease_in_hand_is_renewed_as_long_as_its_worker_is_heard_of(site: Worksite) -> None:
    work, other = site.posted("ada"), site.posted("bob")
    (lease,) = site.leased(work)
    for _ in range(4):
        site.clock.move(31)
        assert site.gets_nothing(other)
    assert work.complete(lease, visited(lease, site.clock.now()))


def test_a_worker_that_fits_the_daemon_no_more_ends_and_says_why(site: Worksite) -> None:
    """The daemon was upgraded meanwhile."""
    answers = iter([None, NotAWorker("install 2.0 here")])

    def check() -> None:
        error = next(answers, None)
        if error is not None:
            raise error

    work, stopped = site.posted(check=check), threading.Event()
    with work.attended(stopped.set):
        assert stopped.wait(30)
        assert work.lease(1) == []
    assert str(work.trouble) == "install 2.0 here"


def test_what_another_version_made_is_not_kept(site: Worksite, monkeypatch: pytest.MonkeyPatch) -> None:
    work = site.posted()
    (lease,) = site.leased(work)
    monkeypatch.setattr(dispatching, "software", lambda: "pagetide/0.0.1")
    made = dispatching.delivery_of(lease, visited(lease, NOON), NOON, site.number_of(work))
    monkeypatch.undo()
    repository = site.collection.repository
    assert repository.deliver(made)
    while (answer := repository.take_answer((lease.page.id, lease.attempt))[1]) is None:
        pass
    assert answer == dispatching.REFUSED
    assert site.kept == []
