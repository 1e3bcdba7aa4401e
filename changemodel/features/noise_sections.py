"""Blocks whose words say nothing, told from time: what stands in them is no change in the picture either.

A list of what is most read, comments, recommendations: their words change all the time and follow no order, which
``change.text_drift`` learns whatever their place on the page. A picture knows places only, and where such a list grows
by a line it stands where the news stood. ``motion`` counts row bands that show nothing but these blocks as no change,
where they came and where they went; of a version whose blocks are not known, those that mostly show nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.features.motion import KnownRows, PlacedRows
from changemodel.features.moved_blocks import BandFlags

MOSTLY = 0.5
"""Share of the versions in which a row band shows nothing else, above which that is usual."""


@dataclass(frozen=True, eq=False)
class NoiseSections:
    """The blocks of a page that change often without a meaning.

    Parameters
    ----------
    sections
        Their places, as ``blocks.section_of`` names them.
    usual
        Row bands that show nothing else in most versions; None where that was seen in none.
    """

    sections: frozenset[str] = frozenset()
    usual: BandFlags | None = None
    _looked_up: WeakKeyDictionary[PlacedRows, BandFlags] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.sections, self.usual)

    def seen_in(self, placed: Sequence[PlacedRows | None]) -> NoiseSections:
        """The same, with where they stand in most of these versions."""
        if not self.sections:
            return self
        shown = [self._bands_of(item) for item in placed if item is not None]
        known = [bands for bands in shown if bands is not None]
        return replace(self, usual=np.mean(known, axis=0) > MOSTLY) if known else self

    def between(self, earlier: PlacedRows | None, later: PlacedRows | None) -> KnownRows | None:
        """Which row bands show nothing else in two versions; None where no such block is known of the page."""
        if not self.sections or earlier is None or later is None:
            return None
        came, went = self._bands_of(later), self._bands_of(earlier)
        return None if came is None or went is None else KnownRows(came=came, went=went)

    def _bands_of(self, version: PlacedRows) -> BandFlags | None:
        if version.blocks is None:
            return self.usual
        found = self._looked_up.get(version)
        if found is None:
            found = self._looked_up[version] = version.blocks.bands_of(self.sections)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """As arrays, for saving with a model."""
        usual = {} if self.usual is None else {"usual": self.usual}
        return {"sections": np.array(sorted(self.sections), dtype=np.str_), **usual}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` was called on; of an older model, that had none, an empty one."""
        names = frozenset(arrays["sections"].tolist()) if "sections" in arrays else frozenset()
        return cls(names, arrays.get("usual"))
