"""Region distances against a plain loop."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from changemodel.errors import InvalidInput
from changemodel.features import regions
from changemodel.features.regions import region_distances, region_distances_of


def _plain_loop(a: np.ndarray, b: np.ndarray) -> list[float]:
    return [
        sum((float(x) - float(y)) ** 2 for x, y in zip(p, q, strict=True)) for p, q in zip(a, b, strict=True)
    ]


@given(st.integers(1, 12), st.integers(1, 9), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_the_distance_of_a_region_is_the_squared_euclidean_one(cells: int, values: int, seed: int) -> None:
    a, b = np.random.default_rng(seed).normal(size=(2, cells, values)).astype(np.float32)
    np.testing.assert_allclose(region_distances(a, b), _plain_loop(a, b), rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("chunk_bytes", [1, 10_000, 10**9])
def test_many_pairs_at_once_equal_one_pair_at_a_time(
    chunk_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(regions, "_CHUNK_BYTES", chunk_bytes)
    random = np.random.default_rng(0)
    features = random.normal(size=(6, 5, 4)).astype(np.float32)
    pairs = random.integers(0, 6, (50, 2))
    expected = [region_distances(features[i], features[j]) for i, j in pairs]
    np.testing.assert_array_equal(region_distances_of(features, pairs), expected)


def test_a_version_is_at_no_distance_from_itself_and_order_does_not_matter() -> None:
    a, b = np.random.default_rng(0).normal(size=(2, 7, 3))
    assert (region_distances(a, a) == 0).all()
    np.testing.assert_array_equal(region_distances(a, b), region_distances(b, a))


def test_a_region_without_data_is_at_distance_zero_and_the_others_are_not() -> None:
    a, b = np.random.default_rng(0).normal(size=(2, 3, 4))
    expected = region_distances(a, b)
    b[1] = np.nan
    expected[1] = 0
    np.testing.assert_array_equal(region_distances(a, b), expected)


def test_memory_stays_bounded_whatever_the_number_of_pairs() -> None:
    features = np.zeros((20, 100, 32), dtype=np.float32)
    pairs = np.zeros((3000, 2), dtype=int)  # 77 MB of differences when taken at once
    tracemalloc.start()
    region_distances_of(features, pairs)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30_000_000


def test_no_pairs_give_no_distances() -> None:
    assert region_distances_of(np.zeros((2, 3, 4)), []).shape == (0, 3)


@pytest.mark.parametrize("pairs", [[[0, 2]], [[-1, 0]], [[0, 1, 1]], [0, 1], [[0.5, 1.0]]])
def test_pairs_that_do_not_fit_the_versions_are_refused(pairs: list) -> None:
    with pytest.raises(InvalidInput, match="pairs"):
        region_distances_of(np.zeros((2, 3, 4)), pairs)


@pytest.mark.parametrize("features", [np.zeros((2, 3)), np.zeros((2, 0, 4)), np.full((2, 3, 4), np.inf)])
def test_features_that_are_none_are_refused(features: np.ndarray) -> None:
    with pytest.raises(InvalidInput, match="features"):
        region_distances_of(features, [[0, 1]])


def test_features_of_different_layouts_are_refused() -> None:
    with pytest.raises(InvalidInput, match="shape"):
        region_distances(np.zeros((4, 3)), np.zeros((9, 3)))
