"""Which records belong to captures that are removed, by the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from storage.database.schema import artifact, capture, change_score, label, warc_record
from storage.queries.batches import batches
from storage.warc.writer import OWN_FILE


@dataclass(frozen=True, kw_only=True)
class Gone:
    """The captures that are removed; ``url_key``: of the page where it goes with all of them, else empty."""

    captures: Mapping[int, Any]  # number -> row of ``capture``, or what has its columns
    url_key: str = ""
    by_age: bool = False
    """By a rule of retention, of whatever pages: what was learned of newer captures stays, and nothing is compared
    anew."""

    @property
    def urns(self) -> frozenset[str]:
        """Their names in the archive."""
        return frozenset(row.urn for row in self.captures.values())


@dataclass(kw_only=True)
class Places:
    """Where records stand of which it is known whose they are."""

    of_gone: dict[str, dict[int, Any]] = field(default_factory=lambda: defaultdict(dict))
    """File -> offset -> row of a removed capture's record: ``id`` and ``capture_id``."""
    said: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """File -> offsets of scores and labels on removed captures."""
    shared: dict[int, int] = field(default_factory=dict)
    """Row -> another capture with a part in its record."""
    touched: set[str] = field(default_factory=set)
    """The files in which removed captures have records."""
    offsets_of_others: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """File of another tool -> offsets of the records of captures that stay."""
    captures_beside: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    """File of another tool -> captures that stay, as rows."""


class RowPlaces(Places):
    """What the database says of the records in question."""

    def __init__(self, connection: Connection, gone: Gone) -> None:
        super().__init__()
        numbers = list(gone.captures)
        for some in batches(numbers):
            for row in connection.execute(select(warc_record).where(warc_record.c.capture_id.in_(some))):
                self.of_gone[row.file][row.offset] = row
            self._read_said(connection, some)
            self._read_shared(connection, some, gone)
        files = {*self.of_gone, *(row.warc_file for row in gone.captures.values())}
        self.touched = files
        self._read_others(connection, [name for name in files if not name.startswith(OWN_FILE)], gone)

    def _read_said(self, connection: Connection, numbers: Sequence[int]) -> None:
        for table in (change_score, label):
            query = select(warc_record.c.file, warc_record.c.offset)
            query = query.join(table, table.c.warc_record_id == warc_record.c.id)
            named = table.c.before_id.in_(numbers) | table.c.after_id.in_(numbers)
            for row in connection.execute(query.where(named)):
                self.said[row.file].add(row.offset)

    def _read_shared(self, connection: Connection, numbers: Sequence[int], gone: Gone) -> None:
        query = (
            select(artifact.c.warc_record_id, artifact.c.capture_id)
            .join(warc_record, artifact.c.warc_record_id == warc_record.c.id)
            .where(warc_record.c.capture_id.in_(numbers))
            .order_by(artifact.c.capture_id)
        )
        for row in connection.execute(query):
            if row.capture_id not in gone.captures:
                self.shared.setdefault(row.warc_record_id, row.capture_id)

    def _read_others(self, connection: Connection, files: Iterable[str], gone: Gone) -> None:
        """What stands of captures that stay in files of other tools."""
        for some in batches(list(files)):
            query = select(warc_record.c.file, warc_record.c.offset, warc_record.c.capture_id)
            for row in connection.execute(query.where(warc_record.c.file.in_(some))):
                if row.capture_id not in gone.captures:
                    self.offsets_of_others[row.file].add(row.offset)
            beside: Iterable[Row[Any]] = connection.execute(
                select(capture).where(capture.c.warc_file.in_(some))
            )
            for item in beside:
                if item.id not in gone.captures:
                    self.captures_beside[item.warc_file].append(item)
