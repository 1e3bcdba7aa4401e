"""The source's short list: cosine between descriptions of the query and of boxes of each picture.

Source: X. Han (2016), primitive retrieval: the 1,000 best boxes, of the 75 pictures that come first among them. His
frozen network features are replaced by small ones that need no network: a grey thumbnail and its gradients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from changemodel.arguments import whole_number
from changemodel.errors import NotFitted
from changemodel.features.images import Pixels
from changemodel.matching.gallery import Candidate, GalleryPicture, grey
from changemodel.matching.proposals import MOST, proposals

FloatArray = NDArray[np.float64]

BEST_BOXES = 1000
BEST_PICTURES = 75
THUMBNAIL_PX = 12


def thumbnail(pixels: Pixels) -> FloatArray:
    """A description of a picture or a part of one: shape (3 x 144,), of unit length."""
    small = Image.fromarray(grey(pixels)).resize((THUMBNAIL_PX, THUMBNAIL_PX), Image.Resampling.BOX)
    values = np.asarray(small, dtype=np.float64)
    down, right = np.gradient(values)
    parts = [part / max(float(np.linalg.norm(part)), 1e-9) for part in (values - values.mean(), down, right)]
    joined = np.concatenate([part.ravel() for part in parts])
    return np.asarray(joined / max(float(np.linalg.norm(joined)), 1e-9))


class CosineBoxes:
    """Boxes whose descriptions are near the query's.

    Parameters
    ----------
    describe : callable
        Pixels -> float array; the same for queries and boxes.
    most : int
        Boxes of a picture, the whole picture being the first: 1 is the source's first baseline, 20 its pruned gallery.

    Attributes
    ----------
    described_ : float array, shape (n_boxes, d)
    boxes_, picture_of_
        Of each row its box and its picture's number.
    """

    described_: FloatArray

    def __init__(self, describe: Callable[[Pixels], FloatArray] = thumbnail, *, most: int = MOST) -> None:
        self.describe = describe
        self.most = most

    def fit(self, gallery: Sequence[GalleryPicture]) -> Self:
        """Describe the boxes of every picture."""
        most = whole_number(self.most, "most", 1)
        rows, self.boxes_, numbers = [], [], []
        for picture in gallery:
            pixels = picture.pixels()
            boxes = proposals(picture, pixels)[:most]
            rows += [self.describe(pixels[y : y + h, x : x + w]) for x, y, w, h in boxes]
            self.boxes_ += boxes
            numbers += [picture.id] * len(boxes)
        self.described_, self.picture_of_ = np.array(rows), np.array(numbers, dtype=np.int64)
        self._lengths = np.maximum(np.linalg.norm(self.described_, axis=1), 1e-12)
        self._pictures = {picture.id: picture for picture in gallery}
        return self

    def short_list(self, described: FloatArray) -> tuple[NDArray[np.intp], FloatArray]:
        """Rows of the best boxes of the best pictures, and the cosine of every box; pictures come by their best box."""
        cosine = self.described_ @ described / (self._lengths * max(float(np.linalg.norm(described)), 1e-12))
        order = np.argsort(-cosine, kind="stable")[:BEST_BOXES]
        first = list(dict.fromkeys(self.picture_of_[order].tolist()))[:BEST_PICTURES]
        return order[np.isin(self.picture_of_[order], first)], cosine

    def candidates(self, query: Pixels) -> list[Candidate]:
        """One for each box, the best first; ``evidence`` holds both descriptions for a learned similarity."""
        if not hasattr(self, "described_"):
            raise NotFitted("there are no boxes yet: call fit with a gallery first")
        described = self.describe(query)
        rows, cosine = self.short_list(described)
        return [
            Candidate(
                id=int(self.picture_of_[row]),
                score=float(cosine[row]),
                region=self.boxes_[row],
                evidence={"query": described, "box": self.described_[row]},
            )
            for row in rows
        ]

    def pixels(self, number: int) -> Pixels:
        """A picture of the gallery."""
        return self._pictures[number].pixels()


class CosineOnly:
    """No closer look: each picture by its best box."""

    def rerank(self, query: Pixels, candidates: Sequence[Candidate], short_list: object) -> list[Candidate]:
        """As they came, each picture once."""
        return best_of_each(candidates)


def best_of_each(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Each picture's best box, the best first."""
    found: dict[int, Candidate] = {}
    for one in sorted(candidates, key=lambda one: -one.score):
        found.setdefault(one.id, one)
    return list(found.values())
