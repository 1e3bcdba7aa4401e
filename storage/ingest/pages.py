"""Which pages an archive captured, and which records make up each capture.

What says so, in this order: page information records, the list of pages of a WACZ, screenshots and texts, HTML
documents. Where page information or a list names pages, documents beside them are no pages of their own.

Captures are told apart by page id, then by URL and time: a part or response with a page id never joins a visit with
another one; one without joins the visit of its URL that had begun when it was recorded.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain

from storage.ingest.documents import Documents
from storage.ingest.listed import ListedPage
from storage.ingest.packing import MOST_TOLD
from storage.ingest.page_info import OwnAccount, page_info
from storage.ingest.times import SLACK, ByTime
from storage.records import Role
from storage.urls import header_uri, page_key, standard_url
from storage.verify_log import VerifyLog
from storage.warc.record_kinds import ScannedRecord

_RELOADED = timedelta(minutes=2)  # a page that loads itself again does so within that time


@dataclass(kw_only=True)
class CaptureCandidate:
    """A visit to a page as an archive tells of it."""

    url: str
    at: datetime
    urn: str = ""
    title: str = ""
    text: str = ""
    user_agent: str = ""
    status: int | None = None  # as page information states it
    own: OwnAccount | None = None  # what our page information says
    parts: dict[Role, ScannedRecord] = field(default_factory=dict)
    main: ScannedRecord | None = None
    records: list[ScannedRecord] = field(default_factory=list)  # of this visit by their page id

    @property
    def named(self) -> Mapping[Role, str] | None:
        """The record of each part, where our page information says so; then there are no others."""
        return None if self.own is None else self.own.parts

    @property
    def has_something(self) -> bool:
        """Whether there is more of it than a name: a response, a part, or our own account of a failed visit."""
        return self.main is not None or self.own is not None or bool(self.parts.keys() - {Role.PAGE_INFO})

    def take(self, part: ScannedRecord) -> None:
        """Make ``part`` one of the capture's, unless a better one is there; of equals the later one counts."""
        assert part.role is not None
        held = self.parts.get(part.role)
        if held is None or part.rank <= held.rank:
            self.parts[part.role] = part

    def lacks(self, role: Role | None) -> bool:
        """Whether a part of that kind may be looked for: nothing names the parts, or the named one is not there."""
        return self.named is None or (role in self.named and role not in self.parts)

    def holds_another(self, part: ScannedRecord) -> bool:
        """Whether it has a part of that kind from another moment already."""
        held = None if part.role is None else self.parts.get(part.role)
        return held is not None and held.rank == part.rank and held.date != part.date


def candidates(
    records: Sequence[ScannedRecord],
    listed: Iterable[ListedPage] = (),
    pages: Iterable[str] = (),
    findings: VerifyLog | None = None,
) -> list[CaptureCandidate]:
    """The captures that ``records`` hold, in the order of time; ``pages``: URLs that are pages whatever else."""
    reading = _Reading(records, findings or VerifyLog(0, None))
    return reading.candidates(list(listed), list(pages))


