"""Rows B4 and F10: the source's chains of relative attributes, LMNN and a classifier, out of the public classes."""

from functools import cache

import numpy as np
import pytest
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.metrics import balanced_accuracy_score

from changemodel import LMNN
from changemodel.metric.vector_solver import VectorProblem, solve

CLASSES, ATTRIBUTES, TRAIN = 8, 6, 30
CHANCE = 1.0 / CLASSES


@cache
def attribute_world(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Images of classes with a level on each attribute, turned into 60 features; (points, labels, levels)."""
    rng = np.random.default_rng(seed)
    levels = np.array([rng.permutation(CLASSES) for _ in range(ATTRIBUTES)])
    labels = np.repeat(np.arange(CLASSES), TRAIN + 15)
    places = levels.T + rng.normal(scale=0.6, size=(CLASSES, ATTRIBUTES))
    latent = places[labels] + rng.normal(scale=1.5, size=(labels.size, ATTRIBUTES))
    turn, _ = np.linalg.qr(rng.normal(size=(60, 60)))
    noise = rng.normal(scale=1.5, size=(labels.size, 60 - ATTRIBUTES))
    return np.hstack([latent, noise]) @ turn, labels, levels


def split(labels: np.ndarray) -> np.ndarray:
    """The first images of each class are for training."""
    return np.arange(labels.size) % (TRAIN + 15) < TRAIN


@cache
def attribute_scores(kind: str, seed: int = 0) -> np.ndarray:
    """h = L x, a row of L for each attribute, learned from the training images."""
    points, labels, levels = attribute_world(seed)
    rng, members = np.random.default_rng(seed), split(labels)
    rows = []
    for places in levels:
        drawn = np.sort([rng.choice(CLASSES, 4, replace=False) for _ in range(1500)], axis=1)
        images = [
            [rng.choice(np.flatnonzero(members & (places[labels] == place))) for place in four]
            for four in drawn
        ]
        e, f, g, h = points[np.array(images).T]  # each attribute stronger than in the one before
        # RA: the more ordered pairs; Qwise (2.12): the outer classes differ more than the inner ones
        z = g - f if kind == "RA" else (h - e) - (g - f)
        problem = VectorProblem(rows=z, deltas=np.ones(len(z)), costs=np.full(len(z), 0.1))
        rows.append(solve(problem, nonnegative=False).omega)
    scores = points @ np.array(rows).T
    normed: np.ndarray = scores / scores[members].std(axis=0)
    return normed


def gaussian_accuracy(train: np.ndarray, test: np.ndarray, labels: np.ndarray) -> float:
    members = split(labels)
    model = QuadraticDiscriminantAnalysis(reg_param=1e-3, priors=np.full(CLASSES, CHANCE))
    return float(balanced_accuracy_score(labels[~members], model.fit(train, labels[members]).predict(test)))


@pytest.mark.parametrize("kind", ["RA", "Qwise"])
@pytest.mark.parametrize("setting", [{}, {"n_components": 4, "mu": 30.0, "max_iterations": 10}])
def test_attributes_then_lmnn_then_neighbours_or_gaussians(kind: str, setting: dict[str, float]) -> None:
    _, labels, _ = attribute_world(0)
    scores, members = attribute_scores(kind), split(labels)
    metric = LMNN(**setting).fit(scores[members], labels[members])
    by_neighbours = balanced_accuracy_score(labels[~members], metric.predict(scores[~members]))
    moved = metric.transform(scores)
    assert by_neighbours > 3 * CHANCE
    assert gaussian_accuracy(moved[members], moved[~members], labels) > 3 * CHANCE
    if setting:
        assert metric.rank_ <= 4


def test_raw_features_then_lmnn_then_gaussians() -> None:
    points, labels, _ = attribute_world(0)
    members = split(labels)
    directions = np.linalg.svd(points[members] - points[members].mean(axis=0))[2][:20]
    reduced = points @ directions.T  # a Gaussian of 60 features is singular with 30 images of a class
    moved = LMNN(max_iterations=10).fit(reduced[members], labels[members]).transform(reduced)
    assert gaussian_accuracy(moved[members], moved[~members], labels) > 3 * CHANCE
