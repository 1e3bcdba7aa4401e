"""The workers that hold the shards: this process, or others that may die.

A lost process costs its shards' rows once more: they are sent to a new one, which is told where the rounds stand, and
the question is asked again. What it knew beside them, multipliers to begin with, only saved time.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from joblib.externals.loky.backend import get_context

from changemodel.classify.crammer_singer import Rows
from changemodel.classify.shards import Shard
from changemodel.errors import WorkerLost

MOST_LOSSES = 5
"""So often a process may be lost in one fit; then it is no accident."""

_FAILURES = (ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
"""What numpy and scipy raise; anything else ends the process."""

Recall = Callable[[int], list[tuple[str, tuple[Any, ...]]]]


class LocalCrew:
    """All shards in this process, one after the other."""

    losses = 0

    def __init__(self, shards: Sequence[Rows]) -> None:
        self._shards = [Shard(rows) for rows in shards]

    def remember(self, recall: Recall) -> None:
        """Nothing is lost here."""

    def ask(self, method: str, *arguments: Any) -> list[Any]:
        """What each shard answers, in order."""
        return self.ask_each(method, [arguments] * len(self._shards))

    def ask_each(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, with arguments of its own for each."""
        return [getattr(shard, method)(*mine) for shard, mine in zip(self._shards, arguments, strict=True)]

    def close(self) -> None:
        """Nothing to end."""


@dataclass
class _Seat:
    """A process with the shards that it holds."""

    process: Any
    pipe: Connection
    shards: tuple[int, ...]


class ProcessCrew:
    """Shards in processes of this machine, each with as many of them as the others, or one more."""

    def __init__(self, shards: Sequence[Rows], n_jobs: int) -> None:
        self._rows = list(shards)
        self._recall: Recall = lambda _: []
        self.losses = 0
        self._seats: list[_Seat] = []
        for job in range(min(n_jobs, len(shards))):
            self._seats.append(_seated(tuple(range(job, len(shards), n_jobs))))
        for seat in self._seats:
            self._hand_over(seat)

    @property
    def process_ids(self) -> list[int]:
        """Of the processes at work."""
        return [seat.process.pid for seat in self._seats]

    def remember(self, recall: Recall) -> None:
        """What a shard that was lost is to be asked again before anything else."""
        self._recall = recall

    def ask(self, method: str, *arguments: Any) -> list[Any]:
        """What each shard answers, in order."""
        return self.ask_each(method, [arguments] * len(self._rows))

    def ask_each(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The same, with arguments of its own for each."""
        questions = [[(shard, method, arguments[shard]) for shard in seat.shards] for seat in self._seats]
        sent = [self._send(seat, asked) for seat, asked in zip(self._seats, questions, strict=True)]
        answers: dict[int, Any] = {}
        for place, asked in enumerate(questions):
            found = self._received(self._seats[place]) if sent[place] else None
            while found is None:
                found = self._again(place, asked)
            answers |= dict(zip(self._seats[place].shards, found, strict=True))
        return [answers[shard] for shard in range(len(self._rows))]

    def close(self) -> None:
        """End the processes."""
        for seat in self._seats:
            seat.pipe.close()
            seat.process.join(timeout=5)
            _end(seat.process)

    def _hand_over(self, seat: _Seat) -> bool:
        """Give a process its rows; False where it is lost already."""
        return all(self._send(seat, ("rows", shard, self._rows[shard])) for shard in seat.shards)

    def _again(self, place: int, asked: list[Any]) -> list[Any] | None:
        """A new process in the place of a lost one, told where the rounds stand, and asked the same."""
        lost = self._seats[place]
        self.losses += 1
        if self.losses > MOST_LOSSES:
            raise WorkerLost(
                f"processes that hold shards were lost {self.losses} times in one fit, the last with exit code "
                f"{lost.process.exitcode}: there may be too little memory. Use fewer n_jobs, or more n_splits"
            )
        lost.pipe.close()
        _end(lost.process)
        seat = self._seats[place] = _seated(lost.shards)
        if not self._hand_over(seat):
            return None
        for shard in seat.shards:
            for method, arguments in self._recall(shard):
                if not self._send(seat, [(shard, method, arguments)]) or self._received(seat) is None:
                    return None
        return self._received(seat) if self._send(seat, asked) else None

    @staticmethod
    def _send(seat: _Seat, message: Any) -> bool:
        try:
            seat.pipe.send(message)
        except OSError:
            return False
        return True

    @staticmethod
    def _received(seat: _Seat) -> list[Any] | None:
        """None where the process is lost."""
        try:
            found: list[Any] | Exception = seat.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, Exception):
            raise found
        return found


def _end(process: Any) -> None:
    if process.is_alive():
        process.terminate()
    process.join()


def _seated(shards: tuple[int, ...]) -> _Seat:
    # loky's processes, which joblib uses, need no "if __name__ == '__main__'" in the caller's script
    context = get_context("loky")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Seat(process, ours, shards)


def work(pipe: Connection) -> None:
    """Hold shards and answer for them until the other end is closed."""
    shards: dict[int, Shard] = {}
    while True:
        try:
            message = pipe.recv()
        except EOFError:
            return
        if message[0] == "rows":
            shards[message[1]] = Shard(message[2])
            continue
        try:
            pipe.send([getattr(shards[shard], method)(*arguments) for shard, method, arguments in message])
        except _FAILURES as error:  # raised again in the process that asked
            error.add_note(traceback.format_exc())
            pipe.send(error)
