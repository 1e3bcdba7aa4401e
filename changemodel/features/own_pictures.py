"""Pictures that change by themselves: maps, charts, drawings, and advertisements; not those that illustrate words.

A photograph is replaced when its story is, and if it is replaced once more under the same words that is no news
(M. T. Law's thesis, 2015, section 4.4.1: what is important is that the text of the main news changed). A map of the
lava, a plan of the berths, the drawing of the day is news by itself, whatever the words around it do. Which of these a
picture is shows over time: whether words of one section change with it, more often than they would by chance. Ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.stats import hypergeom

from changemodel.features.blocks import BlockPage, masked_text, section_of

MOSTLY = 0.5
"""Share of a picture's changes with which the words of one section must change for it to be theirs."""

BY_CHANCE = 0.01
"""How likely so many of them may be to coincide with those of any section, if they did by chance."""

Changes = NDArray[np.bool_]
"""Whether something differs from each visit to the next, (visits - 1,)."""


def own_pictures(pages: Sequence[BlockPage]) -> frozenset[str]:
    """The sections of the pictures that change, and that no words change with; versions in time order."""
    shown = _changes([[(section_of(item.path), item.text) for item in page.pictures] for page in pages])
    said = _changes(
        [[(section_of(block.path), masked_text(block.text)) for block in page.blocks] for page in pages]
    )
    words = [changes for changes in said.values() if changes.any()]
    return frozenset(
        section for section, changes in shown.items() if changes.any() and not _go_with(changes, words)
    )


def _changes(visits: Sequence[Sequence[tuple[str, str]]]) -> Mapping[str, Changes]:
    """By section, from what stands in the sections at each visit."""
    standing: dict[str, list[list[str]]] = {}
    for visit, items in enumerate(visits):
        for section, text in items:
            standing.setdefault(section, [[] for _ in visits])[visit].append(text)
    return {
        section: np.fromiter(_differ(texts), dtype=np.bool_, count=len(visits) - 1)
        for section, texts in standing.items()
    }


def _differ(texts: Sequence[list[str]]) -> Iterator[bool]:
    ordered = [sorted(item) for item in texts]
    return (a != b for a, b in pairwise(ordered))


def _go_with(picture: Changes, words: Sequence[Changes]) -> bool:
    """Whether the words of any of some sections change with a picture."""
    own = int(picture.sum())
    for changes in words:
        both = int((picture & changes).sum())
        if both < MOSTLY * own:
            continue
        chance = float(hypergeom.sf(both - 1, len(picture), int(changes.sum()), own))
        if len(words) * chance < BY_CHANCE:
            return True
    return False
