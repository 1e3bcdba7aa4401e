"""Content that a page shows again and again: its coming back is no news, nor is its going.

Monotony of changes (Law 2015, section 4.1) says that noise comes and goes while news comes once. Learning uses it
to weigh regions; here it is used on content itself, for regions that hold both: a strip of offers that now and then
stands where the news stands, a carousel's slide, an advertisement shown again. The bank keeps the row bands
(``alignment.row_signatures``, exact pixels, at whatever height) that a history showed, did not show, and showed
again. From an earlier version to a later one

- a row band that came was *shown before* if the history had it before the earlier version,
- a row band that went is *passing* if it had gone and come back by then, or is known to come back afterwards.

``motion`` counts neither as change. A story that stays while others come is untouched, and so is its first coming.
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

Visits = NDArray[np.int32]
_NEVER = np.iinfo(np.int32).max


@dataclass(frozen=True, eq=False)
class RecurringRows:
    """The row bands that a page showed again, and when; empty for a page that never did.

    Parameters
    ----------
    keys
        ``motion.row_keys``, sorted, (n,).
    first, last, again
        Numbers of the visits that showed each first and last, and first showed it again, (n,).
    visits_s
        When the visits were, in seconds since 1970, increasing, (m,).
    """

    keys: NDArray[np.uint64]
    first: Visits
    last: Visits
    again: Visits
    visits_s: FloatArray
    _looked_up: WeakKeyDictionary[PlacedRows, tuple[Visits, Visits, Visits]] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    @classmethod
    def fit(cls, placed: Sequence[PlacedRows | None], visits_s: FloatArray) -> Self:
        """Of a history in time order; a visit whose rows are not known is passed over."""
        known = [(visit, item.keys) for visit, item in enumerate(placed) if item is not None]
        lengths = [len(keys) for _, keys in known]
        if not sum(lengths):
            none = np.empty(0, dtype=np.int32)
            return cls(np.empty(0, dtype=np.uint64), none, none, none, np.asarray(visits_s, dtype=np.float64))
        shown = np.concatenate([keys for _, keys in known])
        place = np.repeat(np.arange(len(known)), lengths)
        order = np.lexsort((place, shown))
        shown, place = shown[order], place[order]
        starts = np.flatnonzero(np.append(True, shown[1:] != shown[:-1]))
        ends = np.append(starts[1:], len(shown)) - 1
        returns = np.flatnonzero((shown[1:] == shown[:-1]) & (np.diff(place) > 1)) + 1
        again = np.full(len(starts), _NEVER, dtype=np.int32)
        np.minimum.at(again, np.searchsorted(starts, returns, side="right") - 1, place[returns])
        kept = again != _NEVER
        visit = np.array([visit for visit, _ in known], dtype=np.int32)
        first, last = place[starts[kept]], place[ends[kept]]
        return cls(
            shown[starts[kept]],
            visit[first],
            visit[last],
            visit[again[kept]],
            np.asarray(visits_s, dtype=np.float64),
        )

    def __len__(self) -> int:
        return len(self.keys)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.keys, self.first, self.last, self.again, self.visits_s)

    def between(
        self, earlier: PlacedRows | None, earlier_s: float, later: PlacedRows | None, later_s: float
    ) -> KnownRows | None:
        """What recurs between two versions captured at these seconds; None where nothing is known to recur."""
        if not len(self) or earlier is None or later is None:
            return None
        first, _, _ = self._visits_of(later)
        _, last, again = self._visits_of(earlier)
        before = np.searchsorted(self.visits_s, earlier_s, side="left")
        until = np.searchsorted(self.visits_s, later_s, side="right")
        return KnownRows(came=first < before, went=(last >= until) | (again < until))

    def _visits_of(self, version: PlacedRows) -> tuple[Visits, Visits, Visits]:
        """First, last and returning visit of each row band of a version; never, where it is not known to recur."""
        found = self._looked_up.get(version)
        if found is None:
            telling = recognisable(version.rows)
            wanted = row_keys(version.rows)
            at = np.minimum(np.searchsorted(self.keys, wanted), len(self) - 1)
            known = self.keys[at] == wanted
            first, last, again = (
                np.full(version.rows.shape, item, np.int32) for item in (_NEVER, -1, _NEVER)
            )
            for visits, of_keys in ((first, self.first), (last, self.last), (again, self.again)):
                visits[telling] = np.where(known, of_keys[at], visits[telling])
            found = self._looked_up[version] = (first, last, again)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model."""
        return {name: getattr(self, name) for name in ("keys", "first", "last", "again", "visits_s")}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` was called on; of an older model, that had none, an empty one."""
        if "keys" not in arrays:
            return cls.fit([], np.empty(0))
        return cls(arrays["keys"], arrays["first"], arrays["last"], arrays["again"], arrays["visits_s"])
