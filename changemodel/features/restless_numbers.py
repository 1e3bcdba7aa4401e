"""Numbers that change nearly always in sentences that stay: the minutes to wait, beside what the passage costs.

Followed by their place in the sentence, since one that counts readers may stand behind one that says how large the
paper is. They are told where their section says other sentences for the most part; or numbers, too, that seldom change,
and the sentence is there from first to last. Elsewhere they are the section's numbers: where headlines count their
readers, the next one will, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from changemodel.features.blocks import BlockPage, each_once, section_of, without_marks
from changemodel.features.text_keys import count_numbers, number_keys, sentence_of

RESTLESS = 0.5
"""Share of the visits at which a sentence stands and a number is another, from which on it is restless; and of what a
section says in numbers, up to which the sentences that have one are the exception in it."""

MIN_RESTLESS = 10
"""Such visits that there must be: as many changes as it takes to learn anything."""

ALWAYS = 0.75
"""Share of the visits between the first and the last at which a sentence stands that is always there, or by turns."""

MOST_PLACES = 8
"""Numbers of a sentence of which each is followed; of more, all are one."""

_Place = tuple[str, int]
"""A sentence, and the place of a number in it; -1: all of them."""

_Said = dict[_Place, Counter[int]]


@dataclass
class _Section:
    """What became of the numbers of one section."""

    stood: Counter[_Place] = field(default_factory=Counter)  # from a visit to the next
    changed: Counter[_Place] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)  # numbers, by sentence
    visits: dict[str, list[int]] = field(default_factory=dict)  # at which each stood

    def add(self, visit: int, before: _Said, after: _Said) -> None:
        """One more pair of visits."""
        for place in before.keys() & after.keys():
            self.stood[place] += 1
            self.changed[place] += before[place] != after[place]
            self.said[place[0]] += before[place].total()
            self.visits.setdefault(place[0], []).append(visit)

    def restless(self, visits: int) -> set[_Place]:
        """Those that are told, of so many visits."""
        found = {
            place
            for place, changed in self.changed.items()
            if changed >= max(MIN_RESTLESS, RESTLESS * self.stood[place])
        }
        seldom = any(changed for place, changed in self.changed.items() if place not in found)
        own = sum(self.said[sentence] for sentence in {sentence for sentence, _ in found})
        if own <= RESTLESS * self.said.total():
            return found
        spans = {sentence: seen[-1] - seen[0] for sentence, seen in self.visits.items()}
        return {place for place in found if seldom and spans[place[0]] >= ALWAYS * visits}


def restless_numbers(pages: Sequence[BlockPage]) -> frozenset[_Place]:
    """Sentences (``sentence_of``), and the places of their restless numbers; versions of a page in time order."""
    sections: dict[str, _Section] = {}
    for visit, (before, after) in enumerate(pairwise(each_once(_numbers_said, pages))):
        for name in before.keys() & after.keys():
            sections.setdefault(name, _Section()).add(visit, before[name], after[name])
    return frozenset(place for section in sections.values() for place in section.restless(len(pages)))


def _numbers_said(page: BlockPage) -> dict[str, _Said]:
    """The numbers of a page, by section."""
    found: dict[str, _Said] = {}
    for block in page.blocks:
        section = section_of(block.path)
        text = without_marks(block.text)
        for place, left_out in _places(count_numbers(text)):
            said = found.setdefault(section, {})
            numbers = said.setdefault((sentence_of(section, block.text), place), Counter())
            numbers.update(number_keys(text, left_out))
    return found


def _places(numbers: int) -> Iterator[tuple[int, frozenset[int]]]:
    """Each place of so many numbers, and the others."""
    every = frozenset(range(numbers))
    if numbers > MOST_PLACES:
        yield -1, frozenset()
    else:
        yield from ((place, every - {place}) for place in every)
