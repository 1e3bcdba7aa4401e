"""The input of the process that reads a document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Question:
    """What to read, and how much of it."""

    url: str
    content_type: str  # as the server says it, with parameters
    mime: str | None  # without
    width_px: int
    most_height_px: int
    most_blocks: int
    most_text_bytes: int
    most_body_bytes: int
    memory_bytes: int
    cpu_s: int
