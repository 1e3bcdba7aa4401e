"""A person says above which probability a page's changes ring, asks what that would bring, and gives it back."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Form, HTTPException, Query
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.alarm_threshold import LEAST_PERCENT, MOST_PERCENT, alarm_threshold
from dashboard.finding_actions import DoneView
from dashboard.pages import Id
from dashboard.source import Source
from storage.actions.audit import Done
from storage.actions.pages import set_alarm_above

_NOTHING_YET = "No change of this page has a probability yet: its model is not learned."


class ThresholdSaid(BaseModel):
    """Above which probability a page's changes ring."""

    probability: float = Field(ge=LEAST_PERCENT / 100, le=MOST_PERCENT / 100)
    said_by: Who = ""


class ThresholdView(BaseModel):
    """Above which probability a page's changes ring, and what that is worth on its own history."""

    probability: float
    learned: float = Field(description="By the page's model.")
    own: float | None = Field(description="As a person said; null: as the model says.")
    alarms: int = Field(description="That it would have given on the history.")
    alarms_now: int = Field(description="That the threshold would have given which counts now.")
    weeks: float = Field(description="How long the history is.")


def reading_routes(source: Source) -> APIRouter:
    """What a threshold would bring."""
    router = APIRouter(prefix="/api/v1", tags=["pages"])

    @router.get("/pages/{page_id}/threshold")
    def threshold(
        page_id: Id,
        probability: Annotated[float | None, Query(ge=LEAST_PERCENT / 100, le=MOST_PERCENT / 100)] = None,
    ) -> ThresholdView:
        """Above which probability the page's changes ring; with one, what that would have brought."""
        page = source.repository.page(page_id)
        tried = None if probability is None else 100.0 * probability
        model = source.repository.current_model(page_id)
        found = alarm_threshold(source.repository, page, model, tried_percent=tried)
        if found is None:
            raise HTTPException(404, _NOTHING_YET)
        return ThresholdView(
            probability=found.tried,
            learned=found.learned,
            own=found.own,
            alarms=found.history.alarms(found.tried),
            alarms_now=found.history.alarms(found.now),
            weeks=found.history.weeks,
        )

    return router


def routes(source: Source) -> APIRouter:
    """Setting a threshold, and giving it back."""
    router = APIRouter()

    @router.put("/api/v1/pages/{page_id}/threshold")
    def put_threshold(page_id: Id, said: ThresholdSaid) -> DoneView:
        """Let the page's next changes ring above this probability, whatever its model says."""
        return _view(_keep(source, page_id, said.probability, said.said_by))

    @router.delete("/api/v1/pages/{page_id}/threshold")
    def delete_threshold(page_id: Id) -> DoneView:
        """Let the page's model say again when its changes ring."""
        return _view(_keep(source, page_id, None))

    @router.post("/page/{page_id}/threshold", include_in_schema=False)
    def threshold_form(
        page_id: Id,
        action: Annotated[Literal["keep", "learned"], Form()],
        alarm: Annotated[float | None, Form(ge=LEAST_PERCENT, le=MOST_PERCENT)] = None,
    ) -> Response:
        if action == "keep" and alarm is None:
            raise HTTPException(422, "Say above how many per cent changes ring.")
        done = _keep(source, page_id, None if action == "learned" or alarm is None else alarm / 100.0)
        return RedirectResponse(f"/page/{page_id}?done={done.audit_id}#threshold", 303)

    return router


def _keep(source: Source, page_id: int, probability: float | None, who: str = "") -> Done:
    said_by = actor(source, who)
    return write(source, lambda opened: set_alarm_above(opened, said_by, page_id, probability))


def _view(done: Done) -> DoneView:
    return DoneView(action_id=done.audit_id, changed=done.changed)
