"""The part of a screenshot that a finding is about, small, for lists."""

from __future__ import annotations

import io

from fastapi import APIRouter, HTTPException, Request, Response
from PIL import Image, UnidentifiedImageError

from dashboard.images import MOST_PIXELS
from dashboard.pages import Id, OptionalId
from dashboard.source import Source
from storage.errors import StorageError
from storage.records import Role, StoredCapture, StoredScore
from storage.what_changed import Place, place_of_change

WIDTH_PX, HEIGHT_PX = 360, 240
_LEAST_WIDTH_PX = 420  # of the page: less shows words without what stands around them

Box = tuple[float, float, float, float]


def routes(source: Source) -> APIRouter:
    """The route of crops. A capture and its score never change, and a newer score has another address."""
    router = APIRouter(include_in_schema=False)

    @router.get("/capture/{capture_id}/change.jpg")
    def change(request: Request, capture_id: Id, before: OptionalId = None) -> Response:
        capture = source.repository.capture(capture_id)
        score = source.repository.score_of(capture_id)
        shown = capture if before is None else source.repository.capture(before)
        tag = f'"{capture_id}-{0 if score is None else score.id}-{shown.id}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(crop_of(source, capture, score, shown), media_type="image/jpeg", headers=headers)

    return router


def crop_of(source: Source, capture: StoredCapture, score: StoredScore | None, shown: StoredCapture) -> bytes:
    """Where the page changed most, with what stands around it; the top of the page where that is not known.

    The change is the one up to ``capture``; the same place is cut out of what ``shown`` shows.
    """
    place = None if score is None else place_of_change(score)
    box = None if place is None else _box(source, capture, place)
    scale = shown.profile.scale
    role = Role.VIEW
    if box is not None and box[1] + box[3] > shown.profile.viewport_height_px:
        role = Role.FULL_PAGE if Role.FULL_PAGE in shown.artifacts else Role.VIEW
    if role not in shown.artifacts:
        raise HTTPException(404, f"Capture {shown.id} has no {role.value}.")
    try:
        return _cropped(source.collection.read(shown, role), box, scale)
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise HTTPException(404, "This screenshot is damaged and cannot be shown.") from error


def _box(source: Source, capture: StoredCapture, place: Place) -> Box | None:
    """Where a change stands on the page, in CSS pixels: the block that says it, else the region that shows it."""
    if place.box is not None:
        return place.box
    try:
        blocks = source.collection.layout(capture).blocks
    except StorageError:  # it has none, or it is damaged: the top of the page is shown
        return None
    wanted = " ".join(place.words.casefold().split())
    found = next((block for block in blocks if place.path and block.path == place.path), None)
    if wanted:
        saying = [block for block in blocks if wanted in " ".join(block.text.casefold().split())]
        found = min(saying, key=lambda block: len(block.text), default=found)
    if found is None or found.width_px <= 0:
        return None
    return found.x_px, found.y_px, found.width_px, found.height_px


def _cropped(png: bytes, box: Box | None, scale: float) -> bytes:
    with Image.open(io.BytesIO(png), formats=["PNG"]) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise HTTPException(404, "This screenshot is too large for a detail.")
        part = picture.convert("RGB").crop(_around(box, picture.width, picture.height, scale))
    part.thumbnail((WIDTH_PX, HEIGHT_PX), reducing_gap=2.0)
    made = io.BytesIO()
    part.save(made, "JPEG", quality=82)
    return made.getvalue()


def _around(box: Box | None, width: int, height: int, scale: float) -> tuple[int, int, int, int]:
    """A part of the picture with the shape of a crop that holds the box, or as much of it as fits."""
    if box is None:
        return 0, 0, width, min(height, width * HEIGHT_PX // WIDTH_PX)
    x, y, wide, high = (value * scale for value in box)
    least = max(wide, high * WIDTH_PX / HEIGHT_PX, _LEAST_WIDTH_PX * scale)
    across = int(min(least * 1.1, width))
    down = min(across * HEIGHT_PX // WIDTH_PX, height)
    left = int(min(max(x + wide / 2 - across / 2, 0), width - across))
    top = (
        int(min(max(y + high / 2 - down / 2, 0), height - down))
        if high < down
        else int(min(y, height - down))
    )
    return left, top, left + across, top + down
