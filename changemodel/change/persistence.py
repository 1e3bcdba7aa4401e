"""A change model on disk: a folder with ``arrays.npz`` and ``model.json``, never pickle.

The JSON says what the model is (format, hyperparameters, feature layout, what it was learned from), the
arrays hold every number that a score depends on, so that scores are the same bit for bit after a round
trip. ``model.json`` is written last and holds the digest of both: a folder without it, or with another,
holds no model.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput, UnreadableModel

FORMAT = "pagetide-change-model"
FORMAT_VERSION = 2
"""2: the parts of a change have one decision. Of 1, only a text that stood in for the picture was decided so."""

READABLE = (1, FORMAT_VERSION)

ARRAYS_FILE = "arrays.npz"
JSON_FILE = "model.json"


@dataclass(frozen=True, kw_only=True)
class SavedModel:
    """What is kept of a model."""

    hyperparameters: Mapping[str, Any]
    facts: Mapping[str, Any]  # JSON-able: state, layouts, details
    arrays: Mapping[str, NDArray[Any]]


def save(folder: Path, model: SavedModel) -> str:
    """Write a model, in place of one that is there; return the digest of what was written.

    Raises
    ------
    InvalidInput
        The path is that of a file, or nothing can be written there.
    """
    about = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "hyperparameters": dict(model.hyperparameters),
        "facts": dict(model.facts),
    }
    digest = _digest(about, model.arrays)
    packed = io.BytesIO()
    np.savez(packed, allow_pickle=False, **model.arrays)
    text = json.dumps({**about, "digest": digest}, indent=1, sort_keys=True, allow_nan=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / JSON_FILE).unlink(missing_ok=True)
        _write(folder / ARRAYS_FILE, packed.getvalue())
        _write(folder / JSON_FILE, text.encode())
    except OSError as error:
        raise InvalidInput(
            f"the model cannot be written into {folder} ({error.strerror}): pass as path a folder that can be "
            "written, or is not there yet"
        ) from error
    return digest


def load(folder: Path) -> SavedModel:
    """Read what ``save`` wrote.

    Raises
    ------
    UnreadableModel
        The folder holds no model, a damaged one, or one of a newer format.
    """
    about = _read_json(folder)
    digest = about.pop("digest", None)
    arrays = _read_arrays(folder)
    if digest != _digest(about, arrays):
        raise UnreadableModel(
            f"the model in {folder} is damaged: its parts do not belong together. Fit it again"
        )
    return SavedModel(hyperparameters=about["hyperparameters"], facts=about["facts"], arrays=arrays)


def _read_json(folder: Path) -> dict[str, Any]:
    try:
        about = json.loads((folder / JSON_FILE).read_bytes())
    except OSError as error:
        raise UnreadableModel(
            f"{folder} holds no model: {JSON_FILE} cannot be read ({error.strerror})"
        ) from error
    except ValueError as error:
        raise UnreadableModel(
            f"the model in {folder} is damaged: {JSON_FILE} is no JSON. Fit it again"
        ) from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise UnreadableModel(
            f"{folder / JSON_FILE} is not a change model of Pagetide: choose another folder"
        )
    version = about.get("format_version")
    if version not in READABLE:
        raise UnreadableModel(
            f"the model in {folder} has format {version}, this program reads format {FORMAT_VERSION}: "
            "update the program, or fit the model again"
        )
    return about


def _read_arrays(folder: Path) -> dict[str, NDArray[Any]]:
    try:
        packed = io.BytesIO((folder / ARRAYS_FILE).read_bytes())
        with np.load(packed, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise UnreadableModel(
            f"the model in {folder} is damaged: {ARRAYS_FILE} cannot be read ({error}). Fit it again"
        ) from error


def _digest(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """SHA-256 of the facts and of each array's name, type, shape and bytes."""
    digest = hashlib.sha256(json.dumps(about, sort_keys=True, allow_nan=False).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()


def _write(path: Path, data: bytes) -> None:
    """The whole file or none of it."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
