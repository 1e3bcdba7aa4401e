"""The models of many pages at once: captures are described, models fitted, captures decided, each in coarse tasks.

What is computed may be computed elsewhere (``parallel_tasks``); everything is stored here. Each pass leaves out what is
stored already, so that a run that was broken off goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from changemodel.change.progress import Progress
from pagetide.app import App
from pagetide.learning.page_models import EARLIEST, stand_in
from pagetide.learning.parallel_tasks import Spread, here
from pagetide.learning.similar import PointsOf
from pagetide.page_reader import PageReader
from storage.records import Page, StoredModel

AT_ONCE = 25
"""Captures that are described in one task: some seconds."""

Tell = Callable[[str, int, int], object]
"""Told what is done, how many tasks of it are done, and of how many."""

_T = TypeVar("_T")


def learn_pages(
    app: App,
    pages: Sequence[Page],
    now: datetime,
    *,
    spread: Spread = here,
    anew: bool = True,
    tell: Tell = lambda *_: None,
    progress: Progress | None = None,
) -> dict[int, StoredModel | str]:
    """Learn pages: the model of each by its number, or why it has no new one.

    Parameters
    ----------
    anew
        Whether pages are learned, too, of which nothing new is known since their last model.
    progress
        Told how far the fit of a page is, where it runs in this process.
    """
    learner, repository = app.learner, app.collection.repository
    reader = PageReader(app.collection.path, app, progress)
    found: dict[int, StoredModel | str] = {
        page.id: "nothing new since its last model"
        for page in pages
        if not anew and learner.is_up_to_date(page)
    }
    to_fit = [page for page in pages if page.id not in found]
    _describe(app, to_fit, reader, spread, tell)
    by_id = {page.id: page for page in pages}
    stood_in = {page.id: stand_in(repository.current_model(page.id)) for page in to_fit}
    fits = spread(reader.fitted, [page.id for page in to_fit])
    for number, fitted in _told(tell, "learning", fits, len(to_fit)):
        found[number] = fitted if isinstance(fitted, str) else learner.keep(by_id[number], fitted, now)
    tasks = [(page.id, stood_in.get(page.id), now) for page in pages if repository.current_model(page.id)]
    for number, decisions in _told(tell, "deciding", spread(reader.decisions, tasks), len(tasks)):
        learner.keep_decisions(by_id[number], decisions)
    return found


def points_over(spread: Spread, folder: Path) -> PointsOf:
    """Points of captures for ``SimilarCaptures``, computed in coarse tasks."""
    reader = PageReader(folder)

    def points(capture_ids: Sequence[int]) -> dict[int, NDArray[np.float64]]:
        found = {}
        for some in spread(reader.points, _batches(capture_ids)):
            found.update(some)
        return found

    return points


def _batches(capture_ids: Sequence[int]) -> list[Sequence[int]]:
    return [capture_ids[start : start + AT_ONCE] for start in range(0, len(capture_ids), AT_ONCE)]


def _describe(app: App, pages: Sequence[Page], reader: PageReader, spread: Spread, tell: Tell) -> None:
    """Keep what the model computes of captures once, for those that pages may learn from."""
    candidates = (app.learner.candidates(page) for page in pages)
    wanted = [item.id for item in chain.from_iterable(some for some in candidates if len(some) >= EARLIEST)]
    tasks = _batches(wanted)
    for described in _told(tell, "describing", spread(reader.descriptions, tasks), len(tasks)):
        for number, made in described.items():
            app.collection.add_features(app.collection.repository.capture(number), made)


def _told(tell: Tell, what: str, found: Iterator[_T], total: int) -> Iterator[_T]:
    """What is found, with word of how far it is."""
    tell(what, 0, total)
    for done, one in enumerate(found, start=1):
        yield one
        tell(what, done, total)
