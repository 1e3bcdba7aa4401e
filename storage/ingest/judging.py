"""Classifies an ingested page (content, wall, error) through a callable of the caller.

Storage cannot judge itself; the front door hands in the response gate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from storage.collection import Collection
from storage.errors import StorageError
from storage.ingest.facts import ArchivedVisit
from storage.ingest.pages import CaptureCandidate
from storage.observed import Observed
from storage.records import Headers, Problem, ResponseKind, Role
from storage.replay.exchanges import ArchiveReader
from storage.warc.reading import RecordPlace, read_block
from storage.warc.writer import ARCHIVE


@dataclass(frozen=True, kw_only=True)
class ForeignPage:
    """A page that another tool captured, as its archive shows it."""

    url: str
    final_url: str
    status: int | None
    headers: Headers
    title: str
    text: str | None  # visible text as rendered; None: the archive does not have it
    html: str  # as it was sent


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What it is in truth, what is to be said of it, and the evidence for ``Capture.observed``."""

    kind: ResponseKind
    problems: tuple[Problem, ...]
    observed: Observed


Judge = Callable[[ForeignPage], Verdict | None]
"""None: it is what its status and media type say."""


def judged(
    collection: Collection, candidate: CaptureCandidate, visit: ArchivedVisit, judge: Judge
) -> ArchivedVisit:
    """The visit of a capture of another tool that has its picture, with what ``judge`` says of the page.

    Captures without a picture are judged when they are rendered; ours were when they were made.
    """
    if candidate.own is not None or candidate.main is None or Role.VIEW not in candidate.parts:
        return visit
    capture = visit.capture
    if capture.response_kind not in (ResponseKind.CONTENT, ResponseKind.ERROR):
        return visit
    try:
        page = _page(collection, candidate, visit)
    except StorageError:
        return visit  # the damaged record is told of already, and verify names it again
    verdict = judge(page)
    if verdict is None:
        return visit
    said = replace(
        capture,
        response_kind=verdict.kind,
        problems=(*capture.problems, *verdict.problems),
        observed={**capture.observed, **verdict.observed},
    )
    return replace(visit, capture=said)


def _page(collection: Collection, candidate: CaptureCandidate, visit: ArchivedVisit) -> ForeignPage:
    assert candidate.main is not None
    reader, main = ArchiveReader(collection), candidate.main
    place = RecordPlace(file=main.file, offset=main.offset, length=main.length)
    answer = reader.exchange(reader.response_at(place))
    part = candidate.parts.get(Role.TEXT)
    text: str | None = candidate.text or None
    if part is not None:
        block = read_block(collection.path / ARCHIVE, part.file, part.offset, part.length)
        text = block.decode("utf-8", "replace")
    return ForeignPage(
        url=candidate.url,
        final_url=visit.capture.final_url or candidate.url,
        status=visit.capture.status,
        headers=answer.response_headers,
        title=candidate.title,
        text=text,
        html=(answer.body or b"").decode("utf-8", "replace"),
    )
