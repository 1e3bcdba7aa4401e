"""Visits by the clock, for pages whose times a person knows better: "every 6 h", or cron lines in a time zone.

A rule stands beside the learned schedule: a page that has one is visited by it, and by nothing else. Times are UTC
everywhere but inside a cron line, which keeps the zone of the person who wrote it. At the two changes of the clocks a
time that does not exist is made up for once, within the hour; a time that comes twice is visited the first time only;
a line for every hour (``0 * * * *``) means the hours that pass. Visits that were missed (the machine was off, the host
asked for rest, the clock jumped) are made up by one, and counted in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from apscheduler.triggers.cron import CronTrigger

from crawler.errors import ContradictoryRule

_DIGITS = re.compile(r"\d")
_MOST_COUNTED = 1000
_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, kw_only=True)
class VisitRule:
    """When a page is visited whatever was learned of it: exactly one of ``every`` and ``cron``."""

    every: timedelta | None = None
    """Time between two visits, counted from the last one: hours that pass, not hours on the wall."""
    cron: str | None = None
    """Minute, hour, day of the month, month, day of the week: ``0 9 * * mon-fri``."""
    zone: str = "UTC"
    """The time zone of ``cron``, by its IANA name."""

    def __post_init__(self) -> None:
        if (self.every is None) == (self.cron is None):
            given = "both" if self.every is not None else "neither"
            raise ContradictoryRule(f"a rule has either every or cron, not {given}.")
        if self.every is not None:
            if self.every < timedelta(minutes=1):
                raise ContradictoryRule(f"every must be at least a minute, not {self.every}.")
            if self.zone != "UTC":
                raise ContradictoryRule("zone belongs to cron: every counts hours that pass, in no zone.")
        else:
            _ = self._trigger

    def next_after(self, at: datetime) -> datetime | None:
        """The first planned visit later than ``at``, in UTC; None when the rule never comes again."""
        if self.every is not None:
            return at + self.every
        found = self._trigger.get_next_fire_time(None, at.astimezone(UTC) + _MOMENT)
        if found is not None and found.fold and not self._any_hour:
            # In UTC: adding to a time of the repeated hour would lead to the first of the two hours again.
            found = self._trigger.get_next_fire_time(None, found.astimezone(UTC) + timedelta(hours=1))
        return None if found is None else found.astimezone(UTC)

    def missed(self, due_at: datetime, at: datetime) -> int:
        """Planned visits after the one due at ``due_at`` that fell due before the visit ``at``; a thousand at most."""
        if self.every is not None:
            return max(0, min(_MOST_COUNTED, int((at - due_at) / self.every)))
        return sum(1 for _ in zip(range(_MOST_COUNTED), self._between(due_at, at), strict=False))

    def __str__(self) -> str:
        """For a reason: ``every 6 h``, ``0 9 * * mon-fri Europe/Berlin``."""
        if self.every is not None:
            return f"every {self.every / timedelta(hours=1):g} h"
        return f"{self.cron} {self.zone}"

    def _between(self, after: datetime, until: datetime) -> Iterator[datetime]:
        planned = self.next_after(after)
        while planned is not None and planned < until:
            yield planned
            planned = self.next_after(planned)

    @property
    def _any_hour(self) -> bool:
        """Whether the line names no hours, so that it means the hours that pass."""
        return self.cron is not None and self.cron.split()[1].startswith("*")

    @cached_property
    def _trigger(self) -> CronTrigger:
        assert self.cron is not None
        fields = self.cron.split()
        if len(fields) != 5:
            raise ContradictoryRule(
                "cron has five fields (minute, hour, day, month, day of the week), "
                f"{self.cron!r} has {len(fields)}."
            )
        if _DIGITS.search(fields[4]):
            raise ContradictoryRule(
                f"days of the week are written as names in {self.cron!r} (mon-fri, sun): programs disagree "
                "whether 0 is Sunday or Monday."
            )
        try:
            zone = ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ContradictoryRule(
                f"there is no time zone {self.zone!r}; write Europe/Berlin, UTC."
            ) from error
        try:
            return CronTrigger.from_crontab(self.cron, timezone=zone)
        except ValueError as error:
            raise ContradictoryRule(f"{self.cron!r} is no cron line: {error}.") from error
