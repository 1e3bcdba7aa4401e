"""The JSON interface under ``/api/v1``: pages, one page, its captures and scores, the schedule.

Times are RFC 3339 in UTC, durations seconds, rates per hour. Every list is read on in one way: by following the
``Link`` header with ``rel="next"`` until there is none. Errors and ETags: ``dashboard.api_answers``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from pydantic import BaseModel, Field

from dashboard.listing import Entry, all_entries
from dashboard.pages import LARGEST_ID, Id, OptionalId, entry_of
from dashboard.presenters import ShownType
from dashboard.schedule import LEVEL, rate_figures
from dashboard.source import Source
from storage.queries.timelines import Point
from storage.records import ModelState, Outcome, Page, ResponseKind, StoredModel

MOST_AT_ONCE = 1000
NOT_SCORED = "This capture is none of the page, or was not compared with an earlier one."
Limit = Annotated[int, Query(ge=1, le=MOST_AT_ONCE)]
After = Annotated[int, Query(ge=0, le=LARGEST_ID)]
Skip = Annotated[int, Query(ge=0, le=LARGEST_ID)]


class RateView(BaseModel):
    """What is believed of a page's rate of important change."""

    mean_per_h: float
    low_per_h: float = Field(description=f"With high_per_h: the {LEVEL:.0%} credible interval.")
    high_per_h: float


class TypeView(BaseModel):
    """What kind of page it is."""

    name: str = Field(description='A name of the tree of page types, or "unknown".')
    title: str = Field(description="How people read it, from the root of the tree down.")
    probability: float
    said_by: str | None = Field(description="Who said so; null: the classifier found it.")
    at: datetime


class PageView(BaseModel):
    """A page watched, with its state."""

    id: int
    url: str
    title: str
    active: bool
    state: str
    state_detail: str
    type: TypeView | None = Field(description="Null: not told yet.")
    captures: int
    versions: int
    last_capture_id: int | None
    last_important_capture_id: int | None
    last_important_at: datetime | None
    last_visit_at: datetime | None
    failures: int
    due_at: datetime | None
    due_reason: str
    rate: RateView


class ModelView(BaseModel):
    """A page's change model."""

    fitted_at: datetime
    state: ModelState
    versions: int
    digest: str
    importance: tuple[tuple[float, ...], ...]
    importance_low: tuple[tuple[float, ...], ...] = Field(
        default=(),
        description="With importance_high: where 90 % of the maps lie that other days would have led to.",
    )
    importance_high: tuple[tuple[float, ...], ...] = ()
    weights: tuple[tuple[float, ...], ...]


class PageDetail(PageView):
    """A page watched, with its model."""

    model: ModelView | None


class ProblemView(BaseModel):
    """Something that is missing from a capture."""

    code: str
    message: str
    url: str | None


class ScoreView(BaseModel):
    """The change score of a pair of captures."""

    before_id: int
    after_id: int
    at: datetime = Field(description="When the later capture was taken.")
    distance: float
    probability: float | None
    important: bool | None = Field(description="What a person said, else the decision of the model.")
    model_id: int | None


class ScoreDetail(ScoreView):
    """A score with all that explains it."""

    regions: tuple[tuple[float, ...], ...] = Field(
        description="What each region adds to the pictures' distance."
    )
    displacement_px: int = Field(description="How far most content moved down; not counted as change.")
    links_added: tuple[str, ...]
    links_removed: tuple[str, ...]
    images_added: tuple[str, ...]
    images_removed: tuple[str, ...]
    explanation: dict[str, Any] = Field(
        description="Blocks that changed, the least usual first; shares of text and picture; strongest regions."
    )


class CaptureView(BaseModel):
    """A capture."""

    id: int
    started_at: datetime
    outcome: Outcome
    response_kind: ResponseKind
    version: bool = Field(description="Whether the model compares and learns from it.")
    status: int | None
    problems: list[ProblemView]
    score: ScoreView | None
    view: str | None = Field(description="Address of the screenshot.")


class Captures(BaseModel):
    """A portion of a page's captures, newest first."""

    captures: list[CaptureView]
    next: int | None


class Scores(BaseModel):
    """A portion of a page's scores, newest first."""

    scores: list[ScoreView]
    next: int | None


class VisitView(BaseModel):
    """A page's next visit."""

    page_id: int
    url: str
    due_at: datetime
    reason: str
    last_visit_at: datetime | None
    rate: RateView


def routes(source: Source) -> APIRouter:
    """The JSON routes over a source."""
    router = APIRouter(prefix="/api/v1", tags=["collection"])

    @router.get("/pages")
    def pages(
        request: Request, response: Response, after: After = 0, limit: Limit = MOST_AT_ONCE
    ) -> list[PageView]:
        """Pages in the order of their numbers, those after ``after``; a Link header leads to further ones."""
        ids = source.page_sheets.numbered(after=after, limit=limit + 1)
        if len(ids) > limit:
            lead_on(request, response, after=ids[limit - 1], limit=limit)
        shown = source.repository.pages_in_order(ids[:limit])
        return [PageView(**_page(entry)) for entry in all_entries(source, shown)]

    @router.get("/pages/{page_id}")
    def page(page_id: Id) -> PageDetail:
        """A page with its state, next visit and model."""
        entry = entry_of(source, page_id)
        model = source.repository.current_model(page_id)
        return PageDetail(**_page(entry), model=None if model is None else _model(model))

    @router.get("/pages/{page_id}/captures")
    def captures(
        request: Request, response: Response, page_id: Id, older: OptionalId = None, limit: Limit = 100
    ) -> Captures:
        """Captures, the newest first; a Link header leads to older ones."""
        points, further = _portion(source, page_id, older, limit)
        if further is not None:
            lead_on(request, response, older=further, limit=limit)
        return Captures(captures=[_capture(point) for point in points], next=further)

    @router.get("/pages/{page_id}/scores")
    def scores(
        request: Request, response: Response, page_id: Id, older: OptionalId = None, limit: Limit = 100
    ) -> Scores:
        """Scores, the newest first; a Link header leads to older ones."""
        points, further = _portion(source, page_id, older, limit)
        if further is not None:
            lead_on(request, response, older=further, limit=limit)
        return Scores(
            scores=[score for point in points if (score := _score(point)) is not None], next=further
        )

    _add_schedule(router, source)
    _add_score(router, source)
    return router


