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
"""Share of the visits at which a sentence stands and a number is another, from which on it is restless; and of what a
section says in numbers, up to which the sentences that have one are the exception in it."""

MIN_RESTLESS = 10
"""Such visits that there must be: as many changes as it takes to learn anything."""

_Place = tuple[str, int]
"""A sentence, and the place of a number in it; -1: all of them."""

_Said = dict[_Place, Counter[int]]


@dataclass
class _Section:
    """What became of the numbers of one section."""

    stood: Counter[_Place] = field(default_factory=Counter)  # from a visit to the next
    changed: Counter[_Place] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)  # numbers, by sentence

    def add(self, before: _Said, after: _Said) -> None:
        """One more pair of visits."""
        for place in before.keys() & after.keys():
            self.stood[place] += 1
            self.changed[place] += before[place] != after[place]
            self.said[place[0]] += before[place].total()

    def restless(self) -> set[_Place]:
        """Those that are told."""
        found = {
            place
            for place, changed in self.changed.items()
            if changed >= max(MIN_RESTLESS, RESTLESS * self.stood[place])
        }
        own = sum(self.said[sentence] for sentence in {sentence for sentence, _ in found})
        return found if own <= RESTLESS * self.said.total() else set()


def restless_numbers(pages: Sequence[BlockPage]) -> frozenset[_Place]:
    """Sentences (``sentence_of``), and the places of their restless numbers; versions of a page in time order."""
    sections: dict[str, _Section] = {}
    for before, after in pairwise(map(_numbers_said, pages)):
        for name in before.keys() & after.keys():
            sections.setdefault(name, _Section()).add(before[name], after[name])
    return frozenset(place for section in sections.values() for place in section.restless())


def _numbers_said(page: BlockPage) -> dict[str, _Said]:
    """The numbers of a page, by section."""
    found: dict[str, _Said] = {}
    for block in page.blocks:
        section = section_of(block.path)
        if numbers := number_keys(block.text):
            said = found.setdefault(section, {})
            said.setdefault((sentence_of(section, block.text), -1), Counter()).update(numbers)
    return found
