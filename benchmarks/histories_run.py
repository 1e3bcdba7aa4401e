"""The main job over one page's history: real crawler, browser, storage, flow and model, on a simulated clock.

Visits happen at the versions' own capture times. What counts is what the product decided at each visit, with the
model learned from earlier captures only; decisions made later about the past are left aside.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

from benchmarks.histories_accounts import (
    BASELINES,
    Account,
    Visit,
    account,
    baseline_alarms,
    never_seen_alarms,
)
from benchmarks.time_machine import History, opened, time_machine, time_machine_rendering
from changemodel.html_blocks import html_blocks
from crawler.clock import SimulatedClock
from crawler.reactor import run
from pagetide.app import App
from pagetide.flow import Flow
from storage.collection import Collection
from storage.records import Capture, Lease

NEVER_SEEN = "never-seen block"
"""The baseline that alarms at a long block that the page never showed before."""

Progress = Callable[[int, int], None]
"""Called with visits made and versions in the history."""


@dataclass(frozen=True, kw_only=True)
class PageReport:
    """What the main job found on one page."""

    name: str
    versions: int
    captures: int
    partial: int
    failed: int
    labelled: bool
    models: int  # times a model was learned
    state: str  # of the newest model; "none" before the first
    important_found: int  # alarms on all visits
    learned_from_visit: int | None  # first visit that a learned model decided
    importance: tuple[tuple[float, ...], ...]  # newest learned map, rows from the top; empty without one
    product: Account
    baselines: dict[str, Account]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the product's account stands on the top level."""
        own = {key: value for key, value in vars(self).items() if key not in ("product", "baselines")}
        baselines = {name: item.as_dict() for name, item in self.baselines.items()}
        return {**own, **self.product.as_dict(), "baselines": baselines}


class TracedFlow(Flow):
    """The product's flow, which also writes down what it decided, and comes back when the trace says."""

    def __init__(self, app: App, history: History, progress: Progress) -> None:
        self._inner = app.flow
        self._repository = app.collection.repository
        self._history = history
        self._progress = progress
        self.visits: list[Visit] = []

    def on_capture(self, lease: Lease, capture: Capture) -> None:
        """Keep, compare, note the decision as it stands now; then the history's next version is due."""
        self._inner.on_capture(lease, capture)
        stored = self._repository.captures(lease.page.id, newest_first=True, limit=1)[0]
        due_at = self._history.next_after(stored.started_at)
        self._repository.set_due(lease.page.id, due_at, "the history's next version")
        score = self._repository.score_of(stored.id)
        index = self._history.index_at(stored.started_at)
        assert index is not None, "a visit cannot precede the first version"
        self.visits.append(
            Visit(
                index=index,
                good=stored.is_good,
                alarm=score is not None and score.important is True,
                learned=score is not None and score.model_id is not None,
            )
        )
        self._progress(len(self.visits), len(self._history.versions))


def replay(
    folder: Path, limit: int | None = None, progress: Progress = lambda done, total: None
) -> PageReport:
    """Run the main job over the history in a folder. One call per process: a reactor runs once."""
    with opened(folder, limit) as history, tempfile.TemporaryDirectory(prefix="pagetide-histories-") as kept:
        clock = SimulatedClock(history.times[0])
        target = Path(kept) / "collection"
        Collection.create(target).close()
        with time_machine(history, clock.now) as site:
            overrides = {"crawl": {"host_delay_s": 0.0}, "rendering": time_machine_rendering(site)}
            with App.open(target, clock=clock, overrides=overrides) as app, app.working_alone():
                return _replayed(app, history, site.url, progress)


def _replayed(app: App, history: History, url: str, progress: Progress) -> PageReport:
    began = monotonic()
    page = app.collection.repository.add_page(url, at=history.times[0], due_at=history.times[0])
    flow = TracedFlow(app, history, progress)
    tracing = replace(app, flow=flow)
    summary = run(tracing.crawl(until=history.times[-1] + timedelta(seconds=1)))
    model = app.collection.repository.current_model(page.id)
    visits = flow.visits
    alarms = {name: baseline_alarms(history, visits, digest) for name, digest in BASELINES.items()}
    alarms[NEVER_SEEN] = never_seen_alarms(
        [html_blocks(history.versions[visit.index].read()) for visit in visits]
    )
    return PageReport(
        name=history.name,
        versions=len(history.versions),
        captures=summary.visits,
        partial=summary.partial,
        failed=summary.failed,
        labelled=history.labelled,
        models=_models(app),
        state="none" if model is None else str(model.state),
        important_found=sum(visit.alarm for visit in visits),
        learned_from_visit=next((place for place, visit in enumerate(visits) if visit.learned), None),
        importance=() if model is None or model.state != "learned" else model.importance,
        product=account(history, visits, [visit.alarm for visit in visits]),
        baselines={name: account(history, visits, said) for name, said in alarms.items()},
        seconds=monotonic() - began,
    )


def _models(app: App) -> int:
    """Folders of models in the collection of this one page."""
    return sum(1 for path in (app.collection.path / "models").glob("*/*") if path.is_dir())
