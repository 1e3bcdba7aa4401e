"""Classifies each region's changes: still, content, restless, or a few recurring states.

Monotony of changes (Law 2015, section 4.1) says what noise is: it comes and goes. Here that is counted for each
region, as evidence that a person can check: at how many visits the region changed, how often it went back to a
look that it had before, how many looks it has, and whether they return after the same time. A carousel or a
bank of advertisements goes back; news does not. The classes explain a score, they do not change it: learning
judges by the same assumption, with more than counts.

A region changed where at least two of its sampled row bands differ from the visit before; it went back where at
least half of what changed is, pixel by pixel, as at an earlier visit. The constants were chosen on the drawn
pages of ``tests/changemodel/change/test_noise.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from changemodel.features.alignment import Signatures
from changemodel.features.images import VIEW_HEIGHT_PX
from changemodel.features.version_rows import VersionRows, band_shares
from changemodel.metric.quadruplets import FloatArray, IntArray

NoiseClass = Literal["still", "seldom", "content", "restless", "recurring", "periodic"]

MIN_CHANGES = 4
"""Changes that a region must have for a class; below, it changes seldom."""

RESTLESS = 0.8
"""Share of the visits from which on a region that goes back to nothing is restless."""

RETURNS = 0.5
"""Share of the changes that must go back to an earlier look for a region's looks to recur."""

MAX_LOOKS = 12
"""More looks than these are no small set."""

PERIODIC = 0.6
"""Share of the returns that must come after the same time, within a tenth of it."""

KEPT_VERSIONS = 240
"""The newest versions from which the counts are taken, and whose looks are known again."""

_REACH = 48  # versions back in which a look is looked for
_SAMPLED_ROWS = slice(0, VIEW_HEIGHT_PX, 4)
_LEAST_CHANGED = 2.0  # sampled row bands
_WENT_BACK = 0.5  # of the row bands that changed


@dataclass(frozen=True, kw_only=True)
class RegionNoise:
    """The class of one region, with its evidence."""

    noise_class: NoiseClass
    visits: int
    changes: int  # visits at which it differed from the visit before
    returns: int  # changes that went back to an earlier look
    looks: int
    period_h: float | None  # after which its looks return, where that is one time

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "class": self.noise_class,
            "visits": self.visits,
            "changes": self.changes,
            "returns": self.returns,
            "looks": self.looks,
            "period_h": self.period_h,
        }

    @property
    def summary(self) -> str:
        """The class with its first evidence, for a table."""
        return f"{self.noise_class} {self.changes}/{self.visits}"

    def __str__(self) -> str:
        text = f"{self.noise_class}: changed at {self.changes} of {self.visits} visits"
        if self.returns:
            text += f", {self.returns} times back to one of {self.looks} looks"
        return text if self.period_h is None else f"{text}, every {self.period_h:.3g} h"


