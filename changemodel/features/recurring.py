"""Content that a page shows again: its coming back is no news, nor is its going.

Monotony of changes (Law 2015, section 4.1) says that noise comes and goes while news comes once. Learning uses it
to weigh regions; here it is used on content itself, for regions that hold both: a strip of offers that now and then
stands where the news stands, a carousel's slide, an advertisement shown again. The bank keeps when a history showed
each row band (``alignment.row_signatures``, exact pixels, at whatever height) for the first time, and for the first
time again after a visit without it. From an earlier version to a later one

- a row band that came is known if the history showed it before the earlier version,
- a row band that went is known if it had gone and come back until the later one,

as long as it is *passing*: shown for a few visits at a time. What stays for longer and is seen again some day, a
notice, "out of stock", a headline, is as important as before. ``motion`` counts what is known as no change, where
what came and what went are; the first coming of anything always counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import recognisable
from changemodel.features.motion import KnownRows, PlacedRows, row_keys
from changemodel.metric.quadruplets import FloatArray

PASSING_VISITS = 6.0
"""For how many visits at a time passing content is shown at most, in the mean. By the rates at which the training
sites of an earlier set of sites are made, strips and slides stay for 1 to 5 hours, lead stories for 7 and more."""

Visits = NDArray[np.int32]
NEVER = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class RecurringRows:
    """When a page first showed each passing row band, and first showed it again.

    Parameters
    ----------
    keys
        ``motion.row_keys`` as 32 bits, sorted, (n,).
    first, again
        Numbers of the visits, (n,); ``NEVER``, where it was not shown again.
    visits_s
        When the visits were, in seconds since 1970, increasing, (m,).
    """

    keys: NDArray[np.uint32]
    first: Visits
    again: Visits
    visits_s: FloatArray
    _looked_up: WeakKeyDictionary[PlacedRows, tuple[Visits, Visits]] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    @classmethod
    def fit(cls, placed: Sequence[PlacedRows | None], visits_s: FloatArray) -> Self:
        """Of a history in time order; a visit whose rows are not known is passed over."""
        moments = np.asarray(visits_s, dtype=np.float64)
        known = [(visit, _short(item.keys)) for visit, item in enumerate(placed) if item is not None]
        lengths = [len(keys) for _, keys in known]
        if not sum(lengths):
            none = np.empty(0, dtype=np.int32)
            return cls(np.empty(0, dtype=np.uint32), none, none, moments)
        shown = np.concatenate([keys for _, keys in known])
        place = np.repeat(np.arange(len(known)), lengths)
        order = np.lexsort((place, shown))
        shown, place = shown[order], place[order]
        starts = np.flatnonzero(np.append(True, shown[1:] != shown[:-1]))
        returns = np.flatnonzero((shown[1:] == shown[:-1]) & (np.diff(place) > 1)) + 1
        visit = np.array([visit for visit, _ in known], dtype=np.int32)
        returning = np.searchsorted(starts, returns, side="right") - 1
        again = np.full(len(starts), NEVER, dtype=np.int32)
        np.minimum.at(again, returning, visit[place[returns]])
        runs = 1 + np.bincount(returning, minlength=len(starts))
        passing = np.diff(starts, append=len(shown)) <= PASSING_VISITS * runs
        return cls(shown[starts[passing]], visit[place[starts[passing]]], again[passing], moments)

    def __len__(self) -> int:
        return len(self.keys)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.keys, self.first, self.again, self.visits_s)

    def between(
        self, earlier: PlacedRows | None, earlier_s: float, later: PlacedRows | None, later_s: float
    ) -> KnownRows | None:
        """What recurs between two versions captured at these seconds; None where the bank is empty."""
        if not len(self) or earlier is None or later is None:
            return None
        before = np.searchsorted(self.visits_s, earlier_s, side="left")
        until = np.searchsorted(self.visits_s, later_s, side="right")
        if until == 0:  # both from before the history: all that it showed is known of them
            before = until = np.intp(len(self.visits_s))
        return KnownRows(came=self._visits_of(later)[0] < before, went=self._visits_of(earlier)[1] < until)

    def _visits_of(self, version: PlacedRows) -> tuple[Visits, Visits]:
        """First and returning visit of each row band of a version; never, where it is not known."""
        found = self._looked_up.get(version)
        if found is None:
            telling = recognisable(version.rows)
            wanted = _short(row_keys(version.rows))
            at = np.minimum(np.searchsorted(self.keys, wanted), len(self) - 1)
            known = self.keys[at] == wanted
            first, again = (np.full(version.rows.shape, NEVER, dtype=np.int32) for _ in range(2))
            first[telling] = np.where(known, self.first[at], NEVER)
            again[telling] = np.where(known, self.again[at], NEVER)
            found = self._looked_up[version] = (first, again)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model."""
        return {name: getattr(self, name) for name in ("keys", "first", "again", "visits_s")}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` was called on; of an older model, that had none, an empty one."""
        if "keys" not in arrays:
            return cls.fit([], np.empty(0))
        return cls(arrays["keys"], arrays["first"], arrays["again"], arrays["visits_s"])


def _short(keys: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """32 bits of each key: half the size in a saved model."""
    mixed = (keys * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)
    return mixed.astype(np.uint32)
