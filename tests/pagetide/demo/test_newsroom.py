"""The newsroom's truth is what its pages say, and nothing about a page depends on when or how it is asked for."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from lxml import html

from pagetide.demo.newsroom import Newsroom, Truth
from pagetide.demo.site import NEWS_IDS

START = datetime(2026, 3, 2, 6, 2, tzinfo=UTC)
SLUGS = ("courier", "tabloid", "portal", "notices")


def hours(count: int, start: datetime = START) -> list[datetime]:
    return [start + timedelta(hours=hour) for hour in range(count)]


def news_on(page: str) -> tuple[str, ...]:
    """Headlines and standfirsts of the news region, read from the HTML."""
    root = html.document_fromstring(page)
    inside = " or ".join(f"@id='{name}'" for name in NEWS_IDS)
    found = root.xpath(f"//*[{inside}]//*[self::h1 or self::h2 or self::h3 or @class='standfirst']")
    return tuple(" ".join(element.text_content().split()) for element in found)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_moment_gives_the_same_page_in_any_order(slug: str) -> None:
    moments = hours(6)
    forwards = [Newsroom(3).sites[slug].page(at) for at in moments]
    site = Newsroom(3).sites[slug]
    backwards = [site.page(at) for at in reversed(moments)]
    assert forwards == backwards[::-1]


@pytest.mark.parametrize("slug", SLUGS)
def test_another_seed_is_another_newsroom(slug: str) -> None:
    pages = {Newsroom(seed).sites[slug].page(START) for seed in range(4)}
    assert len(pages) == 4


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_news_that_truth_compares_is_the_news_on_the_page(slug: str, seed: int) -> None:
    site = Newsroom(seed).sites[slug]
    for at in hours(12):
        assert news_on(site.page(at)) == site.news_text(at)


@pytest.mark.parametrize("slug", SLUGS)
def test_truth_says_dissimilar_exactly_where_the_news_on_the_page_changed(slug: str) -> None:
    newsroom = Newsroom(1)
    site = newsroom.sites[slug]
    for before, after in pairwise(hours(36)):
        changed = news_on(site.page(before)) != news_on(site.page(after))
        assert (newsroom.truth(slug, before, after) is Truth.DISSIMILAR) == changed


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_is_identical_to_itself(slug: str) -> None:
    assert Newsroom(0).truth(slug, START, START) is Truth.IDENTICAL


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("slug", SLUGS)
def test_important_changes_are_neither_rare_nor_the_rule(slug: str, seed: int) -> None:
    newsroom = Newsroom(seed)
    pairs = list(pairwise(hours(12 * 24)))
    kinds = Counter(newsroom.truth(slug, before, after) for before, after in pairs)
    share = kinds[Truth.DISSIMILAR] / len(pairs)
    low, high = (0.06, 0.2) if slug == "notices" else (0.2, 0.45)
    assert low <= share <= high
    assert kinds[Truth.AMBIGUOUS] <= 0.25 * len(pairs)


@pytest.mark.parametrize("slug", SLUGS)
def test_something_on_the_page_changes_every_hour_although_the_news_does_not(slug: str) -> None:
    newsroom = Newsroom(0)
    pages = [newsroom.sites[slug].page(at) for at in hours(24)]
    assert all(before != after for before, after in pairwise(pages))


def test_news_drifts_away_from_what_it_was() -> None:
    site = Newsroom(0).sites["courier"]
    moments = hours(72)

    def kept(gap: int) -> float:
        pairs = zip(moments, moments[gap:], strict=False)
        return sum(len(set(site.news_text(a)) & set(site.news_text(b))) for a, b in pairs) / (72 - gap)

    assert kept(1) > kept(4) > kept(12) > kept(36)


def test_stories_move_down_the_ranks() -> None:
    site = Newsroom(0).sites["courier"]
    demoted = 0
    for before, after in pairwise(hours(72)):
        old, new = site.front(before), site.front(after)
        demoted += old.lead.key in {story.key for story in new.tops}
    assert demoted >= 3


def test_the_live_strip_comes_and_goes_and_is_of_different_heights() -> None:
    site = Newsroom(0).sites["portal"]
    pages = [html.document_fromstring(site.page(at)) for at in hours(120)]
    styles = [page.xpath("string(//div[@class='strip']/@style)") for page in pages]
    heights = {int(style.split()[1].removesuffix("px")) for style in styles if style}
    assert "" in styles
    assert len(heights) > 3
    assert all(60 <= height <= 120 for height in heights)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_picture_and_style_that_a_page_names_is_served_in_few_requests(slug: str) -> None:
    site = Newsroom(2).sites[slug]
    root = html.document_fromstring(site.page(START))
    paths = {*root.xpath("//img/@src"), *root.xpath("//link[@rel='stylesheet']/@href")}
    served = {path: site.resource(path, START) for path in paths}
    assert len(paths) < 15
    assert all(found is not None and found.body for found in served.values())


@pytest.mark.parametrize(
    "path", ["/nothing", "/ads/wide/1-2.svg", "/ads/300x250/x.svg", "/media/photo.jpeg", "/ads/"]
)
def test_what_is_not_there_is_not_served(path: str) -> None:
    assert Newsroom(0).resource("courier", path, START) is None
