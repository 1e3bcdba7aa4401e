"""Exact labels: who wrote each sentence that came or went between two states, and whether it is news."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from benchmarks.pages.marks import spans, unmarked
from benchmarks.pages.site import NEWS_AUTHORS, PageState
from changemodel.features.block_input import attribute_of
from changemodel.features.blocks import pictured, section_of
from changemodel.files import version_from_html
from changemodel.version import PageVersion

PICTURES = "@"
"""Before the name of a section, in the model's sentences: its pictures."""

Written = tuple[str, str]
"""Author and text, in small letters."""


class Labels:
    """Of what came and went between two visits.

    Parameters
    ----------
    states, versions : sequences of two
        Before and after; versions as ``version_from_html`` reads the states.
    """

    def __init__(self, states: Sequence[PageState], versions: Sequence[PageVersion]) -> None:
        before, after = states
        changed = (before.news - after.news) + (after.news - before.news)
        self._changed = {text for item in changed for _, text in _written(item)}
        self._pages = [_read(state, version) for state, version in zip(states, versions, strict=True)]

    def author(self, section: str, text: str, *, came: bool) -> str:
        """Who wrote a sentence, an operator of news first; empty: nobody known."""
        found = self._of(section, text, came)
        return next(
            (name for name, written in found if self._is_changed(name, written)), found[0][0] if found else ""
        )

    def is_news(self, section: str, text: str, *, came: bool) -> bool:
        """Whether a sentence that came or went is there, or gone, because an operator of news acted."""
        return any(self._is_changed(*item) for item in self._of(section, text, came))

    def _is_changed(self, author: str, text: str) -> bool:
        return author in NEWS_AUTHORS and text in self._changed

    def _of(self, section: str, text: str, came: bool) -> list[Written]:
        page, said = self._pages[came], _plain(text)
        if section.startswith(PICTURES):
            return page.pictures.get((section, said), [])
        return [item for item in page.texts.get(section, ()) if _belongs(said, item[1])]


def _belongs(said: str, written: str) -> bool:
    return said == written or (min(len(said), len(written)) > 1 and (written in said or said in written))


class _Read:
    """What stands in each section of a state, and what its pictures show."""

    def __init__(self, state: PageState, version: PageVersion) -> None:
        self.texts: dict[str, list[Written]] = defaultdict(list)
        self.pictures: dict[tuple[str, str], list[Written]] = {}
        marked = version_from_html(state.marked, version.captured_at)
        for block, plain in zip(marked.blocks, version.blocks, strict=True):
            self.texts[section_of(attribute_of(plain, "path"))] += _written(attribute_of(block, "text"))
            path, name = pictured(plain, version.image_digests)
            if name:
                shown = " ".join(attribute_of(block, "images"))
                self.pictures[PICTURES + section_of(path), name.casefold()] = _written(shown)


@lru_cache(maxsize=4)  # each is the later of one pair, and the earlier of the next
def _read(state: PageState, version: PageVersion) -> _Read:
    return _Read(state, version)


def _written(marked: str) -> list[Written]:
    return [(author, _plain(text)) for author, text in spans(marked)]


def _plain(text: str) -> str:
    return " ".join(unmarked(text).casefold().split())
