"""Findings under ``/api/v1/findings``."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import AwareDatetime, BaseModel, Field

from dashboard.api import MOST_AT_ONCE, Limit, Skip, lead_on
from dashboard.pages import Id, OptionalId
from dashboard.presenters import clean, finding_address
from dashboard.source import Source
from storage.findings import Finding, FindingKind
from storage.queries.findings import Wanted


class FindingView(BaseModel):
    """What a person should see of a page."""

    id: int
    page_id: int
    kind: FindingKind
    sentence: str = Field(description="What happened, in the page's own letters: plain text.")
    at: datetime = Field(description="When the capture that shows it was taken.")
    rank: float = Field(description="The most important has the highest.")
    probability: float | None = Field(
        description="That the change is important; null: not calibrated, or no change."
    )
    before_id: int | None
    capture_id: int | None
    cluster: str = Field(description="The same of alike findings: one decision is enough for all of them.")
    verdict: bool | None = Field(description="A person's verdict on the change; null: none.")
    seen_at: datetime | None = Field(description="Null: nobody has looked at it yet.")
    address: str = Field(description="Where the dashboard shows it.")


def routes(source: Source) -> APIRouter:
    """The JSON routes of findings over a source."""
    router = APIRouter(prefix="/api/v1", tags=["findings"])

    @router.get("/findings")
    def findings(  # noqa: PLR0913, PLR0917  what can be asked for
        request: Request,
        response: Response,
        seen: Annotated[bool | None, Query(description="Only what was seen, or was not.")] = None,
        kind: Annotated[list[FindingKind] | None, Query(description="Only these kinds.")] = None,
        page: OptionalId = None,
        since: Annotated[
            AwareDatetime | None, Query(description="Only what was captured from then on.")
        ] = None,
        cluster: Annotated[str | None, Query(max_length=16)] = None,
        skip: Skip = 0,
        limit: Limit = MOST_AT_ONCE,
    ) -> list[FindingView]:
        """Findings, the most important first; a Link header leads to further ones."""
        wanted = Wanted(seen=seen, kinds=kind or (), page_id=page, since=since, cluster=cluster)
        found = source.repository.findings(wanted, limit=limit + 1, offset=skip)
        if len(found) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [finding_view(item) for item in found[:limit]]

    @router.get("/findings/{finding_id}")
    def finding(finding_id: Id) -> FindingView:
        """A finding by its number."""
        return finding_view(source.repository.finding(finding_id))

    return router


def finding_view(found: Finding) -> FindingView:
    """A finding, for JSON."""
    fields = {name: getattr(found, name) for name in FindingView.model_fields if name != "address"}
    return FindingView(**fields | {"sentence": clean(found.sentence), "address": finding_address(found)})
