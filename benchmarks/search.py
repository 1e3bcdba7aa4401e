"""How fast are codes scanned? ``python -m benchmarks.search [--quick] [--json] [--threads N]``.

Random codes of 256 bits (search does not depend on what they say), 10^6 and 10^7 of them, top 100, medians:

- Hamming: ``CodeIndex.nearest`` against faiss's ``IndexBinaryFlat`` on a copy of the same codes, turn by turn, for a
  single query and for a batch of 8; and numpy's count of bits. A query of a batch costs another time than one alone.
- linear: ``CodeIndex.best`` by byte tables against unpacking and multiplying, in blocks.
- load: mapping a saved index and answering the first query, with and without checking its bytes.

Wall seconds, as a user waits; faiss with one thread unless told otherwise.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from benchmarks.reporting import document, machine, out
from changemodel.codes.index import CodeIndex
from changemodel.codes.packed_bits import ByteArray, hamming, lowest, unpack

BITS = 256
BEST = 100
MODEL = "random"
BLOCK = 1 << 16
COUNTS = ((1_000_000,), (1_000_000, 10_000_000))
"""With --quick, and without."""


def median_s(run: Callable[[], Any], repetitions: int) -> float:
    """Wall seconds of the middle of some runs."""
    return float(np.median([_seconds(run) for _ in range(repetitions)]))


def turn_by_turn(
    first: Callable[[], Any], second: Callable[[], Any], repetitions: int
) -> tuple[float, float, float]:
    """Medians of two runs that alternate, and the median of their ratios: other work slows both."""
    times = [(_seconds(first), _seconds(second)) for _ in range(repetitions)]
    mine, theirs = np.array(times).T
    return float(np.median(mine)), float(np.median(theirs)), float(np.median(mine / theirs))


def unpacked_best(codes: ByteArray, rule: np.ndarray) -> np.ndarray:
    """What byte tables save: bits as floats, times the rule."""
    scores = np.concatenate(
        [
            unpack(codes[begin : begin + BLOCK], BITS).astype(np.float32) @ rule
            for begin in range(0, len(codes), BLOCK)
        ]
    )
    return lowest(-scores, BEST)


def measure(count: int, repetitions: int, threads: int) -> dict[str, float]:
    """All figures for so many codes."""
    import faiss

    faiss.omp_set_num_threads(threads)
    rng = np.random.default_rng(0)
    codes = rng.integers(256, size=(count, BITS // 8), dtype=np.uint8)
    queries = rng.integers(256, size=(8, BITS // 8), dtype=np.uint8)
    rule = rng.normal(size=BITS).astype(np.float32)
    found: dict[str, float] = {}
    start = time.perf_counter()
    index = CodeIndex(MODEL, BITS)
    index.add(np.arange(count), codes, model=MODEL)
    found["build_s"] = time.perf_counter() - start
    peer = faiss.IndexBinaryFlat(BITS)
    peer.add(codes)
    for name, asked in (("single", queries[:1]), ("batch of 8", queries)):
        ours = index.nearest(asked, BEST, model=MODEL)[0]
        assert all((d == t).all() for d, t in zip(ours, peer.search(asked, BEST)[0], strict=True))
        (
            found[f"hamming {name}, a query_s"],
            found[f"hamming {name}, faiss_s"],
            found[f"hamming {name}, ratio"],
        ) = (
            value / (len(asked) if place < 2 else 1)
            for place, value in enumerate(
                turn_by_turn(
                    lambda asked=asked: index.nearest(asked, BEST, model=MODEL),  # type: ignore[misc]
                    lambda asked=asked: peer.search(asked, BEST),  # type: ignore[misc]
                    repetitions,
                )
            )
        )
    found["hamming single, numpy_s"] = median_s(lambda: lowest(hamming(queries[:1], codes)[0], BEST), 3)
    index.best(rule, BEST)  # lays the bytes in planes, once
    found["linear, byte tables_s"] = median_s(lambda: index.best(rule, BEST), repetitions)
    found["linear, unpacked_s"] = median_s(lambda: unpacked_best(codes, rule), 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "codes"
        start = time.perf_counter()
        index.save(path)
        found["save_s"] = time.perf_counter() - start
        for check in (True, False):
            name = "load and first query" + (", checked" if check else "") + "_s"
            found[name] = median_s(
                lambda check=check: CodeIndex.load(path, check=check).nearest(queries[:1], BEST, model=MODEL),  # type: ignore[misc]
                3,
            )
    return found


def _seconds(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a million codes: not the full figure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--threads", type=int, default=1, help="of faiss")
    arguments = parser.parse_args()
    counts = COUNTS[0] if arguments.quick else COUNTS[1]
    results = {count: measure(count, 7 if arguments.quick else 15, arguments.threads) for count in counts}
    if arguments.json:
        flat = {
            f"{count}: {name}": value for count, found in results.items() for name, value in found.items()
        }
        others = ("faiss", "numpy", "unpacked")
        print(
            document(
                figures={
                    key: value for key, value in flat.items() if not any(other in key for other in others)
                },
                baselines={
                    key: value for key, value in flat.items() if any(other in key for other in others)
                },
                command="python -m benchmarks.search" + (" --quick" if arguments.quick else "") + " --json",
            )
        )
        return
    table = Table(
        title=f"{BITS} bits, top {BEST}, faiss on {arguments.threads} thread(s); seconds, or a ratio"
    )
    for column in ("", *(f"{count:,} codes" for count in counts)):
        table.add_column(column, justify="left" if not column else "right")
    for name in results[counts[0]]:
        table.add_row(name.replace("_s", ""), *(f"{results[count][name]:.4g}" for count in counts))
    out.print(table)
    out.print(str(machine()["processor"]) + ("; quick: not the full figure" if arguments.quick else ""))


if __name__ == "__main__":
    main()
