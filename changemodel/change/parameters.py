"""The hyperparameters of ``ChangeModel``, checked before a fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from changemodel.change.alerts import checked_budget
from changemodel.errors import InvalidInput

KINDS: dict[str, tuple[str | bool, ...]] = {
    "metric": ("diagonal", "full"),
    "regions": ("grid", "blocks", "both"),
    "words": (True, False),
    "experience": (True, False),
}
"""What those may be that are no numbers."""


def check_parameters(parameters: Mapping[str, Any]) -> None:
    """Refuse what no fit can work with.

    Raises
    ------
    InvalidInput
        Naming the parameter and what it may be.
    """
    for name, kinds in KINDS.items():
        value = parameters[name]
        is_switch = isinstance(value, bool | np.bool_)
        if is_switch is not isinstance(kinds[0], bool) or value not in kinds:
            raise InvalidInput(f"{name} is {value!r}: pass {', '.join(map(repr, kinds))}")
    for name in ("grid", "constraints", "k"):
        value = parameters[name]
        if name == "k" and value is None:
            continue
        if not isinstance(value, int | np.integer) or value < 1:
            raise InvalidInput(f"{name} is {value!r}: pass an integer of at least 1")
    for name in ("gamma_h", "window_h", "C"):
        value = parameters[name]
        if value is not None and not (np.isfinite(value) and value > 0):
            raise InvalidInput(f"{name} is {value!r}: pass a positive number")
    if parameters["alerts_per_week"] is not None:
        checked_budget(parameters["alerts_per_week"])
