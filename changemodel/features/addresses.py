"""What an address names, without what only tells visits, campaigns and builds apart: documents and pictures.

Two links under the same words lead to the same document where they differ in a session, a campaign or a number against
caches alone. A picture is named by the words of its file: not by the server that sends it, its size, or a digest.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

_OF_A_VISIT = re.compile(
    r"(?:utm|mc|pk|mtm|hsa|oly|vero|wt|trk|ref)_.*|_+.*|[a-z]{1,3}clid|gclsrc|igshid|icid|s?cid|cmp(?:id)?|campaign|ref|"
    r"[a-z]*sess(?:ion)?(?:_?id)?|sid|cfid|cftoken|[a-z_-]*token|csrf.*|nonce|sig(?:nature)?|expires|x-amz-.*|"
    r"ver|version|rev|revision|build|cb|cache(?:buster|bust)?|hash|digest|etag|rnd|rand(?:om)?|ts|timestamp|"
    r"last-?mod(?:ified)?",
    re.IGNORECASE,
)
_VERSION = re.compile(
    r"[0-9.]+|[0-9a-f]{6,}", re.IGNORECASE
)  # under "v" or "t", which elsewhere name a film or a thread
_SESSION_IN_PATH = re.compile(r";[a-z]*sess[a-z]*=[^/?#]*|/\(S\([a-z0-9]+\)\)", re.IGNORECASE)
_MADE = re.compile(r"(?=[^/]*\d)(?=[^/]*[a-f])[0-9a-f]{8,}|[0-9a-f]{32,}|\d{9,}", re.IGNORECASE)
_PART = re.compile(r"[^\W_]+")
_SIZE = re.compile(r"\d+x\d*|x\d+|\d+(?:px|w|h|q|dpi)|[whqv]\d+|\d+x", re.IGNORECASE)
_FORM = frozenset(
    re.findall(
        r"\w+",
        "scaled thumb thumbnail small medium large full original orig crop cropped resized retina min mobile desktop "
        "tablet wide square jpg jpeg png gif webp avif svg bmp ico",
    )
)
_NAMELESS = frozenset(
    re.findall(
        r"\w+",
        "img image images dsc dscn dscf pxl photo foto bild picture pic file download unnamed untitled default "
        "screenshot banner ad ads pixel blank spacer placeholder avatar logo icon sprite",
    )
)
_LETTERS = 3  # of a word that names something


@lru_cache(maxsize=16384)
def document_of(url: str) -> str:
    """An address without its scheme, fragment, sessions, campaigns, versions and digests; what is no URL as it is."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:  # such as "http://[broken"
        return url
    query = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not _OF_A_VISIT.fullmatch(name) and not _is_version(name, value)
    ]
    path = _without_digests(_SESSION_IN_PATH.sub("", parts.path))
    scheme = "" if parts.scheme in ("", "http", "https") else f"{parts.scheme}:"
    return f"{scheme}{parts.netloc.lower()}{path}{'?' if query else ''}{urlencode(sorted(query))}"


@lru_cache(maxsize=16384)
def picture_name(url: str) -> str:
    """The words of a picture's file; "" where no person named it."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    if parts.scheme not in ("", "http", "https"):
        return ""
    file = unquote(parts.path.rstrip("/").rpartition("/")[2], errors="replace")
    words = [word.casefold() for word in _PART.findall(_without_digests(file))]
    kept = [
        word for word in words if word not in _FORM and not _SIZE.fullmatch(word) and not _is_number(word)
    ]
    named = [word for word in kept if word.isalpha() and len(word) >= _LETTERS and word not in _NAMELESS]
    return " ".join(kept) if named else ""


def _is_version(name: str, value: str) -> bool:
    return (name == "v" and _VERSION.fullmatch(value) is not None) or (
        name == "t" and _MADE.fullmatch(value) is not None
    )


def _without_digests(path: str) -> str:
    """Without digests and times of making behind a name: ``report.3f2a9c1b.pdf``."""
    return re.sub(rf"(?<=[^\W_])[._-](?:{_MADE.pattern})(?=[._-]|$)", "", path, flags=re.IGNORECASE)


def _is_number(word: str) -> bool:
    """Whether a number is too long to say a year or which of several."""
    return word.isdigit() and len(word) > 4
