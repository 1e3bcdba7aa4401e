"""How long the GIST of one screenshot takes on one core, against a plain version, and how exact it is.

``python -m benchmarks.gist [--quick] [--json]``. Screenshots of imaginary front pages, 1000 x 1000 pixels,
grid 10 x 10, decoded already. The plain version is the same descriptor with one full-size inverse transform
for each filter: same FFT library, same prefilter, single precision, filters computed beforehand. Both run in
turns in this process; times are CPU time of the process with one thread of linear algebra. Errors are measured
against the definition in double precision: relative L2 error of a cell's 32 values, cells with less than a
twentieth of the median strength left out. Behind it: many screenshots by several processes (``gist_batch``), and by
torch (``gist_torch``) where that is installed.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import scipy.fft
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.table import Table

from benchmarks.gist_batch import Batch, batch_table, cores, measure_batch
from benchmarks.reporting import document, machine, out
from changemodel.features.fast_gist import PADDING_PX, FastGist, working_grey
from changemodel.features.gabor import gains
from changemodel.features.gist import GistGrid, block_edges, block_means, prefiltered
from changemodel.features.images import load_image
from changemodel.metric.threads import one_blas_thread

GRID = 10
ORIENTATIONS = (8, 8, 8, 8)
SIZES = (1000, 500, 250)
TARGET_MS, FIRST_TARGET_MS = 60.0, 150.0

Pixels = NDArray[np.uint8]
Float32 = NDArray[np.float32]
_WORDS = (
    "storm",
    "election",
    "market",
    "coast",
    "council",
    "budget",
    "river",
    "police",
    "school",
    "talks",
    "climate",
    "match",
    "judge",
    "power",
)


@dataclass(frozen=True)
class Measurement:
    """One working size, measured."""

    size: int
    fast_ms: list[float]
    plain_ms: list[float]
    error_median: float
    error_max: float

    @property
    def ratio(self) -> float:
        """How many times faster than the plain version, least against least."""
        return min(self.plain_ms) / min(self.fast_ms)


def front_page(seed: int) -> Pixels:
    """A page with headlines, columns of text and pictures."""
    random = np.random.default_rng(seed)
    image = Image.new("RGB", (1000, 1000), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 999, 79), fill=(17, 34, 51))
    for left, top, size, lines, words in [(10, 90, 32, 2, 6), *_columns()]:
        font = ImageFont.load_default(size)
        for line in range(lines):
            text = " ".join(_WORDS[index] for index in random.integers(0, len(_WORDS), words))
            draw.text((left, top + line * (size + 5)), text, fill=(20, 20, 20), font=font)
    for left, top in ((680, 100), (500, 760)):
        colour = tuple(int(value) for value in random.integers(0, 255, 3))
        draw.rectangle((left, top, left + 290, top + 220), fill=colour)
        draw.ellipse((left + 40, top + 20, left + 200, top + 180), fill="white")
    return np.asarray(image)


class PlainGist:
    """The same descriptor by one full-size inverse transform for each filter."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._fast = FastGist.shared(size, GRID, ORIENTATIONS)  # for the prefilter, which is not compared
        side = size + 2 * PADDING_PX
        self._bank = [gain.astype(np.float32) for gain in gains(ORIENTATIONS, (side, side))]

    def cells(self, view: Pixels) -> Float32:
        """Descriptors of a view, (cells, filters)."""
        detail = self._fast.prefiltered(working_grey(view, self._size))
        spectrum = scipy.fft.fft2(np.pad(detail, PADDING_PX, mode="symmetric"))
        strengths = (self._strength(spectrum * gain) for gain in self._bank)
        return np.stack([strength.ravel() for strength in strengths], axis=1)

    def _strength(self, response: NDArray[np.complex64]) -> Float32:
        inner = slice(PADDING_PX, PADDING_PX + self._size)
        edges = block_edges(self._size, GRID)
        modulus = np.abs(scipy.fft.ifft2(response, overwrite_x=True))[inner, inner]
        sums = np.add.reduceat(np.add.reduceat(modulus, edges[:-1], axis=0), edges[:-1], axis=1)
        means: Float32 = (sums / np.outer(np.diff(edges), np.diff(edges))).astype(np.float32)
        return means


def measure(size: int, repetitions: int, pages: int) -> Measurement:
    """Times in turns, and the error over the pages."""
    views = [front_page(seed) for seed in range(pages)]
    grid, plain = GistGrid(GRID, ORIENTATIONS, size), PlainGist(size)
    grid.transform(views[:1])
    plain.cells(views[0])
    fast_ms, plain_ms = [], []
    for index in range(repetitions):
        view = views[index % pages]
        fast_ms.append(cpu_ms(partial(grid.transform, [view])))
        if index % 3 == 0:
            plain_ms.append(cpu_ms(partial(plain.cells, view)))
    errors = np.concatenate([_relative_errors(grid.transform([view])[0], view, size) for view in views])
    return Measurement(size, fast_ms, plain_ms, float(np.median(errors)), float(errors.max()))


