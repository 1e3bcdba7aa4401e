"""Removes captures for good: from the WARC files, the database and everything derived.

Each WARC file concerned is written anew under a new name, without these records. Then one transaction moves and deletes
the rows and adds the audit; then the old files go. Captures that stay lose nothing: a revisit record whose original
goes becomes a full record (``storage.warc.rewriting``). A crash leaves either the old state or the new one
(``storage.queries.removal_leftovers``).
"""

from __future__ import annotations

import os
import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row

from storage.collection import MODELS, SIMILAR, Collection
from storage.errors import NotStored, StorageError, translated_os_errors
from storage.incoming import staged
from storage.index.cdxj import INDEX, INDEXES, kept_index, missing_ends, warc_parts, write_index
from storage.objects.moving import moving_files
from storage.queries.blobs import delete_blobs
from storage.queries.capture_rows import storable
from storage.queries.removal_leftovers import announce, clear, note_leftovers
from storage.queries.removal_places import Gone
from storage.queries.removal_records import (
    Removal,
    RemovedCapture,
    insert_removal,
    page_digest,
    removal_record,
)
from storage.queries.removal_rows import (
    Moved,
    blobs_of,
    captures_of,
    count_said,
    delete_rows,
    erase,
    hand_over_rows,
    models_of,
    move_rows,
)
from storage.queries.warc_files import delete_files, insert_file
from storage.records import Page
from storage.removal.search import Affected, affected
from storage.warc.closing import ClosedFile, measured
from storage.warc.record import Record
from storage.warc.rewriting import Moves, rewrite
from storage.warc.writer import ARCHIVE, OPEN, ArchiveInfo, own_name, warcinfo

_REWRITTEN = re.compile(r"-r[0-9a-f]{8}$")
_ENDING = ".warc.gz"


@dataclass(frozen=True, kw_only=True)
class RemovalPlan:
    """What a removal would take out, and what it would change."""

    page: Page
    whole_page: bool
    gone: Gone
    found: Affected
    models: tuple[str, ...]  # folders of models that may have learned from it
    scores: int  # on these captures, or against them
    labels: int

    @property
    def files(self) -> tuple[str, ...]:
        """The WARC files that are written anew, or deleted."""
        return tuple(sorted(self.found.changes))


@dataclass(frozen=True, kw_only=True)
class Why:
    """What the audit says of a removal."""

    reason: str
    by: str
    at: datetime
    forget_url: bool = False


def plan_removal(
    collection: Collection,
    page: Page,
    captures: Sequence[int] = (),
    progress: Callable[[int, int], None] | None = None,
) -> RemovalPlan:
    """Look up what goes if these captures of a page do; none named: the page with all of them.

    Call it, and ``remove``, while nothing else writes to the collection.

    Raises
    ------
    NotStored
        The page has no capture of such a number.
    StorageError
        Another process is writing to the archive.
    """
    collection.close_archive()
    with collection.database.reading() as connection:
        rows = _captures(connection, page, captures)
        gone = Gone(captures=rows, url_key="" if captures else page.url_key)
        scores, labels = count_said(connection, sorted(rows))
        models = models_of(connection, gone, page.id) if rows or not captures else []
    found = affected(collection, gone, progress)
    _require_closed(collection.path / ARCHIVE, found.changes)
    return RemovalPlan(
        page=page,
        whole_page=not captures,
        gone=gone,
        found=found,
        models=tuple(path for _, path in models if path),
        scores=scores,
        labels=labels,
    )


def remove(collection: Collection, plan: RemovalPlan, why: Why) -> Removal:
    """Carry the plan out; what the audit says of it.

    Raises
    ------
    StorageError
        A record that has to be written anew is damaged, or there is no room, or files are moved to or from an object
        store at the moment. Nothing was removed then.
    """
    with moving_files(collection.path):
        return _removed(collection, plan, why)


def _removed(collection: Collection, plan: RemovalPlan, why: Why) -> Removal:
    folder, done = collection.path / ARCHIVE, _audit(plan, why)
    had_index = (collection.path / INDEXES / INDEX).exists()
    audit = own_name(why.at, 0)
    with staged(folder) as scratch:
        names = {old: _new_name(old) for old in plan.files if old not in plan.found.emptied}
        announce(collection.database, [f"{ARCHIVE}/{name}" for name in (*names.values(), audit)])
        try:
            moved = _written_anew(collection, plan.found, names, scratch)
            said = _written_audit(collection, audit, done, scratch)
            _commit(collection, plan, moved, said)
        except BaseException:
            clear(collection.database, collection.path)
            raise
    clear(collection.database, collection.path)
    collection.archive_said()  # what was said of the page, in a capture that went
    if had_index:
        write_index(collection)
    return done


