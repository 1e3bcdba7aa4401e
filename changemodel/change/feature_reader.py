"""Features of versions, and the distances of their cells after moved content is aligned (``features.row_moves``).

First step of ``ChangeModel``: ``features.gist`` describes pictures; versions may bring features instead, made by the
same model before or by the caller. What is read of a picture is read once for each version that is still in use
somewhere, whatever models read it: a page is fitted again after each label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidVersion, LayoutMismatch
from changemodel.features.alignment import Signatures, recognisable, row_signatures
from changemodel.features.gist import GistGrid
from changemodel.features.images import VIEW_HEIGHT_PX, ImageSource
from changemodel.features.lossy_rows import RowLikeness, is_lossless
from changemodel.features.regions import region_distances
from changemodel.features.row_gist import RowFeatures, RowGist
from changemodel.features.row_moves import RowMoves
from changemodel.features.version_rows import VersionRows
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

_LAYOUT_SAMPLE = 60  # versions among which the most common layout is looked for

_FEATURES: dict[str, WeakKeyDictionary[PageVersion, NDArray[np.float32]]] = {}
"""Of pictures, by layout."""

_ROW_GISTS: dict[str, WeakKeyDictionary[PageVersion, RowGist]] = {}
"""Of pictures, by layout."""

_SIGNATURES: WeakKeyDictionary[PageVersion, Signatures] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class ReadVersion:
    """What was read of a version: its features, (regions, values), and its rows; None where these are not known."""

    features: NDArray[np.float32]
    rows: VersionRows | None = None


class FeatureReader:
    """Reads the versions of one page.

    Parameters
    ----------
    gist : GistGrid
    layout : str or None
        What the features are called; None or a name of their own where callers bring features that are not made here.
    align : bool
        Whether what moved is put back.
    usual : Signatures or None
        The rows of the version that most others are like: where the page's content usually stands.
    likeness : RowLikeness or None
        What rows of lossy pictures are called by; None where the pictures are known to be lossless.
    """

    def __init__(
        self,
        gist: GistGrid,
        layout: str | None,
        *,
        align: bool = True,
        usual: Signatures | None = None,
        likeness: RowLikeness | None = None,
    ) -> None:
        self.gist = gist
        self.layout = layout
        self.align = align
        self.usual = usual
        self.likeness = likeness
        self._read: WeakKeyDictionary[PageVersion, ReadVersion] = WeakKeyDictionary()
        self._features: WeakKeyDictionary[PageVersion, NDArray[np.float32]] = (
            _FEATURES.setdefault(layout, WeakKeyDictionary())
            if layout is not None and layout == gist.feature_layout
            else WeakKeyDictionary()
        )
        self._row_gists = _ROW_GISTS.setdefault(gist.feature_layout, WeakKeyDictionary())

    @classmethod
    def of(cls, versions: Sequence[PageVersion], gist: GistGrid, *, align: bool) -> Self:
        """The reader for a page with these versions, in time order.

        Raises
        ------
        LayoutMismatch
            The versions bring features of different layouts and no screenshots.
        """
        pictured = [version for version in versions if version.screenshot is not None]
        layout = gist.feature_layout if pictured else _common_layout(versions)
        known = [item for item in versions if item.screenshot is not None or item.signatures is not None]
        if not known or not align:
            return cls(gist, layout, align=align)
        signatures = {item: signature_of(item) for item in known}
        usual = known[most_common_layout(list(signatures.values()))]
        likeness = _likeness_of(usual, signatures)
        if likeness is not None:
            named = (
                likeness.named(found, _drawn_in(item)) is not found for item, found in signatures.items()
            )
            likeness = likeness if any(named) else None
        return cls(gist, layout, usual=signatures[usual], likeness=likeness)

    @classmethod
    def plain(cls, gist: GistGrid, *, align: bool = True) -> Self:
        """The reader of pictures of which nothing is known before."""
        return cls(gist, gist.feature_layout, align=align)

    def read(self, version: PageVersion) -> ReadVersion:
        """The features of one version, and its rows.

        Raises
        ------
        LayoutMismatch
            The version brings features of another layout and no screenshot, or a screenshot where the model's
            features are a caller's own.
        InvalidVersion
            Its features hold infinite values, or nothing but NaN.
        InvalidImage
            Its screenshot cannot be read.
        """
        found = self._read.get(version)
        if found is None:
            features = _checked(self._features_of(version), version, self.gist.grid)
            found = self._read[version] = ReadVersion(features, self._rows_of(version))
        return found

    def moves(self, before: PageVersion, after: PageVersion) -> RowMoves | None:
        """What moved from the earlier to the later version; None where nothing did, or rows are not known."""
        rows = self.read(before).rows, self.read(after).rows
        if not self.align or rows[0] is None or rows[1] is None:
            return None
        return RowMoves.between(rows[0], rows[1], self.gist.grid)

    def distances(self, before: PageVersion, after: PageVersion, moves: RowMoves | None) -> FloatArray:
        """Distance of each cell with what moved put back, (regions,)."""
        if moves is None:
            return region_distances(self.read(before).features, self.read(after).features)
        pictured = self._has_rows(before) and self._has_rows(after)
        return moves.distances(self._row_gist(before, pictured), self._row_gist(after, pictured))

    def shift_px(self, version: PageVersion) -> IntArray | None:
        """How much lower each row of the usual view stands in a version, (1000,); None where nothing moved."""
        rows = self.read(version).rows
        if rows is None or self.usual is None:
            return None
        moves = RowMoves.between(VersionRows.of(self.usual), rows, self.gist.grid)
        return None if moves is None else moves.rows_px

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving with a model."""
        arrays: dict[str, NDArray[Any]] = {"align": np.array(self.align)}
        if self.usual is not None:
            arrays["usual"] = self.usual
        if self.likeness is not None:
            arrays |= {"likeness_rows": self.likeness.signatures, "likeness_profile": self.likeness.profile}
        return {f"reader_{name}": array for name, array in arrays.items()}

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("gist", "layout", "align", "usual", "likeness")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        gist, layout = state.pop("gist"), state.pop("layout")
        self.__init__(gist, layout, **state)  # type: ignore[misc]

    def _rows_of(self, version: PageVersion) -> VersionRows | None:
        if version.signatures is None and not self._draws(version):
            return None
        signatures = signature_of(version)
        if self.likeness is not None:
            signatures = self.likeness.named(signatures, _drawn_in(version))
        return VersionRows.of(signatures)

    def _draws(self, version: PageVersion) -> bool:
        """Whether features are made here of a version that has a picture."""
        return version.screenshot is not None and self.layout == self.gist.feature_layout

    def _has_rows(self, version: PageVersion) -> bool:
        """Whether it brings row features, or they can be made of its picture."""
        return self._draws(version) or self._kept_rows(version) is not None

    def _kept_rows(self, version: PageVersion) -> RowFeatures | None:
        made = version.feature_layout == self.layout == self.gist.feature_layout
        return version.row_features if made else None

    def _row_gist(self, version: PageVersion, pictured: bool) -> RowGist:
        if not pictured:
            return RowGist.of_cells(self.read(version).features, self.gist.grid)
        found = self._row_gists.get(version)
        if found is None:
            kept = self._kept_rows(version)
            found = self.gist.by_rows(version.pixels) if kept is None else RowGist.of_features(kept)
            self._row_gists[version] = found
        return found

    def _features_of(self, version: PageVersion) -> NDArray[np.float32]:
        given = self._given(version)
        if given is not None:
            return given
        found = self._features.get(version)
        if found is None:
            found = self._features[version] = self.gist.transform([version.pixels])[0]
        return found

    def _given(self, version: PageVersion) -> NDArray[np.float32] | None:
        if version.features is not None and version.feature_layout == self.layout:
            return version.features
        if not version.is_pictured:
            return None
        if self.layout is not None and self.layout == self.gist.feature_layout:
            return version.features_of(self.layout)
        raise LayoutMismatch(
            f"the version of {version.captured_at} has no features of layout {self.layout!r}, which this model "
            "was fitted on: pass them, or fit a model on screenshots"
        )


