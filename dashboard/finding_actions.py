"""Actions on findings and pages: forms and API.

Forms and API call the same functions of ``storage.actions``, as the commands do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dashboard.actions import Who, Why, actor, write
from dashboard.api import Skip, lead_on
from dashboard.pages import Id, OptionalId
from dashboard.source import Source
from storage.actions import findings as on_findings
from storage.actions import pages as on_pages
from storage.actions.audit import Actor, Done
from storage.actions.undoing import undo
from storage.collection import Collection
from storage.queries.audit import AuditEntry
from storage.queries.findings import Wanted

MOST_AT_ONCE = 1000
_VERDICTS = {"important": True, "unimportant": False, "ambiguous": None}
OfPage = Literal["pause", "resume", "retire", "capture", "release", "mute", "unmute"]
_OF_PAGE: dict[str, Callable[[Collection, Actor, int], Done]] = {
    "pause": on_pages.pause,
    "resume": on_pages.resume,
    "retire": on_pages.retire,
    "capture": on_pages.capture_now,
    "release": on_pages.release,
    "mute": on_pages.mute,
    "unmute": on_pages.unmute,
}
Numbers = Annotated[list[Annotated[int, Field(ge=1)]], Field(max_length=MOST_AT_ONCE)]


class Chosen(BaseModel):
    """Findings by number, or all of a cluster that nobody has seen yet."""

    findings: Numbers = []
    cluster: str = Field("", max_length=16)
    said_by: Who = ""


class Decision(Chosen):
    """A verdict on changes."""

    important: bool | None = Field(description="Null: looked at, and nobody can say.")
    note: Why = ""


class Tags(BaseModel):
    """Tags to give to a page, and to take from it."""

    add: list[str] = Field([], max_length=100)
    drop: list[str] = Field([], max_length=100)
    said_by: Who = ""


class Many(BaseModel):
    """The pages of a host, or those with a tag: one of them is named."""

    host: str = Field("", max_length=300)
    tag: str = Field("", max_length=on_pages.LONGEST_TAG)
    said_by: Who = ""


class Note(BaseModel):
    """What is noted of a page, in place of what was."""

    text: str = Field(max_length=on_pages.LONGEST_NOTE)
    said_by: Who = ""


class DoneView(BaseModel):
    """What was done."""

    action_id: int = Field(description="By which it is undone.")
    changed: int


class ActionView(BaseModel):
    """An action of a person."""

    id: int
    at: datetime
    by: str
    action: str
    page_id: int | None
    undoes: int | None
    undone_at: datetime | None


def routes(source: Source) -> APIRouter:
    """The routes that act on findings and pages."""
    router = APIRouter()
    _add_findings(router, source)
    _add_many(router, source)
    _add_pages(router, source)
    _add_undo(router, source)
    _add_forms(router, source)
    _add_undo_form(router, source)
    return router


def reading_routes(source: Source) -> APIRouter:
    """What was done, for whoever may read."""
    router = APIRouter(prefix="/api/v1", tags=["actions"])

    @router.get("/actions")
    def actions(
        request: Request,
        response: Response,
        page: OptionalId = None,
        skip: Skip = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 100,
    ) -> list[ActionView]:
        """Who did what when, the last first; a Link header leads to earlier ones."""
        found = source.repository.actions(limit=limit + 1, page_id=page, offset=skip)
        if len(found) > limit:
            lead_on(request, response, skip=skip + limit, limit=limit)
        return [_action_view(item) for item in found[:limit]]

    return router


def _add_findings(router: APIRouter, source: Source) -> None:
    @router.post("/api/v1/findings/see")
    def see(chosen: Chosen) -> DoneView:
        """Mark findings as seen."""
        return _view(_see(source, _numbers(source, chosen.findings, chosen.cluster), chosen.said_by))

    @router.post("/api/v1/findings/unsee")
    def unsee(chosen: Chosen) -> DoneView:
        """Mark findings as not seen."""
        numbers, who = chosen.findings, actor(source, chosen.said_by)
        return _view(write(source, lambda opened: on_findings.unsee(opened, who, numbers)))

    @router.post("/api/v1/findings/decide")
    def decide(said: Decision) -> DoneView:
        """Say whether changes were important: the next models learn from it. Marks them as seen."""
        numbers = _numbers(source, said.findings, said.cluster)
        return _view(_decide(source, numbers, said.important, said.said_by, said.note))


def _add_pages(router: APIRouter, source: Source) -> None:
    @router.post("/api/v1/pages/{page_id}/tags")
    def tag(page_id: Id, tags: Tags) -> DoneView:
        """Add tags to a page, and remove tags."""
        who = actor(source, tags.said_by)
        done = write(source, lambda opened: on_pages.tag(opened, who, page_id, add=tags.add, drop=tags.drop))
        return _view(done)

    @router.put("/api/v1/pages/{page_id}/note")
    def note(page_id: Id, said: Note) -> DoneView:
        """Set a page's note."""
        who = actor(source, said.said_by)
        return _view(write(source, lambda opened: on_pages.note(opened, who, page_id, said.text)))

    @router.post("/api/v1/pages/{page_id}/{action}")
    def act(page_id: Id, action: OfPage, said_by: Annotated[str, Query(max_length=200)] = "") -> DoneView:
        """Pause, resume or retire a page, capture it now, end its quarantine, mute or unmute it."""
        return _view(_on_page(source, page_id, action, said_by))


