"""Runs a command of this program in a process of its own and reads its answer.

The dashboard asks so for what takes a processor for seconds, and for numerical libraries that it does without.
"""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from typing import Any

from storage.collection import Collection

logger = logging.getLogger(__name__)

LONGEST_S = 300.0
_SPEAKER = "pagetide: "


def told_by_command(collection: Collection, *command: str, given: bytes = b"") -> Any:
    """What a command prints as JSON, read, or the sentence with which it refuses; None, and a line in the log, where
    it failed. It finds ``given`` in its standard input."""
    folder = str(collection.path.resolve())
    asked = [sys.executable, "-P", "-m", "pagetide", *command, "--collection", folder, "--json"]
    said = " ".join(command)
    try:
        done = subprocess.run(asked, capture_output=True, timeout=LONGEST_S, check=False, input=given)
    except (OSError, subprocess.TimeoutExpired) as error:
        logger.warning("pagetide %s did not answer: %s", said, error)
        return None
    if done.returncode == 0:
        return json.loads(done.stdout)
    stderr = done.stderr.decode(errors="replace")
    refused = [line for line in stderr.splitlines() if line.startswith(_SPEAKER)]
    if not refused:
        logger.warning("pagetide %s failed: %s", said, stderr.strip()[-1000:])
    return refused[-1].removeprefix(_SPEAKER) if refused else None
