"""Hash functions without labels that are not linear: spectral, anchor graph, spherical, self-taught hashing.

Y. Weiss et al. (2008); W. Liu et al. (2011, two layers); J.-P. Heo et al. (2012); D. Zhang et al. (2010; with labels
its graph keeps to them). Each takes points and gives booleans of shape (n, n_bits).
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import eigh
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.neighbors import NearestNeighbors
from sklearn.svm import LinearSVC

from changemodel.codes.packed_bits import BoolArray, ByteArray, FloatArray, pack


class HashFunctions:
    """Fits and gives packed codes; ``bits`` gives booleans."""

    def bits(self, X: ArrayLike) -> BoolArray:
        """Shape (n, n_bits)."""
        raise NotImplementedError

    def transform(self, X: ArrayLike) -> ByteArray:
        """Packed."""
        return pack(self.bits(X))


class SpectralHashing(HashFunctions):
    """Signs of the slowest sines along main directions, as if the data filled a box."""

    def __init__(self, n_bits: int = 32) -> None:
        self.n_bits = n_bits

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Find the box and its slowest sines."""
        points = np.asarray(X, dtype=np.float64)
        self._pca = PCA(min(self.n_bits, *points.shape), random_state=0).fit(points)
        moved = self._pca.transform(points)
        self._low, high = moved.min(axis=0), moved.max(axis=0)
        width = np.maximum(high - self._low, 1e-12)
        most = np.ceil((self.n_bits + 1) * width / width.max()).astype(int)
        modes = [(np.pi * k / width[d], d) for d in range(len(width)) for k in range(1, most[d] + 1)]
        self._modes = sorted(modes)[: self.n_bits]
        return self

    def bits(self, X: ArrayLike) -> BoolArray:
        """Where each sine is above 0."""
        moved = self._pca.transform(np.asarray(X, dtype=np.float64)) - self._low
        columns = [np.sin(omega * moved[:, d] + np.pi / 2.0) > 0.0 for omega, d in self._modes]
        return np.stack(columns, axis=1)


class AnchorGraphHashing(HashFunctions):
    """Eigenvectors of a graph of anchors, two bits each: the sign, and on which side of its half's threshold."""

    def __init__(self, n_bits: int = 32, anchors: int = 300, nearest: int = 5) -> None:
        self.n_bits, self.anchors, self.nearest = n_bits, anchors, nearest

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Find anchors by k-means, then the eigenvectors."""
        points = np.asarray(X, dtype=np.float64)
        count = min(self.anchors, len(points) // 2)
        self._anchors = KMeans(count, n_init=1, max_iter=10, random_state=0).fit(points).cluster_centers_
        far = np.sort(cdist(points, self._anchors), axis=1)[:, self.nearest - 1]
        self._sigma = float(far.mean())
        z = self.affinities(points)
        degree = np.maximum(z.sum(axis=0), 1e-12)
        scaled = z / np.sqrt(degree)
        values, vectors = eigh(scaled.T @ scaled)
        kept = np.flatnonzero((values < 1.0 - 1e-3) & (values > 1e-9))[::-1][: self.n_bits // 2]
        self.eigenvalues_ = values[kept]
        self._projection = (
            np.sqrt(len(points)) * (vectors[:, kept] / np.sqrt(degree)[:, None]) / np.sqrt(values[kept])
        )
        self._cuts = [_second_cuts(column, z, degree) for column in (z @ self._projection).T]
        return self

    def affinities(self, X: ArrayLike) -> FloatArray:
        """Z: each point's share in its nearest anchors."""
        distances = cdist(np.asarray(X, dtype=np.float64), self._anchors, "sqeuclidean")
        near = np.argpartition(distances, self.nearest - 1, axis=1)[:, : self.nearest]
        weights = np.exp(-np.take_along_axis(distances, near, 1) / self._sigma**2)
        found = np.zeros_like(distances)
        np.put_along_axis(found, near, weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300), 1)
        return np.asarray(found)

    def embedding(self, X: ArrayLike) -> FloatArray:
        """Y = Z W."""
        return np.asarray(self.affinities(X) @ self._projection, dtype=np.float64)

    def bits(self, X: ArrayLike) -> BoolArray:
        """First all signs, then the second layer."""
        y = self.embedding(X)
        above, below = np.array(self._cuts).T
        return np.asarray(np.hstack([y > 0.0, np.where(y > 0.0, y - above > 0.0, -y + below > 0.0)]))


def _second_cuts(y: FloatArray, z: FloatArray, degree: FloatArray) -> tuple[float, float]:
    n, positive = len(y), y > 0.0
    left = z[positive].sum(axis=0)
    right = (np.abs(y[positive]) @ z[positive]) / degree
    s1, s2, s3 = (
        float(left @ right),
        float(positive.sum() - (left**2 / degree).sum()),
        float(y[positive].sum()),
    )
    ratio = (s3 - s1) / s2 if abs(s2) > 1e-12 else 0.0
    above = (2.0 * s3 + (n - positive.sum()) * ratio) / n
    below = (positive.sum() * ratio - 2.0 * s3) / n
    return float(above), float(below)


