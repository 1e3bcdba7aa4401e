"""HTTP Basic (RFC 7617) and request headers of a page, and the origins that get them.

The settings hold no secret: they name an environment variable or a file. What is read there goes to the page's own
origin and nowhere else: not to other hosts that the page asks, nor along with a redirect to one. ``credentials`` keeps
it out of the archive.
"""

from __future__ import annotations

import base64
import os
import re
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from rendering.errors import AccessError
from rendering.login.credentials import is_secret_name
from storage.records import Headers

ENVIRONMENT, FILE = "env:", "file:"
_HOW = 'write "env:NAME" for an environment variable or "file:PATH" for a file, relative to the collection'
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")  # RFC 9110 5.6.2
_OF_THE_CONNECTION = re.compile(
    r"(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|sec-.*|:.*)$",
    re.I,
)
_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_SAME = {"ws": "http", "wss": "https"}


@dataclass(frozen=True, kw_only=True)
class AccessSettings:
    """What lets visits in that are not for everybody; it is sent to the page's own origin only."""

    user: str | None = None
    """User name of HTTP Basic."""
    password: str | None = None
    """Where its password is, never the password itself: "env:NAME", an environment variable, or "file:PATH"."""
    headers: tuple[str, ...] = ()
    """Further request headers, "Name: value"; in place of a secret value "env:NAME" or "file:PATH"."""

    def __post_init__(self) -> None:
        """``ValueError`` where a secret is written out, or what is no header."""
        if self.password is not None and not is_reference(self.password):
            raise ValueError(f"a password is not written here: {_HOW}")
        if self.user is not None and ":" in self.user:
            raise ValueError("a user name of HTTP Basic has no colon")
        for line in self.headers:
            _check_header(line)


@dataclass(frozen=True, kw_only=True)
class Access:
    """The headers that let a visit in, and the origin to which they may be sent."""

    origin: str
    headers: Headers = field(repr=False)
    secret: frozenset[str] = frozenset()
    """The names of those headers that carry a secret, in lower case."""

    @property
    def secrets(self) -> frozenset[str]:
        """What must not be kept."""
        return frozenset(value for name, value in self.headers if name.lower() in self.secret)

    def headers_for(self, url: str, told: Iterable[tuple[str, str]]) -> Headers:
        """The headers of a request for ``url`` that had those ``told``: with these, or without what is not for it.

        A redirected request still has those of the one before it. What a page's own script sent under one of the names
        stays.
        """
        own = {(name.lower(), value) for name, value in self.headers}
        others = tuple((name, value) for name, value in told if (name.lower(), value) not in own)
        if origin_of(url) != self.origin:
            return others
        known = {name.lower() for name, _ in others if name.lower() == "authorization"}
        added = tuple(item for item in self.headers if item[0].lower() not in known)
        replaced = {name.lower() for name, _ in added}
        return (*(item for item in others if item[0].lower() not in replaced), *added)


def access_to(url: str, settings: AccessSettings) -> Access | None:
    """What lets a visit of ``url`` in, None where nothing is set; ``AccessError`` as of ``headers_of``."""
    headers = headers_of(settings)
    if not headers:
        return None
    parted = (line.partition(":") for line in settings.headers)
    named = {name.strip().lower() for name, _, value in parted if is_reference(value.strip())}
    return Access(origin=origin_of(url), headers=headers, secret=frozenset({"authorization", *named}))


def headers_of(settings: AccessSettings) -> Headers:
    """The headers with their secrets.

    Raises
    ------
    AccessError
        A variable or a file is missing, empty, or open to others; the message names it.
    """
    headers = [_header(line) for line in settings.headers]
    if settings.user is not None or settings.password is not None:
        if settings.user is None or settings.password is None:
            raise AccessError("HTTP Basic needs both: set user and password in [rendering.access].")
        pair = f"{settings.user}:{_value(settings.password, 'the password')}"
        headers.append(("Authorization", f"Basic {base64.b64encode(pair.encode()).decode()}"))
    return tuple(headers)


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL; a web socket's are those of the page that opens it."""
    parts = urlsplit(url)
    scheme = _SAME.get(parts.scheme, parts.scheme)
    try:
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        port = 0
    return f"{scheme}://{(parts.hostname or '').lower()}:{port}"


def is_reference(value: str) -> bool:
    """Whether a value says where a secret is."""
    return value.startswith((ENVIRONMENT, FILE)) and value.partition(":")[2].strip() != ""


def found_from(folder: Path, value: str) -> str:
    """A reference to a file, or a header that ends in one, with the file found from the collection's folder."""
    head, mark, path = value.rpartition(FILE)
    stands_alone = mark and (not head or head.rstrip().endswith(":"))
    return f"{head}{FILE}{folder / path.strip()}" if stands_alone else value


def _check_header(line: str) -> None:
    name, colon, value = (part.strip() for part in line.partition(":"))
    if not colon or not _NAME.fullmatch(name) or not value or not _may_be_sent(value):
        raise ValueError(f'{line.partition(":")[0]!r} begins no header: write "Name: value"')
    if _OF_THE_CONNECTION.match(name):
        raise ValueError(f"the header {name} is the browser's own and cannot be set")
    if is_secret_name(name) and not is_reference(value):
        raise ValueError(f"the value of {name} is a secret, which is not written here: {_HOW}")


def _header(line: str) -> tuple[str, str]:
    name, _, value = (part.strip() for part in line.partition(":"))
    value = _value(value, f"the value of {name}") if is_reference(value) else value
    if not _may_be_sent(value):
        raise AccessError(f"the value of {name} has letters that no header may have: only those of ASCII go.")
    return name, value


def _may_be_sent(value: str) -> bool:
    """Whether every server takes it for the same: beyond ASCII there is no agreement (RFC 9110 5.5)."""
    return value.isascii() and value.isprintable()


def _value(reference: str, what: str, environment: Mapping[str, str] = os.environ) -> str:
    kind, _, where = reference.partition(":")
    found = environment.get(where.strip()) if kind == "env" else _read(Path(where.strip()), what)
    if not found:
        place = f"the environment variable {where.strip()}" if kind == "env" else f"the file {where.strip()}"
        raise AccessError(f"{what} is not there: {place} is {'missing' if found is None else 'empty'}.")
    if not found.isprintable():
        raise AccessError(f"{what} holds a line break or a sign that no header may hold: {reference}.")
    return found


def _read(path: Path, what: str) -> str:
    try:
        text = path.read_text(encoding="utf-8").rstrip("\r\n")
        mode = stat.S_IMODE(path.stat().st_mode)
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is no text"
        raise AccessError(f"{what} is not there: the file {path} cannot be read: {said}.") from error
    if os.name == "posix" and mode & 0o077:
        raise AccessError(f"{what} can be read by others: run `chmod 600 {path}`.")
    return text
