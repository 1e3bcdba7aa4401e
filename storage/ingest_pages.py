"""Which pages an archive captured, and which records make each capture: the reading of foreign collections.

What says so, in this order: page information records, the list of pages of a WACZ, screenshots and texts; where an
archive has none of these, HTML documents that no other page embedded.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urljoin

from storage.check_records import is_check
from storage.ingest_records import Found, page_urn
from storage.records import Role
from storage.urls import header_uri, page_key

_TOGETHER = timedelta(minutes=30)  # records of one visit; between two visits of a page lies more
_REDIRECTS = 10
_HTML = ("text/html", "application/xhtml+xml")
_EMBEDDED = ("iframe", "frame", "embed", "object", "empty", "script", "style", "image", "font", "worker")
_HOPS_TO_PAGES = "LSMN"  # Heritrix: link, form submission, site map, navigation


@dataclass(kw_only=True)
class Sighting:
    """A visit to a page as an archive tells of it."""

    url: str
    at: datetime
    urn: str = ""
    title: str = ""
    text: str = ""
    user_agent: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)  # page information
    parts: dict[Role, Found] = field(default_factory=dict)
    named: Mapping[str, str] = field(
        default_factory=dict
    )  # part -> record, where our page information says so
    main: Found | None = None
    records: list[Found] = field(default_factory=list)  # of this visit by their page id

    def take(self, part: Found) -> None:
        """Make ``part`` one of the capture's, unless a better one is there; of equals the later one counts."""
        assert part.role is not None
        held = self.parts.get(part.role)
        if held is None or part.rank <= held.rank:
            self.parts[part.role] = part


@dataclass(frozen=True, kw_only=True)
class ListedPage:
    """A line of a WACZ's ``pages.jsonl``."""

    url: str
    at: datetime
    urn: str
    title: str
    text: str


def sightings(
    records: Sequence[Found], listed: Iterable[ListedPage] = (), pages: Iterable[str] = ()
) -> list[Sighting]:
    """The captures that ``records`` hold, in the order of time; ``pages``: URLs that are pages whatever else."""
    return _Reading(records).sightings(list(listed), list(pages))


