"""Where on a grid a label can be decoded."""

from typing import Any

import numpy as np
import pytest

from changemodel import RegionDecoder, SearchLight
from changemodel.errors import InvalidInput

LABELS = np.tile(["news", "noise"], 20)
DAYS = np.repeat(np.arange(5), 8)


@pytest.fixture
def changes() -> np.ndarray:
    """Changes of a page of 5 x 6 cells; news is in the cell in row 1, column 2."""
    x = np.random.default_rng(0).normal(size=(40, 5, 6))
    x[LABELS == "news", 1, 2] += 3.0
    return x


def test_the_planted_cell_and_its_neighbours_are_found_and_no_others(changes: np.ndarray) -> None:
    light = SearchLight(estimator="lda", n_permutations=199).fit(changes, LABELS, DAYS)
    found = light.p_corrected_ <= 0.05
    cross = np.zeros((5, 6), dtype=bool)
    cross[1, 1:4] = cross[0:3, 2] = True
    assert light.scores_.shape == (5, 6)
    assert found[1, 2]
    assert not (found & ~cross).any()


def test_a_neighbourhood_is_what_a_region_of_its_cells_is(changes: np.ndarray) -> None:
    light = SearchLight(C=0.1).fit(changes, LABELS, DAYS)
    columns = [4 * 6 + 5, 3 * 6 + 5, 4 * 6 + 4]
    region = RegionDecoder(C=0.1, regions={"corner": columns}).fit(changes.reshape(40, 30), LABELS, DAYS)
    assert light.scores_[4, 5] == region.scores_[0, 0]


def test_only_what_the_masks_leave_is_decoded(changes: np.ndarray) -> None:
    process = np.zeros((5, 6), dtype=bool)
    process[1, 2] = process[4, 4] = True
    light = SearchLight(estimator="lda", process_mask=process, n_permutations=19).fit(changes, LABELS)
    assert np.array_equal(np.isfinite(light.scores_), process)
    assert light.null_scores_.shape == (19, 2)


def test_several_values_of_a_cell_are_one_pattern(changes: np.ndarray) -> None:
    rng = np.random.default_rng(1)
    both = np.stack([changes.reshape(40, 30), rng.normal(size=(40, 30))], axis=2)
    light = SearchLight(shape=(5, 6), radius=0.5, estimator="lda").fit(both, LABELS, DAYS)
    assert np.unravel_index(light.scores_.argmax(), (5, 6)) == (1, 2)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"shape": (3, 3)}, "has 9 points"),
        ({"shape": 10}, "sides of the grid"),
        ({"radius": 0}, "radius"),
        ({"mask": np.ones((2, 2), dtype=bool)}, "booleans of shape"),
        ({"mask": np.zeros((5, 6), dtype=bool)}, "no point"),
    ],
)
def test_grids_that_do_not_fit_are_refused(
    changes: np.ndarray, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        SearchLight(estimator="lda", **parameters).fit(changes, LABELS)
