"""Reads lists of pages to watch: ``pagetide import``.

One address a line, or a table with a column "url" and maybe one called "weight". Spreadsheets part cells by commas,
semicolons or tabs, write numbers with a decimal comma, and save in the encoding of their machine.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from charset_normalizer import from_bytes

from pagetide.errors import InvalidSeeds
from storage.plurals import counted

MOST_BYTES = 64_000_000
"""Largest list that is read: about a million addresses."""
LEAST_WEIGHT, MOST_WEIGHT = 0.001, 1_000_000.0

_ENCODINGS = ["utf_8", "utf_16", "utf_16_le", "utf_16_be", "utf_32", "cp1252", "latin_1"]
_DELIMITERS = ("\t", ";", ",")
_HINT = re.compile(
    r"sep=(.)(?:\r\n|\r|\n)", re.IGNORECASE
)  # a first line that tells a spreadsheet how cells are parted
_ADDRESS = re.compile(r"\s*https?:", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?(?:e[+-]?[0-9]+)?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Seed:
    """One page of a list; ``url`` as it was written, "" where the row names none."""

    line: int
    url: str
    weight: float = 1.0


@dataclass(frozen=True)
class _Row:
    line: int
    cells: list[str]


def read_seeds(content: bytes, source: str, *, table: bool = False) -> list[Seed]:
    """The pages that a file lists, in its order.

    ``table``: cells are parted also where no header says so, as in a file that is called ``.csv``.

    Raises
    ------
    InvalidSeeds
        The content is no text or too long, a row is no row of a table, or a weight is none; it names the line.
    """
    if len(content) > MOST_BYTES:
        raise InvalidSeeds(f"{source} is larger than {MOST_BYTES / 1e6:.0f} MB. Import it in parts.")
    text = _decoded(content, source)
    hint = _HINT.match(text)
    if hint:
        text = "\n" + text[hint.end() :]  # the lines keep their numbers
    for delimiter in (hint[1],) if hint else _DELIMITERS:
        first = next(_first_rows(text, delimiter), None)
        if first is not None and "url" in _header(first):
            return _from_table(_rows(text, delimiter, source), source)
    delimiter = hint[1] if hint else _delimiter(text, table)
    return [_without_header(row, source) for row in _rows(text, delimiter, source)]


def checked_weight(weight: float) -> float:
    """How much a page matters beside others.

    Raises
    ------
    InvalidSeeds
        It is no number, or one that nothing can be planned with.
    """
    if not LEAST_WEIGHT <= weight <= MOST_WEIGHT:  # false of NaN, too
        raise InvalidSeeds(
            f"a weight is a number from {LEAST_WEIGHT:g} to {MOST_WEIGHT:,.0f}, not {weight:g}."
        )
    return weight


def _decoded(content: bytes, source: str) -> str:
    best = from_bytes(content, cp_isolation=_ENCODINGS).best() if content else None
    text = "" if best is None else str(best)
    if (content and best is None) or "\0" in text:
        raise InvalidSeeds(f"{source} is no text. Save it as text or CSV, in UTF-8, and import that.")
    return text.removeprefix("\N{BYTE ORDER MARK}")


def _rows(text: str, delimiter: str, source: str) -> Iterator[_Row]:
    """The rows that say something, each with the number of the line where it begins."""
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    line = 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped) and not stripped[0].startswith("#"):
                yield _Row(line, stripped)
            line = reader.line_num + 1
    except csv.Error as error:
        raise InvalidSeeds(f"{source}, line {line}: this is no row of a table ({error}).") from error


def _first_rows(text: str, delimiter: str, most: int = 1000) -> Iterator[_Row]:
    """What can be read of the beginning, to see how the file is written."""
    try:
        for _, row in zip(range(most), _rows(text, delimiter, ""), strict=False):
            yield row
    except InvalidSeeds:
        return


def _header(row: _Row) -> list[str]:
    return [cell.casefold() for cell in row.cells]


def _from_table(rows: Iterator[_Row], source: str) -> list[Seed]:
    header = _header(next(rows))
    found = []
    for row in rows:
        if any(row.cells[len(header) :]):
            raise InvalidSeeds(
                f"{source}, line {row.line}: {counted(len(row.cells), 'cell')} under a header of {len(header)}. "
                "Write a cell that contains the separator in quotation marks."
            )
        cells = dict(zip(header, row.cells, strict=False))
        weight = _weight(cells.get("weight", ""), row.line, source)
        found.append(Seed(line=row.line, url=cells.get("url", ""), weight=weight))
    return found


def _delimiter(text: str, table: bool) -> str:
    """How cells are parted where no header says so: a comma or semicolon may as well belong to an address."""
    for delimiter in _DELIMITERS:
        rows = [row.cells for row in _first_rows(text, delimiter)]
        widths = {len(cells) for cells in rows}
        if len(widths) != 1 or widths == {1}:
            continue
        is_quoted = re.search(rf'"\s*{re.escape(delimiter)}|{re.escape(delimiter)}\s*"', text) is not None
        if (table or is_quoted) and all(sum(map(_is_address, cells)) == 1 for cells in rows):
            return delimiter
    return "\t"  # which stands in no address


def _without_header(row: _Row, source: str) -> Seed:
    """The one cell that is an address, and the number behind it."""
    place = next((place for place, cell in enumerate(row.cells) if _is_address(cell)), 0)
    behind: Sequence[str] = row.cells[place + 1 : place + 2]
    weight = behind[0] if behind and _NUMBER.fullmatch(behind[0]) else ""
    return Seed(line=row.line, url=row.cells[place], weight=_weight(weight, row.line, source))


def _is_address(cell: str) -> bool:
    return _ADDRESS.match(cell) is not None


def _weight(text: str, line: int, source: str) -> float:
    """A number as spreadsheets write it, with a point or a comma; 1 where the cell is empty."""
    if not text:
        return 1.0
    try:
        return checked_weight(float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else math.nan)
    except InvalidSeeds as error:
        raise InvalidSeeds(f"{source}, line {line}: {text!r} is no weight: {error}") from error
