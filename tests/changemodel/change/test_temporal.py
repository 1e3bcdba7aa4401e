import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel.change.temporal import Rhythm, TemporalConstraints, successive_pairs, temporal_constraints
from changemodel.errors import InvalidInput

HOURLY = Rhythm(step_h=1.0, gamma_h=4.0, window_h=6.0)


def hours_with_gaps(n: int = 30, missing: int = 8, seed: int = 0) -> np.ndarray:
    """n captures on whole hours, some hours missing."""
    hours = np.arange(n + missing)
    lost = np.random.default_rng(seed).choice(hours[1:-1], size=missing, replace=False)
    return np.setdiff1d(hours, lost).astype(float)


def enumerated(hours: np.ndarray, gamma: int, before: int, after: int) -> dict[tuple[int, ...], float]:
    """(4.1) and (4.2) read literally over whole hours: {(t, t+1, r, s) in hours: delta}."""
    present = {int(hour) for hour in hours}
    found = {}
    for t in present:
        if t + 1 not in present:
            continue
        for r in range(t - before, t + 1):
            for s in range(t + 1, t + after + 1):
                if r in present and s in present and (r, s) != (t, t + 1):
                    found[t, t + 1, r, s] = float(s - r >= gamma)
    return found


def as_hours(constraints: TemporalConstraints, hours: np.ndarray) -> dict[tuple[int, ...], float]:
    closer, farther = constraints.pairs[constraints.closer], constraints.pairs[constraints.farther]
    rows = hours[np.hstack([closer, farther])].astype(int)
    assert len({tuple(row) for row in rows}) == len(rows)
    return {tuple(row): float(delta) for row, delta in zip(rows.tolist(), constraints.deltas, strict=True)}


@pytest.mark.parametrize("seed", range(5))
def test_constraints_equal_a_brute_force_enumeration_on_thirty_versions_with_gaps(seed: int) -> None:
    hours = hours_with_gaps(seed=seed)
    assert as_hours(temporal_constraints(hours, HOURLY), hours) == enumerated(hours, 4, 6, 7)


@pytest.mark.parametrize(("gamma", "window"), [(2, 3), (5, 2), (24, 30)])
def test_gamma_and_window_are_respected(gamma: int, window: int) -> None:
    hours = hours_with_gaps()
    rhythm = Rhythm(step_h=1.0, gamma_h=gamma, window_h=window)
    assert as_hours(temporal_constraints(hours, rhythm), hours) == enumerated(
        hours, gamma, window, window + 1
    )


def test_no_constraint_is_both_strict_and_relaxed() -> None:
    constraints = temporal_constraints(hours_with_gaps(), HOURLY)
    quadruplets = np.column_stack([constraints.closer, constraints.farther])
    assert len(np.unique(quadruplets, axis=0)) == len(constraints)
    assert 0 < constraints.n_strict < len(constraints)


def test_five_days_of_hourly_captures_give_the_known_number_of_constraints() -> None:
    hours = np.arange(120.0)
    counts = [(min(t, 6) + 1) * (min(119 - t - 1, 6) + 1) - 1 for t in range(119)]
    assert len(temporal_constraints(hours, HOURLY)) == sum(counts)


def test_every_pair_of_versions_appears_once_in_the_table() -> None:
    constraints = temporal_constraints(np.arange(50.0), HOURLY)
    assert len(np.unique(constraints.pairs, axis=0)) == len(constraints.pairs)
    assert (constraints.pairs[:, 0] < constraints.pairs[:, 1]).all()
    used = np.union1d(constraints.closer, constraints.farther)
    np.testing.assert_array_equal(used, np.arange(len(constraints.pairs)))


def test_a_limit_draws_that_many_different_constraints() -> None:
    everything = as_hours(temporal_constraints(np.arange(300.0), HOURLY, limit=10**6), np.arange(300.0))
    drawn = as_hours(temporal_constraints(np.arange(300.0), HOURLY, limit=500), np.arange(300.0))
    assert len(drawn) == 500
    assert drawn.items() <= everything.items()


