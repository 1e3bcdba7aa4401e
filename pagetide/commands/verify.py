"""Checks the archive, and rebuilds a lost database: ``verify``, ``rebuild``."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.console import AsJson, Folder, out, print_faults, print_json, progress_bar, working
from pagetide.learning.model_fault import model_fault
from pagetide.lock import locked, locked_on_server, working_alone
from pagetide.timestamps import timestamp_reader
from storage.collection import Collection
from storage.database.place import is_collection
from storage.errors import CollectionNotFound, StorageError
from storage.ingest.archives import rebuild as read_back
from storage.plurals import counted, counted_as
from storage.verify.indexes import sweep_indexes
from storage.verify.walk import remember, sweep_blobs
from storage.verify.walk import verify as walk
from storage.verify_log import VerifyReport
from storage.wacz.check import check_wacz
from storage.warc.writer import ARCHIVE

app = typer.Typer()
_NOT_IN_THE_ARCHIVE = (
    "Not in the WARC files, and so not back: accounts and tokens, public links, which findings were seen, the list of "
    "actions, jobs, pages without a capture, and planned visits. A backup keeps them: `pagetide backup`."
)


@app.command()
def rebuild(collection: Folder = Path()) -> None:
    """Make the database again from the WARC files, or add the rows that are missing.

    What is damaged is passed over and named, its captures are partial, and the exit code is 1; from the whole file
    another rebuild completes them. What people said and set of pages comes back (labels, types, holds, tags, notes,
    rules, pauses). Pages that were visited are due at once, models are learned again by `pagetide learn`.
    Example: pagetide rebuild -c news
    """
    lost = not is_collection(collection)
    if lost and not any((collection / ARCHIVE).glob("*.warc.gz*")):
        raise CollectionNotFound(
            f"{collection} holds neither a database nor WARC files in {ARCHIVE}/ of which one could be made. Check the "
            "folder, or make a collection with `pagetide init`."
        )
    with (
        locked(collection),
        Collection.create(collection) if lost else Collection.open(collection) as opened,
        locked_on_server(opened.database, collection),
        working("reading the WARC files back"),
    ):
        opened.repository.release_all_leases()
        report = read_back(opened)
    out.print(
        f"{counted(len(report.added), 'capture')}, {counted(report.scores, 'score')} and "
        f"{counted(report.labels, 'label')} added from {counted(report.records, 'record')}; "
        f"{counted(report.known, 'capture', 'was known', 'were known')}."
    )
    if report.types:
        out.print(f"{counted(report.types, 'type')} that people gave to pages came back.")
    if report.settings:
        held = f", with {counted(report.holds, 'hold')}" if report.holds else ""
        out.print(f"What people set of {counted(report.settings, 'page')} came back{held}.")
    if report.completed:
        completed = counted(report.completed, "capture", "that was damaged is", "that were damaged are")
        out.print(f"{completed} whole now.")
    if report.due:
        due = counted(report.due, "page", "is due now", "are due now")
        out.print(f"{due}. Check with `pagetide schedule`.")
    print_faults(report.faults, report.notes)
    if lost:
        out.print(_NOT_IN_THE_ARCHIVE)
    if report.faults:
        out.print("Everything else was read. `pagetide verify` goes on naming what is damaged.")
        raise typer.Exit(1)


@app.command()
def verify(
    wacz: Annotated[
        Path | None, typer.Argument(exists=True, dir_okay=False, help="A WACZ file to check instead.")
    ] = None,
    collection: Folder = Path(),
    sweep: Annotated[
        bool,
        typer.Option("--sweep", help="Delete derived files that nothing names, and those that are damaged."),
    ] = False,
    timestamp_roots: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Roots of time-stamping authorities, PEM; else those of the web.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every WARC record's digests, every blob and every row. Exit 1 when something is wrong.

    Of a WACZ file, of whatever tool: everything the standard asks for, and whether it replays without other files.
    Example: pagetide verify news.wacz
    """
    if timestamp_roots is not None and wacz is None:
        raise typer.BadParameter("timestamps stand in a WACZ: name the file")
    report = _walked(collection) if wacz is None else check_wacz(wacz, timestamp_reader(timestamp_roots))
    if as_json:
        faults, notes = ([asdict(item) for item in found] for found in (report.faults, report.notes))
        print_json({"checked": dict(report.checked), "faults": faults, "notes": notes})
    else:
        out.print(", ".join(counted_as(count, name) for name, count in report.checked.items()) + " checked")
        print_faults(report.faults, report.notes)
        out.print(
            "Everything is as it was written."
            if not report.faults
            else f"{counted(len(report.faults), 'fault')}."
        )
    if sweep and wacz is None:
        with Collection.open(collection) as opened, working_alone(opened):
            out.print(f"{sweep_blobs(opened) / 1e6:.1f} MB freed.")
            if swept := sweep_indexes(opened, report):
                out.print(f"{counted_as(swept, 'indexes')} deleted.")
    if report.faults:
        raise typer.Exit(1)


def _walked(collection: Path) -> VerifyReport:
    with Collection.open(collection, read_only=True) as opened, progress_bar("verifying", None) as bar:
        report = walk(
            opened,
            lambda done, total: bar.update(bar.task_ids[0], completed=done, total=total),
            model_fault=model_fault,
        )
    if report.whole:
        with suppress(StorageError), Collection.open(collection) as opened:  # unless it may only be read
            remember(opened, report)
    return report
