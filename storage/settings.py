"""Limits of a collection's disk use, what goes to an object store, and how long captures are kept."""

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


@dataclass(frozen=True, kw_only=True)
class RetentionSettings:
    """Which captures `pagetide retention` removes. None, unless keep_within is given."""

    keep_within: timedelta | None = None
    """Age up to which every capture stays, such as "365d"; older ones go but for what follows. None: nothing goes."""
    keep_last: int = 1
    """Good captures of each page, the newest ones, that stay at any age; at least 1."""
    keep_first: bool = True
    """Whether the first good capture of each page stays."""
    keep_daily: int = 0
    """Days, counted back from the page's newest capture, of which the last good capture stays; 0: none."""
    keep_weekly: int = 0
    """The same by weeks."""
    keep_monthly: int = 0
    """The same by months."""
    keep_yearly: int = 0
    """The same by years."""
    keep_important: bool = True
    """Whether both captures of each important change stay."""
    keep_labelled: bool = True
    """Whether both captures of each change with a person's verdict stay."""
    nightly: bool = False
    """Whether the daemon removes them each night, without asking."""

    def __post_init__(self) -> None:
        if self.keep_last < 1:
            raise ValueError("keep_last is 1 or more: each page keeps a capture to compare the next one with")
        if self.keep_within is not None and self.keep_within <= timedelta(0):
            raise ValueError('keep_within is an age such as "365d"; leave it out to keep everything')
        if self.nightly and self.keep_within is None:
            raise ValueError('nightly removes nothing without keep_within: give an age such as "365d"')
