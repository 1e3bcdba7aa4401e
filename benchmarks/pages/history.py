"""A site's versions with their truth, ready for a model: read from HTML alone, or captured by the product's browser.

from benchmarks.pages.history import text_history, visits
site = text_history("harbour", visits(240))
site.versions, site.truths          # n versions, n - 1 truths of successive pairs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.kinds import STARTS_AT
from benchmarks.pages.labels import Labels
from benchmarks.pages.site import PageState, Site, Truth, states, truth
from benchmarks.pages.sites import FAMILIES, SEEDS, site_named
from changemodel.files import version_from_html
from changemodel.version import PageVersion

VIEW_PX = 1000

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the page."""


@dataclass(frozen=True, kw_only=True)
class SiteHistory:
    """One site's versions.

    Attributes
    ----------
    name, hard : str
        Which site, and what is difficult about it.
    versions : sequence of n PageVersion
    truths : sequence of n - 1 Truth
        Of the pairs (i, i + 1).
    news_boxes : sequence of n tuples of boxes
        Where news stands on each; nothing where no browser drew it.
    states : sequence of n PageState
        From which they were made.
    """

    name: str
    hard: str
    versions: Sequence[PageVersion]
    truths: Sequence[Truth]
    news_boxes: Sequence[tuple[Box, ...]]
    states: Sequence[PageState] = ()

    def news_cells(self, rows: slice, grid: int) -> NDArray[np.bool_]:
        """Cells of the view, (grid, grid), that news covers at least in part in most of these versions."""
        seen = [covered(boxes, grid) for boxes in self.news_boxes[rows]]
        return np.asarray(np.mean(seen, axis=0) > 0.5)

    def labels(self, place: int) -> Labels:
        """Of the sentences that came or went from one version to the next; of histories read from HTML."""
        return Labels(self.states[place : place + 2], self.versions[place : place + 2])


def covered(boxes: Sequence[Box], grid: int) -> NDArray[np.bool_]:
    """Cells of the view that boxes cover at least in part."""
    cells = np.zeros((grid, grid), dtype=np.bool_)
    side = VIEW_PX / grid
    for left, top, right, bottom in boxes:
        rows = slice(int(top // side), int(np.ceil(min(bottom, VIEW_PX) / side)))
        cells[rows, int(left // side) : int(np.ceil(right / side))] = True
    return cells


def visits(count: int, step_h: int = 1, irregular: bool = False) -> list[int]:
    """Hours of so many visits, one every so many hours; irregular: between a third and five thirds of that apart."""
    if not irregular:
        return list(range(0, count * step_h, step_h))
    chance, hours = Random(count), [0]
    while len(hours) < count:
        hours.append(hours[-1] + chance.randint(max(1, step_h // 3), max(1, 5 * step_h // 3)))
    return hours


def default_seed(site: Site) -> int:
    """The seed of the family that a site is of."""
    return next(SEEDS[family] for family, sites in FAMILIES.items() if site.name in sites)


def text_history(name: str, hours: Sequence[int], seed: int | None = None) -> SiteHistory:
    """A site as its HTML alone shows it at these hours, in some seconds; another seed gives other stories."""
    site = site_named(name)
    found = list(states(site, default_seed(site) if seed is None else seed, hours))
    return SiteHistory(
        name=name,
        hard=site.hard,
        versions=[_version(site, state) for state in found],
        truths=[truth(before, after) for before, after in pairwise(found)],
        news_boxes=[() for _ in found],
        states=found,
    )


def _version(site: Site, state: PageState) -> PageVersion:
    origin = f"https://{site.name}.example"
    version = version_from_html(state.html, STARTS_AT + timedelta(hours=state.hour), url=f"{origin}/")
    digests = {f"{origin}{address}": drawn for address, drawn in state.drawings.items()}
    return replace(version, image_digests=digests) if digests else version
