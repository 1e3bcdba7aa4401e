import numpy as np
import pytest
from sklearn.base import clone

from changemodel import FantopeMetric
from changemodel.errors import InvalidConstraints
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
        ({"n_components": 0}, "between 1 and 3"),
        ({"n_components": 4}, "between 1 and 3"),
        ({"mu": -1.0}, "mu="),
        ({"gamma": np.nan}, "gamma="),
        ({"regulariser": "log"}, "fantope, trace"),
        ({"solver": "newton"}, "majorisation"),
        ({"reduction": "max"}, "mean, sum"),
    ],
)
def test_wrong_parameters_are_refused_at_fit(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        FantopeMetric(**parameters).fit(np.eye(3), [[0, 1, 1, 2]])


def test_nothing_to_learn_from_is_refused() -> None:
    with pytest.raises(InvalidConstraints, match="nothing to learn from"):
        FantopeMetric(1).fit(np.eye(3))
