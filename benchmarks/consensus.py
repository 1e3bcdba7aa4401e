"""The consensus SVM: does it reach the optimum, what does it tell, how long do splits and processes take?

``python -m benchmarks.consensus [--quick] [--json]``. Three tables. The optimum: four sets at two strengths, without an
intercept, against primal values of liblinear at tolerance 1e-5, with scikit-learn's ``LinearSVC`` (liblinear, its
default tolerance as far as 1,000 iterations go) in the same run. Time: a set that is large enough to matter, in 1, 2, 4
and 8 splits held by one process and by two; beside it the source's own settings (chapter 4 of X. Han's thesis: the
sequential dual, two rounds of five passes) on digits, one machine, averaging and one-vs-all. Imbalance: a fifth of
the classes with a fifth of their rows, the accuracy of each class by the direct machine and by one-vs-all.
``--quick`` takes one set of four, a small one for times, and one seed. Needs the sets of ``uci``; without them only
time is measured.
"""

from __future__ import annotations

import argparse
import lzma
import os
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from benchmarks.reporting import document, machine, out, shared_data
from changemodel import ConsensusSVC
from changemodel.classify.crammer_singer import FloatArray, IntArray

REFERENCES = (
    ("satellite", 0.1, 330.17649, 71.85),
    ("satellite", 1.0, 2648.4075, 76.50),
    ("pendigits", 0.1, 238.16533, 86.45),
    ("pendigits", 1.0, 1371.0037, 90.11),
    ("letter", 0.1, 1159.0351, 71.10),
    ("letter", 1.0, 9736.787, 75.76),
    ("usps", 0.01, 9.76696, 91.88),
    ("usps", 0.1, 44.40979, 91.63),
)
"""Set, C, least 1/2 ||W||^2 + C slack (liblinear 2.50, no bias, tolerance 1e-5), accuracy on the test rows in %."""
PUBLISHED_WAY = {"solver": "sequential", "tol": None, "max_passes": 5, "warm_duals": False, "rho": 1.0}


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Training and test rows of a set."""

    X: FloatArray
    y: IntArray
    new_X: FloatArray
    new_y: IntArray


def rows_of(name: str) -> Rows | None:
    """A set of ``uci`` as the references take it; None where it is not there."""
    folder = shared_data() / "uci"
    try:
        return {"usps": _usps, "satellite": _satellite, "letter": _letter, "pendigits": _pendigits}[name](
            folder
        )
    except FileNotFoundError:
        return None


def _usps(folder: Path) -> Rows:
    with np.load(folder / "usps.npz") as held:
        X, new_X = held["X_train"].astype(float), held["X_test"].astype(float)
        return Rows(X=X, y=held["y_train"].astype(int), new_X=new_X, new_y=held["y_test"].astype(int))


def _satellite(folder: Path) -> Rows:
    with np.load(folder / "satellite.npz") as held:
        X, y = held["X"].astype(float) / 255.0, held["y"].astype(int)
    return Rows(X=X[:4435], y=y[:4435], new_X=X[4435:], new_y=y[4435:])


def _letter(folder: Path) -> Rows:
    (X, y), (new_X, new_y) = (_libsvm(folder / f"letter.scale{end}.xz") for end in ("", ".t"))
    return Rows(X=X, y=y, new_X=new_X, new_y=new_y)


def _pendigits(folder: Path) -> Rows:
    (X, y), (new_X, new_y) = (_libsvm(folder / f"pendigits{end}") for end in ("", ".t"))
    return Rows(X=X / 100.0, y=y, new_X=new_X / 100.0, new_y=new_y)


def _libsvm(path: Path) -> tuple[FloatArray, IntArray]:
    """Lines "class index:value ..." of 16 features."""
    packed = path.read_bytes()
    text = (lzma.decompress(packed) if path.suffix == ".xz" else packed).decode()
    cells = [line.split() for line in text.splitlines()]
    X = np.zeros((len(cells), 16))
    for row, (_, *pairs) in enumerate(cells):
        for pair in pairs:
            index, value = pair.split(":")
            X[row, int(index) - 1] = float(value)
    return X, np.array([int(first) for first, *_ in cells])


def clouds(n: int, d: int = 50, classes: int = 20, seed: int = 0) -> tuple[FloatArray, IntArray]:
    """Classes that overlap: a third of the rows break a margin at the optimum."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(classes, d))
    y = rng.integers(classes, size=n)
    return (centres[y] + 3.0 * rng.normal(size=(n, d))) / np.sqrt(d), y


