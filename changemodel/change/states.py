"""States: a page that switches between a few recurring looks, and how a look is recognised.

An A/B test, a consent wall, a day and a night design: the page changes nearly everywhere, and an hour later it
is as it was. That violates monotony of changes (Law 2015, section 4.1), on which learning rests, and raises an alarm
for nothing. The looks of a history are told apart here by their rows: two versions have different looks where, in the
mean over the page's tiles (100 rows of one band), few of the rows that say something are found again, pixel by pixel,
at any height. Content that moved makes no look of its own, ``row_moves`` handles it; nor does an advertisement, however
large and restless, which leaves the rest of the page as it was: learning handles it. A look follows its page: what
joins it is compared with its newest members, so that news may change under it.

A look that the page left and came back to is a *state*. Only where two to four looks have returned, three times
together, and cover most of the history, the page is taken to flap; otherwise everything is one state, and a
redesign stays news. Learning then takes its constraints within each state, and a comparison across states is
not important by itself: ``compare`` looks for what changed since the same look was last seen.

The constants were chosen on the drawn pages of ``tests/changemodel/features/front_pages.py`` and the training
family of an earlier set of sites.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import BANDS, Signatures, recognisable
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.version_rows import VersionRows, row_keys
from changemodel.metric.quadruplets import IntArray

SAME_LOOK = (0.25, 0.55)
"""Share that two versions of one look have in common at least, in the mean of the tiles: looks that have hardly
anything in common are tried first, then looks that share their furniture."""

APART = 0.3
"""How much more a version must have in common with its own look, in the median, than with the look before it."""

MIN_RETURNS = 3
"""How often the page must have come back to looks that it had left, all looks together."""

STATES = (2, 4)
"""How many looks must have returned at least, and may have."""

MIN_COVERED = 0.8
"""Share of the history that shows one of these looks."""

_SAMPLED_ROWS = slice(0, VIEW_HEIGHT_PX, 4)
_TILE_ROWS = 25  # sampled rows: 100 of the page
_MIN_TELLING = 3  # sampled rows that a tile must have to count
_KEPT_MEMBERS = 2  # the newest of each look, which a version is compared with
_KEPT_LOOKS = 8  # the looks seen last, among which a version is looked for


@dataclass(frozen=True, kw_only=True)
class ReturningState:
    """The later version shows a look that the page had before, and had left.

    Attributes
    ----------
    state : int
        Number of the state, as the model counts them.
    last_seen_at : datetime
        When a version of this look was last captured before the earlier version of the comparison, UTC.
    visits : int
        How many versions of this look the model knows.
    compared_with : datetime or None
        Captured when: the version of the same look that the score was made against, in place of the earlier
        one; None where none was given.
    """

    state: int
    last_seen_at: datetime
    visits: int
    compared_with: datetime | None = None


@dataclass(frozen=True, eq=False)
class StateBank:
    """The recurring looks of a page; empty for a page that has one look.

    Parameters
    ----------
    looks
        Sampled rows of the newest members of each state, (n, rows, bands).
    look_states
        Which state each of them belongs to, (n,).
    seen_s
        When versions of known state were captured, in seconds since 1970, (m,).
    seen_states
        Their states, (m,).
    same_look
        Share from which on a version has one of these looks.
    """

    looks: Signatures
    look_states: IntArray
    seen_s: NDArray[np.float64]
    seen_states: IntArray
    same_look: float = SAME_LOOK[0]
    _told: WeakKeyDictionary[VersionRows, int | None] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, item.name) for item in fields(self) if item.init)

    @classmethod
    def empty(cls) -> StateBank:
        """Of a page that has one look."""
        none = np.empty(0, dtype=np.intp)
        return cls(np.empty((0, 0, 0), dtype=np.uint32), none, np.empty(0), none)

    @classmethod
    def fit(
        cls, placed: Sequence[VersionRows | None], moments: Sequence[datetime]
    ) -> tuple[StateBank, IntArray]:
        """The states of a history in time order, and the look of each version: all 0 where the page has one.

        Versions whose rows are not known (features without a screenshot) cannot be told apart: then all are
        one.
        """
        one = np.zeros(len(placed), dtype=np.intp)
        known = [item for item in placed if item is not None]
        if len(known) < len(placed):
            return cls.empty(), one
        tried = (_Looks.of(known, share) for share in SAME_LOOK)
        found = next((item for item in tried if item.flap), None)
        if found is None:
            return cls.empty(), one
        looks, members, states = found.looks, found.members, found.states
        covered = np.isin(looks, states)
        kept = [
            (known[index].rows[_SAMPLED_ROWS], state) for state in states.tolist() for index in members[state]
        ]
        bank = cls(
            looks=np.stack([item for item, _ in kept]),
            look_states=np.array([state for _, state in kept], dtype=np.intp),
            seen_s=np.array([moment.timestamp() for moment in moments])[covered],
            seen_states=looks[covered],
            same_look=found.same_look,
        )
        return bank, looks

    def __len__(self) -> int:
        return len(np.unique(self.look_states))

    def state_of(self, placed: VersionRows | None) -> int | None:
        """The state whose look a version has; None for a look that is not known, or did not return."""
        if placed is None or len(self.looks) == 0:
            return None
        if placed not in self._told:
            shares = np.array([look.share_in(placed) for look in self._tiled])
            best = int(shares.argmax())
            self._told[placed] = int(self.look_states[best]) if shares[best] >= self.same_look else None
        return self._told[placed]

    @cached_property
    def _tiled(self) -> list[_TiledLook]:
        return [_TiledLook.of(look) for look in self.looks]

    def returning(
        self, before: VersionRows | None, after: VersionRows | None, before_at: datetime
    ) -> ReturningState | None:
        """Whether a page went from another look back to one that it had before ``before_at``."""
        state = self.state_of(after)
        if state is None or state == self.state_of(before):
            return None
        seen = self.seen_s[self.seen_states == state]
        earlier = seen[seen < before_at.timestamp()]
        if earlier.size == 0:
            return None
        return ReturningState(
            state=state,
            last_seen_at=datetime.fromtimestamp(float(earlier.max()), UTC),
            visits=len(seen),
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The bank as arrays, for saving with a model."""
        return {
            "looks": self.looks,
            "look_states": self.look_states.astype(np.int64),
            "seen_s": self.seen_s,
            "seen_states": self.seen_states.astype(np.int64),
            "same_look": np.array(self.same_look),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> StateBank:
        """The bank that ``to_arrays`` was called on."""
        return cls(
            arrays["looks"].astype(np.uint32),
            arrays["look_states"].astype(np.intp),
            arrays["seen_s"],
            arrays["seen_states"].astype(np.intp),
            float(arrays["same_look"]),
        )


@dataclass(frozen=True, eq=False)
class _TiledLook:
    """What one version shows, tile by tile: the row bands that say something, of tiles that have enough of them."""

    keys: NDArray[np.uint64]  # (n,) as ``version_rows.row_keys`` names them
    tiles: IntArray  # (n,) in which tile each stands
    totals: IntArray  # (tiles,) how many stand in each

    @classmethod
    def of(cls, sampled: Signatures) -> Self:
        """A look from its sampled rows."""
        rows, bands = np.nonzero(recognisable(sampled))
        _, tiles, totals = np.unique(
            rows // _TILE_ROWS * BANDS + bands, return_inverse=True, return_counts=True
        )
        counted = totals >= _MIN_TELLING
        kept, renumbered = counted[tiles], np.cumsum(counted) - 1
        return cls(row_keys(sampled)[kept], renumbered[tiles[kept]], totals[counted])

    def share_in(self, version: VersionRows) -> float:
        """Share of the look's telling row bands that a version shows too, at any height: the mean of the look's tiles,
        so that a dense picture counts no more than a paragraph beside it. 1 for a blank look."""
        if self.totals.size == 0:
            return 1.0
        keys = version.keys
        if keys.size == 0:
            return 0.0
        found = keys[np.minimum(np.searchsorted(keys, self.keys), keys.size - 1)] == self.keys
        shares = np.bincount(self.tiles[found], minlength=self.totals.size) / self.totals
        return float(shares.mean())


def groups_of(looks: IntArray) -> list[IntArray]:
    """The versions of each look, in time order: what learning compares with each other."""
    return [np.flatnonzero(looks == look) for look in np.unique(looks)]


@dataclass(frozen=True, eq=False)
class _Looks:
    """The looks of a history, told apart at one share."""

    same_look: float
    looks: IntArray  # of each version, numbered as they were first seen
    members: dict[int, list[int]]  # the newest versions of each look
    own: NDArray[np.float64]  # what each version has in common with its look
    last: NDArray[np.float64]  # where the look changed: what the version has in common with the one before

    @classmethod
    def of(cls, placed: Sequence[VersionRows], same_look: float) -> _Looks:
        looks = np.zeros(len(placed), dtype=np.intp)
        tiled = [_TiledLook.of(item.rows[_SAMPLED_ROWS]) for item in placed]
        members: dict[int, list[int]] = {}
        own: list[float] = []
        last: list[float] = []
        for index, item in enumerate(placed):
            recent = sorted(members, key=lambda look: -members[look][-1])[:_KEPT_LOOKS]
            shares = {look: max(tiled[other].share_in(item) for other in members[look]) for look in recent}
            best = max(shares, key=lambda look: shares[look], default=None)
            is_known = best is not None and shares[best] >= same_look
            look = best if best is not None and is_known else len(members)
            if index and look != looks[index - 1]:
                last.append(shares[int(looks[index - 1])])
            if is_known:
                own.append(shares[look])
            looks[index] = look
            members[look] = [*members.get(look, []), index][-_KEPT_MEMBERS:]
        return cls(same_look, looks, members, np.array(own), np.array(last))

    @property
    def states(self) -> IntArray:
        """The looks that the page left and came back to."""
        return np.flatnonzero(self._entries > 1)

    @property
    def flap(self) -> bool:
        """Whether the page goes to and fro between these looks."""
        states = self.states
        few = STATES[0] <= len(states) <= STATES[1]
        if not few or np.isin(self.looks, states).mean() < MIN_COVERED:
            return False
        apart = float(np.median(self.own) - np.median(self.last))
        return apart >= APART and int((self._entries[states] - 1).sum()) >= MIN_RETURNS

    @property
    def _entries(self) -> IntArray:
        return np.bincount(self.looks[np.flatnonzero(np.diff(self.looks, prepend=-1))])
