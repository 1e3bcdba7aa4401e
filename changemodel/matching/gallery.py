"""What is searched and what is found: pictures by number, with the boxes of their blocks where these are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changemodel.features.images import ImageSource, Pixels, load_image

FloatArray = NDArray[np.float64]
Box = tuple[int, int, int, int]
"""x, y, width, height in pixels of the picture."""


@dataclass(frozen=True, kw_only=True)
class GalleryPicture:
    """One picture of the gallery.

    ``image`` is whatever ``load_image`` reads; a function without arguments keeps a large gallery out of memory, and is
    called again where a candidate is compared pixel by pixel. ``boxes`` are those of the blocks on the page; without
    them windows are laid over the picture.
    """

    id: int
    image: ImageSource
    boxes: tuple[Box, ...] = ()

    def pixels(self) -> Pixels:
        """uint8 RGB, shape (height, width, 3); raises InvalidImage."""
        return load_image(self.image)


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A picture that a query may be of: higher scores are surer; ``region`` is where, None where it is not known."""

    id: int
    score: float
    region: Box | None = None
    evidence: dict[str, Any] = field(default_factory=dict, hash=False)


def grey(pixels: Pixels) -> NDArray[np.uint8]:
    """Luminance (ITU-R 601), shape (height, width)."""
    if pixels.ndim == 2:
        return pixels
    red, green, blue = (pixels[..., part].astype(np.uint16) for part in range(3))
    return np.asarray((77 * red + 150 * green + 29 * blue + 128) >> 8, dtype=np.uint8)
