"""Settings of the crawler: pace, politeness, schedule."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

_CONTACT = re.compile(r"https?://[^\s()<>\"]+|[^\s()<>@\"]+@[^\s()<>@\"]+")


@dataclass(frozen=True, kw_only=True)
class CrawlSettings:
    """Pace, politeness and schedule of a collection's visits."""

    concurrency: int = 2
    """Pages open in the browser at the same time; more than there are cores only makes each slower."""
    host_delay_s: float = 2.0
    """Shortest pause between two visits to one host; a longer Crawl-delay of its robots.txt wins."""
    crawl_delay_ceiling_s: float = 60.0
    """Longest Crawl-delay of a robots.txt that is honoured, in seconds."""
    obey_robots: bool = True
    """Whether robots.txt is obeyed (RFC 9309)."""
    user_agent: str = "Pagetide"
    """Product token that robots.txt files are searched for; also names the crawler when it asks for them."""
    contact: str = ""
    """Mail address or web page of whoever runs this crawl, sent to every server and written into the archive."""
    host_backoff_s: float = 60.0
    """How long a host is left alone after 429, 503 or a bot wall without Retry-After; doubles with each in a row."""
    host_backoff_ceiling: timedelta = timedelta(days=1)
    """Longest that a host is left alone, whatever its Retry-After says."""
    lease_s: float = 300.0
    """Seconds after which a visit that never ended may be given to another worker."""
    floor: timedelta = timedelta(hours=1)
    """Shortest interval between two visits to a page; each page may have its own."""
    ceiling: timedelta = timedelta(days=14)
    """Longest interval between two visits to a page; each page may have its own."""
    budget_per_h: float | None = None
    """Visits per hour that the whole collection may cost; none: every page is visited at its floor."""
    kappa_h: float | None = None
    """Hours of staleness that one lost version is worth; 0 keeps copies freshest, large loses fewest; none: as the
    schedule's aim says, in proportion to how scarce visits are."""
    half_life: timedelta = timedelta(days=30)
    """Age at which an observed change counts half in a page's change rate, as long as the page behaves as it did."""
    quarantine_after: int = 8
    """Failed visits in a row after which a page is quarantined: tried only once per ceiling, until one succeeds."""
    browser_visits: int = 400
    """Visits after which the browser is replaced by a fresh one, which keeps its memory flat."""

    @property
    def announcement(self) -> str:
        """Who is visiting, as User-Agent strings say it: the product token, and where to reach a person."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent

    @property
    def plain_headers(self) -> dict[str, str]:
        """Headers of requests that no browser makes: ``From`` where the contact is a mail address (RFC 9110 10.1.2)."""
        return {"From": self.contact} if "@" in self.contact and "/" not in self.contact else {}

    def __post_init__(self) -> None:
        if self.contact and not _CONTACT.fullmatch(self.contact):
            raise ValueError(f"contact must be a mail address or an http(s) address, not {self.contact!r}")
        if self.host_backoff_s <= 0 or self.host_backoff_ceiling <= timedelta(0):
            raise ValueError("host_backoff_s and host_backoff_ceiling must be positive")
        if self.quarantine_after < 1:
            raise ValueError(f"quarantine_after must be at least 1, not {self.quarantine_after}")
        if self.concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, not {self.concurrency}")
        if not timedelta(0) < self.floor <= self.ceiling:
            raise ValueError(f"floor ({self.floor}) must be positive and at most ceiling ({self.ceiling})")
        if self.budget_per_h is not None and not 0 < self.budget_per_h < math.inf:
            raise ValueError(
                f"budget_per_h must be a positive number, not {self.budget_per_h}; leave it out for no budget"
            )
        if self.kappa_h is not None and not 0 <= self.kappa_h < math.inf:
            raise ValueError(f"kappa_h must be at least 0, not {self.kappa_h}")
        if self.half_life <= timedelta(0):
            raise ValueError(f"half_life must be positive, not {self.half_life}")


@dataclass(frozen=True, kw_only=True)
class ScheduleSettings:
    """What the schedule is for, and what is asked for free before a browser is sent."""

    aim: Literal["freshness", "balanced", "archive", "versions"] = "balanced"
    """What visits are spent on: freshness (the newest copies), archive (few lost versions, captured soon), versions
    (the fewest lost versions), or balanced."""
    conditional: bool = True
    """Whether a server that gives pages an ETag or a date is asked first whether a page has changed."""
    announcements_every: timedelta = timedelta(hours=1)
    """How often the feeds and sitemaps are read that announce changes of pages (``announced_by`` in an override)."""

    def __post_init__(self) -> None:
        if self.announcements_every < timedelta(minutes=1):
            raise ValueError(f"announcements_every must be at least a minute, not {self.announcements_every}")


@dataclass(frozen=True, kw_only=True)
class PageCrawlSettings:
    """What a page may have of its own: ``[override.crawl]`` in an ``[[override]]`` table."""

    weight: float | None = None
    """How much the page matters beside others; none: as it was added, 1 where nothing was said."""
    floor: timedelta | None = None
    """Shortest interval between two visits."""
    ceiling: timedelta | None = None
    """Longest interval between two visits."""
    every: timedelta | None = None
    """Visit it at this interval, instead of the learned schedule."""
    cron: str | None = None
    """Visit it at these times: minute, hour, day, month, day of the week ("0 7 * * 1-5")."""
    time_zone: str | None = None
    """Time zone of ``cron`` by its IANA name ("Europe/Berlin"); none: UTC."""
    announced_by: tuple[str, ...] = ()
    """Feeds (RSS, Atom) or sitemaps that announce changes of the page; how far they are trusted is learned."""

    def __post_init__(self) -> None:
        if self.weight is not None and not 0 < self.weight < math.inf:
            raise ValueError(f"weight must be a positive number, not {self.weight}")
        for name in ("floor", "ceiling"):
            value = getattr(self, name)
            if value is not None and value <= timedelta(0):
                raise ValueError(f"{name} must be positive, not {value}")
        for address in self.announced_by:
            if not re.match(r"https?://[^\s/]+", address):
                raise ValueError(f"announced_by lists addresses of feeds or sitemaps; {address!r} is none")
