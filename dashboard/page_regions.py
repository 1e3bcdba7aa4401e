"""The regions set on a page, and what the last one changed."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.effect import effect_of
from storage.queries.audit import AuditEntry
from storage.queries.labels import OF_REGIONS
from storage.queries.repository import Repository
from storage.records import Page
from storage.regions import PageRegion

_LOOKED_AT = 20  # newest actions on a page among which the last on a region is looked for


@dataclass(frozen=True, kw_only=True)
class Regions:
    """Of one page."""

    drawn: tuple[PageRegion, ...]
    effect: str  # of the last action; empty: there was none of late


def page_regions(repository: Repository, page: Page) -> Regions:
    """The regions of a page."""
    actions = repository.actions(limit=_LOOKED_AT, page_id=page.id)
    last = next((item for item in actions if _is_of_regions(item)), None)
    return Regions(drawn=page.regions, effect="" if last is None else effect_of(repository, last)[0])


def _is_of_regions(entry: AuditEntry) -> bool:
    return entry.action in OF_REGIONS or entry.before.get("action") in OF_REGIONS
