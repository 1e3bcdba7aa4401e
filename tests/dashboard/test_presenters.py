"""How things are said."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from dashboard import presenters
from storage.queries.timelines import PageFigures
from storage.records import ModelState, Outcome, Page, ResponseKind
from tests.dashboard.sample import START
from tests.dashboard.test_charts import point

FIGURES = PageFigures(
    last_kind=ResponseKind.CONTENT,
    captures=30,
    versions=28,
    last_capture_id=30,
    picture_id=30,
    important_id=None,
    important_at=None,
    model_state=None,
)
PAGE = Page(id=1, url="https://example.org/", url_key="org,example)/", host="example.org", added_at=START)


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(0), "0 s"),
        (timedelta(seconds=42), "42 s"),
        (timedelta(minutes=45), "45 min"),
        (timedelta(hours=1), "1 h"),
        (timedelta(minutes=90), "1.5 h"),
        (timedelta(hours=36), "36 h"),
        (timedelta(days=3), "3 days"),
    ],
)
def test_durations_use_the_largest_fitting_unit(span: timedelta, said: str) -> None:
    assert presenters.duration(span) == said


@pytest.mark.parametrize(
    ("away", "said"),
    [
        (timedelta(seconds=-20), "just now"),
        (timedelta(seconds=20), "in less than a minute"),
        (timedelta(minutes=-90), "2 h ago"),
        (timedelta(minutes=59, seconds=50), "in 1 h"),
        (timedelta(days=5), "in 5 days"),
    ],
)
def test_times_are_said_relative_to_now(away: timedelta, said: str) -> None:
    assert presenters.relative(START + away, START) == said


def test_times_are_shown_in_utc_wherever_they_come_from() -> None:
    here = datetime(2026, 11, 20, 1, 5, tzinfo=timezone(timedelta(hours=2)))
    assert presenters.moment(here) == "19 Nov 2026, 23:05"
    assert presenters.iso(here) == "2026-11-19T23:05:00Z"
    assert presenters.iso(here.astimezone(UTC)) == presenters.iso(here)


@pytest.mark.parametrize(
    ("share", "said"), [(0, "0 %"), (0.0001, "< 0.1 %"), (0.034, "3.4 %"), (0.5, "50 %"), (1, "100 %")]
)
def test_shares_show_a_decimal_only_where_it_says_something(share: float, said: str) -> None:
    assert presenters.percent(share) == said


def test_numbers_are_short() -> None:
    assert presenters.figure(0.123456) == "0.123"
    assert presenters.figure(12345.6) == "12,346"
    assert presenters.figure(2e-7) == "<0.001"
    assert presenters.figure(0) == "0"
    assert presenters.rough(0.0513) == "0.051"
    assert presenters.count(1, "capture") == "1 capture"
    assert presenters.count(1200, "capture") == "1,200 captures"


def test_characters_that_control_their_surroundings_are_taken_out() -> None:
    assert presenters.clean("a\x00b\u202ec\u2066d\x1be") == "abcde"
    assert presenters.clean("Grüße\nund 日本語") == "Grüße\nund 日本語"


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://[broken", "https://h:port/"],
)
def test_only_web_addresses_become_links(url: str) -> None:
    assert presenters.live_link(url) is None
    assert presenters.live_link("https://example.org/") == "https://example.org/"


def test_an_address_is_shown_without_what_is_the_same_everywhere() -> None:
    assert presenters.address("https://example.org/news/") == "example.org/news"


@pytest.mark.parametrize(
    ("page", "figures", "key"),
    [
        (PAGE, FIGURES, "learning"),
        (PAGE, replace(FIGURES, model_state=ModelState.LEARNED), "learned"),
        (PAGE, replace(FIGURES, model_state=ModelState.NOT_ENOUGH_CHANGE), "not-enough-change"),
        (PAGE, replace(FIGURES, captures=0, versions=0), "waiting"),
        (replace(PAGE, failures=2), replace(FIGURES, model_state=ModelState.LEARNED), "failing"),
        (replace(PAGE, failures=2, active=False), FIGURES, "paused"),
    ],
)
def test_a_page_has_one_state(page: Page, figures: PageFigures, key: str) -> None:
    state = presenters.page_state(page, figures, trouble="The server is down.", versions_to_learn=120)
    assert state.key == key
    assert key in presenters.PAGE_STATES


def test_learning_says_how_far() -> None:
    state = presenters.page_state(PAGE, FIGURES, trouble="", versions_to_learn=120)
    assert state.badge.label == "learning: 28 of about 120 versions"


def test_the_reason_keeps_numbers_and_units_together() -> None:
    said = presenters.reason("about 2 a day (90 %: 1-3) -> every 4 h, its floor")
    assert said == "about 2 a day (90\u00a0%: 1-3) → every 4\u00a0h, its floor"


@pytest.mark.parametrize("outcome", [Outcome.COMPLETE, Outcome.PARTIAL])
def test_a_wall_is_said_before_all_else(outcome: Outcome) -> None:
    wall = point(0, None, outcome=outcome, good=False, response_kind=ResponseKind.BOT_WALL)
    badge = presenters.outcome(wall)
    assert (badge.label, badge.tone) == ("bot wall", presenters.Tone.TROUBLE)
    assert "protection service" in badge.detail


def test_problems_are_sentences() -> None:
    failed = point(0, None, problems=({"message": "The server refused"}, {"message": "No picture."}))
    assert presenters.problems(failed) == "The server refused. No picture."
