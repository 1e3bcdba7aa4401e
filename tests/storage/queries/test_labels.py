"""Verdicts on pairs of captures, and visits that did not happen."""

from dataclasses import replace
from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.errors import StorageError
from storage.queries.labels import Label
from storage.queries.missed_visits import MissedVisit
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
