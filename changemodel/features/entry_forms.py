"""Recognises entries in another form: the same stories as cards in one capture and as lines in the next.

A portal tries two arrangements, or takes a visitor for a small window; a section is folded at some visits. The titles
stand in both versions, the pictures' captions, first sentences and bylines perhaps in one only. That is no change of
what the page says: the entry is taken to stand in both forms in either version. A story that sinks from the lead to the
list below is none of these, since both sections stand: that it leads no more was decided by somebody.

One form shows fewer: what only the longer one has at its end is cut off in the other, and has not gone. What is new
stands on top.

An entry is known by its heading, or by its longest text, in a section that only one version has. What is in the largest
element around it, without another of its kind or a heading, comes and goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from changemodel.features.blocks import Block, BlockPage, masked_text, section_of
from changemodel.features.structure import folded
from changemodel.features.text_cache import remembered

MIN_LETTERS = 12
"""Of a text that names an entry: shorter ones are labels, such as "New" or "Sports", that many entries have."""

MIN_SAME = 3
"""Entries that must stand in both forms for what only one form has at its end to be taken for cut off in the other."""

MOST_NAMESAKES = 3
"""Entries that one text names; what stands in more is a label."""

_REMARK = re.compile(r"\s*[(\[（【][^()\[\]（）【】]{1,40}[)\]）】]\s*$")
_HEADING = re.compile(r"h[1-6]$")


@dataclass(frozen=True, eq=False)
class Standing:
    """What stands where in one version.

    Attributes
    ----------
    blocks : tuple of Block
        Of the version, in reading order.
    """

    blocks: tuple[Block, ...] = ()
    _entries: dict[str, list[range]] = field(default_factory=dict, init=False, repr=False)
    _around: dict[int, range] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(cls, page: BlockPage) -> Standing:
        """Of a version."""
        return cls(page.blocks)

    @cached_property
    def rows(self) -> dict[str, list[int]]:
        """Where each text stands that may name an entry."""
        found: dict[str, list[int]] = {}
        for row, block in enumerate(self.blocks):
            title = _title(block.text)
            if len(title) >= MIN_LETTERS:
                found.setdefault(title, []).append(row)
        return found

    @cached_property
    def sections(self) -> frozenset[str]:
        """Of all blocks."""
        return frozenset(section_of(block.path) for block in self.blocks)

    def stretches_of(self, sections: frozenset[str]) -> Iterator[range]:
        """The blocks of some sections that stand together."""
        start = None
        for row, block in enumerate((*self.blocks, None)):
            within = block is not None and section_of(block.path) in sections
            if within and start is None:
                start = row
            elif not within and start is not None:
                yield range(start, row)
                start = None

    def titles_in(self, sections: frozenset[str]) -> set[str]:
        """The texts that name the entries of some sections."""
        return {
            title
            for title, rows in self.rows.items()
            if any(section_of(self.blocks[row].path) in sections for row in rows)
        }

    def entries(self, title: str) -> list[range]:
        """The blocks of the entries that a text names; kept, since a fit asks of each many times."""
        if title not in self._entries:
            found = [(row, self.entry(row)) for row in self.rows[title]]
            self._entries[title] = [around for row, around in found if self._names(row, around)]
        return self._entries[title]

    def _names(self, row: int, around: range) -> bool:
        """Whether one block names those around it: a heading, or where there is none, what has most letters."""
        headings = [at for at in around if _HEADING.match(_tag(self.blocks[at].path))]
        longest = max(around, key=lambda at: len(self.blocks[at].text))
        return row in (headings or [longest])

    def entry(self, row: int) -> range:
        """The blocks that come and go with one; kept, since versions that say the same are asked one after another."""
        if row not in self._around:
            self._around[row] = self._entry_around(row)
        return self._around[row]

    def _entry_around(self, row: int) -> range:
        path = self.blocks[row].path
        steps = path.split(">")
        kind = _tag(path)
        found = range(row, row + 1)
        for depth in range(len(steps) - 1, 0, -1):
            around = self._within(">".join(steps[:depth]), row)
            others = (_tag(self.blocks[at].path) for at in around if at != row)
            if any(tag == kind or _HEADING.match(tag) for tag in others):
                break
            found = around
        return found

    def _within(self, element: str, row: int) -> range:
        """The blocks of an element around one."""
        first, end = row, row + 1
        while first > 0 and _is_within(self.blocks[first - 1].path, element):
            first -= 1
        while end < len(self.blocks) and _is_within(self.blocks[end].path, element):
            end += 1
        return range(first, end)


def in_another_form(a: Standing, b: Standing) -> tuple[set[int], set[int]]:
    """The blocks of the entries that stand in both versions, but in a section that only one has, by their places; and
    of those that follow at the end of what only one version shows."""
    found: tuple[set[int], set[int]] = (set(), set())
    gone, new = a.sections - b.sections, b.sections - a.sections
    named: tuple[set[int], set[int]] = (set(), set())
    for title in _between_forms(a, gone, b, new):
        own, other = a.entries(title), b.entries(title)
        if len(own) == len(other) <= MOST_NAMESAKES:
            for rows, first, entries in zip(found, named, (own, other), strict=True):
                rows.update(row for around in entries for row in around)
                first.update(around.start for around in entries)
    for standing, sections, first, rows in zip((a, b), (gone, new), named, found, strict=True):
        for stretch in standing.stretches_of(sections):
            if len(first.intersection(stretch)) >= MIN_SAME:
                rows.update(range(max(rows.intersection(stretch)), stretch.stop))
    return found


def _between_forms(a: Standing, gone: frozenset[str], b: Standing, new: frozenset[str]) -> set[str]:
    """The texts that both versions have, at least one in a section that the other has not."""
    own = a.titles_in(gone) & b.rows.keys() if gone else set()
    other = b.titles_in(new) & a.rows.keys() if new else set()
    return own | other


@remembered
def _title(text: str) -> str:
    """A text without what is remarked behind it, "(Sunday)", "[video]", and numbers aside."""
    return _REMARK.sub("", masked_text(folded(text)))


@lru_cache(maxsize=16384)
def _tag(path: str) -> str:
    return path.rpartition(">")[2].partition(":")[0].partition(".")[0].partition("#")[0]


def _is_within(path: str, element: str) -> bool:
    return path.startswith(element) and path[len(element) : len(element) + 1] in ("", ">")
