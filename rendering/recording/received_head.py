"""The head of a response as its server sent it, byte for byte, from DevTools events.

They tell it twice (``Network.responseReceivedExtraInfo``). ``headersText`` has every line in its order and spelling,
read as UTF-8, with the bytes that are not gone: in Latin-1 text these are letters, and line ends after them.
``headers`` has each name's value with all of its bytes, read as windows-1252, but names in another order and values
without the space around them. Where both say the same, the text is the head; else the head is the one that would be
told as this text, made of these values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from storage.records import Headers

_STATUS_LINE = re.compile(r"HTTP/\d(?:\.\d)? \d{3} ?")
_COLON = re.compile(r"[ \t]*:[ \t]*")
_SPACE = re.compile(r"[ \t]*")
_LINE = re.compile(r"[^:\r\n]+\r\n")
_SPACES = b" \t"
_LONGEST = 3  # bytes of a character after its first


def received_head(told: Mapping[str, Any]) -> bytes:
    """The status line and the header lines, each with its line end.

    Where the browser tells no text (HTTP/2 and 3) the status line is empty, and the lines are made of the values.
    """
    text = told.get("headersText", "").removesuffix("\r\n")
    stated = told.get("headers", {})
    values = {name: [_as_sent(each) for each in value.split("\n")] for name, value in stated.items()}
    head = text.encode("utf-8", "surrogatepass")
    if _values_of(head) == values:
        return bytes(head)
    return _put_together(text, values)


def with_status_line(head: bytes, candidates: Iterable[bytes]) -> bytes:
    """The head with the one of these status lines that is told as its own, where one is."""
    first, end, rest = head.partition(b"\r\n")
    for line in candidates:
        if _told(line + b"\r\n\r\n")[0].rstrip("\r\n").encode() == first:
            return line + end + rest
    return head


def reason_of(head: bytes) -> str:
    """The reason phrase of a head."""
    return as_text(head.partition(b"\r\n")[0].partition(b" ")[2].partition(b" ")[2])


def headers_of(head: bytes) -> Headers:
    """The names and values of a head, as text: UTF-8, or else windows-1252."""
    return tuple((as_text(name), as_text(value.strip(_SPACES))) for name, value in _lines(head))


def as_text(data: bytes) -> str:
    """Bytes of a header for people to read."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_letter(byte) for byte in data)


def _letter(byte: int) -> str:
    """windows-1252 as browsers read it: what has no letter there is a control character."""
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


def _as_sent(value: str) -> bytes:
    """The bytes that were read as windows-1252, or as Latin-1."""
    sent = bytearray()
    for letter in value:
        code = ord(letter)
        sent += bytes((code,)) if code < 256 else letter.encode("cp1252", "replace")
    return bytes(sent)


def _lines(head: bytes) -> Iterator[tuple[bytes, bytes]]:
    for line in head.split(b"\r\n")[1:]:
        name, colon, value = line.partition(b":")
        if colon and name:
            yield name.rstrip(_SPACES), value


def _values_of(head: bytes) -> dict[str, list[bytes]]:
    values: dict[str, list[bytes]] = {}
    for name, value in _lines(head):
        values.setdefault(name.decode("latin-1"), []).append(value.strip(_SPACES))
    return values


def _put_together(text: str, values: Mapping[str, list[bytes]]) -> bytes:
    """The head that is told as ``text``; where none is found, the values in the order in which they are known."""
    first = _STATUS_LINE.match(text)
    begin = first.end() if first else 0
    line_end = text.find("\r\n", begin)
    ends = [line_end + 2] if line_end >= 0 else []
    # a status line that ends in such a byte has lost its line end: then the first header stands in it
    ends += [at for name in values if (at := text.find(f"{name}:", begin, max(line_end, 0))) >= 0]
    for end in ends:
        lines = _aligned(text, end, {name: list(each) for name, each in values.items()})
        if lines is not None:
            return text[:end].removesuffix("\r\n").encode() + b"\r\n" + lines
    known = [name.encode("latin-1", "replace") + b": " + each for name in values for each in values[name]]
    return text[: max(line_end, 0)].encode() + b"\r\n" + b"\r\n".join(known) + b"\r\n"


def _aligned(text: str, position: int, left: dict[str, list[bytes]]) -> bytes | None:
    """The header lines that are told as the rest of ``text``; None where no order of them is."""
    lines, carried = b"", b""
    while any(left.values()):
        found = _next_line(text, position, carried, left) or _no_field(text, position, carried)
        if found is None:
            return None
        told, carried = _told(carried + found)
        lines, position = lines + found, position + len(told)
    return lines


def _next_line(text: str, position: int, carried: bytes, left: dict[str, list[bytes]]) -> bytes | None:
    """The field that is told next, taken from those that are left; the space around its value is as told."""
    for name, values in left.items():
        if not values:
            continue
        line = name.encode("latin-1", "replace")
        for pattern, more in ((_COLON, values[0]), (_SPACE, b"\r\n")):
            told, rest = _told(carried + line)
            between = pattern.match(text, position + len(told))
            if between is None:
                break
            # where a character is not complete yet, what follows is not told
            line += (b"" if rest and pattern is _SPACE else between[0].encode()) + more
        else:
            if text.startswith(_told(carried + line)[0], position):
                values.pop(0)
                return line
    return None


def _no_field(text: str, position: int, carried: bytes) -> bytes | None:
    """A line that is no field, and so has no value."""
    line = None if carried else _LINE.match(text, position)
    return line[0].encode() if line else None


def _told(data: bytes) -> tuple[str, bytes]:
    """How DevTools tell these bytes, and those at the end whose character is not complete yet.

    A byte that begins no character is left out; one that begins a character that does not follow takes with it as many
    bytes as the character would have had.
    """
    told, at = [], 0
    while at < len(data):
        byte = data[at]
        more = 0 if byte < 0x80 else 1 if byte & 0xE0 == 0xC0 else 2 if byte & 0xF0 == 0xE0 else _LONGEST
        if byte >= 0x80 and not (byte & 0xE0 == 0xC0 or byte & 0xF0 == 0xE0 or byte & 0xF8 == 0xF0):
            at += 1
            continue
        if at + more >= len(data):
            break
        told.append(
            data[at : at + more + 1].decode("utf-8", "ignore")
            if more == 0 or _follows(data, at, more)
            else ""
        )
        at += more + 1
    return "".join(told), data[at:]


def _follows(data: bytes, at: int, more: int) -> bool:
    return all(byte & 0xC0 == 0x80 for byte in data[at + 1 : at + more + 1])
