"""Unseen sites, from a morning paper to a teletext and a central bank: their truth stands on their pages."""

from html import unescape
from itertools import pairwise

import pytest

from benchmarks.sites.page import PageState, panel_html
from benchmarks.sites.reported import REPORTED
from benchmarks.sites.site import GeneratedSite, Truth, truth
from benchmarks.sites.unseen_assemblies import UNSEEN_ASSEMBLIES
from benchmarks.sites.unseen_broadcasts import UNSEEN_BROADCASTS
from benchmarks.sites.unseen_bureaus import UNSEEN_BUREAUS
from benchmarks.sites.unseen_canals import UNSEEN_CANALS
from benchmarks.sites.unseen_channels import UNSEEN_CHANNELS
from benchmarks.sites.unseen_dailies import UNSEEN_DAILIES
from benchmarks.sites.unseen_dawn import UNSEEN_DAWN
from benchmarks.sites.unseen_desks import UNSEEN_DESKS
from benchmarks.sites.unseen_domes import UNSEEN_DOMES
from benchmarks.sites.unseen_editions import UNSEEN_EDITIONS
from benchmarks.sites.unseen_epidemics import UNSEEN_EPIDEMICS
from benchmarks.sites.unseen_exchanges import UNSEEN_EXCHANGES
from benchmarks.sites.unseen_fronts import UNSEEN_FRONTS
from benchmarks.sites.unseen_gardens import UNSEEN_GARDENS
from benchmarks.sites.unseen_gatherings import UNSEEN_GATHERINGS
from benchmarks.sites.unseen_gauges import UNSEEN_GAUGES
from benchmarks.sites.unseen_guardians import UNSEEN_GUARDIANS
from benchmarks.sites.unseen_harbours import UNSEEN_HARBOURS
from benchmarks.sites.unseen_investors import UNSEEN_INVESTORS
from benchmarks.sites.unseen_kiosks import UNSEEN_KIOSKS
from benchmarks.sites.unseen_lanterns import UNSEEN_LANTERNS
from benchmarks.sites.unseen_mountains import UNSEEN_MOUNTAINS
from benchmarks.sites.unseen_newsrooms import UNSEEN_NEWSROOMS
from benchmarks.sites.unseen_onair import UNSEEN_ONAIR
from benchmarks.sites.unseen_orchards import UNSEEN_ORCHARDS
from benchmarks.sites.unseen_pressroom import UNSEEN_PRESSROOM
from benchmarks.sites.unseen_reviews import UNSEEN_REVIEWS
from benchmarks.sites.unseen_societies import UNSEEN_SOCIETIES
from benchmarks.sites.unseen_streams import UNSEEN_STREAMS
from benchmarks.sites.unseen_struggles import UNSEEN_STRUGGLES
from benchmarks.sites.unseen_vigils import UNSEEN_VIGILS
from benchmarks.sites.unseen_watches import UNSEEN_WATCHES
from benchmarks.sites.unseen_windmills import UNSEEN_WINDMILLS

HOURS = 240
KINDS: tuple[type[GeneratedSite], ...] = (
    *UNSEEN_DAWN,
    *UNSEEN_STRUGGLES,
    *UNSEEN_GATHERINGS,
    *UNSEEN_CHANNELS,
    *UNSEEN_DESKS,
    *UNSEEN_ONAIR,
    *UNSEEN_FRONTS,
    *UNSEEN_BUREAUS,
    *UNSEEN_PRESSROOM,
    *UNSEEN_NEWSROOMS,
    *UNSEEN_INVESTORS,
    *UNSEEN_SOCIETIES,
    *UNSEEN_WATCHES,
    *UNSEEN_KIOSKS,
    *UNSEEN_REVIEWS,
    *UNSEEN_STREAMS,
    *UNSEEN_GAUGES,
    *UNSEEN_GUARDIANS,
    *UNSEEN_ASSEMBLIES,
    *UNSEEN_BROADCASTS,
    *UNSEEN_EDITIONS,
    *UNSEEN_EPIDEMICS,
    *UNSEEN_EXCHANGES,
    *UNSEEN_DAILIES,
    *UNSEEN_VIGILS,
    *UNSEEN_DOMES,
    *UNSEEN_HARBOURS,
    *UNSEEN_ORCHARDS,
    *UNSEEN_MOUNTAINS,
    *UNSEEN_CANALS,
    *UNSEEN_GARDENS,
    *UNSEEN_LANTERNS,
    *UNSEEN_WINDMILLS,
)
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
def test_rows_are_as_wide_as_the_page_and_the_site_is_reported(kind: type[GeneratedSite]) -> None:
    assert kind in REPORTED
    for state in kind(1).states(HOURS):
        for item in state.rows:
            assert sum(column[0].width_px for column in item.columns) == 1000
            assert all(panel.width_px == column[0].width_px for column in item.columns for panel in column)
