from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changemodel import ChangeModel, PageVersion
from changemodel.change.alerts import alert_threshold
from changemodel.errors import InvalidInput, NotFitted
from tests.changemodel.change.worlds import START, World, features_version, simulated

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50)


@pytest.fixture(scope="module")
def world() -> World:
    return simulated(0, days=14)


@given(VALUES, st.floats(0.01, 20.0), st.floats(0.0, 50.0))
def test_the_budget_is_never_exceeded_on_the_window(values: list[float], weeks: float, budget: float) -> None:
    raised = int((np.array(values) > alert_threshold(values, weeks, budget)).sum())
    assert raised <= np.floor(budget * weeks + 0.5)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=50, unique=True), st.integers(0, 60))
def test_without_ties_the_budget_is_used_up(values: list[float], n: int) -> None:
    raised = int((np.array(values) > alert_threshold(values, 1.0, n)).sum())
    assert raised == min(n, len(values))


def test_of_equal_changes_at_the_border_none_raises_an_alarm() -> None:
    assert alert_threshold([3.0, 2.0, 2.0, 1.0], 1.0, 2) == 2.0


def test_more_budget_than_changes_lets_all_through() -> None:
    assert alert_threshold([1.0, 2.0], 1.0, 5) == -np.inf
    assert alert_threshold([], 1.0, 5) == -np.inf


def test_a_budget_of_nothing_lets_nothing_through() -> None:
    assert alert_threshold([1.0, 2.0], 1.0, 0) == alert_threshold([], 1.0, 0) == np.inf


def test_on_too_short_a_window_only_what_exceeds_all_that_was_seen_is_above() -> None:
    assert alert_threshold([1.0, 5.0, 2.0], 0.1, 3) == 5.0


@pytest.mark.parametrize("budget", [-1.0, float("nan"), float("inf")])
def test_a_budget_that_is_none_is_refused(world: World, budget: float) -> None:
    with pytest.raises(InvalidInput, match="alerts_per_week"):
        ChangeModel(alerts_per_week=budget).fit(world.versions)


def test_about_as_many_alarms_as_asked_for_and_the_probability_stays(world: World, tmp_path: Path) -> None:
    plain, budgeted = (ChangeModel(alerts_per_week=k).fit(world.versions) for k in (None, 6))
    budgeted.save(tmp_path)
    ours = [budgeted.compare(*pair) for pair in pairwise(world.versions)]
    again = [ChangeModel.load(tmp_path).compare(*pair) for pair in list(pairwise(world.versions))[:30]]
    theirs = [plain.compare(*pair) for pair in pairwise(world.versions)]
    assert [score.probability for score in ours] == [score.probability for score in theirs]
    assert [score.important for score in again] == [score.important for score in ours[:30]]
    # two weeks but for gaps, whose pairs are watched for alarms too
    assert 9 <= sum(score.important for score in ours) <= 14
    assert sum(score.important for score in theirs) > 50
    assert budgeted.details_["alert_probability"] == budgeted.threshold_for(6).probability
    assert {score.alarm_above for score in (*ours, *again)} == {budgeted.details_["alert_probability"]}
    assert theirs[0].alarm_above is None


def test_a_threshold_that_is_said_counts_in_place_of_the_budget(world: World) -> None:
    budgeted = ChangeModel(alerts_per_week=6).fit(world.versions)
    said = budgeted.with_alarm_above(0.2)
    scores = [said.compare(*pair) for pair in pairwise(world.versions)]
    assert [score.important for score in scores] == [score.probability > 0.2 for score in scores]
    assert scores[0].alarm_above == pytest.approx(0.2)
    assert budgeted.compare(*world.versions[:2]).alarm_above == budgeted.details_["alert_probability"]
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        budgeted.with_alarm_above(1)


def test_a_larger_budget_than_a_page_has_important_changes_rings_for_no_others(world: World) -> None:
    plain, rich = (ChangeModel(alerts_per_week=k).fit(world.versions) for k in (None, 1000))
    ours = [rich.compare(*pair).important for pair in pairwise(world.versions)]
    assert ours == [plain.compare(*pair).important for pair in pairwise(world.versions)]
    assert rich.threshold_for(1000).probability == 0.5


def test_the_alarms_that_are_left_are_the_most_probable_changes(world: World) -> None:
    model = ChangeModel(alerts_per_week=6).fit(world.versions)
    scores = [model.compare(*pair) for pair in pairwise(world.versions)]
    raised = [score.probability for score in scores if score.important]
    assert min(raised) >= max(score.probability for score in scores if not score.important)


@pytest.mark.parametrize(("budget", "alarms"), [(None, 1), (1, 1), (0.05, 0), (0, 0)])
def test_the_budget_holds_for_words_that_change_once(budget: float | None, alarms: int) -> None:
    """What the change rings with is what the window was ranked by."""
    rules = ["You may cancel within fourteen days.", "We store your name.", "Write to our office."]
    said = [rules, [rules[0], "We store your name and what you bought.", rules[2]]]
    versions = [
        PageVersion(START + timedelta(days=day), text="\n".join(said[day >= 20])) for day in range(30)
    ]
    model = ChangeModel(alerts_per_week=budget).fit(versions)
    assert sum(model.compare(*pair).important is True for pair in pairwise(versions)) == alarms


def test_a_model_that_learned_nothing_has_no_threshold() -> None:
    still = [features_version(hour, np.ones((100, 32))) for hour in range(9)]
    with pytest.raises(NotFitted, match="alert budget"):
        ChangeModel(alerts_per_week=3).fit(still).threshold_for(3)
    with pytest.raises(NotFitted):
        ChangeModel().threshold_for(3)
