"""Health checks of dashboard and daemon, and Prometheus metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from shutil import disk_usage
from typing import NamedTuple

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from dashboard.liveness import OVERDUE, daemon_seen_at, stands_still
from dashboard.source import Source
from storage.disk_space import LACKING


def routes(source: Source) -> APIRouter:
    """The routes over a source. None says anything of a page's content."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    def health() -> Response:
        source.repository.state("price")  # the database answers
        return JSONResponse({"status": "ok", "collection": source.name})

    @router.get("/readyz")
    def ready() -> Response:
        problems = list(_problems(source))
        status = {
            "status": "not ready" if problems else "ok",
            "collection": source.name,
            "problems": problems,
        }
        return JSONResponse(status, status_code=503 if problems else 200)

    @router.get("/metrics")
    def metrics() -> Response:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(_Figures(source))
        return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)

    return router


def _problems(source: Source) -> Iterator[str]:
    if (obstacle := source.repository.state(LACKING)) is not None:
        yield obstacle
    if stands_still(source):
        yield "the daemon does not run: `pagetide run`"
    if source.repository.is_silent(source.now()):
        yield "nothing was captured for a day, though pages are due: `pagetide status` says why"


class _Figure(NamedTuple):
    name: str
    meaning: str
    value: float


class _Figures(Collector):
    """The figures of a collection, as they are when they are asked for."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def collect(self) -> Iterable[GaugeMetricFamily | CounterMetricFamily]:
        counts = self._source.repository.counts()
        captures = CounterMetricFamily("pagetide_captures", "Captures by outcome.", labels=["outcome"])
        for outcome, count in counts.captures.items():
            captures.add_metric([outcome.value], count)
        yield captures
        yield CounterMetricFamily("pagetide_scores", "Captures that were compared.", value=counts.scores)
        yield CounterMetricFamily("pagetide_important_changes", "Important changes.", value=counts.important)
        for figure in self._now(counts.active_pages, counts.bytes):
            yield GaugeMetricFamily(*figure)
        yield from self._workers()

    def _workers(self) -> Iterator[GaugeMetricFamily]:
        """What workers on other machines do, in all and one by one."""
        repository = self._source.repository
        workers = [row for row in repository.workers() if not row.left]
        alive = sum(not row.is_silent for row in workers)
        yield GaugeMetricFamily("pagetide_workers_alive", "Workers that reported lately.", value=alive)
        waiting = len(repository.waiting_deliveries())
        yield GaugeMetricFamily(
            "pagetide_deliveries_waiting", "Results that wait for the daemon.", value=waiting
        )
        visiting = GaugeMetricFamily(
            "pagetide_worker_visiting", "Pages being visited.", labels=["worker", "machine"]
        )
        silent = GaugeMetricFamily(
            "pagetide_worker_silent_seconds", "Time since the last report.", labels=["worker", "machine"]
        )
        for row in workers:
            visiting.add_metric([row.name, row.host], len(row.in_hand))
            silent.add_metric([row.name, row.host], row.silent_s)
        yield visiting
        yield silent

    def _now(self, active_pages: int, stored_bytes: int) -> Iterator[_Figure]:
        source = self._source
        figures = source.page_sheets.health(source.now() - OVERDUE)
        yield _Figure("pagetide_pages", "Pages that are visited.", active_pages)
        yield _Figure("pagetide_pages_failing", "Pages whose last visit failed.", figures.failing)
        yield _Figure("pagetide_pages_gone", "Pages that are gone.", figures.gone)
        yield _Figure("pagetide_pages_overdue", "Pages that were due an hour ago.", figures.overdue)
        yield _Figure("pagetide_stored_bytes", "WARC records and blobs, as stored.", stored_bytes)
        free = disk_usage(source.collection.path).free
        yield _Figure("pagetide_disk_free_bytes", "Free on the collection's disk.", free)
        seen = daemon_seen_at(source)
        for name, meaning, at in (
            ("pagetide_last_visit_timestamp_seconds", "When a page was last visited.", figures.last_visit_at),
            ("pagetide_daemon_seen_timestamp_seconds", "When the daemon was last known to run.", seen),
        ):
            if at is not None:
                yield _Figure(name, meaning, at.timestamp())
