"""One fit of the consensus from rows to weights: splits, a crew to hold them, a penalty, the rounds, a checkpoint.

``consensus_svc`` calls ``learned``; ``consensus_rounds`` does the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from joblib import effective_n_jobs
from scipy.sparse import issparse

from changemodel.classify.consensus_checkpoint import Checkpoint
from changemodel.classify.consensus_rounds import ConsensusRounds, Course, Judge, Round
from changemodel.classify.consensus_settings import Settings
from changemodel.classify.crammer_singer import FloatArray, Rows
from changemodel.classify.crews import LocalCrew, ProcessCrew
from changemodel.classify.dask_crew import DaskCrew
from changemodel.classify.shards import Penalty, ShardPlan, split_rows
from changemodel.errors import InvalidInput

RELAXATION = 1.6
"""Of the penalty that the data choose; with a rho that is given, 1 as published."""
RIDGES, SHARE_OF_MOMENT = 5.0, 0.015
"""That penalty: 5 lambda/S, and 0.015 of the sum of x_j^2 over a split's rows. Directions in which there is much data
need more: on the training objectives of three sets it took a third to a tenth of the rounds of the best rho."""
LARGEST_TURN = 400
"""Up to so many features they are turned to the axes of the data first."""

AnyCrew = LocalCrew | ProcessCrew | DaskCrew


@dataclass(frozen=True, kw_only=True)
class Learned:
    """What a fit found; objective and bound are of lambda/2 ||W||^2 + slacks."""

    weights: FloatArray  # (n_classes, n_features)
    alphas: FloatArray  # (n_splits, n_classes, n_features)
    penalty: FloatArray  # (n_features,)
    objective: float
    bound: float
    reached: bool
    rounds: int
    passes: int
    lost_workers: int
    trace: tuple[Round, ...]


@dataclass(frozen=True, kw_only=True)
class Start:
    """Where a fit begins: the weights of an earlier one, and its alphas if it had as many splits."""

    weights: FloatArray
    alphas: FloatArray


def learned(
    rows: Rows,
    settings: Settings,
    *,
    seed: int,
    start: Start | None = None,
    judge: Judge | None = None,
    checkpoint: Checkpoint | None = None,
) -> Learned:
    """Split the rows and let the splits agree."""
    n_splits = number_of_splits(settings, len(rows))
    splits = split_rows(len(rows), n_splits, settings.overlap, np.random.RandomState(seed))
    parts = [rows.take(split, 1.0 / settings.overlap) for split in splits] if n_splits > 1 else [rows]
    with crew_of(parts, settings) as crew:
        penalty = _penalty(crew, rows, settings, n_splits)
        plan = ShardPlan(
            ridge=settings.ridge / n_splits,
            penalty=penalty,
            relaxation=RELAXATION if settings.rho is None and n_splits > 1 else 1.0,
            adapts=settings.rho is None and n_splits > 1,
            solver=settings.solver,
            passes=settings.passes,
            warm=settings.warm,
        )
        course = _course(rows, n_splits, penalty, start, checkpoint)
        rounds = ConsensusRounds(
            crew,
            plan,
            settings.stops,
            judge=None if judge is None else lambda weights: judge(penalty.turned_back(weights)),
            keep=None if checkpoint is None else checkpoint.keep,
        )
        found = rounds.run(course)
        if checkpoint is not None:
            checkpoint.keep(course, last=True)
        return Learned(
            weights=penalty.turned_back(found.mean),
            alphas=course.alphas,
            penalty=course.penalty.per_feature,
            objective=found.objective,
            bound=found.bound,
            reached=found.reached,
            rounds=course.rounds,
            passes=course.passes,
            lost_workers=crew.losses,
            trace=tuple(course.trace),
        )


def number_of_splits(settings: Settings, n_rows: int) -> int:
    """As many as were asked for; else one for each process or Dask worker."""
    n_splits = settings.n_splits
    if n_splits is None:
        workers = (
            effective_n_jobs(settings.n_jobs) if settings.client is None else len(settings.client.ncores())
        )
        return max(1, min(workers, n_rows))
    if n_splits > n_rows:
        raise InvalidInput(
            f"n_splits is {n_splits}, X has {n_rows} rows: pass at most one split for each row"
        )
    return n_splits


@contextmanager
def crew_of(parts: Sequence[Rows], settings: Settings) -> Iterator[AnyCrew]:
    """Whoever is to hold these shards, until the block ends."""
    n_jobs = effective_n_jobs(settings.n_jobs)
    crew: AnyCrew
    if settings.client is not None:
        crew = DaskCrew(parts, settings.client)
    elif n_jobs > 1 and len(parts) > 1:
        crew = ProcessCrew(parts, n_jobs)
    else:
        crew = LocalCrew(parts)
    try:
        yield crew
    finally:
        crew.close()


def _penalty(crew: AnyCrew, rows: Rows, settings: Settings, n_splits: int) -> Penalty:
    n_features = rows.shape[1]
    if settings.rho is not None:
        return Penalty(per_feature=np.full(n_features, settings.rho))
    if n_splits == 1:
        return Penalty(per_feature=np.zeros(n_features))
    ridges = RIDGES * settings.ridge / n_splits
    whole = n_features <= LARGEST_TURN and not issparse(rows.points)
    moment = np.sum(crew.ask("moment", whole), axis=0) / (n_splits * settings.overlap)
    if not whole:
        return Penalty(per_feature=ridges + SHARE_OF_MOMENT * moment)
    values, turn = np.linalg.eigh(moment)
    return Penalty(per_feature=ridges + SHARE_OF_MOMENT * np.maximum(values, 0.0), turn=turn)


def _course(
    rows: Rows, n_splits: int, penalty: Penalty, start: Start | None, checkpoint: Checkpoint | None
) -> Course:
    kept = None if checkpoint is None else checkpoint.course(penalty)
    if kept is not None:
        return kept
    shape = (n_splits, *rows.shape)
    if start is None:
        return Course.beginning(np.zeros(rows.shape), np.zeros(shape), penalty)
    alphas = start.alphas if start.alphas.shape == shape else np.zeros(shape)
    return Course.beginning(start.weights, alphas, penalty)
