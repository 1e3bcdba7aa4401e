"""The test site: a real HTTP server on 127.0.0.1 with ordinary pages and every kind of bad one.

    with SiteServer() as server:
        server.url("/article.html")     # files of tests/site/
        server.count("/article.html")   # how often it was asked for
        server.serve("/now", "text/html", b"...")   # a page of the test's own, replaceable while it runs

Paths with a behaviour of their own are in ``_BEHAVIOURS``. ``SiteServer(tls=True)`` has a certificate nobody trusts,
``SiteServer(tls=context)`` one of ``site_certificate``.
"""

from __future__ import annotations

import gzip
import io
import ssl
import struct
import sys
import threading
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.made_pdf import HELLO, pdf
from tests.site_answers import Answer, Received
from tests.site_certificate import self_signed
from tests.site_recording import RECORDING

SITE = Path(__file__).parent / "site"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".ttf": "font/ttf",
    ".gif": "image/gif",
    ".webm": "video/webm",
    ".xml": "application/xml",
    ".xsl": "application/xslt+xml",
    ".webmanifest": "application/manifest+json",
}


class SiteServer:
    """The test site on a free port; use it as a context manager."""

    def __init__(self, *, tls: bool | ssl.SSLContext = False) -> None:
        self.requests: list[Received] = []
        self.stopping = threading.Event()
        self._answers: dict[str, Answer] = {}
        self._lock = threading.Lock()
        self._tls = bool(tls)
        self._server = _Server(("127.0.0.1", 0), _Requests)
        self._server.site = self
        if tls:
            context = tls if isinstance(tls, ssl.SSLContext) else self_signed()
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> SiteServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        """The address of a path; ``host="localhost"`` is another origin on the same server."""
        return f"{'https' if self._tls else 'http'}://{host}:{self.port}{path}"

    def count(self, path: str) -> int:
        """How often a path was asked for, whatever the query."""
        with self._lock:
            return sum(request.path == path for request in self.requests)

    def reset(self) -> None:
        """Forget the requests so far."""
        with self._lock:
            self.requests.clear()

    def serve(
        self,
        path: str,
        mime: str,
        body: bytes | str,
        *,
        status: int = 200,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Answer ``path`` with this from now on."""
        content = body.encode() if isinstance(body, str) else body
        self._answers[path] = Answer(body=content, mime=mime, status=status, headers=tuple(headers.items()))

    def note(self, request: Received) -> None:
        with self._lock:
            self.requests.append(request)

    def answer(self, path: str) -> Answer | None:
        """The answer of the test's own, else the file."""
        if path in self._answers:
            return self._answers[path]
        file = (SITE / path.lstrip("/")).resolve()
        if file.is_relative_to(SITE) and file.is_file():
            return Answer(body=file.read_bytes(), mime=_TYPES.get(file.suffix, "application/octet-stream"))
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    site: SiteServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves in the middle is no error of the server."""


class _Requests(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output to the tests."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        received = Received(
            method=self.command, path=parts.path, query=parts.query, headers=dict(self.headers), body=body
        )
        self.server.site.note(received)
        answer = self.server.site.answer(parts.path)
        if answer is not None:
            self.send(answer)
            return
        for prefix, behaviour in _BEHAVIOURS.items():
            if parts.path == prefix or (prefix.endswith("/") and parts.path.startswith(prefix)):
                behaviour(self, received)
                return
        self.send(Answer(body=b"<!doctype html><title>Not here</title><h1>Nothing here</h1>", status=404))

    do_POST = do_HEAD = do_PUT = do_OPTIONS = do_PATCH = do_DELETE = do_GET

    @property
    def site(self) -> SiteServer:
        return self.server.site

    def send(self, answer: Answer) -> None:
        """Send a whole answer."""
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.mime)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body)))
        for name, value in answer.headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD" and answer.status not in (204, 205, 304):
            self.wfile.write(answer.body)

    def begin_chunks(self, mime: str, *headers: tuple[str, str]) -> None:
        """Begin an answer of unknown length."""
        self.send_response(200)
        self.send_header("Content-Type", mime)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def break_off(self) -> None:
        """Reset the connection instead of closing it."""
        self.connection.setsockopt(1, 13, struct.pack("ii", 1, 0))  # SOL_SOCKET, SO_LINGER: no time to linger
        self.close_connection = True
        self.connection.close()


def _text(
    text: str, mime: str = "text/html; charset=utf-8", **more: Any
) -> Callable[[_Requests, Received], None]:
    return lambda answering, _: answering.send(Answer(body=text.encode(), mime=mime, **more))


def _status(answering: _Requests, received: Received) -> None:
    status = int(received.path.rpartition("/")[2])
    body = f"<!doctype html><title>{status}</title><h1>Status {status}</h1><p>This went wrong.</p>".encode()
    answering.send(Answer(body=body, status=status))


def _no_content(answering: _Requests, _: Received) -> None:
    answering.send_response(204)
    answering.end_headers()


def _redirect(answering: _Requests, received: Received) -> None:
    """``/redirect?to=/x`` or ``/redirect?to=/x&status=301``."""
    query = parse_qs(received.query)
    answer = Answer(
        body=b"moved", status=int(query.get("status", ["302"])[0]), headers=(("Location", query["to"][0]),)
    )
    answering.send(answer)


def _hang(answering: _Requests, _: Received) -> None:
    """Never answers; ends when the server does."""
    answering.server.site.stopping.wait(120)
    answering.close_connection = True


def _slow(answering: _Requests, received: Received) -> None:
    """``/slow/<seconds>``: data that comes late."""
    answering.server.site.stopping.wait(float(received.path.rpartition("/")[2]))
    answering.send(Answer(body=b'{"said": "it came"}', mime="application/json"))


def _latin_reason(answering: _Requests, _: Received) -> None:
    """A reason phrase in Latin-1, of which the last letter stands before the line end."""
    answering.wfile.write(
        b"HTTP/1.1 200 N\xe3o h\xe1\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\n<p>words"
    )


def _hang_in_body(answering: _Requests, _: Received) -> None:
    answering.begin_chunks("text/html")
    answering.chunk(b"<!doctype html><title>Half</title><p>The beginning of a page")
    _hang(answering, _)


def _when_asked_for(answering: _Requests, received: Received) -> None:
    """``/when-asked-for?/path``: a picture that comes once somebody has asked for that path, and holds its page up."""
    while not answering.server.site.count(received.query) and not answering.server.site.stopping.wait(0.02):
        continue
    answering.send(Answer(body=png(4, 4), mime="image/png"))


def _event_stream(answering: _Requests, _: Received) -> None:
    answering.begin_chunks("text/event-stream")
    for number in range(2000):
        answering.chunk(b"data: message %d\n\n" % number)
        if answering.server.site.stopping.wait(0.05):
            break


def _endless(answering: _Requests, _: Received) -> None:
    """A body that never ends and is no event stream."""
    answering.begin_chunks("text/plain")
    for _number in range(2000):
        answering.chunk(b"more and more\n")
        if answering.server.site.stopping.wait(0.05):
            break


def _big(answering: _Requests, received: Received) -> None:
    """``/big/<bytes>`` with a length, ``/big-chunked/<bytes>`` without."""
    size = int(received.path.rpartition("/")[2])
    block = bytes(range(256)) * 256
    body = (block * (size // len(block) + 1))[:size]
    if received.path.startswith("/big/"):
        answering.send(Answer(body=body, mime="application/octet-stream"))
        return
    answering.begin_chunks("application/octet-stream")
    for start in range(0, size, 65536):
        answering.chunk(body[start : start + 65536])
    answering.wfile.write(b"0\r\n\r\n")


def _words(answering: _Requests, received: Received) -> None:
    """``/words/<bytes>``: text without a length."""
    answering.begin_chunks("text/plain")
    size = int(received.path.rpartition("/")[2])
    answering.chunk((b"word " * (size // 5 + 1))[:size])
    answering.wfile.write(b"0\r\n\r\n")


def _short_body(answering: _Requests, received: Received) -> None:
    answering.send_response(200)
    answering.send_header(
        "Content-Type", "application/json" if received.path.endswith(".json") else "text/plain"
    )
    answering.send_header("Content-Length", "1000")
    answering.end_headers()
    answering.wfile.write(b"only this")
    answering.wfile.flush()
    answering.close_connection = True


def _echo(answering: _Requests, received: Received) -> None:
    answering.send(Answer(body=received.body or received.query.encode(), mime="text/plain"))


def _double_headers(answering: _Requests, _: Received) -> None:
    headers = (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("X-Twice", "one"), ("X-Twice", "two"))
    answering.send(Answer(body=b"<!doctype html><p>Twice</p>", headers=headers))


def _compressed(answering: _Requests, _: Received) -> None:
    body = gzip.compress(b"<!doctype html><title>Small</title><p>This was compressed.</p>", mtime=0)
    answering.send(Answer(body=body, headers=(("Content-Encoding", "gzip"),)))


def _picture(answering: _Requests, received: Received) -> None:
    """``/picture/<width>x<height>/<anything>.png``: a gradient whose colours depend on the path."""
    width, height = (int(part) for part in received.path.split("/")[2].split("x"))
    answering.send(Answer(body=png(width, height, zlib.crc32(received.path.encode())), mime="image/png"))


def _file_download(answering: _Requests, _: Received) -> None:
    headers = (("Content-Disposition", 'attachment; filename="report.zip"'),)
    answering.send(Answer(body=b"PK\x05\x06" + bytes(18), mime="application/zip", headers=headers))


_BEHAVIOURS: dict[str, Callable[[_Requests, Received], None]] = {
    "/robots.txt": _text("User-agent: *\nDisallow: /private/\n", "text/plain"),
    "/favicon.ico": _no_content,
    "/private/": _text("<!doctype html><p>Not for robots</p>"),
    "/status/": _status,
    "/status-empty": _text("", status=500),
    "/no-content": _no_content,
    "/redirect": _redirect,
    "/redirect-loop": lambda answering, _: answering.send(
        Answer(body=b"", status=302, headers=(("Location", "/redirect-loop"),))
    ),
    "/hang": _hang,
    "/when-asked-for": _when_asked_for,
    "/slow/": _slow,
    "/latin-reason": _latin_reason,
    "/hang-in-body": _hang_in_body,
    "/reset": lambda answering, _: answering.break_off(),
    "/close": lambda answering, _: setattr(answering, "close_connection", True),
    "/short-body": _short_body,
    "/short-body.json": _short_body,
    "/empty": _text(""),
    "/data.json": _text('{"answer": 42}', "application/json"),
    "/plain.txt": _text("Only words here.", "text/plain; charset=utf-8"),
    "/feed.xml": _text(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title></channel></rss>',
        "application/xml",
    ),
    "/document.pdf": _text(pdf(HELLO).decode("latin-1"), "application/pdf"),
    "/download.zip": _file_download,
    "/events": _event_stream,
    "/endless": _endless,
    "/big/": _big,
    "/big-chunked/": _big,
    "/words/": _words,
    "/echo": _echo,
    "/double-headers": _double_headers,
    "/compressed": _compressed,
    "/picture/": _picture,
    **RECORDING,
}


@lru_cache(maxsize=64)
def png(width: int, height: int, seed: int = 0) -> bytes:
    """A small PNG: two gradients in a colour of the seed."""
    red, green, blue = seed & 255, seed >> 8 & 255, seed >> 16 & 255
    rows = io.BytesIO()
    for y in range(height):
        rows.write(b"\0")
        rows.write(bytes(c for x in range(width) for c in ((red + x) % 256, (green + y) % 256, blue)))

    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(rows.getvalue(), 1))
        + part(b"IEND", b"")
    )


def main() -> None:
    """Serve until standard input ends: ``python -m tests.site_server`` prints where."""
    with SiteServer() as server:
        sys.stdout.write(f"{server.url('')}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
