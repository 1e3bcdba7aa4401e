"""Blocks of a page that was built anew are found again in the sections that were learned."""

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.known_sections import KnownSections
from changemodel.features.said import SaidPage
from changemodel.features.section_habits import PageHabits
from changemodel.features.table_rows import TableRows


def _page(
    hour: int, *, head: str = "div.head", foot: str = "div.foot", more: tuple[Block, ...] = ()
) -> BlockPage:
    return BlockPage(
        [
            Block(f"body>{head}", f"Ministry of the Sea. Seen at {hour}:03"),
            Block("body>main>p", f"Act {hour // 7} of the council was published"),
            Block(f"body>{foot}", f"Visitor {hour * 431}"),
            *more,
        ]
    )


def _known() -> KnownSections:
    pages = [SaidPage(_page(hour), TableRows()) for hour in range(40)]
    return KnownSections(PageHabits.of(pages, list(range(40))))


def test_sections_that_are_called_as_they_were_are_taken_by_their_names() -> None:
    alert = Block("body>div.alert", "Ministry of the Sea. Seen at 50:03")
    assert _known().of(_page(50, more=(alert,))) == {}  # none that was known is gone


def test_what_a_block_says_is_found_again_under_other_names() -> None:
    renamed = _page(50, head="div:nth-of-type(1)", foot="div:nth-of-type(2)")
    assert _known().of(renamed) == {
        "body>div:nth-of-type(1)": "body>div.head",
        "body>div:nth-of-type(2)": "body>div.foot",
    }


def test_something_new_is_not_taken_for_what_is_gone() -> None:
    alert = Block("body>div.alert", "The harbour is closed")
    known = _known().of(_page(50, head="div:nth-of-type(1)", foot="div:nth-of-type(2)", more=(alert,)))
    assert "body>div.alert" not in known


def test_a_block_that_says_nothing_known_stands_where_the_others_of_its_section_do() -> None:
    learned = [
        SaidPage(
            BlockPage(
                [
                    Block(f"body>ul.list>li:nth-of-type({n})", f"Act {hour % 3 + n} on fish {n * 'x'}")
                    for n in (1, 2)
                ]
            ),
            TableRows(),
        )
        for hour in range(9)
    ]
    known = KnownSections(PageHabits.of(learned, list(range(9))))
    now = BlockPage(
        [
            Block("body>ul>li:nth-of-type(1)", "Ports are closed"),
            Block("body>ul>li:nth-of-type(2)", "Act 4 on fish x"),
        ]
    )
    assert known.of(now) == {
        "body>ul>li:nth-of-type(1)": "body>ul.list>li",
        "body>ul>li:nth-of-type(2)": "body>ul.list>li",
    }


def test_words_are_said_in_the_section_that_is_told() -> None:
    renamed = _page(50, head="div:nth-of-type(1)", foot="div:nth-of-type(2)")
    said = SaidPage(renamed, TableRows(), _known().of(renamed))
    assert sorted(said.sections) == ["body>div.foot", "body>div.head", "body>main>p"]
