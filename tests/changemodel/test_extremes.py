"""What nobody would pass on purpose is refused in words, or costs no more than it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pandas as pd
import pytest

from changemodel import ChangeModel, PageVersion, Prior, bootstrap_map, draw_overlay, explain, map_regions
from changemodel.errors import InvalidConstraints, InvalidInput, InvalidVersion
from tests.pictures import described_once

START = datetime(2026, 3, 2, tzinfo=UTC)
WHITE = np.full((1000, 1000, 3), 255, dtype=np.uint8)
STILL = np.full((100, 8), 0.1)
"""Features of a screenshot that is not read."""
HUGE = [
    (0.0, -1e9, 5.0, 2e9 + 50.0),
    (0.0, 0.0, 3e10, 5.0),
    (1e10, 1e10, 5.0, 5.0),
    (0.0, 0.0, 1e30, 1e30),
    (-1e300, -1e300, 1.7e308, 1.7e308),
]


@pytest.fixture(scope="module", autouse=True)
def _described_once() -> Iterator[None]:
    with described_once():
        yield


def _worded(hour: int, text: str, **brought: object) -> PageVersion:
    block = {"path": "body>p", "text": text, **brought}
    return PageVersion(START + timedelta(hours=hour), features=STILL, blocks=[block])


@pytest.mark.parametrize("box", HUGE)
@pytest.mark.parametrize("text", ["Notice {}", "It is {}:00"])
def test_a_box_of_any_size_is_drawn_as_far_as_it_is_seen(
    box: tuple[float, float, float, float], text: str
) -> None:
    sides = dict(zip(("x_px", "y_px", "width_px", "height_px"), box, strict=True))
    before, after = (_worded(hour, text.format(hour), **sides) for hour in (11, 12))
    assert draw_overlay(explain(ChangeModel(), before, after), WHITE).shape[1] == 1000


@pytest.mark.parametrize("width", [1e-14, 1e-200, 1e200])
def test_a_block_without_an_area_that_can_be_told_leaves_the_map_a_map(width: float) -> None:
    versions = [
        _worded(hour, f"Notice {hour // 5}", x_px=500, y_px=10, width_px=width, height_px=width)
        for hour in range(60)
    ]
    assert ChangeModel().fit(versions).importance_map_.sum() == pytest.approx(1.0)


def test_a_path_with_a_nul_is_refused_as_it_could_not_be_saved() -> None:
    with pytest.raises(InvalidVersion, match="a path with a NUL character"):
        PageVersion(START, blocks=[{"path": "p\0", "text": "News"}])


def test_thousands_of_blocks_that_say_the_same_and_deep_ones_are_compared() -> None:
    same = [
        [
            {"path": f"ul>li:nth-of-type({row})", "text": "more", "links": [f"{hour}/{row}"]}
            for row in range(20_000)
        ]
        for hour in (0, 1)
    ]
    first, second = (PageVersion(START + timedelta(hours=hour), blocks=same[hour]) for hour in (0, 1))
    assert len(ChangeModel().compare(first, second).blocks) == 20_000
    deep = [
        PageVersion(
            START + timedelta(hours=hour),
            blocks=[
                {"path": "div>" * 5000 + f"p:nth-of-type({row})", "text": f"{row} {hour}"} for row in range(9)
            ],
        )
        for hour in range(3)
    ]
    assert ChangeModel().fit(deep).compare(*deep[:2]).distance > 0.0


@pytest.mark.parametrize(
    "moment", [datetime.max.replace(tzinfo=timezone(timedelta(hours=-5))), pd.NaT, "now"]
)
def test_a_label_of_no_time_is_refused(moment: object) -> None:
    versions = [_worded(hour, "Words") for hour in range(3)]
    with pytest.raises(InvalidConstraints, match="speaks of the time"):
        ChangeModel().fit(versions, [(moment, START, True)])  # type: ignore[list-item]


@pytest.mark.parametrize("moment", [datetime.max, datetime.min])
def test_the_ends_of_the_calendar_are_no_times_of_captures(moment: datetime) -> None:
    with pytest.raises(InvalidVersion, match="no time in UTC"):
        PageVersion(moment.replace(tzinfo=UTC), text="Words")


@pytest.mark.parametrize("signatures", ["abc", np.zeros((5, 9), np.uint32), np.zeros((10, 10))])
def test_signatures_that_are_none_are_refused(signatures: object) -> None:
    with pytest.raises(InvalidInput, match="pass what row_signatures returns"):
        PageVersion(START, WHITE, signatures=signatures)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", ["abc", np.zeros((5, 3, 4)), np.zeros((5, 3, 4), dtype=np.uint8)])
def test_row_features_that_are_none_or_of_another_grid_are_refused(rows: object) -> None:
    with pytest.raises(InvalidInput, match="GistGrid"):
        PageVersion(START, features=np.ones((4, 4)), row_features=rows)  # type: ignore[arg-type]


def test_complex_features_are_refused() -> None:
    with pytest.raises(InvalidVersion, match="complex"):
        PageVersion(START, features=np.ones((4, 2), dtype=np.complex64))


def test_a_score_of_another_grid_is_not_explained() -> None:
    pair = PageVersion(START, WHITE, text="One"), PageVersion(START + timedelta(hours=1), WHITE, text="Two")
    with pytest.raises(InvalidInput, match="score has 4 regions a side, the model 10"):
        explain(ChangeModel(), *pair, ChangeModel(grid=4).compare(*pair))


def test_a_budget_of_any_size_is_a_ceiling() -> None:
    versions = [_worded(hour, f"Notice {hour // 5}") for hour in range(60)]
    plain, wide = (ChangeModel(alerts_per_week=budget).fit(versions) for budget in (None, 1e308))
    assert wide.compare(*versions[4:6]).important is plain.compare(*versions[4:6]).important


@pytest.mark.parametrize("given", [[[1.0], [1.0, 2.0]], [["a"]], [[object()]]])
def test_what_is_no_map_has_no_regions(given: object) -> None:
    with pytest.raises(InvalidInput, match="pass finite numbers"):
        map_regions(given)  # type: ignore[arg-type]


def test_regions_of_a_map_do_not_depend_on_its_unit() -> None:
    assert map_regions([[1e200, 1.0], [1.0, 1.0]]).tolist() == [[0, 1], [1, 1]]
    with pytest.raises(InvalidInput, match="kept is 'a'"):
        map_regions([[1.0]], kept="a")  # type: ignore[arg-type]


def test_what_is_no_model_is_named() -> None:
    with pytest.raises(InvalidInput, match="item 0 of models is a int"):
        Prior.from_models([1])  # type: ignore[list-item]
    with pytest.raises(InvalidInput, match="models is a single str"):
        Prior.from_models("model")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="model is a str"):
        bootstrap_map("model", [])  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="grid is 1001"):
        ChangeModel(grid=1001).compare(_worded(0, "One"), replace(_worded(1, "Two")))
