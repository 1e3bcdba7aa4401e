"""Verdicts and page types that people set in the dashboard.

Each action is one function of the collection; the forms of the pages and the API call the same ones, as the commands
``classify --as`` and ``label`` do. Who may write at all, ``dashboard.request_checks`` knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Form, HTTPException, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from dashboard.api import TypeView, type_view
from dashboard.pages import Id, entry_of
from dashboard.source import Source
from dashboard.visitor import visitor
from storage.actions.audit import Actor
from storage.actions.findings import say_label as say
from storage.actions.types import say_type as keep_type
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.labels import Label
from storage.queries.page_types import TypeCorrection

AUTO = ""
"""The choice of the form that takes a person's word on a type back."""
Kept = TypeVar("Kept")
_VERDICTS = {"important": True, "unimportant": False, "undo": None}

Who = Annotated[
    str, Field(max_length=200, description="Who says so; empty: who asks. With accounts: nobody else.")
]
Why = Annotated[str, Field(max_length=2000, description="Why.")]


class SaidType(BaseModel):
    """A person's word on the type of a page."""

    type: str = Field(description="A name of the tree of page types.")
    said_by: Who = ""
    note: Why = ""


class SaidLabel(BaseModel):
    """A person's verdict on two captures of a page."""

    before_id: int = Field(ge=1)
    after_id: int = Field(ge=1)
    important: bool | None = Field(description="Null: an earlier verdict is taken back.")
    said_by: Who = ""
    note: Why = ""


def routes(source: Source) -> APIRouter:
    """The routes of types and labels."""
    router = APIRouter()
    _add_types(router, source)
    _add_labels(router, source)
    return router


def say_type(source: Source, page_id: int, name: str | None, said_by: str = "", note: str = "") -> None:
    """Keep a person's word on the type of a page; None takes an earlier one back.

    Raises
    ------
    HTTPException
        404: there is no such page. 409: it has no capture yet. 422: there is no such type.
    """
    source.repository.page(page_id)  # raises when there is no such page
    if name is not None and name not in source.types:
        known = ", ".join(item.name for item in source.types)
        raise HTTPException(422, f'There is no type "{name}". The types are {known}.')
    who = actor(source, said_by).by
    said = TypeCorrection(page_id=page_id, type=name, said_at=source.now(), said_by=who, note=note)
    write(source, lambda opened: keep_type(opened, actor(source, who), said))


def say_label(source: Source, page_id: int, said: SaidLabel) -> str:
    """Keep a person's verdict on a change; None as the verdict takes an earlier one back. Who it was that said so.

    Raises
    ------
    HTTPException
        404: there is no such page. 409: the captures are not two of this page in the order of their times.
    """
    source.repository.page(page_id)
    who = actor(source, said.said_by).by
    label = Label(page_id=page_id, said_at=source.now(), **said.model_dump() | {"said_by": who})
    write(source, lambda opened: say(opened, actor(source, who), label))
    return who


def actor(source: Source, who: str = "") -> Actor:
    """Who acts: the account that is logged in; where nobody logs in whoever is named, else who runs the dashboard.

    Raises
    ------
    HTTPException
        403: an account speaks in somebody else's name.
    """
    found = visitor()
    if found.role is not None and who not in ("", found.name):
        raise HTTPException(403, f"This is kept in the name of {found.name}, and of nobody else.")
    return Actor(by=who or source.writer or "", at=source.now())


def write(source: Source, action: Callable[[Collection], Kept]) -> Kept:
    """Do it on the collection opened for writing: the dashboard's own is open for reading only."""
    try:
        with Collection.open(source.collection.path) as opened:
            return action(opened)
    except NotStored as error:
        raise HTTPException(404, str(error)) from error
    except StorageError as error:
        raise HTTPException(409, f"This was not kept: {error}.") from error


def _add_types(router: APIRouter, source: Source) -> None:
    @router.put("/api/v1/pages/{page_id}/type")
    def put_type(page_id: Id, said: SaidType) -> TypeView:
        """Say of what type a page is. That counts from then on, whatever the classifier finds."""
        say_type(source, page_id, said.type, said.said_by, said.note)
        shown = entry_of(source, page_id).type
        assert shown is not None  # it was said a moment ago
        return type_view(shown)

    @router.delete("/api/v1/pages/{page_id}/type", status_code=204)
    def delete_type(page_id: Id) -> Response:
        """Withdraw the correction of a page's type; the classifier's type counts again."""
        say_type(source, page_id, None)
        return Response(status_code=204)

    @router.post("/page/{page_id}/type", include_in_schema=False)
    def type_form(page_id: Id, type_: Annotated[str, Form(alias="type")] = AUTO) -> Response:
        say_type(source, page_id, None if type_ == AUTO else type_)
        return RedirectResponse(f"/page/{page_id}", 303)


def _add_labels(router: APIRouter, source: Source) -> None:
    @router.post("/api/v1/pages/{page_id}/labels", status_code=201)
    def post_label(page_id: Id, said: SaidLabel) -> SaidLabel:
        """Say whether the change between two captures was important: the page's next model learns from it."""
        return said.model_copy(update={"said_by": say_label(source, page_id, said)})

    @router.post("/page/{page_id}/label", include_in_schema=False)
    def label_form(
        page_id: Id,
        before: Annotated[int, Form(ge=1)],
        after: Annotated[int, Form(ge=1)],
        verdict: Annotated[Literal["important", "unimportant", "undo"], Form()],
        note: Annotated[str, Form(max_length=2000)] = "",
    ) -> Response:
        said = SaidLabel(before_id=before, after_id=after, important=_VERDICTS[verdict], note=note)
        say_label(source, page_id, said)
        return RedirectResponse(f"/page/{page_id}/compare?before={before}&after={after}", 303)
