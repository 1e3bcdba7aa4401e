"""Reads archives of other tools into a collection, and our own back into a database that was lost.

The WARC files come into ``archive/`` record by record as they were (``storage.ingest_files``), the rows point into
them. A capture without a screenshot (Heritrix, wget) is kept as partial with a problem of code ``screenshot``:
whoever replays it adds what is missing with ``Collection.add_rendering``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from warcio.exceptions import ArchiveLoadFailed

from storage.check_records import insert_found_checks
from storage.collection import ARCHIVE, Collection
from storage.findings import Fault, Findings
from storage.ingest_facts import Told, own_account, told
from storage.ingest_files import Taken, opened, take
from storage.ingest_judging import Judge, judged
from storage.ingest_pages import Sighting, sightings
from storage.ingest_records import CHANGE, Found, scan
from storage.ingest_rows import insert_found_scores, insert_sighting, sighting_urn
from storage.label_records import insert_found_labels
from storage.records import ResponseKind, Role, StoredCapture
from storage.schema import capture
from storage.warc import OWN_FILE
from storage.warc_capture import MIME, added_records
from storage.warc_files import measured, note_closed
from storage.warc_record import Record


@dataclass(frozen=True, kw_only=True)
class IngestReport:
    """What an archive file brought: captures by number, and what was found wrong with it."""

    source: str
    added: tuple[int, ...] = ()  # captures that are new, in the order of time
    known: int = 0  # captures that were in the collection before
    scores: int = 0  # change scores that came along
    labels: int = 0  # people's verdicts that came along
    checks: int = 0  # comparisons of captures with their replay that came along
    records: int = 0
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
    findings = Findings(0, None)
    taken: list[Taken] = []
    try:
        with opened(path) as source:
            taken += [take(folder, name, file, findings) for name, file in source.warcs]
            listed = source.listed
        records = _scanned(folder, [file.name for file in taken], findings)
        found = [
            sighting
            for sighting in sightings(records, listed, pages)
            if (sighting.main or sighting.parts) and not _is_torn(sighting)
        ]
        stored = _store(collection, records, found, path.name, judge)
    except BaseException:
        _remove(folder, taken)
        raise
    if not stored.brought_something:
        _remove(folder, taken)
    for file in taken:
        if (folder / file.name).exists():
            note_closed(collection.database, measured(folder / file.name))
    if not stored.added and not stored.known:
        findings.note(
            path.name,
            "It holds no page.",
            "Name the pages that you look for with `pagetide ingest --page URL`.",
        )
    return _report(path.name, findings, stored)


def rebuild(collection: Collection) -> IngestReport:
    """Add to the database what the WARC files hold and no row names: after a loss of the database everything."""
    folder = collection.path / ARCHIVE
    findings = Findings(0, None)
    names = sorted(path.name for path in folder.glob("*.warc.gz"))
    names.sort(key=lambda name: name.startswith(OWN_FILE))  # what we added to captures of others counts later
    records = _scanned(folder, names, findings)
    found = [sighting for sighting in sightings(records) if own_account(sighting) is not None]
    stored = _store(collection, records, found, "", None)
    collection.archive_labels()
    return _report(str(collection.path), findings, stored)


@dataclass(frozen=True, kw_only=True)
class _Stored:
    """What rows were added: captures by number, how many were known; scores, labels and replay checks."""

    added: list[int]
    known: int
    scores: int
    labels: int
    checks: int

    @property
    def brought_something(self) -> bool:
        return bool(self.added or self.scores or self.labels or self.checks)


def without_screenshot(collection: Collection) -> list[StoredCapture]:
    """Ingested captures of content that wait for their pictures, in the order of pages and times."""
    found = []
    for page in collection.repository.pages():
        for stored in collection.repository.captures(page.id):
            if (
                stored.origin
                and stored.response_kind is ResponseKind.CONTENT
                and Role.VIEW not in stored.artifacts
            ):
                found.append(stored)
    return found


def _scanned(folder: Path, names: Iterable[str], findings: Findings) -> list[Found]:
    records: list[Found] = []
    for name in names:
        try:
            records.extend(scan(folder, name, findings))
        except ArchiveLoadFailed as error:
            findings.fault(name, f"It cannot be read further: {' '.join(str(error).split())}.", "Restore it.")
    return records


def _store(
    collection: Collection,
    records: Sequence[Found],
    found: Iterable[Sighting],
    origin: str,
    judge: Judge | None,
) -> _Stored:
    """Rows of the captures not known yet, and of the scores and labels on captures that are known by then."""
    by_urn = {sighting_urn(sighting): sighting for sighting in found}
    with collection.database.reading() as connection:
        rows = connection.execute(select(capture.c.urn, capture.c.main_record)).all()
    mains = {
        row.main_record for row in rows
    }  # the same visit may come again in other packing, under another id
    names = {row.urn for row in rows}
    known = {
        urn
        for urn, sighting in by_urn.items()
        if urn in names or (sighting.main is not None and sighting.main.urn in mains)
    }
    fresh = [sighting for urn, sighting in by_urn.items() if urn not in known]
    page_ids = _pages_of(collection, fresh)
    tales = [told(sighting, collection.path / ARCHIVE, origin) for sighting in fresh]
    if judge is not None:
        tales = [judged(collection, *pair, judge) for pair in zip(fresh, tales, strict=True)]
    changes = [record for record in records if record.uri.startswith(CHANGE)]
    with _accounts_written(collection, fresh, tales), collection.database.writing() as connection:
        added = [
            insert_sighting(connection, tale, page_ids[sighting.url], sighting)
            for sighting, tale in zip(fresh, tales, strict=True)
        ]
        scores = insert_found_scores(connection, changes)
        labels = insert_found_labels(connection, records)
        checks = insert_found_checks(connection, records)
    return _Stored(added=added, known=len(known), scores=scores, labels=labels, checks=checks)


@contextmanager
def _accounts_written(
    collection: Collection, fresh: Sequence[Sighting], tales: Sequence[Told]
) -> Iterator[None]:
    """Our page information beside each capture of another tool: what a lost database is made again from."""
    owners, records = [], []
    for sighting, tale in zip(fresh, tales, strict=True):
        if own_account(sighting) is None:
            added = _account(sighting, tale)
            records += added
            owners += [sighting] * len(added)
    if not records:
        yield
        return
    with collection.appended(records) as written:
        places = zip(owners, records, written.offsets, written.lengths, strict=True)
        for sighting, record, offset, length in places:
            assert record.role is not None
            sighting.parts[record.role] = Found(
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


def _account(sighting: Sighting, tale: Told) -> list[Record]:
    """Page information that names the records of the capture; and the text, where only a list of pages has it."""
    parts = {role.value: part.urn for role, part in sighting.parts.items() if role is not Role.PAGE_INFO}
    main = "" if sighting.main is None else sighting.main.urn
    first = main or next(iter(parts.values()))
    wanted = {Role.TEXT} - set(sighting.parts)
    counts = {"recorded": tale.recorded, "failed": tale.failed}
    account = {"origin": tale.origin, "main": main, "parts": parts, "exchanges": counts}
    return added_records(tale.capture, sighting_urn(sighting), first, wanted, account)


def _pages_of(collection: Collection, fresh: Iterable[Sighting]) -> dict[str, int]:
    """The page of each URL; new ones are added without a due time: nobody asked to visit them."""
    numbers: dict[str, int] = {}
    for sighting in fresh:
        if sighting.url not in numbers:
            numbers[sighting.url] = collection.repository.add_page(sighting.url, at=sighting.at).id
    return numbers


def _is_torn(sighting: Sighting) -> bool:
    """A visit of ours whose last record, the page information, was never written."""
    records = [*sighting.parts.values(), *([sighting.main] if sighting.main else [])]
    return Role.PAGE_INFO not in sighting.parts and all(
        record.file.startswith(OWN_FILE) for record in records
    )


def _remove(folder: Path, taken: Iterable[Taken]) -> None:
    for file in taken:
        if file.fresh:
            (folder / file.name).unlink(missing_ok=True)


def _report(source: str, findings: Findings, stored: _Stored) -> IngestReport:
    report = findings.report()
    return IngestReport(
        source=source,
        added=tuple(stored.added),
        known=stored.known,
        scores=stored.scores,
        labels=stored.labels,
        checks=stored.checks,
        records=report.checked["WARC records"],
        faults=report.faults,
        notes=report.notes,
    )
