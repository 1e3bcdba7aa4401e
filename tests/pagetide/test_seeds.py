"""Lists of pages as people and spreadsheets write them."""

import pytest

from pagetide.errors import InvalidSeeds
from pagetide.seeds import MOST_BYTES, checked_weight, read_seeds

ROWS = [("https://a.example/1", 1.5), ("https://b.example/2?q=1,2;3", 1.0)]


def written(delimiter: str, newline: str = "\r\n", header: str = "URL{0}Weight{0}Name") -> str:
    """What a spreadsheet writes: cells quoted where they must be, and a decimal comma."""
    rows = [
        [ROWS[0][0], '"1,5"' if delimiter == "," else "1,5", "Müller & Söhne"],
        [f'"{ROWS[1][0]}"', "", ""],
    ]
    lines = [header.format(delimiter)] if header else []
    return newline.join([*lines, *(delimiter.join(row) for row in rows), ""])


def pages(content: bytes | str, **options: bool) -> list[tuple[str, float]]:
    if isinstance(content, str):
        content = content.encode()
    return [(seed.url, seed.weight) for seed in read_seeds(content, "list", **options)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
)
def test_tables_are_read_whatever_the_spreadsheet_writes(delimiter: str, encoding: str) -> None:
    assert pages(written(delimiter).encode(encoding)) == ROWS


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\n\n\n"])
def test_lines_end_as_on_any_system_and_empty_ones_say_nothing(newline: str) -> None:
    assert pages(written(";", newline)) == ROWS


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_needs_no_header(delimiter: str) -> None:
    assert pages(written(delimiter, header=""), table=True) == ROWS


@pytest.mark.parametrize("text", ["https://a.example/4;2", "Agency;https://a.example/4;2"])
def test_without_a_header_the_number_behind_the_address_is_its_weight(text: str) -> None:
    assert pages(text, table=True) == [("https://a.example/4", 2.0)]


@pytest.mark.parametrize(
    "url", ["https://a.example/0,1518,12,00.html", "https://a.example/x;2", "https://a.example/,"]
)
@pytest.mark.parametrize("header", ["", "url\n"])
def test_in_a_list_of_addresses_commas_and_semicolons_belong_to_them(url: str, header: str) -> None:
    assert pages(f"{header}{url}\nhttps://b.example/\n") == [(url, 1.0), ("https://b.example/", 1.0)]


def test_comments_quotes_and_spaces_are_no_part_of_an_address() -> None:
    text = '# ours\n\n  https://a.example/1  \n"https://a.example/2"\n # theirs\n'
    assert [url for url, _ in pages(text)] == ["https://a.example/1", "https://a.example/2"]


def test_a_comment_may_stand_above_the_header_and_a_cell_may_break_lines() -> None:
    text = '# ours\nName,Url,Notes\nAgency,https://a.example/7,"line\nbreak"\nPaper,https://a.example/8,\n'
    assert [seed.line for seed in read_seeds(text.encode(), "list")] == [3, 5]


def test_the_line_by_which_spreadsheets_are_told_the_separator_is_heeded() -> None:
    text = "sep=|\r\nurl|weight\r\nhttps://a.example/1|2\r\n"
    assert [(seed.line, seed.weight) for seed in read_seeds(text.encode(), "list")] == [(3, 2.0)]


def test_missing_cells_are_left_open_and_empty_rows_are_none() -> None:
    text = "name;url;weight\nA;https://a.example/1\nB;;2\n;;\nC;https://a.example/2;;;\n"
    assert pages(text) == [("https://a.example/1", 1.0), ("", 2.0), ("https://a.example/2", 1.0)]


@pytest.mark.parametrize(
    ("number", "weight"), [("2", 2.0), ("0,5", 0.5), ("0.5", 0.5), ("1E+03", 1000.0), ("1,5e1", 15.0)]
)
def test_numbers_are_read_with_a_point_or_a_comma(number: str, weight: float) -> None:
    assert pages(f"url;weight\nhttps://a.example/;{number}\n") == [("https://a.example/", weight)]


@pytest.mark.parametrize(
    "number",
    ["nan", "NaN", "inf", "-inf", "-1", "0", "-0,5", "1e999", "1.234,5", "1 000", "1_0", "high", "٣"],
)
def test_what_is_no_weight_is_refused_with_its_line(number: str) -> None:
    with pytest.raises(InvalidSeeds, match=r"list, line 3: .* is no weight: a weight is a number from"):
        pages(f"url;weight\nhttps://a.example/;1\nhttps://b.example/;{number}\n")


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0, 0.0, 1e9])
def test_a_weight_that_nothing_can_be_planned_with_is_refused(weight: float) -> None:
    with pytest.raises(InvalidSeeds, match=r"from 0\.001 to 1,000,000"):
        checked_weight(weight)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("url,weight\nhttps://a.example/,1,5\n", "line 2: 3 cells under a header of 2"),
        ('url,weight\nhttps://a.example/1,1\n"https://a.example/2,1\nhttps://a.example/3,1\n', "line 3: "),
        ('url,weight\n"https://a.example/2"x,1\n', "line 2: "),
    ],
)
def test_a_row_that_cannot_be_meant_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InvalidSeeds, match=f"list, {message}"):
        pages(text)


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04\x14\x00\x06\x00\x08\x00", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"]
)
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidSeeds, match=r"list is no text\. Save it as text or CSV"):
        pages(content)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b"url;weight\n", b"# nothing\n"])
def test_an_empty_list_has_no_pages(content: bytes) -> None:
    assert pages(content) == []


def test_more_than_a_list_can_be_is_not_read() -> None:
    with pytest.raises(InvalidSeeds, match=r"larger than 64 MB\. Import it in parts"):
        read_seeds(bytes(MOST_BYTES + 1), "list")
