from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import numpy as np
import pytest

from pagetide.app import App
from pagetide.errors import NothingToDo
from pagetide.learning.labelling import questions, say
from pagetide.learning.page_models import Learner
from pagetide.settings.collection_settings import LearningSettings
from storage.actions.audit import Actor
from storage.actions.pages import set_alarm_above
from storage.actions.undoing import undo
from storage.queries.page_types import FoundType
from storage.records import ModelState, ResponseKind, Role, StoredCapture
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, capture, failed, history


def test_too_few_captures_say_what_to_do(visits: Visits) -> None:
    visits.visit(capture(0, news=1, advert=1))
    with pytest.raises(NothingToDo, match="Run the crawl first"):
        visits.app.learner.learn(visits.now(), START)


def test_a_page_without_captures_says_so(visits: Visits) -> None:
    with pytest.raises(NothingToDo, match="0 good captures"):
        visits.app.learner.learn(visits.now(), START)


def test_a_history_with_change_is_learned_and_its_captures_decided(learned: Visits) -> None:
    model = learned.app.collection.repository.current_model(learned.page.id)
    assert model is not None
    assert model.state is ModelState.LEARNED
    assert np.sum(model.importance) == pytest.approx(1)
    decided = [score.important for score in learned.app.collection.repository.scores(learned.page.id)]
    assert None not in decided
    low, high = (np.array(model.details["map_interval"][name]) for name in ("low", "high"))
    assert low.shape == high.shape == (10, 10)
    assert (low <= high).all()
    surest = np.unravel_index(np.argmax(low), low.shape)
    assert np.array(model.importance)[surest] > 0.01


def test_learning_that_is_asked_to_stop_keeps_the_model_and_decides_nothing_more(visited: Visits) -> None:
    learner, scores = visited.app.learner, visited.app.collection.repository.scores
    assert learner.learn_due(START, lambda: True) == []
    assert learner.learn(visited.now(), START, lambda: True).state is ModelState.LEARNED
    assert [score for score in scores(visited.page.id) if score.important is not None] == []


def test_decisions_follow_the_news_and_not_the_advertisement(learned: Visits) -> None:
    latest = {}
    for score in learned.app.collection.repository.scores(learned.page.id):
        latest[score.after_id] = score.important
    truth = [changed for _, changed in history(60)[1:]]
    right = np.mean([latest[key] == real for key, real in zip(sorted(latest), truth, strict=True)])
    assert right > 0.9


def test_a_page_that_never_changes_is_not_learned(visits: Visits) -> None:
    for hour in range(24):
        visits.keep(capture(hour, news=1, advert=1))
    model = visits.app.learner.learn(visits.now(), START)
    assert model.state is ModelState.NOT_ENOUGH_CHANGE
    assert model.importance == ()


def test_failed_visits_never_enter_learning(visits: Visits) -> None:
    for hour, (item, _) in enumerate(history(8)):
        visits.keep(failed(hour) if hour % 5 == 2 else item)
    model = visits.app.learner.learn(visits.now(), START)
    assert model.versions == 6


def test_learning_is_due_after_enough_new_captures(visits: Visits) -> None:
    first, again, due = 6, 4, []
    learning = learner(visits.app, first_after_versions=first, refit_after_versions=again)
    for number, (item, _) in enumerate(history(first + again), 1):
        visits.keep(item)
        is_due = learning.is_due(visits.now())
        learned = learning.learn_due(item.started_at)
        assert bool(learned) == is_due
        if is_due:
            due.append(number)
    assert due == [first, first + again]


def test_learning_again_reads_no_picture(visited: Visits, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Role] = []
    original = visited.app.collection.read

    def counting(stored: StoredCapture, role: Role) -> bytes:
        read.append(role)
        return original(stored, role)

    monkeypatch.setattr(visited.app.collection, "read", counting)
    visited.app.learner.learn(visited.now(), START)
    assert read.count(Role.FULL_PAGE) <= 1


def learner(app: App, **changes: object) -> Learner:
    """The app's learner with other settings."""
    settings = replace(app.settings.learning, **changes)  # type: ignore[arg-type]
    return Learner(app.collection, app.scorer, lambda url: settings, app.learner._rates, app.learner._writing)