@dataclass(frozen=True, kw_only=True)
class Run:
    """One fit."""

    data: str
    C: float
    method: str
    splits: int
    jobs: int
    objective: float | None
    accuracy: float  # %
    wall_s: float
    cpu_s: float  # of this process and those that it ended
    rounds: int | None = None
    passes: int | None = None


def timed(name: str, rows: Rows, method: str, model: Any) -> Run:
    """Fit, judge, and note what that took."""
    began, cpu = time.perf_counter(), _cpu()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(rows.X, rows.y)
    wall_s, cpu_s = time.perf_counter() - began, _cpu() - cpu
    ours = isinstance(model, ConsensusSVC)
    return Run(
        data=name,
        C=model.C,
        method=method,
        splits=(model.n_splits or 1) if ours else 1,
        jobs=(model.n_jobs or 1) if ours else 1,
        objective=_primal(model, rows),
        accuracy=100.0 * float(np.mean(model.predict(rows.new_X) == rows.new_y)),
        wall_s=wall_s,
        cpu_s=cpu_s,
        rounds=model.n_iter_ if ours else None,
        passes=model.n_passes_ if ours else None,
    )


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _primal(model: Any, rows: Rows) -> float | None:
    """1/2 ||W||^2 + C slack of the weights alone, whatever the model says of itself."""
    codes = np.searchsorted(model.classes_, rows.y)
    scores = rows.X @ model.coef_.T
    if scores.shape[1] == 1 or np.any(model.intercept_):
        return None
    margins = scores + 1.0
    own = (np.arange(len(codes)), codes)
    margins[own] -= 1.0
    slack = (margins - margins[own][:, None]).max(axis=1).sum()
    return float(0.5 * np.sum(model.coef_**2) + model.C * slack)


def optima(quick: bool) -> Iterator[Run]:
    """Each set and strength: liblinear, one machine, four splits of each seed."""
    for name, C, *_ in REFERENCES:
        if (quick and name != "satellite") or (rows := rows_of(name)) is None:
            continue
        theirs = LinearSVC(
            C=C, multi_class="crammer_singer", fit_intercept=False, tol=1e-4, max_iter=1000, random_state=0
        )
        yield timed(name, rows, "liblinear", theirs)
        yield timed(name, rows, "one machine", _plain(C=C, tol=1e-4))
        for seed in range(1 if quick else 2):
            yield timed(name, rows, "consensus", _plain(C=C, n_splits=4, random_state=seed))


def times(quick: bool) -> Iterator[Run]:
    """Splits and processes on a large set; the source's way and the baselines on digits."""
    n = 2000 if quick else 100_000
    X, y = clouds(n + 5000, classes=10)
    large, name = Rows(X=X[:n], y=y[:n], new_X=X[n:], new_y=y[n:]), f"clouds {n}"
    for splits in (1, 2, 4, 8):
        for jobs in (1, 2) if splits > 1 else (1,):
            yield timed(name, large, "consensus", _plain(n_splits=splits, n_jobs=jobs, random_state=0))
    yield timed(name, large, "averaging", _plain(n_splits=2, n_jobs=2, strategy="averaging", random_state=0))
    rows = rows_of("satellite" if quick else "pendigits")
    if rows is None:
        return
    name = "satellite" if quick else "pendigits"
    for splits in (1, 2, 4, 8, 16):
        way = {**PUBLISHED_WAY, "n_splits": splits, "max_rounds": 2, "random_state": 0}
        yield timed(
            name, rows, "published", _plain(**(way if splits > 1 else {**way, "rho": 0.0, "max_rounds": 1}))
        )
    overlap = {**PUBLISHED_WAY, "n_splits": 16, "overlap": 2, "max_rounds": 2, "random_state": 0}
    yield timed(name, rows, "published, 16 splits of 1/8", _plain(**overlap))
    yield timed(name, rows, "averaging", _plain(n_splits=4, strategy="averaging", random_state=0))
    yield timed(name, rows, "one-vs-all", _plain(strategy="one_vs_all"))


def _plain(**parameters: Any) -> ConsensusSVC:
    return ConsensusSVC(**{"fit_intercept": False, "tol": 1e-3, **parameters})


Histogram = dict[str, list[int]]


