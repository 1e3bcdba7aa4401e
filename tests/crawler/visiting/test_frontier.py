from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from crawler.clock import SimulatedClock
from crawler.scheduling.budget import Allowance
from crawler.scheduling.hooks import SchedulerHooks
from crawler.settings import CrawlSettings
from crawler.visiting.frontier import Frontier
from storage.collection import Collection
from storage.disk_space import Room
from storage.errors import NoRoom, StorageError
from storage.records import Lease
from storage.settings import StorageSettings

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    with Collection.create(tmp_path / "c") as created:
        for host in ("a", "b", "c"):
            created.repository.add_page(f"https://{host}.example/", at=NOON, due_at=NOON)
        yield created


@pytest.fixture
def frontier(collection: Collection) -> Frontier:
    return Frontier(collection.repository, SimulatedClock(NOON), CrawlSettings(lease_s=60))


async def test_no_more_pages_are_leased_than_asked_for(frontier: Frontier) -> None:
    assert [lease.page.host for lease in await frontier.lease(2)] == ["a.example", "b.example"]
    assert [lease.page.host for lease in await frontier.lease(2)] == ["c.example"]


async def test_nothing_is_leased_where_there_is_no_room(collection: Collection) -> None:
    room = Room(collection.path, collection.repository, StorageSettings(least_free_gb=1e6))
    clock = SimulatedClock(NOON)
    frontier = Frontier(collection.repository, clock, CrawlSettings(), check_room=room.check)
    with pytest.raises(NoRoom):
        await frontier.lease(1)
    assert collection.repository.release_all_leases() == 0


async def test_a_lease_runs_out_when_the_settings_say(frontier: Frontier) -> None:
    (lease,) = await frontier.lease(1)
    assert lease.expires_at == NOON + timedelta(seconds=60)


async def test_a_page_given_up_counts_as_failed_and_backs_off(
    frontier: Frontier, collection: Collection
) -> None:
    (lease,) = await frontier.lease(1)
    frontier.give_up(lease, NOON)
    page = collection.repository.page(lease.page.id)
    assert (page.failures, page.due_at, page.rate) == (1, NOON + HOUR, lease.page.rate)
    assert page.due_reason == "the visit failed -> again in 1 h"


async def test_what_is_still_due_is_known_besides_what_was_visited(frontier: Frontier) -> None:
    leases = await frontier.lease(3)
    assert await frontier.has_due(NOON)
    assert not await frontier.has_due(NOON, besides={lease.page.id for lease in leases})
    assert not await frontier.has_due(NOON - HOUR)


async def test_an_error_while_leasing_what_the_budget_pays_for_loses_no_lease_that_was_taken(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = collection.repository
    (asked_for, *_) = repository.pages()
    repository.set_due(asked_for.id, NOON, "asked for", exempt=True)
    lease_due = repository.lease_due

    def breaks(now: datetime, *, exempt: bool = False, **named: Any) -> list[Lease]:
        if not exempt:
            raise StorageError("broken by the test")
        return lease_due(now, exempt=exempt, **named)

    monkeypatch.setattr(repository, "lease_due", breaks)
    hooks = SchedulerHooks(allowance=Allowance(60.0, NOON))
    frontier = Frontier(repository, SimulatedClock(NOON), CrawlSettings(), hooks=hooks)
    assert [lease.page.id for lease in await frontier.lease(3)] == [asked_for.id]


async def test_the_next_moment_is_now_while_a_page_is_due(frontier: Frontier) -> None:
    assert await frontier.next_due_at() == NOON
