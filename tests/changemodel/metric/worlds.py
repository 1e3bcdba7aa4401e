"""Seeded worlds for the tests of the full-matrix learners."""

from __future__ import annotations

import numpy as np

from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.quadruplets import LabelledPairs, QuadrupletFeatures


def random_problem(
    seed: int = 0, *, n: int = 60, d: int = 5, cost: float = 0.3, h: float = 0.05, n_pairs: int = 0
) -> MatrixProblem:
    """Gaussian differences, six of ten constraints strict, random labels of pairs."""
    rng = np.random.default_rng(seed)
    features = QuadrupletFeatures.of(
        rng.normal(size=(n, d)), rng.normal(size=(n, d)) * 1.3, (rng.random(n) < 0.6) * 1.0
    )
    pairs = LabelledPairs.of(rng.normal(size=(n_pairs, d)), rng.choice([-1, 1], n_pairs))
    return MatrixProblem.of(features, pairs, quadruplet_cost=cost, pair_cost=cost, h=h)


def random_psd(seed: int, d: int, rank: int | None = None) -> np.ndarray:
    """A random positive semidefinite matrix."""
    root = np.random.default_rng(seed).normal(size=(rank or d, d))
    return root.T @ root


def low_rank_world(
    seed: int, *, d: int = 20, rank: int = 4, n: int = 2000, n_test: int = 20_000
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points of the unit cube, training and test quadruplets ordered by a metric of low rank."""
    rng = np.random.default_rng(seed)
    axes, _ = np.linalg.qr(rng.normal(size=(rank, rank)))
    truth = np.zeros((d, d))
    truth[:rank, :rank] = (axes * (rng.gamma(rank, size=rank) + 10)) @ axes.T
    points = rng.random((n, d))
    return points, ordered(points, truth, rng, n), ordered(points, truth, rng, n_test)


def ordered(points: np.ndarray, truth: np.ndarray, rng: np.random.Generator, n: int) -> np.ndarray:
    """Random quadruplets, turned so that the first pair is the closer one by ``truth``."""
    rows = rng.integers(len(points), size=(n, 4))
    near, far = points[rows[:, 0]] - points[rows[:, 1]], points[rows[:, 2]] - points[rows[:, 3]]
    swap = np.einsum("ij,ij->i", near @ truth, near) > np.einsum("ij,ij->i", far @ truth, far)
    rows[swap] = rows[swap][:, [2, 3, 0, 1]]
    return rows


def labelled_world(seed: int, *, per_class: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Three parents with four leaf classes each in 8 dimensions, and 22 dimensions of loud noise."""
    rng = np.random.default_rng(seed)
    parents = rng.normal(scale=2.0, size=(3, 8))
    leaves = np.repeat(parents, 4, axis=0) + rng.normal(size=(12, 8))
    labels = np.repeat(np.arange(12), per_class)
    signal = leaves[labels] + rng.normal(size=(labels.size, 8))
    return np.hstack([signal, rng.normal(scale=3.0, size=(labels.size, 22))]), labels


def attribute_world(
    order: np.ndarray, seed: int, *, d: int = 60, per_class: int = 45, noise: float = 1.5
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Images of classes with a level on each attribute, turned into d features; (points, labels, latent levels)."""
    rng = np.random.default_rng(seed)
    labels = np.repeat(np.arange(len(order)), per_class)
    places = order + rng.normal(scale=0.4 * noise, size=order.shape)
    latent = places[labels] + rng.normal(scale=noise, size=(labels.size, order.shape[1]))
    turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
    rest = rng.normal(scale=1.5, size=(labels.size, d - order.shape[1]))
    return np.hstack([latent, rest]) @ turn, labels, latent