class _Reading:
    """One reading of the records of an archive."""

    def __init__(self, records: Sequence[Found]) -> None:
        self._records = records
        self._responses: dict[str, list[Found]] = defaultdict(list)
        self._by_name = {record.urn: record for record in records if record.kind in ("response", "revisit")}
        self._requests: dict[str, Found] = {}
        self._hops: dict[str, str] = {}
        for record in records:
            if record.kind in ("response", "revisit") and record.role is None:
                self._responses[page_key(record.uri)].append(record)
            elif record.kind == "request":
                self._pair(record)
            elif record.kind == "metadata" and b"hopsFromSeed:" in record.body:
                hops = (
                    record.body.partition(b"hopsFromSeed:")[2]
                    .partition(b"\n")[0]
                    .strip()
                    .decode("ascii", "replace")
                )
                self._hops |= dict.fromkeys(record.concurrent_to, hops)
        for record in records:  # a request may name its response, or the other way round
            if record.kind in ("response", "revisit"):
                for urn in record.concurrent_to:
                    if urn in self._requests and self._requests[urn].urn == urn:
                        self._requests[record.urn] = self._requests[urn]
        self._checks: set[str] = set()
        self._by_urn: dict[str, Sighting] = {}
        self._by_key: dict[str, list[Sighting]] = defaultdict(list)
        self._by_document: dict[str, list[Sighting]] = defaultdict(list)

    def _pair(self, request: Found) -> None:
        self._requests[request.urn] = request
        for urn in request.concurrent_to:
            self._requests[urn] = request

    def sightings(self, listed: list[ListedPage], pages: list[str]) -> list[Sighting]:
        self._from_page_information()
        self._from_list(listed)
        self._from_parts()
        for url in pages:
            self._from_responses(self._responses[page_key(url)])
        if not self._by_key:
            self._from_responses(
                record for found in self._responses.values() for record in found if self._is_page(record)
            )
        self._add_records()
        everything = [sighting for group in self._by_key.values() for sighting in group]
        for sighting in everything:
            sighting.main = self._main(sighting)
            request = None if sighting.main is None else self._requests.get(sighting.main.urn)
            sighting.user_agent = "" if request is None else request.request.get("user-agent", "")
        return sorted(everything, key=lambda sighting: (sighting.at, sighting.url))

    def _add(self, sighting: Sighting) -> Sighting:
        self._by_key[page_key(sighting.url)].append(sighting)
        self._by_document[header_uri(sighting.url)].append(sighting)
        if sighting.urn:
            self._by_urn[sighting.urn] = sighting
        return sighting

    def _from_page_information(self) -> None:
        for record in self._records:
            if record.role is not Role.PAGE_INFO:
                continue
            try:
                info = json.loads(record.body)
            except ValueError:
                continue
            if is_check(info):  # of a capture whose own page information stands elsewhere
                self._checks.add(record.urn)
                continue
            stated = str(info.get("pageid") or "")
            urn = page_urn(stated) if stated else record.page_id
            known = self._by_urn.get(urn)
            if known is None:
                known = self._add(
                    Sighting(url=str(info.get("url") or record.of_url), at=record.date, urn=urn)
                )
            known.info = {**known.info, **info}
            known.title = str((info.get("pagetide") or {}).get("title") or known.title)
            known.parts[Role.PAGE_INFO] = record
            known.named = dict((info.get("pagetide") or {}).get("parts") or {})

    def _from_list(self, listed: list[ListedPage]) -> None:
        for line in listed:
            known = self._by_urn.get(line.urn) or self._nearest(line.url, line.at)
            if known is None:
                known = self._add(Sighting(url=line.url, at=line.at, urn=line.urn))
            known.title = known.title or line.title
            known.text = known.text or line.text

    def _from_parts(self) -> None:
        by_urn = {record.urn: record for record in self._records if record.role is not None}
        taken = set()
        for sighting in self._by_urn.values():
            for name, urn in sighting.named.items():
                if urn in by_urn:
                    sighting.parts[Role(name)] = by_urn[urn]
                    taken.add(urn)
        everyone = [sighting for group in self._by_key.values() for sighting in group]
        parts = (_resolved(record, by_urn) for urn, record in by_urn.items() if urn not in taken)
        for record in sorted(filter(None, parts), key=lambda found: found.date):
            owner = self._by_urn.get(record.page_id) or self._nearest(record.of_url, record.date)
            if owner is None and not record.of_url:  # Scoop: a file holds one page
                owner = everyone[0] if len(everyone) == 1 else None
            elif owner is None:
                owner = self._add(Sighting(url=record.of_url, at=record.date, urn=record.page_id))
            if owner is not None and not owner.named and record.role is not Role.PAGE_INFO:
                owner.take(record)

    def _from_responses(self, responses: Iterable[Found]) -> None:
        for record in responses:
            near = self._nearest(record.uri, record.date)
            if near is None or (near.main is not None and near.main is not record):
                self._add(Sighting(url=record.uri, at=record.date, main=record))

    def _is_page(self, record: Found) -> bool:
        """Whether a document was visited for its own sake: no frame, no script's request, nothing embedded."""
        if record.status != 200 or record.mime not in _HTML or not record.uri.startswith(("http:", "https:")):
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
        if request.request.get("method", "GET") != "GET" or request.request.get("x-requested-with"):
            return False
        return request.request.get("sec-fetch-dest", "") not in _EMBEDDED

    def _nearest(self, url: str, at: datetime) -> Sighting | None:
        """The visit of that URL nearest in time, if it may be the same visit; requests name no route of a page."""
        group = (
            (self._by_key.get(page_key(url)) or self._by_document.get(header_uri(url)) or []) if url else []
        )
        near = min(group, key=lambda sighting: abs(sighting.at - at), default=None)
        return near if near is not None and abs(near.at - at) <= _TOGETHER else None

    def _main(self, sighting: Sighting) -> Found | None:
        """The response that brought the page; behind redirects the last."""
        if (own := sighting.info.get("pagetide")) is not None:
            stated = own.get("main") or next(iter(sighting.parts[Role.PAGE_INFO].concurrent_to), None)
            return self._by_name.get(stated or "")
        record = sighting.main or self._response_at(sighting.url, sighting)
        for _ in range(_REDIRECTS):
            if record is None or not record.location or not 300 <= (record.status or 0) < 400:
                break
            following = self._response_at(urljoin(record.uri, record.location), sighting)
            if following is None or following is record:
                break
            record = following
        return record

    def _response_at(self, url: str, sighting: Sighting) -> Found | None:
        """The response to that URL in the same visit: of http and https, which share a key, the one asked for."""
        wanted = header_uri(url)

        def distance(record: Found) -> tuple[bool, bool, bool, timedelta]:
            apart = abs(record.date - sighting.at)
            other_visit = record.page_id != sighting.urn or not sighting.urn
            return other_visit, apart > _TOGETHER, record.uri != wanted, apart

        near = min(self._responses.get(page_key(wanted), ()), key=distance, default=None)
        return None if near is None or all(distance(near)[:2]) else near

    def _add_records(self) -> None:
        for record in self._records:
            if record.page_id in self._by_urn and record.urn not in self._checks:
                self._by_urn[record.page_id].records.append(record)


def _resolved(record: Found, by_urn: Mapping[str, Found]) -> Found | None:
    """A part as it stands in the archive: of a revisit record what it refers to; None if that is not there."""
    if record.kind != "revisit":
        return record
    original = by_urn.get(record.refers_to)
    if original is None:
        return None
    return replace(original, page_id=record.page_id, date=record.date, of_url=record.of_url, elsewhere=True)


def _moment(info: Mapping[str, Any], record: Found) -> datetime:
    """When the visit began, as the page information says, else its record's date."""
    try:
        at = datetime.fromisoformat(str(info.get("ts")).replace("Z", "+00:00"))
    except ValueError:
        return record.date
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def listed_pages(lines: Iterable[bytes]) -> Iterator[ListedPage]:
    """The lines of a ``pages.jsonl`` that name a page; others are passed over."""
    for line in lines:
        try:
            entry = json.loads(line)
            at = datetime.fromisoformat(entry["ts"].replace("Z", "+00:00"))
            if not isinstance(entry["url"], str):
                continue
            yield ListedPage(
                url=entry["url"],
                at=at if at.tzinfo else at.replace(tzinfo=UTC),
                urn=page_urn(entry["id"]) if entry.get("id") else "",
                title=str(entry.get("title") or ""),
                text=str(entry.get("text") or ""),
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue
