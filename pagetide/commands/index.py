"""Letting other programs replay the collection: ``index``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from filelock import FileLock, Timeout

from pagetide.commands.arguments import Force, check_target
from pagetide.commands.console import Folder, out, print_faults, working
from pagetide.lock import LOCK_FILE
from storage.collection import Collection
from storage.database.place import is_collection
from storage.index.cdxj import write_index
from storage.replay.pywb import write_pywb_config

app = typer.Typer()


@app.command()
def index(
    collection: Folder = Path(),
    pywb: Annotated[
        Path | None, typer.Option(help="Also write a configuration for pywb to this file.")
    ] = None,
    force: Force = False,
) -> None:
    """Update indexes/index.cdxj, by which other tools read the archive. Works while the daemon runs.

    What is damaged is left out and named, and the exit code is 1 then.
    Example: pagetide index -c news --pywb config.yaml
    """
    if pywb is not None:
        check_target(pywb, collection, force=force)
    left_out: list[str] = []
    with _opened(collection) as opened, working("writing the index"):
        written = write_index(
            opened, left_out=lambda name, span: left_out.append(f"{name}, bytes {span.start} to {span.end}")
        )
        name = None if pywb is None else write_pywb_config(opened, pywb)
    print_faults(f"{place}: cannot be read and is not in the index." for place in left_out)
    if name is None:
        out.print(f"Wrote {written}.")
    else:
        out.print(f"Wrote {pywb}. Run `wayback` where that file is, then open http://localhost:8080/{name}/")
    if left_out:
        out.print(
            "`pagetide verify` says what stood there; restore the file from a backup and run this again."
        )
        raise typer.Exit(1)


@contextmanager
def _opened(folder: Path) -> Iterator[Collection]:
    """For writing while no other process works on it, so that the lines of closed files are kept; else for reading."""
    lock = FileLock(folder / LOCK_FILE)
    alone = is_collection(folder)
    try:
        if alone:
            lock.acquire(timeout=0)
    except (Timeout, OSError):  # another process, or a folder that may only be read
        alone = False
    try:
        with Collection.open(folder, read_only=not alone) as opened:
            yield opened
    finally:
        lock.release()
