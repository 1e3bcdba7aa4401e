"""Types that content type and address determine: feeds and data, notices and policies, front pages.

The labelled pages that the shipped model learned from have none of these. A feed is one by what the server says or by
what the body is; a notice by words of its address and of its title or first heading that say the same; a front page by
standing where a site begins and leading to many others.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np

from changemodel.classify.page_outline import Outline, links_of
from changemodel.classify.page_type_tokens import address_parts

FEED, NOTICE, FRONT_PAGE = "feed", "notice", "front-page"

FRONTS = frozenset({"listing", "service", "article"})
"""What a model that knows no front pages takes one for; the entrance of a shop or a forum is none."""

HEADLINES, HEADLINE_LETTERS, LINKED = 30, 30, 0.25
"""At the entrance of a site: how many links of how many letters make a front page, and what share of the text is in
links. Between five front pages of newspapers (36 to 248 links, shares of .29 and more) and 31 entrances of services, of
which one has as many."""

CERTAIN, LIKELY = 0.99, 0.9
"""What the rules state as their probability: of a body that is data, and of words. No measured figures."""

_DATA_MEDIA = re.compile(
    r"application/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|x-ndjson|jsonlines|csv|sql|vnd\.ms-excel|rss|atom|parquet)"
    r"|application/vnd\.(?:openxmlformats-officedocument\.spreadsheetml\.sheet|oasis\.opendocument\.spreadsheet)"
    r"|text/(?:xml|csv|tab-separated-values|calendar|yaml|vcard)",
    re.IGNORECASE,
)
_HTML_MEDIA = re.compile(r"text/html|application/xhtml\+xml", re.IGNORECASE)
_OTHER_MEDIA = re.compile(
    r"(?:image|audio|video|font)/|application/(?:pdf|zip|octet-stream|gzip)", re.IGNORECASE
)
_XML_ROOT = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<\?[^>]*>\s*|<!DOCTYPE[^>]*>\s*)*<([A-Za-z][\w:.-]*)",
    re.DOTALL,
)
_DATA_ENDINGS = (
    "rss",
    "atom",
    "xml",
    "json",
    "jsonl",
    "geojson",
    "csv",
    "tsv",
    "yaml",
    "yml",
    "ics",
    "rdf",
    "xlsx",
    "ods",
)
_BINARY = (
    b"%PDF-",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"RIFF",
    b"\x7fELF",
    b"wOFF",
    b"wOF2",
)
_HEAD = 4096

_PHRASE = "|".join(
    (
        r"privacy (?:policy|notice|statement|cent(?:er|re))",
        r"cookies? (?:policy|notice|statement)",
        r"terms (?:(?:of|and|&) )?(?:services?|use|conditions|sale)",
        r"conditions of (?:use|sale)",
        r"(?:user|licen[cs]e) agreement",
        r"legal (?:notices?|information)",
        r"(?:service|public|copyright) notice",
        r"(?:returns?|refund|shipping|acceptable use) policy",
        r"accessibility statement|code of conduct",
        r"datenschutz(?:erklärung|erklaerung|hinweise)|nutzungsbedingungen",
        r"mentions l[ée]gales|politique de confidentialité",
        r"aviso legal|política de privacidad",
    )
)
_WORD_ALONE = (
    r"privacy|cookies?|terms|legal|disclaimer|imprint|impressum|datenschutz|agb|tos|eula|dmca|policies"
)
_NOTICE_ADDRESS = re.compile(
    rf"(?:\w+ ){{0,2}}(?:{_PHRASE})(?: (?:page|[a-z]{{2}}|\d+))?|(?:(?:our|the|site|website) )?(?:{_WORD_ALONE})",
    re.IGNORECASE,
)
_NOTICE_TITLE = re.compile(rf"\b(?:{_PHRASE}|{_WORD_ALONE})\b", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?", re.IGNORECASE)
_START = re.compile(
    r"(?:index|home|default|start|startseite|main)(?:\.(?:html?|php|aspx?|jsp|shtml))?", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True)
class RuleVerdict:
    """What a rule says, and why."""

    type: str
    probability: float
    reason: str


def data_verdict(url: str | None, media_type: str | None, body: bytes) -> RuleVerdict | None:
    """Feed or data, where the content type or the body is that of data; None where neither is."""
    media = (media_type or "").partition(";")[0].strip()
    root = _root_of(body)
    if root == "html" or (_HTML_MEDIA.match(media) and not _is_feed_root(root)):
        return None
    if _is_feed_root(root):
        return RuleVerdict(type=FEED, probability=CERTAIN, reason=f"the body is XML with the root <{root}>")
    if _DATA_MEDIA.fullmatch(media):
        return RuleVerdict(type=FEED, probability=CERTAIN, reason=f"the content type is {media.lower()}")
    if _is_json(body):
        return RuleVerdict(type=FEED, probability=CERTAIN, reason="the body is JSON")
    ending = _ending(url)
    if (ending in _DATA_ENDINGS or ending == "robots.txt") and not _looks_like_html(body):
        return RuleVerdict(
            type=FEED, probability=LIKELY, reason=f"the address ends in {ending}, and the body is no HTML"
        )
    return None


def why_unread(media_type: str | None, body: bytes) -> str | None:
    """Why there is nothing in a body that a type could be told from; None where there is."""
    media = (media_type or "").partition(";")[0].strip()
    if not body.strip(b" \t\r\n\0\xef\xbb\xbf"):
        return "the body is empty"
    head = body[:_HEAD]
    if head.startswith(_BINARY) or (_OTHER_MEDIA.match(media) and not _looks_like_html(body)):
        return f"the body is no HTML ({media.lower() or 'a binary file'})"
    if not _looks_like_html(body) and _controls(head) > 0.1:
        return "the body is no text"
    return None


def notice_verdict(url: str | None, outline: Outline | None) -> RuleVerdict | None:
    """Notice or policy, where a part of the address and the title, or the first heading, both call it so."""
    _, segments, _ = address_parts(url)
    named = next((item for item in reversed(segments[-2:]) if _NOTICE_ADDRESS.fullmatch(_spoken(item))), None)
    if named is None:
        return None
    if outline is None:
        return RuleVerdict(type=NOTICE, probability=LIKELY, reason=f"the address says {_spoken(named)!r}")
    title = " ".join(outline.title.split())[:200]
    first = next((text[3:] for text in outline.headings), "")
    said = next((text for text in (first, title) if _NOTICE_TITLE.search(text)), None)
    if said is None:
        return None
    reason = f"the address says {_spoken(named)!r}, and the page is called {said[:80]!r}"
    return RuleVerdict(type=NOTICE, probability=LIKELY, reason=reason)


def is_entrance(url: str | None) -> bool:
    """Whether an address is where a site begins: no path, an index file, or a language alone."""
    host, segments, _ = address_parts(url)
    rest = [item for item in segments if not _START.fullmatch(item)]
    return bool(host) and (not rest or (len(rest) == 1 and _LANGUAGE.fullmatch(rest[0]) is not None))


def front_page_verdict(url: str | None, outline: Outline) -> RuleVerdict | None:
    """Front page, where a site begins with many links as long as headlines."""
    if not is_entrance(url):
        return None
    in_page = ~np.array(outline.in_chrome)
    links = [place for place, _ in links_of(outline) if in_page[place]]
    if not links:
        return None
    text, linked = outline.counts[in_page][:, :2].sum(axis=0)
    count = int((outline.within(links)[:, 0] >= HEADLINE_LETTERS).sum())
    if count < HEADLINES or linked < LINKED * text:
        return None
    reason = f"it is where the site begins, and {count} links on it are as long as headlines"
    return RuleVerdict(type=FRONT_PAGE, probability=LIKELY, reason=reason)


def _spoken(segment: str) -> str:
    """A part of an address as words: without its ending, and with spaces for hyphens."""
    stem = re.sub(r"\.(?:html?|php|aspx?|jsp|md)$", "", segment, flags=re.IGNORECASE)
    return " ".join(re.sub(r"[-_+.]", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem)).lower().split())


def _root_of(body: bytes) -> str:
    found = _XML_ROOT.match(body[:_HEAD])
    return found[1].decode("ascii", "replace").lower() if found else ""


def _is_feed_root(root: str) -> bool:
    return root.rpartition(":")[2] in ("rss", "feed", "rdf", "urlset", "sitemapindex", "opml", "kml", "gpx")


def _looks_like_html(body: bytes) -> bool:
    head = body[:_HEAD].lower()
    return b"<html" in head or b"<!doctype html" in head or b"<body" in head or b"<head" in head


def _is_json(body: bytes) -> bool:
    text = body.strip(b" \t\r\n\xef\xbb\xbf")
    if not (text[:1] in (b"{", b"[") and text[-1:] in (b"}", b"]")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _ending(url: str | None) -> str:
    _, segments, _ = address_parts(url)
    last = segments[-1].lower() if segments else ""
    return last if last == "robots.txt" else last.rpartition(".")[2] if "." in last else ""


def _controls(head: bytes) -> float:
    """The share of control characters, which text has none of."""
    return sum(byte < 9 or 13 < byte < 32 for byte in head) / len(head)
