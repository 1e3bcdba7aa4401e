"""Captures with their scores and labels as a table for statistics: ``pagetide export --csv`` and ``--parquet``.

``storage.queries.capture_table`` reads the rows, some thousands at a time; here they become a file. Times are UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from pagetide.errors import MissingExtra
from storage.errors import translated_os_errors
from storage.queries.capture_table import COLUMNS

if TYPE_CHECKING:
    from pandas import DataFrame

Rows = Iterable[list[dict[str, Any]]]

_TIMES = "%Y-%m-%dT%H:%M:%S.%fZ"
_OF_PANDAS = {"whole": "Int64", "real": "Float64", "truth": "boolean", "text": "object"}


def write_csv(batches: Rows, target: Path) -> int:
    """Write the rows as CSV in UTF-8, and return how many there were; the file appears when it is complete.

    Cells that nothing is known of are empty. ``StorageError`` where the file cannot be written.
    """
    count = 0
    with (
        _appearing(target) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file,
    ):
        file.write(",".join(column.name for column in COLUMNS) + "\n")
        for frame in map(_frame, batches):
            frame.to_csv(file, header=False, index=False, date_format=_TIMES, lineterminator="\n")
            count += len(frame)
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
        for frame in map(_frame, batches):
            writer.write_table(arrow.Table.from_pandas(frame, schema=schema, preserve_index=False))
            count += len(frame)
    return count


def _frame(rows: list[dict[str, Any]]) -> DataFrame:
    """Rows as columns of one kind each, in which a missing value makes no number of a truth value."""
    import pandas as pd  # heavy, and only for this

    def column(name: str, kind: str) -> Any:
        values = [row[name] for row in rows]
        if kind == "time":
            return pd.to_datetime(pd.Series(values, dtype="object"), utc=True)
        return pd.Series(values, dtype=_OF_PANDAS[kind])

    return pd.DataFrame({item.name: column(item.name, item.kind) for item in COLUMNS})


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "Parquet files need pyarrow, which is not installed: pip install 'pagetide[parquet]'. "
            "`pagetide export --csv` works without it."
        ) from error


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
