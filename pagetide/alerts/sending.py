"""Sends findings to the channels, logs what was sent, and tries failures again; nothing is sent twice."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from pagetide.alerts.channels import Channel, read_channels, send
from pagetide.alerts.messages import message_of, room_message, trial
from pagetide.alerts.timing import DAY, may_be_told
from pagetide.settings.alert_settings import AlertSettings
from storage.collection import Collection
from storage.disk_space import LACKING
from storage.findings import Finding
from storage.plurals import counted
from storage.queries.findings import Wanted

logger = logging.getLogger(__name__)

STATE, LOG, TOLD_ROOM = "alerts", "alert_log", "alert_room"
"""Under which the collection keeps where each channel is, what was sent last, and what was told of its room."""
_KEPT_LINES = 200
_LONGEST_WAIT = timedelta(hours=1)  # before a channel that failed is tried again


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a channel is: the last finding it was told of, when it was first known and told, and its failures."""

    after: int
    since: datetime
    sent: tuple[datetime, ...] = ()
    failures: int = 0
    retry_at: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """As the collection keeps it."""
        return {
            "after": self.after,
            "since": self.since.isoformat(),
            "sent": [at.isoformat() for at in self.sent],
            "failures": self.failures,
            "retry_at": None if self.retry_at is None else self.retry_at.isoformat(),
        }

    @classmethod
    def of(cls, told: dict[str, Any]) -> Progress:
        """What ``as_json`` wrote."""
        retry_at = told["retry_at"]
        return cls(
            after=told["after"],
            since=datetime.fromisoformat(told["since"]),
            sent=tuple(map(datetime.fromisoformat, told["sent"])),
            failures=told["failures"],
            retry_at=None if retry_at is None else datetime.fromisoformat(retry_at),
        )


class Alerts:
    """The channels of a collection."""

    def __init__(self, collection: Collection, settings: AlertSettings) -> None:
        self._collection = collection
        self._settings = settings
        self._name = collection.path.resolve().name

    def channels(self) -> list[Channel]:
        """The channels as the file names them now; ``SettingsError`` where it cannot be read."""
        return [] if self._settings.channels is None else read_channels(Path(self._settings.channels))

    def tell(self, now: datetime) -> None:
        """Tell each channel what it was not told yet, if it is time; a new one of what is found from now on."""
        kept = self._collection.repository.state(STATE) or {}
        channels, known = self.channels(), {}
        for channel in channels:
            told = kept.get(channel.key)
            known[channel.key] = (
                Progress(after=self._newest(), since=now) if told is None else Progress.of(told)
            )
        for channel in channels:
            known[channel.key] = self._told(channel, known[channel.key], now)
        self._collection.repository.set_state(STATE, {key: item.as_json() for key, item in known.items()})
        self._tell_room(channels, now)

    def _tell_room(self, channels: Sequence[Channel], now: datetime) -> None:
        """Tell every channel once, at any hour, that no visit begins for want of room, and once that they do again."""
        obstacle = self._collection.repository.state(LACKING)
        if obstacle == self._collection.repository.state(TOLD_ROOM):
            return
        errors = [send(channel, room_message(self._name, obstacle)) for channel in channels]
        for channel, error in zip(channels, errors, strict=True):
            if error:
                logger.warning("%s could not be told of the collection's room: %s", channel.name, error)
            else:
                self._note(channel, now, "room", 0, "")
        if not all(errors):  # one at least was told
            self._collection.repository.set_state(TOLD_ROOM, obstacle)

    def test(self, now: datetime) -> list[tuple[Channel, str]]:
        """Send a trial to every channel: each with its error, empty where the service took it."""
        results = [(channel, send(channel, trial(self._name))) for channel in self.channels()]
        for channel, error in results:
            self._note(channel, now, "trial", 0, error)
        return results

    def log(self) -> list[dict[str, Any]]:
        """What was sent last, the newest first: when, where to, what, of how many findings, and the error if any."""
        return list(reversed(self._collection.repository.state(LOG) or []))

    def _told(self, channel: Channel, progress: Progress, now: datetime) -> Progress:
        if progress.retry_at is not None and now < progress.retry_at:
            return progress
        if not may_be_told(self._settings, now, progress.since, progress.sent):
            return progress
        found = self._found(progress.after)
        if not found:
            return progress
        pages = {
            page.id: page for page in self._collection.repository.pages_of({item.page_id for item in found})
        }
        message = message_of(found, pages, self._name, self._settings.dashboard)
        error = send(channel, message)
        self._note(channel, now, "digest" if self._settings.digest_at else "findings", len(found), error)
        if error:
            logger.warning(
                "an alert to %s about %s could not be sent: %s",
                channel.name,
                counted(len(found), "finding"),
                error,
            )
            wait = min(_LONGEST_WAIT, timedelta(minutes=2**progress.failures))
            return replace(progress, failures=progress.failures + 1, retry_at=now + wait)
        sent = (*(at for at in progress.sent if at > now - DAY), now)
        return Progress(after=found[0].id, since=progress.since, sent=sent)

    def _found(self, after: int) -> Sequence[Finding]:
        """What was found since, the last first."""
        wanted = Wanted(seen=False, kinds=self._settings.kinds, muted=False, after_id=after)
        repository = self._collection.repository
        return repository.findings(wanted, limit=repository.count_findings(wanted), newest_first=True)

    def _newest(self) -> int:
        newest = self._collection.repository.findings(Wanted(), limit=1, newest_first=True)
        return newest[0].id if newest else 0

    def _note(self, channel: Channel, now: datetime, what: str, findings: int, error: str) -> None:
        line = {
            "at": now.isoformat(),
            "channel": channel.name,
            "what": what,
            "findings": findings,
            "error": error,
        }
        with self._collection.database.writing():
            kept = self._collection.repository.state(LOG) or []
            self._collection.repository.set_state(LOG, [*kept, line][-_KEPT_LINES:])
