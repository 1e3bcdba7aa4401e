"""When a channel may get a message: quiet hours, a daily digest, a limit of messages per day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from pagetide.settings.alert_settings import AlertSettings

DAY = timedelta(days=1)


def may_be_told(settings: AlertSettings, now: datetime, since: datetime, sent: Sequence[datetime]) -> bool:
    """Whether a message may go out now.

    ``since``: when the channel was first known; ``sent``: when messages went to it.
    """
    local = now.astimezone(ZoneInfo(settings.time_zone))
    hours = settings.quiet_hours()
    if hours is not None and is_within(local.time(), *hours):
        return False
    if sum(at > now - DAY for at in sent) >= settings.most_per_day:
        return False
    at = settings.digest_time()
    return at is None or max([since, *sent]) < _last_time(local, at)


def is_within(moment: time, begin: time, end: time) -> bool:
    """Whether a time of the day lies between two, which may have midnight between them."""
    return begin <= moment < end if begin <= end else moment >= begin or moment < end


def _last_time(local: datetime, at: time) -> datetime:
    """The last time that it was that time of the day."""
    today = local.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today <= local else today - DAY
