"""Exports a collection, or some of its captures, as one WACZ 1.1.1 file, which ReplayWeb.page and pywb open.

Every revisit record finds its original inside: of a selection the originals come along. All members are STORED:
readers fetch parts of them by range. It works beside a process that writes: of its open WARC file the
committed part is taken. Change scores travel along as ``pagetide/changes.jsonl``, people's labels as
``pagetide/labels.jsonl``.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import logging
import os
import zipfile
from collections.abc import Callable, Container, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import IO, Any

from sqlalchemy import Connection, Row

from storage.collection import Collection
from storage.errors import Corrupt, NotStored, translated_os_errors
from storage.index.cdxj import INDEX, compress_index, open_part
from storage.queries.score_rows import score_of_row
from storage.queries.selection import Selection, selected_labels, selected_scores, selected_with_text
from storage.records import Role
from storage.verify_log import VerifyLog
from storage.wacz.archive import PackedFile, packed_archive
from storage.wacz.signing import NotStamped, SigningKey
from storage.warc.writer import software

logger = logging.getLogger(f"pagetide.{__name__}")

_COMPRESS_INDEX_ABOVE = 50_000  # bytes, as Browsertrix
_CHUNK = 1 << 20
_CAPTURE = "capture"  # what a page line carries until its text is read; never written
_WORKPLACE = ".pagetide-export-"
EVERYTHING = Selection()
Progress = Callable[[int, int], object]


def export_wacz(
    collection: Collection,
    target: Path,
    *,
    title: str = "",
    selection: Selection = EVERYTHING,
    key: SigningKey | None = None,
    findings: VerifyLog | None = None,
    progress: Progress = lambda *_: None,
) -> Path:
    """Write the selected captures to ``target``, which appears only when it is complete; signed where a key is given.

    What cannot be read is left out and told to ``findings`` as faults, as is a timestamp that did not come; None: to
    the log. ``progress`` is told the bytes of WARC files that are written, and how many there are; what it raises ends
    the export.
    """
    told = findings or VerifyLog(0, None)
    with translated_os_errors(target), _workplace(target.absolute().parent) as scratch:
        part = scratch / "package.wacz"
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
            _fill(_Package(archive, progress), _Asked(collection, title, selection, key, told), scratch)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
    if findings is None:
        for fault in told.report().faults:
            logger.warning("%s", fault)
    return target


@contextmanager
def _workplace(folder: Path) -> Iterator[Path]:
    """A folder in ``folder`` to write in, gone afterwards; those that killed exports left there go, too."""
    for left in folder.glob(f"{_WORKPLACE}*"):
        with suppress(OSError), _locked(left):  # not one in which another export writes
            rmtree(left)
    while True:
        made = Path(mkdtemp(prefix=_WORKPLACE, dir=folder))
        with suppress(BlockingIOError), ExitStack() as stack:
            stack.enter_context(_locked(made))
            if made.exists():  # another export may have taken it for one that was left
                stack.callback(rmtree, made, ignore_errors=True)
                yield made
                return


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


@dataclass(frozen=True)
class _Asked:
    """What to export, and where to tell of what is left out."""

    collection: Collection
    title: str
    selection: Selection
    key: SigningKey | None
    findings: VerifyLog


class _Package:
    """The ZIP file while it is filled; remembers each member for datapackage.json."""

    def __init__(self, archive: zipfile.ZipFile, progress: Progress) -> None:
        self._archive = archive
        self._progress = progress
        self._written = 0
        self.expected = 0  # bytes of WARC files; unknown until they are packed
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
                self._written += len(data)
                self._progress(min(self._written, self.expected), self.expected)
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


def _fill(package: _Package, asked: _Asked, scratch: Path) -> None:
    index = scratch / INDEX
    # first: what is written meanwhile is not in it
    packed = packed_archive(asked.collection, asked.selection, scratch, index, asked.findings)
    package.expected = sum(_size(file) for file in packed.files)
    for file in packed.files:
        _add_warc(package, asked.collection, file)
    with asked.collection.database.reading() as connection:
        with closing(_page_lines(connection, asked.selection, packed.lost)) as pages:
            first = next(pages, None)
        header = {"format": "json-pages-1.0", "id": "pages", "title": "Captures", "hasText": True}
        lines = _with_text(asked, _page_lines(connection, asked.selection, packed.lost))
        package.add_lines("pages/pages.jsonl", _chain(header, lines), scratch)
        said = {
            "changes": _change_lines(connection, asked.selection, packed.lost),
            "labels": _label_lines(connection, asked.selection, packed.lost),
        }
        for name, lines in said.items():
            if (line := next(lines, None)) is not None:  # validators take an empty table for a broken one
                package.add_lines(f"pagetide/{name}.jsonl", _chain(line, lines), scratch)
    if index.stat().st_size > _COMPRESS_INDEX_ABOVE:
        for made in compress_index(index, scratch):
            package.add_file(f"indexes/{made.name}", made)
    else:
        package.add_file(f"indexes/{INDEX}", index)
    _describe(package, asked, first)


def _size(file: PackedFile) -> int:
    return file.source.stat().st_size if isinstance(file.source, Path) else file.source.size


def _add_warc(package: _Package, collection: Collection, file: PackedFile) -> None:
    path = f"archive/{file.name}"
    if isinstance(file.source, Path):
        package.add_file(path, file.source)
        return
    with open_part(collection, file.source) as source:
        package.add(path, source, file.source.size)


def _describe(package: _Package, asked: _Asked, first: dict[str, Any] | None) -> None:
    made = datetime.now(UTC)
    now = _rfc3339(made)
    description = {
        "profile": "data-package",
        "wacz_version": "1.1.1",
        "title": asked.title or asked.collection.path.resolve().name,
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
    digest = f"sha256:{hashlib.sha256(data).hexdigest()}"
    seal: dict[str, Any] = {"path": "datapackage.json", "hash": digest}
    if asked.key is not None:
        seal["signedData"] = _signed(asked.key, digest, made, asked.findings)
    sealed = json.dumps(seal, indent=2).encode()
    package.add("datapackage.json", io.BytesIO(data), len(data))
    package.add("datapackage-digest.json", io.BytesIO(sealed), len(sealed))


def _signed(key: SigningKey, digest: str, made: datetime, findings: VerifyLog) -> dict[str, str]:
    signed = key.signed_data(digest, made)
    if key.stamp is None:
        return signed
    try:
        return {**signed, **key.stamp(signed["signature"])}
    except NotStamped as error:
        findings.fault(
            "timestamp", str(error), "The file is complete and signed; export again for a timestamp."
        )
        return signed


def _page_lines(
    connection: Connection, selection: Selection, lost: Container[int]
) -> Generator[dict[str, Any], None, None]:
    """One line per capture that brought something home, but ``lost`` ones, in the order of time, without its text."""
    with selected_with_text(connection, selection) as rows:
        for row in rows:
            if row.id in lost:
                continue
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


def _with_text(asked: _Asked, lines: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each line with the page's text, which ReplayWeb.page searches; the same text stands once per page."""
    last: dict[int, str] = {}
    for line in lines:
        number, page_id, digest = line.pop(_CAPTURE)
        if digest is not None and last.get(page_id) != digest:
            last[page_id] = digest
            stored = asked.collection.repository.capture(number)
            try:
                line["text"] = asked.collection.read(stored, Role.TEXT).decode("utf-8", "replace")
            except (Corrupt, NotStored) as error:
                asked.findings.fault(
                    f"capture {number}", "Its text is left out of the list of pages.", str(error)
                )
        yield line


def _change_lines(
    connection: Connection, selection: Selection, lost: Container[int]
) -> Iterator[dict[str, Any]]:
    """The newest score of each capture, without numbers of this database, which mean nothing outside."""
    with selected_scores(connection, selection) as rows:
        for row in rows:
            if row.before_id in lost or row.after_id in lost:
                continue
            score = asdict(score_of_row(row))
            for name in ("id", "page_id", "before_id", "after_id"):
                del score[name]
            yield {**_pair_of_row(row), **score, "scored_at": _rfc3339(row.scored_at)}


def _label_lines(
    connection: Connection, selection: Selection, lost: Container[int]
) -> Iterator[dict[str, Any]]:
    """The verdicts that count."""
    with selected_labels(connection, selection) as rows:
        for row in rows:
            if row.before_id in lost or row.after_id in lost:
                continue
            yield {
                **_pair_of_row(row),
                "important": row.important,
                "said_at": _rfc3339(row.said_at),
                "said_by": row.said_by,
                "note": row.note,
            }


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
