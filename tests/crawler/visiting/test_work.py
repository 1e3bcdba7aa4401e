"""What holds of work, whether it comes over the database or from the same process."""

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count, pairwise
from pathlib import Path

import pytest

from crawler.manners.refusals import Hold
from crawler.scheduling.hooks import SchedulerHooks
from crawler.visiting.work import Asked, Work
from storage.collection import Collection
from storage.records import Lease
from tests.conftest import LONG_TESTS
from tests.crawler.visiting.worksites import NOON, Worksite, running, visited
from tests.postgresql import Server

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
A, B = "https://a.example/", "https://b.example/"


@pytest.fixture(params=["memory", pytest.param("postgresql", marks=pytest.mark.postgres)])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Worksite]:
    address = None
    if request.param == "postgresql":
        server: Server = request.getfixturevalue("postgresql_server")
        address = server.new_database()
    with (
        Collection.create(tmp_path / "news", server=address) as collection,
        running(Worksite(collection, is_posted=address is not None)) as site,
    ):
        yield site


def test_a_due_page_goes_to_one_worker(site: Worksite) -> None:
    site.add(A, B)
    first, second = site.worker("ada"), site.worker("bob")
    assert len(site.leased(first, 1)) == 1
    assert len(site.leased(second)) == 1
    assert site.gets_nothing(first)


def test_a_worker_gets_no_more_pages_than_it_asked_for(site: Worksite) -> None:
    site.add(A, B, "https://c.example/")
    assert len(site.leased(site.worker(), 2)) <= 2


def test_a_result_is_kept_as_it_was_made_and_ends_the_lease(site: Worksite) -> None:
    site.add(A)
    work = site.worker()
    (lease,) = site.leased(work)
    result = visited(lease, NOON)
    assert work.complete(lease, result)
    ((kept_for, capture),) = site.kept
    assert (kept_for.page.id, kept_for.attempt, capture) == (lease.page.id, lease.attempt, result.capture)
    assert site.gets_nothing(work)


def test_a_visit_of_which_nothing_came_is_tried_again_later(site: Worksite) -> None:
    site.add(A)
    work = site.worker()
    (lease,) = site.leased(work)
    assert work.fail(lease, NOON)
    page = site.collection.repository.page(lease.page.id)
    assert page.failures == 1
    assert page.due_at is not None
    assert page.due_at > NOON
    assert site.kept == []


def test_the_lease_of_a_worker_that_died_runs_out_and_the_page_goes_to_another(site: Worksite) -> None:
    site.add(A)
    dead, other = site.worker("dead"), site.worker("other")
    (lease,) = site.leased(dead)
    site.die(dead)
    site.clock.move(59)
    assert site.gets_nothing(other)
    site.clock.move(2)
    (again,) = site.leased(other)
    assert (again.page.id, again.attempt) == (lease.page.id, lease.attempt + 1)


def test_a_result_that_comes_after_its_lease_ran_out_is_refused_and_nothing_is_kept_twice(
    site: Worksite,
) -> None:
    site.add(A)
    late, other = site.worker("late"), site.worker("other")
    (lease,) = site.leased(late)
    site.die(late)
    site.clock.move(61)
    (again,) = site.leased(other)
    assert not late.complete(lease, visited(lease, NOON))
    assert not late.fail(lease, NOON)
    assert site.kept == []
    assert other.complete(again, visited(again, site.clock.now()))
    assert not other.complete(again, visited(again, site.clock.now()))
    assert len(site.kept) == 1


def test_a_host_has_one_visit_at_a_time_and_rests_after_it_whoever_visits(site: Worksite) -> None:
    site.add(A + "1", A + "2")
    first, second = site.worker("first"), site.worker("second")
    (lease,) = site.leased(first)
    assert site.gets_nothing(second)
    assert first.complete(lease, visited(lease, NOON, 0.0, pause_s=7.0))
    site.clock.move(6.9)
    assert site.gets_nothing(second), "robots.txt, which the first worker read, asks for seven seconds"
    site.clock.move(0.2)
    assert len(site.leased(second)) == 1


def test_a_wrong_clock_of_a_worker_does_not_shorten_the_rest_of_a_host(site: Worksite) -> None:
    site.add(A + "1", A + "2")
    work = site.worker()
    (lease,) = site.leased(work)
    assert work.complete(lease, visited(lease, NOON - 9 * SECOND))
    site.clock.move(1.9)
    assert site.gets_nothing(work)
    site.clock.move(0.2)
    assert len(site.leased(work)) == 1


def test_a_host_that_would_not_say_its_rules_is_left_alone_by_all(site: Worksite) -> None:
    site.add(A + "1", A + "2")
    first, second = site.worker("first"), site.worker("second")
    (lease,) = site.leased(first)
    result = visited(lease, NOON, 0.0)
    hold = Hold(until=NOON + MINUTE, why="robots.txt answers 503")
    assert first.complete(lease, replace(result, hold=hold))
    site.clock.move(59)
    assert site.gets_nothing(second)
    site.clock.move(2)
    assert len(site.leased(second)) == 1


