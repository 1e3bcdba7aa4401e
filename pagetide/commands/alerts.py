"""Alerts about findings: ``alerts``."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from pagetide.alerts.sending import Alerts
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, print_table
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.plurals import counted

app = typer.Typer()


class Doing(StrEnum):
    """What is done with the channels."""

    LIST = "list"
    TEST = "test"
    LOG = "log"


@app.command()
def alerts(
    doing: Annotated[
        Doing, typer.Argument(help="list: the channels; test: send a trial to each; log: what was sent.")
    ] = Doing.LIST,
    collection: Folder = Path(),
    as_json: AsJson = False,
) -> None:
    """Show and test the channels to which the daemon sends findings, and what was sent: webhooks, mail, chats.

    Exit 1 when a trial failed. Example: pagetide alerts test -c news
    """
    settings = load_settings(collection).alerts
    with Collection.open(collection) as opened:
        desk = Alerts(opened, settings)
        if doing is Doing.LOG:
            _show_log(desk, as_json=as_json)
            return
        results = (
            desk.test(datetime.now(UTC)) if doing is Doing.TEST else [(item, "") for item in desk.channels()]
        )
    if as_json:
        print_json([{"channel": channel.name, "error": error} for channel, error in results])
    for channel, error in () if as_json else results:
        told = "" if doing is Doing.LIST else f": {error}" if error else ": sent"
        out.print(f"{channel.name}{told}")
    if not results:
        err.print(
            "No alerts are sent: set channels under [alerts] in pagetide.toml, a file with one address a line."
        )
    if any(error for _, error in results):
        raise typer.Exit(1)


def _show_log(desk: Alerts, *, as_json: bool) -> None:
    lines = desk.log()
    if as_json:
        print_json(lines)
        return
    if not lines:
        out.print("Nothing was sent yet.")
        return
    rows = [
        (
            line["channel"],
            moment(datetime.fromisoformat(line["at"])),
            line["what"] if not line["findings"] else counted(line["findings"], "finding"),
            line["error"] or "sent",
        )
        for line in lines
    ]
    print_table("Sent", ("channel", "when (UTC)", "what", "result"), rows)
