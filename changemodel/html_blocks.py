"""Blocks of a page from its HTML alone, without a browser: what ``files.version_from_html`` reads.

Follows ``rendering/scripts/layout.js`` as far as HTML tells: which elements make a box of their own is what a browser
does without style sheets. What these change and what scripts write is not known. A capture's own layout says more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from changemodel.features.structure import normalised_lines
from changemodel.html_links import Addresses
from changemodel.html_tree import SHADOW, Element, body_of, html_tree
from changemodel.html_words import name_for, picture_of, words_of

_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption "
        "figure footer foreignobject form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu "
        "nav ol p plaintext pre search section summary table tbody td text tfoot th thead tr ul xmp",
    )
)
_UNSEEN = frozenset(
    re.findall(
        r"\w+",
        "audio base canvas datalist defs desc head iframe link meta metadata noembed noframes noscript object rp "
        "script style symbol template title",
    )
)
_NOT_DISPLAYED = re.compile(r"(?:^|[;\s])display\s*:\s*none\b", re.IGNORECASE)
_OF_THEIR_OWN = frozenset(["img", "select", "video"])  # blocks, though they stand in a line
_APART = frozenset(  # from the words beside them
    [
        "button",
        "canvas",
        "iframe",
        "img",
        "input",
        "meter",
        "object",
        "progress",
        "select",
        "svg",
        "textarea",
        "video",
    ]
)
_PIXELS = re.compile(r"[0-9]{1,6}")
_SPACE = re.compile(r"\s+")
_STABLE = re.compile(r"[A-Za-z][A-Za-z_-]{0,39}\d?")

_Step = Callable[[], Sequence[Any]]
"""A part of the page to read; gives the parts in it."""


@dataclass
class _Found:
    element: Element
    text: list[str] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    images: set[str] = field(default_factory=set)
    width: str = ""  # of the image, as its attribute says
    linked_chars: int = 0


def html_blocks(html: bytes | Element, url: str | None = None) -> list[dict[str, Any]]:
    """The blocks of a page in reading order, as ``PageVersion.blocks`` takes them.

    Parameters
    ----------
    html
        In the encoding that it names, or UTF-8; damaged HTML is read as a browser would. Or the page's root.
    url
        Of the page: links and images are absolute URLs, and what is no web address is left out. None: as they are
        written.
    """
    root = html if isinstance(html, Element) else html_tree(html)
    return _Reader(root, Addresses(root, url).absolute if url else str.strip).blocks()


class _Reader:
    def __init__(self, root: Element, address: Callable[[str], str]) -> None:
        self._body = body_of(root)
        self._address = address
        self._found: dict[Element, _Found] = {}
        self._order: dict[Element, int] = {}  # in which elements are read
        self._places = _Places(self._body)
        self._said = 0  # how often anything was said so far

    def blocks(self) -> list[dict[str, Any]]:
        self._read()
        shown = []
        for found in sorted(self._found.values(), key=lambda found: self._order[found.element]):
            text = "\n".join(normalised_lines("".join(found.text)))
            if text or found.links or found.images:
                shown.append(
                    {
                        "path": self._places.path(found.element),
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
        waiting: list[_Step] = [partial(self._enter, self._body, self._body, False)]
        while waiting:
            waiting += reversed(waiting.pop()())

    def _enter(self, element: Element, block: Element, linked: bool) -> Sequence[_Step]:
        """Read an element that stands in a block; what to do next."""
        if not _is_shown(element):
            return ()
        self._order[element] = len(self._order)
        if element.tag in _BLOCKS or element.tag == "br":
            self._put(block, "\n")  # what stands above a block within another and what stands below it
        apart = [partial(self._put, block, " ")] if element.tag in _APART else []
        for step in apart:
            step()
        if element.tag in _BLOCKS:
            block = element
        if not linked and element.tag == "a" and (address := element.get("href")):
            linked = True
            if link := self._address(address):
                self._entry(block).links.add(link)
        own = element if element.tag in _OF_THEIR_OWN else block
        self._show(element)
        self._say(own, words_of(element), linked)
        name = name_for(element)
        named = [partial(self._name, own, name, linked, self._said)] if name else []
        return [*self._inside(element, block, linked), *named, *apart]

    def _inside(self, element: Element, block: Element, linked: bool) -> list[_Step]:
        if element.tag in _OF_THEIR_OWN:
            return []
        return [
            partial(self._say, block, _SPACE.sub(" ", part), linked)
            if isinstance(part, str)
            else partial(self._enter, part, block, linked)
            for part in self._places.shown_in(element)
        ]

    def _show(self, element: Element) -> None:
        if image := self._address(picture_of(element)):
            self._entry(element).images.add(image)
            self._entry(element).width = element.get("width")

    def _name(self, block: Element, name: str, linked: bool, said: int) -> Sequence[_Step]:
        """Say what an element is called, unless something was said in it."""
        return self._say(block, " ".join(name.split()), linked) if self._said == said else ()

    def _say(self, block: Element, text: str, linked: bool) -> Sequence[_Step]:
        if not text.strip():
            return self._put(block, text)
        self._said += 1
        entry = self._entry(block)
        entry.text.append(text)
        if linked:
            entry.linked_chars += len(" ".join(text.split()))
        return ()

    def _put(self, block: Element, space: str) -> Sequence[_Step]:
        if block in self._found:
            self._found[block].text.append(space)
        return ()

    def _entry(self, block: Element) -> _Found:
        return self._found.setdefault(block, _Found(block))


class _Places:
    """Where the elements of a page stand, and what is shown in each."""

    def __init__(self, body: Element) -> None:
        self._body = body
        self._parents: dict[Element, Element] = {}
        self._shadows: dict[Element, Element] = {}  # of what stands in a shadow tree, its root
        self._names: dict[Element, str] = {}
        self._paths: dict[Element, str] = {}
        for element in body.walk():
            shadow = element if element.tag == SHADOW else self._shadows.get(element)
            for child in element.children:
                self._parents[child] = element
                if shadow is not None:
                    self._shadows[child] = shadow
        ids = Counter(element.get("id") for element in self._in_the_open())
        self._own_ids = {name for name, times in ids.items() if times == 1 and _STABLE.fullmatch(name)}

    def _in_the_open(self) -> Iterator[Element]:
        return (element for element in (self._body, *self._parents) if element not in self._shadows)

    def shown_in(self, element: Element) -> Sequence[Element | str]:
        """The shadow tree of an element, what was put into a slot, or else what it holds."""
        root = next((child for child in element.children if child.tag == SHADOW), None)
        if root is not None:
            return root.inside
        if element.tag == "slot" and element in self._shadows:
            return self._slotted(self._shadows[element], element.get("name")) or element.inside
        return element.inside

    def _slotted(self, root: Element, name: str) -> list[Element | str]:
        parts = self._parents[root].inside
        return [part for part in parts if part is not root and _slot_of(part) == name]

    def path(self, element: Element) -> str:
        """As ``rendering/scripts/layout.js`` writes it."""
        if element not in self._paths:
            self._paths[element] = self._path(element)
        return self._paths[element]

    def _path(self, element: Element) -> str:
        if element is self._body:
            return "body"
        if element.get("id") in self._own_ids and element not in self._shadows:
            return f"body>{element.tag}#{element.get('id')}"
        parent = self._parents[element]
        if element not in self._names:
            self._names.update(_names_in(parent))
        return f"{self.path(parent)}>{self._names[element]}"


def _is_shown(element: Element) -> bool:
    """As far as the element itself says: style sheets are not read."""
    if element.tag in _UNSEEN or (element.tag == "dialog" and "open" not in element.attributes):
        return False
    if element.tag == "input" and element.get("type").lower() == "hidden":
        return False
    hidden = "hidden" in element.attributes and element.get("hidden").lower() != "until-found"
    return not hidden and _NOT_DISPLAYED.search(element.get("style")) is None


def _slot_of(part: Element | str) -> str:
    return "" if isinstance(part, str) else part.get("slot")


def _pixels(width: str) -> float | None:
    """What an image's attribute says of its width; None where it says nothing that a page is as wide as."""
    return float(width) if _PIXELS.fullmatch(width) else None


def _names_in(parent: Element) -> dict[Element, str]:
    """The children of an element, each by its tag, with the first class or the place that no other of that tag has."""
    children = list(parent.children)
    tags = Counter(child.tag for child in children)
    classes = Counter((child.tag, name) for child in children for name in set(child.get("class").split()))
    places: Counter[str] = Counter()
    found = {}
    for child in children:
        tag = child.tag
        places[tag] += 1
        own = (
            name for name in child.get("class").split() if _STABLE.fullmatch(name) and classes[tag, name] == 1
        )
        if tags[tag] == 1:
            found[child] = tag
        elif name := next(own, None):
            found[child] = f"{tag}.{name}"
        else:
            found[child] = f"{tag}:nth-of-type({places[tag]})"
    return found
