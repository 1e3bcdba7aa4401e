"""Pages of our own: what operators of news and noise do to them, and what is known of each sentence."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory, text_history, visits
from benchmarks.pages.kinds import KINDS
from benchmarks.pages.marks import spans, unmarked
from benchmarks.pages.news import NEWS
from benchmarks.pages.site import NEWS_AUTHORS, NOISE, Site, Truth, states, truth
from benchmarks.pages.sites import FAMILIES, REPORTED, TRAINING
from changemodel.features.blocks import section_of
from changemodel.version import PageVersion

EVERY = [*TRAINING.values(), *REPORTED.values()]
HOURS = visits(100)


def _site(kind: str, news: str, noise: str, style: str = "semantic") -> Site:
    return Site(
        name="site", kind=kind, style=style, locale="en_US", screenshot="png", news=tuple(news.split()),
        noise=tuple(noise.split()),
    )  # fmt: skip


def _truths(site: Site, seed: int = 1) -> Counter[Truth]:
    return Counter(truth(a, b) for a, b in pairwise(states(site, seed, visits(60, 5))))


def test_every_operator_kind_and_style_is_in_the_table() -> None:
    assert {name for site in EVERY for name in site.news} == NEWS.keys()
    assert {name for site in EVERY for name in site.noise} == NOISE.keys()
    assert {site.kind for site in EVERY} == KINDS.keys()
    assert len({site.style for site in EVERY}) == 14
    assert not TRAINING.keys() & REPORTED.keys()


@pytest.mark.parametrize("name", sorted(NEWS))
def test_an_operator_of_news_makes_important_changes(name: str) -> None:
    kinds = ("front", "gallery", "policy", "product", "council", "timetable")
    found = sum((_truths(_site(kind, name, ""), seed) for seed, kind in enumerate(kinds)), Counter())
    assert found[Truth.DISSIMILAR] > 0
    assert found[Truth.SIMILAR] == 0


@pytest.mark.parametrize("name", sorted(NOISE))
def test_an_operator_of_noise_makes_unimportant_changes(name: str) -> None:
    noise = "guest" if name == "badge" else ""
    found = sum(
        (_truths(_site(kind, "", f"{noise} {name}", "hashed")) for kind in ("front", "article")), Counter()
    )
    assert found[Truth.SIMILAR] > 0
    assert found[Truth.DISSIMILAR] == 0


def test_the_same_seed_gives_the_same_pages_and_another_one_others() -> None:
    site = TRAINING["harbour"]
    first, again, other = (next(states(site, seed, [5])).marked for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("site", EVERY, ids=lambda site: site.name)
def test_a_visitor_sees_no_marks_and_every_mark_has_an_author(site: Site) -> None:
    state = next(states(site, 3, [30]))
    assert not spans(state.html)
    assert unmarked(state.html) == state.html
    assert {author for author, _ in spans(state.marked)} & NEWS_AUTHORS


@pytest.mark.parametrize("name", ["harbour", "teapot", "trains"])
def test_sentences_that_news_wrote_have_its_label(name: str) -> None:
    site = text_history(name, HOURS)
    for place, kind in enumerate(site.truths):
        news = [text for text, label in _changed(site, place) if label]
        assert bool(news) == (kind is Truth.DISSIMILAR), (place, news)


def _changed(site: SiteHistory, place: int) -> list[tuple[str, bool]]:
    """Lines of blocks that came or went, and whether each is news."""
    labels = site.labels(place)
    before, after = (_lines(version) for version in site.versions[place : place + 2])
    sides = ((after - before, True), (before - after, False))
    return [
        (line, labels.is_news(section, line, came=came)) for lines, came in sides for section, line in lines
    ]


def _lines(version: PageVersion) -> Counter[tuple[str, str]]:
    return Counter(
        (section_of(block["path"]), line) for block in version.blocks for line in block["text"].split("\n")
    )


@pytest.mark.browser
def test_a_capture_is_made_once_and_says_where_news_stands(tmp_path: Path) -> None:
    site = history("noticias", hours=[0, 1], kept=tmp_path)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert len(kept) == 2
    assert all("frame" in block.path for block in site.versions[0].blocks if len(block.text) > 400)
    assert site.versions[0].pixels().shape[1] == 1000
    assert site.news_cells(slice(None), grid=10).any()
    history("noticias", hours=[0, 1], kept=tmp_path)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_rare_visits_find_news_at_some_of_them_only() -> None:
    truths = Counter(text_history("harbour", visits(60, 24)).truths)
    assert 10 < truths[Truth.DISSIMILAR] < 40


def test_families_have_sites_of_their_own() -> None:
    assert [len(sites) for sites in FAMILIES.values()] == [44, 12]
