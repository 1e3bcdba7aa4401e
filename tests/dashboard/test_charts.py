"""Charts as geometry."""

from datetime import timedelta

import pytest

from dashboard.charts import BASE, LEFT, MOST_STEMS, RIGHT, TOP, WIDTH, sparkline, timeline
from storage.queries.timelines import Point
from storage.records import Outcome, ResponseKind
from tests.dashboard.sample import START


def point(
    hour: float,
    distance: float | None = 1.0,
    important: bool | None = False,
    model: int | None = 1,
    **fields: object,
) -> Point:
    scored = distance is not None
    values: dict[str, object] = {
        "id": int(hour * 60) + 1,
        "page_id": 1,
        "at": START + timedelta(hours=hour),
        "outcome": Outcome.COMPLETE,
        "response_kind": ResponseKind.CONTENT,
        "good": True,
        "status": 200,
        "problems": (),
        "has_view": True,
        "before_id": int(hour * 60) if scored else None,
        "distance": distance,
        "probability": None,
        "important": important,
        "model_id": model if scored else None,
    }
    return Point(**(values | fields))  # type: ignore[arg-type]


def test_the_largest_distance_reaches_the_top() -> None:
    chart = timeline([point(0, 1.0), point(1, 4.0), point(2, 2.0)])
    assert chart is not None
    assert [stem.y for stem in chart.stems] == [BASE - (BASE - TOP) / 4, TOP, BASE - (BASE - TOP) / 2]


def test_stems_stand_inside_the_drawing_in_the_order_of_time() -> None:
    chart = timeline([point(hour) for hour in range(30)])
    assert chart is not None
    places = [stem.x for stem in chart.stems]
    assert places == sorted(places)
    assert places[0] > LEFT
    assert places[-1] < WIDTH - RIGHT


def test_plain_distances_have_a_scale_of_their_own() -> None:
    chart = timeline([point(0, 40.0, None, None), point(1, 20.0, None, None), point(2, 0.5), point(3, 1.0)])
    assert chart is not None
    assert chart.two_scales
    assert [stem.y for stem in chart.stems] == [TOP, (BASE + TOP) / 2, (BASE + TOP) / 2, TOP]
    assert chart.levels[-1].label == "1"


def test_too_many_captures_are_joined_and_the_important_one_stays() -> None:
    points = [point(hour / 10, 1.0) for hour in range(3000)]
    points[1234] = point(123.4, 0.1, True)
    chart = timeline(points)
    assert chart is not None
    assert chart.joined
    assert len(chart.stems) <= MOST_STEMS
    assert sum(stem.kind == "important" for stem in chart.stems) == 1


def test_visits_that_brought_less_home_are_marked_by_kind() -> None:
    failed = point(1, None, outcome=Outcome.FAILED, good=False, has_view=False)
    partial = point(2, outcome=Outcome.PARTIAL)
    error = point(3, None, good=False, status=503)
    wall = point(4, None, good=False, outcome=Outcome.PARTIAL, response_kind=ResponseKind.BOT_WALL)
    chart = timeline([point(0), failed, partial, error, wall])
    assert chart is not None
    assert [mark.kind for mark in chart.marks] == ["failed", "partial", "error", "wall"]
    assert chart.kinds == ["unimportant", "failed", "partial", "wall", "error"]


@pytest.mark.parametrize("hours", [0.5, 5, 30, 24 * 7, 24 * 45, 24 * 365, 24 * 3000])
def test_the_time_axis_has_a_readable_number_of_ticks(hours: float) -> None:
    chart = timeline([point(0), point(hours)])
    assert chart is not None
    assert len(chart.ticks) <= 10
    assert all(LEFT <= tick.x <= WIDTH - RIGHT for tick in chart.ticks)


def test_one_capture_is_a_chart() -> None:
    chart = timeline([point(0, None)])
    assert chart is not None
    assert chart.stems == ()
    assert len(chart.ticks) == 1


def test_nothing_is_no_chart() -> None:
    assert timeline([]) is None
    assert sparkline([point(0, None)], since=START, until=START) is None


def test_a_sparkline_keeps_the_strongest_of_a_place() -> None:
    points = [point(0.0), point(0.01, 0.2, True), point(0.02, 5.0), point(160.0, 2.0)]
    chart = sparkline(points, since=START, until=START + timedelta(days=7))
    assert chart is not None
    assert [bar.important for bar in chart.bars] == [True, False]
    assert all(0 <= bar.x <= chart.width and bar.y >= 0 for bar in chart.bars)
