"""What this machine has and lacks for Pagetide, and how to get what is missing."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import dashboard
from rendering.browser import find_browser, start_obstacle
from rendering.errors import BrowserNotFound
from rendering.sandbox import sandbox_obstacle
from storage.objects.store import OBJECTS
from storage.offload.offloading import try_store

_LEAST_FREE_BYTES = 2_000_000_000


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing looked at: whether it is there, what was found, and what to do when it is not."""

    name: str
    good: bool
    found: str
    remedy: str = ""
    needed: bool = True  # False: Pagetide works without it


def examine(folder: Path, browser_path: str | None = None, contact: str | None = None) -> list[Finding]:
    """Look at everything Pagetide needs on this machine; ``folder`` is where collections are kept.

    ``contact`` is that of the collection in ``folder``; None where there is no collection yet.
    """
    machine = [
        _python(),
        _browser(browser_path),
        _sandbox(browser_path),
        _fonts(),
        _dashboard_assets(),
        _disk(folder),
        *_object_store(folder),
    ]
    return machine if contact is None else [*machine, _contact(contact)]


def _object_store(folder: Path) -> list[Finding]:
    """Of a collection that has one: whether it answers now."""
    if not (folder / OBJECTS).exists():
        return []
    trouble = try_store(folder)
    found = trouble or (folder / OBJECTS).read_text(encoding="utf-8").strip()
    remedy = "until then files wait on this disk, and captures that are only there cannot be opened"
    return [Finding(name="object store", good=trouble is None, found=found, remedy=remedy)]


def _contact(contact: str) -> Finding:
    return Finding(
        name="contact",
        good=bool(contact),
        found=contact or "none; servers cannot see who is visiting",
        remedy='set contact = "you@example.org" or a web page of yours under [crawl] in pagetide.toml',
        needed=False,
    )


def _python() -> Finding:
    good = (3, 11) <= sys.version_info[:2] <= (3, 13)
    found = f"Python {platform.python_version()}, pagetide {version('pagetide')}, on {platform.platform()}"
    return Finding(name="python", good=good, found=found, remedy="use Python 3.11, 3.12 or 3.13")


def _browser(configured: str | None) -> Finding:
    try:
        choice = find_browser(configured)
    except BrowserNotFound as error:
        return Finding(name="browser", good=False, found="no Chromium", remedy=str(error))
    obstacle = start_obstacle(choice.path)
    if obstacle is not None:
        return Finding(
            name="browser",
            good=False,
            found=f"{choice.path} ({choice.source}) does not start",
            remedy=obstacle,
        )
    answer = subprocess.run(
        [str(choice.path), "--version"], capture_output=True, text=True, timeout=60, check=False
    )
    found = f"{answer.stdout.strip()} at {choice.path} ({choice.source})"
    return Finding(name="browser", good=True, found=found)


def _sandbox(configured: str | None) -> Finding:
    try:
        obstacle = sandbox_obstacle(find_browser(configured).path)
    except BrowserNotFound:
        return Finding(
            name="sandbox",
            good=False,
            found="no Chromium to try it with",
            remedy="install one as said above",
            needed=False,
        )
    return Finding(
        name="sandbox",
        good=obstacle is None,
        found="Chromium runs in its own sandbox" if obstacle is None else f"off: {obstacle}",
        remedy="without it a hostile page that breaks the browser has this user's rights: run Pagetide as a user of "
        "its own, on a system that gives users namespaces",
        needed=False,
    )


def _fonts() -> Finding:
    lister = shutil.which("fc-list")
    if lister is None:
        return Finding(name="fonts", good=True, found="not checked (no fc-list)", needed=False)
    faces = len(
        subprocess.run([lister], capture_output=True, text=True, timeout=60, check=False).stdout.splitlines()
    )
    return Finding(
        name="fonts",
        good=faces > 0,
        found=f"{faces} font faces",
        remedy="without fonts pages show empty boxes; on Debian: apt-get install fonts-liberation fonts-noto-core",
    )


def _dashboard_assets() -> Finding:
    vendor = Path(dashboard.__path__[0]) / "static" / "vendor"
    files = sorted(path.name for path in vendor.glob("*.js")) if vendor.is_dir() else []
    return Finding(
        name="dashboard scripts",
        good=bool(files),
        found=", ".join(files) or "none; every page works as plain HTML",
        remedy="install Node.js with npm and run: python scripts/fetch_assets.py",
        needed=False,
    )


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder if folder.exists() else Path()).free
    return Finding(
        name="disk",
        good=free >= _LEAST_FREE_BYTES,
        found=f"{free / 1e9:.1f} GB free in {folder.resolve()}",
        remedy="an hourly front page needs about 0.5 GB a month; free some space or use another disk",
    )