def _add_many(router: APIRouter, source: Source) -> None:
    @router.post("/api/v1/pages/{action}")
    def act_on_many(action: Literal["pause", "resume"], chosen: Many) -> DoneView:
        """Pause, or resume, all pages of a host or with a tag, as one action."""
        return _view(_on_many(source, action, chosen.host, chosen.tag, chosen.said_by))


def _add_undo(router: APIRouter, source: Source) -> None:
    @router.post("/api/v1/actions/undo")
    def undo_last(said_by: Annotated[str, Query(max_length=200)] = "") -> DoneView:
        """Undo one's own last action."""
        who = actor(source, said_by)
        return _view(write(source, lambda opened: undo(opened, who)))

    @router.post("/api/v1/actions/{action_id}/undo")
    def undo_one(action_id: Id, said_by: Annotated[str, Query(max_length=200)] = "") -> DoneView:
        """Undo an action."""
        who = actor(source, said_by)
        return _view(write(source, lambda opened: undo(opened, who, action_id)))


def _add_forms(router: APIRouter, source: Source) -> None:
    @router.post("/findings", include_in_schema=False)
    def act(
        action: Annotated[Literal["seen", "important", "unimportant", "ambiguous", "mute"], Form()],
        cluster: Annotated[str, Form(max_length=16)],
        sheet: Annotated[int, Form(ge=1)] = 1,
    ) -> Response:
        numbers = _numbers(source, (), cluster)
        if action == "seen":
            done = _see(source, numbers)
        elif action == "mute":
            done = _mute_pages(source, numbers)
        else:
            done = _decide(source, numbers, _VERDICTS[action])
        return _back(done, sheet)

    @router.post("/findings/unsee", include_in_schema=False)
    def unsee_form(finding: Annotated[int, Form(ge=1)]) -> Response:
        who = actor(source)
        return _back(write(source, lambda opened: on_findings.unsee(opened, who, [finding])), 1)

    @router.post("/pages/act", include_in_schema=False)
    def act_on_many(
        action: Annotated[Literal["pause", "resume"], Form()],
        host: Annotated[str, Form(max_length=300)] = "",
        tag: Annotated[str, Form(max_length=on_pages.LONGEST_TAG)] = "",
    ) -> Response:
        done = _on_many(source, action, host.strip().lower(), tag.strip())
        return _back(done, 1)

    @router.post("/page/{page_id}/act", include_in_schema=False)
    def act_on_page(page_id: Id, action: Annotated[OfPage, Form()]) -> Response:
        _on_page(source, page_id, action)
        return RedirectResponse(f"/page/{page_id}", 303)

    @router.post("/page/{page_id}/note", include_in_schema=False)
    def note_form(
        page_id: Id,
        note: Annotated[str, Form(max_length=on_pages.LONGEST_NOTE)] = "",
        tags: Annotated[str, Form(max_length=4000)] = "",
    ) -> Response:
        _describe(source, page_id, note, {text.strip() for text in tags.split(",") if text.strip()})
        return RedirectResponse(f"/page/{page_id}#about", 303)


