"""Sites by those who had not seen the model, from a morning paper to a teletext: their truth stands on their pages."""

from html import unescape
from itertools import pairwise

import pytest

from benchmarks.sites.advised import ADVISED
from benchmarks.sites.agencies import AGENCIES
from benchmarks.sites.appended import APPENDED
from benchmarks.sites.bids import BIDS
from benchmarks.sites.crowded import CROWDED
from benchmarks.sites.dispatches import DISPATCHES
from benchmarks.sites.ensembles import ENSEMBLES
from benchmarks.sites.followed import FOLLOWED
from benchmarks.sites.frequencies import FREQUENCIES
from benchmarks.sites.hearings import HEARINGS
from benchmarks.sites.ledgers import LEDGERS
from benchmarks.sites.ministries import MINISTRIES
from benchmarks.sites.minutes import MINUTES
from benchmarks.sites.moorings import MOORINGS
from benchmarks.sites.page import PageState, panel_html
from benchmarks.sites.portals import PORTALS
from benchmarks.sites.programmes import PROGRAMMES
from benchmarks.sites.rangers import RANGERS
from benchmarks.sites.reported import REPORTED
from benchmarks.sites.reworded import REWORDED
from benchmarks.sites.rotations import ROTATIONS
from benchmarks.sites.rounds import ROUNDS
from benchmarks.sites.scores import SCORES
from benchmarks.sites.site import GeneratedSite, Truth, truth
from benchmarks.sites.sluices import SLUICES
from benchmarks.sites.stadiums import STADIUMS
from benchmarks.sites.townhalls import TOWNHALLS
from benchmarks.sites.training import TRAINING
from benchmarks.sites.unseen_batches import UNSEEN_BATCHES
from benchmarks.sites.wards import WARDS

pytestmark = pytest.mark.long

HOURS = 240
A_FEW = 60
LEARNED_FROM = (
    *CROWDED,
    *LEDGERS,
    *MOORINGS,
    *MINUTES,
    *HEARINGS,
    *ROTATIONS,
    *AGENCIES,
    *PROGRAMMES,
    *ROUNDS,
    *PORTALS,
    *STADIUMS,
    *FREQUENCIES,
    *DISPATCHES,
    *FOLLOWED,
    *APPENDED,
    *ADVISED,
    *REWORDED,
    *TOWNHALLS,
    *RANGERS,
    *ENSEMBLES,
    *MINISTRIES,
    *WARDS,
    *BIDS,
    *SLUICES,
    *SCORES,
)
KINDS = (*UNSEEN_BATCHES, *LEARNED_FROM)
SLOW = frozenset({"urzadgorniczy", "weissenthal"})
"""Public bodies with about one change a day, as their authors were asked for."""

Kind = type[GeneratedSite]
States = dict[int, list[PageState]]
"""The hours of a site, by seed."""


@pytest.fixture(scope="module", params=KINDS, ids=[kind.slug for kind in KINDS])
def kind(request: pytest.FixtureRequest) -> Kind:
    """One site after the other, so that its hours are made once."""
    found: Kind = request.param
    return found


@pytest.fixture(scope="module")
def states(kind: Kind) -> States:
    return {1: list(kind(1).states(A_FEW)), 2: list(kind(2).states(HOURS))}


def _words(state: PageState, *, news: bool) -> str:
    return unescape("".join(panel_html(panel) for panel in state.panels() if panel.is_news == news))


def test_the_same_seed_gives_the_same_hours(kind: Kind, states: States) -> None:
    assert list(kind(1).states(A_FEW)) == states[1] != states[2][:A_FEW]


def test_news_is_neither_rare_nor_hourly(kind: Kind, states: States) -> None:
    least = 8 if kind.slug in SLOW else 20
    assert least <= sum(before.news != after.news for before, after in pairwise(states[2])) <= 120
    assert least <= sum(truth(*pair) == Truth.DISSIMILAR for pair in pairwise(states[2])) <= 120


def test_all_news_stands_in_the_panels_of_news_and_what_is_none_changes_at_most_hours(states: States) -> None:
    assert all(words in _words(state, news=True) for state in states[2] for words in state.news)
    noises = [_words(state, news=False) for state in states[2]]
    assert sum(before != after for before, after in pairwise(noises)) > HOURS * 2 // 3


def test_rows_are_as_wide_as_the_page_and_the_site_is_of_its_family(kind: Kind, states: States) -> None:
    assert kind in (TRAINING if kind in LEARNED_FROM else REPORTED)
    for state in states[1]:
        for item in state.rows:
            assert sum(column[0].width_px for column in item.columns) == 1000
            assert all(panel.width_px == column[0].width_px for column in item.columns for panel in column)
