"""Processes for tests that start at once: forked from one that has imported what they run, which takes seconds."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import CompletedProcess
from typing import IO, Any

from pagetide.cli import main

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    [
        "tests.crawler.crawling",
        "pagetide.commands.crawl",
        "pagetide.commands.demo",
        "pagetide.commands.discover",
    ]
)


class ForkedProcess:
    """A call of a function of a module in a process and a session of its own, with its output as text.

    Attributes
    ----------
    stdout, stderr : text files, to be read here.
    """

    def __init__(
        self, function: Callable[..., None], *arguments: Any, environment: Mapping[str, str] | None = None
    ) -> None:
        (stdout, out), (stderr, err) = (_CONTEXT.Pipe(duplex=False) for _ in range(2))
        call = (function, arguments, dict(os.environ if environment is None else environment))
        self._process = _CONTEXT.Process(target=_called, args=(out, err, *call))
        self._process.start()
        out.close()
        err.close()
        self.stdout, self.stderr = _text(stdout), _text(stderr)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout_s: float | None = None) -> int:
        """Until it has ended; its exit code."""
        self._process.join(timeout_s)
        if self._process.exitcode is None:
            raise TimeoutError(f"process {self.pid} runs on after {timeout_s} s")
        return self._process.exitcode

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def terminate(self) -> None:
        """Ask it to end."""
        self._process.terminate()

    def interrupt(self) -> None:
        """As Ctrl-C does."""
        os.kill(self.pid, signal.SIGINT)


def started_command(*arguments: str | Path, **environment: str) -> ForkedProcess:
    """``pagetide`` with these arguments, and these variables besides ours."""
    words = ["pagetide", *map(str, arguments)]
    return ForkedProcess(_command, words, environment={**os.environ, **environment})


def run_command(*arguments: str | Path, **environment: str) -> CompletedProcess[str]:
    """``pagetide`` with these arguments, and these variables besides ours, to its end."""
    words = ["pagetide", *map(str, arguments)]
    running = started_command(*arguments, **environment)
    with running.stdout, running.stderr, ThreadPoolExecutor(1) as reading:
        said = reading.submit(running.stderr.read)
        try:
            return CompletedProcess(
                words, stdout=running.stdout.read(), returncode=running.wait(), stderr=said.result()
            )
        finally:
            running.kill()


def _command(words: list[str]) -> None:
    sys.argv[:] = words
    main()


def _text(pipe: Connection) -> IO[str]:
    with pipe:
        return open(os.dup(pipe.fileno()), encoding="utf-8", errors="backslashreplace")


def _called(
    out: Connection,
    err: Connection,
    function: Callable[..., None],
    arguments: tuple[Any, ...],
    environment: Mapping[str, str],
) -> None:
    os.setsid()
    for pipe, number in ((out, 1), (err, 2)):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    os.environ.clear()
    os.environ.update(environment)
    warnings.simplefilter("error", ResourceWarning)
    try:
        function(*arguments)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        atexit._run_exitfuncs()  # a forked process ends without them