def test_the_draw_is_repeatable_and_follows_the_random_state() -> None:
    hours = np.arange(300.0)
    one, same, other = (temporal_constraints(hours, HOURLY, limit=500, random_state=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(one.pairs[one.farther], same.pairs[same.farther])
    assert not np.array_equal(one.pairs[one.farther], other.pairs[other.farther])


def test_a_missing_capture_removes_its_constraints_and_moves_none() -> None:
    hours = np.delete(np.arange(40.0), 20)
    whole = as_hours(temporal_constraints(np.arange(40.0), HOURLY), np.arange(40.0))
    remaining = as_hours(temporal_constraints(hours, HOURLY), hours)
    assert remaining == {key: delta for key, delta in whole.items() if 20 not in key}


def test_captures_around_a_gap_are_not_successive() -> None:
    np.testing.assert_array_equal(
        successive_pairs([0.0, 1.0, 2.1, 9.0, 10.0], HOURLY), [[0, 1], [1, 2], [3, 4]]
    )


def test_a_slower_rhythm_stretches_gamma_and_window() -> None:
    hours = hours_with_gaps()
    slow = temporal_constraints(6.0 * hours, Rhythm.of(6.0 * hours))
    assert as_hours(slow, hours) == as_hours(temporal_constraints(hours, HOURLY), hours)


def test_a_faster_rhythm_keeps_gamma_and_window_in_hours() -> None:
    rhythm = Rhythm.of(np.arange(0.0, 10.0, 0.5))
    assert (rhythm.step_h, rhythm.gamma_h, rhythm.window_h) == (0.5, 4.0, 6.0)


def test_the_usual_step_ignores_gaps() -> None:
    assert Rhythm.of(hours_with_gaps()).step_h == 1.0


def test_a_relaxed_constraint_spans_less_than_gamma() -> None:
    hours = hours_with_gaps()
    constraints = temporal_constraints(hours, HOURLY)
    span = np.diff(hours[constraints.pairs[constraints.farther]], axis=1)[:, 0]
    np.testing.assert_array_equal(constraints.deltas == 1.0, span >= 4.0)


@pytest.mark.parametrize("times", [[0.0], [0.0, 1.0], [0.0, 50.0, 51.0]])
def test_too_few_neighbours_give_no_constraints(times: list[float]) -> None:
    constraints = temporal_constraints(times, HOURLY)
    assert len(constraints) == 0
    assert constraints.pairs.shape == (0, 2)


@pytest.mark.parametrize("times", [[0.0, 2.0, 1.0], [0.0, 1.0, 1.0], [0.0, np.nan]])
def test_times_that_do_not_increase_are_refused(times: list[float]) -> None:
    with pytest.raises(InvalidInput):
        temporal_constraints(times, HOURLY)


def test_features_keep_the_order_of_the_constraints() -> None:
    constraints = temporal_constraints(np.arange(10.0), HOURLY)
    table = np.random.default_rng(0).random((len(constraints.pairs), 3))
    features = constraints.features(table)
    np.testing.assert_array_equal(features.closer, table[constraints.closer])
    np.testing.assert_array_equal(features.farther, table[constraints.farther])


@given(
    st.lists(st.floats(0.05, 30.0), min_size=2, max_size=25),
    st.floats(0.5, 10.0),
    st.floats(0.0, 10.0),
)
def test_any_spacing_gives_the_constraints_that_a_plain_loop_over_times_gives(
    gaps: list[float], gamma: float, window: float
) -> None:
    times = np.cumsum(gaps)
    rhythm = Rhythm(step_h=float(np.median(gaps)), gamma_h=gamma, window_h=window)
    expected = {}
    for t in range(len(times) - 1):
        if times[t + 1] - times[t] > 1.5 * rhythm.step_h + 1e-6:
            continue
        for r in range(t + 1):
            for s in range(t + 1, len(times)):
                inside = times[r] >= times[t] - window - 1e-6 and times[s] <= times[t + 1] + window + 1e-6
                if inside and (r, s) != (t, t + 1):
                    expected[t, t + 1, r, s] = float(times[s] - times[r] >= gamma - 1e-6)
    assert as_hours(temporal_constraints(times, rhythm), np.arange(len(times))) == expected
