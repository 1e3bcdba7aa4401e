from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from crawler.clock import SimulatedClock
from pagetide.app import App
from storage.collection import Collection
from storage.records import Capture, Page
from tests.pagetide.synthetic import START, URL


class Visits:
    """A page of a new collection, visited without a browser."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.page: Page = app.collection.repository.add_page(URL, at=START, due_at=START)

    def visit(self, capture: Capture) -> None:
        """Lease the page when it is due and hand the capture to the flow."""
        due = self.app.collection.repository.set_due
        due(self.page.id, capture.started_at, "test")
        (lease,) = self.app.collection.repository.lease_due(
            capture.started_at, limit=1, lease_for=timedelta(minutes=5)
        )
        self.app.flow.on_capture(lease, capture)

    def now(self) -> Page:
        """The page as it is stored now."""
        return self.app.collection.repository.page(self.page.id)


@pytest.fixture
def visits(tmp_path: Path) -> Iterator[Visits]:
    Collection.create(tmp_path / "news").close()
    with App.open(tmp_path / "news", clock=SimulatedClock(START)) as app:
        yield Visits(app)
