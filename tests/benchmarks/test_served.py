"""Sites of a web server: the same at each run, true to what they declare, and captured whole."""

import re
from collections import Counter

import pytest

from benchmarks import served
from benchmarks.served import TRUTHS, served_history
from benchmarks.served_sites import SERVED, ServedSite
from benchmarks.sites.site import Truth

SITES = list(SERVED.values())
PER_SPLIT = 6


@pytest.fixture(params=SITES, ids=list(SERVED))
def site(request: pytest.FixtureRequest) -> ServedSite:
    found: ServedSite = request.param
    return found


def test_an_hour_is_the_same_in_any_order(site: ServedSite) -> None:
    hours = (100, 3, 239, 100)
    assert [site.page(hour) for hour in hours] == [site.page(hour) for hour in reversed(hours)][::-1]
    assert site.page(3) != site.page(100)


def test_important_changes_are_neither_rare_nor_the_rule(site: ServedSite) -> None:
    for half in (range(0, 119), range(120, 239)):
        told = Counter(TRUTHS[site.truth(hour)] for hour in half)
        assert PER_SPLIT <= told[Truth.DISSIMILAR] <= len(half) // 3
        assert told[Truth.SIMILAR] > len(half) // 2


def test_what_a_page_names_is_there(site: ServedSite) -> None:
    named = {name.partition("?")[0] for name in re.findall(r'src="(/[^"]+)"', site.page(30))}
    assert named
    for path in named:
        found = site.asset(path, 30)
        assert found is not None, path
        assert found[1]


@pytest.mark.browser
def test_it_is_captured_as_it_stands_at_each_hour() -> None:
    history = served_history(SERVED["marisma"], hours=2)
    first, second = history.versions
    assert (second.captured_at - first.captured_at).total_seconds() == 3600
    assert first.text != second.text
    assert first.blocks
    assert len(history.truths) == 1


def test_only_sites_that_there_are_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        served.main(["--site", "nowhere"])
    assert "marisma" in capsys.readouterr().err
