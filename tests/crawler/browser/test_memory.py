"""Looking at the memory of real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from crawler.browser.memory import family, memory_of

_TAKES = (
    "import sys; kept = bytearray({mib} * 2**20); kept[::4096] = b'x' * len(kept[::4096]); "
    "print(flush=True); sys.stdin.read()"
)


@contextmanager
def _taking(mib: int, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A child that has taken so much memory."""
    command = [sys.executable, "-c", _TAKES.format(mib=mib), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        yield child
        child.kill()


def test_the_largest_process_that_shows_a_page_is_found() -> None:
    with _taking(90), _taking(40, "--type=renderer") as small, _taking(80, "--type=renderer") as large:
        memory = memory_of(os.getpid(), 0.0)
    assert memory.renderer is not None
    assert memory.renderer.pid == large.pid != small.pid
    assert memory.renderer_mb >= 80
    assert memory.total_mb >= 90 + 40 + 80
    assert 0 < memory.first_mb < memory.total_mb - 200


def test_shared_memory_is_divided_only_where_the_cheap_look_is_suspicious() -> None:
    with _taking(10) as child:
        cheap, exact = memory_of(child.pid, 1e9), memory_of(child.pid, 0.0)
    assert 10 <= exact.total_mb <= cheap.total_mb


def test_a_process_that_is_gone_takes_nothing() -> None:
    with _taking(1) as child:
        pass
    assert family(child.pid) == []
    assert memory_of(child.pid, 0.0).total_mb == 0
