"""The responses of an archive by URL, and which of them are pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice

from storage.ingest.times import ByTime
from storage.urls import header_uri, joined_url
from storage.warc.record_kinds import ScannedRecord

_REDIRECTS = 10
_TRIED = 200  # answers to a URL that are looked at for one of the same scheme
_KINDS = ("response", "revisit", "resource")
HTML = ("text/html", "application/xhtml+xml")
_WITHOUT_PAGE = (204, 205, 206)
_EMBEDDED = ("iframe", "frame", "embed", "object", "empty", "script", "style", "image", "font", "worker")
_HOPS_TO_PAGES = "LSMN"  # Heritrix: link, form submission, site map, navigation


class Documents:
    """What the web answered, as the records tell it; a resource record is an answer, too."""

    def __init__(self, records: Sequence[ScannedRecord]) -> None:
        self._by_name: dict[str, list[ScannedRecord]] = defaultdict(list)
        self._by_place: dict[str, ByTime[ScannedRecord]] = defaultdict(lambda: ByTime(_date_of))
        self._by_page: dict[tuple[str, str], list[ScannedRecord]] = defaultdict(list)
        self._newest: dict[tuple[str, str], ScannedRecord] = {}  # of a URL and digest, and of a URL
        self._requests: dict[str, ScannedRecord] = {}
        self._hops: dict[str, str] = {}
        answers = sorted((record for record in records if record.kind in _KINDS), key=_date_of)
        for record in answers:
            self._by_name[record.urn].append(record)
        for record in answers:
            if record.role is None and header_uri(record.uri).startswith(("http:", "https:")):
                place, whole = _place(record.uri), self._with_original(record)
                self._by_place[place].add(whole)
                if record.kind != "revisit":
                    self._newest |= {(place, record.payload_digest or ""): record, (place, ""): record}
                if record.page_id:
                    self._by_page[place, record.page_id].append(whole)
        self._note_requests(records, answers)

    def _note_requests(self, records: Sequence[ScannedRecord], answers: Sequence[ScannedRecord]) -> None:
        for record in records:
            if record.kind == "request":
                self._requests |= dict.fromkeys((record.urn, *record.concurrent_to), record)
            elif record.hops is not None:
                self._hops |= dict.fromkeys(record.concurrent_to, record.hops)
        for record in answers:  # a request may name its response, or the other way round
            for urn in record.concurrent_to:
                if urn in self._requests and self._requests[urn].urn == urn and record.urn:
                    self._requests[record.urn] = self._requests[urn]
        self._requests.pop("", None)

    def at(self, url: str) -> list[ScannedRecord]:
        """The answers to a URL, in the order of time; not those of the other scheme."""
        key = header_uri(url)
        return [record for record in self._by_place.get(_place(url), ()) if header_uri(record.uri) == key]

    def begun(self, url: str, at: datetime) -> ScannedRecord | None:
        """The last answer to a URL before that moment, if it may be of the same visit."""
        return next(self._by_place[_place(url)].before(at), None)

    def of_visit(self, url: str, at: datetime, urn: str, others: Container[str]) -> ScannedRecord | None:
        """The answer to a URL in the visit of that time and page id; none with the page id of another visit."""
        key, place = header_uri(url), _place(url)
        own = self._by_page.get((place, urn), ()) if urn else ()
        if own:
            return min(own, key=lambda item: (header_uri(item.uri) != key, abs(item.date - at)))
        near = (
            record
            for record in self._by_place[place].around(at)
            if not (urn and record.page_id and record.page_id in others)
        )
        return _first_of(list(islice(near, 1)), near, key)

    def behind_redirects(
        self, record: ScannedRecord, at: datetime, urn: str, others: Container[str]
    ) -> ScannedRecord:
        """The last answer of a chain of redirects that begins with ``record``."""
        for _ in range(_REDIRECTS):
            if not record.location or not 300 <= (record.status or 0) < 400:
                break
            following = self.of_visit(joined_url(record.uri, record.location), at, urn, others)
            if following is None or following is record:
                break
            record = following
        return record

    def called(self, urn: str, keys: Collection[str], at: datetime) -> ScannedRecord | None:
        """The answer of that name; of several the one with a URL of ``keys`` nearest in time."""
        found = self._by_name.get(urn, ())
        return min(
            found, key=lambda item: (header_uri(item.uri) not in keys, abs(item.date - at)), default=None
        )

    def user_agent(self, record: ScannedRecord | None) -> str:
        """What the request of an answer said."""
        request = None if record is None else self._requests.get(record.urn)
        return "" if request is None else request.request.get("user-agent", "")

    def pages(self) -> Iterator[ScannedRecord]:
        """Documents that were visited for their own sake: no frame, no script's request, nothing embedded."""
        for group in self._by_place.values():
            yield from (record for record in group if self._is_page(record))

    def is_called_by(self, record: ScannedRecord, keys: Container[str]) -> bool:
        """Whether the request of an answer says that one of those, as ``header_uri`` spells them, led to it."""
        request = self._requests.get(record.urn)
        referer = "" if request is None else request.request.get("referer", "")
        return bool(referer) and header_uri(referer) in keys

    def _is_page(self, record: ScannedRecord) -> bool:
        status = 200 if record.kind == "resource" else record.status or 0
        if not 200 <= status < 300 or status in _WITHOUT_PAGE or record.mime not in HTML:
            return False
        if record.resource_type not in ("", "document"):
            return False
        hops = self._hops.get(record.urn)
        if hops is not None:
            last = hops.rstrip("R")[-1:]  # redirects on the way do not make it something else
            return last == "" or last in _HOPS_TO_PAGES
        request = self._requests.get(record.urn)
        if request is None:
            return True
        if request.request.get("method", "GET") in ("POST", "PUT") or request.request.get("x-requested-with"):
            return False
        return request.request.get("sec-fetch-dest", "") not in _EMBEDDED

    def _with_original(self, record: ScannedRecord) -> ScannedRecord:
        """A revisit without a head of its own, or "not modified", with what its original says."""
        if record.kind != "revisit" or record.status not in (None, 304):
            return record
        original = (
            self.called(record.refers_to, (), record.refers_date or record.date) if record.refers_to else None
        )
        if original is None or original.kind == "revisit":
            original = self._same_payload(record)
        if original is None:
            return record
        return replace(record, mime=original.mime, status=original.status, location=original.location)

    def _same_payload(self, record: ScannedRecord) -> ScannedRecord | None:
        """The response that a revisit repeats, by its URL and time, or by its digest; all before it are known."""
        place = _place(record.refers_uri or record.uri)
        if record.refers_date is not None and place in self._by_place:
            near = self._by_place[place].around(record.refers_date)
            return next((item for item in near if item.kind != "revisit"), None)
        return self._newest.get((place, record.payload_digest or ""))


def _place(url: str) -> str:
    """What was asked for without its scheme: a page asked for by http may be answered by https alone."""
    return header_uri(url).partition(":")[2]


def _date_of(record: ScannedRecord) -> datetime:
    return record.date


def _first_of(
    nearest: list[ScannedRecord], others: Iterator[ScannedRecord], key: str
) -> ScannedRecord | None:
    """The first answer to exactly that URL, else the nearest."""
    tried = chain(nearest, islice(others, _TRIED))
    return next(
        (record for record in tried if header_uri(record.uri) == key), nearest[0] if nearest else None
    )
