"""Fingerprints of pages: bits that mean the same in every collection, for what is nearly the same.

A page's point (``page_points``) has three parts: what it looks like, how it is made, what it says. Each gets bits of
its own, random hyperplanes through the origin (SimHash, M. Charikar 2002): the share of a part's bits in which two
pages differ is the angle between them there, 0 to 90 degrees. So nothing is learned, a new capture does not change what
older bits mean, and the parts can be compared one by one: pages that are made alike share a template.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.arguments import whole_number
from changemodel.codes.packed_bits import ByteArray, checked_codes, hamming
from changemodel.codes.page_points import MADE_OF, WORDS
from changemodel.codes.unlabelled_bits import LSH
from changemodel.errors import InvalidInput

PARTS = ("look", "structure", "words")
BITS_OF_PART = 256
BYTES_OF_PART = BITS_OF_PART // 8
UNRELATED = BITS_OF_PART // 2
"""Bits of a part in which two pages without anything in common differ, on average."""


class PageFingerprints:
    """Turns page points into packed codes of three parts, 256 bits each.

    Parameters
    ----------
    n_gist : int
        Numbers of a point that say what the page looks like.
    """

    def __init__(self, n_gist: int) -> None:
        self._widths = (whole_number(n_gist, "n_gist", 1), MADE_OF, WORDS)
        self._codes = [
            LSH(n_bits=BITS_OF_PART, centred=False, random_state=seed).fit(np.zeros((2, width)))
            for seed, width in enumerate(self._widths)
        ]

    @property
    def n_bits(self) -> int:
        """Of a whole fingerprint."""
        return BITS_OF_PART * len(PARTS)

    @property
    def identity(self) -> str:
        """What fingerprints that can be compared have in common."""
        joined = " ".join(code.identity_ for code in self._codes)
        return hashlib.sha256(joined.encode()).hexdigest()[:32]

    def transform(self, points: ArrayLike) -> ByteArray:
        """Fingerprints of points of shape (n, n_gist + MADE_OF + WORDS), uint8 of shape (n, 96).

        Raises
        ------
        InvalidInput
            Points of another length.
        """
        rows = np.asarray(points, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != sum(self._widths):
            raise InvalidInput(f"points of shape {rows.shape}: pass (n, {sum(self._widths)})")
        parts = np.split(rows, np.cumsum(self._widths)[:-1], axis=1)
        return np.concatenate(
            [code.transform(part) for code, part in zip(self._codes, parts, strict=True)], axis=1
        )


def part_of(fingerprints: ArrayLike, part: str) -> ByteArray:
    """The bytes of one part, shape (n, 32).

    Raises
    ------
    InvalidInput
        No fingerprints, or a part that they do not have.
    """
    if part not in PARTS:
        raise InvalidInput(f"part is {part!r}: pass one of {', '.join(PARTS)}")
    codes = checked_codes(fingerprints, BYTES_OF_PART * len(PARTS))
    begin = PARTS.index(part) * BYTES_OF_PART
    return np.ascontiguousarray(codes[:, begin : begin + BYTES_OF_PART])


def likeness(fingerprint: ArrayLike, others: ArrayLike) -> NDArray[np.float64]:
    """How much alike one page is to others, part by part, shape (n, 3): 1 the same, 0 at right angles."""
    one = np.asarray(fingerprint, dtype=np.uint8)[None]
    apart = [hamming(part_of(one, part), part_of(others, part))[0] for part in PARTS]
    found: NDArray[np.float64] = 1.0 - np.minimum(np.stack(apart, axis=1) / UNRELATED, 1.0)
    return found
