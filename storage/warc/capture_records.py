"""A capture as WARC records: exchanges, then its parts as resource records in Browsertrix's ``urn:`` dialect.

All records share the capture's date and WARC-Page-ID. ``docs/reference/warc-profile.md`` describes them.
Screenshots, DOM, text and layout are kept here and nowhere else: the database points into the WARC (see
``storage.collection``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from storage.digests import sha256
from storage.records import Capture, Exchange, ReplayCheck, Role, StoredCapture, StoredScore
from storage.urls import header_uri
from storage.warc.exchange_records import (
    IDENTICAL_PAYLOAD,
    ExchangeRecords,
    Original,
    Originals,
    PayloadKey,
    exchange_failed,
    is_network,
    payload_key,
)
from storage.warc.record import Record, new_urn, warc_date

CHECK_FORMAT = "pagetide-replay-check-1"
"""What the page information of a capture that was compared with its replay calls itself."""

URN_PREFIX = {
    Role.VIEW: "urn:view:",
    Role.FULL_PAGE: "urn:fullPage:",
    Role.DOM: "urn:dom:",
    Role.TEXT: "urn:text:",
    Role.LAYOUT: "urn:layout:",
    Role.PAGE_INFO: "urn:pageinfo:",
}
CHANGE_PREFIX = "urn:change:"
_SMALLEST_REPEAT = 2048  # bytes of a part; below, a revisit record saves nothing
MIME = {
    Role.VIEW: "image/png",
    Role.FULL_PAGE: "image/png",
    Role.DOM: "text/html",
    Role.TEXT: "text/plain",
    Role.LAYOUT: "application/json",
    Role.PAGE_INFO: "application/json",
    Role.FEATURES: "application/x-npy",
}


@dataclass(frozen=True, kw_only=True)
class KeptPart:
    """A part of a capture that stands in the archive already: the row of its record, its size."""

    row: int
    digest: str
    size_bytes: int


@dataclass(frozen=True, kw_only=True)
class Known:
    """What the archive holds already: responses by payload, and a part by its digest and URI."""

    responses: Callable[[Iterable[PayloadKey]], Originals]
    part: Callable[[str, str], tuple[int, Original] | None]


@dataclass(frozen=True, kw_only=True)
class CaptureRecords:
    """The records of one capture in the order of the file; ``main`` is what a change score refers to."""

    urn: str  # the capture's: WARC-Page-ID
    records: tuple[Record, ...]
    kept: Mapping[Role, KeptPart]  # parts that an earlier capture's record holds already
    main: Record
    recorded: int
    failed: int


def capture_records(capture: Capture, known: Known) -> CaptureRecords:
    """Everything that ``capture`` brought home, as records under a fresh page id."""
    urn = new_urn()
    network = [exchange for exchange in capture.exchanges if is_network(exchange)]
    keys = [payload_key(exchange) for exchange in network]
    maker = ExchangeRecords(capture.started_at, urn, known.responses(key for key in keys if key is not None))
    groups = [maker.of(exchange, key) for exchange, key in zip(network, keys, strict=True)]
    document = _main_exchange(capture, network)
    main = None if document is None else groups[document][0]
    failed = sum(exchange_failed(exchange) for exchange in network)
    counts = {"recorded": len(network) - failed, "failed": failed}
    parts = {**_parts(capture), Role.PAGE_INFO: _json(page_info(capture, urn, counts))}
    resources = list(_resources(capture, urn, None if main is None else main.urn, parts))
    resources, kept = _without_repeats(resources, known)
    return CaptureRecords(
        urn=urn,
        kept=kept,
        records=(*(record for group in groups for record in group), *resources),
        main=main or resources[0],
        recorded=len(network) - failed,
        failed=failed,
    )


@dataclass(frozen=True, kw_only=True)
class ScoreNames:
    """What a score's record names: both captures, the main record and the URL of the one scored, the model."""

    before: str
    after: str
    main: str
    url: str
    model: Mapping[str, Any] | None  # None: no model yet


def score_record(score: StoredScore, names: ScoreNames) -> Record:
    """The change score beside its capture: metadata that refers to the capture's main record."""
    body = {
        "format": "pagetide-change-1",
        "before": names.before,
        "after": names.after,
        "model": names.model,
        **{key: value for key, value in asdict(score).items() if key not in ("id", "scored_at")},
        "scored_at": warc_date(score.scored_at),
    }
    return Record(
        kind="metadata",
        uri=CHANGE_PREFIX + header_uri(names.url),  # not the page's own: indexers would replay it as the page
        date=score.scored_at,
        content_type="application/json",
        extra=(("WARC-Refers-To", f"<{names.main}>"), ("WARC-Page-ID", names.after)),
        payload=json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"),
    )


def replay_check_record(
    check: ReplayCheck, capture_urn: str, stored: StoredCapture, resources: Mapping[str, Mapping[str, Any]]
) -> Record:
    """A replay check as Browsertrix writes it: page information with a ``comparison``."""
    body = {
        "pageid": capture_urn,
        "url": stored.url,
        "ts": warc_date(stored.started_at),
        "tsStatus": stored.status or 0,
        "urls": dict(resources),
        "counts": {},
        "comparison": {
            "screenshotMatch": check.screenshot_match,
            "textMatch": check.text_match,
            "resourceCounts": {
                "crawlGood": check.crawl_good,
                "crawlBad": check.crawl_bad,
                "replayGood": check.replay_good,
                "replayBad": check.replay_bad,
            },
        },
        "pagetide": {
            "format": CHECK_FORMAT,
            "checked": warc_date(check.checked_at),
            "missing": list(check.missing),
            "details": dict(check.details),
        },
    }
    data = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    return Record(
        kind="resource",
        uri=URN_PREFIX[Role.PAGE_INFO] + header_uri(stored.url),
        date=check.checked_at,
        content_type=MIME[Role.PAGE_INFO],
        extra=(("WARC-Page-ID", capture_urn),),
        payload=data,
        payload_digest=sha256(data),
    )


