"""Replay checks in the archive: page information of another format, of captures that have their own already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Connection

from storage.check_details import CheckDetails
from storage.queries.capture_rows import captures_by_urn
from storage.queries.metadata_records import has_row
from storage.queries.replay_checks import insert_replay_check
from storage.queries.warc_records import insert_record
from storage.records import ReplayCheck, Role
from storage.warc.capture_records import CHECK_FORMAT
from storage.warc.record_kinds import ScannedRecord


def is_check(info: Mapping[str, Any]) -> bool:
    """Whether page information is a comparison of a capture with its replay, and says nothing of the visit itself."""
    own = info.get("pagetide")
    return isinstance(own, Mapping) and own.get("format") == CHECK_FORMAT


def insert_found_checks(connection: Connection, records: Iterable[ScannedRecord]) -> int:
    """Add the checks of captures that are known and that are not there yet, in the order of time; how many."""
    known = captures_by_urn(connection)
    found = [record for record in records if record.role is Role.PAGE_INFO and record.page_id in known]
    added = 0
    for record in sorted(found, key=lambda item: (item.date, item.file, item.offset)):
        check = _check_in(record, known[record.page_id].id)
        if check is None or has_row(connection, check.capture_id, record):
            continue
        place = (record.file, record.offset, record.length)
        insert_replay_check(connection, check, insert_record(connection, check.capture_id, record, place))
        added += 1
    return added


def _check_in(record: ScannedRecord, capture_id: int) -> ReplayCheck | None:
    """The check in a record; None if it is none, or not as we write it."""
    try:
        body = json.loads(record.body)
        if not is_check(body):
            return None
        own, compared = body["pagetide"], body["comparison"]
        counts = compared["resourceCounts"]
        checked_at = datetime.fromisoformat(own["checked"].replace("Z", "+00:00"))
        return ReplayCheck(
            capture_id=capture_id,
            checked_at=checked_at if checked_at.tzinfo else checked_at.replace(tzinfo=UTC),
            screenshot_match=compared["screenshotMatch"],
            text_match=compared["textMatch"],
            crawl_good=int(counts["crawlGood"]),
            crawl_bad=int(counts["crawlBad"]),
            replay_good=int(counts["replayGood"]),
            replay_bad=int(counts["replayBad"]),
            missing=tuple(map(str, own["missing"])),
            details=cast("CheckDetails", dict(own["details"])),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
