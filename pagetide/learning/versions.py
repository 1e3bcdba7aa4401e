"""Stored captures as ``changemodel.PageVersion``."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from changemodel.features.alignment import row_signatures
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from storage.collection import Collection
from storage.errors import Corrupt, StorageError
from storage.layout import SCREENSHOT_FORMATS, Layout
from storage.records import Artifact, Capture, Role, StoredCapture

logger = logging.getLogger(__name__)

VERSION_HEIGHT_PX = 1400
"""Rows of the page a version holds: the 1000 of the learned view, and room for what a banner pushed down."""

_KEPT_PICTURES = (
    16  # about 4 MB each: the newest capture of each of a few pages is compared with the next one
)

_DAMAGED = (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile)  # what damaged arrays raise

_NO_PICTURE = (
    OSError,
    SyntaxError,
    ValueError,
    Image.DecompressionBombError,
)  # what Pillow raises of other bytes

_KEPT_DESCRIPTIONS = 64
"""About 0.1 MB each: a page that did not change shows the same picture at each visit."""

_KEPT_VERSIONS = 32
"""Less than 1 MB each, with what a model makes of them. Deciding a history reads each capture as the earlier one, as
the later one, for the textual reading of its page and among the recent looks."""


@dataclass(frozen=True)
class Description:
    """What the model computes of a capture once: features of its view and of its rows, and the rows' signatures."""

    features: NDArray[np.float32]
    layout: str
    signatures: NDArray[np.uint32]
    row_features: NDArray[np.uint8]

    def to_bytes(self) -> bytes:
        """As kept under ``Role.FEATURES``; no pickle."""
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer,
            features=self.features,
            layout=np.array(self.layout),
            signatures=self.signatures,
            row_features=self.row_features,
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, kept: bytes) -> Self:
        """What ``to_bytes`` wrote."""
        with np.load(io.BytesIO(kept), allow_pickle=False) as arrays:
            layout, rows = str(arrays["layout"]), arrays["row_features"]
            return cls(arrays["features"], layout, arrays["signatures"], rows)


@dataclass(frozen=True)
class _Described:
    """A capture that has its description: nothing of it changes any more, but that it may be described anew."""

    id: int
    features: Artifact
    stored: StoredCapture = field(compare=False)


@dataclass(frozen=True)
class _Picture:
    """What a capture shows, the same for all captures whose screenshots are the same bytes."""

    digest: str
    scale: float
    stored: StoredCapture = field(compare=False)

    @classmethod
    def of(cls, stored: StoredCapture) -> Self:
        """Of a good capture that has a picture."""
        return cls(stored.artifacts[_picture_role(stored)].digest, stored.profile.scale, stored)


