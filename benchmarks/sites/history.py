"""A generated site's captures with their truth, ready for a model.

from benchmarks.sites.history import history
site = history("gazette", days=20)
site.versions, site.truths          # n versions, n - 1 truths of successive pairs
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.sites.compose import Box, Composed
from benchmarks.sites.descriptions import descriptions
from benchmarks.sites.news import STARTS_AT
from benchmarks.sites.reported import REPORTED
from benchmarks.sites.sheets import cache_file, rendered
from benchmarks.sites.site import GeneratedSite, Truth, truth
from benchmarks.sites.training import TRAINING
from changemodel.version import PageVersion

SEEDS: Mapping[str, int] = {"training": 101, "reported": 7}
VIEW_PX = 1000

FAMILIES: Mapping[str, Mapping[str, type[GeneratedSite]]] = {
    "training": {kind.slug: kind for kind in TRAINING},
    "reported": {kind.slug: kind for kind in REPORTED},
}


@dataclass(frozen=True, kw_only=True)
class SiteHistory:
    """One site's hourly captures."""

    name: str
    hard: str
    versions: Sequence[PageVersion]
    truths: Sequence[Truth]  # of the pair (i, i + 1)
    news_boxes: Sequence[tuple[Box, ...]]  # of each version, in pixels

    def news_cells(self, rows: slice, grid: int) -> NDArray[np.bool_]:
        """Cells of the view, (grid, grid), that declared news covers at least in part in most of these captures."""
        seen = [covered(boxes, grid) for boxes in self.news_boxes[rows]]
        return np.asarray(np.mean(seen, axis=0) > 0.5)


def names(family: str) -> list[str]:
    """The sites of a family."""
    return list(FAMILIES[family])


def history(
    name: str, *, days: int = 20, seed: int | None = None, describe: bool = True, kept: Path | None = None
) -> SiteHistory:
    """The captures of a site; what was not rendered before is rendered now, with a browser.

    Parameters
    ----------
    name : str
        Of any family.
    days : int
        Of 24 captures each.
    seed : int, optional
        Another seed gives other stories; by default the family's own.
    describe : bool
        Whether versions bring their features and row signatures, as the product's captures do: made once, then
        kept beside the panels.
    kept : Path, optional
        File of rendered panels; by default in the user's cache folder.
    """
    family = next(item for item, kinds in FAMILIES.items() if name in kinds)
    site = FAMILIES[family][name](SEEDS[family] if seed is None else seed)
    states = list(site.states(24 * days))
    css = site.look.css()
    kept = kept or cache_file()
    captures = rendered((panel for state in states for panel in state.panels()), css, site.picture, kept)
    composed = [Composed(state, css, captures, site.look.paper_rgb) for state in states]
    described = descriptions(composed, kept) if describe else {}
    return SiteHistory(
        name=name,
        hard=site.hard,
        versions=[
            item.version(STARTS_AT + timedelta(hours=hour), described.get(item.identity))
            for hour, item in enumerate(composed)
        ],
        truths=[truth(a, b) for a, b in pairwise(states)],
        news_boxes=[item.news_boxes() for item in composed],
    )


def covered(boxes: Sequence[Box], grid: int) -> NDArray[np.bool_]:
    """Cells of the view that boxes cover at least in part."""
    cells = np.zeros((grid, grid), dtype=np.bool_)
    side = VIEW_PX / grid
    for left, top, right, bottom in boxes:
        rows = slice(int(top // side), int(np.ceil(min(bottom, VIEW_PX) / side)))
        cells[rows, int(left // side) : int(np.ceil(right / side))] = True
    return cells
