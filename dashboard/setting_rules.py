"""Sets, previews and removes rules of visits: forms and API."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Query
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from dashboard.actions import Who, actor, write
from dashboard.finding_actions import DoneView
from dashboard.pages import Id
from dashboard.rule_reader import RuleReader, rule_text
from dashboard.source import Source
from storage.actions.audit import Done
from storage.actions.own_rules import drop_rule, set_rule
from storage.actions.pages import LONGEST_TAG
from storage.errors import InvalidRule
from storage.own_rules import OwnRule

LONGEST = 200
Written = Annotated[str, Field(max_length=LONGEST)]
Tag = Annotated[str, Field(min_length=1, max_length=LONGEST_TAG)]


class RuleSaid(BaseModel):
    """A rule of visits: an interval, or a cron line with its zone."""

    every: Written = Field("", description='"6h", "30min".')
    cron: Written = Field("", description='"0 7 * * 1-5": minute, hour, day, month, day of the week.')
    time_zone: Written = Field("", description="IANA name of the zone of the cron line; empty: UTC.")


class RuleOfPage(RuleSaid):
    """A rule that a page is to have."""

    said_by: Who = ""


class RuleOfTag(RuleOfPage):
    """A rule that the pages with a tag are to have."""

    tag: Tag


class RuleView(BaseModel):
    """A rule that a person gave, and when it visits next."""

    tag: str | None = Field(description="Null: it is the page's own.")
    rule: str
    every_s: float | None
    cron: str | None
    time_zone: str
    said_by: str
    next: list[datetime] = Field(description="The next times; an interval counts from now.")


class FormOfRule(RuleSaid):
    """What the forms send."""

    action: Literal["keep", "learned"]


class FormOfTag(FormOfRule):
    """What the form on the schedule sends."""

    tag: Tag


def reading_routes(source: Source) -> APIRouter:
    """Which rules there are, and what one would bring."""
    router = APIRouter(prefix="/api/v1", tags=["schedule"])

    @router.get("/rules")
    def rules() -> list[RuleView]:
        """The rules that people gave to tags. Of a page's tags the one that asks for most visits counts."""
        return [_shown(source, item) for item in source.repository.tag_rules()]

    @router.get("/rules/preview")
    def preview(written: Annotated[RuleSaid, Query()]) -> list[datetime]:
        """The next five times of a rule; nothing is kept."""
        rule = _read(source, written)
        return _reader(source).next_visits(rule, source.now())

    @router.get("/pages/{page_id}/rules")
    def rules_of_page(page_id: Id) -> list[RuleView]:
        """The rules that people gave to a page and its tags; the first counts."""
        source.repository.page(page_id)  # raises when there is no such page
        return [_shown(source, item) for item in source.repository.rules_of_page(page_id)]

    return router


def routes(source: Source) -> APIRouter:
    """Giving rules, and taking them away."""
    router = APIRouter()
    _add_api(router, source)

    @router.post("/page/{page_id}/rule", include_in_schema=False)
    def page_form(page_id: Id, said: Annotated[FormOfRule, Form()]) -> Response:
        done = (
            _keep(source, said, page_id=page_id) if said.action == "keep" else _drop(source, page_id=page_id)
        )
        return RedirectResponse(f"/page/{page_id}?done={done.audit_id}#rule", 303)

    @router.post("/rules", include_in_schema=False)
    def tag_form(said: Annotated[FormOfTag, Form()]) -> Response:
        done = _keep(source, said, tag=said.tag) if said.action == "keep" else _drop(source, tag=said.tag)
        return RedirectResponse(f"/schedule?{urlencode({'done': done.audit_id})}#rules", 303)

    return router


def _add_api(router: APIRouter, source: Source) -> None:
    @router.put("/api/v1/pages/{page_id}/rule")
    def put_page_rule(page_id: Id, said: RuleOfPage) -> DoneView:
        """Let a page be visited by this rule, instead of the learned schedule and of pagetide.toml."""
        return _view(_keep(source, said, page_id=page_id, who=said.said_by))

    @router.delete("/api/v1/pages/{page_id}/rule")
    def delete_page_rule(page_id: Id) -> DoneView:
        """Remove a page's own rule."""
        return _view(_drop(source, page_id=page_id))

    @router.put("/api/v1/rules")
    def put_tag_rule(said: RuleOfTag) -> DoneView:
        """Let the pages with a tag be visited by this rule, where they have none of their own."""
        return _view(_keep(source, said, tag=said.tag, who=said.said_by))

    @router.delete("/api/v1/rules")
    def delete_tag_rule(tag: Annotated[str, Query(min_length=1, max_length=LONGEST_TAG)]) -> DoneView:
        """Remove a tag's rule."""
        return _view(_drop(source, tag=tag))


def _keep(
    source: Source, said: RuleSaid, *, page_id: int | None = None, tag: str = "", who: str = ""
) -> Done:
    said_by = actor(source, who)
    url = "" if page_id is None else source.repository.page(page_id).url
    rule = replace(_read(source, said, url), page_id=page_id, tag=tag or None)
    return write(source, lambda opened: set_rule(opened, said_by, rule))


def _drop(source: Source, *, page_id: int | None = None, tag: str = "") -> Done:
    said_by = actor(source)
    return write(source, lambda opened: drop_rule(opened, said_by, page_id=page_id, tag=tag))


def _read(source: Source, said: RuleSaid, url: str = "") -> OwnRule:
    try:
        return _reader(source).read(every=said.every, cron=said.cron, time_zone=said.time_zone, url=url)
    except InvalidRule as error:
        raise HTTPException(422, f"This is no rule that can be kept: {error}.") from error


def _reader(source: Source) -> RuleReader:
    if source.asked.rules is None:
        raise HTTPException(404, "Nobody here can read rules of visits.")
    return source.asked.rules


def _shown(source: Source, rule: OwnRule) -> RuleView:
    reader = source.asked.rules
    return RuleView(
        tag=rule.tag,
        rule=rule_text(rule),
        every_s=None if rule.every is None else rule.every.total_seconds(),
        cron=rule.cron,
        time_zone=rule.zone,
        said_by=rule.said_by,
        next=[] if reader is None else reader.next_visits(rule, source.now()),
    )


def _view(done: Done) -> DoneView:
    return DoneView(action_id=done.audit_id, changed=done.changed)
