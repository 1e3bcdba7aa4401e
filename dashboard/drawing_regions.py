"""Regions to ignore or favour: forms and API."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.finding_actions import DoneView
from dashboard.pages import Id
from dashboard.source import Source
from storage.actions.audit import Done
from storage.actions.regions import add_region, remove_region
from storage.regions import PageRegion

FARTHEST_PX = 100_000
Place = Annotated[int, Field(ge=0, le=FARTHEST_PX)]
Side = Annotated[int, Field(ge=1, le=FARTHEST_PX)]


class Drawn(BaseModel):
    """A rectangle on a page, in CSS pixels from its top left."""

    x_px: Place
    y_px: Place
    width_px: Side
    height_px: Side
    favour: bool = Field(description="What changes there matters; false: it is to be ignored.")


class DrawnNow(Drawn):
    """A rectangle to be drawn."""

    said_by: Who = ""


class RegionView(Drawn):
    """A rectangle that was drawn."""

    number: int
    said_by: str


class FormOfRegion(BaseModel):
    """What the form on the page's room sends."""

    x: Place
    y: Place
    width: Side
    height: Side
    action: Literal["ignore", "favour"]


def reading_routes(source: Source) -> APIRouter:
    """The regions of a page."""
    router = APIRouter(prefix="/api/v1", tags=["pages"])

    @router.get("/pages/{page_id}/regions")
    def regions(page_id: Id) -> list[RegionView]:
        """Which places of a page people said to ignore or to favour."""
        return [RegionView(**item.to_json()) for item in source.repository.page(page_id).regions]

    return router


def routes(source: Source) -> APIRouter:
    """Drawing regions, and taking them away."""
    router = APIRouter()

    @router.post("/api/v1/pages/{page_id}/regions", status_code=201)
    def post_region(page_id: Id, said: DrawnNow) -> DoneView:
        """Say that what changes in a rectangle is to be ignored, or favoured: the page is learned again."""
        sides = said.model_dump(exclude={"said_by"})
        return _view(_draw(source, page_id, PageRegion(number=0, **sides), said.said_by))

    @router.delete("/api/v1/pages/{page_id}/regions/{number}")
    def delete_region(page_id: Id, number: Id) -> DoneView:
        """Remove a region."""
        return _view(_remove(source, page_id, number))

    @router.post("/page/{page_id}/regions", include_in_schema=False)
    def region_form(page_id: Id, said: Annotated[FormOfRegion, Form()]) -> Response:
        drawn = PageRegion(
            number=0,
            x_px=said.x,
            y_px=said.y,
            width_px=said.width,
            height_px=said.height,
            favour=said.action == "favour",
        )
        return _back(page_id, _draw(source, page_id, drawn))

    @router.post("/page/{page_id}/regions/remove", include_in_schema=False)
    def remove_form(page_id: Id, number: Annotated[int, Form(ge=1)]) -> Response:
        return _back(page_id, _remove(source, page_id, number))

    return router


def _draw(source: Source, page_id: int, region: PageRegion, who: str = "") -> Done:
    said_by = actor(source, who)
    return _learning(
        source, page_id, write(source, lambda opened: add_region(opened, said_by, page_id, region))
    )


def _remove(source: Source, page_id: int, number: int) -> Done:
    said_by = actor(source)
    done = write(source, lambda opened: remove_region(opened, said_by, page_id, number))
    return _learning(source, page_id, done)


def _learning(source: Source, page_id: int, done: Done) -> Done:
    """Where no daemon learns the page anew, it is learned now."""
    if source.asked.questions is not None:
        source.asked.questions.answered(page_id)
    return done


def _view(done: Done) -> DoneView:
    return DoneView(action_id=done.audit_id, changed=done.changed)


def _back(page_id: int, done: Done) -> Response:
    return RedirectResponse(f"/page/{page_id}?done={done.audit_id}#regions", 303)
