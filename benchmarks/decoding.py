"""Which regions carry information: a slice of a brain, and generated pages.

``python -m benchmarks.decoding [--quick] [--json]``. Haxby et al. (2001), the slice that PyMVPA ships: 864 scans of
eight kinds of pictures in twelve runs; leave one run out, chance .125. ``RegionDecoder`` beside pipelines of
scikit-learn's parts (its ``SVC`` has a plain hinge); screening and the choice of C see training runs only. "Run means"
decodes the mean of each kind in each run: 96 patterns, which unlike the scans of one block are independent, so that
exchanging their labels is a test. ``SearchLight`` moves over the slice. Captures: generated sites of the training
family, a person's labels drawn from the truth, ``region_evidence``: how often it finds any region, how many, how many
of these lie on declared news; and how often shuffled labels find any, which should be 5 % at most. --quick: fewer
decoders, one site.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.model_selection import LeaveOneGroupOut, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

from benchmarks.pages.captures import history
from benchmarks.pages.history import SiteHistory
from benchmarks.pages.site import Truth
from benchmarks.reporting import document, machine, out, shared_data
from changemodel.classify.region_decoder import RegionDecoder
from changemodel.classify.region_evidence import SIGNIFICANT, change_pattern, missing_labels, region_evidence
from changemodel.classify.search_light import SearchLight
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.metric.threads import one_blas_thread

REST = 0
PUBLISHED = {
    "linear SVC": ".593 ± .109",
    "ANOVA-100 + SVC": ".677 ± .072",
    "run means": ".729",
}
"""Measured with scikit-learn beforehand: mean ± standard deviation over the twelve runs."""
GRID = 10
SITES, DAYS = ("gazette", "council", "wire"), 6
COUNTS = (10, 20, 40)
PERMUTATIONS = 199


@dataclass(frozen=True)
class Slice:
    """Scans of one slice of a brain."""

    bold: FloatArray  # (scans, 40, 20)
    kinds: IntArray
    runs: IntArray

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Voxels in which anything was measured."""
        return np.asarray(self.bold.std(axis=0) > 0)

    def without_rest(self) -> Slice:
        shown = self.kinds != REST
        return Slice(self.bold[shown], self.kinds[shown], self.runs[shown])

    def run_means(self) -> Slice:
        """The mean of each kind in each run."""
        pairs = np.unique(np.column_stack([self.runs, self.kinds]), axis=0)
        means = [self.bold[(self.runs == run) & (self.kinds == kind)].mean(axis=0) for run, kind in pairs]
        return Slice(np.array(means), pairs[:, 1], pairs[:, 0])


def nifti(path: Path) -> FloatArray:
    """The numbers of an uncomplicated NIfTI-1 file: one gzipped file, little-endian, axes (x, y, z, t)."""
    data = gzip.decompress(path.read_bytes())
    header = np.frombuffer(data[:348], dtype=np.uint8)
    if header[:4].view("<i4")[0] != 348 or data[344:347] != b"n+1":
        raise ValueError(f"{path} is no little-endian NIfTI-1 file")
    sides = header[40:56].view("<i2")
    kind = {4: "<i2", 8: "<i4", 16: "<f4", 64: "<f8"}[int(header[70:72].view("<i2")[0])]
    start, slope, intercept = header[108:120].view("<f4")
    values = np.frombuffer(data, dtype=kind, offset=int(start), count=int(np.prod(sides[1 : sides[0] + 1])))
    shaped = values.reshape(sides[1 : sides[0] + 1], order="F").astype(np.float64)
    return shaped * slope + intercept if slope else shaped


def haxby() -> Slice | None:
    """The slice, None where the data are not there."""
    folder = shared_data() / "haxby"
    if not (folder / "bold.nii.gz").exists():
        return None
    kinds, runs = np.loadtxt(folder / "attributes.txt", dtype=np.intp).T
    return Slice(np.moveaxis(nifti(folder / "bold.nii.gz")[:, :, 0], -1, 0), kinds, runs)


