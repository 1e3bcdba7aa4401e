"""Pages as the columns of a schedule, made page by page, each value as its own plain sentence."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np

from crawler.scheduling.columns import Watched
from crawler.scheduling.decision import limits
from crawler.scheduling.rules import VisitRule
from crawler.scheduling.value import PageColumns
from crawler.settings import CrawlSettings
from storage.records import Page

HOUR = timedelta(hours=1)
NONE = float("nan")


def columns(
    pages: Sequence[Page],
    settings: CrawlSettings,
    now: datetime,
    *,
    rules: Mapping[int, VisitRule] | None = None,
    host_per_h: Mapping[str, float] | None = None,
) -> Watched:
    """The active pages among ``pages``; rules by their numbers, what hosts take by their names."""
    known, takes = rules or {}, host_per_h or {}
    pages = [page for page in pages if page.active]
    hosts = sorted({page.host for page in pages})
    bounds = [limits(page, settings) for page in pages]
    return Watched(
        id=np.array([page.id for page in pages], dtype=np.intp),
        watch=PageColumns(
            shape=np.array([page.rate.shape for page in pages]),
            scale_h=np.array([page.rate.scale_h for page in pages]),
            weight=np.array([page.weight for page in pages]),
            floor_h=np.array([floor / HOUR for floor, _ in bounds]),
            ceiling_h=np.array([ceiling / HOUR for _, ceiling in bounds]),
        ),
        host=np.array([hosts.index(page.host) for page in pages], dtype=np.intp),
        hosts=hosts,
        host_per_h=np.array([takes.get(host, np.inf) for host in hosts]),
        due_in_h=np.array([NONE if page.due_at is None else (page.due_at - now) / HOUR for page in pages]),
        elapsed_h=np.array(
            [NONE if page.last_visit_at is None else (now - page.last_visit_at) / HOUR for page in pages]
        ),
        rule_per_h=np.array([known[page.id].per_h() if page.id in known else NONE for page in pages]),
        failures=np.array([page.failures for page in pages], dtype=np.intp),
        quarantined=np.array([page.quarantined_at is not None for page in pages], dtype=bool),
    )
