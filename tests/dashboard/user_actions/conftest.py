"""A dashboard in which something can be done, over a collection with findings to decide on."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect

from dashboard.app import create_app
from dashboard.request_checks import Access
from storage.collection import Collection
from storage.people import Role
from storage.records import ResponseKind
from tests.conftest import MadeOnce
from tests.dashboard.conftest import served
from tests.storage.builders import PASSWORD, START, add_page, add_person, capture, score

CLOSED = "New: “Ferry STOPPED until Monday”"
OPENED = "New: “Library opens <b>now</b>”"
WALLED = "A wall against machines came in place of the page"
Open = Callable[..., Page]

expect.set_options(timeout=30_000)  # of a machine that has other things to do, too


@pytest.fixture(scope="session")
def two_changes(made_once: MadeOnce) -> Path:
    return made_once("two-changes", filled)


@pytest.fixture
def folder(two_changes: Path, tmp_path: Path) -> Path:
    """Two changes of one page, and a wall before two pages of another host."""
    return copied(two_changes, tmp_path)


def copied(folder: Path, tmp_path: Path) -> Path:
    """A copy of a collection, into which a test may write."""
    copy: Path = shutil.copytree(folder, tmp_path / "news")
    return copy


def filled(folder: Path) -> Path:
    with Collection.create(folder) as collection:
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
    return folder


@contextmanager
def _in_ones_name(folder: Path) -> Iterator[str]:
    access = Access(writer="ada")
    with (
        Collection.open(folder, read_only=True) as opened,
        served(create_app(opened, now=lambda: START + timedelta(days=1), access=access)) as found,
    ):
        yield found


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with _in_ones_name(folder) as found:
        yield found


@pytest.fixture(scope="session")
def unchanged(two_changes: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same as ``address``, for all tests that only look."""
    with _in_ones_name(copied(two_changes, tmp_path_factory.mktemp("unchanged"))) as found:
        yield found


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, headers={"Origin": address}) as opened:
        yield opened


@pytest.fixture
def today(browser: Browser, address: str) -> Open:
    """Opens the first page in a tab of its own."""

    def opened(**options: object) -> Page:
        page = browser.new_page(**options)  # type: ignore[arg-type]
        page.goto(address)
        return page

    return opened


def shown(page: Page) -> list[str]:
    """The sentences of the list, from the top, once the page is whole."""
    page.wait_for_load_state()
    return page.locator(".finding h2").all_inner_texts()


ROLES = {"ada": Role.ADMIN, "arch": Role.ARCHIVIST, "vic": Role.VIEWER}
"""Who has an account in ``people``."""


@pytest.fixture(scope="session")
def with_accounts(made_once: MadeOnce) -> Path:
    """The collection with an admin, an archivist and a viewer."""

    def make(folder: Path) -> None:
        with Collection.open(filled(folder)) as collection:
            for name, role in ROLES.items():
                add_person(collection, name, role)

    return made_once("with-accounts", make)


@dataclass
class People:
    """A dashboard at which people log in, and its clock."""

    address: str
    folder: Path
    app: FastAPI
    now: datetime = START

    @property
    def cookie(self) -> str:
        """The name of the session's cookie."""
        return f"pagetide-{httpx.URL(self.address).port}"

    @contextmanager
    def client(self, name: str | None = None) -> Iterator[httpx.Client]:
        """A browser of somebody who is logged in, or of nobody."""
        with httpx.Client(base_url=self.address, timeout=60, headers={"Origin": self.address}) as opened:
            if name is not None:
                assert self.log_in(opened, name).status_code == 303
            yield opened

    def log_in(self, client: httpx.Client, name: str, password: str = PASSWORD) -> httpx.Response:
        return client.post("/login", data={"name": name, "password": password})

    def form_token(self, client: httpx.Client) -> str:
        """The token that the forms of this session hold."""
        found = re.search(r'name="form-token" content="([^"]+)"', client.get("/").text)
        assert found is not None
        return found[1]

    def actions(self) -> list[tuple[str, str]]:
        """Who did what, the last first."""
        with Collection.open(self.folder, read_only=True) as collection:
            return [(entry.by, entry.action) for entry in collection.repository.actions(limit=50)]


@pytest.fixture
def people(with_accounts: Path, tmp_path: Path) -> Iterator[People]:
    folder = copied(with_accounts, tmp_path / "with-accounts")
    with Collection.open(folder, read_only=True) as opened:
        found: list[People] = []
        access = Access(writer="root", clock=lambda: found[0].now)
        app = create_app(opened, now=lambda: START + timedelta(days=1), access=access)
        with served(app) as address:
            found.append(People(address=address, folder=folder, app=app))
            yield found[0]