def test_walls_and_errors_never_enter_learning(visits: Visits) -> None:
    kinds = {2: ResponseKind.BOT_WALL, 4: ResponseKind.LOGIN_WALL, 7: ResponseKind.ERROR}
    for hour, (item, _) in enumerate(history(8)):
        visits.keep(replace(item, response_kind=kinds.get(hour, item.response_kind)))
    assert visits.app.learner.learn(visits.now(), START).versions == 5


def test_the_window_grows_until_enough_has_changed_and_no_further(visits: Visits) -> None:
    news = 0
    for hour in range(30):
        news += hour % 3 == 2
        visits.keep(capture(hour, news=news, advert=hour % 7))
    page = visits.now()
    grown = learner(visits.app, window_versions=4, longest_window_versions=16, enough_changes=1000.0)
    assert grown.learn(page, START).versions == 16
    all_of_it = learner(visits.app, window_versions=4, longest_window_versions=999, enough_changes=1000.0)
    assert all_of_it.learn(page, START + timedelta(hours=1)).versions == 30
    content = learner(visits.app, window_versions=8, longest_window_versions=999, enough_changes=0.5)
    assert content.learn(page, START + timedelta(hours=2)).versions == 15, (
        "half of what held far more than enough"
    )


def test_a_new_page_is_judged_by_what_other_pages_taught_until_it_has_a_history(learned: Visits) -> None:
    app, url = learned.app, "http://news.example/second"
    learning = learner(app, first_after_versions=24)
    page = app.collection.repository.add_page(url, at=START, due_at=None)
    assert not learning.is_due(page)
    second = Visits(app, page)
    for item, _ in history(4, seed=7, url=url):
        second.keep(item)
    assert learning.is_due(page)
    model = learning.learn(page, START)
    assert model.state is ModelState.PRIOR
    assert model.details["prior_models"] == 1
    assert np.sum(model.importance) == pytest.approx(1)
    assert not learning.is_due(page)
    decided = app.collection.repository.scores(page.id)
    assert len(decided) == 3
    assert None not in [score.important for score in decided]
    assert {score.model_id for score in decided} == {model.id}
    for item, _ in history(24, seed=7, url=url)[4:]:
        second.keep(item)
    assert learning.is_due(page)
    assert learning.learn(page, START + timedelta(days=2)).state is ModelState.LEARNED
    assert model.id not in {score.model_id for score in app.collection.repository.scores(page.id)}


@pytest.mark.parametrize(
    ("url", "models"),
    [
        ("http://news.example/culture", 1),  # sections of its host before its front page
        ("http://news.example/2026/11/27/a-mill-burns.html", 2),  # all of its host: none is an article
        ("http://else.example/", 2),  # front pages of others
        ("http://else.example/2026/11/27/a-mill-burns.html", 4),
    ],
)
def test_pages_of_its_host_and_of_its_kind_stand_in_before_others(
    learned: Visits, url: str, models: int
) -> None:
    app = learned.app
    known = app.collection.repository.current_model(learned.page.id)
    assert known is not None
    for other in ("http://news.example/sport", "http://other.example/", "http://other.example/sport"):
        page = app.collection.repository.add_page(other, at=START, due_at=None)
        app.collection.repository.save_model(replace(known, page_id=page.id))
    page = app.collection.repository.add_page(url, at=START, due_at=None)
    for item, _ in history(4, seed=7, url=url):
        Visits(app, page).keep(item)
    assert app.learner.learn(page, START).details["prior_models"] == models


def test_pages_of_its_type_stand_in_before_those_of_its_address_kind(learned: Visits) -> None:
    app, repository = learned.app, learned.app.collection.repository
    known = repository.current_model(learned.page.id)
    assert known is not None
    new = repository.add_page("http://news.example/culture", at=START, due_at=None)
    types = {learned.page.id: "listing", new.id: "forum"}
    for url in ("http://news.example/sport", "http://news.example/2026/11/27/a-mill-burns.html"):
        page = repository.add_page(url, at=START, due_at=None)
        repository.save_model(replace(known, page_id=page.id))
        types[page.id] = "forum"
    for page_id, name in types.items():
        repository.put_found_type(
            FoundType(page_id=page_id, type=name, probability=0.9, model_id="sha256:1", at=START)
        )
    for item, _ in history(4, seed=7, url=new.url):
        Visits(app, new).keep(item)
    assert app.learner.learn(new, START).details["prior_models"] == 2


