"""Serves the demo's sites on this machine: one port per site, at the time that a clock shows."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from pagetide.demo.newsroom import Newsroom
from pagetide.demo.site import Resource

_ADDRESS = "127.0.0.1"
_NOT_FOUND = Resource("text/plain; charset=utf-8", b"There is no such page.\n")

ResourceAt = Callable[[str, datetime], Resource | None]
Now = Callable[[], datetime]


class LocalSite:
    """A context manager: inside the block one site answers at ``url``, as of ``now()``; no ETag, no dates.

    ``resource`` says what is served under a path, with the query that was asked for, at a moment; None is answered
    with 404.
    """

    def __init__(self, resource: ResourceAt, now: Now, *, port: int = 0) -> None:
        self._answer = _answering(resource, now)
        self._port = port
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def port(self) -> int:
        """The port it listens on; the one asked for while it does not listen."""
        return self._port if self._server is None else self._server.server_port

    @property
    def url(self) -> str:
        """URL of the site's front page."""
        return f"http://{_ADDRESS}:{self.port}/"

    def __enter__(self) -> Self:
        self._server = _Server((_ADDRESS, self._port), self._answer)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
        self._server = self._thread = None


class NewsroomServer:
    """A context manager: inside the block every site of a newsroom answers at its URL, as of ``now()``.

    ``ports`` fixes the sites' ports (so that a kept collection finds its pages again); others take free ones.
    """

    def __init__(self, newsroom: Newsroom, now: Now, *, ports: Mapping[str, int] | None = None) -> None:
        fixed = ports or {}
        self._sites = {
            slug: LocalSite(partial(newsroom.resource, slug), now, port=fixed.get(slug, 0))
            for slug in newsroom.sites
        }
        self._open = ExitStack()

    @property
    def urls(self) -> dict[str, str]:
        """URL of each site's front page, by the site's slug."""
        return {slug: site.url for slug, site in self._sites.items()}

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            for site in self._sites.values():
                opening.enter_context(site)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


class _Server(ThreadingHTTPServer):
    """Browsers keep connections open: closing must not wait for them."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle of an answer is no event worth a traceback."""


def _answering(resource: ResourceAt, now: Now) -> type[BaseHTTPRequestHandler]:
    """A request handler that serves one site as of ``now()``."""

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "newsroom"
        sys_version = ""
        timeout = 30  # of an idle connection

        def do_GET(self) -> None:
            self._answer(body=True)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def log_message(self, format: str, *args: object) -> None:
            """Silent: what is crawled is shown elsewhere."""

        def date_time_string(self, timestamp: float | None = None) -> str:
            """The Date header shows the site's time too."""
            return format_datetime(now().astimezone(UTC), usegmt=True)

        def _answer(self, *, body: bool) -> None:
            found = resource(self.path, now())
            shown = found or _NOT_FOUND
            self.send_response(HTTPStatus.NOT_FOUND if found is None else HTTPStatus.OK)
            self.send_header("Content-Type", shown.mime)
            self.send_header("Content-Length", str(len(shown.body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            if body:
                self.wfile.write(shown.body)

    return Answer
