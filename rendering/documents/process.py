"""Reads the body of an answer that is no web page, in a process of its own, within stated limits.

Whatever the body does to its reader (a PDF that unpacks to gigabytes, a feed that is never parsed to its end, a
fault of a parser) ends that process and is a sentence in the result: the daemon goes on.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from rendering.documents.kinds import Kind
from rendering.documents.question import Question
from rendering.settings import RenderingSettings
from storage.digests import sha256
from storage.layout import Layout
from storage.observed import FoundDocument

MEMORY_BYTES = 1024 * 1024 * 1024
TIME_S = 20.0
MOST_BLOCKS = 5000

_COMMAND = (sys.executable, "-P", "-m", "rendering.documents.reading")
_OUT_OF_TIME = (-9, -24)  # killed, or by SIGXCPU


@dataclass(frozen=True, kw_only=True)
class Document:
    """What is known of a body that is no web page; ``unreadable`` says why nothing of it can be compared."""

    kind: Kind
    mime: str | None
    digest: str  # of the body
    size_bytes: int
    title: str = ""
    text: str | None = None
    layout: Layout | None = None
    png: bytes | None = None  # of its first page
    left_out: tuple[str, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)
    unreadable: str | None = None

    @property
    def is_page(self) -> bool:
        """Whether it turned out to be HTML."""
        return self.kind is Kind.PAGE

    def observed(self) -> FoundDocument:
        """What is kept of it with the capture, under ``storage.observed.DOCUMENT``."""
        facts = cast("FoundDocument", self.facts)  # of its kind of document
        told: FoundDocument = {
            "kind": self.kind.value,
            "digest": self.digest,
            "bytes": self.size_bytes,
            **facts,
        }
        return told if self.unreadable is None else {**told, "not_compared": self.unreadable}


async def read_document(
    url: str, body: bytes, content_type: str, settings: RenderingSettings, *, limit_s: float
) -> Document:
    """Read a body of which ``content_type`` is the server's word; never raises for what the body is."""
    question = Question(
        url=url,
        content_type=content_type,
        mime=content_type.partition(";")[0].strip().lower() or None,
        width_px=settings.viewport_width_px,
        most_height_px=settings.full_page_max_height_px,
        most_blocks=MOST_BLOCKS,
        most_text_bytes=settings.limits.max_dom_bytes,
        most_body_bytes=settings.max_body_bytes,
        memory_bytes=MEMORY_BYTES,
        cpu_s=round(TIME_S),
    )
    told, png = await _asked(question, body, min(limit_s, TIME_S))
    layout = told.get("layout")
    return Document(
        kind=Kind(told["kind"]),
        mime=told["mime"],
        digest=sha256(body),
        size_bytes=len(body),
        title=told.get("title", ""),
        text=told.get("text"),
        layout=None if layout is None else Layout.of(layout),
        png=png or None,
        left_out=tuple(told.get("left_out", ())),
        facts=told.get("facts", {}),
        unreadable=told.get("unreadable"),
    )


async def _asked(question: Question, body: bytes, limit_s: float) -> tuple[dict[str, Any], bytes]:
    process = await asyncio.create_subprocess_exec(
        *_COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    given = json.dumps(asdict(question)).encode() + b"\n" + body
    try:
        answer, _ = await asyncio.wait_for(process.communicate(given), limit_s)
    except TimeoutError:
        return _without(question, f"a file that was not read within {limit_s:.0f} s"), b""
    finally:
        await _ended(process)
    head, _, png = answer.partition(b"\n")
    if process.returncode or not head:
        return _without(question, _why(process.returncode)), b""
    return dict(json.loads(head)), png


async def _ended(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _without(question: Question, why: str) -> dict[str, Any]:
    return {"kind": Kind.FILE, "mime": question.mime, "unreadable": why}


def _why(code: int | None) -> str:
    if code in _OUT_OF_TIME:
        return f"a file that was not read within {TIME_S:.0f} s"
    return f"a file at which its reader failed (exit status {code})"
