"""How benchmarks speak: one JSON object of one shape, and a line about the machine."""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console

DATA_VARIABLE = "PAGETIDE_DATA"
_BESIDE_THE_PROJECT = Path(__file__).resolve().parents[2] / "shared" / "data"

Task = TypeVar("Task")
Found = TypeVar("Found")

out = Console(width=None if Console().is_terminal else 140)


def shared_data() -> Path:
    """Where the real data lie: ``PAGETIDE_DATA``, else beside the project."""
    return Path(os.environ.get(DATA_VARIABLE, _BESIDE_THE_PROJECT))


def in_processes(measure: Callable[[Task], Found], tasks: Sequence[Task], *, jobs: int) -> list[Found]:
    """What each task found, in the order given; each in a process of its own, so many at the same time."""
    if jobs == 1 or len(tasks) == 1:
        return [measure(task) for task in tasks]
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=jobs, mp_context=spawning, max_tasks_per_child=1) as pool:
        return list(pool.map(measure, tasks))


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def document(
    *,
    figures: Mapping[str, float | None],
    baselines: Mapping[str, Any],
    spread: Mapping[str, Any] | None = None,
    command: str,
    **more: Any,
) -> str:
    """The JSON object that ``--json`` prints: figures by name, baselines of the same run, and where from."""
    return json.dumps(
        {
            "figures": figures,
            "baselines": baselines,
            "spread": spread or {},
            "command": command,
            "machine": machine(),
            **more,
        },
        indent=2,
        default=str,
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
