"""The kind of a body: by its first bytes, and by its media type where these leave it open.

Servers send PDFs as ``application/octet-stream``, JSON as ``text/html`` and feeds as ``text/xml``. The order and the
"binary data bytes" follow the WHATWG's MIME Sniffing Standard (sections 3 and 7).
"""

from __future__ import annotations

import mimetypes
import re
import zlib
from enum import StrEnum
from urllib.parse import urlsplit

HTML_TYPES = ("text/html", "application/xhtml+xml")

_HEAD_BYTES = 4096
_SNIFFED_BYTES = 1445
_PDF = b"%PDF-"
_ENDS = {"{": b"}", "[": b"]"}
_PDF_WITHIN = 1024  # readers accept what stands before it up to here
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c\x1d\x1f]")  # a record separator parts JSON texts
_STRAY = 0.02  # share of control characters that a text may hold
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_GZIP = b"\x1f\x8b\x08"
_PROLOGUE = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)")
_HTML_DOCTYPE = re.compile(r"<!DOCTYPE\s+html\b", re.IGNORECASE)
_HTML_ROOT = re.compile(
    r"(html|head|body|script|style|title|meta|link|base|iframe|frameset|h[1-6]|div|span|font|center|form|table|a|b|br|p|"
    r"header|footer|nav|main|article|section|ul|ol|img|noscript)$"
)
_ATOM = ("w3.org/2005/Atom", "purl.org/atom")
_RSS_1 = ("purl.org/rss/1.0", "my.netscape.com/rdf")
_JSON_TYPE = re.compile(r"(application|text)/([\w.-]+\+)?(json|x-ndjson|ndjson|jsonl|json-seq|geo\+json)$")
_XML_TYPE = re.compile(r"(application|text|image|model)/([\w.-]+\+)?xml$")
_TEXT_APPLICATION = re.compile(
    r"application/((x-)?(javascript|ecmascript|yaml|toml|sql|sh|tex|csv|ics|subrip|perl|python|httpd-php|latex))$"
)
_WORDS = {
    "image": "an image",
    "video": "a video",
    "audio": "a sound",
    "font": "a font",
    "application/zip": "an archive",
    "application/gzip": "an archive",
    "application/x-gzip": "an archive",
    "application/x-tar": "an archive",
    "application/x-7z-compressed": "an archive",
    "application/vnd.rar": "an archive",
}
_UNREAD = ("image/", "video/", "audio/", "font/")
_OFFICE = re.compile(r"officedocument|opendocument|msword|ms-excel|ms-powerpoint")


class Kind(StrEnum):
    """How a body is read."""

    PAGE = "page"  # HTML
    PDF = "pdf"
    FEED = "feed"
    XML = "xml"
    JSON = "json"
    TEXT = "text"
    FILE = "file"  # nothing of which words or a picture could be compared


def kind_of(body: bytes, mime: str | None) -> Kind:
    """What a body is. ``mime`` is what its server calls it, without parameters."""
    head = unpacked_head(body)
    if head.lstrip().startswith(_PDF) or (_PDF in head[:_PDF_WITHIN] and not is_text(mime)):
        return Kind.PDF
    text = _head_text(head, mime)
    if text is None:
        return Kind.FILE
    start = text.lstrip("\ufeff \t\r\n\f")
    if start.startswith("<"):
        return _markup(start, mime)
    if mime in HTML_TYPES:
        return Kind.JSON if body.strip().endswith(_ENDS.get(start[:1], b"\0")) else Kind.PAGE
    return Kind.JSON if start[:1] in _ENDS or is_json(mime) else Kind.TEXT


def is_packed(body: bytes) -> bool:
    """Whether the body is packed with gzip: a ``.gz`` file, not a content encoding."""
    return body.startswith(_GZIP)


def unpacked_head(body: bytes) -> bytes:
    """The first bytes of a body, of what is inside where it is packed."""
    if not is_packed(body):
        return body[:_HEAD_BYTES]
    try:
        return zlib.decompressobj(wbits=31).decompress(body[: 16 * _HEAD_BYTES], _HEAD_BYTES)
    except zlib.error:
        return body[:_HEAD_BYTES]


