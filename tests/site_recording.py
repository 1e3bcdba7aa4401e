"""Answers of the test site that a recorder can get wrong, one of each kind; all under ``/kind/``."""

from __future__ import annotations

import base64
import gzip
import hashlib
import zlib

import brotli
from backports import zstd

from tests.site_answers import Answer, Behaviour, Connected, Received

OPEN = ("Access-Control-Allow-Origin", "*")
WORDS = b"words of the test site, again and again. " * 200
_SOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
_ENCODERS = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstd.compress,
}


def _encoded(answering: Connected, received: Received) -> None:
    """``/kind/encoded/<br|zstd|gzip|deflate>``, with ``?chunked`` without a length."""
    encoding = received.path.rpartition("/")[2]
    body = _ENCODERS[encoding](WORDS)
    if received.query == "chunked":
        answering.begin_chunks("text/plain", ("Content-Encoding", encoding), OPEN)
        answering.chunk(body)
        answering.wfile.write(b"0\r\n\r\n")
        return
    headers = (("Content-Encoding", encoding), OPEN)
    answering.send(Answer(body=body, mime="text/plain", headers=headers))


def _falsely_encoded(answering: Connected, _: Received) -> None:
    answering.send(Answer(body=WORDS, mime="text/plain", headers=(("Content-Encoding", "gzip"),)))


def _raw(text: bytes, *, end: bool = True) -> Behaviour:
    """Bytes as they are, and the end of the connection."""

    def answer(answering: Connected, _: Received) -> None:
        answering.wfile.write(text)
        answering.wfile.flush()
        answering.close_connection = end

    return answer


def _broken_chunk(answering: Connected, _: Received) -> None:
    answering.begin_chunks("text/plain")
    answering.chunk(b"a whole piece, ")
    answering.wfile.write(b"zz\r\nthis is no length")
    answering.wfile.flush()
    answering.close_connection = True


def _stalled(answering: Connected, _: Received) -> None:
    """Half of what was announced, and then silence."""
    _head(answering, b"200 OK", b"Content-Type: text/plain\r\nContent-Length: 100\r\n")
    answering.wfile.write(b"the first half")
    answering.wfile.flush()
    answering.site.stopping.wait(120)
    answering.close_connection = True


def _not_modified(answering: Connected, _: Received) -> None:
    """Content that has a tag, and is not sent to those who have it."""
    if answering.headers.get("If-None-Match") == '"tag"':
        answering.send(Answer(body=b"", status=304, headers=(("ETag", '"tag"'),)))
        return
    headers = (("ETag", '"tag"'), ("Cache-Control", "no-cache"))
    answering.send(Answer(body=WORDS, mime="text/plain", headers=headers))


def _cached(answering: Connected, received: Received) -> None:
    """Content that may be kept for an hour."""
    headers = (("Cache-Control", "max-age=3600"),)
    answering.send(Answer(body=WORDS + received.query.encode(), mime="text/plain", headers=headers))


