"""A fitted ``ConsensusSVC`` on disk: a folder of arrays and JSON in the form of ``changemodel.change.persistence``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.persistence import SavedModel, load, save
from changemodel.classify.shard_sums import ShardSums
from changemodel.errors import InvalidInput, UnreadableModel

KIND = "ConsensusSVC"
ARRAYS = ("classes_", "_weights", "coef_", "intercept_", "_alphas", "rho_", "feature_names_in_")
NUMBERS = (
    "objective_", "dual_bound_", "gap_", "converged_", "n_iter_", "n_passes_", "n_lost_workers_", "n_features_in_",
    "trace_",
)  # fmt: skip


def save_fitted(folder: Path, parameters: Mapping[str, Any], state: Mapping[str, Any]) -> None:
    """Write the parameters and the attributes of a fitted classifier.

    Raises
    ------
    InvalidInput
        Nothing can be written there; classes that are neither numbers nor strings.
    """
    sums: ShardSums = state["_sums"]
    arrays = {name: _plain(state[name], name) for name in ARRAYS if name in state}
    arrays |= {f"pull_{place}": pull for place, pull in enumerate(sums.pulls.values())}
    facts = {
        "kind": KIND,
        "numbers": {name: _finite(state[name]) for name in NUMBERS},
        "shards": {name: _finite(cost) for name, cost in sums.costs.items()},
    }
    save(folder, SavedModel(hyperparameters=_saveable(parameters), facts=facts, arrays=arrays))


def load_fitted(folder: Path, known: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parameters and attributes that were written.

    Raises
    ------
    UnreadableModel
        The folder holds no classifier, a damaged one, or one of a newer program.
    """
    found = load(folder, known)
    if found.facts.get("kind") != KIND:
        raise UnreadableModel(
            f"the model in {folder} is no ConsensusSVC: load it with the class that saved it"
        )
    parameters = dict(found.hyperparameters)
    if isinstance(parameters.get("class_weight"), list):
        parameters["class_weight"] = dict(map(tuple, parameters["class_weight"]))
    try:
        costs = {name: _number(cost) for name, cost in found.facts["shards"].items()}
        pulls = {name: found.arrays[f"pull_{place}"] for place, name in enumerate(costs)}
        state = {name: _number(found.facts["numbers"][name]) for name in NUMBERS}
    except (KeyError, AttributeError, TypeError) as error:
        raise UnreadableModel(f"the model in {folder} is damaged: it lacks {error}. Fit it again") from error
    state |= {name: found.arrays[name] for name in ARRAYS if name in found.arrays}
    if "feature_names_in_" in state:
        state["feature_names_in_"] = state["feature_names_in_"].astype(object)
    return parameters, {**state, "_sums": ShardSums(pulls=pulls, costs=costs)}


def _plain(array: NDArray[Any], name: str) -> NDArray[Any]:
    """Strings in an array of strings; other objects would need pickle."""
    if array.dtype.kind != "O":
        return array
    if not all(isinstance(value, str) for value in array):
        raise InvalidInput(
            f"{name} holds {array.tolist()}, which cannot be saved: fit with numbers or strings"
        )
    return array.astype(str)


def _saveable(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """As JSON; without the Dask client and the state of a random generator."""
    found = {
        name: value.item() if isinstance(value, np.generic) else value for name, value in parameters.items()
    }
    weights, costs, seed = found["class_weight"], found["costs"], found["random_state"]
    found["client"] = None
    found["random_state"] = seed if isinstance(seed, int) else None
    found["costs"] = None if costs is None else np.asarray(costs, dtype=np.float64).tolist()
    found["checkpoint"] = None if found["checkpoint"] is None else str(found["checkpoint"])
    if isinstance(weights, dict):
        found["class_weight"] = [
            [key.item() if isinstance(key, np.generic) else key, float(weight)]
            for key, weight in weights.items()
        ]
    return found


def _finite(value: Any) -> Any:
    """None for NaN, which JSON does not know."""
    return None if isinstance(value, float) and not np.isfinite(value) else value


def _number(value: Any) -> Any:
    return float("nan") if value is None else value
