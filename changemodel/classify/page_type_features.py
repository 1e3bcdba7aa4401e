"""Readings of pages as rows of one sparse matrix: blocks of hashed tokens, figures in steps, and a picture.

The first step of the pipeline; ``page_type_classifier`` puts a learner behind it. Tokens are hashed, so that a fitted
transformer holds a weight for each column and no words; what a column stands for on a page is read off the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.feature_extraction import FeatureHasher
from sklearn.preprocessing import normalize
from sklearn.utils import murmurhash3_32
from sklearn.utils.validation import check_is_fitted

from changemodel.arguments import number_from_0, switch, whole_number
from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_reading import PICTURE_VALUES, PageReading
from changemodel.classify.page_type_numbers import NAMES
from changemodel.classify.page_type_tokens import BLOCKS
from changemodel.errors import InvalidInput

FloatArray = NDArray[np.float64]
Pages = Sequence[PageDescription | PageReading]

STEPS = 8
"""Thresholds of each figure: the quantiles of the pages that were learned from."""

WEIGHTS = {
    "address": 1.0,
    "metadata": 1.0,
    "paths": 1.0,
    "classes": 0.3,
    "titles": 0.3,
    "headings": 0.3,
    "links": 0.3,
    "images": 0.3,
    "words": 3.0,
    "opening": 3.0,
    "furniture": 0.3,
    "numbers": 3.0,
    "picture": 3.0,
}
"""What the squared length of each block is, so what it counts to a linear learner. One of nine weightings that were
tried, chosen as a whole by folds of the labelled pages (the card says what choosing it within the folds gave); the
picture's was not chosen, for those pages have none."""


class PageTypeFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Pages to rows of a sparse matrix.

    Each block of tokens is counted by logarithm, weighed by how rare a token is (tf-idf), and brought to one length:
    a block has the same say on every page, however much there is in it. Figures become steps, not 0 where one is above
    a quantile.

    Parameters
    ----------
    width : int
        Columns of each block of tokens, at least 16.
    pictures : bool
        Whether screenshots are looked at: a block of GIST in a grid of 4 by 4.
    weights : mapping of str to float, optional
        The squared length of blocks, at least 0; of those that are not named, and None: ``WEIGHTS``.

    Attributes
    ----------
    blocks_ : dict of str to (start, stop)
        Columns of each block.
    idf_ : float array, shape (blocks, width)
        What a token of each column counts; 0 where fewer than two pages have it.
    steps_ : float array, shape (figures, STEPS)
    """

    def __init__(
        self, *, width: int = 4096, pictures: bool = False, weights: Mapping[str, float] | None = None
    ) -> None:
        self.width = width
        self.pictures = pictures
        self.weights = weights

    def fit(self, X: Pages, y: object = None) -> Self:
        """Learn how rare tokens are and where the steps of figures lie; types are not looked at.

        Parameters
        ----------
        X : sequence of PageDescription or PageReading

        Raises
        ------
        InvalidInput
            No pages, something else than pages, or a parameter out of its range.
        """
        whole_number(self.width, "width", 16)
        switch(self.pictures, "pictures")
        self._weights()
        readings = self.read(X)
        counted = self._hashed(readings)
        self.idf_ = np.stack([_rarity(block) for block in counted])
        shares = np.linspace(0.0, 1.0, STEPS + 2)[1:-1]
        self.steps_ = np.quantile(np.stack([item.numbers for item in readings]), shares, axis=0).T
        return self

    def transform(self, X: Pages) -> sparse.csr_matrix:
        """Rows of the pages, (n_pages, n_columns). Raises as ``fit``, and NotFittedError before it."""
        check_is_fitted(self, "idf_")
        readings = self.read(X)
        parts = [
            normalize(block @ sparse.diags(rarity))
            for block, rarity in zip(self._hashed(readings), self.idf_, strict=True)
        ]
        parts.append(sparse.csr_matrix(self._stepped(np.stack([item.numbers for item in readings]))))
        if self.pictures:
            parts.append(sparse.csr_matrix(normalize(np.stack([item.picture for item in readings]))))
        weights = self._weights()
        scaled = [part * np.sqrt(weights[name]) for name, part in zip(self.blocks_, parts, strict=True)]
        return sparse.hstack(scaled, format="csr")

    @property
    def blocks_(self) -> dict[str, tuple[int, int]]:
        """Columns of each block, in order."""
        names = [*BLOCKS, "numbers", *(["picture"] if self.pictures else [])]
        widths = [self.width] * len(BLOCKS) + [len(NAMES) * STEPS, PICTURE_VALUES]
        ends = np.cumsum(widths).tolist()
        return {name: (end - width, end) for name, width, end in zip(names, widths, ends, strict=False)}

    def read(self, X: Pages) -> list[PageReading]:
        """The readings of pages; those that are read already stay as they are. Raises as ``fit``."""
        if isinstance(X, PageDescription | PageReading | str | bytes) or not hasattr(X, "__iter__"):
            raise InvalidInput(f"pages are a {type(X).__name__}: pass a list of PageDescription")
        found = [
            item if isinstance(item, PageReading) else PageReading.of(item, picture=self.pictures)
            for item in X
        ]
        if not found:
            raise InvalidInput("there are no pages: pass at least one PageDescription")
        return found

    def column_of(self, block: str, token: str) -> int:
        """The column that a token of a block is counted in."""
        return self.blocks_[block][0] + abs(int(murmurhash3_32(token, seed=0))) % self.width

    def _weights(self) -> dict[str, float]:
        given = dict(self.weights or {})
        for name, weight in given.items():
            if name not in WEIGHTS:
                raise InvalidInput(f"there is no block {name!r} to weigh: pass some of {', '.join(WEIGHTS)}")
            number_from_0(weight, f"the weight of block {name!r}")
        return WEIGHTS | given

    def _hashed(self, readings: Sequence[PageReading]) -> list[sparse.csr_matrix]:
        hasher = FeatureHasher(self.width, alternate_sign=False)
        found = []
        for name in BLOCKS:
            block = hasher.transform([item.tokens[name] for item in readings])
            block.data = 1.0 + np.log(np.maximum(block.data, 1.0))
            found.append(block)
        return found

    def _stepped(self, numbers: FloatArray) -> FloatArray:
        above = numbers[:, :, None] > self.steps_[None]
        found: FloatArray = above.reshape(len(numbers), -1) / np.sqrt(len(NAMES) * STEPS / 2)
        return found

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.no_validation = True
        return tags


def _rarity(block: sparse.csr_matrix) -> FloatArray:
    pages = np.bincount(block.indices, minlength=block.shape[1])
    found: FloatArray = np.where(pages >= 2, np.log((1 + block.shape[0]) / (1 + pages)) + 1.0, 0.0)
    return found
