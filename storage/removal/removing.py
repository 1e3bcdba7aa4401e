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
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
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
from storage.queries.holds import holds_on
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
    captures_numbered,
    captures_of,
    count_said,
    delete_rows,
    erase,
    hand_over_rows,
    models_of,
    move_rows,
)
from storage.queries.retention import models_reaching_back
from storage.queries.warc_files import delete_files, insert_file
from storage.records import Page
from storage.removal.repeated import repeated_by_others
from storage.removal.search import Affected, affected, affected_by_age
from storage.warc.closing import ClosedFile, measured
from storage.warc.record import Record
from storage.warc.rewriting import Moves, rewrite
from storage.warc.writer import ARCHIVE, OPEN, ArchiveInfo, own_name, warcinfo

_REWRITTEN = re.compile(r"-r[0-9a-f]{8}$")
_ENDING = ".warc.gz"


@dataclass(frozen=True, kw_only=True)
class RemovalPlan:
    """What a removal would take out, and what it would change."""

    pages: tuple[Page, ...]  # one, but for a rule of retention
    whole_page: bool
    gone: Gone
    found: Affected
    models: tuple[str, ...]  # folders of models that may have learned from it
    scores: int  # on these captures, or against them
    labels: int

    @property
    def page(self) -> Page:
        """The page that goes, or that captures are taken from; of several the first."""
        return self.pages[0]

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
        Some of it is held, or another process is writing to the archive.
    """
    collection.close_archive()
    with collection.database.reading() as connection:
        rows = _captures(connection, page, captures)
        _require_not_held(connection, page, rows)
        gone = Gone(captures=rows, url_key="" if captures else page.url_key)
        scores, labels = count_said(connection, sorted(rows))
        models = models_of(connection, gone, page.id) if rows or not captures else []
    found = affected(collection, gone, progress)
    _require_closed(collection.path / ARCHIVE, found.changes)
    return RemovalPlan(
        pages=(page,),
        whole_page=not captures,
        gone=gone,
        found=found,
        models=tuple(path for _, path in models if path),
        scores=scores,
        labels=labels,
    )


def plan_expiry(
    collection: Collection, numbers: Sequence[int], also_going: Container[int] = ()
) -> RemovalPlan:
    """Look up what goes if these captures do because of their age, of whatever pages.

    What a capture that stays repeats stays where it is. ``also_going``: captures that do not count as staying.

    Raises
    ------
    StorageError
        Some of it is held, or another process is writing to the archive.
    """
    collection.close_archive()
    with collection.database.reading() as connection:
        rows = captures_numbered(connection, numbers)
        gone = Gone(captures=rows, by_age=True)
        pages = tuple(collection.repository.pages_of({row.page_id for row in rows.values()}))
        for page in pages:
            _require_not_held(connection, page, rows)
        scores, labels = count_said(connection, sorted(rows))
        models = models_reaching_back(connection, gone)
    found = affected_by_age(collection, gone, repeated_by_others(collection, gone, also_going))
    _require_closed(collection.path / ARCHIVE, found.changes)
    return RemovalPlan(
        pages=pages,
        whole_page=False,
        gone=gone,
        found=found,
        models=tuple(path for _, path in models if path),
        scores=scores,
        labels=labels,
    )


def remove(collection: Collection, plan: RemovalPlan, why: Why) -> Removal:
    """Carry the plan of a page out; what the audit says of it, as ``carry_out``."""
    (done,) = carry_out(collection, plan, why)
    return done


def carry_out(
    collection: Collection, plan: RemovalPlan, why: Why, *, reindex: bool = True
) -> Sequence[Removal]:
    """Carry the plan out; what the audit says of each page. Without ``reindex`` the caller makes the index again.

    Raises
    ------
    StorageError
        A record that has to be written anew is damaged, or there is no room, or files are moved to or from an object
        store at the moment. Nothing was removed then.
    """
    with moving_files(collection.path):
        return _carried_out(collection, plan, why, reindex=reindex)


def _carried_out(collection: Collection, plan: RemovalPlan, why: Why, *, reindex: bool) -> Sequence[Removal]:
    folder, done = collection.path / ARCHIVE, [_audit(plan, page, why) for page in plan.pages]
    had_index = reindex and (collection.path / INDEXES / INDEX).exists()
    audit = own_name(why.at, 0)
    with staged(folder) as scratch:
        names = {old: _new_name(old) for old in plan.files if old not in plan.found.emptied}
        announce(collection.database, [f"{ARCHIVE}/{name}" for name in (*names.values(), audit)])
        try:
            moved = _written_anew(collection, plan.found, names, scratch)
            said = _written_audits(collection, audit, done, scratch)
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
    """Audits, their records and where those stand: in a file of their own, which goes where the removal fails."""

    audits: Sequence[tuple[Removal, Record, tuple[str, int, int]]]  # each with file, offset, length
    file: ClosedFile


def _captures(connection: Connection, page: Page, numbers: Sequence[int]) -> dict[int, Row[Any]]:
    found = captures_of(connection, page.id)
    unknown = sorted(set(numbers) - found.keys())
    if unknown:
        raise NotStored(
            f"{page.url} has no capture {unknown[0]}. `pagetide export --csv` lists the captures of a page."
        )
    return {number: found[number] for number in numbers} if numbers else found


def _require_not_held(connection: Connection, page: Page, captures: Iterable[int]) -> None:
    for found in holds_on(connection, page.id, captures):
        what = page.url if found.capture_id is None else f"capture {found.capture_id}"
        raise StorageError(
            f"{what} is held by {found.held_by} since {found.held_at:%Y-%m-%d}: {found.reason}. Nothing was removed. "
            f"`pagetide unhold {found.id}` ends the hold."
        )


def _require_closed(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        if (folder / f"{name}{OPEN}").exists():
            raise StorageError(
                f"Another process is writing to {name}, of which records have to be taken out. End it (a daemon, a "
                "dashboard, a command that labels) and try again. Nothing was removed."
            )


def _audit(plan: RemovalPlan, page: Page, why: Why) -> Removal:
    """What is kept of the removal from one page; of several pages each has the records that name its captures."""
    of_page = [row for row in plan.gone.captures.values() if row.page_id == page.id]
    captures = sorted(of_page, key=lambda row: (row.started_at, row.id))
    records, size_bytes = plan.found.records, plan.found.size_bytes
    if len(plan.pages) > 1:
        records, size_bytes = plan.found.of_captures({row.urn for row in captures})
    return Removal(
        removed_at=why.at,
        removed_by=storable(why.by),
        reason=storable(why.reason),
        page_url=None if why.forget_url else page.url,
        page_digest=page_digest(page.url_key),
        whole_page=plan.whole_page,
        captures=tuple(
            RemovedCapture(urn=row.urn, at=row.started_at, main=row.main_record) for row in captures
        ),
        records=records,
        size_bytes=size_bytes,
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


def _written_audits(collection: Collection, name: str, done: Sequence[Removal], scratch: Path) -> _Said:
    """The audits' records in the archive; were they in a file of captures, they would outlive a removal that fails."""
    folder, target = collection.path / ARCHIVE, scratch.with_name(f"{scratch.name}a")
    audits: list[tuple[Removal, Record, tuple[str, int, int]]] = []
    with translated_os_errors(folder / name):
        with target.open("wb") as out:
            info = ArchiveInfo(is_part_of=collection.path.resolve().name)
            out.write(warcinfo(name, done[0].removed_at, info).encoded())
            for item in done:
                record = removal_record(item)
                said, offset = record.encoded(), out.tell()
                out.write(said)
                audits.append((item, record, (name, offset, len(said))))
            out.flush()
            os.fsync(out.fileno())
        os.rename(target, folder / name)
        _sync(folder)
    return _Said(audits=audits, file=measured(folder / name))


def _commit(collection: Collection, plan: RemovalPlan, moved: Moved, said: _Said) -> None:
    """All rows in one transaction, with what is to be deleted once it holds."""
    page_ids = [page.id for page in plan.pages]
    with collection.database.writing() as connection:
        for page in plan.pages:
            _require_not_held(connection, page, plan.gone.captures)  # somebody may have held it meanwhile
        erase(connection)
        blobs = blobs_of(connection, plan.gone)
        filled, handed_on = plan.found.filled, plan.found.handed_on
        hand_over_rows(connection, filled, handed_on, moved)
        delete_rows(connection, plan.gone, page_ids, filled.keys() | handed_on.keys())
        move_rows(connection, moved)
        delete_files(connection, plan.found.emptied)
        delete_blobs(connection, blobs)
        for done, record, place in said.audits:
            insert_removal(connection, done, record.urn, place)
        insert_file(connection, said.file)
        folders = [*plan.models, *([] if plan.gone.by_age else [SIMILAR])]
        folders += [f"{MODELS}/{number}" for number in page_ids if plan.whole_page]
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
