from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.page_types import StoredPageType
from storage.records import Page
from storage.removal import Why, plan_removal, remove
from tests.storage.builders import START, add_page, capture

pytestmark = pytest.mark.usefixtures("each_database")


def _found(page: Page, name: str = "forum", said_by: str | None = None) -> StoredPageType:
    return StoredPageType(
        page_id=page.id, type=name, probability=0.75, model_id="m", at=START, said_by=said_by
    )


def test_a_page_has_one_type_the_newest(collection: Collection) -> None:
    repository, page = collection.repository, add_page(collection)
    assert repository.page_type(page.id) is None
    for name in ("forum", "article"):
        assert repository.put_page_type(_found(page, name))
    assert repository.page_type(page.id) == _found(page, "article")
    assert repository.type_names() == {page.id: "article"}


def test_what_a_person_said_stays_until_a_person_says_another(collection: Collection) -> None:
    repository, page = collection.repository, add_page(collection)
    repository.put_page_type(_found(page, "product", said_by="ann"))
    assert not repository.put_page_type(_found(page, "forum"))
    assert repository.page_type(page.id) == _found(page, "product", said_by="ann")
    assert repository.put_page_type(_found(page, "article", said_by="bob"))
    assert repository.type_names() == {page.id: "article"}


def test_pages_are_found_by_type(collection: Collection) -> None:
    repository = collection.repository
    pages = [repository.add_page(f"https://a.example/{number}", at=START) for number in range(3)]
    for page, name in zip(pages, ("forum", "article", "forum"), strict=True):
        repository.put_page_type(_found(page, name))
    assert repository.pages_of_types(["forum"]) == [pages[0].id, pages[2].id]
    assert repository.pages_of_types(["product"]) == []
    assert set(repository.page_types([pages[1].id, 77])) == {pages[1].id}


@pytest.mark.parametrize("said_by", [None, "ann"])
def test_a_removed_page_leaves_no_type(collection: Collection, said_by: str | None) -> None:
    page, why = add_page(collection), Why(reason="asked", by="ann", at=START + timedelta(days=9))
    stored = [collection.store(page, capture(hours)) for hours in (0, 1)]
    collection.repository.put_page_type(_found(page, said_by=said_by))
    remove(collection, plan_removal(collection, page, [stored[0].id]), why)
    assert (collection.repository.page_type(page.id) is None) is (said_by is None)
    remove(collection, plan_removal(collection, page), why)
    assert collection.repository.type_names() == {}
