"""A sample collection on disk, the dashboard served over it, and a client that asks it."""

import asyncio
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser

from dashboard.app import create_app
from dashboard.source import Source
from pagetide.serving import listening
from pagetide.settings.collection_settings import DashboardSettings
from storage.collection import Collection
from storage.queries.timelines import TimelineQueries
from storage.replay.mementos import MementoIndex
from tests.conftest import MadeOnce
from tests.dashboard.browsing import launched
from tests.dashboard.sample import START, build, clock

CAPTURES = 36


@contextmanager
def serving(collection: Collection, now: Callable[[], datetime]) -> Iterator[str]:
    """The address of the dashboard over a collection, served by a real server for the length of the block."""
    with served(create_app(collection, now=now)) as address:
        yield address


class _Server(uvicorn.Server):
    """Ends as soon as it is asked to; the original looks ten times a second."""

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        while self.server_state.connections or self.server_state.tasks:
            await asyncio.sleep(0.01)


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """The address of an application, served by a real server for the length of the block."""
    # A client may ask before the server's thread has begun: it waits, and is not refused.
    with listening(DashboardSettings(port=0)) as listener:
        server = _Server(uvicorn.Config(app, log_level="warning", ws="none", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        host, port = listener.getsockname()
        try:
            yield f"http://{host}:{port}"
        finally:
            server.should_exit = True
            thread.join(timeout=30)


@pytest.fixture(autouse=True)
def no_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """No address here needs any: each new client of httpx would read those of all authorities, which takes 20 ms."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.setenv("SSL_CERT_DIR", os.devnull)


@pytest.fixture(scope="package")
def one_browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def browser(one_browser: Browser) -> Iterator[Browser]:
    """The browser of all tests of the dashboard; what a test opens in it is closed after the test."""
    yield one_browser
    for context in one_browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def now() -> Callable[[], datetime]:
    return clock(CAPTURES)


@pytest.fixture(scope="session")
def sample(made_once: MadeOnce) -> Path:
    """The folder of the sample collection; copied where a test writes into it."""
    return made_once("newsroom", lambda folder: build(folder, captures=CAPTURES).close())


@pytest.fixture(scope="session")
def collection(sample: Path) -> Iterator[Collection]:
    with Collection.open(sample, read_only=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def queries(collection: Collection) -> TimelineQueries:
    return TimelineQueries(collection.database)


@pytest.fixture(scope="session")
def site(collection: Collection, now: Callable[[], datetime]) -> Iterator[str]:
    with serving(collection, now) as address:
        yield address


@pytest.fixture(scope="session")
def empty_site(tmp_path_factory: pytest.TempPathFactory, now: Callable[[], datetime]) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("empty") / "new-collection"
    with Collection.create(folder) as collection, serving(collection, now) as address:
        yield address


@pytest.fixture(scope="session")
def client(site: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site, timeout=60) as opened:
        yield opened


@pytest.fixture
def source(each_database: str, tmp_path: Path) -> Iterator[Source]:
    """An empty collection as the rooms' parts see it."""
    with Collection.create(tmp_path / "empty") as collection:
        yield Source(
            collection=collection,
            queries=TimelineQueries(collection.database),
            now=lambda: START,
            versions_to_learn=120,
            mementos=MementoIndex(collection, tmp_path),
        )
