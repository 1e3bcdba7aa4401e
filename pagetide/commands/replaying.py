"""Letting other programs replay the collection: ``index``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.console import Folder, out
from storage.cdxj import write_index
from storage.collection import Collection
from storage.pywb import write_pywb_config

app = typer.Typer()


@app.command()
def index(
    collection: Folder = Path(),
    pywb: Annotated[
        Path | None, typer.Option(help="Also write a configuration for pywb to this file.")
    ] = None,
) -> None:
    """Bring indexes/index.cdxj up to date; other tools read the archive by it. Works beside a running daemon.

    Example: pagetide index -c news --pywb config.yaml
    """
    with Collection.open(collection, read_only=True) as opened:
        if pywb is None:
            out.print(f"Wrote {write_index(opened)}.")
            return
        name = write_pywb_config(opened, pywb)
    out.print(f"Wrote {pywb}. Run `wayback` where that file is, then open http://localhost:8080/{name}/")
