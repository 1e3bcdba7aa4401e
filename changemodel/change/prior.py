"""The prior of a page with too little history: the mean of models of other pages.

Cold start. Pages of one collection, or of one page type, carry their news in like places: a new page takes over
their mean importance map, metric and decision, and gives them up as its own constraints become many
(``training``: the map is the centre of the regulariser). Ours; the source's prior is one gamma for pages that
are visited daily.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from changemodel.change.calibration import Calibration
from changemodel.change.hybrid import Hybrid
from changemodel.change.region_metric import RegionMetric
from changemodel.errors import InvalidInput
from changemodel.metric.quadruplets import FloatArray


class Fitted(Protocol):
    """What a prior takes of a fitted ``ChangeModel``."""

    picture_state_: Any
    picture_map_: FloatArray
    weights_: FloatArray
    scale_: float

    @property
    def calibration_(self) -> Calibration | None:
        """How its distances become decisions."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Prior:
    """The mean of some learned models."""

    importance: FloatArray  # (regions,) mean map of the pictures, sums to 1
    metric: RegionMetric  # mean of the diagonal metrics, 1 at a usual step of those pages
    calibration: Calibration  # mean of the log odds
    models: int  # how many

    @classmethod
    def from_models(cls, models: Iterable[Fitted]) -> Prior | None:
        """The mean of those models that learned from their own pages; None where there are none.

        Raises
        ------
        InvalidInput
            Models of different grids, or no collection of models.
        """
        if not isinstance(models, Iterable) or isinstance(models, str | bytes):
            raise InvalidInput(f"models is a single {type(models).__name__}: pass a list of fitted models")
        models = list(models)
        for number, model in enumerate(models):
            if not hasattr(model, "calibration_"):
                raise InvalidInput(f"item {number} of models is a {type(model).__name__}: pass fitted models")
        learned = [model for model in models if getattr(model, "picture_state_", None) == "learned"]
        if not learned:
            return None
        grids = sorted({len(model.picture_map_) for model in learned})
        if len(grids) > 1:
            raise InvalidInput(f"the models have grids of {grids}: a prior is the mean of models of one grid")
        calibrations = [model.calibration_ for model in learned if model.calibration_ is not None]
        return cls(
            importance=np.mean([model.picture_map_.ravel() for model in learned], axis=0),
            metric=RegionMetric(
                weights=np.mean([model.weights_ / model.scale_ for model in learned], axis=0), scale=1.0
            ),
            calibration=_mean(calibrations),
            models=len(learned),
        )

    def importance_on(self, grid: int) -> FloatArray:
        """The map for a model of this grid, (grid * grid,).

        Raises
        ------
        InvalidInput
            The prior is one of another grid.
        """
        if self.importance.size != grid**2:
            raise InvalidInput(
                f"the prior has {self.importance.size} regions, a grid of {grid} has {grid**2}: take one from "
                "models of the same grid"
            )
        return self.importance

    def details(self) -> dict[str, Any]:
        """For ``ChangeModel.details_``."""
        return {"prior_models": self.models}


def checked_prior(prior: object) -> Prior | None:
    """The prior, or none.

    Raises
    ------
    InvalidInput
        It is something else.
    """
    if prior is None or isinstance(prior, Prior):
        return prior
    raise InvalidInput(
        f"prior is a {type(prior).__name__}: pass what Prior.from_models makes of models, or None"
    )


def _mean(calibrations: list[Calibration]) -> Calibration:
    """Mean log odds; a part that a page does not have adds nothing to its odds."""
    parts = tuple(dict.fromkeys(name for item in calibrations for name in item.hybrid.parts))
    odds = [
        item.slope * np.array([item.hybrid.by_part().get(name, 0.0) for name in parts])
        for item in calibrations
    ]
    threshold = float(np.mean([item.slope * item.hybrid.threshold for item in calibrations]))
    return Calibration(
        hybrid=Hybrid(weights=np.mean(odds, axis=0), threshold=threshold, parts=parts), slope=1.0
    )
