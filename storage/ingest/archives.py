"""Reads archives of other tools into a collection, and our own back into a database that was lost.

The WARC files come into ``archive/`` record by record as they were (``storage.ingest.files``), the rows point into
them. A capture without a screenshot (Heritrix, wget) is kept as partial with a problem of code ``screenshot``:
whoever replays it adds what is missing with ``Collection.add_rendering``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage.collection import Collection
from storage.errors import NotStored, StorageError
from storage.incoming import remove_abandoned
from storage.ingest.facts import ArchivedVisit, archived_visit
from storage.ingest.files import Taken, opened, scan, take
from storage.ingest.judging import Judge, judged
from storage.ingest.known import Named, named
from storage.ingest.pages import CaptureCandidate, candidates
from storage.ingest.rebuilding import complete, note_files, own_visits, plan_visits, set_models_aside
from storage.ingest.removed import note_removals, take_out, without_removed
from storage.ingest.rows import insert_candidates, insert_found_scores
from storage.plurals import counted
from storage.queries.check_records import insert_found_checks
from storage.queries.finding_history import note_read_back
from storage.queries.metadata_records import LABELS, TYPES, insert_found_said
from storage.queries.page_settings import SettingsBack, insert_found_settings
from storage.queries.removal_records import RemovedCaptures
from storage.records import ResponseKind, Role, StoredCapture
from storage.verify_log import Fault, VerifyLog
from storage.warc.capture_records import MIME, added_records
from storage.warc.record import Record
from storage.warc.record_kinds import CHANGE, ScannedRecord
from storage.warc.stored_files import closed_names
from storage.warc.writer import ARCHIVE, OWN_FILE

logger = logging.getLogger(f"pagetide.{__name__}")


@dataclass(frozen=True, kw_only=True)
class IngestReport:
    """What an archive file brought: captures by number, and what was found wrong with it."""

    source: str
    added: tuple[int, ...] = ()  # captures that are new, in the order of time
    known: int = 0  # captures that were in the collection before
    scores: int = 0  # change scores that came along
    labels: int = 0  # people's verdicts that came along
    types: int = 0  # people's words on the types of pages that came along
    checks: int = 0  # comparisons of captures with their replay that came along
    settings: int = 0  # pages of which a rebuild brought back what people set
    holds: int = 0  # among that
    records: int = 0
    completed: int = 0  # damaged captures of an earlier rebuild that are whole now
    due: int = 0  # pages of which a visit is planned again after a rebuild
    faults: tuple[Fault, ...] = ()  # lost: damaged records
    notes: tuple[Fault, ...] = ()  # taken all the same


def ingest(
    collection: Collection, path: Path, *, pages: Sequence[str] = (), judge: Judge | None = None
) -> IngestReport:
    """Take the WACZ or WARC file ``path`` into the collection; a second time nothing is added.

    Parameters
    ----------
    pages
        URLs that are pages even if nothing in the file says so.
    judge
        Tells walls and error pages from content where the status does not; None: the status is believed.

    Raises
    ------
    StorageError
        The file is no archive, or there is no room for it. Nothing was taken then.
    """
    folder = collection.path / ARCHIVE
    findings = VerifyLog(0, None)
    taken: list[Taken] = []
    remove_abandoned(folder)
    try:
        with opened(path, findings) as source:
            for packed in source.warcs:
                if (file := take(folder, packed, findings)) is not None:
                    taken.append(file)
            listed = source.listed
        records = [record for file in taken for record in file.found]
        found = _whole(candidates(records, listed, pages, findings), findings)
        kept = without_removed(collection.database, found, findings)
        if len(kept) < len(found):
            taken = take_out(collection, taken, found, kept)
            records = [record for file in taken for record in file.found]
            again = _whole(candidates(records, listed, pages), VerifyLog(0, None))
            found = without_removed(collection.database, again, VerifyLog(0, None))
        stored = _store(collection, records, found, path.name, judge)
    except BaseException:
        _remove(folder, taken)
        raise
    if not stored.brought_something:
        _remove(folder, taken)
    for file in taken:
        if (folder / file.name).exists():
            collection.note_closed(folder / file.name)
    if not stored.added and not stored.known:
        findings.note(
            path.name,
            "It holds no page.",
            "Name the pages that you look for with `pagetide ingest --page URL`.",
        )
    return _report(path.name, findings, stored)


def rebuild(collection: Collection, at: datetime | None = None) -> IngestReport:
    """Add to the database what the WARC files hold and no row names: after a loss of the database everything.

    What is damaged is passed over and told of as faults; a capture that lost something is partial, with a problem that
    says so, until a rebuild from the whole file completes it. Pages that were visited are due ``at``; None: now.
    """
    folder = collection.path / ARCHIVE
    findings = VerifyLog(0, None)
    set_models_aside(collection, findings)
    names = closed_names(folder)
    names.sort(key=lambda name: name.startswith(OWN_FILE))  # what we added to captures of others counts later
    records = [record for name in names for record in _scanned(folder, name, findings)]
    note_files(collection, names, records, findings)
    note_removals(collection, records)
    found = without_removed(
        collection.database, own_visits(collection, candidates(records), records, findings), findings
    )
    stored = _store(collection, records, found, "", None)
    back = _settings_back(collection, records)
    completed = complete(collection, found, folder)
    due = plan_visits(collection, stored.added, at or datetime.now(UTC))
    collection.archive_said()
    report = _report(str(collection.path), findings, stored)
    return replace(report, completed=completed, due=due, settings=back.pages, holds=back.holds)


def _settings_back(collection: Collection, records: Sequence[ScannedRecord]) -> SettingsBack:
    removed = RemovedCaptures(collection.database)
    with collection.database.writing() as connection:
        return insert_found_settings(connection, records, removed, apply=True)


def _scanned(folder: Path, name: str, findings: VerifyLog) -> tuple[ScannedRecord, ...]:
    """The records of a file; none of one that the object store has lost."""
    try:
        return scan(folder, name, findings)
    except NotStored as error:
        findings.fault(name, str(error), "Then run `pagetide rebuild` again.")
        return ()


@dataclass(frozen=True, kw_only=True)
class _Stored:
    """What rows were added: captures by number, how many were known; scores, what people said, replay checks."""

    added: list[int]
    known: int
    scores: int
    labels: int
    types: int
    checks: int

    @property
    def brought_something(self) -> bool:
        return bool(self.added or self.scores or self.labels or self.types or self.checks)


def without_screenshot(collection: Collection) -> list[StoredCapture]:
    """Ingested captures of content that wait for their pictures, in the order of pages and times."""
    found = []
    for page in collection.repository.pages():
        for stored in collection.repository.captures(page.id):
            if (
                stored.origin
                and stored.response_kind is ResponseKind.CONTENT
                and Role.VIEW not in stored.artifacts
                and not stored.is_good  # of a document without a picture its words are all
            ):
                found.append(stored)
    return found


def _store(
    collection: Collection,
    records: Sequence[ScannedRecord],
    found: Sequence[CaptureCandidate],
    origin: str,
    judge: Judge | None,
) -> _Stored:
    """Rows of the captures not known yet, and of scores and what people said of captures that are known by then."""
    everything = named(collection.database, found)
    fresh = [item for item in everything if not item.is_known]
    known = len(everything) - len(fresh)
    told_of = [
        (item, visit) for item in fresh if (visit := _visit(collection, item, origin, judge)) is not None
    ]
    changes = [record for record in records if record.uri.startswith(CHANGE)]
    with _accounts_written(collection, told_of), collection.database.writing() as connection:
        added = insert_candidates(connection, told_of)
        scores = insert_found_scores(connection, changes)
        labels = insert_found_said(connection, LABELS, records)
        types = insert_found_said(connection, TYPES, records)
        checks = insert_found_checks(connection, records)
        note_read_back(connection, added)
    return _Stored(added=added, known=known, scores=scores, labels=labels, types=types, checks=checks)


def _visit(collection: Collection, item: Named, origin: str, judge: Judge | None) -> ArchivedVisit | None:
    """What is told of one visit; None where that fails, which must not keep the others out."""
    candidate = item.candidate
    try:
        visit = archived_visit(candidate, collection.path / ARCHIVE, origin)
        return visit if judge is None else judged(collection, candidate, visit, judge)
    except StorageError:
        raise
    except Exception:
        logger.exception(
            "the visit of %s at %s could not be read and was left out", candidate.url, candidate.at
        )
        return None


@contextmanager
def _accounts_written(
    collection: Collection, told_of: Sequence[tuple[Named, ArchivedVisit]]
) -> Iterator[None]:
    """Our page information beside each capture of another tool: what a lost database is made again from."""
    owners, records = [], []
    for item, visit in told_of:
        if item.candidate.own is None:
            added = _account(item, visit)
            records += added
            owners += [item.candidate] * len(added)
    if not records:
        yield
        return
    with collection.appended(records) as written:
        places = zip(owners, records, written.offsets, written.lengths, strict=True)
        for candidate, record, offset, length in places:
            assert record.role is not None
            candidate.parts[record.role] = ScannedRecord(
                file=written.file,
                offset=offset,
                length=length,
                kind=record.kind,
                urn=record.urn,
                uri=record.uri or "",
                date=record.date,
                mime=MIME[record.role],
                payload_digest=record.payload_digest,
                digest=record.payload_digest or "",
                size_bytes=len(record.payload),
                role=record.role,
            )
        yield


def _account(item: Named, visit: ArchivedVisit) -> list[Record]:
    """Page information that names the records of the capture; and the text, where only a list of pages has it."""
    candidate = item.candidate
    parts = {role.value: part.urn for role, part in candidate.parts.items() if role is not Role.PAGE_INFO}
    main = "" if candidate.main is None else candidate.main.urn
    first = main or next((urn for urn in parts.values() if urn), None)
    wanted = {Role.TEXT} - set(candidate.parts)
    counts = {"recorded": visit.recorded, "failed": visit.failed}
    account = {"origin": visit.origin, "main": main, "parts": parts, "exchanges": counts}
    return added_records(visit.capture, item.urn, first, wanted, account)


def _whole(found: Iterable[CaptureCandidate], findings: VerifyLog) -> list[CaptureCandidate]:
    """Without visits of ours whose last record, the page information, was never written."""
    whole, torn = [], 0
    for candidate in found:
        records = [*candidate.parts.values(), *([candidate.main] if candidate.main else [])]
        is_torn = Role.PAGE_INFO not in candidate.parts and all(
            record.file.startswith(OWN_FILE) for record in records
        )
        torn += is_torn
        whole += [] if is_torn else [candidate]
    if torn:
        findings.note(
            "interrupted visits",
            counted(
                torn,
                "visit",
                "of Pagetide was interrupted before its last record was written.",
                "of Pagetide were interrupted before their last record was written.",
            ),
            "What was written by then was left out.",
        )
    return whole


def _remove(folder: Path, taken: Iterable[Taken]) -> None:
    for file in taken:
        if file.fresh:
            (folder / file.name).unlink(missing_ok=True)


def _report(source: str, findings: VerifyLog, stored: _Stored) -> IngestReport:
    report = findings.report()
    return IngestReport(
        source=source,
        added=tuple(stored.added),
        known=stored.known,
        scores=stored.scores,
        labels=stored.labels,
        types=stored.types,
        checks=stored.checks,
        records=report.checked["WARC records"],
        faults=report.faults,
        notes=report.notes,
    )
