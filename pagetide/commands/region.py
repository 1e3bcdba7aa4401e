"""Regions of a page that are to be ignored or favoured: ``region add``, ``list`` and ``remove``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.actions import Page, actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, out, print_json, print_table
from storage.actions.regions import add_region, remove_region
from storage.collection import Collection
from storage.regions import PageRegion

app = typer.Typer()
region = typer.Typer(no_args_is_help=True)
app.add_typer(
    region,
    name="region",
    help="Set places of a page to ignore or to favour; its next model learns from them.",
)
Pixels = Annotated[int, typer.Argument(help="CSS pixels, from the top left of the page.")]


@region.command("add")
def add(
    page: Page,
    x: Pixels,
    y: Pixels,
    width: Pixels,
    height: Pixels,
    collection: Folder = Path(),
    favour: Annotated[
        bool, typer.Option("--favour/--ignore", help="What changes there matters, or does not.")
    ] = False,
) -> None:
    """Set a rectangle of a page whose changes to ignore or to favour.

    The daemon learns the page again within a minute. Example: pagetide region add -c news 3 640 100 320 200 --ignore
    """
    drawn = PageRegion(number=0, x_px=x, y_px=y, width_px=width, height_px=height, favour=favour)
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        add_region(opened, actor(), found.id, drawn)
    said = "favoured" if favour else "ignored"
    out.print(f"{found.url}: {drawn.place} is {said} from the next model on: `pagetide learn {found.id}`.")


@region.command("list")
def list_(page: Page, collection: Folder = Path(), as_json: AsJson = False) -> None:
    """List the places of a page to ignore or to favour.

    Example: pagetide region list -c news 3
    """
    with Collection.open(collection, read_only=True) as opened:
        found = find_page(opened, page)
    if as_json:
        print_json([item.to_json() for item in found.regions])
        return
    rows = [
        (str(item.number), "favoured" if item.favour else "ignored", item.place, item.said_by)
        for item in found.regions
    ]
    if not rows:
        out.print(f"{found.url}: no regions.")
        return
    print_table(f"Regions of {found.url}", ("number", "what", "where (px)", "who"), rows)


@region.command("remove")
def remove(page: Page, number: int, collection: Folder = Path()) -> None:
    """Remove a region of a page, by its number in `pagetide region list`.

    Example: pagetide region remove -c news 3 1
    """
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        remove_region(opened, actor(), found.id, number)
    out.print(f"{found.url}: region {number} is taken away.")
