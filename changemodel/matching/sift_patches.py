"""SIFT of whole patches, normalised, and the source's rules on it: distance, a linear SVM on squares, a net on both.

One descriptor covers the patch: a frame at its middle whose four bins a side are each a quarter of it. Source: X. Han
(2016), baselines; computed by OpenCV instead of VLFeat, whose smoothing differs a little.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.svm import LinearSVC

from changemodel.evaluation.error_at_recall import fpr_at_95
from changemodel.matching.extras import opencv, pytorch
from changemodel.matching.match_layers import metric_net

FloatArray = NDArray[np.float64]

COSTS = tuple(10.0**power for power in range(-4, 5))
HELD_OUT = 0.1
HIDDEN, RATE, OF_A_BATCH, BATCHES = 512, 0.01, 128, 150_000
"""The source's settings of the net."""
_BINS = 4
_MAGNIFIED = 3.0  # OpenCV's bin is three times the scale, which is half the keypoint's size


def normalised_sift(patches: NDArray[np.uint8]) -> FloatArray:
    """Patches (n, 1, side, side) as 128 numbers each, of unit length; an empty patch is all zeros."""
    cv2 = opencv()
    side = patches.shape[2]
    middle = (side - 1) / 2
    frame = cv2.KeyPoint(middle, middle, 2.0 * side / _BINS / _MAGNIFIED, 0.0, 1.0, 0)
    sift = cv2.SIFT_create()
    found = np.zeros((len(patches), 128))
    for row, patch in enumerate(patches):
        found[row] = sift.compute(patch[0], [frame])[1][0]
    return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9))


class SquaredDifferenceSVM(BaseEstimator):  # type: ignore[misc]
    """A linear SVM on (a - b)^2; its cost is chosen on a tenth of the training pairs.

    Parameters
    ----------
    costs : sequence of float
    random_state : int
    """

    def __init__(self, *, costs: tuple[float, ...] = COSTS, random_state: int = 0) -> None:
        self.costs = costs
        self.random_state = random_state

    def fit(self, first: FloatArray, second: FloatArray, match: ArrayLike) -> Self:
        """Learn from pairs of descriptors, shape (n, d) each."""
        features, true = (first - second) ** 2, np.asarray(match, dtype=bool)
        order = np.random.default_rng(self.random_state).permutation(len(true))
        held = max(round(HELD_OUT * len(true)), 4)
        test, train = order[:held], order[held:]
        errors = {
            cost: fpr_at_95(
                true[test],
                self._svm(cost).fit(features[train], true[train]).decision_function(features[test]),
            )
            for cost in self.costs
        }
        self.cost_ = min(errors, key=lambda cost: errors[cost])
        self.svm_ = self._svm(self.cost_).fit(features, true)
        return self

    def decision_function(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Higher for pairs that match."""
        return np.asarray(self.svm_.decision_function((first - second) ** 2), dtype=np.float64)

    def _svm(self, cost: float) -> Any:
        return LinearSVC(C=cost, max_iter=20_000, tol=1e-3, random_state=self.random_state)


class DescriptorNet(BaseEstimator):  # type: ignore[misc]
    """The net that MatchNet compares with, on two descriptors side by side; learned by plain gradient descent.

    Parameters
    ----------
    hidden : int
        Units of both hidden layers.
    learning_rate : float
    n_batches : int
    of_a_batch : int
        Pairs.
    random_state : int
    """

    def __init__(
        self,
        *,
        hidden: int = HIDDEN,
        learning_rate: float = RATE,
        n_batches: int = BATCHES,
        of_a_batch: int = OF_A_BATCH,
        random_state: int = 0,
    ) -> None:
        self.hidden, self.learning_rate, self.n_batches = hidden, learning_rate, n_batches
        self.of_a_batch, self.random_state = of_a_batch, random_state

    def fit(self, first: FloatArray, second: FloatArray, match: ArrayLike) -> Self:
        """Learn from pairs of descriptors, shape (n, d) each."""
        torch = pytorch()
        both, labels = _side_by_side(first, second), torch.tensor(np.asarray(match, dtype=np.int64))
        rng = np.random.default_rng(self.random_state)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.random_state)
            self.net_ = metric_net(both.shape[1], self.hidden)
        optimiser = torch.optim.SGD(self.net_.parameters(), lr=self.learning_rate)
        for _ in range(self.n_batches):
            rows = rng.integers(len(labels), size=self.of_a_batch)
            loss = torch.nn.functional.cross_entropy(self.net_(both[rows]), labels[rows])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        return self

    def decision_function(self, first: FloatArray, second: FloatArray) -> FloatArray:
        """Log odds of a match."""
        with pytorch().no_grad():
            outputs = self.net_(_side_by_side(first, second))
        return np.asarray((outputs[:, 1] - outputs[:, 0]).numpy(), dtype=np.float64)


def _side_by_side(first: FloatArray, second: FloatArray) -> Any:
    return pytorch().from_numpy(np.concatenate([first, second], axis=1).astype(np.float32))