def imbalance(quick: bool) -> dict[str, Histogram]:
    """Classes by their accuracy in tenths, of the fifth that is cut down and of the others, before and after."""
    name = "satellite" if quick else "pendigits"
    rows = rows_of(name)
    if rows is None:
        return {}
    rng = np.random.default_rng(0)
    classes = np.unique(rows.y)
    few = rng.choice(classes, max(1, len(classes) // 5), replace=False)
    kept = ~np.isin(rows.y, few) | (rng.random(len(rows.y)) < 0.2)
    found: dict[str, Histogram] = {}
    makers: dict[str, Callable[[], ConsensusSVC]] = {
        "direct": lambda: ConsensusSVC(tol=1e-3),
        "one-vs-all": lambda: ConsensusSVC(strategy="one_vs_all", tol=1e-3),
    }
    for method, make in makers.items():
        for when, held in (("all rows", np.ones(len(kept), dtype=bool)), ("a fifth", kept)):
            told = make().fit(rows.X[held], rows.y[held]).predict(rows.new_X)
            accuracy = {c: float(np.mean(told[rows.new_y == c] == c)) for c in classes}
            found[f"{name}, {method}, {when}"] = {
                group: np.histogram([accuracy[c] for c in members], bins=10, range=(0.0, 1.0))[0].tolist()
                for group, members in (("cut classes", few), ("others", np.setdiff1d(classes, few)))
            }
    return found


def show(title: str, runs: list[Run]) -> None:
    """One table; by the least value that is known where there is one."""
    table = Table(title=title)
    for column in (
        "set", "C", "method", "splits", "processes", "primal", "above least", "accuracy %", "rounds", "passes",
        "wall s", "CPU s",
    ):  # fmt: skip
        table.add_column(column, justify="left" if column in {"set", "method"} else "right")
    least = {(name, C): (value, accuracy) for name, C, value, accuracy in REFERENCES}
    for run in runs:
        value, _ = least.get((run.data, run.C), (None, None))
        above = "" if value is None or run.objective is None else f"{run.objective / value - 1.0:.1e}"
        table.add_row(
            run.data, f"{run.C:g}", run.method, str(run.splits), str(run.jobs),
            "" if run.objective is None else f"{run.objective:.4f}", above, f"{run.accuracy:.2f}",
            str(run.rounds or ""), str(run.passes or ""), f"{run.wall_s:.2f}", f"{run.cpu_s:.2f}",
        )  # fmt: skip
    out.print(table)


def figures(runs: list[Run], timings: list[Run]) -> dict[str, float | None]:
    """The worst distance to a known optimum and accuracy, and what a second process gains."""
    known = {(name, C): (value, accuracy) for name, C, value, accuracy in REFERENCES}
    ours = [run for run in runs if run.method != "liblinear"]
    large = {(run.splits, run.jobs): run.wall_s for run in timings if run.method == "consensus"}
    found: dict[str, float | None] = {
        "worst share above the least primal": max(
            ((run.objective or 0.0) / known[run.data, run.C][0] - 1.0 for run in ours), default=None
        ),
        "worst points of accuracy from the reference": max(
            (abs(run.accuracy - known[run.data, run.C][1]) for run in ours), default=None
        ),
    }
    for splits in (2, 4, 8):
        found[f"{splits} splits: times as fast with two processes"] = large[splits, 1] / large[splits, 2]
    found["two splits in two processes: times as fast as one machine"] = large[1, 1] / large[2, 2]
    return found


def main(given: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.consensus", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one set, one seed, a small set for times")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args(given)
    runs, timings = list(optima(arguments.quick)), list(times(arguments.quick))
    histograms = imbalance(arguments.quick)
    found = figures(runs, timings)
    if arguments.json:
        command = "python -m benchmarks.consensus" + (" --quick" if arguments.quick else "") + " --json"
        baselines = {f"{run.data} C={run.C:g}": vars(run) for run in runs if run.method == "liblinear"}
        spread = {"runs": [vars(run) for run in runs + timings]}
        print(
            document(figures=found, baselines=baselines, spread=spread, command=command, imbalance=histograms)
        )
        return 0
    if not runs:
        out.print("The sets of uci are not there: only time is measured.")
    show("The optimum: liblinear's least value, and accuracy on test rows", runs)
    show("Time: a large set in splits and processes; the source's way and the baselines", timings)
    for name, groups in histograms.items():
        out.print(f"{name}: classes by accuracy, 0 to 1 in tenths: {groups}")
    out.print({name: None if value is None else round(value, 5) for name, value in found.items()})
    out.print(str(machine()["processor"]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
