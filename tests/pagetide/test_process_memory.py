"""The memory of a process that runs for long."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

_MANY_THREADS = """
import ctypes, sys, threading
from pagetide.process_memory import give_back, share_heaps
share_heaps()
barrier = threading.Barrier(8)
def take():
    barrier.wait()
    kept = [bytes(2000) for _ in range(2000)]
    barrier.wait()
threads = [threading.Thread(target=take) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
give_back()
library = ctypes.CDLL("libc.so.6")
library.fopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(library.fopen(sys.argv[1].encode(), b"w"))
library.malloc_info(0, out)
library.fclose(out)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="heaps are those of glibc")
def test_threads_share_two_heaps(tmp_path: Path) -> None:
    told = tmp_path / "heaps.xml"
    subprocess.run([sys.executable, "-c", _MANY_THREADS, str(told)], cwd=ROOT, check=True)
    assert 1 <= told.read_text().count("<heap nr=") <= 2
