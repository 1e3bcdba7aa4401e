"""A page description read once: tokens, figures, and a picture if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from changemodel.classify.page_description import PageDescription
from changemodel.classify.page_outline import Outline
from changemodel.classify.page_type_numbers import as_row, numbers_of
from changemodel.classify.page_type_tokens import Tokens, tokens_of
from changemodel.errors import InvalidImage, InvalidInput
from changemodel.features.gist import GistGrid

PICTURE_GRID, PICTURE_SIZE, PICTURE_VALUES = 4, 250, 4 * 4 * 32
"""Of the GIST of a picture: cells a side, working pixels, and how many values that makes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PageReading:
    """What is counted of a page.

    Attributes
    ----------
    url : str or None
    tokens : mapping of str to counts
        Of each block (``page_type_tokens.BLOCKS``).
    numbers : float array, shape (figures,)
        In the order of ``page_type_numbers.NAMES``.
    picture : float array, shape (PICTURE_VALUES,)
        GIST of the screenshot in a layout grid of 4 by 4; all 0 where there is none that can be read.
    outline : Outline or None
        None where there is no HTML.
    """

    url: str | None
    tokens: Mapping[str, Tokens]
    numbers: NDArray[np.float64]
    picture: NDArray[np.float64]
    outline: Outline | None = None

    @classmethod
    def of(cls, description: PageDescription, *, picture: bool = False) -> PageReading:
        """Read a description; its screenshot only where ``picture`` asks for it.

        Raises
        ------
        InvalidInput
            It is no description.
        """
        if not isinstance(description, PageDescription):
            raise InvalidInput(
                f"a page is a {type(description).__name__}: pass PageDescription(url=..., html=...)"
            )
        outline = Outline.of(description.body)
        return cls(
            url=description.url,
            tokens=tokens_of(description.url, outline),
            numbers=as_row(numbers_of(description.url, outline)),
            picture=_picture(description) if picture else np.zeros(PICTURE_VALUES),
            outline=outline,
        )


def _picture(description: PageDescription) -> NDArray[np.float64]:
    if description.screenshot is None:
        return np.zeros(PICTURE_VALUES)
    try:
        found = GistGrid(grid=PICTURE_GRID, size=PICTURE_SIZE).transform([description.screenshot])
    except InvalidImage:  # a broken picture says nothing; the page's HTML does
        return np.zeros(PICTURE_VALUES)
    return np.asarray(found, dtype=np.float64).ravel()
