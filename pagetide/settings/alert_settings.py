"""Who is alerted to which findings, when, and how often: the section ``[alerts]``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from storage.findings import FindingKind

_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, kw_only=True)
class AlertSettings:
    """Who is alerted to findings, and when."""

    channels: str | None = None
    """File with the addresses of channels as apprise writes them, one a line ("json://", "mailto://", "slack://");
    none: no alerts. It holds secrets: backups leave it out, and nothing of it is logged."""
    kinds: tuple[FindingKind, ...] = (
        FindingKind.CHANGE,
        FindingKind.GONE,
        FindingKind.MOVED,
        FindingKind.WALLED,
        FindingKind.LOGGED_OUT,
    )
    """Kinds of findings that are sent."""
    digest_at: str | None = None
    """Time of day at which a day's findings are sent in one message ("08:00"); none: within a minute each."""
    quiet: str | None = None
    """Hours without messages ("22:00-07:00"); what is found then is sent at their end."""
    time_zone: str = "UTC"
    """In which these times are ("Europe/Paris")."""
    most_per_day: Annotated[int, Field(ge=1)] = 48
    """Most messages within 24 hours to each channel; what is found beyond waits for the next one."""
    dashboard: str | None = None
    """Address under which people reach the dashboard ("https://archive.example"), for links; none: links lead to the
    pages themselves."""

    def __post_init__(self) -> None:
        """Refuse times and zones that are none."""
        if self.digest_at is not None:
            _time("digest_at", self.digest_at)
        if self.quiet is not None:
            self.quiet_hours()
        try:
            ZoneInfo(self.time_zone)
        except (ValueError, OSError, KeyError) as error:
            raise ValueError(
                f'time_zone = "{self.time_zone}" is no time zone; write one such as "Europe/Paris"'
            ) from error

    def quiet_hours(self) -> tuple[time, time] | None:
        """When they begin and end."""
        if self.quiet is None:
            return None
        begin, _, end = self.quiet.partition("-")
        return _time("quiet", begin.strip()), _time("quiet", end.strip())

    def digest_time(self) -> time | None:
        """When a day is told."""
        return None if self.digest_at is None else _time("digest_at", self.digest_at)


def _time(key: str, text: str) -> time:
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(
            f'{key}: "{text}" is no time of the day; write it as 08:00, and hours as 22:00-07:00'
        )
    return time(int(found[1]), int(found[2]))
