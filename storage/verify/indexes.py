"""The index that is merged of the kept lines of all WARC files, as ``verify`` looks at it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from storage.collection import Collection
from storage.errors import translated_os_errors
from storage.index.cdxj import INDEX, INDEXES, WarcPart, fresh_lines, kept_index
from storage.verify_log import VerifyLog, VerifyReport
from storage.warc.spans import Span

INDEX_REMEDY = "Run `pagetide verify --sweep`, which deletes it, and `pagetide index`, which makes it again."


def verify_merged_index(collection: Collection, parts: Sequence[WarcPart], findings: VerifyLog) -> None:
    """Whether the merged index, if there is one, says nothing that the kept lines and open files do not.

    It may be older than they, and say less. Where lines are not kept or damaged, it is not looked at.
    """
    index = collection.path / INDEXES / INDEX
    if not index.exists() or _damaged(findings.report()):
        return
    sources = [_source(collection, part) for part in parts]
    if any(source is None for source in sources):
        return
    findings.checked["indexes"] += 1
    if _says_more(index, [source for source in sources if source is not None]):
        message = "It does not say what the WARC files hold, so that replay does not find everything."
        findings.fault(f"{INDEXES}/{INDEX}", message, INDEX_REMEDY)


def sweep_indexes(collection: Collection, report: VerifyReport) -> int:
    """Delete the indexes that ``verify`` found damaged, which are made again; how many."""
    for name in _damaged(report):
        with translated_os_errors(collection.path / name):
            (collection.path / name).unlink(missing_ok=True)
    return len(_damaged(report))


def _damaged(report: VerifyReport) -> list[str]:
    return [fault.thing for fault in report.faults if fault.thing.startswith(f"{INDEXES}/")]


def _source(collection: Collection, part: WarcPart) -> Path | list[str] | None:
    """The lines of a WARC file; None: they are not at hand."""
    kept, damaged = kept_index(collection, part.name), list[Span]()
    if part.closed:
        return kept if kept.exists() else None
    lines = fresh_lines(collection, part, damaged.append)
    return None if damaged else lines


def _says_more(index: Path, sources: Iterable[Path | list[str]]) -> bool:
    """Whether a sorted index has lines that none of its sorted sources has."""
    with ExitStack() as stack, translated_os_errors(index, "read"):
        merged = stack.enter_context(index.open("rb"))
        known = heapq.merge(
            *(
                stack.enter_context(source.open("rb")) if isinstance(source, Path) else _encoded(source)
                for source in sources
            )
        )
        following = next(known, None)
        for line in merged:
            while following is not None and following < line:
                following = next(known, None)
            if line != following:
                return True
    return False


def _encoded(lines: Iterable[str]) -> Iterator[bytes]:
    return (line.encode() for line in lines)
