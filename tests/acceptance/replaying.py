"""What the replay tests share: programs that serve, and pictures compared with the live ones."""

import io
import random
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Page

from storage.collection import Collection
from storage.records import Role, StoredCapture
from tests.acceptance.conftest import Archive
from tests.forked_process import started_command

VIEWPORT_PX = 1000
PATIENCE_S = 120.0
_NEVER_GIVEN = range(20_000, 30_000)  # Linux gives ports from 32768 on, others from 49152


def free_port() -> int:
    """A port that nobody listens on now, and that no program is given that asks the system for any."""
    for port in random.SystemRandom().sample(_NEVER_GIVEN, len(_NEVER_GIVEN)):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is taken")


@contextmanager
def dashboard_of(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """``pagetide dashboard`` over the collection in ``folder`` until the end of the block; the address it tells."""
    process = started_command("dashboard", "-c", folder, "--port", "0", **(environment or {}))
    with process.stdout, process.stderr:
        try:
            told: list[str] = []
            for line in process.stderr:
                told.append(line)
                if found := re.search(r"Dashboard on (http://\S+)/", line):
                    yield found[1]
                    return
            raise AssertionError(f"the dashboard ended: {''.join(told)}")
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def serving(command: Sequence[str | Path], folder: Path, port: int) -> Iterator[str]:
    """A program that serves on ``port``, from its first answer to the end of the block; its address."""
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}"
            _await_answer(address, process, folder / "server.log")
            yield address
        finally:
            process.terminate()
            process.wait(timeout=30)


def _await_answer(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Connecting fails until the program listens: there is no other sign to wait for."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE_S).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{process.args} does not answer at {address}: {log.read_text()}")


def live_view(archive: Archive, capture: StoredCapture) -> npt.NDArray[np.uint8]:
    """The viewport screenshot that was taken of the live page."""
    with Collection.open(archive.folder, read_only=True) as collection:
        return pixels(collection.read(capture, Role.VIEW))


def pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """A picture as ``(height, width, 3)``."""
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


def picture_of(page: Page) -> npt.NDArray[np.uint8]:
    """The viewport of a page whose fonts and pictures are there."""
    page.evaluate("document.fonts.ready")
    return pixels(page.screenshot(animations="disabled", caret="hide"))


def differing(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> int:
    """How many pixels differ."""
    assert one.shape == other.shape
    return int((one != other).any(axis=2).sum())
