"""The features of versions, all in one frame, whether they come with a screenshot or with features.

First step of ``ChangeModel``: ``features.frame`` puts moved content back where it usually stands,
``features.gist`` describes it; versions may bring features instead, made by the same model before or by the
caller. Features of a picture as it stands, and its rows, are computed once for each version that is still in use
somewhere, whatever models read it: a page is fitted again after each label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidVersion, LayoutMismatch
from changemodel.features.alignment import Alignment, Signatures, row_signatures
from changemodel.features.frame import Frame, FramedFeatures, most_common_layout
from changemodel.features.gist import GistGrid
from changemodel.features.images import ImageSource
from changemodel.features.lossy_rows import RowLikeness, is_lossless
from changemodel.features.motion import PlacedRows
from changemodel.version import PageVersion

_FEATURES: dict[str, WeakKeyDictionary[PageVersion, FramedFeatures]] = {}
"""Of pictures as they stand, by layout."""

_SIGNATURES: WeakKeyDictionary[PageVersion, Signatures] = WeakKeyDictionary()


class FeatureReader:
    """Reads versions in the frame of one page.

    Parameters
    ----------
    gist : GistGrid
    frame : Frame or None
        None: content is taken where it stands.
    layout : str or None
        What the features are called; None or a name of their own where callers bring features that are not
        made here.
    """

    def __init__(self, gist: GistGrid, frame: Frame | None, layout: str | None) -> None:
        self.gist = gist
        self.frame = frame
        self.layout = layout
        self._plain: FeatureReader | None = None if frame is None else FeatureReader.plain(gist)
        self._features: WeakKeyDictionary[PageVersion, FramedFeatures] = WeakKeyDictionary()
        self._signatures: WeakKeyDictionary[PageVersion, Signatures] = WeakKeyDictionary()

    @classmethod
    def of(cls, versions: Sequence[PageVersion], gist: GistGrid, *, align: bool) -> Self:
        """The reader for a page with these versions, in time order.

        Raises
        ------
        LayoutMismatch
            The versions bring features of different layouts and no screenshots.
        """
        if all(version.screenshot is None for version in versions):
            return cls(gist, None, _common_layout(versions))
        if not align:
            return cls.plain(gist)
        signatures = {item: signature_of(item) for item in versions if item.screenshot is not None}
        pictured = list(signatures)
        likeness = _likeness_of(pictured[most_common_layout(list(signatures.values()))], signatures)
        if likeness is not None:
            named = {item: likeness.named(found, _drawn_in(item)) for item, found in signatures.items()}
            is_needed = any(named[item] is not found for item, found in signatures.items())
            likeness, signatures = (likeness if is_needed else None), named
        frame = Frame.fit(list(signatures.values()), lambda index: pictured[index].pixels)
        reader = cls.in_frame(gist, replace(frame, likeness=likeness))
        reader._signatures.update(signatures)
        return reader

    @classmethod
    def plain(cls, gist: GistGrid) -> Self:
        """The reader that takes content where it stands, sharing what others have read."""
        reader = cls(gist, None, gist.feature_layout)
        reader._features = _FEATURES.setdefault(gist.feature_layout, reader._features)
        return reader

    @classmethod
    def in_frame(cls, gist: GistGrid, frame: Frame) -> Self:
        """The reader that puts moved content back where it stands in a frame."""
        return cls(gist, frame, f"{gist.feature_layout}-frame{frame.identity}")

    def against(self, version: PageVersion) -> FeatureReader:
        """The reader in the frame of one version, sharing what this plain reader has read."""
        signatures = self._signature(version)
        likeness = _likeness_of(version, {version: signatures})
        frame = replace(Frame.of(signatures, version.pixels), likeness=likeness)
        return self._sharing(FeatureReader.in_frame(self.gist, frame), self)

    def _sharing(self, other: FeatureReader, plain: FeatureReader) -> FeatureReader:
        other._plain, other._signatures = plain, self._signatures
        return other

    def standing_still(self) -> FeatureReader:
        """The reader that takes content where it stands, sharing what this one has read."""
        return self._sharing(FeatureReader.in_frame(self.gist, Frame.still()), self._plain or self)

    def read(self, version: PageVersion) -> FramedFeatures:
        """The features of one version, shape (regions, values), and how far its content was moved.

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
        found = self._features.get(version)
        if found is None:
            found = self._features[version] = _checked(self._read(version), version, self.gist.grid)
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {"gist": self.gist, "frame": self.frame, "layout": self.layout}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def _read(self, version: PageVersion) -> FramedFeatures:
        given = self._given(version)
        if given is not None:
            return self._described(given, version)
        if self.frame is None or self._plain is None:
            return FramedFeatures(self.gist.transform([version.pixels])[0], 0)
        signatures = self.frame.named(self._signature(version), _drawn_in(version))
        alignment = self.frame.locate(signatures)
        placed = PlacedRows.of(signatures, alignment, version.blocks, version.image_digests)
        if alignment.is_identity:
            features = self._plain.read(version).features
            return FramedFeatures(features, alignment.displacement_px, placed)
        return replace(self.frame.features(self.gist, version.pixels, signatures), placed=placed)

    def _described(self, given: NDArray[np.float32], version: PageVersion) -> FramedFeatures:
        """Features that a version brings; where its content stands is known if it brings signatures too."""
        if version.signatures is None:
            return FramedFeatures(given, 0)
        alignment = Alignment() if self.frame is None else self.frame.locate(version.signatures)
        placed = PlacedRows.of(version.signatures, alignment, version.blocks, version.image_digests)
        return FramedFeatures(given, alignment.displacement_px, placed)

    def _given(self, version: PageVersion) -> NDArray[np.float32] | None:
        if version.features is not None and version.feature_layout == self.layout:
            return version.features
        if not version.is_pictured:
            return None
        makes_features = self.frame is not None or self.layout == self.gist.feature_layout
        if makes_features and self.layout is not None:
            return version.features_of(self.layout)
        raise LayoutMismatch(
            f"the version of {version.captured_at} has no features of layout {self.layout!r}, which this model "
            "was fitted on: pass them, or fit a model on screenshots"
        )

    def _signature(self, version: PageVersion) -> Signatures:
        found = self._signatures.get(version)
        if found is None:
            found = self._signatures[version] = signature_of(version)
        return found


