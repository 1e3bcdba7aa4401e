"""Blocks are read from whatever captures bring; furniture is told from structure."""

import gc
import weakref
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.errors import InvalidVersion
from changemodel.features.blocks import (
    BlockPage,
    block_page,
    each_once,
    masked_text,
    page_of,
    section_of,
    shape_of,
)
from changemodel.version import PageVersion

PROSE = "We process your personal data only as far as the law allows, and we tell you what for."


def test_objects_and_mappings_are_read_alike() -> None:
    as_object = SimpleNamespace(path="body>p", text="Terms", links=("https://a.example/",), x_px=1.0)
    as_mapping = {"path": "body>p", "text": "Terms", "links": ["https://a.example/"]}
    assert block_page([as_object], None).blocks == block_page([as_mapping], None).blocks


@pytest.mark.parametrize("blocks", ["text", 5, [{"text": "no path"}], [None]])
def test_what_is_no_block_is_refused(blocks: object) -> None:
    with pytest.raises(InvalidVersion, match="block"):
        block_page(blocks, None)


def test_lines_stand_in_for_blocks_and_keep_their_place_when_a_number_changes() -> None:
    first, second = (block_page(None, f"Visitors: {n}\n\n  Our  terms ") for n in (5, 72))
    assert [block.text for block in first.blocks] == ["Visitors: 5", "Our terms"]
    assert [block.path for block in first.blocks] == [block.path for block in second.blocks]


def test_a_block_says_the_same_on_one_line_or_more_and_keeps_its_lines() -> None:
    (lined,), (plain,), (one,) = (
        block_page([{"path": "body>p", "text": text}], None).blocks
        for text in ("Bank  holds\n\n 1 day ago ", "Bank holds 1 day ago", "\nBank\n")
    )
    assert lined.text == plain.text == plain.in_lines == "Bank holds 1 day ago"
    assert lined.in_lines == "Bank holds\n1 day ago"
    assert one.text == one.in_lines == "Bank"


def _version(*texts: str) -> PageVersion:
    shown = [{"path": f"body>p:nth-of-type({row})", "text": text} for row, text in enumerate(texts, 1)]
    return PageVersion(datetime(2026, 5, 4, tzinfo=UTC), blocks=shown)


def test_versions_that_say_the_same_have_one_page_and_others_have_their_own() -> None:
    versions = [_version("Terms", PROSE), _version("Terms", PROSE), _version("Terms", PROSE, "New")]
    first, same, other = map(page_of, versions)
    assert first is same is page_of(versions[0])
    assert first is not other
    pictured = PageVersion(versions[0].captured_at, blocks=[{**versions[0].blocks[0], "images": ["a.png"]}])
    bare = PageVersion(versions[0].captured_at, blocks=versions[0].blocks[:1])
    assert page_of(pictured) is not page_of(bare)


def test_a_page_is_forgotten_with_the_last_version_that_says_it() -> None:
    version = _version("Terms", PROSE)
    page = weakref.ref(page_of(version))
    del version
    gc.collect()
    assert page() is None


def test_what_many_versions_say_is_read_once() -> None:
    pages = [page_of(_version("Terms", PROSE if visit < 300 else "Gone")) for visit in range(400)]
    asked = []

    def read(page: BlockPage) -> int:
        asked.append(page)
        return len(page.blocks[1].text)

    assert each_once(read, pages) == [len(PROSE)] * 300 + [4] * 100
    assert len(asked) == 2


def test_a_place_has_three_widths() -> None:
    path = "body>main#legal>section:nth-of-type(2)>div.css-a>p:nth-of-type(7)"
    assert section_of(path) == "body>main#legal>section>div.css-a>p"
    assert shape_of(path) == "body>main>section>div>p"


