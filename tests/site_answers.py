"""What the test site is asked and what it answers: two nouns, and what a behaviour may do with a connection."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol


@dataclass(frozen=True, kw_only=True)
class Received:
    """A request as the server got it."""

    method: str
    path: str  # without the query
    query: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a path of the test's own is answered with."""

    body: bytes
    mime: str = "text/html; charset=utf-8"
    status: int = 200
    headers: tuple[tuple[str, str], ...] = field(default_factory=tuple)


class Site(Protocol):
    """The server, as a behaviour sees it."""

    stopping: Any


class Connected(Protocol):
    """One request being answered."""

    command: str
    connection: socket.socket
    wfile: BinaryIO
    rfile: Any
    headers: Any
    close_connection: bool
    site: Site

    def send(self, answer: Answer) -> None:
        """Send a whole answer."""

    def begin_chunks(self, mime: str, *headers: tuple[str, str]) -> None:
        """Begin an answer of unknown length."""

    def chunk(self, data: bytes) -> None:
        """Send a piece of it."""

    def break_off(self) -> None:
        """Reset the connection."""


Behaviour = Callable[[Any, Received], None]