def _likeness_of(version: PageVersion, signatures: Mapping[PageVersion, Signatures]) -> RowLikeness | None:
    """What rows of lossy pictures are called by; None where this version's is known to be lossless, or not read."""
    drawn = _drawn_in(version)
    return None if drawn is None or is_lossless(drawn) else RowLikeness(signatures[version], version.pixels)


def _drawn_in(version: PageVersion) -> ImageSource | None:
    """The picture whose rows may be lossy; None for a version that brings their signatures, which spares reading it."""
    return version.screenshot if version.signatures is None else None


def restored_reader(
    facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], gist: GistGrid
) -> FeatureReader:
    """The reader of a saved model, from its facts and arrays.

    Raises
    ------
    LayoutMismatch
        Features are not made like the model's any more.
    """
    prefix = "frame_"
    parts = {name.removeprefix(prefix): item for name, item in arrays.items() if name.startswith(prefix)}
    frame = Frame.from_arrays(parts) if parts else None
    reader = FeatureReader(gist, frame, facts["feature_layout"])
    made_here = frame is not None or facts["feature_layout"] == facts["gist_layout"]
    if made_here and facts["gist_layout"] != gist.feature_layout:
        raise LayoutMismatch(
            f"the model compares features of layout {facts['gist_layout']!r}, this program makes "
            f"{gist.feature_layout!r}: fit the model again"
        )
    return reader


def signature_of(version: PageVersion) -> Signatures:
    """Row signatures of a version's screenshot, unless it brings them."""
    if version.signatures is not None:
        return version.signatures
    found = _SIGNATURES.get(version)
    if found is None:
        found = _SIGNATURES[version] = row_signatures(version.pixels())
    return found


def _common_layout(versions: Sequence[PageVersion]) -> str | None:
    layouts = {version.feature_layout for version in versions}
    if len(layouts) > 1:
        names = ", ".join(sorted(str(layout) for layout in layouts))
        raise LayoutMismatch(f"the versions have features of different layouts ({names}): make them anew")
    return layouts.pop()


def _checked(found: FramedFeatures, version: PageVersion, grid: int) -> FramedFeatures:
    features = found.features
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
    return found
