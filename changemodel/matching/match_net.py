"""MatchNet: whether two patches show the same thing, by a description and a comparison that are learned together.

Source: X. Han, Learning with More Data and Better Models for Visual Similarity (2016), chapter on MatchNet.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from changemodel.arguments import choice, file_path, positive_number, whole_number
from changemodel.change.persistence import SavedModel, load, save
from changemodel.errors import InvalidInput, NotFitted, UnreadableModel
from changemodel.matching.extras import pytorch
from changemodel.matching.match_layers import (
    HALVINGS,
    feature_size,
    feature_tower,
    metric_net,
    prepared,
    score_matrix,
)
from changemodel.matching.reservoir import ReservoirSampler

FloatArray = NDArray[np.float64]
Patches = NDArray[np.uint8]
SYMMETRISE = ("none", "mean")


class MatchNet(BaseEstimator):  # type: ignore[misc]
    """Scores pairs of grey patches; two towers with the same weights describe them.

    Parameters
    ----------
    bottleneck : int, optional
        Numbers of a description; None: all that the convolutions give, 4096 at full width.
    hidden : int
        Units of the comparing net's two hidden layers.
    width_mult : float
        Share of the convolutions' channels: 1 is the source's, 0.25 trains in minutes on a processor.
    learning_rate : float
        Of plain stochastic gradient descent, without momentum.
    n_batches : int
        Batches of 16 matches and 16 others.
    reservoir : int
        Patches that negatives are drawn from.
    symmetrise : {"none", "mean"}
        The score depends on the order of the two; "mean" takes the mean of both orders, which the source does not.
    random_state : int

    Attributes
    ----------
    tower_, metric_ : torch.nn.Sequential
    losses_ : float array
        Cross-entropy of each batch.
    patch_size_ : int
    """

    def __init__(  # noqa: PLR0913  an estimator's parameters
        self,
        *,
        bottleneck: int | None = None,
        hidden: int = 512,
        width_mult: float = 1.0,
        learning_rate: float = 0.01,
        n_batches: int = 2000,
        reservoir: int = 16384,
        symmetrise: str = "none",
        random_state: int = 0,
    ) -> None:
        self.bottleneck, self.hidden, self.width_mult = bottleneck, hidden, width_mult
        self.learning_rate, self.n_batches, self.reservoir = learning_rate, n_batches, reservoir
        self.symmetrise, self.random_state = symmetrise, random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn from patches and the groups they belong to, or from pairs.

        Parameters
        ----------
        X : uint8 array
            Patches, shape (n, 1, side, side), side a multiple of 8; or pairs of them, shape (n, 2, 1, side, side).
        y : array, shape (n,)
            Of patches their groups: those of one group match. Of pairs whether they match.

        Raises
        ------
        InvalidInput
            Another shape or type; fewer than two groups, none of two patches; pairs of one kind.
        MissingExtra
            torch is not installed.
        """
        values, labels = np.asarray(X), np.asarray(y)
        pairs = values.ndim == 5
        patches = checked_patches(values.reshape(-1, *values.shape[2:]) if pairs else values)
        if labels.shape != (len(values),):
            raise InvalidInput(f"{labels.size} labels for {len(values)} rows: give each its own")
        rng = np.random.default_rng(self.random_state)
        batches = _pair_batches(labels, rng) if pairs else self._group_batches(labels, rng)
        self._start(patches.shape[2])
        self._descend(patches, batches)
        return self

    def features(self, patches: ArrayLike, *, at_once: int = 256) -> FloatArray:
        """Descriptions, shape (n, size), at least 0."""
        torch = self._fitted()
        values = checked_patches(np.asarray(patches), self.patch_size_)
        with torch.no_grad():
            parts = [
                self.tower_(prepared(values[begin : begin + at_once])).numpy()
                for begin in range(0, len(values), at_once)
            ]
        return np.concatenate(parts).astype(np.float64)

    def score_matrix(self, first: ArrayLike, second: ArrayLike) -> FloatArray:
        """Probability of a match of every pair of two sets of descriptions, shape (n_first, n_second)."""
        torch = self._fitted()
        here, there = (torch.from_numpy(np.asarray(one, dtype=np.float32)) for one in (first, second))
        found = score_matrix(self.metric_, here, there)
        if choice(self.symmetrise, "symmetrise", SYMMETRISE) == "none":
            return found
        return np.asarray(0.5 * (found + score_matrix(self.metric_, there, here).T))

    def decision_function(self, pairs: ArrayLike) -> FloatArray:
        """Log odds of a match for each pair, shape (n,); pairs have the shape (n, 2, 1, side, side)."""
        torch = self._fitted()
        values = np.asarray(pairs)
        if values.ndim != 5 or values.shape[1] != 2:
            raise InvalidInput(f"pairs of shape {values.shape}: pass (n, 2, 1, side, side)")
        here, there = (torch.from_numpy(self.features(values[:, side])).float() for side in (0, 1))
        found = self._odds(here, there)
        if choice(self.symmetrise, "symmetrise", SYMMETRISE) == "none":
            return found
        shares = [1.0 / (1.0 + np.exp(-odds)) for odds in (found, self._odds(there, here))]
        mean = np.clip(0.5 * (shares[0] + shares[1]), 1e-12, 1.0 - 1e-12)
        return np.asarray(np.log(mean / (1.0 - mean)))

    def predict_proba(self, pairs: ArrayLike) -> FloatArray:
        """Probabilities of no match and of a match, shape (n, 2)."""
        match = 1.0 / (1.0 + np.exp(-self.decision_function(pairs)))
        return np.column_stack([1.0 - match, match])

    def predict(self, pairs: ArrayLike) -> NDArray[np.int64]:
        """1 for a match."""
        return (self.decision_function(pairs) > 0.0).astype(np.int64)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the fitted nets into a folder, as arrays and JSON."""
        self._fitted()
        arrays = {
            f"{name}.{key}": values.numpy()
            for name, net in (("tower", self.tower_), ("metric", self.metric_))
            for key, values in net.state_dict().items()
        }
        facts = {"kind": "MatchNet", "patch_size": self.patch_size_}
        save(
            file_path(path, "path"), SavedModel(hyperparameters=self.get_params(), facts=facts, arrays=arrays)
        )

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """What ``save`` wrote; raises UnreadableModel where there is none, a damaged one, or one of another kind."""
        folder = file_path(path, "path")
        found = load(folder, cls._get_param_names())
        if found.facts.get("kind") != "MatchNet":
            raise UnreadableModel(
                f"the model in {folder} is no MatchNet: load it with the class that saved it"
            )
        net = cls(**found.hyperparameters)
        net._start(int(found.facts["patch_size"]))
        torch = pytorch()
        for name, layers in (("tower", net.tower_), ("metric", net.metric_)):
            mine = {
                key: torch.from_numpy(found.arrays[f"{name}.{key}"].copy()) for key in layers.state_dict()
            }
            layers.load_state_dict(mine)
        return net

    def _start(self, patch_size: int) -> None:
        torch = pytorch()
        positive_number(self.width_mult, "width_mult")
        size = feature_size(self.bottleneck, self.width_mult, patch_size)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.random_state)
            self.tower_ = feature_tower(self.bottleneck, self.width_mult, patch_size)
            self.metric_ = metric_net(2 * size, whole_number(self.hidden, "hidden", 1))
        self.patch_size_ = patch_size

    def _group_batches(self, labels: NDArray[Any], rng: np.random.Generator) -> Any:
        names, codes = np.unique(labels, return_inverse=True)
        groups = [np.flatnonzero(codes == code) for code in range(len(names))]
        if len(groups) < 2 or max(map(len, groups)) < 2:
            raise InvalidInput(
                "y holds no two groups, or none of two patches: there is nothing to tell apart"
            )
        sampler = ReservoirSampler(groups, size=whole_number(self.reservoir, "reservoir", 2), rng=rng)
        while True:
            drawn = sampler.batch()
            yield (
                [pair.first for pair in drawn],
                [pair.second for pair in drawn],
                [int(pair.match) for pair in drawn],
            )

    def _descend(self, patches: Patches, batches: Any) -> None:
        torch = pytorch()
        steps = [*self.tower_.parameters(), *self.metric_.parameters()]
        optimiser = torch.optim.SGD(steps, lr=positive_number(self.learning_rate, "learning_rate"))
        losses = []
        for _ in range(whole_number(self.n_batches, "n_batches", 1)):
            first, second, match = next(batches)
            described = self.tower_(prepared(patches[[*first, *second]]))
            both = torch.cat([described[: len(first)], described[len(first) :]], dim=1)
            loss = torch.nn.functional.cross_entropy(self.metric_(both), torch.tensor(match))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        self.losses_ = np.array(losses)

    def _odds(self, here: Any, there: Any) -> FloatArray:
        torch = pytorch()
        with torch.no_grad():
            outputs = self.metric_(torch.cat([here, there], dim=1))
        return np.asarray((outputs[:, 1] - outputs[:, 0]).numpy(), dtype=np.float64)

    def _fitted(self) -> Any:
        if not hasattr(self, "tower_"):
            raise NotFitted("this MatchNet is not fitted: call fit first")
        return pytorch()


def checked_patches(patches: NDArray[Any], side: int | None = None) -> Patches:
    """Patches as they must be; raises InvalidInput."""
    square = patches.ndim == 4 and patches.shape[1] == 1 and patches.shape[2] == patches.shape[3]
    fits = (
        square and len(patches) and patches.shape[2] % 2**HALVINGS == 0 and side in (None, patches.shape[2])
    )
    if not fits or patches.dtype != np.uint8:
        wanted = "side, side), side a multiple of 8" if side is None else f"{side}, {side})"
        raise InvalidInput(
            f"patches of shape {patches.shape} and type {patches.dtype}: pass uint8 (n, 1, {wanted}"
        )
    return patches


def _pair_batches(labels: NDArray[Any], rng: np.random.Generator) -> Any:
    """16 matches and 16 others, of pairs whose patches are rows 2i and 2i + 1."""
    match, other = np.flatnonzero(labels == 1), np.flatnonzero(labels == 0)
    if not len(match) or not len(other) or len(match) + len(other) < len(labels):
        raise InvalidInput("y must hold 0 for pairs that do not match and 1 for those that do, both of them")
    while True:
        rows = np.concatenate([rng.choice(match, 16), rng.choice(other, 16)])
        yield (2 * rows).tolist(), (2 * rows + 1).tolist(), [1] * 16 + [0] * 16
