"""The list of pages of a WACZ, read line by line.

Bounds: a line has at most 16 MiB, 500,000 pages are read, and of their texts 256 MiB, of one page 4 MiB.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader, RawIOBase
from typing import IO, cast

from storage.ingest.page_info import LONGEST_TITLE
from storage.plurals import counted
from storage.verify_log import VerifyLog
from storage.warc.dates import moment_of
from storage.warc.record_kinds import page_urn

MOST_PAGES = 500_000
LONGEST_LINE = 1 << 24
MOST_TEXT = 1 << 28  # characters of all pages together
LONGEST_TEXT = 1 << 22


@dataclass(frozen=True, kw_only=True)
class ListedPage:
    """A line of a WACZ's ``pages.jsonl``."""

    url: str
    at: datetime
    urn: str
    title: str
    text: str


def listed_pages(file: IO[bytes], name: str, findings: VerifyLog) -> Iterator[ListedPage]:
    """The pages that the list ``name`` names; what names none is passed over, and where much is, told of."""
    count, text_left, odd = 0, MOST_TEXT, 0
    for line in text_lines(file):
        page = _page(line, text_left)
        if page is None:
            odd += bool(line.strip()) and b'"format"' not in line
            continue
        if count == MOST_PAGES:
            findings.fault(
                name, f"It lists more than {MOST_PAGES:,} pages.", "Split it; the others were not read."
            )
            return
        count += 1
        text_left -= len(page.text)
        yield page
    if odd:
        told = counted(odd, "line", "of it names", "of it name")
        findings.note(name, f"{told} no page by URL and time.", "The others were read.")


def text_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file; "too long" stands for those of more than ``LONGEST_LINE`` bytes."""
    lines = BufferedReader(cast(RawIOBase, file))
    while line := lines.readline(LONGEST_LINE):
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := lines.readline(1 << 16)) and not rest.endswith(b"\n"):
                pass
            yield b"too long"
        else:
            yield line


def _page(line: bytes, text_left: int) -> ListedPage | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or not isinstance(entry.get("url"), str):
        return None
    at = moment_of(str(entry.get("ts")))
    if at is None:
        return None
    stated, title, text = (entry.get(name) for name in ("id", "title", "text"))
    return ListedPage(
        url=entry["url"],
        at=at,
        urn=page_urn(str(stated)) if stated else "",
        title=title[:LONGEST_TITLE] if isinstance(title, str) else "",
        text=text[: min(LONGEST_TEXT, max(text_left, 0))] if isinstance(text, str) else "",
    )
