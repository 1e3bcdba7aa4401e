"""Chromium's network errors as problems in plain words.

The names are those of Chromium's ``net_error_list.h``, as they stand in Playwright's messages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from rendering.errors import PageGone, PageRefused, PageUnresponsive
from rendering.network.addresses import HOW_TO_ALLOW, refused_address
from rendering.network.gateway import Refusal
from storage.records import Problem, ProblemCode

_NET_ERROR = re.compile(r"net::(ERR_[A-Z0-9_]+)")

_NO_ADDRESS = "this is no web address"
_OTHER_SCHEME = "only http and https addresses can be captured"
_SAID = {
    "ERR_NAME_NOT_RESOLVED": (ProblemCode.DNS, "the host name {host} does not exist"),
    "ERR_NAME_RESOLUTION_FAILED": (ProblemCode.DNS, "the host name {host} could not be looked up"),
    "ERR_CONNECTION_REFUSED": (ProblemCode.UNREACHABLE, "{host} refused the connection"),
    "ERR_CONNECTION_RESET": (ProblemCode.UNREACHABLE, "{host} broke the connection off"),
    "ERR_CONNECTION_CLOSED": (ProblemCode.UNREACHABLE, "{host} closed the connection without an answer"),
    "ERR_EMPTY_RESPONSE": (ProblemCode.UNREACHABLE, "{host} closed the connection without an answer"),
    "ERR_ADDRESS_UNREACHABLE": (ProblemCode.UNREACHABLE, "there is no way to {host} from here"),
    "ERR_INTERNET_DISCONNECTED": (ProblemCode.UNREACHABLE, "this machine has no connection to the network"),
    "ERR_UNSAFE_PORT": (ProblemCode.UNREACHABLE, "browsers do not connect to this port of {host}"),
    "ERR_BLOCKED_BY_CLIENT": (ProblemCode.UNREACHABLE, "refused: {host} is not among the allowed hosts"),
    "ERR_CONNECTION_TIMED_OUT": (ProblemCode.TIMEOUT, "{host} did not answer in time"),
    "ERR_TIMED_OUT": (ProblemCode.TIMEOUT, "{host} did not answer in time"),
    "ERR_TOO_MANY_REDIRECTS": (ProblemCode.REDIRECT_LOOP, "the page redirects in a circle"),
    "ERR_INVALID_REDIRECT": (
        ProblemCode.INVALID_URL,
        "the page redirects to something that is no web address",
    ),
    "ERR_UNSAFE_REDIRECT": (
        ProblemCode.ADDRESS,
        "the page redirects to an address that no page of the web may lead to",
    ),
    "ERR_PROXY_CONNECTION_FAILED": (
        ProblemCode.BROWSER,
        "the browser has lost its way to the network; a later visit has another one",
    ),
    "ERR_INVALID_URL": (ProblemCode.INVALID_URL, _NO_ADDRESS),
    "ERR_UNKNOWN_URL_SCHEME": (ProblemCode.INVALID_URL, _OTHER_SCHEME),
    "ERR_DISALLOWED_URL_SCHEME": (ProblemCode.INVALID_URL, _OTHER_SCHEME),
    "ERR_HTTP_RESPONSE_CODE_FAILURE": (
        ProblemCode.HTTP_STATUS,
        "the server answered with an error and no page",
    ),
}
_PREFIXES = (
    ("ERR_CERT_", ProblemCode.TLS, "the certificate of {host} is not valid ({name})"),
    ("ERR_SSL_", ProblemCode.TLS, "no secure connection to {host} is possible ({name})"),
    ("ERR_BAD_SSL_", ProblemCode.TLS, "no secure connection to {host} is possible ({name})"),
    ("ERR_DNS_", ProblemCode.DNS, "the host name {host} could not be looked up ({name})"),
    ("ERR_", ProblemCode.UNREACHABLE, "the page could not be loaded from {host} ({name})"),
)
CRASHED = "the browser crashed or was closed while it showed the page"
_SCHEMES = ("http", "https")
_LOCAL_SCHEMES = ("file", "data")
_NAMED = 3  # addresses told in one problem
_GATEWAY_ERROR = "net::ERR_SOCKS_CONNECTION_FAILED"
_BROWSER_TEXTS = (
    "has been closed",
    "crashed",
    "Target closed",
    "Connection closed",
    "browser has disconnected",
    "Frame was detached",
    "is interrupted by another navigation",
)


def problem_of(error: BaseException, url: str) -> Problem:
    """What an exception of a navigation means to a person."""
    message = str(error).strip()
    code, text = _meaning(error, message)
    invalid = address_problem(url, local_pages=True)
    if invalid is not None and code is not ProblemCode.BROWSER:
        return invalid
    host = urlsplit(url).netloc or url
    name = _NET_ERROR.search(message)
    said = text.format(host=host, name=name.group(1) if name else "")
    return Problem(code=code, message=said, url=url)


def refusal_problem(refusal: Refusal, url: str, asked: str) -> Problem:
    """What it means to a person that the gateway did not connect to the server of ``asked``, on the way to ``url``."""
    if refusal.kind is None:
        return replace(problem_of(ConnectionError(f"net::{refusal.error}"), asked), url=url)
    message = f"{refusal_error(refusal, asked)}; {HOW_TO_ALLOW}"
    return Problem(code=ProblemCode.ADDRESS, message=message, url=url)


def is_the_gateways(text: str | None) -> bool:
    """Whether an error of the browser says no more than that the gateway did not connect."""
    return text is not None and _GATEWAY_ERROR in text


def refusal_error(refusal: Refusal, asked: str) -> str:
    """The error that is kept with an exchange: the one that the browser would have had without a gateway."""
    if refusal.kind is None or refusal.address is None:
        return f"net::{refusal.error}"
    return refused_address(urlsplit(asked).hostname or asked, refusal.address, refusal.kind)


def address_problem(url: str, *, local_pages: bool = False) -> Problem | None:
    """Why this is nothing that can be visited; None: it can."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return Problem(code=ProblemCode.INVALID_URL, message=_NO_ADDRESS, url=url)
    if parts.scheme in ("http", "https") and not parts.hostname:
        return Problem(code=ProblemCode.INVALID_URL, message=_NO_ADDRESS, url=url)
    if parts.scheme in _LOCAL_SCHEMES and local_pages:
        return None
    if parts.scheme not in _SCHEMES:
        message = _OTHER_SCHEME if parts.scheme else _NO_ADDRESS
        return Problem(code=ProblemCode.INVALID_URL, message=message, url=url)
    return None