def z_scored_by_run(scans: Slice) -> Slice:
    """Each voxel with mean 0 and variance 1 in each run, rest included: runs differ in level. No label is used."""
    bold = scans.bold.copy()
    for run in np.unique(scans.runs):
        own = bold[scans.runs == run]
        spread = own.std(axis=0)
        bold[scans.runs == run] = (own - own.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return Slice(bold, scans.kinds, scans.runs)


@dataclass(frozen=True)
class Row:
    """One decoder of the slice."""

    name: str
    by_run: FloatArray  # share of held-out patterns decoded in each run
    cpu_s: float
    theirs: FloatArray | None = None  # the same of scikit-learn's parts
    p: float | None = None

    @property
    def told(self) -> str:
        return _told(self.by_run)


def _told(by_run: FloatArray) -> str:
    return f"{by_run.mean():.3f} ± {by_run.std():.3f}"


def decoded(name: str, scans: Slice, theirs: Any = None, **told: Any) -> Row:
    """Leave one run out, ours and, where there is one, a pipeline of scikit-learn's."""
    mask = scans.mask
    x = scans.bold[:, mask]
    start = time.process_time()
    decoder = RegionDecoder(standardize=False, **told).fit(x, scans.kinds, scans.runs)
    spent = time.process_time() - start
    p = decoder.p_values_
    return Row(
        name,
        decoder.cv_scores_[0, 0],
        spent,
        theirs=None
        if theirs is None
        else cross_val_score(theirs, x, scans.kinds, groups=scans.runs, cv=LeaveOneGroupOut()),
        p=None if p is None else float(p[0, 0]),
    )


def brain(scans: Slice, *, quick: bool) -> list[Row]:
    """The rows of the table."""
    shown = z_scored_by_run(scans).without_rest()
    means = shown.run_means()
    best = 100.0 * 100 / shown.mask.sum()
    machine_ = SVC(kernel="linear")
    screened = make_pipeline(SelectKBest(f_classif, k=100), machine_)
    rows = [
        decoded("run means", means, machine_, C=1.0),
        decoded("run means, lda", means, estimator="lda", n_permutations=99 if quick else 999),
        decoded("ANOVA-100 + SVC", shown, screened, C=1.0, screening_percentile=best),
    ]
    if not quick:
        rows += [
            decoded("linear SVC", shown, machine_, C=1.0),
            decoded("ANOVA-100 + SVC, nested C", shown, screening_percentile=best),
            decoded("ANOVA-100 + lda", shown, estimator="lda", screening_percentile=best),
        ]
    return rows


def searched(scans: Slice, permutations: int) -> dict[str, float]:
    """The searchlight over the slice, on run means: how much of it carries information."""
    means = z_scored_by_run(scans).without_rest().run_means()
    start = time.process_time()
    light = SearchLight(mask=scans.mask, radius=2.0, estimator="lda", n_permutations=permutations)
    light.fit(means.bold, means.kinds, means.runs)
    return {
        "best": float(np.nanmax(light.scores_)),
        "voxels": int(scans.mask.sum()),
        "voxels that carry information": int(np.count_nonzero(np.asarray(light.p_corrected_) <= SIGNIFICANT)),
        "cpu_s": time.process_time() - start,
    }


@dataclass(frozen=True)
class Found:
    """What is found by as many labels, over draws of them, %."""

    found: float  # draws in which any region was found
    regions: float  # regions found
    on_news: float | None  # of these, on declared news
    by_chance: float  # draws in which shuffled labels found any


def captures(site: SiteHistory, counts: Sequence[int], draws: int) -> dict[int, Found]:
    """Evidence on one site by number of labels, as many important as not."""
    kinds = (Truth.SIMILAR, Truth.DISSIMILAR)
    places = [place for place, kind in enumerate(site.truths) if kind in kinds]
    important = np.array([site.truths[place] is Truth.DISSIMILAR for place in places])
    days = np.array([site.versions[place + 1].captured_at.toordinal() for place in places])
    news = site.news_cells(slice(None), GRID)
    patterns = np.array(
        [change_pattern(site.versions[place], site.versions[place + 1], GRID) for place in places]
    )

    def evidence(rows: IntArray, labels: NDArray[np.bool_]) -> NDArray[np.bool_]:
        if missing_labels(labels, days[rows]):
            return np.zeros((GRID, GRID), dtype=bool)
        return region_evidence(patterns[rows], labels, days[rows], permutations=PERMUTATIONS).carries

    found = {}
    for count in counts:
        true, shuffled = [], []
        for seed in range(draws):
            rng = np.random.default_rng(seed)
            drawn = [
                rng.permutation(np.flatnonzero(important == side))[: count // 2] for side in (True, False)
            ]
            rows = np.concatenate(drawn)
            true.append(evidence(rows, important[rows]))
            shuffled.append(evidence(rows, rng.permutation(important[rows])))
        cells = sum(int(item.sum()) for item in true)
        on_news = sum(int((item & news).sum()) for item in true)
        found[count] = Found(
            found=100 * float(np.mean([item.any() for item in true])),
            regions=cells / draws,
            on_news=100 * on_news / cells if cells else None,
            by_chance=100 * float(np.mean([item.any() for item in shuffled])),
        )
    return found


def show(
    rows: Sequence[Row], light: Mapping[str, float] | None, sites: Mapping[str, dict[int, Found]]
) -> None:
    """The tables for people."""
    if rows:
        table = Table(
            title="Haxby slice, 8 kinds, leave one run out, chance .125: mean ± deviation of 12 runs"
        )
        for column in ("decoder", "ours", "scikit-learn's parts", "measured before", "p", "CPU s"):
            table.add_column(column, justify="left" if column == "decoder" else "right")
        for row in rows:
            table.add_row(
                row.name,
                row.told,
                "" if row.theirs is None else _told(row.theirs),
                PUBLISHED.get(row.name, ""),
                "" if row.p is None else f"{row.p:.3f}",
                f"{row.cpu_s:.1f}",
            )
        out.print(table)
    if light:
        out.print("searchlight: " + ", ".join(f"{name} {value:.3g}" for name, value in light.items()))
    table = Table(title="captures: what labels find")
    for column in (
        "site",
        "labels",
        "found any, %",
        "regions",
        "of these on news, %",
        "shuffled labels found any, %",
    ):
        table.add_column(column, justify="left" if column == "site" else "right")
    for name, found in sites.items():
        for count, item in found.items():
            on_news = "" if item.on_news is None else f"{item.on_news:.0f}"
            table.add_row(
                name, str(count), f"{item.found:.0f}", f"{item.regions:.1f}", on_news, f"{item.by_chance:.0f}"
            )
    out.print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.decoding", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer decoders, one site: not the full figure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    quick, as_json = vars(parser.parse_args()).values()
    scans = haxby()
    with one_blas_thread():
        rows = [] if scans is None else brain(scans, quick=quick)
        light = None if scans is None or quick else searched(scans, 999)
        chosen, draws = (SITES[:1], 3) if quick else (SITES, 10)
        sites = {name: captures(history(name, days=DAYS), COUNTS, draws) for name in chosen}
    if not as_json:
        if scans is None:
            out.print("The Haxby slice is not there: captures only.")
        show(rows, light, sites)
        out.print(str(machine()["processor"]) + (", --quick: not the full figure" if quick else ""))
        return
    print(
        document(
            figures={row.name: float(row.by_run.mean()) for row in rows}
            | {
                f"{name}: {count} labels find any": of[count].found
                for name, of in sites.items()
                for count in of
            },
            baselines={row.name: float(row.theirs.mean()) for row in rows if row.theirs is not None}
            | {
                f"{name}: {count} shuffled": of[count].by_chance for name, of in sites.items() for count in of
            },
            spread={row.name: float(row.by_run.std()) for row in rows},
            command="python -m benchmarks.decoding" + (" --quick" if quick else "") + " --json",
            published=PUBLISHED,
            searchlight=light,
            sites={name: {count: vars(item) for count, item in of.items()} for name, of in sites.items()},
        )
    )


if __name__ == "__main__":
    main()
