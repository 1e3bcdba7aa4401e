"""What an archive's page is taken for beyond its status: asked of whoever can tell a wall from a page.

Storage cannot judge itself; the front door hands in the response gate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from storage.collection import ARCHIVE, Collection
from storage.errors import StorageError
from storage.ingest.facts import Told
from storage.ingest.pages import Sighting
from storage.records import Headers, Problem, ResponseKind, Role
from storage.replay.exchanges import ArchiveReader
from storage.warc.reading import RecordPlace, read_block


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
    observed: Mapping[str, Any]


Judge = Callable[[ForeignPage], Verdict | None]
"""None: it is what its status and media type say."""


def judged(collection: Collection, sighting: Sighting, tale: Told, judge: Judge) -> Told:
    """The tale of a capture of another tool that has its picture, with what ``judge`` says of the page.

    Captures without a picture are judged when they are rendered; ours were when they were made.
    """
    if sighting.own is not None or sighting.main is None or Role.VIEW not in sighting.parts:
        return tale
    capture = tale.capture
    if capture.response_kind not in (ResponseKind.CONTENT, ResponseKind.ERROR):
        return tale
    try:
        page = _page(collection, sighting, tale)
    except StorageError:
        return tale  # the damaged record is told of already, and verify names it again
    verdict = judge(page)
    if verdict is None:
        return tale
    said = replace(
        capture,
        response_kind=verdict.kind,
        problems=(*capture.problems, *verdict.problems),
        observed={**capture.observed, **verdict.observed},
    )
    return replace(tale, capture=said)


def _page(collection: Collection, sighting: Sighting, tale: Told) -> ForeignPage:
    assert sighting.main is not None
    reader, main = ArchiveReader(collection), sighting.main
    place = RecordPlace(file=main.file, offset=main.offset, length=main.length)
    answer = reader.exchange(reader.response_at(place))
    part = sighting.parts.get(Role.TEXT)
    text: str | None = sighting.text or None
    if part is not None:
        block = read_block(collection.path / ARCHIVE, part.file, part.offset, part.length)
        text = block.decode("utf-8", "replace")
    return ForeignPage(
        url=sighting.url,
        final_url=tale.capture.final_url or sighting.url,
        status=tale.capture.status,
        headers=answer.response_headers,
        title=sighting.title,
        text=text,
        html=(answer.body or b"").decode("utf-8", "replace"),
    )
