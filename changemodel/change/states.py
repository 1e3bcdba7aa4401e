"""States: a page that flaps between several recurring looks, and how a look is known again.

An A/B test, a consent wall, a day and a night design: the page changes nearly everywhere, and an hour later it
is as it was. That violates monotony of changes (Law 2015, section 4.1), on which learning rests, and rings for
nothing. The looks of a history are told apart here by their rows: two versions have different looks where in
the mean over the page's tiles (100 rows of one band) hardly any row that says something is equal, pixel by
pixel, in the page's frame. An advertisement, however large and restless, leaves the rest of the page as it was
and makes no look of its own: learning handles it. A look follows its page: what joins it is compared with its
newest members, so that news may change under it.

A look that the page left and came back to is a *state*. Only where two to four looks have returned, three times
together, and cover most of the history, the page is taken to flap; otherwise everything is one state, and a
redesign stays news. Learning then takes its constraints within each state, and a comparison across states is
not important by itself: ``compare`` looks for what changed since the same look was last seen.

The constants were chosen on the drawn pages of ``tests/changemodel/features/front_pages.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import Signatures, recognisable
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.motion import PlacedRows
from changemodel.metric.quadruplets import IntArray

SAME_LOOK = 0.25
"""Share that two versions of one look have in common at least, in the mean of the tiles."""

MIN_RETURNS = 3
"""How often the page must have come back to looks that it had left, all looks together."""

STATES = (2, 4)
"""How many looks must have returned at least, and may have."""

MIN_COVERED = 0.8
"""Share of the history that shows one of these looks."""

_SAMPLED_ROWS = slice(0, VIEW_HEIGHT_PX, 4)
_TILE_ROWS = 25  # sampled rows: 100 of the page
_MIN_TELLING = 3  # sampled rows that a tile must have to count
_KEPT_MEMBERS = 3  # the newest of each look, which a version is compared with
_KEPT_LOOKS = 16  # the looks seen last, among which a version is looked for


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
    """

    looks: Signatures
    look_states: IntArray
    seen_s: NDArray[np.float64]
    seen_states: IntArray

    @classmethod
    def empty(cls) -> StateBank:
        """Of a page that has one look."""
        none = np.empty(0, dtype=np.intp)
        return cls(np.empty((0, 0, 0), dtype=np.uint32), none, np.empty(0), none)

    @classmethod
    def fit(
        cls, placed: Sequence[PlacedRows | None], moments: Sequence[datetime]
    ) -> tuple[StateBank, IntArray]:
        """The states of a history in time order, and the look of each version: all 0 where the page has one.

        Versions whose rows are not known (features without a screenshot) cannot be told apart: then all are
        one.
        """
        one = np.zeros(len(placed), dtype=np.intp)
        rows = [item.rows[_SAMPLED_ROWS] for item in placed if item is not None]
        if len(rows) < len(placed):
            return cls.empty(), one
        looks, members = _looks(rows)
        entries = np.bincount(looks[np.flatnonzero(np.diff(looks, prepend=-1))])
        states = np.flatnonzero(entries > 1)
        known = np.isin(looks, states)
        flaps = STATES[0] <= len(states) <= STATES[1] and known.mean() >= MIN_COVERED
        if not flaps or int((entries[states] - 1).sum()) < MIN_RETURNS:
            return cls.empty(), one
        kept = [(rows[index], state) for state in states.tolist() for index in members[state]]
        bank = cls(
            looks=np.stack([item for item, _ in kept]),
            look_states=np.array([state for _, state in kept], dtype=np.intp),
            seen_s=np.array([moment.timestamp() for moment in moments])[known],
            seen_states=looks[known],
        )
        return bank, looks

    def __len__(self) -> int:
        return len(np.unique(self.look_states))

    def state_of(self, placed: PlacedRows | None) -> int | None:
        """The state whose look a version has; None for a look that is not known, or did not return."""
        if placed is None or len(self.looks) == 0:
            return None
        rows = placed.rows[_SAMPLED_ROWS]
        shares = np.array([alike_share(rows, look) for look in self.looks])
        best = int(shares.argmax())
        return int(self.look_states[best]) if shares[best] >= SAME_LOOK else None

    def returning(
        self, before: PlacedRows | None, after: PlacedRows | None, before_at: datetime
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
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> StateBank:
        """The bank that ``to_arrays`` was called on."""
        return cls(
            arrays["looks"].astype(np.uint32),
            arrays["look_states"].astype(np.intp),
            arrays["seen_s"],
            arrays["seen_states"].astype(np.intp),
        )


def alike_share(a: Signatures, b: Signatures) -> float:
    """Share of the row bands of two versions that are equal, of those that say anything in one of them: the
    mean of the tiles, so that a dense picture counts no more than a paragraph beside it. 1 for blank pages."""
    telling = (a != 0) & (b != 0) & (recognisable(a) | recognisable(b))
    starts = np.arange(0, len(a), _TILE_ROWS)
    total = np.add.reduceat(telling, starts, axis=0, dtype=np.intp)
    equal = np.add.reduceat(telling & (a == b), starts, axis=0, dtype=np.intp)
    counted = total >= _MIN_TELLING
    return float((equal[counted] / total[counted]).mean()) if counted.any() else 1.0


def groups_of(looks: IntArray) -> list[IntArray]:
    """The versions of each look, in time order: what learning compares with each other."""
    return [np.flatnonzero(looks == look) for look in np.unique(looks)]


def _looks(rows: Sequence[Signatures]) -> tuple[IntArray, dict[int, list[int]]]:
    """The look of each version, numbered as they were first seen; and the newest members of each look."""
    looks = np.zeros(len(rows), dtype=np.intp)
    members: dict[int, list[int]] = {}
    for index, item in enumerate(rows):
        recent = sorted(members, key=lambda look: -members[look][-1])[:_KEPT_LOOKS]
        shares = {look: max(alike_share(item, rows[other]) for other in members[look]) for look in recent}
        best = max(shares, key=lambda look: shares[look], default=None)
        look = len(members) if best is None or shares[best] < SAME_LOOK else best
        looks[index] = look
        members[look] = [*members.get(look, []), index][-_KEPT_MEMBERS:]
    return looks, members
