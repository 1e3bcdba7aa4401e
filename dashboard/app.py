"""Builds the dashboard: a web application over one open collection.

The composition root calls ``create_app`` and serves what it returns. Only ``dashboard.actions`` writes. The pages
carry no inline script or style and the policy sent with every answer forbids them; archived pages are
shown as images and plain text, never as HTML, so that nothing that was archived runs in this origin.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import weakref
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from changemodel.classify.page_type_tree import PageTypeTree
from dashboard import (
    account_pages,
    actions,
    adding,
    alerting,
    api,
    collection_page,
    crops,
    drawing_regions,
    element_api,
    feed,
    finding_actions,
    finding_api,
    holds,
    images,
    jobs,
    label_queue,
    login_page,
    mementos,
    monitoring,
    pages,
    presenters,
    searching,
    setting_rules,
    setting_thresholds,
    shared_pages,
    shares,
)
from dashboard.api_answers import ERRORS, UNDER, Tagged, problem
from dashboard.http_security import SECURITY_HEADERS, OfModestSize, answer_to_own_names
from dashboard.replay_component import is_installed
from dashboard.replay_keys import ReplayKeys
from dashboard.request_checks import READS_UNTIL_ACCOUNTS, Access, Guard, LoginNeeded, login_address
from dashboard.source import NOTHING_COMPUTED, Asked, Source
from dashboard.visitor import visitor
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.timelines import TimelineQueries
from storage.replay.mementos import MementoIndex

logger = logging.getLogger(f"pagetide.{__name__}")

STATIC = Path(__file__).parent / "static"
TEMPLATES = Path(__file__).parent / "templates"
_ROOMS = frozenset(
    {
        "",
        "account",
        "accounts",
        "alerts",
        "api",
        "ask",
        "capture",
        "collection",
        "feed.atom",
        "findings",
        "jobs",
        "login",
        "page",
        "pages",
        "rules",
        "schedule",
        "search",
        "shared",
        "shares",
        "static",
    }
)
"""What the first part of an address of our own is."""
LARGEST_BODY = 32_000_000
"""Bytes: a picture to search by, with room for what is around it."""
NOT_LOGGED_IN = "You are not logged in, or no longer. Log in, and do it once more."
VERSIONS_TO_LEARN = 120
"""About five days of hourly visits: what a page needs to be learned (Law 2015, section 4.4)."""


@dataclass(frozen=True, kw_only=True)
class Replay:
    """Where archived pages are replayed: another port of this machine, the folder of ReplayWeb.page, keys to it."""

    port: int
    component: Path
    keys: ReplayKeys | None = None


def create_app(
    collection: Collection,
    *,
    now: Callable[[], datetime],
    versions_to_learn: int = VERSIONS_TO_LEARN,
    replay: Replay | None = None,
    access: Access = READS_UNTIL_ACCOUNTS,
    asked: Asked = NOTHING_COMPUTED,
    types: PageTypeTree | None = None,
) -> FastAPI:
    """The dashboard of a collection.

    Parameters
    ----------
    collection
        Open, read-only or not; it stays the caller's to close.
    now
        The collection's clock: real time, or simulated time in a demonstration.
    versions_to_learn
        Good captures after which a page is expected to be learned; shown as progress.
    replay
        The origin that replays archived pages; None: the dashboard shows no replay.
    access
        Who reaches it, and what they may do; by default this machine's programs, which may read while there is no
        account.
    asked
        What is computed when a reader asks for it; by default nothing is.
    types
        The tree of page types; None: the default one.
    """
    scratch = Path(tempfile.mkdtemp(prefix="pagetide-index-"))
    source = Source(
        collection=collection,
        queries=TimelineQueries(collection.database),
        now=now,
        versions_to_learn=versions_to_learn,
        mementos=MementoIndex(collection, scratch),
        asked=asked,
        types=types or PageTypeTree.default(),
        replay_port=None if replay is None else replay.port,
        replay_keys=None if replay is None else replay.keys,
        replay_ready=lambda: replay is not None and is_installed(replay.component),
    )
    guard = Guard(collection, access)
    app = _bare_app(guard)
    weakref.finalize(app, shutil.rmtree, scratch, ignore_errors=True)
    templates = Jinja2Templates(env=_environment(), context_processors=[_visitor, _known_of(source)])
    for router in _rooms(source, templates):
        app.include_router(router)
    app.include_router(login_page.routes(guard, templates))
    app.include_router(account_pages.routes(guard, templates))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.include_router(mementos.routes(source, templates))
    _answer_errors(app, templates)
    return app


def _rooms(source: Source, templates: Jinja2Templates) -> tuple[APIRouter, ...]:
    """The routes of every room over a source, but for those of accounts and of mementos."""
    return (
        pages.routes(source, templates),
        monitoring.routes(source),
        images.routes(source),
        crops.routes(source),
        feed.routes(source),
        api.routes(source),
        finding_api.routes(source),
        element_api.routes(source),
        actions.routes(source),
        adding.routes(source),
        setting_thresholds.reading_routes(source),
        setting_thresholds.routes(source),
        setting_rules.reading_routes(source),
        setting_rules.routes(source),
        drawing_regions.reading_routes(source),
        drawing_regions.routes(source),
        finding_actions.reading_routes(source),
        finding_actions.routes(source),
        alerting.reading_routes(source, templates),
        alerting.routes(source),
        label_queue.reading_routes(source, templates),
        label_queue.routes(source),
        searching.routes(source, templates),
        jobs.reading_routes(source, templates),
        jobs.routes(source),
        collection_page.reading_routes(source, templates),
        collection_page.routes(source),
        holds.reading_routes(source),
        holds.routes(source),
        shares.reading_routes(source, templates),
        shares.routes(source, templates),
        shared_pages.routes(source, templates),
    )


def _bare_app(guard: Guard) -> FastAPI:
    """An application without routes: what holds for all of them."""
    app = FastAPI(
        title="Pagetide",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        version="1",
        responses=ERRORS,
        dependencies=[Depends(guard)],
    )
    uploads = {collection_page.UPLOAD: collection_page.LARGEST_UPLOAD}
    app.add_middleware(OfModestSize, largest=LARGEST_BODY, largest_at=uploads)
    app.add_middleware(Tagged)
    app.add_middleware(_Compressed)
    app.add_middleware(_HeadAsGet)
    answer_to_own_names(app, guard.access.names)
    app.middleware("http")(_secured)
    return app


@cache
def _environment() -> Environment:
    """The templates, which a process compiles once for all its dashboards."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    words = (
        presenters.address,
        presenters.clean,
        presenters.clock,
        presenters.count,
        presenters.cut_picture,
        presenters.day,
        presenters.duration,
        presenters.figure,
        presenters.iso,
        presenters.live_link,
        presenters.moment,
        presenters.outcome,
        presenters.page_title,
        presenters.percent,
        presenters.problems,
        presenters.reason,
        presenters.relative,
        presenters.size,
        presenters.stamp,
    )
    environment.filters.update({word.__name__: word for word in words})
    environment.globals.update(form_token=lambda: visitor().form_token, verdict=presenters.verdict)
    return environment


