"""What the tests of codes measure: errors of neighbours, accuracy of linear rules on classes never seen."""

import warnings
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from benchmarks.code_sets import CodeSet, digit_pairs, digits_set
from changemodel.codes.byte_tables import weighted_hamming
from changemodel.codes.cbid import CBID
from changemodel.codes.packed_bits import hamming
from changemodel.codes.picodes import PiCoDes
from tests.conftest import LONG_TESTS

SEEDS = (0, 1, 2) if LONG_TESTS else (0,)


@lru_cache
def digits(seed: int, per_class: int = 30) -> CodeSet:
    return digits_set(seed, per_class)


@lru_cache
def pairs(seed: int, n_classes: int = 60) -> CodeSet:
    return digit_pairs(seed, n_classes)


@lru_cache
def learned(seed: int, **parameters: Any) -> CBID:
    data = digits(seed)
    return CBID(**{"n_candidates": 100, "random_state": seed, **parameters}).fit(data.x, data.y)


@lru_cache
def picodes(seed: int, n_classes: int = 60, **parameters: Any) -> PiCoDes:
    data = pairs(seed, n_classes)
    return PiCoDes(**{"max_sweeps": 2, "random_state": seed, **parameters}).fit(data.x, data.y)


def votes_wrong(distances: np.ndarray, data: CodeSet, k: int = 3) -> float:
    """Error of the k nearest; of a tied vote the nearest decides."""
    near = data.y[np.argsort(distances, axis=1, kind="stable")[:, :k]]
    counts = np.stack([(near == c).sum(axis=1) for c in range(int(data.y.max()) + 1)], axis=1).astype(float)
    counts[np.arange(len(near)), near[:, 0]] += 0.5
    return float((counts.argmax(axis=1) != data.new_y).mean())


def error(code: Any, data: CodeSet) -> float:
    return votes_wrong(hamming(code.transform(data.new_x), code.transform(data.x)), data)


def weighted_error(code: CBID, data: CodeSet) -> float:
    stored = code.transform(data.x)
    distances = [weighted_hamming(stored, query, code.mean_weights_) for query in code.transform(data.new_x)]
    return votes_wrong(np.array(distances), data)


def unseen(features: np.ndarray, labels: np.ndarray) -> float:
    """Accuracy of linear SVMs on ten examples of each class, the best cost, mean of three draws."""
    rng, found = np.random.default_rng(0), []
    for _ in range(3):
        order = rng.permutation(len(labels))
        train = np.concatenate([order[labels[order] == c][:10] for c in np.unique(labels)])
        test = np.setdiff1d(order, train)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machines = [LinearSVC(C=c).fit(features[train], labels[train]) for c in (0.01, 0.1, 1.0)]
        found.append(max(machine.score(features[test], labels[test]) for machine in machines))
    return float(np.mean(found))


def unseen_of(code: Any, data: CodeSet) -> float:
    return unseen(code.bits(data.new_x).astype(float), data.new_y)
