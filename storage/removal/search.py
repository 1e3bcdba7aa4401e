"""Which records go when captures are removed, and which others change because of it.

Records of ours name their capture. Archives of other tools often do not: what goes there is what rows name, what has
the page id of a removed capture, the page's own responses and parts that were recorded at its time, and the requests
and metadata beside all of these; a file in which nothing of any other capture stands goes whole.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, BinaryIO

from sqlalchemy import Row

from storage.collection import Collection
from storage.errors import StorageError
from storage.index.cdxj import WarcPart, warc_parts
from storage.queries.captures import capture_numbers
from storage.queries.removal_places import Gone, Places, RowPlaces
from storage.queries.removal_rows import FilledRow
from storage.urls import header_uri, index_key, page_key
from storage.warc.dates import moment_of, stamp_of
from storage.warc.heads import Head, NoRecord
from storage.warc.reading import open_warc, read_block
from storage.warc.record import bare_uri
from storage.warc.record_kinds import PAGE_INFO, SAID_LATER, page_urn, part_of, record_urn
from storage.warc.rewriting import Change, Drop, Fill, Refer, Reference, record_head
from storage.warc.spans import Span, spans
from storage.warc.writer import ARCHIVE, OWN_FILE

_NEAR = timedelta(minutes=2)  # a response without page id is of the visit of its URL within that time
_GAP = ""
_INFO = "warcinfo"
_FULL = ("response", "resource")
_BESIDE = ("request", "metadata")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A record, or a place that cannot be read, as far as it matters here."""

    file: str
    span: Span
    kind: str = _GAP
    urn: str = ""
    uri: str = ""
    date: datetime | None = None
    stated_date: str = ""
    page_id: str = ""
    concurrent_to: tuple[str, ...] = ()
    refers_to: str = ""
    refers_uri: str = ""
    refers_stamp: str = ""
    digest: str = ""
    resource_type: str = ""


@dataclass(kw_only=True)
class Affected:
    """Everything that a removal does to the archive."""

    changes: dict[str, dict[int, Change]] = field(default_factory=lambda: defaultdict(dict))
    emptied: set[str] = field(default_factory=set)  # files of which nothing is left
    filled: dict[int, FilledRow] = field(default_factory=dict)  # by row
    handed_on: dict[int, int] = field(
        default_factory=dict
    )  # row -> another capture with a part in its record, which stays
    page_ids: dict[tuple[str, int], str] = field(default_factory=dict)
    """Of what goes the page id, by file and offset."""
    records: int = 0
    size_bytes: int = 0

    def of_captures(self, urns: Container[str]) -> tuple[int, int]:
        """How many of the records that go are of these captures, and their bytes."""
        sizes = [
            change.span.length
            for file, changes in self.changes.items()
            for offset, change in changes.items()
            if isinstance(change, Drop) and self.page_ids.get((file, offset)) in urns
        ]
        return len(sizes), sum(sizes)


def affected(
    collection: Collection, gone: Gone, progress: Callable[[int, int], None] | None = None
) -> Affected:
    """Look through the whole archive, twice: for what goes, then for what repeats it."""
    with collection.database.reading() as connection:
        places = RowPlaces(connection, gone)
    return _Search(collection, gone, places, progress).result(warc_parts(collection))


def affected_in(collection: Collection, gone: Gone, places: Places, files: Container[str]) -> Affected:
    """The same of some files, where other sources than rows say what stands in them."""
    parts = [part for part in warc_parts(collection) if part.name in files]
    return _Search(collection, gone, places, None).result(parts)


def affected_by_age(collection: Collection, gone: Gone, repeated: Mapping[int, int]) -> Affected:
    """The same of captures that grew too old: only the files that hold them are read, and no other changes.

    ``repeated``: rows of their responses that a capture which stays repeats, and that capture; these records stay.
    """
    with collection.database.reading() as connection:
        places = RowPlaces(connection, gone)
    places.shared |= repeated
    files = places.touched | places.said.keys()
    parts = [part for part in warc_parts(collection) if part.name in files]
    return _Search(collection, gone, places, None).without_revisits(parts)


