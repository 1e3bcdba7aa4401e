"""Do learned binary codes keep classes apart, also classes they were not learned from?

``python -m benchmarks.codes [--quick] [--json]``. Three questions, with the baselines in the same run:

- trained classes: digits, USPS, Letter, Pendigits, Satellite, 30 points a class to learn from, at 16 to 128 bits: error
  of 3 nearest neighbours by Hamming distance, mean average precision of the ranking of the learning points, CPU time
  of ``fit``. "classifier" is linear SVMs as a code, one bit for the likeliest class: what a supervised code must beat
  for its win to say anything (Sablayrolles et al., 2017). RaBitQ is faiss's: a bit for each feature, so of no other
  length, and the query stays a vector.
- unseen classes: D2, pairs of digits under changing light, learned from 60 pairs, judged on 40 others: accuracy of
  linear SVMs on 10 examples a class, precision at 25. And halves of Letter's classes.
- spiral: two arms, 8 bits, error of neighbours and of a linear SVM on the bits.

UCI sets that are not there are left out; --quick takes the digits and D2, one draw, 32 bits.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from benchmarks.code_sets import CodeSet, digit_pairs, digits_set, spiral, uci_sets
from benchmarks.reporting import document, machine, out, shared_data
from changemodel.codes.bit_queries import precision_at
from changemodel.codes.cbid import CBID
from changemodel.codes.packed_bits import FloatArray, hamming
from changemodel.codes.picodes import PiCoDes
from changemodel.codes.unlabelled_bits import ITQ, LSH
from changemodel.evaluation.code_baselines.classemes import Classemes
from changemodel.evaluation.code_baselines.nonlinear_hashing import (
    AnchorGraphHashing,
    SelfTaughtHashing,
    SpectralHashing,
    SphericalHashing,
    spherical_distances,
)
from changemodel.evaluation.ranking import average_precision
from changemodel.metric.threads import one_blas_thread

PER_CLASS = 30
Make = Callable[[int, int], Any]

CODES: dict[str, Make] = {
    "CBID": lambda bits, seed: CBID(n_bits=bits, max_triplets=50_000, random_state=seed),
    "CBID, class weights": lambda bits, seed: CBID(
        n_bits=bits, weights="class", max_triplets=50_000, random_state=seed
    ),
    "PiCoDes": lambda bits, seed: PiCoDes(n_bits=bits, random_state=seed),
    "PiCoDes, sigmoid": lambda bits, seed: PiCoDes(n_bits=bits, solver="sigmoid", random_state=seed),
    "LSH": lambda bits, seed: LSH(n_bits=bits, random_state=seed),
    "ITQ": lambda bits, seed: ITQ(n_bits=bits, random_state=seed),
    "spectral": lambda bits, seed: SpectralHashing(bits),
    "spherical": lambda bits, seed: SphericalHashing(bits, random_state=seed),
    "anchor graph": lambda bits, seed: AnchorGraphHashing(bits),
    "self-taught": lambda bits, seed: SelfTaughtHashing(bits),
    "classemes, median": lambda bits, seed: Classemes(),
    "classifier": lambda bits, seed: Classemes(cut="argmax"),
}
OURS = ("CBID", "CBID, class weights", "PiCoDes", "PiCoDes, sigmoid")
WHATEVER_LENGTH = ("classemes, median", "classifier")


@dataclass(frozen=True)
class Row:
    """One method in one draw of one table."""

    table: str
    method: str
    seed: int
    values: dict[str, float]


def voted(distances: FloatArray, data: CodeSet, k: int = 3) -> float:
    """Error in % of the k nearest; of a tied vote the nearest decides."""
    near = data.y[np.argsort(distances, axis=1, kind="stable")[:, :k]]
    counts = np.stack([(near == c).sum(axis=1) for c in range(int(data.y.max()) + 1)], axis=1).astype(float)
    counts[np.arange(len(near)), near[:, 0]] += 0.5
    return 100.0 * float((counts.argmax(axis=1) != data.new_y).mean())


def ranked(distances: FloatArray, data: CodeSet, queries: int = 500) -> float:
    """Mean average precision in % of the learning points, for the first new points."""
    found = [
        average_precision(-row, data.y == y) for row, y in zip(distances[:queries], data.new_y, strict=False)
    ]
    return 100.0 * float(np.mean(found))


def linear(features: FloatArray, labels: NDArray[Any], seed: int) -> tuple[float, float]:
    """Accuracy and precision at 25 in % of linear SVMs on 10 examples a class; the cost by 5-fold cross-validation."""
    order = np.random.default_rng(seed).permutation(len(labels))
    train = np.concatenate([order[labels[order] == c][:10] for c in np.unique(labels)])
    test = np.setdiff1d(order, train)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        folds = np.arange(len(train)) % 5
        shares = [
            np.mean(
                [
                    LinearSVC(C=cost)
                    .fit(features[train[folds != f]], labels[train[folds != f]])
                    .score(features[train[folds == f]], labels[train[folds == f]])
                    for f in range(5)
                ]
            )
            for cost in (1e-3, 1e-2, 1e-1, 1.0)
        ]
        machine = LinearSVC(C=(1e-3, 1e-2, 1e-1, 1.0)[int(np.argmax(shares))]).fit(
            features[train], labels[train]
        )
    scores = machine.decision_function(features[test])
    precision = [precision_at(scores[:, k], labels[test] == c, 25) for k, c in enumerate(machine.classes_)]
    return 100.0 * float(machine.score(features[test], labels[test])), 100.0 * float(np.mean(precision))


def trained_classes(data: CodeSet, table: str, bits: int, seed: int, *, first: bool) -> Iterator[Row]:
    """Every code on one draw; with the first length what has none to choose, too."""
    for name, make in CODES.items():
        if name in WHATEVER_LENGTH and not first:
            continue
        start = time.process_time()
        code = (
            make(bits, seed).fit(data.x, data.y)
            if name in (*OURS, *WHATEVER_LENGTH)
            else make(bits, seed).fit(data.x)
        )
        seconds = time.process_time() - start
        distances = (
            spherical_distances(code.bits(data.new_x), code.bits(data.x))
            if name == "spherical"
            else hamming(code.transform(data.new_x), code.transform(data.x)).astype(float)
        )
        yield Row(
            table,
            name,
            seed,
            {"error": voted(distances, data), "map": ranked(distances, data), "fit_s": seconds},
        )
    if first:
        yield from without_codes(data, table, seed)


def without_codes(data: CodeSet, table: str, seed: int) -> Iterator[Row]:
    """Points as they are, RaBitQ, and a linear SVM: what codes are small substitutes of."""
    whole = ((data.new_x[:, None] - data.x) ** 2).sum(axis=2)
    yield Row(table, "points", seed, {"error": voted(whole, data), "map": ranked(whole, data), "fit_s": 0.0})
    estimated = rabitq(data)
    if estimated is not None:
        yield Row(
            table,
            "RaBitQ",
            seed,
            {"error": voted(estimated, data), "map": ranked(estimated, data), "fit_s": 0.0},
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        wrong = 100.0 * (1.0 - LinearSVC(C=0.1).fit(data.x, data.y).score(data.new_x, data.new_y))
    yield Row(table, "linear SVM", seed, {"error": float(wrong), "map": float("nan"), "fit_s": 0.0})


def rabitq(data: CodeSet) -> FloatArray | None:
    """Distances that faiss estimates from its codes; None without faiss."""
    try:
        import faiss
    except ImportError:
        return None
    index = faiss.IndexPreTransform(
        faiss.RandomRotationMatrix(data.x.shape[1], data.x.shape[1]), faiss.IndexRaBitQ(data.x.shape[1])
    )
    stored = np.ascontiguousarray(data.x, dtype=np.float32)
    index.train(stored)
    index.add(stored)
    near, rows = index.search(np.ascontiguousarray(data.new_x, dtype=np.float32), len(stored))
    found = np.empty((len(data.new_x), len(stored)))
    np.put_along_axis(found, rows, near, axis=1)
    return found


def unseen_classes(data: CodeSet, table: str, bits: int, seed: int) -> Iterator[Row]:
    """Every code on one draw, judged on classes that it was not learned from."""
    for name, make in CODES.items():
        start = time.process_time()
        code = make(bits, seed)
        code = code.fit(data.x) if name == "self-taught" else code.fit(data.x, data.y)
        seconds = time.process_time() - start
        made = code.bits(data.new_x).astype(float)
        accuracy, precision = linear(made, data.new_y, seed)
        values = {"accuracy": accuracy, "p25": precision, "bits": float(made.shape[1]), "fit_s": seconds}
        yield Row(table, name, seed, values)
    accuracy, precision = linear(data.new_x, data.new_y, seed)
    yield Row(
        table, "points", seed, {"accuracy": accuracy, "p25": precision, "bits": float("nan"), "fit_s": 0.0}
    )


def halves(data: CodeSet, seed: int) -> CodeSet:
    """A set whose codes are learned from half of its classes and judged on the others."""
    order = np.random.default_rng(seed).permutation(int(data.y.max()) + 1)
    old = np.isin(data.y, order[: len(order) // 2])
    new = ~np.isin(data.new_y, order[: len(order) // 2])
    return CodeSet(
        data.x[old], np.unique(data.y[old], return_inverse=True)[1], data.new_x[new], data.new_y[new]
    )


def on_spiral(seed: int) -> Iterator[Row]:
    """Eight bits against points and spectral hashing."""
    x, y = spiral(seed, 400)
    new_x, new_y = spiral(1000 + seed, 2000)
    data = CodeSet(x, y, new_x, new_y)
    codes: dict[str, Any] = {
        "CBID": CBID(n_bits=8, n_pos=5, n_neg=5, random_state=seed),
        "spectral": SpectralHashing(8),
    }
    for name, code in codes.items():
        code.fit(x, y)
        rule = LinearSVC().fit(code.bits(x), y)
        near = voted(hamming(code.transform(new_x), code.transform(x)).astype(float), data)
        yield Row(
            "spiral, 8 bits",
            name,
            seed,
            {"error": near, "svm_error": 100 * (1 - rule.score(code.bits(new_x), new_y))},
        )
    whole = ((new_x[:, None] - x) ** 2).sum(axis=2)
    straight = 100.0 * (1.0 - LinearSVC().fit(x, y).score(new_x, new_y))
    yield Row("spiral, 8 bits", "points", seed, {"error": voted(whole, data), "svm_error": float(straight)})


def rows(*, quick: bool, lengths: tuple[int, ...], seeds: range) -> Iterator[Row]:
    """All tables."""
    for seed in seeds:
        sets = (
            {"digits": digits_set(seed)}
            if quick
            else {"digits": digits_set(seed), **dict(uci_sets(shared_data(), seed, PER_CLASS))}
        )
        for bits in lengths:
            for name, data in sets.items():
                yield from trained_classes(data, f"{name}, {bits} bits", bits, seed, first=bits == lengths[0])
        yield from unseen_classes(digit_pairs(seed), "unseen: D2, 32 bits", 32, seed)
        if "Letter" in sets:
            yield from unseen_classes(
                halves(sets["Letter"], seed), "unseen: half of Letter, 32 bits", 32, seed
            )
        yield from on_spiral(seed)


def show(table: str, found: list[Row]) -> None:
    """One table for people."""
    names = list(found[0].values)
    shown = Table(
        title=f"{table}: mean and standard deviation over draws (error, mAP, accuracy, P@25 in %; fit in CPU s)"
    )
    for column in ("method", *names):
        shown.add_column(column, justify="left" if column == "method" else "right")
    for method in dict.fromkeys(row.method for row in found):
        mine = [row.values for row in found if row.method == method]
        shown.add_row(
            method,
            *(f"{np.mean(v):.1f} ± {np.std(v):.1f}" for v in ([row[n] for row in mine] for n in names)),
        )
    out.print(shown)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.codes", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="digits and D2, one draw, 32 bits: not the full figure"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument(
        "--bits",
        type=int,
        nargs="+",
        default=[16, 32, 64, 128],
        help="lengths; all four unless some are named, such as --bits 32, which takes a quarter; --quick has 32",
    )
    arguments = parser.parse_args()
    lengths, seeds = ((32,), range(1)) if arguments.quick else (tuple(arguments.bits), range(3))
    found: list[Row] = []
    with one_blas_thread():
        for row in rows(quick=arguments.quick, lengths=lengths, seeds=seeds):
            found.append(row)
    tables = {
        table: [row for row in found if row.table == table]
        for table in dict.fromkeys(row.table for row in found)
    }
    if not arguments.json:
        for table, mine in tables.items():
            show(table, mine)
        out.print(str(machine()["processor"]) + ("; quick: not the full figure" if arguments.quick else ""))
        return
    means = {
        f"{table}: {method}, {name}": float(
            np.mean([row.values[name] for row in mine if row.method == method])
        )
        for table, mine in tables.items()
        for method in dict.fromkeys(row.method for row in mine)
        for name in mine[0].values
    }
    ours = {key: value for key, value in means.items() if key.split(": ")[-1].startswith(OURS)}
    print(
        document(
            figures=ours,
            baselines={key: value for key, value in means.items() if key not in ours},
            spread={"runs": [vars(row) for row in found]},
            command="python -m benchmarks.codes" + (" --quick" if arguments.quick else "") + " --json",
        )
    )


if __name__ == "__main__":
    main()
