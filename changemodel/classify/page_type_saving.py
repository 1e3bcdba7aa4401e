"""A page type model in one file: arrays and a JSON text in an ``.npz``, never pickle."""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.classify.page_type_calibration import PageTypeCalibration
from changemodel.classify.page_type_features import PageTypeFeatures
from changemodel.classify.page_type_numbers import NAMES
from changemodel.classify.page_type_tokens import BLOCKS
from changemodel.classify.page_type_tree import PageTypeTree
from changemodel.damaged_arrays import DAMAGED
from changemodel.errors import InvalidInput, UnreadableModel

FORMAT, FORMAT_VERSION = "pagetide-page-types", 1

_ABOUT = "about"
_LEVELS = 127
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class LinearHead:
    """A learned linear classifier as its numbers: scores are ``X @ coef_.T + intercept_``."""

    coef_: NDArray[np.float64]  # (n_classes, n_columns)
    intercept_: NDArray[np.float64]  # (n_classes,)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Scores, (n_pages, n_classes)."""
        return np.asarray(X @ self.coef_.T) + self.intercept_


@dataclass(frozen=True, kw_only=True)
class SavedPageTypes:
    """What is kept of a classifier."""

    parameters: Mapping[str, Any]
    tree: PageTypeTree
    classes: tuple[str, ...]
    features: PageTypeFeatures
    head: Any
    calibration: PageTypeCalibration

    @cached_property
    def model_id(self) -> str:
        """ "page-types-" and the beginning of the digest of everything that a verdict depends on."""
        return f"page-types-{_digest(self.about(), self.arrays())[:12]}"

    def about(self) -> dict[str, Any]:
        """Everything but the arrays, for JSON."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "parameters": dict(self.parameters),
            "tree": self.tree.as_dict(),
            "classes": list(self.classes),
            "blocks": list(BLOCKS),
            "numbers": list(NAMES),
        }

    def arrays(self) -> Arrays:
        """The arrays; of a head that is not linear none of its own."""
        found = {"idf": self.features.idf_, "steps": self.features.steps_} | self.calibration.to_arrays()
        if hasattr(self.head, "coef_"):
            coef, intercept = np.asarray(self.head.coef_), np.asarray(self.head.intercept_)
            if len(coef) == 1:  # of two classes: one score, for the second
                coef, intercept = np.vstack([-coef, coef]), np.concatenate([-intercept, intercept])
            found |= {"coef": coef, "intercept": np.broadcast_to(intercept, len(coef))}
        return found


def write_model(path: Path, saved: SavedPageTypes, *, compact: bool) -> None:
    """Write a model in place of what is there. Raises InvalidInput where nothing can be written."""
    arrays = _compacted(saved) if compact else saved.arrays()
    about = saved.about()
    about["digest"] = _digest(about, arrays)
    packed = io.BytesIO()
    parts: dict[str, Any] = {**arrays, _ABOUT: np.array(json.dumps(about, sort_keys=True))}
    np.savez_compressed(packed, **parts)
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(packed.getvalue())
        os.replace(part, path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise InvalidInput(
            f"the model cannot be written to {path} ({error.strerror or error}): choose another file"
        ) from error


def read_model(path: Path) -> SavedPageTypes:
    """Read what ``write_model`` wrote.

    Raises
    ------
    UnreadableModel
        There is no such file, it is damaged, of another format, or of other features than this program reads.
    """
    about, arrays = _read(path)
    if about.get("format") != FORMAT:
        raise UnreadableModel(f"{path} is no page type model: choose another file")
    if about.get("format_version") != FORMAT_VERSION or _layout(about) != (list(BLOCKS), list(NAMES)):
        raise UnreadableModel(
            f"the page type model {path} was made by another version of this program: fit it again"
        )
    if about.pop("digest", None) != _digest(about, arrays):
        raise UnreadableModel(f"the page type model {path} is damaged: its parts do not belong together")
    try:
        return _restored(about, arrays)
    except (*DAMAGED, AttributeError) as error:
        raise UnreadableModel(f"the page type model {path} is damaged ({error}): fit it again") from error


def _layout(about: Mapping[str, Any]) -> tuple[Any, Any]:
    return about.get("blocks"), about.get("numbers")


def _read(path: Path) -> tuple[dict[str, Any], Arrays]:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as packed:
            arrays = {name: packed[name] for name in packed.files}
        about = json.loads(str(arrays.pop(_ABOUT)))
    except FileNotFoundError as error:
        raise UnreadableModel(f"there is no page type model {path}") from error
    except DAMAGED as error:
        raise UnreadableModel(f"the page type model {path} cannot be read ({error})") from error
    if not isinstance(about, dict):
        raise UnreadableModel(f"{path} is no page type model: choose another file")
    return about, arrays


def _restored(about: Mapping[str, Any], arrays: Arrays) -> SavedPageTypes:
    parameters = about["parameters"]
    features = PageTypeFeatures(width=parameters["width"], pictures=parameters["pictures"])
    features.idf_, features.steps_ = np.asarray(arrays["idf"], np.float64), arrays["steps"]
    return SavedPageTypes(
        parameters=parameters,
        tree=PageTypeTree.from_dict(about["tree"]),
        classes=tuple(about["classes"]),
        features=features,
        head=LinearHead(_weights(arrays, features.blocks_), np.asarray(arrays["intercept"])),
        calibration=PageTypeCalibration.from_arrays(arrays),
    )


def _compacted(saved: SavedPageTypes) -> Arrays:
    """Weights of each class and block in whole steps of their largest."""
    arrays = saved.arrays()
    coef, steps, sizes = arrays.pop("coef"), [], []
    for start, stop in saved.features.blocks_.values():
        part = coef[:, start:stop]
        size = np.maximum(np.abs(part).max(axis=1), 1e-12) / _LEVELS
        steps.append(np.rint(part / size[:, None]).astype(np.int8))
        sizes.append(size.astype(np.float32))
    arrays["idf"] = arrays["idf"].astype(np.float16)
    return arrays | {"coef_steps": np.hstack(steps), "coef_sizes": np.stack(sizes)}


def _weights(arrays: Arrays, blocks: Mapping[str, tuple[int, int]]) -> NDArray[np.float64]:
    if "coef" in arrays:
        return np.asarray(arrays["coef"], dtype=np.float64)
    found = arrays["coef_steps"].astype(np.float64)
    for (start, stop), size in zip(blocks.values(), arrays["coef_sizes"], strict=True):
        found[:, start:stop] *= size[:, None]
    return found


def _digest(about: Mapping[str, Any], arrays: Arrays) -> str:
    found = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape}".encode())
        found.update(array.tobytes())
    return found.hexdigest()
