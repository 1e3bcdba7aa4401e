"""New findings: ``findings``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from storage.collection import Collection
from storage.findings import FindingKind
from storage.plurals import counted
from storage.queries.findings import Wanted

app = typer.Typer()


@app.command()
def findings(
    page: Annotated[str | None, typer.Argument(help="Number or URL of a page: only of it.")] = None,
    collection: Folder = Path(),
    seen: Annotated[bool, typer.Option("--seen", help="Also what somebody has looked at already.")] = False,
    kind: Annotated[list[FindingKind] | None, typer.Option(help="Only these kinds.")] = None,
    most: Annotated[int, typer.Option("--limit", min=1, help="Most findings that are shown.")] = 50,
    skip: Annotated[int, typer.Option("--skip", min=0, help="Findings to pass over first: to read on.")] = 0,
    as_json: AsJson = False,
) -> None:
    """List new findings, most important first: changes, pages gone, walled or moved, missed visits.

    Example: pagetide findings -c news --kind change --kind gone
    """
    with Collection.open(collection, read_only=True) as opened:
        number = None if page is None else find_page(opened, page).id
        wanted = Wanted(
            seen=None if seen else False,
            kinds=kind or (),
            page_id=number,
            muted=False if number is None else None,
        )
        found = opened.repository.findings(wanted, limit=most, offset=skip)
        in_all = opened.repository.count_findings(wanted)
        urls = {item.id: item.url for item in opened.repository.pages_of({item.page_id for item in found})}
    if as_json:
        print_json([asdict(item) | {"url": urls[item.page_id]} for item in found])
        return
    rows = [
        (
            item.sentence,
            str(item.id),
            item.kind.value,
            "" if item.probability is None else f"{item.probability:.2f}",
            urls[item.page_id],
            moment(item.at),
        )
        for item in found
    ]
    if rows:
        print_table("Findings", ("what", "number", "kind", "probability", "page", "captured (UTC)"), rows)
    else:
        out.print("Nothing new." if not seen else "Nothing was found.")
    left = in_all - len(found) - skip
    if left > 0:
        out.print(f"{counted(left, 'more finding')}: `--skip {skip + len(found)}` reads on.")
