"""Rows B2, B4, B5, F10 and F11: Gaussian classes, the source's chains, what a metric of attributes is looked at for."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from changemodel import LMNN, RelativeAttributes
from changemodel.errors import InvalidConstraints, InvalidInput
from changemodel.metric.attribute_orders import pubfig_order
from changemodel.metric.attribute_recognition import (
    GaussianClasses,
    recogniser,
    related_attributes,
    retrieve,
)
from changemodel.metric.attribute_sampling import PerClassSplit
from changemodel.metric.threads import one_blas_thread
from tests.changemodel.metric.worlds import attribute_world

CHANCE = 12.5
ORDER = pubfig_order().to_numpy()
QWISE = RelativeAttributes(random_state=0)
FAST = LMNN(max_iterations=8)


@cache
def world(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    points, labels, _ = attribute_world(ORDER, seed)
    train, test = next(PerClassSplit(n_splits=1, random_state=seed).split(points, labels))
    return points, labels, train, test


def accuracy(chain: Pipeline, seed: int = 0) -> float:
    points, labels, train, test = world(seed)
    order = {"attributes__order": ORDER} if "attributes" in chain.named_steps else {}
    with one_blas_thread():
        chain.fit(points[train], labels[train], **order)
    return 100.0 * float(balanced_accuracy_score(labels[test], chain.predict(points[test])))


@parametrize_with_checks([GaussianClasses()])
def test_gaussian_classes_keep_scikit_learn_s_contract(estimator: GaussianClasses, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("count", [3, 200])
def test_gaussian_classes_are_found_even_from_fewer_images_than_features(count: int) -> None:
    rng = np.random.default_rng(0)
    means, labels = rng.normal(scale=4.0, size=(3, 6)), np.repeat(np.arange(3), count)
    learned = GaussianClasses().fit(means[labels] + rng.normal(size=(labels.size, 6)), labels)
    truth = np.repeat(np.arange(3), 100)
    assert learned.score(means[truth] + rng.normal(size=(300, 6)), truth) > 0.95


def test_the_covariances_are_the_class_s_with_a_share_of_their_mean_variance() -> None:
    points, labels = np.random.default_rng(0).normal(size=(40, 3)), np.repeat([0, 1], 20)
    learned = GaussianClasses(ridge=0.5).fit(points, labels)
    own = np.cov(points[labels == 1].T, bias=True)
    np.testing.assert_allclose(learned.covariances_[1], own + 0.5 * np.trace(own) / 3 * np.eye(3))


def test_a_class_of_one_point_takes_the_common_covariance() -> None:
    rng = np.random.default_rng(0)
    points, labels = np.vstack([rng.normal(size=(20, 2)), [9, 9]]), ["a"] * 20 + ["b"]
    learned = GaussianClasses().fit(points, labels)
    assert learned.predict([[0, 0], [9, 9]]).tolist() == ["a", "b"]
    assert np.isfinite(learned.predict_proba(points)).all()


def test_points_that_are_all_the_class_s_mean_are_told_apart_by_the_nearest_mean() -> None:
    learned = GaussianClasses().fit([[0.0, 1], [0, 1], [5, 1], [5, 1]], [0, 0, 1, 1])
    assert learned.predict([[1, 1], [4, 1]]).tolist() == [0, 1]


@pytest.mark.parametrize(("labels", "ridge"), [([0, 0, 0], 0.1), ([0, 1, 1], 0.0)])
def test_gaussians_of_one_class_or_without_a_ridge_are_refused(labels: list[int], ridge: float) -> None:
    with pytest.raises(InvalidInput, match=r"1 class|ridge"):
        GaussianClasses(ridge=ridge).fit(np.eye(3), labels)


@pytest.mark.parametrize(
    "chain",
    [
        recogniser(RelativeAttributes(strategy="ra")),
        recogniser(QWISE),
        recogniser(RelativeAttributes(strategy="ra"), metric=FAST),
        recogniser(QWISE, metric=FAST),
        recogniser(QWISE, metric=FAST, gaussian=True),
        recogniser(QWISE, metric=LMNN(mu=0.1, max_iterations=4)),
        recogniser(metric=FAST, n_directions=20),
        recogniser(metric=FAST, n_directions=20, gaussian=True),
    ],
)
def test_every_chain_beats_chance_three_times(chain: Pipeline) -> None:
    assert accuracy(chain) > 3 * CHANCE


def test_the_fantope_keeps_the_metric_of_attributes_to_its_rank() -> None:
    chain = recogniser(QWISE, metric=LMNN(mu=30.0, n_components=4, max_iterations=4))
    assert accuracy(chain) > 3 * CHANCE
    assert chain["metric"].rank_ <= 4


def test_of_ten_pairs_of_fully_ordered_classes_quadruplets_tell_as_much_as_pairs() -> None:
    found = {
        strategy: np.mean(
            [
                accuracy(
                    recogniser(
                        RelativeAttributes(
                            strategy=strategy, border_pairs=False, n_class_pairs=10, random_state=seed
                        )
                    ),
                    seed,
                )
                for seed in range(3)
            ]
        )
        for strategy in ("ra", "oqwsl")
    }
    assert found["oqwsl"] >= found["ra"] - 1.0


def test_a_chain_is_judged_by_scikit_learn_over_splits() -> None:
    points, labels, _, _ = world(0)
    scores = cross_val_score(
        recogniser(QWISE),
        points,
        labels,
        params={"attributes__order": ORDER},
        cv=PerClassSplit(n_splits=2, random_state=0),
        scoring="balanced_accuracy",
    )
    assert (scores > 0.375).all()


def test_a_chain_in_which_nothing_decides_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no metric"):
        recogniser(QWISE, gaussian=False)


def test_retrieval_equals_a_plain_search_and_counts_hits() -> None:
    rng = np.random.default_rng(0)
    gallery, queries = rng.normal(size=(40, 3)), rng.normal(size=(7, 3))
    theirs, asked = rng.integers(3, size=40), rng.integers(3, size=7)
    found = retrieve(gallery, queries, classes=(theirs, asked))
    plain = [np.argsort([((q - g) ** 2).sum() for g in gallery])[:5] for q in queries]
    np.testing.assert_array_equal(found.rows, plain)
    assert found.hits is not None
    np.testing.assert_array_equal(
        found.hits, [[theirs[row] == own for row in rows] for rows, own in zip(plain, asked, strict=True)]
    )
    np.testing.assert_allclose(found.distances[0, 0], np.linalg.norm(gallery[plain[0][0]] - queries[0]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 9}, "gallery has 4"),
        ({"count": 0}, "count"),
        ({"count": 2, "classes": ([1, 2], [1])}, "classes"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        retrieve(np.eye(4), np.eye(4)[:1], **arguments)


def test_attributes_that_a_metric_counts_together_come_first() -> None:
    matrix = np.array([[4.0, 0.1, -5.0], [0.1, 1.0, 0.2], [-5.0, 0.2, 9.0]])
    found = related_attributes(matrix, ["open", "tall", "dark"])
    assert [pair[:2] for pair in found] == [("open", "dark"), ("tall", "dark"), ("open", "tall")]
    assert found[0][2] == pytest.approx(-5 / 6)
    with pytest.raises(InvalidConstraints, match="3 rows"):
        related_attributes(matrix, ["open"])
