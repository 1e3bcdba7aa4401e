"""Margins of triplets under the weights of bits: one weight for a bit, one for each class, or summed over an image.

Of a triplet and a bit, a = |h(anchor) - h(far)| - |h(anchor) - h(near)|, in {-2, 0, 2} with bits of -1 and 1. Source:
S. Paisitkriangkrai et al. (2014), sections 3.1 to 3.4, with two corrections: as printed in (3) the class-r term has a
minus, by the paper's own definition of the distance a plus (``sign``); and the constraint of class r takes, of the
anchors in r, each triplet under its own far class.

Of dual variables u, what a bit is worth is a quadratic form of its values, sum over pairs S_ij |h_i - h_j|: each system
gives S, one for each class whose weights it could enter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from changemodel.codes.triplets import Triplets

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]


class MarginSystem(ABC):
    """Bits that were added, as columns; ``restricted_master`` solves for their weights."""

    n_margins: int
    per_bit: int
    """Weights of each bit."""

    def __init__(self, triplets: Triplets, n_points: int) -> None:
        self.triplets, self.n_points = triplets, n_points
        self._columns = np.empty((len(triplets), 0), dtype=np.float64)
        self.n_bits = 0

    def add(self, bits: NDArray[np.bool_]) -> None:
        """One more bit, its value at each point."""
        if self.n_bits == self._columns.shape[1]:
            room = np.empty((len(self._columns), max(8, 2 * self.n_bits)), dtype=np.float64)
            room[:, : self.n_bits] = self._columns
            self._columns = room
        self._columns[:, self.n_bits] = self._of_bit(bits)
        self.n_bits += 1

    def worth(self, bits: NDArray[np.bool_], u: FloatArray) -> FloatArray:
        """g of one bit for each of its weights, from its margins."""
        column = self._of_bit(bits)[:, None]
        return self._gathered(u, column.astype(np.float64)).ravel() / self.n_margins

    def margins(self, weights: FloatArray) -> FloatArray:
        """Shape (n_margins,), for weights of shape (n_bits * per_bit,)."""
        return self._spread(weights.reshape(self.n_bits, self.per_bit), self._columns[:, : self.n_bits])

    def back(self, u: FloatArray) -> FloatArray:
        """n_margins times g of each weight."""
        return self._gathered(u, self._columns[:, : self.n_bits]).ravel()

    def on_triplets(self, u: FloatArray) -> FloatArray:
        """The dual variable of each triplet."""
        return u

    @abstractmethod
    def pair_weights(self, u: FloatArray, kept: NDArray[np.bool_] | None = None) -> Iterator[csr_array]:
        """S for each weight of a bit, shape (n_points, n_points), of the triplets that are kept."""

    def _of_bit(self, bits: NDArray[np.bool_]) -> NDArray[np.float64]:
        anchor, near, far = (bits[rows] for rows in self._rows)
        return np.asarray(2.0 * ((anchor != far).astype(np.float64) - (anchor != near)), dtype=np.float64)

    @property
    def _rows(self) -> tuple[IntArray, IntArray, IntArray]:
        return self.triplets.anchor, self.triplets.near, self.triplets.far

    @abstractmethod
    def _spread(self, weights: FloatArray, columns: NDArray[np.floating]) -> FloatArray: ...

    @abstractmethod
    def _gathered(self, u: FloatArray, columns: NDArray[np.floating]) -> FloatArray: ...

    def _pairs(self, anchored: IntArray, omega: FloatArray) -> csr_array:
        """S of some triplets with their weights."""
        anchor, near, far = (rows[anchored] for rows in self._rows)
        data = np.concatenate([omega, -omega]) / self.n_margins
        where = (np.concatenate([anchor, anchor]), np.concatenate([far, near]))
        return csr_array((data, where), shape=(self.n_points, self.n_points))


class SharedWeights(MarginSystem):
    """One weight for each bit: CGHash. Triplets need no classes."""

    per_bit = 1

    def __init__(self, triplets: Triplets, n_points: int) -> None:
        super().__init__(triplets, n_points)
        self.n_margins = len(triplets)

    def pair_weights(self, u: FloatArray, kept: NDArray[np.bool_] | None = None) -> Iterator[csr_array]:
        """A single one."""
        rows = np.arange(len(self.triplets)) if kept is None else np.flatnonzero(kept)
        yield self._pairs(rows, u[rows])

    def _spread(self, weights: FloatArray, columns: NDArray[np.floating]) -> FloatArray:
        return np.asarray(columns @ weights[:, 0].astype(columns.dtype), dtype=np.float64)

    def _gathered(self, u: FloatArray, columns: NDArray[np.floating]) -> FloatArray:
        return np.asarray(u.astype(columns.dtype) @ columns, dtype=np.float64)[:, None]


class ClassWeights(MarginSystem):
    """A weight of each bit for each class: margins are a (w_own + sign * w_far)."""

    def __init__(self, triplets: Triplets, codes: IntArray, sign: int) -> None:
        own, other = codes[triplets.anchor], codes[triplets.far]
        order = np.lexsort((other, own))
        super().__init__(triplets.taken(order), len(codes))
        self.own, self.other, self.sign = own[order], other[order], sign
        self.n_margins, self.per_bit = len(triplets), int(codes.max()) + 1
        pair = self.own * self.per_bit + self.other
        begins = np.flatnonzero(np.diff(pair, prepend=-1))
        self._groups = [
            (int(self.own[begin]), int(self.other[begin]), slice(int(begin), int(end)))
            for begin, end in zip(begins, [*begins[1:], len(pair)], strict=True)
        ]

    def pair_weights(self, u: FloatArray, kept: NDArray[np.bool_] | None = None) -> Iterator[csr_array]:
        """One for each class: its anchors under every far class, and anchors of others with a far point in it."""
        use = np.ones(len(u), dtype=bool) if kept is None else kept
        for r in range(self.per_bit):
            omega = u * ((self.own == r) + self.sign * (self.other == r))
            rows = np.flatnonzero(use & (omega != 0.0))
            yield self._pairs(rows, omega[rows])

    def _spread(self, weights: FloatArray, columns: NDArray[np.floating]) -> FloatArray:
        used = weights.astype(columns.dtype)
        found = np.empty(self.n_margins)
        for own, other, rows in self._groups:
            found[rows] = columns[rows] @ (used[:, own] + self.sign * used[:, other])
        return found

    def _gathered(self, u: FloatArray, columns: NDArray[np.floating]) -> FloatArray:
        used = u.astype(columns.dtype)
        found = np.zeros((columns.shape[1], self.per_bit))
        for own, other, rows in self._groups:
            part = used[rows] @ columns[rows]
            found[:, own] += part
            found[:, other] += self.sign * part
        return found


class ImageMargins(SharedWeights):
    """One weight for each bit; the margins of an image's patches are one margin, their mean."""

    def __init__(self, triplets: Triplets, owner: IntArray, n_points: int) -> None:
        super().__init__(triplets, n_points)
        self._image = np.unique(owner, return_inverse=True)[1]
        self._share = 1.0 / np.bincount(self._image)
        self.n_margins = len(self._share)
        self._columns = np.empty((self.n_margins, 0), dtype=np.float64)

    def pair_weights(self, u: FloatArray, kept: NDArray[np.bool_] | None = None) -> Iterator[csr_array]:
        """Each triplet has its image's u, in shares."""
        return super().pair_weights(self.on_triplets(u), kept)

    def on_triplets(self, u: FloatArray) -> FloatArray:
        """Its image's, in shares."""
        return (u * self._share)[self._image]

    def _of_bit(self, bits: NDArray[np.bool_]) -> NDArray[np.float64]:
        of_triplets = super()._of_bit(bits)
        return np.asarray(np.bincount(self._image, of_triplets) * self._share, dtype=np.float64)
