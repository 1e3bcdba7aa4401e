"""The stories of a page that lists news: links with a headline in reading order, weighted by place.

On a front page the story is what an editor moves, not the sentence. A story's prominence falls with its place as the
attention of a reader who goes on from each story to the next with the same probability (rank-biased precision: Moffat &
Zobel, ACM TOIS 27(1), 2008, with the 0.8 that they take for such a reader). What stands in navigation is no story.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlsplit

from changemodel.features.blocks import Block, BlockPage, section_of, shape_of
from changemodel.features.structure import running_words

PERSISTENCE = 0.8
"""Probability that a reader goes on to the next story."""

PLAIN_LINK = 0.25
"""Prominence of a headline in a line of text beside one in a heading, on a page where most stand in headings: lists of
what is read most, and of headlines by the minute, repeat what stands in headings."""

HEADLINE_WORDS, HEADLINE_COLUMNS = 3, 20
"""The least that a headline has; labels of navigation, tags and counts of comments have less. A sign of Chinese or
Japanese takes two columns, as on a terminal."""

LEAST_STORIES, LEAST_SHARE = 8, 0.15
"""Of a page that lists news: so many, whose headlines are so large a share of its words."""

_NO_HEADING = 7
_MOSTLY = 0.5
_OF_PAGES = frozenset(["", "http", "https"])
_FURNITURE = frozenset(["nav", "footer", "aside", "dialog", "menu", "select", "button"])


@dataclass(frozen=True, kw_only=True)
class Story:
    """A link with a headline.

    Attributes
    ----------
    url : str
        What it links to, without its fragment.
    headline : str
        Of its linked texts the one in the highest heading, else the first.
    rank : int
        Of that heading, 1 to 6; 7 where there is none.
    section : str
        Where it stands, without numbers among siblings: the entries of a list are in the same.
    place : int
        By prominence, 0 first; where that is equal, in reading order.
    prominence : float
        1 of the story that leads the page, falling to 0 with the stories above.
    """

    url: str
    headline: str
    rank: int
    section: str
    place: int = 0
    prominence: float = 1.0


def stories_of(page: BlockPage) -> tuple[Story, ...]:
    """The stories of a page in reading order; what has the URL or the headline of one before is the same."""
    headings = {block.text: rank for block, rank in zip(page.blocks, page.rank, strict=True) if rank}
    found: dict[str, Story] = {}
    first: dict[str, str] = {}  # headline -> URL
    for block, link in _linked(page.blocks):
        if _is_headline(block):
            url, rank = first.setdefault(block.text, link), headings.get(block.text, _NO_HEADING)
            story = Story(url=url, headline=block.text, rank=rank, section=section_of(block.path))
            known = found.setdefault(url, story)
            if rank < known.rank:
                found[url] = replace(known, headline=block.text, rank=rank)
    return tuple(_placed(list(found.values())))


def lists_news(page: BlockPage, stories: Sequence[Story]) -> bool:
    """Whether a page with these stories, all that it has, is a list of news, and not a text with links."""
    words = sum(len(running_words(story.headline)) for story in stories)
    return len(stories) >= LEAST_STORIES and words >= LEAST_SHARE * page.word_count


def _linked(blocks: Sequence[Block]) -> Iterator[tuple[Block, str]]:
    """Blocks with the URL of the link that they stand in: their own, or, where a whole teaser is one link, that of the
    block around them."""
    around: list[tuple[str, str]] = []
    for block in blocks:
        around = [item for item in around if block.path.startswith(f"{item[0]}>")]
        if len(block.links) == 1:
            around.append((block.path, next(iter(block.links))))
        if around and len(block.links) <= 1 and block.link_density > _MOSTLY and _leads_on(around[-1][1]):
            yield block, around[-1][1].partition("#")[0]


@lru_cache(maxsize=16384)
def _leads_on(link: str) -> bool:
    """Whether a link leads to a page of a site, and not to its front, to a mailbox or to a script."""
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme in _OF_PAGES and bool(parts.path.strip("/") or parts.query)


def _is_headline(block: Block) -> bool:
    return (
        len(running_words(block.text)) >= HEADLINE_WORDS
        and _columns(block.text) >= HEADLINE_COLUMNS
        and not _is_navigation(block)
    )


def _columns(text: str) -> int:
    return len(text) + sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)


def _is_navigation(block: Block) -> bool:
    """Whether an element around the block is meant for it; within an article it is the article's own."""
    tags = shape_of(block.path).split(">")
    around = tags[: tags.index("article")] if "article" in tags else tags
    return not _FURNITURE.isdisjoint(around)


def _placed(stories: Sequence[Story]) -> Iterator[Story]:
    """The stories with prominence and place; plain links do not push those in headings down, where most are."""
    headed = sum(story.rank < _NO_HEADING for story in stories) > _MOSTLY * len(stories)
    above, prominence = 0, []
    for story in stories:
        is_plain = headed and story.rank == _NO_HEADING
        prominence.append(PERSISTENCE**above * (PLAIN_LINK if is_plain else 1.0))
        above += not is_plain
    order = sorted(range(len(stories)), key=lambda row: -prominence[row])
    places = {row: place for place, row in enumerate(order)}
    for row, story in enumerate(stories):
        yield replace(story, place=places[row], prominence=prominence[row])
