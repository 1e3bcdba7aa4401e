"""The replay origin: archived pages run here, isolated from the dashboard.

A separate port serves ReplayWeb.page's component, a page that embeds it, and the WACZ of one capture at a time, made
when it is asked for and kept in a temporary folder. The dashboard shows the page in a sandboxed frame. Browsers keep
origins apart by port: what runs here can neither read the dashboard nor call it.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, HTTPException, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dashboard.http_security import answer_to_own_names
from dashboard.pages import Id
from dashboard.replay_component import is_installed
from dashboard.replay_keys import ReplayKeys
from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.queries.selection import Selection
from storage.wacz.export import export_wacz

TEMPLATES = Path(__file__).parent / "templates"
_WORKER = Path(__file__).parent / "static" / "replay-worker.js"
MOST_WACZ_BYTES = 4 * 1024**3
"""Room for WACZs in the temporary folder; the oldest go first."""

_READING = ["GET", "HEAD"]
Key = Annotated[str, Query(max_length=200)]
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.\-]+)")


def create_replay_app(
    collection: Collection,
    component: Path,
    scratch: Path,
    *,
    dashboard_port: int,
    shared_with: tuple[str, ...] = (),
    names: Sequence[str] = (),
    keys: ReplayKeys | None = None,
) -> FastAPI:
    """The replay origin of a collection.

    Parameters
    ----------
    collection
        Open, read-only or not; it stays the caller's to close.
    component
        Folder of ReplayWeb.page; what is not there is answered with 404.
    scratch
        Folder for WACZs, the caller's to remove.
    dashboard_port
        Where the dashboard listens: the only origin that may show these pages in a frame.
    shared_with
        Further origins whose pages may read the WACZs ("https://replayweb.page").
    names
        Host names besides those of the loopback under which browsers may reach it.
    keys
        Which captures a browser may have; None: all.
    """
    app = FastAPI(title="Pagetide replay", docs_url=None, redoc_url=None, openapi_url=None)
    packages = _Packages(collection, scratch)
    page = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined
    ).get_template("replay_frame.html")

    def from_component(name: str) -> Response:
        if not is_installed(component):
            raise HTTPException(404, "ReplayWeb.page is not installed.")
        return FileResponse(component / name, media_type="text/javascript")

    @app.api_route("/ui.js", methods=_READING)
    @app.api_route("/replay/ui.js", methods=_READING)
    def component_script() -> Response:
        return from_component("ui.js")

    @app.api_route("/replay/component.js", methods=_READING)
    def component_worker() -> Response:
        return from_component("sw.js")

    @app.api_route("/replay/sw.js", methods=_READING)
    def service_worker() -> Response:
        if not is_installed(component):
            raise HTTPException(404, "ReplayWeb.page is not installed.")
        return FileResponse(_WORKER, media_type="text/javascript")

    @app.api_route("/capture/{capture_id}", methods=_READING)
    def frame(capture_id: Id, key: Key = "") -> Response:
        _require_key(keys, key, capture_id)
        stored = collection.repository.capture(capture_id)
        stamp = f"{stored.started_at:%Y%m%d%H%M%S}"
        return HTMLResponse(page.render(capture=stored, stamp=stamp, key=key))

    @app.api_route("/wacz/{capture_id}.wacz", methods=_READING)
    def package(request: Request, capture_id: Id, key: Key = "") -> Response:
        _require_key(keys, key, capture_id)
        response = FileResponse(packages.of(capture_id), media_type="application/wacz")
        asking = request.headers.get("origin", "")
        if asking in (*shared_with, _dashboard(request, dashboard_port)):
            response.headers["Access-Control-Allow-Origin"] = asking
            response.headers["Access-Control-Expose-Headers"] = "Content-Length, Content-Range, Accept-Ranges"
        return response

    _answer_errors(app)
    answer_to_own_names(app, names)
    app.middleware("http")(_confined(dashboard_port))
    return app


def _require_key(keys: ReplayKeys | None, key: str, capture_id: int) -> None:
    if keys is not None and not keys.opens(key, capture_id):
        raise HTTPException(403, "Open this capture in the dashboard, and log in there.")


def _confined(dashboard_port: int) -> Callable[..., Awaitable[Response]]:
    """Policies of the origin: only the dashboard frames it, nothing outside is reached, no device is given."""

    async def confine(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = (
            "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'; base-uri 'self'; "
            f"webrtc 'block'; frame-ancestors 'self' {_dashboard(request, dashboard_port)}"
        )
        response.headers["Connection-Allowlist"] = "(response-origin);redirects=allow;webrtc=block"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Permissions-Policy"] = (
            "camera=(), microphone=(), geolocation=(), display-capture=()"
        )
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    return confine


def _dashboard(request: Request, port: int) -> str:
    """The dashboard's origin, as the browser that asks here names this machine."""
    host = request.headers.get("host", "").rsplit(":", 1)[0]
    return f"{request.url.scheme}://{host}:{port}" if _HOST.fullmatch(host) else "'none'"


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(NotStored)
    def not_stored(_: Request, error: NotStored) -> Response:
        return Response(str(error), status_code=404, media_type="text/plain")

    @app.exception_handler(StorageError)
    def not_readable(_: Request, error: StorageError) -> Response:
        return Response(str(error), status_code=503, media_type="text/plain")


class _Packages:
    """The WACZs made so far, each once; safe to use from several threads."""

    def __init__(self, collection: Collection, scratch: Path) -> None:
        self._collection = collection
        self._folder = scratch / "wacz"
        self._lock = threading.Lock()

    def of(self, capture_id: int) -> Path:
        target = self._folder / f"{capture_id}.wacz"
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not target.exists():
                stored = self._collection.repository.capture(capture_id)  # raises when there is none
                chosen = Selection(captures=(capture_id,))
                export_wacz(self._collection, target, title=stored.title or stored.url, selection=chosen)
                self._make_room(target)
        return target

    def _make_room(self, keep: Path) -> None:
        files = sorted(self._folder.glob("*.wacz"), key=lambda file: file.stat().st_mtime, reverse=True)
        total = 0
        for file in files:
            total += file.stat().st_size
            if total > MOST_WACZ_BYTES and file != keep:
                file.unlink()
