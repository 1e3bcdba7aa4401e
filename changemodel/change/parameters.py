"""The hyperparameters of ``ChangeModel``, checked before a fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from changemodel.change.alerts import checked_budget
from changemodel.errors import InvalidInput

METRICS = ("diagonal", "full")
"""Families of learned metrics."""

REGIONS = ("grid", "blocks", "both")
"""What is read of a version."""


def check_parameters(parameters: Mapping[str, Any]) -> None:
    """Refuse what no fit can work with.

    Raises
    ------
    InvalidInput
        Naming the parameter and what it may be.
    """
    if parameters["metric"] not in METRICS:
        raise InvalidInput(f'metric is {parameters["metric"]!r}: pass "diagonal" or "full"')
    if parameters["regions"] not in REGIONS:
        raise InvalidInput(f"regions is {parameters['regions']!r}: pass one of {', '.join(REGIONS)}")
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
    if not isinstance(parameters["words"], bool | np.bool_):
        raise InvalidInput(f"words is {parameters['words']!r}: pass True or False")
    if parameters["alerts_per_week"] is not None:
        checked_budget(parameters["alerts_per_week"])
