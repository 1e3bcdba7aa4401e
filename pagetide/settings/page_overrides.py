"""Settings of single pages (rendering, alert budgets, when they are visited): ``[[override]]`` tables of
``pagetide.toml``.

    [[override]]
    pages = ["https://example.org/*", "https://www.example.org/*"]
    [override.rendering.behaviour]
    consent = "reject"
    [override.learning]
    alerts_per_week = 2
    [override.crawl]
    cron = "0 7 * * 1-5"
    time_zone = "Europe/Berlin"

A pattern is matched against the page's whole URL: ``*`` is any text, ``?`` one character, ``[ab]`` one of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, TypeVar

from crawler.settings import PageCrawlSettings
from rendering.settings import RenderingSettings

OF_THE_BROWSER = frozenset(
    {"rendering.browser_path", "rendering.safety.sandbox", "rendering.limits.max_memory_mb"}
)
"""Settings of the browser that all pages share; an override of them would do nothing."""

OF_THE_PAGE = ("alerts_per_week",)
"""Settings of learning that a page may have of its own."""

_RULE = frozenset({"every", "cron", "time_zone"})  # say together when a page is visited

Learning = TypeVar("Learning")


@dataclass(frozen=True, kw_only=True)
class PageOverride:
    """Settings for the pages that any of the patterns matches."""

    pages: tuple[str, ...]
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Validated values of the rendering by key; a section's own changes are a mapping under its name."""
    learning: Mapping[str, Any] = field(default_factory=dict)
    """Validated values of learning by key."""
    crawl: Mapping[str, Any] = field(default_factory=dict)
    """Validated values of ``PageCrawlSettings`` by key."""

    def matches(self, url: str) -> bool:
        """Whether it holds for a page."""
        return any(fnmatchcase(url, pattern) for pattern in self.pages)


def rendering_for(
    url: str, general: RenderingSettings, overrides: Sequence[PageOverride]
) -> RenderingSettings:
    """The settings of one page: the general ones, changed by each override that matches; the last one wins."""
    settings = general
    for override in overrides:
        if override.matches(url):
            settings = _changed(settings, override.changes)
    return settings


def learning_for(url: str, general: Learning, overrides: Sequence[PageOverride]) -> Learning:
    """The learning settings of one page: the general ones, changed by each override that matches; the last wins."""
    settings = general
    for override in overrides:
        if override.matches(url):
            settings = _changed(settings, override.learning)
    return settings


def crawl_for(url: str, overrides: Sequence[PageOverride]) -> PageCrawlSettings:
    """What one page has of its own: of each override that matches; the last one wins, a rule as a whole."""
    values: dict[str, Any] = {}
    for override in overrides:
        if not override.matches(url):
            continue
        if _RULE & set(override.crawl):
            values = {key: value for key, value in values.items() if key not in _RULE}
        values |= override.crawl
    return PageCrawlSettings(**values)


def _changed(settings: Any, changes: Mapping[str, Any]) -> Any:
    inner = {
        key: _changed(getattr(settings, key), value)
        for key, value in changes.items()
        if isinstance(value, Mapping)
    }
    return replace(settings, **{**changes, **inner})
