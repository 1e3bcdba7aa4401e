"""The HTML pages: Today, the list of pages, one page, a comparison, the schedule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, Field

from dashboard.alarm_threshold import LEAST_PERCENT, MOST_PERCENT, alarm_threshold
from dashboard.capture_page import MOST_HOLDS, show_capture
from dashboard.comparison import Comparison, Today, comparison, elements_between, pair
from dashboard.evidence import EvidencePanel, evidence_panel
from dashboard.finding_list import KIND_NAMES, SEEN, all_found
from dashboard.listing import SORTS, Entry, all_entries, known_choice, listing
from dashboard.page_regions import page_regions
from dashboard.presenters import PAGE_STATES, page_title
from dashboard.rule_panel import page_panel, tag_panel
from dashboard.schedule import schedule
from dashboard.source import Source
from dashboard.timeline import HEIGHTS, STRETCHES, Map, importance_map, model_facts, past, sheet
from dashboard.today import today
from dashboard.visit_log import KINDS, visit_log
from storage.actions.pages import LONGEST_TAG
from storage.records import Page

NOT_A_PAIR = (
    "These captures do not belong together: they must be two of this page, and its first has none before it."
)
CHOICES = 200
"""Newest captures of a page among which two can be picked."""
LARGEST_ID = 2**63 - 1  # the database's largest number
Id = Annotated[int, Path(ge=1, le=LARGEST_ID)]
OptionalId = Annotated[int | None, Query(ge=1, le=LARGEST_ID)]
SheetNumber = Annotated[int, Query(ge=1, le=100_000)]
Text = Annotated[str, Query(max_length=400)]


_OF_THE_LIST = frozenset({"q", "state", "sort"})
"""What only the list of pages is asked."""
Show = Callable[..., Response]
"""Answers a request with a template, by its name and what it shows."""


class OfPage(BaseModel):
    """What a page's room may be asked."""

    show: str = ""  # the stretch of its chart
    height: str = ""  # what the heights of the chart are
    alarm: float | None = Field(None, ge=LEAST_PERCENT, le=MOST_PERCENT)  # a threshold to be tried
    done: int | None = Field(None, ge=1, le=LARGEST_ID)  # the action that led here
    older: int | None = Field(None, ge=1, le=LARGEST_ID)
    newer: int | None = Field(None, ge=1, le=LARGEST_ID)
    evidence: bool = False
    every: str = Field("", max_length=200)  # a rule to be tried
    cron: str = Field("", max_length=200)
    time_zone: str = Field("", max_length=200)


class OfSchedule(BaseModel):
    """What the schedule's room may be asked."""

    sheet: int = Field(1, ge=1, le=100_000)
    factor: float | None = Field(None, ge=0.05, le=20)  # of the budget, to be tried
    tag: str = Field("", max_length=LONGEST_TAG)  # a rule to be tried, of these pages
    every: str = Field("", max_length=200)
    cron: str = Field("", max_length=200)
    time_zone: str = Field("", max_length=200)
    done: int | None = Field(None, ge=1, le=LARGEST_ID)  # the action that led here


def routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The HTML routes over a source."""
    router = APIRouter(include_in_schema=False)

    def show(request: Request, template: str, **context: Any) -> Response:
        return templates.TemplateResponse(
            request, template, {"room": template.removesuffix(".html"), **context}
        )

    _add_lists(router, source, show)
    _add_rooms_of_a_page(router, source, show)
    _add_comparison(router, source, show)

    @router.get("/capture/{capture_id}")
    def capture_room(request: Request, capture_id: Id) -> Response:
        source.repository.capture(capture_id)  # raises when there is no such capture
        return show_capture(source, templates, request, source.queries.point(capture_id), None)

    return router


def _add_lists(router: APIRouter, source: Source, show: Show) -> None:
    @router.get("/")
    def today_room(request: Request, sheet: SheetNumber = 1, done: OptionalId = None) -> Response:
        if _OF_THE_LIST & request.query_params.keys():  # it stood here once, and people keep addresses
            return RedirectResponse(f"/pages?{request.url.query}", 308)
        return show(request, "today.html", today=today(source, sheet=sheet, done=done))

    @router.get("/pages")
    def pages_room(
        request: Request,
        q: Text = "",
        state: Text = "",
        type_: Annotated[str, Query(alias="type", max_length=400)] = "",
        tag: Text = "",
        sort: Text = "change",
        sheet: SheetNumber = 1,
    ) -> Response:
        wanted = known_choice(text=q, state=state, type_=type_, tag=tag, sort=sort, sheet=sheet)
        return show(
            request, "pages.html", listing=listing(source, wanted), sorts=SORTS, state_names=PAGE_STATES
        )

    @router.get("/findings")
    def findings_room(request: Request, seen: Text = "", kind: Text = "", sheet: SheetNumber = 1) -> Response:
        listed = all_found(source, seen=seen, kind=kind, sheet=sheet)
        return show(request, "findings.html", listed=listed, seen_names=SEEN, kind_names=KIND_NAMES)

    @router.get("/schedule")
    def schedule_room(request: Request, asked: Annotated[OfSchedule, Query()]) -> Response:
        planned = schedule(source, sheet=asked.sheet, factor=asked.factor)
        panel = tag_panel(
            source, tag=asked.tag, every=asked.every, cron=asked.cron, time_zone=asked.time_zone
        )
        last = next(iter(source.repository.actions(limit=1)), None)
        done = last if last is not None and last.id == asked.done else None
        return show(request, "schedule.html", schedule=planned, tag_panel=panel, done=done)


def _add_rooms_of_a_page(router: APIRouter, source: Source, show: Show) -> None:
    @router.get("/page/{page_id}")
    def page_room(
        request: Request,
        page_id: Id,
        asked: Annotated[OfPage, Query()],
    ) -> Response:
        shown = sheet(source.queries, page_id, older=asked.older, newer=asked.newer)
        context = _page_context(source, page_id, asked)
        panel = _evidence(source, context["page"], context["map"]) if asked.evidence else None
        told = source.repository.sentences([point.id for point in shown.points])
        last = next(iter(source.repository.actions(limit=1, page_id=page_id)), None)
        context["rule_panel"] = page_panel(
            source, context["page"], every=asked.every, cron=asked.cron, time_zone=asked.time_zone
        )
        context["done"] = last if last is not None and last.id == asked.done else None
        return show(request, "page.html", sheet=shown, told=told, evidence=panel, **context)

    @router.get("/page/{page_id}/visits")
    def visits_room(
        request: Request, page_id: Id, day: date | None = None, until: date | None = None
    ) -> Response:
        page = source.repository.page(page_id)
        log = visit_log(source, page_id, day=day, until=until)
        captures = [visit.point.id for visit in log.visits if visit.point] if log else []
        told = source.repository.sentences(captures)
        context = {"page": page, "title": page_title(page), "log": log, "told": told, "kinds": KINDS}
        return show(request, "visits.html", **context)


def _add_comparison(router: APIRouter, source: Source, show: Show) -> None:
    @router.get("/page/{page_id}/compare")
    def compare_room(
        request: Request,
        page_id: Id,
        before: OptionalId = None,
        after: OptionalId = None,
        today: bool = False,
        elements: bool = False,
    ) -> Response:
        page = source.repository.page(page_id)
        captures = pair(source.collection, source.queries, page, before=before, after=after)
        if captures is None and (before or after):
            raise HTTPException(404, NOT_A_PAIR)
        found = None if captures is None else comparison(source.collection, source.queries, captures)
        choices = [point for point in source.queries.newest(page_id, limit=CHOICES) if point.good]
        named = None if captures is None or not elements else elements_between(source.collection, *captures)
        context = {
            "comparison": found,
            "elements": named,
            "today": _today(source, found, today),
            "choices": choices,
        }
        return show(request, "compare.html", page=page, **context)


def _today(source: Source, found: Comparison | None, asked: bool) -> Today | None:
    """Nothing where the model of today is the one that decided, or the decision is no model's."""
    if source.asked.opinion is None or found is None or not found.has_newer_model:
        return None
    return Today(source.asked.opinion(found.after) if asked else "")


def _page_context(source: Source, page_id: int, asked: OfPage) -> dict[str, Any]:
    """What the page room shows besides its sheet of captures."""
    entry = entry_of(source, page_id)
    model = source.repository.current_model(page_id)
    labels = source.repository.labels(page_id)
    threshold = alarm_threshold(source.repository, entry.page, model, tried_percent=asked.alarm)
    above = None if threshold is None else threshold.tried
    return {
        "can_test": source.asked.evidence is not None and len(labels) > 0,
        "labels": len(labels),
        "labels_important": sum(bool(said.important) for said in labels),
        "entry": entry,
        "page": entry.page,
        "tags": source.repository.tags([page_id]).get(page_id, []),
        "holds": source.repository.standing_holds(page_id=page_id, limit=MOST_HOLDS),
        "past": past(source.queries, page_id, asked.show, height=asked.height, alarm_above=above),
        "stretches": STRETCHES,
        "heights": HEIGHTS,
        "threshold": threshold,
        "regions": page_regions(source.repository, entry.page),
        "map": importance_map(source.repository, entry.figures.picture_id, model),
        "model": model,
        "facts": [] if model is None else model_facts(model),
    }


def _evidence(source: Source, page: Page, map_: Map | None) -> EvidencePanel | None:
    """Computed now; None where nobody can, or where there is no screenshot to show it on."""
    if source.asked.evidence is None or map_ is None:
        return None
    return evidence_panel(source.asked.evidence(page), map_.capture)


def entry_of(source: Source, page_id: int) -> Entry:
    """One page with its figures and state; raises ``NotStored`` when there is none of that number."""
    page = source.repository.page(page_id)
    return all_entries(source, [page])[0]
