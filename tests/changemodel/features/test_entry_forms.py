"""Entries that stand in another form."""

from __future__ import annotations

import numpy as np

from changemodel.features.blocks import BlockPage, block_page
from changemodel.features.entry_forms import Standing, in_another_form
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions

_TITLES = (
    "The harbour bridge closes for a year",
    "Council adopts the budget after a long night",
    "A seal was seen in the canal",
    "Trains stand still on Friday",
)
_NEW = "Storm tide expected in the evening"


def _page(*blocks: tuple[str, str]) -> BlockPage:
    return block_page([{"path": path, "text": text} for path, text in blocks], None)


def _cards(*titles: str) -> BlockPage:
    """A lead with its first sentence, then cards."""
    lead, *others = titles
    blocks = [
        ("body>main>section.lead>h1", lead),
        ("body>main>section.lead>p:nth-of-type(1)", f"First sentence about this: {lead[::-1]}"),
        ("body>main>section.lead>p:nth-of-type(2)", "By Ann Other"),
    ]
    for place, title in enumerate(others, start=1):
        card = f"body>main>section.cards>div:nth-of-type({place})"
        blocks += [(f"{card}>h2", title), (f"{card}>p", f"More: {title[::-1]}")]
    return _page(*blocks)


def _lines(*titles: str) -> BlockPage:
    blocks = [("body>main>div>h4", "Latest")]
    blocks += [
        (f"body>main>div>ul>li:nth-of-type({place})>h3", title) for place, title in enumerate(titles, start=1)
    ]
    return _page(*blocks)


def _distance(a: BlockPage, b: BlockPage) -> float:
    regions = TextRegions.of([_cards(*_TITLES), _lines(*_TITLES)] * 4)
    distances = text_distances([regions.read(a), regions.read(b)], np.array([[0, 1]]))
    return float(distances.sum())


def test_a_story_takes_its_first_sentence_along_and_nothing_of_its_neighbours() -> None:
    standing = Standing.of(_cards(*_TITLES))
    assert standing.entry(0) == range(3)
    assert standing.entry(3) == range(3, 5)
    assert Standing.of(_lines(*_TITLES)).entry(1) == range(1, 2)


def test_the_same_stories_in_another_form_differ_by_what_stands_around_them() -> None:
    own, other = in_another_form(Standing.of(_cards(*_TITLES)), Standing.of(_lines(*_TITLES)))
    assert own == set(range(9))
    assert other == {1, 2, 3, 4}


def test_numbers_do_not_tell_two_forms_apart() -> None:
    rates = [f"One euro buys {rate} of these coins" for rate in (412, 398)]
    own, other = in_another_form(
        Standing.of(_page(("body>main>p", rates[0]))), Standing.of(_page(("body>main>ul>li", rates[1])))
    )
    assert own == other == {0}


def test_a_new_story_counts_beside_a_change_of_form() -> None:
    news = (_NEW, *_TITLES)
    assert _distance(_cards(*_TITLES), _lines(*_TITLES)) < 1.2  # "Latest" stands in a section of its own
    regions = TextRegions.of([_cards(*_TITLES), _lines(*_TITLES)] * 4)
    for pair in ((_cards(*_TITLES), _lines(*news)), (_lines(*_TITLES), _cards(*news))):
        distances = text_distances([regions.read(page) for page in pair], np.array([[0, 1]]))[0]
        assert sum(distance > 0.0 for distance in distances) >= 2


def test_a_form_that_shows_fewer_has_lost_none() -> None:
    own, other = in_another_form(Standing.of(_cards(*_TITLES, _NEW)), Standing.of(_lines(*_TITLES)))
    assert own == set(range(11))
    assert other == {1, 2, 3, 4}


def test_a_story_that_leads_no_more_has_not_changed_its_form() -> None:
    a, b = Standing.of(_cards(*_TITLES)), Standing.of(_cards(*_TITLES[1:], _TITLES[0]))
    assert in_another_form(a, b) == (set(), set())


def test_a_label_takes_no_story_along() -> None:
    a = _page(("body>div>p", "Advertisement feature"), ("body>div>h2", _TITLES[0]))
    b = _page(("body>aside>p", "Advertisement feature"), ("body>aside>h2", _NEW))
    assert in_another_form(Standing.of(a), Standing.of(b)) == ({0}, {0})


def test_what_is_remarked_behind_a_title_makes_no_other_of_it() -> None:
    a = _page(("body>div>ul>li>h3", f"{_TITLES[0]} (Sunday)"))
    b = _page(("body>main>h2", _TITLES[0]))
    assert in_another_form(Standing.of(a), Standing.of(b)) == ({0}, {0})


def test_two_stories_of_one_title_are_two() -> None:
    twice = (_TITLES[0], _TITLES[1], _TITLES[0])
    own, other = in_another_form(Standing.of(_cards(*twice)), Standing.of(_lines(*twice)))
    assert len(own) == 7
    assert other == {1, 2, 3}
    once = _lines(*_TITLES[:2])
    assert 1 not in in_another_form(Standing.of(_cards(*twice)), Standing.of(once))[1]
