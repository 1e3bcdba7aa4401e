"""Plain text (also CSV, calendars, logs), and the decoding that all kinds of text need."""

from __future__ import annotations

from itertools import pairwise

from charset_normalizer import from_bytes
from w3lib.encoding import http_content_type_encoding, read_bom

from rendering.documents.kinds import unmarked_utf16
from rendering.documents.parts import Parts, Piece, folded, numbered

_DETECTED_BYTES = 200_000
_NARROWEST = 50  # letters of a line from which on it may have been broken for lack of room


def decoded(body: bytes, content_type: str) -> str:
    """A text by its mark, its declared charset, as UTF-8, or as it looks; never an error.

    What has other letters than ASCII and is valid UTF-8 is that, whatever charset a server declares for all its files.
    """
    marked, mark = read_bom(body)
    if marked is not None:
        return body[len(mark or b"") :].decode(marked, "replace")
    told = [unmarked_utf16(body), http_content_type_encoding(content_type)]
    for encoding in (*told, "utf-8") if body.isascii() else ("utf-8", *told):
        if encoding is not None:
            try:
                return body.decode(encoding)
            except (UnicodeDecodeError, LookupError):
                continue
    best = from_bytes(body[:_DETECTED_BYTES]).best()
    return body.decode(best.encoding if best is not None else "cp1252", "replace")


def text_parts(body: bytes, content_type: str) -> Parts:
    """A text: each line a block, and each paragraph that was broken into lines for lack of room."""
    text = decoded(body, content_type).replace("\0", "")
    pieces: list[Piece] = []
    for paragraph in _paragraphs(text):
        for line in [" ".join(paragraph)] if is_wrapped(paragraph) else paragraph:
            pieces.append(Piece(path=f"text>{numbered('p', len(pieces) + 1)}", text=folded(line)))
    return Parts(pieces=pieces)


def is_wrapped(lines: list[str]) -> bool:
    """Whether the lines are one paragraph: none has room for the first word of the next."""
    width = max(map(len, lines))
    if len(lines) < 2 or width < _NARROWEST:
        return False
    return all(len(line) + 1 + len(after.split(maxsplit=1)[0]) > width for line, after in pairwise(lines))


def _paragraphs(text: str) -> list[list[str]]:
    """The lines between empty ones."""
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            found[-1].append(line.strip())
        elif found[-1]:
            found.append([])
    return [lines for lines in found if lines]
