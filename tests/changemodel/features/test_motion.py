"""What moved within a page is no change there; what came in or went is one, where it came in or went."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.features.alignment import Alignment, Segment, row_signatures
from changemodel.features.motion import Motion, PlacedRows, motion
from tests.changemodel.features.front_pages import front_page, with_inserted

PAGE = front_page()
IDENTITY = Alignment()


def _placed(image: np.ndarray, alignment: Alignment = IDENTITY) -> PlacedRows:
    return PlacedRows.of(row_signatures(image), alignment)


def _remaining(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    return motion(_placed(before), _placed(after), 10).remaining.reshape(10, 10)


def _swapped(image: np.ndarray) -> np.ndarray:
    """The first and the second teaser of the left column change places."""
    other = image.copy()
    other[380:700, :250], other[710:1030, :250] = image[710:1030, :250], image[380:700, :250]
    return other


def _column_pushed(image: np.ndarray, height: int) -> np.ndarray:
    other = image.copy()
    other[100 + height :, 700:] = image[100:-height, 700:]
    other[100 : 100 + height, 700:] = np.random.default_rng(1).integers(0, 255, (height, 300, 3))
    return other


def test_what_follows_an_inserted_paragraph_is_no_change_and_the_paragraph_is() -> None:
    found = motion(_placed(PAGE), _placed(with_inserted(PAGE, 400, 60)), 10)
    remaining = found.remaining.reshape(10, 10)
    assert (remaining[4, 1:8] > 0.4).all()  # blank beside the words
    assert (remaining[6:] < 0.01).all()
    assert (found.displacement_px[5:] == 60).all()
    assert (found.displacement_px[:4] == 0).all()


def test_a_paragraph_that_went_is_a_change_where_it_stood() -> None:
    remaining = _remaining(with_inserted(PAGE, 400, 60), PAGE)
    assert (remaining[4, 1:8] > 0.4).all()  # blank beside the words
    assert (remaining[6:] < 0.01).all()


def test_content_above_and_below_may_move_by_different_amounts() -> None:
    twice = with_inserted(with_inserted(PAGE, 700, 40, seed=1), 400, 60)
    found = motion(_placed(PAGE), _placed(twice), 10)
    assert (found.displacement_px[5:7] == 60).all()
    assert (found.displacement_px[8:] == 100).all()
    assert (found.remaining.reshape(10, 10)[[6, 9]] < 0.1).all()


def test_two_teasers_that_swap_places_are_no_change_and_both_moves_are_told() -> None:
    found = motion(_placed(PAGE), _placed(_swapped(PAGE)), 10)
    remaining, moved = found.remaining.reshape(10, 10), found.displacement_px
    assert (remaining[4:, :2] < 0.12).all()
    assert (moved[4:7, :2] == -330).all()
    assert (moved[8:, :2] == 330).all()
    assert (remaining[:, 4:] == 1).all()
    assert not moved[:, 4:].any()


@pytest.mark.parametrize("height", [20, 90, 250])
def test_a_column_may_move_while_its_neighbour_stays(height: int) -> None:
    found = motion(_placed(PAGE), _placed(_column_pushed(PAGE, height)), 10)
    remaining = found.remaining.reshape(10, 10)
    assert (remaining[4, 7:] < 0.2).all()  # it sees a little of what came in above it
    assert (remaining[5:, 7:] < 0.1).all()
    assert (remaining[:, :6] == 1).all()
    assert (found.displacement_px[4:, 7:] == height).all()


@pytest.mark.parametrize(
    "other",
    [PAGE, front_page(lead=1), front_page(advertisement=1), front_page(page=1, lead=1), PAGE[:, ::-1]],
)
def test_what_changed_without_moving_remains_wholly(other: np.ndarray) -> None:
    assert (_remaining(PAGE, other) == 1).all()


def test_what_moved_out_of_a_screenshot_of_the_view_is_not_taken_for_gone() -> None:
    pushed = with_inserted(PAGE, 400, 60)[:1000]
    assert (_remaining(PAGE[:1000], pushed)[6:] < 0.01).all()


def test_content_that_moved_and_changed_remains_in_part() -> None:
    other = with_inserted(front_page(clock="12:00", page=0), 400, 60)
    other[800:830, :300] = 99
    remaining = _remaining(PAGE, other)
    assert 0.02 < remaining[8, 0] < 0.7
    assert remaining[8, 8] < 0.05


def test_a_move_that_the_frame_has_put_back_is_told_and_counts_nothing() -> None:
    pushed = _placed(with_inserted(PAGE, 0, 90), Alignment(90, (Segment(0, 1000, 90),)))
    found = Motion.of(_placed(PAGE), pushed, 10)
    assert (found.displacement_px == 90).all()
    assert (found.remaining == 1).all()
    assert found.most_px == 90


@pytest.mark.parametrize("height", [30, 90, 400, 401, 500, 640])
def test_most_content_is_as_far_down_as_a_banner_pushed_it_whatever_its_height(height: int) -> None:
    pushed = _placed(with_inserted(PAGE, 0, height))
    assert Motion.of(_placed(PAGE), pushed, 10).most_px == height
    assert Motion.of(_placed(PAGE), pushed, 10).back.most_px == -height
    assert Motion.of(pushed, _placed(PAGE), 10).most_px == -height


def test_most_content_is_what_was_found_again() -> None:
    assert Motion.of(_placed(PAGE), _placed(PAGE), 10).most_px == 0
    assert Motion.of(_placed(PAGE), _placed(with_inserted(PAGE, 800, 60)), 10).most_px == 0
    assert Motion.of(_placed(PAGE), _placed(with_inserted(PAGE, 250, 60)), 10).most_px == 60
    blank = _placed(np.full((1000, 1000, 3), 255, dtype=np.uint8))
    assert Motion.of(_placed(PAGE), blank, 10).most_px == 0


def test_versions_without_rows_have_no_motion() -> None:
    assert (Motion.of(None, _placed(PAGE), 4).remaining == np.ones(16)).all()


@pytest.mark.parametrize("grid", [1, 4, 7, 10, 32])
def test_every_grid_gets_one_share_a_region(grid: int) -> None:
    found = motion(_placed(PAGE), _placed(_swapped(PAGE)), grid)
    assert found.remaining.shape == (grid * grid,)
    assert found.displacement_px.shape == (grid, grid)


_PICTURES = [
    PAGE,
    PAGE[:1000],
    PAGE[:40],
    PAGE[:1],
    PAGE[:500, :300],
    np.full((1000, 1000, 3), 255, np.uint8),
    np.full((3, 2, 3), 7, np.uint8),
    with_inserted(PAGE, 300, 50),
]


@given(st.sampled_from(_PICTURES), st.sampled_from(_PICTURES))
@settings(max_examples=25, deadline=None)
def test_shares_lie_between_nothing_and_all_and_going_back_moves_back(a: np.ndarray, b: np.ndarray) -> None:
    there, back = motion(_placed(a), _placed(b), 10), motion(_placed(b), _placed(a), 10)
    assert ((there.remaining >= 0) & (there.remaining <= 1)).all()
    np.testing.assert_allclose(there.remaining, back.remaining)
    if a is b:
        assert (there.remaining == 1).all()
        assert not there.displacement_px.any()
