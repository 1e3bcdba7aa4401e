"""Numbers in a page's text that count days: "3 days ago", "until 12 May, 9 days left".

Each night they change, as news does that comes once a day, and they never return. What they do over the visits tells
them from news, in any language: all of a section go the same way, by one for each day that passed; or some do, each
midnight of some zone and at no other time, while the others stand still: cases that are open, among those that are not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TypeVar

from changemodel.features.blocks import BlockPage, each_once, section_of, without_marks
from changemodel.features.sentences import sentences_of
from changemodel.features.structure import folded, running_words
from changemodel.features.table_rows import TableRows
from changemodel.features.text_keys import phrase_of

MIN_CHANGES = 3
"""Visits at which a section's numbers must have counted."""

MOSTLY = 0.8
"""Share of the steps, and of the days, that must fit."""

MIN_NUMBERS = 3
"""Numbers in the mean of a section that counts days whatever the hour: a single one that rises by one about once a day
may be how many have been arrested."""

MOST_PLACES = 3
"""Numbers of a block that are looked at, the first ones and the last: a date and what is left until then."""

Span = tuple[datetime, datetime]

SectionSentences = dict[str, list[int]]
"""The numbers of a section by the table row that they are said of, in ascending order; "": of none."""

_Name = TypeVar("_Name", bound=Hashable)

_NUMBER = re.compile(r"\D*(\d{1,18})\D*")  # a longer one counts no days


def numbers_counting_days(
    pages: Sequence[BlockPage], moments: Sequence[datetime], rows: TableRows | None = None
) -> frozenset[tuple[str, int]]:
    """Which numbers of which sections count days, as (section, place among a block's numbers), in time order.

    Places below 0 are counted from a block's last number, and given where the first does not tell the same.

    From visit to visit nearly all of a section go the same way, by one for each day that passed, or some of them at
    midnight. Lines may change places, come and go; where ``rows`` names them, each is compared with itself, elsewhere
    each with what may have become of it: among many days of the month something always may.
    """
    named = rows or TableRows()
    counting = _counting(each_once(lambda page: _numbers(page, named.names(page)), pages), moments)
    lengths = {
        (section_of(block.path), len(_figures(without_marks(block.text))))
        for page in set(pages)
        for block in page.blocks
    }
    return frozenset(counting - _told_from_the_first(counting, lengths))


def sentences_counting_days(
    pages: Sequence[BlockPage], moments: Sequence[datetime], rows: TableRows
) -> frozenset[str]:
    """Sentences with one number, by the names of ``text_keys.phrase_of``, which counts days.

    Stories grow a day older each at an hour of its own, some without a word of another section. Parameters as above.
    """
    return frozenset(
        _counting(each_once(lambda page: _numbers_of_sentences(page, rows.names(page)), pages), moments)
    )


def _counting(
    seen: Sequence[Mapping[_Name, SectionSentences | None]], moments: Sequence[datetime]
) -> set[_Name]:
    """Which numbers count days, by the names that they have at each visit."""
    found: dict[_Name, _DayCount] = {}
    for (old, then), (new, now) in pairwise(zip(seen, moments, strict=True)):
        for name in old.keys() & new.keys():
            found.setdefault(name, _DayCount()).add(old[name], new[name], (then, now))
    mixed = {name for numbers in seen for name, values in numbers.items() if values is None}
    return {name for name, count in found.items() if name not in mixed and count.counts_days}


