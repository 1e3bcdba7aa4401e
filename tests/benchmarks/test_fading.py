"""Training sites whose news fades, is shown in several forms or stands amid figures: what of them is news."""

import html
import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from benchmarks.sites.fading import FADING, Fluxul, QuanMinh
from benchmarks.sites.figures import FIGURES, Parite, Zadruga
from benchmarks.sites.forms import FORMS, Korkep
from benchmarks.sites.page import PageState, document, panel_html
from benchmarks.sites.site import Truth, truth

pytestmark = pytest.mark.long

HOURS = 240
KINDS = (*FADING, *FORMS, *FIGURES)
LIVELY = tuple(kind for kind in KINDS if kind is not Zadruga)
Kind = type[Fluxul | QuanMinh | Korkep | Parite | Zadruga]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.slug for kind in KINDS])
@pytest.mark.parametrize("seed", [101, 102, 103])
def test_what_is_new_in_the_news_stands_where_the_news_stands(kind: Kind, seed: int) -> None:
    states = list(kind(seed).states(HOURS))
    assert states[:30] == list(kind(seed).states(30))
    told = [truth(a, b) for a, b in pairwise(states)]
    assert told.count(Truth.AMBIGUOUS) == 0
    assert told.count(Truth.SIMILAR) > HOURS / 2
    if kind in LIVELY:
        assert 25 <= told.count(Truth.DISSIMILAR) <= 60
    for before, after in pairwise(states):
        words = _news_words(after)
        assert all(item in words for item in set(after.news) - set(before.news))


@pytest.mark.parametrize("kind", [Fluxul, Parite, Zadruga], ids=["fluxul", "parite", "zadruga"])
def test_the_news_is_read_at_every_hour(kind: Kind) -> None:
    assert all(item in _news_words(state) for state in kind(101).states(HOURS) for item in state.news)


def test_an_entry_fades_under_the_same_words() -> None:
    states = list(Fluxul(101).states(HOURS))
    calm = [(a, b) for a, b in pairwise(states) if truth(a, b) is Truth.SIMILAR]
    paled = [_grounds(a) != _grounds(b) for a, b in calm]
    assert sum(paled) > HOURS / 4


@pytest.mark.parametrize("seed", [101, 102, 103])
def test_a_cooperative_changes_once_in_twenty_to_fifty_hours(seed: int) -> None:
    states = list(Zadruga(seed).states(720))
    at = [hour for hour, (a, b) in enumerate(pairwise(states), 1) if truth(a, b) is Truth.DISSIMILAR]
    assert all(20 <= later - earlier <= 50 for earlier, later in pairwise(at))
    assert len({hour // 24 for hour in at}) < 26


def test_a_portal_takes_each_form_under_the_same_news() -> None:
    states = list(Korkep(101).states(720))
    forms = [_names(state) for state in states]
    assert {"lead", "lines", "folded"} == {names[0] for names in forms}
    other = [a[0] != b[0] for a, b in pairwise(forms)]
    same = [truth(a, b) is Truth.SIMILAR for a, b in pairwise(states)]
    assert sum(map(all, zip(other, same, strict=True))) > 100


def test_a_district_keeps_its_news_through_midnight() -> None:
    states = list(QuanMinh(101).states(720))
    nights = [(states[hour - 1], states[hour]) for hour in range(18, 720, 24)]
    kept = [(a, b) for a, b in nights if a.news == b.news]
    assert len(kept) > len(nights) * 0.8
    assert all(_news_words(a) != _news_words(b) for a, b in kept)


def _names(state: PageState) -> Sequence[str]:
    return [panel.name for panel in state.panels() if panel.is_news]


def _grounds(state: PageState) -> list[str]:
    return re.findall(
        r'class="post" style="background:(#\w+)', "".join(panel.html for panel in state.panels())
    )


def _news_words(state: PageState) -> str:
    shown = document("".join(panel_html(panel) for panel in state.panels() if panel.is_news), "")
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", shown)).split())
