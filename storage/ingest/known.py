"""The names of captures in an archive, and which the collection has already.

A page id is known only within its file: ``p1`` in two files are two pages. So a capture is the same one if it has the
same URL and time, and the same page id or, in other packing under another page id, the same main record. Lists of
pages and records may differ by seconds in the time of a visit.

Visits of ours with the same URL, the same microsecond and the same parts are one that was stored twice: a process was
killed between its records and its rows, and what had been captured was handed over again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from storage.database.engine import Database
from storage.ingest.pages import CaptureCandidate
from storage.queries.capture_rows import captures_at, captures_named
from storage.queries.removal_records import PACKINGS_APART
from storage.records import Role
from storage.warc.record_kinds import page_urn


@dataclass(frozen=True, kw_only=True)
class Named:
    """A visit as an archive tells of it, under the name that it has here."""

    candidate: CaptureCandidate
    urn: str
    is_known: bool


def named(database: Database, found: Sequence[CaptureCandidate]) -> list[Named]:
    """Each visit once, with its name."""
    known = _Known()
    plain = [_plain_urn(candidate) for candidate in found]
    wanted = [*plain, *(_derived_urn(*pair) for pair in zip(plain, found, strict=True))]
    with database.reading() as connection:
        known.read(captures_named(connection, wanted))
        known.read(captures_at(connection, (candidate.url for candidate in found)))
    again = _stored_again(found, known)
    result = []
    for urn, candidate in zip(plain, found, strict=True):
        if id(candidate) in again:
            continue
        name = urn if known.is_free(urn, candidate) else _derived_urn(urn, candidate)
        if name in known.taken:  # twice in this file
            continue
        is_known = known.has(name, candidate)
        if not is_known:
            known.taken.add(name)
            known.urns[name] = (candidate.url, candidate.at)
        result.append(Named(candidate=candidate, urn=name, is_known=is_known))
    return result


class _Known:
    """The captures of the collection that may be among those of an archive."""

    def __init__(self) -> None:
        self.urns: dict[str, tuple[str, datetime]] = {}
        self.mains: dict[tuple[str, str], list[datetime]] = defaultdict(list)
        self.taken: set[str] = set()

    def read(self, rows: Iterable[Row[Any]]) -> None:
        for row in rows:
            self.urns[row.urn] = (row.url, row.started_at)
            if row.main_record:
                self.mains[row.main_record, row.url].append(row.started_at)

    def is_free(self, urn: str, candidate: CaptureCandidate) -> bool:
        """Whether nothing else has that name."""
        return self.urns.get(urn, (candidate.url, candidate.at)) == (candidate.url, candidate.at)

    def has(self, urn: str, candidate: CaptureCandidate) -> bool:
        times = () if candidate.main is None else self.mains.get((candidate.main.urn, candidate.url), ())
        return urn in self.urns or any(abs(at - candidate.at) <= PACKINGS_APART for at in times)


def is_own_visit(candidate: CaptureCandidate) -> bool:
    """Whether we made the visit: page information of ours stands also beside captures of other tools."""
    return candidate.own is not None and not candidate.own.origin


def _stored_again(found: Sequence[CaptureCandidate], known: _Known) -> set[int]:
    """Visits of ours of which another one is the same and is kept: one with rows, else the last one written."""
    alike: dict[object, list[CaptureCandidate]] = defaultdict(list)
    for item in filter(is_own_visit, found):
        parts = {(role, part.digest) for role, part in item.parts.items() if role is not Role.PAGE_INFO}
        alike[item.url, item.at, frozenset(parts)].append(item)
    again = set()
    for same in alike.values():
        kept = next((item for item in same if item.urn in known.urns), same[-1])
        again |= {id(item) for item in same if item is not kept}
    return again


def names_of(candidate: CaptureCandidate) -> set[str]:
    """The names that a visit may have here, and that of the record which brought its page."""
    plain = _plain_urn(candidate)
    main = "" if candidate.main is None else candidate.main.urn
    return {plain, _derived_urn(plain, candidate), main} - {""}


def _plain_urn(candidate: CaptureCandidate) -> str:
    """The page id, or a name made of the first record, the same at every reading."""
    if candidate.urn:
        return candidate.urn
    first = candidate.main or next(iter(candidate.parts.values()))
    if first.urn:
        return page_urn(f"capture of {first.urn}")
    return page_urn(f"capture of {first.uri} at {first.date.isoformat()}")


def _derived_urn(urn: str, candidate: CaptureCandidate) -> str:
    """The name where another visit has that one."""
    return page_urn(f"{urn} {candidate.url} {candidate.at.isoformat()}")
