"""Active sets: learn from far more quadruplets than fit in memory, keeping only those ever violated.

``QuadrupletMetric(metric="full").fit`` on a lazy stream calls ``solve_streamed``; ``lmnn`` has rounds of its own,
which find broken triplets from distances. Source: M. T. Law's thesis (2015), section 2.3.3. A constraint that
holds with its margin pulls nothing, so a solution of the violated ones that violates no other is the solution
of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from changemodel.errors import InvalidConstraints
from changemodel.metric.cone import FloatArray
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import MatrixSolution, solve_factored, zero_if_as_good
from changemodel.metric.quadruplets import QuadrupletFeatures

Stream = Callable[[], Iterable[QuadrupletFeatures]]
"""Called for every scan: the same quadruplets in the same order each time, in pieces that fit in memory."""

RESCAN = 15
CAP = 200_000


@dataclass(frozen=True, kw_only=True)
class StreamedSolution:
    """A solution with what it cost."""

    solution: MatrixSolution
    kept: int  # constraints in the working set
    total: int  # constraints in the stream
    scans: int  # full passes over the stream
    evaluated: int  # margins computed, scans included
    complete: bool  # no constraint outside the working set is violated
    joined: tuple[int, ...]  # constraints that each scan added
    steps: tuple[int, ...]  # of the solver, after each scan but the last


def solve_streamed(
    stream: Stream,
    *,
    make_problem: Callable[[QuadrupletFeatures], MatrixProblem],
    rescan: int = RESCAN,
    cap: int = CAP,
    max_scans: int = 30,
    tolerance: float = 1e-3,
) -> StreamedSolution:
    """Minimise over all quadruplets of the stream.

    Parameters
    ----------
    stream : callable
        Gives the quadruplets, as differences of points, anew at every call.
    make_problem : callable
        The problem of some quadruplets: costs, loss, regulariser.
    rescan : int
        Steps between two scans of the stream; doubled when a scan finds few new violations.
    cap : int
        Most constraints kept; the worst violations come first when there are more.
    max_scans : int
    tolerance : float
        As in ``solve_factored``.

    Raises
    ------
    InvalidConstraints
        An empty stream, or one that gives another number of quadruplets at another call.
    """
    working = _WorkingSet(cap)
    solution, evaluated, complete = None, 0, False
    joined: list[int] = []
    steps: list[int] = []
    for _ in range(max_scans):
        added = working.scan(stream, None if solution is None else solution.matrix, make_problem)
        evaluated += working.total
        joined.append(added)
        if solution is not None:
            if not added and solution.converged:
                complete = not working.left_out
                break
            rescan = 2 * rescan if added <= 0.02 * len(working) else rescan
        problem = make_problem(working.features)
        solution = solve_factored(
            problem,
            start=None if solution is None else _refreshed(solution.rows),
            max_iterations=rescan,
            tolerance=tolerance,
        )
        steps.append(solution.iterations)
        evaluated += len(problem) * (solution.iterations + 1)
    assert solution is not None
    if len(working) == working.total:  # of all: one left out may be broken by the zero matrix
        solution = zero_if_as_good(make_problem(working.features), solution)
    return StreamedSolution(
        solution=solution,
        kept=len(working),
        total=working.total,
        scans=len(joined),
        evaluated=evaluated,
        complete=complete,
        joined=tuple(joined),
        steps=tuple(steps),
    )


class _WorkingSet:
    """The constraints that were violated at some scan; it only grows."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.total = 0
        self.left_out = 0
        self._numbers = np.empty(0, dtype=np.intp)  # ascending
        self._pieces: list[QuadrupletFeatures] = []

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def features(self) -> QuadrupletFeatures:
        """All kept constraints as one table."""
        self._pieces = [_joined(self._pieces)]
        return self._pieces[0]

    def scan(
        self,
        stream: Stream,
        matrix: FloatArray | None,
        make_problem: Callable[[QuadrupletFeatures], MatrixProblem],
    ) -> int:
        """Go over the stream, take in what is violated, and say how many came new."""
        offset, numbers, slacks, found = 0, [], [], []
        for piece in stream():
            violated, slack = self._violated(piece, matrix, make_problem)
            new = ~np.isin(violated + offset, self._numbers, assume_unique=True)
            rows = violated[new]
            numbers.append(rows + offset)
            slacks.append(slack[rows])
            found.append(_rows_of(piece, rows))
            offset += len(piece)
        if not offset and not self.total:
            raise InvalidConstraints("the stream of quadruplets is empty: there is nothing to learn from")
        if self.total not in (0, offset):
            raise InvalidConstraints(
                f"the stream gave {self.total} quadruplets and then {offset}: give the same ones anew at every call"
            )
        self.total = offset
        return self._take(np.concatenate(numbers), np.concatenate(slacks), _joined(found))

    def _violated(
        self,
        piece: QuadrupletFeatures,
        matrix: FloatArray | None,
        make_problem: Callable[[QuadrupletFeatures], MatrixProblem],
    ) -> tuple[np.ndarray, FloatArray]:
        problem = make_problem(piece)
        # before the first solve the Euclidean distance tells which constraints are hard
        slack = problem.slack(np.eye(problem.width) if matrix is None else matrix)
        return np.flatnonzero(slack > 0.0), slack

    def _take(self, numbers: np.ndarray, slacks: FloatArray, features: QuadrupletFeatures) -> int:
        room = self.cap - len(self)
        self.left_out = max(len(numbers) - room, 0)
        worst = np.sort(np.argsort(-slacks, kind="stable")[:room])
        self._numbers = np.sort(np.concatenate([self._numbers, numbers[worst]]))
        self._pieces.append(_rows_of(features, worst))
        return len(worst)


def _refreshed(rows: FloatArray) -> FloatArray:
    """L with all directions open again: a row of zeros would stay zero."""
    size = max(float(np.abs(rows).max(initial=0.0)), 1e-6)
    lifted: FloatArray = rows + 1e-6 * size * np.eye(*rows.shape)
    return lifted


def _rows_of(features: QuadrupletFeatures, rows: np.ndarray) -> QuadrupletFeatures:
    return QuadrupletFeatures(
        closer=features.closer[rows], farther=features.farther[rows], deltas=features.deltas[rows]
    )


def _joined(pieces: list[QuadrupletFeatures]) -> QuadrupletFeatures:
    return QuadrupletFeatures(
        closer=np.vstack([piece.closer for piece in pieces]),
        farther=np.vstack([piece.farther for piece in pieces]),
        deltas=np.concatenate([piece.deltas for piece in pieces]),
    )
