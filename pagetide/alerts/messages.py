"""The messages of alerts: plain text; archived words in it cannot act as a command of a chat."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pagetide.plain_text import shown
from storage.findings import Finding, FindingKind
from storage.plurals import counted
from storage.records import Page

MOST_LINES = 20
_CALLS = re.compile("@(?=everyone|here|channel|all)", re.IGNORECASE)
"""What makes chats notify everybody: archived words may not."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """A title of one line, and a body of some."""

    title: str
    body: str


def message_of(
    findings: Sequence[Finding], pages: Mapping[int, Page], collection: str, dashboard: str | None
) -> Message:
    """What is told of findings, the most important first; alike ones in one line."""
    clusters: dict[str, list[Finding]] = {}
    for item in sorted(findings, key=lambda item: -item.rank):
        clusters.setdefault(item.cluster, []).append(item)
    lines = [_lines(alike, pages, dashboard) for alike in list(clusters.values())[:MOST_LINES]]
    if len(clusters) > MOST_LINES:
        lines.append(f"and {counted(len(clusters) - MOST_LINES, 'more finding')}")
    first = next(iter(clusters.values()))[0].sentence if len(clusters) == 1 else ""
    title = f"{collection}: {first or counted(len(findings), 'finding')}"
    return Message(title=_plain(title), body="\n\n".join(lines))


def trial(collection: str) -> Message:
    """What tries a channel."""
    return Message(title=f"{_plain(collection)}: a trial", body="Alerts of Pagetide arrive here.")


def room_message(collection: str, obstacle: str | None) -> Message:
    """That no visit begins for want of room, and why; None: that they begin again."""
    if obstacle is None:
        return Message(title=f"{_plain(collection)}: visits go on", body="There is room again.")
    return Message(title=f"{_plain(collection)}: no visit begins", body=_plain(obstacle))


def _lines(alike: Sequence[Finding], pages: Mapping[int, Page], dashboard: str | None) -> str:
    lead = alike[0]
    page = pages.get(lead.page_id)
    name = "" if page is None else page.title or page.url
    others = f" and {counted(len(alike) - 1, 'more page')}" if len(alike) > 1 else ""
    where = _address(lead, page, dashboard)
    return "\n".join(part for part in (_plain(lead.sentence), f"{_plain(name)}{others}", where) if part)


def _address(found: Finding, page: Page | None, dashboard: str | None) -> str:
    if dashboard is None:
        return "" if page is None else shown(page.url)
    of_pair = found.kind is FindingKind.CHANGE and found.before_id is not None
    path = f"compare?before={found.before_id}&after={found.capture_id}" if of_pair else ""
    return f"{dashboard.rstrip('/')}/page/{found.page_id}/{path}".rstrip("/")


def _plain(text: str) -> str:
    return _CALLS.sub("@\N{WORD JOINER}", " ".join(shown(text).split()))
