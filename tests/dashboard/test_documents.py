"""What is no web page: documents without a picture, and files of which only the bytes are compared."""

from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest

from storage.collection import Collection
from storage.observed import DOCUMENT
from storage.records import Problem, ProblemCode, ResponseKind, StoredCapture, StoredScore
from tests.dashboard.conftest import serving
from tests.storage.builders import START, add_page, capture

_BARE = {"final_url": None, "view_png": None, "full_page_png": None, "dom": None}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Page 1 is a file that changed, page 2 a JSON document."""
    with Collection.create(tmp_path_factory.mktemp("documents") / "news") as collection:
        _store(collection, "https://file.example/a.zip", _file)
        _store(collection, "https://data.example/a.json", _data)
        with (
            serving(collection, lambda: START + timedelta(days=1)) as address,
            httpx.Client(base_url=address, timeout=60) as opened,
        ):
            yield opened


def _store(collection: Collection, url: str, kind: dict[str, object]) -> None:
    page = add_page(collection, url)
    kept = [
        collection.store(page, capture(hour, url=url, **{**kind, **_digest(kind, hour)})) for hour in range(2)
    ]
    collection.record_score(_score(*kept, is_file=kind is _file))


def _digest(kind: dict[str, object], hour: int) -> dict[str, object]:
    return {"observed": {DOCUMENT: {"kind": "file" if kind is _file else "json", "digest": f"sha256:{hour}"}}}


def _score(before: StoredCapture, after: StoredCapture, *, is_file: bool) -> StoredScore:
    return StoredScore(
        page_id=after.page_id,
        before_id=before.id,
        after_id=after.id,
        scored_at=after.finished_at,
        model_id=None,
        distance=1.0,
        probability=None,
        important=None,
        explanation={"file": {"before": "sha256:0", "after": "sha256:1"}}
        if is_file
        else {"text_distance": 1.0},
    )


_file: dict[str, object] = {
    **_BARE,
    "text": None,
    "layout": None,
    "mime": "application/zip",
    "response_kind": ResponseKind.NOT_HTML,
    "problems": (
        Problem(code=ProblemCode.NOT_HTML, message="an archive (application/zip) cannot be compared"),
    ),
}
_data: dict[str, object] = {**_BARE, "text": "price: 1", "mime": "application/json"}


def test_the_list_says_that_a_page_is_kept_as_a_file(client: httpx.Client) -> None:
    assert "kept as a file" in client.get("/pages?state=file").text
    assert "data.example" not in client.get("/pages?state=file").text


def test_a_document_without_a_picture_has_no_thumbnail(client: httpx.Client) -> None:
    assert "thumbnail.jpg" not in client.get("/pages").text


def test_the_page_of_a_file_says_that_it_changed(client: httpx.Client) -> None:
    text = client.get("/page/1").text
    assert "file changed" in text
    assert "cannot be compared" in text


def test_the_comparison_of_files_has_their_digests(client: httpx.Client) -> None:
    text = client.get("/page/1/compare").text
    assert "The file changed" in text
    assert "sha256:0 → sha256:1" in text


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_room_of_a_capture_opens(client: httpx.Client, number: int) -> None:
    assert client.get(f"/capture/{number}").status_code == 200


def test_the_text_of_a_document_stands_in_for_its_picture(client: httpx.Client) -> None:
    assert "A document without a picture" in client.get("/capture/4").text
    assert "its text is compared" in client.get("/page/2/compare").text
    assert client.get("/capture/4/text.txt").text == "price: 1"
