"""The base class of codes: packed bits of linear projections; learners set the hyperplanes.

``CBID``, ``PatchCBID`` and ``PiCoDes`` inherit it.
"""

from __future__ import annotations

import hashlib
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from changemodel.arguments import file_path
from changemodel.change.persistence import SavedModel, load, save
from changemodel.codes.packed_bits import ByteArray, FloatArray, n_bytes, pack
from changemodel.errors import InvalidInput, NotFitted, UnreadableModel
from changemodel.metric.refitting import Refittable

LARGEST = 1e50
"""Features above it: their squares leave double precision."""


class LinearBits(Refittable, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A fitted code: bit c of x is set where ``coef_[c] . x + intercept_[c]`` is above 0."""

    coef_: FloatArray
    intercept_: FloatArray
    n_features_in_: int
    _saved_arrays: ClassVar[tuple[str, ...]] = ("coef_", "intercept_")

    def decision_function(self, X: ArrayLike) -> FloatArray:
        """Projections of which the bits are the signs, shape (n, n_bits_)."""
        check_is_fitted(self)
        points = validate_data(self, X, dtype=np.float64, reset=False)
        return np.asarray(points @ self.coef_.T + self.intercept_, dtype=np.float64)

    def transform(self, X: ArrayLike) -> ByteArray:
        """Packed codes, uint8 of shape (n, ceil(n_bits_ / 8)), least significant bit first."""
        return pack(self.decision_function(X) > 0.0)

    def bits(self, X: ArrayLike) -> NDArray[np.bool_]:
        """The code of each point as booleans, shape (n, n_bits_)."""
        return self.decision_function(X) > 0.0

    @property
    def n_bits_(self) -> int:
        """Bits of a code; fewer than asked for where no more were worth adding."""
        return len(self.coef_)

    @property
    def identity_(self) -> str:
        """What codes of this model have in common: a digest of its kind and hyperplanes."""
        check_is_fitted(self)
        digest = hashlib.sha256(type(self).__name__.encode())
        for array in (self.coef_, self.intercept_):
            digest.update(f"{array.shape}".encode() + np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the fitted code into a folder, as arrays and JSON.

        Raises
        ------
        NotFitted
            Before ``fit``.
        InvalidInput
            Nothing can be written there; labels that are neither numbers nor strings.
        """
        folder = file_path(path, "path")
        if not hasattr(self, "coef_"):
            raise NotFitted(
                f"this {type(self).__name__} is not fitted: there is nothing to save. Call fit first"
            )
        parameters = {name: _plain(value) for name, value in self.get_params(deep=False).items()}
        arrays = {
            name: _storable(getattr(self, name), name) for name in self._saved_arrays if hasattr(self, name)
        }
        facts = {"kind": type(self).__name__, "n_features_in": self.n_features_in_}
        save(folder, SavedModel(hyperparameters=parameters, facts=facts, arrays=arrays))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """What ``save`` wrote: the same codes bit for bit.

        Raises
        ------
        UnreadableModel
            The folder holds none, a damaged one, or one of another kind.
        """
        folder = file_path(path, "path")
        found = load(folder, cls._get_param_names())
        if found.facts.get("kind") != cls.__name__:
            raise UnreadableModel(
                f"the model in {folder} is no {cls.__name__}: load it with the class that saved it"
            )
        code = cls(**found.hyperparameters)
        code.__dict__.update(found.arrays)
        code.n_features_in_ = int(found.facts["n_features_in"])
        return code

    def __sklearn_tags__(self) -> Any:
        """Fits with classes beside X; gives bytes."""
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    @property
    def _n_features_out(self) -> int:
        return n_bytes(self.n_bits_)


def centred(points: FloatArray) -> tuple[FloatArray, FloatArray, float]:
    """Points less their mean, times a scale that makes their mean squared norm 1; mean and scale.

    Raises
    ------
    InvalidInput
        Points that are all the same, or too large to compute with.
    """
    if np.abs(points).max() > LARGEST:
        raise InvalidInput(f"X holds features above {LARGEST:g}: scale them, for instance by StandardScaler")
    mean = points.mean(axis=0)
    moved = points - mean
    size = float(np.sqrt((moved**2).sum(axis=1).mean()))
    if size <= 1e-12 * max(float(np.abs(points).max()), 1e-300):
        raise InvalidInput("all points are the same: there is nothing to tell the classes apart by")
    return moved / size, mean, 1.0 / size


def _plain(value: Any) -> Any:
    """As JSON holds it; a random generator is none of that."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.random.RandomState | np.random.Generator):
        return None
    return list(value) if isinstance(value, tuple) else value


def _storable(array: NDArray[Any], name: str) -> NDArray[Any]:
    if array.dtype.kind != "O":
        return array
    if not all(isinstance(value, str) for value in array):
        raise InvalidInput(
            f"{name} holds {array.tolist()}, which cannot be saved: fit with numbers or strings"
        )
    return array.astype(str)
