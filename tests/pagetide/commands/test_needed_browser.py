"""The first run on a machine without a Chromium, or with one that does not start: one sentence, and one command."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

DEMO = [sys.executable, "-m", "pagetide", "demo", "--no-serve"]


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has no browser and an empty cache."""
    return {
        **os.environ,
        "PATH": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none"),
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "300",
    }


def test_without_a_terminal_the_command_that_gets_one_is_said(bare: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        DEMO, env=bare, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert "`pagetide doctor --install-browser`" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_person_is_asked_whether_to_fetch_one(bare: dict[str, str], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"n\n")
    done = subprocess.Popen(DEMO, env=bare, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = _all_of(ours)
    assert done.wait(120) == 1
    assert "Fetch the one that is made for Playwright" in said
    assert "`pagetide doctor --install-browser`" in said


def test_one_that_does_not_start_is_named_with_what_it_lacks(bare: dict[str, str], tmp_path: Path) -> None:
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n")
    browser.chmod(0o755)
    done = subprocess.run(
        DEMO, env=bare, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert f"The Chromium at {browser} does not start: libnss3.so: cannot open" in done.stderr
    assert "-m playwright install-deps chromium" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def _all_of(terminal: int) -> str:
    said = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # on Linux the end of what a terminal says
            return said.decode()
        if not part:
            return said.decode()
        said += part
