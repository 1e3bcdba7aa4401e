from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from storage.actions.audit import Actor
from storage.actions.pages import release
from storage.collection import Collection
from storage.queries.leases import _due_rows, _first_of_busy_hosts
from storage.records import Lease, Page, RateBelief
from tests.storage.builders import START

pytestmark = pytest.mark.usefixtures("each_database")

MINUTE = timedelta(minutes=1)
HOUR = 60 * MINUTE


def _add(collection: Collection, url: str, due_at: datetime | None = START) -> int:
    return collection.repository.add_page(url, at=START, due_at=due_at).id


def _lease(collection: Collection, now: datetime, limit: int = 10) -> list[Lease]:
    return collection.repository.lease_due(now, limit=limit, lease_for=5 * MINUTE)


def _finish(
    collection: Collection,
    lease: Lease,
    now: datetime,
    due_at: datetime | None = None,
    *,
    failed: bool = False,
    quarantined: bool = False,
) -> bool:
    return collection.repository.finish_visit(
        lease,
        visited_at=now,
        failed=failed,
        due_at=due_at,
        due_reason="because",
        host_next_ok_at=now + 2 * MINUTE,
        quarantined=quarantined,
    )


def _quarantined(collection: Collection) -> Page:
    _add(collection, "https://a.example/")
    (lease,) = _lease(collection, START)
    _finish(collection, lease, START, START + HOUR, failed=True, quarantined=True)
    return collection.repository.page(lease.page.id)


def test_a_page_is_quarantined_since_the_visit_that_says_so_first(collection: Collection) -> None:
    assert _quarantined(collection).quarantined_at == START
    (lease,) = _lease(collection, START + HOUR)
    _finish(collection, lease, START + HOUR, START + 2 * HOUR, failed=True, quarantined=True)
    assert collection.repository.page(lease.page.id).quarantined_at == START


def test_a_visit_that_succeeds_ends_the_quarantine(collection: Collection) -> None:
    _quarantined(collection)
    (lease,) = _lease(collection, START + HOUR)
    _finish(collection, lease, START + HOUR)
    assert collection.repository.page(lease.page.id).quarantined_at is None


def test_a_released_page_is_due_at_once_and_begins_anew(collection: Collection) -> None:
    release(collection, Actor(by="ada", at=START + MINUTE), _quarantined(collection).id)
    (page,) = collection.repository.pages()
    assert (page.quarantined_at, page.failures, page.due_at) == (None, 0, START + MINUTE)


def test_due_pages_are_leased_in_the_order_of_their_due_times(collection: Collection) -> None:
    late = _add(collection, "https://a.example/", START - MINUTE)
    later = _add(collection, "https://b.example/", START - 2 * MINUTE)
    _add(collection, "https://c.example/", START + MINUTE)
    _add(collection, "https://d.example/", None)
    leases = _lease(collection, START)
    assert [lease.page.id for lease in leases] == [later, late]
    assert all(lease.attempt == 1 and lease.expires_at == START + 5 * MINUTE for lease in leases)


def test_of_late_pages_that_is_leased_first_which_is_latest_for_its_interval(collection: Collection) -> None:
    for url in ("https://slow.example/", "https://fast.example/"):
        _add(collection, url)
    for lease in _lease(collection, START):
        hours = 10 if "slow" in lease.page.url else 1
        _finish(collection, lease, START, START + hours * HOUR)
    now = START + 11 * HOUR
    assert _lease(collection, now, 1)[0].page.host == "fast.example", (
        "ten intervals late, the other one a tenth"
    )


def test_a_visit_asked_for_by_hand_goes_before_late_ones(collection: Collection) -> None:
    late = _add(collection, "https://late.example/")
    (lease,) = _lease(collection, START)
    _finish(collection, lease, START, START + HOUR)
    asked = _add(collection, "https://asked.example/", START + 2 * HOUR)
    collection.repository.set_due(asked, START + HOUR, "asked for", exempt=True)
    found = _lease(collection, START + 99 * HOUR)
    assert [item.page.id for item in found] == [asked, late]


def test_a_leased_page_is_not_leased_again_until_the_lease_expires(collection: Collection) -> None:
    _add(collection, "https://a.example/")
    assert len(_lease(collection, START)) == 1
    assert _lease(collection, START + MINUTE) == []
    again = _lease(collection, START + 5 * MINUTE)
    assert [lease.attempt for lease in again] == [2]


def test_one_page_per_host_is_leased_at_a_time(collection: Collection) -> None:
    first = _add(collection, "https://a.example/1", START - MINUTE)
    _add(collection, "https://a.example/2")
    other = _add(collection, "https://b.example/")
    assert [lease.page.id for lease in _lease(collection, START)] == [first, other]
    assert _lease(collection, START) == []


