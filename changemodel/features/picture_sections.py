"""Images that change by themselves: maps, charts, drawings, advertisements; not illustrations of text.

A photograph is replaced when its story is, and if it is replaced once more under the same words that is no news
(M. T. Law's thesis, 2015, section 4.4.1: what is important is that the text of the main news changed). A map of the
lava, a plan of the berths, the drawing of the day is news by itself, whatever the words around it do. Which of these a
picture is shows over time: whether words of one section change with it, more often than they would by chance. Those
that change with the page's news illustrate it: that such a one is replaced alone is no news and no noise. Ours.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.stats import hypergeom

from changemodel.features.blocks import BlockPage, each_once, masked_text, section_of

MOSTLY = 0.5
"""Share of a picture's changes with which the words of one section must change for it to be theirs."""

BY_CHANCE = 0.01
"""How likely so many of them may be to coincide with those of any section, if they did by chance."""

Changes = NDArray[np.bool_]
"""Whether something differs from each visit to the next, (visits - 1,)."""


def own_pictures(pages: Sequence[BlockPage]) -> frozenset[str]:
    """The sections of the pictures that change, and that no words change with; versions in time order."""
    shown, said = _changes(each_once(_shown, pages)), _changes(each_once(_said, pages))
    words = [changes for changes in said.values() if changes.any()]
    return frozenset(
        section for section, changes in shown.items() if changes.any() and not _go_with(changes, words)
    )


def illustrations(pages: Sequence[BlockPage], news: Changes) -> frozenset[str]:
    """The sections of the pictures that change when the page's news does.

    Parameters
    ----------
    pages : sequence of BlockPage
        In time order.
    news : bool array, shape (pages - 1,)
        Whether there is news at the next visit.
    """
    shown = _changes(each_once(_shown, pages))
    return frozenset(
        section for section, changes in shown.items() if changes.any() and _go_with(changes, [news])
    )


def shown_anew(before: BlockPage, after: BlockPage, sections: Collection[str]) -> bool:
    """Whether other pictures stand in any of these sections, in which both versions show some."""
    was, now = _shown(before), _shown(after)
    return any(was[name] != now[name] for name in sections if name in was and name in now)


_Standing = Mapping[str, Sequence[str]]
"""What stands in each section of a version, in order of the letters."""


def _shown(page: BlockPage) -> _Standing:
    return _standing((section_of(item.path), item.text) for item in page.pictures)


def _said(page: BlockPage) -> _Standing:
    return _standing((section_of(block.path), masked_text(block.text)) for block in page.blocks)


def _standing(items: Iterable[tuple[str, str]]) -> _Standing:
    found: dict[str, list[str]] = {}
    for section, text in items:
        found.setdefault(section, []).append(text)
    return {section: sorted(texts) for section, texts in found.items()}


def _changes(visits: Sequence[_Standing]) -> Mapping[str, Changes]:
    """By section, from what stands in the sections at each visit."""
    found = {
        section: np.zeros(len(visits) - 1, dtype=np.bool_) for standing in visits for section in standing
    }
    for visit, (before, after) in enumerate(pairwise(visits)):
        for section in before.keys() | after.keys() if before is not after else ():
            found[section][visit] = before.get(section) != after.get(section)
    return found


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
