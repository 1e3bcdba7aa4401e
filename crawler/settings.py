"""How the crawler visits: pace, politeness, and what a page's next visit is worth."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


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
    lease_s: float = 300.0
    """Seconds after which a visit that never ended may be given to another worker."""
    floor: timedelta = timedelta(hours=1)
    """Shortest interval between two visits to a page; each page may have its own."""
    ceiling: timedelta = timedelta(days=14)
    """Longest interval between two visits to a page; each page may have its own."""
    budget_per_h: float | None = None
    """Visits per hour that the whole collection may cost; none: every page is visited at its floor."""
    kappa_h: float = 12.0
    """Hours of staleness that one lost version is worth; 0 keeps copies freshest, large loses fewest."""
    half_life: timedelta = timedelta(days=7)
    """Age at which an observed change counts half in a page's change rate."""
    browser_visits: int = 400
    """Visits after which the browser is replaced by a fresh one, which keeps its memory flat."""

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise ValueError(f"concurrency must be at least 1, not {self.concurrency}")
        if not timedelta(0) < self.floor <= self.ceiling:
            raise ValueError(f"floor ({self.floor}) must be positive and at most ceiling ({self.ceiling})")
        if self.budget_per_h is not None and self.budget_per_h <= 0:
            raise ValueError(
                f"budget_per_h must be positive, not {self.budget_per_h}; leave it out for no budget"
            )
