"""Jobs: long work that runs in the background."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class JobKind(StrEnum):
    """What is done."""

    WACZ = "export-wacz"
    CSV = "export-csv"
    PARQUET = "export-parquet"
    VERIFY = "verify"
    INGEST = "ingest"
    IMPORT = "import"

    @property
    def is_export(self) -> bool:
        """Whether a file comes of it."""
        return self in EXPORTS


EXPORTS = frozenset({JobKind.WACZ, JobKind.CSV, JobKind.PARQUET})
IMPORTS = frozenset({JobKind.INGEST, JobKind.IMPORT})
"""Kinds that read a file which somebody put into ``imports/`` or sent."""


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self not in {JobState.WAITING, JobState.RUNNING}


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job as it is kept.

    Attributes
    ----------
    arguments : mapping
        What was asked for, as JSON: of an export ``pages``, ``since`` and ``until``; of a file that is taken in
        ``file``, and ``upload`` where it was sent.
    done, total : int, int or None
        Progress, in a unit that the kind chooses; None: nobody knows how much there is.
    message : str
        What it is at or, once it is over, what came of it; a sentence.
    outcome : mapping
        The result in figures, as JSON.
    result_file : str or None
        Name of the file that came of it, until that is deleted.
    cancelled_at : datetime or None
        When somebody asked it to end.
    """

    id: int
    kind: JobKind
    arguments: Mapping[str, Any]
    asked_by: str
    asked_at: datetime
    state: JobState
    started_at: datetime | None
    ended_at: datetime | None
    done: int
    total: int | None
    message: str
    outcome: Mapping[str, Any]
    result_file: str | None
    cancelled_at: datetime | None
