"""Constraints from time alone: versions close in time are more alike than versions far apart.

First step of learning, no labels. Source: M. T. Law's thesis (2015), (4.1) and (4.2). For the successive pair
(t, t+1) and any pair (r, s) around it, r <= t < s, the distance D shall obey

    B (relaxed)   D(t, t+1)     <= D(r, s)
    A (strict)    D(t, t+1) + 1 <= D(r, s)     where (r, s) spans at least gamma

"t" is a time, not a row number: two captures are successive only when no capture is missing between them, so
that a gap shortens the list and never shifts it. The source's hours are those of a page captured every hour;
where the usual step is longer, all lengths grow with it.

The page's own rhythm. ``training`` tries some gammas on one half of the days and asks here for the smallest at which
time can be told about as well in the other half as at any: a page that changes daily tells nothing within four hours.
Source: M. T. Law's thesis (2015), section 4.4.1: gamma is 4 hours, and 24 hours for a page that people visit daily; a
gamma above the page's period does no harm. The choice is ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray, IntArray, QuadrupletFeatures

USUAL_GAMMA_H = 4.0
"""The source's gamma, for pages whose rhythm is not known or faster."""

GAMMAS_H = (USUAL_GAMMA_H, 8.0, 16.0, 24.0, 48.0)
"""Gammas that are tried; with more, most of a week's constraints would speak of the same few changes."""

SPAN_SHARE = 0.25
"""A gamma covers at most this share of the history, so that there are enough pairs on both sides of it."""

ABOUT_AS_WELL = 0.02
"""Order kept that a larger gamma must gain: pairs further apart are easier to tell anyway. Not a sharp choice: on
eleven training sites the gamma found so ranks changes as any fixed one from 4 to 24
hours does in the mean (86.5 beside 86.9 to 87.0); the wrong extreme for a page costs up to 6."""


def effective_changes(distances: ArrayLike) -> float:
    """How many of the successive pairs changed, each counted by how much.

    With x the distances above their median (the usual unrest of the page), (sum x)^2 / sum x^2: n changes of
    one size count n, unrest of no particular size about as many as there are pairs. 0 where nothing stands out.
    """
    values = np.asarray(distances, dtype=np.float64)
    if not values.size:
        return 0.0
    above: FloatArray = np.maximum(values - np.median(values), 0.0)
    squares = float(above @ above)
    return float(above.sum()) ** 2 / squares if squares > 0.0 else 0.0


def waiting_h(distances: ArrayLike, step_h: float) -> float | None:
    """Mean time between changes, in hours; None where nothing stands out.

    Parameters
    ----------
    distances : float array, shape (n,), >= 0
        Of successive pairs, learned.
    step_h : float
        Usual time between captures.
    """
    changes = effective_changes(distances)
    return float(np.size(distances)) * step_h / changes if changes > 0.0 else None


def gammas_to_try(span_h: float, step_h: float) -> tuple[float, ...]:
    """The gammas that a history of this length can tell apart, in hours, the smallest first; at least one."""
    stretch = max(1.0, step_h)
    longest = max(USUAL_GAMMA_H * stretch, SPAN_SHARE * span_h)
    return tuple(gamma * stretch for gamma in GAMMAS_H if gamma * stretch <= longest)


def longest_gamma(times_h: ArrayLike) -> float:
    """The largest gamma that a history can tell apart, in hours, or in usual steps where these are longer: as
    ``temporal.Rhythm.of`` takes it, whose ``gamma_h`` is in hours whatever the step.

    For distances that say little but when something changed: a text is the same to the letter or it is not, so
    that pairs far apart tell best which changes stay. A gamma above the page's period does no harm (the source).
    """
    times = np.asarray(times_h, dtype=np.float64)
    step = float(np.median(np.diff(times))) if times.size > 1 else 1.0
    span = float(times[-1] - times[0]) if times.size else 0.0
    return gammas_to_try(span, step)[-1] / max(1.0, step)


