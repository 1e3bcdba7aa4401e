"""Sections of a page whose words or figures change often without meaning.

What is learned from the order of time (``text_drift``) gives some weight to nearly all that changes, and much of that
adds up. Here what a section adds is held against the news of the page: how much it is, whether it lasts, and whether
anything that counts comes with it. Ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu

from changemodel.change.region_metric import RegionMetric
from changemodel.change.temporal import Rhythm, longest_gamma
from changemodel.change.training import MIN_CHANGED_PAIRS, MIN_CONSTRAINTS
from changemodel.features.page_text import PageText, text_distances
from changemodel.metric.quadruplets import FloatArray, IntArray

WORTHLESS = 0.3, 0.1
"""What a section never exceeds whose changes mean nothing: of the mean distance of successive versions, and of the
distance that half of all distance lies above, whichever is more; a slow page's mean is small beside its news."""

ACCOMPANIED = 0.5
"""Share of a section's largest changes, those that add half of its most or more, above which it belongs to the news
that comes with them, however little it adds: a byline, the state of a service, a headline with a clock in its block.
With it the bounds above take none of 210 sections with news of ten changes and more for noise, and leave 8 of 436
without: 20 sites of the training family, two windows, three seeds; without it seven were lost
(by a script that is not kept)."""


FORGETFUL = 0.6
"""Share of comparisons in which a section must be farther apart over a gamma than within ``NEAR`` of it; where it is in
fewer, what it says is replaced so soon that it keeps the order of successive versions by never returning, and no other.
The order of time cannot tell it from news; that news lasts can. Half is chance; news that leads for eight hours reaches
0.73 to 0.83, talk that is replaced every four 0.50 to 0.57. Over 54 windows of the training family, text only, 16
changes raised false alarms instead of 43, and none was missed that was not before (by a script that is not kept)."""

LASTING = 0.7
"""The same share from which on what a section says lasts. If it also changes at less than ``SELDOM`` of the visits, it
is not measured at the page's news: of 15 sections of the training family (37 sites, two windows, text only, by a script
that is not kept) that this second bound alone took for noise, the two that are none, an election's counts, reach 0.74
and 0.89; three reach 0.7 besides, and change at every visit."""

SELDOM = 0.5

NEAR = 1 / 6
"""Part of gamma: 4 of 24 hours."""

BY_CHANCE = 0.01
"""Below this, a section does not change more beside news by chance: some of it is news."""

_MOST_COMPARED = 4000


def worthless_sections(
    sections: Mapping[str, Sequence[int]],
    metric: RegionMetric,
    texts: Sequence[PageText],
    times_h: FloatArray,
    *,
    must_last: bool,
) -> frozenset[str]:
    """Sections whose words or figures change often among versions in time order, without a meaning.

    Such a section changed as often as it takes to learn anything. Then, at none of these visits it added more to the
    distance than ``WORTHLESS`` says (one with a clock in its headline changes always and matters now and then; of one
    that changes seldom and then lasts, only the first of its bounds holds, see ``LASTING``), or what it says is
    forgotten within hours (``FORGETFUL``), whatever else changes. And with its largest changes mostly nothing that is
    worth more, and lasts, changed.

    Parameters
    ----------
    sections : mapping of str to sequence of int
        The regions of each.
    metric : RegionMetric
        Over all regions.
    texts : sequence of PageText
    times_h : float array, shape (texts,)
    must_last : bool
        Whether what is forgotten within hours counts as noise.
    """
    places = np.arange(len(texts) - 1)
    between = text_distances(texts, np.stack([places, places + 1], axis=1))
    added = metric.contributions(between)
    changed = {name: between[:, own].any(axis=1) for name, own in sections.items()}
    often = {name: own for name, own in sections.items() if changed[name].sum() >= MIN_CHANGED_PAIRS}
    shares = {name: added[:, own].sum(axis=1) for name, own in often.items()}
    bounds = _worthless(added.sum(axis=1))
    most = max(bounds)
    orders = _orders(often, metric, texts, times_h)
    forgetful = [name for name in often if must_last and orders[name] < FORGETFUL]
    lasting = added.sum(axis=1) - sum((shares[name] for name in forgetful), np.zeros(len(added)))
    found = []
    for name, share in shares.items():
        lasts = orders[name] >= LASTING and changed[name].mean() < SELDOM
        small = share.max() < (bounds[0] if lasts else most)
        others = lasting if name in forgetful else lasting - share
        largest = changed[name] & (share >= 0.5 * share.max())
        if (not small and name not in forgetful) or (others[largest] >= most).mean() > ACCOMPANIED:
            continue
        if small or not _grows_with(others >= most, share):
            found.append(name)
    return frozenset(found)


def _orders(
    sections: Mapping[str, Sequence[int]],
    metric: RegionMetric,
    texts: Sequence[PageText],
    times_h: FloatArray,
) -> dict[str, float]:
    """How often each section is farther apart over a gamma than within a few hours of it; as far counts half, and where
    it differs in neither, nothing is told. 1 where it hardly ever differs."""
    rhythm = Rhythm.of(times_h, gamma_h=longest_gamma(times_h))
    near, far = _pairs_within(times_h, rhythm.gamma_h)
    close = metric.contributions(text_distances(texts, near))
    wide = metric.contributions(text_distances(texts, far))
    found = {}
    for name, own in sections.items():
        short, long = close[:, own].sum(axis=1), wide[:, own].sum(axis=1)
        differ = (short > 0.0) | (long > 0.0)
        grows = np.where(np.isclose(short, long), 0.5, long > short)[differ]
        found[name] = float(grows.mean()) if len(grows) >= MIN_CONSTRAINTS else 1.0
    return found


def _pairs_within(times_h: FloatArray, gamma_h: float) -> tuple[IntArray, IntArray]:
    """Pairs of versions a ``NEAR`` part of gamma apart, and as many that span gamma around them, (n, 2) each."""
    near = _apart(times_h, NEAR * gamma_h)
    far = _apart(times_h, gamma_h)
    around = (far[None, :, 0] <= near[:, None, 0]) & (far[None, :, 1] >= near[:, None, 1])
    closer, farther = np.nonzero(around)
    every = max(1, len(closer) // _MOST_COMPARED)
    return near[closer[::every]], far[farther[::every]]


def _apart(times_h: FloatArray, hours: float) -> IntArray:
    """Each version and the first one that is at least so many hours younger, but not half as many more."""
    later = np.searchsorted(times_h, times_h + hours - 1e-6)
    first = np.flatnonzero(later < len(times_h))
    pairs = np.column_stack([first, later[first]])
    step = float(np.median(np.diff(times_h)))
    return pairs[times_h[pairs[:, 1]] - times_h[first] <= max(1.5 * hours, 1.5 * step)]


def _grows_with(news: NDArray[np.bool_], share: FloatArray) -> bool:
    """Whether a section changes more where there is news elsewhere (Mann and Whitney 1947): some of it is news, too."""
    if not 0 < news.sum() < len(news):
        return False
    return bool(mannwhitneyu(share[news], share[~news], alternative="greater").pvalue < BY_CHANCE)


def _worthless(distances: FloatArray) -> tuple[float, float]:
    """The shares of a distance that are worth nothing, from the distances of successive versions: 1 in the mean."""
    of_mean, of_news = WORTHLESS
    if not distances.any():
        return of_mean, of_mean
    falling = np.sort(distances)[::-1]
    half = int(np.searchsorted(np.cumsum(falling), 0.5 * falling.sum()))
    return of_mean, of_news * float(falling[half])
