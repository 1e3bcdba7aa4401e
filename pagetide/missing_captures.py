"""Logs an error when nothing was captured for a day though pages were due.

Each failed visit is retried and says so in the log; this is for whoever looks only when something is wrong.
"""

from __future__ import annotations

import logging
from datetime import datetime

from storage.queries.page_columns import SILENCE
from storage.queries.repository import Repository

logger = logging.getLogger(__name__)


class Silence:
    """Looks for it, of a daemon that runs since ``began``: one that was just started has had no time yet."""

    def __init__(self, repository: Repository, began: datetime) -> None:
        self._repository = repository
        self._began = began

    def look(self, now: datetime) -> bool:
        """Whether nothing was captured for a day; then an error stands in the log."""
        silent = self._began <= now - SILENCE and self._repository.is_silent(now)
        if silent:
            logger.error(
                "nothing was captured for a day, though pages are due. Is the network there, and `pagetide doctor` "
                "content? `pagetide status` says why each visit failed"
            )
        return silent
