"""Sentences whose numbers are others at nearly each visit while their words stand: a clock, readers, a temperature.

What always changes says nothing of the moment at which it does. What other pages taught knows only how restless a
section is as a whole, and in one with a title that always stands it takes each tick of the page's clock for news.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from changemodel.features.blocks import BlockPage, each_once, section_of
from changemodel.features.sentences import sentences_of
from changemodel.features.text_keys import phrase_of
from changemodel.features.typography import folded

ALWAYS = 0.9
"""Share of the visits at which a sentence stands, as at the one before, and its numbers are others."""

MIN_STOOD = 24
"""Such visits that there must be: on hourly ones a night is among them, which news has few of."""


def ticking_sentences(pages: Sequence[BlockPage]) -> frozenset[str]:
    """Those of versions in time order, by the names of ``text_keys.phrase_of``."""
    stood: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for before, after in pairwise(each_once(lambda page: numbered_sentences(page, phrase_of), pages)):
        for name in before.keys() & after.keys():
            stood[name] += 1
            changed[name] += before[name] != after[name]
    return frozenset(
        name for name, visits in stood.items() if visits >= MIN_STOOD and changed[name] >= ALWAYS * visits
    )


def numbered_sentences(page: BlockPage, named: Callable[[str, str], str]) -> Mapping[str, Counter[str]]:
    """The sentences with numbers, in small letters: those of each name, which ``named`` gives to a section and a
    sentence, and how often each stands there."""
    found: dict[str, Counter[str]] = {}
    for block in page.blocks:
        section = section_of(block.path)
        for sentence in sentences_of(block.in_lines):
            if any(map(str.isdigit, sentence)):
                said = folded(sentence)
                found.setdefault(named(section, said), Counter())[said] += 1
    return found
