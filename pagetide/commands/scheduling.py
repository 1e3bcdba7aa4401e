"""When pages are visited next: ``schedule``."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from crawler.change_rate import credible_interval, mean_per_h
from pagetide.commands.console import AsJson, Folder, moment, print_json, print_table
from storage.collection import Collection
from storage.records import Page

app = typer.Typer()


@app.command()
def schedule(collection: Folder = Path(), as_json: AsJson = False) -> None:
    """Next visits in order, with each page's rate of important change, and why then."""
    with Collection.open(collection, read_only=True) as opened:
        pages = [page for page in opened.repository.pages(active=True) if page.due_at is not None]
    pages.sort(key=lambda page: page.due_at or datetime.max.replace(tzinfo=UTC))
    if as_json:
        print_json([_page_schedule(page) for page in pages])
        return
    print_table(
        "Next visits",
        ("page", "next visit", "why"),
        [(page.url, moment(page.due_at), page.due_reason) for page in pages],
    )


def _page_schedule(page: Page) -> dict[str, Any]:
    low, high = credible_interval(page.rate, 0.9)
    return {
        "url": page.url,
        "due_at": page.due_at,
        "why": page.due_reason,
        "important_changes_per_day": mean_per_h(page.rate) * 24,
        "credible_interval_90": [low * 24, high * 24],
    }
