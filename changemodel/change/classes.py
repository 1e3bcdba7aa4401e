"""Where important changes begin: the border between a page's usual noise and the changes above it.

Neither how many changes are important is known, nor how far apart their versions are. What is known is that they stand
out: of the distances of successive versions those of the usual unrest are alike, and so are, by their order of
magnitude, those of news.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from changemodel.metric.quadruplets import FloatArray

NEGLIGIBLE = 0.06
"""Share of the mean distance below which changes of a picture are alike. On the training family, read by picture alone,
0.03 to 0.1 found about as much, the smaller with more false alarms; 0.5 leaves out small news."""

NEGLIGIBLE_WORDS = 0.03
"""The same where words alone decide: they are the same to the letter where nothing changed. Of 72 windows of the
training family 0.02 to 0.03 missed 78 to 81 of 1363 changes at 20 false alarms, 0.06 88 at 11, most of them changes of
a drawing; 0.01 raised 144 false alarms (text only, by a script that is not kept)."""

MOST_COUNTED = 5.0
"""For how many assumed pairs one label counts at most; five labels of each kind reach it."""


def threshold_of(
    distances: ArrayLike, told: ArrayLike = (), labels: ArrayLike = (), *, negligible: float | None = None
) -> float:
    """Where important changes begin, among the successive pairs of a page.

    The pairs fall into two classes, the usual unrest and what stands out of it, where the variance between the
    classes is largest (Otsu 1979), on a logarithmic scale: changes differ by factors. Distances far below the mean,
    ``negligible`` of it, are all alike, as identical pairs are. With labels the border moves to where it contradicts
    least: a person's verdict counts for up to ``MOST_COUNTED`` pairs, together as much as all pairs, and an assumed
    class the less the nearer the pair stands to the border. It stays where it is if the labels do not tell one another.

    Parameters
    ----------
    distances : float array, shape (n,), >= 0
        Of the successive pairs.
    told, labels : float array, shape (m,)
        Distances of the pairs that a person judged, and +1 important, -1 not.
    negligible : float, optional
        None: ``NEGLIGIBLE``.
    """
    values = np.asarray(distances, dtype=np.float64)
    unit = (NEGLIGIBLE if negligible is None else negligible) * float(values.mean()) or 1.0
    places = np.sort(np.log(unit + values))
    border = _two_classes(places)
    if np.size(told):
        border = _corrected(places, border, np.log(unit + np.asarray(told)), np.asarray(labels))
    return max(0.0, float(np.exp(border)) - unit)


def _two_classes(places: FloatArray) -> float:
    """Otsu's border of sorted values; above them all where they are all equal."""
    below = np.arange(1, len(places))
    sums = np.cumsum(places)
    means = sums[:-1] / below, (sums[-1] - sums[:-1]) / (len(places) - below)
    between = below * (len(places) - below) * (means[1] - means[0]) ** 2
    between[places[1:] == places[:-1]] = -1.0
    if not between.size or between.max() <= 0.0:
        return float(places[-1])
    row = int(np.argmax(between))
    return float(0.5 * (places[row] + places[row + 1]))


def _corrected(places: FloatArray, border: float, told: FloatArray, labels: FloatArray) -> float:
    """The border with the labels; the assumed one where that tells more of them than the others of each do: labels of
    which some contradict what the distance says say nothing of where it should be cut."""
    rest = [np.arange(len(told)) != row for row in range(len(told))]
    moved = [
        _with_labels(places, border, told[kept], labels[kept]) if kept.any() else border for kept in rest
    ]
    wrong, missed = ((told > at) != (labels > 0) for at in (border, np.array(moved)))
    return border if missed.sum() > wrong.sum() else _with_labels(places, border, told, labels)


def _with_labels(places: FloatArray, border: float, told: FloatArray, labels: FloatArray) -> float:
    """The border that contradicts least of what was told and assumed; of equal ones the nearest to the assumed."""
    reach = max(float(np.abs(places - border).max()), np.finfo(np.float64).tiny)
    doubt = np.minimum(1.0, np.abs(places - border) / reach)
    count = min(MOST_COUNTED, max(1.0, len(places) / len(told)))
    values = np.concatenate([places, told])
    signs = np.concatenate([np.where(places > border, 1.0, -1.0), labels])
    costs = np.concatenate([doubt, np.full(len(told), count)])
    edges = np.unique(values)
    tried = np.concatenate([[border, edges[0] - 1.0, edges[-1] + 1.0], 0.5 * (edges[1:] + edges[:-1])])
    wrong = [float(costs[(values > at) != (signs > 0)].sum()) for at in tried.tolist()]
    least = min(wrong)
    candidates = tried[np.isclose(wrong, least)]
    return float(candidates[np.argmin(np.abs(candidates - border))])
