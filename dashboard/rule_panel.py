"""The panel for rules of visits of a page or a tag: the current rule and a preview."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from dashboard.rule_reader import RuleReader, WrittenRule, rule_text, tried
from dashboard.source import Source
from storage.own_rules import OwnRule
from storage.records import Page


@dataclass(frozen=True, kw_only=True)
class PagePanel:
    """Of one page."""

    own: OwnRule | None
    summary: str
    times: tuple[datetime, ...]  # of the next visits by the rule that counts
    tried: WrittenRule


@dataclass(frozen=True, kw_only=True)
class TagRule:
    """A tag's rule, as the schedule lists it."""

    tag: str
    text: str
    said_by: str
    pages: int


@dataclass(frozen=True, kw_only=True)
class TagPanel:
    """Of all tags."""

    rules: tuple[TagRule, ...]
    tags: tuple[str, ...]  # that pages have
    tried: WrittenRule


def page_panel(source: Source, page: Page, *, every: str, cron: str, time_zone: str) -> PagePanel | None:
    """What a page's room shows of rules; None where nobody can read them."""
    reader = source.asked.rules
    if reader is None:
        return None
    rules = source.repository.rules_of_page(page.id)
    counts = rules[0] if rules else None
    last = page.last_visit_at or source.now()
    return PagePanel(
        own=counts if counts is not None and counts.tag is None else None,
        summary=_summary(reader, page, counts),
        times=() if counts is None else tuple(reader.next_visits(counts, _from(counts, last, source.now()))),
        tried=tried(reader, source.now(), every=every, cron=cron, time_zone=time_zone, url=page.url),
    )


def tag_panel(source: Source, *, tag: str, every: str, cron: str, time_zone: str) -> TagPanel | None:
    """What the schedule shows of the rules of tags; None where nobody can read them."""
    if source.asked.rules is None:
        return None
    counted = source.repository.count_tags()
    return TagPanel(
        rules=tuple(
            TagRule(tag=item.tag, text=rule_text(item), said_by=item.said_by, pages=counted.get(item.tag, 0))
            for item in source.repository.tag_rules()
            if item.tag is not None
        ),
        tags=tuple(sorted(counted)),
        tried=tried(source.asked.rules, source.now(), every=every, cron=cron, time_zone=time_zone, tag=tag),
    )


def _from(rule: OwnRule, last: datetime, now: datetime) -> datetime:
    """From when the next visits count: an interval from the last visit, but none of them is past."""
    return now if rule.every is None else max(last, now - rule.every)


def _summary(reader: RuleReader, page: Page, counts: OwnRule | None) -> str:
    if counts is not None:
        whose = "its own rule" if counts.tag is None else f"the rule of its tag \u201c{counts.tag}\u201d"
        who = f" ({counts.said_by})" if counts.said_by else ""
        return f"Visited by {whose}{who}: {rule_text(counts)}."
    in_settings = reader.in_settings(page.url)
    if in_settings:
        return f"Visited by a rule in pagetide.toml: {in_settings}."
    return "No rule is set: visits follow what its history shows of its changes."
