"""Public links to a page or a tag: ``share``, ``unshare``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer

from pagetide.commands.actions import actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table
from pagetide.settings.collection_settings import load_settings
from storage.actions import sharing
from storage.collection import Collection
from storage.shares import Share

app = typer.Typer()
MOST_SHOWN = 1000


@app.command()
def share(
    page: Annotated[str | None, typer.Argument(help="Number or URL of a page.")] = None,
    tag: Annotated[str, typer.Option(help="Instead of a page: the pages with this tag.")] = "",
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="Days until it expires.")] = None,
    collection: Folder = Path(),
    as_json: AsJson = False,
) -> None:
    """Make a public link to a page or a tag, for readers without an account; without both: list the links.

    It shows the page's timeline, comparisons and feed, or the tag's list and feed, and nothing else. The link is shown
    only once. Example: pagetide share -c news https://example.org/ --days 30
    """
    if page is None and not tag:
        _list(collection, as_json=as_json)
        return
    if page is not None and tag:
        raise typer.BadParameter("name a page or a tag, one of them")
    with Collection.open(collection) as opened:
        page_id = None if page is None else find_page(opened, page).id
        who = actor()
        until = None if days is None else who.at + timedelta(days=days)
        token, made = sharing.share(opened, who, page_id=page_id, tag=tag, expires_at=until)
    where = load_settings(collection).dashboard
    address = f"http://{where.host}:{where.port}/shared/{token}"
    if as_json:
        print_json(vars(made) | {"address": address})
        return
    out.print(address)
    out.print(f"`pagetide unshare {made.id}` revokes it. Readers come by the address of your dashboard.")


@app.command()
def unshare(
    number: Annotated[int, typer.Argument(min=1, help="Number of the link.")], collection: Folder = Path()
) -> None:
    """Revoke a public link. `pagetide undo` restores it.

    Example: pagetide unshare -c news 3
    """
    with Collection.open(collection) as opened:
        done = sharing.unshare(opened, actor(), number)
    out.print(f"Link {number} is revoked{'' if done.changed else ' (it was already)'}.")


def _list(folder: Path, *, as_json: bool) -> None:
    with Collection.open(folder, read_only=True) as opened:
        found = opened.repository.shares(limit=MOST_SHOWN)
        numbers = {item.page_id for item in found if item.page_id is not None}
        urls = {page.id: page.url for page in opened.repository.pages_of(numbers)}
    if as_json:
        print_json([vars(item) for item in found])
    elif not found:
        out.print("Nothing is shared. `pagetide share PAGE` makes a public link.")
    else:
        rows = [
            (_of(item, urls), str(item.id), item.made_by, moment(item.made_at), _state(item))
            for item in found
        ]
        print_table("Public links", ("to", "number", "by", "made (UTC)", "state"), rows)


def _of(item: Share, urls: dict[int, str]) -> str:
    return f"tag {item.tag}" if item.page_id is None else urls.get(item.page_id, str(item.page_id))


def _state(item: Share) -> str:
    if item.revoked_at is not None:
        return f"revoked {moment(item.revoked_at)}"
    if not item.is_live(datetime.now(UTC)):
        return "expired"
    return "open" if item.expires_at is None else f"until {moment(item.expires_at)}"
