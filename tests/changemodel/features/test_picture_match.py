"""How much of one picture another shows: exact on what is the same, blind to what moved, strict with the rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from changemodel.features.picture_match import is_flat, match_pictures, pixel_share

Pixels = NDArray[np.uint8]


def page(height: int = 1600, *, seed: int = 0, first: int = 40) -> Pixels:
    """A white page with lines of text-like marks all the way down, and a picture."""
    chance = np.random.default_rng(seed)
    image = np.full((height, 1000, 3), 255, dtype=np.uint8)
    for top in range(first, height - 20, 24):
        for left in range(30, 640, 30):
            image[top : top + 12, left : left + chance.integers(4, 24)] = chance.integers(0, 90)
    image[100:280, 680:960] = chance.integers(0, 256, (180, 280, 3))
    return image


def pushed(image: Pixels, at: int, by: int, colour: int = 40) -> Pixels:
    """The page with a banner put in above row ``at``; it stays as high as it was."""
    banner = np.full((by, image.shape[1], 3), colour, dtype=np.uint8)
    return np.concatenate([image[:at], banner, image[at:]])


def test_the_same_picture_matches_wholly() -> None:
    assert match_pictures(page(), page()).match == 1.0
    assert pixel_share(page(), page()) == 1.0


@pytest.mark.parametrize(("at", "by"), [(0, 90), (326, 90), (0, 250), (326, 250)])
def test_a_late_banner_is_no_fault_though_most_pixels_differ(at: int, by: int) -> None:
    live = page()
    found = match_pictures(live, pushed(live, at, by))
    assert found.match > 0.99
    assert found.displacement_px == by
    assert (found.missing_px, found.added_px) == (0, by)
    assert pixel_share(live[:1000], pushed(live, at, by)[:1000]) < 0.9


def test_lines_that_repeat_and_a_banner_as_high_as_a_whole_number_of_them() -> None:
    live = np.tile(page()[304:328], (60, 1, 1))
    assert match_pictures(live, pushed(live, 0, 24 * 30)).match == 1.0
    assert match_pictures(live, pushed(live, 240, 48)).match == 1.0


def test_a_segment_that_is_gone_is_a_fault_where_it_stood() -> None:
    live = page()
    gone = np.concatenate([live[:304], live[604:]])
    found = match_pictures(live, gone)
    assert 0.7 < found.match < 0.87
    assert found.missing_px == 300
    assert found.different[310:600].any()
    assert not found.different[620:].any()


def test_a_page_that_lost_its_few_words_matches_in_nothing() -> None:
    live = np.full((1000, 1000, 3), 255, dtype=np.uint8)
    live[100:110, 100:400:7] = 0
    blank = np.full_like(live, 255)
    assert match_pictures(live, blank).match == 0.0
    assert pixel_share(live, blank) > 0.99


def test_a_lost_picture_counts_by_its_area_and_is_found_in_its_region() -> None:
    live = page(1000)
    without = live.copy()
    without[100:280, 680:960] = 255
    found = match_pictures(live, without)
    assert 0.6 < found.match < 0.95
    assert found.regions[1, 7] > 0.9
    assert found.regions[8, 1] == 0
    assert is_flat(found.aligned[100:280, 680:960])


def test_another_background_is_a_fault() -> None:
    live = page(1000)
    grey = np.where(live == 255, 200, live).astype(np.uint8)
    assert match_pictures(live, grey).match < 0.05


def test_what_nobody_sees_is_no_difference() -> None:
    live = page(1000)
    assert match_pictures(live, np.maximum(live, 3) - np.uint8(3)).match > 0.999


def test_a_page_below_the_first_screens_is_compared_too() -> None:
    live = page(5000)
    without = live.copy()
    without[4000:4500] = 255
    found = match_pictures(live, without)
    assert 0.85 < found.match < 0.92
    assert found.regions.sum() == 0


def test_every_screen_is_looked_for_where_the_one_above_was_left() -> None:
    live = page(4000)
    twice = pushed(pushed(live, 326, 200), 2902, 300)
    assert match_pictures(live, twice).match > 0.99


def test_other_sizes_are_no_error() -> None:
    live = page(1000)
    assert match_pictures(live, live[:400]).match < 0.6
    assert match_pictures(live, live[:, :500]).match < 0.9
    assert match_pictures(live[:7, :7], live[:3, :3]).match <= 1.0
    assert match_pictures(live, live[:1]).match < 0.1


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 940), st.integers(0, 940), st.integers(0, 255)), min_size=2, max_size=6)
)
def test_every_fault_more_can_only_lower_the_match(faults: list[tuple[int, int, int]]) -> None:
    live, broken, last = page(1000), page(1000), 1.0
    for top, left, colour in faults:
        broken = broken.copy()
        broken[top : top + 60, left : left + 60] = np.where(
            (broken[top : top + 60, left : left + 60] == live[top : top + 60, left : left + 60]), colour, 127
        )
        found = match_pictures(live, broken).match
        if (broken != live).any():
            assert found <= last + 1e-9
        last = found
