"""The interface through which the dashboard reads rules of visits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from storage.errors import InvalidRule
from storage.own_rules import OwnRule


class RuleReader(Protocol):
    """Reads, checks and looks ahead."""

    def read(self, *, every: str = "", cron: str = "", time_zone: str = "", url: str = "") -> OwnRule:
        """The rule that is written so, checked against the floor of the page with that URL, or of all.

        Raises
        ------
        InvalidRule
            It cannot be meant.
        """

    def next_visits(self, rule: OwnRule, at: datetime) -> list[datetime]:
        """The next times by a rule, in UTC; an interval counts from ``at``."""

    def in_settings(self, url: str) -> str:
        """The rule that the settings file gives a page, in words; empty: none."""


@dataclass(frozen=True, kw_only=True)
class WrittenRule:
    """A rule as a person wrote it, and what it would bring."""

    every: str = ""
    cron: str = ""
    time_zone: str = ""
    tag: str = ""
    times: tuple[datetime, ...] = ()  # of the next visits
    refused: str = ""  # a sentence: why it cannot be kept

    @property
    def is_written(self) -> bool:
        """Whether there is anything to keep or to refuse."""
        return bool(self.every.strip() or self.cron.strip())


def tried(
    reader: RuleReader, at: datetime, *, every: str, cron: str, time_zone: str, url: str = "", tag: str = ""
) -> WrittenRule:
    """What a rule would bring that is not kept yet."""
    written = WrittenRule(every=every, cron=cron, time_zone=time_zone, tag=tag)
    if not written.is_written:
        return written
    try:
        times = reader.next_visits(reader.read(every=every, cron=cron, time_zone=time_zone, url=url), at)
    except InvalidRule as error:
        return WrittenRule(every=every, cron=cron, time_zone=time_zone, tag=tag, refused=f"{error}.")
    return WrittenRule(every=every, cron=cron, time_zone=time_zone, tag=tag, times=tuple(times))


def rule_text(rule: OwnRule) -> str:
    """``every 6 h``, or ``0 7 * * 1-5 Europe/Berlin``."""
    if rule.every is None:
        return f"{rule.cron} {rule.zone}"
    minutes = rule.every.total_seconds() / 60
    return f"every {minutes / 60:g} h" if minutes >= 60 else f"every {minutes:g} min"
