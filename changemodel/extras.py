"""Packages that an extra of Pagetide brings: imported where they are first needed, and named where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from changemodel.errors import MissingExtra


def module_of_extra(module: str, extra: str, purpose: str) -> Any:
    """The module of that name, which ``pip install 'pagetide[extra]'`` brings; ``purpose`` is what needs it.

    Raises
    ------
    MissingExtra
        It is not installed; the message says what needs it and how to get it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(missing(module.partition(".")[0], extra, purpose)) from error


def missing(package: str, extra: str, purpose: str) -> str:
    """What is said where a package of an extra is not installed."""
    return f"{purpose} need {package}, which is not installed: pip install 'pagetide[{extra}]'"
