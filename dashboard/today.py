"""Today: new findings, the most important first, and the state of the collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from shutil import disk_usage

from dashboard.liveness import OVERDUE, daemon_seen_at, stands_still
from dashboard.presenters import Badge, Tone, clean, count, finding_address, page_title, size
from dashboard.source import Source
from storage.disk_space import LACKING
from storage.findings import Finding, FindingKind
from storage.queries.audit import AuditEntry
from storage.queries.findings import Cluster, Wanted
from storage.queries.page_sheets import HealthFigures
from storage.records import Page

CLUSTERS_A_SHEET = 25
_ALIKE_SHOWN = 6

KINDS = {
    FindingKind.CHANGE: Badge(label="change", tone=Tone.IMPORTANT),
    FindingKind.GONE: Badge(label="gone", tone=Tone.TROUBLE),
    FindingKind.MOVED: Badge(label="moved", tone=Tone.TROUBLE),
    FindingKind.WALLED: Badge(label="walled", tone=Tone.TROUBLE),
    FindingKind.LOGGED_OUT: Badge(label="logged out", tone=Tone.TROUBLE),
    FindingKind.EMPTY: Badge(label="empty", tone=Tone.TROUBLE),
    FindingKind.RECOVERED: Badge(label="back", tone=Tone.GOOD),
    FindingKind.MISSED: Badge(label="visits missed", tone=Tone.CALM),
    FindingKind.RESTLESS: Badge(label="restless", tone=Tone.CALM),
}
_DONE = {
    "see": "Marked as seen",
    "unsee": "Marked as not seen",
    "decide": "Decided",
    "label": "Verdict kept",
    "mute": "Page muted",
    "unmute": "Page no longer muted",
    "pause": "Paused",
    "resume": "Resumed",
    "undo": "Undone",
}


@dataclass(frozen=True, kw_only=True)
class Alike:
    """One of several findings that say the same of other pages."""

    title: str
    address: str


@dataclass(frozen=True, kw_only=True)
class Card:
    """A cluster as the list shows it: its most important finding, and the pages of the others."""

    cluster: str
    lead: Finding
    page: Page
    others: tuple[Alike, ...]
    hidden: int  # more of them than are named
    has_picture: bool

    @property
    def what(self) -> str:
        """The sentence."""
        return clean(self.lead.sentence)

    @property
    def title(self) -> str:
        """What the page calls itself."""
        return page_title(self.page)

    @property
    def address(self) -> str:
        """Where it is looked at."""
        return finding_address(self.lead)

    @property
    def kind(self) -> Badge:
        """What kind of finding it is."""
        return KINDS[self.lead.kind]

    @property
    def findings(self) -> int:
        """How many say the same."""
        return 1 + len(self.others) + self.hidden

    @property
    def is_change(self) -> bool:
        """Whether it can be called important or not."""
        return self.lead.kind is FindingKind.CHANGE

    @property
    def is_of_one_page(self) -> bool:
        """Whether muting its page settles all of it."""
        return not self.others


@dataclass(frozen=True, kw_only=True)
class Health:
    """One figure of how the collection is."""

    name: str
    value: str
    note: str = ""
    is_trouble: bool = False
    address: str = ""
    at: datetime | None = None  # instead of a value: how long ago


@dataclass(frozen=True, kw_only=True)
class Today:
    """One sheet of what is new."""

    cards: tuple[Card, ...]
    unseen: int
    found_any: bool  # whether there ever was a finding
    sheet: int
    has_more: bool
    pages: int
    health: tuple[Health, ...]
    done: str  # what was just done, in words
    done_id: int | None  # by which it is undone; None: it cannot be


def today(source: Source, *, sheet: int = 1, done: int | None = None) -> Today:
    """What nobody has looked at yet; ``done`` is the action that led here."""
    offset = (sheet - 1) * CLUSTERS_A_SHEET
    clusters = source.repository.unseen_clusters(
        limit=CLUSTERS_A_SHEET + 1, offset=offset, shown=_ALIKE_SHOWN
    )
    figures = source.page_sheets.health(source.now() - OVERDUE)
    last = None if done is None else next(iter(source.repository.actions(limit=1)), None)
    told = last if last is not None and last.id == done else None
    return Today(
        cards=_cards(source, clusters[:CLUSTERS_A_SHEET]),
        unseen=source.repository.count_findings(Wanted(seen=False, muted=False)),
        found_any=bool(source.repository.findings(Wanted(), limit=1, newest_first=True)),
        sheet=sheet,
        has_more=len(clusters) > CLUSTERS_A_SHEET,
        pages=figures.pages,
        health=_health(source, figures),
        done="" if told is None else _told(told),
        done_id=None if told is None or told.undoes is not None else told.id,
    )


def _told(entry: AuditEntry) -> str:
    """``Marked as seen: 3 findings``."""
    number = len(entry.before.get("labels", ())) or len(entry.before.get("unseen", ()))
    of = f": {count(number, 'finding')}" if number > 1 else ""
    if "pages" in entry.before:
        of = f": {count(len(entry.before['pages']), 'page')}"
    return f"{_DONE.get(entry.action, entry.action.capitalize())}{of}."


def _cards(source: Source, clusters: Sequence[Cluster]) -> tuple[Card, ...]:
    numbers = {item.page_id for cluster in clusters for item in cluster.shown}
    pages = {page.id: page for page in source.repository.pages_of(numbers)}
    leads = [cluster.shown[0].capture_id for cluster in clusters]
    pictured = {
        point.id
        for point in source.queries.points_of([number for number in leads if number is not None])
        if point.has_view
    }
    return tuple(
        Card(
            cluster=cluster.key,
            lead=cluster.shown[0],
            page=pages[cluster.shown[0].page_id],
            others=tuple(
                Alike(title=page_title(pages[item.page_id]), address=finding_address(item))
                for item in cluster.shown[1:]
            ),
            hidden=cluster.findings - len(cluster.shown),
            has_picture=cluster.shown[0].capture_id in pictured,
        )
        for cluster in clusters
        if all(item.page_id in pages for item in cluster.shown)  # removed meanwhile: the next look shows it
    )


def _health(source: Source, figures: HealthFigures) -> tuple[Health, ...]:
    failing, lost = figures.failing, figures.gone
    return (
        _daemon(source),
        Health(name="Last visit", value="none yet", at=figures.last_visit_at, address="/schedule"),
        *_budget(source, figures),
        Health(name="Overdue by an hour", value=f"{figures.overdue:,}", address="/schedule"),
        Health(name="Failing", value=f"{failing:,}", is_trouble=failing > 0, address="/pages?state=failing"),
        Health(name="Gone", value=f"{lost:,}", is_trouble=lost > 0, address="/pages?state=gone"),
        Health(name="Disk", value=f"{size(disk_usage(source.collection.path).free)} free"),
        *_room(source),
    )


def _room(source: Source) -> tuple[Health, ...]:
    """Said only where no visit begins for want of room."""
    if source.repository.state(LACKING) is None:
        return ()
    return (Health(name="Visits", value="none: no room, see pagetide status", is_trouble=True),)


def _budget(source: Source, figures: HealthFigures) -> tuple[Health, ...]:
    """How much of the budget was used, where there is one."""
    allowed = None if source.asked.forecast is None else source.asked.forecast.budget_per_h
    if allowed is None:
        return ()
    return (
        Health(name="Visited this hour", value=f"{figures.visited:,} of {allowed:,.4g}", address="/schedule"),
    )


def _daemon(source: Source) -> Health:
    at, still = daemon_seen_at(source), stands_still(source)
    if at is None:
        return Health(name="Daemon", value="never ran", note="pagetide run")
    return Health(
        name="Daemon",
        value="stands still" if still else "runs",
        note="last sign" if still else "",
        is_trouble=still,
        at=at if still else None,
    )
