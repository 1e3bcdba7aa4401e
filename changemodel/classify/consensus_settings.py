"""The parameters of a ``ConsensusSVC`` as plain checked values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from changemodel.arguments import choice, file_path, number_from_0, positive_number, switch, whole_number
from changemodel.classify.consensus_rounds import Stops
from changemodel.classify.row_solver import THRESHOLDS
from changemodel.classify.sequential_dual import PassSettings
from changemodel.errors import InvalidInput
from changemodel.metric.parameter_checks import number_within

STRATEGIES = ("consensus", "averaging", "one_vs_all")
SOLVERS = {"newton": 300, "sequential": 1000}
"""With the most steps or passes of one round."""
WEAKEST, STRONGEST = 1e-12, 1e12
"""Of C."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What one fit needs of the parameters."""

    C: float
    strategy: str
    n_splits: int | None
    rho: float | None  # None: chosen by the data
    overlap: int
    stops: Stops
    solver: str
    passes: PassSettings
    warm: bool
    intercept: float | None
    class_weight: Any
    costs: Any
    n_jobs: int | None
    client: Any
    warm_start: bool
    checkpoint: Path | None

    @property
    def ridge(self) -> float:
        """lambda."""
        return 1.0 / self.C

    @classmethod
    def of(cls, given: dict[str, Any]) -> Settings:
        """Check what ``get_params`` gives.

        Raises
        ------
        InvalidInput
            A parameter out of its range; the message names it.
        """
        strategy = choice(given["strategy"], "strategy", STRATEGIES)
        rho = None if given["rho"] == "auto" else float(number_from_0(given["rho"], "rho"))
        solver = choice(given["solver"], "solver", SOLVERS)
        n_splits, overlap = _optional(given, "n_splits"), whole_number(given["overlap"], "overlap", 1)
        if overlap > (n_splits or 1):
            raise InvalidInput(f"overlap is {overlap}: pass at most n_splits, which is {n_splits}")
        path = given["checkpoint"]
        return cls(
            C=number_within(given["C"], "C", WEAKEST, STRONGEST),
            strategy=strategy,
            n_splits=n_splits,
            rho=0.0 if strategy == "averaging" else rho,
            overlap=overlap,
            stops=_stops(given, solver, 1 if strategy == "averaging" else None),
            solver=solver,
            passes=PassSettings(
                epsilon=float(positive_number(given["epsilon"], "epsilon")),
                row_solver=choice(given["row_solver"], "row_solver", THRESHOLDS),
                shrinking=switch(given["shrinking"], "shrinking"),
            ),
            warm=switch(given["warm_duals"], "warm_duals"),
            intercept=(
                float(positive_number(given["intercept_scaling"], "intercept_scaling"))
                if switch(given["fit_intercept"], "fit_intercept")
                else None
            ),
            class_weight=given["class_weight"],
            costs=given["costs"],
            n_jobs=_jobs(given["n_jobs"]),
            client=_client(given["client"]),
            warm_start=switch(given["warm_start"], "warm_start"),
            checkpoint=None if path is None else file_path(path, "checkpoint"),
        )


def checked_costs(costs: Any, n_classes: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What it costs to tell a class as another: 1 for all, or the table that was given.

    Raises
    ------
    InvalidInput
        Another shape than (classes, classes), a negative or infinite cost, a cost of being right.
    """
    if costs is None:
        return 1.0 - np.eye(n_classes)
    try:
        table = np.array(costs, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"costs cannot be read as numbers ({error}): pass a table of numbers") from error
    if table.shape != (n_classes, n_classes):
        raise InvalidInput(
            f"costs has shape {table.shape}: pass one row and one column for each of the {n_classes} classes, in the "
            "order of classes_"
        )
    if not np.isfinite(table).all() or (table < 0.0).any() or np.diag(table).any():
        raise InvalidInput("costs holds a number below 0, none, or one on its diagonal: being right costs 0")
    return table


def _optional(given: dict[str, Any], name: str) -> int | None:
    return None if given[name] is None else whole_number(given[name], name, 1)


def _stops(given: dict[str, Any], solver: str, rounds: int | None) -> Stops:
    tolerance, seconds = given["tol"], given["max_seconds"]
    if switch(given["trace_passes"], "trace_passes") and solver != "sequential":
        raise InvalidInput(
            'trace_passes is True: pass it with solver="sequential", the other makes no passes'
        )
    return Stops(
        tolerance=None if tolerance is None else float(positive_number(tolerance, "tol")),
        rounds=rounds or whole_number(given["max_rounds"], "max_rounds", 1),
        passes=_optional(given, "max_passes") or SOLVERS[solver],
        seconds=None if seconds is None else float(positive_number(seconds, "max_seconds")),
        patience=_optional(given, "patience"),
        by_pass=given["trace_passes"],
    )


def _jobs(value: Any) -> int | None:
    if value is not None and (
        isinstance(value, bool) or not isinstance(value, int | np.integer) or value == 0
    ):
        raise InvalidInput(
            f"n_jobs is {value!r}: pass a number of processes, -1 for one for each core, or None"
        )
    return None if value is None else int(value)


def _client(value: Any) -> Any:
    if value is not None and not all(hasattr(value, name) for name in ("submit", "ncores")):
        raise InvalidInput(f"client is {value!r}: pass a distributed.Client, or None")
    return value
