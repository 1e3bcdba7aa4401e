"""Shards on the workers of a Dask cluster, as actors: rows go there once, then only weights travel.

A lost worker costs its shards' rows once more, as in ``crews``: actors are not made again by Dask itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from changemodel.classify.crammer_singer import Rows
from changemodel.classify.crews import MOST_LOSSES, Recall
from changemodel.classify.shards import Shard
from changemodel.errors import InvalidInput, WorkerLost


class DaskCrew:
    """One actor for each shard, spread over the workers that there are.

    Parameters
    ----------
    shards : sequence of Rows
    client : distributed.Client
    """

    def __init__(self, shards: Sequence[Rows], client: Any) -> None:
        self._rows = list(shards)
        self._client = client
        self._recall: Recall = lambda _: []
        self.losses = 0
        self._actors: list[Any] = [self._placed(shard) for shard in range(len(shards))]

    def remember(self, recall: Recall) -> None:
        """What a shard that was lost is to be asked again before anything else."""
        self._recall = recall

    def ask(self, method: str, *arguments: Any) -> list[Any]:
        """What each shard answers, in order."""
        return self.ask_each(method, [arguments] * len(self._rows))

    def ask_each(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, with arguments of its own for each."""
        asked = [self._asked(shard, method, mine) for shard, mine in enumerate(arguments)]
        return [self._answered(shard, answer, method, arguments[shard]) for shard, answer in enumerate(asked)]

    def close(self) -> None:
        """Let the actors go."""
        self._actors.clear()

    def _placed(self, shard: int) -> Any:
        workers = sorted(self._client.ncores())
        if not workers:
            raise InvalidInput("the Dask client knows no worker: start one, or pass no client")
        return self._client.submit(
            Shard, self._rows[shard], actor=True, pure=False, workers=[workers[shard % len(workers)]],
            allow_other_workers=True,
        )  # fmt: skip

    def _asked(self, shard: int, method: str, arguments: tuple[Any, ...]) -> Any:
        """An answer to wait for; the error where the worker is known to be lost."""
        try:
            return getattr(self._actors[shard].result(), method)(*arguments)
        except (OSError, RuntimeError) as error:
            return error

    def _answered(self, shard: int, answer: Any, method: str, arguments: tuple[Any, ...]) -> Any:
        while True:
            try:
                if isinstance(answer, Exception):
                    raise answer
                return answer.result()
            except (OSError, RuntimeError) as error:
                self._count(error)
            answer = self._again(shard, method, arguments)

    def _again(self, shard: int, method: str, arguments: tuple[Any, ...]) -> Any:
        """A new actor, told where the rounds stand, and asked the same."""
        self._actors[shard] = self._placed(shard)
        try:
            actor = self._actors[shard].result()
            for earlier, its in self._recall(shard):
                getattr(actor, earlier)(*its).result()
            return getattr(actor, method)(*arguments)
        except (OSError, RuntimeError) as error:
            return error

    def _count(self, error: Exception) -> None:
        self.losses += 1
        if self.losses > MOST_LOSSES * len(self._rows):
            raise WorkerLost(
                f"Dask workers that hold shards were lost {self.losses} times in one fit ({error}): there may be too "
                "little memory. Give the workers more, or use more n_splits"
            ) from error
