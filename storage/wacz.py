"""Exports a collection, or some of its captures, as one WACZ 1.1.1 file, which ReplayWeb.page and pywb open.

Every revisit record finds its original inside: of a selection the originals come along. All members are STORED:
readers fetch parts of them by range. It works beside a process that writes: of its open WARC file the
committed part is taken. Change scores travel along as ``pagetide/changes.jsonl``, people's labels as
``pagetide/labels.jsonl``.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from sqlalchemy import Connection, Row, Select, Table, select

from storage.cdxj import INDEX, compress_index, index_of_files, open_part, warc_parts, write_index
from storage.collection import Collection
from storage.errors import StorageError, translated_os_errors
from storage.labels import counts
from storage.records import Outcome, Role
from storage.schema import artifact, capture, change_score, label
from storage.scores import is_current, score_of_row
from storage.wacz_selection import Selection, selected_files
from storage.warc import software

_COMPRESS_INDEX_ABOVE = 50_000  # bytes, as Browsertrix
_CHUNK = 1 << 20
_CAPTURE = "capture"  # what a page line carries until its text is read; never written
EVERYTHING = Selection()


def export_wacz(
    collection: Collection, target: Path, *, title: str = "", selection: Selection = EVERYTHING
) -> Path:
    """Write the selected captures to ``target``, which appears only when it is complete."""
    part = target.with_name(target.name + ".part")
    try:
        with (
            translated_os_errors(target),
            TemporaryDirectory(dir=target.absolute().parent) as scratch,
            zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive,
        ):
            _fill(_Package(archive), collection, Path(scratch), title, selection)
        with translated_os_errors(target):
            os.replace(part, target)
    except StorageError:
        part.unlink(missing_ok=True)
        raise
    return target


class _Package:
    """The ZIP file while it is filled; remembers each member for datapackage.json."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.resources: list[dict[str, str | int]] = []

    def add(self, path: str, source: IO[bytes] | io.RawIOBase, expected: int) -> None:
        digest, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(path, datetime.now(UTC).timetuple()[:6])
        info.external_attr = 0o644 << 16
        # ReplayWeb.page reckons a member's place from the central directory: the local header may have a ZIP64
        # field only where the directory has one
        with self._archive.open(info, "w", force_zip64=expected > zipfile.ZIP64_LIMIT) as member:
            while data := source.read(_CHUNK):
                digest.update(data)
                size += len(data)
                member.write(data)
        self.resources.append(
            {
                "name": path.rpartition("/")[2].lower(),
                "path": path,
                "hash": f"sha256:{digest.hexdigest()}",
                "bytes": size,
            }
        )

    def add_file(self, path: str, source: Path) -> None:
        with source.open("rb") as file:
            self.add(path, file, source.stat().st_size)

    def add_lines(self, path: str, lines: Iterable[Any], scratch: Path) -> None:
        listing = scratch / "lines.jsonl"
        with listing.open("w", encoding="utf-8", newline="", errors="replace") as out:
            out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        self.add_file(path, listing)


def _fill(package: _Package, collection: Collection, scratch: Path, title: str, selection: Selection) -> None:
    index = _add_archive(package, collection, scratch, selection)
    with collection.database.reading() as connection:
        first = next(iter(_page_lines(connection, selection, limit=1)), None)
        header = {"format": "json-pages-1.0", "id": "pages", "title": "Captures", "hasText": True}
        lines = _with_text(collection, _page_lines(connection, selection))
        package.add_lines("pages/pages.jsonl", _chain(header, lines), scratch)
        said = {
            "changes": _change_lines(connection, selection),
            "labels": _label_lines(connection, selection),
        }
        for name, lines in said.items():
            if (line := next(lines, None)) is not None:  # validators take an empty table for a broken one
                package.add_lines(f"pagetide/{name}.jsonl", _chain(line, lines), scratch)
    if index.stat().st_size > _COMPRESS_INDEX_ABOVE:
        for file in compress_index(index, scratch):
            package.add_file(f"indexes/{file.name}", file)
    else:
        package.add_file(f"indexes/{INDEX}", index)
    _describe(package, title or collection.path.resolve().name, first)


def _add_archive(package: _Package, collection: Collection, scratch: Path, selection: Selection) -> Path:
    """Add the WARC files; their index, still outside."""
    if selection.is_everything:
        index = write_index(collection, scratch / INDEX)  # first: what is written meanwhile is not in it
        for part in warc_parts(collection):
            with open_part(collection, part) as source:
                package.add(f"archive/{part.name}", source, part.size)
        return index
    files = selected_files(collection, selection, scratch)
    for file in files:
        package.add_file(f"archive/{file.name}", file)
    return index_of_files(files, scratch / INDEX)


