"""Many screenshots: several processes against one, and torch's transforms against scipy's. Part of ``gist``.

``TorchGist`` is the same descriptor with every transform and product in torch, a few screenshots at a time. It is
here and not in the product because it did not win on a CPU: ``docs/decisions/0009-torch-where-it-wins.md``.
"""

from __future__ import annotations

import io
import os
import time
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from rich.table import Table

from changemodel.features.fast_gist import PADDING_PX, FastGist, working_grey
from changemodel.features.gist import GistGrid

Float32 = NDArray[np.float32]
_LOW_PASS_PADDING = 5  # of the prefilter
TORCH_BATCH = 4


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


class TorchGist:
    """``FastGist`` of working size 1000 in torch, for a batch of grey views."""

    def __init__(self, fast: FastGist) -> None:
        self._size = fast.size
        low_pass = fast._low_pass
        self._waves, self._gain = torch.from_numpy(low_pass._waves), torch.from_numpy(low_pass._gain)
        self._responses = [
            (
                response.box,
                torch.from_numpy(response.box.gain),
                torch.from_numpy(response.row_weights),
                torch.from_numpy(response.column_weights),
            )
            for response in fast._responses
        ]

    def cells(self, views: list[NDArray[np.uint8]]) -> Float32:
        """Descriptors (views, cells, filters)."""
        detail = self._prefiltered(np.stack([working_grey(view, self._size) for view in views]))
        spectrum = torch.fft.fftshift(torch.fft.fft2(_mirrored(detail.numpy(), PADDING_PX)), dim=(1, 2))
        found = []
        for box, gain, rows, columns in self._responses:
            part = spectrum[:, box.rows, box.columns] * gain
            modulus = torch.fft.ifft2(part, s=(rows.shape[1], columns.shape[0])).abs()
            found.append((rows @ (modulus @ columns)).flatten(1))
        cells: Float32 = torch.stack(found, 2).numpy()
        return cells

    def _prefiltered(self, grey: Float32) -> torch.Tensor:
        logarithm = _mirrored(np.log1p(grey), _LOW_PASS_PADDING)
        detail = logarithm - self._smoothed(logarithm)
        contrast = self._smoothed(detail.square()).abs().sqrt() + 0.2
        inner = slice(_LOW_PASS_PADDING, _LOW_PASS_PADDING + self._size)
        return (detail / contrast)[:, inner, inner]

    def _smoothed(self, images: torch.Tensor) -> torch.Tensor:
        coefficients = ((self._waves @ images) @ self._waves.T) * self._gain
        return self._waves.T @ (coefficients @ self._waves)


def batch_table(batch: Batch, numpy_ms: float, torch_ms: float) -> Table:
    """The table for people."""
    table = Table(title="Many screenshots")
    for column in ("what", "ms a screenshot", "against"):
        table.add_column(column)
    table.add_row(
        f"{batch.count} PNG files, {batch.processes} processes, wall time",
        f"{batch.several_ms:.1f}",
        f"one process: {batch.one_ms:.1f}; same bytes: {'yes' if batch.same else 'NO'}",
    )
    table.add_row(
        f"torch, {TORCH_BATCH} at a time, one thread, CPU time", f"{torch_ms:.1f}", f"numpy: {numpy_ms:.1f}"
    )
    return table


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _mirrored(images: Float32, padding: int) -> torch.Tensor:
    return torch.from_numpy(
        np.pad(images, ((0, 0), (padding, padding), (padding, padding)), mode="symmetric")
    )


def _png(page: NDArray[np.uint8]) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(page).save(buffer, "PNG")
    return buffer.getvalue()


def _timed(action: partial[Float32]) -> tuple[float, Float32]:
    start = time.perf_counter()
    result = action()
    return time.perf_counter() - start, result
