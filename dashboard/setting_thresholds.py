"""Sets, previews and removes a page's alarm threshold: forms and API."""

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
    """The probability above which a page's changes raise an alarm."""

    probability: float = Field(ge=LEAST_PERCENT / 100, le=MOST_PERCENT / 100)
    said_by: Who = ""


class ThresholdView(BaseModel):
    """The probability above which a page's changes raise an alarm, and how many that gives on its history."""

    probability: float
    learned: float = Field(description="By the page's model.")
    own: float | None = Field(description="Set by a person; null: the model's counts.")
    alarms: int = Field(description="How many it gives on the history.")
    alarms_now: int = Field(description="How many the current threshold gives on the history.")
    weeks: float = Field(description="How long the history is.")


def reading_routes(source: Source) -> APIRouter:
    """What a threshold would bring."""
    router = APIRouter(prefix="/api/v1", tags=["pages"])

    @router.get("/pages/{page_id}/threshold")
    def threshold(
        page_id: Id,
        probability: Annotated[float | None, Query(ge=LEAST_PERCENT / 100, le=MOST_PERCENT / 100)] = None,
    ) -> ThresholdView:
        """The probability above which the page's changes raise an alarm; with ``probability``, how many that gives."""
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
        """Set the probability above which the page's next changes raise an alarm."""
        return _view(_keep(source, page_id, said.probability, said.said_by))

    @router.delete("/api/v1/pages/{page_id}/threshold")
    def delete_threshold(page_id: Id) -> DoneView:
        """Use the threshold of the page's model again."""
        return _view(_keep(source, page_id, None))

    @router.post("/page/{page_id}/threshold", include_in_schema=False)
    def threshold_form(
        page_id: Id,
        action: Annotated[Literal["keep", "learned"], Form()],
        alarm: Annotated[float | None, Form(ge=LEAST_PERCENT, le=MOST_PERCENT)] = None,
    ) -> Response:
        if action == "keep" and alarm is None:
            raise HTTPException(422, "Give the per cent above which changes raise an alarm.")
        done = _keep(source, page_id, None if action == "learned" or alarm is None else alarm / 100.0)
        return RedirectResponse(f"/page/{page_id}?done={done.audit_id}#threshold", 303)

    return router


def _keep(source: Source, page_id: int, probability: float | None, who: str = "") -> Done:
    said_by = actor(source, who)
    return write(source, lambda opened: set_alarm_above(opened, said_by, page_id, probability))


def _view(done: Done) -> DoneView:
    return DoneView(action_id=done.audit_id, changed=done.changed)