def chosen_gamma_h(orders: Mapping[float, float]) -> float:
    """The smallest gamma at which about as much of the order of time is kept as at the best one.

    Parameters
    ----------
    orders : mapping of gamma in hours to share of the order kept on days not learned from; not empty.
    """
    enough = max(orders.values()) - ABOUT_AS_WELL
    return min(gamma for gamma, order in orders.items() if order >= enough)


GAP_FACTOR = 1.5
"""Captures further apart than this many usual steps have a missing capture between them."""

WINDOW_TO_GAMMA = 1.5
"""The window reaches this many gammas beyond a pair, so that pairs that span gamma lie on both sides."""

_ROUNDING_H = 1e-6  # times come as differences of floats


@dataclass(frozen=True, kw_only=True)
class TemporalConstraints:
    """Quadruplets of versions, as row numbers into the table of those pairs whose distances they need."""

    pairs: IntArray  # (n_pairs, 2) versions, earlier first, each pair once
    closer: IntArray  # (n,) rows of pairs: the successive pair
    farther: IntArray  # (n,) rows of pairs: the pair around it
    deltas: FloatArray  # (n,) 1 strict (A), 0 relaxed (B)

    def __len__(self) -> int:
        return len(self.deltas)

    @property
    def n_strict(self) -> int:
        """How many belong to A."""
        return int(np.count_nonzero(self.deltas))

    def features(self, pair_features: FloatArray) -> QuadrupletFeatures:
        """The quadruplets over the features of ``pairs``."""
        return QuadrupletFeatures.from_pairs(pair_features, self.closer, self.farther, self.deltas)


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """The lengths that constraints are made with, in hours."""

    step_h: float  # usual time between captures
    gamma_h: float  # pairs that span at least this are strict
    window_h: float  # how far (r, s) may reach beyond (t, t+1) on either side

    @classmethod
    def of(cls, times_h: ArrayLike, *, gamma_h: float = 4.0, window_h: float | None = None) -> Rhythm:
        """The usual step is the median; a step over one hour stretches gamma and window by as much.

        The window is one and a half gamma where it is not given, as the source's 6 hours are to its 4.
        """
        gaps = np.diff(_checked_times(times_h))
        step = float(np.median(gaps)) if gaps.size else 1.0
        stretch = max(1.0, step)
        window_h = WINDOW_TO_GAMMA * gamma_h if window_h is None else window_h
        return cls(step_h=step, gamma_h=gamma_h * stretch, window_h=window_h * stretch)

    def lasting(self, gamma_h: float) -> Rhythm:
        """The same step with another gamma, in hours as they are, and the window that goes with it."""
        return replace(self, gamma_h=gamma_h, window_h=WINDOW_TO_GAMMA * gamma_h)


def successive_pairs(times_h: ArrayLike, rhythm: Rhythm) -> IntArray:
    """Neighbours in time without a missing capture between them, shape (n, 2)."""
    times = _checked_times(times_h)
    first = np.flatnonzero(np.diff(times) <= GAP_FACTOR * rhythm.step_h + _ROUNDING_H)
    return np.column_stack([first, first + 1])


def temporal_constraints(
    times_h: ArrayLike,
    rhythm: Rhythm,
    *,
    limit: int = 10_000,
    random_state: int | np.random.Generator | None = 0,
) -> TemporalConstraints:
    """The constraints A and B of a history.

    Parameters
    ----------
    times_h : float array, shape (n_versions,)
        When each version was captured, in hours since any moment, strictly increasing.
    rhythm : Rhythm
    limit : int
        If there are more constraints, this many are drawn without replacement.
    random_state : int or numpy Generator, optional

    Returns
    -------
    TemporalConstraints
        Ordered by (t, r descending, s). The trivial pair (r, s) = (t, t+1) is left out.
    """
    times = _checked_times(times_h)
    starts = successive_pairs(times, rhythm)[:, 0]
    earliest = np.searchsorted(times, times[starts] - rhythm.window_h - _ROUNDING_H)
    latest = np.searchsorted(times, times[starts + 1] + rhythm.window_h + _ROUNDING_H, side="right") - 1
    n_after = latest - starts  # choices of s: starts + 1 ... latest
    counts = (starts - earliest + 1) * n_after - 1
    chosen = _choose(int(counts.sum()), limit, random_state)
    block = np.searchsorted(np.cumsum(counts), chosen, side="right")
    # Within a block the choice 0, (r, s) = (t, t+1), is the trivial one that ``counts`` leaves out.
    place = chosen - (np.cumsum(counts) - counts)[block] + 1
    t = starts[block]
    r, s = t - place // n_after[block], t + 1 + place % n_after[block]
    deltas = (times[s] - times[r] >= rhythm.gamma_h - _ROUNDING_H).astype(np.float64)
    return _as_table(np.column_stack([t, t + 1]), np.column_stack([r, s]), deltas, len(times))


