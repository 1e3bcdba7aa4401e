"""The hyperparameters of ``ChangeModel``, checked before a fit: those of a fit stay as they are."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from changemodel.arguments import choice, number_from_0, positive_number, switch, whole_number
from changemodel.change.training import TrainingSettings
from changemodel.errors import InvalidInput
from changemodel.features.images import VIEW_WIDTH_PX
from changemodel.metric.quadruplets import FloatArray

CHOICES: dict[str, tuple[str, ...]] = {
    "metric": ("diagonal", "full"),
    "read": ("both", "pictures", "text"),
}
"""What those may be that are words."""

FORMER = {"both": "both", "grid": "pictures", "blocks": "text"}
"""What the former ``regions`` means in ``read``."""


@dataclass(frozen=True)
class Parameters:
    """As ``ChangeModel`` has them, which says what they mean."""

    grid: int
    metric: str
    align: bool
    read: str
    random_state: int | None
    gamma_h: float | None
    window_h: float | None
    constraints: int
    k: int | None
    C: float | None
    experience: bool
    alerts_per_week: float | None
    regions: str | None

    @property
    def reads(self) -> str:
        """What is read, also where a caller says it by its former name."""
        return self.read if self.regions is None else FORMER[self.regions]

    def training(self, centre: FloatArray | None = None) -> TrainingSettings:
        """For learning weights from constraints, around a map that is believed before, (regions,), if there is one."""
        return TrainingSettings(
            metric=self.metric,
            gamma_h=self.gamma_h,
            window_h=self.window_h,
            constraints=self.constraints,
            C=self.C,
            random_state=self.random_state,
            centre=centre,
        )


def checked_parameters(given: Mapping[str, Any]) -> Parameters:
    """The parameters as plain numbers, words and booleans, which can be saved whatever number type a caller has.

    Raises
    ------
    InvalidInput
        Naming the parameter and what it may be.
    """
    checked: dict[str, Any] = {name: choice(given[name], name, kinds) for name, kinds in CHOICES.items()}
    checked["regions"] = None if given["regions"] is None else choice(given["regions"], "regions", FORMER)
    if checked["regions"] is not None:
        new = FORMER[checked["regions"]]
        warnings.warn(f'regions="{checked["regions"]}" is now read="{new}"', FutureWarning, stacklevel=3)
    checked |= {name: switch(given[name], name) for name in ("align", "experience")}
    checked |= {name: whole_number(given[name], name, 1) for name in ("grid", "constraints")}
    if checked["grid"] > VIEW_WIDTH_PX:
        raise InvalidInput(
            f"grid is {given['grid']!r}: pass an integer from 1 to {VIEW_WIDTH_PX}, such as 10"
        )
    checked["k"] = None if given["k"] is None else whole_number(given["k"], "k", 1)
    for name in ("gamma_h", "window_h", "C"):
        checked[name] = None if given[name] is None else positive_number(given[name], name)
    budget = given["alerts_per_week"]
    checked["alerts_per_week"] = None if budget is None else number_from_0(budget, "alerts_per_week")
    checked["random_state"] = _seed(given["random_state"])
    return Parameters(**checked)


def _seed(value: object) -> int | None:
    """A generator is no seed: it is another one after each draw, and a saved model could not say what it was."""
    if value is None:
        return None
    try:
        return whole_number(value, "random_state", 0)
    except InvalidInput as error:
        raise InvalidInput(f"{error}: the same seed learns the same model, and is saved with it") from error
