from fractions import Fraction

import numpy as np
import pytest
from sklearn.base import clone

from changemodel import FantopeMetric
from changemodel.errors import InvalidConstraints, InvalidInput
from tests.changemodel.metric.worlds import low_rank_world


@pytest.mark.parametrize("seed", range(3))
def test_the_rank_is_exactly_the_one_asked_for_and_the_order_better_than_unregularised(seed: int) -> None:
    points, train, test = low_rank_world(seed)
    plain = FantopeMetric(4, regulariser="none", max_iterations=800).fit(points, train)
    fantope = FantopeMetric(4, max_iterations=800).fit(points, train)
    assert plain.rank_ > 4
    assert fantope.rank_ == 4
    assert fantope.score(test) >= plain.score(test) + 0.007
    assert fantope.components_.shape == (4, 20)


def test_the_rank_falls_to_the_target_as_the_penalty_grows() -> None:
    points, train, _ = low_rank_world(0)
    ranks = [
        FantopeMetric(4, mu=mu, max_iterations=600).fit(points, train).rank_ for mu in (0.0, 0.1, 1.0, 10.0)
    ]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[-2:] == [4, 4]


@pytest.mark.parametrize(
    "parameters",
    [{"regulariser": "factor", "random_state": 0}, {"gamma": 1e-4}, {"solver": "majorisation"}],
)
def test_the_other_ways_to_low_rank_reach_it(parameters: dict[str, object]) -> None:
    points, train, test = low_rank_world(1)
    metric = FantopeMetric(4, max_iterations=800, **parameters).fit(points, train)
    assert metric.rank_ <= 4
    assert metric.score(test) > 0.95


def test_a_sum_with_a_greater_mu_is_the_mean() -> None:
    points, train, _ = low_rank_world(2, n=300, n_test=10)
    mean = FantopeMetric(4, mu=1.0, max_iterations=200).fit(points, train)
    total = FantopeMetric(4, mu=300.0, reduction="sum", max_iterations=200).fit(points, train)
    assert total.rank_ == mean.rank_ == 4
    assert total.score(train) == pytest.approx(mean.score(train), abs=0.02)


def test_held_out_quadruplets_stop_it_early() -> None:
    points, train, test = low_rank_world(0, n=300)
    stopped = FantopeMetric(4, regulariser="none").fit(points, train, validation=test)
    run_out = FantopeMetric(4, regulariser="none").fit(points, train)
    assert stopped.score(test) >= run_out.score(test)


@pytest.mark.parametrize("none", [[], np.empty((0, 4), dtype=int), np.empty((0, 4, 20))])
def test_a_validation_without_quadruplets_is_refused(none: object) -> None:
    points, train, _ = low_rank_world(0, n=50, n_test=10)
    with pytest.raises(InvalidConstraints, match="validation holds no quadruplets"):
        FantopeMetric(4).fit(points, train, validation=none)


def test_a_validation_beyond_double_precision_is_refused() -> None:
    points, train, test = low_rank_world(0, n=50, n_test=10)
    with pytest.raises(InvalidConstraints, match="too large to compute with"):
        FantopeMetric(4).fit(points, train, validation=points[test] * 1e200)


@pytest.mark.parametrize("regulariser", ["fantope", "factor", "none"])
@pytest.mark.parametrize("solver", ["subgradient", "majorisation"])
@pytest.mark.parametrize(("mu", "scale"), [(1.0, 1.0), (1e72, 1e-6), (0.0, 1e10)])
def test_the_longest_steps_and_strongest_penalties_leave_finite_numbers(
    regulariser: str, solver: str, mu: float, scale: float
) -> None:
    points, train, _ = low_rank_world(0, n=100, n_test=10)
    metric = FantopeMetric(
        4, regulariser=regulariser, solver=solver, mu=mu, step=1e12, max_iterations=200, random_state=0
    ).fit(points * scale, train)
    assert np.isfinite(metric.matrix_).all()
    assert np.isfinite(metric.objective_)


def test_fractions_of_other_types_are_numbers_and_stay_as_they_were_given() -> None:
    points, train, _ = low_rank_world(0, n=50, n_test=10)
    given = {"mu": Fraction(1, 2), "gamma": Fraction(1, 8), "step": Fraction(1, 4)}
    metric = FantopeMetric(4, max_iterations=20, **given).fit(points, train)
    assert {name: metric.get_params()[name] for name in given} == given
    plain = FantopeMetric(4, max_iterations=20, mu=0.5, gamma=0.125, step=0.25).fit(points, train)
    np.testing.assert_array_equal(metric.matrix_, plain.matrix_)


def test_the_learned_space_has_the_learned_distances() -> None:
    points, train, _ = low_rank_world(0, n=300, n_test=10)
    metric = FantopeMetric(4, max_iterations=100).fit(points, train)
    moved = metric.transform(points)
    expected = ((moved[train[:, 0]] - moved[train[:, 1]]) ** 2).sum(axis=1)
    np.testing.assert_allclose(metric.pair_distance(train[:, :2]), expected, atol=1e-9)


