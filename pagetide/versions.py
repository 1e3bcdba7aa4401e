"""Captures as the model sees them: the bridge from what is kept to ``changemodel.PageVersion``."""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from storage.collection import Collection
from storage.records import Capture, Layout, Role, StoredCapture

VERSION_HEIGHT_PX = 1400
"""Rows of the page a version holds: the 1000 of the learned view, and room for what a banner pushed down."""

_KEPT_VERSIONS = (
    16  # about 4 MB each: the newest capture of each of a few pages is compared with the next one
)


class VersionReader:
    """Reads captures back as versions; the newest few are kept, so that each is decoded once."""

    def __init__(self, collection: Collection, gist: GistGrid) -> None:
        self._collection = collection
        self._gist = gist
        self._read = lru_cache(maxsize=_KEPT_VERSIONS)(self._read_by_id)

    def version(self, stored: StoredCapture) -> PageVersion:
        """The version of a good capture."""
        return self._read(stored.id)

    def describe(self, stored: StoredCapture) -> None:
        """Compute the features of a good capture's view and keep them beside it, for every later comparison."""
        image = _top_of(_picture(self._collection, stored))
        buffer = io.BytesIO()
        np.savez(
            buffer, features=self._gist.transform([image])[0], layout=np.array(self._gist.feature_layout)
        )
        self._collection.add_features(stored, buffer.getvalue())

    def _read_by_id(self, capture_id: int) -> PageVersion:
        stored = self._collection.repository.capture(capture_id)
        layout = self._collection.layout(stored) if Role.LAYOUT in stored.artifacts else Layout()
        text = self._collection.read(stored, Role.TEXT).decode() if Role.TEXT in stored.artifacts else None
        features, feature_layout = self._features(stored)
        return PageVersion(
            captured_at=stored.started_at,
            screenshot=_top_of(_picture(self._collection, stored)),
            links=frozenset(layout.links),
            images=frozenset(layout.images),
            blocks=layout.blocks,
            text=text,
            features=features,
            feature_layout=feature_layout,
        )

    def _features(self, stored: StoredCapture) -> tuple[NDArray[np.float32] | None, str | None]:
        """Kept features and their layout; none where there are none, or where they are made otherwise now."""
        if Role.FEATURES not in stored.artifacts:
            return None, None
        with np.load(io.BytesIO(self._collection.read(stored, Role.FEATURES)), allow_pickle=False) as kept:
            layout = str(kept["layout"])
            return (kept["features"], layout) if layout == self._gist.feature_layout else (None, None)


def version_of(capture: Capture) -> PageVersion:
    """A good capture that is still in memory, as a version."""
    png = capture.full_page_png or capture.view_png
    assert png is not None, "the capture is not good"
    layout = capture.layout or Layout()
    return PageVersion(
        captured_at=capture.started_at,
        screenshot=_top_of(png),
        links=frozenset(layout.links),
        images=frozenset(layout.images),
        blocks=layout.blocks,
        text=capture.text,
    )


def _picture(collection: Collection, stored: StoredCapture) -> bytes:
    role = Role.FULL_PAGE if Role.FULL_PAGE in stored.artifacts else Role.VIEW
    return collection.read(stored, role)


def _top_of(png: bytes, height_px: int = VERSION_HEIGHT_PX) -> NDArray[np.uint8]:
    """The first rows of a screenshot as an array, shape (<= height_px, width, 3)."""
    with Image.open(io.BytesIO(png)) as image:
        top = image.crop((0, 0, image.width, min(image.height, height_px)))
        return np.asarray(top.convert("RGB"))
