"""Feeds (RSS, Atom, JSON Feed): each entry is a block with its title, its date and its text."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import feedparser
from lxml import etree, html

from rendering.documents.parts import Parts, Piece, Unreadable, folded, numbered

_FEED_BYTES = 8 * 1024 * 1024
_MOST_ENTRIES = 5000
_ENTRY_LETTERS = 20_000
_JSON_FEED = "https://jsonfeed.org/version/"


def feed_parts(body: bytes, url: str, content_type: str) -> Parts:
    """The entries of an RSS or Atom feed.

    Raises
    ------
    Unreadable
        It has neither a title nor entries.
    """
    # a stream: bytes are the name of a file to feedparser first, and strings an address
    told: Any = feedparser.parse(
        io.BytesIO(body[:_FEED_BYTES]),
        response_headers={"content-location": url, "content-type": content_type},
        sanitize_html=False,  # it becomes text here
    )
    if not told.entries and not told.feed.get("title"):
        raise Unreadable("has no entries")
    pieces = _head(told.feed.get("title", ""), told.feed.get("subtitle", ""))
    pieces += [_entry(place, entry) for place, entry in enumerate(told.entries[:_MOST_ENTRIES], 1)]
    cut = (
        [f"of a feed of {len(body)} bytes the first {_FEED_BYTES} are read"]
        if len(body) > _FEED_BYTES
        else []
    )
    return Parts(
        pieces=pieces,
        title=_words(told.feed.get("title", "")),
        left_out=cut,
        facts={"entries": len(told.entries)},
    )


def is_json_feed(value: Any) -> bool:
    """Whether a JSON document is a feed (jsonfeed.org)."""
    return (
        isinstance(value, dict)
        and str(value.get("version", "")).startswith(_JSON_FEED)
        and isinstance(value.get("items"), list)
    )


def json_feed_parts(value: Mapping[str, Any]) -> Parts:
    """The entries of a JSON Feed."""
    entries = [item for item in value["items"] if isinstance(item, dict)]
    pieces = _head(value.get("title", ""), value.get("description", ""))
    for place, item in enumerate(entries[:_MOST_ENTRIES], 1):
        said = item.get("content_text") or _words(item.get("content_html") or item.get("summary") or "")
        date = item.get("date_published") or item.get("date_modified") or ""
        link = item.get("url") or item.get("external_url") or ""
        pieces.append(_piece(place, _words(item.get("title") or ""), str(date), str(said), str(link)))
    return Parts(pieces=pieces, title=_words(value.get("title", "")), facts={"entries": len(entries)})


def _entry(place: int, entry: Mapping[str, Any]) -> Piece:
    contents = [part.get("value", "") for part in entry.get("content", ())]
    said = _words(contents[0] if contents else entry.get("summary", ""))
    date = entry.get("published") or entry.get("updated") or ""
    return _piece(place, _words(entry.get("title", "")), date, said, entry.get("link", ""))


def _piece(place: int, title: str, date: str, said: str, link: str) -> Piece:
    lines = (title, date, said[:_ENTRY_LETTERS], link)
    return Piece(
        path=f"feed>{numbered('article', place)}",
        tag="article",
        text=folded("\n".join(line for line in lines if line)),
        links=(link,) if link else (),
    )


def _head(title: Any, subtitle: Any) -> list[Piece]:
    told = (("h1", _words(title)), ("p", _words(subtitle)))
    return [Piece(path=f"feed>{tag}", tag=tag, text=text) for tag, text in told if text]


def _words(markup: Any) -> str:
    """The text of a piece of HTML."""
    text = str(markup or "")
    if "<" in text or "&" in text:
        try:
            root = html.fromstring(f"<div>{text}</div>")
        except (etree.LxmlError, ValueError):
            return folded(text)
        etree.strip_elements(root, "script", "style", with_tail=False)
        text = " ".join(str(part) for part in root.itertext())
    return " ".join(text.replace("\0", "").split())
