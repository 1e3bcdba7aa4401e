"""``doctor``: what is missing on this machine and how to get it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pagetide.commands.console import AsJson, Folder, out, print_json
from pagetide.commands.needed_browser import fetch_browser
from pagetide.doctor import Finding, examine
from pagetide.plain_text import shown
from pagetide.settings.collection_settings import load_settings
from storage.database.place import is_collection

app = typer.Typer()


@app.command()
def doctor(
    collection: Folder = Path(),
    install: Annotated[
        bool, typer.Option("--install-browser", help="Install a Chromium when none is found.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say only what is missing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what is missing on this machine and how to get it. Exit 1 when something needed is missing."""
    settings = load_settings(collection)
    configured = settings.rendering.browser_path
    contact = settings.crawl.contact if is_collection(collection) else None
    findings = examine(collection, configured, contact)
    if install and any(item.name == "browser" and not item.good for item in findings):
        fetch_browser()
        findings = examine(collection, configured, contact)
    if as_json:
        print_json([asdict(item) for item in findings])
    else:
        for item in findings:
            if not (quiet and (item.good or not item.needed)):
                _tell(item)
    if any(item.needed and not item.good for item in findings):
        raise typer.Exit(1)


def _tell(item: Finding) -> None:
    mark = ("ok   ", "green") if item.good else ("lacks", "red" if item.needed else "yellow")
    out.print(Text.assemble(mark, f" {shown(item.name)}: {shown(item.found)}"))
    if not item.good:
        out.print(f"      {item.remedy}")
