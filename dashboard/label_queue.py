"""The questions: one at a time, a key for each answer, and what the last answer changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel

from dashboard.actions import actor, write
from dashboard.effect import effect_of
from dashboard.pages import OptionalId
from dashboard.presenters import clean
from dashboard.questions import Question
from dashboard.source import Source
from storage.actions.audit import Done
from storage.actions.findings import say_label
from storage.actions.undoing import undo
from storage.queries.labels import AMBIGUOUS, Label
from storage.records import Page, Role, StoredCapture

NOT_ASKED = "This dashboard chooses no questions: `pagetide ask` does."
_VERDICTS = {"important": True, "unimportant": False, "ambiguous": None}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """The question that stands on the page."""

    page: Page
    before: StoredCapture
    after: StoredCapture
    what: str
    probability: float | None

    @property
    def pictured(self) -> bool:
        """Whether both captures have a picture."""
        return Role.VIEW in self.before.artifacts and Role.VIEW in self.after.artifacts


@dataclass(frozen=True, kw_only=True)
class Answered:
    """What was said last, and what it changed."""

    action_id: int
    page: Page
    said: str
    effect: str
    is_learning: bool
    can_be_undone: bool


@dataclass(frozen=True, kw_only=True)
class Queue:
    """The page."""

    question: Shown | None
    more: int  # questions that wait behind it
    nothing: str  # why there is none
    last: Answered | None


class QuestionView(BaseModel):
    """A change of which an answer teaches much."""

    page_id: int
    before_id: int
    after_id: int
    what: str
    probability: float | None


def reading_routes(source: Source, templates: Jinja2Templates) -> APIRouter:
    """The page, and its questions as JSON."""
    router = APIRouter()

    @router.get("/ask", include_in_schema=False)
    def ask_room(request: Request, done: OptionalId = None) -> Response:
        context = {"room": "ask", "queue": queue(source, done)}
        return templates.TemplateResponse(request, "ask.html", context)

    @router.get("/api/v1/questions", tags=["actions"])
    def questions() -> list[QuestionView]:
        """Changes whose verdict teaches most, the most useful first. The first answer may take seconds."""
        found = _open(source)
        if isinstance(found, str):
            return []
        return [QuestionView(**vars(item)) for item in found]

    return router


def routes(source: Source) -> APIRouter:
    """What the page's form says."""
    router = APIRouter()

    @router.post("/ask", include_in_schema=False)
    def answer(
        page: Annotated[int, Form(ge=1)],
        before: Annotated[int, Form(ge=1)],
        after: Annotated[int, Form(ge=1)],
        action: Annotated[Literal["important", "unimportant", "ambiguous", "skip"], Form()],
    ) -> Response:
        if action == "skip":
            if source.asked.questions is not None:
                source.asked.questions.skip((before, after))
            return RedirectResponse("/ask", 303)
        return _back(source, page, _said(source, page, (before, after), _VERDICTS[action]))

    @router.post("/ask/undo", include_in_schema=False)
    def undo_answer(action_id: Annotated[int, Form(ge=1)], page: Annotated[int, Form(ge=1)]) -> Response:
        who = actor(source)
        return _back(source, page, write(source, lambda opened: undo(opened, who, action_id)))

    return router


def queue(source: Source, done: int | None = None) -> Queue:
    """The first question that nobody answered; ``done`` is the action that led here."""
    found = _open(source)
    questions = () if isinstance(found, str) else found
    return Queue(
        question=_shown(source, questions[0]) if questions else None,
        more=max(0, len(questions) - 1),
        nothing=found if isinstance(found, str) else "",
        last=None if done is None else _answered(source, done),
    )


def _open(source: Source) -> Sequence[Question] | str:
    return NOT_ASKED if source.asked.questions is None else source.asked.questions.open()


def _shown(source: Source, asked: Question) -> Shown:
    repository = source.repository
    return Shown(
        page=repository.page(asked.page_id),
        before=repository.capture(asked.before_id),
        after=repository.capture(asked.after_id),
        what=clean(asked.what),
        probability=asked.probability,
    )


def _answered(source: Source, action_id: int) -> Answered | None:
    entry = next((item for item in source.repository.actions(limit=20) if item.id == action_id), None)
    if entry is None or entry.page_id is None:
        return None
    effect, is_learning = effect_of(source.repository, entry)
    return Answered(
        action_id=entry.id,
        page=source.repository.page(entry.page_id),
        said="Undone" if entry.undoes is not None else "Kept",
        effect=effect,
        is_learning=is_learning,
        can_be_undone=entry.undoes is None and entry.undone_at is None,
    )


def _said(source: Source, page_id: int, pair: tuple[int, int], important: bool | None) -> Done:
    who = actor(source)
    label = Label(
        page_id=page_id,
        before_id=pair[0],
        after_id=pair[1],
        important=important,
        said_at=who.at,
        said_by=who.by,
        note=AMBIGUOUS if important is None else "",
    )
    return write(source, lambda opened: say_label(opened, who, label))


def _back(source: Source, page_id: int, done: Done) -> Response:
    if source.asked.questions is None:
        raise HTTPException(404, NOT_ASKED)
    source.asked.questions.answered(page_id)
    return RedirectResponse(f"/ask?{urlencode({'done': done.audit_id})}", 303)
