#!/usr/bin/env python3
"""Fetch the dashboard's browser-side libraries: htmx and img-comparison-slider.

They are dependencies, not files of this project: ``dashboard/package.json`` names them, its lock file pins them by
digest, and this script brings them through npm's ordinary client into ``dashboard/static/vendor``, which git ignores
and the wheel ships. Needs npm and, the first time, the npm registry; without them the dashboard works as plain HTML.
Run at set-up and by the wheel's build hook. Nothing happens when everything is there already.

    python scripts/fetch_assets.py                what the dashboard serves, and axe-core for its tests
    python scripts/fetch_assets.py --production   only what the dashboard serves
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

DASHBOARD = Path(__file__).resolve().parents[1] / "dashboard"
VENDOR = DASHBOARD / "static" / "vendor"
NODE_MODULES = DASHBOARD / "node_modules"
DECLARATIONS = ("package.json", "package-lock.json")
SERVED = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "img-comparison-slider.js": "img-comparison-slider/dist/index.js",
}
TEST_TOOL = NODE_MODULES / "axe-core" / "axe.min.js"
NOTICE = "NOTICE.txt"
STAMP = ".lock-digest"
TIME_LIMIT_S = 300


class NotFetched(Exception):
    """The libraries could not be had; the message says why and what to do."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch what is missing; 0 when everything is there."""
    parser = argparse.ArgumentParser(description="Fetch the dashboard's browser-side libraries through npm.")
    parser.add_argument("--production", action="store_true", help="leave out what only the tests need")
    options = parser.parse_args(arguments)
    try:
        done = fetch(tests=not options.production)
    except NotFetched as problem:
        sys.stderr.write(f"The dashboard's browser-side libraries were not fetched: {problem}\n")
        return 1
    if done:
        sys.stderr.write(f"Fetched {', '.join(SERVED)} into {VENDOR}\n")
    return 0


def fetch(*, tests: bool) -> bool:
    """Bring the libraries where they are served; false when they were there already."""
    if is_complete(tests=tests):
        return False
    if tests:
        _install(DASHBOARD)
        _serve(NODE_MODULES)
    else:
        with tempfile.TemporaryDirectory(prefix="pagetide-assets-") as folder:
            for name in DECLARATIONS:
                shutil.copy2(DASHBOARD / name, folder)
            _install(Path(folder), "--omit=dev")
            _serve(Path(folder) / "node_modules")
    return True


def is_complete(*, tests: bool) -> bool:
    """Whether everything is there in the version that the lock file names."""
    stamp = VENDOR / STAMP
    served = all((VENDOR / name).is_file() for name in (*SERVED, NOTICE))
    current = stamp.is_file() and stamp.read_text(encoding="utf-8") == _lock_digest()
    return served and current and (TEST_TOOL.is_file() or not tests)


def _install(folder: Path, *options: str) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched(
            "npm was not found. Install Node.js (on Debian and Ubuntu: apt-get install npm), then run again."
        )
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *options]
    try:
        result = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotFetched(
            f"npm did not end within {TIME_LIMIT_S} s. Check the network, then run again."
        ) from None
    if result.returncode:
        said = (result.stderr or result.stdout).strip().splitlines()
        reason = "\n  ".join(said[-6:]) or f"it ended with {result.returncode}"
        raise NotFetched(f"`npm ci` failed. Check the network, then run again. npm said:\n  {reason}")


def _serve(modules: Path) -> None:
    """Copy what is served, with a notice of whose it is."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    notices = []
    for name, source in SERVED.items():
        text = (modules / source).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("//# sourceMappingURL=")]
        (VENDOR / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        notices.append(_notice(modules / source.split("/")[0], name))
    (VENDOR / NOTICE).write_text("\n\n".join(notices) + "\n", encoding="utf-8")
    (VENDOR / STAMP).write_text(_lock_digest(), encoding="utf-8")


def _notice(package: Path, name: str) -> str:
    described = json.loads((package / "package.json").read_text(encoding="utf-8"))
    author = described.get("author", "")
    author = author.get("name", "") if isinstance(author, dict) else author
    lines = [
        f"{name}: {described['name']} {described['version']}",
        f"Licence: {described.get('license', 'unknown')}",
    ]
    home = described.get("homepage", "")
    lines += [f"Author: {author}"] * bool(author) + [f"Home: {home}"] * bool(home)
    lines += [path.read_text(encoding="utf-8").strip() for path in sorted(package.glob("LICENSE*"))]
    return "\n".join(lines)


def _lock_digest() -> str:
    return hashlib.sha256((DASHBOARD / "package-lock.json").read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
