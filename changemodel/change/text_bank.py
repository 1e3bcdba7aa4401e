"""The texts that a page has shown: since when, how often, and when each was absent.

Asked as of a version: what it and those before it had shown is known, what came later is not, so that a change among
versions that were learned is judged as it was when it came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, section_of, text_key

SETTLED = 3
"""Versions in a row in which a text must have stood, or been away, before its removal, or its return, can be news."""

MOST_STAYS = 12
"""Stays that are kept of one text; of one that was there more often, the oldest become one."""

NEVER = 2**31
"""A version that will not come."""


@dataclass(slots=True)
class _Kept:
    """What is remembered of one text."""

    stays: list[tuple[int, int]]  # first and last version of each time that it was there without a break
    times: list[tuple[int, int]]  # version, how often it stood there: more, or less, than in all before

    @property
    def until(self) -> int:
        """The newest version that showed it."""
        return self.stays[-1][1]

    def shown(self, upto: int) -> list[int]:
        """The most and the least times, and between, that versions up to one showed it at once."""
        return [times for version, times in self.times if version <= upto]

    def stays_upto(self, upto: int) -> list[tuple[int, int]]:
        """Its stays that had begun at a version."""
        return [(first, min(last, upto)) for first, last in self.stays if first <= upto]

    def show(self, index: int, times: int) -> None:
        """One more version has it."""
        known = self.shown(index)
        if not min(known, default=0) <= times <= max(known, default=0):
            self.times.append((index, times))
        first, last = self.stays[-1]
        if last == index - 1:
            self.stays[-1] = first, index
        else:
            self.stays.append((index, index))
        if len(self.stays) > MOST_STAYS:
            self.stays[:2] = [(self.stays[0][0], self.stays[1][1])]


class TextBank:
    """Texts that a page has shown, with where they led, what rank they had, and what they say with any numbers."""

    def __init__(self) -> None:
        self._exact: dict[int, _Kept] = {}
        self._roles: dict[int, tuple[int, int]] = {}  # first and newest version

    def add(self, page: BlockPage, index: int) -> None:
        """One more version."""
        for key, times in page.times.items():
            kept = self._exact.get(key)
            if kept is None:
                self._exact[key] = _Kept([(index, index)], [(index, times)])
            else:
                kept.show(index, times)
        for role in _roles(page):
            self._roles[role] = (self._roles.get(role, (index, index))[0], index)

    def forget(self, before: int) -> None:
        """Drop what no version since has shown."""
        self._exact = {key: kept for key, kept in self._exact.items() if kept.until >= before}
        self._roles = {role: seen for role, seen in self._roles.items() if seen[1] >= before}

    def knows(self, key: int, times: int, upto: int) -> bool:
        """Whether a text had been on the page, as many times at once."""
        kept = self._exact.get(key)
        return kept is not None and times <= max(kept.shown(upto), default=0)

    def knows_role(self, key: int, role: int, upto: int) -> bool:
        """Whether a text had led there, or had had that rank."""
        return self._roles.get(_joint(key, role), (NEVER, NEVER))[0] <= upto

    def knows_form(self, page: BlockPage, row: int, upto: int) -> bool:
        """Whether the section of a block had said the same with other numbers."""
        return self._roles.get(_form(page, row), (NEVER, NEVER))[0] <= upto

    def was_away(self, key: int, upto: int) -> bool:
        """Whether a text that is not there now was at home on the page, and then away, mostly for so long each time."""
        kept = self._exact.get(key)
        stays = [] if kept is None else kept.stays_upto(upto)
        if not stays or upto - stays[-1][1] < SETTLED:
            return False
        there = [last - first + 1 for first, last in stays]
        away = [later[0] - earlier[1] - 1 for earlier, later in pairwise(stays)]
        return min(median(there), median([*away, upto - stays[-1][1]])) >= SETTLED

    def settled(self, key: int, times: int, upto: int) -> bool:
        """Whether a text had stood so long, and never less often, that having it only so many times is new."""
        kept = self._exact.get(key)
        stays = [] if kept is None else kept.stays_upto(upto)
        if kept is None or len(stays) != 1 or stays[0][1] - stays[0][0] + 1 < SETTLED:
            return False
        return times < min(kept.shown(upto))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        kept = self._exact.values()
        return {
            "texts": np.array(list(self._exact), dtype=np.uint64),
            "kept": np.array([(len(item.stays), len(item.times)) for item in kept], dtype=np.int64).reshape(
                -1, 2
            ),
            "stays": _pairs(stay for item in kept for stay in item.stays),
            "times": _pairs(step for item in kept for step in item.times),
            "roles": np.array(list(self._roles), dtype=np.uint64),
            "roles_seen": _pairs(self._roles.values()),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others."""
        bank = cls()
        stays, times = (iter(map(tuple, arrays[name].tolist())) for name in ("stays", "times"))
        for key, (stay_count, time_count) in zip(
            arrays["texts"].tolist(), arrays["kept"].tolist(), strict=True
        ):
            bank._exact[key] = _Kept(
                [next(stays) for _ in range(stay_count)], [next(times) for _ in range(time_count)]
            )
        bank._roles = dict(
            zip(arrays["roles"].tolist(), map(tuple, arrays["roles_seen"].tolist()), strict=True)
        )
        return bank


def _pairs(items: Iterable[tuple[int, int]]) -> NDArray[Any]:
    return np.array(list(items), dtype=np.int64).reshape(-1, 2)


def _roles(page: BlockPage) -> set[int]:
    leading = {_joint(*both) for both in zip(page.exact, page.target, strict=True)}
    ranked = {_joint(*both) for both in zip(page.exact, page.rank, strict=True)}
    return (
        leading
        | ranked
        | {_form(page, row) for row in range(len(page)) if page.masked[row] != page.exact[row]}
    )


def _form(page: BlockPage, row: int) -> int:
    """What a block says with any numbers, and in which section."""
    return _joint(page.masked[row], text_key(section_of(page.blocks[row].path)))


def _joint(key: int, other: int) -> int:
    return (key * 1_000_003 + other) % 2**64
