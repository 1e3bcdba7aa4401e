"""Whether the kept files of a model can be used."""

from __future__ import annotations

from pathlib import Path

from changemodel.change.model import ChangeModel
from changemodel.errors import ChangeModelError


def model_fault(folder: Path) -> str:
    """Why the model in a folder cannot be used, in a sentence; empty if it can."""
    try:
        ChangeModel.load(folder)
    except ChangeModelError as error:
        return f"It cannot be used: {error}."
    return ""
