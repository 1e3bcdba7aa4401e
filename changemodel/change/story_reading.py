"""What changed on a page that lists news: stories that entered, moved up, were retitled or left, and how much that is.

The unit is the story (``features.stories``), its worth its prominence: what enters at the head of the page is the
news of the visit, what enters far below is not. A story counts less where stories come and go: in places whose new
stories were gone at the next visit as a rule, and where it stood on the page before. No label is needed, and no more
than two versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, masked_text, text_key
from changemodel.features.stories import Story, lists_news, stories_of

ALARM_WORTH = 0.4
"""From which worth on a change is important: that of one story that enters among the first five. On graded front pages
precision and recall hardly differ from 0.2 to 0.4 (``benchmarks.fronts``)."""

RETITLED = 0.25
"""What a new headline of the same story is worth, beside a new story at its place."""

MOVED_UP = 0.5
"""What the prominence that a story gained is worth, beside that of a new story."""

MOST_KNOWN = 8000
"""URLs and headlines that are remembered, those that came last: of weeks of a large front page."""

_NEXT_TO_NOTHING = 1e-6
_PREFIX = "stories_"

Kind = Literal["entered", "returned", "moved up", "retitled", "left"]


@dataclass(frozen=True, kw_only=True)
class StoryChange:
    """What happened to one story between two versions.

    Attributes
    ----------
    kind : {"entered", "returned", "moved up", "retitled", "left"}
    headline : str
    headline_before : str or None
        Of a story that was retitled, the old headline; of one that leads the page now, that of the one that led before.
    url : str
    place, place_before : int or None
        Among the stories of the page, 0 first; None where it does not stand.
    worth : float
        What it adds to the change: 0 of a story that left or returned.
    """

    kind: Kind
    headline: str
    headline_before: str | None
    url: str
    place: int | None
    place_before: int | None
    worth: float

    def __str__(self) -> str:
        """One line for a person."""
        if self.kind == "retitled":
            return f"retitled: {self.headline}, was {self.headline_before}"
        if self.place is None:
            return f"left: {self.headline}"
        if self.place == 0 and self.place_before != 0:
            was = f", was {self.headline_before}" if self.headline_before else ""
            return f"new lead: {self.headline}{was}"
        where = "to" if self.kind == "moved up" else "at"
        return f"{self.kind} {where} place {self.place + 1}: {self.headline}"


@dataclass(frozen=True, kw_only=True)
class StoryVerdict:
    """What the stories of two versions say of the change.

    Attributes
    ----------
    worth : float, >= 0
        Of all that changed.
    changes : tuple of StoryChange
        What is worth most first; what left last.
    """

    worth: float
    changes: tuple[StoryChange, ...]

    def log_odds(self, alarm_at: float = ALARM_WORTH) -> float:
        """Of an important change: 0 at a worth of ``alarm_at``."""
        return float(np.log(max(self.worth, _NEXT_TO_NOTHING) / alarm_at))


def threshold_from_labels(worths: Sequence[float], important: Sequence[bool]) -> float:
    """From which worth on a page's changes raise an alarm, corrected by labels.

    The threshold that agrees with the most labels; of those that agree with as many, the one nearest to
    ``ALARM_WORTH``.
    """
    said = np.array(important, dtype=bool)
    known = np.log(np.maximum(np.array(worths, dtype=np.float64), _NEXT_TO_NOTHING))
    ranked = np.unique(known)
    between = 0.5 * (ranked[1:] + ranked[:-1])
    usual = np.log(ALARM_WORTH)
    candidates = np.array([usual, *between, *(ranked[:1] - 1.0), *(ranked[-1:] + 1.0)])
    wrong = ((known > candidates[:, None]) != said).sum(axis=1)
    best = candidates[wrong == wrong.min()]
    return float(np.exp(best[np.abs(best - usual).argmin()]))


class StoryReading:
    """The stories that a page showed, and how long those of each of its places stay."""

    def __init__(self) -> None:
        self._first: dict[int, float] = {}  # key of a URL or headline -> when it first stood here, in seconds
        self._stay: dict[str, tuple[int, int]] = {}  # section -> of its new stories: there a visit later, all
        self._new: dict[int, str] = {}  # key of a headline -> section, of the stories that entered last
        self._last: frozenset[int] | None = None  # keys of all that the last version showed

    def add(self, page: BlockPage, at: float) -> None:
        """Learn one more version of the page, captured ``at`` so many seconds."""
        stories = stories_of(page)
        here = frozenset(key for story in stories for key in _keys(story))
        for headline, section in self._new.items():
            stayed, all_ = self._stay.get(section, (0, 0))
            self._stay[section] = stayed + (headline in here), all_ + 1
        entered = [] if self._last is None else [item for item in stories if not self._last & _keys(item)]
        self._new = {text_key(story.headline): story.section for story in entered}
        for key in sorted(here):
            self._first.setdefault(key, at)
        for key in list(self._first)[: max(0, len(self._first) - MOST_KNOWN)]:
            del self._first[key]
        self._last = here

    def compare(self, before: BlockPage, after: BlockPage, at: float) -> StoryVerdict | None:
        """What happened to the stories since ``before``, captured ``at`` so many seconds; None where one of the
        versions does not list news."""
        old, new = stories_of(before), stories_of(after)
        if not (lists_news(before, old) and lists_news(after, new)):
            return None
        changes = [*self._came(old, new, at), *_left(old, new)]
        changes.sort(key=lambda change: -change.worth)
        return StoryVerdict(worth=sum(change.worth for change in changes), changes=tuple(changes))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving: all that a verdict depends on."""
        arrays = {
            "first": np.array(list(self._first), dtype=np.uint64),
            "first_at": np.array(list(self._first.values()), dtype=np.float64),
            "sections": np.array(list(self._stay), dtype=np.str_),
            "stayed": np.array(list(self._stay.values()), dtype=np.int64).reshape(-1, 2),
            "new": np.array(list(self._new), dtype=np.uint64),
            "new_sections": np.array(list(self._new.values()), dtype=np.str_),
        }
        if self._last is not None:
            arrays["last"] = np.array(sorted(self._last), dtype=np.uint64)
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> StoryReading:
        """What ``to_arrays`` gave, among others; an empty one where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        reading = cls()
        if own:
            reading._first = dict(zip(own["first"].tolist(), own["first_at"].tolist(), strict=True))
            stayed = (tuple(row) for row in own["stayed"].tolist())
            reading._stay = dict(zip(own["sections"].tolist(), stayed, strict=True))
            reading._new = dict(zip(own["new"].tolist(), own["new_sections"].tolist(), strict=True))
            reading._last = frozenset(own["last"].tolist()) if "last" in own else None
        return reading

    def _came(self, old: Sequence[Story], new: Sequence[Story], at: float) -> Iterator[StoryChange]:
        stood = {name: story for story in reversed(old) for name in (story.url, story.headline)}
        for story in new:
            was = stood.get(story.url) or stood.get(story.headline)
            kind, share = self._what(story, was, at)
            gained = story.prominence - (was.prominence if was is not None and kind == "moved up" else 0.0)
            worth = share * self._staying(story.section) * max(0.0, gained)
            if worth > 0.0 or kind == "returned":
                yield _came(kind, story, was, worth, old)

    def _what(self, story: Story, was: Story | None, at: float) -> tuple[Kind, float]:
        """What happened to a story, and how much of its prominence that is worth."""
        if was is None:
            returned = any(self._first.get(key, np.inf) <= at for key in _keys(story))
            return ("returned", 0.0) if returned else ("entered", 1.0)
        same = masked_text(was.headline) == masked_text(story.headline)  # a count in it is no news
        return ("moved up", MOVED_UP) if same else ("retitled", RETITLED)

    def _staying(self, section: str) -> float:
        """The share of a section's new stories that were still there at the next visit; 1 before any was seen."""
        stayed, all_ = self._stay.get(section, (0, 0))
        return (stayed + 1) / (all_ + 1)


def _keys(story: Story) -> frozenset[int]:
    return frozenset((text_key(story.url), text_key(story.headline)))


def _came(kind: Kind, story: Story, was: Story | None, worth: float, old: Sequence[Story]) -> StoryChange:
    lead = next(item.headline for item in old if item.place == 0)
    return StoryChange(
        kind=kind,
        headline=story.headline,
        headline_before=was.headline
        if was is not None and kind == "retitled"
        else lead
        if story.place == 0
        else None,
        url=story.url,
        place=story.place,
        place_before=None if was is None else was.place,
        worth=worth,
    )


def _left(old: Sequence[Story], new: Sequence[Story]) -> Iterator[StoryChange]:
    here = {name for story in new for name in (story.url, story.headline)}
    for story in old:
        if story.url not in here and story.headline not in here:
            yield StoryChange(
                kind="left",
                headline=story.headline,
                headline_before=None,
                url=story.url,
                place=None,
                place_before=story.place,
                worth=0.0,
            )
