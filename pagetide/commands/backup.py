"""Keeping a collection safe and moving it: ``backup``, ``restore``, ``migrate``, and ``adopt`` of a moved folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.console import Folder, err, out, print_faults, progress_bar, working
from pagetide.errors import SettingsError
from pagetide.lock import locked, locked_on_server
from pagetide.settings.collection_settings import load_settings
from pagetide.settings.named_files import NamedFiles, named_files
from storage.backup.backing_up import BackupReport, ExtraFile, back_up
from storage.backup.migrating import KEPT, migrate_to_file, migrate_to_server
from storage.backup.restore import Restored
from storage.backup.restore import restore as restore_backup
from storage.collection import Collection
from storage.database.place import database_of, is_collection
from storage.database.upgrade import upgrade
from storage.errors import CollectionNotFound
from storage.plurals import counted
from storage.queries.identity import adopt as make_own

app = typer.Typer()


@app.command()
def backup(
    target: Annotated[
        Path, typer.Argument(help="Folder to which what is new is added, or a new file NAME.tar.")
    ],
    collection: Folder = Path(),
    with_secrets: Annotated[
        bool, typer.Option("--with-secrets", help="Copy logins and files with passwords, too.")
    ] = False,
) -> None:
    """Back up a collection, also during a crawl; a second backup to the same folder copies only what is new.

    Logins and other secrets are left out unless they are asked for; logs are, and indexes, which are made again. What
    is damaged is named, and the exit code is 1 then. Example: pagetide backup -c news /media/disk/news
    """
    files, mistake = _named(collection)
    extra = [ExtraFile(name=name) for name in files.plain]
    left_out = list(files.outside)
    if with_secrets:
        extra += [ExtraFile(name=name) for name in files.secret]
    else:
        left_out += files.secret
    with Collection.open(collection, read_only=True) as opened, progress_bar("bytes", None) as bar:
        report = back_up(
            opened,
            target,
            extra,
            left_out=left_out,
            progress=lambda size: bar.advance(bar.task_ids[0], size),
        )
    _print_backup(target, report)
    if mistake is not None:
        err.print(f"The files that the settings name are not in the backup: {mistake}")
    if report.faults or mistake is not None:
        raise typer.Exit(1)


@app.command()
def restore(
    target: Annotated[Path, typer.Argument(help="What `pagetide backup` wrote.")],
    folder: Annotated[Path, typer.Argument(help="Folder to make the collection in: new or empty.")],
    database: Annotated[
        str | None,
        typer.Option(
            help="Address of an empty PostgreSQL database, postgresql://user@localhost/news; else a file in the folder."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Restore what there is of a damaged backup.")
    ] = False,
    new_identity: Annotated[
        bool,
        typer.Option(
            "--new-identity", help="Make it another collection, which does not share backups with the first."
        ),
    ] = False,
) -> None:
    """Restore a collection from a backup, to SQLite or PostgreSQL.

    Every file is checked. A damaged backup is refused with the file named, unless --force is given.
    Example: pagetide restore /media/disk/news news-again
    """
    with progress_bar("bytes", None) as bar:
        done = restore_backup(
            target,
            folder,
            server=database,
            force=force,
            new_identity=new_identity,
            progress=lambda size: bar.advance(bar.task_ids[0], size),
        )
    _print_restored(folder, done)
    if done.damaged:
        raise typer.Exit(1)


@app.command()
def adopt(
    collection: Folder = Path(),
    force: Annotated[
        bool, typer.Option("--force", help="Also if records are missing that the database names.")
    ] = False,
) -> None:
    """Make this folder the collection's folder, after it was moved to another disk or machine.

    A collection on PostgreSQL knows its folder, and refuses copies of it. Example: pagetide adopt -c /data/news
    """
    if not is_collection(collection):
        raise CollectionNotFound(f"{collection} holds no collection. Check the folder.")
    with locked(collection):
        database = database_of(collection)
        try:
            with locked_on_server(database, collection):
                upgrade(database)
                make_own(database, collection, force=force)
        finally:
            database.close()
    out.print(f"{collection} is the collection's folder now. Any other copy of it is refused from here on.")


@app.command()
def migrate(
    target: Annotated[
        str,
        typer.Argument(
            help="Address of an empty PostgreSQL database, postgresql://user@localhost/news; or `sqlite`, a file."
        ),
    ],
    collection: Folder = Path(),
) -> None:
    """Move the collection's database to a PostgreSQL server, or back to SQLite.

    All else stays where it is. The former database is left as it was. Stop the daemon and the dashboard first.
    Example: pagetide migrate -c news postgresql://me@localhost/news
    """
    if not is_collection(collection):
        raise CollectionNotFound(f"{collection} holds no collection. Check the folder.")
    with locked(collection):
        database = database_of(collection)
        try:
            with locked_on_server(database, collection), working("moving the database"):
                to_file = target == "sqlite"
                rows = migrate_to_file(collection) if to_file else migrate_to_server(collection, target)
        finally:
            database.close()
    left = "The database on the server can be dropped" if to_file else f"{KEPT} can be deleted"
    out.print(f"Moved {counted(rows, 'row')}. {left} once you have seen that all is well: `pagetide verify`.")


def _named(folder: Path) -> tuple[NamedFiles, SettingsError | None]:
    """The files that the settings name; a mistake in the settings keeps nobody from a backup of everything else."""
    try:
        return named_files(folder, load_settings(folder)), None
    except SettingsError as error:
        return named_files(folder, None), error


def _print_backup(target: Path, report: BackupReport) -> None:
    manifest = report.manifest
    known = counted(report.kept_files, "file", "was there already", "were there already")
    out.print(
        f"Backed up {counted(manifest.captures, 'capture')} of {counted(manifest.pages, 'page')} to {target}: "
        f"{counted(report.copied_files, 'file')} copied ({report.copied_bytes / 1e6:.1f} MB)"
        f"{f', {known}' if report.kept_files else ''}."
    )
    if manifest.left_out:
        err.print(
            f"Not in the backup: {', '.join(manifest.left_out)}. Keep what is secret elsewhere, or use "
            "--with-secrets; what is outside of the collection's folder is never copied."
        )
    if manifest.missing_blobs:
        count = counted(len(manifest.missing_blobs), "derived file", "is missing", "are missing")
        err.print(f"{count} from the collection and will be computed again.")
    print_faults(report.faults)
    if report.faults:
        out.print("Everything else was backed up. `pagetide verify` says which captures are concerned.")


def _print_restored(folder: Path, done: Restored) -> None:
    manifest = done.manifest
    print_faults(f"{wrong}." for wrong in done.damaged)
    print_faults(f"already in the collection that was backed up: {fault}" for fault in manifest.faults)
    out.print(
        f"Restored {counted(manifest.captures, 'capture')} of {counted(manifest.pages, 'page')} to {folder}, as of "
        f"{manifest.made_at:%Y-%m-%d %H:%M} UTC."
    )
    if not done.has_database:
        out.print(f"Its database is damaged and was left out. Run `pagetide rebuild -c {folder}`.")
    if manifest.left_out:
        out.print(f"Restore or make again yourself: {', '.join(manifest.left_out)}.")
    out.print(
        f"Next: `pagetide verify -c {folder}`, then `pagetide run -c {folder}`. Where the original still runs, both "
        "visit the pages from then on."
    )
