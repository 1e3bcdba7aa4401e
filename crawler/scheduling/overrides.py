"""Which pages have settings of their own (``[[override]]`` tables with ``[override.crawl]``), for all pages at once.

Pages to which the same tables apply are one group, and there are few groups however many pages: what a table says is
worked out once for each group.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import translate
from typing import Any, Protocol

import numpy as np

from crawler.scheduling.rate import FloatArray, IntArray
from crawler.scheduling.rules import VisitRule
from crawler.scheduling.url_facts import UrlFacts
from crawler.settings import CrawlSettings, PageCrawlSettings, ScheduleSettings
from storage.queries.repository import Repository

_PATTERN = re.compile(r"[*?\[]")


class PageOverride(Protocol):
    """Settings for the pages that any of its patterns matches."""

    @property
    def pages(self) -> Sequence[str]:
        """The patterns."""

    @property
    def crawl(self) -> Mapping[str, Any]:
        """What it says of visits, by the names of ``PageCrawlSettings``."""

    def matches(self, url: str) -> bool:
        """Whether it holds for a page."""


class CollectionSettings(Protocol):
    """What the schedule asks of a collection's settings; the front door reads them."""

    @property
    def crawl(self) -> CrawlSettings:
        """Of all pages."""

    @property
    def schedule(self) -> ScheduleSettings:
        """Of the schedule."""

    @property
    def overrides(self) -> Sequence[PageOverride]:
        """Of single pages."""

    def crawl_for(self, url: str) -> PageCrawlSettings:
        """What one page has of its own."""

    def rule_for(self, url: str) -> VisitRule | None:
        """The rule by which one page is visited; None: what was learned says when."""


class OwnSettings:
    """The groups of pages of one collection; group 0 has nothing of its own."""

    def __init__(self, repository: Repository, settings: CollectionSettings) -> None:
        self._settings = settings
        self._tables = tuple(item for item in settings.overrides if item.crawl)
        self._exact, self._pattern = _looked_for(self._tables)
        self._numbers: dict[tuple[int, ...], int] = {(): 0}
        self.groups: list[PageCrawlSettings] = [PageCrawlSettings()]
        """What the pages of each group have of their own."""
        self.rules: list[VisitRule | None] = [None]
        """The rule of each group; None: what was learned says when."""
        self._facts = UrlFacts(repository, self._group)

    def of(self, ids: IntArray) -> IntArray:
        """The group of each page, by the pages' numbers.

        Raises
        ------
        SettingsError
            The settings of a page contradict each other.
        """
        return self._facts.of(ids) if self._tables else np.zeros(len(ids), dtype=np.intp)

    def pages(self, which: Callable[[int], bool]) -> tuple[IntArray, IntArray]:
        """Numbers and groups of the pages, active or not, in those groups that ``which`` says."""
        if not self._tables:
            return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
        ids, groups = self._facts.known()
        wanted = np.array([which(number) for number in range(len(self.groups))], dtype=bool)[groups]
        return ids[wanted], groups[wanted]

    def unmatched(self, ids: IntArray) -> list[str]:
        """Patterns of tables that hold for none of these pages: mistyped, or for pages to come."""
        held = {key for key, number in self._numbers.items() if number in set(self.of(ids).tolist())}
        used = {place for key in held for place in key}
        unused = (table for place, table in enumerate(self._tables) if place not in used)
        return [pattern for table in unused for pattern in table.pages]

    def values(self, name: str, groups: IntArray) -> FloatArray:
        """A number of the pages' own settings, spans in hours; NaN where they have none of their own."""
        found = (getattr(own, name) for own in self.groups)
        plain = [_plain(value) for value in found]
        return np.array(plain, dtype=float)[groups]

    def rule_per_h(self, groups: IntArray) -> FloatArray:
        """Visits an hour that the pages' rules ask for; NaN where they have none."""
        asked = [np.nan if rule is None else rule.per_h() for rule in self.rules]
        return np.array(asked, dtype=float)[groups]

    def _group(self, url: str) -> int:
        """The group of a page with that URL, a new one where no page before had the same tables."""
        if url not in self._exact and not self._pattern(url):
            return 0
        key = tuple(place for place, table in enumerate(self._tables) if table.matches(url))
        if key not in self._numbers:
            rule = self._settings.rule_for(url)
            self.groups.append(self._settings.crawl_for(url))
            self.rules.append(rule)
            self._numbers[key] = len(self.rules) - 1
        return self._numbers[key]


def _looked_for(tables: tuple[PageOverride, ...]) -> tuple[frozenset[str], Callable[[str], object]]:
    """Addresses that tables name, and one expression for all their patterns."""
    named = {text for table in tables for text in table.pages}
    patterns = [text for text in named if _PATTERN.search(text)]
    if not patterns:
        return frozenset(named), lambda url: None
    return frozenset(named), re.compile("|".join(map(translate, sorted(patterns)))).match


def _plain(value: object) -> float:
    if value is None:
        return float("nan")
    seconds = getattr(value, "total_seconds", None)
    return float(value) if seconds is None else seconds() / 3600.0  # type: ignore[arg-type]
