"""Planned visits that did not happen: how many were merged into one, and why.

A visit by the clock is late after a quarter of an hour; one that was learned, when a whole interval more has passed.
What is late is made up for by one visit, and kept with its reason, so that a gap in a page's history can be explained.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.budget import Allowance
from crawler.scheduling.rules import VisitRule
from storage.queries.missed_visits import MissedVisit
from storage.queries.repository import Repository
from storage.records import Page

logger = logging.getLogger(f"pagetide.{__name__}")

_HOUR = timedelta(hours=1)
_PLANNED = frozenset({"budget", "floor", "ceiling", "host", "hint", "rule"})
"""What decided the times of visits that can be missed; a try after a failure, or one by hand, cannot."""

_GAPS_KEPT = 50


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Time in which nothing looked at the pages."""

    since: datetime
    until: datetime
    why: str


class Lateness:
    """Notes what was missed in one collection."""

    def __init__(self, repository: Repository, pauses: HostPauses) -> None:
        self._repository = repository
        self._pauses = pauses
        self.allowance: Allowance | None = None
        """What the budget pays for, if visits wait for it."""
        self._gaps: deque[Gap] = deque(maxlen=_GAPS_KEPT)

    def noticed(self, gap: Gap) -> None:
        """Keep a time in which nothing looked at the pages."""
        self._gaps.append(gap)

    def forget_gaps(self) -> None:
        """The clock by which they were told was wrong."""
        self._gaps.clear()

    def note(self, page: Page, rule: VisitRule | None, at: datetime) -> None:
        """Keep how many visits this one makes up for, and why they did not happen."""
        if page.due_at is None or page.plan.get("decided_by") not in _PLANNED:
            return
        hours = page.plan.get("interval_h")
        if rule is not None:
            visits = rule.missed(page.due_at, at)
        else:
            visits = 0 if not hours else max(0, int((at - page.due_at) / (hours * _HOUR)))
        if visits:
            why = self._why_late(page, page.due_at)
            self._repository.add_missed_visit(
                MissedVisit(page_id=page.id, due_at=page.due_at, noticed_at=at, visits=visits, reason=why)
            )
            planned = "1 planned visit" if visits == 1 else f"{visits} planned visits"
            logger.info("%s: makes up for %s: %s", page.url, planned, why, extra={"page_id": page.id})

    def _why_late(self, page: Page, due_at: datetime) -> str:
        gap = next((gap for gap in self._gaps if due_at < gap.until), None)  # the first after it fell due
        hold = self._pauses.last_hold(page.host)
        if gap is not None:
            return f"{gap.why} from {moment(gap.since)} to {moment(gap.until)}"
        if hold is not None and due_at < hold.until:
            return f"{hold.why}, so {page.host} was left alone until {moment(hold.until)}"
        empty_at = None if self.allowance is None else self.allowance.empty_at
        if empty_at is not None and due_at <= empty_at:
            return "more visits were due than the budget pays for"
        return f"other pages of {page.host} were visited meanwhile: one at a time, and none while it rests"


def moment(at: datetime) -> str:
    """A time as sentences write it."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
