"""Which pages have settings of their own (``[[override]]`` tables with ``[override.crawl]``, and rules that people gave
to pages and tags, which count before those of the tables), for all pages at once.

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
from crawler.scheduling.rules import VisitRule, own_visit_rule
from crawler.scheduling.url_facts import UrlFacts
from crawler.settings import CrawlSettings, PageCrawlSettings, ScheduleSettings
from storage.own_rules import OwnRule
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
        self._repository = repository
        self._settings = settings
        self._tables = tuple(item for item in settings.overrides if item.crawl)
        self._exact, self._pattern = _looked_for(self._tables)
        self._numbers: dict[tuple[int, ...], int] = {(): 0}
        self._ruled: dict[tuple[int, OwnRule], int] = {}
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
        return self._with_rules(ids, self._of_tables(ids), self._repository.own_rules())

    def pages(self, which: Callable[[int], bool]) -> tuple[IntArray, IntArray]:
        """Numbers and groups of the pages, active or not, in those groups that ``which`` says."""
        said = self._repository.own_rules()
        if self._tables:
            ids, groups = self._facts.known()
        else:
            ids, groups = np.array(sorted(said), dtype=np.intp), np.zeros(len(said), dtype=np.intp)
        groups = self._with_rules(ids, groups.copy(), said)
        wanted = np.array([which(number) for number in range(len(self.groups))], dtype=bool)[groups]
        return ids[wanted], groups[wanted]

    def unmatched(self, ids: IntArray) -> list[str]:
        """Patterns of tables that hold for none of these pages: mistyped, or for pages to come."""
        held = {key for key, number in self._numbers.items() if number in set(self._of_tables(ids).tolist())}
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

    def _of_tables(self, ids: IntArray) -> IntArray:
        return self._facts.of(ids) if self._tables else np.zeros(len(ids), dtype=np.intp)

    def _with_rules(self, ids: IntArray, groups: IntArray, said: Mapping[int, OwnRule]) -> IntArray:
        """The same groups, but for pages to which a person gave a rule."""
        for place in np.flatnonzero(np.isin(ids, list(said))).tolist() if said else ():
            key = int(groups[place]), said[int(ids[place])]
            if key not in self._ruled:
                self.groups.append(self.groups[key[0]])
                self.rules.append(own_visit_rule(key[1]))
                self._ruled[key] = len(self.rules) - 1
            groups[place] = self._ruled[key]
        return groups

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
