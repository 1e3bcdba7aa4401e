"""A small web site on 127.0.0.1: pages that behave, misbehave, and count who asked for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PAGE = "<!doctype html><title>{title}</title><body><h1>{title}</h1><p>{text}</p>{more}</body>"


class Site(ThreadingHTTPServer):
    """Answers by path; ``asked`` lists the paths in order, ``release`` ends what waits."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.asked: list[str] = []
        self.heads: dict[str, dict[str, str]] = {}
        self.robots: bytes | None = None
        self.robots_status = 200
        self.robots_moved_to = "/rules.txt"
        self.robots_answers: int | None = None  # how often robots.txt is answered before it fails with 503
        self.refusals = 0  # how many more visits are answered with 429
        self.retry_after: str | None = None
        self.landing = "/landed"  # where the page that redirects leads
        self.text = "Nothing new."
        self.etag: str | None = None  # of every ordinary page
        self.usage: str | None = None  # what may be done with pages, as a header says
        self.feed = b""
        self.release = threading.Event()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}{path}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that was killed hangs up; that is no news."""


class _Answer(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.server.heads[self.path] = dict(self.headers)
        name = self.path.partition("?")[0].strip("/").replace("-", "_").replace(".", "_") or "home"
        getattr(self, f"_{name}", self._page)()

    def _page(self, status: int = 200, more: str = "") -> None:
        if self.server.etag is not None and self.headers.get("If-None-Match") == self.server.etag:
            self.send_response(304)
            self.end_headers()
            return
        self._send(PAGE.format(title=self.path, text=self.server.text, more=more).encode(), status=status)

    def _feed_xml(self) -> None:
        self._send(self.server.feed, "application/rss+xml")

    def _robots_txt(self) -> None:
        if self.server.robots_answers is not None:
            self.server.robots_answers -= 1
            if self.server.robots_answers < 0:
                self._send(b"", "text/plain", 503)
                return
        if self.server.robots is None:
            self._send(b"none here", status=404)
        elif self.server.robots_status == 302:
            self._moved(self.server.robots_moved_to)
        else:
            self._send(self.server.robots, "text/plain", self.server.robots_status)

    def _hops(self) -> None:
        """Redirects that count down: ``/hops?3`` leads to ``/hops?2`` and so on to the rules."""
        left = int(self.path.partition("?")[2])
        self._moved(f"/hops?{left - 1}" if left > 1 else "/rules.txt")

    def _limited(self) -> None:
        if self.server.refusals <= 0:
            self._page()
            return
        self.server.refusals -= 1
        self.send_response(429)
        if self.server.retry_after is not None:
            self.send_header("Retry-After", self.server.retry_after)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _wall(self) -> None:
        self._send(b"<title>Just a moment...</title><p>Verify you are human.<script>_cf_chl_opt={}</script>")

    def _rules_txt(self) -> None:
        self._send(self.server.robots or b"", "text/plain")

    def _never_loads(self) -> None:
        self._page(more='<img src="/hangs.png">')

    def _hangs_png(self) -> None:
        self.server.release.wait(60)

    def _hangs(self) -> None:
        self.server.release.wait(60)

    def _waits(self) -> None:
        """An ordinary page, once it is released."""
        self.server.release.wait(60)
        self._page()

    def _hangs_once(self) -> None:
        """Hangs for its first visitor only."""
        if self.server.asked.count(self.path) == 1:
            self.server.release.wait(60)
        else:
            self._page()

    def _hungry(self) -> None:
        """Takes more and more memory."""
        script = "const a = []; setInterval(() => a.push(new Uint8Array(3e7).fill(1)), 1)"
        endless = "for (;;) { a.push(new Uint8Array(3e7).fill(1)) }"
        self._page(more=f"<script>{script}; addEventListener('load', () => {{ {endless} }})</script>")

    def _app(self) -> None:
        """Shows what its fragment says, as applications of one page do."""
        self._page(
            more="<script>document.body.textContent = document.title = `View ${location.hash}`</script>"
        )

    def _missing(self) -> None:
        self._page(status=404)

    def _busy_script(self) -> None:
        self._page(more="<script>addEventListener('load', () => { for (;;) {} })</script>")

    def _download(self) -> None:
        self._send(b"\x00" * 1000, "application/octet-stream")

    def _redirect(self) -> None:
        self._moved(self.server.landing)

    def _moved(self, location: str) -> None:
        self.send_response(302)
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _counter(self) -> None:
        """A page that says something else at every visit."""
        self._send(
            PAGE.format(title="Count", text=f"Visit {self.server.asked.count(self.path)}.", more="").encode()
        )

    def _favicon_ico(self) -> None:
        self._send(b"", "image/x-icon", 404)

    def _send(self, body: bytes, mime: str = "text/html; charset=utf-8", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", mime)
        self.send_header("Content-Length", str(len(body)))
        if self.server.etag is not None:
            self.send_header("ETag", self.server.etag)
        if self.server.usage is not None:
            self.send_header("Content-Usage", self.server.usage)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[Site]:
    """A site that listens until the block ends."""
    site = Site()
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.release.set()
        site.shutdown()
        site.server_close()
        thread.join()
