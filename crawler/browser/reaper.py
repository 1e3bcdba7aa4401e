"""Ends the browser of a crawl that was killed, and removes its temporary files.

    python -P reaper.py RUNTIME_DIR

Whoever starts it holds the other end of its standard input, which closes with the process however that ends. A browser
that is well ends by itself when its driver goes; one that hangs, or whose driver hangs, does not. The processes of a
folder are those that have it as their temporary folder, which they inherit, and all below them.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

VARIABLES = ("TMPDIR", "TEMP", "TMP")
_WAIT_S = 5.0
_LOOK_AGAIN_S = 0.02


def inhabitants(runtime_dir: Path) -> list[psutil.Process]:
    """The processes that have ``runtime_dir`` as their temporary folder, and all below them; this one excepted."""
    found: dict[int, psutil.Process] = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.environ().get(VARIABLES[0]) == str(runtime_dir):
                found[process.pid] = process
                found.update({child.pid: child for child in process.children(recursive=True)})
    found.pop(os.getpid(), None)
    return list(found.values())


def end(processes: Iterable[psutil.Process], wait_s: float = _WAIT_S) -> None:
    """Kill processes, and wait until they are gone, at most so long."""
    killed = list(processes)
    for process in killed:
        with suppress(psutil.Error):
            process.kill()
    still_there(killed, wait_s)


def still_there(processes: Iterable[psutil.Process], wait_s: float) -> list[psutil.Process]:
    """Those of the processes that have not ended after so long.

    ``psutil.wait_procs`` raises on kernels that know no descriptor of a process that is ending.
    """
    deadline = time.monotonic() + wait_s
    left = [process for process in processes if _is_there(process)]
    while left and time.monotonic() < deadline:
        time.sleep(_LOOK_AGAIN_S)
        left = [process for process in left if _is_there(process)]
    return left


def _is_there(process: psutil.Process) -> bool:
    with suppress(psutil.Error, OSError):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


def clear(runtime_dir: Path) -> None:
    """End whatever lives in a runtime folder, and remove it. Again does nothing."""
    end(inhabitants(runtime_dir))
    shutil.rmtree(runtime_dir, ignore_errors=True)


if __name__ == "__main__":
    sys.stdin.buffer.read()
    clear(Path(sys.argv[1]))