@dataclass(frozen=True, kw_only=True)
class _Said:
    """An audit, its record and where that stands: in a file of its own, which goes where the removal fails."""

    done: Removal
    record: Record
    place: tuple[str, int, int]  # file, offset, length
    file: ClosedFile


def _captures(connection: Connection, page: Page, numbers: Sequence[int]) -> dict[int, Row[Any]]:
    found = captures_of(connection, page.id)
    unknown = sorted(set(numbers) - found.keys())
    if unknown:
        raise NotStored(
            f"{page.url} has no capture {unknown[0]}. `pagetide export --csv` lists the captures of a page."
        )
    return {number: found[number] for number in numbers} if numbers else found


def _require_closed(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        if (folder / f"{name}{OPEN}").exists():
            raise StorageError(
                f"Another process is writing to {name}, of which records have to be taken out. End it (a daemon, a "
                "dashboard, a command that labels) and try again. Nothing was removed."
            )


def _audit(plan: RemovalPlan, why: Why) -> Removal:
    captures = sorted(plan.gone.captures.values(), key=lambda row: (row.started_at, row.id))
    return Removal(
        removed_at=why.at,
        removed_by=storable(why.by),
        reason=storable(why.reason),
        page_url=None if why.forget_url else plan.page.url,
        page_digest=page_digest(plan.page.url_key),
        whole_page=plan.whole_page,
        captures=tuple(
            RemovedCapture(urn=row.urn, at=row.started_at, main=row.main_record) for row in captures
        ),
        records=plan.found.records,
        size_bytes=plan.found.size_bytes,
    )


def _new_name(name: str) -> str:
    stem = _REWRITTEN.sub("", name.removesuffix(_ENDING))
    return f"{stem}-r{uuid.uuid4().hex[:8]}{_ENDING}"


def _written_anew(
    collection: Collection, found: Affected, names: Mapping[str, str], scratch: Path
) -> dict[str, tuple[ClosedFile, Moves]]:
    """The new files, whole and under their names, by the old ones."""
    folder = collection.path / ARCHIVE
    lacking = missing_ends(collection, warc_parts(collection))
    done = {}
    for number, (old, new) in enumerate(names.items()):
        target = scratch.with_name(f"{scratch.name}{number}")
        moves = rewrite(folder, old, found.changes[old].values(), target)
        with translated_os_errors(folder / new):
            os.rename(target, folder / new)
            _sync(folder)
        file = measured(folder / new)
        if old in lacking:  # what was lost of the file before goes on being missed
            size = file.size_bytes + lacking[old].length
            file = ClosedFile(name=new, size_bytes=size, digest=file.digest)
        done[old] = (file, moves)
    return done


def _written_audit(collection: Collection, name: str, done: Removal, scratch: Path) -> _Said:
    """The audit's record in the archive; were it in a file of captures, it would outlive a removal that fails."""
    folder, target, record = (
        collection.path / ARCHIVE,
        scratch.with_name(f"{scratch.name}a"),
        removal_record(done),
    )
    info = ArchiveInfo(is_part_of=collection.path.resolve().name)
    head, said = warcinfo(name, done.removed_at, info).encoded(), record.encoded()
    with translated_os_errors(folder / name):
        with target.open("wb") as out:
            out.write(head + said)
            out.flush()
            os.fsync(out.fileno())
        os.rename(target, folder / name)
        _sync(folder)
    place = (name, len(head), len(said))
    return _Said(done=done, record=record, place=place, file=measured(folder / name))


def _commit(collection: Collection, plan: RemovalPlan, moved: Moved, said: _Said) -> None:
    """All rows in one transaction, with what is to be deleted once it holds."""
    page_id = plan.page.id
    with collection.database.writing() as connection:
        erase(connection)
        blobs = blobs_of(connection, plan.gone)
        filled, handed_on = plan.found.filled, plan.found.handed_on
        hand_over_rows(connection, filled, handed_on, moved)
        delete_rows(connection, plan.gone, page_id, filled.keys() | handed_on.keys())
        move_rows(connection, moved)
        delete_files(connection, plan.found.emptied)
        delete_blobs(connection, blobs)
        insert_removal(connection, said.done, said.record.urn, said.place)
        insert_file(connection, said.file)
        folders = [*plan.models, SIMILAR, *([f"{MODELS}/{page_id}"] if plan.whole_page else [])]
        note_leftovers(connection, _files_to_delete(collection, plan.files), folders, blobs)


def _files_to_delete(collection: Collection, names: Iterable[str]) -> list[str]:
    kept = [kept_index(collection, name).name for name in names]
    return [
        *(f"{ARCHIVE}/{name}" for name in names),
        *(f"{INDEXES}/{name}" for name in (*kept, INDEX)),
    ]


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
