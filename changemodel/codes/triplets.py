"""Triplets (anchor, near, far) out of class labels, and neighbours of patches.

Source: S. Paisitkriangkrai et al. (2014), sections 3.1 and 3.6: of each anchor ``n_pos`` nearest points of its own
class, and ``n_neg`` nearest points of each other class, in the space that is given, before any bit is learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial.distance import cdist

from changemodel.errors import InvalidConstraints, InvalidInput

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]


@dataclass(frozen=True)
class Triplets:
    """Row numbers of points; ``near`` shall be nearer to ``anchor`` than ``far`` is."""

    anchor: IntArray
    near: IntArray
    far: IntArray

    def __len__(self) -> int:
        return len(self.anchor)

    def taken(self, rows: NDArray[np.generic]) -> Triplets:
        """Some of them."""
        return Triplets(self.anchor[rows], self.near[rows], self.far[rows])


def mine_triplets(
    points: FloatArray, codes: IntArray, n_pos: int, n_neg: int, cap_per_anchor: int | None = None
) -> Triplets:
    """Each anchor with each of its near points and each of its far points of each other class.

    Parameters
    ----------
    points : float array, shape (n, n_features)
    codes : int array, shape (n,)
        Classes from 0 on.
    n_pos, n_neg : int
        Fewer where a class is smaller.
    cap_per_anchor : int, optional
        At most so many triplets of each anchor, the farthest points left out first; None: all.

    Raises
    ------
    InvalidConstraints
        Every class has a single point.
    """
    near_of, far_of = neighbour_table(points, codes, n_pos, n_neg)
    found = []
    for anchor, (near, far) in enumerate(zip(near_of, far_of, strict=True)):
        pairs = np.stack(np.meshgrid(near, far, indexing="ij"), axis=-1).reshape(-1, 2)
        if cap_per_anchor is not None:
            pairs = pairs[:cap_per_anchor]
        found.append(np.column_stack([np.full(len(pairs), anchor), pairs]))
    rows = np.concatenate(found)
    if not len(rows):
        raise InvalidConstraints("every class has a single point: there are no near points to learn from")
    return Triplets(*rows.T.astype(np.intp))


def neighbour_table(
    points: FloatArray, codes: IntArray, n_pos: int, n_neg: int
) -> tuple[list[IntArray], list[IntArray]]:
    """Of each point the nearest of its class, itself left out, and the nearest of each other class, nearest first."""
    members = [np.flatnonzero(codes == c) for c in range(int(codes.max()) + 1)]
    near: list[IntArray] = [np.empty(0, dtype=np.intp)] * len(points)
    far: list[list[IntArray]] = [[] for _ in points]
    for begin in range(0, len(points), 1024):
        block = slice(begin, begin + 1024)
        for c, rows in enumerate(members):
            distances = cdist(points[block], points[rows], "sqeuclidean")
            own = codes[block] == c
            itself = np.searchsorted(rows, begin + np.flatnonzero(own))
            distances[own, itself] = np.inf
            order = np.argsort(distances, axis=1, kind="stable")
            for row, is_own in enumerate(own):
                if is_own:
                    near[begin + row] = rows[order[row, : min(n_pos, len(rows) - 1)]]
                else:
                    far[begin + row].append(rows[order[row, :n_neg]])
    return near, [np.concatenate(parts) if parts else np.empty(0, dtype=np.intp) for parts in far]


def patch_triplets(
    patches: FloatArray, codes: IntArray, images: IntArray, miss: str = "each"
) -> tuple[Triplets, IntArray]:
    """Each patch with the nearest of its class in another image, and the nearest of other classes.

    Parameters
    ----------
    patches : float array, shape (n, n_features)
    codes, images : int array, shape (n,)
        Class and image of each patch, from 0 on.
    miss : {"each", "any"}
        One far patch of each other class, or the nearest of all other classes together.

    Returns
    -------
    triplets : Triplets
    owner : int array
        The image of each triplet's anchor.

    Raises
    ------
    InvalidConstraints
        A class of one image: its patches have no near ones.
    """
    k = int(codes.max()) + 1
    found = []
    for begin in range(0, len(patches), 512):
        rows = np.arange(begin, min(begin + 512, len(patches)))
        distances = cdist(patches[rows], patches, "sqeuclidean")
        distances[images[rows][:, None] == images] = np.inf
        nearest = np.full((len(rows), k), -1, dtype=np.intp)
        least = np.full((len(rows), k), np.inf)
        for c in range(k):
            members = np.flatnonzero(codes == c)
            place = distances[:, members].argmin(axis=1)
            nearest[:, c], least[:, c] = members[place], distances[np.arange(len(rows)), members[place]]
        found.append(_rows_of(rows, codes[rows], nearest, least, miss))
    anchor, near, far = np.concatenate(found).T
    return Triplets(anchor, near, far), images[anchor]


def _rows_of(
    rows: IntArray, own: IntArray, nearest: IntArray, least: FloatArray, miss: str
) -> NDArray[np.intp]:
    here = np.arange(len(rows))
    if not np.isfinite(least[here, own]).all():
        raise InvalidConstraints("a class has a single image: its patches have no near ones. Leave it out")
    near = nearest[here, own]
    others = least.copy()
    others[here, own] = np.inf
    if miss == "any":
        return np.column_stack([rows, near, nearest[here, others.argmin(axis=1)]])
    place, classes = np.nonzero(np.arange(nearest.shape[1]) != own[:, None])
    return np.column_stack([rows[place], near[place], nearest[place, classes]])


def checked_triplets(triplets: ArrayLike, n_points: int) -> Triplets:
    """Given index triplets, shape (n, 3).

    Raises
    ------
    InvalidInput
        Another shape, no integers, none at all, or rows that there are not.
    """
    array = np.asarray(triplets)
    if array.ndim != 2 or array.shape[1] != 3 or not len(array) or array.dtype.kind not in "iu":
        raise InvalidInput(
            f"triplets are an array of {array.dtype} of shape {array.shape}: pass row numbers (anchor, near, far), "
            "shape (n, 3)"
        )
    if array.min() < 0 or array.max() >= n_points:
        raise InvalidInput(
            f"triplets name rows from {array.min()} to {array.max()} of {n_points} points: number them from 0 on"
        )
    return Triplets(*array.T.astype(np.intp))
