"""What the training sites show to ``benchmarks.experience``: sentences that came or went in windows of their visits.

A window is learned from without a label, as a page of the product's is; the pairs that follow are judged, and tell
which of their sentences are declared news.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.change_detection_protocol import TRAINING_VERSIONS, judged_pairs
from benchmarks.reading import HOURS, STARTS, text_history
from benchmarks.sites.history import FAMILIES, SiteHistory
from benchmarks.sites.page import PageState
from benchmarks.sites.site import Truth
from changemodel.change.by_the_clock import clocked_among
from changemodel.change.experience import Experience, later_rows
from changemodel.change.grown_trees import APART, HOURLY, HOURLY_H
from changemodel.change.model import ChangeModel
from changemodel.features.block_input import attribute_of
from changemodel.features.blocks import pictured
from changemodel.features.said import PICTURES
from changemodel.features.sentence_changes import ChangedSentence
from changemodel.version import PageVersion

SHORTEST = 3
"""Letters of what may stand anywhere by chance."""

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Visiting:
    """How a site is visited, and which of its visits are learned from.

    Attributes
    ----------
    step_h : int
        From one visit to the next.
    hours : int
        That the site is followed for.
    learned : int
        Visits of each window that is learned from.
    starts : tuple of int
        The first visits of these windows.
    teaches : bool
        Whether trees are grown on it; it is only judged otherwise.
    """

    step_h: int
    hours: int
    learned: int
    starts: tuple[int, ...]
    teaches: bool = True

    def __str__(self) -> str:
        return f"every {self.step_h} h"

    @property
    def trees(self) -> str:
        """Which are asked."""
        return HOURLY if self.step_h <= HOURLY_H else APART


VISITING = (
    Visiting(1, HOURS, TRAINING_VERSIONS, STARTS),
    Visiting(3, 360, 60, (0,)),
    Visiting(6, 720, 60, (0,)),
    Visiting(12, 1440, 60, (0,), teaches=False),
    Visiting(24, 2880, 60, (0,), teaches=False),
)


@dataclass(frozen=True)
class Sentences:
    """Those that came or went in the judged pairs of a window.

    Attributes
    ----------
    rows : float array, shape (sentences, measures)
    pairs : int array, shape (sentences,)
        In which pair each did.
    """

    rows: NDArray[np.float32]
    pairs: NDArray[np.intp]


@dataclass(frozen=True)
class Window:
    """The judged pairs of one window of a site.

    Attributes
    ----------
    asked : Sentences
        Of which the trees are asked.
    news : bool array, shape (sentences,)
        Which of these are declared news.
    clocked : Sentences
        Those that go by the clock and are no news: the trees are asked of such only where that is not seen.
    told : bool array, shape (pairs,)
        Which pairs hold an important change.
    own : float array, shape (pairs,)
        Distances by the page's own time, 1 where an alarm begins.
    later : sequence of float array, shape (sentences, measures)
        Of the visits that tell what is even on the page (``change.experience.later_rows``).
    """

    asked: Sentences
    news: NDArray[np.bool_]
    clocked: Sentences
    told: NDArray[np.bool_]
    own: FloatArray
    later: Sequence[NDArray[np.float32]]


def windows_of(name: str, seed: int) -> dict[str, list[Window]]:
    """The windows of a site of the training family, by how it is visited; those in which nothing can be told left
    out."""
    return {str(how): _visited(name, seed, how) for how in VISITING}


def _visited(name: str, seed: int, how: Visiting) -> list[Window]:
    history = text_history(name, seed, hours=how.hours, step_h=how.step_h)
    states = list(FAMILIES["training"][name](seed).states(how.hours))[:: how.step_h]
    windows = [_window(history, states, slice(start, start + how.learned)) for start in how.starts]
    return [window for window in windows if window is not None and 0 < window.told.sum() < len(window.told)]


def _window(history: SiteHistory, states: Sequence[PageState], training: slice) -> Window | None:
    versions = history.versions
    model = ChangeModel(regions="blocks", experience=False).fit(versions[training])
    known = Experience.of(versions[training])
    if known is None:
        return None  # too little changed
    asked: list[NDArray[np.float32]] = []
    clocked: list[NDArray[np.float32]] = []
    news, own, told = [], [], []
    threshold = 1.0 if model.parts_ is None else model.parts_.hybrid.threshold
    for place in judged_pairs(history.truths, training):
        before, after = versions[place], versions[place + 1]
        sentences, rows = known.changed(before, after)
        shown = picture_addresses((before, after))
        are = np.array(are_news(sentences, states[place], states[place + 1], shown), dtype=bool)
        ticks = clocked_among(known.clocked, sentences)
        asked.append(rows[~ticks])
        news.append(are[~ticks])
        clocked.append(rows[ticks & ~are])
        own.append(model.compare(before, after).distance / threshold)
        told.append(history.truths[place] is Truth.DISSIMILAR)
    return Window(
        _by_pair(asked),
        np.concatenate(news),
        _by_pair(clocked),
        np.array(told),
        np.array(own),
        later_rows(versions[training]),
    )


def _by_pair(rows: Sequence[NDArray[np.float32]]) -> Sentences:
    return Sentences(np.concatenate(rows), np.repeat(np.arange(len(rows)), [len(item) for item in rows]))


def are_news(
    sentences: Sequence[ChangedSentence], old: PageState, new: PageState, pictures: Mapping[str, str]
) -> list[bool]:
    """Which of the sentences that came or went are of news that did; a picture by its address."""
    was, now = Counter(old.news), Counter(new.news)
    declared = [text.casefold() for text in ((was - now) + (now - was))]
    texts = [
        pictures.get(sentence.text, "") if sentence.section.startswith(PICTURES) else sentence.text
        for sentence in sentences
    ]
    return [len(text) > SHORTEST and any(text in item or item in text for item in declared) for text in texts]


def picture_addresses(versions: Sequence[PageVersion]) -> dict[str, str]:
    """The addresses of the images that blocks show, by the word that stands for them."""
    return {
        pictured(block, version.image_digests)[1]: " ".join(attribute_of(block, "images")).casefold()
        for version in versions
        for block in version.blocks
        if attribute_of(block, "images")
    }
