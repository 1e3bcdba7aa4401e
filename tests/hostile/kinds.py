"""What a hostile page is: a kind with a behaviour, and parameters that hypothesis draws for each page of it.

    @kind("redirect-chain", length=st.integers(5, 60))
    async def redirect_chain(client: Client, length: int) -> None: ...

``pages(500, seed=1)`` goes round the kinds until it has so many; fewer than there are kinds are spread over them.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

HTML = "text/html; charset=utf-8"


@dataclass(kw_only=True)
class Client:
    """One request to a page, and the way to answer it: decently, or in raw bytes."""

    method: str
    path: str  # below the page's own address, without the query: "" is the page itself
    query: str
    headers: dict[str, str]  # names in lower case
    base: str  # the page's own address, "/17"
    origin: str  # "http://127.0.0.1:4321"
    writer: asyncio.StreamWriter

    async def raw(self, data: bytes) -> None:
        """These bytes, as they are; ``ConnectionError`` once the client has gone."""
        if self.writer.is_closing():
            raise ConnectionResetError("the client has gone")
        self.writer.write(data)
        await self.writer.drain()

    async def head(self, mime: str = HTML, *headers: tuple[str, str], status: str = "200 OK") -> None:
        """The beginning of an answer whose end is the end of the connection."""
        lines = [
            f"HTTP/1.1 {status}",
            f"Content-Type: {mime}",
            "Connection: close",
            *(f"{name}: {value}" for name, value in headers),
        ]
        await self.raw("\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n")

    async def answer(
        self, body: str | bytes, mime: str = HTML, *headers: tuple[str, str], status: str = "200 OK"
    ) -> None:
        """A whole answer."""
        content = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
        await self.head(mime, ("Content-Length", str(len(content))), *headers, status=status)
        if self.method != "HEAD":
            await self.raw(content)

    async def moved(self, location: str, status: str = "302 Found", *headers: tuple[str, str]) -> None:
        """Send the client elsewhere."""
        await self.answer(b"", HTML, ("Location", location), *headers, status=status)

    async def hang(self) -> None:
        """Say nothing more, until the client or the server goes."""
        while not self.writer.is_closing():
            await asyncio.sleep(0.2)
            if self.writer.transport.is_closing():
                return

    def reset(self) -> None:
        """Break the connection off."""
        self.writer.transport.abort()


Behaviour = Callable[..., Awaitable[None]]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One way to do harm."""

    name: str
    behaviour: Behaviour
    parameters: dict[str, st.SearchStrategy[Any]]
    scheme: str = "http"


@dataclass(frozen=True, kw_only=True)
class HostilePage:
    """One page: its number is the first part of its path."""

    number: int
    kind: Kind
    parameters: dict[str, Any] = field(hash=False)

    @property
    def path(self) -> str:
        """Where it is, with its kind for those who read logs."""
        return f"/{self.number}/{self.kind.name}"


KINDS: dict[str, Kind] = {}


def kind(
    name: str, /, *, scheme: str = "http", **parameters: st.SearchStrategy[Any]
) -> Callable[[Behaviour], Behaviour]:
    """Add a kind of page, with a strategy for each parameter of its behaviour."""

    def add(behaviour: Behaviour) -> Behaviour:
        assert name not in KINDS, name
        KINDS[name] = Kind(name=name, behaviour=behaviour, parameters=parameters, scheme=scheme)
        return behaviour

    return add


def pages(count: int, seed_number: int, only: tuple[str, ...] = ()) -> list[HostilePage]:
    """So many pages, of each kind in turn (or of those kinds whose names begin with one of ``only``)."""
    chosen = [one for one in KINDS.values() if not only or one.name.startswith(only)]
    if count < len(chosen):
        chosen = [chosen[index * len(chosen) // count] for index in range(count)]
    each = -(-count // len(chosen))
    drawn = {one.name: _examples(one, each, seed_number) for one in chosen}
    order = [(one, drawn[one.name][turn]) for turn in range(each) for one in chosen]
    return [
        HostilePage(number=number, kind=one, parameters=parameters)
        for number, (one, parameters) in enumerate(order[:count])
    ]


def _examples(one: Kind, count: int, seed_number: int) -> list[dict[str, Any]]:
    """Parameters for so many pages of a kind: the same for the same seed; again from the start when few differ."""
    found: list[dict[str, Any]] = []

    @settings(
        max_examples=4 * count + 10,
        database=None,
        deadline=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @seed(zlib.crc32(f"{one.name} {seed_number}".encode()))
    @given(st.fixed_dictionaries(one.parameters))
    def collect(example: dict[str, Any]) -> None:
        found.append(example)

    collect()
    # hypothesis begins with the simplest example, which is the tamest page
    found = found[1:] + found[:1]
    return [found[index % len(found)] for index in range(count)]
