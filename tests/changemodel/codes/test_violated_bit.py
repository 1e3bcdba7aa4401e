import numpy as np
import pytest

from changemodel.codes.margin_systems import ClassWeights, ImageMargins, SharedWeights
from changemodel.codes.triplets import mine_triplets, patch_triplets
from changemodel.codes.violated_bit import laplacian_of, most_violated, smooth_worth, worth_of

RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(60, 5))
CODES = np.repeat(np.arange(4), 15)
IMAGES = np.repeat(np.arange(12), 5)
PATCHES = patch_triplets(POINTS, IMAGES // 3, IMAGES)
SYSTEMS = {
    "shared": SharedWeights(mine_triplets(POINTS, CODES, 2, 2), 60),
    "class": ClassWeights(mine_triplets(POINTS, CODES, 2, 2), CODES, 1),
    "class, minus": ClassWeights(mine_triplets(POINTS, CODES, 2, 2), CODES, -1),
    "image": ImageMargins(*PATCHES, 60),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_pair_weights_give_what_a_bit_is_worth_in_the_dual(name: str) -> None:
    system = SYSTEMS[name]
    u = RNG.uniform(size=system.n_margins)
    bits = RNG.uniform(size=60) > 0.5
    signs = np.where(bits, 1.0, -1.0)[:, None]
    by_pairs = [float(worth_of(signs, pairs)[0]) for pairs in system.pair_weights(u)]
    assert np.allclose(by_pairs, system.worth(bits, u), atol=1e-6)


def test_the_margins_of_a_triplet_are_its_class_s_weights_plus_the_far_class_s() -> None:
    system = ClassWeights(mine_triplets(POINTS, CODES, 2, 2), CODES, 1)
    bits = RNG.uniform(size=(3, 60)) > 0.5
    for column in bits:
        system.add(column)
    weights = RNG.uniform(size=(3, 4))
    t = system.triplets
    a = 2.0 * ((bits[:, t.anchor] != bits[:, t.far]).astype(float) - (bits[:, t.anchor] != bits[:, t.near]))
    expected = (a * (weights[:, CODES[t.anchor]] + weights[:, CODES[t.far]])).sum(axis=0)
    assert np.allclose(system.margins(weights.ravel()), expected, atol=1e-5)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_gradient_of_the_smooth_worth_matches_finite_differences(name: str) -> None:
    system = SYSTEMS[name]
    pairs = list(system.pair_weights(RNG.uniform(size=system.n_margins)))[-1]
    laplacian, at = laplacian_of(pairs), RNG.normal(size=6)
    gradient = smooth_worth(at, POINTS, laplacian)[1]
    step = 1e-5 * np.eye(6)
    differences = [
        (smooth_worth(at + d, POINTS, laplacian)[0] - smooth_worth(at - d, POINTS, laplacian)[0]) / 2e-5
        for d in step
    ]
    assert np.abs(gradient - differences).max() < 1e-6


def test_a_bit_that_there_is_already_is_not_found_again() -> None:
    system = SYSTEMS["shared"]
    pairs = list(system.pair_weights(np.ones(system.n_margins)))
    first = most_violated(POINTS, pairs, np.empty((0, 60), dtype=bool), 30, np.random.default_rng(1))
    assert first is not None
    again = most_violated(POINTS, pairs, ~first.values[None], 30, np.random.default_rng(1))
    assert again is None or (again.values != ~first.values).any()


def test_one_vs_rest_bits_are_worth_nothing_with_the_printed_sign() -> None:
    triplets = mine_triplets(POINTS, CODES, 2, 2)
    bits = CODES == 0
    worth = {
        sign: ClassWeights(triplets, CODES, sign).worth(bits, np.ones(len(triplets)))[0] for sign in (1, -1)
    }
    assert worth[1] > 0.1
    assert abs(worth[-1]) < 1e-9
