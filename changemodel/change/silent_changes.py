"""Changes without changed text: whether they last, how often they happen, and so whether they count.

A drawing stands before and after it is replaced, an advertisement does not; one that does, for some hours, comes often.
Beside the order of time, which all of them keep: what is new at every visit never returns. Between two visits of one
step, little differs on either side, and about the same from any visit before it to any one after it. Ours; the thesis
judges each pair of versions by itself (M. T. Law, 2015, section 4.1). ``combined_distance`` asks it which cells of the
picture are weighed beside the words, and whether what is weighed has a say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from changemodel.change.calibration import BoolArray
from changemodel.change.temporal import effective_changes
from changemodel.change.training import PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray

LASTING_SHARE = 0.5
"""Share of a region's silent change that must last for the region to be weighed beside the words: a photograph and a
drawing stand still between their changes, what flickers does not."""

OFTEN_A_DAY = 2.0
"""Silent changes a day above which a region is not weighed beside the words: a campaign that is replaced every three
hours stands as a drawing does. In 26 windows of 13 training sites (rendered, by a script that is not kept) all parts
ranked unseen pairs about alike with 1 to 2.5, and worse on two of the sites without."""

SPOKEN = 3
"""Lasting changes without a word that all parts must call important, or what else there is has no say: how it matters
was not learned. In windows of training sites (rendered, by a script that is not kept) it is 3 to 11 where a picture
matters beside words, and 3 and 4 on two of those where only words do."""

UNSPOKEN_A_DAY = 3.0
"""Changes a day that all parts may call important where the text alone calls none, or what else there is has no say:
what would raise an alarm so often without a word is unrest. In windows of the training family (rendered, by a script
that is not kept) it is 1.6 to 2.2 where a drawing matters beside words, 3.6 to 9.8 on four sites where only words do,
and less on
others: such a picture follows time as well, and only a person's labels tell. A page without words is not asked."""

STEADY = 0.4
"""Unrest up to which a change lasts; at least half of what all parts call important without a word must, or what else
there is has no say. Of 24 windows of the training family with three such changes or more (rendered, by a script that is
not kept) their median is 0.01 to 0.37 on nine windows of five sites where a picture matters, 0.44 to 0.9 on eight of
ten where only words do."""

RETURNED = 0.03
"""Share of a change up to which what it brings was seen long before it, or what it takes is seen long after: it went
round, and does not last. Of changes without a word that raised an alarm in 32 windows of training sites (rendered, by a
script
that is not kept) it holds for 24 of 84 that were noise, and for 3 of 64 that were not; with 0.1 for 34 and 5."""

BESIDE = 4
"""Visits that are looked at before and after a change."""


@dataclass(frozen=True)
class SilentChanges:
    """What all parts of a page's versions call important and its words alone do not."""

    unrest: FloatArray  # of each such change; 1 where it only returned
    days: float

    @classmethod
    def of(cls, distances: PairDistances, before: IntArray, *, visits: int, days: float) -> SilentChanges:
        """Those after some visits, by the distances of all parts but the words, (n, 2) -> (n,)."""
        found = cls(unrest(distances, before, visits), days)
        if found.are_few:
            found.unrest[returned(distances, before, visits)] = 1.0
        return found

    @property
    def lasting(self) -> int:
        """Changes after which all stands still again."""
        return int((self.unrest <= STEADY).sum())

    @property
    def are_few(self) -> bool:
        """Whether they do not come all the time (``UNSPOKEN_A_DAY``)."""
        return len(self.unrest) <= UNSPOKEN_A_DAY * self.days

    @property
    def are_bearable(self) -> bool:
        """Whether they are few, and about half of them last, if there are any."""
        return self.are_few and 2 * self.lasting >= len(self.unrest)

    @property
    def may_speak(self) -> bool:
        """Whether there are enough that last (``SPOKEN``) to know how they matter."""
        return self.are_bearable and self.lasting >= SPOKEN


def unrest(distances: PairDistances, before: IntArray, visits: int) -> FloatArray:
    """How far apart the visits on either side of a change are, as a share of how far those before are from those after.

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n,) or (n, regions).
    before : int array, shape (changes,)
        The last visit before each change.
    visits : int
        In all, in time order.

    Returns
    -------
    float array, shape (changes,) or (changes, regions)
        By medians: 0 where the picture stands before and after, about 1 where it is new at every visit; 1 where nothing
        changes, and where there are but two visits.
    """
    apart = {lag: _at_lag(distances, lag, visits) for lag in range(1, min(2 * BESIDE, visits))}
    found = [_unrest_at(apart, row, visits) for row in before.tolist()]
    return np.array(found).reshape(len(found), *apart[1].shape[1:])


def returned(distances: PairDistances, before: IntArray, visits: int) -> BoolArray:
    """Whether changes brought what was seen long before them, or took what is seen long after (``RETURNED``).

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n,).
    before : int array, shape (changes,)
        The last visit before each change.
    visits : int
        In all, in time order.
    """
    found = np.zeros(len(before), dtype=np.bool_)
    for row, last in enumerate(before.tolist()):
        earlier, later = np.arange(last - BESIDE + 1), np.arange(last + 1 + BESIDE, visits)
        change = distances(np.array([[last, last + 1]]))[0]
        brought = distances(np.stack([earlier, np.full_like(earlier, last + 1)], axis=1))
        taken = distances(np.stack([np.full_like(later, last), later], axis=1))
        found[row] = min(brought.min(initial=np.inf), taken.min(initial=np.inf)) <= RETURNED * change
    return found


def standing(distances: PairDistances, silent: BoolArray, days: float) -> BoolArray:
    """Regions whose silent changes last (``LASTING_SHARE``) and are not frequent (``OFTEN_A_DAY``).

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n, regions).
    silent : bool array, shape (visits - 1,)
        Whether no word changes from each visit to the next, in time order.
    days : float
        From the first visit to the last.

    Returns
    -------
    bool array, shape (regions,)
        False where nothing ever changes in silence: no weight can be learned there.
    """
    before = np.flatnonzero(silent)
    changes = distances(np.stack([before, before + 1], axis=1))
    lasts = (changes * lasting_shares(unrest(distances, before, len(silent) + 1))).sum(axis=0)
    often = np.array([effective_changes(region) for region in changes.T]) > OFTEN_A_DAY * days
    steady: BoolArray = (lasts > 0.0) & (lasts >= LASTING_SHARE * changes.sum(axis=0)) & ~often
    return steady


def lasting_shares(unrest: FloatArray) -> FloatArray:
    """How much of changes lasts, 0 to 1."""
    return np.clip(1.0 - unrest, 0.0, 1.0)


def _unrest_at(apart: Mapping[int, FloatArray], before: int, visits: int) -> FloatArray:
    first, last = max(0, before - BESIDE + 1), min(visits, before + 1 + BESIDE)
    sides = range(first, before + 1), range(before + 1, last)
    within = [apart[b - a][a] for side in sides for a in side for b in side if a < b]
    across = np.median([apart[b - a][a] for a in sides[0] for b in sides[1]], axis=0)
    found: FloatArray = np.ones_like(np.asarray(across))
    if within:
        np.divide(np.median(within, axis=0), across, out=found, where=across > 0.0)
    return found


def _at_lag(distances: PairDistances, lag: int, visits: int) -> FloatArray:
    first = np.arange(visits - lag)
    return distances(np.stack([first, first + lag], axis=1))
