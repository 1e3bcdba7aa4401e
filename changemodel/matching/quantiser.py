"""Descriptions of patches in few bits: each number as one of 2^n steps up to the largest.

Source: X. Han (2016), quantisation of MatchNet's bottleneck, whose outputs are at least 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.arguments import positive_number, whole_number
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Quantiser:
    """Steps of ``largest / (2^bits - 1)``; rounded down, and what is larger is cut off."""

    bits: int
    largest: float

    def __post_init__(self) -> None:
        whole_number(self.bits, "bits", 1)
        positive_number(self.largest, "largest")
        if self.bits > 8:
            raise InvalidInput(f"bits is {self.bits}: pass 1 to 8")

    @property
    def steps(self) -> int:
        """The largest code."""
        return int(2**self.bits) - 1

    def codes(self, features: ArrayLike) -> NDArray[np.uint8]:
        """Of numbers of at least 0."""
        values = np.floor(self.steps * np.asarray(features, dtype=np.float64) / self.largest)
        return values.clip(0, self.steps).astype(np.uint8)

    def values(self, codes: ArrayLike) -> FloatArray:
        """What the codes stand for: at most one step below what they were made of."""
        return np.asarray(codes, dtype=np.float64) * self.largest / self.steps

    def pack(self, codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Codes (n, d) as bytes (n, ceil(d bits / 8)), without gaps, least significant bit first."""
        spread = (codes[..., None] >> np.arange(self.bits, dtype=np.uint8)) & 1
        return np.packbits(spread.reshape(len(codes), -1), axis=1, bitorder="little")

    def unpack(self, packed: NDArray[np.uint8], n_features: int) -> NDArray[np.uint8]:
        """What ``pack`` packed."""
        flat = np.unpackbits(packed, axis=1, bitorder="little")[:, : n_features * self.bits]
        spread = flat.reshape(len(packed), n_features, self.bits)
        return np.asarray((spread << np.arange(self.bits, dtype=np.uint8)).sum(axis=2), dtype=np.uint8)


def sparse_bits(n_features: int, bits: int, density: float) -> float:
    """Bits of one description where a flag says of each number whether it is 0, and only others are kept."""
    return n_features + bits * n_features * density
