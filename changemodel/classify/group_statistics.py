"""Whether decoding is better than chance: over a group of subjects (or pages), and against exchanged labels.

Last step of ``RegionDecoder`` and ``SearchLight``. Source: X. Han's thesis (2016), section 3.6: mean and standard error
over subjects, a one-tailed t-test against chance, p times the number of comparisons; permutation tests of the whole
cross-validation, p = (1 + how often exchanged labels are decoded as well) / (1 + how often they were exchanged). Many
regions are corrected for by the largest score of all of them under the same exchange (Nichols and Holmes, 2002) or by
the false discovery rate (Benjamini and Hochberg, 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import false_discovery_control
from scipy.stats import t as student

from changemodel.arguments import choice, number_from_0, whole_number
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray


@dataclass(frozen=True, kw_only=True)
class GroupTest:
    """A t-test over subjects.

    Attributes
    ----------
    mean, sem : float
        Of the subjects' figures, in their unit; the standard error has n - 1 in its variance.
    t : float
    df : int
    p : float
    p_corrected : float
        p times the number of comparisons (Bonferroni), 1 at most.
    """

    mean: float
    sem: float
    t: float
    df: int
    p: float
    p_corrected: float


def above_chance(accuracies: ArrayLike, *, chance: float, comparisons: int = 1) -> GroupTest:
    """Whether subjects are above chance: one-tailed, one-sample.

    Parameters
    ----------
    accuracies : float array, shape (n_subjects,)
        One figure of each subject; at least two.
    chance : float
        In the same unit.
    comparisons : int
        How many segments and regions were looked at.
    """
    values = _subjects(accuracies)
    sem = float(values.std(ddof=1) / np.sqrt(len(values)))
    return above_chance_summary(
        float(values.mean()), sem, len(values), chance=chance, comparisons=comparisons
    )


def above_chance_summary(
    mean: float, sem: float, n_subjects: int, *, chance: float, comparisons: int = 1
) -> GroupTest:
    """The same from a published mean and standard error."""
    spread, df = float(number_from_0(sem, "sem")), whole_number(n_subjects, "n_subjects", 2) - 1
    t = _ratio(mean - chance, spread)
    return _tested(mean, spread, t, df, float(student.sf(t, df)), comparisons)


def paired(first: ArrayLike, second: ArrayLike, *, comparisons: int = 1) -> GroupTest:
    """Whether two figures of the same subjects differ: two-tailed, on the first less the second."""
    a, b = _subjects(first), _subjects(second)
    if a.shape != b.shape:
        raise InvalidInput(f"{len(a)} figures cannot be paired with {len(b)}: give both of the same subjects")
    sem, df = float((a - b).std(ddof=1) / np.sqrt(len(a))), len(a) - 1
    t = _ratio(float((a - b).mean()), sem)
    return _tested(float((a - b).mean()), sem, t, df, float(2 * student.sf(abs(t), df)), comparisons)


def permutation_p(observed: ArrayLike, null: ArrayLike) -> FloatArray:
    """How seldom chance reaches what was observed: (1 + b) / (1 + n), never 0.

    Parameters
    ----------
    observed : float array, shape (...)
    null : float array, shape (n_permutations, ...)
    """
    seen, by_chance = np.asarray(observed, float), np.asarray(null, float)
    if by_chance.shape[1:] != seen.shape or not len(by_chance):
        raise InvalidInput(f"scores {seen.shape} do not fit permuted scores {by_chance.shape}")
    return np.asarray((1 + (by_chance >= seen - 1e-12).sum(axis=0)) / (1 + len(by_chance)), dtype=float)


def corrected_p(observed: ArrayLike, null: ArrayLike, correction: str = "max") -> FloatArray:
    """p of many regions at once.

    Parameters
    ----------
    observed : float array, shape (...)
    null : float array, shape (n_permutations, ...)
        Of the same exchange of labels in every region.
    correction : {"max", "fdr", "bonferroni", "none"}
        "max": against the largest score of any region, which heeds that neighbours resemble each other and keeps the
        chance of a single false region; "fdr": the share of false regions among those found.
    """
    kind = choice(correction, "correction", ("max", "fdr", "bonferroni", "none"))
    seen, by_chance = np.asarray(observed, float), np.asarray(null, float)
    p = permutation_p(seen, by_chance)
    if kind == "max":
        largest = by_chance.reshape(len(by_chance), -1).max(axis=1)
        return permutation_p(seen, np.broadcast_to(largest.reshape(-1, *[1] * seen.ndim), by_chance.shape))
    if kind == "fdr":
        return np.asarray(false_discovery_control(p.ravel()).reshape(p.shape))
    return np.minimum(1.0, p * p.size) if kind == "bonferroni" else p


def group_permutation_p(
    observed: Sequence[ArrayLike], null: Sequence[ArrayLike], correction: str = "max"
) -> FloatArray:
    """p of the mean over subjects, each of whom was permuted as often as the others.

    Parameters
    ----------
    observed : sequence of float array, shape (...)
        Scores of each subject, ``scores_``.
    null : sequence of float array, shape (n_permutations, ...)
        ``null_scores_`` of each.
    """
    if len(observed) != len(null) or not len(null) or len({np.shape(item) for item in null}) > 1:
        raise InvalidInput("give scores and permuted scores of the same shape for each subject")
    seen, by_chance = (
        np.array([np.asarray(item) for item in part]).mean(axis=0) for part in (observed, null)
    )
    return corrected_p(seen, by_chance, correction)


def _subjects(values: ArrayLike) -> FloatArray:
    found = np.asarray(values, dtype=np.float64)
    if found.ndim != 1 or len(found) < 2 or not np.isfinite(found).all():
        raise InvalidInput(
            f"figures have shape {found.shape}: pass one finite number for each of 2 subjects or more"
        )
    return found


def _ratio(difference: float, sem: float) -> float:
    """t; infinite where all subjects are the same, and differ from chance."""
    if sem > 0.0:
        return difference / sem
    return 0.0 if difference == 0.0 else float(np.copysign(np.inf, difference))


def _tested(mean: float, sem: float, t: float, df: int, p: float, comparisons: int) -> GroupTest:
    times = whole_number(comparisons, "comparisons", 1)
    return GroupTest(mean=mean, sem=sem, t=t, df=df, p=p, p_corrected=min(1.0, p * times))