def torch_ms(repetitions: int) -> float | None:
    """Least CPU time a screenshot by torch, one thread, several screenshots at a time; None: it is not installed."""
    try:
        from benchmarks import gist_torch
    except ModuleNotFoundError:
        return None
    views = [front_page(seed) for seed in range(gist_torch.TORCH_BATCH)]
    engine = gist_torch.TorchGist(FastGist.shared(1000, GRID, ORIENTATIONS))
    gist_torch.use_one_thread()
    engine.cells(views)
    return min(cpu_ms(partial(engine.cells, views)) for _ in range(repetitions)) / len(views)


def decoding_ms(repetitions: int) -> list[float]:
    """What reading the screenshot from PNG bytes adds."""
    buffer = io.BytesIO()
    Image.fromarray(front_page(0)).save(buffer, "PNG")
    return [cpu_ms(lambda: load_image(buffer.getvalue())) for _ in range(repetitions)]


def cpu_ms(action: Callable[[], object]) -> float:
    """CPU time of this process, all threads."""
    start = time.process_time()
    action()
    return 1000.0 * (time.process_time() - start)


def report(
    measured: list[Measurement], decoding: list[float], batch: Batch, by_torch: float | None, command: str
) -> str:
    """The JSON object of ``--json``."""
    default = measured[0]
    return document(
        figures={
            "gist_ms": min(default.fast_ms),
            "gist_ms_median": statistics.median(default.fast_ms),
            "ratio_to_plain": default.ratio,
            "relative_error_median": default.error_median,
            "relative_error_max": default.error_max,
            "png_decoding_ms": min(decoding),
            "batch_ms_several_processes": batch.several_ms,
            "batch_processes": batch.processes,
            "batch_same_bytes": float(batch.same),
            **{f"gist_ms_size_{item.size}": min(item.fast_ms) for item in measured[1:]},
        },
        baselines={
            "plain_ms": min(default.plain_ms),
            "batch_ms_one_process": batch.one_ms,
            **({} if by_torch is None else {"torch_ms": by_torch}),
            **{f"plain_ms_size_{item.size}": min(item.plain_ms) for item in measured[1:]},
        },
        spread={
            f"size {item.size}": {"gist_ms": sorted(item.fast_ms), "plain_ms": sorted(item.plain_ms)}
            for item in measured
        },
        command=command,
    )


def show(measured: list[Measurement], decoding: list[float], quick: bool) -> None:
    """The table for people."""
    table = Table(title=f"GIST {GRID} x {GRID} of a 1000 x 1000 screenshot, one core, CPU ms")
    for column in (
        "working size",
        "least",
        "median (to most)",
        "plain, least",
        "ratio",
        "error, median",
        "most",
    ):
        table.add_column(column, justify="right")
    for item in measured:
        table.add_row(
            f"{item.size} px",
            f"{min(item.fast_ms):.1f}",
            f"{statistics.median(item.fast_ms):.1f} ({max(item.fast_ms):.1f})",
            f"{min(item.plain_ms):.1f}",
            f"{item.ratio:.1f} x",
            f"{item.error_median:.1e}",
            f"{item.error_max:.1e}",
        )
    out.print(table)
    out.print(
        f"{min(measured[0].fast_ms):.1f} ms at the default working size; asked for: {FIRST_TARGET_MS:g} ms first, "
        f"{TARGET_MS:g} ms in the end. Decoding a PNG adds {min(decoding):.1f} ms. {machine()['processor']}"
    )
    if quick:
        out.print("--quick: few repetitions and one page, which is not the full figure.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gist", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repetitions, one page")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    arguments = parser.parse_args()
    repetitions, pages = (9, 1) if arguments.quick else (45, 5)
    with one_blas_thread():
        measured = [measure(size, repetitions, pages) for size in SIZES]
        decoding = decoding_ms(repetitions)
        by_torch = torch_ms(repetitions // 9)
    processes = max(2, cores())
    batch = measure_batch(
        [front_page(seed) for seed in range(4)], 16 if arguments.quick else 40 * processes, processes
    )
    command = "python -m benchmarks.gist" + (" --quick" if arguments.quick else "")
    if arguments.json:
        print(report(measured, decoding, batch, by_torch, command + " --json"))
    else:
        show(measured, decoding, arguments.quick)
        out.print(batch_table(batch, min(measured[0].fast_ms), by_torch))


def _columns() -> list[tuple[int, int, int, int, int]]:
    places = [(10 + 245 * (index % 4), 360 + 320 * (index // 4)) for index in range(8)]
    titles = [(left, top, 18, 3, 3) for left, top in places]
    texts = [(left, top + 90, 14, 10, 4) for left, top in places]
    return [(10, 200, 14, 6, 14), *titles, *texts]


def _relative_errors(cells: Float32, view: Pixels, size: int) -> NDArray[np.float64]:
    detail = prefiltered(working_grey(view, size).astype(np.float64)[None])[0]
    exact = block_means(detail, ORIENTATIONS, GRID, PADDING_PX).reshape(sum(ORIENTATIONS), -1).T
    strength = np.linalg.norm(exact, axis=1)
    told = strength > 0.05 * np.median(strength)
    errors: NDArray[np.float64] = (np.linalg.norm(cells - exact, axis=1) / strength)[told]
    return errors


if __name__ == "__main__":
    main()
