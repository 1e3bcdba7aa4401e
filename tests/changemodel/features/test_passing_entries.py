"""What comes and goes amid the news of a list, told by how it came and went, and what it hides meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.list_entries import followed_lists, lists_of, same_entries
from changemodel.features.page_text import text_distances
from changemodel.features.passing_entries import passing_traits
from changemodel.features.text_regions import TextRegions

LENGTH = 6  # entries of a list
STAYS = range(10, 100, 15)  # hours at which something comes; it goes three hours later
LIST = "body>main>ul>li"

Lines = list[tuple[str, str]]  # a label and a text, for each entry


def _page(lines: Lines) -> BlockPage:
    blocks = []
    for number, (label, text) in enumerate(lines, 1):
        entry = f"body>main>ul>li:nth-of-type({number})"
        blocks += [Block(f"{entry}>b", label), Block(f"{entry}>p", text)]
    return BlockPage(blocks)


def _news(hour: int) -> Lines:
    """A list that something enters every four hours, six entries long."""
    newest = hour // 4
    return [
        ("Town", f"council votes on {_word(number)} and the {_word(number + 40)}")
        for number in range(newest, newest - LENGTH, -1)
    ]


def _word(number: int) -> str:
    return "".join(chr(97 + (number * step) % 26) for step in (3, 7, 11, 17, 19))


def _with_guests(label: str, *, fixed: bool = False) -> list[BlockPage]:
    pages = []
    for hour in range(120):
        lines = _news(hour)
        came = next((start for start in STAYS if start <= hour < start + 3), None)
        if came is not None:
            lines.insert(2, (label, f"buy a {_word(came * 5)} at half the price"))
        pages.append(_page(lines[:LENGTH] if fixed else lines))
    return pages


def _distances(pages: Sequence[BlockPage], pairs: Sequence[tuple[int, int]]) -> list[float]:
    regions = TextRegions.of(pages)
    texts = [regions.read(page) for page in pages]
    return [float(total) for total in text_distances(texts, np.array(pairs)).sum(axis=1)]


@pytest.mark.parametrize("fixed", [False, True])
def test_a_label_of_what_is_taken_out_again_is_passing(fixed: bool) -> None:
    """Whatever it says each time, and whether the last entries fall off the list meanwhile."""
    assert passing_traits(followed_lists(_with_guests("Sponsored", fixed=fixed)))[LIST] == {">b sponsored"}


@pytest.mark.parametrize("fixed", [False, True])
def test_its_coming_and_going_is_no_change_and_news_beside_it_is(fixed: bool) -> None:
    pages = _with_guests("Sponsored", fixed=fixed)
    came, went, news, news_beside = _distances(pages, [(9, 10), (12, 13), (3, 4), (11, 12)])
    assert came == 0.0
    assert went == 0.0
    assert news > 0.0
    assert news_beside > 0.0


def test_with_nothing_in_common_it_is_no_trait_and_the_list_is_unsettled() -> None:
    """What has the label of the news and new words each time: only that its coming is soon undone tells it."""
    pages = _with_guests("Town")
    assert LIST not in passing_traits(followed_lists(pages))
    came, news = _distances(pages, [(9, 10), (3, 4)])
    assert came == 0.0
    assert news > 0.0


def test_a_list_in_which_everything_comes_and_goes_has_no_passing_entries() -> None:
    """Warnings: each is news, and there is nothing else in their list."""
    pages = []
    for hour in range(120):
        standing = [place for place in range(8) if (hour + 5 * place) % 24 < 9]
        pages.append(_page([("Warning", f"{_word(place)} road is closed") for place in standing]))
    assert LIST not in passing_traits(followed_lists(pages))


def test_an_entry_that_is_replaced_is_not_withdrawn() -> None:
    """A label of news that is written again and again: each of its texts is followed by another in its place."""
    pages = []
    for hour in range(120):
        lines = _news(hour)
        lines[0] = (
            "Live",
            f"minister speaks of {_word(hour // 2)}, {_word(hour // 2 + 9)} and {_word(hour // 2 + 5)}",
        )
        pages.append(_page(lines))
    assert LIST not in passing_traits(followed_lists(pages))


def test_a_label_that_leaves_its_entry_is_none_of_what_passes() -> None:
    """New for three hours, and the entry stays."""
    pages = []
    for hour in range(120):
        age = hour % 4
        lines = _news(hour)
        lines[0] = ("New" if age < 3 else "Town", lines[0][1])
        pages.append(_page(lines))
    assert LIST not in passing_traits(followed_lists(pages))


def test_what_it_covers_is_still_there() -> None:
    """An offer in the place of an entry, which stands there again when it has gone."""
    pages = []
    for hour in range(120):
        lines = _news(hour)
        came = next((start for start in STAYS if start <= hour < start + 2), None)
        if came is not None:
            lines[3] = ("Partner", f"buy a {_word(came * 5)} at half the price")
        pages.append(_page(lines))
    covered, uncovered, news = _distances(pages, [(9, 10), (26, 27), (3, 4)])
    assert covered == 0.0
    assert uncovered == 0.0
    assert news > 0.0


def test_traits_are_saved_with_the_regions() -> None:
    pages = _with_guests("Sponsored")
    regions = TextRegions.of(pages)
    restored = TextRegions.from_arrays(regions.to_arrays())
    assert restored == regions
    assert regions.passing == {(LIST, ">b sponsored")}


def test_an_entry_with_another_number_is_the_same_and_one_with_other_words_is_not() -> None:
    before = _page([("Town", "council votes on the bridge"), ("Town", "3 of 5 buses are late")])
    after = _page([("Town", "school opens in the north"), ("Town", "4 of 5 buses are late")])
    found = [lists_of(page, [LIST])[LIST, "body>main>ul"] for page in (before, after)]
    assert same_entries(*found) == [None, 1]


def test_lists_that_change_places_are_followed() -> None:
    """Columns that are exchanged at times: a guest of one is no guest of the other, and a withdrawn one is found."""
    pages = []
    for hour in range(120):
        columns = [_offices("first"), _offices("second")]
        came = next((start for start in STAYS if start <= hour < start + 3), None)
        if came is not None:
            columns[0].insert(2, ("Sponsor", f"a {_word(came * 5)} for all"))
        pages.append(_columns(columns[::-1] if hour % 5 == 2 else columns))
    assert passing_traits(followed_lists(pages))["body>main>ul>li"] == {">b sponsor"}
    came, exchanged = _distances(pages, [(9, 10), (3, 4)])
    assert came == 0.0
    assert exchanged == 0.0


def _offices(group: str) -> Lines:
    return [("Office", f"{group} office of the {_word(place)}") for place in range(LENGTH)]


def _columns(columns: Sequence[Lines]) -> BlockPage:
    blocks = []
    for column, lines in enumerate(columns, 1):
        for number, (label, text) in enumerate(lines, 1):
            entry = f"body>main>ul:nth-of-type({column})>li:nth-of-type({number})"
            blocks += [Block(f"{entry}>b", label), Block(f"{entry}>p", text)]
    return BlockPage(blocks)
