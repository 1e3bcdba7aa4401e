"""Chooses the pairs of versions whose label would teach the model most.

Labels drawn at random are worth little after the first few (M. T. Law's thesis, 2015, section 4.4.4, suggests
active selection and leaves it open). Every other question is about a change that raised an alarm: most mistakes are
there, and what other pages took for news wrongly is learned from a few of them (``section_labels``). The others are
where the decision is unsure. All stand away from what was answered already along the ranking of changes: questions that
all stand at a wrong threshold never find the right one. Identical versions are never asked about, nor two pairs that
look the same. ``python -m benchmarks.asking`` shows what the answers teach.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from datetime import datetime
from itertools import pairwise

import numpy as np

from changemodel.change.calibration import BoolArray, times_of
from changemodel.change.page_model import PageModel
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

SURE = 0.15
"""What a pair of which the model is sure is worth beside one of which it is not at all (1)."""


def ask(
    model: PageModel,
    versions: Sequence[PageVersion],
    answered: Collection[tuple[datetime, datetime]],
    n: int,
) -> list[tuple[PageVersion, PageVersion]]:
    """The successive pairs of versions, in time order, to ask about next; see ``pairs_to_ask``.

    ``answered`` names pairs by their UTC times, as ``calibration.checked_labels`` does. Where the model has no
    decision, every change is equally unsure.
    """
    pairs = list(pairwise(versions))
    scores = [model.compare(*pair) for pair in pairs]
    contents = [model.reading.content(model.known(version)) for version in versions]
    known = [row for row, pair in enumerate(pairs) if times_of(*pair) in answered]
    rows = pairs_to_ask(
        np.array([0.5 if score.probability is None else score.probability for score in scores]),
        [_look_of(first, second) for first, second in pairwise(contents)],
        np.array(known, dtype=np.intp),
        n,
        alarmed=np.array([score.important is True for score in scores]),
    )
    return [pairs[row] for row in rows]


def pairs_to_ask(
    probabilities: FloatArray, looks: Sequence[Hashable], answered: IntArray, n: int, *, alarmed: BoolArray
) -> IntArray:
    """Rows of the pairs to ask about, the most telling first; fewer than n where fewer are left.

    Each step takes the pair with the largest product of doubt, 4 p (1 - p) + ``SURE``, and distance from what
    is answered or chosen, in probability and rank; every other step among those that raised an alarm, while there are
    any.

    Parameters
    ----------
    probabilities : float array, shape (n_pairs,)
        Of an important change; 0 for identical versions.
    looks : sequence, n_pairs long
        What the two versions look like: equal for pairs that look the same, None for pairs never to be asked.
    answered : int array
        Rows of pairs that were answered.
    n : int
    alarmed : bool array, shape (n_pairs,)
        Which changes were called important.
    """
    doubt = 4.0 * probabilities * (1.0 - probabilities) + SURE
    ranks = np.argsort(np.argsort(probabilities, kind="stable"), kind="stable") / max(1, len(probabilities))
    places = np.column_stack([probabilities, ranks])
    seen = {looks[row] for row in answered.tolist()}
    free = np.array([look is not None and look not in seen for look in looks], dtype=bool)
    away = _distance_to(places, places[answered])
    chosen: list[int] = []
    while len(chosen) < n and free.any():
        among = free & alarmed if (len(answered) + len(chosen)) % 2 else free
        row = int(np.argmax(np.where(among if among.any() else free, doubt * away, -1.0)))
        chosen.append(row)
        free &= np.array([look != looks[row] for look in looks], dtype=bool)
        away = np.minimum(away, _distance_to(places, places[[row]]))
    return np.array(chosen, dtype=np.intp)


def _distance_to(places: FloatArray, others: FloatArray) -> FloatArray:
    """Distance to the nearest of the others; 1 where there are none. Never 0, so that doubt can still order."""
    if not len(others):
        return np.ones(len(places))
    nearest: FloatArray = np.linalg.norm(places[:, None] - others[None], axis=2).min(axis=1)
    return nearest + np.finfo(np.float64).eps


def _look_of(first: bytes, second: bytes) -> Hashable:
    """What a pair looks like, whichever version comes first; None for identical versions."""
    return None if first == second else frozenset((first, second))
