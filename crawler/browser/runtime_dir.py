"""The temporary folder of one browser driver and its browsers, by which all of them are found and ended.

A lock in the folder is held as long as the crawl lives, so that the next crawl on this machine knows the folders of
dead ones; usually their reaper (``crawler.browser.reaper``) has been faster.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from crawler.browser import reaper

logger = logging.getLogger(f"pagetide.{__name__}")

_PREFIX = "pagetide-browser-"
_UNLOCKED = "pagetide-fresh-"
_LOCK = ".lock"


class RuntimeDir:
    """A fresh runtime folder, with a reaper that clears it when this process dies."""

    def __init__(self) -> None:
        # another crawl's sweep must not find it before it is locked
        fresh = Path(tempfile.mkdtemp(prefix=_UNLOCKED))
        self._lock = FileLock(fresh / _LOCK)
        self._lock.acquire(timeout=0)
        self.path = fresh.rename(fresh.with_name(fresh.name.replace(_UNLOCKED, _PREFIX)))
        self._reaper = subprocess.Popen(
            [sys.executable, "-P", reaper.__file__, str(self.path)],
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C on the terminal is for the crawl
        )

    @contextmanager
    def as_temporary_folder(self) -> Iterator[None]:
        """Processes started within the block have the runtime folder as their temporary folder.

        This process keeps its own, which Python looks up once.
        """
        tempfile.gettempdir()
        before = {name: os.environ.get(name) for name in reaper.VARIABLES}
        os.environ.update(dict.fromkeys(reaper.VARIABLES, str(self.path)))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def close(self) -> None:
        """End whatever still lives in the runtime folder, and remove it; blocks up to seconds. Again does nothing."""
        reaper.clear(self.path)
        self._lock.release()
        assert self._reaper.stdin is not None
        with suppress(OSError):
            self._reaper.stdin.close()
        self._reaper.wait()


def sweep() -> int:
    """Clear the runtime folders of crawls that died with their reapers; the number of folders cleared."""
    cleared = 0
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(Timeout, OSError), FileLock(path / _LOCK, timeout=0):
            logger.warning("a crawl died and left its browser in %s; it is ended and removed", path)
            reaper.clear(path)
            cleared += 1
    return cleared
