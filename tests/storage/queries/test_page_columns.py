from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.collection import Collection
from storage.queries.hints import HintKind, PageHint
from storage.queries.page_columns import PAGE_NUMBERS, PlannedVisit, microseconds
from storage.queries.repository import Repository
from storage.records import RateBelief

pytestmark = pytest.mark.usefixtures("each_database")

NOW = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    with Collection.create(tmp_path / "news") as opened:
        for number in range(5):
            opened.repository.add_page(f"https://h{number}.example/", at=NOW, due_at=NOW + number * HOUR)
        opened.repository.set_active(2, active=False)
        yield opened.repository


def test_numbers_of_the_active_pages_stand_in_the_order_of_their_columns(repository: Repository) -> None:
    (rows,) = repository.page_numbers()
    assert [row[0] for row in rows] == [1, 3, 4, 5]
    assert dict(zip(PAGE_NUMBERS, rows[1], strict=True)) == {
        "id": 3,
        "host_id": 3,
        "rate_shape": 1.0,
        "rate_scale_h": 24.0,
        "weight": 1.0,
        "floor": None,
        "ceiling": None,
        "due_at": microseconds(NOW + 2 * HOUR),
        "last_visit_at": None,
        "failures": 0,
        "quarantined_at": None,
        "observations": 0,
    }


def test_only_urls_of_later_pages_are_read(repository: Repository) -> None:
    assert [row for rows in repository.page_urls(3) for row in rows] == [
        (4, "https://h3.example/"),
        (5, "https://h4.example/"),
    ]
    assert list(repository.page_urls(5)) == []


def test_many_visits_are_planned_and_their_rules_found_again(repository: Repository) -> None:
    rules = {1: "every 6 h", 2: "every 6 h", 4: "0 7 * * * UTC"}
    repository.plan_visits(
        PlannedVisit(page_id=number, due_at=NOW, reason=rule, exempt=True, plan={"rule": rule})
        for number, rule in rules.items()
    )
    assert repository.planned_rules() == {1: "every 6 h", 4: "0 7 * * * UTC"}, "page 2 is paused"
    planned = repository.page(4)
    assert (planned.due_at, planned.due_reason, planned.exempt) == (NOW, "0 7 * * * UTC", True)


def test_a_page_that_was_leased_meanwhile_keeps_what_its_visit_planned(repository: Repository) -> None:
    seen = {number: repository.page(number).attempt for number in (3, 4)}
    repository.set_due(4, NOW - HOUR, "test")
    (lease,) = repository.lease_due(NOW, limit=1, lease_for=timedelta(minutes=5))
    later = NOW + 6 * HOUR
    repository.finish_visit(
        lease, visited_at=NOW, failed=False, due_at=later, due_reason="the visit's", host_next_ok_at=NOW
    )
    repository.plan_visits(
        PlannedVisit(page_id=number, due_at=NOW, reason="to spare", attempt=attempt)
        for number, attempt in seen.items()
    )
    assert repository.page(3).due_reason == "to spare"
    assert (repository.page(4).due_at, repository.page(4).due_reason) == (later, "the visit's")


def test_a_page_that_has_learned_meanwhile_keeps_its_belief(repository: Repository) -> None:
    repository.set_rate(4, RateBelief(shape=9.0, scale_h=9.0), observations=1)
    repository.set_rates((number, RateBelief(shape=2.0, scale_h=3.0)) for number in (3, 4))
    assert [repository.page(number).rate.shape for number in (3, 4)] == [2.0, 9.0]


def test_pages_of_numbers_that_there_are_and_how_many(repository: Repository) -> None:
    assert [page.id for page in repository.pages_of([5, 2, 99, 2**63 - 1])] == [2, 5]
    assert (repository.count_pages(), repository.count_pages(active=False)) == (5, 1)


def test_what_is_due_and_what_comes_first(repository: Repository) -> None:
    assert repository.has_due(NOW, besides=())
    assert not repository.has_due(NOW + HOUR, besides={1})
    assert repository.first_due_at(besides=1) == NOW + 2 * HOUR
    assert repository.count_visited(NOW - HOUR, NOW) == 0


def test_what_was_said_of_pages_before_they_were_added(repository: Repository) -> None:
    for page_id, hours in ((1, 30), (1, 10), (1, -5), (3, -1), (4, 48)):
        hint = PageHint(page_id=page_id, at=NOW - hours * HOUR, kind=HintKind.SITEMAP, changed=True)
        repository.add_hint(hint)
    repository.set_rate(4, RateBelief(), observations=1)
    assert repository.told_before_added() == [(1, 10.0)]
    assert repository.pages_to_compare() == []


def test_rows_are_read_in_batches_and_none_twice(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.queries.page_columns._BATCH", 2)
    assert [[row[0] for row in rows] for rows in repository.page_numbers()] == [[1, 3], [4, 5]]
    assert [[row[0] for row in rows] for rows in repository.page_urls(0)] == [[1, 2], [3, 4], [5]]


def test_many_pages_are_added_at_once_and_known_ones_stay(repository: Repository) -> None:
    rows = [
        ("https://h0.example/", 9.0),
        ("https://new.example/", 2.0),
        ("HTTPS://new.example:443/#top", 3.0),
    ]
    kept = [(page.id, page.weight, is_new) for page, is_new in repository.add_pages(rows, at=NOW, due_at=NOW)]
    assert kept == [(1, 1.0, False), (6, 2.0, True), (6, 2.0, False)]
    assert [page.id for page in repository.pages_in_order([6, 99, 1])] == [6, 1]
