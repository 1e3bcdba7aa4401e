"""What is computed of pages for whoever holds their collection: only read, nothing written.

A reader travels to other processes and machines as the path of its collection's folder. There the collection is
opened for reading, once: a folder that all share, and a database on a server where not all are on one machine.
"""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from changemodel.change.progress import Progress
from pagetide.app import App
from pagetide.errors import NothingToDo
from pagetide.learning.page_models import Decision, Fitted
from pagetide.learning.similar import CapturePoints
from storage.errors import StorageError

logger = logging.getLogger(__name__)


class PageReader:
    """Computes for the collection in a folder, here or wherever it is sent.

    Parameters
    ----------
    app
        With what it computes here; None, and wherever else: the collection is opened for reading.
    progress
        Told here how far a fit is that takes a while.
    """

    def __init__(self, folder: Path, app: App | None = None, progress: Progress | None = None) -> None:
        self._app = app
        self._folder = folder.resolve()
        self._run = uuid.uuid4().hex
        self._progress = progress

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_app": None, "_progress": None}

    def descriptions(self, capture_ids: Sequence[int]) -> dict[int, bytes]:
        """What the model computes of a capture once, for those of which it is not kept, or is of another layout."""
        with _one_task:
            app, found = self._opened(), {}
            versions, repository = app.scorer.versions, app.collection.repository
            for number in capture_ids:
                stored = repository.capture(number)
                try:
                    made = None if versions.is_described(stored) else versions.description(stored)
                except StorageError as error:
                    logger.warning("%s: capture %d is left out: %s", stored.url, stored.id, error)
                    continue
                if made is not None:
                    found[number] = made
        return found

    def fitted(self, page_id: int) -> tuple[int, Fitted | str]:
        """A page's next model, or why there is none."""
        with _one_task:
            app = self._opened()
            try:
                return page_id, app.learner.fitted(app.collection.repository.page(page_id), self._progress)
            except NothingToDo as error:
                return page_id, str(error)

    def decisions(self, task: tuple[int, int | None, datetime]) -> tuple[int, list[Decision]]:
        """What a page's stored model decides: of the page, the model that stood in, and the time of the scores."""
        page_id, stood_in, now = task
        with _one_task:
            app = self._opened()
            return page_id, app.learner.decisions(app.collection.repository.page(page_id), stood_in, now)

    def points(self, capture_ids: Sequence[int]) -> dict[int, NDArray[np.float64]]:
        """Where captures lie among others, see ``pagetide.learning.similar``; those that can be read."""
        with _one_task:
            app = self._opened()
            return CapturePoints(app.collection, app.settings.learning.grid).of(capture_ids)

    def _opened(self) -> App:
        if self._app is None:
            self._app = _app_of(self._folder, self._run)
        return self._app


_one_task = threading.RLock()
"""Of several threads of one process one computes: what an app remembers is one thread's, and so is the interpreter."""
_last: tuple[str, App] | None = None


def _app_of(folder: Path, run: str) -> App:
    """The collection, opened for reading at the first task of a run, with the settings as they are then."""
    global _last  # noqa: PLW0603  one a process, which lives as long as the process
    if _last is None or _last[0] != run:
        if _last is not None:
            _last[1].collection.close()
        _last = run, App.open(folder, read_only=True)
    return _last[1]
