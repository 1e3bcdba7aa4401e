"""Blocks whose words say nothing, told from time: what stands in them is no change in the picture either.

A list of what is most read, comments, recommendations: their words change all the time and follow no order, which
``change.text_drift`` learns whatever their place on the page. A picture knows places only, and where such a list grows
by a line it stands where the news stood. ``motion`` counts row bands that show nothing but these blocks as no change,
where they came and where they went.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.features.motion import KnownRows, PlacedRows
from changemodel.features.moved_blocks import BandFlags


@dataclass(frozen=True, eq=False)
class NoiseSections:
    """The blocks of a page that change often without a meaning.

    Parameters
    ----------
    sections
        Their places, as ``blocks.section_of`` names them.
    """

    sections: frozenset[str] = frozenset()
    _looked_up: WeakKeyDictionary[PlacedRows, BandFlags] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sections,)

    def between(self, earlier: PlacedRows | None, later: PlacedRows | None) -> KnownRows | None:
        """Which row bands show nothing else in two versions; None where no such block is known of the page."""
        if not self.sections or earlier is None or later is None:
            return None
        if earlier.blocks is None or later.blocks is None:
            return None
        return KnownRows(came=self._bands_of(later), went=self._bands_of(earlier))

    def _bands_of(self, version: PlacedRows) -> BandFlags:
        found = self._looked_up.get(version)
        if found is None:
            assert version.blocks is not None, "asked of versions with blocks"
            found = self._looked_up[version] = version.blocks.bands_of(self.sections)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model."""
        return {"sections": np.array(sorted(self.sections), dtype=np.str_)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` was called on; of an older model, that had none, an empty one."""
        return cls(frozenset(arrays["sections"].tolist()) if "sections" in arrays else frozenset())
