"""A page's HTML as a browser reads it: omitted tags put in, custom elements kept, damage mended as the standard says.

Lexbor parses, by way of selectolax; what it found is handed on as plain objects, so that a page is parsed once for all
that is read from it. Scripts count as allowed: what stands in ``noscript`` is text that nobody sees.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode
from w3lib.encoding import html_to_unicode

SHADOW = "#shadow"
"""The tag of a shadow root: it stands among the children of its host, which a browser shows in its place."""

_OPTIONS = LexborDocumentOptions.WO_EVENTS  # what is chosen in a select is not copied to elsewhere
_DEEPEST = 512  # elements within each other; browsers stop there, too
_MOST_FORMATS = 8  # open at once; each that is left open is opened anew in every paragraph that follows
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/<>]*)[^<>]*>")
_FORMATS = frozenset(re.findall(r"\w+", "b big code em font i nobr s small strike strong tt u"))
_CLOSED_BY_NEXT = frozenset(
    re.findall(
        r"\w+",
        "a area base basefont bgsound body br button caption col colgroup dd dt embed form frame h1 h2 h3 h4 h5 h6 "
        "head hr html image img input keygen li link meta option p param rb rp rt rtc source tbody td tfoot th "
        "thead tr track wbr",
    )
)
_WALLS = frozenset(
    ["applet", "marquee", "object", "table", "template"]
)  # no end tag reaches what is around them
_BLOCKS = _WALLS | frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer "
        "header hgroup listing main menu nav ol pre search section summary ul",
    )
)


@dataclass(slots=True, eq=False)
class Element:
    """An element of a page.

    Attributes
    ----------
    tag
        In lower case.
    attributes
        By names in lower case; "" of one without a value.
    inside
        The elements and texts in it, in their order.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """The value of an attribute; "" where there is none."""
        return self.attributes.get(name, "")

    @property
    def children(self) -> Iterator[Element]:
        """The elements directly in it."""
        return (part for part in self.inside if isinstance(part, Element))

    def walk(self) -> Iterator[Element]:
        """This element and all in it, in document order."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(list(element.children))

    def texts(self) -> Iterator[str]:
        """The texts in it, in document order."""
        waiting: list[Element | str] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                yield part
            else:
                waiting += reversed(part.inside)


def html_tree(html: bytes | str) -> Element:
    """The root element of a page.

    Parameters
    ----------
    html
        Bytes are read as UTF-8 where they are, else in the encoding that they name, else as Windows-1252.
    """
    text = html if isinstance(html, str) else _decoded(html)
    found = LexborHTMLParser(_flattened(text.removeprefix("\ufeff")), scripting=True, options=_OPTIONS).root
    return Element("html") if found is None else _copied(found)


def body_of(root: Element) -> Element:
    """The element that a page shows: its body, or its frameset."""
    return next((child for child in root.children if child.tag in ("body", "frameset")), root)


def _decoded(html: bytes) -> str:
    try:
        return html.decode("utf-8")
    except UnicodeDecodeError:
        return html_to_unicode(None, html, default_encoding="cp1252")[1]


def _copied(root: LexborNode) -> Element:
    """Without recursion: pages may be nested deeper than functions may be."""
    copy = Element(root.tag or "html", _attributes(root))
    waiting = [(root, copy)]
    while waiting:
        node, parent = waiting.pop()
        child = node.first_child
        while child is not None:
            tag = child.tag or ""
            if tag == "-text":
                parent.inside.append(child.text_content or "")
            elif not tag.startswith("-"):
                element = Element(tag, _attributes(child))
                parent.inside.append(element)
                if tag == "template":
                    waiting += _shadow(child, element)
                else:
                    waiting.append((child, element))
            child = child.next
    return copy


def _attributes(node: LexborNode) -> dict[str, str]:
    return {name: value or "" for name, value in node.attributes.items()}


def _shadow(node: LexborNode, template: Element) -> list[tuple[LexborNode, Element]]:
    """A template says nothing, unless it is the shadow root of the element that it stands in."""
    if template.get("shadowrootmode").lower() not in ("open", "closed"):
        return []
    template.tag = SHADOW
    return [(content, template) for content in node.template_fragments()[:1]]


def _flattened(html: str) -> str:
    """Without the tags that would nest deeper than a browser goes: the words stay. A parser takes time that grows with
    the depth for each tag, and memory for each format that was left open."""
    if html.count("<") <= _MOST_FORMATS:
        return html
    kept = _Kept()
    return html if not any(kept.drops(found) for found in _TAG.finditer(html)) else _TAG.sub(_Kept(), html)


class _Kept:
    """Which tags stay, asked in the order of the page."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._dropped: Counter[str] = Counter()
        self._formats = 0

    def __call__(self, found: re.Match[str]) -> str:
        """The tag, or nothing in its place."""
        return "" if self.drops(found) else found[0]

    def drops(self, found: re.Match[str]) -> bool:
        """Whether the tag goes."""
        name = found[2].lower()
        if name in _CLOSED_BY_NEXT:
            return False
        if name in _FORMATS:
            self._formats = max(0, self._formats - 1) if found[1] else self._formats + 1
            return self._formats > _MOST_FORMATS - bool(found[1])
        return self._closes(name) if found[1] else self._opens(name)

    def _opens(self, name: str) -> bool:
        if len(self._open) < _DEEPEST:
            self._open.append(name)
            return False
        self._dropped[name] += 1
        return True

    def _closes(self, name: str) -> bool:
        if self._dropped[name]:
            self._dropped[name] -= 1
            return True
        walls = _WALLS if name in _BLOCKS else _BLOCKS
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place] == name:
                del self._open[place:]
                break
            if self._open[place] in walls:
                break
        return False
