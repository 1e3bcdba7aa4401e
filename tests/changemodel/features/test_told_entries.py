"""Where a person calls a change unimportant, the entries that it brought are, and others that share a trait."""

from __future__ import annotations

from collections.abc import Sequence

from changemodel.features.blocks import Block, BlockPage
from changemodel.features.list_entries import followed_lists
from changemodel.features.told_entries import ToldPair, told_traits

LIST = "body>main>ul>li"

Card = tuple[str, str]  # label, title


def _page(*cards: Card) -> BlockPage:
    blocks = []
    for row, (label, title) in enumerate(cards, 1):
        entry = f"body>main>ul>li:nth-of-type({row})"
        blocks += [Block(f"{entry}>p", label), Block(f"{entry}>h3", title)]
    return BlockPage(blocks)


WARNINGS = [
    ("Warning", f"Road {row} is closed by {thing}")
    for row, thing in enumerate(("snow", "ice", "a fallen tree", "works", "rocks"))
]
TIPS = [
    ("Tip of the day", title) for title in ("Read your meter", "Insulate your attic", "Change your filter")
]


def _told(pairs: Sequence[tuple[Sequence[Card], Sequence[Card], bool]]) -> dict[str, frozenset[str]]:
    told = [ToldPair(_page(*before), _page(*after), important) for before, after, important in pairs]
    seen = [page for pair in told for page in (pair.before, pair.after)] + [_page(*WARNINGS)] * 3
    return told_traits(told, followed_lists(seen))


def test_two_cards_with_one_label_tell_the_label() -> None:
    pairs = [(WARNINGS[:4], [tip, *WARNINGS[:4]], False) for tip in TIPS[:2]]
    assert _told(pairs) == {LIST: frozenset({">p tip of the day"})}


def test_a_single_card_tells_itself_alone() -> None:
    pair = (WARNINGS[:4], [TIPS[0], *WARNINGS[:4]], False)
    assert _told([pair]) == {LIST: frozenset({">h3 read your meter"})}


def test_what_news_have_too_tells_nothing() -> None:
    pairs = [
        (WARNINGS[:4], [("Warning", "Take part in our survey"), *WARNINGS[:4]], False),
        (WARNINGS[:4], [("Warning", "We wish you happy holidays"), *WARNINGS[:4]], False),
        (WARNINGS[:3], [WARNINGS[4], *WARNINGS[:3]], True),
    ]
    (traits,) = _told(pairs).values()
    assert ">p warning" not in traits
    assert traits == {">h3 take part in our survey", ">h3 we wish you happy holidays"}


def test_what_sank_off_the_end_was_not_told() -> None:
    """The tip pushes the last warning off the list: nobody called that warning unimportant."""
    found = _told([(WARNINGS, [TIPS[0], *WARNINGS[:4]], False), (WARNINGS, [TIPS[1], *WARNINGS[:4]], False)])
    assert found == {LIST: frozenset({">p tip of the day"})}


def test_without_labels_nothing_is_told() -> None:
    assert _told([]) == {}
    assert _told([(WARNINGS[:4], [TIPS[0], *WARNINGS[:4]], True)]) == {}
