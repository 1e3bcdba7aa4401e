"""The lines before a block: the head of a WARC record, and the head of the HTTP message in it.

warcio parses heads out of streams of its own; here they are parsed where the bytes are at hand already, by the same
rules: UTF-8 or else Latin-1, lines that end with or without CR, lines that go on behind white space.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

LONGEST_HEAD = 1 << 22
"""Bytes of a head; what has a longer one is no record."""

_CHUNK = 1 << 16
_END = re.compile(rb"\r*\n\r*\n")
_VERSION = re.compile(r"WARC/\d\.\d+")
_DIGITS = re.compile(r"\d{1,15}")


class NoRecord(Exception):
    """What was read does not begin with a head, or ends within it.

    Raised within storage only, and dealt with where it is raised.
    """


@dataclass(frozen=True, slots=True)
class Head:
    """First line and headers."""

    first_line: str
    headers: tuple[tuple[str, str], ...]  # names in lower case

    def get(self, name: str) -> str:
        """The first value of a header, by its lower-case name; empty where it is not stated."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    def all(self, name: str) -> list[str]:
        """All values of a header."""
        return [value for key, value in self.headers if key == name]


def head_end(data: bytes | memoryview, start: int = 0, end: int = sys.maxsize) -> int:
    """Where the block begins behind the empty line that ends the head; -1: there is none yet."""
    found = _END.search(data, start, end)
    return -1 if found is None else found.end()


def split_head(read: Callable[[int], bytes], begun: bytes = b"") -> tuple[bytes, bytes]:
    """The bytes of the head that ``read`` gives, and those behind it that were read with it.

    Raises
    ------
    NoRecord
        There is no end of a head within ``LONGEST_HEAD`` bytes.
    """
    seen, data = 0, begun or read(_CHUNK)
    while (end := head_end(data, max(0, seen - 3))) < 0:
        if len(data) > LONGEST_HEAD or not (more := read(_CHUNK)):
            raise NoRecord
        seen, data = len(data), data + more
    return data[:end], data[end:]


def parsed_head(data: bytes) -> Head:
    """The head that ``data`` is."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("iso-8859-1")
    lines = text.split("\n")
    headers: list[tuple[str, str]] = []
    for line in lines[1:]:
        if line[:1] in (" ", "\t") and headers:
            name, value = headers[-1]
            headers[-1] = (name, value + line.rstrip("\r"))
            continue
        name, colon, value = line.partition(":")
        if colon:
            headers.append((name.rstrip(" \t").lower(), value.strip()))
    return Head(lines[0].rstrip("\r"), tuple(headers))


def block_length(head: Head) -> int | None:
    """The Content-Length of a WARC record's head; None: it is no such head."""
    stated = head.get("content-length")
    if not _VERSION.fullmatch(head.first_line.strip()) or not _DIGITS.fullmatch(stated):
        return None
    return int(stated)
