"""Learns from one shard after another without keeping their rows.

``ConsensusSVC.partial_fit`` calls it. The dual's weights are the sum of the shards' pulls / lambda (``Problem``).
To solve for the multipliers of one shard, those of the others held still, can only raise the dual, and needs of the
others nothing but the sum of their pulls. Rounds over all shards, each time the whole of one, end at the optimum of all
(Yu, Hsieh, Chang and Lin, 2012, for data that do not fit in memory). In the consensus' terms alpha_s = pull_s -
lambda/S * mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from changemodel.classify.crammer_singer import Effort, FloatArray, Problem, Rows, Solution
from changemodel.classify.proximal_newton import solve_by_newton


@dataclass(frozen=True, kw_only=True)
class ShardSums:
    """What the shards seen so far ask of the weights."""

    pulls: dict[str, FloatArray]  # of each shard, (n_classes, n_features)
    costs: dict[str, float]  # what its multipliers add to the dual; nan where they are not known

    def new_name(self) -> str:
        """One that no shard has."""
        numbers = range(len(self.pulls), 2 * len(self.pulls) + 1)
        return next(f"shard {number}" for number in numbers if f"shard {number}" not in self.pulls)

    def with_shard(self, name: str, rows: Rows, ridge: float, effort: Effort) -> tuple[ShardSums, Solution]:
        """Solve for one shard, in place of what it asked for before if it was seen."""
        others = [pull for other, pull in self.pulls.items() if other != name]
        centre = np.sum(others, axis=0) / ridge if others else np.zeros(rows.shape)
        found = solve_by_newton(Problem(rows=rows, centre=centre, strength=ridge), None, effort)
        pulls = {**self.pulls, name: rows.pull(found.shares)}
        return ShardSums(pulls=pulls, costs={**self.costs, name: rows.cost_of(found.shares)}), found

    def bound(self, ridge: float) -> float:
        """A lower bound of the objective of all rows seen, lambda/2 ||W||^2 + slacks."""
        pull = np.sum(list(self.pulls.values()), axis=0)
        return sum(self.costs.values()) - 0.5 * float(np.vdot(pull, pull)) / ridge
