"""Combines all comparisons of two versions into one distance, one probability, one decision.

Between the readings and ``ChangeModel.compare``. Distance and decision come from the same numbers: what
is farther is more important. All comparing is done on log odds, which do not run into 1 as probabilities do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import expit, logit

from changemodel.change.alerts import LearningWindow
from changemodel.change.calibration import Calibration
from changemodel.change.story_reading import StoryVerdict
from changemodel.change.temporal import Rhythm, successive_pairs
from changemodel.change.text_reading import TextVerdict
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

BETWEEN_EQUALS = 1e-6
"""What the share of the words that changed adds to the distance: between versions that nothing else tells apart it is
the order, and only identical ones are at 0. Less than any difference of what was learned. Between changes that raise an
alarm, the picture adds as much again, and both to the log odds: where all that is new counts the same, an alert budget
still
tells the larger changes from the lesser, instead of holding back every one."""


@dataclass(frozen=True)
class Look:
    """What the pictures of two versions say."""

    regions: FloatArray  # (grid * grid,) what each adds to the picture's distance
    changes: FloatArray  # (grid * grid,) how far apart each is, without what moved or recurs
    log_odds: float | None = None  # of an important change; None: not decided; minus infinity: identical
    displacement_px: int = 0
    displacements_px: IntArray | None = None
    is_read: bool = True  # False: one of the versions has no picture that is read
    calibration: Calibration | None = None  # what decided; None: not decided

    @property
    def distance(self) -> float:
        """The regions' sum, never below 0."""
        return max(0.0, float(self.regions.sum()))

    @property
    def extent(self) -> float:
        """The distance as a number below 1; 0 where the picture counts nothing."""
        return 0.0 if self.is_return else self.distance / (1.0 + self.distance)

    @property
    def is_return(self) -> bool:
        """Whether a look only returned, or nothing differs: the picture then counts nothing."""
        return self.log_odds == -np.inf

    def ringing_at(self, log_odds: float) -> float | None:
        """The distance at which the screenshot alone would raise an alarm with these log odds; None: never."""
        return None if self.calibration is None else self.calibration.distance_at("visual", log_odds)


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What all readings of two versions say together."""

    distance: float
    parts: Mapping[
        str, float
    ]  # what each part adds to the distance; sums to it, but for what is between equals
    log_odds: float | None  # of an important change; None: nothing decides

    @property
    def probability(self) -> float | None:
        """Of an important change."""
        return None if self.log_odds is None else float(expit(self.log_odds))

    def important(self, alarm_above: float | None = None) -> bool | None:
        """The decision; with ``alarm_above``, an alert budget's log odds, whether the odds exceed that."""
        if self.log_odds is None:
            return None
        return self.log_odds > (0.0 if alarm_above is None else alarm_above)


def judged_by_stories(verdict: StoryVerdict, alarm_at: float, words: float) -> Judgement:
    """What the stories say alone, on a page that lists news: 1 is as far as a change that raises an alarm. ``words``,
    the share
    of them that changed, orders what changed no story."""
    distance = verdict.worth / alarm_at
    log_odds = verdict.log_odds(alarm_at) if distance > 0.0 or words > 0.0 else -np.inf
    return Judgement(
        distance=distance + BETWEEN_EQUALS * words, parts={"stories": distance}, log_odds=log_odds
    )


def judged(
    visual: Look, verdict: TextVerdict | None, joint: Calibration | None, numbers: Mapping[str, float]
) -> Judgement:
    """One distance and one decision of the parts.

    Where time taught what the parts are worth (``joint``) and both versions have text, the parts decide by it, and
    news by the page's own habits raises an alarm besides only on a page that is not restless. Otherwise the picture's
    decision stands beside the news: either may call a change important; where only one decides, it decides. News that
    raises an alarm lifts the distance to where the parts, or the picture alone, would call it as important; where
    neither decides, above 1 and the farther the rarer it is.

    Parameters
    ----------
    visual : Look
    verdict : TextVerdict or None
    joint : Calibration or None
    numbers : mapping
        The distance of each part, by name.
    """
    if verdict is None:
        return Judgement(
            distance=visual.distance, parts={"visual": visual.distance}, log_odds=visual.log_odds
        )
    if joint is None:
        return _side_by_side(visual, verdict)
    row = joint.hybrid.row(numbers)
    parts = dict(zip(joint.hybrid.parts, (joint.hybrid.weights * row).tolist(), strict=True))
    odds = float(joint.log_odds(row))
    news = None if verdict.restless else _odds(verdict)
    if news is not None and news > max(0.0, odds):
        odds = news
        louder = joint.hybrid.threshold + news / joint.slope - sum(parts.values())
        parts["text"] = parts.get("text", 0.0) + max(0.0, louder)
    between = BETWEEN_EQUALS * verdict.distance
    if odds > 0.0:
        between += BETWEEN_EQUALS * visual.extent
        odds += joint.slope * between
    return Judgement(distance=sum(parts.values()) + between, parts=parts, log_odds=odds)


def _side_by_side(visual: Look, verdict: TextVerdict) -> Judgement:
    """The picture's decision beside the news."""
    news = _odds(verdict)
    odds = _larger(visual.log_odds, news)
    parts = {"visual": visual.distance} if visual.is_read else {"text": verdict.distance}
    if news is not None and news > 0.0 and news == odds:
        base = sum(parts.values())
        at = visual.ringing_at(news)
        parts["text"] = parts.get("text", 0.0) + (1.0 + news if at is None else max(0.0, at - base))
    between = BETWEEN_EQUALS * verdict.distance if visual.is_read else 0.0
    return Judgement(distance=sum(parts.values()) + between, parts=parts, log_odds=odds)


def _odds(verdict: TextVerdict) -> float | None:
    return None if verdict.probability is None else float(logit(verdict.probability))


def _larger(*given: float | None) -> float | None:
    known = [odds for odds in given if odds is not None]
    return max(known) if known else None


def learning_window(
    versions: Sequence[PageVersion], log_odds: Callable[[PageVersion, PageVersion], float | None]
) -> LearningWindow:
    """The changes among versions in time order as all readings together see them, each as of its time."""
    times = np.array([version.captured_at.timestamp() / 3600.0 for version in versions])
    successive = successive_pairs(times, Rhythm.of(times))
    kept = set(successive[:, 0].tolist())
    found = [log_odds(a, b) for row, (a, b) in enumerate(pairwise(versions)) if row in kept]
    values = np.array([odds for odds in found if odds is not None and odds > -np.inf])
    watched = float((times[successive[:, 1]] - times[successive[:, 0]]).sum())
    return LearningWindow(log_odds=values, watched_h=watched, visits=len(found))
