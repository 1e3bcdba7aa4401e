"""Serves hostile pages on several ports of 127.0.0.1, and sane ones beside them.

    with HostileSite(pages=60) as site:
        site.urls       # one address per hostile page, each kind in turn
        site.sane(3)    # an ordinary page, to see whether the next visit suffers

A process of its own, so that neither its memory nor its work counts as the crawler's. A crawler visits a host once
at a time and takes host and port for one host: with several ports pages can be open at the same time.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import unquote

from tests.hostile import markup, scripts, wire, wire_redirects  # noqa: F401 - each adds its kinds
from tests.hostile.kinds import Client, HostilePage, pages
from tests.site_certificate import self_signed

ROOT = Path(__file__).resolve().parents[2]
_HOSTS = 4  # of hostile pages, and again of sane ones
_SANE = (
    "<!doctype html><html lang=en><title>Page {0}</title><link rel=stylesheet href=/sane/style.css>"
    "<h1>An ordinary page</h1><p>Nothing happens here, {0} times.</p><img src=/sane/picture.png width=40 height=40>"
    "<ul><li><a href=/sane/1>One</a><li><a href=/sane/2>Two</a></ul></html>"
)


class HostileSite:
    """The pages, served by a child process until the block ends."""

    def __init__(self, *, pages: int, seed: int = 1, only: tuple[str, ...] = ()) -> None:
        self._arguments = [str(pages), str(seed), *only]

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tests.hostile.server", *self._arguments]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.urls: list[str] = told["urls"]
        self.kinds: dict[str, str] = dict(zip(told["urls"], told["kinds"], strict=True))
        self._sane_origins: list[str] = told["sane"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def sane(self, number: int) -> str:
        """The address of an ordinary page."""
        return f"{self._sane_origins[number % len(self._sane_origins)]}/sane/{number}"


class _Server:
    def __init__(self, served: list[HostilePage]) -> None:
        self._pages = {page.number: page for page in served}

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one answer."""
        with suppress(
            ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, OSError
        ):
            client = await _asked(reader, writer)
            await self._answered(client)
        with suppress(ConnectionError, OSError, RuntimeError):
            writer.close()
            await asyncio.wait_for(writer.wait_closed(), 5)

    async def _answered(self, client: Client) -> None:
        number, _, rest = client.path.lstrip("/").partition("/")
        page = self._pages.get(int(number)) if number.isdecimal() else None
        if page is not None:
            client.base = f"/{page.number}"
            client.path = "" if rest == page.kind.name else rest
            await page.kind.behaviour(client, **page.parameters)
        elif number == "sane":
            await _sane(client, rest)
        elif client.path == "/robots.txt":
            await client.answer("User-agent: *\nAllow: /\n", "text/plain")
        else:
            await client.answer("<!doctype html><p>Nothing here", status="404 Not Found")


async def _sane(client: Client, rest: str) -> None:
    if rest == "style.css":
        await client.answer("body { font: 18px sans-serif; margin: 2em }", "text/css")
    elif rest == "picture.png":
        await client.answer(markup._png(40, 40, ""), "image/png")
    else:
        await client.answer(_SANE.format(rest))


async def _asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Client:
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)).decode("latin-1")
    first, *lines = head.split("\r\n")
    method, target, _ = (*first.split(" ", 2), "", "")[:3]
    path, _, query = target.partition("?")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length") or 0)
    while length > 0 and (data := await reader.read(min(length, 2**20))):
        length -= len(data)
    return Client(
        method=method,
        path=unquote(path),
        query=query,
        headers=headers,
        base="",
        origin=f"http://{headers.get('host', '')}",
        writer=writer,
    )


async def _serve(count: int, seed: int, only: tuple[str, ...]) -> None:
    served = pages(count, seed, only)
    server = _Server(served)
    hosts = [await _listening(server) for _ in range(2 * _HOSTS)]
    tls = self_signed()
    tls.verify_mode = ssl.CERT_REQUIRED
    secure = await _listening(server, ssl=tls)
    urls = [
        f"https://127.0.0.1:{secure}{page.path}"
        if page.kind.scheme == "https"
        else f"http://127.0.0.1:{hosts[index % _HOSTS]}{page.path}"
        for index, page in enumerate(served)
    ]
    told = {
        "urls": urls,
        "kinds": [page.kind.name for page in served],
        "sane": [f"http://127.0.0.1:{port}" for port in hosts[_HOSTS:]],
    }
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)  # until whoever started it is gone


async def _listening(server: _Server, **options: Any) -> int:
    listener = await asyncio.start_server(server.connected, "127.0.0.1", 0, backlog=512, **options)
    return int(listener.sockets[0].getsockname()[1])


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3:])))
