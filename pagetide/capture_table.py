"""Captures with their scores and labels as a table for statistics: ``pagetide export --csv`` and ``--parquet``.

``storage.queries.capture_table`` reads the rows, some thousands at a time; here they become a file. Times are UTC.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from changemodel.extras import module_of_extra
from storage.errors import translated_os_errors
from storage.queries.capture_table import COLUMNS, Column

Rows = Iterable[list[dict[str, Any]]]

_TIMES = "%Y-%m-%dT%H:%M:%S.%fZ"


def write_csv(batches: Rows, target: Path) -> int:
    """Write the rows as CSV in UTF-8, and return how many there were; the file appears when it is complete.

    Cells that nothing is known of are empty. ``StorageError`` where the file cannot be written.
    """
    count = 0
    with (
        _appearing(target) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([column.name for column in COLUMNS])
        for rows in batches:
            writer.writerows([_written(_cell(row, item)) for item in COLUMNS] for row in rows)
            count += len(rows)
    return count


def write_parquet(batches: Rows, target: Path) -> int:
    """Write the rows as a Parquet file, and return how many there were; it appears when it is complete.

    Raises
    ------
    MissingExtra
        pyarrow is not installed.
    StorageError
        The file cannot be written.
    """
    arrow, parquet = _pyarrow()
    kinds = {
        "whole": arrow.int64(),
        "real": arrow.float64(),
        "truth": arrow.bool_(),
        "text": arrow.string(),
        "time": arrow.timestamp("us", tz="UTC"),
    }
    schema = arrow.schema([(column.name, kinds[column.kind]) for column in COLUMNS])
    count = 0
    with _appearing(target) as part, parquet.ParquetWriter(part, schema) as writer:
        for rows in batches:
            columns = {item.name: [_cell(row, item) for row in rows] for item in COLUMNS}
            writer.write_table(arrow.Table.from_pydict(columns, schema=schema))
            count += len(rows)
    return count


def _cell(row: dict[str, Any], column: Column) -> Any:
    """What a row says in a column, as one kind of value; None: nothing is known."""
    value = row[column.name]
    return None if value is None else _OF_KIND[column.kind](value)


def _utc(when: datetime) -> datetime:
    return when.astimezone(UTC)


_OF_KIND: Mapping[str, Callable[[Any], Any]] = {
    "whole": int,
    "real": float,
    "truth": bool,
    "text": str,
    "time": _utc,
}


def _written(value: Any) -> Any:
    """A cell as CSV has it."""
    return value.strftime(_TIMES) if isinstance(value, datetime) else value


def _pyarrow() -> tuple[Any, Any]:
    purpose = "Parquet files, which `pagetide export --csv` does without,"
    return module_of_extra("pyarrow", "parquet", purpose), module_of_extra(
        "pyarrow.parquet", "parquet", purpose
    )


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """A file beside the target, which takes its place when the block ends well and is gone else."""
    with (
        translated_os_errors(target),
        TemporaryDirectory(dir=target.absolute().parent, prefix=".pagetide-table-") as scratch,
    ):
        part = Path(scratch) / "table"
        yield part
        part.replace(target)
