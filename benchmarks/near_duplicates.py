"""Are near-duplicates told from other pages, and how long do groups of 10,000 captures take?

Petclinic: 149 states of a web application, 11,026 pairs that people judged clone, near-duplicate (the same template
with other data) or distinct. The area under ROC of "distinct" against the rest: fingerprints by part and as a whole,
beside ITQ codes of 256 bits learned from the same states; skipped where the shared data are not. Times: CPU seconds of
``NearDuplicates`` and ``RecurringStates`` on made-up fingerprints, all far apart and around 50 middles.
"""

from __future__ import annotations

import argparse
import json
import time
import zipfile
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.metrics import roc_auc_score

from benchmarks.reporting import document, machine, out, shared_data
from changemodel.codes.fingerprints import PARTS, PageFingerprints, part_of
from changemodel.codes.near_duplicates import NearDuplicates, RecurringStates
from changemodel.codes.packed_bits import ByteArray, hamming
from changemodel.codes.page_points import MADE_OF, WORDS, page_point
from changemodel.codes.unlabelled_bits import ITQ
from changemodel.features.gist import GistGrid
from changemodel.features.images import load_image

DISTINCT = 2
MIDDLES, FLIPPED = 50, 0.02
DISTANCE = 100
"""Bits of 768 for the times; what it is changes the work little."""


def petclinic() -> dict[str, float]:
    """Areas under ROC; empty where the data are not there."""
    archive = shared_data() / "webpages" / "ndstudy_petclinic.zip"
    if not archive.is_file():
        return {}
    with zipfile.ZipFile(archive) as packed:
        judged = json.loads(packed.read("gs/gsResults.json"))["pairs"]
        said = {frozenset((pair["state1"], pair["state2"])): pair["response"] for pair in judged}
        names = sorted({name for pair in said for name in pair})
        points = np.array([_point(packed, name) for name in names])
    distinct = np.array([said[frozenset(pair)] == DISTINCT for pair in combinations(names, 2)])
    prints = PageFingerprints(points.shape[1] - MADE_OF - WORDS).transform(points)
    codes = {"fingerprint, whole": prints, "ITQ, 256 bits": ITQ(n_bits=256).fit(points).transform(points)}
    codes |= {f"fingerprint, {part}": part_of(prints, part) for part in PARTS}
    return {name: float(roc_auc_score(distinct, _apart(found))) for name, found in codes.items()}


def _point(packed: zipfile.ZipFile, name: str) -> NDArray[np.float64]:
    gist = GistGrid(grid=10).transform([load_image(packed.read(f"screenshots/{name}.png"))])[0]
    return page_point(gist, packed.read(f"doms/{name}.html"), "", n_gist=gist.size)


def _apart(codes: ByteArray) -> NDArray[np.int32]:
    return np.asarray(hamming(codes, codes)[np.triu_indices(len(codes), 1)])


def seconds(count: int) -> dict[str, float]:
    """CPU seconds for so many fingerprints."""
    rng = np.random.default_rng(0)
    apart = rng.integers(256, size=(count, 96), dtype=np.uint8)
    flips = np.packbits(rng.random((count, 768)) < FLIPPED, axis=1)
    grouped = apart[:MIDDLES][rng.integers(MIDDLES, size=count)] ^ flips
    found = {}
    for kind, codes in (("all far apart", apart), (f"around {MIDDLES} middles", grouped)):
        for learner in (NearDuplicates(DISTANCE), RecurringStates(DISTANCE)):
            begun = time.process_time()
            learner.fit(codes)
            found[f"{type(learner).__name__}, {kind}"] = time.process_time() - begun
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.near_duplicates", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="times for 1,000 captures: not the full figure")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    count = 1_000 if arguments.quick else 10_000
    areas, times = petclinic(), seconds(count)
    if arguments.json:
        command = "python -m benchmarks.near_duplicates" + (" --quick" if arguments.quick else "") + " --json"
        ours = {name: area for name, area in areas.items() if not name.startswith("ITQ")}
        others = {name: area for name, area in areas.items() if name.startswith("ITQ")}
        print(document(figures={**ours, **times}, baselines=others, command=command))
        return
    _print("Petclinic, area under ROC", areas, ".3f")
    _print(f"{count:,} captures, CPU s", times, ".2f")
    out.print(str(machine()["processor"]) + ("; quick: not the full figure" if arguments.quick else ""))


def _print(title: str, found: dict[str, Any], form: str) -> None:
    table = Table("", "", title=title, title_justify="left", show_header=False)
    for name, value in found.items():
        table.add_row(name, format(value, form))
    out.print(table)


if __name__ == "__main__":
    main()
