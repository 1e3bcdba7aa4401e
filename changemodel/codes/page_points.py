"""A page as one point: what it looks like, how it is made and what it says, for codes that find pages like it.

Three blocks of non-negative numbers, each divided by its sum and then its root taken, so that products compare
histograms: GIST of the view, names of elements with their classes and ids, words. A page that lacks one, a document
without a picture, has zeros there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from changemodel.classify.page_outline import Outline

FloatArray = NDArray[np.float64]

MADE_OF, WORDS = 512, 1024
"""Places that names of elements and words are hashed to."""
MOST_WORDS = 20_000

_WORD = re.compile(r"[^\W\d_]{2,}")


def page_point(gist: ArrayLike | None, html: bytes, text: str, *, n_gist: int) -> FloatArray:
    """The point of a page, shape (n_gist + MADE_OF + WORDS,).

    Parameters
    ----------
    gist : float array of n_gist numbers, optional
        Features of the view; None: there is no picture, or its features have another layout.
    html : bytes
        As the browser had it at last; empty where there is none.
    text : str
        What the page says, where ``html`` is not all of it.
    """
    outline = Outline.of(html) if html.strip() else None
    names: Iterable[str] = ()
    said = text
    if outline is not None:
        names = (
            word
            for tag, name in zip(outline.tags, outline.names, strict=True)
            for word in (f"<{tag}", *name.split())
        )
        said = " ".join([*outline.content, *outline.chrome]) or text
    seen = np.zeros(n_gist) if gist is None else np.asarray(gist, dtype=np.float64).ravel()
    if seen.shape != (n_gist,):
        seen = np.zeros(n_gist)
    words = (found.group().lower() for found in _WORD.finditer(said[: 10 * MOST_WORDS]))
    return np.concatenate([_root(seen), _root(_hashed(names, MADE_OF)), _root(_hashed(words, WORDS))])


def _hashed(words: Iterable[str], places: int) -> FloatArray:
    at = [crc32(word.encode()) % places for word in words]
    counts = np.bincount(at, minlength=places) if at else np.zeros(places)
    return np.log1p(counts)


def _root(counts: FloatArray) -> FloatArray:
    total = counts.sum()
    return np.sqrt(np.maximum(counts, 0.0) / total) if total > 0.0 else np.zeros_like(counts)
