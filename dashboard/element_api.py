"""The API for elements that were added, removed, changed or moved between two captures."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query
from pydantic import BaseModel, Field

from dashboard.comparison import comparison, elements_between, pair
from dashboard.displacement import Moved
from dashboard.element_changes import ElementChange
from dashboard.pages import LARGEST_ID, NOT_A_PAIR, Id
from dashboard.source import Source

Number = Annotated[int, Query(ge=1, le=LARGEST_ID)]


class ElementsView(BaseModel):
    """What lies between the rendered pages of two captures. Texts are of the captured pages: untrusted."""

    changes: list[ElementChange]
    cut: bool = Field(description="There are more, or the pages were too large to be read whole.")
    moved: list[Moved] = Field(description="Blocks with the same words elsewhere; the first ones.")


def routes(source: Source) -> APIRouter:
    """The elements of two captures."""
    router = APIRouter(prefix="/api/v1", tags=["pages"])

    @router.get("/pages/{page_id}/elements")
    def elements(page_id: Id, before: Number, after: Number) -> ElementsView:
        """Which elements came, went or changed between two captures of a page, and what moved."""
        page = source.repository.page(page_id)
        captures = pair(source.collection, source.queries, page, before=before, after=after)
        if captures is None:
            raise HTTPException(404, NOT_A_PAIR)
        found = elements_between(source.collection, *captures)
        if isinstance(found, str):
            raise HTTPException(404, found)
        moves = comparison(source.collection, source.queries, captures).displacement
        moved = [] if moves is None else list(moves.moved)
        return ElementsView(changes=list(found.changes), cut=found.cut, moved=moved)

    return router
