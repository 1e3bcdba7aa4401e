"""What the news classifier is grown and judged on: changed sentences of pages of our own, with exact labels.

history -> windows -> rows of measures and a label for each changed sentence. What the measures are is known to
``_asked`` alone, which asks the product for them; all else here, and ``benchmarks.news_classifier``, takes rows as they
come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.history import SiteHistory, text_history, visits
from benchmarks.pages.site import Truth
from changemodel.change.clocked_sections import clocked_among
from changemodel.change.sentence_classifier import Experience
from changemodel.change.sentence_trees import APART, HOURLY, HOURLY_H
from changemodel.features.sentence_changes import ChangedSentence
from changemodel.version import PageVersion


@dataclass(frozen=True)
class Visiting:
    """How a site is visited.

    Attributes
    ----------
    step_h : int
        From one visit to the next.
    learned, judged : int
        Visits that are learned from without labels, and visits behind these whose pairs have labels.
    irregular : bool
    """

    step_h: int
    learned: int
    judged: int
    irregular: bool = False

    def __str__(self) -> str:
        return f"every {self.step_h} h{' or so' if self.irregular else ''}"

    @property
    def trees(self) -> str:
        """Which are asked."""
        return HOURLY if self.step_h <= HOURLY_H else APART


VISITING = (
    Visiting(1, 120, 120),
    Visiting(3, 60, 60),
    Visiting(6, 60, 60, irregular=True),
    Visiting(24, 48, 48),
)


@dataclass(frozen=True, kw_only=True)
class Window:
    """The labelled sentences of a site, visited in one way.

    Attributes
    ----------
    rows : float array, shape (sentences, measures)
    news : bool array, shape (sentences,)
        Which came or went because an operator of news acted.
    asked : bool array, shape (sentences,)
        Of which the product asks its classifier.
    authors : array of str, shape (sentences,)
        The operators that wrote them; "" where nobody is known.
    pairs : int array, shape (sentences,)
        In which pair of versions each came or went.
    important : bool array, shape (pairs,)
    """

    site: str
    visiting: Visiting
    rows: NDArray[np.float32]
    news: NDArray[np.bool_]
    asked: NDArray[np.bool_]
    authors: NDArray[np.str_]
    pairs: NDArray[np.intp]
    important: NDArray[np.bool_]


def windows_of(name: str, seed: int) -> list[Window]:
    """The windows of a site; those in which nothing can be told left out."""
    found = [_window(name, seed, how) for how in VISITING]
    return [window for window in found if window is not None]


def _window(name: str, seed: int, how: Visiting) -> Window | None:
    history = text_history(name, visits(how.learned + how.judged, how.step_h, how.irregular), seed)
    known = Experience.of(history.versions[: how.learned])
    if known is None:
        return None  # too little changed
    places = [
        place
        for place in range(how.learned, len(history.truths))
        if history.truths[place] is not Truth.IDENTICAL
    ]
    pairs = [_pair(known, history, place) for place in places]
    important = np.array([history.truths[place] is Truth.DISSIMILAR for place in places])
    if not 0 < important.sum() < len(important):
        return None
    rows, news, asked, authors = (np.concatenate(item) for item in zip(*pairs, strict=True))
    return Window(
        site=name, visiting=how, rows=rows, news=news, asked=asked, authors=authors, important=important,
        pairs=np.repeat(np.arange(len(pairs)), [len(item[1]) for item in pairs]),
    )  # fmt: skip


_Pair = tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.str_]]


def _pair(known: Experience, history: SiteHistory, place: int) -> _Pair:
    sentences, rows, asked = _asked(known, history.versions[place], history.versions[place + 1])
    labels = history.labels(place)
    news = [labels.is_news(item.section, item.text, came=item.came) for item in sentences]
    authors = [labels.author(item.section, item.text, came=item.came) for item in sentences]
    return rows, np.array(news, dtype=bool), asked, np.array(authors, dtype=np.str_)


def _asked(
    known: Experience, before: PageVersion, after: PageVersion
) -> tuple[Sequence[ChangedSentence], NDArray[np.float32], NDArray[np.bool_]]:
    """The sentences that came or went, their measures, and of which of them the classifier is asked."""
    sentences, rows = known.changed(before, after)
    return sentences, rows, ~np.asarray(clocked_among(known.clocked, sentences), dtype=bool)
