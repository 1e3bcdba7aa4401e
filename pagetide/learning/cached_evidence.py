"""The evidence of pages for the dashboard, computed in a process of its own and cached until labels change."""

from __future__ import annotations

import threading
from typing import Any

from dashboard.evidence import RegionFigures
from pagetide.learning.own_process import told_by_command
from storage.collection import Collection
from storage.queries.labels import Label
from storage.records import Page


class CachedEvidence:
    """Evidence of a collection's pages; what was computed is kept as long as nobody says anything else of the page."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._lock = threading.Lock()  # one at a time
        self._kept: dict[int, tuple[list[Label], RegionFigures | str]] = {}

    def of(self, page: Page) -> RegionFigures | str:
        """What the dashboard shows, or a sentence that says why there is nothing and what to do."""
        with self._lock:
            labels = self._collection.repository.labels(page.id)
            kept = self._kept.get(page.id)
            if kept is not None and kept[0] == labels:
                return kept[1]
            found = self._computed(page)
            if found is None:
                return f"It could not be computed. `pagetide evidence {page.id}` says why."
            self._kept[page.id] = labels, found
            return found

    def _computed(self, page: Page) -> RegionFigures | str | None:
        told = told_by_command(self._collection, "evidence", str(page.id))
        return _figures(told) if isinstance(told, dict) else told


def _figures(told: dict[str, Any]) -> RegionFigures:
    return RegionFigures(
        scores=told["scores"],
        p_corrected=told["p_corrected"],
        carries=tuple(tuple(row) for row in told["carries"]),
        important=told["important"],
        unimportant=told["unimportant"],
        days=told["days"],
        permutations=told["permutations"],
    )
