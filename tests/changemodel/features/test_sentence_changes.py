"""What each sentence that came or went is like, beside how its section behaved."""

from __future__ import annotations

import math

import pytest

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.section_habits import PageHabits
from changemodel.features.section_sentences import PageSentences
from changemodel.features.sentence_changes import (
    HABIT_MEASURES,
    MEASURES,
    MOST_LOOKED_AT,
    ChangedSentence,
    sentence_rows,
)
from changemodel.features.table_rows import TableRows

NEWS, CARDS, FOOT = "body>main>h2", "body>aside>p", "body>footer>p"
LIST = "body>ul>li:nth-of-type({})>h3"
VISITS = 48


def _page(visit: int) -> PageSentences:
    """A headline that stays for eight visits; a card out of three that change each visit; a footer that stays."""
    return _said(
        (NEWS, f"{'abcdefgh'[visit // 8]} happened"),
        (CARDS, ("Boots", "Tents", "Lamps")[visit % 3]),
        (FOOT, "Imprint"),
    )


def _said(*blocks: tuple[str, str]) -> PageSentences:
    return PageSentences(BlockPage([Block(path, text) for path, text in blocks]), TableRows())


def _list(*texts: str) -> PageSentences:
    return _said(*((LIST.format(row), text) for row, text in enumerate(texts, 1)))


def _habits() -> PageHabits:
    return PageHabits.of([_page(visit) for visit in range(VISITS)], [visit % 24 for visit in range(VISITS)])


def _told(
    habits: PageHabits, before: PageSentences, after: PageSentences
) -> dict[ChangedSentence, dict[str, float]]:
    sentences, rows = sentence_rows(habits, before, after, hour=16)
    assert rows.shape == (len(sentences), len(MEASURES))
    return {
        sentence: dict(zip(MEASURES, row, strict=True))
        for sentence, row in zip(sentences, rows.tolist(), strict=True)
    }


def test_each_sentence_that_came_or_went_is_told_by_what_is_known_of_its_section() -> None:
    told = _told(_habits(), _page(15), _page(16))
    assert [(item.section, item.text, item.came) for item in told] == [
        (CARDS, "tents", True),
        (CARDS, "boots", False),
        (NEWS, "c happened", True),
        (NEWS, "b happened", False),
    ]
    card, _, came, went = told.values()
    assert card["own_times"] == VISITS / 3
    assert (came["came"], went["came"]) == (1.0, 0.0)
    assert went["own_times"] == 1
    assert went["own_stay"] == pytest.approx(0.0)  # it stood as long as headlines do
    assert came["step_to_usual"] == pytest.approx(1.0, abs=0.01)
    assert came["hour"] < 1.0 / 2  # it changed at this very hour, and beside it never
    assert card["returning"] == 1.0
    assert came["returning"] == 0.0


def test_another_wording_is_told_from_another_text() -> None:
    told = _told(
        PageHabits(), _list("The mill burns down", "Ferry stops"), _list("The mill burns", "Bank sold")
    )
    by_text = {item.text: measures["reworded"] for item, measures in told.items()}
    assert by_text["the mill burns"] == by_text["the mill burns down"] == pytest.approx(3 / 4)
    assert by_text["bank sold"] == by_text["ferry stops"] == 0.0


def test_one_that_moved_in_or_out_has_nothing_opposite() -> None:
    told = _told(PageHabits(), _list("Mill burns"), _list("Ferry stops", "Mill burns"))
    (came,) = told.values()
    assert came["none_opposite"] == 1.0
    assert (came["place"], came["entries"], came["entry_changed"]) == (0.0, pytest.approx(math.log1p(2)), 1.0)


def test_what_stands_elsewhere_on_the_page_is_told() -> None:
    before = _said((NEWS, "Mill burns"))
    after = _said((NEWS, "Ferry stops"), (FOOT, "Mill burns"), (CARDS, "Mill burns"))
    told = {
        (item.section, item.text): measures for item, measures in _told(PageHabits(), before, after).items()
    }
    assert told[FOOT, "mill burns"]["on_other_side"] == told[NEWS, "mill burns"]["on_other_side"] == 1.0
    assert told[NEWS, "ferry stops"]["on_other_side"] == 0.0
    assert told[FOOT, "mill burns"]["said_twice"] == 1.0
    assert told[NEWS, "ferry stops"]["said_twice"] == 0.0


def test_signs_of_what_returns_are_told_of_the_sentence_that_bears_them() -> None:
    card = "body>ul>li:nth-of-type({})>{}"

    def page(visit: int) -> PageSentences:
        goods, news = ("Boots", "Tents", "Lamps")[visit % 3], "abcdefgh"[visit // 8]
        return _said(
            (card.format(1, "b"), "Offer"),
            (card.format(1, "h3"), goods),
            (card.format(2, "h3"), f"{news} came"),
        )

    habits = PageHabits.of([page(visit) for visit in range(VISITS)], [0] * VISITS)
    told = {item.text: measures for item, measures in _told(habits, page(15), page(16)).items() if item.came}
    assert told["tents"]["signs_returned"] > told["c came"]["signs_returned"]
    assert told["tents"]["signs_longest_stay"] < told["c came"]["signs_longest_stay"]


def test_of_a_section_that_was_never_seen_nothing_is_known_but_the_change() -> None:
    ((_, measures),) = _told(_habits(), _said(), _said(("body>div>p", "New here"))).items()
    assert all(math.isnan(measures[name]) for name in HABIT_MEASURES)
    assert math.isnan(measures["own_times"])
    assert measures["came_words"] == pytest.approx(math.log1p(2))


def test_no_change_has_no_row() -> None:
    assert _told(_habits(), _page(3), _page(3)) == {}


def test_of_a_list_that_is_another_altogether_the_first_are_looked_at() -> None:
    old, new = (_list(*(f"{name} {'x' * row}" for row in range(1, 200))) for name in ("old", "new"))
    assert len(_told(PageHabits(), old, new)) == 2 * MOST_LOOKED_AT