@dataclass(frozen=True, eq=False)
class RegionHistory:
    """What each region of a page did at its visits; nothing where the rows of versions are not known.

    Parameters
    ----------
    looks
        A hash of each region's rows at each visit, (visits, regions).
    seen_s
        When, in seconds since 1970, (visits,).
    changes, returns
        Counts, (regions,).
    period_h
        (regions,), NaN where looks do not return after one time.
    """

    looks: NDArray[np.uint64]
    seen_s: FloatArray
    changes: IntArray
    returns: IntArray
    period_h: FloatArray

    @classmethod
    def fit(
        cls, placed: Sequence[VersionRows | None], moments: Sequence[datetime], grid: int
    ) -> RegionHistory:
        """Counts of a history in time order; of none where a version's rows are not known."""
        rows = [item.rows for item in placed[-KEPT_VERSIONS:] if item is not None]
        seen = np.array([moment.timestamp() for moment in moments[-KEPT_VERSIONS:]])
        if len(rows) < len(seen):
            rows, seen = [], seen[:0]
        sampled = np.array([item[_SAMPLED_ROWS] for item in rows])
        regions = grid * grid
        changes, returns = np.zeros(regions, dtype=np.intp), np.zeros(regions, dtype=np.intp)
        gaps: list[list[float]] = [[] for _ in range(regions)]
        for now in range(1, len(sampled)):
            changed, back = _went_back(sampled, now, grid)
            changes += changed
            returns += back >= 0
            for region in np.flatnonzero(back >= 0).tolist():
                gaps[region].append(float(seen[now] - seen[back[region]]) / 3600.0)
        looks = np.array([_look_hashes(item, grid) for item in rows], dtype=np.uint64).reshape(-1, regions)
        return cls(looks, seen, changes, returns, np.array([_period(item) for item in gaps]))

    def __len__(self) -> int:
        return len(self.seen_s)

    def noise(self, region: int) -> RegionNoise:
        """The class of a region."""
        changes, returns, visits = int(self.changes[region]), int(self.returns[region]), len(self)
        period = float(self.period_h[region])
        looks = 1 + changes - returns
        kind: NoiseClass = "content"
        if changes < MIN_CHANGES:
            kind = "seldom" if changes else "still"
        elif returns >= RETURNS * changes and looks <= MAX_LOOKS:
            kind = "recurring" if np.isnan(period) else "periodic"
        elif changes >= RESTLESS * (visits - 1):
            kind = "restless"
        return RegionNoise(
            noise_class=kind,
            visits=visits,
            changes=changes,
            returns=returns,
            looks=looks,
            period_h=None if kind != "periodic" else period,
        )

    def went_back(
        self, before: VersionRows | None, after: VersionRows | None, before_at: datetime
    ) -> NDArray[np.bool_]:
        """Which regions changed to exactly what they showed at a visit before the earlier version, (regions,)."""
        regions = self.looks.shape[1]
        if before is None or after is None or not len(self):
            return np.zeros(regions, dtype=bool)
        grid = round(regions**0.5)
        was, now = _look_hashes(before.rows, grid), _look_hashes(after.rows, grid)
        known = self.looks[self.seen_s < before_at.timestamp()]
        found: NDArray[np.bool_] = (was != now) & (known == now).any(axis=0)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model."""
        return {
            "looks": self.looks,
            "seen_s": self.seen_s,
            "changes": self.changes.astype(np.int64),
            "returns": self.returns.astype(np.int64),
            "period_h": self.period_h,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> RegionHistory:
        """What ``to_arrays`` was called on."""
        changes, returns = arrays["changes"].astype(np.intp), arrays["returns"].astype(np.intp)
        return cls(arrays["looks"], arrays["seen_s"], changes, returns, arrays["period_h"])


def _went_back(sampled: Signatures, now: int, grid: int) -> tuple[NDArray[np.bool_], IntArray]:
    """Which regions changed at a visit, and the last visit to whose look they went back, -1 where to none."""
    last, current = sampled[now - 1], sampled[now]
    differs = (last != current) & (last != 0) & (current != 0)
    count = _in_regions(differs[None], grid)[0]
    changed: NDArray[np.bool_] = count >= _LEAST_CHANGED
    back = np.full(len(count), -1, dtype=np.intp)
    earlier = sampled[max(0, now - _REACH) : now - 1]
    if len(earlier) and changed.any():
        alike = _in_regions((earlier == current) & differs, grid) >= _WENT_BACK * count
        alike &= changed
        newest = len(earlier) - 1 - alike[::-1].argmax(axis=0) + max(0, now - _REACH)
        back = np.where(alike.any(axis=0), newest, -1)
    return changed, back


def _in_regions(flags: NDArray[np.bool_], grid: int) -> FloatArray:
    """How many row bands are set in each region, (n, rows, bands) -> (n, regions)."""
    sums = np.cumsum(flags, axis=1, dtype=np.float64)
    edges = np.linspace(0, flags.shape[1], grid + 1).astype(np.intp)
    bounds = np.concatenate([np.zeros_like(sums[:, :1]), sums], axis=1)[:, edges]
    cells: FloatArray = np.diff(bounds, axis=1) @ band_shares(grid)
    return cells.reshape(len(flags), -1)


def _look_hashes(rows: Signatures, grid: int) -> NDArray[np.uint64]:
    """One number for the exact look of each region, (regions,)."""
    view = rows[:VIEW_HEIGHT_PX].astype(np.uint64)
    factors = np.arange(1, VIEW_HEIGHT_PX + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)
    mixed = (view * factors[:, None]) ^ (view >> np.uint64(7))
    edges = np.linspace(0, VIEW_HEIGHT_PX, grid + 1).astype(np.intp)[:-1]
    tiles = np.add.reduceat(mixed, edges, axis=0)
    shown = (band_shares(grid) > 0).astype(np.uint64)
    weights = shown * (np.arange(1, len(shown) + 1, dtype=np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F))[:, None]
    hashes: NDArray[np.uint64] = (tiles[:, :, None] * weights[None]).sum(axis=1, dtype=np.uint64)
    return hashes.ravel()


def _period(gaps: Sequence[float]) -> float:
    """The time after which most looks returned, NaN where there is no such time."""
    if len(gaps) < MIN_CHANGES:
        return float("nan")
    values = np.array(gaps)
    near = np.abs(values[:, None] - values[None]) <= 0.1 * values[None]
    shares = near.mean(axis=0)
    best = int(shares.argmax())
    return float(np.median(values[near[:, best]])) if shares[best] >= PERIODIC else float("nan")
