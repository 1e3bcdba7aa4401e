"""The list of pages with state, last important change and next visit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from dashboard.charts import Sparkline, sparkline
from dashboard.presenters import (
    PAGE_STATES,
    WALLS,
    Badge,
    PageState,
    ShownType,
    count,
    page_state,
    page_title,
    page_type,
    problems,
    response_kind,
)
from dashboard.source import Source
from storage.queries.page_sheets import PagesWanted
from storage.queries.timelines import PageFigures, Point, Scored, TimelineQueries
from storage.records import Page

PAGES_A_SHEET = 50
RECENTLY = timedelta(days=7)
SORTS = {
    "change": "last important change",
    "next": "next visit",
    "title": "title",
    "captures": "number of captures",
    "added": "newest first",
}
"""Orders of the list, by key, as the form names them."""
_IN_ADDRESS = {"text": "q"}


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What a person asked the list for; all of it stands in the address of the sheet."""

    text: str = ""
    state: str = ""
    type: str = ""
    tag: str = ""
    sort: str = "change"
    sheet: int = 1

    def address(self, **changed: Any) -> str:
        """The address of this list with something changed."""
        choice = replace(self, **changed)
        usual = vars(Choice())
        parts = {name: value for name, value in vars(choice).items() if value != usual[name]}
        query = urlencode({_IN_ADDRESS.get(name, name): value for name, value in parts.items()})
        return f"/pages?{query}" if query else "/pages"


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One page of the list, before anything is said of its last days."""

    page: Page
    figures: PageFigures
    state: PageState
    type: ShownType | None  # None: not told yet

    @property
    def title(self) -> str:
        """What the page calls itself."""
        return page_title(self.page)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One page as the list shows it."""

    entry: Entry
    last: Point | None  # its newest visit
    recent_important: int
    recent_scored: int
    recent_decided: int
    spark: Sparkline | None

    @property
    def wall(self) -> Badge | None:
        """What came in place of the page on the last visit; None: the page, or no more than an error."""
        walled = self.last is not None and self.last.response_kind in WALLS
        return response_kind(self.last.response_kind) if self.last is not None and walled else None

    @property
    def recently(self) -> str:
        """The last days in words: what the sparkline shows."""
        if not self.recent_scored:
            return "nothing compared"
        if not self.recent_decided:
            return f"{count(self.recent_scored, 'comparison')}, none decided yet"
        changes = count(self.recent_important, "important change")
        return f"{changes} in {count(self.recent_scored, 'comparison')}"


@dataclass(frozen=True, kw_only=True)
class Listing:
    """One sheet of the list of pages."""

    choice: Choice
    rows: tuple[Row, ...]
    found: int
    total: int
    sheets: int
    states: Mapping[str, int]  # pages in each state, of all pages
    types: Mapping[str, int]  # pages of each type and its kinds
    tags: Mapping[str, int]

    @property
    def filtered(self) -> bool:
        """Whether some pages are left out."""
        return bool(self.choice.text or self.choice.state or self.choice.type or self.choice.tag)


def listing(source: Source, choice: Choice) -> Listing:
    """The sheet of the list that ``choice`` asks for."""
    states = source.page_sheets.states()
    ids, found = _found(source, choice)
    sheets = max(1, -(-found // PAGES_A_SHEET))
    if choice.sheet > sheets:
        choice = replace(choice, sheet=sheets)
        ids, found = _found(source, choice)
    shown = source.repository.pages_in_order(ids)
    entries = all_entries(source, shown)
    return Listing(
        choice=choice,
        rows=_rows(source.queries, entries, source.now()),
        found=found,
        total=sum(states.values()),
        sheets=sheets,
        states=Counter(states),
        types=_types(source),
        tags=source.repository.count_tags(),
    )


def _types(source: Source) -> dict[str, int]:
    """How many pages are of each type of which there are some, its kinds counted with it."""
    found = source.repository.count_types()
    counts = {
        item.name: sum(found.get(name, 0) for name in source.types.below(item.name)) for item in source.types
    }
    strange = {name: number for name, number in found.items() if name not in source.types}
    return {name: number for name, number in (counts | strange).items() if number}


def _found(source: Source, choice: Choice) -> tuple[list[int], int]:
    types = source.types.below(choice.type) if choice.type in source.types else [choice.type]
    return source.page_sheets.sheet(
        PagesWanted(
            words=choice.text.casefold().split(),
            state=choice.state,
            types=types if choice.type else (),
            tag=choice.tag,
        ),
        sort=choice.sort,
        offset=(max(choice.sheet, 1) - 1) * PAGES_A_SHEET,
        limit=PAGES_A_SHEET,
    )


def all_entries(source: Source, pages: Sequence[Page]) -> list[Entry]:
    """Pages with their figures, their states and their types."""
    queries, numbers = source.queries, [page.id for page in pages]
    figures, types = queries.figures(numbers), source.repository.page_types(numbers)
    failing = [figures[page.id].last_capture_id for page in pages if page.failures and page.id in figures]
    troubles = {
        point.id: problems(point)
        for point in queries.points_of([number for number in failing if number is not None])
    }
    entries = []
    for page in pages:
        known = figures.get(page.id)
        if known is None:  # added between the two reads; the next look shows it
            continue
        trouble = troubles.get(known.last_capture_id or 0, "")
        state = page_state(page, known, trouble=trouble, versions_to_learn=source.versions_to_learn)
        kept = types.get(page.id)
        shown = None if kept is None else page_type(kept, source.types.words(kept.type))
        entries.append(Entry(page=page, figures=known, state=state, type=shown))
    return entries


def known_choice(*, text: str, state: str, type_: str, tag: str, sort: str, sheet: int) -> Choice:
    """A choice out of an address; what is not known there counts as not said."""
    return Choice(
        text=text.strip()[:200],
        state=state if state in PAGE_STATES else "",
        type=type_.strip(),
        tag=tag.strip(),
        sort=sort if sort in SORTS else "change",
        sheet=sheet,
    )


def _rows(queries: TimelineQueries, entries: Sequence[Entry], now: datetime) -> tuple[Row, ...]:
    since = now - RECENTLY
    recent: dict[int, list[Scored]] = {entry.page.id: [] for entry in entries}
    for point in queries.scored_since(list(recent), since):
        recent[point.page_id].append(point)
    newest = [number for entry in entries if (number := entry.figures.last_capture_id) is not None]
    last = {point.id: point for point in queries.points_of(newest)}
    return tuple(
        Row(
            entry=entry,
            last=last.get(entry.figures.last_capture_id or 0),
            recent_important=sum(point.important is True for point in recent[entry.page.id]),
            recent_scored=len(recent[entry.page.id]),
            recent_decided=sum(point.important is not None for point in recent[entry.page.id]),
            spark=sparkline(recent[entry.page.id], since=since, until=now),
        )
        for entry in entries
    )
