"""Coarse tasks and who computes them: this process, several of this machine, or the workers of a Dask cluster.

Whoever holds the collection asks, and stores what comes back; those who compute only read. A worker of the cluster that
is lost costs the tasks that it had in hand: they are given to others. What was stored is not asked for again, so a
run that was broken off goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from joblib import Parallel, delayed
from joblib.externals.loky.process_executor import TerminatedWorkerError

from changemodel.errors import MissingExtra, WorkerLost

Task = TypeVar("Task")
Found = TypeVar("Found")

_PATIENCE_S = 30


class Spread(Protocol):
    """Computes tasks; ``compute``, tasks and what is found can be pickled."""

    def __call__(self, compute: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        """What is found, as it comes: in no order."""


def here(compute: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
    """One after the other, in this process."""
    return map(compute, tasks)


def in_processes(jobs: int) -> Spread:
    """In so many processes of this machine; -1: one for each core."""

    def spread(compute: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        pool = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
        try:
            yield from pool(delayed(compute)(task) for task in tasks)
        except TerminatedWorkerError as error:
            raise WorkerLost(
                "a process that computed was killed; there may be too little memory. Start it again with fewer --jobs: "
                "what is stored already is not computed again."
            ) from error

    return spread


def on_cluster(client: Any) -> Spread:
    """On the workers that a ``distributed.Client`` knows."""

    def spread(compute: Callable[[Task], Found], tasks: Sequence[Task]) -> Iterator[Found]:
        from distributed import KilledWorker, as_completed  # an extra, and slow to import

        asked = client.map(compute, tasks, pure=False, batch_size=1)
        try:
            for answer in as_completed(asked, loop=client.loop):  # type: ignore[no-untyped-call]
                yield answer.result()
                answer.release()
        except KilledWorker as error:
            raise WorkerLost(
                f"{error}. There may be too little memory: give the workers more, then start it again; what is stored "
                "already is not computed again."
            ) from error
        finally:
            client.cancel(asked)

    return spread


@contextmanager
def spread_over(jobs: int, scheduler: str | None) -> Iterator[Spread]:
    """The workers of the Dask scheduler with this address; without one, so many processes, 1: this one.

    Raises
    ------
    MissingExtra
        ``distributed`` is not installed.
    WorkerLost
        No scheduler answers there, or it has no worker.
    """
    if scheduler is None:
        yield here if jobs == 1 else in_processes(jobs)
        return
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise MissingExtra("a Dask cluster needs distributed: pip install 'pagetide[dask]'") from error
    try:
        client: Any = Client(scheduler, timeout=_PATIENCE_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise WorkerLost(
            f"no Dask scheduler answers at {scheduler}: {error}. Start one with `dask scheduler`, and workers with "
            f"`dask worker {scheduler} --nworkers -1 --nthreads 1`."
        ) from error
    with client:
        if not client.ncores():
            raise WorkerLost(
                f"the Dask scheduler at {scheduler} has no worker: `dask worker {scheduler} --nworkers -1 --nthreads 1`"
            )
        yield on_cluster(client)
