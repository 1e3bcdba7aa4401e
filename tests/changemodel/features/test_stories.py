"""Which links of a page are stories, in which order, and how prominent each is."""

import pytest

from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.stories import LEAST_STORIES, lists_news, stories_of
from changemodel.html_blocks import html_blocks

HEADLINES = [
    f"Council number {name} agrees on a new harbour"
    for name in ["one", "two", "three", "four", "five", "six", "seven", "eight"]
]


def page(body: str) -> BlockPage:
    return block_page(html_blocks(f"<body>{body}</body>".encode()), None)


def front(headlines: list[str], before: str = "") -> BlockPage:
    return page(before + "".join(f'<h2><a href="/{hash_of(text)}">{text}</a></h2>' for text in headlines))


def hash_of(text: str) -> str:
    return "".join(word[0] + word[-1] for word in text.split())


def test_links_with_headlines_are_stories_in_reading_order() -> None:
    assert [story.headline for story in stories_of(front(HEADLINES))] == HEADLINES


def test_the_first_story_is_the_most_prominent() -> None:
    prominence = [story.prominence for story in stories_of(front(HEADLINES))]
    assert prominence[0] == 1.0
    assert prominence == sorted(prominence, reverse=True)


@pytest.mark.parametrize(
    "link",
    [
        '<nav><a href="/magazine">The magazine of the whole city</a></nav>',
        '<footer><a href="/terms">Terms and conditions of our house</a></footer>',
        '<p><a href="/tag">Politics</a></p>',
        '<p><a href="/">Back to the start of this front page</a></p>',
        '<p><a href="mailto:desk@news.example">Write to the editors of this page</a></p>',
    ],
    ids=["nav", "footer", "label", "front", "mail"],
)
def test_what_is_no_story(link: str) -> None:
    assert [story.headline for story in stories_of(front(HEADLINES, link))] == HEADLINES


def test_a_teaser_that_is_one_link_is_a_story_named_by_its_heading() -> None:
    (story,) = stories_of(
        page(
            '<article><a href="/a"><div><h2>A storm reaches the northern coast</h2>'
            "<p>Ferries stay in port.</p></div></a></article>"
        )
    )
    assert (story.url, story.headline, story.rank) == ("/a", "A storm reaches the northern coast", 2)


def test_a_link_laid_over_a_teaser_has_the_rank_of_its_heading() -> None:
    (story,) = stories_of(
        page(
            '<h3>A storm reaches the northern coast</h3><div><a href="/a">A storm reaches the northern coast</a></div>'
        )
    )
    assert story.rank == 3


def test_a_list_of_plain_links_does_not_push_the_headlines_down() -> None:
    list_of_links = (
        "<ul>"
        + "".join(f'<li><a href="/r{n}">Most read story number {n} of today</a></li>' for n in range(5))
        + "</ul>"
    )
    found = {story.headline: story for story in stories_of(front(HEADLINES, list_of_links))}
    assert found[HEADLINES[0]].prominence == 1.0
    assert found["Most read story number 0 of today"].prominence == 0.25


def test_the_same_headline_under_another_url_is_the_same_story() -> None:
    twice = f'<h2><a href="/a">{HEADLINES[0]}</a></h2><p><a href="/a?from=list">{HEADLINES[0]}</a></p>'
    assert [story.url for story in stories_of(page(twice))] == ["/a"]


def test_stories_that_differ_in_their_query_are_two() -> None:
    items = (
        '<h2><a href="/item?id=1">The first story of this day</a></h2>'
        '<h2><a href="/item?id=2">The second story of it</a></h2>'
    )
    assert len(stories_of(page(items))) == 2


def test_headlines_of_scripts_without_spaces_are_stories() -> None:
    assert len(stories_of(page('<h2><a href="/a">市議会が新しい港の計画を承認</a></h2>'))) == 1


def test_a_front_page_lists_news() -> None:
    found = front(HEADLINES[:LEAST_STORIES])
    assert lists_news(found, stories_of(found))


def test_a_text_with_links_does_not_list_news() -> None:
    prose = "".join(
        f"<p>{'We keep what you tell us for as long as the law asks. ' * 12}</p>" for _ in HEADLINES
    )
    found = front(HEADLINES, prose)
    assert not lists_news(found, stories_of(found))
