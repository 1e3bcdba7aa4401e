"""What an archive tells of a visit, as a capture: our own page information whole, another tool's as far as it goes."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from warnings import catch_warnings

from PIL import Image

from storage.errors import StorageError
from storage.ingest.pages import Sighting
from storage.layout import SCREENSHOT_FORMATS
from storage.records import Capture, Outcome, Problem, ProblemCode, RenderingProfile, ResponseKind, Role
from storage.warc.reading import read_block
from storage.warc.record_kinds import Found

_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, kw_only=True)
class Told:
    """A visit without its bytes, which stand in the archive already."""

    capture: Capture
    recorded: int
    failed: int
    origin: str


def told(sighting: Sighting, folder: Path, origin: str) -> Told:
    """The visit as its records tell of it; ``folder``: the archive, for the size of a screenshot."""
    own = sighting.own
    if own is None:
        return _foreign(sighting, folder, origin)
    capture = Capture(
        url=sighting.url,
        started_at=sighting.at,
        finished_at=own.finished_at,
        outcome=own.outcome,
        response_kind=own.response_kind,
        final_url=own.final_url,
        status=sighting.status,
        mime=own.mime or (sighting.main.mime if sighting.main else None) or None,
        title=sighting.title,
        profile=own.profile,
        problems=own.problems,
        observed=own.observed,
    )
    return Told(
        capture=capture,
        recorded=own.exchanges.recorded if own.exchanges else len(_responses(sighting)),
        failed=own.exchanges.failed if own.exchanges else 0,
        origin=origin or own.origin,
    )


def _foreign(sighting: Sighting, folder: Path, origin: str) -> Told:
    main = sighting.main
    problems = []
    if main is None:
        message = "The archive file holds no response of this page."
        problems.append(Problem(code=ProblemCode.EXCHANGE, message=message))
    if Role.VIEW not in sighting.parts:
        message = "The archive file holds no screenshot of this page; it is made from the page's replay."
        problems.append(Problem(code=ProblemCode.SCREENSHOT, message=message))
    responses = _responses(sighting)
    last = max([record.date for record in responses] or [sighting.at])
    capture = Capture(
        url=sighting.url,
        started_at=sighting.at,
        finished_at=max(last, sighting.at),
        outcome=Outcome.PARTIAL if problems else Outcome.COMPLETE,
        response_kind=_kind(sighting),
        final_url=None if main is None else main.uri,
        status=_status(sighting),
        mime=None if main is None else main.mime or None,
        title=sighting.title,
        text=sighting.text or None,
        profile=_profile(sighting, folder),
        problems=tuple(problems),
    )
    return Told(capture=capture, recorded=len(responses) or int(main is not None), failed=0, origin=origin)


def _kind(sighting: Sighting) -> ResponseKind:
    """What can be said of a response by its status and type."""
    status, main = _status(sighting), sighting.main
    if status is None and main is None:
        return ResponseKind.CONTENT if Role.VIEW in sighting.parts else ResponseKind.NONE
    if status is not None and status >= 400:
        return ResponseKind.ERROR
    if main is not None and main.mime and main.mime not in _HTML:
        return ResponseKind.NOT_HTML
    return ResponseKind.CONTENT


def _status(sighting: Sighting) -> int | None:
    if sighting.main is not None:
        return sighting.main.status
    return sighting.status


def _responses(sighting: Sighting) -> list[Found]:
    return [
        record for record in sighting.records if record.kind in ("response", "revisit") and not record.role
    ]


def _profile(sighting: Sighting, folder: Path) -> RenderingProfile:
    """The look that another tool captured in, as far as its screenshot and its request tell."""
    width, height = 0, 0
    view = sighting.parts.get(Role.VIEW)
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
        user_agent=sighting.user_agent,
    )


def _pixels(folder: Path, view: Found) -> tuple[int, int]:
    """The size of a picture; of what is none, nothing."""
    try:
        block = BytesIO(read_block(folder, view.file, view.offset, view.length))
        with catch_warnings(action="ignore"), Image.open(block, formats=SCREENSHOT_FORMATS) as image:
            return image.size
    except (OSError, ValueError, StorageError, Image.DecompressionBombError):
        return 0, 0
