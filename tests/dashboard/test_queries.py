"""The light queries agree with the repository's whole records."""

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from storage.collection import Collection
from storage.findings import FindingKind
from storage.queries.findings import Wanted
from storage.queries.timelines import TimelineQueries
from storage.records import Outcome, StoredScore
from tests.dashboard.sample import START


def test_figures_count_what_the_repository_holds(collection: Collection, queries: TimelineQueries) -> None:
    captures = collection.repository.captures(1)
    important = [score for score in collection.repository.scores(1) if score.important]
    figures = queries.figures([1])[1]
    assert figures.captures == len(captures)
    assert figures.versions == sum(capture.is_good for capture in captures)
    assert figures.last_capture_id == captures[-1].id
    assert figures.important_id == important[-1].after_id
    assert figures.important_at == collection.repository.capture(important[-1].after_id).started_at


def test_figures_of_all_pages_include_those_without_captures(
    collection: Collection, queries: TimelineQueries
) -> None:
    figures = queries.figures([page.id for page in collection.repository.pages()])
    assert set(figures) == {page.id for page in collection.repository.pages()}
    assert figures[5].captures == 0
    assert figures[5].last_capture_id is None


def test_points_carry_outcome_and_score(collection: Collection, queries: TimelineQueries) -> None:
    scores = {score.after_id: score for score in collection.repository.scores(1)}
    points = queries.points([1])
    assert [point.id for point in points] == [capture.id for capture in collection.repository.captures(1)]
    for point in points:
        score = scores.get(point.id)
        assert point.distance == (None if score is None else score.distance)
        assert point.has_view == (point.outcome is not Outcome.FAILED)


def test_points_are_bounded_in_time(queries: TimelineQueries) -> None:
    points = queries.points([1], since=START + timedelta(hours=3), until=START + timedelta(hours=5))
    assert [point.at for point in points] == [START + timedelta(hours=hours) for hours in (3, 4, 5)]


def test_newest_goes_on_where_it_ended(collection: Collection, queries: TimelineQueries) -> None:
    first = queries.newest(1, limit=10)
    second = queries.newest(1, limit=10, older_than=first[-1])
    newest = collection.repository.captures(1, newest_first=True)
    assert [point.id for point in first + second] == [capture.id for capture in newest[:20]]
    assert [point.id for point in queries.oldest_after(second[0], limit=3)] == [
        point.id for point in first[:-4:-1]
    ]


def test_neighbours_are_the_scored_captures_around_one(
    collection: Collection, queries: TimelineQueries
) -> None:
    scores = collection.repository.scores(1)
    important = [score.after_id for score in scores if score.important]
    point = queries.point(important[0])
    assert point is not None
    near = queries.neighbours(point)
    place = [score.after_id for score in scores].index(important[0])
    assert (near.previous, near.next) == (scores[place - 1].after_id, scores[place + 1].after_id)
    assert (near.previous_important, near.next_important) == (None, important[1])


def test_a_capture_scored_again_counts_with_its_newest_score(sample: Path, tmp_path: Path) -> None:
    shutil.copytree(sample, tmp_path / "own")
    with Collection.open(tmp_path / "own") as collection:
        queries = TimelineQueries(collection.database)
        score = collection.repository.scores(1)[-1]
        again = replace(score, id=None, important=True, distance=9.0)
        collection.record_score(again)
        point = queries.point(score.after_id)
        assert point is not None
        assert (point.important, point.distance) == (True, 9.0)
        assert queries.figures([1])[1].important_id == score.after_id
        assert _changes(collection)[0] == score.after_id
        _overruled(collection, again)
        assert queries.figures([1])[1].important_id != score.after_id
        assert score.after_id not in _changes(collection)


def _changes(collection: Collection) -> list[int | None]:
    wanted = Wanted(kinds=[FindingKind.CHANGE])
    return [found.capture_id for found in collection.repository.findings(wanted, limit=50, newest_first=True)]


def _overruled(collection: Collection, score: StoredScore) -> None:
    collection.record_score(replace(score, important=False))
