from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from changemodel.change.calibration import (
    Calibration,
    ChosenPairs,
    PairLabel,
    checked_labels,
    choose_pairs,
    fit_calibration,
    fit_slope,
    join_labels,
)
from changemodel.change.hybrid import Hybrid
from changemodel.errors import InvalidConstraints
from changemodel.version import PageVersion

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_largest_pairs_become_dissimilar_and_the_smallest_similar() -> None:
    distances = np.random.default_rng(0).random(120)
    chosen = choose_pairs(distances, np.zeros(120, dtype=bool), 25)
    order = np.argsort(distances)
    assert set(chosen.rows[chosen.labels == -1]) == set(order[:25])
    assert set(chosen.rows[chosen.labels == 1]) == set(order[-25:])


def test_identical_pairs_are_never_taken() -> None:
    distances = np.random.default_rng(0).random(120)
    identical = np.zeros(120, dtype=bool)
    identical[np.argsort(distances)[:40]] = True
    chosen = choose_pairs(distances, identical, 25)
    assert not identical[chosen.rows].any()
    assert set(chosen.rows[chosen.labels == -1]) == set(np.argsort(distances)[40:65])


def test_a_pair_at_distance_zero_that_is_not_identical_may_be_similar() -> None:
    chosen = choose_pairs([0.0, 1.0], [False, False], 25)
    np.testing.assert_array_equal(chosen.rows, [0, 1])
    np.testing.assert_array_equal(chosen.labels, [-1, 1])


@pytest.mark.parametrize(("n_differing", "k"), [(49, 24), (50, 25), (3, 1), (2, 1), (1, 0), (0, 0)])
def test_too_few_pairs_halve_instead(n_differing: int, k: int) -> None:
    identical = np.arange(60) >= n_differing
    chosen = choose_pairs(np.arange(60.0), identical, 25)
    assert (chosen.labels == 1).sum() == (chosen.labels == -1).sum() == k
    assert len(set(chosen.rows)) == 2 * k


def test_equal_distances_are_taken_in_order() -> None:
    np.testing.assert_array_equal(choose_pairs(np.ones(6), np.zeros(6, dtype=bool), 2).rows, [0, 1, 4, 5])


def test_without_k_the_pairs_that_stand_out_are_dissimilar_and_both_classes_count_alike() -> None:
    rng = np.random.default_rng(0)
    news = rng.permutation(120) < 7
    chosen = choose_pairs(np.where(news, rng.uniform(3, 9, 120), rng.uniform(0.1, 0.5, 120)), news & False)
    np.testing.assert_array_equal(chosen.rows, np.arange(120))
    np.testing.assert_array_equal(chosen.labels > 0, news)
    assert chosen.counts[news].sum() == pytest.approx(60)
    assert chosen.counts.sum() == pytest.approx(120)


def test_without_k_pairs_that_are_all_alike_are_similar() -> None:
    chosen = choose_pairs(np.ones(6), np.arange(6) == 2)
    np.testing.assert_array_equal(chosen.rows, [0, 1, 3, 4, 5])
    np.testing.assert_array_equal(chosen.labels, -np.ones(5))
    assert len(choose_pairs([], []).rows) == 0


def test_a_person_s_label_replaces_the_assumption_and_adds_pairs() -> None:
    chosen = ChosenPairs(np.array([3, 8]), np.array([-1.0, 1.0]), np.ones(2))
    joined = join_labels(chosen, ChosenPairs(np.array([8, 5]), np.array([-1.0, 1.0]), np.ones(2)))
    assert dict(zip(joined.rows.tolist(), joined.labels.tolist(), strict=True)) == {3: -1.0, 8: -1.0, 5: 1.0}


