"""What the daemon starts beside the crawl."""

from __future__ import annotations

import logging
import socket
import subprocess
import urllib.request
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import pytest

from pagetide.app import App
from pagetide.daemon import serving
from storage.collection import Collection


def test_a_python_file_in_the_working_directory_does_not_replace_a_package_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Collection.create(tmp_path / "news").close()
    for name in ("storage.py", "pagetide.py", "fastapi.py"):
        (tmp_path / name).write_text("raise SystemExit('not the package')")
    monkeypatch.chdir(tmp_path)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with App.open(Path("news"), overrides={"dashboard": {"port": port}}) as app, serving(app) as child:
        assert _answers(f"http://127.0.0.1:{port}/healthz", child)


def test_a_dashboard_that_ends_by_itself_is_told(tmp_path: Path) -> None:
    Collection.create(tmp_path / "news").close()
    told = _Told()
    logging.getLogger("pagetide.daemon").addHandler(told)
    try:
        with App.open(tmp_path / "news") as app, serving(app) as child:
            child.kill()
            message = told.messages.get(timeout=60)
    finally:
        logging.getLogger("pagetide.daemon").removeHandler(told)
    assert "the dashboard has ended (exit code -9)" in message


class _Told(logging.Handler):
    """Warnings as they are logged, in whatever thread."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: SimpleQueue[str] = SimpleQueue()

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.put(record.getMessage())


def _answers(address: str, child: subprocess.Popen[bytes]) -> bool:
    """Whether it answers before it ends."""
    while child.poll() is None:
        with suppress(OSError), urllib.request.urlopen(address, timeout=10) as answer:
            return bool(answer.status == 200)
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.1)
    return False
