"""Making public links, listing them, and revoking them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import AwareDatetime, BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.api import MOST_AT_ONCE, Skip, lead_on
from dashboard.finding_actions import DoneView
from dashboard.pages import LARGEST_ID, Id, OptionalId
from dashboard.presenters import page_title
from dashboard.source import Source
from storage.actions import sharing
from storage.actions.pages import LONGEST_TAG
from storage.queries.named_page import named_page
from storage.shares import Share

MOST_SHOWN = 200
LONGEST_DAYS = 3650


class NewShare(BaseModel):
    """What a public link shows: a page or the pages with a tag, one of them."""

    page_id: int | None = Field(None, ge=1, le=LARGEST_ID)
    tag: str = Field("", max_length=LONGEST_TAG)
    expires_at: AwareDatetime | None = Field(None, description="Null: when it is revoked.")
    said_by: Who = ""


class ShareView(BaseModel):
    """A public link."""

    id: int
    page_id: int | None
    tag: str | None
    made_by: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class MadeShare(ShareView):
    """A public link that was just made."""

    address: str = Field(description="The link itself, shown only once.")


def reading_routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """Which links there are."""
    router = APIRouter()

    @router.get("/shares", include_in_schema=False)
    def shares_room(request: Request, page: OptionalId = None) -> Response:
        return _show(source, templates, request, page=page)

    @router.get("/api/v1/shares", tags=["shares"])
    def shares(
        request: Request,
        response: Response,
        skip: Skip = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 100,
    ) -> list[ShareView]:
        """Public links, the last first, revoked ones too; a Link header leads to earlier ones."""
        found = source.repository.shares(limit=limit + 1, offset=skip)
        if len(found) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [ShareView(**vars(item)) for item in found[:limit]]

    return router


def routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """Making and revoking."""
    router = APIRouter()

    @router.post("/api/v1/shares", tags=["shares"], status_code=201)
    def post_share(request: Request, response: Response, wanted: NewShare) -> MadeShare:
        """Make a public link to a page, or to the pages with a tag."""
        token, made = _made(source, wanted)
        response.headers["Cache-Control"] = "no-store"
        return MadeShare(**vars(made), address=_address(request, token))

    @router.delete("/api/v1/shares/{share_id}", tags=["shares"])
    def delete_share(share_id: Id, said_by: Annotated[str, Query(max_length=200)] = "") -> DoneView:
        """Revoke a public link."""
        who = actor(source, said_by)
        done = write(source, lambda opened: sharing.unshare(opened, who, share_id))
        return DoneView(action_id=done.audit_id, changed=done.changed)

    @router.post("/shares/add", include_in_schema=False)
    def add_form(
        request: Request,
        page: Annotated[str, Form(max_length=20_000)] = "",
        tag: Annotated[str, Form(max_length=LONGEST_TAG)] = "",
        days: Annotated[str, Form(max_length=10)] = "",
    ) -> Response:
        wanted = NewShare(
            page_id=named_page(source.repository, page.strip()).id if page.strip() else None,
            tag=tag.strip(),
            expires_at=_in_days(source, days.strip()),
        )
        token, _ = _made(source, wanted)
        shown = _show(source, templates, request, secret=_address(request, token))
        shown.headers["Cache-Control"] = "no-store"
        return shown

    @router.post("/shares/revoke", include_in_schema=False)
    def revoke_form(number: Annotated[int, Form(ge=1, le=LARGEST_ID)]) -> Response:
        who = actor(source)
        write(source, lambda opened: sharing.unshare(opened, who, number))
        return RedirectResponse("/shares", 303)

    return router


def _made(source: Source, wanted: NewShare) -> tuple[str, Share]:
    if (wanted.page_id is None) is not bool(wanted.tag):
        raise HTTPException(422, "A public link is to a page or to a tag: name one of them.")
    who = actor(source, wanted.said_by)
    return write(
        source,
        lambda opened: sharing.share(
            opened, who, page_id=wanted.page_id, tag=wanted.tag, expires_at=wanted.expires_at
        ),
    )


def _in_days(source: Source, days: str) -> datetime | None:
    if not days:
        return None
    if not days.isdecimal() or not 1 <= int(days) <= LONGEST_DAYS:
        raise HTTPException(422, f"A link lasts from 1 to {LONGEST_DAYS:,} days, or until it is revoked.")
    return source.now() + timedelta(days=int(days))


def _address(request: Request, token: str) -> str:
    return f"{str(request.base_url).rstrip('/')}/shared/{token}"


def _show(
    source: Source,
    templates: Jinja2Templates,
    request: Request,
    *,
    page: int | None = None,
    secret: str = "",
) -> Response:
    found = source.repository.shares(limit=MOST_SHOWN)
    numbers = {item.page_id for item in found if item.page_id is not None}
    titles = {item.id: page_title(item) for item in source.repository.pages_of(numbers)}
    context = {"room": "shares", "shares": found, "titles": titles, "chosen": page, "secret": secret}
    return templates.TemplateResponse(request, "shares.html", context)
