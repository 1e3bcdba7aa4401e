"""What an archive tells of a visit, as a capture: our own page information whole, another tool's as far as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from storage.ingest_pages import Sighting
from storage.ingest_records import Found
from storage.layout import SCREENSHOT_FORMATS
from storage.records import Capture, Outcome, Problem, ProblemCode, RenderingProfile, ResponseKind, Role
from storage.warc_reading import read_block

_HTML = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, kw_only=True)
class Told:
    """A visit without its bytes, which stand in the archive already."""

    capture: Capture
    recorded: int
    failed: int
    origin: str


def own_account(sighting: Sighting) -> Mapping[str, Any] | None:
    """What our page information says beyond Browsertrix's; None where the page information is not ours."""
    own = sighting.info.get("pagetide")
    return own if isinstance(own, dict) and "outcome" in own else None


def told(sighting: Sighting, folder: Path, origin: str) -> Told:
    """The visit as its records tell of it; ``folder``: the archive, for the size of a screenshot."""
    own = own_account(sighting)
    if own is None:
        return _foreign(sighting, folder, origin)
    counts = own.get("exchanges") or {"recorded": len(_responses(sighting)), "failed": 0}
    names = {field.name for field in fields(RenderingProfile)}
    capture = Capture(
        url=sighting.url,
        started_at=sighting.at,
        finished_at=datetime.fromisoformat(own["finished"].replace("Z", "+00:00")),
        outcome=Outcome(own["outcome"]),
        response_kind=ResponseKind(own["responseKind"]),
        final_url=own.get("finalUrl"),
        status=sighting.info.get("tsStatus") or None,
        mime=own.get("mime") or (sighting.main.mime if sighting.main else None),
        title=sighting.title,
        profile=RenderingProfile(**{key: value for key, value in own["profile"].items() if key in names}),
        problems=tuple(Problem(**{**item, "code": ProblemCode(item["code"])}) for item in own["problems"]),
        observed=own.get("observed") or {},
    )
    return Told(
        capture=capture,
        recorded=counts["recorded"],
        failed=counts["failed"],
        origin=origin or own.get("origin") or "",
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
    stated = sighting.info.get("tsStatus")
    return stated if isinstance(stated, int) and stated else None


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
        with Image.open(block, formats=SCREENSHOT_FORMATS) as image:
            return image.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return 0, 0