def test_a_host_rests_after_a_visit(collection: Collection) -> None:
    _add(collection, "https://a.example/1")
    second = _add(collection, "https://a.example/2")
    (lease,) = _lease(collection, START)
    assert _finish(collection, lease, START)
    assert _lease(collection, START + MINUTE) == []
    assert [lease.page.id for lease in _lease(collection, START + 2 * MINUTE)] == [second]


def test_an_inactive_page_is_not_leased(collection: Collection) -> None:
    number = _add(collection, "https://a.example/")
    collection.repository.set_active(number, False)
    assert _lease(collection, START) == []


def test_a_finished_visit_is_written_to_the_page(collection: Collection) -> None:
    number = _add(collection, "https://a.example/")
    (lease,) = _lease(collection, START)
    assert _finish(collection, lease, START, START + 60 * MINUTE, failed=True)
    page = collection.repository.page(number)
    assert (page.due_at, page.due_reason) == (START + 60 * MINUTE, "because")
    assert (page.rate, page.failures, page.last_visit_at) == (RateBelief(), 1, START)


def test_failures_count_up_and_a_success_clears_them(collection: Collection) -> None:
    number = _add(collection, "https://a.example/")
    now = START
    seen = []
    for failed in (True, True, False):
        (lease,) = _lease(collection, now)
        assert _finish(collection, lease, now, now, failed=failed)
        seen.append(collection.repository.page(number).failures)
        now += 10 * MINUTE
    assert seen == [1, 2, 0]


def test_a_stale_visitor_writes_nothing(collection: Collection) -> None:
    number = _add(collection, "https://a.example/")
    (stale,) = _lease(collection, START)
    (fresh,) = _lease(collection, START + 10 * MINUTE)
    assert not _finish(collection, stale, START, START)
    assert collection.repository.page(number).last_visit_at is None
    assert _finish(collection, fresh, START + 11 * MINUTE, None)
    assert not _finish(collection, fresh, START + 12 * MINUTE, START)


def test_a_late_visitor_does_not_free_a_host_that_another_page_holds(collection: Collection) -> None:
    _add(collection, "https://a.example/1", START - MINUTE)
    _add(collection, "https://a.example/2", START)
    (late,) = _lease(collection, START)
    collection.repository.set_due(late.page.id, START + 60 * MINUTE, "")
    (holder,) = _lease(collection, START + 6 * MINUTE)
    assert holder.page.id != late.page.id
    assert _finish(collection, late, START + 6 * MINUTE, START + 7 * MINUTE)
    assert _lease(collection, START + 9 * MINUTE) == []


def test_all_leases_are_taken_back_at_once(collection: Collection) -> None:
    for name in "abc":
        _add(collection, f"https://{name}.example/")
    leases = _lease(collection, START, limit=2)
    assert collection.repository.release_all_leases() == 2
    assert not _finish(collection, leases[0], START, START)
    assert [lease.attempt for lease in _lease(collection, START)] == [2, 2, 1]


def test_many_due_pages_of_one_host_do_not_hide_other_hosts(collection: Collection) -> None:
    for number in range(450):
        _add(collection, f"https://big.example/{number}", START - MINUTE)
    small = [_add(collection, f"https://{name}.example/") for name in "ab"]
    leased = [lease.page.id for lease in _lease(collection, START)]
    assert leased == [leased[0], *small]


def test_due_pages_are_found_through_the_index_of_due_times(collection: Collection) -> None:
    if not collection.database.is_sqlite:
        pytest.skip("servers read so small a table without its indexes")
    for number in range(50):
        _add(collection, f"https://h{number}.example/")
    statements: list[tuple[str, object]] = []
    with collection.database.reading() as connection:
        event.listen(connection, "before_cursor_execute", lambda *said: statements.append((said[2], said[3])))
        _due_rows(connection, START, 5)
        sql, values = statements[-1]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
    assert any("USING INDEX ix_page_due_at (due_at<?)" in row[3] for row in plan)
    assert not any(row[3] == "SCAN host" for row in plan)
    assert not any("TEMP B-TREE FOR ORDER BY" in row[3] for row in plan)


def test_next_due_is_the_earliest_due_time(collection: Collection) -> None:
    _add(collection, "https://a.example/", START + 3 * MINUTE)
    _add(collection, "https://b.example/", START + 2 * MINUTE)
    assert collection.repository.next_due_at(START) == START + 2 * MINUTE


def test_next_due_of_an_overdue_page_is_now(collection: Collection) -> None:
    _add(collection, "https://a.example/", START - MINUTE)
    assert collection.repository.next_due_at(START) == START


def test_next_due_of_nothing_is_never(collection: Collection) -> None:
    assert collection.repository.next_due_at(START) is None
    _add(collection, "https://a.example/", None)
    assert collection.repository.next_due_at(START) is None


