"""A collection of many pages and captures for ``benchmarks.dashboard``: rows as visits would have left them.

Only the first capture has bytes; what the rooms read of the others are rows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from storage.collection import Collection
from storage.database.schema import capture, change_score, finding, page, warc_record
from storage.findings import FindingKind
from storage.records import Capture, Outcome, ResponseKind

NOW = datetime(2026, 11, 20, tzinfo=UTC)
IMPORTANT, UNSEEN = 0.1, 0.2
_AT_ONCE = 5000
_HOUR = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Size:
    """How many pages have how many captures; the others have one."""

    deep_pages: int
    captures: int
    pages: int


@contextmanager
def filled(folder: Path, size: Size) -> Iterator[Collection]:
    """The collection, open until the block ends."""
    with Collection.create(folder) as collection:
        first = collection.repository.add_page("https://h0.example/0", at=NOW)
        collection.store(first, _capture(first.url))
        addresses = (
            (f"https://h{number % 500}.example/page/{number}", 1.0) for number in range(1, size.pages)
        )
        list(collection.repository.add_pages(addresses, at=NOW, due_at=NOW + _HOUR))
        with collection.database.writing() as connection:
            _fill(connection, size)
        yield collection


def _fill(connection: Connection, size: Size) -> None:
    model = dict(connection.execute(select(capture)).mappings().one())
    del model["id"]
    record = connection.execute(select(warc_record.c.id)).scalars().first()
    pages = list(connection.execute(select(page.c.id).order_by(page.c.id)).scalars())
    _insert(connection, capture, _captures(model, pages, size))
    luck = random.Random(0)
    for page_id in pages[: size.deep_pages]:
        of_page = select(capture.c.id, capture.c.page_id, capture.c.started_at)
        rows = connection.execute(of_page.where(capture.c.page_id == page_id).order_by(capture.c.started_at))
        pairs = [(before.id, after, luck.random() < IMPORTANT) for before, after in pairwise(rows.all())]
        scores = (_score(before_id, after, important, record) for before_id, after, important in pairs)
        changes = (_finding(before_id, after, luck) for before_id, after, important in pairs if important)
        _insert(connection, change_score, scores)
        _insert(connection, finding, changes)


def _captures(model: dict[str, Any], pages: list[int], size: Size) -> Iterator[dict[str, Any]]:
    number = 0
    for place, page_id in enumerate(pages):
        for hour in range(size.captures if place < size.deep_pages else 1):
            number += 1
            at = NOW - (hour + 1) * _HOUR + timedelta(seconds=page_id % 3600)
            yield model | {
                "page_id": page_id,
                "urn": f"urn:uuid:{number:036d}",
                "started_at": at,
                "finished_at": at,
                "warc_offset": 10**6 + number,
            }


def _score(before_id: int, row: Any, important: bool, record: int | None) -> dict[str, Any]:
    lists = ("regions", "links_added", "links_removed", "images_added", "images_removed")
    return {
        "page_id": row.page_id,
        "before_id": before_id,
        "after_id": row.id,
        "scored_at": row.started_at,
        "distance": 1.0,
        "probability": 0.9 if important else 0.1,
        "important": important,
        "displacement_px": 0,
        "explanation": {},
        "warc_record_id": record,
        **{name: [] for name in lists},
    }


def _finding(before_id: int, row: Any, luck: random.Random) -> dict[str, Any]:
    return {
        "page_id": row.page_id,
        "kind": FindingKind.CHANGE,
        "capture_id": row.id,
        "before_id": before_id,
        "at": row.started_at,
        "rank": luck.random(),
        "sentence": f"New: “Notice {row.id}”",
        "probability": 0.9,
        "cluster": f"{row.id:016d}",
        "counts": True,
        "seen_at": None if luck.random() < UNSEEN else NOW,
    }


def _insert(connection: Connection, table: Table, rows: Any) -> None:
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == _AT_ONCE:
            connection.execute(insert(table), some)
            some = []
    if some:
        connection.execute(insert(table), some)


def _capture(url: str) -> Capture:
    at = NOW - timedelta(days=100)
    return Capture(
        url=url,
        started_at=at,
        finished_at=at,
        outcome=Outcome.COMPLETE,
        response_kind=ResponseKind.CONTENT,
        final_url=url,
        status=200,
        mime="text/html",
        title="Notices",
        text="Notices",
    )