def test_columns_of_a_table_are_sections_of_their_own() -> None:
    cells = [
        f"body>table>tr:nth-of-type({line})>td:nth-of-type({column})"
        for line, column in ((2, 3), (9, 3), (2, 5))
    ]
    assert section_of(cells[0]) == section_of(cells[1]) == "body>table>tr>td:nth-of-type(3)"
    assert section_of(cells[2]) != section_of(cells[0])
    assert section_of("body>td-list:nth-of-type(2)>p:nth-of-type(1)") == "body>td-list>p"


def test_a_row_is_in_one_section_whatever_its_state() -> None:
    """Late, full, sold out: the class follows what the row says, and where it stands in an order by counts."""
    late, calm = "body>table>tr.late:nth-of-type(2)>td:nth-of-type(1)", "body>table>tr>td:nth-of-type(1)"
    assert section_of(late) == section_of(calm) == calm
    assert section_of("body>track.late>p") == "body>track.late>p"


def test_numbers_dates_and_prices_are_one_sign() -> None:
    assert (
        masked_text("On 2026-03-01 at 12:30 it costs 1,200.50 dollars") == "On #-#-# at # it costs # dollars"
    )


WORDS = {"text": "Strike: all trains are cancelled today."}
LINK = {"text": "Notice of works", "links": ("/1",), "linked_chars": 15}
PARAGRAPH = {"path": "body>main>p:nth-of-type(2)", "text": PROSE, "linked_chars": 0}


@pytest.mark.parametrize(
    ("path", "block", "expected"),
    [
        ("body>header>nav>ul>li", WORDS, True),
        ("body>div>footer>p", WORDS, True),
        ("body>main>nav>ul>li", LINK, True),
        ("body>header>ul>li", LINK, True),
        ("body>main>aside>ul>li", LINK, True),
        ("body>header>button", WORDS, True),
        ("body>div>ul>li", LINK, True),
        ("body>header>p", WORDS, False),
        ("body>header>h1", WORDS, False),
        ("body>aside>p", WORDS, False),
        ("body>dialog>p", WORDS, False),
        ("body>main>button", WORDS, False),
        ("body>main>form>select>option", WORDS, False),
        ("body>main>article>header>p", WORDS, False),
        ("body>main>article>footer>p", WORDS, False),
        ("body>main>ul>li", LINK, False),
        ("body>article>div>a", LINK, False),
        ("body>main>p", WORDS, False),
    ],
)
def test_furniture_is_what_leads_elsewhere_around_the_content(
    path: str, block: dict[str, object], expected: bool
) -> None:
    assert block_page([{"path": path, **block}, PARAGRAPH], None).furniture[0] is expected


def test_without_main_or_article_the_content_begins_with_its_first_heading_or_paragraph() -> None:
    link, heading, prose = (
        {"path": "body>div>ul>li", **LINK},
        {"path": "body>div>h1", "text": "Council"},
        {"path": "body>div>p", "text": PROSE, "linked_chars": 0},
    )
    assert block_page([link, heading, prose, link], None).furniture == (True, False, False, False)
    assert block_page([link, prose, link], None).furniture == (True, False, False)
    assert block_page([link, link], None).furniture == (False, False)


def test_a_heading_that_links_to_itself_is_no_list_of_links() -> None:
    heading = {"path": "body>div>h2", "text": "Data we collect", "links": ("#data",), "linked_chars": 15}
    prose = {"path": "body>div>p", "text": PROSE, "linked_chars": 0}
    assert block_page([heading, prose], None).furniture == (False, False)


def test_a_page_of_furniture_alone_has_none() -> None:
    assert block_page([{"path": "body>nav>p", "text": "Home"}], None).furniture == (False,)


@given(st.lists(st.text(max_size=30), max_size=20))
def test_any_text_is_read(lines: list[str]) -> None:
    blocks = [{"path": f"body>p:nth-of-type({n})", "text": line} for n, line in enumerate(lines)]
    page = block_page(blocks, None)
    assert len(page.furniture) == len(page.masked) == len(page) <= len(lines)
