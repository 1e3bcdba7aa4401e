"""The page of one capture: what was captured, what is missing, and its replay.

Also the page of a memento that no visit of ours brought: then only its record is shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from fastapi import Request, Response
from fastapi.templating import Jinja2Templates

from dashboard.http_security import framing, replay_origin
from dashboard.presenters import (
    Badge,
    Tone,
    clean,
    count,
    cut_picture,
    duration,
    figure,
    percent,
    response_kind,
    size,
)
from dashboard.source import Source
from dashboard.timeline import flat
from storage.errors import StorageError
from storage.observed import Observed
from storage.queries.timelines import Neighbours, Point
from storage.records import ReplayCheck, Role, StoredCapture
from storage.replay.archived import Archived
from storage.replay.mementos import Memento
from storage.urls import header_uri

MOST_URLS = 100
"""Addresses of a list that are shown; the rest is counted."""
MOST_HOLDS = 100
"""Holds on a page that are shown."""

_PARTS = {  # what a person may open or keep, and under which name
    Role.VIEW: ("screenshot of the window", "view.png"),
    Role.FULL_PAGE: ("screenshot of the whole page", "full.png"),
    Role.TEXT: ("visible text", "text.txt"),
    Role.DOM: ("rendered DOM, as text", "dom.txt"),
}
_TOPICS = {
    "overlays": "overlays",
    "login": "login",
    "gate": "response",
    "sockets": "sockets",
    "behaviours": "behaviours",
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a capture that can be opened."""

    name: str
    address: str
    size: str


@dataclass(frozen=True, kw_only=True)
class CaptureRoom:
    """Everything that is shown of a capture."""

    capture: StoredCapture
    point: Point
    badges: tuple[Badge, ...]
    parts: tuple[Part, ...]
    waited_for: tuple[str, ...]
    observed: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, str], ...]  # URL, why
    failed_hidden: int
    check: ReplayCheck | None
    check_summary: str
    neighbours: Neighbours
    unreadable: str  # why the page information could not be read

    @property
    def elapsed(self) -> str:
        """How long the visit took."""
        took = self.capture.finished_at - self.capture.started_at
        return duration(took) if took >= timedelta(seconds=1) else "less than a second"


@dataclass(frozen=True, kw_only=True)
class ArchivedAnswer:
    """A memento, all mementos of its URL, and its head."""

    memento: Memento
    found: Sequence[Memento]
    head: Archived


def show_capture(
    source: Source,
    templates: Jinja2Templates,
    request: Request,
    point: Point | None,
    answer: ArchivedAnswer | None,
) -> Response:
    """The page of a visit, of an archived answer, or of both.

    Parameters
    ----------
    point
        The visit; None where no visit of ours is known.
    answer
        None where the visit brought no answer of its page home.
    """
    context = _context(source, point, answer)
    origin = None if source.replay_port is None else replay_origin(request.url, source.replay_port)
    plays = origin is not None and point is not None and context["is_page"] and source.replay_ready()
    context |= {
        "replay_possible": origin is not None,
        "replay": f"{origin}/capture/{point.id}{_key(source, point.id)}"
        if plays and point is not None
        else None,
    }
    response = templates.TemplateResponse(request, "capture.html", context)
    if plays and origin is not None:
        response.headers["Content-Security-Policy"] = framing(origin)
    return response


def _context(source: Source, point: Point | None, answer: ArchivedAnswer | None) -> dict[str, Any]:
    memento = None if answer is None else answer.memento
    found: Sequence[Memento] = () if answer is None else answer.found
    room = None if point is None else capture_room(source, point)
    is_page = room is not None and (memento is None or _is_page(room.capture, memento))
    holds = (
        []
        if room is None
        else source.repository.standing_holds(page_id=room.capture.page_id, limit=MOST_HOLDS)
    )
    return {
        "room": "capture",
        "visit": room,
        "page": None if room is None else source.repository.page(room.capture.page_id),
        "is_page": is_page,
        "holds": [item for item in holds if point is not None and item.capture_id in (None, point.id)],
        "memento": memento,
        "place": 0 if memento is None else found.index(memento),
        "found": found,
        "head": None if answer is None else answer.head,
    }


