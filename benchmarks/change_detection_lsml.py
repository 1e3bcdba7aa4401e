"""metric-learn's LSML on our constraints, in an environment of its own: it needs an older scikit-learn.

``python -m benchmarks.change_detection_lsml --prepare`` makes that environment in the user's cache folder. Without it
the benchmark leaves LSML out and says so.

LSML (Liu et al. 2012) learns a Mahalanobis matrix from quadruplets d(i, j) < d(k, l) of points. As in (4.6) of the
source the points are element-wise roots of region distances, each compared with the origin: c^T M c.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.change_detection_peers import constraints_of
from changemodel.features.regions import region_distances_of

LSML = "LSML (metric-learn)"
REQUIREMENTS = ("metric-learn==0.7.0", "scikit-learn==1.5.2", "numpy<2.3")
CONSTRAINTS = 500  # LSML's gradient is a loop over them

FloatArray = NDArray[np.float64]

_SCRIPT = """
import sys, warnings
import numpy as np
from metric_learn import LSML
warnings.simplefilter("ignore")
given = np.load(sys.argv[1])
table, closer, farther, test = (given[name] for name in ("table", "closer", "farther", "test"))
origin = np.zeros((1, table.shape[1]))
points = np.vstack([table, origin])
zero = np.full(len(closer), len(table))
quadruplets = np.column_stack([closer, zero, farther, zero])
model = LSML(preprocessor=points, prior="identity", max_iter=100, random_state=0).fit(quadruplets)
matrix = model.get_mahalanobis_matrix()
np.save(sys.argv[2], np.einsum("ij,jk,ik->i", test, matrix, test))
"""


def python() -> Path:
    """The interpreter of LSML's environment, whether it is there or not."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pagetide" / "metric-learn" / "bin" / "python"


def is_prepared() -> bool:
    """Whether LSML's environment is there."""
    return python().is_file()


def prepare() -> None:
    """Make LSML's environment."""
    venv.create(python().parents[1], with_pip=True, clear=True)
    subprocess.run([python(), "-P", "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)


def lsml_distances(
    features: NDArray[np.float32], times_h: FloatArray, tested: FloatArray, seed: int
) -> FloatArray:
    """Distances of test pairs, given their region distances, by the metric learned from a history.

    Raises
    ------
    subprocess.CalledProcessError
        LSML failed in its environment; what it printed is on stderr.
    """
    constraints = constraints_of(times_h, seed, limit=CONSTRAINTS)
    table = np.sqrt(region_distances_of(features, constraints.pairs))
    unit = np.sqrt((table**2).sum(axis=1).mean())
    with tempfile.TemporaryDirectory(prefix="pagetide-lsml-") as folder:
        given, found = Path(folder) / "given.npz", Path(folder) / "found.npy"
        np.savez(
            given,
            table=table / unit,
            closer=constraints.closer,
            farther=constraints.farther,
            test=np.sqrt(tested) / unit,
        )
        subprocess.run([python(), "-P", "-c", _SCRIPT, given, found], check=True)
        distances: FloatArray = np.load(found)
    return distances


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the environment when asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.change_detection_lsml", description=__doc__)
    parser.add_argument("--prepare", action="store_true", help="make the environment, or make it anew")
    if parser.parse_args(arguments).prepare:
        prepare()
    print(f"{python()}: {'there' if is_prepared() else 'not there, see --prepare'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