class _Reading:
    """One reading of the records of an archive."""

    def __init__(self, records: Sequence[ScannedRecord], findings: VerifyLog) -> None:
        self._records = records
        self._findings = findings
        self._documents = Documents(records)
        self._checks: set[int] = set()  # records that compare a capture with its replay
        self._attachments: list[ScannedRecord] = []
        self._told: Counter[str] = Counter()
        self._by_urn: dict[str, CaptureCandidate] = {}
        self._by_key: dict[str, ByTime[CaptureCandidate]] = defaultdict(lambda: ByTime(_at_of))
        self._by_document: dict[str, ByTime[CaptureCandidate]] = defaultdict(lambda: ByTime(_at_of))

    def candidates(self, listed: list[ListedPage], pages: list[str]) -> list[CaptureCandidate]:
        self._from_page_information()
        self._from_list(listed)
        named = bool(self._by_key)
        self._from_parts()
        for url in pages:
            self._from_documents(self._documents.at(url))
        everything = list(self._everyone())
        for candidate in everything:
            candidate.main = self._main(candidate)
        self._from_afar([candidate for candidate in everything if not candidate.has_something])
        if not named and not pages:
            self._from_documents(self._not_embedded())
        self._from_attachments()
        self._add_records()
        found = [candidate for candidate in self._everyone() if self._is_taken(candidate)]
        self._sum_up()
        for candidate in found:
            candidate.user_agent = self._documents.user_agent(candidate.main)
        return sorted(found, key=lambda candidate: (candidate.at, candidate.url))

    def _note(self, thing: str, message: str, remedy: str) -> None:
        """Tell of an oddity; of a kind the first are named and the others counted."""
        self._told[remedy] += 1
        if self._told[remedy] <= MOST_TOLD:
            self._findings.note(thing, message, remedy)

    def _sum_up(self) -> None:
        for remedy, count in self._told.items():
            if count > MOST_TOLD:
                self._findings.note("the archive", f"It is so with {count - MOST_TOLD} more.", remedy)

    def _everyone(self) -> Iterator[CaptureCandidate]:
        for group in self._by_key.values():
            yield from group

    def _is_taken(self, candidate: CaptureCandidate) -> bool:
        """Whether there is something of the visit, and its URL is one of the web."""
        if not candidate.has_something:
            message = "The file names this page and holds no response of it, no picture, no text."
            self._note(candidate.url, message, "Look for it in another file of that crawl.")
            return False
        if not (standard_url(candidate.url) or "").startswith(("http:", "https:")):
            message = "What it names is no page of the web."
            self._note(candidate.url[:200] or "a page without URL", message, "It was left out.")
            return False
        return True

    def _add(self, candidate: CaptureCandidate) -> CaptureCandidate:
        self._by_key[page_key(candidate.url)].add(candidate)
        self._by_document[header_uri(candidate.url)].add(candidate)
        if candidate.urn:
            self._by_urn[candidate.urn] = candidate
        return candidate

    def _from_page_information(self) -> None:
        for number, record in enumerate(self._records):
            if record.role is not Role.PAGE_INFO:
                continue
            info = page_info(record)
            if info.odd:
                thing = f"page information of {record.of_url or record.uri}"
                self._note(thing, info.odd, "What it says was read as far as it goes.")
            if info.is_check:  # of a capture whose own page information stands elsewhere
                self._checks.add(number)
                continue
            known = self._by_urn.get(info.urn)
            if known is None:
                known = self._add(CaptureCandidate(url=info.url, at=info.at, urn=info.urn))
            known.status = info.status or known.status
            if info.own is not None:
                known.own = info.own
                known.title = info.own.title or known.title
            known.parts[Role.PAGE_INFO] = record

    def _from_list(self, listed: list[ListedPage]) -> None:
        for line in listed:
            known = self._by_urn.get(line.urn)
            if known is None:
                around = self._visits(line.url).around(line.at)
                known = next((item for item in around if not (item.urn and line.urn)), None)
            if known is None:
                known = self._add(CaptureCandidate(url=line.url, at=line.at, urn=line.urn))
            known.title = known.title or line.title
            known.text = known.text or line.text

    def _from_parts(self) -> None:
        by_urn: dict[str, list[ScannedRecord]] = defaultdict(list)
        parts = [record for record in self._records if record.role is not None]
        for record in parts:
            by_urn[record.urn].append(record)
        taken = set()
        for candidate in self._by_urn.values():
            for role, urn in (candidate.named or {}).items():
                if alike := [record for record in by_urn.get(urn, ()) if record.role is role]:
                    candidate.parts[role] = min(alike, key=lambda found: abs(found.date - candidate.at))
                    taken.add(id(candidate.parts[role]))
        found = (_resolved(record, by_urn) for record in parts if id(record) not in taken)
        for record in sorted(filter(None, found), key=lambda item: item.date):
            if not record.of_url:
                self._attachments.append(record)
            elif record.role is not Role.PAGE_INFO and (owner := self._owner(record)).lacks(record.role):
                owner.take(record)

    def _from_attachments(self) -> None:
        """Scoop's parts, which name no page: a file holds one."""
        everyone = list(self._everyone())
        if len(everyone) == 1 and everyone[0].named is None:
            for part in self._attachments:
                everyone[0].take(part)

    def _owner(self, part: ScannedRecord) -> CaptureCandidate:
        """The visit that a part belongs to; a new one where none fits."""
        if part.page_id in self._by_urn:
            return self._by_urn[part.page_id]
        begun = self._documents.begun(part.of_url, part.date)
        visits = self._visits(part.of_url)
        fitting = chain(
            visits.before(part.date), visits.around(part.date)
        )  # what had begun, else the nearest
        owner = next((item for item in fitting if not (item.urn and part.page_id)), None)
        if owner is not None and not self._is_later_visit(owner, part, begun):
            return owner
        at = part.date if begun is None else begun.date
        main = begun if begun is not None and not (part.page_id and begun.page_id) else None
        return self._add(CaptureCandidate(url=part.of_url, at=at, urn=part.page_id, main=main))

    def _is_later_visit(
        self, owner: CaptureCandidate, part: ScannedRecord, begun: ScannedRecord | None
    ) -> bool:
        """Whether a part is of another visit than the last one known before it: the page was asked for in between."""
        again = begun is not None and begun.date - owner.at > SLACK
        if begun is not None and begun.date - owner.at > _RELOADED:
            return True
        return not owner.urn and (again or begun is None) and owner.holds_another(part)

    def _visits(self, url: str) -> ByTime[CaptureCandidate]:
        """The visits of that URL; one without a route, as in the records of requests, may mean any of its document."""
        key = page_key(url)
        found = self._by_key.get(key)
        if found is None and "#" not in key:
            found = self._by_document.get(header_uri(url))
        return _NONE if found is None else found

    def _from_documents(self, documents: Iterable[ScannedRecord]) -> None:
        for record in documents:
            self._add(CaptureCandidate(url=record.uri, at=record.date, main=record))

    def _not_embedded(self) -> list[ScannedRecord]:
        """Documents that were visited for their own sake and are of no visit that is known already."""
        used = {id(candidate.main) for candidate in self._everyone()}
        visited = {header_uri(candidate.url) for candidate in self._everyone()}
        ids = {candidate.urn for candidate in self._everyone() if candidate.urn}
        return [
            record
            for record in self._documents.pages()
            if id(record) not in used
            and record.page_id not in ids
            and not self._is_of_a_visit(record)
            and not self._documents.is_called_by(record, visited)
        ]

    def _is_of_a_visit(self, record: ScannedRecord) -> bool:
        """Whether a visit of the same URL took place then."""
        nearest = next(self._visits(record.uri).around(record.date), None)
        return nearest is not None and abs(nearest.at - record.date) <= _RELOADED

    def _main(self, candidate: CaptureCandidate) -> ScannedRecord | None:
        """The response that brought the page; behind redirects the last."""
        if candidate.own is not None:
            return self._stated_main(candidate, candidate.own)
        record = candidate.main or self._documents.of_visit(
            candidate.url, candidate.at, candidate.urn, self._by_urn
        )
        if record is None:
            return None
        return self._documents.behind_redirects(record, candidate.at, candidate.urn, self._by_urn)

    def _stated_main(self, candidate: CaptureCandidate, own: OwnAccount) -> ScannedRecord | None:
        """The one that our page information names."""
        if own.main == "" and own.final_url is None:
            return None
        concurrent = next(iter(candidate.parts[Role.PAGE_INFO].concurrent_to), None)
        stated = concurrent if own.main is None else own.main
        wanted = {page_key(own.final_url or candidate.url), page_key(candidate.url)}
        return None if stated is None else self._documents.called(stated, wanted, candidate.at)

    def _from_afar(self, waiting: list[CaptureCandidate]) -> None:
        """Visits whose time the list has wrong: the responses of their URL that no visit has yet, in order."""
        used = {id(candidate.main) for candidate in self._everyone() if candidate.main is not None}
        free: dict[str, list[ScannedRecord]] = {}
        for candidate in sorted(waiting, key=lambda item: item.at):
            key = page_key(candidate.url)
            if key not in free:
                free[key] = [record for record in self._documents.at(candidate.url) if id(record) not in used]
            if not free[key]:
                continue
            record = _popped_nearest(free[key], candidate.at)
            self._note(
                candidate.url,
                f"The list of pages says {candidate.at:%Y-%m-%d %H:%M:%S}, its record {record.date:%Y-%m-%d %H:%M:%S}.",
                "The record's time was taken.",
            )
            candidate.at = record.date
            candidate.main = self._documents.behind_redirects(
                record, candidate.at, candidate.urn, self._by_urn
            )

    def _add_records(self) -> None:
        for number, record in enumerate(self._records):
            if record.page_id in self._by_urn and number not in self._checks:
                self._by_urn[record.page_id].records.append(record)


def _popped_nearest(records: list[ScannedRecord], at: datetime) -> ScannedRecord:
    """The record nearest in time, of two the earlier one, taken out of records in the order of time."""
    behind = bisect_left(records, at, key=lambda record: record.date)
    near = [number for number in (behind - 1, behind) if 0 <= number < len(records)]
    return records.pop(min(near, key=lambda number: abs(records[number].date - at)))


def _at_of(candidate: CaptureCandidate) -> datetime:
    return candidate.at


_NONE: ByTime[CaptureCandidate] = ByTime(_at_of)


def _resolved(record: ScannedRecord, by_urn: Mapping[str, Sequence[ScannedRecord]]) -> ScannedRecord | None:
    """A part as it stands in the archive: of a revisit record what it refers to; None if that is not there."""
    if record.kind != "revisit":
        return record
    originals = [item for item in by_urn.get(record.refers_to, ()) if item.kind != "revisit"]
    if not originals:
        return None
    original = min(originals, key=lambda item: abs(item.date - (record.refers_date or item.date)))
    return replace(original, page_id=record.page_id, date=record.date, of_url=record.of_url, elsewhere=True)
