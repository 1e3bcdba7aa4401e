"""How much disk an installed Pagetide takes, by package: ``python scripts/install_size.py [EXTRA ...]``.

Builds the wheel, installs it into a fresh virtual environment in a temporary folder, and prints a Markdown table. Sizes
are MB (10^6 bytes) of the files that packages bring. The bytecode that pip compiles (uv does not) stands apart.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
LEAST_SHOWN_MB = 4.0
OF_THE_ENVIRONMENT = ("pip", "setuptools")

_SIZES = """
import json
from importlib.metadata import distributions
from pathlib import Path
sizes = {}
for found in distributions():
    files = [Path(str(found.locate_file(file))) for file in found.files or []]
    kept = [(file.suffix == ".pyc", file.stat().st_size) for file in files if file.is_file()]
    sizes[found.metadata["Name"]] = [sum(n for code, n in kept if code is which) for which in (False, True)]
print(json.dumps(sizes))
"""


def main(extras: list[str]) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="pagetide-size-") as scratch:
        sizes = measured(Path(scratch), extras)
    rows = sorted(((files / 1e6, code / 1e6, name) for name, (files, code) in sizes.items()), reverse=True)
    shown = [row for row in rows if row[0] >= LEAST_SHOWN_MB]
    left = rows[len(shown) :]
    lines = ["| package | MB | bytecode, MB |", "|---|---|---|"]
    lines += [f"| {name} | {files:.0f} | {code:.0f} |" for files, code, name in shown]
    lines.append(f"| {len(left)} others | {_sum(left, 0):.0f} | {_sum(left, 1):.0f} |")
    lines.append(f"| **together** | **{_sum(rows, 0):.0f}** | **{_sum(rows, 1):.0f}** |")
    sys.stdout.write("\n".join(lines) + "\n")


def _sum(rows: list[tuple[float, float, str]], place: Literal[0, 1]) -> float:
    return sum(row[place] for row in rows)


def measured(scratch: Path, extras: list[str]) -> dict[str, tuple[int, int]]:
    """Bytes of each package's files and of its bytecode, without those of the environment itself."""
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", scratch, str(ROOT)], check=True
    )
    (wheel,) = scratch.glob("pagetide-*.whl")
    subprocess.run([sys.executable, "-m", "venv", scratch / "venv"], check=True)
    python = scratch / "venv" / "bin" / "python"
    wanted = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
    subprocess.run([python, "-m", "pip", "install", "-q", wanted], check=True)
    answer = subprocess.run([python, "-c", _SIZES], check=True, capture_output=True, text=True).stdout
    return {
        name: tuple(sizes) for name, sizes in json.loads(answer).items() if name not in OF_THE_ENVIRONMENT
    }


if __name__ == "__main__":
    main(sys.argv[1:])
