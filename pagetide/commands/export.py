"""What a collection holds, for other programs: ``export`` writes WACZ, CSV and Parquet files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.capture_table import Rows, write_csv, write_parquet
from pagetide.commands.arguments import Force, check_target, find_page
from pagetide.commands.console import Folder, out, print_faults, working
from pagetide.timestamps import TimestampAuthority
from storage.collection import Collection
from storage.plurals import counted
from storage.queries.capture_table import capture_rows
from storage.queries.selection import Selection
from storage.verify_log import VerifyLog
from storage.wacz.export import export_wacz
from storage.wacz.signing import SigningKey

app = typer.Typer()


@app.command()
def export(  # noqa: PLR0913, PLR0917  a command's options
    wacz: Annotated[Path | None, typer.Option("--wacz", help="The WACZ file to write.")] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write captures, scores and labels as CSV.")
    ] = None,
    parquet: Annotated[Path | None, typer.Option("--parquet", help="The same as a Parquet file.")] = None,
    collection: Folder = Path(),
    title: Annotated[str, typer.Option(help="The WACZ's title.")] = "",
    page: Annotated[list[str] | None, typer.Option(help="Only this page; repeatable.")] = None,
    since: Annotated[datetime | None, typer.Option(help="Only captures from then on (UTC).")] = None,
    until: Annotated[datetime | None, typer.Option(help="Only captures up to then (UTC).")] = None,
    sign: Annotated[
        bool, typer.Option("--sign", help="Sign the WACZ with the collection's key, made at the first time.")
    ] = False,
    timestamp: Annotated[
        str,
        typer.Option(
            metavar="URL", help="With --sign: have this time-stamping authority (RFC 3161) say when."
        ),
    ] = "",
    force: Force = False,
) -> None:
    """Write the collection, or some of its captures: WACZ 1.1.1 that any replay tool opens, or a table (CSV, Parquet).

    A WACZ of a selection brings along the responses that its revisit records refer to. What is damaged is left out and
    named, and the exit code is 1 then. Tables have a row for each capture, with its score and a person's label.
    Example: pagetide export -c news --wacz news.wacz --page https://example.org/ --since 2026-03-01
    """
    if sign and wacz is None:
        raise typer.BadParameter("only a WACZ is signed: add --wacz FILE")
    if timestamp and not sign:
        raise typer.BadParameter("a timestamp is of a signature: add --sign")
    stamp = TimestampAuthority(timestamp).stamp if timestamp else None
    targets = [path for path in (wacz, csv, parquet) if path is not None]
    if not targets:
        raise typer.BadParameter("say what to write: --wacz FILE, --csv FILE or --parquet FILE")
    if len({path.absolute() for path in targets}) < len(targets):
        raise typer.BadParameter("each kind of file needs a name of its own")
    for target in targets:
        check_target(target, collection, force=force)
    with Collection.open(collection, read_only=True) as opened:
        wanted = Selection(
            pages=tuple(find_page(opened, text).url for text in page or ()),
            since=_utc(since),
            until=_utc(until),
        )
        for path, write in ((csv, write_csv), (parquet, write_parquet)):
            if path is not None:
                _write_table(opened, path, wanted, write)
        left_out = VerifyLog(0, None)
        if wacz is not None:
            name = title or collection.resolve().name
            key = SigningKey.of(collection, stamp) if sign else None
            with working(f"writing {wacz}"):
                export_wacz(opened, wacz, title=name, selection=wanted, key=key, findings=left_out)
            signed = "" if key is None else f" Signed with the key {key.fingerprint}."
            out.print(f"Wrote {wacz} ({wacz.stat().st_size / 1e6:.1f} MB).{signed}")
    faults = left_out.report().faults
    print_faults(faults)
    if faults:
        out.print("Everything is in it but what is named above.")
        raise typer.Exit(1)


def _write_table(
    opened: Collection, path: Path, wanted: Selection, write: Callable[[Rows, Path], int]
) -> None:
    with working(f"writing {path}"):
        count = write(capture_rows(opened.database, wanted), path)
    out.print(f"Wrote {path} ({counted(count, 'capture')}).")


def _utc(when: datetime | None) -> datetime | None:
    return None if when is None else when.replace(tzinfo=when.tzinfo or UTC)