class SphericalHashing(HashFunctions):
    """A bit is whether a point lies in a ball that holds half of the points; the balls overlap as if independent."""

    def __init__(self, n_bits: int = 32, rounds: int = 100, random_state: int = 0) -> None:
        self.n_bits, self.rounds, self.random_state = n_bits, rounds, random_state

    def fit(self, X: ArrayLike, y: Any = None) -> Self:
        """Push balls apart that overlap too much, pull those together that overlap too little."""
        points = np.asarray(X, dtype=np.float64)
        rng = np.random.default_rng(self.random_state)
        t, target = self.n_bits, len(points) / 4.0
        self._pivots = np.stack([points[rng.choice(len(points), 5)].mean(axis=0) for _ in range(t)])
        upper = np.triu_indices(t, 1)
        for _ in range(self.rounds):
            inside = self._balanced(points)
            overlap = inside.T.astype(np.float64) @ inside
            off = overlap[upper] - target
            self.overlap_ = float(np.abs(off).mean() / target)
            if self.overlap_ <= 0.10 and off.std() <= 0.15 * target:
                break
            force = 0.5 * (overlap - target) / target / t
            np.fill_diagonal(force, 0.0)
            self._pivots = self._pivots + force.sum(axis=1)[:, None] * self._pivots - force @ self._pivots
        self._balanced(points)
        return self

    def bits(self, X: ArrayLike) -> BoolArray:
        """Whether each point is in each ball."""
        return np.asarray(cdist(np.asarray(X, dtype=np.float64), self._pivots) <= self._radii)

    def _balanced(self, points: FloatArray) -> BoolArray:
        distances = cdist(points, self._pivots)
        self._radii = np.sort(distances, axis=0)[(len(points) - 1) // 2]
        return np.asarray(distances <= self._radii)


def spherical_distances(bits: BoolArray, others: BoolArray) -> FloatArray:
    """Bits that differ over bits that both have set, shape (n, n_others)."""
    mine, theirs = bits.astype(np.float64), others.astype(np.float64)
    common = mine @ theirs.T
    differing = mine.sum(axis=1)[:, None] + theirs.sum(axis=1) - 2.0 * common
    return np.asarray(differing / np.maximum(common, 0.1))


class SelfTaughtHashing(HashFunctions):
    """Medians of the eigenvectors of a neighbour graph, and a linear SVM for each bit of new points."""

    def __init__(self, n_bits: int = 32, neighbours: int = 5) -> None:
        self.n_bits, self.neighbours = n_bits, neighbours

    def fit(self, X: ArrayLike, y: ArrayLike | None = None) -> Self:
        """Without labels, or with: then neighbours are of the same class."""
        points = np.asarray(X, dtype=np.float64)
        self.graph_ = neighbour_graph(points, self.neighbours, None if y is None else np.asarray(y))
        degree = self.graph_.sum(axis=1)
        values, vectors = eigh(np.diag(degree) - self.graph_, np.diag(degree))
        parts = int((values < 1e-9).sum())  # of the graph: any mixture of their vectors is as good
        mixture = np.linalg.qr(np.random.default_rng(0).normal(size=(parts, parts)))[0]
        first = vectors[:, :parts] @ mixture if parts > 1 else vectors[:, :0]
        vectors = np.hstack([first, vectors[:, parts:]])[:, : self.n_bits]
        ranks = vectors.argsort(axis=0, kind="stable").argsort(axis=0)  # halves also where many are the same
        self.train_bits_ = ranks >= len(points) // 2
        self._machines = [LinearSVC(dual=False, random_state=0).fit(points, b) for b in self.train_bits_.T]
        return self

    def bits(self, X: ArrayLike) -> BoolArray:
        """What the SVMs say."""
        return np.stack([machine.decision_function(X) > 0.0 for machine in self._machines], axis=1)


def neighbour_graph(points: FloatArray, k: int, labels: NDArray[Any] | None) -> FloatArray:
    """Symmetric 0/1 neighbours, each point's own class alone where labels are given."""
    graph = np.zeros((len(points), len(points)))
    groups = (
        [np.arange(len(points))] if labels is None else [np.flatnonzero(labels == c) for c in set(labels)]
    )
    for rows in groups:
        count = min(k + 1, len(rows))
        near = NearestNeighbors(n_neighbors=count).fit(points[rows]).kneighbors(points[rows])[1]
        graph[np.repeat(rows, count), rows[near].ravel()] = 1.0
    graph = np.maximum(graph, graph.T)
    np.fill_diagonal(graph, 0.0)
    graph[graph.sum(axis=1) == 0.0, 0] = 1e-3
    return np.maximum(graph, graph.T)
