from dataclasses import replace
from itertools import pairwise

import pytest

from storage.collection import Collection
from tests.storage.builders import fill, score

pytestmark = pytest.mark.usefixtures("each_database")


def test_scores_are_listed_in_the_order_of_the_captures(collection: Collection) -> None:
    stored = fill(collection, 4)
    scores = collection.repository.scores(stored[0].page_id)
    assert [(item.before_id, item.after_id) for item in scores] == [
        (one.id, two.id) for one, two in pairwise(stored)
    ]
    newest = collection.repository.scores(stored[0].page_id, newest_first=True, limit=1)
    assert newest == scores[-1:]


def test_a_capture_scored_again_shows_its_newest_score(collection: Collection) -> None:
    before, middle, after = fill(collection, 3)
    again = collection.record_score(
        replace(score(before, middle), distance=9.0, important=None, probability=None)
    )
    assert collection.repository.score_of(middle.id) == again
    shown = collection.repository.scores(after.page_id)
    assert [item.after_id for item in shown] == [middle.id, after.id]
    assert shown[0].distance == 9.0
    assert collection.repository.counts().scores == 2


def test_the_first_capture_has_no_score(collection: Collection) -> None:
    (only,) = fill(collection, 1)
    assert collection.repository.score_of(only.id) is None


def test_the_newest_decisions_come_with_the_times_of_their_captures(collection: Collection) -> None:
    first, second, third, fourth = fill(collection, 4)
    collection.record_score(replace(score(second, third), important=None, probability=None))
    collection.record_score(replace(score(third, fourth), important=False))
    repository = collection.repository
    expected = [(first.started_at, second.started_at, True), (third.started_at, fourth.started_at, False)]
    assert repository.decided_pairs(first.page_id, limit=9) == expected
    assert repository.decided_pairs(first.page_id, limit=1) == expected[1:]
