"""A wall in place of the page stands out in every room: easily taken for the page, it must not be."""

from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest
from lxml import html

from storage.collection import Collection
from storage.records import Outcome, Problem, ProblemCode, ResponseKind
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture

WALLS = {ResponseKind.BOT_WALL: "bot wall", ResponseKind.LOGIN_WALL: "login wall"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A page for each wall, and one without; the newest visit met it."""
    with Collection.create(tmp_path_factory.mktemp("walls") / "news") as collection:
        for number, kind in enumerate((*WALLS, ResponseKind.CONTENT)):
            page = add_page(collection, f"https://{kind.value}.example/")
            collection.store(page, capture(number, url=page.url, final_url=None))
            problem = Problem(code=ProblemCode.WALL, message="Something stood before the page")
            walled = capture(
                number + 1,
                url=page.url,
                final_url=None,
                outcome=Outcome.PARTIAL if kind in WALLS else Outcome.COMPLETE,
                response_kind=kind,
                problems=(problem,) if kind in WALLS else (),
            )
            collection.store(page, walled)
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as opened,
        ):
            yield opened


def _badges(client: httpx.Client, path: str, place: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    found = html.fromstring(answer.text).cssselect(f"{place} .badge-trouble")
    return [" ".join(badge.text_content().split()) for badge in found]


def test_the_list_shows_which_pages_stand_behind_a_wall(client: httpx.Client) -> None:
    assert sorted(_badges(client, "/pages", ".entry")) == sorted(WALLS.values())


@pytest.mark.parametrize(("page", "label"), [(1, "bot wall"), (2, "login wall")])
def test_the_timeline_and_the_table_show_it(client: httpx.Client, page: int, label: str) -> None:
    assert _badges(client, f"/page/{page}", ".captures") == [label]
    document = html.fromstring(client.get(f"/page/{page}").text)
    (mark,) = document.cssselect(".timeline .mark-wall title")
    assert label in mark.text_content()
    assert "bot or login wall" in document.cssselect(".legend")[0].text_content()


@pytest.mark.parametrize(("capture_id", "label"), [(2, "bot wall"), (4, "login wall")])
def test_the_page_of_the_capture_shows_it(client: httpx.Client, capture_id: int, label: str) -> None:
    assert _badges(client, f"/capture/{capture_id}", ".state") == [label]
    assert "kept, never compared or learned from" in client.get(f"/capture/{capture_id}").text


def test_a_page_without_a_wall_shows_none(client: httpx.Client) -> None:
    assert _badges(client, "/page/3", ".captures") == []
    assert _badges(client, "/capture/6", ".state") == []
