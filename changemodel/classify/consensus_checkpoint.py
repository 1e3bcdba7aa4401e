"""The rounds of a fit on disk, so that a fit that was stopped goes on: arrays and JSON, never pickle.

A folder in the form of ``changemodel.change.persistence``, written anew after each round, in place of the last one. It
holds the mean, every alpha and the trace, and the digest of what is learned from; not the rows, nor their multipliers,
which the next round finds again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import issparse

from changemodel.change.persistence import SavedModel, load, save
from changemodel.classify.consensus_rounds import Course, Round
from changemodel.classify.crammer_singer import Rows
from changemodel.classify.shards import Penalty
from changemodel.errors import InvalidInput, UnreadableModel

KIND = "ConsensusSVC rounds"
LEAST_SECONDS = 0.2
"""Between two writings but the last: rounds of small sets take less than a file."""


def digest_of(rows: Rows, about: Mapping[str, Any]) -> str:
    """Of the rows, their classes, weights and costs, and the parameters that decide what is learned."""
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode())
    points = rows.points
    arrays = [points.data, points.indices, points.indptr] if issparse(points) else [points]
    for array in [*arrays, rows.codes, rows.weights, rows.costs]:
        digest.update(f"{array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


class Checkpoint:
    """A folder with the rounds of one fit.

    Parameters
    ----------
    folder : Path
    digest : str
        Of what is learned from: a folder that holds the rounds of another fit is refused.
    seed : int
        Of the splits, for a fit that begins; one that goes on takes its own.

    Raises
    ------
    InvalidInput
        The folder holds the rounds of another fit, or something else.
    UnreadableModel
        It is damaged.
    """

    def __init__(self, folder: Path, digest: str, seed: int) -> None:
        self._folder, self._digest = folder, digest
        self._written = -np.inf
        self._kept = self._read()
        self.seed = seed if self._kept is None else int(self._kept.facts["seed"])

    def course(self, penalty: Penalty) -> Course | None:
        """Where the rounds stood; None for a fit that begins."""
        if self._kept is None:
            return None
        facts, arrays = self._kept.facts, self._kept.arrays
        course = Course.beginning(arrays["mean"], arrays["alphas"], penalty)
        course.bound = -np.inf if facts["bound"] is None else facts["bound"]
        course.rounds, course.passes, course.seconds = facts["rounds"], facts["passes"], facts["seconds"]
        course.trace = [Round(**line) for line in facts["trace"]]
        return course

    def keep(self, course: Course, *, last: bool = False) -> None:
        """Write where the rounds stand, unless the last writing was a moment ago."""
        if not last and time.perf_counter() - self._written < LEAST_SECONDS:
            return
        facts = {
            "kind": KIND,
            "digest": self._digest,
            "seed": self.seed,
            "rounds": course.rounds,
            "passes": course.passes,
            "seconds": course.seconds,
            "bound": course.bound if np.isfinite(course.bound) else None,
            "trace": [_finite(asdict(line)) for line in course.trace],
        }
        arrays = {"mean": course.penalty.turned_back(course.mean), "alphas": course.alphas}
        save(self._folder, SavedModel(hyperparameters={}, facts=facts, arrays=arrays))
        self._written = time.perf_counter()

    def _read(self) -> SavedModel | None:
        if not self._folder.exists() or (self._folder.is_dir() and not any(self._folder.iterdir())):
            return None
        found = load(self._folder)
        if found.facts.get("kind") != KIND:
            raise InvalidInput(f"{self._folder} holds another model: pass a folder of its own as checkpoint")
        if found.facts["digest"] != self._digest:
            raise InvalidInput(
                f"the checkpoint in {self._folder} is of a fit with other data or parameters: pass another folder, or "
                "remove this one"
            )
        if not {"mean", "alphas"} <= set(found.arrays):
            raise UnreadableModel(
                f"the checkpoint in {self._folder} is damaged: remove the folder and fit again"
            )
        return found


def _finite(line: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value in (np.inf, -np.inf) else value for name, value in line.items()}
