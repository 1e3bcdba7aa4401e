"""Compares the text of a page's blocks, and decides by novelty.

Beside the visual reading in ``ChangeModel``: it sees the whole page, not the first screen, and decides from the third
version on. What it learns grows version by version (``add``), so that a page's memory costs no more than its newest
version; comparing changes nothing. Of two versions that it learned it says nearly what it would have said when the
later one came: what is news is judged as of then, how rare it is by all visits. ``features.text_diff`` tells what
changed, ``novelty`` whether it is news.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from numpy.typing import NDArray
from scipy.special import expit, logit

from changemodel.change.novelty import NO_NEWS, RARE, News, Novelty
from changemodel.change.story_reading import StoryReading, StoryVerdict
from changemodel.features.blocks import BlockPage, page_of, section_of
from changemodel.features.text_diff import BlockChange, block_changes
from changemodel.version import PageVersion

MIN_VERSIONS = 2
"""Versions from which on the next one can be news: what one version shows may be an accident."""

TOLD = 2
"""Changes that a person must have said the same of for their section to be silent, or heard: one verdict may be of that
change alone."""

RETURNS = "*returns*"
"""Under this name stands what a person said of all that returns on the page."""

RowsOf = Callable[[PageVersion], Collection[int]]
"""Some of the blocks of a version, by their places in it."""

_PREFIX = "text_"


@dataclass(frozen=True, kw_only=True)
class BlockDifference:
    """One block that changed between two versions, in words.

    Attributes
    ----------
    path : str
        Where it stands on the page.
    kind : {"text", "numbers", "removed", "links", "outline"}
        Words came; only numbers differ; words went and none came; the same text leads elsewhere or shows another
        picture; the same text is a heading of another rank.
    text_before, text_after : str or None
        All that the block says; None in the version that has no such block.
    words_added, words_removed : tuple of str
    furniture : bool
        Whether it is navigation or the like, which is reported but never raises an alarm.
    returns : bool
        Whether it brings back what the page had shown for a while and then had been without for a while.
    chance : float or None
        Of such news at a visit, by the page's habits; None where it is no news: furniture, what was there before, or
        what time taught to be noise, or to come and go.
    """

    path: str
    kind: str
    text_before: str | None
    text_after: str | None
    words_added: tuple[str, ...]
    words_removed: tuple[str, ...]
    furniture: bool
    chance: float | None
    returns: bool = False


@dataclass(frozen=True, kw_only=True)
class TextVerdict:
    """What the textual reading says of two versions."""

    distance: float  # share of the words that changed, 0 to 1
    probability: (
        float | None
    )  # of an important change; None before enough versions are known, and where new text
    # came, none of it rare, to a page that always has some: time must tell what matters there
    important: bool | None
    differences: tuple[BlockDifference, ...]  # the rarest first
    only_numbers: bool = False  # whether nothing but numbers of the content changed
    restless: bool = False  # whether the page always has new text, and nobody called this news
    stories: StoryVerdict | None = None  # of two versions that list news


class TextReading:
    """What one page usually says, and how it changes."""

    def __init__(self) -> None:
        self._novelty = Novelty()
        self._stories = StoryReading()

    @property
    def versions(self) -> int:
        """How many versions it has learned."""
        return self._novelty.versions

    @property
    def is_lively(self) -> bool:
        """Whether the page mostly shows something new so often, furniture included, that time can tell what matters."""
        return self._novelty.is_lively

    def fit(self, versions: Iterable[PageVersion]) -> Self:
        """Learn versions in time order, after those learned before; those without text or blocks are left out."""
        before: PageVersion | None = None
        for version in versions:
            if has_text(version):
                self.add(version, before)
                before = version
        return self

    def add(self, version: PageVersion, before: PageVersion | None) -> None:
        """Learn one more version, and what changed since the one before; None: it is the first."""
        earlier = None if before is None else page_of(before)
        self._novelty.add(page_of(version), earlier, version.captured_at.timestamp())
        self._stories.add(page_of(version), version.captured_at.timestamp())

    def after(self, version: PageVersion, before: PageVersion | None) -> TextReading:
        """The reading with one more version; this one stays as it is."""
        grown = TextReading()
        grown._novelty = copy.deepcopy(self._novelty)
        grown._stories = copy.deepcopy(self._stories)
        grown.add(version, before)
        return grown

    def compare(
        self,
        before: PageVersion,
        after: PageVersion,
        noise: Collection[str] = (),
        unread: RowsOf = lambda _: frozenset(),
        told: Mapping[str, bool] = MappingProxyType({}),
    ) -> TextVerdict | None:
        """What changed between two versions, and whether it is news; None where one has no text.

        ``noise``: sections of which time taught that what is new in them means nothing (``text_drift``); ``unread``:
        the blocks of a version of which it taught that they come and go. They are told, and no news. ``told``: what a
        person said of sections (``labelled_sections``).
        """
        if not (has_text(before) and has_text(after)):
            return None
        a, b = page_of(before), page_of(after)
        changes = block_changes(a, b)
        known = self.versions >= MIN_VERSIONS
        moments = before.captured_at.timestamp(), after.captured_at.timestamp()
        news = self._novelty.judge(changes, a, b, moments) if known else [NO_NEWS] * len(changes)
        chances = [item.chance for item in news]
        gone, came = unread(before), unread(after)
        said = [
            told.get(RETURNS if item.returns and RETURNS in told else section_of(change.path))
            for change, item in zip(changes, news, strict=True)
        ]
        chances = [
            None
            if important is None
            and (section_of(change.path) in noise or change.after in came or change.before in gone)
            else _as_told(chance, important)
            for change, chance, important in zip(changes, chances, said, strict=True)
        ]
        is_heard = any(item and chance is not None for item, chance in zip(said, chances, strict=True))
        restless = self._novelty.is_restless and not is_heard
        found = [
            _difference(change, News(chance, item.returns), a, b)
            for change, chance, item in zip(changes, chances, news, strict=True)
        ]
        found.sort(key=lambda item: (item.chance is None, item.chance or 0.0))
        rarest = min((chance for chance in chances if chance is not None), default=None)
        decides = known and (rarest is None or rarest < RARE or not restless)
        return TextVerdict(
            distance=_distance(changes, a, b),
            probability=_probability(rarest) if decides else None,
            important=(rarest is not None and rarest < RARE) if decides else None,
            differences=tuple(found),
            only_numbers=_only_numbers(changes, news, b),
            restless=restless,
            stories=self._stories.compare(a, b, moments[0]) if known else None,
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: all that a verdict depends on."""
        arrays = self._novelty.to_arrays() | self._stories.to_arrays()
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> TextReading | None:
        """What ``to_arrays`` gave, among others; None where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        if not own:
            return None
        reading = cls()
        reading._novelty = Novelty.from_arrays(own)
        reading._stories = StoryReading.from_arrays(own)
        return reading

    def __getstate__(self) -> dict[str, Any]:
        return {"_novelty": self._novelty, "_stories": self._stories}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__()  # type: ignore[misc]
        self._novelty = state["_novelty"]
        self._stories = state["_stories"]


def labelled_sections(
    reading: TextReading, labelled: Iterable[tuple[PageVersion, PageVersion, bool]]
) -> dict[str, bool]:
    """What a person said of sections, and of what returns: True is heard however often it has news, False is silent.

    A section must have been called important, or unimportant, ``TOLD`` times and never the other. Returns are the same
    thing each time: one verdict of a change that was nothing else is enough, under the name ``RETURNS``.

    ``labelled``: two versions, and whether the change from one to the other is important.
    """
    votes: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for before, after, important in labelled:
        verdict = reading.compare(before, after)
        news = [] if verdict is None else [item for item in verdict.differences if item.chance is not None]
        fresh = {section_of(item.path) for item in news if not item.returns}
        votes[important].update(fresh or ({RETURNS} if news else ()))
    return {
        name: important
        for important, counts in votes.items()
        for name, count in counts.items()
        if count >= (1 if name == RETURNS else TOLD) and name not in votes[not important]
    }


def has_text(version: PageVersion) -> bool:
    """Whether there is something to read."""
    return version.blocks is not None or version.text is not None


def _as_told(chance: float | None, important: bool | None) -> float | None:
    """The chance of news in a section, after what a person said of it: nothing, or that it is none, or is rare."""
    if chance is None or important is None:
        return chance
    return min(chance, RARE / 2) if important else None


def _probability(rarest: float | None) -> float:
    """1/2 where the decision turns; 0 where nothing is news."""
    return 0.0 if rarest is None else float(expit(logit(RARE) - logit(rarest)))


def _only_numbers(changes: Sequence[BlockChange], news: Sequence[News], page: BlockPage) -> bool:
    content = [
        item.numbers
        for change, item in zip(changes, news, strict=True)
        if change.after is None or not page.furniture[change.after]
    ]
    return bool(content) and all(content)


def _distance(changes: Iterable[BlockChange], a: BlockPage, b: BlockPage) -> float:
    changed = sum(len(change.words_added) + len(change.words_removed) for change in changes)
    total = a.word_count + b.word_count
    return min(1.0, changed / total) if total else 0.0


def _difference(change: BlockChange, news: News, a: BlockPage, b: BlockPage) -> BlockDifference:
    old = None if change.before is None else a.blocks[change.before]
    new = None if change.after is None else b.blocks[change.after]
    furniture = a.furniture[change.before or 0] if change.after is None else b.furniture[change.after]
    return BlockDifference(
        path=change.path,
        kind=change.kind,
        text_before=None if old is None else old.text,
        text_after=None if new is None else new.text,
        words_added=change.words_added,
        words_removed=change.words_removed,
        furniture=furniture,
        chance=news.chance,
        returns=news.returns,
    )
