"""What moved is compared where it stands now; what came, went or changed stays a change."""

import numpy as np
import pytest

from changemodel.features.alignment import row_signatures
from changemodel.features.gist import GistGrid
from changemodel.features.regions import region_distances
from changemodel.features.row_gist import RowGist
from changemodel.features.row_moves import RowMoves
from changemodel.features.version_rows import VersionRows

GRID = 10
GIST = GistGrid(grid=GRID)


def _lines(seed: int, height: int, width: int) -> np.ndarray:
    """Black strokes on white in lines of 20 px, as text is."""
    rng = np.random.default_rng(seed)
    strokes = np.repeat(rng.random((height // 20, 12, width // 4)) < 0.4, 4, axis=2)
    page = np.full((height, width, 3), 255, dtype=np.uint8)
    for line, stroke in enumerate(strokes):
        page[20 * line + 4 : 20 * line + 16, : stroke.shape[1]][stroke] = 0
    return page


@pytest.fixture(scope="module")
def page() -> np.ndarray:
    return _lines(0, 1400, 1000)


def _distances(before: np.ndarray, after: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """As they stand, and with what moved put back, (grid, grid) each."""
    plain = region_distances(*GIST.transform([before, after])).reshape(GRID, GRID)
    moves = RowMoves.between(*(VersionRows.of(row_signatures(item)) for item in (before, after)), GRID)
    if moves is None:
        return plain, plain
    found = moves.distances(GIST.by_rows(before), GIST.by_rows(after))
    return plain, found.reshape(GRID, GRID)


@pytest.mark.parametrize("height", [33, 140])
def test_a_banner_of_any_height_leaves_hardly_a_change_below_it(page: np.ndarray, height: int) -> None:
    pushed = np.concatenate([np.full((height, 1000, 3), 90, dtype=np.uint8), page])[:1400]
    plain, found = _distances(page, pushed)
    assert found[3:].sum() < 0.05 * plain[3:].sum()


def test_a_column_that_reflows_by_a_line_is_put_back_and_its_neighbours_stay(page: np.ndarray) -> None:
    reflowed = page.copy()
    reflowed[320:, :400] = page[300:-20, :400]
    plain, found = _distances(page, reflowed)
    assert found[4:, :4].sum() < 0.05 * plain[4:, :4].sum()
    assert found[:, 5:].sum() < 0.01 * plain[4:, :4].sum()


def test_what_changed_amid_what_moved_is_a_change(page: np.ndarray) -> None:
    pushed = np.concatenate([np.full((60, 1000, 3), 90, dtype=np.uint8), page])[:1400]
    pushed[560:660, 300:600] = _lines(1, 100, 300)
    _, found = _distances(page, pushed)
    changed = found[4:7, 3:6].sum()
    found[4:7, 3:6] = 0.0
    assert changed > 5 * found[2:].sum()


def test_what_was_put_in_is_a_change_where_it_came(page: np.ndarray) -> None:
    grown = np.concatenate([page[:400], _lines(2, 100, 1000), page[400:]])[:1400]
    _, found = _distances(page, grown)
    assert found[4].sum() > 0.5 * found.sum()


def test_pictures_of_which_nothing_moved_have_no_moves(page: np.ndarray) -> None:
    other = page.copy()
    other[100:200] = _lines(3, 100, 1000)
    rows = [VersionRows.of(row_signatures(item)) for item in (page, other)]
    assert RowMoves.between(*rows, GRID) is None
    assert RowMoves.between(rows[0], rows[0], GRID) is None


def test_strengths_by_rows_give_the_cells_of_gist(page: np.ndarray) -> None:
    edges = np.repeat(np.linspace(0, 1000, GRID + 1)[:, None], GRID, axis=1)
    cells = np.diff(GIST.by_rows(page).above(edges), axis=0) / 100.0
    expected = GIST.transform([page])[0].reshape(GRID, GRID, -1)
    np.testing.assert_allclose(cells[:9], expected[:9], atol=0.02 * np.abs(expected).max())
    whole = np.diff(RowGist.of_cells(expected.reshape(GRID * GRID, -1), GRID).above(edges), axis=0) / 100.0
    np.testing.assert_allclose(whole, expected, rtol=1e-4, atol=1e-5)
