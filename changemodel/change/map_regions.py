"""Groups neighbouring cells of an importance map that matter alike into one region.

Named as future work in Law 2015, section 4.6: merge adjacent grid cells of similar weight into one semantic block.
Ours is Ward's clustering under the grid's neighbourhood, as scikit-learn has it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.cluster import ward_tree
from sklearn.feature_extraction.image import grid_to_graph

from changemodel.arguments import number_from_0
from changemodel.errors import InvalidInput

_SAME = 1e-12  # relative difference that is rounding
KEPT = 0.9  # of the map's variance


def map_regions(importance_map: ArrayLike, kept: float = KEPT) -> NDArray[np.intp]:
    """The fewest connected regions whose mean values keep a share of an importance map's variance.

    Parameters
    ----------
    importance_map : array, shape (rows, columns)
        As ``ChangeModel.importance_map_``.
    kept : float, in (0, 1]
        Share of the variance between cells. At 1 every cell that differs from its neighbours stands alone.

    Returns
    -------
    Number of each cell's region, shape (rows, columns): 0 the region with the largest sum, and so on. A map that is
    the same everywhere is one region.

    Raises
    ------
    InvalidInput
        No two-dimensional array of finite numbers, or ``kept`` out of range.
    """
    try:
        values = np.asarray(importance_map, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(
            f"a map is no array of numbers ({error}): pass finite numbers (rows, columns)"
        ) from error
    if values.ndim != 2 or values.size == 0 or not np.isfinite(values).all():
        raise InvalidInput(f"a map of shape {values.shape} is none: pass finite numbers (rows, columns)")
    if number_from_0(kept, "kept") == 0 or kept > 1:
        raise InvalidInput(f"kept is {kept!r}: pass a share above 0 and up to 1")
    cells = values.ravel() / max(np.abs(values).max(), np.finfo(np.float64).tiny)
    total = float(((cells - cells.mean()) ** 2).sum())
    if np.ptp(cells) <= _SAME * np.abs(cells).max():
        return np.zeros(values.shape, dtype=np.intp)
    labels = _merged(cells, values.shape, (1 - kept) * total)
    return _by_importance(labels, cells).reshape(values.shape)


def _merged(cells: NDArray[np.float64], shape: tuple[int, ...], loss: float) -> NDArray[np.intp]:
    """Merge in Ward's order while the variance lost within regions is at most ``loss``."""
    children, _, _, _, heights = ward_tree(
        cells[:, None], connectivity=grid_to_graph(*shape), return_distance=True
    )
    lost = np.cumsum(heights**2) / 2  # Ward's height squared is twice what a merge loses
    tolerance = 1e-9 * max(loss, float(lost[-1]))
    parent = np.arange(len(cells) + len(children))
    for merge, (first, second) in enumerate(children[lost <= loss + tolerance]):
        parent[[first, second]] = len(cells) + merge
    roots = np.arange(len(cells))
    while (parent[roots] != roots).any():
        roots = parent[roots]
    return np.asarray(np.unique(roots, return_inverse=True)[1], dtype=np.intp)


def _by_importance(labels: NDArray[np.intp], cells: NDArray[np.float64]) -> NDArray[np.intp]:
    order = np.argsort(-np.bincount(labels, weights=cells), kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return rank[labels]
