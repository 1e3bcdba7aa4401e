"""Patterns of trials: which numbers of a trial one decoder sees, by region, by segment of time, by neighbourhood.

First step of ``RegionDecoder`` and ``SearchLight``. Source: X. Han's thesis (2016), sections 3.2 and 3.3. Scans are
counted from 1, the first of a trial, as the source counts them. For trial k, voxel v and a segment of scans {a, a + 1}

    feature[k, v] = 1/2 ((x[k, a, v] - b[k, v]) + (x[k, a + 1, v] - b[k, v]))

with b the mean of the baseline's scans; "all" of a phase keeps every scan as a feature of its own. For web pages a
trial is a change, and a voxel a cell of the grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import ttest_ind

from changemodel.arguments import positive_number, whole_number
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray, IntArray

WHOLE = "all"
"""Name of the one region, or the one segment, where none were named."""


@dataclass(frozen=True)
class Segment:
    """Scans of a trial, counted from 1, as one pattern: their mean, or each beside the other."""

    scans: tuple[int, ...]
    averaged: bool = True


Regions = Mapping[str, Any] | None
"""Columns of each region: integers, or one boolean for each column."""
Segments = Mapping[str, Segment | Sequence[int]] | None


def phase_segments(first_scan: int) -> dict[str, Segment]:
    """Early, middle and late, two scans each, and "all" six: the source's segments of a phase (cue 7, probe 14).

    Parameters
    ----------
    first_scan : int
        First scan of the phase, counted from 1.
    """
    first = whole_number(first_scan, "first_scan", 1)
    found = {
        name: Segment((first + 2 * place, first + 2 * place + 1))
        for place, name in enumerate(("early", "middle", "late"))
    }
    return {**found, WHOLE: Segment(tuple(range(first, first + 6)), averaged=False)}


def segment_patterns(
    trials: ArrayLike, segment: Segment | Sequence[int], baseline: Sequence[int] | None = None
) -> FloatArray:
    """One segment of every trial, less the baseline.

    Parameters
    ----------
    trials : float array, shape (n_trials, n_scans, n_voxels)
    segment : Segment or sequence of int
        Scans, counted from 1; of a plain sequence the mean.
    baseline : sequence of int, optional
        Scans whose mean is subtracted.

    Returns
    -------
    float array, shape (n_trials, n_voxels), or (n_trials, n_scans_of_it * n_voxels) where scans are not averaged

    Raises
    ------
    InvalidInput
        Trials of another shape, a scan that they do not have.
    """
    values = np.asarray(trials, dtype=np.float64)
    if values.ndim != 3:
        raise InvalidInput(f"trials have shape {values.shape}: segments need (trials, scans, features)")
    wanted = segment if isinstance(segment, Segment) else Segment(tuple(segment))
    chosen = values[:, _rows(wanted.scans, values.shape[1], "a segment")]
    if baseline is not None:
        chosen = chosen - values[:, _rows(baseline, values.shape[1], "baseline")].mean(axis=1, keepdims=True)
    found: FloatArray = chosen.mean(axis=1) if wanted.averaged else chosen.reshape(len(chosen), -1)
    return found


def region_columns(regions: Regions, n_features: int) -> dict[str, IntArray]:
    """The columns of each region, checked; one region of all columns where none are named.

    Raises
    ------
    InvalidInput
        No region, a region without columns, with a column twice, or one that does not exist.
    """
    if regions is None:
        return {WHOLE: np.arange(n_features)}
    if not isinstance(regions, Mapping) or not regions:
        raise InvalidInput(
            "regions is no mapping of names to columns: pass one, or None for one region of all"
        )
    return {str(name): _columns(name, columns, n_features) for name, columns in regions.items()}


@dataclass(frozen=True, kw_only=True)
class PatternReader:
    """Cuts trials into the patterns of every region and segment."""

    regions: Mapping[str, IntArray]
    segments: Mapping[str, Segment]  # of one scan that is all there is where trials have no time
    baseline: tuple[int, ...] | None
    shape: tuple[int, ...]  # of one trial

    @classmethod
    def of(
        cls, shape: tuple[int, ...], regions: Regions, segments: Segments, baseline: Sequence[int] | None
    ) -> PatternReader:
        """For trials of that shape, (features,) or (scans, features).

        Raises
        ------
        InvalidInput
            Segments of trials without time, or names that do not fit the trials.
        """
        if len(shape) == 1 and (segments is not None or baseline is not None):
            raise InvalidInput("segments and baseline need trials of shape (trials, scans, features)")
        every = Segment(tuple(range(1, shape[0] + 1 if len(shape) == 2 else 2)), averaged=False)
        named = {WHOLE: every} if segments is None else _segments(segments)
        return cls(
            regions=region_columns(regions, shape[-1]),
            segments=named,
            baseline=None if baseline is None else tuple(baseline),
            shape=shape,
        )

    def patterns(self, trials: FloatArray) -> list[list[FloatArray]]:
        """By region and segment, each (n_trials, width)."""
        if trials.shape[1:] != self.shape:
            raise InvalidInput(
                f"each trial has shape {trials.shape[1:]}, those of fit had {self.shape}: pass patterns of one kind"
            )
        timed = trials if trials.ndim == 3 else trials[:, None, :]
        return [
            [
                segment_patterns(timed[:, :, columns], segment, self.baseline)
                for segment in self.segments.values()
            ]
            for columns in self.regions.values()
        ]

    def whole(self, trials: FloatArray) -> FloatArray:
        """Every column of any region once, in every segment: (n_trials, width)."""
        columns = np.unique(np.concatenate(list(self.regions.values())))
        together = PatternReader(
            regions={WHOLE: columns}, segments=self.segments, baseline=self.baseline, shape=self.shape
        )
        return np.hstack(together.patterns(trials)[0])


def sphere(radius: float, dimensions: int = 3) -> IntArray:
    """Offsets of the points of a grid within a radius of its centre: 123 for radius 3 in space, 5 for 1 in a plane."""
    reach = int(positive_number(radius, "radius"))
    axes = np.meshgrid(*[np.arange(-reach, reach + 1)] * dimensions, indexing="ij")
    offsets = np.stack([axis.ravel() for axis in axes], axis=1)
    found: IntArray = offsets[(offsets**2).sum(axis=1) <= radius**2]
    return found


def neighbourhoods(mask: NDArray[np.bool_], radius: float) -> list[IntArray]:
    """Of every point of a grid that is in the mask, the numbers (in the grid) of those in it within the radius."""
    offsets = sphere(radius, mask.ndim)
    found = []
    for centre in np.argwhere(mask):
        places = centre + offsets
        inside = ((places >= 0) & (places < mask.shape)).all(axis=1)
        numbers = np.ravel_multi_index(tuple(places[inside].T), mask.shape)
        found.append(numbers[mask.ravel()[numbers]])
    return found


def localised_region(
    patterns: ArrayLike,
    is_positive: ArrayLike,
    coordinates: ArrayLike,
    *,
    radius: float = 3.0,
    threshold: float = 3.0,
) -> IntArray:
    """A sphere around the voxel that a localiser tells apart best: a region chosen on other data than is tested.

    Parameters
    ----------
    patterns : float array, shape (n_trials, n_voxels)
        Of the localiser alone.
    is_positive : bool array, shape (n_trials,)
        Trials in which the region should be the more active.
    coordinates : int array, shape (n_voxels, dimensions)
        Where each voxel stands in the grid.
    radius : float
        In voxels.
    threshold : float
        Least t of the peak.

    Returns
    -------
    int array
        Columns of the region.

    Raises
    ------
    InvalidInput
        Arguments that do not fit each other, a side with fewer than two trials, no voxel above the threshold.
    """
    x, positive, places = np.asarray(patterns, float), np.asarray(is_positive, bool), np.asarray(coordinates)
    if x.ndim != 2 or positive.shape != x.shape[:1] or places.ndim != 2 or len(places) != x.shape[1]:
        raise InvalidInput(
            f"patterns {x.shape}, is_positive {positive.shape} and coordinates {places.shape} do not fit each other"
        )
    if min(positive.sum(), (~positive).sum()) < 2:
        raise InvalidInput("a localiser needs two trials of each side at least")
    with np.errstate(all="ignore"):
        t = np.nan_to_num(ttest_ind(x[positive], x[~positive]).statistic, nan=-np.inf)
    peak = int(np.argmax(t))
    if not t[peak] > threshold:
        raise InvalidInput(
            f"no voxel has t > {threshold:g} (the highest is {t[peak]:.3g}): lower the threshold"
        )
    near = ((places - places[peak]) ** 2).sum(axis=1) <= positive_number(radius, "radius") ** 2
    return np.flatnonzero(near)


def _rows(scans: Sequence[int], n_scans: int, what: str) -> list[int]:
    rows = [whole_number(scan, f"a scan of {what}", 1) - 1 for scan in scans]
    if not rows or max(rows) >= n_scans:
        raise InvalidInput(f"{what} names the scans {list(scans)}: a trial has the scans 1 to {n_scans}")
    return rows


def _segments(segments: Segments) -> dict[str, Segment]:
    if not isinstance(segments, Mapping) or not segments:
        raise InvalidInput("segments is no mapping of names to scans: pass one, or None for every scan")
    return {
        str(name): item if isinstance(item, Segment) else Segment(tuple(item))
        for name, item in segments.items()
    }


def _columns(name: object, columns: Any, n_features: int) -> IntArray:
    found = np.asarray(columns)
    if found.dtype == bool and found.shape == (n_features,):
        found = np.flatnonzero(found)
    if found.ndim != 1 or not found.size or not np.issubdtype(found.dtype, np.integer):
        raise InvalidInput(f"region {name!r} holds no columns: pass integers, or {n_features} booleans")
    if found.min() < 0 or found.max() >= n_features or len(np.unique(found)) < len(found):
        raise InvalidInput(f"region {name!r} names a column twice, or one beyond 0 to {n_features - 1}")
    return found.astype(np.intp)
