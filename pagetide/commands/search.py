"""Which capture a screenshot was taken from: ``search``."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, progress_bar
from pagetide.learning.search import Match, PictureSearch
from storage.collection import Collection
from storage.plurals import counted

app = typer.Typer()

_STDIN = Path("-")
MOST_ADDED = 1000
"""Pictures that a question waits for; more are for ``--build``."""


@app.command()
def search(
    image: Annotated[
        Path | None,
        typer.Argument(
            help="An image file: a screenshot, or a part of one; - reads it from standard input.",
            metavar="[IMAGE]",
        ),
    ] = None,
    collection: Folder = Path(),
    most: Annotated[int, typer.Option("--limit", min=1, help="Most captures that are shown.")] = 5,
    every: Annotated[
        bool, typer.Option("--every-capture", help="Show each capture, not the best one of each page.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Make the index of all screenshots again; needs no image.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find the capture that a screenshot was taken from, and where on the page.

    The screenshot may be cropped, rescaled, recompressed, dark, in a telephone's frame or written over. Says so when no
    capture matches. Example: pagetide search -c news from-a-chat.jpg
    """
    if image is None and not build:
        raise typer.BadParameter("name an image, or build the index: --build")
    with Collection.open(collection) as opened:
        pictures = PictureSearch(opened)
        if build or not pictures.is_built:
            _build(pictures)
        else:
            _catch_up(pictures)
        if image is None:
            return
        begun = time.perf_counter()
        found = _shown(
            pictures.matches(sys.stdin.buffer.read() if image == _STDIN else image), most, every=every
        )
        seconds = time.perf_counter() - begun
    if as_json:
        print_json(
            {"matches": [_row(match) for match in found], "searched": pictures.n_captures, "seconds": seconds}
        )
        return
    for match in found:
        when, number = moment(match.key.started_at), match.key.id
        out.print(f"{match.confidence:4.0%}  {when}  #{number}  {_where(match)}  {match.key.url}")
    if not found:
        out.print(
            f"No capture matches; {counted(pictures.n_captures, 'capture')} searched in {seconds:.1f} s."
        )
    else:
        err.print(f"{counted(pictures.n_captures, 'capture')} searched in {seconds:.1f} s.")


def _build(pictures: PictureSearch) -> None:
    with progress_bar("pictures", None) as bar:
        pictures.build(lambda done: bar.update(bar.task_ids[0], completed=done))
    err.print(f"The index holds the pictures of {counted(pictures.n_captures, 'capture')}.")


def _catch_up(pictures: PictureSearch) -> None:
    missing = pictures.missing()
    if len(missing) > MOST_ADDED:
        err.print(
            f"The index lacks {counted(len(missing), 'picture')}; the newest {MOST_ADDED} are added now, the others by "
            "pagetide search --build"
        )
    if missing:
        pictures.add(missing[-MOST_ADDED:])
    if pictures.is_crowded:
        err.print(
            "The index was made when the collection was far smaller: pagetide search --build makes it faster."
        )


def _shown(matches: list[Match], most: int, *, every: bool) -> list[Match]:
    if every:
        return matches[:most]
    best: dict[int, Match] = {}
    for match in matches:
        best.setdefault(match.key.page_id, match)
    return list(best.values())[:most]


def _where(match: Match) -> str:
    if match.region is None:
        return ""
    x, y, width, height = match.region
    return f"{width}x{height} at {x},{y}"


def _row(match: Match) -> dict[str, Any]:
    return {
        "capture": match.key.id,
        "page": match.key.page_id,
        "url": match.key.url,
        "captured_at": match.key.started_at,
        "confidence": match.confidence,
        "region": match.region,
        "explained": match.explained,
    }
