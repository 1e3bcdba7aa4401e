"""OpenCV and torch, which come with the extra ``matching``."""

from __future__ import annotations

from typing import Any

from changemodel.extras import module_of_extra


def opencv() -> Any:
    """The module ``cv2``; ``MissingExtra`` where it is not installed."""
    return module_of_extra("cv2", "matching", "Searches for pictures in pictures")


def pytorch() -> Any:
    """The module ``torch``; ``MissingExtra`` where it is not installed."""
    return module_of_extra("torch", "matching", "Networks that are trained")
