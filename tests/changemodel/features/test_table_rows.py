"""Which column names the rows of a table."""

from __future__ import annotations

from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.table_rows import TableRows, row_of

_CELL = "body>main>table>tbody>tr:nth-of-type({})>td:nth-of-type({})"
_COLUMN = "body>main>table>tbody>tr>td:nth-of-type({})"


def _table(*rows: tuple[str, ...]) -> BlockPage:
    return block_page(
        [
            {"path": _CELL.format(row, column), "text": text}
            for row, cells in enumerate(rows, 1)
            for column, text in enumerate(cells, 1)
        ],
        None,
    )


def test_words_that_differ_and_stay_name_the_rows() -> None:
    pages = [
        _table(
            ("LW/101", "North v Hall", "listed"),
            ("LW/102", "Reed v Moor", word),
            ("LW/103", "Lake v Hill", "heard"),
        )
        for word in ("listed", "heard", "reserved")
    ]
    rows = TableRows.of(pages)
    assert rows.columns == {_COLUMN.format(2)}
    assert rows.names(pages[0])[_CELL.format(2, 3)] == "Reed v Moor"
    assert _CELL.format(2, 2) not in rows.names(pages[0])


def test_a_place_in_a_ranking_and_words_that_never_stay_name_none() -> None:
    pages = [
        _table(*((f"{place}.", f"story {chr(97 + (5 * hour + place) % 26)}") for place in range(1, 6)))
        for hour in range(8)
    ]
    assert not TableRows.of(pages).columns


def test_rows_that_change_places_keep_their_names() -> None:
    lines = [("Ada", "first"), ("Ben", "second"), ("Cleo", "third")]
    pages = [_table(*lines), _table(*lines[::-1])]
    rows = TableRows.of(pages)
    assert rows.columns
    assert [rows.names(page)[_CELL.format(row, 2)] for page, row in zip(pages, (1, 3), strict=True)] == [
        "Ada",
        "Ada",
    ]


def test_a_table_within_a_table_has_rows_of_its_own() -> None:
    assert (
        row_of("body>table>tr>td>table>tr:nth-of-type(2)>td>p") == "body>table>tr>td>table>tr:nth-of-type(2)"
    )
    assert row_of("body>main>p") is None
