"""What all entries of a page do alike as they grow older: "just now", "yesterday", "new", folded to their title.

Each piece of news is followed by such a change an hour later and another at midnight, which come once and stay, as news
does. No list of words tells them, in any language: an entry is followed by its title from its coming on, and what
nearly all that came and stood long enough gained or lost is their age. What only some of them do is news: corrected,
cancelled. Entries that were there all the time, such as the lines of a railway, tell nothing: their state is no age.

So are figures that all entries of one age share, and others an hour later, and the words that entries exchange beside
them: "23 h" turns into "1 d". Ours, beside ``numbers_counting_days``, which needs no entries, and some days. The
constants were chosen on one training site of ``benchmarks.sites`` (quanminh, seeds 101 and 102).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import median

from changemodel.features.blocks import BlockPage, each_once, section_of
from changemodel.features.entry_forms import Standing
from changemodel.features.remembered import remembered
from changemodel.features.structure import running_words
from changemodel.features.typography import folded

MIN_AGED = 6
"""Entries that must have come, stood, and changed so."""

NEARLY_ALL = 0.8
"""Share of those that came and stood as long as it usually takes."""

TOLD_AT = range(1, 7)
"""Visits after their coming at which entries of one age may say the same in figures: an hour ago, and two, have words
of their own in some languages."""

MIN_TOLD = 3
"""The first of such visits, at which they say any: there they must say the same."""

MIN_WORDS = 3
"""Of a part that an entry loses when it is folded: a label of a word or two comes and goes with age, too."""

Parts = Mapping[str, frozenset[str]]
"""The words of each section of one entry."""


@dataclass(frozen=True)
class Ageing:
    """What grows old, and how.

    Attributes
    ----------
    words : frozenset of (str, str)
        Sections, and words that entries gain or lose in them.
    folded : frozenset of (str, str)
        Sections of titles, and sections of the parts that their entries lose.
    figures : frozenset of str
        Sections whose numbers are ages.
    """

    words: frozenset[tuple[str, str]] = frozenset()
    folded: frozenset[tuple[str, str]] = frozenset()
    figures: frozenset[str] = frozenset()

    @classmethod
    def of(cls, pages: Sequence[BlockPage]) -> Ageing:
        """What ages on versions of a page in time order."""
        lives = list(_lives(pages))
        gained_or_lost: dict[tuple[str, str], list[tuple[int, int]]] = {}
        parts: dict[tuple[str, str], list[tuple[int, int]]] = {}
        stood: dict[str, list[int]] = {}
        titled: dict[str, list[int]] = {}
        for life in lives:
            titled.setdefault(life.section, []).append(life.length)
            for section in life.sections:
                stood.setdefault(section, []).append(life.length)
            for change, age in life.words().items():
                gained_or_lost.setdefault(change, []).append((age, life.length))
            for part, age in life.lost().items():
                parts.setdefault((life.section, part), []).append((age, life.length))
        figures = frozenset(section for section in stood if _tell_age(lives, section))
        words = frozenset(key for key, ages in gained_or_lost.items() if _by_age(ages, stood[key[0]]))
        return cls(
            words | (units_of_ages(pages, figures) if figures else frozenset()),
            frozenset(key for key, ages in parts.items() if _by_age(ages, titled[key[0]])),
            figures,
        )

    def lasting(self, section: str, text: str) -> str:
        """What a section says without its age."""
        words, ages = _by_section(self.words).get(section, frozenset()), section in self.figures
        if not words and not ages:
            return text
        lines = (
            " ".join(
                word for word in running_words(line) if word not in words and not (ages and _is_figure(word))
            )
            for line in folded(text).split("\n")
        )
        return "\n".join(filter(None, lines))

    def in_another_shape(self, a: Standing, b: Standing) -> tuple[set[int], set[int]]:
        """The blocks of the entries that stand in both versions, and in one of them folded, by their places."""
        found: tuple[set[int], set[int]] = (set(), set())
        if not self.folded:
            return found
        sections = frozenset(section for section, _ in self.folded)
        for title in a.titles_in(sections) & b.titles_in(sections):
            own, other = a.entries(title), b.entries(title)
            if len(own) == len(other) == 1 and self._differ_by_age(a, own[0], b, other[0]):
                found[0].update(own[0])
                found[1].update(other[0])
        return found

    def _differ_by_age(self, a: Standing, own: range, b: Standing, other: range) -> bool:
        shapes = [
            {section_of(item.blocks[row].path) for row in rows} for item, rows in ((a, own), (b, other))
        ]
        differing = shapes[0] ^ shapes[1]
        parts = {part for _, part in self.folded}
        return bool(differing & parts)


@dataclass
class _Life:
    """One entry since it came."""

    section: str  # of its title
    seen: list[tuple[int, Parts]] = field(default_factory=list)  # by the visits since

    @property
    def length(self) -> int:
        """Visits that it stood."""
        return self.seen[-1][0]

    @property
    def sections(self) -> set[str]:
        """Of all that it ever said."""
        return {section for _, parts in self.seen for section in parts}

    def words(self) -> dict[tuple[str, str], int]:
        """Sections, and the words that it gained or lost in them, with its age then."""
        found: dict[tuple[str, str], int] = {}
        for age, parts in self.seen[1:]:
            first = self.seen[0][1]
            for section in first.keys() | parts.keys():
                for word in first.get(section, frozenset()) ^ parts.get(section, frozenset()):
                    if not _is_figure(word):
                        found.setdefault((section, word), age)
        return found

    def figures(self, section: str, age: int) -> frozenset[str]:
        """What it says in numbers in a section at some age; nothing where it does not stand then."""
        parts = next((parts for at, parts in self.seen if at == age), {})
        return frozenset(filter(_is_figure, parts.get(section, frozenset())))

    def lost(self) -> dict[str, int]:
        """The sections of the parts that it lost, with its age then."""
        found: dict[str, int] = {}
        for age, parts in self.seen[1:]:
            for section, words in self.seen[0][1].items():
                if section not in parts and section != self.section and len(words) >= MIN_WORDS:
                    found.setdefault(section, age)
        return found


def _by_age(changed: Sequence[tuple[int, int]], lengths: Sequence[int]) -> bool:
    """Whether nearly all that stood long enough changed so, from the ages at which some did."""
    if len(changed) < MIN_AGED:
        return False
    usual = median(age for age, _ in changed)
    old_enough = sum(length > usual for length in lengths)
    return sum(length > usual for _, length in changed) >= NEARLY_ALL * old_enough


def _tell_age(lives: Sequence[_Life], section: str) -> bool:
    """Whether entries say the same in figures at one age, and something else at the next."""
    usual: list[frozenset[str]] = []
    for age in TOLD_AT:
        if len(usual) == MIN_TOLD:
            break
        said = Counter(figures for life in lives if (figures := life.figures(section, age)))
        if said.total() < MIN_AGED:
            continue
        if max(said.values()) < NEARLY_ALL * said.total():
            return False
        usual.append(max(said, key=said.__getitem__))
    return len(set(usual)) == len(usual) >= MIN_TOLD


def units_of_ages(pages: Sequence[BlockPage], figures: frozenset[str]) -> frozenset[tuple[str, str]]:
    """Sections that tell ages, and the words that entries exchange there when their figures change: what these count.

    Of all entries, also those that came before the first version, or from elsewhere on the page: on the training site
    upmale 19 and 20 of them turn hours into days in a window of five.
    """
    exchanged: dict[tuple[str, str], set[str]] = {}
    last: dict[str, Parts] = {}
    for standing in each_once(Standing.of, pages):
        now = {title: _parts(standing, rows[0]) for title, rows in standing.rows.items() if len(rows) == 1}
        for title in now.keys() & last.keys():
            for section in figures & now[title].keys() & last[title].keys():
                for word in _exchanged(last[title][section], now[title][section]):
                    exchanged.setdefault((section, word), set()).add(title)
        last = now
    return frozenset(key for key, titles in exchanged.items() if len(titles) >= MIN_AGED)


def _exchanged(before: frozenset[str], after: frozenset[str]) -> set[str]:
    """Words that took the place of others, and these; what is only added says more than an age."""
    gone, came = (
        {word for word in own - other if not _is_figure(word) and _bare(word) not in set(map(_bare, other))}
        for own, other in ((before, after), (after, before))
    )
    return gone | came if gone and came else set()


def _bare(word: str) -> str:
    """Without the comma that parts it from what was added."""
    return word.strip(",;:.\u00b7|")


def _lives(pages: Sequence[BlockPage]) -> Iterator[_Life]:
    """The entries of more than one part that came after the first version, each in the section it came in."""
    since: dict[str, int] = {}
    lives: dict[str, _Life] = {}
    for visit, standing in enumerate(each_once(Standing.of, pages)):
        for title, rows in standing.rows.items():
            came = since.setdefault(title, visit)
            if came == 0 or len(rows) > 1:
                continue
            section = section_of(standing.blocks[rows[0]].path)
            life = lives.get(title)
            if life is None and visit == came:
                life = lives[title] = _Life(section)
            if life is not None and life.section == section:
                life.seen.append((visit - came, _parts(standing, rows[0])))
    return (life for life in lives.values() if len(life.seen) > 1 and len(life.seen[0][1]) > 1)


def _parts(standing: Standing, row: int) -> Parts:
    """The words of an entry around its title."""
    parts: dict[str, frozenset[str]] = {}
    for at in standing.entry(row):
        section = section_of(standing.blocks[at].path)
        parts[section] = parts.get(section, frozenset()) | _words(standing.blocks[at].text)
    return parts


@remembered
def _words(text: str) -> frozenset[str]:
    return frozenset(running_words(folded(text)))


@lru_cache(maxsize=16384)
def _is_figure(word: str) -> bool:
    return any(map(str.isdigit, word))


@lru_cache(maxsize=8)
def _by_section(words: frozenset[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for section, word in words:
        found.setdefault(section, set()).add(word)
    return {section: frozenset(own) for section, own in found.items()}
