from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.errors import StorageError
from storage.queries.page_types import FoundType, StoredPageType, TypeCorrection
from storage.records import Page
from storage.removal.removing import Why, plan_removal, remove
from tests.storage.builders import START, add_page, capture

pytestmark = pytest.mark.usefixtures("each_database")
HOUR = timedelta(hours=1)


def found(page: Page, name: str = "forum", model_id: str = "m") -> FoundType:
    return FoundType(page_id=page.id, type=name, probability=0.75, model_id=model_id, at=START)


def said(page: Page, name: str | None, hour: int = 1, by: str = "ann") -> TypeCorrection:
    return TypeCorrection(page_id=page.id, type=name, said_at=START + hour * HOUR, said_by=by)


def visited(collection: Collection) -> Page:
    page = add_page(collection)
    collection.store(page, capture())
    return page


def test_a_page_has_what_the_classifier_found_last(collection: Collection) -> None:
    repository, page = collection.repository, add_page(collection)
    assert repository.page_type(page.id) is None
    for name in ("forum", "article"):
        repository.put_found_type(found(page, name))
    assert repository.page_type(page.id) == StoredPageType(
        page_id=page.id, type="article", probability=0.75, model_id="m", at=START, said_by=None
    )
    assert repository.type_names() == {page.id: "article"}


def test_what_a_person_said_wins_over_what_is_found_later(collection: Collection) -> None:
    repository, page = collection.repository, visited(collection)
    repository.put_found_type(found(page, "forum"))
    collection.record_type(said(page, "product"))
    repository.put_found_type(found(page, "article"))
    assert repository.page_type(page.id) == StoredPageType(
        page_id=page.id, type="product", probability=1.0, model_id="", at=START + HOUR, said_by="ann"
    )
    assert repository.found_type(page.id) == found(page, "article")
    collection.record_type(said(page, "service", 2, "bob"))
    assert repository.type_names() == {page.id: "service"}


def test_a_word_taken_back_leaves_what_was_found(collection: Collection) -> None:
    repository, page = collection.repository, visited(collection)
    collection.record_type(said(page, "product"))
    collection.record_type(said(page, None, 2))
    assert repository.page_type(page.id) is None
    repository.put_found_type(found(page, "forum"))
    assert repository.type_names() == {page.id: "forum"}


def test_a_page_that_was_never_captured_has_no_type_to_correct(collection: Collection) -> None:
    with pytest.raises(StorageError, match="no capture yet"):
        collection.record_type(said(add_page(collection), "product"))


def test_pages_are_found_by_their_current_type(collection: Collection) -> None:
    repository = collection.repository
    pages = [repository.add_page(f"https://a.example/{number}", at=START) for number in range(4)]
    for page, name in zip(pages, ("forum", "article", "forum"), strict=False):
        collection.store(page, capture(page.id))
        repository.put_found_type(found(page, name))
    collection.record_type(said(pages[0], "article"))
    assert repository.pages_of_types(["forum"]) == [pages[2].id]
    assert repository.pages_of_types(["article", "forum"]) == [page.id for page in pages[:3]]
    assert repository.pages_of_types(["product"]) == []
    assert set(repository.page_types([pages[0].id, pages[3].id, 77])) == {pages[0].id}


def test_captured_pages_wait_for_a_classifier_that_has_not_seen_them(collection: Collection) -> None:
    repository, page = collection.repository, visited(collection)
    repository.add_page("https://a.example/", at=START)
    assert repository.pages_to_classify("m") == [page.id]
    repository.put_found_type(found(page))
    assert repository.pages_to_classify("m") == []
    assert repository.pages_to_classify("other") == [page.id]


def test_a_removed_page_leaves_no_type(collection: Collection) -> None:
    page = visited(collection)
    collection.repository.put_found_type(found(page))
    collection.record_type(said(page, "product"))
    remove(collection, plan_removal(collection, page), Why(reason="asked", by="ann", at=START + 9 * HOUR))
    assert collection.repository.type_names() == {}
