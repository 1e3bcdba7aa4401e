"""Sites on which something comes and goes amid the news: what of it is news, and what is none."""

from itertools import pairwise

import pytest

from benchmarks.sites.insertions import INSERTIONS, Annonces, Guest, Kreisblatt, covered_by, mixed
from benchmarks.sites.noticeboards import NOTICEBOARDS, Deska, Direkt
from benchmarks.sites.site import Truth, truth
from benchmarks.sites.withdrawals import WITHDRAWALS, Cortes, Floodline

HOURS = 150
KINDS = (*INSERTIONS, *NOTICEBOARDS, *WITHDRAWALS)


@pytest.mark.parametrize("kind", KINDS, ids=[kind.slug for kind in KINDS])
def test_a_guest_that_comes_or_goes_is_seen_and_is_no_news(
    kind: type[Kreisblatt | Annonces | Direkt | Deska | Cortes | Floodline],
) -> None:
    site = kind(101)
    states = list(site.states(HOURS))
    guests = list(site.visits.at_each_hour(site.chance.child("guests"), HOURS))
    alone = [
        truth(*states[hour - 1 : hour + 1])
        for hour in range(1, HOURS)
        if guests[hour] != guests[hour - 1] and states[hour].news == states[hour - 1].news
    ]
    assert len(alone) >= 4
    assert set(alone) == {Truth.SIMILAR}


@pytest.mark.parametrize("kind", WITHDRAWALS, ids=[kind.slug for kind in WITHDRAWALS])
def test_a_warning_is_news_when_it_comes_when_it_goes_and_when_it_returns_in_the_same_words(
    kind: type[Cortes | Floodline],
) -> None:
    states = list(kind(101).states(HOURS))
    put_up = [words for a, b in pairwise(states) for words in set(b.news) - set(a.news)]
    taken_down = {words for a, b in pairwise(states) for words in set(a.news) - set(b.news)}
    assert len(put_up) > len(set(put_up)), "none returned"
    assert taken_down & set(put_up)


def test_a_guest_pushes_the_last_entry_off_a_list_of_fixed_length_or_covers_one() -> None:
    guest = Guest(text=0, place=1, began=0, until=3)
    assert mixed("abc", [guest]) == ["a", guest, "b", "c"]
    assert mixed("abc", [guest], 3) == ["a", guest, "b"]
    assert covered_by("abc", [guest]) == ["a", guest, "c"]
