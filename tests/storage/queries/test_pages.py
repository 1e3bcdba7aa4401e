from datetime import timedelta

import pytest

from storage.collection import Collection
from storage.errors import NotStored
from storage.records import RateBelief
from tests.storage.builders import START, URL, add_page

pytestmark = pytest.mark.usefixtures("each_database")


def test_a_page_comes_back_as_it_was_added(collection: Collection) -> None:
    page = collection.repository.add_page(
        URL, at=START, weight=2.5, floor=timedelta(hours=1), ceiling=timedelta(days=3), due_at=START
    )
    assert collection.repository.page(page.id) == page
    assert (page.url, page.host, page.weight) == (URL, "news.example", 2.5)
    assert (page.floor, page.ceiling) == (timedelta(hours=1), timedelta(days=3))
    assert page.rate == RateBelief()
    assert page.due_at == START


def test_what_a_belief_was_mixed_from_is_kept_with_it(collection: Collection) -> None:
    page = add_page(collection)
    memory = {"slow_shape": 3.25, "slow_scale_h": 50.5, "quick_share": 0.125}
    belief = RateBelief(shape=2.5, scale_h=30.0, memory=memory)
    collection.repository.set_rate(page.id, belief, observations=4)
    assert collection.repository.page(page.id).rate == belief
    collection.repository.set_rate(page.id, RateBelief())
    assert collection.repository.page(page.id).rate == RateBelief()


def test_adding_a_page_twice_changes_nothing(collection: Collection) -> None:
    first = add_page(collection)
    again = collection.repository.add_page("HTTPS://News.example:443/x/../front#top", at=START, weight=9)
    assert again == first
    assert collection.repository.pages() == [first]


def test_a_page_is_found_by_any_spelling(collection: Collection) -> None:
    page = add_page(collection)
    assert collection.repository.find_page("HTTPS://NEWS.example:443/front") == page
    assert collection.repository.find_page("https://news.example/other") is None


def test_inactive_pages_are_listed_apart(collection: Collection) -> None:
    one, two = add_page(collection), add_page(collection, "https://other.example/")
    collection.repository.set_active(one.id, False)
    assert [page.id for page in collection.repository.pages(active=True)] == [two.id]
    assert [page.id for page in collection.repository.pages(active=False)] == [one.id]
    assert [page.id for page in collection.repository.pages()] == [one.id, two.id]


def test_a_due_time_can_be_set_and_taken_away(collection: Collection) -> None:
    page = add_page(collection)
    collection.repository.set_due(page.id, START + timedelta(hours=5), "asked for")
    due = collection.repository.page(page.id)
    assert (due.due_at, due.due_reason) == (START + timedelta(hours=5), "asked for")
    collection.repository.set_due(page.id, None, "")
    assert collection.repository.page(page.id).due_at is None


def test_an_unknown_page_is_named_in_the_error(collection: Collection) -> None:
    with pytest.raises(NotStored, match="no page 7 "):
        collection.repository.page(7)
    with pytest.raises(NotStored, match="no page 7 "):
        collection.repository.set_active(7, True)
