"""The pages of one's own account, and of all accounts for an admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Form, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates

from dashboard.login_page import within_limits
from dashboard.request_checks import Guard, require_admin, require_person, set_session
from dashboard.visitor import Visitor, visitor
from storage.accounts import accounts as on_accounts
from storage.accounts.api_tokens import LONGEST_LABEL, make_token, revoke_token, tokens_of
from storage.accounts.passwords import LONGEST, SHORTEST
from storage.accounts.sessions import log_in
from storage.actions.audit import Actor
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.people import LONGEST_NAME, Role, Scope

Kept = TypeVar("Kept")
Name = Annotated[str, Form(max_length=4 * LONGEST_NAME)]
Password = Annotated[str, Form(max_length=4 * LONGEST)]
WRONG_PASSWORD = "This is not your password: nothing was changed."
DIFFERENT = "The new password is not the same twice: nothing was changed."


def routes(guard: Guard, templates: Jinja2Templates) -> APIRouter:
    """The routes of accounts over a guard."""
    router = APIRouter(include_in_schema=False)
    own = APIRouter(dependencies=[Depends(require_person)])
    of_all = APIRouter(dependencies=[Depends(require_admin)])
    _add_own(own, guard, templates)
    _add_password(own, guard, templates)
    _add_of_all(of_all, guard, templates)
    router.include_router(own)
    router.include_router(of_all)
    return router


def _add_own(router: APIRouter, guard: Guard, templates: Jinja2Templates) -> None:
    @router.get("/account")
    def account_room(request: Request) -> Response:
        return _show_own(guard, templates, request)

    @router.post("/account/tokens")
    def token_form(
        request: Request,
        label: Annotated[str, Form(max_length=4 * LONGEST_LABEL)] = "",
        scope: Annotated[Scope, Form()] = Scope.READ,
    ) -> Response:
        name = visitor().name
        try:
            secret, _ = _write(guard, lambda opened, actor: make_token(opened, actor, name, label, scope))
        except StorageError as error:
            return _show_own(guard, templates, request, 409, wrong=_refused(error))
        shown = _show_own(guard, templates, request, secret=secret)
        shown.headers["Cache-Control"] = "no-store"
        return shown

    @router.post("/account/tokens/revoke")
    def revoke_form(number: Annotated[int, Form(ge=1, le=2**63 - 1)]) -> Response:
        name = visitor().name
        try:
            _write(guard, lambda opened, actor: revoke_token(opened, actor, number, of=name))
        except NotStored as error:
            raise HTTPException(404, str(error)) from error
        return RedirectResponse("/account", 303)


def _add_password(router: APIRouter, guard: Guard, templates: Jinja2Templates) -> None:
    @router.post("/account/password")
    def password_form(
        request: Request, current: Password = "", new: Password = "", again: Password = ""
    ) -> Response:
        me = visitor()
        database = guard.collection.database
        if (
            within_limits(guard, request, me.name, lambda: on_accounts.checked(database, me.name, current))
            is None
        ):
            return _show_own(guard, templates, request, 403, wrong=WRONG_PASSWORD)
        if new != again:
            return _show_own(guard, templates, request, 409, wrong=DIFFERENT)
        try:
            token = _write(guard, lambda opened, actor: _changed(guard, opened, actor, me, new))
        except StorageError as error:
            return _show_own(guard, templates, request, 409, wrong=_refused(error))
        response = RedirectResponse("/account", 303)
        set_session(request, response, token)
        return response


def _changed(guard: Guard, opened: Collection, actor: Actor, me: Visitor, password: str) -> str | None:
    """The token of a new session: those with the old password have ended."""
    on_accounts.set_password(opened, actor, me.name, password)
    found = log_in(opened, me.name, password, guard.access.clock())
    return None if found is None else found[1]


def _add_of_all(router: APIRouter, guard: Guard, templates: Jinja2Templates) -> None:
    def done(request: Request, action: Callable[[Collection, Actor], object]) -> Response:
        try:
            _write(guard, action)
        except StorageError as error:
            return _show_all(guard, templates, request, 409, wrong=_refused(error))
        return RedirectResponse("/accounts", 303)

    @router.get("/accounts")
    def accounts_room(request: Request) -> Response:
        return _show_all(guard, templates, request)

    @router.post("/accounts/add")
    def add_form(
        request: Request,
        name: Name = "",
        password: Password = "",
        role: Annotated[Role, Form()] = Role.VIEWER,
    ) -> Response:
        return done(request, lambda opened, by: on_accounts.add_account(opened, by, name, role, password))

    @router.post("/accounts/role")
    def role_form(request: Request, role: Annotated[Role, Form()], name: Name = "") -> Response:
        return done(request, lambda opened, by: on_accounts.set_role(opened, by, name, role))

    @router.post("/accounts/password")
    def password_form(request: Request, name: Name = "", password: Password = "") -> Response:
        return done(request, lambda opened, by: on_accounts.set_password(opened, by, name, password))

    @router.post("/accounts/disable")
    def disable_form(request: Request, name: Name = "") -> Response:
        return done(request, lambda opened, by: on_accounts.disable(opened, by, name))

    @router.post("/accounts/enable")
    def enable_form(request: Request, name: Name = "") -> Response:
        return done(request, lambda opened, by: on_accounts.enable(opened, by, name))


def _show_own(
    guard: Guard,
    templates: Jinja2Templates,
    request: Request,
    status: int = 200,
    *,
    wrong: str = "",
    secret: str = "",
) -> Response:
    me = next(item for item in on_accounts.accounts(guard.collection.database) if item.name == visitor().name)
    context = {
        "room": "account",
        "me": me,
        "tokens": tokens_of(guard.collection.database, me.id),
        "wrong": wrong,
        "secret": secret,
        "shortest": SHORTEST,
    }
    return templates.TemplateResponse(request, "account.html", context, status_code=status)


def _show_all(
    guard: Guard, templates: Jinja2Templates, request: Request, status: int = 200, *, wrong: str = ""
) -> Response:
    context = {
        "room": "accounts",
        "accounts": on_accounts.accounts(guard.collection.database),
        "roles": list(Role),
        "wrong": wrong,
        "shortest": SHORTEST,
    }
    return templates.TemplateResponse(request, "accounts.html", context, status_code=status)


def _write(guard: Guard, action: Callable[[Collection, Actor], Kept]) -> Kept:
    with Collection.open(guard.collection.path) as opened:
        return action(opened, Actor(by=visitor().name, at=guard.access.clock()))


def _refused(error: StorageError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
