"""Sentences whose numbers change at nearly each visit are told from those that say something now and then."""

from changemodel.change.clocked_sections import ticking_sentences
from changemodel.features.blocks import Block, BlockPage
from changemodel.features.text_keys import phrase_of

SECTION = "body>div>div"


def _page(*lines: str) -> BlockPage:
    return BlockPage([Block(SECTION, " ".join(lines), lines="\n".join(lines))])


def test_a_clock_in_a_block_ticks_and_its_title_and_what_changes_now_and_then_do_not() -> None:
    pages = [
        _page(
            "Ministry of the Sea",
            f"Seen on 17/03 at {hour % 24:02}:03:21",
            f"Tide {hour // 2} m",
            f"Zone {hour // 9} closed",
        )
        for hour in range(48)
    ]
    assert ticking_sentences(pages) == {phrase_of("", "Seen on # at #")}


def test_a_sentence_begins_with_a_capital_behind_a_number() -> None:
    """As sentences that came or went are told apart: in small letters it would go on."""
    pages = [_page(f"Changed on 12. Visitors so far {900 + hour}") for hour in range(48)]
    assert ticking_sentences(pages) == {phrase_of("", "Visitors so far #")}


def test_a_few_visits_tell_nothing() -> None:
    assert ticking_sentences([_page(f"At {hour}:03") for hour in range(24)]) == frozenset()


def test_a_sentence_that_seldom_stands_tells_nothing() -> None:
    assert (
        ticking_sentences([_page(f"At {hour}:03" if hour % 2 else "Closed") for hour in range(99)])
        == frozenset()
    )
