"""The sentences of a version by section of its page.

What ``section_habits`` follows from visit to visit. A sentence is known by its words, whatever block it stands in; one
of a table is said of its row (``table_rows``), and a picture is a sentence of one word, its name, in a section of its
own. Beside its own words a sentence has signs of what stands with it in one entry, a label or a price: these tell
headlines of one markup apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from changemodel.features.blocks import Block, BlockPage, masked_text, section_of
from changemodel.features.sentences import sentences_of
from changemodel.features.structure import folded
from changemodel.features.table_rows import TableRows
from changemodel.features.text_cache import remembered
from changemodel.features.text_keys import key_of

PICTURES = "@"
"""Before the name of a section: its pictures."""

MOST_BESIDE = 12
"""Sentences of an entry above which they are no signs of each other: an article is no entry."""

_WORD = re.compile(r"\w+")
_NUMBERED = re.compile(r":nth-of-type\(\d+\)")
_LABEL_LETTERS = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence in its place.

    Attributes
    ----------
    text : str
        Without the name of its row.
    key, masked : int
        Names of its text, and of its text with every number as one sign.
    words : tuple of int
        Names of its words, in order.
    own_signs : frozenset of int
        Names of its words with numbers as one sign.
    label : int
        Name of what it says as a label in its part of an entry; 0: too long for one.
    part : int
        Name of its part of an entry.
    letters : int
    has_figures : bool
    """

    text: str
    key: int
    masked: int
    words: tuple[int, ...]
    own_signs: frozenset[int]
    label: int
    part: int
    letters: int
    has_figures: bool


@dataclass(eq=False)
class SaidSection:
    """What one section says in one version."""

    sentences: dict[int, Sentence] = field(default_factory=dict)  # by key, the last of equal ones
    entries: dict[int, str] = field(default_factory=dict)  # in which entry each stands, by key
    texts: Counter[int] = field(default_factory=Counter)
    masked: Counter[int] = field(default_factory=Counter)
    words: Counter[int] = field(default_factory=Counter)

    def add(self, sentence: Sentence, entry: str) -> None:
        """One more sentence."""
        self.sentences[sentence.key] = sentence
        self.entries[sentence.key] = entry
        self.texts[sentence.key] += 1
        self.masked[sentence.masked] += 1
        self.words.update(sentence.words)

    @cached_property
    def places(self) -> dict[int, int]:
        """The number of the entry in which each sentence stands, from above, by key; once the section is whole."""
        numbers: dict[str, int] = {}
        return {key: numbers.setdefault(entry, len(numbers)) for key, entry in self.entries.items()}

    @cached_property
    def entry_names(self) -> frozenset[str]:
        """Its entries; once the section is whole."""
        return frozenset(self.entries.values())

    def place(self, key: int) -> float:
        """Where a sentence stands among the entries: 0 for the first of them, 1 for the last."""
        return self.places[key] / max(1, len(self.entry_names) - 1)


NOTHING = SaidSection()


class PageSentences:
    """What a version says.

    Parameters
    ----------
    page : BlockPage
    rows : TableRows
        What the rows of its tables are called.

    Attributes
    ----------
    sections : dict of str to SaidSection
        By name.
    everywhere : Counter of int
        In how many sections each sentence stands, by key.
    """

    def __init__(self, page: BlockPage, rows: TableRows) -> None:
        self.sections: dict[str, SaidSection] = {}
        self._entries: dict[str, list[Sentence]] = {}
        called = rows.names(page)
        for block in page.blocks:
            self._add(section_of(block.path), block, sentences_of(block.in_lines), called.get(block.path, ""))
        for picture in page.pictures:
            self._add(PICTURES + section_of(picture.path), picture, (picture.text,), "")
        self.everywhere = Counter(key for section in self.sections.values() for key in section.texts)

    def _add(self, name: str, block: Block, texts: Iterable[str], row: str) -> None:
        entry = _entry_of(block.path)
        for text in texts:
            sentence = _sentence(section_of(block.path), text, row)
            self.sections.setdefault(name, SaidSection()).add(sentence, entry)
            self._entries.setdefault(entry, []).append(sentence)

    def section(self, name: str) -> SaidSection:
        """What a section says; nothing where it is not there."""
        return self.sections.get(name, NOTHING)

    def entry(self, section: SaidSection, key: int) -> Sequence[Sentence]:
        """All that is said in the entry of a sentence, in whatever section."""
        return self._entries[section.entries[key]]

    def signs(self, section: SaidSection, key: int) -> frozenset[int]:
        """By which a sentence may be like others: its words, and what stands beside it in its entry."""
        return section.sentences[key].own_signs | self.signs_beside(section, key)

    def signs_beside(self, section: SaidSection, key: int) -> set[int]:
        """The signs of a sentence that are not its words: parts of its entry and what they say as labels."""
        sentence, entry = section.sentences[key], self.entry(section, key)
        if len(entry) >= MOST_BESIDE:
            return set()
        beside = [other for other in entry if other is not sentence]
        return {other.part for other in beside} | {other.label for other in beside if other.label}


@remembered
def _sentence(section: str, text: str, row: str) -> Sentence:
    own = folded(text).strip()
    said = f"{folded(row)}: {own}".strip() if row else own
    masked = masked_text(said)
    part = section[-30:]
    return Sentence(
        text=own,
        key=key_of(said),
        masked=key_of(masked),
        words=tuple(map(key_of, _WORD.findall(said))),
        own_signs=frozenset(map(key_of, _WORD.findall(masked))),
        label=key_of(f"|{part}={masked}") if len(said) < _LABEL_LETTERS else 0,
        part=key_of(f"|{part}"),
        letters=len(said),
        has_figures=any(map(str.isdigit, said)),
    )


@lru_cache(maxsize=16384)
def _entry_of(path: str) -> str:
    """The nearest numbered element around a block; where there is none, what it stands in."""
    inner = path.rfind(">")
    numbered = [found.end() for found in _NUMBERED.finditer(path) if found.end() <= inner]
    return path[: numbered[-1]] if numbered else path[: max(inner, 0)]


def words_apart(a: SaidSection, b: SaidSection) -> float:
    """Weighted Jaccard distance of what a section says in two versions; 0 where it says nothing in both."""
    if a.words == b.words:
        return 0.0
    common = sum([min(a.words[word], b.words[word]) for word in a.words.keys() & b.words.keys()])
    return 1.0 - common / (a.words.total() + b.words.total() - common)
