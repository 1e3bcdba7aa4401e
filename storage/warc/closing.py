"""What each WARC file was when it was closed: its size and its digest, which say later whether all of it is there.

The database knows it (``storage.queries.warc_files``), and a list in the collection's folder, which is there still when
the database is lost.
"""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from storage.errors import translated_os_errors


@dataclass(frozen=True, kw_only=True)
class ClosedFile:
    """A WARC file as it was closed; it never changes after."""

    name: str
    size_bytes: int
    digest: str  # "sha256:..." of the whole file


CLOSED_LIST = "warc-files.jsonl"
"""The list in the collection's folder: a line of JSON for each closed WARC file."""

_LINE = TypeAdapter(ClosedFile)


def measured(path: Path) -> ClosedFile:
    """The file as it is now."""
    with translated_os_errors(path, "read"), path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return ClosedFile(name=path.name, size_bytes=file.tell(), digest=f"sha256:{digest}")


def write_list(folder: Path, files: Iterable[ClosedFile]) -> None:
    """Write the list in the collection's ``folder``."""
    target = folder / CLOSED_LIST
    with translated_os_errors(target):
        fresh = target.with_name(f"{target.name}.{uuid.uuid4().hex}")
        try:
            with fresh.open("w", encoding="utf-8") as out:
                out.writelines(json.dumps(asdict(file)) + "\n" for file in files)
                out.flush()
                os.fsync(out.fileno())
            os.replace(fresh, target)
        finally:
            fresh.unlink(missing_ok=True)


def listed_files(folder: Path) -> Iterator[ClosedFile]:
    """What the list says; lines that say nothing are passed over."""
    target = folder / CLOSED_LIST
    if not target.exists():
        return
    with translated_os_errors(target, "read"):
        lines = target.read_text(encoding="utf-8", errors="replace").splitlines()
    for line in lines:
        with suppress(ValidationError):
            yield _LINE.validate_json(line)
