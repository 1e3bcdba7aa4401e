"""The input of the response gate: a response, its rendered page, and measures of it.

Everything is worked out once, when first asked for; an ordinary page is never parsed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from lxml import etree, html

from storage.records import Headers

_PARSED_CHARACTERS = 1_000_000  # a page that stands in for another is short
_SEPARATORS = re.compile(r"\s+[-|/·•»«:–—]+\s+|\s*[|–—»«]\s*|:\s+")
_WORD = re.compile(r"[^\W\d_]+")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_EDGES = " \t\n.,;:!?'\"()[]{}…*#-–—"
_INTERJECTION = re.compile(
    r"^(?:sorry|oops|ooops|oh no|uh[- ]?oh|whoops|hmm+|error|fehler|erreur|ups|hoppla|we're sorry|désolé)\b\W+"
)


@dataclass(frozen=True)
class RenderedAnswer:
    """An answer, and what its page showed once it had come to rest."""

    requested_url: str
    final_url: str
    status: int | None = 200
    headers: Headers = ()
    title: str = ""
    text: str = ""  # visible
    html: str = ""  # rendered

    @cached_property
    def fields(self) -> dict[str, str]:
        """Headers by lower-case name; repeated ones joined."""
        found: dict[str, str] = {}
        for name, value in self.headers:
            key = name.lower()
            found[key] = f"{found[key]}, {value}" if key in found else value
        return found

    @cached_property
    def words(self) -> int:
        """Visible words; two ideographs count as one."""
        ideographs = len(_IDEOGRAPHS.findall(self.text))
        return len(_WORD.findall(_IDEOGRAPHS.sub(" ", self.text))) + ideographs // 2

    @cached_property
    def title_parts(self) -> tuple[str, ...]:
        """The title cut at its separators: an error page's name stands beside its site's."""
        return (
            *tuple(part for piece in _SEPARATORS.split(self.title) if (part := folded(piece))),
            folded(self.title),
        )

    @cached_property
    def headings(self) -> tuple[str, ...]:
        """First and second level headings, at most six."""
        nodes = [] if self._tree is None else self._tree.iter("h1", "h2")
        texts = (folded(" ".join(node.itertext())) for node in nodes)
        return tuple(text for text in texts if text)[:6]

    @cached_property
    def links(self) -> int:
        """Links to other addresses."""
        if self._tree is None:
            return 0
        return sum(not (link.get("href") or "#").startswith("#") for link in self._tree.iter("a"))

    @cached_property
    def asks_password(self) -> bool:
        """Whether there is a field for a password."""
        return self._tree is not None and any(
            (field.get("type") or "").lower() == "password" for field in self._tree.iter("input")
        )

    @cached_property
    def paragraphs(self) -> int:
        """Paragraphs of prose: at least 25 words each."""
        if self._tree is None:
            return 0
        return sum(len(_WORD.findall(" ".join(node.itertext()))) >= 25 for node in self._tree.iter("p"))

    @property
    def was_redirected(self) -> bool:
        """Whether another page than the one asked for came; a slash, the scheme or ``www.`` is no other page."""
        return _place(self.requested_url) != _place(self.final_url)

    @cached_property
    def _tree(self) -> etree._Element | None:
        try:
            return html.fromstring(self.html[:_PARSED_CHARACTERS]) if self.html.strip() else None
        except (etree.ParserError, ValueError):
            return None


def text_of(markup: str) -> str:
    """The text of a page that was never rendered: what stands outside scripts, styles and head."""
    try:
        root = html.fromstring(markup[:_PARSED_CHARACTERS])
    except (etree.ParserError, ValueError):
        return ""
    etree.strip_elements(root, "script", "style", "noscript", "template", "head", with_tail=False)
    return " ".join(root.text_content().split())


def folded(text: str) -> str:
    """Lower case, white space and quotation marks alike, no punctuation at the edges, no interjection before."""
    plain = re.sub(r"\s+", " ", text.replace("\u2019", "'").replace("`", "'")).lower().strip(_EDGES)
    return _INTERJECTION.sub("", plain)


def _place(url: str) -> tuple[str, str, str]:
    parts = urlsplit(url)
    return ((parts.hostname or "").removeprefix("www."), parts.path.rstrip("/"), parts.query)
