"""A dashboard in which something can be done, over a collection with findings to decide on."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from dashboard.app import Access, create_app
from storage.collection import Collection
from storage.records import ResponseKind
from tests.dashboard.conftest import served
from tests.dashboard.test_browser import CHROMIUM
from tests.storage.builders import START, add_page, capture, score

CLOSED = "New: “Ferry STOPPED until Monday”"
OPENED = "New: “Library opens <b>now</b>”"
WALLED = "A wall against machines came in place of the page"
Open = Callable[..., Page]

expect.set_options(timeout=30_000)  # of a machine that has other things to do, too


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two changes of one page, and a wall before two pages of another host."""
    with Collection.create(tmp_path / "news") as collection:
        page = add_page(collection, "https://ferry.example/")
        stored = [
            collection.store(page, capture(number, url=page.url, final_url=page.url, title="Ferries"))
            for number in range(3)
        ]
        for number, (words, probability) in enumerate(
            (("Ferry STOPPED until Monday", 0.9), ("Library opens <b>now</b>", 0.6))
        ):
            block = {"kind": "text", "added": words, "removed": "", "furniture": False, "chance": 0.1}
            told = {"blocks": [block], "blocks_changed": 1, "text_important": True}
            pair = stored[number], stored[number + 1]
            collection.record_score(score(*pair, probability=probability, explanation=told))
        for name in ("a", "b"):
            walled = add_page(collection, f"https://walled.example/{name}")
            kind = {"response_kind": ResponseKind.BOT_WALL, "title": ""}
            collection.store(walled, capture(3, url=walled.url, final_url=walled.url, **kind))
    return tmp_path / "news"


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with (
        Collection.open(folder, read_only=True) as opened,
        served(
            create_app(opened, now=lambda: START + timedelta(days=1), access=Access(writer="ada"))
        ) as found,
    ):
        yield found


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, headers={"Origin": address}) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def today(browser: Browser, address: str) -> Iterator[Open]:
    """Opens the first page in a tab of its own."""
    contexts = []

    def opened(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()


def shown(page: Page) -> list[str]:
    """The sentences of the list, from the top."""
    return page.locator(".finding h2").all_inner_texts()