def separated(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = np.repeat([-1.0, 1.0], 25)
    return rng.random((50, 3)) * 0.5 + 0.6 * (labels[:, None] > 0), labels


def test_the_decision_separates_the_pairs_it_was_made_from() -> None:
    parts, labels = separated()
    np.testing.assert_array_equal(fit_calibration(parts, labels).important(parts), labels > 0)


def test_the_probability_rises_with_the_decision_and_crosses_a_half_with_it() -> None:
    parts, labels = separated()
    calibration = fit_calibration(parts, labels)
    grid = np.random.default_rng(1).random((200, 3)) * 2
    decisions, probabilities = calibration.hybrid.decision(grid), calibration.probability(grid)
    order = np.argsort(decisions)
    assert (np.diff(probabilities[order]) >= 0).all()
    np.testing.assert_array_equal(probabilities > 0.5, calibration.important(grid))


def test_the_slope_minimises_the_log_loss_of_platt_s_targets() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([-1.0, 1.0], [20, 30])
    values = labels + rng.normal(size=50)
    targets = np.where(labels > 0, 31 / 32, 1 / 22)

    def log_loss(slope: float) -> float:
        return float(np.sum(np.logaddexp(0, slope * values) - targets * slope * values))

    best = minimize_scalar(log_loss, bounds=(0, 50), method="bounded", options={"xatol": 1e-10})
    assert fit_slope(values, labels) == pytest.approx(best.x, rel=1e-5)


def test_pairs_that_contradict_the_decision_leave_a_flat_but_rising_curve() -> None:
    assert 0 < fit_slope([1.0, -1.0], [-1.0, 1.0]) < 1e-3


def test_identical_captures_are_not_important_even_where_everything_else_is() -> None:
    calibration = Calibration(hybrid=Hybrid(weights=np.zeros(3), threshold=-1.0), slope=1.0)
    pairs = [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0]]
    np.testing.assert_array_equal(calibration.important(pairs), [False, True])
    assert calibration.probability(pairs)[0] == 0.0


@pytest.mark.parametrize("label", [-1.0, 1.0])
def test_labels_of_one_kind_decide_every_change_alike(label: float) -> None:
    calibration = fit_calibration([[1.0, 0.0], [2.0, 1.0]], [label, label])
    np.testing.assert_array_equal(calibration.important([[0.1, 0.0], [9.0, 9.0]]), [label > 0] * 2)
    assert not calibration.important([0.0, 0.0])


def test_labels_come_as_triples_or_as_a_mapping() -> None:
    triples = checked_labels([PairLabel(NOON, NOON + HOUR, True), (NOON, NOON + 2 * HOUR, False)])
    mapping = checked_labels({(NOON, NOON + HOUR): True, (NOON, NOON + 2 * HOUR): False})
    assert triples == mapping == {(NOON, NOON + HOUR): True, (NOON, NOON + 2 * HOUR): False}


def test_labels_are_of_pairs_whichever_version_is_named_first_and_in_which_time_zone() -> None:
    elsewhere = (NOON + HOUR).astimezone(timezone(timedelta(hours=9)))
    assert checked_labels([(elsewhere, NOON, True)]) == {(NOON, NOON + HOUR): True}


def test_a_label_may_name_the_versions_themselves() -> None:
    before, after = (PageVersion(captured_at=moment, text="") for moment in (NOON, NOON + HOUR))
    assert checked_labels([(before, after, True)]) == {(NOON, NOON + HOUR): True}


def test_labels_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InvalidConstraints, match="important and not important"):
        checked_labels([(NOON, NOON + HOUR, True), (NOON + HOUR, NOON, False)])


def test_a_label_said_twice_counts_once() -> None:
    assert len(checked_labels([(NOON, NOON + HOUR, True)] * 2)) == 1


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ((NOON, NOON, True), "with itself"),
        ((NOON, NOON + HOUR), "no label"),
        ((NOON, NOON + HOUR, "yes"), "no label"),
        ((NOON.replace(tzinfo=None), NOON + HOUR, True), "aware datetime"),
        (("2026-05-01", NOON, True), "aware datetime"),
    ],
)
def test_what_is_no_label_is_refused(label: tuple[object, ...], message: str) -> None:
    with pytest.raises(InvalidConstraints, match=message):
        checked_labels([label])
