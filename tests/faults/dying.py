"""What processes do that are killed between the records that they write and the rows that name these."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event

from storage.collection import Collection
from storage.queries.labels import Label
from tests.forked_process import ForkedProcess
from tests.storage.builders import START, capture, png

WORKER = "ada"
SAME: dict[str, Any] = {
    "view_png": png(1),
    "full_page_png": png(2, 60),
    "text": "the same words " * 300,
}
"""Parts that a capture shares with an earlier one, whose records hold them."""


def killed(function: Callable[[Path], None], folder: Path) -> None:
    """Call a function of this module in a process of its own, by which it is killed."""
    process = ForkedProcess(function, folder)
    with process.stdout, process.stderr:
        assert process.wait() == -signal.SIGKILL, process.stderr.read()


def stores_what_a_worker_delivered(folder: Path) -> None:
    """The capture of hour 1 of the page that is due."""
    with Collection.open(folder) as collection:
        (lease,) = collection.repository.lease_due(START, limit=1, lease_for=timedelta(days=1), worker=WORKER)
        _die_at_the_next_commit(collection)
        collection.store(lease.page, capture(1, **SAME))


def says_that_a_change_matters(folder: Path) -> None:
    """Between the first two captures."""
    said_at = START + timedelta(days=1)
    with Collection.open(folder) as collection:
        _die_at_the_next_commit(collection)
        collection.record_label(Label(page_id=1, before_id=1, after_id=2, important=True, said_at=said_at))


def _die_at_the_next_commit(collection: Collection) -> None:
    event.listen(collection.database.engine, "commit", lambda _: os.kill(os.getpid(), signal.SIGKILL))
