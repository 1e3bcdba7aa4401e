"""Visits by the clock, for pages whose times a person knows better: "every 6 h", or cron lines in a time zone.

A rule stands beside the learned schedule: a page that has one is visited by it, and by nothing else. Times are UTC
everywhere but inside a cron line, which keeps the zone of the person who wrote it. Lines are read by ``cronsim``, which
does as Debian's cron: days of the week count from Sunday (0 and 7) or are named, and a day of the month beside a day of
the week means either. At the two changes of the clocks a time that does not exist is made up for once, when the clocks
have changed; a time that comes twice is visited the first time only; a line for every hour (``0 * * * *``) means the
hours that pass. Visits that were missed (the machine was off, the host asked for rest, the clock jumped) are made up by
one, and counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from cronsim import CronSim, CronSimError

from crawler.errors import ContradictoryRule
from crawler.settings import CrawlSettings, PageCrawlSettings
from storage.own_rules import OwnRule

_MOST_COUNTED = 1000
_LOOKED_AT = 400  # planned visits in which a line's shortest interval is looked for: each day of a year
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)
_LATE = timedelta(minutes=15)
"""A visit by the clock that is later than this has missed its time."""


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
            given = "both: remove one" if self.every is not None else "neither: set one"
            raise ContradictoryRule(f"a rule has either every or cron, not {given} of them.")
        if self.every is not None:
            if self.every < timedelta(minutes=1):
                raise ContradictoryRule(
                    f'every must be at least a minute, not {self.every / timedelta(seconds=1):g} s: write "30min" '
                    'or "6h" (a number alone is seconds).'
                )
            if self.zone != "UTC":
                raise ContradictoryRule(
                    "time_zone belongs to cron: every counts hours that pass, in no zone. Remove it."
                )
        elif self.next_after(_ANY_DAY) is None:
            raise ContradictoryRule(f"{self.cron!r} names a day that never comes.")

    def next_after(self, at: datetime) -> datetime | None:
        """The first planned visit later than ``at``, in UTC; None when the rule does not come again in 50 years."""
        if self.every is not None:
            return at + self.every
        return next(self._after(at), None)

    def missed(self, due_at: datetime, at: datetime) -> int:
        """Planned visits that a visit ``at`` makes up for, the one due at ``due_at`` among them if it is late.

        A thousand at most.
        """
        if at - due_at <= _LATE:
            return 0
        if self.every is not None:
            return min(_MOST_COUNTED, 1 + int((at - due_at) / self.every))
        planned = takewhile(lambda moment: moment < at, self._after(due_at))
        return min(_MOST_COUNTED, 1 + sum(1 for _ in islice(planned, _MOST_COUNTED)))

    def shortest(self) -> timedelta:
        """The shortest time between two planned visits."""
        if self.every is not None:
            return self.every
        planned = list(islice(self._after(_ANY_DAY), _LOOKED_AT))
        return min((after - before for before, after in pairwise(planned)), default=timedelta(days=365))

    def per_h(self) -> float:
        """How many visits an hour it asks for, in the long run."""
        return timedelta(hours=1) / self.every if self.every is not None else self._line_per_h

    def __str__(self) -> str:
        """For a reason: ``every 6 h``, ``0 9 * * mon-fri Europe/Berlin``."""
        if self.every is not None:
            hours = self.every / timedelta(hours=1)
            return f"every {hours:g} h" if hours >= 1 else f"every {hours * 60:g} min"
        return f"{self.cron} {self.zone}"

    def _after(self, at: datetime) -> Iterator[datetime]:
        """Planned visits later than ``at``, in UTC."""
        assert self.cron is not None
        fields = self.cron.split()
        if len(fields) != 5:
            raise ContradictoryRule(
                "cron has five fields (minute, hour, day, month, day of the week), "
                f"{self.cron!r} has {len(fields)}."
            )
        try:
            planned = CronSim(self.cron, at.astimezone(self._zone))
        except CronSimError as error:
            raise ContradictoryRule(
                f"{self.cron!r} is no cron line ({error}): minute 0-59, hour 0-23, day 1-31 that one of its months "
                'has, month 1-12, day of the week 0-7, as in "0 7 * * 1-5".'
            ) from error
        moments = (moment.astimezone(UTC) for moment in planned)
        return (
            moment for moment in moments if moment > at
        )  # inside a repeated hour it begins in the first one

    @cached_property
    def _line_per_h(self) -> float:
        planned = list(islice(self._after(_ANY_DAY), _LOOKED_AT))
        if len(planned) < 2:
            return 0.0
        return (len(planned) - 1) * (timedelta(hours=1) / (planned[-1] - planned[0]))

    @cached_property
    def _zone(self) -> ZoneInfo:
        try:
            return ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError) as error:
            near = get_close_matches(self.zone, available_timezones(), n=1)
            meant = f"did you mean {near[0]!r}?" if near else "write its IANA name, Europe/Berlin or UTC."
            raise ContradictoryRule(f"there is no time zone {self.zone!r}: {meant}") from error


@lru_cache(maxsize=4096)  # asked for every page at every tick
def own_visit_rule(said: OwnRule) -> VisitRule:
    """What a person said of a page or a tag, as a rule to plan by; it was checked when it was said."""
    return VisitRule(every=said.every, cron=said.cron, zone=said.zone)


@lru_cache(maxsize=4096)  # asked for every page at every tick
def rule_of(own: PageCrawlSettings, general: CrawlSettings) -> VisitRule | None:
    """The rule in a page's settings, checked against its floor and ceiling; None: its visits are learned.

    Raises
    ------
    ContradictoryRule
        Saying which settings contradict each other.
    """
    floor = general.floor if own.floor is None else own.floor
    ceiling = general.ceiling if own.ceiling is None else own.ceiling
    whose = "[crawl] floor" if own.floor is None else "floor"
    if ceiling < floor:
        raise ContradictoryRule(
            f"its ceiling ({ceiling}) is below its {whose} ({floor}): set a lower floor beside it."
        )
    if own.every is None and own.cron is None:
        if own.time_zone is not None:
            raise ContradictoryRule(
                "time_zone belongs to cron, and there is none: remove it, or write a cron line."
            )
        return None
    rule = VisitRule(every=own.every, cron=own.cron, zone=own.time_zone or "UTC")
    if rule.shortest() < floor:
        raise ContradictoryRule(
            f"its rule ({rule}) asks for visits {rule.shortest()} apart, its {whose} allows {floor}: set a lower "
            "floor beside it, or visit less often."
        )
    if own.ceiling is not None:
        raise ContradictoryRule(
            f"its ceiling ({own.ceiling}) would never count: its rule ({rule}) alone says when it is visited. "
            "Remove one of them."
        )
    return rule
