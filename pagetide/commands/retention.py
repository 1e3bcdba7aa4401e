"""Captures that grew too old by the rule of the settings: ``retention``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.arguments import user_name
from pagetide.commands.console import AsJson, Folder, err, out, print_json, progress_bar
from pagetide.errors import NothingToDo
from pagetide.lock import working_alone
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.plurals import counted
from storage.removal.removing import Why
from storage.removal.retention import Done, Expired, apply_rule, expired, reason_of

app = typer.Typer()


@app.command()
def retention(
    collection: Folder = Path(),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and stop.")] = False,
    by: Annotated[str, typer.Option(help="Who removes it.", show_default="your user name")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove the captures that are older than the settings' [retention] keeps; held ones stay.

    What goes leaves the WARC files and the database, as with `pagetide remove`, and a record of it stays.
    Example: pagetide retention -c news --dry-run
    """
    rule = load_settings(collection).retention
    if rule.keep_within is None:
        raise NothingToDo(
            'no rule says how long captures are kept: write keep_within = "365d" below [retention] in pagetide.toml.'
        )
    with Collection.open(collection) as opened, working_alone(opened):
        now = datetime.now(UTC)
        found = expired(opened, rule, now)
        if dry_run or not as_json:
            _tell(found, _applied(opened, found, None), as_json=as_json)
        if dry_run or not found.going:
            return
        if not yes:
            _ask(len(found.going))
        done = _applied(opened, found, Why(reason=reason_of(rule), by=by or user_name(), at=now))
    if as_json:
        print_json(asdict(done))
    else:
        out.print(
            f"Removed {counted(done.captures, 'capture')}, {_size(done)}. `pagetide remove --list` lists them."
        )


def _applied(opened: Collection, found: Expired, why: Why | None) -> Done:
    what = "looking through the archive" if why is None else "removing"
    with progress_bar(what, None) as bar:
        return apply_rule(
            opened,
            found.going,
            why,
            progress=lambda done, total: bar.update(bar.task_ids[0], completed=done, total=total),
        )


def _tell(found: Expired, planned: Done, *, as_json: bool) -> None:
    if as_json:
        print_json(asdict(planned) | {"kept": dict(found.kept)})
        return
    out.print(
        f"{counted(planned.captures, 'capture')} of {counted(planned.pages, 'page')} would go: "
        f"{counted(planned.records, 'record')}, {_size(planned)}, in {counted(planned.files, 'WARC file')}.",
        highlight=False,
    )
    for reason, count in found.kept.most_common():
        out.print(f"  {counted(count, 'capture')} as old {'stays' if count == 1 else 'stay'}: {reason}")


def _ask(captures: int) -> None:
    if not sys.stdin.isatty():
        raise NothingToDo("nothing was removed: there is no terminal to ask at. Say --yes if you are sure.")
    if not typer.confirm(f"Remove {counted(captures, 'capture')} for good? This cannot be undone", err=True):
        err.print("Nothing was removed.")
        raise typer.Exit(1)


def _size(done: Done) -> str:
    return f"{done.size_bytes / 1e6:.1f} MB"
