"""Sentences that come into a section of lasting words and are soon taken out, again and again.

A page that many hands edit says for an hour what is then put right; a slogan turns within a paragraph. As of entries of
lists (``passing_entries``), one such visit tells nothing: a sentence passes that came and went more than once and never
stayed, in a section in which sentences usually stay much longer. Numbers aside, since what is put in differs in them.
The constants were chosen on training sites of ``benchmarks.sites`` (povin, hamyar, floodline, seeds 101 and 102).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from changemodel.features.blocks import BlockPage, masked_text, section_of, without_marks
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

_END = re.compile(r"(?<=[.!?\u2026\u061f\u06d4\u0964])\s+|(?<=[\u3002\uff01\uff1f])")


def passing_sentences(pages: Sequence[BlockPage]) -> frozenset[tuple[str, str]]:
    """Sections, and the sentences (``sentences_of``) that come and go in them; versions in time order."""
    seen: dict[str, dict[str, list[int]]] = {}
    for visit, page in enumerate(pages):
        for block in page.blocks:
            said = seen.setdefault(section_of(block.path), {})
            for sentence in sentences_of(block.text):
                visits = said.setdefault(masked_text(sentence), [])
                if not visits or visits[-1] != visit:
                    visits.append(visit)
    return frozenset(
        (section, sentence)
        for section, said in seen.items()
        for sentence in returning(
            {name: list(stays_of(visits)) for name, visits in said.items() if len(visits) < len(pages)}
        )
    )


def lasting_text(text: str, passing: frozenset[str]) -> str:
    """A block's text without its reference marks and what comes and goes in it."""
    kept = [sentence for sentence in sentences_of(text) if masked_text(sentence) not in passing]
    return " ".join(kept)


@lru_cache(maxsize=16384)
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text in order, without marks of references.

    What goes on in small letters is no other sentence: a full stop ends an abbreviation, and an ordinal, too.
    """
    found: list[str] = []
    for part in filter(None, _END.split(without_marks(text).strip())):
        if found and part[0].islower():
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
