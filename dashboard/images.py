"""Parts of captures as files: screenshots as PNG, thumbnails as JPEG, text for downloading. Never HTML.

A capture never changes, so its files may be kept by the browser for ever. Thumbnails are made when they
are asked for: 50 of them are a few hundred kilobytes where the screenshots would be many megabytes, and
the list loads them lazily.
"""

from __future__ import annotations

import io
from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request, Response
from PIL import Image, UnidentifiedImageError

from dashboard.pages import Id
from dashboard.source import Source
from storage.records import Role, StoredCapture

FOR_EVER = "private, max-age=31536000, immutable"
THUMBNAIL_WIDTH_PX = 320
THUMBNAIL_HEIGHT_PX = 240
PNG = b"\x89PNG\r\n\x1a\n"

_THUMBNAILS_KEPT = 512  # about 10 kB each
MOST_PIXELS = 60_000_000  # a viewport; more is refused before it is decoded


def routes(source: Source) -> APIRouter:
    """The routes of captures' files."""
    router = APIRouter(include_in_schema=False)

    @lru_cache(maxsize=_THUMBNAILS_KEPT)
    def thumbnail_of(capture_id: int) -> bytes:
        return thumbnail(source.collection.read(source.repository.capture(capture_id), Role.VIEW))

    @router.get("/capture/{capture_id}/view.png")
    def view(request: Request, capture_id: Id) -> Response:
        return capture_file(source, request, capture_id, Role.VIEW)

    @router.get("/capture/{capture_id}/full.png")
    def full_page(request: Request, capture_id: Id) -> Response:
        return capture_file(source, request, capture_id, Role.FULL_PAGE)

    @router.get("/capture/{capture_id}/thumbnail.jpg")
    def small_view(request: Request, capture_id: Id) -> Response:
        capture = _having(source, capture_id, Role.VIEW)
        tag = _tag(capture, Role.VIEW, f"-{THUMBNAIL_WIDTH_PX}")
        if _has_it(request, tag):
            return _unchanged(tag)
        return _answer(thumbnail_of(capture_id), "image/jpeg", tag)

    @router.get("/capture/{capture_id}/text.txt")
    def text(request: Request, capture_id: Id) -> Response:
        return capture_file(source, request, capture_id, Role.TEXT)

    @router.get("/capture/{capture_id}/dom.txt")
    def rendered_dom(request: Request, capture_id: Id) -> Response:
        return capture_file(source, request, capture_id, Role.DOM)

    return router


def thumbnail(png: bytes) -> bytes:
    """The top of a screenshot, small, as JPEG."""
    try:
        with Image.open(io.BytesIO(png), formats=["PNG"]) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise HTTPException(404, "This screenshot is too large for a thumbnail.")
            height = min(picture.height, picture.width * THUMBNAIL_HEIGHT_PX // THUMBNAIL_WIDTH_PX)
            top = picture.convert("RGB").crop((0, 0, picture.width, max(1, height)))
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise HTTPException(404, "This screenshot is damaged and cannot be shown.") from error
    top.thumbnail((THUMBNAIL_WIDTH_PX, THUMBNAIL_HEIGHT_PX), reducing_gap=2.0)
    made = io.BytesIO()
    top.save(made, "JPEG", quality=82)
    return made.getvalue()


def capture_file(source: Source, request: Request, capture_id: int, role: Role) -> Response:
    """A part of a capture as a file; 404 where it has none."""
    capture = _having(source, capture_id, role)
    tag = _tag(capture, role)
    if _has_it(request, tag):
        return _unchanged(tag)
    data = source.collection.read(capture, role)
    if role in (Role.TEXT, Role.DOM):  # the DOM, too: as text it cannot run
        response = _answer(data, "text/plain; charset=utf-8", tag)
        name = f"capture-{capture_id}{'-dom' if role is Role.DOM else ''}.txt"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
    if not data.startswith(PNG):
        raise HTTPException(404, f"The {role.value} screenshot of capture {capture_id} is no PNG image.")
    return _answer(data, "image/png", tag)


def _having(source: Source, capture_id: int, role: Role) -> StoredCapture:
    capture = source.repository.capture(capture_id)
    if role not in capture.artifacts:
        raise HTTPException(
            404, f"Capture {capture_id} has no {role.value}; its page says what is missing and why."
        )
    return capture


def _tag(capture: StoredCapture, role: Role, variant: str = "") -> str:
    return f'"{capture.artifacts[role].digest.removeprefix("sha256:")}{variant}"'


def _has_it(request: Request, tag: str) -> bool:
    return tag in request.headers.get("if-none-match", "")


def _unchanged(tag: str) -> Response:
    return Response(status_code=304, headers={"ETag": tag, "Cache-Control": FOR_EVER})


def _answer(data: bytes, kind: str, tag: str) -> Response:
    return Response(data, media_type=kind, headers={"ETag": tag, "Cache-Control": FOR_EVER})
