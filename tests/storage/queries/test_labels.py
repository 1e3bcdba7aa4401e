"""Verdicts on pairs of captures, and visits that did not happen."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from storage.actions.audit import Actor
from storage.actions.pages import mute
from storage.collection import Collection
from storage.errors import StorageError
from storage.queries.labels import AMBIGUOUS, Label
from storage.queries.missed_visits import MissedVisit
from storage.records import ModelState, StoredModel
from tests.storage.builders import START, add_page, capture, fill

pytestmark = pytest.mark.usefixtures("each_database")


def _label(collection: Collection, important: bool | None = True, **changed: object) -> Label:
    page_id = collection.repository.pages()[0].id
    first = Label(page_id=page_id, before_id=1, after_id=2, important=important, said_at=START, said_by="ann")
    return collection.record_label(replace(first, **changed))  # type: ignore[arg-type]


def test_of_several_verdicts_on_a_pair_the_newest_counts(collection: Collection) -> None:
    fill(collection, 3)
    _label(collection)
    other = _label(collection, after_id=3, note="a new story")
    newest = _label(collection, important=False)
    page_id = collection.repository.pages()[0].id
    assert collection.repository.labels(page_id) == [other, newest]
    assert other.note == "a new story"


def test_a_verdict_can_be_taken_back(collection: Collection) -> None:
    fill(collection, 2)
    _label(collection)
    _label(collection, important=None)
    assert collection.repository.labels(1) == []


@pytest.mark.parametrize("pair", [(2, 1), (1, 1), (1, 99)])
def test_a_pair_that_is_none_is_refused(collection: Collection, pair: tuple[int, int]) -> None:
    fill(collection, 2)
    with pytest.raises(StorageError, match="the earlier capture first"):
        _label(collection, before_id=pair[0], after_id=pair[1])


def test_captures_of_two_pages_are_no_pair(collection: Collection) -> None:
    fill(collection, 1)
    other = add_page(collection, "https://other.example/")
    stored = collection.store(other, capture(1))
    with pytest.raises(StorageError, match="not two captures of page 1"):
        _label(collection, after_id=stored.id)


def test_missed_visits_are_kept_by_page(collection: Collection) -> None:
    fill(collection, 1)
    other = add_page(collection, "https://other.example/")
    missed = MissedVisit(
        page_id=1,
        due_at=START,
        noticed_at=START + timedelta(hours=9),
        visits=9,
        reason="the daemon stood still",
    )
    first = collection.repository.add_missed_visit(missed)
    second = collection.repository.add_missed_visit(replace(missed, page_id=other.id))
    assert collection.repository.missed_visits() == [first, second]
    assert collection.repository.missed_visits(other.id) == [second]


def test_the_rhythm_of_a_host_is_kept(collection: Collection) -> None:
    page = add_page(collection, "https://other.example/")
    assert collection.repository.host_rhythm(page.host) == {}
    collection.repository.set_host_rhythm(page.host, {"hours": [1.0, 2.0]})
    assert collection.repository.host_rhythm(page.host) == {"hours": [1.0, 2.0]}
    assert collection.repository.host_rhythm("nobody.example") == {}


def test_what_nobody_can_say_is_told_from_what_was_taken_back(collection: Collection) -> None:
    fill(collection, 3)
    _label(collection, important=None, note=AMBIGUOUS)
    _label(collection, after_id=3, important=None)
    assert collection.repository.ambiguous_pairs(1) == {(1, 2)}
    _label(collection, important=True)
    assert collection.repository.ambiguous_pairs(1) == set()


def test_pages_that_ring_most_and_were_answered_about_least_are_asked_about_first(
    collection: Collection,
) -> None:
    fill(collection, 3)
    for name in ("quiet", "without-model", "muted"):
        page = add_page(collection, f"https://{name}.example/")
        collection.store(page, capture(1, url=page.url, final_url=page.url))
        if name != "without-model":
            collection.repository.save_model(_model(page.id, last=collection.repository.newest_capture_id()))
        if name == "muted":
            mute(collection, Actor(by="ada", at=START), page.id)
    collection.repository.save_model(_model(1, last=3))
    asked = collection.repository.pages_to_ask
    assert asked(since=START, limit=9) == [1, 2]
    assert asked(since=START, limit=1) == [1]
    for after in (2, 3):
        _label(collection, after_id=after)
    assert asked(since=START + timedelta(days=1), limit=9) == [2, 1]


def test_answers_after_the_newest_model_are_told_until_the_page_is_learned_again(
    collection: Collection,
) -> None:
    fill(collection, 2)
    _label(collection)
    assert collection.repository.answered_since_model() == {}  # there is no model to learn anew
    collection.repository.save_model(_model(1, last=2))
    later = START + timedelta(hours=1)
    assert collection.repository.answered_since_model() == {}
    _label(collection, important=False, said_at=later)
    assert collection.repository.answered_since_model() == {1: later}
    collection.repository.save_model(_model(1, last=2, at=later))
    assert collection.repository.answered_since_model() == {}


def _model(page_id: int, *, last: int, at: datetime = START) -> StoredModel:
    return StoredModel(
        page_id=page_id,
        fitted_at=at,
        state=ModelState.LEARNED,
        path="models/x",
        digest="sha256:0",
        first_capture_id=last,
        last_capture_id=last,
        versions=3,
        importance=(),
        weights=(),
        details={},
    )
