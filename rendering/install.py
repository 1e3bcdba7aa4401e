"""Getting a Chromium onto this machine: for ``pagetide doctor --install-browser`` and ``scripts/demo``.

Playwright's own build first, because it fits the driver; where that cannot be downloaded, the distribution's.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rendering.browser import BrowserChoice, find_browser
from rendering.errors import BrowserNotFound, InstallationFailed

logger = logging.getLogger(f"pagetide.{__name__}")

_TIMEOUT_S = 900
_DEBIAN_PACKAGES = ("chromium", "fonts-liberation")


def install_browser() -> BrowserChoice:
    """Install a Chromium and say which one is used from now on.

    Raises
    ------
    InstallationFailed
        Neither way worked; the message says what each answered and what a person can do.
    """
    answers = []
    for name, commands in _ways():
        answer = _run_all(commands)
        if answer is None:
            try:
                return find_browser()
            except BrowserNotFound:
                answer = "ended well, but no browser is there"
        answers.append(f"{name}: {answer}")
        logger.info("installing a browser, %s", answers[-1])
    raise InstallationFailed(
        f"No Chromium could be installed ({'; '.join(answers)}). Install Chromium or Google Chrome with your "
        "system's packages as an administrator, or set browser_path to one that you have."
    )


def _ways() -> list[tuple[str, list[list[str]]]]:
    """Each way to install: its name and its commands in order."""
    ways = [("playwright", [[sys.executable, "-P", "-m", "playwright", "install", "chromium"]])]
    administrator = _administrator()
    if Path("/etc/debian_version").exists() and shutil.which("apt-get") and administrator is not None:
        install = ["apt-get", "install", "--yes", "--no-install-recommends", *_DEBIAN_PACKAGES]
        ways.append(("apt-get", [[*administrator, "apt-get", "update"], [*administrator, *install]]))
    return ways


def _administrator() -> list[str] | None:
    """The words before a command that needs rights: none for root, sudo where it asks nothing, else None."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "--non-interactive", "true"]) is None:
        return ["sudo", "--non-interactive"]
    return None


def _run_all(commands: Sequence[Sequence[str]]) -> str | None:
    for command in commands:
        answer = _run(command)
        if answer is not None:
            return answer
    return None


def _run(command: Sequence[str]) -> str | None:
    """What went wrong, in one line; None: nothing did."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if result.returncode == 0:
        return None
    lines = [line.strip() for line in (result.stderr or result.stdout).splitlines() if line.strip()]
    told = [
        line for line in lines if "error" in line.lower() or "fail" in line.lower() or line.startswith("E:")
    ]
    return (told or lines or [f"ended with {result.returncode}"])[0][:200]
