"""Compares captures with their own replay.

For each capture: the replay (``rendering.replay``) from its records in the archive, the pictures compared by
``changemodel.features.picture_match``, the texts by edit distance as Browsertrix does, the resources counted, and
what is missing named. The result is a ``ReplayCheck``, kept beside the capture.
"""

from __future__ import annotations

import json
import logging
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rapidfuzz.distance import Levenshtein

from changemodel.features.images import Pixels, load_image
from changemodel.features.picture_match import PictureMatch, is_flat, match_pictures, pixel_share
from pagetide.settings.collection_settings import Settings
from rendering.replay import ReplayBrowser, Replayed, ReplayedRequest
from storage.check_details import CheckDetails, LostBlock
from storage.collection import Collection
from storage.errors import StorageError
from storage.layout import Block, Layout
from storage.records import (
    Capture,
    Match,
    Outcome,
    Page,
    ProblemCode,
    ReplayCheck,
    Role,
    StoredCapture,
)
from storage.replay.source import CaptureSource
from storage.warc.writer import software

logger = logging.getLogger(__name__)

LETTERS_COMPARED = 200_000
"""Longer texts are compared word by word: the distance of letters takes the square of their number."""

_FAULTS_TOLD = 50
_SMALLEST_PX = 8
_MOSTLY = 0.5  # share of a block's pixels that differ, from which on the block counts as lost


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which captures are to be checked."""

    newest: int | None = 1
    """Of each page the newest so many; None: all."""
    since: datetime | None = None
    sample: int | None = None
    """So many of the others, by lot; the same lot each time."""
    again: bool = False
    """Also those that were checked before."""


def selected(collection: Collection, pages: Iterable[Page], wanted: Selection) -> list[StoredCapture]:
    """The captures to check, page by page, in the order of time: those with a picture or words to compare."""
    repository = collection.repository
    found: list[StoredCapture] = []
    for page in pages:
        captures = [
            item
            for item in repository.captures(page.id, since=wanted.since, newest_first=True)
            if item.is_good or (item.outcome is not Outcome.FAILED and Role.VIEW in item.artifacts)
        ][: wanted.newest]
        found += reversed(captures)
    if wanted.sample is not None and wanted.sample < len(found):
        chosen = set(random.Random(0).sample(range(len(found)), wanted.sample))
        found = [item for number, item in enumerate(found) if number in chosen]
    if wanted.again:
        return found
    checked = {check.capture_id for check in repository.replay_checks()}
    return [item for item in found if item.id not in checked]


async def check_captures(
    collection: Collection, captures: Sequence[StoredCapture], settings: Settings
) -> AsyncIterator[tuple[StoredCapture, ReplayCheck]]:
    """Replay captures one after the other, and keep what each replay shows as soon as it is known."""
    async with ReplayBrowser(settings.rendering) as browser:
        for stored in captures:
            began = time.monotonic()
            source, replayed = await _replayed(collection, browser, stored, settings)
            if any(problem.code is ProblemCode.BROWSER for problem in replayed.capture.problems):
                # a crash of the browser says nothing of the archive, unless it happens again
                source, replayed = await _replayed(collection, browser, stored, settings)
            check = compare(collection, stored, replayed, source, began=began)
            yield stored, collection.record_replay_check(check, resources(replayed.answers))


async def _replayed(
    collection: Collection, browser: ReplayBrowser, stored: StoredCapture, settings: Settings
) -> tuple[CaptureSource, Replayed]:
    source = CaptureSource(collection, stored)
    own = settings.rendering_for(stored.url)
    replayed = await browser.replay(
        stored.url, stored.started_at, source, profile=stored.profile, page_settings=own
    )
    return source, replayed


def compare(
    collection: Collection, stored: StoredCapture, replayed: Replayed, source: CaptureSource, *, began: float
) -> ReplayCheck:
    """What a replay says of a capture. ``began``: the moment of ``time.monotonic`` at which it was started."""
    capture, answers = replayed.capture, replayed.answers
    crawl = _crawl_resources(collection, stored, source)
    good = sum(1 for status in crawl.values() if _is_good(status))
    statuses = _replay_resources(answers)
    replay_good = sum(1 for status in statuses.values() if _is_good(status))
    pictures = _pictures(collection, stored, capture)
    match, details = _compared_pictures(collection, stored, capture, pictures, replayed.missing)
    details |= {
        "outcome": capture.outcome.value,
        "problems": [problem.message for problem in capture.problems],
        "found_otherwise": [_otherwise(item) for item in answers if item.match not in (None, Match.EXACT)],
        "borrowed": [
            {"url": item.url, "from": item.captured_at.isoformat() if item.captured_at else None}
            for item in answers
            if item.borrowed
        ],
        "not_asked": sorted(url for url, status in crawl.items() if _is_good(status) and url not in statuses)[
            :_FAULTS_TOLD
        ],
        "unreadable": source.unreadable[:_FAULTS_TOLD],
        "browser": capture.profile.browser,
        "software": software(),
        "seconds": round(time.monotonic() - began, 3),
    }
    return ReplayCheck(
        capture_id=stored.id,
        checked_at=datetime.now(UTC),
        screenshot_match=match,
        text_match=_text_match(collection, stored, capture),
        crawl_good=good,
        crawl_bad=len(crawl) - good,
        replay_good=replay_good,
        replay_bad=len(statuses) - replay_good,
        missing=replayed.missing,
        details=details,
    )


def _read(collection: Collection, stored: StoredCapture, role: Role) -> bytes | None:
    """A part of a capture; None where it is not there or cannot be read, which `pagetide verify` tells of."""
    try:
        return collection.read(stored, role) if role in stored.artifacts else None
    except StorageError as error:
        logger.warning("capture %s cannot be compared by its %s: %s", stored.id, role.value, error)
        return None


def text_match(live: str, replay: str) -> float:
    """1 - edit distance / length of the longer text, as Browsertrix; very long texts word by word."""
    if max(len(live), len(replay)) > LETTERS_COMPARED:
        return float(Levenshtein.normalized_similarity(live.split(), replay.split()))
    return float(Levenshtein.normalized_similarity(live, replay))


def resources(answers: Sequence[ReplayedRequest]) -> dict[str, dict[str, Any]]:
    """Browsertrix's ``urls`` of the replay: each resource's status and type; 0 where there was no answer."""
    return {
        item.url: {"status": (item.status or 0) if item.match else 0, "type": item.resource_type.lower()}
        for item in answers
    }


def _pictures(collection: Collection, stored: StoredCapture, capture: Capture) -> tuple[bytes, bytes] | None:
    """The whole pages, or the windows where one side has no more; None: there is nothing to compare."""
    for role, replay in ((Role.FULL_PAGE, capture.full_page_png), (Role.VIEW, capture.view_png)):
        live = None if replay is None else _read(collection, stored, role)
        if live is not None and replay is not None:
            return live, replay
    return None


def _compared_pictures(
    collection: Collection,
    stored: StoredCapture,
    capture: Capture,
    pictures: tuple[bytes, bytes] | None,
    missing: Sequence[str],
) -> tuple[float | None, CheckDetails]:
    """The screenshot match and what is told of it. A replay without a picture matches nothing."""
    if pictures is None:
        is_pictured = Role.VIEW in stored.artifacts and capture.view_png is None
        return (0.0 if is_pictured else None), {}
    live = load_image(pictures[0])
    found = match_pictures(live, pictures[1])
    view, layout = _read(collection, stored, Role.VIEW), _read(collection, stored, Role.LAYOUT)
    share = None if view is None or capture.view_png is None else pixel_share(view, capture.view_png)
    blocks = Layout() if layout is None else Layout.from_json(layout)
    faults = lost_blocks(
        blocks, capture.layout or Layout(), live, found, frozenset(missing), stored.profile.scale
    )
    return found.match, {
        "pixel_share": share,
        "displacement_px": found.displacement_px,
        "missing_px": found.missing_px,
        "added_px": found.added_px,
        "regions": [[round(float(value), 4) for value in row] for row in found.regions],
        "lost_blocks": faults[:_FAULTS_TOLD],
    }


def lost_blocks(
    live: Layout,
    replay: Layout,
    picture: Pixels,
    found: PictureMatch,
    missing: frozenset[str],
    scale: float = 1.0,
) -> list[LostBlock]:
    """Blocks of the live page that are empty, gone or without their picture in the replay, and where they stood.

    ``scale`` is the pixels of the picture for one CSS pixel of the layout.
    """
    there = {block.path for block in replay.blocks}
    lost: list[LostBlock] = []
    for block in live.blocks:
        why = _why_lost(block, there, picture, found, missing, scale)
        if why is not None:
            box = [round(value) for value in (block.x_px, block.y_px, block.width_px, block.height_px)]
            lost.append({"path": block.path, "box": box, "why": why, "text": block.text[:80]})
    return lost


def _why_lost(
    block: Block,
    there: set[str],
    picture: Pixels,
    found: PictureMatch,
    missing: frozenset[str],
    scale: float,
) -> str | None:
    top, left = max(round(block.y_px * scale), 0), max(round(block.x_px * scale), 0)
    height, width = round(block.height_px * scale), round(block.width_px * scale)
    box = (slice(top, top + height), slice(left, left + width))
    shown = picture[box]
    if min(shown.shape[:2]) < _SMALLEST_PX:
        return None
    if any(image in missing for image in block.images):
        return "its picture is missing"
    different = found.different[box]
    if different.mean() < 0.01 or is_flat(shown):
        return None
    if is_flat(found.aligned[box]):
        return "empty"
    return "gone" if block.path not in there and different.mean() > _MOSTLY else None


def _text_match(collection: Collection, stored: StoredCapture, capture: Capture) -> float | None:
    live = _read(collection, stored, Role.TEXT)
    return None if live is None else text_match(live.decode("utf-8", "replace"), capture.text or "")


def _crawl_resources(
    collection: Collection, stored: StoredCapture, source: CaptureSource
) -> Mapping[str, int | None]:
    """Each URL that the visit asked for, with its status: from its page information, else from its records."""
    if Role.PAGE_INFO in stored.artifacts:
        try:
            told = json.loads(collection.read(stored, Role.PAGE_INFO))["urls"]
            return {url: info.get("status") for url, info in told.items() if url.startswith("http")}
        except (StorageError, ValueError, KeyError, AttributeError):
            source.unreadable.append(
                "the capture's page information cannot be read: its records were counted"
            )
    return {entry.url: entry.status for entry in source.index.entries}


def _replay_resources(answers: Sequence[ReplayedRequest]) -> Mapping[str, int | None]:
    """Each URL asked for, with its status; None where the archive of this capture does not have it."""
    return {item.url: item.status if item.match and not item.borrowed else None for item in answers}


def _is_good(status: int | None) -> bool:
    return status is not None and 0 < status < 400


def _otherwise(item: ReplayedRequest) -> dict[str, Any]:
    return {"url": item.url, "method": item.method, "how": item.match}


def summary(checks: Sequence[ReplayCheck]) -> dict[str, Any]:
    """Means over checks, and what is missing most often."""
    often = Counter(url for check in checks for url in check.missing)
    seconds = [check.details.get("seconds", 0.0) for check in checks]
    return {
        "checked": len(checks),
        "screenshot_match": _mean([check.screenshot_match for check in checks]),
        "text_match": _mean([check.text_match for check in checks]),
        "missing": often.most_common(10),
        "seconds_each": round(sum(seconds) / len(seconds), 3) if seconds else None,
    }


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
