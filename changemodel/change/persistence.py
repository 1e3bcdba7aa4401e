"""A change model on disk: a folder with ``model.json`` and an ``.npz`` file of arrays that it names, never pickle.

The JSON says what the model is (format, hyperparameters, feature layout, what it was learned from), the
arrays hold every number that a score depends on, so that scores are the same bit for bit after a round
trip. ``model.json`` holds the digest of both and takes its place last: a folder without it, or with another,
holds no model. The arrays of a model that is saved over another have a name of their own, and the older ones stay until
then: whenever saving is stopped, the folder holds one of the two models.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.damaged_arrays import DAMAGED
from changemodel.errors import InvalidInput, UnreadableModel

FORMAT = "pagetide-change-model"
FORMAT_VERSION = 6
"""6: texts with their stays, no frame of pictures. Earlier formats were never released."""

JSON_FILE = "model.json"

_ARRAYS = re.compile(r"arrays-[0-9a-f]{16}\.npz")


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
    arrays = f"arrays-{digest[:16]}.npz"
    text = json.dumps(
        {**about, "digest": digest, "arrays": arrays}, indent=1, sort_keys=True, allow_nan=False
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(folder, arrays, _packed(model.arrays), text.encode())
    except OSError as error:
        raise InvalidInput(
            f"the model cannot be written into {folder} ({error.strerror or error}): pass as path a folder that can be "
            "written, or is not there yet"
        ) from error
    return digest


def load(folder: Path, known: Collection[str] | None = None) -> SavedModel:
    """Read what ``save`` wrote.

    Parameters
    ----------
    folder : Path
    known : collection of str, optional
        Names of all hyperparameters of the model that is read; None: any will do.

    Raises
    ------
    UnreadableModel
        The folder holds no model, a damaged one, one of a newer format, or one with other hyperparameters.
    """
    about = _read_json(folder)
    digest = about.pop("digest", None)
    arrays = _read_arrays(folder, about.pop("arrays", None))
    if digest != _digest_read(about, arrays):
        raise UnreadableModel(
            f"the model in {folder} is damaged: its parts do not belong together. Fit it again"
        )
    parameters = about["hyperparameters"]
    if unknown := [] if known is None else sorted(set(parameters).difference(known)):
        raise UnreadableModel(
            f"the model in {folder} was fitted with {', '.join(unknown)}, unknown to this program: update the "
            "program, or fit the model again"
        )
    return SavedModel(hyperparameters=parameters, facts=about["facts"], arrays=arrays)


def _read_json(folder: Path) -> dict[str, Any]:
    try:
        about = json.loads((folder / JSON_FILE).read_bytes())
    except OSError as error:
        raise UnreadableModel(
            f"{folder} holds no model: {JSON_FILE} cannot be read ({error.strerror})"
        ) from error
    except (ValueError, RecursionError) as error:
        raise UnreadableModel(
            f"the model in {folder} is damaged: {JSON_FILE} is no JSON. Fit it again"
        ) from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise UnreadableModel(
            f"{folder / JSON_FILE} is not a change model of Pagetide: choose another folder"
        )
    version = about.get("format_version")
    if version != FORMAT_VERSION:
        raise UnreadableModel(
            f"the model in {folder} has format {version}, this program reads format {FORMAT_VERSION}: "
            "update the program, or fit the model again"
        )
    for name in ("hyperparameters", "facts"):
        if not isinstance(about.get(name), dict):
            raise UnreadableModel(
                f"the model in {folder} is damaged: {JSON_FILE} holds no {name}. Fit it again"
            )
    return about


def _read_arrays(folder: Path, file: object) -> dict[str, NDArray[Any]]:
    if not isinstance(file, str) or not _ARRAYS.fullmatch(file):
        raise UnreadableModel(
            f"the model in {folder} is damaged: {JSON_FILE} names {file!r} as its arrays. Fit it again"
        )
    try:
        packed = io.BytesIO((folder / file).read_bytes())
        with np.load(packed, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except DAMAGED as error:
        raise UnreadableModel(
            f"the model in {folder} is damaged: {file} cannot be read ({error}). Fit it again"
        ) from error


def _digest(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """SHA-256 of the facts and of each array's name, type, shape and bytes."""
    digest = hashlib.sha256(json.dumps(about, sort_keys=True, allow_nan=False).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode() + array.tobytes())
    return digest.hexdigest()


def _digest_read(about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str | None:
    """The digest of what was read; None where it holds NaN or infinity, which JSON knows no more than ``save``."""
    try:
        return _digest(about, arrays)
    except (ValueError, RecursionError):
        return None


def _packed(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """As ``numpy.savez`` packs, and strings compressed: each takes as much as the longest of its array.

    Numbers as they are: of a model of 6 MB they are two fifths when compressed, and take twenty times as long to save.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, array in arrays.items():
            file = io.BytesIO()
            np.save(file, array, allow_pickle=False)
            kind = zipfile.ZIP_DEFLATED if np.asarray(array).dtype.kind == "U" else zipfile.ZIP_STORED
            entry = zipfile.ZipInfo(f"{name}.npy")  # without the time: the same model is the same file
            archive.writestr(entry, file.getvalue(), kind, compresslevel=1)
    return packed.getvalue()


def _replace(folder: Path, arrays: str, packed: bytes, about: bytes) -> None:
    """The whole model, or the one that was there; arrays of others go last."""
    is_new = not (folder / arrays).exists()
    _write(folder / arrays, packed)
    try:
        _write(folder / JSON_FILE, about)
    except OSError:
        if is_new:
            with suppress(OSError):
                (folder / arrays).unlink()
        raise
    for path in folder.iterdir():
        if _ARRAYS.fullmatch(path.name) and path.name != arrays:
            with suppress(OSError):
                path.unlink()


def _write(path: Path, data: bytes) -> None:
    """The whole file, or what was there."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
