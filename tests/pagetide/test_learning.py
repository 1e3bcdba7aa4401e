import numpy as np
import pytest

from pagetide.errors import NothingToDo
from storage.records import ModelState, Role, StoredCapture
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture, failed, history


def test_too_few_captures_say_what_to_do(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with pytest.raises(NothingToDo, match="Run the crawl first"):
        visits.app.learner.learn(visits.now(), START)


def test_a_page_without_captures_says_so(visits: Visits) -> None:
    with pytest.raises(NothingToDo, match="0 good captures"):
        visits.app.learner.learn(visits.now(), START)


def test_a_history_with_change_is_learned_and_its_captures_decided(visits: Visits) -> None:
    for item, _ in history(60):
        visits.visit(item)
    model = visits.app.learner.learn(visits.now(), START)
    assert model.state is ModelState.LEARNED
    assert np.sum(model.importance) == pytest.approx(1)
    decided = [score.important for score in visits.app.collection.repository.scores(visits.page.id)]
    assert None not in decided


def test_decisions_follow_the_news_and_not_the_advertisement(visits: Visits) -> None:
    past = history(100)
    for item, _ in past:
        visits.visit(item)
    visits.app.learner.learn(visits.now(), START)
    latest = {}
    for score in visits.app.collection.repository.scores(visits.page.id):
        latest[score.after_id] = score.important
    truth = [changed for _, changed in past[1:]]
    right = np.mean([latest[key] == real for key, real in zip(sorted(latest), truth, strict=True)])
    assert right > 0.9


def test_a_page_that_never_changes_is_not_learned(visits: Visits) -> None:
    for hour in range(50):
        visits.visit(capture(hour, news=1, advert=1))
    model = visits.app.learner.learn(visits.now(), START)
    assert model.state is ModelState.NOT_ENOUGH_CHANGE
    assert model.importance == ()


def test_failed_visits_never_enter_learning(visits: Visits) -> None:
    for hour, (item, _) in enumerate(history(50)):
        visits.visit(failed(hour) if hour % 10 == 5 else item)
    model = visits.app.learner.learn(visits.now(), START)
    assert model.versions == 45


def test_learning_is_due_after_enough_new_captures(visits: Visits) -> None:
    settings = visits.app.settings.learning
    past = history(settings.first_after_versions + settings.refit_after_versions)
    due = []
    for number, (item, _) in enumerate(past, 1):
        visits.visit(item)
        if visits.app.learner.is_due(visits.now()):
            due.append(number)
            visits.app.learner.learn(visits.now(), item.started_at)
    assert due == [
        settings.first_after_versions,
        settings.first_after_versions + settings.refit_after_versions,
    ]


def test_learning_again_reads_no_picture(visits: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    for item, _ in history(50):
        visits.visit(item)
    read: list[Role] = []
    original = visits.app.collection.read

    def counting(stored: StoredCapture, role: Role) -> bytes:
        read.append(role)
        return original(stored, role)

    monkeypatch.setattr(visits.app.collection, "read", counting)
    visits.app.learner.learn(visits.now(), START)
    assert read.count(Role.FULL_PAGE) <= 1
