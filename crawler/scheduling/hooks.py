"""The interface between crawl and schedule while pages are leased."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from crawler.scheduling.budget import Allowance
from crawler.scheduling.decision import RevisitDecision
from storage.records import Lease


@dataclass(frozen=True, kw_only=True)
class SchedulerHooks:
    """What the schedule has to say while pages are taken out of it; the front door puts it together."""

    allowance: Allowance | None = None
    """How many visits the budget pays for at present; None: any number."""
    look: Callable[[datetime], object] | None = None
    """Called with the time before pages are taken, to notice what the clock did."""
    after_nothing: Callable[[Lease, datetime], RevisitDecision] | None = None
    """When to try again after a visit of which nothing could be kept; None: by the settings alone."""
    question: Callable[[Lease], Mapping[str, str] | None] | None = None
    """Headers of a request that asks the server whether a page has changed; None: the browser goes without asking."""
    note_answer: Callable[[Lease, bool, datetime], bool] | None = None
    """What the server said, changed or not, at that time; True when the lease has ended, for no visit is needed."""
    sources: Callable[[datetime], Sequence[str]] | None = None
    """Addresses of feeds and sitemaps that are to be read now."""
    note_announcements: Callable[[str, bytes, datetime], object] | None = None
    """What was read at one of them."""
