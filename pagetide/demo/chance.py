"""Reproducible chance: every draw of the demo is a pure function of its key.

A page must look the same whenever it is asked for the same moment, in any order and in any process, so
nothing here keeps state: a draw is the BLAKE2 hash of its key, read as a number.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of draws named by keys; children of different names are independent."""

    def __init__(self, *key: object) -> None:
        self._key = "/".join(str(part) for part in key)

    def child(self, *key: object) -> Chance:
        """An independent source below this one."""
        return Chance(self._key, *key)

    def number(self, *key: object) -> float:
        """A draw from [0, 1)."""
        return self._bits(key) / 2**64

    def below(self, limit: int, *key: object) -> int:
        """A draw from 0 .. limit - 1."""
        return self._bits(key) % limit

    def between(self, low: int, high: int, *key: object) -> int:
        """A draw from low .. high, both included."""
        return low + self.below(high - low + 1, *key)

    def happens(self, probability: float, *key: object) -> bool:
        """True with the given probability."""
        return self.number(*key) < probability

    def pick(self, options: Sequence[T], *key: object) -> T:
        """One of the options."""
        return options[self.below(len(options), *key)]

    def shuffled(self, options: Sequence[T], *key: object) -> list[T]:
        """The options in another order."""
        order = list(options)
        self.stream(*key).shuffle(order)
        return order

    def stream(self, *key: object) -> random.Random:
        """A generator for things that take many draws, such as a picture."""
        return random.Random(self._bits(key))

    def _bits(self, key: tuple[object, ...]) -> int:
        text = "/".join((self._key, *(str(part) for part in key)))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
