"""Near-duplicate states of a real web application, told apart by people, and 16 comparators that others computed.

Data: petclinic of the NDStudy (149 states, 11,026 pairs: clone, near-duplicate or distinct). Asked is the area under
ROC of "distinct" against the rest. ``FOREIGN`` holds what the same comparators reached on the study's 963 pairs of
random sites: the best comparator there is the one that somebody who has not seen petclinic's answers would take.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.table import Table
from sklearn.metrics import roc_auc_score

from changemodel.evaluation.state_comparison import PARTS, PageState, joint_distance, part_distances

FOREIGN = {
    "PDiff": 0.978, "RTED": 0.968, "BlockHash": 0.964, "PHash": 0.959, "contentHash": 0.948, "SSIM": 0.945,
    "SIFT": 0.944, "Levenshtein": 0.893, "Hyst": 0.881, "SIMHASH": 0.796,
}  # fmt: skip
"""Area under ROC of the study's comparators on other pages than petclinic."""

DISTINCT = 2
OURS = "ours: structure, words, GIST"

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


def petclinic(data: Path) -> dict[str, Any] | None:
    """Areas under ROC by comparator; None where the data are not there."""
    archive = data / "webpages" / "ndstudy_petclinic.zip"
    if not archive.is_file():
        return None
    with zipfile.ZipFile(archive) as packed:
        judged = json.loads(packed.read("gs/gsResults.json"))["pairs"]
        responses = {frozenset((pair["state1"], pair["state2"])): pair["response"] for pair in judged}
        states = sorted({name for pair in responses for name in pair})
        distinct = np.array([responses[frozenset(pair)] == DISTINCT for pair in combinations(states, 2)])
        parts = part_distances([_state(packed, name) for name in states])
        others = {
            _name(path): _stored(packed.read(path).decode(), states)
            for path in sorted(packed.namelist())
            if path.startswith("comp_output/") and path.endswith(".csv")
        }
    areas = {name: area for name, values in others.items() if (area := _area(values, distinct)) is not None}
    best = max((name for name in areas if name in FOREIGN), key=lambda name: FOREIGN[name])
    return {
        "pairs": len(distinct),
        "distinct": int(distinct.sum()),
        "ours": {
            OURS: float(roc_auc_score(distinct, joint_distance(parts))),
            **{f"{name} alone": float(roc_auc_score(distinct, parts[:, k])) for k, name in enumerate(PARTS)},
        },
        "comparators": areas,
        "best elsewhere": best,
    }


def petclinic_table(found: Mapping[str, Any]) -> Table:
    """Every comparator, the best first."""
    table = Table(
        title=f"Petclinic: {found['pairs']} pairs of states, {found['distinct']} distinct",
        title_justify="left",
    )
    table.add_column("", no_wrap=True)
    for heading in ("area under ROC", "on other sites"):
        table.add_column(heading, justify="right")
    everything = {**found["ours"], **found["comparators"]}
    for name, area in sorted(everything.items(), key=lambda item: -item[1]):
        mark = " (best elsewhere)" if name == found["best elsewhere"] else ""
        foreign = f"{FOREIGN[name]:.3f}" if name in FOREIGN else ""
        table.add_row(name + mark, f"{area:.3f}", foreign)
    return table


def _state(packed: zipfile.ZipFile, name: str) -> PageState:
    document = packed.read(f"doms/{name}.html").decode("utf-8", "replace")
    return PageState(document, packed.read(f"screenshots/{name}.png"))


def _name(path: str) -> str:
    return path.removesuffix("-raw.csv").rpartition("-")[2]


def _stored(text: str, states: Sequence[str]) -> FloatArray | None:
    """The stored distances of all pairs; the larger entry where the matrix is not symmetric."""
    header, *rows = csv.reader(io.StringIO(text))
    places = {Path(name).stem: place for place, name in enumerate(item for item in header if item.strip())}
    if not all(name in places for name in states):
        return None
    matrix = np.array([[float(value) for value in row if value.strip()] for row in rows if row])
    pairs = [(places[a], places[b]) for a, b in combinations(states, 2)]
    return np.array([max(matrix[i, j], matrix[j, i]) for i, j in pairs])


def _area(values: FloatArray | None, distinct: BoolArray) -> float | None:
    """Area under ROC, whichever way round the comparator counts; None where pairs are missing."""
    if values is None or not np.isfinite(values).all():
        return None
    area = float(roc_auc_score(distinct, values))
    return max(area, 1.0 - area)
