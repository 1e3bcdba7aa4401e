"""Logging in and out."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates

from dashboard.request_checks import Guard, set_session, shown_sessions
from dashboard.visitor import visitor
from storage.accounts.passwords import LONGEST
from storage.accounts.sessions import end_session, log_in
from storage.collection import Collection
from storage.errors import StorageError
from storage.people import LONGEST_NAME, account_name
from storage.plurals import counted

logger = logging.getLogger(f"pagetide.{__name__}")

Found = TypeVar("Found")
WRONG = "No account has this name and this password."
Next = Annotated[str, Query(max_length=8000)]


def routes(guard: Guard, templates: Jinja2Templates) -> APIRouter:
    """The routes of the login over a guard."""
    router = APIRouter(include_in_schema=False)

    def show(request: Request, status: int = 200, **told: object) -> Response:
        context = {"room": "login", "next": "/", "name": "", "wrong": "", "asks": guard.asks(), **told}
        return templates.TemplateResponse(request, "login.html", context, status_code=status)

    @router.get("/login")
    def login_form(request: Request, next_: Annotated[Next, Query(alias="next")] = "/") -> Response:
        return show(request, next=own_path(next_))

    @router.post("/login")
    def login(
        request: Request,
        name: Annotated[str, Form(max_length=4 * LONGEST_NAME)] = "",
        password: Annotated[str, Form(max_length=4 * LONGEST)] = "",
        next_: Annotated[str, Form(alias="next", max_length=8000)] = "/",
    ) -> Response:
        if not guard.asks():
            raise HTTPException(404, "There is nobody to log in here: this dashboard asks for no accounts.")
        token = _token(guard, request, name, password)
        if token is None:
            return show(request, 401, next=own_path(next_), name=name, wrong=WRONG)
        response = RedirectResponse(own_path(next_), 303)
        set_session(request, response, token)
        return response

    @router.post("/logout")
    def logout(request: Request) -> Response:
        token = visitor().session
        if token is not None:
            with Collection.open(guard.collection.path) as opened:
                end_session(opened, token)
        response = RedirectResponse("/login", 303)
        set_session(request, response, None)
        response.headers["Clear-Site-Data"] = '"cache"'
        return response

    return router


def own_path(text: str) -> str:
    """Where to go after the login: a path of ours, whatever the address says."""
    is_path = re.fullmatch(r"/(?!/)[^\s\\]*", text) is not None and text.isprintable()
    return text if is_path and urlsplit(text).path != "/login" else "/"


def within_limits(
    guard: Guard, request: Request, name: str, check: Callable[[], Found | None]
) -> Found | None:
    """What a check of a password finds; wrong ones are counted.

    Raises
    ------
    HTTPException
        429: there were too many.
    """
    address, key = "" if request.client is None else request.client.host, _limited_name(name)
    wait = guard.limits.begin(key, address, guard.access.clock())
    if wait is not None:
        seconds = max(1, round(wait.total_seconds()))
        told = f"Too many wrong passwords. Try again in {counted(-(-seconds // 60), 'minute')}."
        raise HTTPException(429, told, {"Retry-After": str(seconds)})
    found = check()
    if found is None:
        logger.warning("a wrong password was sent from %s", address)
    else:
        guard.limits.forgive(key, address)
    return found


def _token(guard: Guard, request: Request, name: str, password: str) -> str | None:
    """The token of a new session; None where name and password do not fit."""
    shown, at = shown_sessions(request), guard.access.clock()
    with Collection.open(guard.collection.path) as opened:
        before = shown[0] if len(shown) == 1 else None
        found = within_limits(
            guard, request, name, lambda: log_in(opened, name, password, at, instead_of=before)
        )
    return None if found is None else found[1]


def _limited_name(name: str) -> str:
    """The account that is tried, in its one form."""
    try:
        return account_name(name)
    except StorageError:
        return ""
