"""Boxes of a picture that may hold what is looked for: blocks of the page, windows, or selective search.

Source: X. Han (2016), item localisation: boxes narrower than a fifth of the picture are dropped, 100 are kept. Where
the page's blocks are known they take the place of selective search (J. Uijlings et al. 2013), which OpenCV's
contributed modules have; windows need neither.
"""

from __future__ import annotations

import numpy as np

from changemodel.errors import MissingExtra
from changemodel.extras import missing
from changemodel.features.images import Pixels
from changemodel.matching.extras import opencv
from changemodel.matching.gallery import Box, GalleryPicture

MOST = 100
NARROWEST = 5
"""Boxes are at least a fifth of the picture wide."""
_SEARCHED_PX = 300


def proposals(picture: GalleryPicture, pixels: Pixels) -> list[Box]:
    """The whole picture, then blocks where they are known, else windows; at most ``MOST``."""
    height, width = pixels.shape[:2]
    return wide_enough([(0, 0, width, height), *(picture.boxes or windows(width, height))], width)[:MOST]


def wide_enough(boxes: list[Box], width: int) -> list[Box]:
    """Those of at least a fifth of the picture's width, each once."""
    return [box for box in dict.fromkeys(boxes) if NARROWEST * box[2] >= width and box[3] > 0]


def windows(width: int, height: int) -> tuple[Box, ...]:
    """Squares of the picture's width, of two thirds and of a third, each half over the next."""
    found: list[Box] = []
    for part in (1.0, 2 / 3, 1 / 3):
        side = max(round(part * min(width, height)), 1)
        step = max(side // 2, 1)
        found += [
            (x, y, side, side)
            for y in range(0, max(height - side, 0) + 1, step)
            for x in range(0, max(width - side, 0) + 1, step)
        ]
    return tuple(found)


def selective_search(pixels: Pixels) -> list[Box]:
    """Boxes by selective search, the largest first: late merges, without the dice that OpenCV throws for their order.

    Raises
    ------
    MissingExtra
        OpenCV's contributed modules are not installed.
    """
    cv2 = opencv()
    if not hasattr(cv2, "ximgproc"):
        raise MissingExtra(missing("opencv-contrib-python-headless", "matching", "Selective searches"))
    factor = min(1.0, _SEARCHED_PX / max(pixels.shape[:2]))
    size = (max(round(pixels.shape[1] * factor), 1), max(round(pixels.shape[0] * factor), 1))
    search = cv2.ximgproc.segmentation.createSelectiveSearchSegmentation()
    search.setBaseImage(cv2.resize(pixels[..., ::-1], size, interpolation=cv2.INTER_AREA))
    search.switchToSelectiveSearchFast()
    boxes = np.rint(np.asarray(search.process(), dtype=np.float64).reshape(-1, 4) / factor).astype(int)
    found = sorted(
        ((int(x), int(y), int(w), int(h)) for x, y, w, h in boxes), key=lambda box: (-box[2] * box[3], box)
    )
    return wide_enough(found, pixels.shape[1])[:MOST]
