"""Checks and normalises URLs to watch, or says what to do.

The spelling is that of a page's key (``storage.urls``): the WHATWG URL standard's. A route in the fragment stays, an
anchor is dropped: no server sees it, and it shows the same page.
"""

from __future__ import annotations

import re

import ada_url

from storage.errors import InvalidURL
from storage.urls import page_key, standard_url

_SCHEMES = ("http", "https")
# "example.org:8080" and "localhost:80" have none
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]*(?=:(?![0-9]))")
_AUTHORITY = re.compile(r"[A-Za-z]+:[/\\]{2}([^/\\?#]+)")
_PORT = re.compile(r":([^:\[\]@]*)$")


def checked_url(text: str) -> str:
    """The address in one spelling, with its fragment only where that is a route.

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
    _check_scheme(stripped)
    authority = _AUTHORITY.match(stripped)
    if authority is None:
        raise InvalidURL(f"{stripped!r} names no host. Write one like https://example.org/")
    if standard_url(stripped) is None:
        raise _refused(stripped, authority[1])
    _check_authority(stripped, authority[1])
    return page_key(stripped)


def _check_scheme(text: str) -> None:
    scheme = _SCHEME.match(text)
    if scheme is None:
        raise InvalidURL(f"{text!r} does not say how to reach it. Write https://{text.lstrip('/')}")
    if scheme[0].lower() not in _SCHEMES:
        raise InvalidURL(
            f"{text!r} begins with {scheme[0] + ':'!r}, but only pages over http and https can be watched."
        )


def _refused(text: str, authority: str) -> InvalidURL:
    """What is wrong with text that the standard calls no URL."""
    port = _PORT.search(authority)
    if port is not None and not (port[1].isdecimal() and int(port[1]) <= 65535):
        return InvalidURL(f"{text!r} has a port that is not a number from 0 to 65535. Correct it.")
    if "[" in authority or "]" in authority:
        return InvalidURL(
            f"{text!r} is not a web address: {authority!r} is no IPv6 address. Write one like https://[2001:db8::1]/"
        )
    return _no_host_name(text, authority)


def _check_authority(text: str, authority: str) -> None:
    parts = ada_url.parse_url(page_key(text), ("username", "password", "hostname"))
    if parts["username"] or parts["password"]:
        raise InvalidURL(
            f"{text!r} contains a user name or password. Take it out: it would be stored in the archive."
        )
    host = parts["hostname"]
    labels = host.removesuffix(".").split(".")
    if not host.startswith("[") and (len(host) > 253 or not all(_is_label(label) for label in labels)):
        raise _no_host_name(text, authority)


def _is_label(label: str) -> bool:
    letters = label.replace("-", "").replace("_", "")
    return (
        0 < len(label) <= 63 and letters.isalnum() and not label.startswith("-") and not label.endswith("-")
    )


def _no_host_name(text: str, host: str) -> InvalidURL:
    return InvalidURL(f"{text!r}: {host!r} is not a valid host name. Correct it.")
