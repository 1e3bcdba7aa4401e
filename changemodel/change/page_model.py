"""The result of a fit: parts that are built once and never changed.

``ChangeModel`` holds one of these. Steps of a fit: one naming for the blocks of all versions (``naming``), the reading
of the page (``page_learning``), the importance map (``placed_map``), what decides in the end, and the alert budget
(``alerts``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from scipy.special import expit

from changemodel.change.alerts import LearningWindow
from changemodel.change.calibration import Verdicts
from changemodel.change.history import in_time_order, labelled_rows
from changemodel.change.naming import OneNaming
from changemodel.change.page_learning import PageLearning
from changemodel.change.page_reading import PageReading
from changemodel.change.parameters import Parameters
from changemodel.change.picture_reading import PictureReading
from changemodel.change.placed_map import ImportanceMap
from changemodel.change.prior import Prior
from changemodel.change.progress import Progress
from changemodel.change.score import ChangeScore
from changemodel.metric.quadruplets import FloatArray
from changemodel.version import PageVersion, named_alike

_STEPS = 4  # of a fit: what the versions bring, what it teaches, the map, what decides


@dataclass(frozen=True, kw_only=True, eq=False)
class PageModel:
    """What is known of one page.

    Attributes
    ----------
    parameters : Parameters
        Those it was fitted with.
    reading : PageReading
    importance : ImportanceMap
    naming : OneNaming
        By which paths blocks are known.
    window : LearningWindow
        The changes learned from, as the decision sees them.
    alarm_above : float or None
        Log odds above which a change is called important, by an alert budget; None: there is no budget.
    details : mapping
        What learning did, as JSON-able values.
    """

    parameters: Parameters
    reading: PageReading
    importance: ImportanceMap
    naming: OneNaming = field(default_factory=OneNaming)
    window: LearningWindow = field(
        default_factory=lambda: LearningWindow(log_odds=np.empty(0), watched_h=0.0)
    )
    alarm_above: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def plain(cls, parameters: Parameters) -> Self:
        """Of a page of which nothing is known: the Euclidean distance of the pictures, and no decision."""
        pictures = PictureReading.plain(parameters)
        importance = ImportanceMap.of(None, pictures.as_grid(pictures.shares))
        return cls(parameters=parameters, reading=PageReading(pictures=pictures), importance=importance)

    @classmethod
    def fit(
        cls,
        given: Sequence[PageVersion],
        verdicts: Verdicts,
        parameters: Parameters,
        prior: Prior | None,
        progress: Progress,
    ) -> Self:
        """Learn from a page's versions, in any order; errors as ``ChangeModel.fit`` says."""
        naming, ordered = OneNaming.of(in_time_order(given))
        labelled_rows(ordered, verdicts)  # refuses labels of other versions, before anything is read
        learning = PageLearning.of(ordered, verdicts, parameters, prior, progress)
        progress(1, _STEPS, "learning")
        found = learning.learned()
        progress(2, _STEPS, "learning")
        pairs = found.reading.joint_pairs(ordered, learning.history)
        pictures = learning.pictures
        importance = ImportanceMap.of(pairs, pictures.as_grid(pictures.shares))
        progress(3, _STEPS, "learning")
        found, window = learning.settled(found)
        progress(_STEPS, _STEPS, "learning")
        counts = {"versions": len(ordered), "dropped_duplicates": len(given) - len(ordered)}
        model = cls(
            parameters=parameters,
            reading=found.reading,
            importance=importance,
            naming=naming,
            window=window,
            details={**counts, **found.details},
        )
        return model._with_budget(parameters.alerts_per_week)

    def _with_budget(self, alerts_per_week: float | None) -> Self:
        if alerts_per_week is None:
            return self
        found = self.window.threshold_for(alerts_per_week)
        details = {**self.details, "alerts_per_week": float(alerts_per_week), **found.details()}
        return replace(self, alarm_above=found.log_odds, details=details)

    def known(self, version: PageVersion) -> PageVersion:
        """A version with the paths by which its blocks are known here."""
        return self.naming.known(version)

    def known_pair(self, before: PageVersion, after: PageVersion) -> tuple[PageVersion, PageVersion]:
        """Two versions as they are compared."""
        return named_alike(self.known(before), self.known(after))

    def distance(self, a: PageVersion, b: PageVersion) -> float:
        """As ``compare`` gives it where no look returns."""
        a, b = self.known_pair(a, b)
        return self.reading.judged(
            a, b, self.reading.pictures.look(a, b), self.reading.verdict(a, b)
        ).distance

    def log_odds(self, before: PageVersion, after: PageVersion) -> float | None:
        """Of an important change; None where nothing decides."""
        return self.reading.log_odds(self.known(before), self.known(after))

    def compare(
        self, before: PageVersion, after: PageVersion, recent: Sequence[PageVersion] = ()
    ) -> ChangeScore:
        """Everything that can be said of a change, see ``ChangeModel.compare``."""
        before, after = self.known_pair(before, after)
        reading = self.reading
        visual, state = reading.pictures.look_across(before, after, [self.known(item) for item in recent])
        verdict = reading.verdict(before, after)
        judgement = reading.judged(before, after, visual, verdict)
        return ChangeScore(
            distance=judgement.distance,
            probability=judgement.probability,
            important=judgement.important(self.alarm_above),
            regions=reading.pictures.as_grid(visual.regions),
            displacement_px=visual.displacement_px,
            displacements_px=visual.displacements_px,
            links_added=after.links - before.links,
            links_removed=before.links - after.links,
            images_added=after.images_not_in(before),
            images_removed=before.images_not_in(after),
            text_distance=None if verdict is None else verdict.distance,
            text_important=None if verdict is None else verdict.important,
            blocks=() if verdict is None else verdict.differences,
            returning_state=state,
            by_part=judgement.parts,
            stories=() if verdict is None or verdict.stories is None else verdict.stories.changes,
            alarm_above=None if self.alarm_above is None else float(expit(self.alarm_above)),
        )

    def importance_on(self, version: PageVersion) -> FloatArray:
        """The importance map over one version, (grid, grid)."""
        version, pictures = self.known(version), self.reading.pictures
        shift = pictures.reader.shift_px(version) if pictures.seen([version]) else None
        return self.importance.over(version, shift, self.reading.drift)