def most_common_layout(signatures: Sequence[Signatures]) -> int:
    """The version whose recognisable rows stand where most other versions have the same rows."""
    sample = np.unique(np.linspace(0, len(signatures) - 1, _LAYOUT_SAMPLE).astype(np.intp))
    height = min(VIEW_HEIGHT_PX, *(len(signatures[index]) for index in sample))
    stack = np.stack([signatures[index][:height] for index in sample])
    agreement = [int(((stack == item) & recognisable(item)).sum()) for item in stack]
    return int(sample[int(np.argmax(agreement))])


def restored_reader(
    facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], gist: GistGrid
) -> FeatureReader:
    """The reader of a saved model, from its facts and arrays.

    Raises
    ------
    LayoutMismatch
        Features are not made like the model's any more.
    """
    layout, made = facts["feature_layout"], facts["gist_layout"]
    if layout == made and made != gist.feature_layout:
        raise LayoutMismatch(
            f"the model compares features of layout {made!r}, this program makes {gist.feature_layout!r}: fit the "
            "model again"
        )
    usual, likeness = arrays.get("reader_usual"), None
    if "reader_likeness_rows" in arrays:
        rows, profile = (np.asarray(arrays[f"reader_likeness_{name}"]) for name in ("rows", "profile"))
        likeness = RowLikeness.of_profile(rows.astype(np.uint32), profile.astype(np.uint8))
    return FeatureReader(
        gist,
        layout,
        align=bool(arrays["reader_align"]),
        usual=None if usual is None else usual.astype(np.uint32),
        likeness=likeness,
    )


def signature_of(version: PageVersion) -> Signatures:
    """Row signatures of a version's screenshot, unless it brings them."""
    if version.signatures is not None:
        return version.signatures
    found = _SIGNATURES.get(version)
    if found is None:
        found = _SIGNATURES[version] = row_signatures(version.pixels())
    return found


def _likeness_of(version: PageVersion, signatures: Mapping[PageVersion, Signatures]) -> RowLikeness | None:
    """What rows of lossy pictures are called by; None where this version's is known to be lossless, or not read."""
    drawn = _drawn_in(version)
    return None if drawn is None or is_lossless(drawn) else RowLikeness(signatures[version], version.pixels)


def _drawn_in(version: PageVersion) -> ImageSource | None:
    """The picture whose rows may be lossy; None for a version that brings their signatures, which spares reading it."""
    return version.screenshot if version.signatures is None else None


def _common_layout(versions: Sequence[PageVersion]) -> str | None:
    layouts = {version.feature_layout for version in versions}
    if len(layouts) > 1:
        names = ", ".join(sorted(str(layout) for layout in layouts))
        raise LayoutMismatch(f"the versions have features of different layouts ({names}): make them anew")
    return layouts.pop()


def _checked(features: NDArray[np.float32], version: PageVersion, grid: int) -> NDArray[np.float32]:
    if len(features) != grid * grid:
        raise LayoutMismatch(
            f"the version of {version.captured_at} has features of {len(features)} regions, a grid of {grid} "
            f"has {grid * grid}: fit with the grid that the features were made with"
        )
    if np.isinf(features).any():
        raise InvalidVersion(f"the features of the version of {version.captured_at} hold infinite values")
    if np.isnan(features).all():
        raise InvalidVersion(
            f"the features of the version of {version.captured_at} are all NaN: leave it out"
        )
    return features