class VersionReader:
    """Reads captures back as versions; the last few are kept. Pictures are read when they are needed."""

    def __init__(self, collection: Collection, gist: GistGrid) -> None:
        self._collection = collection
        self._gist = gist
        self._picture = lru_cache(maxsize=_KEPT_PICTURES)(self._read_picture)
        self._descriptions = lru_cache(maxsize=_KEPT_DESCRIPTIONS)(self._described)
        self._version = lru_cache(maxsize=_KEPT_VERSIONS)(self._read_described)

    def version(self, stored: StoredCapture) -> PageVersion:
        """The version of a good capture."""
        if Role.FEATURES not in stored.artifacts:
            stored = self._collection.repository.capture(stored.id)  # it may have been described meanwhile
        if Role.FEATURES not in stored.artifacts:
            return self._read(stored, None)
        return self._version(_Described(stored.id, stored.artifacts[Role.FEATURES], stored))

    def readable(self, captures: Sequence[StoredCapture]) -> list[tuple[StoredCapture, PageVersion]]:
        """Those of the captures that can be read, with their versions; damaged ones are named in the log."""
        found = []
        for stored in captures:
            try:
                if Role.FEATURES not in stored.artifacts and _is_pictured(stored):
                    self._picture(_Picture.of(stored))  # nobody has looked at it yet
                found.append((stored, self.version(stored)))
            except StorageError as error:
                logger.warning("%s: capture %d is left out: %s", stored.url, stored.id, error)
        return found

    def _read_described(self, described: _Described) -> PageVersion:
        return self._read(described.stored, self._description(described.stored))

    def _read(self, stored: StoredCapture, described: Description | None) -> PageVersion:
        layout = self._collection.layout(stored) if Role.LAYOUT in stored.artifacts else Layout()
        text = self._collection.read(stored, Role.TEXT) if Role.TEXT in stored.artifacts else None
        return PageVersion(
            captured_at=stored.started_at,
            screenshot=partial(self._picture, _Picture.of(stored)) if _is_pictured(stored) else None,
            links=frozenset(layout.links),
            images=frozenset(layout.images),
            image_digests=layout.image_digests,
            blocks=layout.blocks,
            text=None if text is None else text.decode(errors="replace"),
            features=described.features if described else None,
            feature_layout=described.layout if described else None,
            signatures=described.signatures if described else None,
            row_features=described.row_features if described else None,
        )

    def describe(self, stored: StoredCapture) -> StoredCapture:
        """Compute a good capture's description and keep it beside it, for every later comparison and fit.

        Of words alone, as of a JSON document, there is nothing to describe.
        """
        made = self.description(stored)
        return stored if made is None else self._collection.add_features(stored, made)

    def description(self, stored: StoredCapture) -> bytes | None:
        """What ``describe`` keeps; None where there is nothing to describe."""
        return self._descriptions(_Picture.of(stored)).to_bytes() if _is_pictured(stored) else None

    def is_described(self, stored: StoredCapture) -> bool:
        """Whether a description is kept that can be read and is of today's layout."""
        if Role.FEATURES not in stored.artifacts:
            return False
        try:
            kept = io.BytesIO(self._collection.read(stored, Role.FEATURES))
            with np.load(kept, allow_pickle=False) as arrays:
                return str(arrays["layout"]) == self._gist.feature_layout
        except (StorageError, *_DAMAGED):
            return False

    def _described(self, pictured: _Picture) -> Description:
        picture = self._picture(pictured)
        features, rows = self._gist.cells_and_row_features(picture)
        return Description(features, self._gist.feature_layout, row_signatures(picture), rows)

    def _description(self, stored: StoredCapture) -> Description | None:
        """The kept description, made again where it is missing or damaged; None where its layout is another now."""
        try:
            described = Description.from_bytes(self._collection.read(stored, Role.FEATURES))
        except (StorageError, *_DAMAGED) as error:
            logger.warning(
                "%s: what the model computed of capture %d is made again: %s", stored.url, stored.id, error
            )
            described = self._descriptions(_Picture.of(stored))
            if not self._collection.read_only:
                self._collection.add_features(stored, described.to_bytes())
        return described if described.layout == self._gist.feature_layout else None

    def _read_picture(self, pictured: _Picture) -> NDArray[np.uint8]:
        stored = pictured.stored
        png = self._collection.read(stored, _picture_role(stored))
        try:
            return _top_of(png, pictured.scale)
        except _NO_PICTURE as error:
            raise Corrupt(
                f"the screenshot of capture {stored.id} cannot be read as a picture: {error}"
            ) from error


def _is_pictured(stored: StoredCapture) -> bool:
    return _picture_role(stored) in stored.artifacts


def _picture_role(stored: StoredCapture) -> Role:
    return Role.FULL_PAGE if Role.FULL_PAGE in stored.artifacts else Role.VIEW


def version_of(capture: Capture) -> PageVersion:
    """A good capture that is still in memory, as a version."""
    png = capture.full_page_png or capture.view_png
    layout = capture.layout or Layout()
    return PageVersion(
        captured_at=capture.started_at,
        screenshot=None if png is None else _top_of(png, capture.profile.scale),
        links=frozenset(layout.links),
        images=frozenset(layout.images),
        image_digests=layout.image_digests,
        blocks=layout.blocks,
        text=capture.text,
    )


def _top_of(png: bytes, scale: float, height_px: int = VERSION_HEIGHT_PX) -> NDArray[np.uint8]:
    """The first rows of a screenshot as an array, shape (<= height_px, width, 3), one pixel to a CSS pixel."""
    with Image.open(io.BytesIO(png), formats=SCREENSHOT_FORMATS) as image:
        top = image.crop((0, 0, image.width, min(image.height, round(height_px * scale)))).convert("RGB")
        if scale != 1:
            top = top.resize((round(top.width / scale), round(top.height / scale)), Image.Resampling.BOX)
        return np.asarray(top)
