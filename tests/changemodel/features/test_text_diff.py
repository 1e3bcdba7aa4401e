"""What came and went is told by words; what only moved or was cut otherwise is no change."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.text_diff import block_changes


def page(*texts: str, tag: str = "p", links: tuple[str, ...] = ()) -> BlockPage:
    return block_page(
        [
            {"path": f"body>main>{tag}:nth-of-type({n + 1})", "text": text, "links": links}
            for n, text in enumerate(texts)
        ],
        None,
    )


def told(a: BlockPage, b: BlockPage) -> list[tuple[str, str, str]]:
    return [
        (change.kind, " ".join(change.words_added), " ".join(change.words_removed))
        for change in block_changes(a, b)
    ]


BASE = ("You may cancel within 14 days.", "We store your name.", "Write to the office.")


def test_identical_pages_have_no_changes() -> None:
    assert told(page(*BASE), page(*BASE)) == []


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((BASE[1], BASE[2], BASE[0]), []),
        (("A banner!", *BASE), [("text", "A banner!", "")]),
        (BASE[1:], [("removed", "", "You may cancel within 14 days.")]),
        (("You may cancel within 30 days.", *BASE[1:]), [("numbers", "30", "14")]),
        (("You must cancel within 14 days.", *BASE[1:]), [("text", "must", "may")]),
        (("You may cancel.", *BASE[1:]), [("removed", "", "within 14 days.")]),
        (("YOU MAY  cancel within 14 days", *BASE[1:]), []),
        ((f"{BASE[0]} {BASE[1]}", BASE[2]), []),
        ((*BASE, BASE[2]), [("text", BASE[2], "")]),
    ],
    ids=["reordered", "banner", "deleted", "number", "word", "shortened", "typography", "joined", "repeated"],
)
def test_changes_are_told_by_their_words(
    after: tuple[str, ...], expected: list[tuple[str, str, str]]
) -> None:
    assert told(page(*BASE), page(*after)) == expected


def test_another_link_target_and_another_rank_are_changes() -> None:
    assert told(page("Terms", links=("/a",)), page("Terms", links=("/b",))) == [("links", "/b", "/a")]
    assert told(page("Terms", tag="h2"), page("Terms", tag="h3")) == [("outline", "", "")]


def test_a_list_in_another_order_with_one_more_item_has_one_change() -> None:
    items = [f"Item number {chr(97 + n)}" for n in range(12)]
    other = [*items, "Item number z"]
    random.Random(1).shuffle(other)
    assert told(page(*items), page(*other)) == [("text", "Item number z", "")]


def test_ten_thousand_blocks_are_compared() -> None:
    texts = [f"Paragraph {n} of a long law says {n * n}" for n in range(10_000)]
    changed = [*texts[:500], "A new paragraph.", *texts[500:9000], *texts[9001:]]
    assert len(told(page(*texts), page(*changed))) == 2


WORDS = st.lists(st.sampled_from(["a b c", "b c 1", "ü", "ﬁ 2", "c c", "\u200b", "d" * 40]), max_size=8)


@given(WORDS, WORDS)
def test_every_change_names_a_block_that_there_is(first: list[str], second: list[str]) -> None:
    a, b = page(*first), page(*second)
    for change in block_changes(a, b):
        assert change.before is not None or change.after is not None
        assert change.before is None or change.before < len(a)
        assert change.after is None or b.blocks[change.after].path == change.path
    assert block_changes(a, a) == []