def _add_undo_form(router: APIRouter, source: Source) -> None:
    @router.post("/undo", include_in_schema=False)
    def undo_form(
        action_id: Annotated[int | None, Form(ge=1)] = None,
        sheet: Annotated[int, Form(ge=1)] = 1,
        page_id: Annotated[int | None, Form(ge=1, description="Where it is undone; else on Today.")] = None,
    ) -> Response:
        who = actor(source)
        done = write(source, lambda opened: undo(opened, who, action_id))
        return _back(done, sheet) if page_id is None else RedirectResponse(f"/page/{page_id}", 303)


def _on_many(source: Source, action: Literal["pause", "resume"], host: str, tag: str, who: str = "") -> Done:
    if bool(host) is bool(tag):
        raise HTTPException(422, "Name a host or a tag, one of them.")
    act = on_pages.pause_many if action == "pause" else on_pages.resume_many
    return write(source, lambda opened: act(opened, actor(source, who), host=host, tag=tag))


def _describe(source: Source, page_id: int, note: str, tags: set[str]) -> None:
    """Replace the note and the tags of a page, those that differ."""
    who, page = actor(source), source.repository.page(page_id)
    known = set(source.repository.tags([page_id]).get(page_id, ()))

    def described(opened: Collection) -> None:
        if note.replace("\r\n", "\n") != page.note:
            on_pages.note(opened, who, page_id, note.replace("\r\n", "\n"))
        if tags != known:
            on_pages.tag(opened, who, page_id, add=tags - known, drop=known - tags)

    write(source, described)


def _numbers(source: Source, numbers: Sequence[int], cluster: str) -> Sequence[int]:
    found = numbers or on_findings.unseen_of(source.collection, cluster)
    if not found:
        raise HTTPException(404, "There is no such finding any more: somebody else has seen to it.")
    return found


def _see(source: Source, numbers: Sequence[int], who: str = "") -> Done:
    return write(source, lambda opened: on_findings.see(opened, actor(source, who), numbers))


def _decide(
    source: Source, numbers: Sequence[int], important: bool | None, who: str = "", note: str = ""
) -> Done:
    said_by = actor(source, who)
    return write(source, lambda opened: on_findings.decide(opened, said_by, numbers, important, note))


def _mute_pages(source: Source, numbers: Sequence[int]) -> Done:
    """Mute the page of a finding; alike findings on many pages are no reason to mute them all."""
    found = source.repository.finding(numbers[0])
    pages = source.repository.findings(Wanted(cluster=found.cluster, seen=False), limit=MOST_AT_ONCE)
    if len({item.page_id for item in pages}) > 1:
        raise HTTPException(409, "These findings are on several pages: mute each on its own page.")
    return _on_page(source, found.page_id, "mute")


def _on_page(source: Source, page_id: int, action: str, who: str = "") -> Done:
    return write(source, lambda opened: _OF_PAGE[action](opened, actor(source, who), page_id))


def _back(done: Done, sheet: int) -> Response:
    """To the list of what is new, which says what was done."""
    where = {"done": done.audit_id} | ({"sheet": sheet} if sheet > 1 else {})
    return RedirectResponse(f"/?{urlencode(where)}", 303)


def _view(done: Done) -> DoneView:
    return DoneView(action_id=done.audit_id, changed=done.changed)


def _action_view(entry: AuditEntry) -> ActionView:
    return ActionView(**{name: getattr(entry, name) for name in ActionView.model_fields})
