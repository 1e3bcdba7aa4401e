"""The rounds of the consensus: all shards solve, their weights are averaged, each gets the mean.

Source: X. Han's thesis (2016), algorithm 4.1 with its errata: C = 1/(lambda/S + rho), one alpha for each shard. It is
the alternating direction method of multipliers, written with v_s = mean + alpha_s / r: a shard's weights w_s are the
optimum of its rows and a penalty around mean - alpha_s / r; then v_s moves by ``relaxation`` times w_s - mean, and the
mean of all v_s is the next mean (with 1 exactly (4.7) and (4.8)). The answers prove how near the mean is: their
multipliers bound the optimum of all rows from below, and the shards say what the mean costs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from changemodel.classify.crammer_singer import Effort, FloatArray
from changemodel.classify.shards import Answer, Penalty, ShardPlan

FIRST_GAP = 0.003
"""Sub-problems are solved to this share of the objective in the first rounds, and to ``INNER`` of the gap later."""
INNER = 0.1
"""Halved after each round in which the bound did not grow: then what was left unsolved is in the way."""
FINEST = 1e-3
BALANCED = (0.1, 5.0)
"""How far apart the shards are in terms of how far the mean moved, both in the norm of the penalty, in sound rounds."""
UNDISTURBED = 4
"""First rounds, in which the penalty stays as it is."""


class Crew(Protocol):
    """Whoever holds the shards."""

    def ask(self, method: str, *arguments: Any) -> list[Any]:
        """What each shard answers, in order."""
        ...

    def ask_each(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, with arguments of its own for each."""
        ...

    def remember(self, recall: Callable[[int], list[tuple[str, tuple[Any, ...]]]]) -> None:
        """What a shard that was lost is to be asked again before anything else."""
        ...


@dataclass(frozen=True, kw_only=True)
class Stops:
    """When the rounds end, and how long each may take."""

    tolerance: float | None = 1e-4  # relative
    rounds: int = 200
    passes: int = 200
    seconds: float | None = None  # of each round
    patience: int | None = None
    by_pass: bool = False


@dataclass(frozen=True, kw_only=True)
class Round:
    """One line of the trace."""

    round: int
    passes: int  # passes or Newton steps so far, of the shard that made most
    seconds: float
    bound: float | None  # the best lower bound of the objective so far
    objective: float | None = None  # of the mean, lambda/2 ||W||^2 + slacks; None within a round
    primal_residual: float | None = None
    dual_residual: float | None = None
    accuracy: float | None = None


@dataclass(kw_only=True)
class Course:
    """Where the rounds stand: all that a checkpoint needs."""

    anchors: FloatArray  # (n_shards, n_classes, n_features), mean + alpha_s / r, turned
    penalty: Penalty
    bound: float = -np.inf
    rounds: int = 0
    passes: int = 0
    seconds: float = 0.0
    trace: list[Round] = field(default_factory=list)

    @classmethod
    def beginning(cls, mean: FloatArray, alphas: FloatArray, penalty: Penalty) -> Course:
        """From a mean and one alpha for each shard, neither of them turned."""
        per_feature = penalty.per_feature
        inverse = np.divide(1.0, per_feature, out=np.zeros_like(per_feature), where=per_feature > 0.0)
        return cls(anchors=penalty.turned(mean) + penalty.turned(alphas) * inverse, penalty=penalty)

    @property
    def mean(self) -> FloatArray:
        """Of all shards' weights, turned."""
        found: FloatArray = self.anchors.mean(axis=0)
        return found

    @property
    def alphas(self) -> FloatArray:
        """One for each shard, not turned, shape (n_shards, n_classes, n_features)."""
        return self.penalty.turned_back(self.penalty.per_feature * (self.anchors - self.mean))


@dataclass(frozen=True, kw_only=True)
class Agreed:
    """What the rounds ended with."""

    mean: FloatArray
    objective: float
    bound: float
    accuracy: float
    reached: bool = False


Judge = Callable[[FloatArray], float]
"""Accuracy of weights on rows that no shard has."""


