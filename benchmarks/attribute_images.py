"""Images whose classes are ordered by attributes: PubFig, OSR, and a stand-in world of either order.

``benchmarks.attributes`` runs on them. PubFig comes with the features that Parikh and Grauman published; of OSR the
pictures' GIST was computed anew, so that its figures are for the order of methods only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.io import loadmat

from benchmarks.reporting import shared_data
from changemodel.metric.attribute_orders import osr_order, pubfig_order
from changemodel.metric.cone import FloatArray


@dataclass(frozen=True)
class Images:
    """Features, classes, and the table of orders."""

    name: str
    X: FloatArray  # (n, d)
    y: NDArray[np.str_]  # (n,)
    order: pd.DataFrame  # a row for each class, a column for each attribute
    ranks: tuple[int, ...]  # ranks that the Fantope may be asked for


def real_images() -> list[Images]:
    """PubFig and OSR, as far as they are there."""
    folder, found = shared_data() / "relative-attributes", []
    if (folder / "pubfig_data.mat").exists():
        stored = loadmat(folder / "pubfig_data.mat")
        names = np.array([str(cell[0]) for cell in stored["class_names"][0]])
        labels = names[stored["class_labels"][:, 0].astype(np.intp) - 1]
        found.append(Images("PubFig", np.asarray(stored["feat"], float), labels, pubfig_order(), (6, 8)))
    if (folder / "osr_gist.npz").exists():
        images = np.load(folder / "osr_gist.npz")
        labels = np.array([str(name).split("_", maxsplit=1)[0].lower() for name in images["names"]])
        found.append(Images("OSR", np.asarray(images["lmgist256"], float), labels, osr_order(), (3, 5)))
    return found


def stand_in(order: pd.DataFrame, seed: int = 0, *, d: int = 60, per_class: int = 45) -> Images:
    """Classes with a level on each attribute, images around them, turned into d features with noise."""
    rng = np.random.default_rng(seed)
    levels = order.to_numpy(dtype=np.float64)
    codes = np.repeat(np.arange(len(levels)), per_class)
    places = levels + rng.normal(scale=0.6, size=levels.shape)
    latent = places[codes] + rng.normal(scale=1.5, size=(codes.size, levels.shape[1]))
    turn, _ = np.linalg.qr(rng.normal(size=(d, d)))
    noise = rng.normal(scale=1.5, size=(codes.size, d - levels.shape[1]))
    labels = order.index.to_numpy(dtype=str)[codes]
    return Images("stand-in", np.hstack([latent, noise]) @ turn, labels, order, (4, 5))
