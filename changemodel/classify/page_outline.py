"""A page's elements in one flat table, which ``page_type_features`` counts.

One walk over the HTML, without recursion, of at most ``MOST_ELEMENTS``: a page costs no more however it is made. Each
element stands before what is within it, so that the sum over an element and all that is within it is a difference of
two sums from the beginning.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.html_tree import Element, body_of, html_tree

MOST_ELEMENTS = 12_000
MOST_LETTERS = 120_000
"""Of the text that stands in the page and of that which stands in its furniture, each."""

_MOST_HEADINGS = 400
_UNSEEN = frozenset({"script", "style", "noscript", "template", "head"})
_DRAWN = frozenset({"svg", "math", "canvas", "object"})
_CHROME_TAGS = frozenset({"nav", "footer", "aside", "dialog"})
_CHROME_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "dialog", "search"})
_CHROME_NAME = re.compile(
    r"(?:^|\s|(?<!has)(?<!with)(?<!no)[_-])(?:nav|navbar|navigation|menu|footer|side-?bar|cookies?|consent|breadcrumbs?|"
    r"masthead|modal|popup|newsletter|site-?header|page-?header|drawer|mega-?menu)(?:$|\s)",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|USD|EUR|GBP|kr\b)|\bRs\.? ?\d")
_DATE = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b|\b\d{1,2}\.? "
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d+ "
    r"(?:min(?:ute)?|hour|day|week|month|year)s? ago\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b",
    re.IGNORECASE,
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_CODE = frozenset({"pre", "code", "kbd", "samp"})

COUNTED = (
    "text",
    "linked",
    "link",
    "image",
    "heading",
    "price",
    "date",
    "paragraph",
    "button",
    "field",
    "code",
    "code_text",
)
"""What is counted of each element itself; the first two and the last in letters."""

_COLUMN = {name: place for place, name in enumerate(COUNTED)}
_TAGS_OF = {
    "link": ("a",),
    "image": ("img", "picture", "video"),
    "heading": tuple(_HEADINGS),
    "date": ("time",),
    "button": ("button",),
    "field": ("input", "select", "textarea"),
    "code": tuple(_CODE),
}
_KIND = {tag: _COLUMN[name] for name, tags in _TAGS_OF.items() for tag in tags}


@dataclass
class Outline:
    """The elements of a page in document order.

    Attributes
    ----------
    tags, names, parents
        Of each element: its tag, what its class and id say, the place of its parent (the first is its own).
    in_chrome
        Of each element: whether it stands in the furniture of the page.
    elements
        The elements themselves.
    own : list of list of float
        A row of ``COUNTED`` for each element, of itself alone.
    content, chrome, anchors, headings : list of str
        Texts, in the page and in its furniture; of links and buttons; and of headings, ``"h2 Title"``.
    """

    root: Element
    tags: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    in_chrome: list[bool] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    own: list[list[float]] = field(default_factory=list)
    content: list[str] = field(default_factory=list)
    chrome: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, body: bytes) -> Outline | None:
        """The outline of a page; None of what holds neither an element nor a word."""
        root = html_tree(body.replace(b"\0", b""))
        if not any(part.inside for part in root.children):
            return None
        found = cls(root)
        found._walk(body_of(root))
        return found

    @cached_property
    def title(self) -> str:
        """What the page is called by its own word; "" where it has none."""
        named = next(self.of_tag("title"), None)
        return "" if named is None else "".join(named.texts())

    def of_tag(self, tag: str) -> Iterator[Element]:
        """All elements of a tag, those of the head as well, in document order."""
        return (element for element in self.root.walk() if element.tag == tag)

    @cached_property
    def counts(self) -> NDArray[np.float64]:
        """``own`` as an array, (elements, COUNTED)."""
        return np.array(self.own, dtype=np.float64).reshape(-1, len(COUNTED))

    @cached_property
    def ends(self) -> NDArray[np.intp]:
        """Of each element the place behind the last one within it."""
        sizes = [1] * len(self.parents)
        for place in range(len(sizes) - 1, 0, -1):
            sizes[self.parents[place]] += sizes[place]
        return np.arange(len(sizes)) + np.array(sizes, dtype=np.intp)

    @cached_property
    def _sums(self) -> NDArray[np.float64]:
        return np.vstack([np.zeros(len(COUNTED)), self.counts.cumsum(axis=0)])

    def within(self, places: Any) -> NDArray[np.float64]:
        """What is counted in these elements and in all that is within them, (places, COUNTED)."""
        places = np.asarray(places, dtype=np.intp)
        found: NDArray[np.float64] = self._sums[self.ends[places]] - self._sums[places]
        return found

    @cached_property
    def repeated(self) -> list[list[int]]:
        """Siblings of one tag and class of which there are three or more, in the page itself."""
        groups: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, (tag, name, parent) in enumerate(zip(self.tags, self.names, self.parents, strict=True)):
            if not self.in_chrome[place] and place:
                groups[parent, f"{tag} {name.partition(' ')[0].rstrip('0123456789')}"].append(place)
        return [places for places in groups.values() if len(places) >= 3]

    def tag_counts(self) -> Counter[str]:
        """How often each tag occurs."""
        return Counter(self.tags)

    def _walk(self, root: Element) -> None:
        waiting: list[tuple[Element, int, bool, bool]] = [(root, 0, False, False)]
        letters = {True: MOST_LETTERS, False: MOST_LETTERS}
        while waiting and len(self.tags) < MOST_ELEMENTS:
            element, parent, chrome, linked = waiting.pop()
            tag = element.tag
            place = len(self.tags)
            name = f"{element.get('class')} {element.get('id')}".strip()
            chrome = chrome or self._is_chrome(element, name, parent)
            linked = linked or (tag == "a" and "href" in element.attributes)
            self.tags.append(tag)
            self.names.append(name)
            self.parents.append(parent)
            self.in_chrome.append(chrome)
            self.elements.append(element)
            inside = [] if tag in _DRAWN else element.inside
            inner = [part for part in inside if isinstance(part, Element) and part.tag not in _UNSEEN]
            waiting.extend((child, place, chrome, linked) for child in reversed(inner))
            text = " ".join(" ".join(part for part in inside if isinstance(part, str)).split())
            self.own.append(_counted(tag, text, linked))
            if tag == "h1" or (tag in _HEADINGS and not chrome):
                self._name(tag, element)
            if text and letters[chrome] > 0:
                letters[chrome] -= len(text)
                self._say(tag, text, chrome, linked)

    def _is_chrome(self, element: Element, name: str, parent: int) -> bool:
        tag = element.tag
        if tag in ("body", "html", "main", "article"):
            return False
        if tag in _CHROME_TAGS or element.get("role") in _CHROME_ROLES:
            return True
        if tag == "header":
            return not any(above in ("article", "main", "section") for above in self._above(parent))
        return bool(name) and _CHROME_NAME.search(name) is not None

    def _above(self, place: int) -> Iterator[str]:
        """The tags of an element and of all that it stands in."""
        while place:
            yield self.tags[place]
            place = self.parents[place]

    def _name(self, tag: str, heading: Element) -> None:
        text = " ".join("".join(islice(heading.texts(), 40)).split())[:300]
        if text and len(self.headings) < _MOST_HEADINGS:
            self.headings.append(f"{tag} {text}")

    def _say(self, tag: str, text: str, chrome: bool, linked: bool) -> None:
        (self.chrome if chrome else self.content).append(text)
        if (linked or tag in ("button", "label", "option")) and len(text) <= 60:
            self.anchors.append(text)


def _counted(tag: str, text: str, linked: bool) -> list[float]:
    row = [0.0] * len(COUNTED)
    if text:
        row[_COLUMN["text"]] = float(len(text))
        row[_COLUMN["linked"]] = float(len(text) * linked)
        row[_COLUMN["price"]] = float(len(text) < 2000 and _PRICE.search(text) is not None)
        row[_COLUMN["date"]] = float(len(text) < 200 and _DATE.search(text) is not None)
    if tag in _KIND:
        row[_KIND[tag]] = 1.0
    if tag == "p":
        row[_COLUMN["paragraph"]] = float(len(text) > 60)
    if tag in _CODE:
        row[_COLUMN["code_text"]] = float(len(text))
    return row


def links_of(outline: Outline) -> Iterator[tuple[int, str]]:
    """Place and address of each link, as it is written."""
    for place, (tag, element) in enumerate(zip(outline.tags, outline.elements, strict=True)):
        if tag == "a":
            yield place, element.get("href").strip()