class ConsensusRounds:
    """The rounds of one fit over the shards of a crew."""

    def __init__(
        self,
        crew: Crew,
        plan: ShardPlan,
        stops: Stops,
        *,
        judge: Judge | None = None,
        keep: Callable[[Course], None] | None = None,
    ) -> None:
        self._crew = crew
        self._plan = plan
        self._stops = stops
        self._judge = judge
        self._keep = keep

    def run(self, course: Course) -> Agreed:
        """Go on from where ``course`` stands until the gap is small enough, or the rounds are over."""
        self._course, self._began = course, time.perf_counter() - course.seconds
        self._told = False
        self._inner, self._ratio = INNER, 1.0
        self._proof = np.zeros(course.anchors.shape[1:]), 0.0  # of beta = 0: no objective is below 0
        self._crew.remember(self._recall)
        self._crew.ask_each("begin", [(self._plan, anchor) for anchor in course.anchors])
        best, since = self._judged(), 0
        while not self._is_near(best) and course.rounds < self._stops.rounds and since <= self._most_vain:
            self._balance()
            self._solve(best.objective)
            judged = self._judged()
            best, since = (judged, 0) if self._is_better(judged, best) else (best, since + 1)
        return replace(best, bound=course.bound, reached=self._is_near(best))

    def _is_near(self, found: Agreed) -> bool:
        tolerance = self._stops.tolerance
        return tolerance is not None and found.objective - self._course.bound <= tolerance * found.objective

    def _is_better(self, new: Agreed, old: Agreed) -> bool:
        """By accuracy with patience, by the objective where a tolerance is stated; else the last is the best."""
        if self._stops.patience is not None:
            return new.accuracy > old.accuracy
        return self._stops.tolerance is None or new.objective < old.objective

    @property
    def _most_vain(self) -> float:
        return np.inf if self._stops.patience is None else self._stops.patience

    def _judged(self) -> Agreed:
        """What the mean of now is worth."""
        course, self._mean = self._course, self._course.mean
        losses = self._crew.ask("losses", self._mean)
        self._told = True
        objective = 0.5 * self._ridge * float(np.vdot(self._mean, self._mean)) + float(np.sum(losses))
        accuracy = None if self._judge is None else self._judge(self._mean)
        if course.trace and course.trace[-1].objective is None:
            course.trace[-1] = replace(course.trace[-1], objective=objective, accuracy=accuracy)
        if self._keep is not None and course.rounds:
            self._keep(course)
        return Agreed(
            mean=self._mean,
            objective=objective,
            bound=course.bound,
            accuracy=float("nan") if accuracy is None else accuracy,
        )

    @property
    def _ridge(self) -> float:
        """lambda."""
        return self._plan.ridge * len(self._course.anchors)

    def _balance(self) -> None:
        """More penalty where the shards stay apart while the mean stands still, less where it only drags the mean."""
        if (
            not self._plan.adapts
            or BALANCED[0] < self._ratio < BALANCED[1]
            or self._course.rounds < UNDISTURBED
        ):
            return
        factor = 2.0 if self._ratio >= BALANCED[1] else 0.5
        course = self._course
        course.anchors = self._mean + (course.anchors - self._mean) / factor
        course.penalty = course.penalty.times(factor)
        self._plan = replace(self._plan, penalty=course.penalty)
        self._crew.ask("rescale", factor)

    def _recall(self, shard: int) -> list[tuple[str, tuple[Any, ...]]]:
        told: list[tuple[str, tuple[Any, ...]]] = [("begin", (self._plan, self._course.anchors[shard]))]
        return [*told, ("losses", (self._mean,))] if self._told else told

    def _solve(self, objective: float) -> None:
        effort = self._effort(objective)
        if not self._stops.by_pass:
            answers = self._crew.ask("solve", effort, self._stops.seconds, False)
            self._take(answers, max(answer.steps for answer in answers))
            return
        one = replace(effort, passes=1)
        for number in range(effort.passes):
            answers = self._crew.ask("solve", one, self._stops.seconds, number > 0)
            passes = self._course.passes + number + 1
            mean = np.mean([answer.weights for answer in answers], axis=0)
            self._note(passes, accuracy=None if self._judge is None else self._judge(mean))
            if all(answer.gap <= effort.gap for answer in answers) and np.isfinite(effort.gap):
                break
        self._take(answers, number + 1)

    def _effort(self, objective: float) -> Effort:
        """How exactly the sub-problems are solved: more so the nearer the mean is."""
        stops, shards = self._stops, len(self._course.anchors)
        if not self._plan.penalty.per_feature.any():  # nothing ties the shards: one round is all
            return Effort(share=0.5 * (stops.tolerance or FIRST_GAP), passes=stops.passes)
        if stops.tolerance is None and self._plan.solver != "newton":
            return Effort(gap=np.inf, passes=stops.passes)
        gap = min(self._inner * (objective - self._course.bound), FIRST_GAP * objective)
        return Effort(gap=max(gap, 0.0) / shards, passes=stops.passes)

    def _take(self, answers: Sequence[Answer], passes: int) -> None:
        """Average the answers, move every alpha, and see what their multipliers prove."""
        course, penalty, old = self._course, self._plan.penalty.per_feature, self._mean
        found = np.array([answer.weights for answer in answers])
        centre = found.mean(axis=0)
        course.anchors = course.anchors + self._plan.relaxation * (found - old)
        # the alphas add up to 0, so that the sum of all pulls follows from the weights alone
        pull = len(answers) * ((self._plan.ridge + penalty) * centre - penalty * old)
        bound = self._bound(pull, sum(answer.cost for answer in answers))
        self._inner = self._inner if bound > course.bound else max(0.5 * self._inner, FINEST)
        course.bound = max(course.bound, bound)
        course.rounds += 1
        course.passes += passes
        moved = penalty * (course.mean - old)
        apart = float(np.sum(penalty * (found - centre) ** 2))
        self._ratio = np.sqrt(apart / max(len(answers) * float(np.vdot(moved, course.mean - old)), 1e-300))
        self._note(
            course.passes,
            primal_residual=float(np.linalg.norm(found - centre)),
            dual_residual=float(np.sqrt(len(answers)) * np.linalg.norm(moved)),
        )

    def _bound(self, pull: FloatArray, cost: float) -> float:
        """The greatest lower bound between the best multipliers so far and those of this round."""
        old_pull, old_cost = self._proof
        move, gain = pull - old_pull, cost - old_cost
        steepness = float(np.vdot(move, move)) / self._ridge
        slope = gain - float(np.vdot(old_pull, move)) / self._ridge
        share = min(max(slope / steepness, 0.0), 1.0) if steepness > 0.0 else float(gain > 0.0)
        pull, cost = old_pull + share * move, old_cost + share * gain
        self._proof = pull, cost
        return cost - 0.5 * float(np.vdot(pull, pull)) / self._ridge

    def _note(self, passes: int, **more: float | None) -> None:
        course = self._course
        course.seconds = time.perf_counter() - self._began
        course.trace.append(
            Round(round=course.rounds, passes=passes, seconds=course.seconds, bound=course.bound, **more)
        )
