"""Limits of a collection's disk use, and what goes to an object store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, kw_only=True)
class StorageSettings:
    """Limits at which visits end before the disk is full, and when files leave it."""

    most_gb: float | None = None
    """Gigabytes (1e9 bytes) that the collection's captures may take; no visit begins above that. None: no limit."""
    least_free_gb: float = 1.0
    """Gigabytes that must be free on the collection's disk for a visit to begin; 0 uses the disk up."""

    keep_sent: timedelta | None = timedelta(days=14)
    """How long WARC files stay on this disk, too, once an object store has them (`pagetide offload --to`); "0h": not at
    all; none: for ever."""

    def __post_init__(self) -> None:
        if self.most_gb is not None and self.most_gb <= 0:
            raise ValueError(f"most_gb must be positive, not {self.most_gb}; leave it out for no limit")
        if self.keep_sent is not None and self.keep_sent < timedelta(0):
            raise ValueError(f'keep_sent must not be negative, not {self.keep_sent}; "0h" keeps nothing')
        if self.least_free_gb < 0:
            raise ValueError(f"least_free_gb must not be negative, not {self.least_free_gb}")
