"""The evidence of pages as the dashboard asks for it: computed by a process of its own, and kept until labels change.

It takes a processor for seconds and a numerical library that the dashboard does without.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from typing import Any

from dashboard.evidence import RegionFigures
from storage.collection import Collection
from storage.queries.labels import Label
from storage.records import Page

logger = logging.getLogger(__name__)

LONGEST_S = 300.0
_SPEAKER = "pagetide: "


class KeptEvidence:
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
        folder = str(self._collection.path.resolve())
        command = [
            sys.executable,
            "-P",
            "-m",
            "pagetide",
            "evidence",
            str(page.id),
            "--collection",
            folder,
            "--json",
        ]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=LONGEST_S,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            logger.warning("%s: its evidence was not computed: %s", page.url, error)
            return None
        if done.returncode == 0:
            return _figures(json.loads(done.stdout))
        said = [line for line in done.stderr.splitlines() if line.startswith(_SPEAKER)]
        if not said:
            logger.warning("%s: its evidence was not computed: %s", page.url, done.stderr.strip()[-1000:])
        return said[-1].removeprefix(_SPEAKER) if said else None


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
