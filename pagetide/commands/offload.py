"""WARC files in an object store instead of on this disk: ``offload``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from pagetide.commands.console import Folder, err, out, print_faults, progress_bar
from pagetide.errors import CollectionInUse
from pagetide.lock import working_alone
from pagetide.offloading import note_trouble, told
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.offload.bringing_back import bring_back, use_store
from storage.offload.offloading import OffloadReport, places_of, problem_of
from storage.offload.offloading import offload as send
from storage.plurals import counted

app = typer.Typer()

Done = TypeVar("Done")


@app.command()
def offload(
    collection: Folder = Path(),
    to: Annotated[
        str | None,
        typer.Option(
            help="The store to use from now on, s3://bucket/prefix; or where its objects were moved.",
            metavar="ADDRESS",
        ),
    ] = None,
    keep_local: Annotated[
        bool, typer.Option("--keep-local", help="Send everything, and free nothing on this disk.")
    ] = False,
    back: Annotated[
        bool, typer.Option("--back", help="Bring every file back to this disk, and use no store any more.")
    ] = False,
) -> None:
    """Move closed WARC files to an object store (S3 and its like), and free this disk; or bring them back.

    Once a store is named the daemon goes on by itself, and keeps each file here for storage.keep_sent, too. A file
    leaves this disk only after it was read back from there. Keys come from the environment: AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL.
    Example: pagetide offload -c news --to s3://bucket/news
    """
    if back and (to is not None or keep_local):
        raise typer.BadParameter("--back goes alone")
    with Collection.open(collection) as opened:
        if back:
            _back(opened)
            return
        if to is not None:
            use_store(opened, to)
        report = _sent(opened, None if keep_local else _kept_for(collection, to), collection)
    if report is None:
        return
    done = told(report)
    out.print(f"{done[0].upper()}{done[1:]}.")
    _tell_places(collection)
    print_faults(report.faults)
    if report.faults:
        raise typer.Exit(1)


def _kept_for(collection: Path, to: str | None) -> timedelta | None:
    """Naming a store does what the daemon does from then on; the bare command frees the disk now."""
    return timedelta(0) if to is None else load_settings(collection).storage.keep_sent


def _sent(opened: Collection, keep_for: timedelta | None, folder: Path) -> OffloadReport | None:
    """One round; None: the daemon, which runs, does it."""
    now = datetime.now(UTC)
    try:
        with working_alone(opened):
            opened.close_archive()
            report = _with_bar("sending", lambda tell: send(opened, keep_for, progress=tell))
            note_trouble(opened, problem_of(report), now)
            return report
    except CollectionInUse:
        places = places_of(folder)
        if places is None:
            raise
        err.print(
            f"The daemon of {folder} is running, and sends what is closed to {places.address} within a minute; "
            "`pagetide status` says how far it is. To free the disk of everything now, stop it and run this again."
        )
        return None


def _back(opened: Collection) -> None:
    with working_alone(opened):
        fetched = _with_bar("fetching", lambda tell: bring_back(opened, tell))
        note_trouble(opened, None, datetime.now(UTC))
    out.print(
        f"{counted(fetched, 'WARC file')} fetched and checked; everything is on this disk, and nothing is sent any "
        "more. The objects are still in the store: delete them there once `pagetide verify` finds all well."
    )


def _with_bar(what: str, act: Callable[[Callable[[int], None]], Done]) -> Done:
    with progress_bar(f"{what}, in bytes", None) as bar:
        return act(lambda size: bar.advance(bar.task_ids[0], size))


def _tell_places(folder: Path) -> None:
    places = places_of(folder)
    if places is not None:
        out.print(
            f"{places.address} holds {counted(places.stored_files, 'WARC file')} "
            f"({places.stored_bytes / 1e9:.2f} GB), {places.freed_files:,} of them not on this disk."
        )
