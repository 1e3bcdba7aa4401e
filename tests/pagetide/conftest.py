import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from crawler.clock import SimulatedClock
from pagetide.app import App
from storage.collection import Collection
from storage.records import Capture, Page
from tests.conftest import MadeOnce
from tests.pagetide.commands.running import pagetide
from tests.pagetide.synthetic import START, URL, history
from tests.pictures import described_once


@pytest.fixture(scope="session", autouse=True)
def pictures_described_once() -> Iterator[None]:
    with described_once():
        yield


class Visits:
    """A page of a new collection, visited without a browser."""

    def __init__(self, app: App, page: Page | None = None) -> None:
        self.app = app
        self.page: Page = page or app.collection.repository.add_page(URL, at=START, due_at=START)

    def visit(self, capture: Capture) -> None:
        """Lease the page when it is due and hand the capture to the flow."""
        due = self.app.collection.repository.set_due
        due(self.page.id, capture.started_at, "test")
        (lease,) = self.app.collection.repository.lease_due(
            capture.started_at, limit=1, lease_for=timedelta(minutes=5)
        )
        self.app.flow.on_capture(lease, capture)

    def keep(self, capture: Capture) -> None:
        """Store and describe the capture; comparing it takes most of a visit, and a fit looks at all pairs itself."""
        stored = self.app.collection.store(self.page, capture)
        if stored.is_good:
            self.app.scorer.versions.describe(stored)

    def now(self) -> Page:
        """The page as it is stored now."""
        return self.app.collection.repository.page(self.page.id)


@contextmanager
def copy_of(made: Path, folder: Path) -> Iterator[Visits]:
    """A collection of one page, copied so that a test may change it."""
    shutil.copytree(made, folder)
    with App.open(folder, clock=SimulatedClock(START)) as app:
        (page,) = app.collection.repository.pages()
        yield Visits(app, page)


@pytest.fixture(scope="session")
def sixty_visits(made_once: MadeOnce) -> Path:
    """A collection whose page was captured for sixty hours; made once, and copied: it takes longer than a test."""

    def make(folder: Path) -> None:
        Collection.create(folder).close()
        with App.open(folder, clock=SimulatedClock(START)) as app:
            visits = Visits(app)
            for item, _ in history(60):
                visits.keep(item)

    return made_once("sixty-visits", make)


@pytest.fixture
def visited(sixty_visits: Path, tmp_path: Path) -> Iterator[Visits]:
    with copy_of(sixty_visits, tmp_path / "news") as visits:
        yield visits


@pytest.fixture(scope="session")
def sixty_learned(sixty_visits: Path, made_once: MadeOnce) -> Path:
    """The collection of sixty visits with the model of its page; made once, and copied."""

    def make(folder: Path) -> None:
        with copy_of(sixty_visits, folder) as visits:
            visits.app.learner.learn(visits.now(), START)

    return made_once("sixty-learned", make)


@pytest.fixture
def learned(sixty_learned: Path, tmp_path: Path) -> Iterator[Visits]:
    with copy_of(sixty_learned, tmp_path / "news") as visits:
        yield visits


@pytest.fixture
def asked_here(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would be asked of a process of its own is asked in this one, which has imported it all: the questions."""
    asked: list[list[str]] = []

    def run(command: Sequence[str], *, input: bytes, **_: Any) -> subprocess.CompletedProcess[bytes]:
        assert list(command[:4]) == [sys.executable, "-P", "-m", "pagetide"]
        asked.append(list(command[4:]))
        done = pagetide(*command[4:], standard_input=input)
        return subprocess.CompletedProcess(
            command, done.returncode, done.stdout.encode(), done.stderr.encode()
        )

    monkeypatch.setattr("pagetide.learning.own_process.subprocess.run", run)
    return asked


@pytest.fixture
def visits(tmp_path: Path) -> Iterator[Visits]:
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        yield Visits(app)
