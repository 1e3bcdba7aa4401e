"""Whether what changed without a word lasts: a drawing stands before and after, an advertisement does not.

Beside the order of time, which both keep: an advertisement that is new at every visit never returns. Between two visits
of one step, little differs on either side, and about the same from any visit before it to any one after it. Ours; the
thesis judges each pair of versions by itself (M. T. Law, 2015, section 4.1). ``parts`` asks it which cells of the
picture stand still between their changes, and whether anything but the words has a say.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from changemodel.change.training import PairDistances
from changemodel.metric.quadruplets import FloatArray, IntArray

SPOKEN = 3
"""Successive pairs that all parts must decide otherwise than the text alone, or what else there is has no say: how it
matters was not learned. Counted when the rule was only of what is important without words (by a script that is not
kept), it was 8 and 11 where a drawing matters beside words, 2 at most where only words do. Counted in both directions
now, since words that are new at every visit never stay; ``python -m benchmarks.constants SPOKEN`` tries other values;
likewise for the constants below."""

UNSPOKEN_A_DAY = 3.0
"""Changes a day that all parts may call important where the text alone calls none, or what else there is has no say:
what would ring so often without a word is unrest. Where words change too seldom for days to be held out, only what
lasts (``STEADY``) is counted. In windows of the training family (rendered, by a script that is not kept) it is 1.6 to
2.2 where a drawing matters beside words, 3.6 to 9.8 on four sites where only words do, and less on others: such a
picture follows time as well, and only a person's labels tell. A page without words is not asked."""

STEADY = 0.4
"""Unrest up to which a change lasts; at least half of what all parts call important without a word
must, or what else there is has no say. Of 24 windows of the training family with three such changes or more (rendered,
by a script that is not kept) their median is 0.01 to 0.37 on nine windows of five sites where a picture matters, 0.44
to 0.9 on eight of ten where only words do."""

TELLING = 5
"""Changes without a word from which on nearly all (``NEARLY_ALL``) lasting tells that pictures matter even where the
words keep about as much of the order of time: a picture that is replaced once a day adds little to it."""

NEARLY_ALL = 0.8

BESIDE = 4
"""Visits that are looked at before and after a change."""


@dataclass(frozen=True)
class SilentChanges:
    """What all parts of a page's versions call important and its words alone do not."""

    unrest: FloatArray  # of each such change
    missed: int  # that the text alone calls important, and all parts do not
    days: float
    words_are_rare: bool

    @property
    def lasting(self) -> int:
        """Changes after which all stands still again."""
        return int((self.unrest <= STEADY).sum())

    @property
    def may_speak(self) -> bool:
        """Whether there are enough (``SPOKEN``), about half of them lasting, and not all the time
        (``UNSPOKEN_A_DAY``)."""
        steady = 2 * self.lasting >= len(self.unrest)
        return (
            len(self.unrest) + self.missed >= SPOKEN and steady and self.lasting <= UNSPOKEN_A_DAY * self.days
        )

    @property
    def tells(self) -> bool:
        """Whether it is plain that pictures matter: nearly all last, and nothing is missed for them."""
        enough = self.lasting >= max(TELLING, NEARLY_ALL * len(self.unrest))
        return self.may_speak and enough and not self.missed


def unrest(distances: PairDistances, pairs: IntArray, visits: int) -> FloatArray:
    """How far apart the visits on either side of a change are, as a share of how far those before are from those after.

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n,).
    pairs : int array, shape (changes, 2)
        The last visit before each change and the first after it.
    visits : int
        In all.

    Returns
    -------
    float array, shape (changes,)
        By medians: 0 where the picture stands before and after, about 1 where it is new at every visit.
    """
    return np.array([_unrest(distances, before, after, visits) for before, after in pairs.tolist()])


def _unrest(distances: PairDistances, before: int, after: int, visits: int) -> float:
    sides = (
        np.arange(max(0, before - BESIDE + 1), before + 1),
        np.arange(after, min(visits, after + BESIDE)),
    )
    within = np.concatenate([_combinations(side) for side in sides])
    across = np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)
    apart = float(np.median(distances(across)))
    if not len(within) or apart <= 0.0:
        return 1.0
    return float(np.median(distances(within))) / apart


def _combinations(visits: IntArray) -> IntArray:
    rows, columns = np.triu_indices(len(visits), k=1)
    return np.stack([visits[rows], visits[columns]], axis=1)


def lasting_shares(distances: PairDistances, visits: int) -> FloatArray:
    """How much of what changes in each region from visit to visit lasts.

    Parameters
    ----------
    distances : callable
        Of pairs of visits, (n, 2) -> (n, regions).
    visits : int
        In time order.

    Returns
    -------
    float array, shape (regions,), 0 to 1
        The mean of what is not ``unrest`` over all changes, larger ones counting for more; 0 where nothing changes.
    """
    apart = {lag: _at_lag(distances, lag, visits) for lag in range(1, min(2 * BESIDE, visits))}
    lasting = np.zeros(apart[1].shape[1])
    for before in range(visits - 1):
        first, last = max(0, before - BESIDE + 1), min(visits, before + 1 + BESIDE)
        sides = range(first, before + 1), range(before + 1, last)
        within = [apart[b - a][a] for side in sides for a in side for b in side if a < b]
        if within and apart[1][before].any():
            across = np.median([apart[b - a][a] for a in sides[0] for b in sides[1]], axis=0)
            rest = np.divide(np.median(within, axis=0), across, out=np.ones_like(across), where=across > 0.0)
            lasting += apart[1][before] * np.clip(1.0 - rest, 0.0, 1.0)
    whole = apart[1].sum(axis=0)
    shares: FloatArray = np.divide(lasting, whole, out=np.zeros_like(lasting), where=whole > 0.0)
    return shares


def _at_lag(distances: PairDistances, lag: int, visits: int) -> FloatArray:
    first = np.arange(visits - lag)
    return distances(np.stack([first, first + lag], axis=1))
