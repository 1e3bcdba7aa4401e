"""The dashboard as a process of its own."""

import subprocess
import sys
from pathlib import Path

from storage.collection import Collection


def test_the_daemons_dashboard_ends_with_the_daemon_however_that_ends(tmp_path: Path) -> None:
    """A daemon that is killed cannot end it: the port would stay taken, and the next dashboard could not begin."""
    Collection.create(tmp_path / "news").close()
    command = [
        sys.executable,
        "-m",
        "pagetide",
        "dashboard",
        "-c",
        str(tmp_path / "news"),
        "--port",
        "0",
        "--kept",
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        try:
            assert any("Dashboard on http://" in line for line in child.stderr), "it serves while it is kept"
            child.stdin.close()
            assert child.wait(timeout=60) == 0
        finally:
            child.kill()
