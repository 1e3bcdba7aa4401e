"""What a replayed page asks for, found in the archive.

In this order: the same request in the capture itself; there, the same but for parameters that only defeat caches;
the same URL in the captures of the page nearest in time, then anywhere in the collection; and last, in the capture
itself, the request most like it. To an ingested capture belongs what its whole crawl holds. Every answer says how it
was found. pywb and wabac look up in the same spirit; neither says afterwards what it took.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from urllib.parse import parse_qsl

from storage.collection import Collection
from storage.errors import StorageError
from storage.queries.warc_records import find_responses
from storage.records import ArchivedExchange, Match, StoredCapture
from storage.replay.exchanges import ArchiveReader, CaptureIndex, Entry
from storage.replay.lookup import ArchiveLookup
from storage.urls import header_uri
from storage.warc.reading import RecordPlace

NEIGHBOURS = 4
"""Captures of the page before, and as many after, in which a missing resource is looked for."""

_LEAST_ALIKE = (
    0.5  # share of the query's parameters that a similar request must have more in common than this
)
_BUSTERS = frozenset(
    (
        "_",
        "_t",
        "_ts",
        "cb",
        "cachebust",
        "cachebuster",
        "nocache",
        "rand",
        "random",
        "rnd",
        "ts",
        "timestamp",
    )
)
_BUSTING_VALUE = re.compile(r"1\d{9}(\d{3}|\.\d+)?|0?\.\d{6,}")  # a time in seconds or ms; Math.random()


class CaptureSource:
    """Finds the exchanges of one stored capture. Safe to use from several threads.

    A request that the page made several times gets the answers in the order in which they came; after the last
    one, that again.
    """

    def __init__(self, collection: Collection, stored: StoredCapture, *, borrow: bool = True) -> None:
        self._collection = collection
        self._stored = stored
        self._borrow = borrow
        self._reader = ArchiveReader(collection)
        self._others = ArchiveLookup(collection)
        self._lock = threading.RLock()
        self._asked: Counter[int] = Counter()  # id of a list's first entry -> how often it was asked for
        self._neighbours: list[CaptureIndex] | None = None
        self.index = self._read_index(stored.id)
        """The capture's own exchanges."""
        self.unreadable: list[str] = list(self.index.damaged)
        """What should be there and could not be read, for a person."""

    def find(
        self, url: str, method: str = "GET", body: bytes | None = None, byte_range: str | None = None
    ) -> ArchivedExchange | None:
        """The archived answer to a request; None: the archive has none.

        Parameters
        ----------
        url, method, body
            As the browser sends them; a fragment is ignored.
        byte_range
            The value of its Range header.
        """
        uri = header_uri(url)
        with self._lock:
            for entry, match, borrowed in self._candidates(uri, method.upper(), body, byte_range):
                try:
                    exchange = self._reader.exchange(entry)
                except StorageError as error:
                    self.unreadable.append(f"{entry.url}: {error}")
                    continue
                return ArchivedExchange(
                    exchange=exchange, match=match, captured_at=entry.at, borrowed=borrowed
                )
        return None

    def _candidates(
        self, uri: str, method: str, body: bytes | None, byte_range: str | None
    ) -> Iterator[tuple[Entry, Match, bool]]:
        own = [entry for entry in self.index.entries if entry.method == method]
        exact = [entry for entry in own if entry.url == uri]
        same = [entry for entry in exact if (entry.request_body or b"") == (body or b"")]
        ranged = [entry for entry in same if entry.request_header("range") == byte_range]
        if same:
            yield self._next(ranged or same), Match.EXACT, False
        plain = unbusted(uri)
        busted = [entry for entry in own if entry.url != uri and unbusted(entry.url) == plain]
        if busted:
            yield self._next(busted), Match.CACHE_BUSTER, False
        if exact and not same:
            yield self._next(exact), Match.OTHER_BODY, False
        if method == "GET" and self._stored.origin:
            for entry in self._good_at(self._others.places(uri, self._stored.started_at)):
                yield entry, Match.EXACT, False
        if method == "GET" and self._borrow:
            for entry in self._elsewhere(uri):
                yield entry, Match.EXACT, True
        similar = most_alike(uri, (entry.url for entry in own if entry.url != uri))
        if similar is not None:
            yield self._next([entry for entry in own if entry.url == similar]), Match.SIMILAR_QUERY, False

    def _read_index(self, capture_id: int) -> CaptureIndex:
        try:
            return self._reader.index(capture_id)
        except StorageError as error:
            return CaptureIndex(damaged=[str(error)])

    def _next(self, entries: list[Entry]) -> Entry:
        """The answer whose turn it is."""
        key = id(entries[0])
        number = min(self._asked[key], len(entries) - 1)
        self._asked[key] += 1
        return entries[number]

    def _elsewhere(self, uri: str) -> Iterator[Entry]:
        """Good answers from other captures, those of the page first, the nearest in time first."""
        if self._neighbours is None:
            self._neighbours = [self._read_index(number) for number in self._nearest()]
        for index in self._neighbours:
            for entry in index.entries:
                if entry.url == uri and entry.method == "GET" and entry.place is not None and _is_good(entry):
                    yield entry
                    break
        yield from self._good_at(self._responses(uri))

    def _good_at(self, places: Iterable[RecordPlace]) -> Iterator[Entry]:
        for place in places:
            try:
                entry = self._reader.response_at(place)
            except StorageError as error:
                self.unreadable.append(f"{place.file}, byte {place.offset}: {error}")
                continue
            if _is_good(entry):
                yield entry

    def _nearest(self) -> list[int]:
        """Captures of the same page, the nearest in time first."""
        return self._collection.repository.nearest_captures(self._stored, NEIGHBOURS)

    def _responses(self, uri: str) -> list[RecordPlace]:
        """Responses of that URL anywhere in the collection, the nearest in time first."""
        found = find_responses(self._collection.database, uri)
        nearest = sorted(found, key=lambda item: _apart(item[0], self._stored.started_at))
        return [place for _, place in nearest[:NEIGHBOURS]]


