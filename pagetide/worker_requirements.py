"""What workers must have: the daemon's version and its settings."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pagetide.settings.collection_settings import FILE_NAME
from storage.warc.writer import software


def demands(folder: Path) -> dict[str, str]:
    """The version of this Pagetide, and a digest of the settings file in ``folder``."""
    file = folder / FILE_NAME
    text = file.read_bytes() if file.exists() else b""
    return {"version": software(), "settings": hashlib.sha256(text).hexdigest()[:16]}
