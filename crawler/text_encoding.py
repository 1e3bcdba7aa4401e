"""Encodings of documents: UTF-16 and UTF-32 become UTF-8."""

from __future__ import annotations

import codecs
import re

from w3lib.encoding import read_bom

_DECLARATION = re.compile(r"^\s*<\?xml\s[^>]*\?>")
_ZEROS = (
    (re.compile(rb"\0\0\0[^\0]"), "utf-32-be"),
    (re.compile(rb"[^\0]\0\0\0"), "utf-32-le"),
    (re.compile(rb"\0[^\0]"), "utf-16-be"),
    (re.compile(rb"[^\0]\0"), "utf-16-le"),
)
"""How the first character looks where no byte order mark says the encoding: markup and addresses begin in ASCII."""

_OF_PYTHON = frozenset(
    {
        "base64", "bz2", "hex", "idna", "mbcs", "oem", "punycode", "quopri", "raw-unicode-escape", "rot-13",
        "undefined", "unicode-escape", "uu", "zlib",
    }
)  # fmt: skip
"""Codecs that Python knows and no browser: some are for bytes, and punycode takes hours for a page."""


def is_readable(encoding: str) -> bool:
    """Whether text may be in an encoding, by its name in Python."""
    try:
        return codecs.lookup(encoding).name not in _OF_PYTHON
    except LookupError:
        return False


def as_utf8(body: bytes) -> bytes:
    """The document as UTF-8 without mark or XML declaration; in an encoding of one byte a letter, as it is."""
    marked, mark = read_bom(body)
    encoding = marked or next((name for start, name in _ZEROS if start.match(body)), None)
    if encoding == "utf-8":
        return body.removeprefix(mark or b"")
    if encoding is None:
        return body
    text = body.removeprefix(mark or b"").decode(encoding, errors="replace")
    return _DECLARATION.sub("", text).encode()
