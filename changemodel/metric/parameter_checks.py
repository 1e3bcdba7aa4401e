"""Checks of a learner's parameters: each refuses with the parameter's name, its value and what it may be.

``quadruplet_metric``, ``fantope_metric`` and ``lmnn`` call these in ``fit``; a scikit-learn estimator stores what
it is given unchecked.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any


def check_choice(name: str, value: Any, known: Sequence[str]) -> None:
    """Raise ``ValueError`` unless the value is one of ``known``."""
    if value not in known:
        raise ValueError(f"{name}={value!r} is not known; {', '.join(known)} are.")


def check_whole(name: str, value: Any, least: int = 1) -> None:
    """Raise ``ValueError`` unless the value is a whole number of at least ``least``."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}={value!r} must be a whole number and at least {least}.")


def check_number(name: str, value: Any, *, above: float, most: float | None = None) -> None:
    """Raise ``ValueError`` unless the value is a finite number above ``above``, and at most ``most``."""
    limit = float("inf") if most is None else most
    if not isinstance(value, Real) or not (above < float(value) <= limit and float(value) < float("inf")):
        upper = "" if most is None else f" and at most {most:g}"
        raise ValueError(f"{name}={value!r} must be a number above {above:g}{upper}.")


def check_not_negative(name: str, value: Any) -> None:
    """Raise ``ValueError`` unless the value is a finite number of at least 0."""
    if not isinstance(value, Real) or not 0.0 <= float(value) < float("inf"):
        raise ValueError(f"{name}={value!r} must be a number of at least 0.")
