"""Sentences that come into a section of lasting words and are soon taken out, again and again.

A page that many hands edit says for an hour what is then put right; a slogan turns within a paragraph. As of entries of
lists (``passing_entries``), one such visit tells nothing: a sentence passes that came and went more than once and never
stayed, in a section in which sentences usually stay much longer. Numbers aside, since what is put in differs in them.
The constants were chosen on training sites of ``benchmarks.sites`` (povin, hamyar, floodline, seeds 101 and 102).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from changemodel.features.blocks import BlockPage, each_once, masked_text, section_of, without_marks
from changemodel.features.remembered import remembered
from changemodel.features.text_keys import count_numbers
from changemodel.features.unsettled_lists import usual_stay

MIN_STAYS = 2
"""Times that a sentence must have come and gone."""

MIN_PASSING = 4
"""Such comings and goings of all sentences of a section, without which nothing is told of it."""

MIN_LASTING = 3
"""Other sentences that must come or go, and stay: where all return, "no warnings in force" is what there is to say."""

SOON = 0.25
"""Of the usual stay, up to which a sentence that passes stays."""

Stay = tuple[int, int]
"""The first and the last visit at which something stood without a break."""

_END = re.compile(r"(?<=[.!?\u2026\u061f\u06d4\u0964])\s+|(?<=[\u3002\uff01\uff1f])|\s+[\u00b7\u2022|]\s+|\n")
"""After a sentence, at the end of a line, or between what stands side by side: three hours ago, then a dot, then 214
views."""

_SHORT = 4
"""Letters of a word up to which a full stop behind it may be that of an abbreviation."""

_GOES_ON = re.compile(rf"[!?\u2026]$|\.\.$|\b(\d+|\w{{1,{_SHORT}}})\.$")


def passing_sentences(pages: Sequence[BlockPage]) -> frozenset[tuple[str, str]]:
    """Sections, and the sentences (``sentences_of``) that come and go in them; versions in time order."""
    return frozenset(
        (section, sentence)
        for section, said in visits_of(each_once(masked_sentences, pages)).items()
        for sentence in returning(
            {name: list(stays_of(visits)) for name, visits in said.items() if len(visits) < len(pages)}
        )
    )


Sentences = Mapping[str, Iterable[str]]
"""What each section of a version says, each sentence once, in reading order."""


def sentences_by_section(page: BlockPage, called: Callable[[str], str]) -> Sentences:
    """What a version says; ``called``: under which name a sentence is known."""
    found: dict[str, dict[str, None]] = {}
    for block in page.blocks:
        own = found.setdefault(section_of(block.path), {})
        own.update((called(sentence), None) for sentence in sentences_of(block.in_lines))
    return found


def masked_sentences(page: BlockPage) -> Sentences:
    """The same, numbers aside."""
    return sentences_by_section(page, masked_text)


def visits_of(said: Sequence[Sentences]) -> dict[str, dict[str, list[int]]]:
    """At which visits each sentence of each section stands, from what is said at each."""
    found: dict[str, dict[str, list[int]]] = {}
    for visit, sections in enumerate(said):
        for section, sentences in sections.items():
            known = found.setdefault(section, {})
            for sentence in sentences:
                known.setdefault(sentence, []).append(visit)
    return found


class LastingText(NamedTuple):
    """A block's text without its reference marks and what comes and goes in it, each sentence on a line of its own."""

    text: str
    places: tuple[int, ...]
    """Of its numbers, among those of the whole block without its marks; the first is 0."""
    in_all: int
    """How many numbers the whole block has."""


def lasting_text(text: str, passing: frozenset[str]) -> LastingText:
    """What is left of a block's text where some sentences, numbers masked, come and go."""
    return _left_of(text, passing) if passing else _whole(text)


@remembered
def _whole(text: str) -> LastingText:
    return _left_of(text, frozenset())


def _left_of(text: str, passing: frozenset[str]) -> LastingText:
    kept: list[str] = []
    places: list[int] = []
    first = 0
    for sentence in sentences_of(text):
        last = first + count_numbers(sentence)
        if masked_text(sentence) not in passing:
            kept.append(sentence)
            places.extend(range(first, last))
        first = last
    return LastingText("\n".join(kept), tuple(places), first)


@remembered
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text in order, without marks of references.

    What goes on in small letters behind a short word or a number is no other sentence: a full stop ends an
    abbreviation, and an ordinal, too.
    """
    found: list[str] = []
    for part in filter(None, _END.split(without_marks(text).strip())):
        if found and part[0].islower() and _GOES_ON.search(found[-1]):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return tuple(found)


def returning(stays: Mapping[str, Sequence[Stay]], *, patient: bool = False) -> Iterator[str]:
    """What comes and goes in one place, by name, from the stays of all that does not always stand there.

    ``patient``: the more often it came, the longer it may have stayed, up to what is usual.
    """
    longest = {name: max(last - first + 1 for first, last in own) for name, own in stays.items()}
    usual = usual_stay(last - first + 1 for own in stays.values() for first, last in own)
    found = []
    for name, own in stays.items():
        soon = min(1.0, SOON * (len(own) - 1)) if patient else SOON
        if len(own) >= MIN_STAYS and longest[name] <= soon * usual:
            found.append(name)
    lasting = sum(length > SOON * usual for length in longest.values())
    if lasting >= MIN_LASTING and sum(len(stays[name]) for name in found) >= MIN_PASSING:
        yield from found


def stays_of(visits: Sequence[int]) -> Iterator[Stay]:
    """The first and the last visit of each stay."""
    first = last = visits[0]
    for visit in visits[1:]:
        if visit > last + 1:
            yield first, last
            first = visit
        last = visit
    yield first, last