class _Originals:
    """Responses and resources that go: what a revisit record that stays may refer to."""

    def __init__(self) -> None:
        self._by_urn: dict[str, list[Entry]] = defaultdict(list)
        self._by_place: dict[tuple[str, str], list[Entry]] = defaultdict(list)
        self.keys: set[str] = set()

    def add(self, entry: Entry) -> None:
        key = index_key(entry.uri)
        self.keys.add(key)
        self._by_urn[entry.urn].append(entry)
        places = (stamp_of(entry.stated_date) or "", _value(entry.digest), "")
        for place in dict.fromkeys(places):
            self._by_place[key, place].append(entry)

    def of(self, revisit: Entry) -> Entry | None:
        """The one that it refers to: by name, else by URL and time, else by URL and digest."""
        key, stamp = index_key(revisit.refers_uri or revisit.uri), revisit.refers_stamp
        for entry in self._by_urn.get(revisit.refers_to, ()) if revisit.refers_to else ():
            same_place = not revisit.refers_uri or index_key(entry.uri) == key
            if same_place and stamp in ("", stamp_of(entry.stated_date)):
                return entry
        if stamp or revisit.digest:
            found = self._by_place.get((key, stamp or _value(revisit.digest)), ())
            alike = (item for item in found if not _differ(item.digest, revisit.digest))
            return next(alike, None)
        return None

    def before(self, revisit: Entry) -> Entry | None:
        """Of a revisit that says nothing of its original: the last of its URL before it."""
        found = [
            item for item in self._by_place.get((index_key(revisit.uri), ""), ()) if _is_before(item, revisit)
        ]
        return max(found, key=_time, default=None)


