"""What recurs on a page: states of the whole page, states of its regions, numbers in its text.

Fitted with a page's model from the same history and kept with it. ``states`` keeps learning and decisions from being
spoilt; ``noise_regions`` and ``noise_text`` explain: a region or a block that changed
is named with what it usually does, and the evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.change.noise_regions import RegionHistory
from changemodel.change.noise_text import BlockNoise, noise_of_blocks
from changemodel.change.states import StateBank
from changemodel.features.blocks import page_of
from changemodel.features.version_rows import VersionRows
from changemodel.version import PageVersion

TOLD_BLOCKS = 60
"""Blocks told of one page, those that changed most often."""


@dataclass(frozen=True, eq=False)
class PageNoise:
    """What comes and goes on a page."""

    states: StateBank
    regions: RegionHistory
    blocks: tuple[BlockNoise, ...]

    @classmethod
    def fit(
        cls,
        versions: Sequence[PageVersion],
        rows: Sequence[VersionRows | None],
        grid: int,
        states: StateBank | None = None,
    ) -> PageNoise:
        """What comes and goes in a history in time order; ``states`` where they are known already."""
        moments = [version.captured_at for version in versions]
        bank = StateBank.fit(rows, moments)[0] if states is None else states
        worded = [item for item in versions if item.blocks is not None or item.text is not None]
        pages = [page_of(version) for version in worded]
        blocks = noise_of_blocks(pages, [version.captured_at for version in worded])
        regions = RegionHistory.fit(rows, moments, grid)
        return cls(bank, regions, tuple(blocks[:TOLD_BLOCKS]))

    def details(self) -> dict[str, Any]:
        """As JSON-able values: counts, and the classed blocks."""
        counted = len(self.regions) > 0
        kinds = [self.regions.noise(region).noise_class for region in range(self.regions.looks.shape[1])]
        return {
            "states": len(self.states),
            "region_classes": dict(Counter(kinds)) if counted else {},
            "blocks": [block.to_dict() for block in self.blocks],
        }

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model; the blocks are in ``details``."""
        states = {f"noise_states_{name}": item for name, item in self.states.to_arrays().items()}
        regions = {f"noise_regions_{name}": item for name, item in self.regions.to_arrays().items()}
        return states | regions

    @classmethod
    def from_saved(cls, arrays: Mapping[str, NDArray[Any]], details: Mapping[str, Any]) -> PageNoise:
        """What ``to_arrays`` and ``details`` were called on."""

        def part(prefix: str) -> dict[str, NDArray[Any]]:
            names = (name for name in arrays if name.startswith(prefix))
            return {name.removeprefix(prefix): np.asarray(arrays[name]) for name in names}

        blocks = tuple(
            BlockNoise(
                path=item["path"],
                text_class=item["class"],
                visits=item["visits"],
                changes=item["changes"],
                example=item["example"],
            )
            for item in details["blocks"]
        )
        return cls(
            StateBank.from_arrays(part("noise_states_")),
            RegionHistory.from_arrays(part("noise_regions_")),
            blocks,
        )
