"""When pages are visited next, and a person's hand on it: ``schedule``, ``pause``, ``resume``, ``capture``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from crawler.change_rate import credible_interval, mean_per_h
from crawler.revisit import Outlook, least_budget_per_h, what_if
from crawler.settings import CrawlSettings
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, print_table
from pagetide.settings import load_settings
from storage.collection import Collection
from storage.records import Page

app = typer.Typer()

Pages = Annotated[list[str], typer.Argument(help="Numbers or URLs of pages.", metavar="PAGE...")]
_PAUSED = "paused by hand"
_RESUMED = "resumed by hand"
_NOW = "asked for by hand"


@app.command()
def schedule(
    collection: Folder = Path(),
    budget_factor: Annotated[
        float | None,
        typer.Option(help="Show how often pages would be visited with so many times the budget."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Next visits in order, with each page's rate of important change, and why then.

    Example: pagetide schedule -c news --budget-factor 2
    """
    settings = load_settings(collection).crawl
    with Collection.open(collection, read_only=True) as opened:
        active = opened.repository.pages(active=True)
    pages = [page for page in active if page.due_at is not None]
    pages.sort(key=lambda page: page.due_at or datetime.max.replace(tzinfo=UTC))
    _warn_of_budget(pages, settings)
    if budget_factor is not None:
        _show_outlook(what_if(pages, settings, budget_factor), settings, budget_factor, as_json)
        return
    if as_json:
        print_json([_page_schedule(page) for page in pages])
        return
    print_table(
        "Next visits",
        ("page", "important changes a day (90 %)", "next visit", "why"),
        [(page.url, _rate(page), moment(page.due_at), page.due_reason) for page in pages],
    )


@app.command()
def pause(pages: Pages, collection: Folder = Path()) -> None:
    """Stop visiting pages until they are resumed; what was captured and learned stays.

    Example: pagetide pause -c news https://example.org/
    """
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            opened.repository.set_active(page.id, active=False)
            opened.repository.set_due(page.id, page.due_at, _PAUSED)
            out.print(f"{page.url}: paused{'' if page.active else ' (it was already)'}")


@app.command()
def resume(pages: Pages, collection: Folder = Path()) -> None:
    """Visit paused pages again: at the time that was planned, or now where that is past.

    Example: pagetide resume -c news https://example.org/
    """
    now = datetime.now(UTC)
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            if page.active:
                out.print(f"{page.url}: it was not paused")
                continue
            due_at = max(now, page.due_at or now)
            opened.repository.set_due(page.id, due_at, _RESUMED)
            opened.repository.set_active(page.id, active=True)
            out.print(f"{page.url}: resumed, next visit {moment(due_at)} UTC")


@app.command()
def capture(pages: Pages, collection: Folder = Path()) -> None:
    """Make pages due now, before all others: the running daemon, or the next `pagetide crawl`, visits them first.

    A paused page stays paused. A host that asked to be left alone is left alone.
    Example: pagetide capture -c news https://example.org/
    """
    now = datetime.now(UTC)
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            if not page.active:
                out.print(f"{page.url}: it is paused; `pagetide resume {page.id}` first")
                continue
            others = (other.due_at for other in opened.repository.pages(active=True) if other.id != page.id)
            earliest = min((due_at for due_at in others if due_at is not None), default=now)
            opened.repository.set_due(page.id, min(now, earliest - timedelta(seconds=1)), _NOW)
            out.print(f"{page.url}: due now")


def _warn_of_budget(pages: list[Page], settings: CrawlSettings) -> None:
    """A budget that the ceilings alone exceed cannot be kept: say so, and by how much."""
    least = least_budget_per_h(pages, settings)
    if settings.budget_per_h is not None and settings.budget_per_h < least:
        err.print(
            f"The budget of {settings.budget_per_h:g} visits an hour is less than the {least:.3g} that the ceilings "
            "ask for: every page waits for its ceiling, and visits will fall behind. Raise budget_per_h or ceiling.",
            markup=False,
        )


def _show_outlook(outlook: list[Outlook], settings: CrawlSettings, factor: float, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "url": item.page.url,
                    "interval_h": item.now / timedelta(hours=1),
                    "interval_then_h": item.then / timedelta(hours=1),
                }
                for item in outlook
            ]
        )
        return
    budget = settings.budget_per_h or 0.0
    print_table(
        f"Every page's interval with {budget:g} visits an hour, and with {budget * factor:g}",
        ("page", "important changes a day (90 %)", "now every", "then every"),
        [(item.page.url, _rate(item.page), _hours(item.now), _hours(item.then)) for item in outlook],
    )


def _rate(page: Page) -> str:
    low, high = (24 * value for value in credible_interval(page.rate, 0.9))
    return f"{24 * mean_per_h(page.rate):.2g} ({low:.2g}-{high:.2g})"


def _hours(interval: timedelta) -> str:
    return f"{interval / timedelta(hours=1):.3g} h"


def _page_schedule(page: Page) -> dict[str, Any]:
    low, high = credible_interval(page.rate, 0.9)
    return {
        "url": page.url,
        "due_at": page.due_at,
        "why": page.due_reason,
        "important_changes_per_day": mean_per_h(page.rate) * 24,
        "credible_interval_90": [low * 24, high * 24],
    }
