"""Watching more pages, from the dashboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.source import Source
from storage.actions.adding import Added, add
from storage.errors import InvalidURL
from storage.watchable_urls import checked_url

MOST_AT_ONCE = 10_000
"""Pages of one form; longer lists are for `pagetide import`."""
_LONGEST_FORM = 1_000_000


class NewPages(BaseModel):
    """Pages to watch."""

    urls: list[Annotated[str, Field(max_length=20_000)]] = Field(min_length=1, max_length=MOST_AT_ONCE)
    weight: float = Field(1.0, gt=0, le=1000, description="How much they matter beside others.")
    said_by: Who = ""


class AddedPage(BaseModel):
    """A page that is watched."""

    page_id: int
    url: str
    is_new: bool = Field(description="Whether it was not watched before.")


def routes(source: Source) -> APIRouter:
    """The form of the list of pages, and the same for programs."""
    router = APIRouter()

    @router.post("/api/v1/pages", tags=["actions"], status_code=201)
    def add_pages(wanted: NewPages) -> list[AddedPage]:
        """Watch pages. Those that are watched already stay as they are; one wrong address, and nothing is added."""
        added = _add(source, wanted.urls, wanted.weight, wanted.said_by)
        return [AddedPage(page_id=item.id, url=item.url, is_new=item.id in added.new) for item in added.pages]

    @router.post("/pages/add", include_in_schema=False)
    def add_form(urls: Annotated[str, Form(max_length=_LONGEST_FORM)] = "") -> Response:
        lines = [line.strip() for line in urls.splitlines() if line.strip()]
        if not lines:
            raise HTTPException(422, "Nothing was added: write one address a line.")
        if len(lines) > MOST_AT_ONCE:
            raise HTTPException(422, f"Nothing was added: {MOST_AT_ONCE:,} addresses at once are the most.")
        _add(source, lines)
        return RedirectResponse("/pages?sort=added", 303)

    return router


def _add(source: Source, urls: Sequence[str], weight: float = 1.0, who: str = "") -> Added:
    try:
        rows = [(checked_url(url), weight) for url in urls]
    except InvalidURL as error:
        raise HTTPException(422, f"Nothing was added: {error}") from error
    return write(source, lambda opened: add(opened, actor(source, who), rows))
