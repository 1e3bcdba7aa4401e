"""What of a fitted ``ChangeModel`` is kept on disk; ``persistence`` says how.

Last step of what a model does: every number that a score depends on, and the parameters that it was fitted with.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from changemodel.change.alerts import LearningWindow
from changemodel.change.calibration import Calibration
from changemodel.change.feature_reader import restored_reader
from changemodel.change.grown_trees import check_news_classifier, news_classifier_digest
from changemodel.change.joint_reading import JointReading
from changemodel.change.noise import PageNoise
from changemodel.change.persistence import SavedModel
from changemodel.change.region_metric import RegionMetric
from changemodel.change.text_reading import TextReading
from changemodel.features.gist import GistGrid


class SavedReading(JointReading):
    """What ``ChangeModel`` does to be saved and restored."""

    _window: LearningWindow
    _alarm_above: float | None
    _fitted_with: dict[str, Any]  # hyperparameters as plain values

    def _saved(self) -> SavedModel:
        arrays = self._metric.to_arrays()
        arrays |= {"importance_map": self.importance_map_, "picture_map": self.picture_map_}
        arrays |= self._reader.to_arrays() | self.noise_.to_arrays()
        if self._calibration is not None:
            arrays |= self._calibration.to_arrays()
        if self.text_ is not None:
            arrays |= self.text_.to_arrays()
        arrays |= self._saved_parts()
        arrays |= self._window.to_arrays() | {
            "tells_news": np.array(self._tells_news),
            "stories_ring_at": np.array(self._stories_ring_at),
        }
        if self._alarm_above is not None:
            arrays |= {"alarm_above": np.array(self._alarm_above)}
        facts = {
            "news_classifier": news_classifier_digest(),
            "state": self.state_,
            "feature_layout": self.feature_layout_,
            "gist_layout": self._reader.gist.feature_layout,
            "details": self.details_,
        }
        return SavedModel(hyperparameters=self._fitted_with, facts=facts, arrays=arrays)

    def _restore(self, saved: SavedModel) -> None:
        arrays, facts = saved.arrays, saved.facts
        check_news_classifier(facts.get("news_classifier"))
        self._reader = restored_reader(facts, arrays, GistGrid(grid=self.grid))
        self.state_ = facts["state"]
        self.feature_layout_ = facts["feature_layout"]
        self.details_ = facts["details"]
        self.noise_ = PageNoise.from_saved(arrays, self.details_["noise"])
        self._set_metric(RegionMetric.from_arrays(arrays))
        self.importance_map_ = arrays["importance_map"]
        self.picture_map_ = arrays["picture_map"]
        self._calibration = Calibration.from_arrays(arrays) if "slope" in arrays else None
        self.text_ = TextReading.from_arrays(arrays)
        self._restore_parts(arrays)
        self._window = LearningWindow.from_arrays(arrays)
        self._tells_news = bool(arrays["tells_news"])
        self._stories_ring_at = float(arrays["stories_ring_at"])
        self._alarm_above = float(arrays["alarm_above"]) if "alarm_above" in arrays else None
