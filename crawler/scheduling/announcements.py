"""Hints of servers, feeds and sitemaps: how far they are trusted, and the visits that follow.

A hint is never an observation. A server that says "not modified" spares a browser's visit only as far as it was right
before (``hints``): the longer ago the last capture, the less its word is worth, and at some time the
browser goes all the same, which is how the trust is learned. A feed or a sitemap that announces a change makes its page
older than it is by some hours, which brings its visit forward.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

import numpy as np

from crawler.manners.host_pauses import HostPauses
from crawler.manners.validators import QUESTIONS
from crawler.scheduling.beliefs import Rates
from crawler.scheduling.decision import RevisitDecision, RevisitPolicy, duration, limits
from crawler.scheduling.hints import ANNOUNCED, CONDITIONAL, Announcements
from crawler.scheduling.host_stats import HostStats
from crawler.scheduling.overrides import CollectionSettings
from crawler.scheduling.schedule import Timetable
from crawler.settings import CrawlSettings
from storage.queries.hints import HintKind, PageHint
from storage.queries.page_columns import PlannedVisit
from storage.queries.repository import Repository
from storage.records import Lease, Page
from storage.urls import header_uri
from storage.visit_plan import VisitPlan

logger = logging.getLogger(f"pagetide.{__name__}")

KEPT_FOR = timedelta(days=90)
"""How long hints are kept: a page that nobody visited for that long has been forgotten, too."""

_NEWS = "announced: "  # and the source: key of the state under which it is kept what it said last
_HOUR = timedelta(hours=1)
_ASKED_FOR = frozenset({"budget", "floor", "ceiling", "host", "hint", "spare"})


class NamedPage(Protocol):
    """A page that a feed or a sitemap names, and when it says the page changed."""

    @property
    def url(self) -> str:
        """As it is written there."""

    @property
    def lastmod(self) -> datetime | None:
        """When it changed; None: that is not said."""


Reader = Callable[[bytes, str], tuple[Sequence[NamedPage], bool]]
"""Reads what a source says, given its body and its address: the pages that it names, and whether it is a feed."""


class Hinting:
    """The hints of one collection."""

    def __init__(
        self,
        repository: Repository,
        settings: CollectionSettings,
        pauses: HostPauses,
        rates: Rates,
        timetable: Timetable,
        read: Reader,
    ) -> None:
        self._repository = repository
        self._settings = settings
        self._pauses = pauses
        self._rates = rates
        self._timetable = timetable
        self._read = read
        self._policy = RevisitPolicy(settings.crawl)
        self._read_at: datetime | None = None

    def question(self, lease: Lease) -> Mapping[str, str] | None:
        """``question_of`` the page, where the settings want servers to be asked."""
        if not self._settings.schedule.conditional:
            return None
        return question_of(lease.page, self._settings.crawl)

    def note_answer(self, lease: Lease, changed: bool, at: datetime) -> bool:
        """Keep what a server said; True when it spares the visit, and the lease has ended."""
        page = self._timetable.settled(lease.page)
        decision = None if changed else self._postponed(page, at)
        hint = PageHint(page_id=page.id, at=at, kind=HintKind.CONDITIONAL, changed=changed)
        if decision is None:
            self._repository.add_hint(hint)
            return False
        ended = self._repository.postpone_visit(
            lease,
            due_at=decision.due_at,
            due_reason=decision.reason,
            host_next_ok_at=self._pauses.next_ok_at(page.host, at),
            plan=decision.plan,
        )
        if ended:
            self._repository.add_hint(replace(hint, spared=True))
            logger.info("%s: not modified, visit spared", page.url, extra={"page_id": page.id})
        return ended

    def _postponed(self, page: Page, at: datetime) -> RevisitDecision | None:
        """When to ask again where the server's word is enough for now; None: the browser goes."""
        assert page.last_visit_at is not None
        memory = self._rates.memory(page.host)
        trust = memory.trust(CONDITIONAL)
        longest = self._unseen(page, memory)
        if at >= page.last_visit_at + longest:
            return None
        usual = float(page.plan.get("interval_h") or 0.0) * _HOUR  # none of a spare visit
        interval = max(usual, limits(page, self._settings.crawl)[0])
        due_at = min(at + interval, page.last_visit_at + longest)
        reason = (
            f"its server says that nothing has changed, and reported {100 * trust.recall:.0f} % of the changes so far "
            f"-> asked again, and visited after {duration(longest)} whatever it says"
        )
        notes: VisitPlan = {"validators": page.plan["validators"]}
        return RevisitDecision(
            due_at=due_at, reason=reason, decided_by="hint", interval=interval, notes=notes
        )

    def _unseen(self, page: Page, memory: HostStats) -> timedelta:
        """How long a page may go unseen while its server says that it has not changed."""
        assert page.last_visit_at is not None
        trust, price_table = memory.trust(CONDITIONAL), self._timetable.price_table()
        floor, ceiling = limits(page, self._settings.crawl)
        if not price_table.price(page.host):
            return min(floor / (1 - trust.recall), ceiling)
        planned = self._policy.after_visit(
            page,
            trust.unannounced(page.rate),
            at=page.last_visit_at,
            price_table=price_table,
            profile=memory.profile,
            announced=self._announcements(page, memory),
            rhythm=self._rates.rhythm(page),
        )
        return planned.due_at - page.last_visit_at

    def learn(self, page: Page, pair: tuple[datetime, datetime, float]) -> None:
        """Compare what was said between two captures with what they show: how likely an important change."""
        before_at, at, important = pair
        said = self._repository.hints(page.id, after=before_at, until=at)
        asked = [item for item in said if item.kind is HintKind.CONDITIONAL]
        called = [item for item in said if item.kind is not HintKind.CONDITIONAL]
        heard = {CONDITIONAL: sum(item.changed for item in asked)} if asked else {}
        if self._sources(page):
            heard[ANNOUNCED] = len(called)
        if not heard:
            return
        memory, hours = self._rates.memory(page.host), max((at - before_at) / _HOUR, 0.0)
        for kind, told in heard.items():
            trust = memory.trust(kind).after(important=important, hints=told, hours=hours)
            memory.hints[kind] = trust.as_json()
        self._rates.keep(page.host, memory)

    def forget_old(self, now: datetime) -> None:
        """Forget what was said so long ago that every page was visited since."""
        self._repository.forget_hints(now - KEPT_FOR)

    def sources(self, now: datetime) -> Sequence[str]:
        """Feeds and sitemaps that are to be read now: all of them, every so often."""
        if not self._settings.overrides:
            return ()
        if (
            self._read_at is not None
            and timedelta(0) <= now - self._read_at < self._settings.schedule.announcements_every
        ):
            return ()
        own = self._timetable.own
        ids, groups = own.pages(self._announces)
        groups = groups[np.isin(ids, self._repository.active_of(ids.tolist()))]
        self._read_at = now
        return tuple(
            dict.fromkeys(
                source for group in set(groups.tolist()) for source in own.groups[group].announced_by
            )
        )

    def _announces(self, group: int, source: str | None = None) -> bool:
        """Whether changes of a group's pages are announced, by that source; those with a rule need no announcement."""
        own = self._timetable.own
        named = own.groups[group].announced_by
        return own.rules[group] is None and (bool(named) if source is None else source in named)

    def note_announcements(self, source: str, body: bytes, at: datetime) -> None:
        """Take in what a feed or a sitemap says: which of its pages have changed since it was read last."""
        entries, is_feed = self._read(body, source)
        if not entries:
            return  # and what it said last stays known, or all of it would be news when it is well again
        pages = list(self._announced_pages(source))
        kept = self._repository.state(_NEWS + source)
        known: Mapping[str, str] = kept or {}
        said = {_key(entry.url): _date(entry) for entry in entries}
        self._repository.set_state(_NEWS + source, said)
        if kept is None:
            return  # what it said before anybody listened announces nothing
        news = {key for key, date in said.items() if known.get(key) != date}
        # A sitemap speaks of the pages that it names; a new entry of a feed changes the page whose feed it is.
        meant = [
            page
            for page in pages
            if _key(page.url) in news or (is_feed and news and _key(page.url) not in said)
        ]
        kind = HintKind.FEED if is_feed else HintKind.SITEMAP
        self._repository.add_hints(
            [PageHint(page_id=page.id, at=at, kind=kind, changed=True) for page in meant]
        )
        for page in meant:
            self._bring_forward(page, kind, at)

    def _announced_pages(self, source: str) -> Iterator[Page]:
        """The active pages whose changes that source announces."""
        ids, _ = self._timetable.own.pages(lambda group: self._announces(group, source))
        return (
            self._timetable.settled(page) for page in self._repository.pages_of(ids.tolist()) if page.active
        )

    def _announcements(self, page: Page, memory: HostStats) -> Announcements | None:
        """What was announced of a page since its last visit; None: nothing announces its changes."""
        if page.last_visit_at is None or not self._sources(page):
            return None
        trust = memory.trust(ANNOUNCED)
        said = self._repository.hints(page.id, after=page.last_visit_at) if trust.is_heeded else []
        after_h = (
            (item.at - page.last_visit_at) / _HOUR for item in said if item.kind is not HintKind.CONDITIONAL
        )
        return Announcements(trust=trust, after_h=tuple(after_h))

    def _bring_forward(self, page: Page, kind: HintKind, at: datetime) -> None:
        """Plan the visit of a page that was announced to have changed, as far as such hints were right before."""
        if page.last_visit_at is None or page.due_at is None or page.failures or page.exempt:
            return
        if page.due_at <= at or page.plan.get("decided_by") not in _ASKED_FOR:
            return
        memory = self._rates.memory(page.host)
        announced = self._announcements(page, memory)
        if announced is None or not announced.trust.is_heeded:
            return
        planned = self._policy.after_visit(
            page,
            self._rates.start(page),
            at=page.last_visit_at,
            price_table=self._timetable.price_table(),
            profile=memory.profile,
            announced=announced,
            rhythm=self._rates.rhythm(page),
        )
        due_at = max(planned.due_at, at)
        if due_at < page.due_at:
            told = 100 * announced.trust.precision
            times = "once" if len(announced.after_h) == 1 else f"{len(announced.after_h)} times"
            reason = (
                f"its {kind} announced a change ({times} since the last visit), and was right in {told:.0f} % of the "
                f"cases: visited {duration(page.due_at - due_at)} earlier"
            )
            plan: VisitPlan = {**page.plan, "decided_by": "hint"}
            planned_visit = PlannedVisit(
                page_id=page.id, due_at=due_at, reason=reason, plan=plan, attempt=page.attempt
            )
            self._repository.plan_visits([planned_visit])

    def _sources(self, page: Page) -> tuple[str, ...]:
        """What announces the changes of a page; its rule, if it has one, needs no announcement."""
        if not self._settings.overrides or self._timetable.rule(page) is not None:
            return ()
        return self._settings.crawl_for(page.url).announced_by


def question_of(page: Page, settings: CrawlSettings) -> Mapping[str, str] | None:
    """Headers that ask whether a page has changed; None where its visit was asked for, or nothing to ask by."""
    known = page.plan.get("validators")
    if not known or page.exempt or page.failures:
        return None
    if page.plan.get("decided_by") not in _ASKED_FOR or page.last_visit_at is None:
        return None
    headers = {ask: known[given] for given, ask in QUESTIONS if given in known}
    return {**headers, **settings.plain_headers}


def _key(url: str) -> str:
    """What a feed or a sitemap means by a URL: the document; many of them still name pages by http."""
    return header_uri(url).partition(":")[2]


def _date(entry: NamedPage) -> str:
    return "" if entry.lastmod is None else entry.lastmod.isoformat()
