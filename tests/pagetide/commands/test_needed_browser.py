"""The first run on a machine without a Chromium, or with one that does not start: one sentence, and one command."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pagetide.commands.running import pagetide
from tests.test_architecture import ROOT

DEMO = ("demo", "--no-serve")


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


@pytest.fixture
def there(bare: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their environment is ours."""
    for name, value in bare.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("there")
def test_without_a_terminal_the_command_that_gets_one_is_said() -> None:
    done = pagetide(*DEMO)
    assert done.returncode == 1
    assert "`pagetide doctor --install-browser`" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_person_is_asked_whether_to_fetch_one(bare: dict[str, str], tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"n\n")
    command = [sys.executable, "-m", "pagetide", *DEMO]
    done = subprocess.Popen(command, env=bare, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = _all_of(ours)
    assert done.wait(120) == 1
    assert "Fetch the one that is made for Playwright" in said
    assert "`pagetide doctor --install-browser`" in said


@pytest.mark.usefixtures("there")
def test_one_that_does_not_start_is_named_with_what_it_lacks(tmp_path: Path) -> None:
    browser = tmp_path / "chromium"
    browser.write_text("#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n")
    browser.chmod(0o755)
    done = pagetide(*DEMO)
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
