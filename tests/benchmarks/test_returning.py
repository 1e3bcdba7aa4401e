"""Training sites whose news returns, is issued in any order or rests for days: what of them is news."""

import html
import re
from itertools import pairwise

import pytest

from benchmarks.sites.issued import ISSUED, Apoplous, Tekorten
from benchmarks.sites.outages import OUTAGES, Nettvakt, Vodno
from benchmarks.sites.page import PageState, whole_html
from benchmarks.sites.rosters import ROSTERS, Merkaz, Vereda
from benchmarks.sites.site import Truth, truth

HOURS = 240
KINDS = (*OUTAGES, *ISSUED, *ROSTERS)
Kind = type[Nettvakt | Vodno | Apoplous | Tekorten | Vereda | Merkaz]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.slug for kind in KINDS])


@every_kind
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_news_changes_at_some_hours_and_what_is_none_at_most(kind: Kind, seed: int) -> None:
    states = list(kind(seed).states(HOURS))
    assert states[:30] == list(kind(seed).states(30))
    told = [truth(a, b) for a, b in pairwise(states)]
    assert 20 <= told.count(Truth.DISSIMILAR) <= 120
    assert told.count(Truth.AMBIGUOUS) == 0
    assert told.count(Truth.SIMILAR) > HOURS / 2


@every_kind
def test_all_news_stands_on_the_page_but_for_few_rows_that_are_folded_away(kind: Kind) -> None:
    folded = getattr(kind, "hidden", 0)
    missing = [_missing(state) for state in kind(102).states(HOURS)]
    assert max(missing) == folded
    assert missing.count(0) > HOURS / 2


@pytest.mark.parametrize("kind", OUTAGES, ids=[kind.slug for kind in OUTAGES])
def test_notices_return_in_the_words_of_days_before_and_at_times_there_is_none(
    kind: type[Nettvakt | Vodno],
) -> None:
    states = list(kind(101).states(HOURS))
    put_up = [words for a, b in pairwise(states) for words in set(b.news) - set(a.news)]
    assert len(put_up) > len(set(put_up)) + 5
    none = [
        state for state in states if state.news[-1] in {"Ingen kjente feil i nettet.", "Няма прекъсвания."}
    ]
    assert 10 < len(none) < HOURS - 60


@pytest.mark.parametrize("kind", ISSUED, ids=[kind.slug for kind in ISSUED])
def test_the_order_of_a_register_is_no_news(kind: type[Apoplous | Tekorten]) -> None:
    pairs = [(a, b) for a, b in pairwise(kind(101).states(HOURS)) if truth(a, b) is Truth.SIMILAR]
    moved = [(a, b) for a, b in pairs if _order(a) != _order(b)]
    assert len(moved) > 10


def _order(state: PageState) -> list[str]:
    words = _words(state)
    return sorted((item for item in state.news if item in words), key=words.index)


def _missing(state: PageState) -> int:
    words = _words(state)
    return sum(item not in words for item in state.news)


def _words(state: PageState) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", whole_html(state, ""))).split())
