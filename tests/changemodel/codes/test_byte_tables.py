import numpy as np
import pytest

from changemodel.codes.byte_tables import byte_planes, linear_scores, linear_table, scan, weighted_hamming
from changemodel.codes.packed_bits import unpack
from changemodel.errors import InvalidInput

RNG = np.random.default_rng(0)
CODES = RNG.integers(256, size=(20_000, 256), dtype=np.uint8)  # more than one block
RULE = RNG.normal(size=2048)


def test_scores_by_tables_equal_those_by_bits() -> None:
    dense = unpack(CODES, 2048).astype(float) @ RULE + 0.5
    assert np.abs(linear_scores(CODES, RULE, 0.5) - dense).max() < 1e-4


def test_weighted_distances_by_tables_equal_those_by_bits() -> None:
    weights = np.abs(RULE)
    differing = unpack(CODES, 2048) != unpack(CODES[:1], 2048)
    assert np.abs(weighted_hamming(CODES, CODES[0], weights) - differing @ weights).max() < 1e-3


def test_a_rule_for_fewer_bits_than_the_bytes_hold_leaves_the_others_out() -> None:
    codes = np.array([[255, 255], [1, 0]], dtype=np.uint8)
    assert linear_scores(codes, np.ones(11)).tolist() == [11.0, 1.0]


def test_a_rule_for_other_codes_is_refused() -> None:
    with pytest.raises(InvalidInput, match="one model"):
        scan(byte_planes(CODES[:5]), linear_table(np.ones(16)))


def test_weights_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(InvalidInput, match="finite"):
        linear_scores(CODES[:5], [np.nan, 1.0])
