"""Entries that come again and again, wherever they stand; and lists that are parted only to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.list_entries import followed_lists, lists_of, same_entries
from changemodel.features.page_text import text_distances
from changemodel.features.parted_lists import parted_lists
from changemodel.features.returning_entries import returning_traits
from changemodel.features.text_regions import TextRegions

HOURS = 120
LIST = "body>main>table>tr"
HOUSE = (
    "Please switch off your telephones",
    "The lift is out of order today",
    "Schools may book a visit here",
)


def _word(number: int) -> str:
    return "".join(chr(97 + (number * step) % 26) for step in (3, 7, 11, 17, 19))


def _hearing(number: int) -> str:
    return f"{_word(number)} against {_word(number + 40)}"


def _house(hour: int) -> list[str]:
    """One of three notes, every fifteen hours and for four."""
    return [HOUSE[hour // 15 % 3]] if hour % 15 < 4 else []


def _rows(hour: int, *, house: bool = True) -> BlockPage:
    """Eight hearings, another every ten hours, in any order."""
    lines = [_hearing(number) for number in range(hour // 10, hour // 10 + 8)] + (
        _house(hour) if house else []
    )
    Random(hour).shuffle(lines)
    return BlockPage([Block(f"{LIST}:nth-of-type({row})>td", line) for row, line in enumerate(lines, 1)])


def _distances(pages: Sequence[BlockPage], pairs: Sequence[tuple[BlockPage, BlockPage]]) -> list[float]:
    regions = TextRegions.of(pages)
    assert TextRegions.from_arrays(regions.to_arrays()) == regions
    texts = [regions.read(page) for pair in pairs for page in pair]
    places = np.arange(len(texts)).reshape(-1, 2)
    return [float(total) for total in text_distances(texts, places).sum(axis=1)]


def test_notes_that_return_amid_rows_of_any_order_are_told_and_not_read() -> None:
    pages = [_rows(hour) for hour in range(HOURS)]
    assert returning_traits(followed_lists(pages)) == {LIST: {f">td {note.casefold()}" for note in HOUSE}}
    came, news = _distances(pages, [(_rows(4), _rows(0)), (_rows(5, house=False), _rows(12, house=False))])
    assert came == 0.0
    assert news > 0.0


def test_what_is_only_put_in_other_words_has_not_gone() -> None:
    def things(hour: int) -> BlockPage:
        lines = [f"{_hearing(number)}, {_mark(number, hour)}" for number in range(hour // 10, hour // 10 + 8)]
        return BlockPage([Block(f"{LIST}:nth-of-type({row})>td", line) for row, line in enumerate(lines, 1)])

    def _mark(number: int, hour: int) -> str:
        return "few are left" if Random(f"{number} {hour // 3}").random() < 0.5 else "many look at it"

    assert returning_traits(followed_lists([things(hour) for hour in range(HOURS)])) == {}


def test_news_that_came_once_does_not_return() -> None:
    pages = [_rows(hour, house=False) for hour in range(HOURS)]
    assert returning_traits(followed_lists(pages)) == {}


def _cards(hour: int, *, sold: bool, wide: int = 3) -> BlockPage:
    """Six stories in rows of three, another every five hours; what is sold stands second, and pushes the others."""
    titles = [_hearing(number) for number in range(hour // 5 + 6, hour // 5, -1)]
    if sold:
        titles.insert(1, f"{_word(hour // 12 + 7)} at half the price, today only")
    blocks = []
    for place, title in enumerate(titles):
        card = f"body>main>div:nth-of-type({place // wide + 1})>section:nth-of-type({place % wide + 1})"
        label = "Sponsored" if sold and place == 1 else "News of the town"
        blocks += [Block(f"{card}>h2", title), Block(f"{card}>p", label)]
    return BlockPage(blocks)


def test_cards_in_rows_are_one_list() -> None:
    pages = [_cards(hour, sold=hour % 12 in (3, 4)) for hour in range(HOURS)]
    assert parted_lists(pages) == {"body>main>div>section"}
    before, after = _cards(1, sold=False), _cards(1, sold=True)
    came, news = _distances(pages, [(before, after), (before, _cards(5, sold=False))])
    assert came == 0.0
    assert news > 0.0


def test_lists_whose_entries_never_mix_are_as_many_as_they_are() -> None:
    def two(hour: int) -> BlockPage:
        return BlockPage([
            Block(f"body>main>ul:nth-of-type({part})>li:nth-of-type({row})>p", _hearing(100 * part + hour // 5 - row))
            for part in (1, 2)
            for row in range(1, 6)
        ])  # fmt: skip

    assert parted_lists([two(hour) for hour in range(HOURS)]) == frozenset()


def test_an_entry_is_known_by_its_heading_whatever_is_unfolded_below_it() -> None:
    def list_with(unfolded: int) -> BlockPage:
        blocks = []
        for row in range(1, 5):
            entry = f"body>main>ul>li:nth-of-type({row})"
            blocks.append(Block(f"{entry}>h2", f"Decree on {_hearing(row)}"))
            if row == unfolded:
                blocks.append(Block(f"{entry}>p", f"Whoever has an interest may {_hearing(row + 9)} " * 4))
        return BlockPage(blocks)

    lists = [
        lists_of(list_with(row), ["body>main>ul>li"])["body>main>ul>li", "body>main>ul"] for row in (1, 3)
    ]
    assert same_entries(*lists) == [0, 1, 2, 3]