def test_a_page_that_is_due_in_an_hour_does_not_keep_one_of_its_host_that_is_due_now(site: Worksite) -> None:
    """Specification of the schedule, 2: a queue with a lock for each host is blocked by a future job at its head."""
    repository = site.collection.repository
    repository.add_page(A + "later", at=NOON, due_at=NOON + timedelta(hours=1))
    site.add(A + "now")
    assert [lease.page.url for lease in site.leased(site.worker())] == [A + "now"]


def test_a_server_that_says_nothing_has_changed_may_spare_a_visit(site: Worksite) -> None:
    site.add(A, B)
    work = site.worker()
    leases = {lease.page.url: lease for lease in site.leased(work)}
    if len(leases) == 1:
        leases |= {lease.page.url: lease for lease in site.leased(work)}

    def note_answer(lease: Lease, changed: bool, at: datetime) -> bool:
        """The word of one server is enough."""
        return lease.page.url == A and site.collection.repository.postpone_visit(
            lease, due_at=NOON + MINUTE, due_reason="not modified", host_next_ok_at=at, plan={}
        )

    site.dispatcher.frontier._hooks = SchedulerHooks(note_answer=note_answer)
    asked = Asked(changed=False, at=NOON, pause=2 * SECOND)
    assert work.complete(leases[A], asked)
    assert not work.complete(leases[B], asked), "the browser goes"
    assert work.complete(leases[B], visited(leases[B], NOON))


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_workers_that_come_and_die_never_visit_a_host_at_once_or_too_soon(site: Worksite) -> None:
    usual, long = (60, 1000) if site.is_posted else (300, 10_000)
    visits = long if LONG_TESTS else usual
    site.again = 40 * SECOND
    site.add(*(f"https://{host}.example/{page}" for host in range(30) for page in range(4)))
    simulated = _Simulated(site, random.Random(1))
    simulated.run(visits)
    assert len(site.kept) >= visits
    assert len(simulated.died) > visits / 100
    for spans in simulated.spans.values():
        for (_, ended), (begun, _) in pairwise(sorted(spans)):
            assert begun - ended >= 2 * SECOND
    assert len({(lease.page.id, lease.attempt) for lease, _ in site.kept}) == len(site.kept)


class _Simulated:
    """Two workers, four visits at a time each, with clocks that are wrong; one in fifty visits kills its worker, whose
    results may yet come a good while later."""

    def __init__(self, site: Worksite, chance: random.Random) -> None:
        self.spans: dict[str, list[tuple[datetime, datetime]]] = {}
        self.died: list[tuple[Work, Lease]] = []
        self._site = site
        self._chance = chance
        self._numbers = count()
        self._skews = [-8 * SECOND, 8 * SECOND]
        self._workers = [site.worker("0"), site.worker("1")]
        self._open: list[list[tuple[datetime, int, datetime, Lease]]] = [[], []]

    def run(self, visits: int) -> None:
        while len(self._site.kept) < visits:
            for number in (0, 1):
                self._begin(number)
            self._site.clock.move(0.5)
            for number in (0, 1):
                self._end(number)
            if self.died and self._chance.random() < 0.05:
                work, lease = self._chance.choice(self.died)
                work.complete(lease, visited(lease, self._site.clock.now(), 0.0))

    def _begin(self, number: int) -> None:
        opened, now = self._open[number], self._site.clock.now()
        free = 4 - len(opened)
        for lease in self._site.leased(self._workers[number], free, within_s=0.03) if free else ():
            ends = now + self._chance.uniform(0.2, 12) * SECOND
            heappush(opened, (ends, next(self._numbers), now, lease))

    def _end(self, number: int) -> None:
        opened, now = self._open[number], self._site.clock.now()
        while opened and opened[0][0] <= now:
            _, _, begun, lease = heappop(opened)
            self._note(lease, begun, now)
            if self._chance.random() < 0.05:
                self._kill(number, lease)
                return
            seconds = (now - begun) / SECOND
            self._workers[number].complete(lease, visited(lease, begun + self._skews[number], seconds))

    def _kill(self, number: int, lease: Lease) -> None:
        now = self._site.clock.now()
        self._site.die(self._workers[number])
        self.died.append((self._workers[number], lease))
        for _, _, begun, other in self._open[number]:
            self._note(other, begun, now)
        self._open[number].clear()
        self._workers[number] = self._site.worker(f"{number} again")

    def _note(self, lease: Lease, begun: datetime, ended: datetime) -> None:
        self.spans.setdefault(lease.page.host, []).append((begun, ended))


def test_what_a_transport_loses_is_said_again(tmp_path: Path, postgresql_server: Server) -> None:
    address = postgresql_server.new_database()
    with Collection.create(tmp_path / "news", server=address) as collection:
        site = Worksite(collection, is_posted=True)
        site.add(A, B)
        work = site.worker()
        assert work.lease(10) == []
        site.dispatching.step()
        (lease, other) = sorted(work.lease(10), key=lambda each: each.page.url)
        delivering = threading.Thread(target=work.complete, args=(lease, visited(lease, NOON)))
        delivering.start()
        while not collection.repository.waiting_deliveries():
            assert delivering.is_alive()
        site.wipe()
        with running(site):
            delivering.join()
            assert work.complete(other, visited(other, NOON))
        assert sorted(capture.url for _, capture in site.kept) == [A, B]
