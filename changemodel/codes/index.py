"""An index of packed codes: the nearest by Hamming distance, the best under a linear rule.

Codes belong to a model, whose identity the index keeps; codes of another are refused. A code that many items share, as
captures of a page that did not change do, is kept once. The nearest are found by faiss where it is installed
(``pip install 'pagetide[search]'``), else by numpy, more slowly; linear and weighted scores are sums of table entries,
for which faiss has nothing. A loaded index is mapped into memory and read where it lies.
"""

from __future__ import annotations

from os import PathLike
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.arguments import file_path, whole_number
from changemodel.codes.byte_tables import byte_planes, linear_table, scan
from changemodel.codes.index_file import read, write
from changemodel.codes.packed_bits import (
    ByteArray,
    FloatArray,
    checked_codes,
    hamming,
    lowest,
    n_bytes,
    nearest,
)
from changemodel.errors import InvalidInput, LayoutMismatch, UnreadableModel

Ids = NDArray[np.int64]


class CodeIndex:
    """Items by number, each with a code of one model.

    Parameters
    ----------
    model : str
        ``identity_`` of the code's model, or what else tells apart what it was computed from and how.
    n_bits : int
    """

    def __init__(self, model: str, n_bits: int) -> None:
        self.model, self.n_bits = model, whole_number(n_bits, "n_bits", 1)
        self._hold(
            np.empty((0, n_bytes(self.n_bits)), dtype=np.uint8),
            np.empty(0, dtype=np.int32),
            np.empty(0, dtype=np.int64),
        )

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def n_codes(self) -> int:
        """Different codes that are kept."""
        return len(self._codes)

    @property
    def ids(self) -> Ids:
        """Numbers of the items in the order in which they were added."""
        return self._ids

    def add(self, ids: ArrayLike, codes: ArrayLike, *, model: str) -> None:
        """More items; one whose number is there takes the new code.

        Raises
        ------
        LayoutMismatch
            The codes are of another model.
        InvalidInput
            Codes of another length, or another number of them than of items; a number that comes twice.
        """
        self._same_model(model)
        packed = checked_codes(codes, self._codes.shape[1])
        numbers = np.asarray(ids)
        if numbers.dtype.kind not in "iu" or numbers.shape != (len(packed),):
            raise InvalidInput(f"{numbers.size} numbers for {len(packed)} codes: give each code an integer")
        if len(np.unique(numbers)) != len(numbers):
            raise InvalidInput("an item is named twice: add each once")
        self.remove(numbers)
        rows, new = self._rows_of(packed)
        self._hold(
            np.concatenate([self._codes, new]),
            np.concatenate([self._row_of, rows]),
            np.concatenate([self._ids, numbers.astype(np.int64)]),
        )

    def remove(self, ids: ArrayLike) -> int:
        """Forget items, and codes that no other item has; how many there were."""
        gone = np.isin(self._ids, np.asarray(ids))
        if not gone.any():
            return 0
        used, rows = np.unique(self._row_of[~gone], return_inverse=True)
        self._hold(self._codes[used], rows.astype(np.int32), self._ids[~gone])
        return int(gone.sum())

    def codes_of(self, ids: ArrayLike) -> ByteArray:
        """Codes of some items.

        Raises
        ------
        InvalidInput
            An item that is not in the index.
        """
        asked = np.asarray(ids, dtype=np.int64)
        order = self._order_of_ids()
        place = np.searchsorted(self._ids, asked, sorter=order).clip(max=max(len(self) - 1, 0))
        if not len(self) or (missing := self._ids[order[place]] != asked).any():
            unknown = asked if not len(self) else asked[missing]
            raise InvalidInput(f"the index has no code of {unknown[:5].tolist()}: add it first")
        return np.asarray(self._codes[self._row_of[order[place]]])

    def nearest(self, codes: ArrayLike, k: int, *, model: str) -> tuple[list[NDArray[np.int32]], list[Ids]]:
        """Of each query the k nearest items' Hamming distances and numbers, nearest first.

        Raises
        ------
        LayoutMismatch
            The queries are codes of another model.
        InvalidInput
            Queries of another length.
        """
        self._same_model(model)
        asked = checked_codes(codes, self._codes.shape[1])
        count = min(whole_number(k, "k", 1), self.n_codes)
        if not count:
            return [np.empty(0, dtype=np.int32) for _ in asked], [np.empty(0, dtype=np.int64) for _ in asked]
        distances, rows = _nearest_rows(self._codes, asked, count)
        found = [self._expanded(row, d, k) for row, d in zip(rows, distances, strict=True)]
        return [d for d, _ in found], [ids for _, ids in found]

    def within(self, code: ArrayLike, distance: float, *, model: str) -> tuple[NDArray[np.int32], Ids]:
        """Hamming distances and numbers of all items that differ from one code in so few bits, nearest first.

        Raises
        ------
        LayoutMismatch
            The query is a code of another model.
        InvalidInput
            A query of another length, or several.
        """
        self._same_model(model)
        (asked,) = checked_codes(np.asarray(code)[None], self._codes.shape[1])
        apart = hamming(asked[None], self._codes)[0][self._row_of]
        near = np.flatnonzero(apart <= distance)
        order = near[np.argsort(apart[near], kind="stable")]
        return apart[order], np.asarray(self._ids[order])

    def scores(self, weights: ArrayLike, bias: float = 0.0) -> FloatArray:
        """weights . bits + bias of every item, in the order of ``ids``."""
        return np.asarray(self._code_scores(weights)[self._row_of] + bias, dtype=np.float64)

    def best(self, weights: ArrayLike, k: int, bias: float = 0.0) -> tuple[FloatArray, Ids]:
        """Scores and numbers of the k items that a linear rule on bits puts first; earlier ones first among equals.

        Raises
        ------
        InvalidInput
            A rule for codes of another length.
        """
        scores = self._code_scores(weights)
        rows = lowest(-scores, min(whole_number(k, "k", 1), self.n_codes))
        values, ids = self._expanded(rows, scores[rows], k)
        return np.asarray(values + bias, dtype=np.float64), ids

    def save(self, path: str | PathLike[str]) -> None:
        """Write the index to one file, in place of one that is there, whole or not at all."""
        facts = {"model": self.model, "n_bits": self.n_bits}
        write(
            file_path(path, "path"),
            facts,
            {"codes": self._codes, "rows": self._row_of, "ids": self._ids},
        )

    @classmethod
    def load(cls, path: str | PathLike[str], *, check: bool = True) -> Self:
        """What ``save`` wrote, mapped into memory.

        Parameters
        ----------
        path
        check : bool
            Whether every byte is compared with its checksum first; without, only sizes are.

        Raises
        ------
        UnreadableModel
            There is none, it is damaged, or of another version.
        """
        file = file_path(path, "path")
        facts, arrays = read(file, check=check)
        try:
            found = cls(str(facts["model"]), facts["n_bits"])
            codes, rows, ids = arrays["codes"], arrays["rows"], arrays["ids"]
            whole = codes.shape[1] == n_bytes(found.n_bits) and rows.shape == ids.shape
        except (KeyError, IndexError, InvalidInput) as error:
            raise UnreadableModel(f"the index {file} is damaged: it lacks {error}. Build it anew") from error
        if not whole or (len(rows) and not 0 <= rows.min() <= rows.max() < len(codes)):
            raise UnreadableModel(f"the index {file} is damaged: its parts do not fit. Build it anew")
        found._hold(codes, rows, ids)
        return found

    def _same_model(self, model: str) -> None:
        if model != self.model:
            raise LayoutMismatch(
                f"codes of the model {model!r} meet an index of {self.model!r}: encode with the model of the index, or "
                "build the index again"
            )

    def _hold(self, codes: ByteArray, rows: NDArray[np.int32], ids: Ids) -> None:
        self._codes, self._row_of, self._ids = codes, rows, ids
        self._derived: dict[str, Any] = {}

    def _kept(self, name: str, compute: Any) -> Any:
        """What follows from the arrays, computed when it is first needed."""
        if name not in self._derived:
            self._derived[name] = compute()
        return self._derived[name]

    def _order_of_ids(self) -> NDArray[np.intp]:
        found: NDArray[np.intp] = self._kept("ids", lambda: np.argsort(self._ids, kind="stable"))
        return found

    def _code_scores(self, weights: ArrayLike) -> NDArray[np.float32]:
        rule = np.asarray(weights, dtype=np.float64)
        if rule.shape != (self.n_bits,):
            raise InvalidInput(
                f"a rule of shape {rule.shape} for codes of {self.n_bits} bits: one weight for each bit"
            )
        return scan(self._kept("planes", lambda: byte_planes(self._codes)), linear_table(rule))

    def _expanded(self, rows: NDArray[np.generic], values: NDArray[Any], k: int) -> tuple[NDArray[Any], Ids]:
        """The first k items of some codes, with the codes' values."""
        if self._kept("plain", lambda: np.array_equal(self._row_of, np.arange(self.n_codes))):
            return values[:k], np.asarray(self._ids[rows[:k]])
        order = self._kept("items", lambda: np.argsort(self._row_of, kind="stable"))
        begins = self._kept(
            "begins", lambda: np.searchsorted(self._row_of[order], np.arange(self.n_codes + 1))
        )
        counts = begins[rows + 1] - begins[rows]
        items = np.concatenate([order[begins[row] : begins[row + 1]] for row in rows])[:k]
        return np.repeat(values, counts)[:k], np.asarray(self._ids[items])

    def _rows_of(self, codes: ByteArray) -> tuple[NDArray[np.int32], ByteArray]:
        """The row of each code, and the codes that are new."""
        keys = _keys(codes)
        _, first, same = np.unique(keys, return_index=True, return_inverse=True)
        appearing = np.argsort(first)
        first, same = first[appearing], np.argsort(appearing)[same]
        same[(codes != codes[first[same]]).any(axis=1)] = -1  # another code of the same key
        order, known = self._kept("keys", lambda: _sorted_keys(self._codes))
        place = np.searchsorted(known, keys[first]).clip(max=max(len(known) - 1, 0))
        there = np.zeros(len(first), dtype=bool)
        if len(known):
            there = (known[place] == keys[first]) & (self._codes[order[place]] == codes[first]).all(axis=1)
        row_of_first = np.empty(len(first), dtype=np.int32)
        row_of_first[there] = order[place[there]] if len(known) else 0
        row_of_first[~there] = self.n_codes + np.arange(int((~there).sum()))
        odd = np.flatnonzero(same < 0)
        rows = row_of_first[same]
        rows[odd] = self.n_codes + int((~there).sum()) + np.arange(len(odd))
        return rows, np.concatenate([codes[first[~there]], codes[odd]])


def _nearest_rows(codes: ByteArray, asked: ByteArray, k: int) -> tuple[NDArray[np.int32], NDArray[Any]]:
    try:
        import faiss
    except ImportError:
        return nearest(codes, asked, k)
    return faiss.knn_hamming(np.ascontiguousarray(asked), codes, k)


def _keys(codes: ByteArray) -> NDArray[np.uint64]:
    """A number of 64 bits for each code, the same for the same code."""
    width = -(-codes.shape[1] // 8) * 8
    padded = np.zeros((len(codes), width), dtype=np.uint8)
    padded[:, : codes.shape[1]] = codes
    odd = np.random.default_rng(0).integers(2**63, size=width // 8, dtype=np.uint64) * np.uint64(
        2
    ) + np.uint64(1)
    words = padded.view(np.uint64)
    return np.asarray(((words ^ (words >> np.uint64(29))) * odd).sum(axis=1, dtype=np.uint64))


def _sorted_keys(codes: ByteArray) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    keys = _keys(codes)
    order = np.argsort(keys, kind="stable")
    return order, keys[order]
