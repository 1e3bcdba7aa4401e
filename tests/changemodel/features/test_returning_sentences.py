"""Sentences that come again are told from those that came once and stayed, in whatever order they stand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.page_text import text_distances
from changemodel.features.returning_sentences import returning_sentences
from changemodel.features.text_regions import TextRegions

HOURS = 120
SECTION = "body>main>article>h2"
GOODS = ("boots", "lamps", "tents", "honey", "wool", "pumps", "fares", "loans", "glass", "tea")
OFFERS = tuple(f"Offer of {what}" for what in GOODS)
NEWS = tuple(f"{who} {did} the {what}"
             for who in ("Mayor", "Court", "Bank", "Union") for did in ("closes", "sells", "bans")
             for what in ("harbour", "station", "mill"))  # fmt: skip


def _page(*headlines: str, section: str = SECTION) -> BlockPage:
    parent, _, last = section.rpartition(">")
    return BlockPage([
        Block(f"{parent}:nth-of-type({row})>{last}", text) for row, text in enumerate(headlines, 1)
    ])  # fmt: skip


def _news(hour: int) -> list[str]:
    """Three headlines, the newest of which is six hours old at most."""
    newest = hour // 6
    return [NEWS[number % len(NEWS)] for number in range(newest, newest + 3)]


def _offers(hour: int) -> list[str]:
    draw = np.random.default_rng(hour)
    return [OFFERS[row] for row in draw.choice(len(OFFERS), 4, replace=False)]


def _dealt(hour: int) -> BlockPage:
    """Headlines and offers, as many at each visit, in any order."""
    cards = [*_news(hour), *_offers(hour)]
    return _page(*(cards[row] for row in np.random.default_rng(1000 + hour).permutation(len(cards))))


def _pages(page: Callable[[int], BlockPage]) -> list[BlockPage]:
    return [page(hour) for hour in range(HOURS)]


def test_offers_return_and_headlines_do_not() -> None:
    found = returning_sentences(_pages(_dealt))
    assert found == {(SECTION, offer) for offer in OFFERS}


def test_other_offers_change_nothing_of_what_is_read() -> None:
    regions = TextRegions.of(_pages(_dealt))
    same, other = (regions.read(_page(*_news(50), *_offers(hour))) for hour in (50, 51))
    changed = regions.read(_page(*_news(56), *_offers(50)))
    distances = text_distances([same, other, changed], np.array([[0, 1], [0, 2]]))
    assert not distances[0].any()
    assert distances[1, regions.names.index(SECTION)] > 0.0


def test_numbers_make_no_other_sentence() -> None:
    def priced(hour: int) -> BlockPage:
        return _page(*_news(hour), *(f"{text}, {hour + 10} €" for text in _offers(hour)))

    assert returning_sentences(_pages(priced)) == {(SECTION, f"{text}, # €") for text in OFFERS}


def test_a_layout_without_the_section_makes_nothing_return() -> None:
    def flapping(hour: int) -> BlockPage:
        return _page(*_news(hour), section=SECTION if hour // 3 % 2 else "body>aside>div>h3")

    assert not returning_sentences(_pages(flapping))


def test_what_stands_elsewhere_meanwhile_does_not_return() -> None:
    def moving(hour: int) -> BlockPage:
        first, *rest = _news(hour)
        moved = _page(first, section="body>aside>div>h3") if hour % 3 == 0 else _page(first)
        return BlockPage([*_page(*rest, section="body>main>article>h2").blocks, *moved.blocks])

    assert not returning_sentences(_pages(moving))


def test_rows_that_are_folded_away_at_times_do_not_return() -> None:
    def folded(hour: int) -> BlockPage:
        return _page(*_news(hour), *(offer for row, offer in enumerate(OFFERS) if (hour + row) % 7))

    assert not returning_sentences(_pages(folded))


def test_news_that_is_said_in_the_same_words_twice_does_not_return() -> None:
    def again(hour: int) -> BlockPage:
        newest = hour // 4
        return _page(*(NEWS[number % 20] for number in range(newest, newest + 3)))

    assert not returning_sentences(_pages(again))


@pytest.mark.parametrize("page", [lambda hour: _page(*_offers(hour)), lambda hour: _page(*_news(hour))])
def test_in_a_section_of_one_kind_nothing_is_left_out(page: Callable[[int], BlockPage]) -> None:
    assert not returning_sentences(_pages(page))


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_versions_tell_nothing(count: int) -> None:
    assert not returning_sentences(_pages(_dealt)[:count])


def test_what_returns_is_saved() -> None:
    here = TextRegions.of(_pages(_dealt))
    assert TextRegions.from_arrays(here.to_arrays()).fleeting == here.fleeting != frozenset()
