"""Content that moved is found again; content that changed stays where it is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.errors import InvalidInput
from changemodel.features.alignment import (
    BANDS,
    Alignment,
    Segment,
    estimate,
    recognisable,
    row_signatures,
    warp,
)
from tests.changemodel.features.front_pages import MASTHEAD_PX, front_page, with_inserted

PAGE = front_page()
SIGNATURES = row_signatures(PAGE)


def _estimate(a: np.ndarray, b: np.ndarray) -> Alignment:
    return estimate(row_signatures(a), row_signatures(b))


def test_signatures_are_small_and_say_nothing_of_blank_rows() -> None:
    assert SIGNATURES.shape == (1400, BANDS)
    assert SIGNATURES.nbytes <= 60_000
    assert not recognisable(row_signatures(np.full((50, 1000, 3), 9, dtype=np.uint8))).any()
    assert recognisable(SIGNATURES).any()


def test_signatures_of_a_row_do_not_depend_on_where_it_stands() -> None:
    np.testing.assert_array_equal(row_signatures(PAGE[100:])[1:], SIGNATURES[101:])


@given(height=st.integers(30, 250), row=st.sampled_from([0, MASTHEAD_PX, 360]), seed=st.integers(0, 99))
@settings(max_examples=12, deadline=None)
def test_an_inserted_banner_moves_what_is_below_it_and_nothing_else(height: int, row: int, seed: int) -> None:
    pushed = with_inserted(PAGE, row, height, seed)
    alignment = estimate(SIGNATURES, row_signatures(pushed))
    source = alignment.source_rows()
    np.testing.assert_array_equal(pushed[source[:row]], PAGE[:row])
    np.testing.assert_array_equal(pushed[source[row:]], PAGE[row:1000])
    if row < 300:
        assert alignment.displacement_px == height


@given(height=st.integers(30, 250), row=st.sampled_from([0, MASTHEAD_PX]))
@settings(max_examples=8, deadline=None)
def test_a_banner_that_went_leaves_rows_without_counterpart(height: int, row: int) -> None:
    pushed = with_inserted(PAGE, row, height)
    alignment = estimate(row_signatures(pushed), SIGNATURES)
    assert alignment.displacement_px == -height
    source = alignment.source_rows()
    assert (source[row : row + height] < 0).all()
    np.testing.assert_array_equal(PAGE[source[row + height :]], pushed[row + height : 1000])


def test_the_move_is_found_although_advertisement_lead_and_clock_changed_as_well() -> None:
    other = with_inserted(front_page(lead=1, advertisement=2, clock="13:07"), 0, 90)
    alignment = estimate(SIGNATURES, row_signatures(other))
    assert alignment.displacement_px == 90
    assert [segment.offset for segment in alignment.segments] == [90]


@pytest.mark.parametrize(
    "other",
    [
        PAGE,
        front_page(lead=1),
        front_page(advertisement=1),
        front_page(clock="13:07"),
        front_page(page=1),
        front_page(page=1, lead=3, advertisement=2),
        np.full_like(PAGE, 255),
        np.full_like(PAGE, 30),
        np.random.default_rng(0).integers(0, 255, PAGE.shape).astype(np.uint8),
        PAGE[:400],
        PAGE[:1],
        PAGE[:, :500],
    ],
    ids=lambda image: f"{image.shape[0]}x{image.shape[1]}",
)
def test_what_did_not_move_gives_the_identity_both_ways(other: np.ndarray) -> None:
    for alignment in (_estimate(PAGE, other), _estimate(other, PAGE)):
        assert alignment.is_identity
        assert alignment.displacement_px == 0


@pytest.mark.parametrize("value", [0, 255])
def test_one_colour_gives_the_identity_without_confidence(value: int) -> None:
    blank = np.full((1000, 1000, 3), value, dtype=np.uint8)
    assert _estimate(blank, blank) == Alignment()


def test_confidence_is_one_for_equal_pages_and_falls_with_what_changed() -> None:
    assert estimate(SIGNATURES, SIGNATURES).confidence == 1
    assert 0.5 < _estimate(PAGE, front_page(lead=1)).confidence < 1
    assert _estimate(PAGE, front_page(page=1, lead=1)).confidence < 0.2


def test_one_small_block_that_moved_does_not_move_the_page() -> None:
    moved = PAGE.copy()
    moved[380:700, 745:990] = PAGE[710:1030, 745:990]
    moved[710:1030, 745:990] = PAGE[380:700, 745:990]
    assert estimate(SIGNATURES, row_signatures(moved)).is_identity


@given(st.integers(0, 2**32 - 1), st.integers(0, 300), st.integers(1, 300))
@settings(max_examples=15, deadline=None)
def test_maps_are_monotone_and_segments_do_not_overlap(seed: int, row: int, height: int) -> None:
    random = np.random.default_rng(seed)
    other = with_inserted(front_page(lead=int(random.integers(3))), row, max(30, height))
    cut = int(random.integers(0, 900))
    other = np.vstack([other[:cut], other[cut + int(random.integers(0, 200)) :]])
    alignment = estimate(SIGNATURES, row_signatures(other))
    source = alignment.source_rows()
    assert (np.diff(source[source >= 0]) > 0).all()
    assert all(a.stop <= b.start for a, b in zip(alignment.segments, alignment.segments[1:], strict=False))


def test_a_known_split_row_decides_where_rows_came_in_when_the_pictures_do_not() -> None:
    changed = front_page(lead=1).copy()
    changed[MASTHEAD_PX:370] = 255 - changed[MASTHEAD_PX:370]
    other = row_signatures(with_inserted(changed, MASTHEAD_PX, 90))
    known = estimate(SIGNATURES, other, split_rows=(MASTHEAD_PX,))
    assert [(item.start, item.offset) for item in known.segments] == [(0, 0), (MASTHEAD_PX, 90)]
    assert estimate(SIGNATURES, other).segments[1].start == 370


def test_signatures_of_something_else_are_refused() -> None:
    with pytest.raises(InvalidInput, match="row_signatures"):
        estimate(SIGNATURES, np.zeros((10, 3), dtype=np.uint32))


def test_warping_puts_moved_content_back_pixel_by_pixel() -> None:
    pushed = with_inserted(PAGE, MASTHEAD_PX, 90)
    warped = warp(pushed, estimate(SIGNATURES, row_signatures(pushed)))
    np.testing.assert_array_equal(warped.image, PAGE[:1000])
    assert not warped.missing.any()


def test_content_that_left_a_short_screenshot_is_marked_missing_and_filled_without_an_edge() -> None:
    pushed = with_inserted(PAGE, 0, 90)[:1000]
    warped = warp(pushed, estimate(SIGNATURES, row_signatures(pushed)))
    np.testing.assert_array_equal(warped.missing, np.arange(1000) >= 910)
    np.testing.assert_array_equal(warped.image[910:], warped.image[909:819:-1])
    np.testing.assert_array_equal(np.flatnonzero(warped.missing_cells(10)), np.arange(90, 100))


def test_missing_rows_are_drawn_from_a_backdrop_where_there_is_one() -> None:
    pushed = with_inserted(PAGE, 0, 90)[:1000]
    alignment = estimate(SIGNATURES, row_signatures(pushed))
    np.testing.assert_array_equal(warp(pushed, alignment, PAGE[:1000]).image, PAGE[:1000])
    grey = warp(pushed, alignment, PAGE[:1000, :, 0])
    np.testing.assert_array_equal(grey.image[910:, :, 2], PAGE[910:1000, :, 0])
    assert grey.missing.sum() == 90


def test_a_page_that_ends_above_the_fold_misses_nothing_below_its_end() -> None:
    pushed = with_inserted(np.vstack([PAGE[:700], np.full((90, 1000, 3), 255, np.uint8)]), 0, 90)
    warped = warp(pushed, _estimate(PAGE[:700], pushed))
    assert not warped.missing.any()
    np.testing.assert_array_equal(warped.image[:700], PAGE[:700])
    assert (warped.image[700:] == 255).all()


def test_a_cell_counts_as_missing_from_a_tenth_of_its_rows() -> None:
    assert not warp(PAGE, Alignment(0, (Segment(0, 1000, 0),))).missing_cells(10).any()
    for offset, expected in ((405, 0), (415, 10)):
        warped = warp(PAGE, Alignment(offset, (Segment(0, 1000, offset),)))
        assert warped.missing_cells(10).sum() == expected


def test_the_identity_warp_is_the_view() -> None:
    narrow = PAGE[:300, :600]
    warped = warp(narrow, Alignment())
    assert warped.image.shape == (1000, 1000, 3)
    np.testing.assert_array_equal(warped.image[:300, :600], narrow)
    assert (warped.image[300:] == 255).all()
