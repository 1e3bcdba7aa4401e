"""ReplayWeb.page's component: installed by the user outside Pagetide, served if it is there.

ReplayWeb.page (https://replayweb.page, npm ``replaywebpage``) replays web archives in the browser. Its licence is the
AGPL, Pagetide's is Apache-2.0: so it is never bundled, and never a dependency. It comes through npm's ordinary client,
one version, pinned by digest.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

PACKAGE, VERSION = "replaywebpage", "2.5.3"
INTEGRITY = "nCj2PSON3BxeSJKE8AsYPyULv0XPZKJWfy4l9PyQre9SqwLZ+WKZVs/sfLqPOQ4GrH+0YkjbwOhr8cSTH08gsQ=="
"""SHA-512 of the package in base64, as npm's registry states it."""
FILES = ("ui.js", "sw.js", "LICENSE", "package.json")
NOTICE = (
    f"ReplayWeb.page {VERSION} is free software by Webrecorder under the GNU Affero General Public License 3.0 or "
    "later. It is no part of Pagetide: you install it for yourself, its licence lies beside it, and its source is at "
    "https://github.com/webrecorder/replayweb.page."
)

_TIME_LIMIT_S = 300


class NotInstalled(Exception):
    """ReplayWeb.page could not be fetched; the message says why and what to do."""


def is_installed(folder: Path) -> bool:
    """Whether the component is complete in ``folder``."""
    return all((folder / name).is_file() for name in FILES)


def install(folder: Path) -> bool:
    """Fetch the component into ``folder``; false when it was there already.

    Raises
    ------
    NotInstalled
        npm or its registry is missing, or the package is not the one that is pinned.
    """
    if is_installed(folder):
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".fetching-") as scratch:
        package = _fetched(Path(scratch))
        unpacked = Path(scratch) / "unpacked"
        unpacked.mkdir()
        with tarfile.open(package) as archive:
            for name in FILES:
                source = archive.extractfile(f"package/{name}")
                if source is None:
                    raise NotInstalled(f"{PACKAGE} {VERSION} has no {name}.")
                with (unpacked / name).open("wb") as target:
                    shutil.copyfileobj(source, target)
        shutil.rmtree(folder, ignore_errors=True)
        unpacked.replace(folder)
    return True


def _fetched(scratch: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalled(
            "npm was not found. Install Node.js (on Debian and Ubuntu: apt-get install npm), then run again."
        )
    command = [npm, "pack", f"{PACKAGE}@{VERSION}", "--ignore-scripts", "--loglevel=error"]
    try:
        result = subprocess.run(
            command, cwd=scratch, capture_output=True, text=True, timeout=_TIME_LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotInstalled(
            f"npm did not end within {_TIME_LIMIT_S} s. Check the network, then run again."
        ) from None
    package = scratch / f"{PACKAGE}-{VERSION}.tgz"
    if result.returncode or not package.is_file():
        said = (result.stderr or result.stdout).strip().splitlines()[-6:]
        raise NotInstalled(
            "npm could not fetch it. Check the network, then run again. npm said: " + " ".join(said)
        )
    digest = base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if digest != INTEGRITY:
        raise NotInstalled(
            f"what npm fetched is not {PACKAGE} {VERSION}: its SHA-512 is {digest}. Nothing was installed; report "
            "this to whoever runs the registry that you use."
        )
    return package
