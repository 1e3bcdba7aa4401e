"""The composition root: opens a collection and builds everything that works on it; nothing else constructs them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Self

from changemodel.classify.page_type_tree import UNKNOWN
from crawler.clock import Clock, SimulatedClock, SystemClock
from crawler.discovery.sitemaps import announced_pages
from crawler.manners.host_pauses import HostPauses
from crawler.scheduling.announcements import Hinting
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.hooks import SchedulerHooks
from crawler.scheduling.schedule import Timetable
from crawler.visiting.dispatcher import Dispatcher
from crawler.visiting.dispatching import Dispatching
from crawler.visiting.engine import CrawlSummary, crawl
from crawler.visiting.frontier import Frontier
from pagetide.alerts.sending import Alerts
from pagetide.flow import Flow
from pagetide.learning.page_models import Learner
from pagetide.learning.page_types import PageTypes, classifier_of
from pagetide.learning.scoring import Scorer
from pagetide.learning.similar import SimilarCaptures
from pagetide.learning.waiting_scores import WaitingScores
from pagetide.lock import working_alone
from pagetide.missing_captures import Silence
from pagetide.nightly_retention import retention_tick
from pagetide.offloading import Offloading
from pagetide.process_memory import give_back
from pagetide.settings.collection_settings import Settings, load_settings
from pagetide.ticks import LiveTicks, SimulatedTicks, Tick
from pagetide.worker_requirements import demands
from storage.collection import Collection
from storage.disk_space import Room
from storage.ingest.leftovers import take_in_leftovers
from storage.queries.workers import DISPATCHER
from storage.warc.writer import ArchiveInfo


def with_visitor_named(settings: Settings) -> Settings:
    """The settings with which the browser, too, says who is visiting, unless it was told what to say."""
    if not settings.crawl.contact or settings.rendering.user_agent_suffix:
        return settings
    suffix = settings.crawl.announcement
    return replace(settings, rendering=replace(settings.rendering, user_agent_suffix=suffix))


def archive_info(settings: Settings, folder: Path) -> ArchiveInfo:
    """What the head of each WARC file says of the crawl."""
    return ArchiveInfo(
        operator=settings.crawl.contact,
        contact_mail=settings.crawl.plain_headers.get("From", ""),
        robots="obey" if settings.crawl.obey_robots else "ignore",
        is_part_of=folder.resolve().name,
    )


@dataclass(frozen=True, kw_only=True)
class App:
    """An open collection with everything that works on it."""

    settings: Settings
    clock: Clock
    collection: Collection
    scorer: Scorer
    flow: Flow
    types: PageTypes
    waiting: WaitingScores
    learner: Learner
    timetable: Timetable
    hinting: Hinting
    pauses: HostPauses
    room: Room
    writing: AbstractContextManager[object]
    """Held while a visit is stored, scored or learned from."""

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: Clock | None = None,
        overrides: Mapping[str, Mapping[str, Any]] | None = None,
        read_only: bool = False,
    ) -> Self:
        """Open a collection with its settings; ``clock`` is the machine's unless days are to be simulated."""
        settings = with_visitor_named(load_settings(folder, overrides=overrides))
        info, classifier = archive_info(settings, folder), classifier_of(settings)
        collection = Collection.open(folder, read_only=read_only, info=info)
        writing = threading.RLock()
        scorer = Scorer(collection, grid=settings.learning.grid)
        pauses = HostPauses(settings.crawl)
        rates = Rates(collection.repository, settings.crawl.half_life, untyped=UNKNOWN)
        timetable = Timetable(collection.repository, settings, pauses, rates)
        hinting = Hinting(collection.repository, settings, pauses, rates, timetable, announced_pages)
        types = PageTypes(collection, classifier, writing)
        waiting = WaitingScores(collection, scorer, hinting, rates, writing)
        return cls(
            settings=settings,
            clock=clock or SystemClock(),
            collection=collection,
            scorer=scorer,
            flow=Flow(collection, types, waiting, timetable, pauses, writing),
            types=types,
            waiting=waiting,
            learner=Learner(collection, scorer, settings.learning_for, rates, writing),
            timetable=timetable,
            hinting=hinting,
            pauses=pauses,
            room=Room(collection.path, collection.repository, settings.storage),
            writing=writing,
        )

    def __enter__(self) -> Self:
        """The app itself; it closes with the block."""
        return self

    def __exit__(self, *_: object) -> None:
        self.collection.close()

    def working_alone(self) -> AbstractContextManager[None]:
        """Hold the collection's lock: :func:`pagetide.lock.working_alone`."""
        return working_alone(self.collection)

    async def crawl(
        self,
        *,
        once: bool = False,
        until: datetime | None = None,
        stop: asyncio.Event | None = None,
        progress: Callable[..., None] | None = None,
        beside: BesideCrawl = lambda *_: (),
        workers: bool = False,
        visits: bool = True,
    ) -> CrawlSummary:
        """Visit due pages: all that are due now (``once``), up to ``until``, or until ``stop`` is set.

        With ``workers``, those of other machines are given pages, too; without ``visits`` they are given all of them.

        Learning and the price of the budget run beside it, on the app's clock. ``once`` does not wait for the budget.
        ``beside`` makes further work that recurs; on simulated time there is none.
        ``LoginStateError`` when a login that the settings name cannot be used, ``SettingsError`` when those of a page
        contradict each other, ``NoRoom`` when the collection has reached the limit of its room and the crawl has an end
        of its own; another one waits for room.
        """
        self.settings.check_logins()
        Alerts(self.collection, self.settings.alerts).channels()  # now, and not at the first finding
        if once or until is not None:
            self.room.check()
        # In threads, so that a signal is heeded meanwhile.
        await asyncio.to_thread(take_in_leftovers, self.collection)
        await asyncio.to_thread(self.collection.archive_settings)  # those of an earlier version, too
        begun = await asyncio.to_thread(self.timetable.begin, self.clock.now(), once=once)
        hooks = replace(
            begun,
            question=self.hinting.question,
            note_answer=self.hinting.note_answer,
            sources=self.hinting.sources,
            note_announcements=self.hinting.note_announcements,
        )
        await asyncio.to_thread(self.timetable.tick, self.clock.now())
        stop = stop or asyncio.Event()
        stop_ticks = self._start_ticks(beside)
        try:
            async with self._dispatching(hooks, stop) if workers else nullcontext():
                return await crawl(
                    repository=self.collection.repository,
                    on_capture=self.flow.on_capture,
                    rendering=self.settings.rendering,
                    rendering_for=self.settings.rendering_for,
                    settings=self.settings.crawl,
                    pauses=self.pauses,
                    clock=self.clock,
                    once=once,
                    until=until,
                    stop=stop,
                    progress=progress,
                    check_room=self.room.check,
                    hooks=hooks,
                    visits=visits,
                )
        finally:
            await stop_ticks()

    @asynccontextmanager
    async def _dispatching(self, hooks: SchedulerHooks, stop: asyncio.Event) -> AsyncIterator[None]:
        """Give work to workers within the block; ``stop`` is set where nothing can be stored any more."""
        repository, settings = self.collection.repository, self.settings.crawl
        frontier = Frontier(repository, self.clock, settings, self.pauses, self.room.check, hooks)
        lease_for = timedelta(seconds=settings.lease_s)
        dispatcher = Dispatcher(
            frontier, repository, self.flow.on_capture, self.pauses, self.clock, lease_for
        )
        dispatching = Dispatching(dispatcher, repository)
        repository.set_state(DISPATCHER, demands(self.collection.path))
        running = asyncio.ensure_future(asyncio.to_thread(dispatching.run))
        running.add_done_callback(lambda _: stop.set())
        try:
            yield
        finally:
            dispatching.end()
            await running
        if dispatching.trouble is not None:
            raise dispatching.trouble

    def ticks(self, is_stopping: Callable[[], bool] = lambda: False) -> list[Tick]:
        """The work that recurs beside the crawl; what takes long ends early once ``is_stopping`` says so."""

        silence = Silence(self.collection.repository, self.clock.now())

        def learn(now: datetime) -> None:
            self.waiting.score_all(now, is_stopping)
            self.learner.learn_due(now, is_stopping)

        def heed(now: datetime) -> None:
            self.learner.learn_answered(now, is_stopping)

        def encode(now: datetime) -> None:
            index = SimilarCaptures(self.collection, grid=self.settings.learning.grid)
            index.keep_up(is_stopping)

        def archive(now: datetime) -> None:
            with self.writing:
                self.collection.archive_settings()

        alerts = Alerts(self.collection, self.settings.alerts)
        tell = Tick(name="alerts", every=timedelta(minutes=1), action=alerts.tell, soon=timedelta(seconds=30))
        old = retention_tick(self.collection, self.settings.retention, self.writing, is_stopping)
        similar = Tick(name="similar", every=timedelta(hours=1), action=encode, soon=timedelta(minutes=10))
        return [
            Tick(name="price", every=timedelta(minutes=10), action=self.timetable.tick),
            Tick(name="learn", every=timedelta(hours=1), action=learn, soon=timedelta(minutes=5)),
            Tick(name="answers", every=timedelta(minutes=1), action=heed, soon=timedelta(seconds=10)),
            Tick(name="memory", every=timedelta(minutes=10), action=lambda _: give_back()),
            Tick(name="hints", every=timedelta(days=1), action=self.hinting.forget_old),
            Tick(name="priors", every=timedelta(hours=1), action=self.timetable.fit_priors),
            Tick(name="page settings", every=timedelta(minutes=5), action=archive),
            Tick(name="silence", every=timedelta(hours=1), action=silence.look),
            *Offloading(self.collection, self.settings.storage.keep_sent).ticks(is_stopping),
            *([tell] if self.settings.alerts.channels is not None else []),
            *([similar] if self.settings.learning.similar_index else []),
            *([old] if self.settings.retention.nightly else []),
        ]

    def _start_ticks(self, beside: BesideCrawl) -> Callable[[], Awaitable[None]]:
        """Start the recurring work on the app's clock; the result stops it, and waits for what runs."""
        if isinstance(self.clock, SimulatedClock):
            ticks = SimulatedTicks(self.ticks(), self.clock.now())
            listeners = self.clock.listeners
            listeners.append(ticks)

            async def stop() -> None:
                listeners.remove(ticks)

            return stop
        live = LiveTicks(self.clock.now)
        live.start([*self.ticks(live.is_stopping), *beside(self, live.is_stopping)])
        self.timetable.on_clock_back = live.set_anew
        return live.stop


BesideCrawl = Callable[[App, Callable[[], bool]], Iterable[Tick]]
"""Makes work that recurs beside a crawl, for an app and a function that says whether it is stopping."""
