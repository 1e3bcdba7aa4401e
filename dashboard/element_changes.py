"""Elements that were added, removed or changed between two rendered pages.

Children that are the same, all below them included, are put side by side first (``difflib``); between those, elements
of one name are one element that changed, and the others came or went, each with all that is in it. Archived markup is
only read: what is shown of it is text.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice

from lxml import etree, html

from dashboard.presenters import clean

MOST_BYTES = 4_000_000
"""Of one rendered page that are read."""
MOST_ELEMENTS = 30_000
MOST_CHANGES = 200
LONGEST = 160
_DEEPEST = 200
_LEFT_OUT = frozenset({"script", "style", "noscript", "template", "link", "meta", "base"})
_NEW_EACH_TIME = frozenset({"nonce", "integrity"})


@dataclass(frozen=True, kw_only=True)
class ElementChange:
    """An element that came, went or changed."""

    kind: str  # "inserted", "removed" or "changed"
    path: str  # for example "body>main#lead>ul>li[3]"
    what: str  # its text, or what became of its text and attributes
    within: int = 0  # elements in it


@dataclass(frozen=True, kw_only=True)
class ElementChanges:
    """All of two pages."""

    changes: tuple[ElementChange, ...]
    cut: bool = False  # there are more, or the pages are too large to be read whole


@dataclass(frozen=True, kw_only=True)
class _Element:
    name: str
    attributes: dict[str, str]
    text: str  # its own
    children: list[_Element] = field(default_factory=list)
    digest: bytes = b""  # of all of it
    size: int = 1  # elements, itself included

    @property
    def key(self) -> str:
        """What tells it from others of its place: its name and its id."""
        return f"{self.name}#{self.attributes['id']}" if "id" in self.attributes else self.name


def element_changes(before: bytes, after: bytes) -> ElementChanges:
    """The elements that came, went or changed between two rendered pages, UTF-8."""
    cut = max(len(before), len(after)) > MOST_BYTES
    old, new = (_parsed(text[:MOST_BYTES]) for text in (before, after))
    if old is None or new is None:
        return ElementChanges(changes=(), cut=cut)
    cut |= max(old.size, new.size) >= MOST_ELEMENTS
    found = tuple(islice(_between(old, new, old.key), MOST_CHANGES + 1))
    return ElementChanges(changes=found[:MOST_CHANGES], cut=cut or len(found) > MOST_CHANGES)


def _parsed(text: bytes) -> _Element | None:
    try:
        tree = html.document_fromstring(text or b"<p>", parser=html.HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError):
        return None
    body = tree.find("body")
    return None if body is None else _read(body, [MOST_ELEMENTS], 0)


def _read(node: html.HtmlElement, left: list[int], depth: int) -> _Element:
    """An element with all that is in it, as far as there are elements ``left`` to be read."""
    left[0] -= 1
    kept = [
        child
        for child in (node if depth < _DEEPEST else ())
        if isinstance(child.tag, str) and child.tag not in _LEFT_OUT
    ]
    children = [_read(child, left, depth + 1) for child in kept if left[0] > 0]
    said = " ".join(" ".join([node.text or "", *(child.tail or "" for child in node)]).split())
    attributes = {name: value for name, value in node.attrib.items() if name not in _NEW_EACH_TIME}
    whole = hashlib.blake2b(repr((node.tag, sorted(attributes.items()), said)).encode(), digest_size=16)
    for child in children:
        whole.update(child.digest)
    return _Element(
        name=str(node.tag),
        attributes=attributes,
        text=said,
        children=children,
        digest=whole.digest(),
        size=1 + sum(child.size for child in children),
    )


def _between(old: _Element, new: _Element, path: str) -> Iterator[ElementChange]:
    """What lies between two forms of one element."""
    if old.digest == new.digest:
        return
    what = "; ".join(_own_changes(old, new))
    if what:
        yield ElementChange(kind="changed", path=_short(path), what=_short(what))
    was, now = ([child.digest for child in side.children] for side in (old, new))
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, was, now).get_opcodes():
        if kind != "equal":
            yield from _unlike(old.children, (i1, i2), new.children, (j1, j2), path)


def _unlike(
    old: Sequence[_Element], gone: tuple[int, int], new: Sequence[_Element], come: tuple[int, int], path: str
) -> Iterator[ElementChange]:
    """What lies between children of which none is the same: those of one name and id are one, in their order."""
    waiting: dict[str, deque[int]] = {}
    for place in range(*come):
        waiting.setdefault(new[place].key, deque()).append(place)
    for place in range(*gone):
        beside = waiting.get(old[place].key)
        if beside:
            now = beside.popleft()
            yield from _between(old[place], new[now], _place(path, new, now))
        else:
            yield _whole("removed", old[place], _place(path, old, place))
    for place in sorted(place for places in waiting.values() for place in places):
        yield _whole("inserted", new[place], _place(path, new, place))


def _place(path: str, children: Sequence[_Element], place: int) -> str:
    """The path of a child: with its id, else with its number among those of its name."""
    child = children[place]
    if child.key != child.name or sum(other.key == child.key for other in children) == 1:
        return f"{path}>{child.key}"
    return f"{path}>{child.name}[{1 + sum(other.key == child.key for other in children[:place])}]"


def _whole(kind: str, element: _Element, path: str) -> ElementChange:
    said = _said(element)
    named = next(
        (element.attributes[name] for name in ("alt", "href", "src") if name in element.attributes), ""
    )
    return ElementChange(kind=kind, path=_short(path), what=_short(said or named), within=element.size - 1)


def _said(element: _Element) -> str:
    """The first words of an element and what is in it."""
    told, waiting = "", [element]
    while waiting and len(told) <= LONGEST:
        here = waiting.pop()
        told = f"{told} {here.text}".strip()
        waiting += reversed(here.children)
    return told


def _own_changes(old: _Element, new: _Element) -> Iterator[str]:
    if old.text != new.text:
        yield f"\u201c{_short(old.text)}\u201d \N{RIGHTWARDS ARROW} \u201c{_short(new.text)}\u201d"
    for name in sorted(old.attributes.keys() | new.attributes.keys()):
        was, now = old.attributes.get(name), new.attributes.get(name)
        if was != now:
            told = [_short(value) if value is not None else "none" for value in (was, now)]
            yield f"{name}: {told[0]} \N{RIGHTWARDS ARROW} {told[1]}"


def _short(text: str) -> str:
    text = clean(text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}\N{HORIZONTAL ELLIPSIS}"
