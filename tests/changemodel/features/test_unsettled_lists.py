"""Lists whose entries come and go and soon are as before: only what the entries say is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.list_entries import followed_lists
from changemodel.features.page_text import text_distances
from changemodel.features.text_regions import TextRegions
from changemodel.features.unsettled_lists import unsettled_lists

HOURS = 120
LIST = "body>main>table>tr"

Rows = list[tuple[str, str]]


def _page(rows: Rows) -> BlockPage:
    blocks = []
    for number, cells in enumerate(rows, 1):
        row = f"body>main>table>tr:nth-of-type({number})"
        blocks += [Block(f"{row}>td:nth-of-type({place})", cell) for place, cell in enumerate(cells, 1)]
    return BlockPage(blocks)


def _pages(rows: Callable[[int], Rows]) -> list[BlockPage]:
    return [_page(rows(hour)) for hour in range(HOURS)]


def _register(hour: int) -> Rows:
    """Twelve medicines; the state of one changes every eight hours."""
    states = ("rationed today", "not in stock", "by import only")
    return [
        (f"medicine {_word(place)}", states[(place + (hour + 100) // 8 // (place + 1)) % 3])
        for place in range(12)
    ]


def _folded(hour: int) -> Rows:
    """The same, in another order at times, and the last one to three hidden at others."""
    rows = _register(hour)
    if hour % 11 > 7:
        rows.reverse()
    return rows[: 12 - hour % 4] if hour % 7 == 3 else rows


def _word(number: int) -> str:
    return "".join(chr(97 + (number * step + 5) % 26) for step in (3, 7, 11, 17, 19))


def _distance(learned: Sequence[BlockPage], before: BlockPage, after: BlockPage) -> float:
    regions = TextRegions.of(learned)
    return float(text_distances([regions.read(before), regions.read(after)], np.array([[0, 1]])).sum())


def _posts(hour: int) -> BlockPage:
    """Nine posts; a new one every six hours pushes the last off. At times an advertisement parts them in two lists."""
    told = [_word(hour // 6 + 9 - place) for place in range(9)]
    parts = (told[: 1 + hour % 3], told[1 + hour % 3 :]) if hour % 5 in (1, 2) else (told,)
    return BlockPage(
        [
            Block(f"body>main>section:nth-of-type({1 + 2 * part})>div:nth-of-type({place})>h2", post)
            for part, posts in enumerate(parts)
            for place, post in enumerate(posts, 1)
        ]
    )


def test_a_list_that_is_parted_in_two_at_times_moves_none_of_its_entries() -> None:
    lists = followed_lists([_posts(hour) for hour in range(HOURS)])
    assert unsettled_lists(lists) == {}
    said = [sum(len(item.shown.get(visit, ())) for item in lists) for visit in range(HOURS)]
    assert said == [9] * HOURS


def test_rows_that_are_folded_away_at_times_make_a_list_unsettled() -> None:
    assert unsettled_lists(followed_lists(_pages(_folded))) == {LIST: 3}


def test_what_is_folded_away_is_no_change_and_a_new_state_is() -> None:
    pages = _pages(_folded)
    folded = next(
        hour for hour in range(9, HOURS) if len(_folded(hour)) < 12 and _register(hour - 1) == _register(hour)
    )
    changed = next(hour for hour in range(9, HOURS) if _register(hour - 1) != _register(hour))
    assert _distance(pages, pages[folded - 1], pages[folded]) == 0.0
    assert _distance(pages, pages[folded], pages[folded - 1]) == 0.0
    assert _distance(pages, pages[changed - 1], pages[changed]) > 0.0


def test_more_than_ever_was_away_at_once_is_a_change() -> None:
    pages, rows = _pages(_folded), _register(HOURS)
    assert _distance(pages, _page(rows[:9]), _page(rows)) == 0.0
    assert _distance(pages, _page(rows[:6]), _page(rows)) > 0.0


def test_a_list_of_news_and_one_of_warnings_are_settled() -> None:
    """News comes to stay until other news pushes it out; where all that comes soon goes, nothing stays longer."""

    def news(hour: int) -> Rows:
        return [
            ("news", f"council votes on {_word(number)}") for number in range(hour // 3 + 12, hour // 3, -1)
        ]

    def warnings(hour: int) -> Rows:
        standing = [place for place in range(8) if (hour + 5 * place) % 24 < 9]
        return [("warning", f"road {_word(place)} is closed") for place in standing]

    assert unsettled_lists(followed_lists(_pages(news))) == {}
    assert unsettled_lists(followed_lists(_pages(warnings))) == {}


def test_boxes_of_many_kinds_side_by_side_are_no_list() -> None:
    """A warning among the sections of a page: it comes and goes, and is news all the same."""

    def sections(hour: int) -> BlockPage:
        kinds = ("nav>a", "ul>li", "p", "table>tr>td", "form>label")
        boxes = [
            Block(f"body>section:nth-of-type({n})>{kind}", f"part {n}") for n, kind in enumerate(kinds, 1)
        ]
        if hour % 12 < 2:
            boxes.append(Block("body>section:nth-of-type(6)>h2", f"road {_word(hour // 12)} is closed"))
        return BlockPage(boxes)

    pages = [sections(hour) for hour in range(HOURS)]
    assert unsettled_lists(followed_lists(pages)) == {}
    assert _distance(pages, pages[11], pages[12]) > 0.0


def test_what_is_unsettled_is_saved() -> None:
    regions = TextRegions.of(_pages(_folded))
    assert regions.unsettled == {(LIST, 3)}
    assert TextRegions.from_arrays(regions.to_arrays()) == regions


def _stories(hour: int, newest: int) -> list[str]:
    """Four headlines; the newest drives out the oldest."""
    return [f"{_word(newest - row)} {_word(newest - row + 9)} is news" for row in range(4)]


def _in_two_forms(hour: int, newest: int | None = None) -> BlockPage:
    """The stories as lines of a list, and at two of seven visits as cards of another one."""
    stories = _stories(hour, 10 + hour // 9 if newest is None else newest)
    if hour % 7 in (2, 5):
        path = "body>main>section.tops>div:nth-of-type({})>h2"
    else:
        path = "body>main>ul>li:nth-of-type({})>h2"
    return BlockPage([Block(path.format(row), text) for row, text in enumerate(stories, 1)])


def test_a_list_that_stands_in_another_form_has_not_changed_but_for_its_news() -> None:
    learned = [_in_two_forms(hour) for hour in range(HOURS)]
    assert set(unsettled_lists(followed_lists(learned))) == {"body>main>ul>li", "body>main>section.tops>div"}
    lines, cards, news = _in_two_forms(1, 50), _in_two_forms(2, 50), _in_two_forms(2, 51)
    assert _distance(learned, lines, cards) == 0.0
    assert _distance(learned, lines, news) > 0.0
    assert _distance(learned, news, lines) == _distance(learned, lines, news)