def successive_within(times_h: ArrayLike, groups: Sequence[IntArray], rhythm: Rhythm) -> IntArray:
    """``successive_pairs`` of each group of versions, each in its own step, as rows of the whole history."""
    times = _checked_times(times_h)
    pairs = [group[successive_pairs(times[group], _in_step(times[group], rhythm))] for group in groups]
    found = np.concatenate([np.empty((0, 2), dtype=np.intp), *pairs])
    return found[np.lexsort(found.T[::-1])]


def constraints_within(
    times_h: ArrayLike,
    groups: Sequence[IntArray],
    rhythm: Rhythm,
    *,
    limit: int = 10_000,
    random_state: int | np.random.Generator | None = 0,
) -> TemporalConstraints:
    """``temporal_constraints`` of each group of versions, each in its own step, over the whole history's rows.

    A page that flaps between looks violates monotony from one look to the next, not within a look
    (``states``). Each group draws its part of the limit, by its number of versions.
    """
    times = _checked_times(times_h)
    parts = []
    for group in groups:
        part = limit if len(groups) == 1 else limit * len(group) // len(times)
        own = _in_step(times[group], rhythm)
        parts.append(temporal_constraints(times[group], own, limit=part, random_state=random_state))
    return _joined(parts, groups)


def _in_step(times: FloatArray, rhythm: Rhythm) -> Rhythm:
    """The same lengths, with the usual step of these times."""
    return replace(rhythm, step_h=Rhythm.of(times).step_h)


def _joined(parts: Sequence[TemporalConstraints], groups: Sequence[IntArray]) -> TemporalConstraints:
    """The constraints of groups as one table; no pair belongs to two groups."""
    starts = np.cumsum([0, *(len(part.pairs) for part in parts)])[:-1]
    return TemporalConstraints(
        pairs=np.concatenate([group[part.pairs] for part, group in zip(parts, groups, strict=True)]),
        closer=np.concatenate([part.closer + start for part, start in zip(parts, starts, strict=True)]),
        farther=np.concatenate([part.farther + start for part, start in zip(parts, starts, strict=True)]),
        deltas=np.concatenate([part.deltas for part in parts]),
    )


def _choose(total: int, limit: int, random_state: int | np.random.Generator | None) -> IntArray:
    """Sorted places of the constraints to keep."""
    if total <= limit:
        return np.arange(total)
    drawn: NDArray[np.int64] = np.random.default_rng(random_state).choice(
        total, size=limit, replace=False, shuffle=False
    )
    return np.sort(drawn)


def _as_table(
    closer: IntArray, farther: IntArray, deltas: FloatArray, n_versions: int
) -> TemporalConstraints:
    """Each pair of versions once, so that its region distances are computed once."""
    keys = np.concatenate([closer, farther]) @ np.array([n_versions, 1])
    unique, rows = np.unique(keys, return_inverse=True)
    return TemporalConstraints(
        pairs=np.column_stack(np.divmod(unique, n_versions)),
        closer=rows[: len(closer)],
        farther=rows[len(closer) :],
        deltas=deltas,
    )


def _checked_times(times_h: ArrayLike) -> FloatArray:
    times = np.asarray(times_h, dtype=np.float64)
    if times.ndim != 1 or not np.isfinite(times).all():
        raise InvalidInput(
            f"times have shape {times.shape}: pass one finite number of hours for each version"
        )
    if (np.diff(times) <= 0.0).any():
        raise InvalidInput("times must increase: sort the versions and leave out repeated times")
    return times
