from dataclasses import replace

import pytest

from storage.collection import Collection
from storage.records import ModelState, Outcome, StoredModel
from tests.storage.builders import START, add_page, capture, fill

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_small_fact_is_kept_and_replaced(collection: Collection) -> None:
    assert collection.repository.state("price") is None
    collection.repository.set_state("price", {"lambda": 0.25, "at": [1, 2]})
    assert collection.repository.state("price") == {"lambda": 0.25, "at": [1, 2]}
    collection.repository.set_state("price", None)
    assert collection.repository.state("price") is None


def test_the_newest_model_of_a_page_is_the_current_one(collection: Collection) -> None:
    first, last = fill(collection, 2)
    model = StoredModel(
        page_id=first.page_id,
        fitted_at=START,
        state=ModelState.LEARNED,
        path="models/1/a",
        digest="sha256:0",
        first_capture_id=first.id,
        last_capture_id=last.id,
        versions=2,
        importance=((0.5, 0.5), (0.0, 0.0)),
        weights=((1.0, 2.0), (0.0, 0.0)),
        details={"c": 1.0},
    )
    assert collection.repository.current_model(first.page_id) is None
    collection.repository.save_model(model)
    newer = collection.repository.save_model(
        replace(model, state=ModelState.NOT_ENOUGH_CHANGE, importance=())
    )
    assert newer.id is not None
    assert collection.repository.current_model(first.page_id) == newer


def test_the_counts_tell_what_the_collection_holds(collection: Collection) -> None:
    stored = fill(collection, 3)
    other = add_page(collection, "https://other.example/")
    collection.repository.set_active(other.id, False)
    collection.store(other, capture(outcome=Outcome.FAILED))
    counts = collection.repository.counts()
    assert (counts.pages, counts.active_pages) == (2, 1)
    assert counts.captures == {Outcome.COMPLETE: 3, Outcome.FAILED: 1}
    assert (counts.scores, counts.important) == (2, 2)
    assert counts.bytes > sum(item.warc_bytes for item in stored)
