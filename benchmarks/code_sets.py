"""Data that binary codes are judged on: digits, pairs of digits of unseen classes, patches, a spiral, UCI sets.

The first four are drawn from scikit-learn's digits or made; the sets of the UCI repository are read from the shared
data. ``codes`` and the tests of ``changemodel.codes`` use them.
"""

from __future__ import annotations

import lzma
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits, load_svmlight_file
from sklearn.decomposition import PCA

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class CodeSet:
    """Points to learn from, and new points, with their classes."""

    x: FloatArray
    y: NDArray[np.intp]
    new_x: FloatArray
    new_y: NDArray[np.intp]


def digits_set(seed: int, per_class: int = 30) -> CodeSet:
    """So many digits of each class to learn from, the others new; centred, one scale."""
    points, labels = load_digits(return_X_y=True)
    return _split(points, labels, seed, per_class)


def digit_pairs(seed: int, n_classes: int = 60) -> CodeSet:
    """Two digits side by side, 60 pairs to learn from and 40 others, under changing light; 64 main directions.

    Digits of the new pairs are other images; with fewer ``n_classes`` a code is learned from the first of the 60.
    """
    points, labels = load_digits(return_X_y=True)
    rng = np.random.default_rng(seed)
    halves = [np.array_split(np.flatnonzero(labels == digit), 2) for digit in range(10)]
    y, x = np.mgrid[0:8, 0:16] + 0.5
    waves = np.stack([np.cos(np.pi * (u * y / 8 + v * x / 16)) for u, v in LIGHT])

    def drawn(pair: int, half: int, count: int) -> FloatArray:
        left, right = (points[rng.choice(halves[digit][half], count)] for digit in divmod(pair, 10))
        images = np.concatenate([left.reshape(-1, 8, 8), right.reshape(-1, 8, 8)], axis=2)
        light = np.tensordot(6.0 * rng.normal(size=(count, len(waves))), waves, axes=1)
        return np.asarray((images + light).reshape(count, -1))

    pairs = rng.permutation(100)
    old = np.concatenate([drawn(int(pair), 0, 20) for pair in pairs[:60]])
    new = np.concatenate([drawn(int(pair), 1, 35) for pair in pairs[60:]])
    old = old[: 20 * n_classes]
    basis = PCA(64, random_state=0).fit(old)
    size = basis.transform(old).std()
    return CodeSet(
        basis.transform(old) / size,
        np.repeat(np.arange(n_classes), 20),
        basis.transform(new) / size,
        np.repeat(np.arange(40), 35),
    )


LIGHT = ((0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (0, 3))


@dataclass(frozen=True)
class PatchSet:
    """Patches, the image of each, and the class of each image."""

    patches: FloatArray
    images: NDArray[np.intp]
    classes: NDArray[np.intp]


def digit_patches(seed: int, per_class: int = 10, new_per_class: int = 25) -> tuple[PatchSet, PatchSet]:
    """All 25 patches of 4 by 4 pixels of some digits, to learn from and new ones."""
    whole = digits_set(seed, per_class)
    order = np.random.default_rng(seed).permutation(len(whole.new_y))
    new = np.concatenate([order[whole.new_y[order] == c][:new_per_class] for c in range(10)])
    return _patches(whole.x, whole.y), _patches(whole.new_x[new], whole.new_y[new])


def spiral(seed: int, count: int) -> tuple[FloatArray, NDArray[np.intp]]:
    """Two arms of a Fermat spiral with a little noise, radius at most 1.6."""
    rng = np.random.default_rng(seed)
    arm = rng.integers(2, size=count)
    angle = 2.0 * math.pi * np.sqrt(rng.uniform(size=count))
    radius = np.where(arm == 1, 1.0, -1.0) * np.sqrt(angle)
    points = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]) / np.sqrt(2.0 * math.pi)
    return points + 0.03 * rng.normal(size=(count, 2)), arm.astype(np.intp)


def uci_sets(folder: Path, seed: int, per_class: int) -> Iterator[tuple[str, CodeSet]]:
    """Those that are there: USPS, Letter, Pendigits, Satellite; at most 2,000 points to judge by."""
    readers = {"USPS": _usps, "Letter": _letter, "Pendigits": _pendigits, "Satellite": _satellite}
    for name, read in readers.items():
        try:
            points, labels = read(folder / "uci")
        except OSError:
            continue
        codes = np.unique(labels, return_inverse=True)[1]
        whole = _split(points, codes, seed, per_class)
        kept = np.random.default_rng(seed).permutation(len(whole.new_y))[:2000]
        yield name, CodeSet(whole.x, whole.y, whole.new_x[kept], whole.new_y[kept])


def _split(points: FloatArray, labels: NDArray[Any], seed: int, per_class: int) -> CodeSet:
    order = np.random.default_rng(seed).permutation(len(labels))
    train = np.concatenate([order[labels[order] == c][:per_class] for c in np.unique(labels)])
    train = np.random.default_rng(seed).permutation(train)  # ties of short codes go to no class
    rest = np.setdiff1d(order, train)
    mean, scale = points[train].mean(axis=0), points[train].std()
    moved = (points - mean) / scale
    return CodeSet(moved[train], labels[train].astype(np.intp), moved[rest], labels[rest].astype(np.intp))


def _patches(points: FloatArray, labels: NDArray[np.intp]) -> PatchSet:
    windows = np.lib.stride_tricks.sliding_window_view(points.reshape(-1, 8, 8), (4, 4), axis=(1, 2))
    return PatchSet(windows.reshape(-1, 16).copy(), np.repeat(np.arange(len(points)), 25), labels)


def _usps(folder: Path) -> tuple[FloatArray, NDArray[Any]]:
    with np.load(folder / "usps.npz") as arrays:
        names = arrays.files
        points = np.concatenate([arrays[name] for name in names if arrays[name].ndim == 2])
        labels = np.concatenate([arrays[name].ravel() for name in names if arrays[name].ndim == 1])
    return points.astype(np.float64), labels


def _letter(folder: Path) -> tuple[FloatArray, NDArray[Any]]:
    with lzma.open(folder / "letter.scale.xz") as file:
        points, labels = load_svmlight_file(file, n_features=16)
    return points.toarray(), labels


def _pendigits(folder: Path) -> tuple[FloatArray, NDArray[Any]]:
    points, labels = load_svmlight_file(str(folder / "pendigits"), n_features=16)
    return points.toarray(), labels


def _satellite(folder: Path) -> tuple[FloatArray, NDArray[Any]]:
    with np.load(folder / "satellite.npz") as arrays:
        return arrays["X"].astype(np.float64), arrays["y"]
