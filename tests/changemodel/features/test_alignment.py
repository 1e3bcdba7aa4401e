"""Content that moved is found again; content that changed stays where it is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.errors import InvalidInput
from changemodel.features.alignment import (
    BANDS,
    Alignment,
    estimate,
    recognisable,
    row_signatures,
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
def test_one_colour_gives_the_identity(value: int) -> None:
    blank = np.full((1000, 1000, 3), value, dtype=np.uint8)
    assert _estimate(blank, blank) == Alignment()


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


def test_signatures_of_something_else_are_refused() -> None:
    with pytest.raises(InvalidInput, match="row_signatures"):
        estimate(SIGNATURES, np.zeros((10, 3), dtype=np.uint32))