def capture_room(source: Source, point: Point) -> CaptureRoom:
    """A capture with everything that is known of it."""
    capture = source.repository.capture(point.id)
    info, unreadable = _page_info(source, capture)
    failed = list(_failed(info))
    check = source.queries.replay_check(capture.id)
    return CaptureRoom(
        capture=capture,
        point=point,
        badges=tuple(badges(point, capture.observed)),
        parts=tuple(_parts(capture)),
        waited_for=tuple(map(str, info.get("pagetide", {}).get("waitedFor", ()))),
        observed=tuple(_observed(capture.observed)),
        failed=tuple(failed[:MOST_URLS]),
        failed_hidden=max(0, len(failed) - MOST_URLS),
        check=check,
        check_summary="" if check is None else summary_of(check),
        neighbours=source.queries.neighbours(point),
        unreadable=unreadable,
    )


def badges(point: Point, observed: Observed) -> Iterator[Badge]:
    """What a person should see at once about the page that came."""
    kind = response_kind(point.response_kind)
    if kind is not None:
        yield kind
    codes = {str(problem.get("code")) for problem in point.problems}
    if "logged-out" in codes:
        yield Badge(label="logged out", tone=Tone.TROUBLE, detail="The stored login was no longer valid.")
    overlays = observed.get("overlays")  # looked for on every page: what matters is what was found
    if "overlay" in codes or (isinstance(overlays, Mapping) and overlays.get("found")):
        yield Badge(label="overlay", tone=Tone.CALM, detail="A dialog of the page lay over its content.")


def summary_of(check: ReplayCheck) -> str:
    """A replay check in a sentence."""
    parts = [
        f"picture {percent(check.screenshot_match)} alike" if check.screenshot_match is not None else "",
        f"text {percent(check.text_match)} alike" if check.text_match is not None else "",
        f"{count(check.replay_good, 'resource')} replayed, {check.replay_bad} not",
        f"{len(check.missing)} missing" if check.missing else "",
    ]
    return ", ".join(part for part in parts if part)


def _is_page(capture: StoredCapture, memento: Memento) -> bool:
    urls = {header_uri(capture.url), header_uri(capture.final_url or "")}
    return header_uri(memento.url) in urls


def _page_info(source: Source, capture: StoredCapture) -> tuple[Mapping[str, Any], str]:
    if Role.PAGE_INFO not in capture.artifacts:
        return {}, ""
    try:
        info = json.loads(source.collection.read(capture, Role.PAGE_INFO))
    except (StorageError, ValueError) as error:
        return {}, str(error)
    return (info, "") if isinstance(info, dict) else ({}, "")


def _failed(info: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The requests that brought nothing, or an error, with the reason."""
    for url, said in info.get("urls", {}).items():
        status = int(said.get("status") or 0)
        if said.get("error") or status == 0 or status >= 400:
            yield clean(url), clean(str(said.get("error") or (f"HTTP {status}" if status else "no response")))


def _parts(capture: StoredCapture) -> Iterator[Part]:
    for role, (name, file) in _PARTS.items():
        if role in capture.artifacts:
            kept = capture.artifacts[role]
            shown = name + (cut_picture(capture.observed) if role is Role.FULL_PAGE else "")
            yield Part(name=shown, address=f"/capture/{capture.id}/{file}", size=size(kept.size_bytes))


def _observed(observed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What was noticed, as names and values; topics in words where we know them."""
    for topic, said in observed.items():
        name = _TOPICS.get(topic, topic)
        if isinstance(said, Mapping):
            yield from ((f"{name}: {key}", clean(value)) for key, value in flat(said))
        elif isinstance(said, list | tuple):
            yield name, "; ".join(clean(_words(item)) for item in said) or "none"
        else:
            yield name, clean(figure(said) if isinstance(said, float) else str(said))


def _words(item: Any) -> str:
    if isinstance(item, Mapping):
        return ", ".join(f"{key} {value}" for key, value in flat(item))
    return str(item)


def _key(source: Source, capture_id: int) -> str:
    """What the address of a replay ends in where people must log in to read."""
    keys = source.replay_keys
    return f"?key={keys.key(capture_id)}" if keys is not None and keys.are_needed() else ""
