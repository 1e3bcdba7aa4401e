"""What verdicts changed: a page's model before them and after, on the same captures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from changemodel.change.model import ChangeModel
from changemodel.version import PageVersion
from storage.model_details import AnswersEffect
from storage.records import StoredCapture

_TOLD = 100  # captures named, each way


def effect_of_answers(
    before: ChangeModel, after: ChangeModel, captures: Sequence[tuple[StoredCapture, PageVersion]]
) -> AnswersEffect:
    """How many successive pairs of captures raise an alarm by each model, as JSON.

    ``came`` and ``went``: the captures at which only the new model does, and only the old one.
    """
    came: list[int] = []
    went: list[int] = []
    alarms_before = alarms_after = 0
    for (_, earlier), (capture, later) in pairwise(captures):
        was, now = (model.compare(earlier, later).important is True for model in (before, after))
        alarms_before, alarms_after = alarms_before + was, alarms_after + now
        if was is not now:
            (came if now else went).append(capture.id)
    changes = max(0, len(captures) - 1)
    return {
        "changes": changes,
        "rang": alarms_before,
        "rings": alarms_after,
        "came": came[-_TOLD:],
        "went": went[-_TOLD:],
    }
