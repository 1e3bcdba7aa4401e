"""What nothing may remove: ``hold``, ``unhold``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.actions import actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from storage.actions import holding
from storage.collection import Collection
from storage.holds import Hold
from storage.queries.named_page import row_number

app = typer.Typer()
MOST_SHOWN = 10_000


@app.command()
def hold(
    what: Annotated[
        str | None, typer.Argument(help='Number or URL of a page, or a capture\'s number: "#118".')
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; kept with the hold.")] = "",
    collection: Folder = Path(),
    as_json: AsJson = False,
) -> None:
    """Hold a page, or a capture: nothing removes it until you let it go. Without one: list the holds.

    A held page keeps what it has and will have. Example: pagetide hold -c news "#118" --reason "case 12/2026"
    """
    if what is None:
        _list(collection, as_json=as_json)
        return
    if not reason.strip():
        raise typer.BadParameter('say why: --reason "..." is kept with the hold')
    with Collection.open(collection) as opened:
        page_id, capture_id = _found(opened, what)
        made = holding.hold(opened, actor(), reason, page_id=page_id, capture_id=capture_id)
    if as_json:
        print_json(vars(made))
        return
    out.print(f"Held. `pagetide unhold {made.id}` lets it go.")


@app.command()
def unhold(
    number: Annotated[int, typer.Argument(min=1, help="Number of the hold.")], collection: Folder = Path()
) -> None:
    """End a hold, by its number. `pagetide undo` brings it back.

    Example: pagetide unhold -c news 3
    """
    with Collection.open(collection) as opened:
        holding.unhold(opened, actor(), number)
    out.print(f"Hold {number} has ended.")


def _found(opened: Collection, what: str) -> tuple[int, int | None]:
    """The page, and the capture if one is named."""
    if what.startswith("#") and what[1:].isdecimal():
        found = opened.repository.capture(row_number(what[1:]))
        return found.page_id, found.id
    return find_page(opened, what).id, None


def _list(folder: Path, *, as_json: bool) -> None:
    with Collection.open(folder, read_only=True) as opened:
        found = opened.repository.standing_holds(limit=MOST_SHOWN)
        urls = {page.id: page.url for page in opened.repository.pages_of({item.page_id for item in found})}
    if as_json:
        print_json([vars(item) for item in found])
    elif not found:
        out.print('Nothing is held. `pagetide hold PAGE --reason "..."` holds a page.')
    else:
        rows = [
            (_of(item, urls), str(item.id), item.held_by, moment(item.held_at), item.reason) for item in found
        ]
        print_table("Holds", ("what", "number", "by", "since (UTC)", "why"), rows)


def _of(item: Hold, urls: dict[int, str]) -> str:
    url = urls.get(item.page_id, str(item.page_id))
    return url if item.capture_id is None else f"#{item.capture_id} {url}"
