"""The decision by text alone with the trained classifier, where the page's own history teaches nothing.

A section may hold news and, between its sentences, noise that is drawn anew at each visit: examples amid rules, tips
amid departures. As one region it changes always and keeps no order of time, so that its words are worth nothing, and
what remains, pictures that are replaced now and then, would decide. Sentence by sentence the two are told apart, by
what other pages taught (``sentence_classifier``). Where that hears news on the page, it decides, and the sections in
which the news stands make the map.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from changemodel.change.calibration import Calibration, fit_slope
from changemodel.change.combined_distance import Joined
from changemodel.change.hybrid import Hybrid
from changemodel.change.sentence_classifier import MOST_VISITS, Experience, JudgedSentence
from changemodel.change.text_drift import TextDrift
from changemodel.version import PageVersion

THRESHOLD = 1.0
"""Distance above which a change is important: there is no other that it could be measured by."""


class DecidedWithoutHistory(NamedTuple):
    """What a page is judged by."""

    experience: Experience
    drift: TextDrift
    joined: Joined
    details: dict[str, Any]


def decided_without_history(
    versions: Sequence[PageVersion], known: Experience
) -> DecidedWithoutHistory | None:
    """What other pages taught as the decision on a page; None where they hear no news on it.

    Parameters
    ----------
    versions : sequence of PageVersion
        In time order; those without blocks are left out, and all before the newest ``MOST_VISITS``.
    known : Experience
        From these versions.
    """
    if not known.hears_news:
        return None
    alone = known.alone()
    read = [version for version in versions if version.blocks][-MOST_VISITS:]
    visits = [alone.judged(before, after) for before, after in pairwise(read)]
    alarms = np.array([any(item.chance > 0.5 for item in sentences) for sentences in visits])
    if not alarms.any():
        return None
    drift = TextDrift.of_sections(read, _worth(visits), alarms, 2.0 * THRESHOLD, furniture=known.furniture)
    distances = [alone.weighed(0.0, THRESHOLD, before, after) for before, after in pairwise(read)]
    decided = np.array(distances) - THRESHOLD
    hybrid = Hybrid(weights=np.ones(1), threshold=THRESHOLD, parts=("text",))
    calibration = Calibration(hybrid=hybrid, slope=fit_slope(decided, np.where(alarms, 1.0, -1.0)))
    details = {
        "reason": None,
        "weights": hybrid.by_part(),
        "threshold": THRESHOLD,
        "decided_by": "experience",
        "changes": float(alarms.sum()),
        "important_successive_pairs": int(alarms.sum()),
    }
    return DecidedWithoutHistory(alone, drift, Joined(calibration=calibration, beside=None), details)


def _worth(visits: Sequence[Sequence[JudgedSentence]]) -> dict[str, float]:
    """The share of alarms in each section: every visit counts once."""
    worth: dict[str, float] = defaultdict(float)
    for sentences in visits:
        news = [item.section for item in sentences if item.chance > 0.5]
        for section in news:
            worth[section] += 1.0 / len(news)
    return worth
