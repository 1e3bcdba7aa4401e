"""Hints in the product: what servers, feeds and sitemaps say of pages, how far it is believed, and what follows.

A hint is never an observation. A server that says "not modified" spares a browser's visit only as far as it was right
before (``crawler.hint_trust``): the longer ago the last capture, the less its word is worth, and at some time the
browser goes all the same, which is how the trust is learned. A feed or a sitemap that announces a change makes its page
older than it is by some hours, which brings its visit forward.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from crawler.hint_trust import ANNOUNCED, CONDITIONAL
from crawler.host_memory import HostMemory
from crawler.host_pauses import HostPauses
from crawler.revisit import RevisitDecision, RevisitPolicy, limits
from crawler.sitemaps import Hint, feed_pages, sitemap_content
from crawler.validators import QUESTIONS, VALIDATORS
from pagetide.rates import Pair, Rates
from pagetide.settings import Settings
from pagetide.timetable import Timetable
from storage.hints import HintKind, PageHint
from storage.records import Lease, Page
from storage.repository import Repository
from storage.urls import url_key

logger = logging.getLogger(__name__)

_NEWS = "announced: "  # and the source: key of the state under which it is kept what it said last
_HOUR = timedelta(hours=1)
_ASKED_FOR = frozenset({"budget", "floor", "ceiling", "host", "hint", "spare"})


class Hinting:
    """The hints of one collection."""

    def __init__(
        self,
        repository: Repository,
        settings: Settings,
        pauses: HostPauses,
        rates: Rates,
        timetable: Timetable,
    ) -> None:
        self._repository = repository
        self._settings = settings
        self._pauses = pauses
        self._rates = rates
        self._timetable = timetable
        self._policy = RevisitPolicy(settings.crawl)
        self._read_at: datetime | None = None

    def question(self, lease: Lease) -> Mapping[str, str] | None:
        """Headers that ask whether a page has changed; None where its visit was asked for, or nothing to ask by."""
        page = lease.page
        known = page.plan.get(VALIDATORS)
        if not known or not self._settings.schedule.conditional or page.exempt or page.failures:
            return None
        if page.plan.get("decided_by") not in _ASKED_FOR or page.last_visit_at is None:
            return None
        headers = {ask: known[given] for given, ask in QUESTIONS if given in known}
        return {**headers, **self._settings.crawl.plain_headers}

    def told(self, lease: Lease, changed: bool, at: datetime) -> bool:
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
        usual = float(page.plan.get("interval_h") or 0.0) * _HOUR
        due_at = min(at + max(usual, limits(page, self._settings.crawl)[0]), page.last_visit_at + longest)
        reason = (
            f"its server says that nothing has changed, and told {100 * trust.recall:.0f} % of the changes so far "
            f"-> asked again, and visited after {longest / _HOUR:.3g} h whatever it says"
        )
        notes = {VALIDATORS: page.plan[VALIDATORS]}
        return RevisitDecision(due_at=due_at, reason=reason, decided_by="hint", interval=usual, notes=notes)

    def _unseen(self, page: Page, memory: HostMemory) -> timedelta:
        """How long a page may go unseen while its server says that it has not changed."""
        assert page.last_visit_at is not None
        trust, tariff = memory.trust(CONDITIONAL), self._timetable.tariff()
        floor, ceiling = limits(page, self._settings.crawl)
        if not tariff.price(page.host):
            return min(floor / (1 - trust.recall), ceiling)
        planned = self._policy.after_visit(
            page,
            trust.unannounced(page.rate),
            at=page.last_visit_at,
            tariff=tariff,
            profile=memory.profile,
            trust=memory.trust(ANNOUNCED) if self._sources(page) else None,
        )
        return planned.due_at - page.last_visit_at

    def learn(self, page: Page, pair: Pair) -> None:
        """Compare what was said between two captures with what they show."""
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

    def sources(self, now: datetime) -> Sequence[str]:
        """Feeds and sitemaps that are to be read now: all of them, every so often."""
        if not self._settings.overrides:
            return ()
        if (
            self._read_at is not None
            and timedelta(0) <= now - self._read_at < self._settings.schedule.announcements_every
        ):
            return ()
        self._read_at = now
        return tuple(
            dict.fromkeys(source for page in self._announced_pages() for source in self._sources(page))
        )

    def announced(self, source: str, body: bytes, at: datetime) -> None:
        """Take in what a feed or a sitemap says: which of its pages have changed since it was read last."""
        entries = feed_pages(body, source) or sitemap_content(body, source).pages
        pages = [page for page in self._announced_pages() if source in self._sources(page)]
        keys = {page.url_key: page for page in pages}
        kept = self._repository.state(_NEWS + source)
        known: Mapping[str, str] = kept or {}
        is_feed = bool(feed_pages(body, source))
        said = {_key(entry): _date(entry) for entry in entries}
        self._repository.set_state(_NEWS + source, said)
        if kept is None:
            return  # what it said before anybody listened announces nothing
        news = {key for key, date in said.items() if known.get(key) != date}
        for page in pages:
            # A sitemap speaks of the pages that it names; a new entry of a feed changes the page whose feed it is.
            if page.url_key in news or (is_feed and news and page.url_key not in said):
                self._announce(keys[page.url_key], HintKind.FEED if is_feed else HintKind.SITEMAP, at)

    def _announced_pages(self) -> Iterator[Page]:
        """The active pages whose changes something announces."""
        own = self._timetable.own
        ids, _ = own.pages(lambda group: bool(own.groups[group].announced_by) and own.rules[group] is None)
        return (
            self._timetable.settled(page) for page in self._repository.pages_of(ids.tolist()) if page.active
        )

    def _announce(self, page: Page, kind: HintKind, at: datetime) -> None:
        """Keep a hint, and bring the page's visit forward as far as such hints were right before."""
        self._repository.add_hint(PageHint(page_id=page.id, at=at, kind=kind, changed=True))
        if page.last_visit_at is None or page.due_at is None or page.failures or page.exempt:
            return
        if page.due_at <= at or page.plan.get("decided_by") not in _ASKED_FOR:
            return
        memory = self._rates.memory(page.host)
        trust, belief = memory.trust(ANNOUNCED), self._rates.start(page)
        planned = self._policy.after_visit(
            page,
            belief,
            at=page.last_visit_at,
            tariff=self._timetable.tariff(),
            profile=memory.profile,
            trust=trust,
        )
        said = self._repository.hints(page.id, after=page.last_visit_at)
        hints = sum(item.kind is not HintKind.CONDITIONAL for item in said)
        floor, _ = limits(page, self._settings.crawl)
        due_at = planned.due_at - timedelta(hours=hints * trust.worth_h(belief))
        due_at = max(due_at, page.last_visit_at + floor, at)
        if due_at < page.due_at:
            reason = (
                f"its {kind} announces a change, as it was right in {100 * trust.precision:.0f} % of the cases: "
                f"worth {trust.worth_h(belief):.3g} h"
            )
            plan = {**page.plan, "decided_by": "hint"}
            self._repository.set_due(page.id, due_at, reason, plan=plan)

    def _sources(self, page: Page) -> tuple[str, ...]:
        """What announces the changes of a page; its rule, if it has one, needs no announcement."""
        if not self._settings.overrides or self._timetable.rule(page) is not None:
            return ()
        return self._settings.crawl_for(page.url).announced_by


def _key(entry: Hint) -> str:
    return url_key(entry.url)


def _date(entry: Hint) -> str:
    return "" if entry.lastmod is None else entry.lastmod.isoformat()
