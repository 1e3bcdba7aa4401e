"""Watching more pages, and having one captured now."""

from pathlib import Path

import httpx
import pytest

from storage.collection import Collection
from storage.records import Page
from tests.dashboard.user_actions.conftest import Open


def _pages(folder: Path) -> list[Page]:
    with Collection.open(folder, read_only=True) as collection:
        return collection.repository.pages()


def test_addresses_are_watched_by_a_form_without_script(today: Open, folder: Path, address: str) -> None:
    page = today(java_script_enabled=False)
    page.goto(f"{address}/pages")
    page.click("text=Watch more pages")
    page.fill("#urls", "https://new.example/a\n\n https://FERRY.example#top \n")
    page.click("text=Watch >> nth=-1")
    assert page.url.endswith("/pages?sort=added")
    assert "new.example/a" in page.locator(".entry").first.inner_text()
    assert [item.url for item in _pages(folder)][-1] == "https://new.example/a"
    assert len(_pages(folder)) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://ok.example/\nexample.org", "does not say how to reach it"),
        ("https://me:secret@a.example/", "user name"),
        ("file:///etc/passwd", "only pages over http"),
        (" \n", "one address a line"),
    ],
)
def test_nothing_is_added_when_an_address_is_wrong(
    client: httpx.Client, folder: Path, text: str, said: str
) -> None:
    refused = client.post("/pages/add", data={"urls": text})
    assert refused.status_code == 422
    assert said in refused.text
    if text.strip():
        assert client.post("/api/v1/pages", json={"urls": text.splitlines()}).status_code == 422
    assert len(_pages(folder)) == 3


def test_a_page_is_captured_now_by_a_button(today: Open, folder: Path, address: str) -> None:
    page = today(java_script_enabled=False)
    page.goto(f"{address}/page/1")
    page.click("text=Capture now")
    assert "due now" in page.locator(".strip").inner_text()
    assert _pages(folder)[0].exempt


def test_programs_watch_pages_too(client: httpx.Client, folder: Path) -> None:
    urls = ["https://new.example/", "https://ferry.example/"]
    answer = client.post("/api/v1/pages", json={"urls": urls, "weight": 2})
    assert answer.status_code == 201
    assert [(item["url"], item["is_new"]) for item in answer.json()] == [(urls[0], True), (urls[1], False)]
    assert _pages(folder)[-1].weight == 2
