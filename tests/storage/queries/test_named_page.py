"""A page is found by its number or by its URL, however that is spelt."""

from pathlib import Path

import pytest

from storage.collection import Collection
from storage.errors import NotStored
from storage.queries.named_page import named_page
from tests.storage.builders import add_page


@pytest.fixture
def collection(tmp_path: Path):
    with Collection.create(tmp_path / "news") as created:
        add_page(created, "https://example.org/a/b")
        add_page(created, "http://example.org/old")
        add_page(created, "https://example.org/app#/inbox")
        yield created


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1),
        ("https://example.org/a/b", 1),
        (" HTTPS://Example.ORG:443/x/../a/b#top", 1),
        ("example.org/a/b", 1),
        ("example.org/old", 2),
        ("https:\\\\example.org\\app#/inbox", 3),
        ("example.org/app#/inbox", 3),
    ],
)
def test_a_page_is_found_as_a_person_types_it(collection: Collection, text: str, number: int) -> None:
    assert named_page(collection.repository, text).id == number


@pytest.mark.parametrize(
    "text",
    ["4", "https://example.org/a/b/", "https://example.org/A/b", "https://example.org/app", "https://["],
)
def test_another_page_is_not_taken_for_it(collection: Collection, text: str) -> None:
    with pytest.raises(NotStored, match="`pagetide status` lists the pages"):
        named_page(collection.repository, text)


def test_the_page_over_the_other_scheme_is_named(collection: Collection) -> None:
    with pytest.raises(NotStored, match=r"Name https://example\.org/a/b, which is"):
        named_page(collection.repository, "http://example.org/a/b")