def some(urls: Sequence[str], number: int) -> str:
    """The first of these addresses, and how many more there are of them."""
    told = ", ".join(urls[:_NAMED])
    return f"{told} and {number - _NAMED} more" if number > _NAMED else told


def _meaning(error: BaseException, message: str) -> tuple[ProblemCode, str]:
    """The code and the sentence, with places for host and error name."""
    if "Download is starting" in message or "Failed to download" in message:
        return ProblemCode.DOWNLOAD, "the address gives a file to download, not a page"
    if "invalid URL" in message:
        return ProblemCode.INVALID_URL, _NO_ADDRESS
    found = _NET_ERROR.search(message)
    if found is not None:
        return _network_meaning(found.group(1))
    if isinstance(error, PageGone) or any(text in message for text in _BROWSER_TEXTS):
        return ProblemCode.BROWSER, CRASHED
    if isinstance(error, TimeoutError | PageUnresponsive) or type(error).__name__ == "TimeoutError":
        return ProblemCode.TIMEOUT, "{host} did not answer in time"
    first = (message.partition("\n")[0] or "no reason given").replace("{", "{{").replace("}", "}}")
    mistake = ProblemCode.INTERNAL, f"the page could not be captured: {type(error).__name__}: {first}"
    refused = ProblemCode.BROWSER, f"the browser did not take the page: {first}"
    return refused if isinstance(error, PageRefused) else mistake


def _network_meaning(name: str) -> tuple[ProblemCode, str]:
    if name in _SAID:
        return _SAID[name]
    return next((code, text) for prefix, code, text in _PREFIXES if name.startswith(prefix))