def unmarked_utf16(body: bytes) -> str | None:
    """The encoding of a text in UTF-16 without a mark: letters of ASCII have every other byte zero."""
    for name, first in (("utf-16-be", 0), ("utf-16-le", 1)):
        zeros, others = body[first:400:2], body[1 - first : 400 : 2]
        if len(zeros) > 3 and zeros.count(0) > 0.7 * len(zeros) and others.count(0) < 0.1 * len(others):
            return name
    return None


def named(mime: str | None) -> str:
    """A media type in words: "an image (image/png)"."""
    plain = mime or "application/octet-stream"
    word = _WORDS.get(plain) or _WORDS.get(plain.partition("/")[0])
    word = word or ("an office document" if _OFFICE.search(plain) else "a file")
    return f"{word} ({plain})"


def expected(url: str) -> str | None:
    """What the name of a URL says that cannot be compared, in words; None where it may be."""
    mime, packed = mimetypes.guess_type(urlsplit(url).path, strict=False)
    if packed and packed != "gzip":
        return named(f"application/x-{packed}")
    is_told = mime is not None and (mime.startswith(_UNREAD) or mime in _WORDS or _OFFICE.search(mime))
    return named(mime) if is_told and not is_text(mime) else None


def _markup(start: str, mime: str | None) -> Kind:
    """The kind of a text that begins with a tag."""
    root, rest = _root(start)
    if _is_feed(root, rest):
        return Kind.FEED
    if root == "html" or _HTML_DOCTYPE.match(start):
        return Kind.PAGE
    is_declared = start.startswith("<?xml")
    if mime in HTML_TYPES:
        return Kind.XML if is_declared and root and not _HTML_ROOT.match(root) else Kind.PAGE
    return Kind.XML if is_declared or is_xml(mime) else _fragment(root, mime)


def _fragment(root: str, mime: str | None) -> Kind:
    """The kind of markup that says neither by itself nor by its media type what it is."""
    if is_text(mime):
        return Kind.JSON if is_json(mime) else Kind.TEXT
    if not root:
        return Kind.TEXT
    return Kind.PAGE if _HTML_ROOT.match(root) else Kind.XML


def _is_feed(root: str, rest: str) -> bool:
    """RSS in all its versions, and Atom."""
    named = {"rss": ("",), "rdf": _RSS_1, "feed": _ATOM}.get(root, ())
    return any(name in rest for name in named)


def _root(start: str) -> tuple[str, str]:
    """The local name of the first element, lower case, and the text from there on."""
    place = 0
    while found := _PROLOGUE.match(start, place):
        place = found.end()
    element = _ROOT.match(start, place)
    return (element[2].lower() if element else "", start[place:])


def _head_text(head: bytes, mime: str | None) -> str | None:
    """The beginning as text, only good for telling markup; None where it is none."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return head.decode(encoding, "replace")
    wide = unmarked_utf16(head)
    if wide is not None:
        return head.decode(wide, "replace")
    looked_at = head[:_SNIFFED_BYTES]
    strays = len(_BINARY.findall(looked_at))
    may_hold_some = mime is None or is_text(mime)
    if strays > (_STRAY * len(looked_at) if may_hold_some else 0):
        return None
    return head.decode("latin-1")


def is_json(mime: str | None) -> bool:
    """Whether a media type is one of JSON."""
    return mime is not None and _JSON_TYPE.match(mime) is not None


def is_xml(mime: str | None) -> bool:
    """Whether a media type is one of XML."""
    return mime is not None and _XML_TYPE.match(mime) is not None


def is_text(mime: str | None) -> bool:
    """Whether a media type is of what is written, HTML included."""
    if mime is None:
        return False
    return mime.startswith("text/") or bool(_TEXT_APPLICATION.match(mime)) or is_json(mime) or is_xml(mime)