def _known_of(source: Source) -> Callable[[Request], dict[str, Any]]:
    """What every page knows of the collection."""
    known = {
        "collection_name": source.name,
        "collection_path": str(source.collection.path),
        "now": source.now,
        "searches": source.asked.search is not None,
        "types": source.types,
        "vendor": _vendor_files(),
    }
    return lambda _: known


def _visitor(_: Request) -> dict[str, Any]:
    """What every page knows of who asks for it."""
    return {"visitor": visitor(), "may_write": visitor().may_write}


def _vendor_files() -> frozenset[str]:
    """The browser-side libraries that are there; every page works without them."""
    return frozenset(path.name for path in (STATIC / "vendor").glob("*.js"))


class _Compressed:
    """Compresses what is text and ours. Pictures are compressed already; archived answers go out as they came."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, minimum_size=1000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        is_text = path.partition("/")[2].partition("/")[0] in _ROOMS and not path.endswith(
            (".png", ".jpg", "/file")
        )
        await (self._compressed if is_text else self._plain)(scope, receive, send)


class _HeadAsGet:
    """Answers HEAD as GET without a body, as HTTP asks (RFC 9110, section 9.3.2); FastAPI's routes know GET alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            bodiless = {"body": b""} if message["type"] == "http.response.body" else {}
            await send({**message, **bodiless})

        await self._app({**scope, "method": "GET"}, receive, send_head)


async def _secured(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _answer_errors(app: FastAPI, templates: Jinja2Templates) -> None:
    """Errors as a page for people and as JSON under ``/api``."""

    def answer(
        request: Request, status: int, message: str, headers: Mapping[str, str] | None = None
    ) -> Response:
        if request.url.path.startswith(UNDER):
            return problem(status, message, headers)
        context: dict[str, Any] = {"room": "error", "status": status, "message": message}
        return templates.TemplateResponse(request, "error.html", context, status_code=status, headers=headers)

    @app.exception_handler(LoginNeeded)
    def not_logged_in(request: Request, _: LoginNeeded) -> Response:
        if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
            return RedirectResponse(login_address(request), 303)
        return answer(request, 401, NOT_LOGGED_IN, {"WWW-Authenticate": 'Bearer realm="Pagetide"'})

    @app.exception_handler(NotStored)
    def not_stored(request: Request, error: NotStored) -> Response:
        return answer(request, 404, str(error))

    @app.exception_handler(RequestValidationError)
    def not_understood(request: Request, error: RequestValidationError) -> Response:
        wrong = "; ".join(f"{item['loc'][-1]}: {item['msg']}" for item in error.errors())
        return answer(
            request, 422, f"This address cannot be understood ({wrong}). Start again from the list of pages."
        )

    @app.exception_handler(StorageError)
    def not_readable(request: Request, error: StorageError) -> Response:
        logger.error("%s could not be answered: %s", request.url.path, error)
        return answer(request, 503, str(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        message = "There is nothing at this address." if error.detail == "Not Found" else str(error.detail)
        return answer(request, error.status_code, message, error.headers)
