"""Reads and checks a rule of visits that a person wrote, and lists its next visits."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from crawler.errors import ContradictoryRule
from crawler.scheduling.rules import VisitRule, own_visit_rule, rule_of
from crawler.settings import PageCrawlSettings
from pagetide.settings.collection_settings import Settings
from pagetide.settings.durations import parse_duration
from storage.errors import InvalidRule
from storage.own_rules import OwnRule

LOOKED_AHEAD = 5
"""Visits that a preview shows."""


class WrittenRules:
    """Reads rules for a collection with these settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def read(self, *, every: str = "", cron: str = "", time_zone: str = "", url: str = "") -> OwnRule:
        """The rule that is written so, of no page and no tag yet; with a page's URL its own floor holds it back.

        Raises
        ------
        InvalidRule
            It cannot be meant, or asks for visits closer to each other than the floor allows.
        """
        own = self._settings.crawl_for(url) if url else PageCrawlSettings()
        try:
            span = parse_duration(every) if every.strip() else None
            line = " ".join(cron.split()) or None
            asked = replace(own, every=span, cron=line, time_zone=time_zone.strip() or None, ceiling=None)
            rule = rule_of(asked, self._settings.crawl)
            if rule is None:
                raise ContradictoryRule("write an interval or a cron line.")
        except (ValueError, OverflowError) as error:
            raise InvalidRule(str(error).rstrip(".")) from error
        return OwnRule(every=rule.every, cron=rule.cron, zone=rule.zone, per_h=rule.per_h())

    def next_visits(self, rule: OwnRule, at: datetime) -> list[datetime]:
        """The next times by a rule, in UTC; an interval counts from ``at``."""
        found: list[datetime] = []
        planned = own_visit_rule(rule)
        while len(found) < LOOKED_AHEAD and (after := planned.next_after(found[-1] if found else at)):
            found.append(after)
        return found

    def in_settings(self, url: str) -> str:
        """The rule that the settings file gives a page, in words; empty: none."""
        rule: VisitRule | None = self._settings.rule_for(url) if self._settings.overrides else None
        return "" if rule is None else str(rule)
