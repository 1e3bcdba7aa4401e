"""Archives in and out: ``ingest``, ``export``; whether they are whole: ``verify``; after a loss: ``rebuild``."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.app import App
from pagetide.commands.console import AsJson, Folder, out, print_json, progress_bar
from pagetide.ingest import Ingested, ingest_files
from pagetide.rerendering import rendering_from_archive
from storage.collection import DATABASE, Collection
from storage.findings import VerifyReport
from storage.ingest import rebuild as read_back
from storage.verify import sweep_blobs
from storage.verify import verify as walk
from storage.wacz import export_wacz
from storage.wacz_check import check_wacz
from storage.wacz_selection import Selection

app = typer.Typer()


@app.command()
def ingest(
    files: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, help="WACZ, WARC or gzipped WARC files.")
    ],
    collection: Folder = Path(),
    page: Annotated[
        list[str] | None,
        typer.Option(help="A URL that is a page even if the file does not say so; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Take archives of other tools in: their captures get scores, their pages a history to learn from.

    Browsertrix, Scoop, brozzler, Heritrix, wget and Pagetide itself. Ingesting a file twice adds nothing.
    Example: pagetide ingest -c news crawl.wacz
    """
    with (
        App.open(collection) as opened,
        opened.working_alone(),
        rendering_from_archive(opened.collection, opened.settings) as render,
    ):
        done = ingest_files(opened, files, datetime.now(UTC), pages=page or (), render=render)
    if as_json:
        print_json(asdict(done))
    else:
        _tell(done)
    if any(report.faults for report in done.reports):
        raise typer.Exit(1)


@app.command()
def rebuild(collection: Folder = Path()) -> None:
    """Make the database again from the WARC files: after its loss everything, else what no row names.

    Models are learned again by `pagetide learn`; weights of pages and people's labels are not in the WARC files.
    Example: pagetide rebuild -c news
    """
    lost = not (collection / DATABASE).exists()
    with Collection.create(collection) if lost else Collection.open(collection) as opened:
        report = read_back(opened)
    out.print(
        f"{len(report.added)} captures and {report.scores} scores were added from {report.records} records; "
        f"{report.known} captures were known."
    )
    for fault in report.faults:
        out.print(f"[red]fault[/red] {fault}")
    if report.faults:
        raise typer.Exit(1)


@app.command()
def verify(
    wacz: Annotated[
        Path | None, typer.Argument(exists=True, dir_okay=False, help="A WACZ file to check instead.")
    ] = None,
    collection: Folder = Path(),
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Delete derived files that nothing names any more.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Walk everything: every WARC record's digests, every blob, every row. Exit 1 when something is wrong.

    Of a WACZ file, of whatever tool: everything the standard asks for, and whether it replays without other files.
    Example: pagetide verify news.wacz
    """
    report = check_wacz(wacz) if wacz is not None else _walked(collection)
    if as_json:
        faults, notes = ([asdict(item) for item in found] for found in (report.faults, report.notes))
        print_json({"checked": dict(report.checked), "faults": faults, "notes": notes})
    else:
        out.print(", ".join(f"{count} {name}" for name, count in report.checked.items()) + " checked")
        for fault in report.faults:
            out.print(f"[red]fault[/red] {fault}")
        for note in report.notes:
            out.print(f"[dim]note {note}[/dim]")
        out.print(
            "Everything is as it was written." if not report.faults else f"{len(report.faults)} faults."
        )
    if sweep and wacz is None:
        with App.open(collection) as opened, opened.working_alone():
            out.print(f"{sweep_blobs(opened.collection) / 1e6:.1f} MB freed.")
    if report.faults:
        raise typer.Exit(1)


@app.command()
def export(
    wacz: Annotated[Path, typer.Option("--wacz", help="The WACZ file to write.")],
    collection: Folder = Path(),
    title: Annotated[str, typer.Option(help="The WACZ's title.")] = "",
    page: Annotated[list[str] | None, typer.Option(help="Only this page; repeatable.")] = None,
    since: Annotated[datetime | None, typer.Option(help="Only captures from then on (UTC).")] = None,
    until: Annotated[datetime | None, typer.Option(help="Only captures up to then (UTC).")] = None,
) -> None:
    """Write the collection, or some of its captures, as one WACZ 1.1.1 that any replay tool opens.

    A selection brings along the responses that its revisit records refer to.
    Example: pagetide export -c news --wacz news.wacz --page https://example.org/ --since 2026-03-01
    """
    wanted = Selection(
        pages=tuple(page or ()),
        since=None if since is None else since.replace(tzinfo=since.tzinfo or UTC),
        until=None if until is None else until.replace(tzinfo=until.tzinfo or UTC),
    )
    with Collection.open(collection, read_only=True) as opened:
        export_wacz(opened, wacz, title=title or collection.resolve().name, selection=wanted)
    out.print(f"Wrote {wacz} ({wacz.stat().st_size / 1e6:.1f} MB).")


def _walked(collection: Path) -> VerifyReport:
    with Collection.open(collection, read_only=True) as opened, progress_bar("verifying", None) as bar:
        return walk(
            opened, progress=lambda done, total: bar.update(bar.task_ids[0], completed=done, total=total)
        )


def _tell(done: Ingested) -> None:
    for report in done.reports:
        out.print(f"{report.source}: {len(report.added)} new captures, {report.known} known before")
        for fault in report.faults:
            out.print(f"[red]fault[/red] {fault}")
        for note in report.notes:
            out.print(f"[dim]note {note}[/dim]")
    out.print(f"{len(done.pages)} pages, {done.scored} captures scored, {done.learned} models learned.")
    if done.rendered:
        out.print(f"{done.rendered} captures were rendered from their replay.")
    if done.waiting:
        out.print(
            f"{done.waiting} captures have no screenshot; they cannot be scored before they are rendered."
        )
