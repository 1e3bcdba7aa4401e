"""Training sites that many hands edit, and sites whose news stands below what is sold: what of them is news."""

import html
import re
from itertools import pairwise

import pytest

from benchmarks.sites.campaigns import CAMPAIGNS, Kuluttaja, Laguna
from benchmarks.sites.edited import EDITED, Povin
from benchmarks.sites.factsheets import FACTSHEETS, Hamyar
from benchmarks.sites.page import PageState, document, panel_html
from benchmarks.sites.site import Truth, truth

pytestmark = pytest.mark.long

HOURS = 240
KINDS = (*EDITED, *FACTSHEETS, *CAMPAIGNS)
Kind = type[Povin | Hamyar | Laguna | Kuluttaja]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.slug for kind in KINDS])
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_what_is_new_in_the_news_stands_where_the_news_stands(kind: Kind, seed: int) -> None:
    states = list(kind(seed).states(HOURS))
    assert states[:30] == list(kind(seed).states(30))
    told = [truth(a, b) for a, b in pairwise(states)]
    assert 25 <= told.count(Truth.DISSIMILAR) <= 90
    assert told.count(Truth.AMBIGUOUS) == 0
    assert told.count(Truth.SIMILAR) > HOURS / 2
    for before, after in pairwise(states):
        words = _news_words(after)
        assert all(item in words for item in set(after.news) - set(before.news))


@pytest.mark.parametrize("kind", [*EDITED, *FACTSHEETS], ids=["povin", "hamyar"])
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_what_is_taken_out_or_altered_is_back_within_hours_and_is_seen_every_other_day(
    kind: type[Povin | Hamyar], seed: int
) -> None:
    missing = [
        {item for item in state.news if item not in _news_words(state)}
        for state in kind(seed).states(HOURS + 8)
    ]
    for first in range(HOURS):
        assert not set.intersection(*missing[first : first + 9])
    assert all(any(missing[day * 24 : day * 24 + 48]) for day in range(9))


@pytest.mark.parametrize("kind", CAMPAIGNS, ids=[kind.slug for kind in CAMPAIGNS])
def test_what_is_sold_changes_at_hours_at_which_no_news_does(kind: type[Laguna | Kuluttaja]) -> None:
    states = list(kind(101).states(HOURS))
    assert all(item in _news_words(state) for state in states for item in state.news)
    sold = sum(truth(a, b) is Truth.SIMILAR and a.rows[2] != b.rows[2] for a, b in pairwise(states))
    assert sold > HOURS / 2


def _news_words(state: PageState) -> str:
    shown = document("".join(panel_html(panel) for panel in state.panels() if panel.is_news), "")
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())