@dataclass
class _DayCount:
    """What is known of a section's numbers."""

    steps: dict[Span, int] = field(default_factory=dict)  # by how much some changed, between which visits
    seen: list[Span] = field(default_factory=list)  # between all visits
    other: int = 0  # visits at which they changed as days do not
    changed: int = 0  # by how much, all together, down counted negative
    days: float = 0.0  # by how much they would have if each counted days
    numbers: int = 0  # that may have counted, of all visits together

    def add(self, old: SectionSentences | None, new: SectionSentences | None, span: Span) -> None:
        """One more pair of visits; lines that came or went between them tell nothing."""
        if old is None or new is None:
            return
        self.seen.append(span)
        days = (span[1] - span[0]) / timedelta(days=1)
        pairs = [(old[row], new[row]) for row in old.keys() & new.keys()]
        lengths = [sum(map(len, numbers)) for numbers in zip(*pairs, strict=True)] or [0, 0]
        up = [step for a, b in pairs for step in _steps(a, b, days)]
        down = [-step for a, b in pairs for step in _steps(b, a, days)]
        steps = up if len(up) >= len(down) else down
        if len(steps) >= MOSTLY * max(lengths):
            self.days += days * len(steps)
            self.numbers += len(steps)
            if any(steps):
                self.steps[span] = sum(map(abs, steps))
            self.changed += sum(steps)
        elif lengths[0] == lengths[1]:
            self.other += 1

    @property
    def counts_days(self) -> bool:
        """Whether nearly all that was seen are days."""
        about = self.days and abs(self.changed) / self.days
        if len(self.steps) < MIN_CHANGES or self.other > (1 - MOSTLY) * len(self.steps):
            return False
        if about > 1 / MOSTLY:
            return False
        return self._at_midnight or (about >= MOSTLY and self._are_many)

    @property
    def _are_many(self) -> bool:
        return self.numbers >= MIN_NUMBERS * len(self.seen)

    @property
    def _at_midnight(self) -> bool:
        """Whether some changed at nearly each midnight of some zone, and at no other time; of many, hardly at any: a
        line that comes may be taken for another one's next day."""
        zones = (timedelta(minutes=minutes) for minutes in range(0, 24 * 60, 15))
        least = (MOSTLY if self._are_many else 1.0) * sum(self.steps.values())
        return any(
            sum(self.steps[span] for span in turning) >= least
            and len(turning) >= MOSTLY * sum(_turns(span, zone) for span in self.seen)
            for zone in zones
            for turning in [[span for span in self.steps if _turns(span, zone)]]
        )


def _told_from_the_first(
    counting: Collection[tuple[str, int]], lengths: Collection[tuple[str, int]]
) -> set[tuple[str, int]]:
    """Places from the last number whose numbers are all given by their places from the first.

    ``lengths``: how many numbers blocks of each section have.
    """
    return {
        (section, place)
        for section, place in counting
        if place < 0
        and all(
            (name, place + length) in counting
            for name, length in lengths
            if name == section and place + length >= 0
        )
    }


def _places(place: int, numbers: int) -> list[int]:
    """What a number is called by its place among so many: from the first, from the last (-1), or both."""
    return [item for item in (place, place - numbers) if -MOST_PLACES <= item < MOST_PLACES]


def _turns(span: Span, zone: timedelta) -> bool:
    """Whether another day begins between two moments."""
    return (span[0] + zone).date() != (span[1] + zone).date()


def _steps(old: Sequence[int], new: Sequence[int], days: float) -> list[int]:
    """By how much numbers rose, of those that may have counted so many days; both in ascending order."""
    least, most = math.floor(days), math.ceil(days)
    found, place = [], 0
    for number in old:
        while place < len(new) and new[place] < number + least:
            place += 1
        if place < len(new) and new[place] <= number + most:
            found.append(new[place] - number)
            place += 1
    return found


def _figures(text: str) -> list[str]:
    return [word for word in running_words(text) if any(map(str.isdigit, word))]


def _numbers(page: BlockPage, named: Mapping[str, str]) -> dict[tuple[str, int], SectionSentences | None]:
    """The numbers of each section by their place in a block, sorted; None where one is several: a date, a price.

    ``named``: what the table row of a block is called, by the block's path.
    """
    found: dict[tuple[str, int], SectionSentences | None] = {}
    for block in page.blocks:
        words = _figures(without_marks(block.text))
        for place, word in enumerate(words):
            number = _NUMBER.fullmatch(word)
            for key in ((section_of(block.path), item) for item in _places(place, len(words))):
                values = found.setdefault(key, {})
                if number is None or values is None:
                    found[key] = None
                else:
                    values.setdefault(named.get(block.path, ""), []).append(int(number.group(1)))
    return _in_order(found)


def _numbers_of_sentences(page: BlockPage, named: Mapping[str, str]) -> dict[str, SectionSentences | None]:
    """The numbers of sentences that have one, sorted, by the sentences' names; None where one is several.

    Each is said of its table row, or of what stands beside it in its block: a headline and its age.
    """
    found: dict[str, SectionSentences | None] = {}
    for block in page.blocks:
        sentences = [folded(sentence) for sentence in sentences_of(block.in_lines)]
        row = named.get(block.path) or " ".join(sentence for sentence in sentences if not _figures(sentence))
        for sentence in sentences:
            words = _figures(sentence)
            if len(words) != 1:
                continue
            name, number = phrase_of(section_of(block.path), sentence), _NUMBER.fullmatch(words[0])
            values = found.setdefault(name, {})
            if number is None or values is None:
                found[name] = None
            else:
                values.setdefault(row, []).append(int(number.group(1)))
    return _in_order(found)


def _in_order(found: Mapping[_Name, SectionSentences | None]) -> dict[_Name, SectionSentences | None]:
    return {
        name: None if values is None else {row: sorted(numbers) for row, numbers in values.items()}
        for name, values in found.items()
    }
