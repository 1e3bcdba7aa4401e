import numpy as np
import pytest
from sklearn.metrics import average_precision_score, balanced_accuracy_score

from changemodel.errors import InvalidInput
from changemodel.evaluation.ranking import average_precision, balanced_accuracy, rank_changes


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_both_average_precisions_equal_scikit_learn_s(seed: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    important = rng.random(80) < 0.3
    distances = rng.integers(8, size=80) / 1.0 if ties else rng.random(80) + 0.4 * important
    ranking = rank_changes(distances, important)
    assert ranking.ap_dissimilar == pytest.approx(average_precision_score(important, distances), abs=1e-12)
    assert ranking.ap_similar == pytest.approx(average_precision_score(~important, -distances), abs=1e-12)
    assert ranking.map == pytest.approx((ranking.ap_similar + ranking.ap_dissimilar) / 2)


def test_a_perfect_ranking_scores_one() -> None:
    assert rank_changes([0.0, 0.1, 2.0, 3.0], [False, False, True, True]).map == 1.0


def test_a_small_example_by_hand() -> None:
    # descending: relevant, not, relevant -> (1/1 + 2/3) / 2
    assert average_precision([3.0, 2.0, 1.0], [True, False, True]) == pytest.approx(5 / 6)


def test_nothing_relevant_scores_zero() -> None:
    assert average_precision([1.0, 2.0], [False, False]) == 0.0


@pytest.mark.parametrize("seed", range(5))
def test_balanced_accuracy_equals_scikit_learn_s(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth, decided = rng.random(60) < 0.2, rng.random(60) < 0.5
    assert balanced_accuracy(decided, truth) == pytest.approx(balanced_accuracy_score(truth, decided))


def test_one_class_alone_counts_alone() -> None:
    assert balanced_accuracy([True, False], [True, True]) == 0.5


@pytest.mark.parametrize(
    ("distances", "important", "message"),
    [
        ([1.0, 2.0], [True, True], "same label"),
        ([1.0, np.nan], [True, False], "NaN"),
        ([1.0], [True, False], "one for each"),
    ],
)
def test_what_cannot_be_ranked_is_refused(
    distances: list[float], important: list[bool], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        rank_changes(distances, important)


def test_no_decisions_have_no_accuracy() -> None:
    with pytest.raises(InvalidInput, match="and some"):
        balanced_accuracy([], [])
