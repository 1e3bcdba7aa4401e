"""What MatchNet is trained and judged with: sampler, quantiser, SIFT of patches, errors (H06, H07, H09 to H13)."""

import numpy as np
import pytest
from scipy.stats import chisquare

from changemodel.errors import InvalidInput
from changemodel.evaluation.error_at_recall import fdr_at_95, fpr_at_95
from changemodel.matching.match_layers import metric_net, n_parameters
from changemodel.matching.quantiser import Quantiser, sparse_bits
from changemodel.matching.reservoir import ReservoirSampler
from changemodel.matching.sift_patches import COSTS, DescriptorNet, SquaredDifferenceSVM, normalised_sift
from tests.changemodel.matching.blurred_noise import jittered


def test_half_of_each_batch_but_the_first_are_matches() -> None:
    rng = np.random.default_rng(0)
    group_of = np.repeat(np.arange(60), 3)
    groups = [np.flatnonzero(group_of == number) for number in range(60)]
    sampler = ReservoirSampler(groups, size=50, rng=rng)
    for batch in range(12):
        pairs = sampler.batch()
        matches = [pair for pair in pairs if pair.match]
        assert len(matches) == (17 if batch == 0 else 16)
        assert all(
            group_of[pair.first] == group_of[pair.second] and pair.first != pair.second for pair in matches
        )
        assert all(group_of[pair.first] != group_of[pair.second] for pair in pairs if not pair.match)
        assert len(sampler.kept) <= 50


def test_every_patch_is_kept_as_often_as_any_other() -> None:
    rng = np.random.default_rng(1)
    sampler = ReservoirSampler([np.arange(2)], size=20, rng=rng)
    counts = np.zeros(500)
    for _ in range(2000):
        sampler.kept, sampler.seen = [], 0
        sampler._keep(0, np.arange(500))
        counts[[row for row, _ in sampler.kept]] += 1
    assert chisquare(counts).pvalue > 0.01


def test_a_single_group_gives_matches_only() -> None:
    sampler = ReservoirSampler([np.arange(4)], size=10, rng=np.random.default_rng(0))
    assert all(pair.match for pair in sampler.batch(2))


def test_quantised_numbers_are_at_most_a_step_too_small() -> None:
    numbers = np.random.default_rng(0).uniform(0, 3, size=(50, 64))
    made = Quantiser(6, 3.0)
    lost = numbers - made.values(made.codes(numbers))
    assert lost.min() >= -1e-12
    assert lost.max() < 3.0 / 63
    assert made.codes([7.0])[0] == 63
    codes = made.codes(numbers)
    packed = made.pack(codes)
    assert packed.shape == (50, 48)
    np.testing.assert_array_equal(made.unpack(packed, 64), codes)
    assert sparse_bits(64, 6, 0.679) == pytest.approx(324.7, abs=0.05)


def test_errors_at_95_percent_recall_by_hand() -> None:
    match = np.array([True] * 20 + [False] * 20)
    scores = np.concatenate(
        [np.arange(100, 80, -1), [99.5, 90.5, 81.5], np.zeros(17)]
    )  # 19th match scores 82
    assert fpr_at_95(match, scores) == 2 / 20
    assert fdr_at_95(match, scores) == 2 / 21
    assert fpr_at_95(match, scores) == pytest.approx(0.95 * (2 / 21) / (1 - 2 / 21))
    scores[22] = 82.0  # a tie with the threshold is accepted
    assert fpr_at_95(match, scores) == 3 / 20
    with pytest.raises(InvalidInput, match="one kind"):
        fpr_at_95([True, True], [1.0, 2.0])


def test_sift_of_a_patch_tells_jittered_textures_apart() -> None:
    pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'pagetide[matching]'")
    first, second = jittered(300)
    a, b = normalised_sift(first), normalised_sift(second)
    assert a.shape == (300, 128)
    np.testing.assert_allclose(np.linalg.norm(a, axis=1), 1.0)
    corner = np.full((1, 1, 64, 64), 128, dtype=np.uint8)
    corner[0, 0, 2:14, 2:14] = 255  # the bins reach the corners
    assert np.linalg.norm(normalised_sift(corner)) > 0.9
    match = np.arange(600) < 300
    here, there = np.concatenate([a, a]), np.concatenate([b, np.roll(b, 1, axis=0)])
    distance = -np.linalg.norm(here - there, axis=1)
    assert fpr_at_95(match, distance) < 0.05
    assert fpr_at_95(np.random.default_rng(0).permutation(match), distance) > 0.4
    train = np.arange(600) % 2 == 0
    svm = SquaredDifferenceSVM().fit(here[train], there[train], match[train])
    assert svm.cost_ in COSTS
    by_svm = fpr_at_95(match[~train], svm.decision_function(here[~train], there[~train]))
    assert by_svm <= fpr_at_95(match[~train], distance[~train]) + 0.01


def test_a_net_on_two_descriptors_learns_64_pairs_by_heart_and_has_the_published_settings() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'pagetide[matching]'")
    torch.set_num_threads(1)
    published = DescriptorNet()
    assert (published.hidden, published.learning_rate) == (512, 0.01)
    assert (published.of_a_batch, published.n_batches) == (128, 150_000)
    first, second = np.abs(np.random.default_rng(0).normal(size=(2, 64, 128)))
    first, second = (side / np.linalg.norm(side, axis=1, keepdims=True) for side in (first, second))
    match = np.arange(64) % 2 == 0
    net = DescriptorNet(hidden=64, learning_rate=0.1, n_batches=3000, of_a_batch=32).fit(first, second, match)
    assert n_parameters(net.net_) == n_parameters(metric_net(256, 64))
    assert ((net.decision_function(first, second) > 0) == match).all()
