"""What people do to pages and findings: ``retire``, ``mute``, ``tag``, ``note``, ``seen``, ``undo`` and their like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.arguments import find_page, user_name
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, print_table
from storage.actions import findings as on_findings
from storage.actions import pages as on_pages
from storage.actions.audit import Actor, Done
from storage.actions.undoing import undo as undo_action
from storage.collection import Collection
from storage.plurals import counted
from storage.queries.findings import Wanted

app = typer.Typer()

Pages = Annotated[list[str], typer.Argument(help="Numbers or URLs of pages.", metavar="PAGE...")]
Page = Annotated[str, typer.Argument(help="Number or URL of a page.")]
OnPage = Callable[[Collection, Actor, int], Done]


def actor() -> Actor:
    """Who is at the terminal, now."""
    return Actor(by=user_name(), at=datetime.now(UTC))


def act_on(collection: Path, pages: list[str], action: OnPage, done: str) -> None:
    """Do the same to several pages, and say what was done to each."""
    with Collection.open(collection) as opened:
        for page in [find_page(opened, text) for text in pages]:
            changed = action(opened, actor(), page.id).changed
            out.print(f"{page.url}: {done}{'' if changed else ' (it was already)'}")


@app.command()
def retire(pages: Pages, collection: Folder = Path()) -> None:
    """Stop watching pages for good; their history stays. `pagetide resume` undoes it.

    Example: pagetide retire -c news https://example.org/
    """
    act_on(collection, pages, on_pages.retire, "retired")


@app.command()
def mute(pages: Pages, collection: Folder = Path()) -> None:
    """Hide pages' findings and send no alerts of them; visits and learning go on.

    Example: pagetide mute -c news https://example.org/
    """
    act_on(collection, pages, on_pages.mute, "muted")


@app.command()
def unmute(pages: Pages, collection: Folder = Path()) -> None:
    """Show muted pages' findings and send alerts of them again.

    Example: pagetide unmute -c news https://example.org/
    """
    act_on(collection, pages, on_pages.unmute, "not muted")


@app.command()
def tag(
    page: Page,
    collection: Folder = Path(),
    add: Annotated[list[str] | None, typer.Option("--add", help="A tag to add; repeatable.")] = None,
    drop: Annotated[list[str] | None, typer.Option("--drop", help="A tag to remove.")] = None,
) -> None:
    """Add or remove tags of a page; without options: list them.

    Example: pagetide tag -c news 3 --add council --add budget
    """
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        if add or drop:
            on_pages.tag(opened, actor(), found.id, add=add or (), drop=drop or ())
        tags = opened.repository.tags([found.id]).get(found.id, [])
    out.print(f"{found.url}: {', '.join(tags) if tags else 'no tags'}")


@app.command()
def note(
    page: Page,
    text: Annotated[str | None, typer.Argument(help="The note; an empty text removes it.")] = None,
    collection: Folder = Path(),
) -> None:
    """Set a page's note; without a text: show it.

    Example: pagetide note -c news 3 "Moves to a new address in May"
    """
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        if text is not None:
            on_pages.note(opened, actor(), found.id, text)
        noted = opened.repository.page(found.id).note
    out.print(f"{found.url}: {noted or 'no note'}")


@app.command()
def seen(
    numbers: Annotated[
        list[int] | None, typer.Argument(help="Numbers of findings.", metavar="[FINDING]...")
    ] = None,
    collection: Folder = Path(),
    every: Annotated[bool, typer.Option("--all", help="All that nobody has seen yet.")] = False,
    not_seen: Annotated[bool, typer.Option("--not", help="Mark them as not seen.")] = False,
) -> None:
    """Mark findings as seen: `pagetide findings` and the dashboard's first page no longer list them.

    Example: pagetide seen -c news 17 18
    """
    if bool(numbers) is every or (every and not_seen):
        raise typer.BadParameter("name findings, or all of them with --all")
    with Collection.open(collection) as opened:
        wanted = numbers or [
            item.id for item in opened.repository.findings(Wanted(seen=False, muted=False), limit=1_000_000)
        ]
        action = on_findings.unsee if not_seen else on_findings.see
        done = action(opened, actor(), wanted)
    out.print(f"{counted(done.changed, 'finding')} marked as {'not seen' if not_seen else 'seen'}.")


@app.command()
def undo(
    number: Annotated[
        int | None, typer.Argument(help="Number of an action; without one: your last.", metavar="[ACTION]")
    ] = None,
    collection: Folder = Path(),
) -> None:
    """Undo an action: a verdict, a mark, a pause, a tag, a note. `pagetide actions` lists them.

    Example: pagetide undo -c news
    """
    with Collection.open(collection) as opened:
        undo_action(opened, actor(), number)
        (done,) = opened.repository.actions(limit=1)
    out.print(f"Undone: {done.before['action']} (action {done.undoes}).")


@app.command()
def actions(
    page: Annotated[str | None, typer.Argument(help="Number or URL of a page: only of it.")] = None,
    collection: Folder = Path(),
    most: Annotated[int, typer.Option("--limit", min=1, help="Most actions that are shown.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List who did what to the collection and when, newest first.

    Example: pagetide actions -c news
    """
    with Collection.open(collection, read_only=True) as opened:
        number = None if page is None else find_page(opened, page).id
        found = opened.repository.actions(limit=most, page_id=number)
        urls = {
            item.id: item.url
            for item in opened.repository.pages_of({entry.page_id for entry in found if entry.page_id})
        }
    if as_json:
        print_json([asdict(entry) for entry in found])
        return
    rows = [
        (
            entry.action if entry.undoes is None else f"undo of {entry.undoes}",
            str(entry.id),
            moment(entry.at),
            entry.by,
            entry.before.get("account", "") if entry.page_id is None else urls[entry.page_id],
            "" if entry.undone_at is None else "undone",
        )
        for entry in found
    ]
    if not rows:
        err.print("Nobody did anything yet.")
        return
    print_table("Actions", ("what", "number", "when (UTC)", "who", "of", ""), rows)
