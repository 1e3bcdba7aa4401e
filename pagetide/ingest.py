"""Ingests archives of other tools: their captures are stored, scored and learned from.

``storage.ingest.archives`` reads the files and puts what can be compared on the list of captures that wait for
their score (``pagetide.learning.waiting_scores``), where it stays if this is killed in between.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pagetide.app import App
from rendering.capture.outcome import reclassified
from rendering.gate.page import RenderedAnswer, text_of
from storage.errors import DiskFull, StorageError
from storage.ingest.archives import IngestReport, ingest, without_screenshot
from storage.ingest.judging import ForeignPage, Verdict
from storage.records import Capture, Page, ProblemCode, ResponseKind, StoredCapture
from storage.verify_log import Fault

logger = logging.getLogger(__name__)

Render = Callable[[StoredCapture], Capture]
"""Renders a stored capture from its own replay."""
Progress = Callable[[str, int, int], None]
"""Is told what is done, how much of it, and of how much."""


@dataclass(frozen=True, kw_only=True)
class Unrendered:
    """A capture that waits for its screenshot, and why it has none."""

    capture_id: int
    url: str
    at: datetime
    reason: str


@dataclass(frozen=True, kw_only=True)
class Ingested:
    """What came of the archive files that were taken in."""

    reports: tuple[IngestReport, ...]
    pages: tuple[Page, ...]  # that have new captures, or captures with a new screenshot
    rendered: int
    waiting: tuple[Unrendered, ...]  # captures that have no screenshot yet
    scored: int
    learned: int


def ingest_files(
    app: App,
    paths: Iterable[Path],
    now: datetime,
    *,
    pages: Sequence[str] = (),
    render: Render | None = None,
    progress: Progress = lambda *_: None,
) -> Ingested:
    """Take the files in, render what has no screenshot (if ``render`` is given), then score and learn.

    Of several files one that is no archive is a fault of its report, and the others are taken. What ``progress`` raises
    ends it early; what is left then is rendered and scored by the next ingest.

    Raises
    ------
    StorageError
        The only file is no archive, or there is no room.
    """
    collection = app.collection
    reports = _taken(app, list(paths), pages)
    waiting = without_screenshot(collection)
    done = []
    for count, stored in enumerate(waiting if render is not None else ()):
        progress("rendering, in captures", count, len(waiting))
        assert render is not None
        done.append(_rendered(app, stored, render))
    numbers = {collection.repository.capture(number).page_id for report in reports for number in report.added}
    numbers |= {stored.page_id for stored in done if stored.is_good}
    numbers |= set(collection.repository.pages_with_unscored())  # also what an ingest that was killed left
    touched = tuple(collection.repository.pages_of(numbers))
    app.types.note_all(numbers)
    scores = []
    for count, page in enumerate(touched):
        progress("comparing, in pages", count, len(touched))
        scores += app.waiting.score_page(page.id, now)
    learned = sum(app.learner.is_due(page) for page in touched)
    for count, page in enumerate(touched):
        progress("learning, in pages", count, len(touched))
        if app.learner.is_due(page):
            app.learner.learn(page, now)
    return Ingested(
        reports=tuple(reports),
        pages=touched,
        rendered=sum(stored.is_good for stored in done),
        waiting=tuple(_unrendered(stored) for stored in without_screenshot(collection)),
        scored=sum(score is not None for score in scores),
        learned=learned,
    )


def _taken(app: App, paths: Sequence[Path], pages: Sequence[str]) -> list[IngestReport]:
    """The report of each file; the pages that the user names count in all of them."""
    reports = []
    for path in paths:
        try:
            reports.append(ingest(app.collection, path, pages=pages, judge=judged))
        except DiskFull:
            raise
        except StorageError as error:
            if len(paths) == 1:
                raise
            fault = Fault(thing=path.name, message=str(error), remedy="The other files were taken.")
            reports.append(IngestReport(source=path.name, faults=(fault,)))
    return reports


def judged(page: ForeignPage) -> Verdict | None:
    """What the response gate says of a page of another tool's archive."""
    answered = RenderedAnswer(
        requested_url=page.url,
        final_url=page.final_url,
        status=page.status,
        headers=page.headers,
        title=page.title,
        text=text_of(page.html) if page.text is None else page.text,
        html=page.html,
    )
    met = reclassified(answered)
    if met is None or (page.text is None and met.kind is ResponseKind.EMPTY):
        return None  # what was sent empty may have been filled by a script
    return Verdict(kind=met.kind, problems=tuple(met.problems), observed=met.observed)


def _rendered(app: App, stored: StoredCapture, render: Render) -> StoredCapture:
    """The capture with what its replay shows; as it is where that cannot be kept, which must not stop the others."""
    try:
        return app.collection.add_rendering(stored, render(stored))
    except DiskFull:
        raise
    except StorageError as error:
        logger.warning("capture %d of %s cannot be rendered: %s", stored.id, stored.url, error)
        return stored


def _unrendered(stored: StoredCapture) -> Unrendered:
    """Why it has no screenshot: what its rendering said, else that there was none."""
    told = [problem.message for problem in stored.problems if problem.code is not ProblemCode.SCREENSHOT]
    reason = told[0] if told else "It was not rendered yet. Run `pagetide ingest` again without --no-render."
    return Unrendered(capture_id=stored.id, url=stored.url, at=stored.started_at, reason=reason)
