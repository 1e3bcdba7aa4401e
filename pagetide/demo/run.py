"""Runs the demo: simulates days of its sites through the real product, then compares with the truth.

The crawl is the product's own: real spider, real Chromium, real storage, learning at the daemon's ticks; only the
clock is simulated. The table is made afterwards by the thesis's protocol (Law 2015, section 4.4): a model fitted on
the first part of the days, judged on the rest, beside baselines on the same pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

from rich.console import Console

from crawler.clock import SimulatedClock
from crawler.reactor import run
from pagetide.app import App
from pagetide.demo.evaluation import SiteFindings, evaluate_site
from pagetide.demo.newsroom import Newsroom
from pagetide.demo.server import NewsroomServer
from pagetide.demo.table import findings_table
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import Collection
from storage.plurals import counted

STARTS_AT = datetime(2026, 3, 2, tzinfo=UTC)  # a Monday
_TRAINING_SHARE = 2 / 3


@dataclass(frozen=True, kw_only=True)
class DemoPlan:
    """How much of the newsroom is lived through."""

    days: int
    sites: int
    seed: int = 0

    @classmethod
    def full(cls, seed: int) -> Self:
        """Every site for six days."""
        return cls(days=6, sites=4, seed=seed)

    @classmethod
    def fast(cls, seed: int) -> Self:
        """Enough to see it work."""
        return cls(days=4, sites=2, seed=seed)

    def changed(self, *, days: int | None, sites: int | None) -> Self:
        """The same plan over another number of days, or with another number of sites, where one is given."""
        return replace(self, days=days or self.days, sites=sites or self.sites)

    @property
    def visits(self) -> int:
        """Hourly visits of all sites."""
        return self.days * 24 * self.sites

    @property
    def ends_at(self) -> datetime:
        """The simulated time at which the crawl stops."""
        return STARTS_AT + timedelta(days=self.days)

    @property
    def trained_until(self) -> datetime:
        """Captures up to here train the judged model; the rest are its test."""
        return STARTS_AT + timedelta(days=self.days) * _TRAINING_SHARE


_SETTINGS = """\
# The demo's sites are served on this machine, which web pages may not reach.
[rendering.safety]
reachable_networks = ["127.0.0.1"]
"""


@dataclass(frozen=True, kw_only=True)
class DemoFindings:
    """What the demo found, site by site."""

    sites: tuple[SiteFindings, ...]
    captures: int
    partial: int
    failed: int
    ended_at: datetime
    folder: Path


def live(
    folder: Path,
    plan: DemoPlan,
    progress: Callable[..., None] = lambda *_: None,
    judging: Callable[[str], None] = lambda _: None,
) -> DemoFindings:
    """Make a collection in ``folder``, live the plan's days in it, and judge what was learned.

    ``progress`` is called after each visit and each judged site, ``judging`` with the name of each site before.
    """
    Collection.create(folder).close()
    (folder / FILE_NAME).write_text(_SETTINGS, encoding="utf-8")
    clock = SimulatedClock(STARTS_AT)
    newsroom = Newsroom(seed=plan.seed)
    with (
        NewsroomServer(newsroom, clock.now) as server,
        App.open(folder, clock=clock) as app,
        app.working_alone(),
    ):
        sites = dict(list(server.urls.items())[: plan.sites])
        for url in sites.values():
            app.collection.repository.add_page(url, at=STARTS_AT, due_at=STARTS_AT)
        summary = run(app.crawl(until=plan.ends_at, progress=progress))
        findings = []
        for slug, url in sites.items():
            judging(slug)
            findings.append(evaluate_site(app, newsroom, slug, url, trained_until=plan.trained_until))
            progress()
    return DemoFindings(
        sites=tuple(findings),
        captures=summary.visits,
        partial=summary.partial,
        failed=summary.failed,
        ended_at=plan.ends_at,
        folder=folder,
    )


def print_findings(findings: DemoFindings, console: Console) -> None:
    """The table, and what to do with the collection now."""
    console.print(findings_table(findings.sites))
    console.print(
        f"{counted(findings.captures, 'visit')}, {findings.partial} partial, {findings.failed} failed. "
        f"The collection is kept in {findings.folder}: pagetide status -c {findings.folder}",
    )
