"""Captures of different rendering profiles are never compared; a person is told when comparing starts anew."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.clock import SimulatedClock
from pagetide.app import App
from pagetide.learning.baselines import difference, newest_baseline, same_look
from pagetide.learning.versions import version_of
from storage.collection import Collection
from storage.records import Capture, Problem, ProblemCode, RenderingProfile, ResponseKind
from tests.pagetide.conftest import Visits
from tests.pagetide.synthetic import START, URL, capture, history

OLD = RenderingProfile(user_agent="Chrome/150", browser="Chromium 150.0.1")
UPGRADED = RenderingProfile(user_agent="Chrome/151", browser="Chromium 151.0.2")
WIDER = replace(OLD, viewport_width_px=1200)


def seen(hour: int, profile: RenderingProfile, news: int = 1) -> Capture:
    return replace(capture(hour, news=news, advert=1), profile=profile)


@pytest.mark.parametrize(
    ("profile", "reason"),
    [
        (UPGRADED, "browser Chromium 150.0.1 -> Chromium 151.0.2"),
        (WIDER, "window width 1000 -> 1200"),
        (replace(OLD, user_agent="Chrome/150 (archive@example.org)"), "User-Agent Chrome/150 -> Chrome/150 (arch"),
    ],
)  # fmt: skip
def test_another_profile_starts_another_baseline_and_says_why(
    visits: Visits, caplog: pytest.LogCaptureFixture, profile: RenderingProfile, reason: str
) -> None:
    caplog.set_level(logging.INFO)
    visits.visit(seen(0, OLD))
    visits.visit(seen(1, profile, news=2))
    visits.visit(seen(2, profile, news=3))
    repository = visits.app.collection.repository
    captures = repository.captures(visits.page.id)
    (score,) = repository.scores(visits.page.id)
    assert (score.before_id, score.after_id) == (captures[1].id, captures[2].id)
    baseline = newest_baseline(captures)
    assert baseline is not None
    assert baseline.since == START + timedelta(hours=1)
    assert baseline.reason.startswith(reason)
    assert [
        record.message.partition(": new")[2] for record in caplog.records if "new baseline" in record.message
    ]


def test_a_page_always_rendered_alike_has_no_new_baseline(visits: Visits) -> None:
    for hour in range(3):
        visits.visit(seen(hour, OLD))
    assert newest_baseline(visits.app.collection.repository.captures(visits.page.id)) is None
    assert newest_baseline([]) is None


def test_a_profile_that_comes_back_is_compared_with_its_own_captures(visits: Visits) -> None:
    for hour, profile in enumerate((OLD, UPGRADED, OLD)):
        visits.visit(seen(hour, profile))
    captures = visits.app.collection.repository.captures(visits.page.id)
    (score,) = visits.app.collection.repository.scores(visits.page.id)
    assert (score.before_id, score.after_id) == (captures[0].id, captures[2].id)


def test_differences_are_named() -> None:
    assert same_look(OLD, UPGRADED)
    assert not same_look(OLD, WIDER)
    assert difference(replace(OLD, browser=""), OLD) == "browser unknown -> Chromium 150.0.1"


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Visits]:
    """A collection that learns early."""
    Collection.create(tmp_path / "news").close()
    learning = {"first_after_versions": 30, "refit_after_versions": 5, "constraints": 500}
    with App.open(tmp_path / "news", clock=SimulatedClock(START), overrides={"learning": learning}) as app:
        yield Visits(app)


@pytest.mark.slow
def test_a_model_outlives_an_upgrade_of_the_browser_and_no_change_of_the_window(quick: Visits) -> None:
    taken = [replace(item, profile=OLD) for item, _ in history(30)]
    for item in taken:
        quick.visit(item)
    page, learner, scorer = quick.now(), quick.app.learner, quick.app.scorer
    assert learner.is_due(page)
    model = learner.learn(page, START + timedelta(hours=30))
    for hour in range(30, 36):
        quick.visit(seen(hour, UPGRADED, news=hour))
    assert not learner.is_due(page), "six captures of the new build are too few to learn from"
    newest = quick.app.collection.repository.captures(page.id, newest_first=True, limit=1)[0]
    assert scorer.model_for(newest)[1] == model
    quick.visit(seen(36, WIDER))
    newest = quick.app.collection.repository.captures(page.id, newest_first=True, limit=1)[0]
    assert scorer.model_for(newest)[1] is None


def test_a_dense_picture_is_compared_in_css_pixels() -> None:
    plain = capture(0, news=1, advert=1)
    dense = replace(plain, profile=replace(OLD, scale=2.0))
    assert version_of(plain).screenshot.shape == (1000, 1000, 3)  # type: ignore[union-attr]
    assert version_of(dense).screenshot.shape == (500, 500, 3)  # type: ignore[union-attr]


def test_a_lost_login_is_told_once(visits: Visits, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    out = Problem(code=ProblemCode.LOGGED_OUT, message="the login is no longer valid", url=URL)
    for hour, problems in enumerate([(), (out,), (out,), (), (out,)]):
        kind = ResponseKind.LOGIN_WALL if problems else ResponseKind.CONTENT
        visits.visit(replace(capture(hour, news=1, advert=1), problems=problems, response_kind=kind))
    warned = [record for record in caplog.records if "is logged out" in record.message]
    assert [record.levelname for record in warned] == ["WARNING", "WARNING"]
    assert len([record for record in caplog.records if "logged in again" in record.message]) == 1
