"""The process that reads a document, with limits of memory and time.

    python -P -m rendering.documents.reading

On its standard input it gets a line of JSON (``Question``) and the body, on its standard output it says the answer: a
line of JSON and a picture, if there is one. Its memory, its processor time and what it may open are limited first.
"""

from __future__ import annotations

import json
import sys
import zlib
from dataclasses import asdict
from typing import Any, BinaryIO

import puremagic

from rendering.documents.data import json_parts, json_value, xml_parts, xml_root
from rendering.documents.feeds import feed_parts, is_json_feed, json_feed_parts
from rendering.documents.kinds import HTML_TYPES, Kind, is_packed, kind_of, named
from rendering.documents.markup import markup_parts
from rendering.documents.parts import MOST_LETTERS, Parts, Unreadable, compared, layout_of, storable, text_of
from rendering.documents.pdf import pdf_parts
from rendering.documents.question import Question
from rendering.documents.texts import text_parts

try:
    import resource
except ImportError:  # a system that has no such limits
    resource = None  # type: ignore[assignment]

_WHAT = {
    Kind.PAGE: "an HTML page",
    Kind.PDF: "a PDF",
    Kind.FEED: "a feed",
    Kind.XML: "an XML document",
    Kind.JSON: "a JSON document",
    Kind.TEXT: "a text",
}
_MIMES = {Kind.PDF: "application/pdf", Kind.JSON: "application/json", Kind.XML: "application/xml"}
_VAGUE = (
    "application/octet-stream",
    "binary/octet-stream",
    "application/x-download",
    "application/force-download",
)


def answer_to(question: Question, body: bytes) -> tuple[dict[str, Any], bytes]:
    """What was read, as JSON, and the picture; ``unreadable`` says why nothing could be compared."""
    try:
        if is_packed(body):
            body = _unpacked(body, question.most_body_bytes)
        kind = kind_of(body, question.mime)
        if kind is Kind.FILE:
            return {
                "kind": kind,
                "mime": _mime(kind, question, body),
                "unreadable": named(_mime(kind, question, body)),
            }, b""
        kind, parts = _read(kind, question, body)
    except Unreadable as error:
        kind = kind_of(body, question.mime)
        said = f"{_WHAT.get(kind, 'a file')} that {error}"
        return {"kind": kind, "mime": _mime(kind, question, body), "unreadable": said}, b""
    return _told(kind, parts, question, body)


def _told(kind: Kind, parts: Parts, question: Question, body: bytes) -> tuple[dict[str, Any], bytes]:
    if not parts.png and not any(piece.text for piece in parts.pieces):
        said = f"{_WHAT[kind]} without words"
        return {"kind": kind, "mime": _mime(kind, question, body), "unreadable": said}, b""
    text, left_out = text_of(parts).encode(), list(parts.left_out)
    taken = compared(parts, question.most_blocks)
    if len(taken) < len(parts.pieces):
        left_out.append(f"of its {len(parts.pieces)} lines the first {len(taken)} are compared")
    if any(len(piece.text) > MOST_LETTERS for piece in taken):
        left_out.append(f"of its longest lines the first {MOST_LETTERS} letters are compared")
    if len(text) > question.most_text_bytes:
        left_out.append(f"of its {len(text)} bytes of text the first {question.most_text_bytes} are kept")
    layout = layout_of(parts, width_px=question.width_px, most_blocks=question.most_blocks)
    told = {
        "kind": kind,
        "mime": _mime(kind, question, body),
        "title": storable(parts.title[:1000]),
        "text": text[: question.most_text_bytes].decode("utf-8", "ignore"),
        "layout": asdict(layout),
        "left_out": left_out,
        "facts": parts.facts,
    }
    return told, parts.png or b""


def _read(kind: Kind, question: Question, body: bytes) -> tuple[Kind, Parts]:
    """The parts of a document, and the kind by which they could be read: what is no JSON may still be text."""
    if kind is Kind.PDF:
        return kind, pdf_parts(body, width_px=question.width_px, most_height_px=question.most_height_px)
    try:
        return _read_text(kind, question, body)
    except Unreadable:
        if kind is Kind.PAGE:
            raise
        return _otherwise(kind, question, body)


def _read_text(kind: Kind, question: Question, body: bytes) -> tuple[Kind, Parts]:
    if kind is Kind.JSON:
        value = json_value(body, question.content_type)
        return (Kind.FEED, json_feed_parts(value)) if is_json_feed(value) else (kind, json_parts(value))
    if kind is Kind.XML:
        return kind, xml_parts(xml_root(body, question.content_type))
    if kind is Kind.TEXT:
        return kind, text_parts(body, question.content_type)
    read = feed_parts if kind is Kind.FEED else markup_parts
    return kind, read(body, question.url, question.content_type)


def _otherwise(kind: Kind, question: Question, body: bytes) -> tuple[Kind, Parts]:
    """A document that is not quite what it seems."""
    if kind is Kind.JSON and question.mime in HTML_TYPES:
        return Kind.PAGE, markup_parts(body, question.url, question.content_type)
    if kind is Kind.FEED:
        try:
            return Kind.XML, xml_parts(xml_root(body, question.content_type))
        except Unreadable:
            pass
    return Kind.TEXT, text_parts(body, question.content_type)


def _unpacked(body: bytes, most_bytes: int) -> bytes:
    """What a file packed with gzip holds, at most so many bytes."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        return unpacking.decompress(body, most_bytes)
    except zlib.error as error:
        raise Unreadable(f"cannot be unpacked ({error})") from error


def _mime(kind: Kind, question: Question, body: bytes) -> str | None:
    """The media type: the server's, unless it says nothing, or something else than the body is."""
    known = _MIMES.get(kind)
    told = question.mime
    if told is None or told in _VAGUE or told in HTML_TYPES or told == "text/plain":
        if kind is Kind.FEED:
            return "application/xml" if body.lstrip()[:1] == b"<" else "application/feed+json"
        return known or (
            "text/html" if kind is Kind.PAGE else "text/plain" if kind is Kind.TEXT else _signature(body)
        )
    return "application/pdf" if kind is Kind.PDF else told


def _signature(body: bytes) -> str:
    try:
        found: str = puremagic.from_string(body[:65536], mime=True)
    except (puremagic.PureError, ValueError):
        return "application/octet-stream"
    return found or "application/octet-stream"


def _limit(question: Question) -> None:
    """Bound this process; where the system has no such limits, whoever started it still ends it in time."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_AS, (question.memory_bytes, question.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (question.cpu_s, question.cpu_s + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Answer one question."""
    question = Question(**json.loads(source.readline()))
    _limit(question)
    try:
        told, png = answer_to(question, source.read())
    except (MemoryError, RecursionError) as error:
        told, png = (
            {
                "kind": Kind.FILE,
                "mime": question.mime,
                "unreadable": f"a file that needs too much memory ({type(error).__name__})",
            },
            b"",
        )
    target.write(json.dumps(told).encode() + b"\n" + png)


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
