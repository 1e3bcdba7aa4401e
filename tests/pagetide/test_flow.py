from datetime import timedelta
from typing import Any

import pytest

from storage.errors import DatabaseUnavailable
from storage.records import Outcome, Role
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture, failed


def test_a_capture_is_kept_with_its_parts(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    (stored,) = visits.app.collection.repository.captures(visits.page.id)
    assert stored.outcome is Outcome.COMPLETE
    assert {Role.VIEW, Role.FULL_PAGE, Role.DOM, Role.TEXT, Role.LAYOUT} <= set(stored.artifacts)


def test_the_first_capture_has_nothing_to_be_compared_with(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    assert visits.app.collection.repository.scores(visits.page.id) == []


def test_the_second_capture_is_compared_with_the_first(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    visits.visit(capture(1, news=2, advert=2))
    (score,) = visits.app.collection.repository.scores(visits.page.id)
    assert score.distance > 0
    assert score.model_id is None
    assert score.important is None


def test_equal_captures_are_at_distance_zero(visits: Visits) -> None:
    for hour in range(2):
        visits.visit(capture(hour, news=1, advert=1))
    (score,) = visits.app.collection.repository.scores(visits.page.id)
    assert score.distance == 0


def test_without_a_budget_the_next_visit_is_an_hour_later(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    assert visits.now().due_at == START + timedelta(hours=1)


def test_a_failed_visit_is_kept_and_never_scored(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    visits.visit(failed(1))
    visits.visit(capture(2, news=2, advert=1))
    captures = visits.app.collection.repository.captures(visits.page.id)
    assert [item.outcome for item in captures] == [Outcome.COMPLETE, Outcome.FAILED, Outcome.COMPLETE]
    (score,) = visits.app.collection.repository.scores(visits.page.id)
    assert (score.before_id, score.after_id) == (captures[0].id, captures[2].id)


def test_failures_in_a_row_wait_longer_and_longer(visits: Visits) -> None:
    waits = []
    for hour in (0, 5, 10):
        visits.visit(failed(hour))
        due = visits.now().due_at
        assert due is not None
        waits.append(due - (START + timedelta(hours=hour)))
    assert waits == [timedelta(hours=1), timedelta(hours=2), timedelta(hours=4)]


def test_a_success_forgets_the_failures(visits: Visits) -> None:
    visits.visit(failed(0))
    visits.visit(capture(1, news=1, advert=1))
    assert visits.now().failures == 0


def test_after_learning_captures_are_decided_and_move_the_belief(visited: Visits) -> None:
    newest_at = visited.app.collection.repository.captures(visited.page.id)[-1].started_at
    visited.app.learner.learn(visited.now(), newest_at)
    before = visited.now().rate
    visited.visit(capture(61, news=60, advert=7))
    (newest,) = visited.app.collection.repository.scores(visited.page.id, newest_first=True, limit=1)
    assert newest.model_id is not None
    assert newest.important is True
    assert visited.now().rate != before


def test_a_capture_that_is_handed_over_again_after_an_error_is_stored_once(
    visits: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = visits.app.collection.repository
    (lease,) = repository.lease_due(START, limit=1, lease_for=timedelta(minutes=5))
    finish_visit, failing = repository.finish_visit, [DatabaseUnavailable("broken by the test")]

    def finish(*given: Any, **named: Any) -> bool:
        if failing:
            raise failing.pop()
        return finish_visit(*given, **named)

    monkeypatch.setattr(repository, "finish_visit", finish)
    arrived = capture(0, news=1, advert=1)
    with pytest.raises(DatabaseUnavailable):
        visits.app.flow.on_capture(lease, arrived)
    visits.app.flow.on_capture(lease, arrived)
    assert len(repository.captures(visits.page.id)) == 1
    assert visits.now().last_visit_at == START


def test_a_capture_that_was_stored_before_the_process_ended_is_not_stored_again(visits: Visits) -> None:
    """A worker delivers until it is answered, and so to the next daemon, too."""
    first = capture(0, news=1, advert=1)
    visits.app.collection.store(visits.page, first)
    visits.visit(first)
    assert len(visits.app.collection.repository.captures(visits.page.id)) == 1
    assert visits.now().last_visit_at == first.started_at
