from itertools import pairwise

import numpy as np
import pytest
from sklearn.datasets import load_digits

from changemodel.codes.packed_bits import hamming
from changemodel.codes.unlabelled_bits import ITQ, LSH
from changemodel.evaluation.code_baselines.kernel_combination import LPBeta
from changemodel.evaluation.code_baselines.nonlinear_hashing import (
    AnchorGraphHashing,
    SelfTaughtHashing,
    SpectralHashing,
    SphericalHashing,
    neighbour_graph,
    spherical_distances,
)
from changemodel.evaluation.code_baselines.reconstructive_embedding import ReconstructiveEmbedding
from changemodel.evaluation.detection_rate import log_average_rate, two_stages
from tests.changemodel.codes.worlds import SEEDS, digits, error


def test_signs_of_random_projections_differ_as_often_as_the_angle_says() -> None:
    points = np.random.default_rng(0).normal(size=(200, 10))
    codes = LSH(n_bits=4096).fit(np.vstack([points, -points])).transform(points)
    unit = points / np.linalg.norm(points, axis=1, keepdims=True)
    shares = hamming(codes[:100], codes[100:]).diagonal() / 4096
    angles = np.arccos((unit[:100] * unit[100:]).sum(axis=1)) / np.pi
    within = np.sqrt(angles * (1 - angles) / 4096)
    assert (np.abs(shares - angles) < 3 * within).mean() > 0.95
    assert abs((shares - angles).mean()) < 3 * within.mean() / 10


@pytest.mark.parametrize("seed", SEEDS)
def test_itq_errs_less_than_spectral_hashing_and_that_less_than_lsh(seed: int) -> None:
    data = digits(seed)
    itq, spectral, lsh = (
        error(code.fit(data.x), data)
        for code in (ITQ(random_state=seed), SpectralHashing(32), LSH(random_state=seed))
    )
    assert itq < spectral < lsh


def test_itq_only_lowers_its_loss() -> None:
    trace = ITQ().fit(digits(0).x).trace_
    assert all(after <= before + 1e-9 for before, after in pairwise(trace))


def test_reconstructive_embedding_only_lowers_its_loss_and_errs_less_than_lsh() -> None:
    errors = []
    for seed in SEEDS:
        code = ReconstructiveEmbedding(seed=seed).fit(digits(seed).x)
        assert all(after <= before + 1e-9 for before, after in pairwise(code.trace_))
        errors.append(
            error(code, digits(seed)) - error(LSH(random_state=seed).fit(digits(seed).x), digits(seed))
        )
    assert np.mean(errors) < 0.0


def test_anchor_graphs_have_shares_eigenvalues_and_an_even_embedding() -> None:
    x = digits(0).x
    code = AnchorGraphHashing().fit(x)
    assert np.allclose(code.affinities(x).sum(axis=1), 1.0)
    assert ((code.eigenvalues_ > 0.0) & (code.eigenvalues_ < 1.0 - 1e-3)).all()
    y = code.embedding(x)
    assert np.abs(y.T @ y / len(x) - np.eye(y.shape[1])).max() < 1e-6


def test_balls_are_balanced_and_overlap_as_if_independent() -> None:
    code = SphericalHashing().fit(digits(0).x)
    bits = code.bits(digits(0).x)
    assert np.abs(bits.mean(axis=0) - 0.5).max() <= 1 / len(bits)
    assert code.overlap_ <= 0.10
    first, second = np.array([[1, 1, 0, 1]], dtype=bool), np.array([[1, 0, 1, 1]], dtype=bool)
    assert spherical_distances(first, second).tolist() == [[1.0]]  # two differ, two are common


def test_self_taught_bits_are_balanced_and_labels_help() -> None:
    data = digits(0)
    blind, told = SelfTaughtHashing(10).fit(data.x), SelfTaughtHashing(10).fit(data.x, data.y)
    for code in (blind, told):
        assert np.abs(code.train_bits_.mean(axis=0) - 0.5).max() < 0.05
    graph = neighbour_graph(data.x, 5, data.y)
    assert not graph[data.y[:, None] != data.y].any()
    helped = [
        error(SelfTaughtHashing(10).fit(data.x), data)
        - error(SelfTaughtHashing(10).fit(data.x, data.y), data)
        for data in map(digits, range(3))  # with one, what the machine rounds decides
    ]
    assert np.mean(helped) > 0.0


def test_features_are_combined_by_weights_on_the_simplex() -> None:
    points, labels = load_digits(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(points))
    x, y, new_x, new_y = points[rows[:150]], labels[rows[:150]], points[rows[150:]], labels[rows[150:]]
    shares = {}
    for exact in (True, False):
        model = LPBeta((16, 16, 32), exact=exact).fit(x, y)
        assert model.beta_.sum() == pytest.approx(1.0, abs=1e-8)
        assert model.beta_.min() >= -1e-8
        assert model.objective_ <= min(model.single_) + 1e-9
        shares[exact] = (model.predict(new_x) == new_y).mean()
    assert abs(shares[True] - shares[False]) <= 0.03


def test_the_log_average_rate_is_the_mean_of_nine_points_of_the_curve() -> None:
    scores = np.arange(20.0)[::-1]
    true = np.arange(20) % 2 == 0  # a hit, a false alarm, a hit ... of 10 in 10 images
    expected = [min(10, np.floor(allowed * 10 + 1e-9) + 1) / 10 for allowed in np.logspace(-2, 0, 9)]
    assert log_average_rate(scores, true, 10, 10) == pytest.approx(np.mean(expected))


def test_a_second_stage_adds_no_detection() -> None:
    class Second:
        def decision_function(self, features: np.ndarray) -> np.ndarray:
            return features[:, 0]

    first = np.array([-1.0, 0.5, 2.0])
    scores = two_stages(first, Second(), np.array([[9.0], [-3.0], [4.0]]), threshold=0.0)
    assert scores.tolist() == [-np.inf, -3.0, 4.0]
    assert set(np.flatnonzero(scores > 0)) <= set(np.flatnonzero(first > 0))
