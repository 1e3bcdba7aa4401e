"""Looking for the capture that a picture was taken from, and for more like it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from dashboard.app import create_app
from dashboard.capture_search import FoundCapture
from dashboard.searching import LARGEST_PICTURE
from dashboard.source import Asked
from storage.collection import Collection
from tests.dashboard.conftest import served
from tests.storage.builders import START, png

URL = "https://ferry.example/"


class Told:
    """What the composition root would hand over: finds what it is given, and keeps what it was asked."""

    def __init__(self) -> None:
        self.found: Sequence[FoundCapture] | str = [_capture(2, 0.93, (10, 20, 300, 200))]
        self.asked: list[object] = []

    def by_picture(self, picture: bytes) -> Sequence[FoundCapture] | str:
        self.asked.append(picture)
        return self.found

    def like(self, wanted: Sequence[int], unwanted: Sequence[int]) -> Sequence[FoundCapture] | str:
        self.asked.append((list(wanted), list(unwanted)))
        return self.found


def _capture(
    number: int, confidence: float | None = None, region: tuple[int, int, int, int] | None = None
) -> FoundCapture:
    return FoundCapture(
        capture_id=number, page_id=1, url=URL, captured_at=START, confidence=confidence, region=region
    )


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def address(folder: Path, told: Told) -> Iterator[str]:
    with (
        Collection.open(folder, read_only=True) as opened,
        served(create_app(opened, now=lambda: START + timedelta(days=1), asked=Asked(search=told))) as found,
    ):
        yield found


def test_a_picture_is_uploaded_and_its_capture_named_without_script(
    browser: Browser, address: str, told: Told
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/search")
    page.set_input_files("#picture", {"name": "chat.png", "mimeType": "image/png", "buffer": png()})
    page.click(".filter button")
    assert told.asked == [png()]
    shown = page.locator(".entry").inner_text()
    assert "Ferries" in shown
    assert "confidence 93 %" in shown
    assert "300 × 200 px at 10, 20" in shown
    page.context.close()


def test_examples_are_corrected_by_one_click_each(browser: Browser, address: str, told: Told) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/capture/1")
    page.click("text=More captures like this")
    page.click(".entry >> text=Not like this")
    page.click(".entry >> text=More like this")
    assert told.asked == [([1], []), ([1], [2]), ([1, 2], [2])]
    page.context.close()


def test_what_cannot_be_searched_is_said(client: httpx.Client, told: Told) -> None:
    told.found = "no capture has a picture <b>yet</b>"
    assert "no capture has a picture &lt;b&gt;yet" in client.get("/search?like=1").text
    assert client.get("/api/v1/similar?like=1").status_code == 409
    told.found = []
    file = {"picture": ("a.png", png(), "image/png")}
    assert "No capture matches" in client.post("/search", files=file).text
    assert client.post("/api/v1/search", files=file).json() == []
    too_large = {"picture": ("a.png", b"\0" * (LARGEST_PICTURE + 1), "image/png")}
    assert "too large" in client.post("/search", files=too_large).text
    assert "No picture was chosen" in client.post("/search", files={"picture": ("a", b"", "image/png")}).text
    assert client.get("/search?like=999").status_code == 404


def test_other_origins_cannot_have_us_search(address: str, told: Told) -> None:
    file = {"picture": ("a.png", png(), "image/png")}
    refused = httpx.post(f"{address}/search", files=file, headers={"Origin": "http://evil.example"})
    assert (refused.status_code, told.asked) == (403, [])


def test_the_api_names_the_capture_and_the_region(client: httpx.Client) -> None:
    (found,) = client.get("/api/v1/similar?like=1&unlike=3").json()
    assert found == {
        "capture_id": 2,
        "page_id": 1,
        "url": URL,
        "captured_at": START.isoformat().replace("+00:00", "Z"),
        "confidence": 0.93,
        "region": [10, 20, 300, 200],
    }
