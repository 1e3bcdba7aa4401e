"""Many screenshots: several processes against one, and scipy's transforms against torch's. Part of ``gist``."""

from __future__ import annotations

import io
import os
import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.table import Table

from changemodel.features.gist import GistGrid

Float32 = NDArray[np.float32]


@dataclass(frozen=True)
class Batch:
    """Screenshots by one process and by several, PNG bytes in, descriptors out."""

    count: int
    processes: int
    one_ms: float  # wall time a screenshot
    several_ms: float
    same: bool  # the same bytes came out


def measure_batch(pages: list[NDArray[np.uint8]], count: int, processes: int) -> Batch:
    """Wall time of ``count`` screenshots; the processes are started before."""
    files = [_png(page) for page in pages]
    screenshots = [files[index % len(files)] for index in range(count)]
    one, several = GistGrid(), GistGrid(n_jobs=processes)
    one.transform(screenshots[:1])
    several.transform(screenshots[: 2 * processes])
    one_s, first = _timed(partial(one.transform, screenshots))
    several_s, second = _timed(partial(several.transform, screenshots))
    same = first.tobytes() == second.tobytes()
    return Batch(count, processes, 1000 * one_s / count, 1000 * several_s / count, same)


def batch_table(batch: Batch, numpy_ms: float, torch_ms: float | None) -> Table:
    """The table for people."""
    table = Table(title="Many screenshots")
    for column in ("what", "ms a screenshot", "against"):
        table.add_column(column)
    table.add_row(
        f"{batch.count} PNG files, {batch.processes} processes, wall time",
        f"{batch.several_ms:.1f}",
        f"one process: {batch.one_ms:.1f}; same bytes: {'yes' if batch.same else 'NO'}",
    )
    by_torch = "not installed: pip install 'pagetide[matching]'" if torch_ms is None else f"{torch_ms:.1f}"
    table.add_row("torch, some at a time, one thread, CPU time", by_torch, f"numpy: {numpy_ms:.1f}")
    return table


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _png(page: NDArray[np.uint8]) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(page).save(buffer, "PNG")
    return buffer.getvalue()


def _timed(action: partial[Float32]) -> tuple[float, Float32]:
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result
