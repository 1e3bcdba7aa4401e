"""Reads archives of other tools into a collection, and our own back into a database that was lost.

The WARC files come into ``archive/`` record by record as they were (``storage.ingest_files``), the rows point into
them. A capture without a screenshot (Heritrix, wget) is kept as partial with a problem of code ``screenshot``:
whoever replays it adds what is missing with ``Collection.add_rendering``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select
from warcio.exceptions import ArchiveLoadFailed

from storage.collection import ARCHIVE, Collection
from storage.findings import Fault, Findings
from storage.ingest_files import Taken, opened, take
from storage.ingest_pages import ListedPage, Sighting, sightings
from storage.ingest_records import CHANGE, Found, scan
from storage.ingest_rows import insert_found_scores, insert_sighting, sighting_urn
from storage.records import ResponseKind, Role, StoredCapture
from storage.schema import capture
from storage.warc import OWN_FILE

Progress = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class IngestReport:
    """What an archive file brought: captures by number, and what was found wrong with it."""

    source: str
    added: tuple[int, ...] = ()  # captures that are new, in the order of time
    known: int = 0  # captures that were in the collection before
    scores: int = 0  # change scores that came along
    records: int = 0
    faults: tuple[Fault, ...] = ()  # lost: damaged records
    notes: tuple[Fault, ...] = ()  # taken all the same


def ingest(collection: Collection, path: Path, *, pages: Sequence[str] = ()) -> IngestReport:
    """Take the WACZ or WARC file ``path`` into the collection; a second time nothing is added.

    Parameters
    ----------
    pages
        URLs that are pages even if nothing in the file says so.

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
        added, known, scores = _store(collection, records, _Wanted(listed, pages, path.name))
    except BaseException:
        _remove(folder, taken)
        raise
    if not added and not scores:
        _remove(folder, taken)
    if not added and not known:
        findings.note(
            path.name,
            "It holds no page.",
            "Name the pages that you look for with `pagetide ingest --page URL`.",
        )
    return _report(path.name, findings, added, known, scores)


def rebuild(collection: Collection) -> IngestReport:
    """Add to the database what the WARC files hold and no row names: after a loss of the database everything."""
    folder = collection.path / ARCHIVE
    findings = Findings(0, None)
    with collection.database.reading() as connection:
        named = set(connection.execute(select(capture.c.warc_file).distinct()).scalars())
    names = sorted(path.name for path in folder.glob("*.warc.gz"))
    foreign = [name for name in names if not name.startswith(OWN_FILE)]
    own = [name for name in names if name.startswith(OWN_FILE)]
    records = _scanned(folder, [*foreign, *own], findings)  # what we added to a foreign capture counts later
    already = {record.urn for record in records if record.file in named and record.file in foreign}
    added, known, scores = _store(collection, records, _Wanted((), (), ""), skip=already)
    return _report(str(collection.path), findings, added, known, scores)


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


@dataclass(frozen=True)
class _Wanted:
    """What is known of a source besides its records."""

    listed: Iterable[ListedPage]
    pages: Sequence[str]
    origin: str


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
    wanted: _Wanted,
    skip: set[str] | frozenset[str] = frozenset(),
) -> tuple[list[int], int, int]:
    """Rows of the captures not known yet; their numbers, how many were known, how many scores came along."""
    found = [
        sighting
        for sighting in sightings(records, wanted.listed, wanted.pages)
        if (sighting.main is not None or sighting.parts) and not _is_torn(sighting)
    ]
    if skip:
        found = [sighting for sighting in found if sighting.main is None or sighting.main.urn not in skip]
    with collection.database.reading() as connection:
        known = set(connection.execute(select(capture.c.urn)).scalars())
    fresh = {sighting_urn(sighting): sighting for sighting in found if sighting_urn(sighting) not in known}
    page_ids = _pages_of(collection, fresh.values())
    changes = [record for record in records if record.uri.startswith(CHANGE)]
    with collection.database.writing() as connection:
        added = _insert(connection, collection, fresh.values(), page_ids, wanted.origin)
        scores = insert_found_scores(connection, changes)
    return added, len({sighting_urn(sighting) for sighting in found} & known), scores


def _insert(
    connection: Connection,
    collection: Collection,
    fresh: Iterable[Sighting],
    page_ids: Mapping[str, int],
    origin: str,
) -> list[int]:
    folder = collection.path / ARCHIVE
    return [
        insert_sighting(connection, folder, sighting, page_ids[sighting.url], origin or _origin_of(sighting))
        for sighting in fresh
    ]


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


def _origin_of(sighting: Sighting) -> str:
    """At a rebuild: the file in the archive, if it is not one of ours."""
    first = sighting.main or next(iter(sighting.parts.values()))
    return "" if first.file.startswith(OWN_FILE) else first.file


def _remove(folder: Path, taken: Iterable[Taken]) -> None:
    for file in taken:
        if file.fresh:
            (folder / file.name).unlink(missing_ok=True)


def _report(source: str, findings: Findings, added: Iterable[int], known: int, scores: int) -> IngestReport:
    report = findings.report()
    return IngestReport(
        source=source,
        added=tuple(added),
        known=known,
        scores=scores,
        records=report.checked["WARC records"],
        faults=report.faults,
        notes=report.notes,
    )
