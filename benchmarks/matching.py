"""Do two patches show the same thing? MatchNet against normalised pixels and SIFT, at 95 % recall.

Photographs: one HPatches sequence of six views with known homographies; patches of points in its left part train,
those of points in its right part test. Pages: drawn pages and copies of them, rescaled, darkened or recompressed; pages
of other sites test. A pair that does not match is of two different points.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from rich.table import Table

from benchmarks.drawn_pages import PageState
from benchmarks.reporting import document, machine, out, shared_data
from benchmarks.screenshot_queries import dark
from changemodel.evaluation.error_at_recall import fdr_at_95, fpr_at_95
from changemodel.matching.extras import opencv, pytorch
from changemodel.matching.gallery import grey
from changemodel.matching.match_net import MatchNet
from changemodel.matching.sift_patches import DescriptorNet, SquaredDifferenceSVM, normalised_sift

SIDE = 64
Patches = NDArray[np.uint8]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Groups:
    """Patches, and the point that each shows."""

    patches: Patches
    points: NDArray[np.int64]

    def pairs(
        self, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
        """Rows of two views of each point, and of a view of it and one of another point."""
        rows = [np.flatnonzero(self.points == point) for point in np.unique(self.points)]
        two = np.array([rng.choice(one, 2, replace=False) for one in rows if len(one) > 1])
        other = np.roll(two[:, 1], 1)
        first = np.concatenate([two[:, 0], two[:, 0]])
        return first, np.concatenate([two[:, 1], other]), np.arange(2 * len(two)) < len(two)


def photographs(folder: Path, most: int, rng: np.random.Generator) -> tuple[Groups, Groups]:
    """Patches around strong corners of the first view, and where the homographies put them in the others."""
    cv2 = opencv()
    views = [
        grey(np.asarray(Image.open(folder / f"hpatches_v_churchill_{n}.png").convert("RGB")))
        for n in range(1, 7)
    ]
    maps = [np.eye(3)] + [np.loadtxt(folder / f"hpatches_v_churchill_H_1_{n}.txt") for n in range(2, 7)]
    corners = cv2.goodFeaturesToTrack(views[0], 2 * most, 0.01, 12)[:, 0].astype(np.float64)
    middle = float(np.median(corners[:, 0]))
    parts = []
    for mine in (corners[:, 0] < middle - SIDE, corners[:, 0] > middle + SIDE):
        patches, points = [], []
        for number, corner in enumerate(corners[mine][:most]):
            for view, homography in zip(views, maps, strict=True):
                x, y, w = homography @ np.array([*corner, 1.0])
                left, top = round(x / w) - SIDE // 2, round(y / w) - SIDE // 2
                patch = view[max(top, 0) : top + SIDE, max(left, 0) : left + SIDE]
                if patch.shape == (SIDE, SIDE):
                    patches.append(patch)
                    points.append(number)
        parts.append(Groups(np.array(patches)[:, None], np.array(points)))
    return parts[0], parts[1]


def pages(most: int, rng: np.random.Generator) -> tuple[Groups, Groups]:
    """Patches of drawn pages and of two changed copies of each, at the same places."""
    parts = []
    for sites in ((0, 1, 2, 3), (4, 5, 6, 7)):
        patches, points = [], []
        for site in sites:
            views = [grey(view) for view in _copies(PageState(site, 0, 0).draw()[:1000], rng)]
            for number in range(most // len(sites)):
                left, top = rng.integers(0, 1000 - SIDE, size=2)
                if views[0][top : top + SIDE, left : left + SIDE].std() < 12:
                    continue
                for view in views:
                    x, y = (int(np.clip(z + rng.integers(-3, 4), 0, 1000 - SIDE)) for z in (left, top))
                    patches.append(view[y : y + SIDE, x : x + SIDE])
                    points.append(1000 * site + number)
        parts.append(Groups(np.array(patches)[:, None], np.array(points)))
    return parts[0], parts[1]


def _copies(page: Patches, rng: np.random.Generator) -> list[Patches]:
    image = Image.fromarray(page)
    small = image.resize((600, 600), Image.Resampling.BOX).resize(image.size, Image.Resampling.BICUBIC)
    return [page, np.asarray(_jpeg(small, 40)), np.asarray(_jpeg(dark(image), 60))]


def _jpeg(image: Image.Image, quality: int) -> Image.Image:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(file).convert("RGB")


def measured(
    train: Groups, test: Groups, n_batches: int, rng: np.random.Generator
) -> dict[str, dict[str, float]]:
    """Errors of every method on the same test pairs."""
    first, second, match = test.pairs(rng)
    found = {}

    def judge(name: str, scores: Callable[[], FloatArray], seconds: float = 0.0) -> None:
        values = scores()
        found[name] = {
            "FPR95": fpr_at_95(match, values),
            "FDR95": fdr_at_95(match, values),
            "training CPU s": seconds,
        }

    pixels = _normalised(test.patches)
    judge("normalised pixels", lambda: (pixels[first] * pixels[second]).sum(axis=1))
    sift = normalised_sift(test.patches)
    judge("SIFT, distance", lambda: -np.linalg.norm(sift[first] - sift[second], axis=1))
    learning = normalised_sift(train.patches)
    a, b, same = train.pairs(rng)
    svm = SquaredDifferenceSVM().fit(learning[a], learning[b], same)
    judge("SIFT, squared differences, SVM", lambda: svm.decision_function(sift[first], sift[second]))
    begun = process_time()
    by_net = DescriptorNet(n_batches=10 * n_batches).fit(learning[a], learning[b], same)
    seconds = process_time() - begun
    judge("SIFT, net", lambda: by_net.decision_function(sift[first], sift[second]), seconds)
    begun = process_time()
    net = MatchNet(bottleneck=64, hidden=256, width_mult=0.25, n_batches=n_batches).fit(
        train.patches, train.points
    )
    seconds = process_time() - begun
    pairs = np.stack([test.patches[first], test.patches[second]], axis=1)
    judge("MatchNet, quarter width, 64-256x256", lambda: net.decision_function(pairs), seconds)
    return found


def _normalised(patches: Patches) -> FloatArray:
    flat = patches.reshape(len(patches), -1).astype(np.float64)
    flat -= flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.matching", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="100 batches, few patches: not the full figure")
    parser.add_argument("--batches", type=int, default=800, help="of MatchNet")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    opencv().setNumThreads(1)
    pytorch().set_num_threads(1)
    batches, most = (100, 100) if arguments.quick else (arguments.batches, 600)
    rng = np.random.default_rng(0)
    results = {"pages": measured(*pages(most, rng), batches, rng)}
    folder = shared_data() / "patches"
    if folder.is_dir():
        results["photographs"] = measured(*photographs(folder, most, rng), batches, rng)
    command = "python -m benchmarks.matching" + (" --quick" if arguments.quick else f" --batches {batches}")
    if arguments.json:
        ours = {
            f"{name}: {figure}": value
            for name, found in results.items()
            for method, values in found.items()
            if method.startswith("MatchNet")
            for figure, value in values.items()
        }
        others = {
            name: {m: v for m, v in found.items() if not m.startswith("MatchNet")}
            for name, found in results.items()
        }
        print(document(figures=ours, baselines=others, command=command + " --json"))
        return
    for name, found in results.items():
        table = Table(title=name)
        for column in ("", "FPR95", "FDR95", "training CPU s"):
            table.add_column(column, justify="right" if column else "left")
        for method, values in found.items():
            table.add_row(
                method, f"{values['FPR95']:.3f}", f"{values['FDR95']:.3f}", f"{values['training CPU s']:.0f}"
            )
        out.print(table)
    out.print(
        f"{command}; {machine()['processor']}" + ("; quick: not the full figure" if arguments.quick else "")
    )
    if not folder.is_dir():
        out.print(f"photographs are skipped: {folder} is not there")


if __name__ == "__main__":
    main()