def unbusted(url: str) -> str:
    """The URL without the parameters that only defeat caches; itself where it has none."""
    base, mark, query = url.partition("?")
    if not mark:
        return url
    kept = [part for part in query.split("&") if part and not _is_buster(part)]
    return f"{base}?{'&'.join(kept)}" if kept else base


def most_alike(url: str, others: Iterable[str]) -> str | None:
    """The other URL of the same address whose query has most in common with this one's, if it has enough.

    Alike is the share of parameters (name and value) in common, twice their number over that of both (Dice's
    coefficient): more than half, so that one of two parameters may not differ, nor the only one.
    """
    address, _, query = url.partition("?")
    mine = set(parse_qsl(query, keep_blank_values=True))
    best, highest = None, 0.0
    for other in others:
        its_address, _, its_query = other.partition("?")
        if its_address != address or not mine:
            continue
        its = set(parse_qsl(its_query, keep_blank_values=True))
        alike = 2 * len(mine & its) / (len(mine) + len(its))
        if alike > max(_LEAST_ALIKE, highest):
            best, highest = other, alike
    return best


def _is_buster(part: str) -> bool:
    name, _, value = part.partition("=")
    if _BUSTING_VALUE.fullmatch(value) or (not value and _BUSTING_VALUE.fullmatch(name)):
        return True
    return name.lower() in _BUSTERS


def _is_good(entry: Entry) -> bool:
    """Whether another capture's answer may stand in: a whole one, and no error."""
    return entry.status is not None and entry.status < 400 and not entry.truncated and entry.error is None


def _apart(one: datetime, other: datetime) -> float:
    return abs((one - other).total_seconds())
