"""The grid over a screenshot."""

import pytest

from dashboard.overlay import LEARNED_VIEW_PX, overlay


def _grid(size: int = 10, **cells: float) -> list[list[float]]:
    grid = [[0.0] * size for _ in range(size)]
    for name, value in cells.items():
        row, column = map(int, name[1:].split("_"))
        grid[row][column] = value
    return grid


@pytest.mark.parametrize("size", [4, 8, 10, 7])
def test_cells_cover_the_learned_view_without_gap(size: int) -> None:
    drawn = overlay([[1.0] * size] * size, kind="importance", width_px=1000, height_px=1000)
    assert drawn is not None
    assert sum(region.width_px * region.height_px for region in drawn.regions) == LEARNED_VIEW_PX**2


def test_cells_keep_their_place_on_a_wider_screenshot() -> None:
    drawn = overlay(_grid(c2_3=1.0), kind="importance", width_px=1366, height_px=768)
    assert drawn is not None
    (region,) = drawn.strongest
    assert (region.x_px, region.y_px, region.width_px, region.height_px) == (300, 200, 100, 100)
    assert drawn.width_px == 1366


def test_opacity_grows_with_the_share() -> None:
    drawn = overlay(_grid(c0_0=1.0, c0_1=2.0, c0_2=4.0), kind="change", width_px=1000, height_px=1000)
    assert drawn is not None
    opacities = [region.opacity for region in drawn.regions[:4]]
    assert opacities[0] < opacities[1] < opacities[2] < 1
    assert opacities[3] == 0


def test_shares_sum_to_one() -> None:
    drawn = overlay(_grid(c0_0=3.0, c9_9=1.0), kind="weights", width_px=1000, height_px=1000)
    assert drawn is not None
    assert sum(region.share for region in drawn.regions) == pytest.approx(1)
    assert drawn.strongest[0].title == "75 % (x 0–100, y 0–100 px)"


def test_the_outline_goes_round_the_fewest_regions_that_hold_most() -> None:
    drawn = overlay(_grid(c1_1=5.0, c1_2=4.0, c5_5=1.0), kind="change", width_px=1000, height_px=1000)
    assert drawn is not None
    assert [(region.row, region.column) for region in drawn.regions if region.outlined] == [(1, 1), (1, 2)]
    assert drawn.outline.count("M") == 6  # the edge between the two is not drawn
    assert drawn.summary.startswith(
        "90 % of the change is in 2 of 100 regions, between x 100 and 300 and y 100 and 200"
    )


@pytest.mark.parametrize("grid", [[], [[0.0, 0.0], [0.0, 0.0]]])
def test_a_grid_of_nothing_is_no_overlay(grid: list[list[float]]) -> None:
    assert overlay(grid, kind="importance", width_px=1000, height_px=1000) is None
