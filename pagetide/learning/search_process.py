"""Searches for captures that the dashboard asks for, in a process of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from dashboard.capture_search import FoundCapture
from pagetide.learning.own_process import told_by_command
from storage.collection import Collection

MOST = 20


class SearchProcess:
    """``pagetide search`` and ``pagetide similar`` over one collection, one question at a time."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._lock = threading.Lock()

    def by_picture(self, picture: bytes) -> Sequence[FoundCapture] | str:
        """The captures that a picture was taken from, or a sentence why none can be told."""
        return self._found(lambda told: told["matches"], "search", "-", "--limit", str(MOST), given=picture)

    def like(self, wanted: Sequence[int], unwanted: Sequence[int]) -> Sequence[FoundCapture] | str:
        """Captures like some, and not like others, or a sentence why none can be told."""
        without = [part for number in unwanted for part in ("--not", f"#{number}")]
        examples = [f"#{number}" for number in wanted]
        return self._found(lambda told: told, "similar", *examples, *without, "--limit", str(MOST))

    def _found(
        self, rows: Callable[[Any], Any], *command: str, given: bytes = b""
    ) -> Sequence[FoundCapture] | str:
        with self._lock:
            told = told_by_command(self._collection, *command, given=given)
        if told is None:
            return f"It could not be asked. `pagetide {command[0]} --build` makes the index, and says what is wrong."
        return told if isinstance(told, str) else [_capture(row) for row in rows(told)]


def _capture(row: Mapping[str, Any]) -> FoundCapture:
    region = row.get("region")
    return FoundCapture(
        capture_id=row["capture"],
        page_id=row["page"],
        url=row["url"],
        captured_at=datetime.fromisoformat(row["captured_at"]),
        confidence=row.get("confidence"),
        region=None if region is None else (region[0], region[1], region[2], region[3]),
    )
