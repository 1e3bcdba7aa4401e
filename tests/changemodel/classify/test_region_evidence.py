"""A person's verdicts decoded from the cells of a page."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from PIL import Image, ImageDraw

from changemodel import PageVersion
from changemodel.classify.region_evidence import change_pattern, missing_labels, region_evidence
from changemodel.errors import InvalidInput

IMPORTANT = np.tile([True, False], 20)
DAYS = np.repeat(np.arange(5), 8)


def patterns(effect: float = 3.0, seed: int = 0) -> np.ndarray:
    """Changes of a page of 10 x 10 cells: important ones change the cell in row 2, column 3 more."""
    x = np.random.default_rng(seed).normal(size=(40, 100, 2))
    x[IMPORTANT, 23] += effect
    return x


def version(hour: int, x: int | None, text: str = "Rain", y_px: float = 420.0) -> PageVersion:
    image = Image.new("RGB", (1000, 1000), "white")
    if x is not None:
        ImageDraw.Draw(image).rectangle((x, 220, x + 60, 270), fill="black")
    box = {"x_px": 0.0, "y_px": y_px, "width_px": 200.0, "height_px": 60.0}
    block = {"path": "main>p", "text": text, "links": (), **box}
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hour)
    return PageVersion(captured_at=at, screenshot=np.asarray(image), blocks=[block])


def test_the_cell_that_verdicts_speak_of_is_found() -> None:
    found = region_evidence(patterns(), IMPORTANT, DAYS, permutations=199)
    assert found.carries[2, 3]
    rows, columns = np.nonzero(found.carries)
    assert (np.abs(rows - 2) + np.abs(columns - 3)).max() <= 1
    assert (found.important, found.unimportant, found.days, found.within_days) == (20, 20, 5, True)


def test_verdicts_that_speak_of_nothing_find_nothing() -> None:
    found = [region_evidence(patterns(0.0, seed), IMPORTANT, DAYS, permutations=99) for seed in range(5)]
    assert sum(bool(item.carries.any()) for item in found) <= 1


def test_few_verdicts_on_each_day_are_exchanged_between_days() -> None:
    days = np.repeat(np.arange(20), 2)
    found = region_evidence(patterns(), np.repeat(IMPORTANT[:20], 2), days, permutations=99)
    assert not found.within_days


def test_rare_verdicts_are_decoded_too() -> None:
    important = np.arange(40) % 7 == 0
    x = np.random.default_rng(0).normal(size=(40, 100, 2))
    x[important, 55] += 5.0
    assert region_evidence(x, important, DAYS, permutations=199).carries[5, 5]


@pytest.mark.parametrize(
    ("important", "days", "said"),
    [
        ([], [], "5 more that were important and 5 more that were unimportant"),
        ([True] * 9 + [False] * 4, range(13), "1 more that was unimportant"),
        ([True] * 5 + [False] * 5, [1] * 5 + [1, 2, 3, 4, 5], "one that was important on another day"),
        ([True] * 5 + [False] * 5, range(10), ""),
    ],
)
def test_missing_verdicts_are_named(important: list[bool], days: list[int], said: str) -> None:
    assert missing_labels(important, list(days)).endswith(said)
    if said:
        with pytest.raises(InvalidInput, match="5 of each on 2 days"):
            region_evidence(np.zeros((len(important), 100, 2)), important, list(days))


def test_changes_of_nothing_and_patterns_of_another_shape_are_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing to decode"):
        region_evidence(np.zeros((40, 100, 2)), IMPORTANT, DAYS)
    with pytest.raises(InvalidInput, match="grid"):
        region_evidence(np.zeros((40, 90, 2)), IMPORTANT, DAYS)


def test_a_change_of_the_picture_lies_on_its_cells() -> None:
    picture = change_pattern(version(0, None), version(1, 320))[:, 0].reshape(10, 10)
    assert picture.argmax() == 23
    assert picture[:, 7:].max() < 0.1 * picture.max()


def test_words_that_came_and_went_lie_on_their_block() -> None:
    words = change_pattern(version(0, None), version(1, None, "Snow and ice"))[:, 1].reshape(10, 10)
    assert np.nonzero(words.sum(axis=1))[0].tolist() == [4]
    assert np.nonzero(words.sum(axis=0))[0].tolist() == [0, 1]
    assert np.expm1(words).sum() == pytest.approx(4.0)  # one word went, three came


def test_two_versions_that_are_the_same_have_no_pattern() -> None:
    assert not change_pattern(version(0, 320), version(1, 320)).any()