def test_parameters_survive_clone() -> None:
    assert clone(FantopeMetric(7, mu=3.0)).get_params()["mu"] == 3.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_components": 0}, "n_components is 0: pass an integer of at least 1"),
        ({"n_components": 4}, "n_components is 4: pass at most the 3 features"),
        ({"mu": -1.0}, "mu is -1.0: pass a number of at least 0"),
        ({"mu": 1e200}, r"mu is 1e\+200: pass a number from 0 to 1e\+72"),
        ({"gamma": np.nan}, "gamma is nan"),
        ({"gamma": 1e200}, r"gamma is 1e\+200: pass a number from 0 to 1e\+72"),
        ({"regulariser": "log"}, "'fantope', 'trace'"),
        ({"solver": "newton"}, "majorisation"),
        ({"reduction": "max"}, "'mean', 'sum'"),
        ({"n_components": 2.5}, "n_components is 2.5: pass an integer"),
        ({"max_iterations": -1}, "max_iterations is -1: pass an integer"),
        ({"step": 0.0}, "step is 0.0: pass a positive number"),
        ({"step": -1.0}, "step is -1.0: pass a positive number"),
        ({"step": np.nan}, "step is nan: pass a positive number"),
        ({"regulariser": "factor", "step": 1e20}, r"step is 1e\+20: pass a number from 1e-100 to 1e\+12"),
        ({"warm_start": "no"}, "warm_start is 'no': pass True or False"),
    ],
)
def test_wrong_parameters_are_refused_at_fit(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        FantopeMetric(**parameters).fit(np.eye(3), [[0, 1, 1, 2]])


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(InvalidConstraints, match="nothing to learn from"):
        FantopeMetric(1).fit(np.eye(3))


@pytest.mark.parametrize("regulariser", ["fantope", "factor"])
@pytest.mark.parametrize("spoiled", [np.eye(20)[:3], np.full((20, 20), np.nan), np.full((4, 20), np.nan)])
def test_a_start_that_does_not_fit_is_refused(regulariser: str, spoiled: np.ndarray) -> None:
    points, train, _ = low_rank_world(0, n=50, n_test=10)
    with pytest.raises(InvalidInput, match=r"start has shape|entries of start reach nan"):
        FantopeMetric(4, regulariser=regulariser).fit(points, train, start=spoiled)


@pytest.mark.parametrize(
    ("start", "message"),
    [(np.eye(20) * 1e300, r"reach 1e\+300: pass numbers of at most 1e\+12"), (np.eye(20) * 1j, "complex")],
)
def test_a_start_that_is_too_large_or_complex_is_refused(start: np.ndarray, message: str) -> None:
    points, train, _ = low_rank_world(0, n=50, n_test=10)
    with pytest.raises(InvalidInput, match=message):
        FantopeMetric(4).fit(points, train, start=start)


def test_a_first_factor_has_the_rows_of_the_rank() -> None:
    points, train, _ = low_rank_world(0, n=50, n_test=10)
    metric = FantopeMetric(2, regulariser="factor", max_iterations=50)
    with pytest.raises(InvalidInput, match=r"pass \(2, 20\), as regulariser='factor' begins with"):
        metric.fit(points, train, start=np.eye(20))
    assert metric.fit(points, train, start=np.eye(20)[:2]).rank_ <= 2


def test_margins_of_the_training_do_not_touch_the_validation() -> None:
    points, train, test = low_rank_world(0, n=50, n_test=30)
    FantopeMetric(4, max_iterations=20).fit(points, train, deltas=np.ones(50), validation=test[:10])


def test_majorisation_keeps_the_round_that_orders_most_of_the_validation() -> None:
    points, train, test = low_rank_world(0, n=200, n_test=2000)
    start = np.eye(20)
    metric = FantopeMetric(4, solver="majorisation", mu=0.01, max_iterations=300)
    stopped = metric.fit(points, train, start=start, validation=test).score(test)
    run_out = metric.fit(points, train, start=start).score(test)
    assert stopped > run_out


def test_majorisation_takes_the_step_and_the_iterations() -> None:
    points, train, _ = low_rank_world(0, n=200, n_test=10)
    plain = {"solver": "majorisation", "mu": 0.01}
    matrices = [
        FantopeMetric(4, **plain, **more).fit(points, train, start=np.eye(20)).matrix_
        for more in ({"max_iterations": 100}, {"max_iterations": 20}, {"max_iterations": 100, "step": 0.1})
    ]
    assert np.abs(matrices[0] - matrices[1]).max() > 1e-6
    assert np.abs(matrices[0] - matrices[2]).max() > 1e-6
