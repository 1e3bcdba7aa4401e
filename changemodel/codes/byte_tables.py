"""Scores that are linear in bits, by one look-up for each byte instead of a product for each bit.

A linear rule on bits is a table of 256 partial sums for each byte of the code; the score of a code is the sum of its
bytes' entries. Weighted Hamming distances to a query are such a rule, too. Codes are scanned byte by byte over many
codes at once: ``byte_planes`` lays them so.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.codes.packed_bits import ByteArray, FloatArray, checked_codes, n_bytes, unpack
from changemodel.errors import InvalidInput

BLOCK = 1 << 14
_BITS_OF_BYTES = unpack(np.arange(256, dtype=np.uint8)[:, None], 8).astype(np.float64)  # (256, 8)


def byte_planes(codes: ArrayLike) -> ByteArray:
    """The codes byte-major, shape (n_bytes, n): what is scanned many times is laid so once."""
    return np.ascontiguousarray(checked_codes(codes).T)


def linear_table(weights: ArrayLike) -> NDArray[np.float32]:
    """Partial sums of a rule's weights, shape (n_bytes, 256), for weights of shape (n_bits,)."""
    rule = np.asarray(weights, dtype=np.float64)
    if rule.ndim != 1 or not np.isfinite(rule).all():
        raise InvalidInput(
            f"weights of bits are an array of shape {rule.shape}: pass finite numbers, one for each bit"
        )
    padded = np.zeros(8 * n_bytes(rule.size))
    padded[: rule.size] = rule
    return np.asarray(padded.reshape(-1, 8) @ _BITS_OF_BYTES.T, dtype=np.float32)


def distance_table(weights: ArrayLike, query: ArrayLike) -> NDArray[np.float32]:
    """Partial sums of the weighted Hamming distance to one packed code of shape (n_bytes,)."""
    table = linear_table(weights)
    code = checked_codes(np.asarray(query)[None], len(table))[0]
    values = np.arange(256, dtype=np.uint8)
    return np.stack([row[values ^ byte] for row, byte in zip(table, code, strict=True)])


def scan(planes: ByteArray, table: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sum of table entries of each code, shape (n,).

    Raises
    ------
    InvalidInput
        A table for codes of another length.
    """
    if len(planes) != len(table):
        raise InvalidInput(
            f"codes of {len(planes)} bytes meet a rule for {len(table)}: use codes and rule of one model"
        )
    found = np.zeros(planes.shape[1], dtype=np.float32)
    for begin in range(0, planes.shape[1], BLOCK):
        part = slice(begin, begin + BLOCK)
        sums = found[part]
        for plane, entries in zip(planes, table, strict=True):
            sums += entries[plane[part]]
    return found


def linear_scores(codes: ArrayLike, weights: ArrayLike, bias: float = 0.0) -> FloatArray:
    """weights . bits + bias of each code, float32 exact to about 1e-6 of the largest partial sum."""
    return scan(byte_planes(codes), linear_table(weights)).astype(np.float64) + bias


def weighted_hamming(codes: ArrayLike, query: ArrayLike, weights: ArrayLike) -> FloatArray:
    """Sum of the weights of the bits in which each code differs from one query."""
    return scan(byte_planes(codes), distance_table(weights, query)).astype(np.float64)
