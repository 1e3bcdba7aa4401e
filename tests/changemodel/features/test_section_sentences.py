"""What a version says: sentences by section, and the signs that they share with others."""

from __future__ import annotations

import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.section_sentences import PICTURES, PageSentences, words_apart
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import key_of

CARD = "body>main>ul>li:nth-of-type({})>"


def _said(*blocks: tuple[str, str], rows: TableRows | None = None) -> PageSentences:
    return PageSentences(BlockPage([Block(path, text) for path, text in blocks]), rows or TableRows())


def test_a_block_is_read_by_sentence_and_sections_have_no_numbers() -> None:
    page = _said(
        (CARD.format(1) + "p", "The harbour closes. Ferries stop."), (CARD.format(2) + "p", "Mill sold.")
    )
    section = page.section("body>main>ul>li>p")
    assert section.texts == {
        key_of("the harbour closes."): 1,
        key_of("ferries stop."): 1,
        key_of("mill sold."): 1,
    }
    assert page.everywhere == section.texts
    assert not page.section("body>main>ul>li>h2").texts


def test_numbers_are_masked_beside_the_text_itself() -> None:
    before, after = (_said(("body>p", f"Read {count} times")).section("body>p") for count in (7, 8))
    assert before.texts != after.texts
    assert before.masked == after.masked


def test_a_label_in_the_entry_is_a_sign_of_its_headline_and_of_no_other() -> None:
    page = _said(
        (CARD.format(1) + "b", "Offer"),
        (CARD.format(1) + "h3", "Boots"),
        (CARD.format(2) + "h3", "Court sits"),
    )
    section = page.section("body>main>ul>li>h3")
    boots, court = (set(page.signs(section, key_of(text))) for text in ("boots", "court sits"))
    assert boots > {key_of("boots")}
    assert court == {key_of("court"), key_of("sits")}


def test_what_stands_in_a_table_is_said_of_its_row() -> None:
    rows = TableRows(frozenset({"body>table>tr>td:nth-of-type(1)"}))
    cell = "body>table>tr:nth-of-type({})>td:nth-of-type({})"
    lines = [("Kovač", "heard"), ("Novak", "adjourned")]

    def page(*states: str) -> PageSentences:
        names = [(cell.format(row, 1), name) for row, (name, _) in enumerate(lines, 1)]
        return _said(
            *names, *((cell.format(row, 2), state) for row, state in enumerate(states, 1)), rows=rows
        )

    said, swapped = (page(*states).section("body>table>tr>td:nth-of-type(2)") for states in (
        ("heard", "adjourned"), ("adjourned", "heard")))  # fmt: skip
    assert said.texts != swapped.texts
    assert words_apart(said, swapped) == 0.0


def test_pictures_are_sections_of_their_own() -> None:
    page = PageSentences(BlockPage([], [Block("body>figure", "abcd")]), TableRows())
    assert list(page.sections) == [f"{PICTURES}body>figure"]


@pytest.mark.parametrize(("other", "distance"), [("a b c d", 0.0), ("a b c e", 0.4), ("x", 1.0), (None, 1.0)])
def test_the_distance_is_the_weighted_jaccard_distance_of_words(other: str | None, distance: float) -> None:
    one = _said(("body>p", "a b c d")).section("body>p")
    two = _said(*([("body>p", other)] if other else [])).section("body>p")
    assert words_apart(one, two) == words_apart(two, one) == pytest.approx(distance)
