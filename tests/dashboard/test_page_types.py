"""The type of a page stands on its page and in its JSON."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from changemodel.classify.page_type_tree import PageTypeTree
from dashboard.app import create_app
from storage.collection import Collection
from storage.queries.page_types import FoundType, TypeCorrection
from tests.dashboard.conftest import served
from tests.dashboard.sample import MARKUP
from tests.storage.builders import START, capture

pytestmark = pytest.mark.usefixtures("each_database")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    """Three pages: one of which a classifier found the type, one of which a person said it, one without a type."""
    with Collection.create(tmp_path / "news") as collection:
        pages = [collection.repository.add_page(f"https://a.example/{n}", at=START) for n in range(3)]
        collection.repository.put_found_type(
            FoundType(page_id=pages[0].id, type="listing", probability=0.834, model_id="m", at=START)
        )
        collection.store(pages[1], capture())
        collection.record_type(
            TypeCorrection(page_id=pages[1].id, type="my-type", said_at=START, said_by=MARKUP)
        )
        app = create_app(collection, now=lambda: START, types=PageTypeTree.default())
        with served(app) as address, httpx.Client(base_url=address, timeout=60) as opened:
            yield opened


def test_a_type_is_in_the_json_of_its_page(client: httpx.Client) -> None:
    found, said, none = (page["type"] for page in client.get("/api/v1/pages").json())
    assert (found["name"], found["title"]) == ("listing", "front page or section > listing")
    assert (found["probability"], found["said_by"]) == (0.834, None)
    assert (said["name"], said["title"], said["said_by"]) == ("my-type", "my-type", MARKUP)
    assert none is None
    assert client.get("/api/v1/pages/1").json()["type"] == found


def test_a_page_says_what_it_is_and_who_said_so(client: httpx.Client) -> None:
    found, said, none = (client.get(f"/page/{number}").text for number in (1, 2, 3))
    assert "front page or section &gt; listing" in found
    assert "probability 0.83" in found
    assert "my-type" in said
    assert "said by" in said
    assert MARKUP not in said
    assert "Type of page" not in none
