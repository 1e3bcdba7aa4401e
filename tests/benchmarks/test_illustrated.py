"""Training sites whose pictures are news too, that appeal to readers, that keep agendas: what of them is news."""

import html
import re
from itertools import pairwise

import pytest

from benchmarks.sites.agendas import AGENDAS
from benchmarks.sites.appeals import APPEALS, Ighatha
from benchmarks.sites.berths import BERTHS, Dermaga
from benchmarks.sites.cartoons import CARTOONS, Sloga
from benchmarks.sites.clauses import CLAUSES
from benchmarks.sites.corridors import CORRIDORS
from benchmarks.sites.decided import DECIDED
from benchmarks.sites.illustrated import ILLUSTRATED, Dich, Talgha
from benchmarks.sites.interleaved import INTERLEAVED
from benchmarks.sites.page import PageState, document, panel_html
from benchmarks.sites.photographed import PHOTOGRAPHED
from benchmarks.sites.placards import PLACARDS, Afisa
from benchmarks.sites.redrawn import REDRAWN, Hraunvakt
from benchmarks.sites.site import GeneratedSite, Truth, truth
from benchmarks.sites.waiting import WAITING

pytestmark = pytest.mark.long

HOURS = 720
Kind = type[GeneratedSite]
KINDS: tuple[Kind, ...] = (
    *(*ILLUSTRATED, *APPEALS, *AGENDAS),
    *(*REDRAWN, *BERTHS, *CARTOONS, *PHOTOGRAPHED),
    *(*CORRIDORS, *PLACARDS, *INTERLEAVED, *DECIDED, *CLAUSES, *WAITING),
)
ILLUSTRATING: tuple[Kind, ...] = (Talgha, Dich, Ighatha, Hraunvakt, Dermaga, Sloga, Afisa)
RATES = {
    "talgha": (8, 12), "dich": (1.8, 3.5), "ighatha": (2.5, 4.5), "khosk": (3.5, 5.5), "meclis": (1.5, 2.5),
    "sajto": (3.3, 5.3), "hraunvakt": (4, 6), "dermaga": (5, 8), "sloga": (4, 7), "upmale": (6, 10),
    "ruolo": (2.5, 4.5), "likarnia": (2.5, 4.5), "cesty": (2, 4), "afisa": (3.3, 5.5), "paratiritis": (5, 7.5),
    "saklolo": (2.8, 5), "aruodas": (2, 4), "consistori": (1.8, 3.5),
    "husorden": (2.5, 4.5), "yakgwan": (2.5, 4.5), "ambulante": (2.3, 4.3), "janseva": (2.5, 4.5),
}  # fmt: skip
"""Important changes a day, over a month."""


@pytest.fixture(scope="module", params=KINDS, ids=[kind.slug for kind in KINDS])
def kind(request: pytest.FixtureRequest) -> Kind:
    """One site after the other, so that its hours are made once."""
    found: Kind = request.param
    return found


@pytest.fixture(scope="module")
def states(kind: Kind) -> list[PageState]:
    return list(kind(101).states(HOURS))


def test_the_same_seed_gives_the_same_hours(kind: Kind, states: list[PageState]) -> None:
    assert states[:30] == list(kind(101).states(30)) != list(kind(103).states(30))


def test_what_is_new_in_the_news_stands_where_the_news_stands(kind: Kind, states: list[PageState]) -> None:
    truths = [truth(a, b) for a, b in pairwise(states)]
    low, high = RATES[kind.slug]
    assert low <= truths.count(Truth.DISSIMILAR) / (HOURS / 24) <= high
    assert truths.count(Truth.AMBIGUOUS) == 0
    assert truths.count(Truth.SIMILAR) > HOURS / 2
    for state in states:
        shown = _news_shown(state)
        assert all(part in shown for item in state.news for part in item.split(" · "))


def test_news_that_goes_does_not_return(states: list[PageState]) -> None:
    gone: set[str] = set()
    for before, after in pairwise(states):
        gone |= set(before.news) - set(after.news)
        assert not gone & set(after.news)


@pytest.mark.parametrize("illustrating", ILLUSTRATING, ids=[kind.slug for kind in ILLUSTRATING])
def test_some_news_is_of_a_picture_alone(illustrating: Kind) -> None:
    alone = 0
    site = illustrating(101)
    for before, after in pairwise(site.states(HOURS)):
        new = set(after.news) - set(before.news)
        alone += bool(new) and all(item.endswith(".svg") for item in new)
    assert alone > 20
    drawn = re.search(r'src="([^"]+\.svg)"', _news_html(next(iter(site.states(1)))))
    assert drawn
    assert site.picture(drawn.group(1)) is not None


def _news_html(state: PageState) -> str:
    return document("".join(panel_html(panel) for panel in state.panels() if panel.is_news), "")


def _news_shown(state: PageState) -> str:
    """The words of the news, after them the addresses of its pictures."""
    whole = html.unescape(_news_html(state))
    words = " ".join(re.sub(r"<[^>]+>", " ", whole).split())
    return " ".join((words, *re.findall(r'src="([^"]+)"', whole)))
