"""Hatchling's build hook: the wheel and the sdist ship the dashboard's browser-side libraries.

Runs at every build and at editable installs; a wheel made from an sdist finds them there. Where npm or its registry is
missing the build goes on with a warning: every page of the dashboard works without them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class FetchAssets(BuildHookInterface):  # type: ignore[type-arg]
    """Runs ``scripts/fetch_assets.py`` before files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch what is missing, or say that it is missing."""
        script = Path(self.root) / "scripts" / "fetch_assets.py"
        command = [sys.executable, "-P", str(script), "--production"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            self.app.display_warning(f"{result.stderr.strip()}\nThe dashboard will work as plain HTML.")
