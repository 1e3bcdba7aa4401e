"""Numbers that change nearly always in sentences that stay: the minutes to wait, beside what the passage costs.

They are told where their section says other sentences for the most part. Elsewhere they are the section's numbers:
where headlines count their readers, the next one will, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from changemodel.features.blocks import BlockPage, section_of
from changemodel.features.text_keys import number_keys, sentence_of

RESTLESS = 0.5
"""Share of the visits at which a sentence stands and its numbers are others, from which on they are restless; and of
what a section says in numbers, up to which the restless sentences are the exception in it."""

MIN_RESTLESS = 10
"""Such visits that there must be: as many changes as it takes to learn anything."""

_Said = dict[str, Counter[int]]
"""The numbers of each sentence."""


@dataclass
class _Section:
    """What became of the numbers of one section."""

    stood: Counter[str] = field(default_factory=Counter)  # from a visit to the next
    changed: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)  # numbers

    def add(self, before: _Said, after: _Said) -> None:
        """One more pair of visits."""
        for sentence in before.keys() & after.keys():
            self.stood[sentence] += 1
            self.changed[sentence] += before[sentence] != after[sentence]
            self.said[sentence] += before[sentence].total()

    def restless(self) -> set[str]:
        """The sentences that are told."""
        found = {
            sentence
            for sentence, changed in self.changed.items()
            if changed >= max(MIN_RESTLESS, RESTLESS * self.stood[sentence])
        }
        own = sum(self.said[sentence] for sentence in found)
        return found if own <= RESTLESS * self.said.total() else set()


def restless_numbers(pages: Sequence[BlockPage]) -> frozenset[str]:
    """The sentences (``sentence_of``) whose numbers are restless; versions of a page in time order."""
    sections: dict[str, _Section] = {}
    for before, after in pairwise(map(_numbers_said, pages)):
        for name in before.keys() & after.keys():
            sections.setdefault(name, _Section()).add(before[name], after[name])
    return frozenset(sentence for section in sections.values() for sentence in section.restless())


def _numbers_said(page: BlockPage) -> dict[str, _Said]:
    """The numbers of a page, by section."""
    found: dict[str, _Said] = {}
    for block in page.blocks:
        if numbers := number_keys(block.text):
            section = section_of(block.path)
            said = found.setdefault(section, {})
            said.setdefault(sentence_of(section, block.text), Counter()).update(numbers)
    return found
