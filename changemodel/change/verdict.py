"""What the readings of two versions say together: one probability, one decision.

Between the readings and ``ChangeModel.compare``. A change is important where either reading says so. All
comparing is done on log odds, which do not run into 1 as probabilities do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import expit, logit

from changemodel.change.alerts import LearningWindow
from changemodel.change.temporal import Rhythm, successive_pairs
from changemodel.change.text_reading import TextReading, TextVerdict, has_text
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion


@dataclass(frozen=True)
class Look:
    """What the pictures of two versions say."""

    regions: FloatArray  # (grid * grid,) what each adds to the distance
    log_odds: float | None = None  # of an important change; None: not decided; minus infinity: identical
    displacement_px: int = 0
    displacements_px: IntArray | None = None

    @property
    def distance(self) -> float:
        """The regions' sum, never below 0."""
        return max(0.0, float(self.regions.sum()))


def joined(
    visual: Look, verdict: TextVerdict | None, alarm_above: float | None
) -> tuple[float | None, bool | None]:
    """Probability and decision of both readings; None where neither decides.

    Either reading may call a change important; where only one decides, it decides. With ``alarm_above``, an
    alert budget's log odds, a change is important where the larger odds exceed that.
    """
    odds = joint_log_odds(visual, verdict)
    if odds is None:
        return None, None
    if alarm_above is not None:
        return float(expit(odds)), odds > alarm_above
    textual = verdict is not None and verdict.important is True
    return float(expit(odds)), textual or (visual.log_odds is not None and visual.log_odds > 0.0)


def joint_log_odds(visual: Look, verdict: TextVerdict | None) -> float | None:
    """The larger log odds of both readings; None where neither decides."""
    textual = None if verdict is None or verdict.probability is None else float(logit(verdict.probability))
    given = [odds for odds in (visual.log_odds, textual) if odds is not None]
    return max(given) if given else None


def learning_window(
    versions: Sequence[PageVersion],
    look: Callable[[PageVersion, PageVersion], Look],
    text: TextReading | None,
) -> LearningWindow:
    """The changes among versions in time order as both readings see them.

    The text of each version is judged by what the versions before it taught: a reading that knows them all
    would find nothing new.
    """
    times = np.array([version.captured_at.timestamp() / 3600.0 for version in versions])
    successive = successive_pairs(times, Rhythm.of(times))
    kept = set(successive[:, 0].tolist())
    verdicts = _verdicts_as_they_came(versions) if text is not None else [None] * (len(versions) - 1)
    found = [
        joint_log_odds(look(a, b), verdict)
        for row, ((a, b), verdict) in enumerate(zip(pairwise(versions), verdicts, strict=True))
        if row in kept
    ]
    values = np.array([odds for odds in found if odds is not None and odds > -np.inf])
    watched = float((times[successive[:, 1]] - times[successive[:, 0]]).sum())
    return LearningWindow(log_odds=values, watched_h=watched)


def _verdicts_as_they_came(versions: Sequence[PageVersion]) -> list[TextVerdict | None]:
    reading, newest = TextReading(), None
    found: list[TextVerdict | None] = []
    for before, after in zip([None, *versions], versions, strict=False):
        if before is not None:
            found.append(reading.compare(before, after))
        if has_text(after):
            reading.add(after, newest)
            newest = after
    return found
