"""The one way in for an address: checked, in one spelling, or refused with what to do about it.

RFC 3986 for the parts, IDNA (UTS 46) for names outside ASCII. The fragment is dropped: no server sees it.
"""

from __future__ import annotations

from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

import idna

from crawler.errors import InvalidURL

_DEFAULT_PORTS = {"http": 80, "https": 443}
# Everything that RFC 3986 allows in a path or a query, and the percent sign of what is already encoded.
_SAFE = "!#$%&'()*+,/:;=?@[]~-._"


def checked_url(text: str) -> str:
    """The address in one spelling, without its fragment.

    Raises
    ------
    InvalidURL
        Saying what is wrong with the text and what to write instead.
    """
    stripped = text.strip()
    if not stripped:
        raise InvalidURL("the address is empty. Write one like https://example.org/news")
    if any(ord(character) < 32 or ord(character) == 127 for character in stripped):
        raise InvalidURL(
            f"{text!r} contains a line break or another control character. Write one address a line."
        )
    parts = _split(stripped)
    _check_scheme(parts, stripped)
    if parts.username is not None or parts.password is not None:
        raise InvalidURL(
            f"{stripped!r} contains a user name or password. Take it out: it would be stored in the archive."
        )
    return urlunsplit((parts.scheme.lower(), _authority(parts, stripped), _path(parts), _query(parts), ""))


def _split(text: str) -> SplitResult:
    try:
        return urlsplit(text)
    except ValueError as error:
        raise InvalidURL(
            f"{text!r} is not a web address ({error}). Write one like https://example.org/"
        ) from error


def _check_scheme(parts: SplitResult, text: str) -> None:
    # "example.org:8080/x" splits into the scheme "example.org"; people mean a host.
    if not parts.scheme or "." in parts.scheme or (parts.path[:1].isdigit() and not parts.netloc):
        raise InvalidURL(f"{text!r} does not say how to reach it. Write https://{text.lstrip('/')}")
    if parts.scheme.lower() not in _DEFAULT_PORTS:
        raise InvalidURL(
            f"{text!r} begins with {parts.scheme + ':'!r}, but only pages over http and https can be watched."
        )


def _authority(parts: SplitResult, text: str) -> str:
    host = parts.hostname
    if not host:
        raise InvalidURL(f"{text!r} names no host. Write one like {parts.scheme}://example.org/")
    try:
        port = parts.port
    except ValueError as error:
        raise InvalidURL(f"{text!r} has a port that is not a number from 0 to 65535. Correct it.") from error
    name = f"[{host}]" if ":" in host else _ascii_host(host, text)
    return name if port in (None, _DEFAULT_PORTS[parts.scheme.lower()]) else f"{name}:{port}"


def _ascii_host(host: str, text: str) -> str:
    ascii_host = host
    if not host.isascii():
        try:
            ascii_host = idna.encode(host, uts46=True).decode("ascii")
        except idna.IDNAError as error:
            raise InvalidURL(f"{text!r}: {host!r} is not a valid host name ({error}). Correct it.") from error
    labels = ascii_host.removesuffix(".").split(".")
    if len(ascii_host) > 253 or not all(_is_label(label) for label in labels):
        raise InvalidURL(f"{text!r}: {host!r} is not a valid host name. Correct it.")
    return ascii_host


def _is_label(label: str) -> bool:
    letters = label.replace("-", "").replace("_", "")
    return (
        0 < len(label) <= 63 and letters.isalnum() and not label.startswith("-") and not label.endswith("-")
    )


def _path(parts: SplitResult) -> str:
    return quote(parts.path, safe=_SAFE) or "/"


def _query(parts: SplitResult) -> str:
    return quote(parts.query, safe=_SAFE)
