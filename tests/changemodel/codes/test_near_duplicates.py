import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree

from changemodel.codes.near_duplicates import (
    NearDuplicates,
    RecurringStates,
    separating_distance,
    spanning_tree,
)
from changemodel.codes.packed_bits import hamming
from changemodel.errors import InvalidInput

BITS = 256


def with_flips(code: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """The code with so many other bits."""
    bits = np.unpackbits(code)
    bits[rng.choice(len(bits), count, replace=False)] ^= 1
    return np.packbits(bits)


def looks(count: int, rng: np.random.Generator) -> np.ndarray:
    return rng.integers(256, size=(count, BITS // 8), dtype=np.uint8)


def test_the_distance_lies_between_both_kinds_of_pairs_also_where_some_are_of_the_other_kind() -> None:
    rng = np.random.default_rng(0)
    same, different = rng.integers(0, 20, 500), rng.integers(60, 140, 500)
    assert 19 <= separating_distance(same, different) <= 60
    mixed = np.concatenate([same, rng.integers(60, 140, 200)])
    assert 19 <= separating_distance(mixed, different) <= 60
    with pytest.raises(InvalidInput, match="empty"):
        separating_distance([], different)


def test_clusters_are_found_and_no_chain_joins_what_is_far_apart() -> None:
    rng = np.random.default_rng(1)
    first, second = looks(2, rng)
    codes = np.array([with_flips(code, 6, rng) for code in [first] * 5 + [second] * 9])
    clusters = NearDuplicates(20).fit(codes)
    assert clusters.labels_.tolist() == [1] * 5 + [0] * 9
    assert clusters.labels_[clusters.middles_].tolist() == [0, 1]
    bits = np.zeros((30, BITS), dtype=bool)
    for step in range(30):
        bits[step, : 8 * step] = True
    chain = np.packbits(bits, axis=1)
    found = NearDuplicates(16).fit(chain)
    members = [chain[found.labels_ == label] for label in range(len(found.middles_))]
    assert max(int(hamming(one, one).max()) for one in members) <= 32
    assert len(members) > 4


def test_the_tree_is_as_short_as_that_of_scipy() -> None:
    codes = looks(60, np.random.default_rng(2))
    assert spanning_tree(codes)[0].sum() == minimum_spanning_tree(hamming(codes, codes).astype(float)).sum()


def test_looks_that_come_back_are_states_though_they_are_nearer_than_different_pages() -> None:
    rng = np.random.default_rng(3)
    plain = looks(1, rng)[0]
    wall = with_flips(plain, 50, rng)
    shown = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    codes = np.array([with_flips((plain, wall)[state], 2, rng) for state in shown])
    states = RecurringStates(80).fit(codes)
    assert states.labels_.tolist() == shown
    assert 4 < states.distance_ < 50


def test_a_page_that_drifts_or_never_returns_to_a_version_stays_in_one_state() -> None:
    rng = np.random.default_rng(4)
    drifting = [looks(1, rng)[0]]
    for _ in range(40):
        drifting.append(with_flips(drifting[-1], 12, rng))
    codes = np.array(drifting)
    assert hamming(codes[:1], codes[-1:])[0, 0] > 80
    assert RecurringStates(80).fit(codes).labels_.max() == 0
    versions = np.repeat(codes, 6, axis=0)
    assert RecurringStates(80).fit(versions).labels_.max() == 0


def test_what_changes_by_chance_at_every_visit_is_one_state() -> None:
    rng = np.random.default_rng(5)
    page = looks(1, rng)[0]
    codes = np.array([with_flips(page, int(rng.integers(5, 15)), rng) for _ in range(60)])
    assert RecurringStates(80).fit(codes).labels_.max() == 0


def test_another_page_is_another_state_though_it_came_once() -> None:
    rng = np.random.default_rng(6)
    usual, other = looks(2, rng)
    assert RecurringStates(80).fit(np.array([usual, usual, other])).labels_.tolist() == [0, 0, 1]
    assert RecurringStates(80).fit(usual[None]).labels_.tolist() == [0]


def test_no_codes_are_refused() -> None:
    empty = np.empty((0, 4), dtype=np.uint8)
    for groups in (NearDuplicates(5), RecurringStates(5)):
        with pytest.raises(InvalidInput, match="no codes"):
            groups.fit(empty)


def test_every_part_must_be_near_where_each_has_a_distance() -> None:
    rng = np.random.default_rng(7)
    page = looks(1, rng)[0]
    other_half = np.concatenate([page[:16], looks(1, rng)[0][16:]])
    codes = np.array([page, with_flips(page, 4, rng), other_half])
    assert NearDuplicates(90).fit(codes).labels_.tolist() == [0, 0, 0]
    assert NearDuplicates(90, (90, 10)).fit(codes).labels_.tolist() == [0, 0, 1]
    with pytest.raises(InvalidInput, match="no 3 equal parts"):
        NearDuplicates(90, (1, 1, 1)).fit(codes)
