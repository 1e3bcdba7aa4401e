"""One capture as a WACZ of its own, closed over its revisit targets: what the dashboard's replay loads.

Records are copied as they stand, gzip member by gzip member. It works beside a process that writes, because a
capture's records never change once its row is there.
"""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Row, select

from storage.cdxj_lines import index_lines
from storage.collection import ARCHIVE, Collection
from storage.errors import Corrupt, NotStored, StorageError, translated_os_errors
from storage.schema import capture, warc_record
from storage.warc import software
from storage.warc_exchange import PayloadKey
from storage.warc_reading import Member, members, open_warc

_DATA = "data.warc.gz"
_CHUNK = 1 << 20


@dataclass(frozen=True, kw_only=True)
class _Span:
    """Some whole records of a WARC file."""

    file: str
    offset: int
    length: int


def write_capture_wacz(collection: Collection, capture_id: int, target: Path) -> Path:
    """Write the capture of that number to ``target``, which appears only when it is complete.

    Raises
    ------
    NotStored
        There is no such capture, or a WARC file is missing.
    """
    row = _row(collection, capture_id)
    part = target.with_name(target.name + ".part")
    try:
        with translated_os_errors(target), zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as package:
            _fill(package, collection, row)
        with translated_os_errors(target):
            os.replace(part, target)
    except StorageError:
        part.unlink(missing_ok=True)
        raise
    return target


def _fill(package: zipfile.ZipFile, collection: Collection, row: Row[Any]) -> None:
    spans = _spans(collection, row)
    size = sum(span.length for span in spans)
    digest = hashlib.sha256()
    # ReplayWeb.page reckons a member's place from the central directory alone, so the local header may have a
    # ZIP64 field only where the directory has one: for members that are really larger than 2 GiB
    with package.open(f"archive/{_DATA}", "w", force_zip64=size > zipfile.ZIP64_LIMIT) as out:
        for piece in _pieces(collection, spans):
            digest.update(piece)
            out.write(piece)
    with package.open(f"archive/{_DATA}") as data:  # what was written is read again for the index
        index = "".join(sorted(index_lines(data, _DATA, size)))
    resources = [_resource(f"archive/{_DATA}", digest.hexdigest(), size)]
    header = {"format": "json-pages-1.0", "id": "pages", "title": "Captures"}
    line = {"id": row.urn, "url": row.url, "ts": _rfc3339(row.started_at), "title": row.title}
    pages = "".join(json.dumps(entry) + "\n" for entry in (header, line))
    for path, text in (("indexes/index.cdxj", index), ("pages/pages.jsonl", pages)):
        package.writestr(path, text)
        resources.append(_resource(path, hashlib.sha256(text.encode()).hexdigest(), len(text.encode())))
    described = json.dumps(_description(row, resources), indent=2)
    package.writestr("datapackage.json", described)
    digest_of = {
        "path": "datapackage.json",
        "hash": f"sha256:{hashlib.sha256(described.encode()).hexdigest()}",
    }
    package.writestr("datapackage-digest.json", json.dumps(digest_of))


def _spans(collection: Collection, row: Row[Any]) -> list[_Span]:
    """The capture's records, then the responses that its revisit records refer to."""
    own = _Span(file=row.warc_file, offset=row.warc_offset, length=row.warc_bytes)
    wanted: set[PayloadKey] = set()
    with (
        translated_os_errors(own.file, "read"),
        open_warc(collection.path / ARCHIVE, own.file) as data,
    ):
        for member in members(data, own.offset, own.offset + own.length):
            headers = _headers(member)
            if headers.get("warc-type") == "revisit":
                wanted.add((headers.get("warc-payload-digest", ""), headers.get("warc-target-uri", "")))
    return [own, *_originals(collection, wanted)]


def _pieces(collection: Collection, spans: Iterable[_Span]) -> Iterator[bytes]:
    for span in spans:
        with (
            translated_os_errors(span.file, "read"),
            open_warc(collection.path / ARCHIVE, span.file) as data,
        ):
            data.seek(span.offset)
            left = span.length
            while left and (piece := data.read(min(left, _CHUNK))):
                left -= len(piece)
                yield piece
            if left:
                raise Corrupt(
                    f"{span.file} ends in the middle of a record. Restore it from a backup; `pagetide verify` lists "
                    "what else is damaged."
                )


def _originals(collection: Collection, wanted: Iterable[PayloadKey]) -> list[_Span]:
    found: list[_Span] = []
    with collection.database.reading() as connection:
        for digest, uri in sorted(wanted):
            query = select(warc_record).where(
                warc_record.c.payload_digest == digest,
                warc_record.c.target_uri == uri,
                warc_record.c.type == "response",
            )
            row = connection.execute(query.order_by(warc_record.c.id).limit(1)).first()
            if row is not None:
                found.append(_Span(file=row.file, offset=row.offset, length=row.length))
    return found


def _headers(member: Member) -> dict[str, str]:
    head = member.data.partition(b"\r\n\r\n")[0].decode("utf-8", "replace")
    pairs = (line.partition(":") for line in head.splitlines()[1:])
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _row(collection: Collection, capture_id: int) -> Row[Any]:
    with collection.database.reading() as connection:
        row = connection.execute(select(capture).where(capture.c.id == capture_id)).first()
    if row is None:
        raise NotStored(f"There is no capture {capture_id} in this collection. It may belong to another one.")
    return row


def _description(row: Row[Any], resources: list[dict[str, Any]]) -> dict[str, Any]:
    now = _rfc3339(datetime.now(UTC))
    return {
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": row.title or row.url,
        "created": now,
        "modified": now,
        "software": software(),
        "mainPageUrl": row.url,
        "mainPageDate": _rfc3339(row.started_at),
        "resources": resources,
    }


def _resource(path: str, digest: str, size: int) -> dict[str, Any]:
    return {
        "name": path.rpartition("/")[2].lower(),
        "path": path,
        "hash": f"sha256:{digest}",
        "bytes": size,
    }


def _rfc3339(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
