"""OpenCV and torch, which come with the extra ``matching``: imported where they are first needed."""

from __future__ import annotations

from typing import Any

from changemodel.errors import MissingExtra

_ADVICE = "is not installed: pip install 'pagetide[matching]'"


def opencv() -> Any:
    """The module ``cv2``.

    Raises
    ------
    MissingExtra
        It is not installed.
    """
    try:
        import cv2
    except ImportError as error:
        raise MissingExtra(f"OpenCV, which finds pictures in pictures, {_ADVICE}") from error
    return cv2


def pytorch() -> Any:
    """The module ``torch``.

    Raises
    ------
    MissingExtra
        It is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise MissingExtra(f"torch, which networks are trained with, {_ADVICE}") from error
    return torch
