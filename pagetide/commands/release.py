"""Pages that failed too often: ``release``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.actions import actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import Folder, out
from storage.actions import pages as on_pages
from storage.collection import Collection
from storage.plurals import counted

app = typer.Typer()


@app.command()
def release(
    pages: Annotated[list[str], typer.Argument(help="Numbers or URLs of pages.", metavar="PAGE...")],
    collection: Folder = Path(),
) -> None:
    """End the quarantine of pages that failed too often in a row, and make them due now.

    Example: pagetide release -c news https://example.org/
    """
    with Collection.open(collection) as opened:
        found = [find_page(opened, text) for text in pages]
        for page in found:
            on_pages.release(opened, actor(), page.id)
            since = (
                "" if page.quarantined_at is None else f", quarantined since {page.quarantined_at:%Y-%m-%d}"
            )
            out.print(f"{page.url}: due now (it had {counted(page.failures, 'failure')} in a row{since})")
