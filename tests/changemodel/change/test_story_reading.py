"""What happened to the stories of a page that lists news, and how much that is worth."""

import numpy as np
import pytest

from changemodel.change.story_reading import RINGS_AT, StoryReading, StoryVerdict
from changemodel.features.blocks import BlockPage, block_page
from changemodel.html_blocks import html_blocks

STOOD = [
    f"The {name} bridge is closed until the summer"
    for name in ["old", "new", "long", "short", "high", "low", "red", "blue", "green", "grey"]
]
NEW = "A storm reaches the northern coast tonight"


def front(
    headlines: list[str], urls: dict[str, str] | None = None, beside: tuple[str, ...] = ()
) -> BlockPage:
    links = [f'<h2><a href="/{(urls or {}).get(text, abs_of(text))}">{text}</a></h2>' for text in headlines]
    aside = [f'<section><h2><a href="/{abs_of(text)}">{text}</a></h2></section>' for text in beside]
    return block_page(html_blocks(f"<body><div>{''.join(links)}</div>{''.join(aside)}</body>".encode()), None)


def abs_of(text: str) -> str:
    return text.replace(" ", "-")


def verdict(before: BlockPage, after: BlockPage, reading: StoryReading | None = None) -> StoryVerdict:
    found = (reading or StoryReading()).compare(before, after, 0.0)
    assert found is not None
    return found


def test_a_new_lead_rings_and_names_the_old_one() -> None:
    found = verdict(front(STOOD), front([NEW, *STOOD[:-1]]))
    assert found.worth >= RINGS_AT
    assert found.log_odds > 0.0
    assert str(found.changes[0]) == f"new lead: {NEW}, was {STOOD[0]}"


def test_a_story_that_enters_far_below_does_not_ring() -> None:
    found = verdict(front(STOOD), front([*STOOD, NEW]))
    assert found.log_odds < 0.0
    assert str(found.changes[0]) == f"entered at place 11: {NEW}"


def test_a_story_that_enters_is_worth_more_the_higher_it_stands() -> None:
    worths = [verdict(front(STOOD), front([*STOOD[:place], NEW, *STOOD[place:]])).worth for place in range(5)]
    assert worths == sorted(worths, reverse=True)


def test_a_new_headline_of_the_same_story_is_told_with_the_old_one() -> None:
    now, was = "The old bridge collapses into the river", STOOD[0]
    found = verdict(front(STOOD), front([now, *STOOD[1:]], {now: abs_of(was)}))
    assert str(found.changes[0]) == f"retitled: {now}, was {was}"
    assert 0.0 < found.worth < RINGS_AT


def test_numbers_alone_never_retitle_a_story() -> None:
    now, was = "Storm: 1,210 homes are without power", "Storm: 980 homes are without power"
    assert verdict(front([was, *STOOD]), front([now, *STOOD], {now: abs_of(was)})).worth == 0.0


def test_a_story_that_left_is_told_and_worth_nothing() -> None:
    found = verdict(front(STOOD), front(STOOD[:-1]))
    assert found.worth == 0.0
    assert [str(change) for change in found.changes] == [f"left: {STOOD[-1]}"]


def test_a_story_that_moved_up_is_worth_half_of_what_it_gained() -> None:
    found = verdict(front(STOOD), front([STOOD[5], *STOOD[:5], *STOOD[6:]]))
    assert found.changes[0].kind == "moved up"
    assert found.worth == pytest.approx(0.5 * (1.0 - 0.8**5))


def test_a_story_that_stood_here_before_returns_and_is_worth_nothing() -> None:
    reading = StoryReading()
    for at, headlines in enumerate([[NEW, *STOOD], STOOD, STOOD]):
        reading.add(front(headlines), float(at))
    found = reading.compare(front(STOOD), front([NEW, *STOOD]), 2.0)
    assert found is not None
    assert (found.changes[0].kind, found.worth) == ("returned", 0.0)


def test_a_version_that_was_learned_is_judged_as_of_its_time() -> None:
    reading, before, after = StoryReading(), front(STOOD), front([NEW, *STOOD])
    for at, page in enumerate([before, after, after]):
        reading.add(page, float(at))
    found = reading.compare(before, after, 0.0)
    assert found is not None
    assert found.changes[0].kind == "entered"


def test_places_whose_stories_are_gone_at_the_next_visit_count_less_and_less() -> None:
    reading = StoryReading()
    guests = [
        f"Guest number {name} sells you something nice"
        for name in ["one", "two", "three", "four", "five", "six"]
    ]
    for at, guest in enumerate(guests[:-1]):
        reading.add(front(STOOD, beside=(guest,)), float(at))
    before, after = front(STOOD, beside=(guests[-2],)), front(STOOD, beside=(guests[-1],))
    assert verdict(before, after, reading).worth < 0.5 * verdict(before, after).worth


def test_a_text_has_no_stories() -> None:
    text = block_page(
        html_blocks(b"<body><p>We keep what you tell us for as long as the law asks.</p></body>"), None
    )
    assert StoryReading().compare(text, text, 0.0) is None


def test_a_reading_is_the_same_after_it_was_saved() -> None:
    reading = StoryReading()
    pages = [front(STOOD), front([NEW, *STOOD]), front(STOOD[1:])]
    for at, page in enumerate(pages):
        reading.add(page, float(at))
    arrays = reading.to_arrays()
    assert all(not array.dtype.hasobject for array in arrays.values())
    again = StoryReading.from_arrays(arrays)
    assert again.compare(pages[2], pages[1], 2.0) == reading.compare(pages[2], pages[1], 2.0)
    assert {name: array.tolist() for name, array in again.to_arrays().items()} == {
        name: array.tolist() for name, array in arrays.items()
    }


def test_nothing_that_changed_is_far_below_ringing() -> None:
    assert np.isfinite(verdict(front(STOOD), front(STOOD)).log_odds)
    assert verdict(front(STOOD), front(STOOD)).changes == ()
