"""News in a crowd and on boards: the truth of these training sites stands on their pages."""

from html import unescape
from itertools import pairwise

import pytest

from benchmarks.sites.crowded import CROWDED
from benchmarks.sites.ledgers import LEDGERS
from benchmarks.sites.moorings import MOORINGS
from benchmarks.sites.page import PageState, panel_html
from benchmarks.sites.site import GeneratedSite, Truth, truth
from benchmarks.sites.training import TRAINING

HOURS = 240
KINDS = (*CROWDED, *LEDGERS, *MOORINGS)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.slug for kind in KINDS])


def _words(state: PageState, *, news: bool) -> str:
    return unescape("".join(panel_html(panel) for panel in state.panels() if panel.is_news == news))


@each_kind
def test_the_same_seed_gives_the_same_hours(kind: type[GeneratedSite]) -> None:
    assert list(kind(1).states(60)) == list(kind(1).states(HOURS))[:60]
    assert list(kind(1).states(60)) != list(kind(2).states(60))


@each_kind
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_news_is_neither_rare_nor_hourly(kind: type[GeneratedSite], seed: int) -> None:
    states = list(kind(seed).states(HOURS))
    assert 20 <= sum(before.news != after.news for before, after in pairwise(states)) <= 120
    assert 20 <= sum(truth(*pair) == Truth.DISSIMILAR for pair in pairwise(states)) <= 120


@each_kind
def test_all_news_stands_in_the_panels_of_news_and_what_is_none_changes_at_most_hours(
    kind: type[GeneratedSite],
) -> None:
    states = list(kind(3).states(HOURS))
    assert all(words in _words(state, news=True) for state in states for words in state.news)
    noises = [_words(state, news=False) for state in states]
    assert sum(before != after for before, after in pairwise(noises)) > HOURS * 2 // 3


@each_kind
def test_rows_are_as_wide_as_the_page_and_the_site_is_of_the_training_family(
    kind: type[GeneratedSite],
) -> None:
    assert kind in TRAINING
    for state in kind(1).states(HOURS):
        for item in state.rows:
            assert sum(column[0].width_px for column in item.columns) == 1000
            assert all(panel.width_px == column[0].width_px for column in item.columns for panel in column)
