"""What lies between two captures."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import httpx
from lxml import html

from dashboard import comparison
from dashboard.app import create_app
from dashboard.source import Asked
from storage.collection import Collection
from storage.queries.timelines import TimelineQueries
from storage.records import Outcome
from tests.dashboard.conftest import served


def test_added_and_removed_lines_are_those_of_the_texts(collection: Collection) -> None:
    captures = [capture for capture in collection.repository.captures(1) if capture.is_good]
    change = comparison.text_change(collection, captures[0], captures[1])
    assert [(line.kind, line.text) for line in change.lines] == [
        ("removed", "Updated 06:00"),
        ("added", "Updated 07:00"),
    ]
    assert (change.added, change.removed, change.cut) == (1, 1, False)


def test_a_capture_without_text_says_so(collection: Collection) -> None:
    captures = collection.repository.captures(1)
    failed = next(capture for capture in captures if capture.outcome is Outcome.FAILED)
    change = comparison.text_change(collection, captures[0], failed)
    assert f"Capture {failed.id} has no text" in change.unreadable


def test_long_changes_are_cut_and_say_so() -> None:
    change = comparison.changed_lines([], [f"{number} {'x' * 500}" for number in range(1000)])
    assert (change.added, change.removed, change.cut) == (1000, 0, True)
    assert len(change.lines) == comparison.MOST_LINES_SHOWN
    assert all(len(line.text) == comparison.LONGEST_LINE + 1 for line in change.lines)


def test_places_of_the_text_are_kept_apart() -> None:
    change = comparison.changed_lines(["a", "b", "c", "d"], ["A", "b", "c"])
    assert [(line.kind, line.text) for line in change.lines] == [
        ("removed", "a"),
        ("added", "A"),
        ("gap", ""),
        ("removed", "d"),
    ]


def test_a_score_against_another_capture_is_not_shown(
    collection: Collection, queries: TimelineQueries
) -> None:
    captures = [capture for capture in collection.repository.captures(1) if capture.is_good]
    found = comparison.comparison(collection, queries, (captures[0], captures[5]))
    assert found.score is None
    assert found.change is None
    assert found.heading == "Two captures"


def test_links_that_came_and_went_are_counted_beyond_what_is_shown(collection: Collection) -> None:
    score = collection.repository.scores(1)[0]
    many = tuple(f"https://example.org/{number}" for number in range(100))
    added = comparison.addresses(replace(score, links_added=many))[0]
    assert (added.noun, added.went, added.total) == ("link", "added", 100)
    assert added.shown == many[: comparison.MOST_ADDRESSES]


def test_what_the_model_of_today_would_say_is_asked_for_and_told_beside_what_was_decided(
    collection: Collection, now: Callable[[], datetime]
) -> None:
    model = collection.repository.current_model(1)
    assert model is not None
    older, same = (
        next(score for score in collection.repository.scores(1) if (score.model_id == model.id) is own)
        for own in (False, True)
    )
    app = create_app(
        collection, now=now, asked=Asked(opinion=lambda after: f"Of capture {after.id}: <b>nothing</b>.")
    )
    with served(app) as address, httpx.Client(base_url=address, timeout=60) as client:
        page = html.fromstring(client.get(f"/page/1/compare?after={older.after_id}").text)
        (link,) = page.cssselect("#today a")
        told = html.fromstring(client.get(f"/page/1/compare{link.get('href')}").text).cssselect("#today")[0]
        assert f"Of capture {older.after_id}: <b>nothing</b>." in told.text_content()
        assert not html.fromstring(client.get(f"/page/1/compare?after={same.after_id}").text).cssselect(
            "#today"
        )
