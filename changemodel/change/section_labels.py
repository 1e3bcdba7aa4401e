"""What labels teach about a page's sections, beside the trained classifier (``sentence_classifier``).

Titles of a forum, posts of partners, portraits of the day may stand as long as news does and be written like it: other
pages took such for news, and no order of time tells better. A person does, by a label or two. But a label is of two
versions, and not of a sentence: of an important change at least one sentence that came or went is news, of any other
none. From that every leaf of the trees gets an offset, for this page alone: the most probable ones, where those of a
sentence's leaves scatter around 0 together. What is said of one sentence so holds for another as far as the trees put
the two into the same leaves, and they do where both behave alike, in one section or in several. And what goes by the
clock, of which the trees are not asked, is put to them where a label calls it news: a risk of the day.

Source: learning from labelled bags (Dietterich, Lathrop & Lozano-Perez, "Solving the multiple instance problem with
axis-parallel rectangles", 1997), whose witnesses are chosen by turns as Andrews, Tsochantaridis & Hofmann do ("Support
vector machines for multiple-instance learning", NIPS 2002, MI-SVM), with a logistic likelihood in place of the margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, softmax

from changemodel.change.clocked_sections import clock_names
from changemodel.change.sentence_classifier import SAY, Experience
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion

SCATTER = 3.0
"""Deviation of a sentence's offset, of all its leaves together, before anything is said, in log odds. Chosen on the
training family."""

SHARPNESS = 0.3
"""Log odds within which the likeliest sentences of an unimportant change share what its label says."""

LIKELIEST = 30
"""Sentences of a change that are read, so that crowded pages take no longer."""

_ROUNDS = 4
"""In which witnesses are chosen anew."""


@dataclass(frozen=True)
class LabelledChange:
    """Two versions, the distance of their words by the page's own time, and what a person said of the change."""

    before: PageVersion
    after: PageVersion
    distance: float
    important: bool


@dataclass(frozen=True)
class _Bag:
    """A labelled change: the logarithm of its distance by the threshold where odds are even; and of each of its
    sentences the log odds above even, and its leaves, shape (sentences, trees)."""

    base: float
    odds: FloatArray
    leaves: NDArray[np.intp]
    important: bool

    def odds_with(self, offsets: FloatArray) -> FloatArray:
        found: FloatArray = self.odds + offsets[self.leaves].sum(axis=1)
        return found


def leaves_from_labels(
    known: Experience, labelled: Iterable[LabelledChange], threshold: float
) -> NDArray[np.float32] | None:
    """What labels add to the leaves of the trees on this page.

    Parameters
    ----------
    known : Experience
        What it learned of labels before counts nothing.
    labelled : iterable of LabelledChange
        Those in which no word changed teach nothing.
    threshold : float
        Distance of the text from which a change raises an alarm, > 0.

    Returns
    -------
    float array, shape (leaves,), or None
        Log odds; 0 for leaves in which no labelled sentence stands. None where no label teaches anything.
    """
    untold, trees = known.after_labels(None), known.trees
    bags = [bag for item in labelled if (bag := _bag_of(untold, item, threshold)) is not None]
    if not bags:
        return None
    used, places = np.unique(np.concatenate([bag.leaves for bag in bags]), return_inverse=True)
    ends = np.cumsum([len(bag.odds) for bag in bags])[:-1]
    renamed = np.split(places.reshape(-1, len(trees.roots)), ends)
    told = np.zeros(trees.leaf_count, dtype=np.float32)
    told[used] = _most_probable(
        [replace(bag, leaves=leaves) for bag, leaves in zip(bags, renamed, strict=True)], len(used)
    )
    return told


def news_by_the_clock(
    known: Experience, labelled: Iterable[LabelledChange], threshold: float
) -> frozenset[str]:
    """What goes by the clock on the page and is news all the same, by its names in ``Experience.clocked``.

    That is the likeliest of an important change without an alarm, unless it changed when one was unimportant.
    Parameters as for ``leaves_from_labels``.
    """
    untold, names = known.after_labels(None, frozenset()), {True: set[str](), False: set[str]()}
    for item in labelled:
        sentences, rows = untold.changed(item.before, item.after)
        if item.important and sentences:
            if untold.weighed(item.distance, threshold, item.before, item.after) > threshold:
                continue
            sentences = [sentences[int(np.argmax(untold.trees.log_odds(rows)))]]
        names[item.important].update(*(clock_names(untold.clocked, sentence) for sentence in sentences))
    return frozenset(names[True] - names[False])


def _bag_of(untold: Experience, item: LabelledChange, threshold: float) -> _Bag | None:
    asked = untold.asked(item.before, item.after)
    if asked is None:
        return None
    rows = asked[1]
    odds = untold.trees.log_odds(rows) - untold.even
    likeliest = np.argsort(-odds, kind="stable")[:LIKELIEST]
    base = math.log(untold.before_odds(item.distance, threshold) / threshold)
    return _Bag(base, odds[likeliest], untold.trees.leaves_of(rows[likeliest]), item.important)


def _most_probable(bags: Sequence[_Bag], leaves: int) -> FloatArray:
    """By turns: which sentence made each important change so, and the offsets that follow."""
    offsets: FloatArray = np.zeros(leaves)
    for _ in range(_ROUNDS):
        witnesses = [int(np.argmax(bag.odds_with(offsets))) for bag in bags]
        offsets = minimize(_surprise, offsets, args=(bags, witnesses), jac=True, method="L-BFGS-B").x
    return offsets


def _surprise(
    offsets: FloatArray, bags: Sequence[_Bag], witnesses: Sequence[int]
) -> tuple[float, FloatArray]:
    """Negative logarithm of how probable the labels and the offsets are, and its gradient; convex in the offsets."""
    precision = bags[0].leaves.shape[1] / SCATTER**2
    total, gradient = 0.5 * precision * float(offsets @ offsets), precision * offsets
    for bag, witness in zip(bags, witnesses, strict=True):
        odds = bag.odds_with(offsets)
        if bag.important:
            shares = np.zeros(len(odds))
            shares[witness] = 1.0
            value = -(bag.base + SAY * float(odds[witness]))
        else:  # a smooth maximum, so that all of the likeliest learn
            shares = softmax(odds / SHARPNESS)
            value = bag.base + SAY * SHARPNESS * float(np.logaddexp.reduce(odds / SHARPNESS))
        total += float(np.logaddexp(0.0, value))
        slope = float(expit(value)) * SAY * (-1.0 if bag.important else 1.0)
        weights = np.repeat(slope * shares, bag.leaves.shape[1])
        gradient += np.bincount(bag.leaves.ravel(), weights=weights, minlength=len(offsets))
    return total, gradient
