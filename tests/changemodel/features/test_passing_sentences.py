"""Sentences that are put into a paragraph and soon taken out again are not read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.list_entries import lists_of
from changemodel.features.page_text import text_distances
from changemodel.features.passing_sentences import lasting_text, passing_sentences, sentences_of
from changemodel.features.text_regions import TextRegions

HOURS = 120
SECTION = "body>main>p"
SLUR = "He is a liar and everybody knows it."


def _page(*paragraphs: str) -> BlockPage:
    return BlockPage([Block(f"{SECTION}:nth-of-type({row})", text) for row, text in enumerate(paragraphs, 1)])


def _article(hour: int) -> list[str]:
    """Four facts of which one is put right every ten hours, and stays so."""
    steps = [(hour + 10 * fact) // 40 for fact in range(4)]
    names = ("bridge", "river", "school", "mayor")
    return [
        f"The {name} was {_word(step)} on {step + 3} May.[{step}]"
        for name, step in zip(names, steps, strict=True)
    ]


def _word(number: int) -> str:
    return ("closed", "opened", "sold", "painted", "flooded")[number % 5]


def _pages(text: Callable[[int], str]) -> list[BlockPage]:
    return [_page(text(hour)) for hour in range(HOURS)]


def _vandalised(hour: int) -> str:
    facts = _article(hour)
    return " ".join([*facts[:2], SLUR, *facts[2:]] if hour % 23 < 2 else facts)


def test_a_sentence_that_is_put_in_again_and_again_passes() -> None:
    assert passing_sentences(_pages(_vandalised)) == {(SECTION, SLUR)}


def test_neither_its_coming_nor_its_going_is_read() -> None:
    pages = _pages(_vandalised)
    regions = TextRegions.of(pages)
    calm, vandalised, put_right = (regions.read(pages[hour]) for hour in (25, 24, 35))
    distances = text_distances([calm, vandalised, put_right], np.array([[0, 1], [0, 2], [1, 2]])).sum(axis=1)
    assert distances[0] == 0.0
    assert distances[1] == distances[2] > 0.0


def test_what_was_put_in_once_may_be_news() -> None:
    once = [" ".join([*_article(hour), *([SLUR] if hour in (50, 51) else [])]) for hour in range(HOURS)]
    assert not passing_sentences([_page(text) for text in once])


def test_where_everything_returns_nothing_passes() -> None:
    """Of a page that says whether warnings are in force, that is the news."""
    stays = _pages(
        lambda hour: "No warnings are in force." if hour % 20 < 4 else "Call us at any time. We listen."
    )
    assert not passing_sentences(stays)


def test_marks_of_notes_are_no_part_of_a_sentence() -> None:
    assert sentences_of("Twelve died.[3][14] The river rose [5] again! کجا؟ آنجا۔ ") == (
        "Twelve died.", "The river rose again!", "کجا؟", "آنجا۔",
    )  # fmt: skip
    assert lasting_text("It rose.[2] Lies!", frozenset({"Lies!"})).text == "It rose."
    assert sentences_of("") == ()


def test_the_numbers_of_what_is_left_are_told_by_their_places_in_the_whole_block() -> None:
    left = lasting_text(
        "It rose 2 m.[12] Lies 3 times 4! It fell 5 m, then 6.", frozenset({"Lies # times #!"})
    )
    assert left.text == "It rose 2 m.\nIt fell 5 m, then 6."
    assert (left.places, left.in_all) == ((0, 3, 4), 5)


def test_a_full_stop_within_a_sentence_ends_none() -> None:
    assert sentences_of("Birthe i 3. tv. spørger: må jeg? Ja.") == ("Birthe i 3. tv. spørger: må jeg?", "Ja.")


def test_what_stands_side_by_side_is_sentences_of_its_own() -> None:
    assert sentences_of("Se cubrirán 90 plazas en Artes. hace 21 horas · 1715 lecturas · PDF") == (
        "Se cubrirán 90 plazas en Artes.", "hace 21 horas", "1715 lecturas", "PDF",
    )  # fmt: skip
    assert sentences_of("Bank holds rates\n1 day ago") == ("Bank holds rates", "1 day ago")
    assert sentences_of("Politik | vor 3 Std. aktualisiert") == ("Politik", "vor 3 Std. aktualisiert")
    assert sentences_of("und ... so weiter! sagt er") == ("und ... so weiter! sagt er",)


def test_marks_of_notes_make_no_other_entry_of_a_paragraph() -> None:
    """Notes move among sentences; a paragraph that has its marks where it once had them has not returned."""
    plain, marked = "The river rose. The bridge is closed.", "The river rose.[1] The bridge is closed."
    page = BlockPage([Block("body>ul>li:nth-of-type(1)", plain), Block("body>ul>li:nth-of-type(2)", marked)])
    ((first, second),) = lists_of(page, {"body>ul>li"}).values()
    assert first.texts == second.texts
    assert first.traits == second.traits


def test_a_note_more_that_renumbers_all_others_is_not_read() -> None:
    pages = [_page(*_article(0)) for _ in range(3)]
    renumbered = _page(*(text.replace("[0]", "[1]") for text in _article(0)))
    regions = TextRegions.of(pages)
    read = [regions.read(pages[0]), regions.read(renumbered)]
    assert text_distances(read, np.array([[0, 1]])).sum() == 0.0


def test_it_is_kept_with_the_model() -> None:
    regions = TextRegions.of(_pages(_vandalised))
    assert regions.fleeting
    assert TextRegions.from_arrays(regions.to_arrays()).fleeting == regions.fleeting