class _Search:
    """One look through the archive."""

    def __init__(
        self,
        collection: Collection,
        gone: Gone,
        rows: Places,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._collection = collection
        self._folder = collection.path / ARCHIVE
        self._gone = gone
        self._rows = rows
        self._progress = progress
        self._done = self._total = 0
        self._originals = _Originals()
        self._page_ids = set(gone.urns)  # of removed captures, as records state them
        self._page_ids_of_others: set[str] = set()
        self._found = Affected()

    def result(self, parts: Iterable[WarcPart]) -> Affected:
        ordered = sorted(parts, key=lambda part: part.name not in self._rows.touched)
        self._total = 2 * sum(part.size for part in ordered)
        with_revisits = [part for part in ordered if self._drop_in(part)]
        self._fill(self._dependents(with_revisits))
        return self._counted()

    def without_revisits(self, parts: Iterable[WarcPart]) -> Affected:
        """What goes where no revisit record that stays needs another original."""
        for part in parts:
            self._drop_in(part)
        return self._counted()

    def _counted(self) -> Affected:
        self._hand_on()
        drops = [change for changes in self._found.changes.values() for change in changes.values()]
        dropped = [change for change in drops if isinstance(change, Drop)]
        self._found.records = len(dropped)
        self._found.size_bytes = sum(change.span.length for change in dropped)
        self._found.changes = {file: changes for file, changes in self._found.changes.items() if changes}
        return self._found

    def _entries(self, part: WarcPart) -> Iterator[Entry]:
        with open_warc(self._folder, part.name) as file:
            for span in spans(file, 0, part.size):
                yield _entry(part.name, file, span)
                self._done += span.length
                if self._progress is not None:
                    self._progress(self._done, self._total)

    def _drop_in(self, part: WarcPart) -> bool:
        """Note what goes of a file; whether revisit records stay in it."""
        entries = list(self._entries(part))
        is_own = part.name.startswith(OWN_FILE)
        going = self._own(part.name, entries) if is_own else self._foreign(part.name, entries)
        offsets = {entry.span.start for entry in going}
        for entry in going:
            self._found.changes[part.name][entry.span.start] = Drop(span=entry.span)
            self._found.page_ids[part.name, entry.span.start] = entry.page_id
            if entry.kind in _FULL:
                self._originals.add(entry)
        left = [entry for entry in entries if entry.span.start not in offsets]
        if going and all(entry.kind == _INFO for entry in left):
            self._found.emptied.add(part.name)
        return any(entry.kind == "revisit" for entry in left)

    def _own(self, name: str, entries: Sequence[Entry]) -> list[Entry]:
        """What goes of a file of ours: each record names its capture."""
        rows, said = self._rows.of_gone.get(name, {}), self._rows.said.get(name, ())
        inside = [
            (row.warc_offset, row.warc_offset + row.warc_bytes)
            for row in self._gone.captures.values()
            if row.warc_file == name
        ]
        others = self._known_urns(_page_ids(entries))
        ours = self._gone.urns | self._interrupted(entries, others)
        return [
            entry
            for entry in entries
            if entry.page_id in ours
            or entry.span.start in said
            or (entry.span.start in rows and entry.page_id not in others)
            or (entry.kind == _GAP and _is_inside(entry.span, inside))
            or self._speaks_of_gone(entry)
        ]

    def _known_urns(self, urns: Iterable[str]) -> set[str]:
        return capture_numbers(self._collection.database, urns).keys() - self._gone.urns

    def _interrupted(self, entries: Sequence[Entry], known: set[str]) -> set[str]:
        """Page ids of visits to a removed page that were interrupted before their rows were written."""
        if not self._gone.url_key:
            return set()
        uri = header_uri(self._gone.url_key)
        found: set[str] = set()
        other: set[str] = set()
        for entry in entries:
            part = part_of(entry.uri)
            if entry.uri.startswith(PAGE_INFO):
                url = str(self._body(entry).get("url") or "")
                (found if page_key(url) == self._gone.url_key else other).add(entry.page_id)
            elif (part and part[2] == uri) or (entry.uri == uri and entry.resource_type == "document"):
                found.add(entry.page_id)
        return found - other - known - {""}

    def _speaks_of_gone(self, entry: Entry) -> bool:
        """Whether it is a score of a removed capture, or what was said of one; their rows may be gone already."""
        if not entry.uri.startswith(SAID_LATER):
            return False
        body = self._body(entry)
        return bool({str(body.get(name)) for name in ("before", "after", "capture")} & self._gone.urns)

    def _body(self, entry: Entry) -> Mapping[str, Any]:
        try:
            said = json.loads(read_block(self._folder, entry.file, entry.span.start, entry.span.length))
        except (StorageError, ValueError, RecursionError):
            return {}
        return said if isinstance(said, Mapping) else {}

    def _foreign(self, name: str, entries: Sequence[Entry]) -> list[Entry]:
        """What goes of a file of another tool."""
        if name not in self._rows.touched:
            ids = self._page_ids - self._page_ids_of_others
            return [entry for entry in entries if entry.page_id and entry.page_id in ids]
        others, beside = (
            self._rows.offsets_of_others.get(name, set()),
            self._rows.captures_beside.get(name, []),
        )
        if not others and not beside and not self._known_urns(_page_ids(entries)):
            self._page_ids |= _page_ids(entries)
            return [entry for entry in entries if entry.kind != _INFO]
        mains = _Mains(entries)
        kept = others | mains.offsets(beside)
        mine = mains.offsets(row for row in self._gone.captures.values() if row.warc_file == name)
        going = {*self._rows.of_gone.get(name, ()), *self._rows.said.get(name, ()), *mine} - kept
        stated = _page_ids(entry for entry in entries if entry.span.start in kept)
        ids = (_page_ids(entry for entry in entries if entry.span.start in going) | self._gone.urns) - stated
        self._page_ids |= ids
        self._page_ids_of_others |= stated
        visits = self._visits_in(name)
        going |= {
            entry.span.start
            for entry in entries
            if entry.span.start not in kept and (entry.page_id in ids or visits.own(entry))
        }
        return _with_company(entries, going)

    def _visits_in(self, name: str) -> _Visits:
        """The visits with records in a file of another tool."""
        owners = {row.capture_id for row in self._rows.of_gone.get(name, {}).values()}
        mine = [row for row in self._gone.captures.values() if row.warc_file == name or row.id in owners]
        return _Visits([*mine, *self._rows.captures_beside.get(name, [])], self._gone)

    def _dependents(self, parts: Iterable[WarcPart]) -> dict[tuple[str, int], list[Entry]]:
        """The revisit records that stay, by the original that goes."""
        found: dict[tuple[str, int], list[Entry]] = defaultdict(list)
        vague: list[Entry] = []
        newest: dict[str, list[datetime]] = defaultdict(list)
        for part in parts:
            dropped = self._found.changes.get(part.name, {})
            for entry in self._entries(part):
                if entry.span.start in dropped:
                    continue
                if entry.kind == "revisit":
                    original = self._originals.of(entry)
                    if original is not None:
                        found[original.file, original.span.start].append(entry)
                    elif not (entry.refers_to or entry.refers_stamp or entry.digest):
                        vague.append(entry)
                elif (
                    entry.kind in _FULL
                    and entry.date
                    and (key := index_key(entry.uri)) in self._originals.keys
                ):
                    newest[key].append(entry.date)
        for entry in vague:
            original = self._originals.before(entry)
            if original is not None and not _is_overtaken(original, entry, newest[index_key(entry.uri)]):
                found[original.file, original.span.start].append(entry)
        return found

    def _fill(self, dependents: Mapping[tuple[str, int], list[Entry]]) -> None:
        """The first revisit of each original gets the payload, the others refer to it."""
        for (file, start), revisits in dependents.items():
            original = self._found.changes[file][start].span
            row = self._rows.of_gone.get(file, {}).get(start)
            owners = {} if row is None else capture_numbers(self._collection.database, _page_ids(revisits))
            order = sorted(
                revisits,
                key=lambda item: (
                    bool(owners) and item.page_id not in owners,
                    _time(item),
                    item.file,
                    item.span.start,
                ),
            )
            first, others = order[0], order[1:]
            self._found.changes[first.file][first.span.start] = Fill(
                span=first.span, file=file, original=original
            )
            to = Reference(urn=first.urn, uri=first.uri, date=first.stated_date)
            for entry in others:
                self._found.changes[entry.file][entry.span.start] = Refer(span=entry.span, to=to)
            if row is not None:
                owner = owners.get(first.page_id) or self._rows.shared.get(row.id)
                if owner is not None:
                    self._found.filled[row.id] = FilledRow(
                        owner=owner,
                        file=first.file,
                        span=first.span,
                        record_id=first.urn,
                        uri=first.uri,
                        date=first.date,
                    )

    def _hand_on(self) -> None:
        """Records that stay: another capture has a part in them, and no revisit record that could hold it."""
        places = {
            row.id: (file, offset)
            for file, rows in self._rows.of_gone.items()
            for offset, row in rows.items()
        }
        for row, other in self._rows.shared.items():
            if row in self._found.filled:
                continue
            self._found.handed_on[row] = other
            file, offset = places[row]
            changes = self._found.changes[file]
            for change in [changes[offset]] if offset in changes else list(changes.values()):
                if change.span.start <= offset < change.span.end:  # damaged ones may be one place
                    del changes[change.span.start]
                    self._found.emptied.discard(file)


class _Visits:
    """The visits in a file of another tool: whose a response or part is that states no page id."""

    def __init__(self, rows: Iterable[Row[Any]], gone: Gone) -> None:
        self._gone = gone
        self._by_uri: dict[str, list[Row[Any]]] = defaultdict(list)
        for row in sorted(rows, key=lambda item: (item.started_at, item.id)):
            for uri in {header_uri(row.url), header_uri(row.final_url or row.url)}:
                self._by_uri[uri].append(row)

    def own(self, entry: Entry) -> bool:
        """Whether it is of a removed capture."""
        if entry.page_id or entry.date is None or entry.kind in (_GAP, _INFO):
            return False
        part = part_of(entry.uri)
        visits = self._by_uri.get(header_uri(part[2] if part else entry.uri), [])
        if not visits:
            return False
        begun = bisect_right([row.started_at for row in visits], entry.date)
        row = visits[max(begun - 1, 0)]
        if row.id not in self._gone.captures:
            return False
        return part is not None or row.started_at - _NEAR <= entry.date <= row.finished_at + _NEAR


class _Mains:
    """The main records of captures in a file; names repeat in files of some tools."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._by_urn: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.urn:
                self._by_urn[entry.urn].append(entry)

    def offsets(self, captures: Iterable[Row[Any]]) -> set[int]:
        """Where those of these captures begin."""
        found = {self._offset(row) for row in captures}
        return {offset for offset in found if offset is not None}

    def _offset(self, row: Row[Any]) -> int | None:
        if not row.main_record:
            return int(row.warc_offset)
        uris = {header_uri(row.url), header_uri(row.final_url or row.url)}
        found = min(
            self._by_urn.get(row.main_record, ()),
            key=lambda item: (
                header_uri(item.uri) not in uris,
                abs((item.date or row.started_at) - row.started_at),
            ),
            default=None,
        )
        return None if found is None else found.span.start


def _entry(name: str, file: BinaryIO, span: Span) -> Entry:
    if not span.whole:
        return Entry(file=name, span=span)
    try:
        head = record_head(file, span)
    except NoRecord:
        return Entry(file=name, span=span)
    return _entry_of(name, span, head)


def _entry_of(name: str, span: Span, head: Head) -> Entry:
    page_id, date = head.get("warc-page-id"), head.get("warc-date")
    return Entry(
        file=name,
        span=span,
        kind=head.get("warc-type"),
        urn=record_urn(head.get("warc-record-id")),
        uri=bare_uri(head.get("warc-target-uri")),
        date=moment_of(date),
        stated_date=date,
        page_id=page_urn(page_id) if page_id else "",
        concurrent_to=tuple(record_urn(value) for value in head.all("warc-concurrent-to")),
        refers_to=record_urn(head.get("warc-refers-to")),
        refers_uri=bare_uri(head.get("warc-refers-to-target-uri")),
        refers_stamp=stamp_of(head.get("warc-refers-to-date")) or "",
        digest=head.get("warc-payload-digest"),
        resource_type=head.get("warc-resource-type").lower(),
    )


def _with_company(entries: Sequence[Entry], going: set[int]) -> list[Entry]:
    """With the requests and metadata that name a record which goes, or that such a record names."""
    gone = {entry.urn for entry in entries if entry.span.start in going and entry.urn}
    kept = {entry.urn for entry in entries if entry.span.start not in going and entry.kind not in _BESIDE}
    named = {urn for entry in entries if entry.span.start in going for urn in entry.concurrent_to}
    named -= {urn for entry in entries if entry.span.start not in going for urn in entry.concurrent_to}
    beside = {
        entry.span.start
        for entry in entries
        if entry.kind in _BESIDE
        and (({*entry.concurrent_to, entry.refers_to} & gone) - kept or entry.urn in named)
    }
    return [entry for entry in entries if entry.span.start in going | beside]


def _page_ids(entries: Iterable[Entry]) -> set[str]:
    return {entry.page_id for entry in entries} - {""}


def _is_inside(span: Span, places: Iterable[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in places)


def _is_before(original: Entry, revisit: Entry) -> bool:
    return original.date is not None and revisit.date is not None and original.date <= revisit.date


def _is_overtaken(original: Entry, revisit: Entry, others: Iterable[datetime]) -> bool:
    """Whether an answer that stays is nearer to the revisit."""
    return any(_time(original) <= at.timestamp() <= _time(revisit) for at in others)


def _time(entry: Entry) -> float:
    return 0.0 if entry.date is None else entry.date.timestamp()


def _differ(one: str, other: str) -> bool:
    return bool(one and other) and _value(one) != _value(other)


def _value(digest: str) -> str:
    return digest.rpartition(":")[2].lower()
