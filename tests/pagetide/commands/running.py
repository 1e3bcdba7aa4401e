"""The command line inside the tests' own process: the same entry point, streams and exit code, without a new start."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from typer.testing import CliRunner

from pagetide.cli import main


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def pagetide(*arguments: str | Path, standard_input: bytes | None = None) -> Done:
    """Run ``pagetide`` with these arguments, errors in words included."""
    code = 0
    with (
        _logging_as_it_was(),
        CliRunner().isolation(input=standard_input) as (out, err, _),
        patch.object(sys, "argv", ["pagetide", *map(str, arguments)]),
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        sys.stdout.flush()
        sys.stderr.flush()
        printed = out.getvalue().decode(), err.getvalue().decode()
    return Done(code, *printed)


@contextmanager
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
