"""Files of captures: right type, kept for ever, never HTML."""

import io

import httpx
import pytest
from fastapi import HTTPException
from PIL import Image

from dashboard.images import THUMBNAIL_HEIGHT_PX, THUMBNAIL_WIDTH_PX, thumbnail
from storage.collection import Collection
from storage.records import Outcome, Role


def test_a_screenshot_is_served_as_it_was_stored(client: httpx.Client, collection: Collection) -> None:
    stored = collection.read(collection.repository.capture(1), Role.VIEW)
    answer = client.get("/capture/1/view.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content == stored


@pytest.mark.parametrize("name", ["view.png", "full.png", "thumbnail.jpg", "text.txt"])
def test_files_may_be_kept_for_ever_and_are_not_sent_twice(client: httpx.Client, name: str) -> None:
    answer = client.get(f"/capture/1/{name}")
    assert "immutable" in answer.headers["cache-control"]
    again = client.get(f"/capture/1/{name}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_thumbnail_is_small(client: httpx.Client) -> None:
    answer = client.get("/capture/1/thumbnail.jpg")
    picture = Image.open(io.BytesIO(answer.content))
    assert answer.headers["content-type"] == "image/jpeg"
    assert picture.size == (THUMBNAIL_WIDTH_PX, THUMBNAIL_HEIGHT_PX)


def test_a_thumbnail_of_a_flat_picture_keeps_its_shape() -> None:
    flat = io.BytesIO()
    Image.new("RGBA", (1000, 20)).save(flat, "PNG")
    width, height = Image.open(io.BytesIO(thumbnail(flat.getvalue()))).size
    assert (width, height) == (THUMBNAIL_WIDTH_PX, 6)


def test_a_damaged_picture_has_no_thumbnail() -> None:
    with pytest.raises(HTTPException, match="damaged"):
        thumbnail(b"\x89PNG\r\n\x1a\n" + b"no image")


def test_text_is_a_download_of_plain_text(client: httpx.Client) -> None:
    answer = client.get("/capture/1/text.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize("name", ["dom.html", "dom", "page.html"])
def test_archived_html_has_no_address(client: httpx.Client, name: str) -> None:
    assert client.get(f"/capture/1/{name}").status_code == 404


def test_what_a_failed_visit_did_not_bring_home_is_not_found(
    client: httpx.Client, collection: Collection
) -> None:
    captures = collection.repository.captures(1)
    failed = next(capture for capture in captures if capture.outcome is Outcome.FAILED)
    answer = client.get(f"/capture/{failed.id}/view.png")
    assert answer.status_code == 404
    assert "has no view" in answer.text
