"""Bodies of documents that tests make themselves, and how they are read."""

from __future__ import annotations

from typing import Any

from rendering.documents.question import Question
from rendering.documents.reading import answer_to


def question(content_type: str, **changes: Any) -> Question:
    """To read a body of that type, within the limits of a capture."""
    limits = {
        "url": "http://docs.example/dir/doc",
        "content_type": content_type,
        "mime": content_type.partition(";")[0] or None,
        "width_px": 1000,
        "most_height_px": 16_000,
        "most_blocks": 5000,
        "most_text_bytes": 1_000_000,
        "most_body_bytes": 1_000_000,
        "memory_bytes": 2**30,
        "cpu_s": 20,
    }
    return Question(**(limits | changes))


def read(body: bytes, content_type: str, **changes: Any) -> dict[str, Any]:
    """What is said of a body, read in this process."""
    told, _ = answer_to(question(content_type, **changes), body)
    return told


def lines(body: bytes, content_type: str, **changes: Any) -> list[str]:
    """The texts of its blocks."""
    return [block["text"] for block in read(body, content_type, **changes)["layout"]["blocks"]]


def paths(body: bytes, content_type: str) -> list[str]:
    """The paths of its blocks."""
    return [block["path"] for block in read(body, content_type)["layout"]["blocks"]]