def test_next_due_waits_for_leases_and_resting_hosts(collection: Collection) -> None:
    _add(collection, "https://a.example/1")
    _add(collection, "https://a.example/2")
    (lease,) = _lease(collection, START)
    assert collection.repository.next_due_at(START) == START + 5 * MINUTE
    _finish(collection, lease, START + MINUTE, START + 60 * MINUTE)
    assert collection.repository.next_due_at(START + MINUTE) == START + 3 * MINUTE


_steps = st.lists(
    st.tuples(st.sampled_from(["lease", "finish", "wait", "off"]), st.integers(0, 5), st.integers(0, 12)),
    max_size=25,
)


@settings(max_examples=15, deadline=None)
@given(due=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 10)), min_size=1, max_size=6), steps=_steps)
def test_something_can_be_leased_exactly_from_the_moment_that_next_due_tells(
    due: list[tuple[int, int]], steps: list[tuple[str, int, int]], tmp_path_factory
) -> None:
    with Collection.create(tmp_path_factory.mktemp("lease")) as collection:
        for number, (host, minutes) in enumerate(due):
            _add(collection, f"https://h{host}.example/{number}", START + minutes * MINUTE)
        now, held = START, []
        for action, which, minutes in steps:
            if action == "lease":
                held += _lease(collection, now, limit=1 + which)
            elif action == "finish" and held:
                lease = held.pop(which % len(held))
                _finish(collection, lease, now, None if minutes > 10 else now + minutes * MINUTE)
            elif action == "wait":
                now += minutes * MINUTE
            elif action == "off":
                collection.repository.set_active(1 + which % len(due), minutes % 2 == 0)
        moment = collection.repository.next_due_at(now)
        if moment is None:
            assert _lease(collection, now + timedelta(days=1000)) == []
            return
        if moment > now:
            assert _lease(collection, moment - timedelta(microseconds=1)) == []
        assert _lease(collection, moment) != []


def test_only_exempt_pages_are_leased_while_the_budget_is_spent(collection: Collection) -> None:
    _add(collection, "https://a.example/", START - MINUTE)
    asked = _add(collection, "https://b.example/", START)
    collection.repository.set_due(asked, START, "asked for by hand", exempt=True)
    assert collection.repository.next_due_at(START, exempt=True) == START
    (lease,) = collection.repository.lease_due(START, limit=9, lease_for=5 * MINUTE, exempt=True)
    assert lease.page.id == asked
    assert lease.page.exempt
    _finish(collection, lease, START, START + HOUR)
    assert not collection.repository.page(asked).exempt
    assert collection.repository.next_due_at(START, exempt=True) is None


def test_a_visit_that_is_postponed_ends_its_lease_and_is_no_visit(collection: Collection) -> None:
    _add(collection, "https://a.example/")
    (lease,) = _lease(collection, START)
    later = {"due_at": START + HOUR, "due_reason": "not modified", "host_next_ok_at": START + MINUTE}
    assert collection.repository.postpone_visit(lease, plan={"decided_by": "hint"}, **later)
    page = collection.repository.page(lease.page.id)
    assert (page.last_visit_at, page.due_at, page.plan) == (None, START + HOUR, {"decided_by": "hint"})
    assert collection.repository.next_due_at(START) == START + HOUR
    assert not collection.repository.postpone_visit(lease, plan={}, **later), "the lease is over"


def test_planned_times_move_with_a_clock_that_was_set(collection: Collection) -> None:
    first = _add(collection, "https://a.example/", START + HOUR)
    _add(collection, "https://b.example/", None)
    (lease,) = _lease(collection, START + HOUR)
    _finish(collection, lease, START + HOUR, START + 3 * HOUR)
    collection.repository.shift_times(-HOUR)
    assert collection.repository.page(first).due_at == START + 2 * HOUR
    assert [page.due_at for page in collection.repository.pages()][1] is None
    assert _lease(collection, START + 2 * HOUR)


def test_of_a_busy_host_only_the_first_page_is_looked_at(collection: Collection) -> None:
    if not collection.database.is_sqlite:
        pytest.skip("servers read so small a table without its indexes")
    for number in range(50):
        _add(collection, f"https://a.example/{number}")
    statements: list[tuple[str, object]] = []
    with collection.database.reading() as connection:
        event.listen(connection, "before_cursor_execute", lambda *said: statements.append((said[2], said[3])))
        connection.execute(_first_of_busy_hosts(START, exempt=False))
        sql, values = statements[-1]
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all()
    assert any("ix_page_host_id_due_at (host_id=? AND due_at>?)" in row[3] for row in plan)
    assert not any("SCAN" in row[3] or "TEMP B-TREE" in row[3] for row in plan)
