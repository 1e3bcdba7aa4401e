"""Removes the credentials of a login from headers, URLs and sent bodies before they are archived.

Found in two ways. A header is left out by its name (``X-Api-Key``, ``X-CSRF-Token``, ``Set-Cookie``). And what is known
to be secret, because the login holds it or such a header carried it, is left out under any name: in other headers, in
URLs, in what was sent, in notes. Bodies of answers, and the page that they make, stay as they came.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import quote, unquote

from storage.records import Capture, Exchange, Headers, Problem, SocketTraffic

LEFT_OUT = "(left out: credentials of the archive's login)"
"""Stands in the archive in place of a header's value."""

STAND_IN = "left-out"
"""Stands in place of a secret within something else, as long as it: an address or a body remains one."""

_SECRET_WORDS = (
    r"\w*token\w*|\w*[cx]srf\w*|\w*secrets?|\w*sess(?:ion)?(?:id)?|sid|jwt|pass(?:w(?:or)?d)?|credentials?|cookies?2?|"
    r"x?o?auth2?|authorization|authentication|bearer|signature|api-?key"
)
_RECEIVED = re.compile(rf"(?:^|[-_])(?:{_SECRET_WORDS})(?:$|[-_])", re.IGNORECASE)
_SENT = re.compile(rf"(?:^|[-_])(?:{_SECRET_WORDS}|\w*key)(?:$|[-_])", re.IGNORECASE)
_OF_THE_BROWSER = re.compile(r":|sec-|access-control-", re.IGNORECASE)  # which no page can set
_COOKIES = frozenset({"cookie", "set-cookie"})

_SHORTEST = len(STAND_IN)
_LONG = 16  # letters from which on a secret is looked for within longer words, too
_PLAIN = re.compile(
    r"""[^\s]*(?:\s|://)  # a sentence, an address
    | /[a-z0-9._/-]*+$  # a path
    | (?:[a-z0-9-]++\.)++(?<=\.)[a-z]{2,24}$  # a host
    | [0-9.:,+-]{1,19}$ | [a-z_./-]{1,31}$ | [A-Z_./-]{1,31}$  # a number, a word
    | (?:[A-Z]?+[a-z]++[_./-])++[A-Z]?+[a-z]++$  # words: Europe/Amsterdam""",
    re.VERBOSE,
)
"""What a login may hold as well, and no secret looks like."""
_MOST = 1000  # secrets looked for; more make a capture slow


def is_telling(value: str) -> bool:
    """Whether a value is long and odd enough to be a secret, and to be told from other text."""
    if len(value) < _SHORTEST or _PLAIN.match(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return True
    return False


def is_secret_name(name: str) -> bool:
    """Whether a request header of that name is taken to carry a secret."""
    return _is_secret(name, _SENT)


def without_credentials(
    capture: Capture, stored: Iterable[str], own_headers: frozenset[str] = frozenset()
) -> Capture:
    """The capture without what ``stored`` holds, and without what its own headers show to be secret.

    ``own_headers``: further names of request headers that are left out, in lower case.

    What stands in the page's own address was put there by who watches it, and stays.
    """
    known = {value for value in (*stored, *_carried(capture.exchanges)) if is_telling(value)}
    hiding = _Hiding((value for value in known if value not in capture.url), own_headers)
    return replace(
        capture,
        final_url=hiding.text_or_none(capture.final_url),
        exchanges=tuple(hiding.exchange(exchange) for exchange in capture.exchanges),
        problems=tuple(hiding.problem(problem) for problem in capture.problems),
        waited_for=tuple(map(hiding.text, capture.waited_for)),
        observed=hiding.within(capture.observed),
    )


class _Hiding:
    """Puts the stand-in in place of known secrets."""

    def __init__(self, known: Iterable[str], own_headers: frozenset[str] = frozenset()) -> None:
        self._own_headers = own_headers
        spelt = {spelling for value in known for spelling in (value, quote(value, safe=""), unquote(value))}
        usable = filter(is_telling, spelt)
        self._known = sorted(usable, key=lambda value: (-len(value), value))[:_MOST]

    def text(self, text: str) -> str:
        for secret in self._known:
            if secret in text:
                whole = re.escape(secret)
                sought = whole if len(secret) >= _LONG else rf"(?<![\w-]){whole}(?![\w-])"
                text = re.sub(sought, STAND_IN.ljust(len(secret), "-"), text)
        return text

    def text_or_none(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    def body(self, body: bytes | None) -> bytes | None:
        """What was sent, in the encoding of its own."""
        if body is None:
            return None
        return self.text(body.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")

    def exchange(self, exchange: Exchange) -> Exchange:
        return replace(
            exchange,
            url=self.text(exchange.url),
            request_headers=self._without_own(self.headers(exchange.request_headers, _SENT)),
            request_body=self.body(exchange.request_body),
            response_headers=self.headers(exchange.response_headers, _RECEIVED),
            redirect_to=self.text_or_none(exchange.redirect_to),
            error=self.text_or_none(exchange.error),
            socket=None if exchange.socket is None else self.socket(exchange.socket),
        )

    def headers(self, headers: Headers, named: re.Pattern[str]) -> Headers:
        """The headers all stay, so that the record says that something was sent."""
        return tuple((name, self._value(name, value, named)) for name, value in headers)

    def _without_own(self, headers: Headers) -> Headers:
        return tuple(
            (name, LEFT_OUT if name.lower() in self._own_headers else value) for name, value in headers
        )

    def _value(self, name: str, value: str, named: re.Pattern[str]) -> str:
        if _is_secret(name, named):
            return LEFT_OUT
        shown = self.text(value)
        return LEFT_OUT if shown != value and not shown.strip("-").removeprefix(STAND_IN) else shown

    def socket(self, traffic: SocketTraffic) -> SocketTraffic:
        return replace(traffic, first=tuple((way, self.text(text)) for way, text in traffic.first))

    def problem(self, problem: Problem) -> Problem:
        return replace(problem, message=self.text(problem.message), url=self.text_or_none(problem.url))

    def within(self, value: Any) -> Any:
        """JSON with all its texts, names of members too."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.within(name): self.within(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.within(item) for item in value]
        return value


def _is_secret(name: str, named: re.Pattern[str]) -> bool:
    return _OF_THE_BROWSER.match(name) is None and named.search(name) is not None


def _carried(exchanges: Iterable[Exchange]) -> Iterator[str]:
    """The secrets that headers show by their names."""
    for exchange in exchanges:
        for headers, named in ((exchange.request_headers, _SENT), (exchange.response_headers, _RECEIVED)):
            for name, value in headers:
                if _is_secret(name, named):
                    yield from _parts(name.lower(), value)


def _parts(name: str, value: str) -> Iterator[str]:
    """A header's value, and what is secret by itself in it: each cookie, what stands behind a scheme, a password."""
    if name in _COOKIES:
        pairs = value.split(";") if name == "cookie" else [value.partition(";")[0]]
        yield from (pair.partition("=")[2].strip().strip('"') for pair in pairs)
        return
    yield value
    scheme, _, rest = value.partition(" ")
    yield rest.strip()
    if scheme.lower() == "basic":
        try:
            yield base64.b64decode(rest, validate=True).decode().partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return
