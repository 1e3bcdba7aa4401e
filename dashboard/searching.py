"""Looking for captures: the one that a picture was taken from, and more of those that are like some examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Query, Request, Response, UploadFile
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, Field

from dashboard.capture_search import FoundCapture
from dashboard.pages import LARGEST_ID
from dashboard.source import Source
from storage.queries.timelines import Point
from storage.records import Page

LARGEST_PICTURE = 20_000_000
"""Bytes of a picture that is looked for; a screenshot of a telephone has about three million."""
MOST_EXAMPLES = 50
NOT_SEARCHED = "This dashboard does not search: `pagetide search` and `pagetide similar` do."
NO_PICTURE = "No picture was chosen."
_Numbers = list[Annotated[int, Field(ge=1, le=LARGEST_ID)]]
Examples = Annotated[_Numbers, Query(max_length=MOST_EXAMPLES)]
AnyExamples = Annotated[_Numbers, Query(max_length=MOST_EXAMPLES, default_factory=list)]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A capture as the page shows it."""

    found: FoundCapture
    page: Page
    point: Point | None
    like: str  # the address of the same question with this one as an example
    unlike: str


@dataclass(frozen=True, kw_only=True)
class Search:
    """What was asked, and what was found."""

    rows: tuple[Row, ...] = ()
    refused: str = ""
    wanted: tuple[Point, ...] = ()
    unwanted: tuple[Point, ...] = ()
    by_picture: bool = False

    @property
    def is_asked(self) -> bool:
        """Whether there was a question at all."""
        return self.by_picture or bool(self.wanted)


class FoundView(BaseModel):
    """A capture that was found."""

    capture_id: int
    page_id: int
    url: str
    captured_at: datetime
    confidence: float | None = Field(description="Of a picture's capture: 0 to 1.")
    region: tuple[int, int, int, int] | None = Field(
        description="x, y, width, height in pixels of its picture."
    )


def routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The page, and the same as JSON."""
    router = APIRouter()

    def show(request: Request, search: Search) -> Response:
        return templates.TemplateResponse(request, "search.html", {"room": "search", "search": search})

    @router.get("/search", include_in_schema=False)
    def search_room(request: Request, like: AnyExamples, unlike: AnyExamples) -> Response:
        if not like:
            return show(request, Search(refused="" if source.asked.search else NOT_SEARCHED))
        return show(request, _like(source, like, unlike))

    @router.post("/search", include_in_schema=False)
    def search_picture(request: Request, picture: UploadFile) -> Response:
        found = _by_picture(source, picture.file.read(LARGEST_PICTURE + 1))
        if isinstance(found, str):
            return show(request, Search(refused=found, by_picture=True))
        return show(request, Search(rows=_rows(source, found, [], []), by_picture=True))

    @router.post("/api/v1/search", tags=["collection"])
    def search_by_picture(picture: UploadFile) -> list[FoundView]:
        """The captures that a picture was taken from, the surest first; none where no capture matches."""
        return _views(_by_picture(source, picture.file.read(LARGEST_PICTURE + 1)))

    @router.get("/api/v1/similar", tags=["collection"])
    def similar(like: Examples, unlike: AnyExamples) -> list[FoundView]:
        """Captures like those of the numbers ``like``, the most alike first."""
        return _views(_found_like(source, like, unlike))

    return router


def _by_picture(source: Source, picture: bytes) -> Sequence[FoundCapture] | str:
    if source.asked.search is None:
        return NOT_SEARCHED
    if not picture:
        return NO_PICTURE
    if len(picture) > LARGEST_PICTURE:
        return f"This picture is too large: {LARGEST_PICTURE / 1e6:.0f} MB are the most."
    return source.asked.search.by_picture(picture)


def _found_like(source: Source, wanted: list[int], unwanted: list[int]) -> Sequence[FoundCapture] | str:
    for number in (*wanted, *unwanted):
        source.repository.capture(number)  # raises when there is no such capture
    return NOT_SEARCHED if source.asked.search is None else source.asked.search.like(wanted, unwanted)


def _like(source: Source, wanted: list[int], unwanted: list[int]) -> Search:
    found = _found_like(source, wanted, unwanted)
    examples = {point.id: point for point in source.queries.points_of([*wanted, *unwanted])}
    return Search(
        rows=() if isinstance(found, str) else _rows(source, found, wanted, unwanted),
        refused=found if isinstance(found, str) else "",
        wanted=tuple(examples[number] for number in wanted),
        unwanted=tuple(examples[number] for number in unwanted),
    )


def _rows(
    source: Source, found: Sequence[FoundCapture], wanted: list[int], unwanted: list[int]
) -> tuple[Row, ...]:
    pages = {page.id: page for page in source.repository.pages_of([item.page_id for item in found])}
    points = {point.id: point for point in source.queries.points_of([item.capture_id for item in found])}
    return tuple(
        Row(
            found=item,
            page=pages[item.page_id],
            point=points.get(item.capture_id),
            like=_address([*wanted, item.capture_id], unwanted),
            unlike=_address(wanted, [*unwanted, item.capture_id]) if wanted else "",
        )
        for item in found
        if item.page_id in pages
    )


def _address(wanted: list[int], unwanted: list[int]) -> str:
    return (
        f"/search?{urlencode([('like', item) for item in wanted] + [('unlike', item) for item in unwanted])}"
    )


def _views(found: Sequence[FoundCapture] | str) -> list[FoundView]:
    if isinstance(found, str):
        raise HTTPException(409, found)
    return [FoundView(**vars(item)) for item in found]
