"""More captures like these: ``similar``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.arguments import find_page, row_number
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, progress_bar
from pagetide.errors import NothingToDo
from pagetide.learning.similar import Ranked, SimilarCaptures
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.errors import NotStored
from storage.plurals import counted
from storage.records import StoredCapture

app = typer.Typer()

MOST_ADDED = 2000
"""Captures that a question waits for; more are for ``--build``."""


@app.command()
def similar(
    examples: Annotated[
        list[str] | None,
        typer.Argument(
            help="Number or URL of a page, whose newest capture is meant, or #N for the capture of that number.",
            metavar="[PAGE|#CAPTURE]...",
        ),
    ] = None,
    collection: Folder = Path(),
    unlike: Annotated[
        list[str] | None, typer.Option("--not", help="What it must not be like; may be given many times.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Most captures that are shown.")] = 20,
    every: Annotated[
        bool, typer.Option("--every-capture", help="Show each capture, not the best one of each page.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Make the index of all captures anew; needs no examples.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find more captures like these: by their look, how the pages are made and what they say.

    Name one example or, better, five; correct the answer by naming more, and with --not what does not belong.
    Example: pagetide similar -c news 3 "#118" --not https://example.org/
    """
    if not examples and not build:
        raise typer.BadParameter("name examples, or build the index: --build")
    with Collection.open(collection) as opened:
        index = SimilarCaptures(opened, grid=load_settings(collection).learning.grid)
        wanted = [_capture(opened, text) for text in examples or ()]
        unwanted = [_capture(opened, text) for text in unlike or ()]
        both = {item.id for item in wanted} & {item.id for item in unwanted}
        if both:
            raise NothingToDo(
                f"capture {min(both)} is an example and a counter-example: leave it out of one of both."
            )
        if build or not index.is_built:
            _build(index)
        else:
            _catch_up(index)
        ranked = index.rank([item.id for item in wanted], [item.id for item in unwanted]) if wanted else []
    found = _shown(ranked, most, every=every)
    if as_json:
        print_json([_row(item) for item in found])
        return
    for item in found:
        out.print(f"{item.score:+7.2f}  {moment(item.key.started_at)}  #{item.key.id}  {item.key.url}")
    if wanted and not found:
        out.print("There is no other capture to compare with.")


def _capture(opened: Collection, text: str) -> StoredCapture:
    """The capture of that number after "#", or the newest good one of a page."""
    if text.startswith("#") and text[1:].isdecimal():
        try:
            stored = opened.repository.capture(row_number(text[1:]))
        except NotStored as error:
            raise NothingToDo(
                f"there is no capture {text}: `pagetide status PAGE` names captures."
            ) from error
        if not stored.is_good:
            raise NothingToDo(f"capture {text} shows no page: name another one.")
        return stored
    page = find_page(opened, text)
    captures = opened.repository.captures(page.id, good_only=True, newest_first=True, limit=1)
    if not captures:
        raise NothingToDo(f"{page.url} has no capture that shows it. Visit it: pagetide crawl --once")
    return captures[0]


def _build(index: SimilarCaptures) -> None:
    with progress_bar("captures", None) as bar:
        count = index.build(lambda done: bar.update(bar.task_ids[0], completed=done))
    err.print(f"The index holds {counted(count, 'capture')}.")


def _catch_up(index: SimilarCaptures) -> None:
    missing = index.missing()
    if len(missing) > MOST_ADDED:
        err.print(
            f"The index lacks {counted(len(missing), 'capture')}; the newest {MOST_ADDED} are added now, the others by "
            "pagetide similar --build"
        )
    if missing:
        index.add(missing[-MOST_ADDED:])


def _shown(ranked: list[Ranked], most: int, *, every: bool) -> list[Ranked]:
    if every:
        return ranked[:most]
    best: dict[int, Ranked] = {}
    for item in ranked:
        best.setdefault(item.key.page_id, item)
    return list(best.values())[:most]


def _row(item: Ranked) -> dict[str, Any]:
    return {
        "capture": item.key.id,
        "page": item.key.page_id,
        "url": item.key.url,
        "captured_at": item.key.started_at,
        "score": item.score,
    }
