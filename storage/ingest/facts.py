"""What an archive records of a visit, as a capture."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import cast
from warnings import catch_warnings

from PIL import Image

from storage.errors import StorageError
from storage.ingest.documents import HTML
from storage.ingest.pages import CaptureCandidate
from storage.layout import SCREENSHOT_FORMATS
from storage.observed import Observed
from storage.records import Capture, Outcome, Problem, ProblemCode, RenderingProfile, ResponseKind, Role
from storage.warc.reading import read_block
from storage.warc.record_kinds import ScannedRecord


@dataclass(frozen=True, kw_only=True)
class ArchivedVisit:
    """A visit without its bytes, which stand in the archive already."""

    capture: Capture
    recorded: int
    failed: int
    origin: str


def archived_visit(candidate: CaptureCandidate, folder: Path, origin: str) -> ArchivedVisit:
    """The visit as its records tell of it; ``folder``: the archive, for the size of a screenshot."""
    own = candidate.own
    if own is None:
        return _foreign(candidate, folder, origin)
    capture = Capture(
        url=candidate.url,
        started_at=candidate.at,
        finished_at=own.finished_at,
        outcome=own.outcome,
        response_kind=own.response_kind,
        final_url=own.final_url,
        status=candidate.status,
        mime=own.mime or (candidate.main.mime if candidate.main else None) or None,
        title=candidate.title,
        profile=own.profile,
        problems=own.problems,
        observed=cast("Observed", own.observed),  # as another version may have kept it
    )
    return ArchivedVisit(
        capture=capture,
        recorded=own.exchanges.recorded if own.exchanges else len(_responses(candidate)),
        failed=own.exchanges.failed if own.exchanges else 0,
        origin=origin or own.origin,
    )


def _foreign(candidate: CaptureCandidate, folder: Path, origin: str) -> ArchivedVisit:
    main = candidate.main
    problems = []
    if main is None:
        message = "The archive file holds no response of this page."
        problems.append(Problem(code=ProblemCode.EXCHANGE, message=message))
    if Role.VIEW not in candidate.parts:
        message = "The archive file holds no screenshot of this page; it is made from the page's replay."
        problems.append(Problem(code=ProblemCode.SCREENSHOT, message=message))
    responses = _responses(candidate)
    last = max([record.date for record in responses] or [candidate.at])
    capture = Capture(
        url=candidate.url,
        started_at=candidate.at,
        finished_at=max(last, candidate.at),
        outcome=Outcome.PARTIAL if problems else Outcome.COMPLETE,
        response_kind=_kind(candidate),
        final_url=None if main is None else main.uri,
        status=_status(candidate),
        mime=None if main is None else main.mime or None,
        title=candidate.title,
        text=candidate.text or None,
        profile=_profile(candidate, folder),
        problems=tuple(problems),
    )
    return ArchivedVisit(
        capture=capture, recorded=len(responses) or int(main is not None), failed=0, origin=origin
    )


def _kind(candidate: CaptureCandidate) -> ResponseKind:
    """What can be said of a response by its status and type."""
    status, main = _status(candidate), candidate.main
    if status is None and main is None:
        return ResponseKind.CONTENT if Role.VIEW in candidate.parts else ResponseKind.NONE
    if status is not None and status >= 400:
        return ResponseKind.ERROR
    if main is not None and main.mime and main.mime not in HTML:
        return ResponseKind.NOT_HTML
    return ResponseKind.CONTENT


def _status(candidate: CaptureCandidate) -> int | None:
    if candidate.main is not None:
        return candidate.main.status
    return candidate.status


def _responses(candidate: CaptureCandidate) -> list[ScannedRecord]:
    return [
        record for record in candidate.records if record.kind in ("response", "revisit") and not record.role
    ]


def _profile(candidate: CaptureCandidate, folder: Path) -> RenderingProfile:
    """The look that another tool captured in, as far as its screenshot and its request tell."""
    width, height = 0, 0
    view = candidate.parts.get(Role.VIEW)
    if view is not None:
        width, height = _pixels(folder, view)
        if not view.uri.startswith("urn:view:"):
            height = 0  # the picture may be as high as the page was
    return RenderingProfile(
        viewport_width_px=width,
        viewport_height_px=height,
        locale="",
        timezone="",
        color_scheme="",
        user_agent=candidate.user_agent,
    )


def _pixels(folder: Path, view: ScannedRecord) -> tuple[int, int]:
    """The size of a picture; of what is none, nothing."""
    try:
        block = BytesIO(read_block(folder, view.file, view.offset, view.length))
        with catch_warnings(action="ignore"), Image.open(block, formats=SCREENSHOT_FORMATS) as image:
            return image.size
    except (OSError, ValueError, StorageError, Image.DecompressionBombError):
        return 0, 0
