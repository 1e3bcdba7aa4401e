"""How far back a page's model looks: as many captures as hold enough change.

A window of a week suffices for a page that changes every hour; of one that changes twice a month it holds nothing to
learn from. So it doubles until the model has seen enough, and the next model begins where the last one ended, or with
all that there is now where that was too little.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from changemodel.change.model import ChangeModel
from pagetide.settings.collection_settings import LearningSettings

logger = logging.getLogger(__name__)

T = TypeVar("T")


def fit_on_enough(
    newest: Callable[[int], list[T]],
    fit: Callable[[list[T]], ChangeModel],
    size: int,
    settings: LearningSettings,
    page: str,
) -> tuple[ChangeModel, list[T]]:
    """The model of the shortest window that holds enough change, or of the longest that there is; and that window.

    Parameters
    ----------
    newest
        So many of the newest captures, or all where there are fewer, oldest first.
    fit
        The model of some captures.
    size
        Captures of the window to begin with, see ``first_size``.
    page
        What the log calls it.
    """
    window = newest(size)
    while True:
        model = fit(window)
        seen = model.details_.get("changes", 0.0)
        if seen >= settings.enough_changes or size >= settings.longest_window_versions:
            return model, window
        size = min(2 * size, settings.longest_window_versions)
        longer = newest(size)
        if len(longer) <= len(window):
            return model, window
        logger.info("%s: %.0f changes in %d captures, looking further back", page, seen, len(window))
        window = longer


def first_size(versions: int, changes: float, settings: LearningSettings) -> int:
    """The window to begin with: the one that sufficed last time, half of it where it held far more than enough, twice
    as much where it held too little, which was all that there was then.

    ``versions`` and ``changes`` are those of the last model; 0 where there is none.
    """
    if changes < settings.enough_changes:
        size = 2 * versions
    else:
        size = versions // 2 if changes >= 2.0 * settings.enough_changes else versions
    return max(settings.window_versions, min(size, settings.longest_window_versions))