def _add_schedule(router: APIRouter, source: Source) -> None:
    @router.get("/schedule")
    def schedule(
        request: Request, response: Response, skip: Skip = 0, limit: Limit = MOST_AT_ONCE
    ) -> list[VisitView]:
        """Next visits, soonest first, without the first ``skip``; a Link header leads to further ones."""
        ids = source.page_sheets.planned(offset=skip, limit=limit + 1)
        if len(ids) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [_visit(page) for page in source.repository.pages_in_order(ids[:limit]) if page.due_at]


def _add_score(router: APIRouter, source: Source) -> None:
    @router.get("/pages/{page_id}/scores/{after_id}")
    def score(page_id: Id, after_id: Id) -> ScoreDetail:
        """The newest score of a capture of the page, with what explains it."""
        kept, after = source.repository.score_of(after_id), source.repository.capture(after_id)
        point = source.queries.point(after_id)
        if kept is None or point is None or after.page_id != page_id:
            raise HTTPException(404, NOT_SCORED)
        fields = {name: getattr(kept, name) for name in ScoreDetail.model_fields if name != "at"}
        return ScoreDetail(**fields | {"important": point.important}, at=after.started_at)


def lead_on(request: Request, response: Response, **asked: int) -> None:
    """Name the next portion (RFC 8288)."""
    response.headers["Link"] = f'<{request.url.include_query_params(**asked)}>; rel="next"'


def _portion(source: Source, page_id: int, older: int | None, limit: int) -> tuple[list[Point], int | None]:
    """Captures of a page, newest first, and the one to go on from."""
    source.repository.page(page_id)  # raises when there is no such page
    beside = None if older is None else source.queries.point(older)
    if beside is not None and beside.page_id != page_id:
        beside = None
    found = source.queries.newest(page_id, limit=limit + 1, older_than=beside)
    return found[:limit], found[limit - 1].id if len(found) > limit else None


def _visit(page: Page) -> VisitView:
    return VisitView.model_validate(
        {
            "page_id": page.id,
            "url": page.url,
            "due_at": page.due_at,
            "reason": page.due_reason,
            "last_visit_at": page.last_visit_at,
            "rate": _rate(page),
        }
    )


def _page(entry: Entry) -> dict[str, Any]:
    page, figures = entry.page, entry.figures
    return {
        "id": page.id,
        "url": page.url,
        "title": page.title,
        "active": page.active,
        "state": entry.state.key,
        "state_detail": entry.state.badge.detail,
        "type": None if entry.type is None else type_view(entry.type),
        "captures": figures.captures,
        "versions": figures.versions,
        "last_capture_id": figures.last_capture_id,
        "last_important_capture_id": figures.important_id,
        "last_important_at": figures.important_at,
        "last_visit_at": page.last_visit_at,
        "failures": page.failures,
        "due_at": page.due_at,
        "due_reason": page.due_reason,
        "rate": _rate(page),
    }


def type_view(shown: ShownType) -> TypeView:
    """The type of a page, for JSON."""
    kept = shown.kept
    return TypeView(
        name=kept.type, title=shown.title, probability=kept.probability, said_by=kept.said_by, at=kept.at
    )


def _rate(page: Page) -> RateView:
    figures = rate_figures(page.rate, hourly=True)
    return RateView(mean_per_h=figures.mean, low_per_h=figures.low, high_per_h=figures.high)


def _model(model: StoredModel) -> ModelView:
    interval = model.details.get("map_interval")
    return ModelView(
        importance_low=() if interval is None else interval["low"],
        importance_high=() if interval is None else interval["high"],
        fitted_at=model.fitted_at,
        state=model.state,
        versions=model.versions,
        digest=model.digest,
        importance=model.importance,
        weights=model.weights,
    )


def _score(point: Point) -> ScoreView | None:
    if point.before_id is None or point.distance is None:
        return None
    return ScoreView(
        before_id=point.before_id,
        after_id=point.id,
        at=point.at,
        distance=point.distance,
        probability=point.probability,
        important=point.important,
        model_id=point.model_id,
    )


def _capture(point: Point) -> CaptureView:
    return CaptureView(
        id=point.id,
        started_at=point.at,
        outcome=point.outcome,
        response_kind=point.response_kind,
        version=point.good,
        status=point.status,
        problems=[ProblemView(**problem) for problem in point.problems],
        score=_score(point),
        view=f"/capture/{point.id}/view.png" if point.has_view else None,
    )
