"""The links and images of a page, out of its HTML: for versions of which no layout was captured."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

_LONG_REFERENCE = re.compile(r"&#(?=[0-9]{8})0*([0-9]{1,8})[0-9]*")


def links_and_images(html: bytes, base: str) -> tuple[frozenset[str], frozenset[str]]:
    """Absolute URLs of the hyperlinks and of the images; what is no web address is left out, and what stands behind
    HTML that the parser gives up on.

    Parameters
    ----------
    html
        Taken as UTF-8: URLs hardly ever have other letters than ASCII.
    base
        URL of the page; a ``base`` element takes its place.
    """
    reader = _read(html, base)
    return frozenset(reader.links), frozenset(reader.images)


def absolute_from(html: bytes, base: str) -> Callable[[str], str]:
    """What makes the addresses in a page absolute URLs without fragments, "" of what is no web address. Parameters as
    above."""
    return _read(html, base).absolute


def _read(html: bytes, base: str) -> _Reader:
    reader = _Reader(base)
    with suppress(AssertionError):  # the parser gives up on a declaration such as "<![x["
        reader.feed(_with_short_references(html.decode("utf-8", "replace")))
    return reader


def _with_short_references(html: str) -> str:
    """Of a reference to a character by its number at most 8 digits: they tell that there is no such character, and
    Python refuses to read thousands of them."""
    return _LONG_REFERENCE.sub(r"&#\1", html)


class _Reader(HTMLParser):
    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base
        self.links: set[str] = set()
        self.images: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        stated = dict(attrs)
        if tag == "base" and stated.get("href"):
            self._base = self.absolute(stated["href"]) or self._base
        elif tag in ("a", "area"):
            self._add(self.links, stated.get("href"))
        elif tag == "img":
            self._add(self.images, stated.get("src"))

    def _add(self, urls: set[str], stated: str | None) -> None:
        url = self.absolute(stated)
        if url:
            urls.add(url)

    def absolute(self, stated: str | None) -> str:
        """The URL of an address of the page; "" where it is none of the web."""
        try:
            url = urldefrag(urljoin(self._base, (stated or "").strip()))[0] if stated else ""
        except ValueError:  # an address such as "http://[broken"
            return ""
        return url if url.startswith(("http://", "https://")) else ""
