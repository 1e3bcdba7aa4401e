"""Harm on the wire: what is no HTTP, what never ends, what comes byte by byte, what is a bomb once unpacked."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from functools import lru_cache

from hypothesis import strategies as st

from tests.hostile.kinds import HTML, Client, kind

PAGE = "<!doctype html><title>{0}</title><h1>{0}</h1><p>Some text.</p>"
_MIB = b"\0" * 2**20

ROLES = st.sampled_from(("document", "script", "image", "stylesheet", "fetch", "frame"))
_EMBEDS = {
    "script": "<script src='{0}'></script>",
    "image": "<img src='{0}'>",
    "stylesheet": "<link rel=stylesheet href='{0}'>",
    "fetch": "<script>fetch('{0}').then(r => r.text())</script>",
    "frame": "<iframe src='{0}'></iframe>",
}
MIMES = {
    "document": HTML,
    "script": "text/javascript",
    "image": "image/png",
    "stylesheet": "text/css",
    "fetch": "application/octet-stream",
    "frame": HTML,
}


async def is_page_of(client: Client, role: str) -> bool:
    """Whether the answer was a harmless page that embeds the harm; the harm itself is below ``/harm``."""
    if role == "document" or client.path == "harm":
        return False
    await client.answer(PAGE.format("Harm inside") + _EMBEDS[role].format(f"{client.base}/harm"))
    return True


@lru_cache(maxsize=8)
def bomb(coding: str, mib: int) -> bytes:
    """So many MiB of zeros, packed."""
    if coding == "br":
        import brotli

        compressor = brotli.Compressor(quality=3)
        return b"".join([*(compressor.process(_MIB) for _ in range(mib)), compressor.finish()])
    if coding == "zstd":
        from backports import zstd

        return zstd.compress(_MIB) * mib
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if coding == "gzip" else 15)
    first = packer.compress(_MIB) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(_MIB) + packer.flush(zlib.Z_FULL_FLUSH)
    return first + again * (mib - 1)  # after a full flush the same input packs to the same bytes


@kind(
    "bomb",
    coding=st.sampled_from(("gzip", "deflate", "br", "zstd")),
    mib=st.sampled_from((256, 1024, 4096)),
    role=ROLES,
)
async def packed_bomb(client: Client, coding: str, mib: int, role: str) -> None:
    if not await is_page_of(client, role):
        packed = await asyncio.to_thread(bomb, coding, mib if coding != "br" else min(mib, 1024))
        await client.answer(packed, MIMES[role], ("Content-Encoding", coding))


@kind("nested-bomb", depth=st.integers(2, 4))
async def nested_bomb(client: Client, depth: int) -> None:
    packed = await asyncio.to_thread(bomb, "gzip", 2048)
    for _ in range(depth - 1):
        packed = gzip.compress(packed, 6)
    await client.answer(packed, HTML, ("Content-Encoding", ", ".join(["gzip"] * depth)))


@kind("endless-body", role=ROLES, fast=st.booleans(), chunked=st.booleans())
async def endless_body(client: Client, role: str, fast: bool, chunked: bool) -> None:
    if await is_page_of(client, role):
        return
    beginning = {"document": b"<!doctype html><p>", "image": b"\x89PNG\r\n\x1a\n"}.get(role, b"/* ")
    await client.head(MIMES[role], *((("Transfer-Encoding", "chunked"),) if chunked else ()))
    part = beginning
    while True:
        await client.raw(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)
        part = b"<p>and so on " * (5000 if fast else 10)
        await asyncio.sleep(0 if fast else 0.05)


@kind("endless-events", pause_s=st.sampled_from((0.0, 0.01, 0.2)))
async def endless_events(client: Client, pause_s: float) -> None:
    if not client.path.startswith("events"):
        await client.answer(
            PAGE.format("Events") + "<script>new EventSource('events').onmessage = e => {"
            " document.body.append(e.data) }</script>"
        )
        return
    await client.head("text/event-stream")
    while True:
        await client.raw(b"data: and so on\n\n")
        await asyncio.sleep(pause_s)


@kind("endless-replace", parts=st.sampled_from((HTML, "image/png")))
async def endless_replace(client: Client, parts: str) -> None:
    await client.head("multipart/x-mixed-replace; boundary=x")
    while True:
        await client.raw(f"--x\r\nContent-Type: {parts}\r\n\r\n<p>again\r\n".encode())
        await asyncio.sleep(0.02)


@kind("drip", where=st.sampled_from(("head", "body", "status")), pause_s=st.sampled_from((0.1, 0.5, 1.0)))
async def drip(client: Client, where: str, pause_s: float) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100000\r\n"
    if where == "body":
        await client.raw(head + b"\r\n")
        slow = b"<!doctype html><p>" + b"slowly " * 14000
    else:
        slow = head + b"".join(b"X-%d: slowly\r\n" % number for number in range(10000))
        slow = slow if where == "status" else slow[len(head) :]
        if where == "head":
            await client.raw(head)
    for byte in slow:
        await client.raw(bytes([byte]))
        await asyncio.sleep(pause_s)


@kind("hang", after=st.sampled_from(("", "HTTP/1.1 2", "HTTP/1.1 200 OK\r\n", "head", "body", "chunk")))
async def hang(client: Client, after: str) -> None:
    if after == "head":
        await client.head()
    elif after == "body":
        await client.head(HTML, ("Content-Length", "5000"))
        await client.raw(b"<!doctype html><p>Half of a page")
    elif after == "chunk":
        await client.head(HTML, ("Transfer-Encoding", "chunked"))
        await client.raw(b"ffff\r\n<!doctype html><p>Half of a chunk")
    else:
        await client.raw(after.encode())
    await client.hang()


@kind(
    "hanging-part", part=st.sampled_from(("script", "image", "stylesheet", "frame")), count=st.integers(1, 40)
)
async def hanging_part(client: Client, part: str, count: int) -> None:
    if client.path.startswith("harm"):
        await client.hang()
        return
    harm = "".join(_EMBEDS[part].format(f"{client.base}/harm?{number}") for number in range(count))
    await client.answer(PAGE.format("Waits") + harm + "<p>The end.")


@kind("broken-off", where=st.sampled_from(("at once", "in head", "in body", "short", "in chunk")))
async def broken_off(client: Client, where: str) -> None:
    if where == "in head":
        await client.raw(b"HTTP/1.1 200 OK\r\nContent-Ty")
    elif where in ("in body", "short"):
        await client.raw(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<p>Only this"
        )
    elif where == "in chunk":
        await client.raw(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n<p>Only this")
    if where != "short":
        client.reset()


_HEADS = (
    b"",
    b"hello\r\n\r\n",
    b"HTTP/1.1\r\n\r\n",
    b"HTTP/1.1 OK\r\n\r\n",
    b"HTTP/1.1 -5 Below\r\n\r\n",
    b"HTTP/1.1 99999999999999999999 Many\r\n\r\n",
    b"HTTP/9.9 200 OK\r\n\r\n",
    b"HTTP/1.1 200 OK\n\n",
    b"\r\n\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    b"ICY 200 OK\r\nContent-Type: text/html\r\n\r\n",
    b"HTTP/1.1 200 " + b"O" * 100_000 + b"K\r\n\r\n",
    b"SSH-2.0-OpenSSH_9.2\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
    b"HTTP/1.1 200 OK\x00\r\nContent-Type: text/html\r\n\r\n",
)


@kind("no-http", head=st.sampled_from(_HEADS))
async def no_http(client: Client, head: bytes) -> None:
    await client.raw(head + PAGE.format("No HTTP").encode())


_FIELDS = (
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 5\r\nContent-Length: 500",
    b"Content-Length: 5, 500",
    b"Content-Length: abc",
    b"Content-Length: 5\r\nTransfer-Encoding: chunked",
    b"Content-Type: text/html; charset=" + b"x" * 60000,
    b"Content-Type: " + b"text/html, " * 2000,
    b"Content-Encoding: nonsense",
    b"Content-Encoding: gzip",
    b"Transfer-Encoding: gzip, chunked, chunked",
    b"X-Inject: a\r\n\r\n<script>alert(1)</script>",
    b"X-Nul: a\x00b",
    b"X-Folded: a\r\n b\r\n\tc",
    b"No colon here",
    b": no name",
    b"X Space: 1",
    b"X-High: \xff\xfe\x80",
    b"X-Huge: " + b"y" * 220_000,
    b"X-Too-Huge: " + b"y" * 2_000_000,
    b"\r\n".join(b"X-%d: many" % number for number in range(3000)),
    b"\r\n".join(b"Set-Cookie: c%d=%s" % (number, b"z" * 3900) for number in range(50)),
    b"\r\n".join(b"Link: </%d.css>; rel=preload; as=style" % number for number in range(400)),
    b"Refresh: 0",
    b"Refresh: 0; url=javascript:alert(1)",
    b"Content-Security-Policy: default-src 'none'; sandbox",
    b"Content-Security-Policy: require-trusted-types-for 'script'; trusted-types 'none'; script-src 'none'",
    b'Clear-Site-Data: "*"',
    b"X-Frame-Options: \x01\x02",
    b"Date: Thu, 99 Foo 99999 99:99:99 GMT",
    b"Content-Disposition: attachment; filename=" + b"../" * 500 + b"passwd",
    b"Content-Disposition: attachment; filename*=UTF-8''%00%ff%fe",
    b"Location: /elsewhere",
    b"Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp",
    b"Origin-Agent-Cluster: ?1\r\nDocument-Policy: force-load-at-top",
    b"Permissions-Policy: " + b"camera=(), " * 3000,
    b'Report-To: {"group":"x","max_age":1,"endpoints":[{"url":"http://127.0.0.1:1/"}]}',
    b'Alt-Svc: h3=":1"; ma=2592000',
    b"Strict-Transport-Security: max-age=99999999999999999999",
)


@kind("odd-header", header=st.sampled_from(_FIELDS))
async def odd_header(client: Client, header: bytes) -> None:
    await client.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + b"\r\n\r\n")
    await client.raw(PAGE.format("Odd header").encode())


@kind("drawn-header", name=st.text(max_size=20), value=st.binary(max_size=300), status=st.integers(100, 999))
async def drawn_header(client: Client, name: str, value: bytes, status: int) -> None:
    field = name.encode("utf-8", "surrogatepass") + b": " + value
    await client.raw(b"HTTP/1.1 %d Drawn\r\nContent-Type: text/html\r\n%s\r\n\r\n" % (status, field))
    await client.raw(PAGE.format("Drawn header").encode())


_CHUNKS = (
    b"-5",
    b"FFFFFFFFFFFFFFFFF",
    b"xyz",
    b"",
    b"5;ext=" + b"e" * 100_000,
    b"0x10",
    b"10 ",
    b"00000000000000010",
)


@kind("bad-chunks", size=st.sampled_from(_CHUNKS))
async def bad_chunks(client: Client, size: bytes) -> None:
    await client.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
    await client.raw(b"1a\r\n<!doctype html><p>One chunk\r\n" + size + b"\r\n<p>Another one...\r\n0\r\n\r\n")


@kind(
    "noise",
    data=st.binary(min_size=1, max_size=4000),
    mime=st.sampled_from(
        (
            HTML,
            "text/plain",
            "image/png",
            "image/svg+xml",
            "application/xhtml+xml",
            "application/pdf",
            "video/mp4",
            "font/woff2",
            "application/json",
            "application/wasm",
            "multipart/related",
            "x/y",
            "",
            "text/html; charset=\xff",
        )
    ),
)
async def noise(client: Client, data: bytes, mime: str) -> None:
    await client.answer(data, mime)


@kind(
    "odd-status",
    status=st.sampled_from(
        (
            "0 Nothing",
            "99 Low",
            "101 Switching Protocols",
            "103 Early Hints",
            "199 X",
            "204 No Content",
            "205 Reset",
            "206 Partial Content",
            "299 X",
            "300 Multiple Choices",
            "304 Not Modified",
            "305 Use Proxy",
            "306 X",
            "402 Pay",
            "407 Proxy Authentication Required",
            "408 Late",
            "418 Teapot",
            "421 Misdirected",
            "425 Early",
            "429 Slow down",
            "451 Law",
            "499 X",
            "503 Later",
            "511 Log in",
            "599 X",
            "600 X",
            "999 Denied",
        )
    ),
)
async def odd_status(client: Client, status: str) -> None:
    more = (("Proxy-Authenticate", "Basic"), ("Retry-After", "99999999999"), ("Upgrade", "nonsense"))
    await client.answer(PAGE.format(status), HTML, *more, status=status)


@kind("informational-flood", status=st.sampled_from(("100 Continue", "102 Processing", "103 Early Hints")))
async def informational_flood(client: Client, status: str) -> None:
    while True:
        await client.raw(f"HTTP/1.1 {status}\r\nLink: </x.css>; rel=preload\r\n\r\n".encode())
        await asyncio.sleep(0.001)


@kind(
    "two-answers", second=st.sampled_from((PAGE.format("Second"), "HTTP/1.1 500 Again\r\n\r\n", "\0" * 5000))
)
async def two_answers(client: Client, second: str) -> None:
    page = PAGE.format("First").encode()
    await client.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page))
    await client.raw(page + b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + second.encode())


@kind(
    "authentication",
    challenge=st.sampled_from(('Basic realm="x"', 'Digest nonce=""', "Negotiate", "NTLM", "\0")),
)
async def authentication(client: Client, challenge: str) -> None:
    await client.answer(PAGE.format("Who are you?"), HTML, ("WWW-Authenticate", challenge), status="401 Who?")


@kind("client-certificate", scheme="https")
async def client_certificate(client: Client) -> None:
    await client.answer(PAGE.format("You have a certificate"))


@kind("download", mib=st.sampled_from((0, 1, 300)), length=st.booleans())
async def download(client: Client, mib: int, length: bool) -> None:
    headers = [("Content-Disposition", 'attachment; filename="x.exe"')]
    headers += [("Content-Length", str(mib * 2**20))] if length else []
    await client.head("application/octet-stream", *headers)
    for _ in range(mib):
        await client.raw(_MIB)
