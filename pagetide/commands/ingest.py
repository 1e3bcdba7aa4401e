"""Imports archives of other tools: ``ingest``."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.app import App
from pagetide.commands.console import AsJson, Folder, out, print_faults, print_json, working
from pagetide.ingest import Ingested, ingest_files
from pagetide.rerendering import rendering_from_archive
from storage.plurals import counted

app = typer.Typer()


@app.command()
def ingest(
    files: Annotated[
        list[Path],
        typer.Argument(exists=True, dir_okay=False, help="WACZ, WARC or ARC files, gzipped or not."),
    ],
    collection: Folder = Path(),
    page: Annotated[
        list[str] | None,
        typer.Option(help="A URL that is a page even if the file does not say so; repeatable."),
    ] = None,
    render: Annotated[
        bool,
        typer.Option(
            help="Make the screenshots that captures lack from their replay; --no-render: records only."
        ),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Import archives of other tools: their captures get scores, their pages a history to learn from.

    Browsertrix, Scoop, brozzler, Heritrix, wget and Pagetide itself. Ingesting a file twice adds nothing.
    Example: pagetide ingest -c news crawl.wacz
    """
    with (
        App.open(collection) as opened,
        opened.working_alone(),
        rendering_from_archive(opened.collection, opened.settings) as renderer,
        working(f"taking {counted(len(files), 'file')} in: reading, rendering, scoring"),
    ):
        chosen = renderer if render else None
        done = ingest_files(opened, files, datetime.now(UTC), pages=page or (), render=chosen)
    if as_json:
        print_json(asdict(done))
    else:
        _tell(done)
    if any(report.faults for report in done.reports):
        raise typer.Exit(1)


def _tell(done: Ingested) -> None:
    for report in done.reports:
        labels = f", {counted(report.labels, 'label')}" if report.labels else ""
        labels += f", {counted(report.types, 'type')} of pages that people gave" if report.types else ""
        new = counted(len(report.added), "new capture")
        out.print(f"{report.source}: {new}{labels}, {report.known} known before")
        print_faults(report.faults, report.notes)
    scored = f"{counted(done.scored, 'capture')} scored, {counted(done.learned, 'model')} learned"
    out.print(f"{counted(len(done.pages), 'page')}, {scored}.")
    if done.rendered:
        rendered = counted(done.rendered, "capture", "was rendered from its", "were rendered from their")
        out.print(f"{rendered} replay.")
    if done.waiting:
        told = counted(
            len(done.waiting), "capture", "cannot be scored: it has", "cannot be scored: they have"
        )
        out.print(f"{told} no screenshot.")
        print_faults(
            (), [f"{item.url} at {item.at:%Y-%m-%d %H:%M:%S}: {item.reason}" for item in done.waiting]
        )
