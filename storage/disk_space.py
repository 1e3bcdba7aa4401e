"""Room for further captures: the limit that the operator set, and what the disk has left.

A full disk loses nothing that was committed, but it stops everything else on that disk, too. So visits end before.
"""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from storage.errors import NoRoom
from storage.queries.repository import Repository
from storage.settings import StorageSettings

_GB = 1e9
_LOOK_AGAIN_S = 10.0  # summing up a large collection takes tenths of a second
LACKING = "no_room"
"""Under which the collection keeps why no visit begins, while that is so."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """What a collection takes, and what is left to it."""

    taken_bytes: int
    """WARC records and blobs, as stored."""
    most_bytes: int | None
    """What they may take."""
    free_bytes: int
    """Free on the collection's disk."""
    obstacle: str | None
    """Why no visit may begin, and what to do; None: there is room."""


class Room:
    """The room of one collection. Safe to use from several threads."""

    def __init__(self, folder: Path, repository: Repository, settings: StorageSettings) -> None:
        self._folder = folder
        self._repository = repository
        self._settings = settings
        self._lock = threading.Lock()
        self._looked_at: float | None = None
        self._noted: bool | None = None  # whether it is kept that there is none; None: not asked yet

    def space(self) -> Space:
        """What is taken and what is left, now."""
        most_gb = self._settings.most_gb
        taken = self._repository.stored_bytes()
        free = shutil.disk_usage(self._folder).free
        return Space(
            taken_bytes=taken,
            most_bytes=None if most_gb is None else int(most_gb * _GB),
            free_bytes=free,
            obstacle=self._obstacle(taken, free),
        )

    def check(self) -> None:
        """Raise ``NoRoom`` where no visit may begin; looks at most every ten seconds."""
        with self._lock:
            now = time.monotonic()
            if self._looked_at is not None and now - self._looked_at < _LOOK_AGAIN_S:
                return
            obstacle = self.space().obstacle
            self._note(obstacle)
            if obstacle is not None:
                raise NoRoom(obstacle)
            self._looked_at = now

    def _note(self, obstacle: str | None) -> None:
        """Keep for others to see why no visit begins, as it was at the first look, or that they do again."""
        if self._noted is None:
            self._noted = self._repository.state(LACKING) is not None
        if (obstacle is not None) is not self._noted:
            self._repository.set_state(LACKING, obstacle)
            self._noted = obstacle is not None

    def _obstacle(self, taken: int, free: int) -> str | None:
        most_gb, least_gb = self._settings.most_gb, self._settings.least_free_gb
        if most_gb is not None and taken >= most_gb * _GB:
            return (
                f"the captures in {self._folder} take {taken / _GB:.2f} GB, and may take {most_gb:g} GB "
                "(storage.most_gb). No visit begins, nothing is lost. Raise the limit, keep captures for a time "
                "([retention]), or begin another collection."
            )
        if free < least_gb * _GB:
            return (
                f"the disk of {self._folder} has {free / _GB:.2f} GB left, and must keep {least_gb:g} GB free "
                "(storage.least_free_gb). No visit begins, nothing is lost. Free some space, or lower the limit."
            )
        return None