def _ranged(answering: Connected, received: Received) -> None:
    """``/kind/ranged/<bytes>``: as many bytes, or the range of them that was asked for."""
    size = int(received.path.rpartition("/")[2])
    body = (bytes(range(256)) * (size // 256 + 1))[:size]
    asked = answering.headers.get("Range", "")
    if not asked.startswith("bytes="):
        answering.send(Answer(body=body, mime="video/webm", headers=(("Accept-Ranges", "bytes"),)))
        return
    first, _, last = asked[6:].partition("-")
    start, end = int(first), int(last) if last else size - 1
    headers = (("Content-Range", f"bytes {start}-{end}/{size}"), ("Accept-Ranges", "bytes"))
    answering.send(Answer(body=body[start : end + 1], mime="video/webm", status=206, headers=headers))


def _crossing(answering: Connected, received: Received) -> None:
    """Content for other origins, which have to ask first; ``/kind/crossing/no`` refuses them."""
    if received.path.endswith("/no"):
        answering.send(Answer(body=b"", status=403, mime="text/plain"))
        return
    allowed = (OPEN, ("Access-Control-Allow-Headers", "*"), ("Access-Control-Allow-Methods", "*"))
    answering.send(Answer(body=received.method.encode(), mime="text/plain", headers=allowed))


def _policed(answering: Connected, _: Received) -> None:
    """A page that may not load pictures, and tells of every one it would have loaded."""
    page = b"<!doctype html><title>Policed</title><p>No pictures</p><img src=/picture/10x10/never.png>"
    policy = ("Content-Security-Policy", "img-src 'none'; report-uri /echo?csp-report")
    answering.send(Answer(body=page, headers=(policy,)))


def _odd_headers(answering: Connected, _: Received) -> None:
    lines = b"Content-Type: text/plain\r\nContent-Length: 3\r\nX-Odd: caf\xe9\r\nX-Odd: \xe2\x82\xac\r\nX-Empty:\r\n"
    _head(answering, b"200 Tr\xe8s bien", lines)
    answering.wfile.write(b"odd")


def _early(answering: Connected, received: Received) -> None:
    answering.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload; as=style\r\n\r\n")
    answering.send(Answer(body=b"<!doctype html><title>Early</title><p>Hinted", mime="text/html"))


def _endless_binary(answering: Connected, _: Received) -> None:
    answering.begin_chunks("application/octet-stream")
    for _number in range(2000):
        answering.chunk(bytes(1000))
        if answering.site.stopping.wait(0.05):
            break


def _endless_page(answering: Connected, _: Received) -> None:
    answering.begin_chunks("text/html; charset=utf-8")
    answering.chunk(b"<!doctype html><title>Endless</title><h1>It has begun</h1>")
    for number in range(2000):
        answering.chunk(b"<p>paragraph %d</p>" % number)
        if answering.site.stopping.wait(0.05):
            break


def _bomb(answering: Connected, received: Received) -> None:
    """``/kind/bomb/<bytes>``: so many zeros, compressed a thousandfold."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block, left = bytes(1 << 20), int(received.path.rpartition("/")[2])
    answering.begin_chunks("text/html", ("Content-Encoding", "gzip"))
    answering.chunk(packer.compress(b"<!doctype html><p>boom") + packer.flush(zlib.Z_SYNC_FLUSH))
    while left > 0 and not answering.site.stopping.is_set():
        answering.chunk(packer.compress(block) + packer.flush(zlib.Z_SYNC_FLUSH))
        left -= len(block)
    answering.wfile.write(b"0\r\n\r\n")


def _socket(answering: Connected, _: Received) -> None:
    """A web socket that says what it is told, until it is closed (RFC 6455)."""
    key = answering.headers.get("Sec-WebSocket-Key", "") + _SOCKET_KEY
    accept = base64.b64encode(hashlib.sha1(key.encode(), usedforsecurity=False).digest())
    _head(
        answering,
        b"101 Switching Protocols",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n",
    )
    answering.wfile.flush()
    answering.close_connection = True
    while (frame := _frame(answering)) is not None:
        opcode, data = frame
        answering.wfile.write(bytes([0x80 | opcode, len(data)]) + data)
        answering.wfile.flush()
        if opcode == 8:
            return


def _frame(answering: Connected) -> tuple[int, bytes] | None:
    """One short masked frame of a browser: its opcode and its data."""
    try:
        head = answering.rfile.read(2)
        if len(head) < 2:
            return None
        mask = answering.rfile.read(4)
        data = answering.rfile.read(head[1] & 127)
    except (TimeoutError, OSError):
        return None
    return head[0] & 15, bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))


def _head(answering: Connected, status: bytes, lines: bytes) -> None:
    answering.wfile.write(b"HTTP/1.1 " + status + b"\r\n" + lines + b"\r\n")


def _text(body: str, mime: str) -> Behaviour:
    answer = Answer(body=body.encode(), mime=mime, headers=(OPEN,))
    return lambda answering, _: answering.send(answer)


RECORDING: dict[str, Behaviour] = {
    "/kind/encoded/": _encoded,
    "/kind/falsely-encoded": _falsely_encoded,
    "/kind/http10": _raw(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nwithout a length"),
    "/kind/too-long": _raw(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nmore than four"
    ),
    "/kind/reset-content": _raw(b"HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
    "/kind/no-http": _raw(b"\x00\x01 this is not HTTP\r\n\r\n"),
    "/kind/broken-chunk": _broken_chunk,
    "/kind/stalled": _stalled,
    "/kind/not-modified": _not_modified,
    "/kind/cached": _cached,
    "/kind/ranged/": _ranged,
    "/kind/crossing/": _crossing,
    "/kind/policed": _policed,
    "/kind/odd-headers": _odd_headers,
    "/kind/early": _early,
    "/kind/endless-binary": _endless_binary,
    "/kind/endless-page": _endless_page,
    "/kind/bomb/": _bomb,
    "/kind/socket": _socket,
    "/kind/legacy": lambda answering, _: answering.send(
        Answer(
            body="<!doctype html><p>Füße kosten 5 €</p>".encode("cp1252"),
            mime="text/html; charset=windows-1252",
        )
    ),
    "/kind/open": _text("open to all", "text/plain"),
}
