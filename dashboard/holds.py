"""Holds on pages and captures: what nothing removes. Listing, making and ending them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.api import MOST_AT_ONCE, Skip, lead_on
from dashboard.finding_actions import DoneView
from dashboard.pages import LARGEST_ID, Id, OptionalId
from dashboard.source import Source
from storage.actions import holding
from storage.holds import Hold

Reason = Annotated[str, Field(min_length=1, max_length=holding.LONGEST_REASON)]


class NewHold(BaseModel):
    """What is to be held: a page, or one of its captures."""

    page_id: int = Field(ge=1, le=LARGEST_ID)
    capture_id: int | None = Field(None, ge=1, le=LARGEST_ID, description="Null: all that the page has.")
    reason: Reason
    said_by: Who = ""


class HoldView(BaseModel):
    """A hold."""

    id: int
    page_id: int
    capture_id: int | None
    reason: str
    held_by: str
    held_at: datetime


def reading_routes(source: Source) -> APIRouter:
    """Which holds there are."""
    router = APIRouter()

    @router.get("/api/v1/holds", tags=["holds"])
    def holds(
        request: Request,
        response: Response,
        page_id: OptionalId = None,
        skip: Skip = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 100,
    ) -> list[HoldView]:
        """Holds on pages and captures, the last first; a Link header leads to earlier ones."""
        found = source.repository.standing_holds(page_id=page_id, limit=limit + 1, offset=skip)
        if len(found) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [HoldView(**vars(item)) for item in found[:limit]]

    return router


def routes(source: Source) -> APIRouter:
    """Making and ending them."""
    router = APIRouter()

    @router.post("/api/v1/holds", tags=["holds"], status_code=201)
    def post_hold(wanted: NewHold) -> HoldView:
        """Hold a page, or one of its captures: nothing removes it until the hold ends."""
        return HoldView(**vars(_made(source, wanted)))

    @router.delete("/api/v1/holds/{hold_id}", tags=["holds"])
    def delete_hold(hold_id: Id, said_by: Annotated[str, Query(max_length=200)] = "") -> DoneView:
        """End a hold."""
        who = actor(source, said_by)
        done = write(source, lambda opened: holding.unhold(opened, who, hold_id))
        return DoneView(action_id=done.audit_id, changed=done.changed)

    @router.post("/page/{page_id}/hold", include_in_schema=False)
    def hold_form(
        page_id: Id,
        reason: Annotated[str, Form(min_length=1, max_length=holding.LONGEST_REASON)],
        capture: Annotated[int | None, Form(ge=1, le=LARGEST_ID)] = None,
    ) -> Response:
        _made(source, NewHold(page_id=page_id, capture_id=capture, reason=reason))
        return _back(page_id, capture)

    @router.post("/page/{page_id}/unhold", include_in_schema=False)
    def unhold_form(
        page_id: Id,
        number: Annotated[int, Form(ge=1, le=LARGEST_ID)],
        capture: Annotated[int | None, Form(ge=1, le=LARGEST_ID)] = None,
    ) -> Response:
        who = actor(source)
        write(source, lambda opened: holding.unhold(opened, who, number))
        return _back(page_id, capture)

    return router


def _made(source: Source, wanted: NewHold) -> Hold:
    who = actor(source, wanted.said_by)
    return write(
        source,
        lambda opened: holding.hold(
            opened, who, wanted.reason, page_id=wanted.page_id, capture_id=wanted.capture_id
        ),
    )


def _back(page_id: int, capture: int | None) -> Response:
    return RedirectResponse(f"/page/{page_id}#holds" if capture is None else f"/capture/{capture}#holds", 303)
