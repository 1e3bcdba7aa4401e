"""One capture from storing to the next due time: the file to read first.

The spider hands every capture, complete, partial or failed, to ``Flow.on_capture`` in its worker thread:

1. storage keeps it: WARC records and blobs first, then the rows that name them; its page gets a type
   (``pagetide.learning.page_types``);
2. a good capture is compared with the previous good one by the page's model, and the score is kept beside it
   (``pagetide.learning.waiting_scores``; what cannot be compared now waits there, and the visit goes on);
3. the decision updates the belief about the page's rate of important change;
4. the belief, the weight and what a visit costs give the next due time (``crawler.scheduling``); the lease ends.
"""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from datetime import datetime

from changemodel.change.score import distance_text
from crawler.manners.host_pauses import HostPauses
from crawler.manners.refusals import is_failed, refusal_in
from crawler.scheduling.decision import RevisitDecision
from crawler.scheduling.schedule import Timetable
from pagetide.learning.file_changes import file_change_text
from pagetide.learning.page_types import PageTypes
from pagetide.learning.waiting_scores import WaitingScores
from storage.collection import Collection
from storage.records import (
    Capture,
    Lease,
    Page,
    ProblemCode,
    StoredCapture,
    StoredScore,
)

logger = logging.getLogger(__name__)


class Flow:
    """What happens with a capture; collaborators are given, nothing is constructed here."""

    def __init__(
        self,
        collection: Collection,
        types: PageTypes,
        waiting: WaitingScores,
        timetable: Timetable,
        pauses: HostPauses,
        writing: AbstractContextManager[object],
    ) -> None:
        self._collection = collection
        self._types = types
        self._waiting = waiting
        self._timetable = timetable
        self._pauses = pauses
        self._writing = writing

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        """Keep, compare, and say when to come back; handed over again after an error, it goes on from there."""
        with self._writing:
            stored = self._stored(lease, capture)
        self._types.note(
            stored
        )  # takes a processor for some hundredths of a second: other visits go on meanwhile
        with self._writing:
            self._tell_login(stored)
            scores = self._waiting.score_page(stored.page_id, stored.started_at)
            score = scores[-1] if scores else None
            self._heed(lease.page.host, capture)
            decision, kept = self._planned(lease, capture, stored)
        score = score if score is not None and score.after_id == stored.id else None
        _log(lease.page, stored, score, decision, kept=kept)

    def _stored(self, lease: Lease, capture: Capture) -> StoredCapture:
        """The capture in the collection, where it is stored once: a page has one visit at a moment.

        It is there already where an error, or the end of the process, came after storing and before the lease's end.
        """
        at = capture.started_at
        there = self._collection.repository.captures(lease.page.id, since=at, until=at)
        own = next((stored for stored in there if not stored.origin), None)
        return self._collection.store(lease.page, capture) if own is None else own

    def _planned(self, lease: Lease, capture: Capture, stored: StoredCapture) -> tuple[RevisitDecision, bool]:
        """End the lease with the page's next due time; False where another visit took the page over.

        The page is read anew in the transaction that plans: the lease holds it as it was before the visit.
        """
        repository = self._collection.repository
        with self._collection.database.writing():
            page = repository.page(lease.page.id)
            decision = self._timetable.after_capture(page, capture, stored)
            kept = repository.finish_visit(
                lease,
                visited_at=stored.started_at,
                failed=is_failed(capture),
                due_at=decision.due_at,
                due_reason=decision.reason,
                quarantined=decision.quarantined,
                exempt=decision.exempt,
                plan=decision.plan,
                host_next_ok_at=self._pauses.next_ok_at(page.host, stored.finished_at),
            )
        return decision, kept

    def _heed(self, host: str, capture: Capture) -> None:
        """Leave a host alone that asked for it; a visit without an answer says nothing about that."""
        refusal = refusal_in(capture)
        if refusal is not None or capture.status is not None:
            self._pauses.heed(host, refusal, capture.finished_at)

    def _tell_login(self, stored: StoredCapture) -> None:
        """Warn when a login has stopped being valid: once, not at every visit from then on."""
        newest = self._collection.repository.captures(stored.page_id, newest_first=True, limit=2)
        was, now = (_is_logged_out(item) for item in (newest[-1], stored))
        if now and (len(newest) == 1 or not was):
            logger.warning(
                "%s is logged out: its captures are kept, but not learned from, until `pagetide login %s` was run",
                stored.url,
                stored.url,
                extra={"page_id": stored.page_id, "capture_id": stored.id},
            )
        elif was and not now and stored.is_good:
            logger.info("%s is logged in again", stored.url, extra={"page_id": stored.page_id})


def _log(
    page: Page, stored: StoredCapture, score: StoredScore | None, decision: RevisitDecision, *, kept: bool
) -> None:
    """One line per visit."""
    extra = {"page_id": page.id, "capture_id": stored.id}
    problems = "; ".join(problem.message for problem in stored.problems)
    change = "" if score is None else f", {file_change_text(score) or _distance(score)}"
    logger.info(
        "%s %s%s%s, next visit %s",
        page.url,
        stored.outcome,
        f" ({problems})" if problems else "",
        change,
        _when(decision.due_at),
        extra=extra,
    )
    if not kept:
        logger.warning(
            "%s: this visit's lease had run out and another visit took over; the capture is kept, the schedule "
            "is the other's. Raise crawl.lease_s if this recurs.",
            page.url,
            extra=extra,
        )


def _is_logged_out(stored: StoredCapture) -> bool:
    return any(problem.code is ProblemCode.LOGGED_OUT for problem in stored.problems)


def _distance(score: StoredScore) -> str:
    return f"distance {distance_text(score.distance)}{_verdict(score)}"


def _verdict(score: StoredScore) -> str:
    if score.important is None:
        return ""
    return " IMPORTANT" if score.important else " unimportant"


def _when(due_at: datetime | None) -> str:
    return "not planned" if due_at is None else f"{due_at:%Y-%m-%d %H:%M} UTC"
