"""The dashboard without the daemon: ``dashboard``."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.console import Folder, working
from pagetide.logs import set_up_logging
from pagetide.serving import LAST_PORT, install_replay_component, serve
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection

app = typer.Typer()


@app.command()
def dashboard(
    collection: Folder = Path(),
    host: Annotated[str | None, typer.Option(help="Address to bind.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=LAST_PORT, help="TCP port; 0 takes a free one.")
    ] = None,
    no_accounts: Annotated[
        bool, typer.Option("--no-accounts", help="Nobody logs in; where others reach it, it only reads.")
    ] = False,
    install_replay: Annotated[
        bool, typer.Option("--install-replay", help="Fetch ReplayWeb.page (AGPL, for replay), and end.")
    ] = False,
    kept: Annotated[bool, typer.Option("--kept", hidden=True, help="End when standard input does.")] = False,
) -> None:
    """Show the collection in a browser; works while the daemon runs.

    Archived pages are replayed on the next port. Example: pagetide dashboard -c news --port 8400
    """
    if install_replay:
        with working("fetching ReplayWeb.page"):
            install_replay_component()
        return
    settings = load_settings(collection)
    set_up_logging(settings.log.level, settings.log.format)
    where = replace(
        settings.dashboard,
        host=host or settings.dashboard.host,
        port=settings.dashboard.port if port is None else port,
        accounts=settings.dashboard.accounts and not no_accounts,
    )
    with Collection.open(collection, read_only=True) as opened:
        keeper = sys.stdin.buffer if kept else None
        versions = settings.learning.first_after_versions
        serve(
            opened,
            where,
            lambda: datetime.now(UTC),
            versions,
            types=settings.page_types(),
            keeper=keeper,
        )
