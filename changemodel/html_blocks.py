"""Blocks of a page from its HTML alone, without a browser: what ``files.version_from_html`` reads.

Follows ``rendering/scripts/layout.js`` as far as HTML tells: which elements are inline is taken from their names, and
what scripts write, and style sheets hide or set smaller, is not known. A capture's own layout says more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lxml import etree, html

from changemodel.features.structure import normalised_lines
from changemodel.html_links import absolute_from

INLINE: frozenset[str] = frozenset(
    re.findall(
        r"\w+",
        "a abbr b bdi bdo big br button cite code data del dfn em font i img input ins kbd label mark picture q s "
        "samp select small source span strike strong sub sup textarea time tt u var wbr",
    )
)
UNSEEN = frozenset({"script", "style", "head", "noscript", "svg", "iframe", "template"})
_PIXELS = re.compile(r"[0-9]{1,6}")
_SPACE = re.compile(r"\s+")
_STABLE = re.compile(r"[A-Za-z][A-Za-z_-]{0,39}\d?")


@dataclass
class _Found:
    element: Any
    text: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    images: set[str] = field(default_factory=set)
    width: str | None = None  # of the last image, as its attribute says
    linked_chars: int = 0


def html_blocks(body: bytes, url: str | None = None) -> list[dict[str, Any]]:
    """The blocks of a page in reading order, as ``PageVersion.blocks`` takes them.

    Parameters
    ----------
    body
        In the encoding that it names, or UTF-8; damaged HTML is read as far as a browser would.
    url
        Of the page: links and images are absolute URLs, and what is no web address is left out. None: as they are
        written.
    """
    root = parsed(body)
    if root is None:
        return []
    return _Reader(root, absolute_from(body, url) if url else str.strip).blocks()


def parsed(body: bytes) -> Any:
    """The body element of a page's HTML, in the encoding that it is in; None where there is none."""
    body = body.replace(b"\0", b"")  # the parser would stop there
    if not body.strip():
        return None
    try:
        encoding: str | None = "utf-8"
        body.decode("utf-8")
    except UnicodeDecodeError:
        encoding = None  # the parser looks for the page's own word
    try:
        root = html.document_fromstring(body, parser=html.HTMLParser(encoding=encoding))
    except etree.ParserError:  # nothing but comments
        return None
    found = root.find("body")
    return root if found is None else found


class _Reader:
    def __init__(self, body: Any, address: Callable[[str], str]) -> None:
        self._body = body
        self._address = address
        self._found: dict[Any, _Found] = {}
        self._paths: dict[Any, str] = {}
        self._names: dict[Any, str] = {}
        ids = Counter(element.get("id") for element in body.iter(etree.Element) if element.get("id"))
        self._own_ids = {name for name, times in ids.items() if times == 1}

    def blocks(self) -> list[dict[str, Any]]:
        self._read()
        shown = []
        for found in self._found.values():
            text = "\n".join(normalised_lines("".join(found.text)))
            if text or found.links or found.images:
                shown.append(
                    {
                        "path": self._path(found.element),
                        "text": text,
                        "links": tuple(sorted(found.links)),
                        "images": tuple(sorted(found.images)),
                        "width_px": _pixels(found.width),
                        "linked_chars": found.linked_chars,
                    }
                )
        return shown

    def _read(self) -> None:
        """Depth first without recursion: pages may be nested deeper than functions may be."""
        waiting: list[tuple[Any, Any, bool, bool]] = [(self._body, self._body, False, False)]
        while waiting:
            element, block, linked, tail = waiting.pop()
            if tail:
                self._say(block, element.tail, linked)
                continue
            if not isinstance(element.tag, str) or element.tag in UNSEEN:
                continue
            if element.tag not in INLINE:
                if block in self._found:  # what stands above a block within another and what stands below it
                    self._found[block].text.append("\n")
                block = element
            inside = linked or (element.tag == "a" and bool(element.get("href")))
            if inside and not linked and (link := self._address(element.get("href"))):
                self._entry(block).links.add(link)
            if element.tag == "img" and (image := self._address(element.get("src") or "")):
                self._entry(block).images.add(image)
                self._entry(block).width = element.get("width")
            if element.tag == "br" and block in self._found:
                self._found[block].text.append("\n")
            self._say(block, element.text, inside)
            for child in reversed(element):
                waiting += [(child, block, inside, True), (child, block, inside, False)]

    def _say(self, block: Any, text: str | None, linked: bool) -> None:
        if not text or (not text.strip() and block not in self._found):
            return
        entry = self._entry(block)
        entry.text.append(_SPACE.sub(" ", text))
        if linked:
            entry.linked_chars += len(" ".join(text.split()))

    def _entry(self, block: Any) -> _Found:
        return self._found.setdefault(block, _Found(block))

    def _path(self, element: Any) -> str:
        if element not in self._paths:
            parent, name = element.getparent(), element.get("id")
            if element is self._body:
                path = str(element.tag)
            elif name and _STABLE.fullmatch(name) and name in self._own_ids:
                path = f"body>{element.tag}#{name}"
            else:
                if element not in self._names:
                    self._names.update(_names_in(parent))
                path = f"{self._path(parent)}>{self._names[element]}"
            self._paths[element] = path
        return self._paths[element]


def _pixels(width: str | None) -> float | None:
    """What an image's attribute says of its width; None where it says nothing that a page is as wide as."""
    return float(width) if width and _PIXELS.fullmatch(width) else None


def _names_in(parent: Any) -> dict[Any, str]:
    """The children of an element, each by its tag, with the first class or the place that no other of that tag has."""
    children = [child for child in parent if isinstance(child.tag, str)]
    tags = Counter(child.tag for child in children)
    classes = Counter((child.tag, name) for child in children for name in set(_classes(child)))
    places: Counter[str] = Counter()
    found = {}
    for child in children:
        tag = child.tag
        places[tag] += 1
        own = (name for name in _classes(child) if _STABLE.fullmatch(name) and classes[tag, name] == 1)
        if tags[tag] == 1:
            found[child] = str(tag)
        elif name := next(own, None):
            found[child] = f"{tag}.{name}"
        else:
            found[child] = f"{tag}:nth-of-type({places[tag]})"
    return found


def _classes(element: Any) -> list[str]:
    return (element.get("class") or "").split()
