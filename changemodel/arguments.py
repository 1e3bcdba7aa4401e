"""Checks arguments of callers: numbers, switches, choices and paths.

Everything public says with these what it takes. Each gives back a plain Python value, which JSON can hold, and says of
any other what the argument is called and what to pass.
"""

from __future__ import annotations

from collections.abc import Collection
from math import isfinite
from numbers import Integral, Real
from os import PathLike
from pathlib import Path

from changemodel.errors import InvalidInput


def whole_number(value: object, name: str, at_least: int) -> int:
    """An integer, numpy's too; no boolean.

    Raises
    ------
    InvalidInput
        It is none, or too small.
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < at_least:
        raise InvalidInput(f"{name} is {value!r}: pass an integer of at least {at_least}")
    return int(value)


def positive_number(value: object, name: str) -> int | float:
    """A finite number above 0.

    Raises
    ------
    InvalidInput
        It is none.
    """
    found = _finite(value)
    if found is None or found <= 0:
        raise InvalidInput(f"{name} is {value!r}: pass a positive number")
    return found


def number_from_0(value: object, name: str) -> int | float:
    """A finite number of at least 0.

    Raises
    ------
    InvalidInput
        It is none.
    """
    found = _finite(value)
    if found is None or found < 0:
        raise InvalidInput(f"{name} is {value!r}: pass a number of at least 0")
    return found


def share(value: object, name: str) -> float:
    """A number between 0 and 1, neither of them.

    Raises
    ------
    InvalidInput
        It is none.
    """
    found = _finite(value)
    if found is None or not 0 < found < 1:
        raise InvalidInput(f"{name} is {value!r}: pass a share between 0 and 1, such as 0.9")
    return float(found)


def switch(value: object, name: str) -> bool:
    """True or False, and nothing that is merely as good as one.

    Raises
    ------
    InvalidInput
        It is neither.
    """
    # numpy's boolean is known by its type: who only checks a path does without importing numpy
    is_numpys = str(getattr(value, "dtype", "")) == "bool" and getattr(value, "shape", None) == ()
    if not isinstance(value, bool) and not is_numpys:
        raise InvalidInput(f"{name} is {value!r}: pass True or False")
    return bool(value)


def choice(value: object, name: str, kinds: Collection[str]) -> str:
    """One of some words.

    Raises
    ------
    InvalidInput
        It is none of them.
    """
    if not isinstance(value, str) or value not in kinds:
        raise InvalidInput(f"{name} is {value!r}: pass {', '.join(map(repr, kinds))}")
    return str(value)


def file_path(value: object, name: str) -> Path:
    """A path, from a string or anything that stands for one.

    Raises
    ------
    InvalidInput
        It is none.
    """
    if not isinstance(value, str | PathLike) or "\0" in str(value) or not str(value):
        raise InvalidInput(f"{name} is {value!r}: pass a path, as a string or pathlib.Path")
    return Path(value)


def _finite(value: object) -> int | float | None:
    """As a plain number; None for what is none, for a boolean, and for what no float can hold."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return None
    try:
        if not isfinite(value):
            return None
    except OverflowError:
        return None
    return int(value) if isinstance(value, Integral) else float(value)
