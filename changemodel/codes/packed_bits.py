"""Bits packed into bytes, and Hamming distances of them.

Bit c of a code is bit ``c % 8`` of byte ``c // 8``, counted from the least significant ("little", as faiss has it); the
last byte is filled up with zeros. A bit is set where its projection is above 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput

ByteArray = NDArray[np.uint8]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]

BLOCK = 1 << 15
"""Codes whose distances are computed at once: what they need stays in the cache."""


def pack(bits: ArrayLike) -> ByteArray:
    """Packed codes of shape (n, ceil(n_bits / 8)) out of bits of shape (n, n_bits)."""
    return np.packbits(np.asarray(bits, dtype=bool), axis=1, bitorder="little")


def unpack(codes: ArrayLike, n_bits: int) -> BoolArray:
    """Bits of shape (n, n_bits) out of packed codes.

    Raises
    ------
    InvalidInput
        Codes of another length.
    """
    packed = checked_codes(codes, n_bytes(n_bits))
    return np.unpackbits(packed, axis=1, count=n_bits, bitorder="little").astype(bool)


def n_bytes(n_bits: int) -> int:
    """Bytes that a code of so many bits takes."""
    return -(-n_bits // 8)


def checked_codes(codes: ArrayLike, width: int | None = None) -> ByteArray:
    """Codes as a uint8 array of shape (n, width).

    Raises
    ------
    InvalidInput
        Codes of different lengths, of another length than ``width``, or something that is no packed code.
    """
    try:
        found = np.asarray(codes)
    except ValueError as error:
        raise InvalidInput("the codes have different lengths: encode all with one model") from error
    if found.dtype != np.uint8 or found.ndim != 2 or not found.shape[1]:
        raise InvalidInput(
            f"codes are an array of {found.dtype} of shape {found.shape}: pass packed codes, uint8 of shape (n, bytes)"
        )
    if width is not None and found.shape[1] != width:
        raise InvalidInput(
            f"codes of {found.shape[1]} bytes meet codes of {width}: encode both with the same model"
        )
    return found


def hamming(codes: ArrayLike, others: ArrayLike) -> NDArray[np.int32]:
    """Number of differing bits, shape (n_codes, n_others).

    Raises
    ------
    InvalidInput
        Codes of different lengths.
    """
    first = checked_codes(codes)
    second = checked_codes(others, first.shape[1])
    mine, theirs = as_words(first), as_words(second)
    found = np.empty((len(first), len(second)), dtype=np.int32)
    for row, word in enumerate(mine):
        for begin in range(0, len(theirs), BLOCK):
            part = slice(begin, begin + BLOCK)
            differing = np.bitwise_count(theirs[part] ^ word)
            found[row, part] = differing.sum(axis=1, dtype=np.int32)
    return found


def nearest(codes: ArrayLike, queries: ArrayLike, k: int) -> tuple[NDArray[np.int32], IntArray]:
    """Distances and row numbers of the k nearest codes of each query, nearest first; ties go to the lower row."""
    packed = checked_codes(codes)
    asked = checked_codes(queries, packed.shape[1])
    k = min(k, len(packed))
    distances, rows = np.empty((len(asked), k), dtype=np.int32), np.empty((len(asked), k), dtype=np.intp)
    for place, query in enumerate(asked):
        found = hamming(query[None], packed)[0]
        rows[place] = lowest(found, k)
        distances[place] = found[rows[place]]
    return distances, rows


def lowest(values: NDArray[np.generic], k: int) -> IntArray:
    """Places of the k lowest values in order; of equal ones the first."""
    if k >= len(values):
        return np.argsort(values, kind="stable")
    bound = np.partition(values, k - 1)[k - 1]
    below, at = np.flatnonzero(values < bound), np.flatnonzero(values == bound)
    kept = np.concatenate([below, at[: k - len(below)]])
    return np.asarray(kept[np.lexsort((kept, values[kept]))], dtype=np.intp)


def as_words(codes: ByteArray) -> NDArray[np.generic]:
    """The codes in the widest words that fit their length, without a copy where memory order allows."""
    width = codes.shape[1]
    size = next(size for size in (8, 4, 2, 1) if width % size == 0)
    return np.ascontiguousarray(codes).view(f"u{size}")
