from datetime import timedelta
from functools import partial

import pytest

from storage.collection import Collection
from storage.errors import NotStored
from storage.queries.batches import batches
from storage.records import Outcome, RenderingProfile, ResponseKind
from tests.storage.builders import START, add_page, capture, fill

pytestmark = pytest.mark.usefixtures("each_database")

HOUR = timedelta(hours=1)


def test_captures_are_listed_in_the_order_of_their_times(collection: Collection) -> None:
    stored = fill(collection, 4)
    page_id = stored[0].page_id
    assert [item.id for item in collection.repository.captures(page_id)] == [item.id for item in stored]
    newest = collection.repository.captures(page_id, newest_first=True, limit=2)
    assert [item.id for item in newest] == [stored[3].id, stored[2].id]


def test_captures_can_be_limited_to_a_time(collection: Collection) -> None:
    stored = fill(collection, 4)
    found = collection.repository.captures(stored[0].page_id, since=START + HOUR, until=START + 2 * HOUR)
    assert [item.id for item in found] == [stored[1].id, stored[2].id]


def test_only_good_captures_are_listed_when_asked(collection: Collection) -> None:
    page = add_page(collection)
    good = collection.store(page, capture(0))
    collection.store(page, capture(1, outcome=Outcome.FAILED))
    collection.store(page, capture(2, response_kind=ResponseKind.ERROR))
    collection.store(page, capture(3, view_png=None))
    assert collection.repository.captures(page.id, good_only=True) == [good]


def test_captures_of_other_pages_are_not_listed(collection: Collection) -> None:
    fill(collection, 1)
    other = add_page(collection, "https://other.example/")
    assert collection.repository.captures(other.id) == []


def test_the_previous_good_capture_is_the_last_one_that_can_be_compared(collection: Collection) -> None:
    page = add_page(collection)
    first = collection.store(page, capture(0))
    collection.store(page, capture(1, profile=RenderingProfile(viewport_width_px=500)))
    collection.store(page, capture(2, outcome=Outcome.FAILED))
    last = collection.store(page, capture(3))
    assert collection.repository.previous_good(last) == first
    assert collection.repository.previous_good(first) is None


def test_more_captures_than_one_list_of_parameters_holds_are_read(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.queries.captures.batches", partial(batches, size=2))
    stored = fill(collection, 5)
    found = collection.repository.captures(stored[0].page_id)
    assert len(found) == 5
    assert all(item.artifacts for item in found)


def test_an_unknown_capture_is_named(collection: Collection) -> None:
    with pytest.raises(NotStored, match="no capture 5 "):
        collection.repository.capture(5)