def _describe(package: _Package, title: str, first: dict[str, Any] | None) -> None:
    now = _rfc3339(datetime.now(UTC))
    description = {
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": title,
        "description": "Captures of watched web pages. Change scores are in `pagetide/changes.jsonl`, labels in "
        "`pagetide/labels.jsonl`.",
        "created": now,
        "modified": now,
        "software": software(),
        "resources": list(package.resources),
    }
    if first is not None:
        description |= {"mainPageUrl": first["url"], "mainPageDate": first["ts"]}
    data = json.dumps(description, indent=2, ensure_ascii=False).encode("utf-8", "replace")
    digest = {"path": "datapackage.json", "hash": f"sha256:{hashlib.sha256(data).hexdigest()}"}
    signed = json.dumps(digest, indent=2).encode()
    package.add("datapackage.json", io.BytesIO(data), len(data))
    package.add("datapackage-digest.json", io.BytesIO(signed), len(signed))


def _page_lines(
    connection: Connection, selection: Selection, limit: int | None = None
) -> Iterator[dict[str, Any]]:
    """One line per capture that brought something home, in the order of time, without its text."""
    query = (
        select(capture, artifact.c.digest.label("text_digest"))
        .outerjoin(artifact, (artifact.c.capture_id == capture.c.id) & (artifact.c.role == Role.TEXT))
        .where(capture.c.outcome != Outcome.FAILED, *selection.conditions())
        .order_by(capture.c.started_at, capture.c.id)
        .limit(limit)
        .execution_options(yield_per=1000)
    )
    for row in connection.execute(query):
        yield {
            "id": row.urn,
            "url": row.url,
            "ts": _rfc3339(row.started_at),
            "title": row.title,
            "status": row.status,
            "mime": row.mime,
            "seed": True,
            "depth": 0,
            _CAPTURE: (row.id, row.page_id, row.text_digest),
        }


def _with_text(collection: Collection, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each line with the page's text, which ReplayWeb.page searches; the same text stands once per page."""
    last: dict[int, str] = {}
    for line in lines:
        number, page_id, digest = line.pop(_CAPTURE)
        if digest is not None and last.get(page_id) != digest:
            last[page_id] = digest
            stored = collection.repository.capture(number)
            line["text"] = collection.read(stored, Role.TEXT).decode("utf-8", "replace")
        yield line


def _change_lines(connection: Connection, selection: Selection) -> Iterator[dict[str, Any]]:
    """The newest score of each capture, without numbers of this database, which mean nothing outside."""
    query = _of_pairs(change_score, selection).where(is_current())
    for row in connection.execute(query):
        score = asdict(score_of_row(row))
        for name in ("id", "page_id", "before_id", "after_id"):
            del score[name]
        yield {**_pair_of_row(row), **score, "scored_at": _rfc3339(row.scored_at)}


def _label_lines(connection: Connection, selection: Selection) -> Iterator[dict[str, Any]]:
    """The verdicts that count."""
    for row in connection.execute(_of_pairs(label, selection).where(counts())):
        yield {
            **_pair_of_row(row),
            "important": row.important,
            "said_at": _rfc3339(row.said_at),
            "said_by": row.said_by,
            "note": row.note,
        }


def _of_pairs(table: Table, selection: Selection) -> Select[Any]:
    """The rows of a table on pairs of captures whose captures are both selected, in the order of time."""
    wanted = select(capture.c.id).where(*selection.conditions())
    before, after = capture.alias("before"), capture.alias("after")
    return (
        select(
            table,
            before.c.urn.label("before_urn"),
            after.c.urn.label("after_urn"),
            after.c.url,
            before.c.started_at.label("before_at"),
            after.c.started_at.label("after_at"),
        )
        .join(before, table.c.before_id == before.c.id)
        .join(after, table.c.after_id == after.c.id)
        .where(table.c.after_id.in_(wanted), table.c.before_id.in_(wanted))
        .order_by(after.c.started_at, table.c.id)
        .execution_options(yield_per=1000)
    )


def _pair_of_row(row: Row[Any]) -> dict[str, Any]:
    return {
        "url": row.url,
        "before": row.before_urn,
        "before_ts": _rfc3339(row.before_at),
        "after": row.after_urn,
        "after_ts": _rfc3339(row.after_at),
    }


def _chain(header: dict[str, Any], lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield header
    yield from lines


def _rfc3339(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
