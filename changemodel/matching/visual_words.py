"""Visual words of local features: a tree of centres, and 64 bits that distinguish features of one word.

Source: H. Jégou, M. Douze, C. Schmid, Hamming embedding and weak geometric consistency (2008), section 3; the tree of
two levels is D. Nistér and H. Stewénius' (2006). A feature's bits are the signs of 64 projections of it less its word's
centre, so that no thresholds are learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import MiniBatchKMeans

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]
Signatures = NDArray[np.uint64]

BRANCHES = (16, 160)
FEATURES_OF_A_WORD = 60
LEARNED_FROM = 200_000
N_SIGNED = 64
_AT_ONCE = 4096


@dataclass(frozen=True)
class Vocabulary:
    """Centres of a tree: ``trunk`` (b, d), ``leaves`` (b, b, d), and projections (64, d) for signatures."""

    trunk: FloatArray
    leaves: FloatArray
    projections: FloatArray

    @classmethod
    def learned(cls, features: FloatArray, rng: np.random.Generator) -> Vocabulary:
        """Words for features like these, shape (n, d); as many words as ``FEATURES_OF_A_WORD`` suggests."""
        low, high = BRANCHES
        branches = int(np.clip(round(np.sqrt(len(features) / FEATURES_OF_A_WORD)), low, high))
        if len(features) > LEARNED_FROM:
            features = features[np.sort(rng.choice(len(features), LEARNED_FROM, replace=False))]
        trunk = _centres(features, branches, rng)
        nearest = _nearest(features, trunk, 1)[:, 0]
        leaves = np.stack(
            [_centres(features[nearest == branch], branches, rng) for branch in range(branches)]
        )
        random = rng.normal(size=(features.shape[1], N_SIGNED))
        projections = np.linalg.qr(random)[0].T.astype(np.float32)
        return cls(trunk, leaves, projections)

    @property
    def n_words(self) -> int:
        """Leaves of the tree."""
        return int(self.leaves.shape[0] * self.leaves.shape[1])

    def words(self, features: FloatArray, most: int = 1) -> IntArray:
        """Of each feature the nearest words, shape (n, most): of the leaves under as many branches of the trunk."""
        found = np.empty((len(features), most), dtype=np.int64)
        for begin in range(0, len(features), _AT_ONCE):
            part = features[begin : begin + _AT_ONCE]
            found[begin : begin + len(part)] = self._words_of(part, most)
        return found

    def signatures(self, features: FloatArray, words: IntArray) -> Signatures:
        """64 bits of each feature as one of that word."""
        projected = features @ self.projections.T
        centres = self.leaves.reshape(self.n_words, -1) @ self.projections.T
        bits = projected > centres[words]
        return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)[:, 0]

    def _words_of(self, part: FloatArray, most: int) -> IntArray:
        branches = len(self.trunk)
        near = _nearest(part, self.trunk, most)
        words, distances = [], []
        for column in near.T:
            for branch in np.unique(column):
                rows = np.flatnonzero(column == branch)
                leaves = self.leaves[branch]
                words.append((rows, branch * branches + np.arange(branches)))
                distances.append((leaves**2).sum(axis=1) - 2.0 * part[rows] @ leaves.T)
        best = np.full((len(part), most), np.inf, dtype=np.float32)
        found = np.zeros((len(part), most), dtype=np.int64)
        for (rows, names), far in zip(words, distances, strict=True):
            joined = np.concatenate([best[rows], far], axis=1)
            named = np.concatenate([found[rows], np.broadcast_to(names, far.shape)], axis=1)
            first = np.argpartition(joined, most - 1, axis=1)[:, :most]
            best[rows] = np.take_along_axis(joined, first, axis=1)
            found[rows] = np.take_along_axis(named, first, axis=1)
        return found


def _centres(features: FloatArray, count: int, rng: np.random.Generator) -> FloatArray:
    """So many centres; where there are fewer features, some come more than once."""
    if len(features) <= count:
        if not len(features):
            features = np.zeros((1, features.shape[1] if features.ndim == 2 else 1), dtype=np.float32)
        return features[np.arange(count) % len(features)].astype(np.float32)
    means = MiniBatchKMeans(
        count, n_init=1, max_iter=20, batch_size=2048, init="random", random_state=int(rng.integers(2**31))
    )
    return np.asarray(means.fit(features).cluster_centers_, dtype=np.float32)


def _nearest(features: FloatArray, centres: FloatArray, most: int) -> IntArray:
    far = (centres**2).sum(axis=1) - 2.0 * features @ centres.T
    most = min(most, len(centres))
    return np.argpartition(far, most - 1, axis=1)[:, :most]
