import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.svm import SVC

from changemodel.change.hybrid import Hybrid, fit_hybrid, nonnegative_svm, svm_objective
from changemodel.errors import InvalidConstraints


def pairs(seed: int = 0, informative: tuple[float, ...] = (1.0, 0.6, 0.4)) -> tuple[np.ndarray, np.ndarray]:
    """Part distances of 60 pairs; a negative number makes that part mislead."""
    rng = np.random.default_rng(seed)
    labels = np.repeat([-1.0, 1.0], 30)
    return np.maximum(
        rng.normal(1.5, 0.5, size=(60, 3)) + labels[:, None] * np.array(informative), 0.0
    ), labels


def test_weights_equal_the_svm_s_where_these_are_positive() -> None:
    parts, labels = pairs()
    means = parts.mean(axis=0)
    machine = SVC(kernel="linear", C=1.0, tol=1e-8).fit(parts / means, labels)
    assert (machine.coef_ > 0).all()
    hybrid = fit_hybrid(parts, labels)
    np.testing.assert_allclose(hybrid.weights, machine.coef_[0] / means)
    np.testing.assert_allclose(hybrid.decision(parts), machine.decision_function(parts / means))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("informative", [(0.6, -0.4, 0.3), (0.5, -0.2, -0.3), (-0.3, -0.3, 0.2)])
def test_misleading_parts_get_the_weights_of_the_constrained_optimum(
    seed: int, informative: tuple[float, ...]
) -> None:
    parts, labels = pairs(seed, informative)
    found = nonnegative_svm(parts, labels, np.arange(3), 1.0)
    assert (found.weights >= 0).all()
    assert (found.weights == 0).any()

    def objective(x: np.ndarray) -> float:  # with slacks as unknowns: a smooth quadratic programme
        return 0.5 * float(x[:3] @ x[:3]) + float(x[4:].sum())

    constraints = {"type": "ineq", "fun": lambda x: x[4:] - 1 + labels * (parts @ x[:3] - x[3])}
    bounds = [(0, None)] * 3 + [(None, None)] + [(0, None)] * 60
    start = np.concatenate([np.zeros(4), np.ones(60)])
    reference = minimize(
        objective,
        start,
        bounds=bounds,
        constraints=constraints,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert svm_objective(found, parts, labels, 1.0) <= reference.fun * (1 + 1e-6)


def test_parts_that_all_mislead_leave_a_constant_decision() -> None:
    parts, labels = pairs(0, (-0.8, -0.8, -0.8))
    hybrid = fit_hybrid(parts, labels)
    np.testing.assert_array_equal(hybrid.weights, np.zeros(3))
    assert len(set(hybrid.decision(parts) > 0)) == 1


def test_a_part_that_is_always_zero_gets_no_weight() -> None:
    parts, labels = pairs()
    parts[:, 2] = 0.0
    hybrid = fit_hybrid(parts, labels)
    assert hybrid.weights[2] == 0.0
    np.testing.assert_allclose(hybrid.weights[:2], fit_hybrid(parts[:, :2], labels).weights)


def test_the_unit_of_a_part_does_not_matter() -> None:
    parts, labels = pairs()
    in_other_units = parts * np.array([1000.0, 1.0, 0.01])
    np.testing.assert_allclose(
        fit_hybrid(parts, labels).decision(parts),
        fit_hybrid(in_other_units, labels).decision(in_other_units),
        atol=1e-9,
    )


def test_a_larger_distance_never_lowers_the_decision() -> None:
    parts, labels = pairs(3, (0.6, -0.4, 0.3))
    hybrid = fit_hybrid(parts, labels)
    assert (hybrid.decision(parts + 0.1) >= hybrid.decision(parts)).all()


def test_the_decision_is_the_weighted_sum_above_the_threshold() -> None:
    hybrid = Hybrid(weights=np.array([2.0, 1.0, 0.0]), threshold=3.0)
    np.testing.assert_array_equal(hybrid.decision([[1.0, 1.0, 5.0], [2.0, 0.0, 0.0]]), [0.0, 1.0])


@pytest.mark.parametrize(
    ("distances", "labels", "message"),
    [
        ([[1.0], [2.0]], [1, 1], "both must occur"),
        ([[1.0], [2.0]], [1], "a label for each pair"),
        ([[-1.0], [2.0]], [1, -1], "not negative"),
        ([[np.nan], [2.0]], [1, -1], "finite"),
    ],
)
def test_unusable_pairs_are_refused(distances: list[list[float]], labels: list[int], message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        fit_hybrid(distances, labels)
