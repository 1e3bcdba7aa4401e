"""When a host may be visited again: its pause between two visits, and when it asked to be left alone.

What the spider learns (``politeness``, ``refusals``) and the schedule asks; nothing here needs a crawl.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta

from crawler.manners.refusals import Hold, Refusal
from crawler.settings import CrawlSettings

logger = logging.getLogger(f"pagetide.{__name__}")

_LONGEST_DOUBLINGS = 40


class HostPauses:
    """When a host may be visited again; the spider learns what robots.txt asks for, the flow asks."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._own = timedelta(seconds=settings.host_delay_s)
        self._ceiling = timedelta(seconds=settings.crawl_delay_ceiling_s)
        self._backoff = timedelta(seconds=settings.host_backoff_s)
        self._backoff_ceiling = settings.host_backoff_ceiling
        self._asked: dict[str, timedelta] = {}
        self._refusals: dict[str, int] = {}  # in a row
        self._holds: dict[str, Hold] = {}
        self._last_holds: dict[str, Hold] = {}
        self._ended: dict[str, datetime] = {}
        self._lock = threading.Lock()

    def ask(self, host: str, crawl_delay_s: float | None) -> None:
        """Keep the pause that a host's robots.txt asks for."""
        asked = timedelta(seconds=min(max(crawl_delay_s or 0.0, 0.0), 10 * 86400.0))
        if asked > self._ceiling:
            logger.warning(
                "%s asks for pauses of %s; crawl_delay_ceiling_s allows %s", host, asked, self._ceiling
            )
        with self._lock:
            self._asked[host] = min(asked, self._ceiling)

    def heed(self, host: str, refusal: Refusal | None, at: datetime) -> None:
        """Leave a host alone that asked for it; an answer without refusal makes the next one the first again.

        A host that did not say for how long is left alone for ``host_backoff_s``, doubled with each refusal in a row.
        """
        with self._lock:
            if refusal is None:
                self._refusals.pop(host, None)
                return
            times = self._refusals[host] = self._refusals.get(host, 0) + 1
            wait = refusal.wait
            if wait is None or wait < timedelta(seconds=1):
                wait = self._backoff * 2 ** min(times - 1, _LONGEST_DOUBLINGS)
            until = at + min(wait, self._backoff_ceiling)
            before = self._holds.get(host)
            if before is None or before.until < until:
                self._holds[host] = self._last_holds[host] = Hold(until=until, why=refusal.why)
        logger.warning("%s is left alone until %s: %s", host, f"{until:%Y-%m-%d %H:%M} UTC", refusal.why)

    def hold(self, host: str, at: datetime) -> Hold | None:
        """Until when, and why, ``host`` is left alone; None when it is not."""
        with self._lock:
            hold = self._holds.get(host)
            if hold is not None and hold.until <= at:
                del self._holds[host]
                return None
            return hold

    def last_hold(self, host: str) -> Hold | None:
        """The newest wish of ``host`` to be left alone, past or present; None: there was none since the start."""
        with self._lock:
            return self._last_holds.get(host)

    def pause(self, host: str) -> timedelta:
        """How long ``host`` rests after an ordinary visit."""
        with self._lock:
            return max(self._own, self._asked.get(host, self._own))

    def ended(self, host: str, at: datetime) -> None:
        """Count the pause after a visit from ``at``, whatever the clock of the machine that made it says."""
        with self._lock:
            self._ended[host] = at

    def forget_holds(self) -> None:
        """No host is left alone any more for what it said: the clock that its times were told by was wrong."""
        with self._lock:
            self._holds.clear()
            self._ended.clear()

    def next_ok_at(self, host: str, finished_at: datetime) -> datetime:
        """When ``host`` may be visited again after a visit that ended at ``finished_at``."""
        hold = self.hold(host, finished_at)
        with self._lock:
            finished_at = max(finished_at, self._ended.pop(host, finished_at))
        pause = finished_at + self.pause(host)
        return pause if hold is None else max(pause, hold.until)