def _main_exchange(capture: Capture, network: list[Exchange]) -> int | None:
    """The exchange that brought the page itself: the last document, at the final URL if one is there."""
    documents = [
        number
        for number, exchange in enumerate(network)
        if exchange.resource_type.lower() == "document" and exchange.status is not None
    ]
    final = header_uri(capture.final_url or capture.url)
    at_final = [number for number in documents if header_uri(network[number].url) == final]
    found = at_final or documents[:1]
    return found[-1] if found else None


def added_records(
    capture: Capture, urn: str, main_urn: str | None, roles: Container[Role], account: Mapping[str, Any]
) -> list[Record]:
    """What is added to a capture that other records hold: ``roles`` of ``capture``, and its page information.

    ``account`` goes into the page information under ``pagetide``: ``origin``, ``main`` and ``parts``, the records of
    the capture by name, so that a lost database can be made again.
    """
    parts = {role: data for role, data in _parts(capture).items() if role in roles}
    records = list(_resources(capture, urn, main_urn, parts))
    named = {record.role.value: record.urn for record in records if record.role}
    told = page_info(capture, urn, account["exchanges"])
    told["pagetide"] |= {**account, "parts": {**account["parts"], **named}}
    return [*records, *_resources(capture, urn, main_urn, {Role.PAGE_INFO: _json(told)})]


def _without_repeats(resources: list[Record], known: Known) -> tuple[list[Record], dict[Role, KeptPart]]:
    """A part that an earlier capture of the page brought, too, becomes a revisit record that refers to it."""
    written, kept = [], {}
    for record in resources:
        found = None
        if record.role and record.payload_digest and record.uri and len(record.payload) >= _SMALLEST_REPEAT:
            found = known.part(record.payload_digest, record.uri)
        if found is None or record.role is None:
            written.append(record)
            continue
        row, original = found
        kept[record.role] = KeptPart(
            row=row, digest=record.payload_digest or "", size_bytes=len(record.payload)
        )
        profile = (
            ("WARC-Profile", IDENTICAL_PAYLOAD),
            ("WARC-Refers-To", f"<{original.urn}>"),
            ("WARC-Refers-To-Target-URI", original.uri),
            ("WARC-Refers-To-Date", warc_date(original.date)),
            ("WARC-Truncated", "length"),
        )
        revisit = replace(record, kind="revisit", payload=b"", role=None, extra=(*record.extra, *profile))
        written.append(revisit)
    return written, kept


def _parts(capture: Capture) -> dict[Role, bytes | None]:
    return {
        Role.VIEW: capture.view_png,
        Role.FULL_PAGE: capture.full_page_png,
        Role.DOM: _bytes(capture.dom),
        Role.TEXT: _bytes(capture.text),
        Role.LAYOUT: None if capture.layout is None else _bytes(capture.layout.to_json()),
    }


def _resources(
    capture: Capture, urn: str, main_urn: str | None, parts: Mapping[Role, bytes | None]
) -> Iterator[Record]:
    concurrent = () if main_urn is None else (("WARC-Concurrent-To", f"<{main_urn}>"),)
    for role, data in parts.items():
        if data is None:
            continue
        mime = MIME[role]
        yield Record(
            kind="resource",
            uri=URN_PREFIX[role] + header_uri(capture.url),
            date=capture.started_at,
            content_type=f"{mime}; charset=utf-8" if mime.startswith("text/") else mime,
            mime=mime,
            extra=(*concurrent, ("WARC-Page-ID", urn)),
            payload=data,
            payload_digest=sha256(data),
            role=role,
        )


def page_info(capture: Capture, urn: str, counts: Mapping[str, int]) -> dict[str, Any]:
    """Browsertrix's page information; what it has no place for stands under ``pagetide``.

    Everything that a row of the database says of a capture is here too: a lost database is made again from it.
    """
    return {
        "pageid": urn,
        "url": capture.url,
        "ts": warc_date(capture.started_at),
        "tsStatus": capture.status or 0,
        "urls": {exchange.url: _url_info(exchange) for exchange in capture.exchanges if is_network(exchange)},
        "counts": {"jsErrors": capture.observed.get("errors", {}).get("count", 0)},
        "pagetide": {
            "outcome": capture.outcome.value,
            "responseKind": capture.response_kind.value,
            "finalUrl": capture.final_url,
            "mime": capture.mime,
            "exchanges": dict(counts),
            "title": capture.title,
            "finished": warc_date(capture.finished_at),
            "problems": [asdict(problem) for problem in capture.problems],
            "waitedFor": list(capture.waited_for),
            "observed": dict(capture.observed),
            "timingsMs": dict(capture.timings_ms),
            "profile": asdict(capture.profile),
        },
    }


def _url_info(exchange: Exchange) -> dict[str, Any]:
    mime = next((value for name, value in exchange.response_headers if name.lower() == "content-type"), "")
    info: dict[str, Any] = {
        "status": exchange.status or 0,
        "mime": mime.partition(";")[0].strip().lower(),
        "type": exchange.resource_type.lower(),
    }
    if exchange.error is not None:
        info["error"] = exchange.error
    return info


def _json(value: Mapping[str, Any]) -> bytes | None:
    return _bytes(json.dumps(value, ensure_ascii=False))


def _bytes(text: str | None) -> bytes | None:
    """UTF-8; half of a surrogate pair, which a script may leave in a text, becomes a question mark."""
    return None if text is None else text.encode("utf-8", "replace")
