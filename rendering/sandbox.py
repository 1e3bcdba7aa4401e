"""Finds out whether this user can use Chromium's sandbox, by starting the browser in it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

from rendering.errors import SandboxUnavailable

logger = logging.getLogger(f"pagetide.{__name__}")

_START_TIMEOUT_S = 60.0
_AS_ROOT = "Chromium does not sandbox itself for root; run Pagetide as another user"
_NO_NAMESPACES = "this system gives this user no namespaces (a container's or the kernel's setting)"


def use_sandbox(browser: Path, wanted: bool | None) -> bool:
    """Whether to start ``browser`` in its sandbox: ``SafetySettings.sandbox``, none meaning where it is possible.

    Raises
    ------
    SandboxUnavailable
        It is required, and this user may not use it here.
    """
    if wanted is False:
        return False
    obstacle = sandbox_obstacle(browser)
    if obstacle is None:
        return True
    if wanted:
        raise SandboxUnavailable(
            f"rendering.safety.sandbox requires Chromium's sandbox, and {obstacle}. Change that, or the setting."
        )
    _tell(obstacle)
    return False


@lru_cache(maxsize=8)
def sandbox_obstacle(browser: Path) -> str | None:
    """Why ``browser`` cannot sandbox itself for this user; None: it can. Remembered for the life of the process."""
    if sys.platform != "linux":
        return None  # needs no rights there
    if os.geteuid() == 0:
        return _AS_ROOT
    with tempfile.TemporaryDirectory(prefix="pagetide-sandbox-", ignore_cleanup_errors=True) as profile:
        command = [str(browser), "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
        command += ["--disable-background-networking", "--proxy-server=socks5://127.0.0.1:9"]
        command += [f"--user-data-dir={profile}", "--dump-dom", "data:text/html,in the sandbox"]
        try:
            started = subprocess.run(
                command, capture_output=True, text=True, timeout=_START_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"the browser did not start in it ({error})"
    return None if started.returncode == 0 and "in the sandbox" in started.stdout else _NO_NAMESPACES


@lru_cache(maxsize=8)
def _tell(obstacle: str) -> None:
    logger.warning("the browser runs without its sandbox: %s", obstacle)
