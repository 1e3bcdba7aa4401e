"""Numbers of a learner within bounds: what ``changemodel.arguments`` lacks.

``quadruplet_metric``, ``fantope_metric`` and ``lmnn`` call it in ``fit``; a scikit-learn estimator stores what it is
given unchecked. Beyond the bounds squares of what a solver computes leave double precision.
"""

from __future__ import annotations

from changemodel.arguments import number_from_0, positive_number
from changemodel.errors import InvalidInput

WEAKEST, STRONGEST = 1e-100, 1e12
"""Of costs and of first steps."""

STRONGEST_PENALTY = 1e72
"""1e12 where points are 1e30 apart: what a penalty does depends on the square of their unit."""

SHARPEST, BLUNTEST = 1e-12, 1e12
"""Half widths of a rounded corner."""


def number_within(value: object, name: str, least: float, most: float) -> float:
    """A number from ``least``, which is at least 0, to ``most``.

    Raises
    ------
    InvalidInput
        It is none.
    """
    found = number_from_0(value, name) if least == 0.0 else positive_number(value, name)
    if not least <= found <= most:
        raise InvalidInput(f"{name} is {value!r}: pass a number from {least:g} to {most:g}")
    return float(found)
