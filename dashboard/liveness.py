"""Whether the daemon runs, by when it last noted the time in the database."""

from __future__ import annotations

from datetime import datetime, timedelta

from dashboard.source import Source
from storage.queries.states import DAEMON_SEEN

OVERDUE = timedelta(hours=1)
"""After so long a page that is due and was not visited is overdue."""

_STANDING_STILL = timedelta(minutes=15)  # the daemon notes the time every minute or so


def daemon_seen_at(source: Source) -> datetime | None:
    """When the daemon was last known to run; None: never."""
    noted = source.repository.state(DAEMON_SEEN)
    return datetime.fromisoformat(noted) if isinstance(noted, str) else None


def stands_still(source: Source) -> bool:
    """Whether there is no recent sign of the daemon."""
    at = daemon_seen_at(source)
    return at is None or source.now() - at > _STANDING_STILL
