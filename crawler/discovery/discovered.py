"""The request of a discovery, and its result."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from re import Pattern

from crawler.clock import Clock
from crawler.discovery.traps import TrapLimits
from crawler.settings import CrawlSettings
from rendering.settings import RenderingSettings


@dataclass(frozen=True, kw_only=True)
class DiscoveryPlan:
    """Where to begin, how far to go, and what to leave out."""

    seed: str
    settings: CrawlSettings
    clock: Clock
    scope: str = "prefix"
    include: Pattern[str] | None = (
        None  # only pages whose address has this are listed; others are looked through
    )
    exclude: Pattern[str] | None = None  # addresses that have this are not asked for
    depth: int = 3
    limit: int = 200  # pages asked for
    traps: TrapLimits = field(default_factory=TrapLimits)
    rendering: RenderingSettings = field(default_factory=RenderingSettings)
    rendering_for: Callable[[str], RenderingSettings] | None = (
        None  # of one page, by its URL; None: as of all
    )
    stop: asyncio.Event | None = None
    progress: Callable[[Step], None] | None = None  # called before each request


@dataclass(frozen=True, kw_only=True)
class Step:
    """How far a discovery has come when it asks for the next thing."""

    url: str  # asked for now: a page, a sitemap or a feed
    requests: int  # pages asked for so far, this one included
    found: int
    waiting: int  # pages that are known and not asked for yet


@dataclass(frozen=True, kw_only=True)
class DiscoveredPage:
    """A page that can be watched."""

    url: str
    depth: int  # links, or one for a sitemap or a feed, away from the seed
    how: str  # "seed", "link", "sitemap" or "feed"
    lastmod: datetime | None = None  # when it is said to have changed last
    lastmod_by: str = ""  # who says so: "sitemap", "feed" or "server"
    status: int = 200
    title: str = ""


@dataclass(kw_only=True)
class Discovery:
    """What was found, and how many addresses were left out for which reason."""

    pages: list[DiscoveredPage] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    requests: int = 0
