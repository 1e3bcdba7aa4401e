from collections.abc import Iterator
from functools import partial

import numpy as np
import pytest

from changemodel.errors import InvalidConstraints
from changemodel.metric.matrix_problem import MatrixProblem
from changemodel.metric.matrix_solver import solve_factored
from changemodel.metric.quadruplets import QuadrupletFeatures
from changemodel.metric.working_set import solve_streamed

SIZE, PIECES = 2000, 10


def piece(number: int) -> QuadrupletFeatures:
    rng = np.random.default_rng(number)
    near, far = rng.normal(size=(SIZE, 6)) * 0.5, rng.normal(size=(SIZE, 6))
    far[:, :2] *= 5.0
    return QuadrupletFeatures.of(near, far)


def stream() -> Iterator[QuadrupletFeatures]:
    return (piece(number) for number in range(PIECES))


def make_problem(features: QuadrupletFeatures, cost: float = 0.3) -> MatrixProblem:
    return MatrixProblem.of(features, quadruplet_cost=cost, h=0.05)


def everything() -> MatrixProblem:
    parts = list(stream())
    return make_problem(
        QuadrupletFeatures.of(np.vstack([p.closer for p in parts]), np.vstack([p.farther for p in parts]))
    )


def test_the_streamed_solution_is_that_of_all_constraints_for_half_the_work() -> None:
    whole = solve_factored(everything(), max_iterations=1000, tolerance=1e-6)
    found = solve_streamed(stream, make_problem=make_problem, tolerance=1e-6)
    assert found.complete
    assert found.total == SIZE * PIECES
    assert everything().objective(found.solution.matrix) == pytest.approx(whole.objective, rel=1e-4)
    assert found.evaluated < 0.5 * found.total * (whole.iterations + 1)
    assert found.kept < 0.2 * found.total  # all that were violated at some scan


def test_no_violation_is_missed_at_the_end() -> None:
    found = solve_streamed(stream, make_problem=make_problem)
    violated = int(np.count_nonzero(everything().slack(found.solution.matrix)))
    assert violated <= found.kept < 0.2 * found.total


@pytest.mark.parametrize("rescan", [5, 15])
def test_the_stream_is_scanned_again_after_so_many_steps_later_where_few_joined(rescan: int) -> None:
    calls = []

    def counted() -> Iterator[QuadrupletFeatures]:
        calls.append(1)
        return stream()

    found = solve_streamed(counted, make_problem=make_problem, rescan=rescan)
    assert len(calls) == found.scans == len(found.joined) == len(found.steps) + 1
    assert sum(found.joined) == found.kept
    assert 0 < found.steps[0] <= rescan
    kept, limit = found.joined[0], rescan
    for joined, steps in zip(found.joined[1:-1], found.steps[1:], strict=True):
        kept += joined
        limit = 2 * limit if joined <= 0.02 * kept else limit
        assert steps <= limit
    assert found.joined[-1] == 0


def test_the_cap_holds_and_is_told() -> None:
    found = solve_streamed(stream, make_problem=partial(make_problem, cost=0.01), cap=300, max_scans=4)
    assert found.kept == 300
    assert found.scans <= 4
    assert not found.complete


def test_an_empty_stream_is_refused() -> None:
    with pytest.raises(InvalidConstraints, match="empty"):
        solve_streamed(lambda: [], make_problem=make_problem)
