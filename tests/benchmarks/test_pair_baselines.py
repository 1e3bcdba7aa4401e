import numpy as np
import pytest
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import NeighborhoodComponentsAnalysis

from benchmarks.pair_baselines import (
    itml,
    ldml,
    ldml_loss,
    mmc,
    nca_value,
    pcca,
    pcca_loss,
    schultz_joachims,
    squared_norms,
)
from changemodel.metric.distances import kernel_mahalanobis
from changemodel.metric.quadruplets import QuadrupletFeatures
from tests.changemodel.metric.worlds import labelled_world


def labelled_pairs(seed: int, n: int = 400, d: int = 8) -> tuple[np.ndarray, np.ndarray]:
    """Two informative features and noise: similar pairs are near in the first two."""
    rng = np.random.default_rng(seed)
    pairs, labels = rng.normal(size=(n, d)) * 1.5, rng.choice([-1.0, 1.0], n)
    pairs[labels < 0, :2] *= 0.2
    return pairs, labels


def test_mmc_keeps_its_constraint_and_pulls_similar_pairs_nearer_than_the_scaled_euclidean_metric() -> None:
    pairs, labels = labelled_pairs(0)
    near, far = pairs[labels < 0], pairs[labels > 0]
    matrix = mmc(near, far)
    pushed = np.sqrt(np.einsum("ij,ij->i", far @ matrix, far)).sum()
    assert pushed == pytest.approx(1.0)
    assert np.linalg.eigvalsh(matrix)[0] >= -1e-12
    scale = 1.0 / np.sqrt(squared_norms(far)).sum() ** 2
    assert np.vdot(matrix, near.T @ near) < 0.5 * scale * squared_norms(near).sum()


@pytest.mark.parametrize("h", [0.05, 0.005])
def test_schultz_and_joachims_s_objective_is_at_its_minimum_up_to_the_smoothing(h: float) -> None:
    rng = np.random.default_rng(1)
    triplets = QuadrupletFeatures.of(rng.random((200, 4)), rng.random((200, 4)) * [2, 1, 1, 1])
    rows = triplets.rows

    def objective(w: np.ndarray) -> float:
        return float(w @ w + np.maximum(1 - rows @ w, 0).sum())

    found = np.diag(schultz_joachims(triplets, h))
    rng = np.random.default_rng(2)
    nearby = (np.maximum(found + 0.1 * rng.normal(size=4), 0) for _ in range(500))
    assert min(map(objective, nearby)) >= objective(found) - h * len(rows) / 4


def test_itml_ends_on_a_hard_bound_and_stays_positive_definite() -> None:
    x = np.array([[1.0, 2.0, 0.5]])
    matrix = itml(x, np.array([-1.0]), (0.7, 2.0), gamma=1e12)
    assert float(x[0] @ matrix @ x[0]) == pytest.approx(0.7, abs=1e-6)
    pairs, labels = labelled_pairs(0)
    assert np.linalg.eigvalsh(itml(pairs, labels, (2.0, 8.0)))[0] > 0.0


def test_ldml_has_its_gradient_and_ranks_noisy_pairs_better_than_euclid() -> None:
    pairs, labels = labelled_pairs(0)
    matrix, b, step = np.eye(8) / 8, 1.0, 1e-6
    direction = np.random.default_rng(0).normal(size=(8, 8))
    _, slope, slope_b = ldml_loss(matrix, b, pairs, labels)
    ahead, behind = (ldml_loss(matrix + s * direction, b, pairs, labels)[0] for s in (step, -step))
    assert (ahead - behind) / (2 * step) == pytest.approx(np.vdot(slope, direction), rel=1e-6)
    ahead, behind = (ldml_loss(matrix, b + s, pairs, labels)[0] for s in (step, -step))
    assert (ahead - behind) / (2 * step) == pytest.approx(slope_b, rel=1e-6)
    learned, threshold = ldml(pairs, labels)
    assert ldml_loss(learned, threshold, pairs, labels)[0] < ldml_loss(np.eye(8), 12.0, pairs, labels)[0]
    new, truth = labelled_pairs(1)
    scores = np.einsum("ij,ij->i", new @ learned, new)
    assert roc_auc_score(truth > 0, scores) > roc_auc_score(truth > 0, squared_norms(new)) + 0.05


def test_pcca_has_its_gradient_separates_what_it_sees_and_overfits_when_it_runs_on() -> None:
    pairs, labels = labelled_pairs(0, n=120, d=30)
    new, truth = labelled_pairs(1, n=2000, d=30)
    start = np.eye(4, 30) * 0.5
    direction, step = np.random.default_rng(0).normal(size=start.shape), 1e-6
    ahead, behind = (pcca_loss(start + s * direction, pairs, labels)[0] for s in (step, -step))
    assert (ahead - behind) / (2 * step) == pytest.approx(
        np.vdot(pcca_loss(start, pairs, labels)[1], direction), rel=1e-6
    )

    def right(rows: np.ndarray, x: np.ndarray, y: np.ndarray) -> float:
        return float(((squared_norms(x @ rows.T) > 1.0) == (y > 0)).mean())

    early, late = (pcca(pairs, labels, start, count) for count in (3, 300))
    assert right(late, pairs, labels) > 0.9
    gaps = [right(rows, pairs, labels) - right(rows, new, truth) for rows in (early, late)]
    assert gaps[1] > gaps[0]


def test_nca_of_scikit_learn_beats_the_euclidean_neighbours_it_starts_from() -> None:
    points, labels = labelled_world(0, per_class=10)
    nca = NeighborhoodComponentsAnalysis(max_iter=30, random_state=0).fit(points, labels)
    before, after = (nca_value(rows, points, labels)[0] for rows in (np.eye(30), nca.components_))
    assert before < after <= len(points)


def test_nca_s_gradient_equals_finite_differences() -> None:
    points, labels = labelled_world(1, per_class=3)
    rng = np.random.default_rng(0)
    rows, direction = (0.2 * rng.normal(size=(4, points.shape[1])) for _ in range(2))
    step = 1e-6
    ahead, behind = (nca_value(rows + s * direction, points, labels)[0] for s in (step, -step))
    slope = np.vdot(nca_value(rows, points, labels)[1], direction)
    assert (ahead - behind) / (2 * step) == pytest.approx(slope, rel=1e-6)


def test_the_main_directions_are_an_orthonormal_metric_of_the_most_variance() -> None:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(300, 6)) @ rng.normal(size=(6, 6))
    rows = PCA(3).fit(points).components_
    np.testing.assert_allclose(rows @ rows.T, np.eye(3), atol=1e-12)
    kept = (points @ rows.T).var(axis=0).sum()
    others = (np.linalg.qr(rng.normal(size=(6, 3)))[0] for _ in range(200))
    assert all((points @ other).var(axis=0).sum() <= kept + 1e-9 for other in others)


def test_as_a_metric_the_discriminant_separates_two_long_gaussians_that_the_main_direction_mixes() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 200)
    points = rng.normal(size=(400, 2)) * [10.0, 1.0] + np.outer(labels, [0.0, 5.0])
    discriminant = LinearDiscriminantAnalysis(solver="eigen").fit(points, labels).scalings_.T[:1]
    main = PCA(1).fit(points).components_
    np.testing.assert_allclose(main @ main.T, 1.0)
    i, j = rng.integers(400, size=(2, 2000))
    different = labels[i] != labels[j]

    def told_apart(rows: np.ndarray) -> float:
        return float(roc_auc_score(different, kernel_mahalanobis(points[i], points[j], rows)))

    assert told_apart(discriminant) > 0.95
    assert told_apart(main) < 0.6