def test_pages_rendered_otherwise_are_no_witnesses(learned: Visits) -> None:
    app, url = learned.app, "http://news.example/second"
    page = app.collection.repository.add_page(url, at=START, due_at=None)
    for item, _ in history(4, seed=7, url=url):
        Visits(app, page).keep(replace(item, profile=replace(item.profile, locale="fr")))
    assert app.learner.learn(page, START).state is ModelState.NOT_ENOUGH_CHANGE


def test_verdicts_of_a_person_are_learned_from(learned: Visits) -> None:
    app, page = learned.app, learned.now()
    asked = questions(app.collection, app.scorer, page, n=4, newest=60)
    assert len({(item.before.id, item.after.id) for item in asked}) == 4
    for item in asked:
        say(app.collection, page, (item.after.id, item.before.id), important=False, at=START, by="ann")
    assert not {item.after.id for item in asked} & {
        item.after.id for item in questions(app.collection, app.scorer, page, n=4, newest=60)
    }
    assert app.learner.learn(page, START).details["labels"] == 4


def test_what_was_said_of_older_captures_than_the_window_is_not_forgotten(learned: Visits) -> None:
    app, page = learned.app, learned.now()
    say(app.collection, page, (1, 2), important=True, at=START)
    model = learner(app, window_versions=30, longest_window_versions=30).learn(page, START)
    assert model.details["labels"] == 1
    assert model.details["versions"] == 32


def test_verdicts_on_walls_are_kept_but_not_learned_from(visits: Visits) -> None:
    for hour, (item, _) in enumerate(history(8)):
        visits.keep(replace(item, response_kind=ResponseKind.BOT_WALL) if hour == 1 else item)
    say(visits.app.collection, visits.now(), (1, 2), important=True, at=START)
    assert visits.app.learner.learn(visits.now(), START).details["labels"] == 0


def test_before_a_model_nothing_can_be_asked(visits: Visits) -> None:
    with pytest.raises(NothingToDo, match="no learned model"):
        questions(visits.app.collection, visits.app.scorer, visits.now(), n=1, newest=60)


def test_an_alert_budget_holds_back_the_lesser_changes(learned: Visits) -> None:
    app, page = learned.app, learned.now()
    model = learner(app, alerts_per_week=6.0).learn(page, START + timedelta(days=9))
    assert model.details["alerts_on_window"] <= 7.0
    captures = app.collection.repository.captures(page.id)
    scores = [app.scorer.score(a, b, START) for a, b in pairwise(captures)]
    rung = [score.distance for score in scores if score.important]
    held_back = [
        score.distance for score in scores if not score.important and (score.probability or 0.0) > 0.5
    ]
    assert 0 < len(rung) <= 7
    assert len(held_back) > 5
    assert max(held_back) <= min(rung)
    assert all(score.explanation["alarm_above"] == model.details["alert_probability"] for score in scores)


def test_a_persons_threshold_counts_at_once_and_is_given_back(learned: Visits) -> None:
    app, page = learned.app, learned.now()
    pairs = list(pairwise(app.collection.repository.captures(page.id)))
    by_model = [app.scorer.score(*pair, START) for pair in pairs]
    chances = sorted({score.probability for score in by_model if score.probability is not None})
    middle = len(chances) // 2
    between = sum(chances[middle - 1 : middle + 1]) / 2  # equal to one, rounding would decide
    above = min(max(between, 0.001), 0.999)
    set_alarm_above(app.collection, Actor(by="ada", at=START), page.id, above)
    by_person = [app.scorer.score(*pair, START) for pair in pairs]
    assert [score.probability for score in by_person] == [score.probability for score in by_model]
    assert [score.important for score in by_person] == [
        (score.probability or 0.0) > above for score in by_model
    ]
    assert {score.explanation["alarm_by"] for score in by_person} == {"person"}
    undo(app.collection, Actor(by="ada", at=START))
    again = [app.scorer.score(*pair, START).important for pair in pairs]
    assert again == [score.important for score in by_model]


def test_settings_of_learning_keep_to_their_limits() -> None:
    settings = LearningSettings()
    assert settings.window_versions <= settings.longest_window_versions
