"""What happened to the stories of a page that lists news, and how much that is worth."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from changemodel.change.model import ChangeModel
from changemodel.change.story_reading import ALARM_WORTH, StoryReading, StoryVerdict, threshold_from_labels
from changemodel.features.blocks import BlockPage, block_page
from changemodel.html_blocks import html_blocks
from changemodel.version import PageVersion

STOOD = [
    f"The {name} bridge is closed until the summer"
    for name in ["old", "new", "long", "short", "high", "low", "red", "blue", "green", "grey"]
]
NEW = "A storm reaches the northern coast tonight"


def blocks_of(
    headlines: list[str], urls: dict[str, str] | None = None, beside: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    links = [f'<h2><a href="/{(urls or {}).get(text, url_of(text))}">{text}</a></h2>' for text in headlines]
    aside = [f'<section><h2><a href="/{url_of(text)}">{text}</a></h2></section>' for text in beside]
    return html_blocks(f"<body><div>{''.join(links)}</div>{''.join(aside)}</body>".encode())


def front(
    headlines: list[str], urls: dict[str, str] | None = None, beside: tuple[str, ...] = ()
) -> BlockPage:
    return block_page(blocks_of(headlines, urls, beside), None)


def url_of(text: str) -> str:
    return text.replace(" ", "-")


def verdict(before: BlockPage, after: BlockPage, reading: StoryReading | None = None) -> StoryVerdict:
    found = (reading or StoryReading()).compare(before, after, 0.0)
    assert found is not None
    return found


def test_a_new_lead_rings_and_names_the_old_one() -> None:
    found = verdict(front(STOOD), front([NEW, *STOOD[:-1]]))
    assert found.worth >= ALARM_WORTH
    assert found.log_odds() > 0.0
    assert str(found.changes[0]) == f"new lead: {NEW}, was {STOOD[0]}"


def test_a_story_that_enters_far_below_does_not_ring() -> None:
    found = verdict(front(STOOD), front([*STOOD, NEW]))
    assert found.log_odds() < 0.0
    assert str(found.changes[0]) == f"entered at place 11: {NEW}"


def test_a_story_that_enters_is_worth_more_the_higher_it_stands() -> None:
    worths = [verdict(front(STOOD), front([*STOOD[:place], NEW, *STOOD[place:]])).worth for place in range(5)]
    assert worths == sorted(worths, reverse=True)


def test_a_new_headline_of_the_same_story_is_told_with_the_old_one() -> None:
    now, was = "The old bridge collapses into the river", STOOD[0]
    found = verdict(front(STOOD), front([now, *STOOD[1:]], {now: url_of(was)}))
    assert str(found.changes[0]) == f"retitled: {now}, was {was}"
    assert 0.0 < found.worth < ALARM_WORTH


def test_numbers_alone_never_retitle_a_story() -> None:
    now, was = "Storm: 1,210 homes are without power", "Storm: 980 homes are without power"
    assert verdict(front([was, *STOOD]), front([now, *STOOD], {now: url_of(was)})).worth == 0.0


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
    assert np.isfinite(verdict(front(STOOD), front(STOOD)).log_odds())
    assert verdict(front(STOOD), front(STOOD)).changes == ()


def test_labels_move_the_threshold_to_where_they_agree() -> None:
    assert threshold_from_labels([0.1, 0.5, 0.9], [False, False, True]) == pytest.approx((0.5 * 0.9) ** 0.5)
    assert threshold_from_labels([0.05, 0.2], [False, True]) == pytest.approx((0.05 * 0.2) ** 0.5)


@pytest.mark.parametrize(
    ("worths", "said"), [([0.1, 0.9], [False, True]), ([0.3, 0.3], [True, False]), ([], [])]
)
def test_labels_that_agree_with_the_usual_threshold_or_contradict_each_other_leave_it(
    worths: list[float], said: list[bool]
) -> None:
    assert threshold_from_labels(worths, said) == pytest.approx(ALARM_WORTH)


@pytest.fixture(scope="module")
def busy_page() -> list[PageVersion]:
    """A front page on which each visit brings a story at the third or at the seventh place."""
    start, headlines, versions = datetime(2026, 1, 5, tzinfo=UTC), list(STOOD), []
    for visit in range(24):
        story = f"Report {'abcdefghijklmnopqrstuvwxyz'[visit]} of the city desk tonight"
        headlines.insert((2, 6)[visit % 2], story)
        headlines.pop()
        versions.append(PageVersion(start + timedelta(hours=visit), blocks=blocks_of(headlines)))
    return versions


def test_a_persons_labels_change_what_rings_on_a_front_page(busy_page: list[PageVersion]) -> None:
    third, seventh = [(busy_page[row], busy_page[row + 1]) for row in (21, 20)]
    plain = ChangeModel().fit(busy_page)
    assert [plain.compare(*pair).important for pair in (third, seventh)] == [True, False]
    labels = [(before, after, True) for before, after in (third, seventh)]
    taught = ChangeModel().fit(busy_page, labels=labels)
    assert [taught.compare(*pair).important for pair in (third, seventh)] == [True, True]
    assert taught.details_["labels_contradicted"] == 0


def test_a_model_that_goes_by_stories_scores_the_same_after_it_was_saved(
    busy_page: list[PageVersion], tmp_path: Path
) -> None:
    model = ChangeModel().fit(busy_page, labels=[(busy_page[20], busy_page[21], True)])
    model.save(tmp_path / "model")
    again = ChangeModel.load(tmp_path / "model").compare(busy_page[20], busy_page[21])
    assert again.to_dict() == model.compare(busy_page[20], busy_page[21]).to_dict()
    assert set(again.by_part) == {"stories"}
