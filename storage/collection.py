"""A collection: one folder with its database, WARC files and blobs. Start here.

Order of writing, so that a crash at any moment leaves no row without its bytes: the WARC records, confirmed
by the disk; then blobs; then all rows in one transaction. If a later step fails the WARC file is cut back.
What a visit brought home (screenshots, DOM, text, layout) is kept once, in the WARC, and the database
points there: the archive is whole without the database, and one confirmation by the disk covers everything.
Blobs hold what is derived.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from storage.blobs import BlobStore
from storage.database.engine import Database
from storage.database.place import DATABASE, database_of, is_collection, place_on_server, require_writable
from storage.database.upgrade import require_newest, upgrade
from storage.digests import sha256
from storage.errors import (
    CollectionExists,
    CollectionNotFound,
    Corrupt,
    StorageError,
    translated_os_errors,
)
from storage.incoming import remove_abandoned
from storage.index.cdxj import INDEXES
from storage.layout import Layout
from storage.queries.capture_rows import insert_capture, insert_features, score_names
from storage.queries.captures import read_capture
from storage.queries.finding_history import note_findings
from storage.queries.identity import keep_identity, require_own_folder
from storage.queries.labels import Label
from storage.queries.metadata_records import (
    LABELS,
    TYPES,
    Kind,
    Said,
    insert_said,
    name_said_record,
    said_record,
    unarchived,
)
from storage.queries.page_settings import FiledSettings, note_archived, waiting_settings
from storage.queries.page_types import TypeCorrection
from storage.queries.removal_leftovers import clear
from storage.queries.rendered_rows import PARTS, merged_capture, rendering_target, update_rendered
from storage.queries.replay_checks import capture_urn, insert_replay_check
from storage.queries.repository import Repository
from storage.queries.scores import insert_score
from storage.queries.warc_files import note_closed
from storage.queries.warc_records import committed_end, find_originals, find_part, find_place, insert_record
from storage.records import Capture, Page, ReplayCheck, Role, StoredCapture, StoredScore
from storage.warc.capture_records import (
    Known,
    added_records,
    capture_records,
    replay_check_record,
    score_record,
)
from storage.warc.closing import measured
from storage.warc.reading import read_block
from storage.warc.record import Record
from storage.warc.recovery import recover
from storage.warc.writer import ARCHIVE, ArchiveInfo, WarcWriter, Written

logger = logging.getLogger(f"pagetide.{__name__}")

BLOBS = "blobs"
MODELS = "models"
SIMILAR = f"{MODELS}/similar"
"""Where codes of all captures are kept: made of them, and made again from them."""
FOLDERS = (ARCHIVE, INDEXES, BLOBS, MODELS, "logs")


class Collection:
    """An open collection. Safe to use from several threads; close it, or use it as a context manager."""

    def __init__(self, path: Path, database: Database, *, read_only: bool, info: ArchiveInfo) -> None:
        self.path = path
        self.read_only = read_only
        self.database = database
        self.repository = Repository(database)
        self.blobs = BlobStore(path / BLOBS)
        self._warc = WarcWriter(path / ARCHIVE, info=info, closed=self.note_closed)
        self._storing = threading.RLock()
        self._unsettled: Written | None = None  # whether rows name it could not be asked

    @classmethod
    def create(cls, path: Path, *, info: ArchiveInfo | None = None, server: str | None = None) -> Collection:
        """Make an empty collection in the folder ``path``, which may exist but holds no collection yet.

        ``server`` is the address of an empty PostgreSQL database; None: the database is a file in the folder.
        """
        if is_collection(path):
            raise CollectionExists(
                f"{path} already holds a collection. Choose another folder, or go on with that one."
            )
        if server is not None:
            place_on_server(path, server)
        return cls._opened(path, read_only=False, info=info)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, info: ArchiveInfo | None = None) -> Collection:
        """Open the collection in the folder ``path``. Read-only works beside a process that writes."""
        if not is_collection(path):
            raise CollectionNotFound(
                f"{path} holds no collection ({DATABASE} is not there). Check the folder, or make "
                f"a collection with `pagetide init {path}`."
            )
        return cls._opened(path, read_only=read_only, info=info)

    @classmethod
    def _opened(cls, path: Path, *, read_only: bool, info: ArchiveInfo | None) -> Collection:
        if not read_only:
            with translated_os_errors(path):
                for name in FOLDERS:  # a copy or a checkout may have dropped empty ones
                    (path / name).mkdir(parents=True, exist_ok=True)
            require_writable(path, FOLDERS)
        database = database_of(path, read_only=read_only)
        try:
            if read_only:
                require_newest(database)
            else:
                if not database.is_sqlite:
                    require_own_folder(database, path)  # before an upgrade, too
                upgrade(database, fill=note_findings)
                keep_identity(database, path)
                recover(path / ARCHIVE, lambda name: committed_end(database, name))
                remove_abandoned(path / ARCHIVE, lambda: clear(database, path))
        except StorageError:
            database.close()
            raise
        named = info or ArchiveInfo(is_part_of=path.resolve().name)
        return cls(path, database, read_only=read_only, info=named)

    def store(self, lease_page: Page, capture: Capture, *, features: bytes | None = None) -> StoredCapture:
        """Keep what a visit to ``lease_page`` brought home: bytes first, then rows, all or nothing."""
        known = Known(
            responses=partial(find_originals, self.database), part=partial(find_part, self.database)
        )
        plan = capture_records(capture, known)
        with self._written(plan.records, capture.profile.user_agent) as written:
            kept = None if features is None else self.blobs.put(features)
            with self.database.writing() as connection:
                number = insert_capture(connection, lease_page, capture, plan, written)
                if kept is not None:
                    insert_features(connection, number, kept, capture.finished_at)
                stored = read_capture(connection, number)
                waiting = waiting_settings(connection, lease_page.id)
        self.note_settings(waiting)
        return stored

    def note_settings(self, waiting: Sequence[FiledSettings] | None = None) -> None:
        """Records for what people set last: those given, else the first of ``archive_settings``.

        That something fails there, or that there is more, only delays records.
        """
        try:
            if waiting is None:
                with self.database.reading() as connection:
                    waiting = waiting_settings(connection)
            self._archive_settings(waiting)
        except StorageError as error:
            logger.warning("what people set of pages is not in the archive yet: %s", error)

    def read(self, stored: StoredCapture, role: Role) -> bytes:
        """The bytes of one part of a capture, checked against their digest."""
        place = find_place(self.database, stored, role)
        if place.file is None:
            return self.blobs.get(place.digest)
        data = read_block(self.path / ARCHIVE, place.file, place.offset, place.length)
        if sha256(data) != place.digest:
            raise Corrupt(
                f"The {role.value} of capture {stored.id} in {place.file} is not what was stored. Restore "
                "the file from a backup; `pagetide verify` lists what else is damaged."
            )
        return data

    def add_features(self, stored: StoredCapture, features: bytes) -> StoredCapture:
        """Keep the model's features of a capture beside it, in place of older ones."""
        kept = self.blobs.put(features)
        with self.database.writing() as connection:
            insert_features(connection, stored.id, kept, stored.finished_at)
            return read_capture(connection, stored.id)

    def layout(self, stored: StoredCapture) -> Layout:
        """Where things stood on the page."""
        return Layout.from_json(self.read(stored, Role.LAYOUT))

    def record_score(self, score: StoredScore) -> StoredScore:
        """Keep a change score: a metadata record in the archive, then its row."""
        with self.scored(score) as kept:
            return kept

    @contextmanager
    def scored(self, score: StoredScore) -> Iterator[StoredScore]:
        """Keep a change score with what the block writes because of it: all in one transaction, or nothing."""
        with self.database.reading() as connection:
            names = score_names(connection, score)
        record = score_record(score, names)
        with self._written((record,), "") as written, self.database.writing() as connection:
            place = (written.file, written.offset, written.length)
            yield insert_score(connection, score, insert_record(connection, score.after_id, record, place))

    def record_replay_check(
        self, check: ReplayCheck, resources: Mapping[str, Mapping[str, Any]] | None = None
    ) -> ReplayCheck:
        """Keep what a replay check found: page information with a comparison in the archive, then its row.

        ``resources`` are the replay's, as in Browsertrix's ``urls``: status and type of each URL.
        """
        with self.database.reading() as connection:
            stored, urn = (
                read_capture(connection, check.capture_id),
                capture_urn(connection, check.capture_id),
            )
        record = replay_check_record(check, urn, stored, resources or {})
        with self._written((record,), "") as written, self.database.writing() as connection:
            place = (written.file, written.offset, written.length)
            return insert_replay_check(connection, check, insert_record(connection, stored.id, record, place))

    def record_label(self, said: Label) -> Label:
        """Keep a person's verdict on two captures of a page: a metadata record in the archive, then its row.

        Raises
        ------
        StorageError
            The captures are not two of that page, or not in the order of their times.
        """
        return self._keep(LABELS, said)

    def record_type(self, said: TypeCorrection) -> TypeCorrection:
        """Keep a person's word on the type of a page: a metadata record in the archive, then its row.

        Raises
        ------
        StorageError
            The page has no capture yet.
        """
        return self._keep(TYPES, said)

    def archive_said(self) -> int:
        """Records for what people said or set and only the database holds; how many there were."""
        return self._archive(LABELS) + self._archive(TYPES) + self.archive_settings()

    def archive_settings(self) -> int:
        """Records for what people set of pages and only the database holds; how many there were.

        A page without a capture has none yet.
        """
        done = last = 0
        while True:
            with self.database.reading() as connection:
                filed = waiting_settings(connection, after=last)
            if not filed:
                return done
            self._archive_settings(filed)
            done, last = done + len(filed), filed[-1].page_id

    def _archive_settings(self, filed: Sequence[FiledSettings]) -> None:
        if filed:
            records = tuple(item.record for item in filed)
            with self._written(records, "") as written, self.database.writing() as connection:
                note_archived(connection, filed, written)

    def _keep(self, kind: Kind[Said], said: Said) -> Said:
        self._archive(LABELS)
        self._archive(TYPES)
        with self.database.reading() as connection:
            filed = said_record(connection, kind, said)
        with self._written((filed.record,), "") as written, self.database.writing() as connection:
            row = filed.insert(connection, (written.file, written.offset, written.length))
            return insert_said(connection, kind, said, row)

    def _archive(self, kind: Kind[Said]) -> int:
        with self.database.reading() as connection:
            waiting = unarchived(connection, kind)
            filed = [said_record(connection, kind, said) for said in waiting]
        if not filed:
            return 0
        records = tuple(item.record for item in filed)
        with self._written(records, "") as written, self.database.writing() as connection:
            for said, item, *span in zip(waiting, filed, written.offsets, written.lengths, strict=True):
                row = item.insert(connection, (written.file, span[0], span[1]))
                name_said_record(connection, kind, said, row)
        return len(filed)

    def close_archive(self) -> None:
        """Close the WARC file that is written to, if there is one; the next records begin another."""
        with self._storing:
            self._settle()
            self._warc.close()

    def close(self) -> None:
        """Close the WARC file, which gets its final name, and the database."""
        try:
            self._warc.close()
        finally:
            self.database.close()

    def __enter__(self) -> Collection:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def note_closed(self, file: Path) -> None:
        """Note what a closed WARC file is; where that fails nothing is lost, and the next ``verify`` notes it.

        Not of one whose last records may have no rows: ``storage.ingest.leftovers`` looks at it.
        """
        if self._unsettled is not None:
            return
        try:
            note_closed(self.database, self.path, measured(file))
        except StorageError as error:
            logger.warning("the size and digest of %s are not noted yet: %s", file, error)

    @contextmanager
    def appended(self, records: Sequence[Record]) -> Iterator[Written]:
        """Records written to the archive for rows that the block commits; taken out again if it fails."""
        with self._written(tuple(records), "") as written:
            yield written

    def add_rendering(self, stored: StoredCapture, rendered: Capture) -> StoredCapture:
        """Add the parts that an ingested capture lacks, as ``rendered`` from its replay: records, then rows.

        The capture keeps its URL, times, status and type; outcome, problems, profile and title are those of the
        rendering. A rendering that failed leaves its problems and the capture partial.
        """
        with self.database.reading() as connection:
            known = rendering_target(connection, stored)
        merged = merged_capture(stored, rendered)
        missing = frozenset(PARTS) - set(stored.artifacts)
        records = tuple(added_records(merged, known.urn, known.main_record, missing, known.account))
        with self._written(records, "") as written, self.database.writing() as connection:
            update_rendered(connection, stored, merged, records, written)
            return read_capture(connection, stored.id)

    @contextmanager
    def _written(self, records: tuple[Record, ...], user_agent: str) -> Iterator[Written]:
        """The records in the archive; taken out again if what follows fails."""
        if self.read_only:
            raise StorageError(
                f"{self.path} is open for reading only. Open it for writing to store something."
            )
        with self._storing:
            self._settle()
            written = self._warc.append(records, user_agent=user_agent)
            try:
                yield written
            except BaseException:
                self._unsettled = written
                self._settle()
                raise

    def _settle(self) -> None:
        """Take records out that no row names; done later where the database does not answer now.

        An interrupt may come after the commit: records that a row names are never taken out.
        """
        written = self._unsettled
        if written is None:
            return
        if committed_end(self.database, written.file) <= written.offset:
            self._warc.cut_back(written)
        self._unsettled = None
