"""Captures similar to examples: ``similar``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.arguments import Jobs, Scheduler, find_page
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, progress_bar
from pagetide.commands.similar_groups import print_near_duplicates, print_states, print_templates
from pagetide.errors import NothingToDo
from pagetide.learning.near_duplicates import NearDuplicateCaptures
from pagetide.learning.parallel_tasks import here, spread_over
from pagetide.learning.similar import Ranked, SimilarCaptures
from pagetide.relearning import points_over
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.errors import NotStored
from storage.plurals import counted
from storage.queries.named_page import row_number
from storage.records import StoredCapture

app = typer.Typer()

MOST_ADDED = 2000
"""Captures that a question waits for; more are for ``--build``."""


@app.command()
def similar(  # noqa: PLR0913, PLR0917  a command's options
    examples: Annotated[
        list[str] | None,
        typer.Argument(
            help="Number or URL of a page, whose newest capture is meant, or #N for the capture of that number.",
            metavar="[PAGE|#CAPTURE]...",
        ),
    ] = None,
    collection: Folder = Path(),
    unlike: Annotated[
        list[str] | None, typer.Option("--not", help="What it must not be like; repeatable.")
    ] = None,
    most: Annotated[int, typer.Option("--limit", min=1, help="Most captures that are shown.")] = 20,
    every: Annotated[
        bool, typer.Option("--every-capture", help="Show each capture, not the best one of each page.")
    ] = False,
    states: Annotated[
        bool, typer.Option("--states", help="The recurring states of a page, and when each was seen.")
    ] = False,
    near_duplicates: Annotated[
        bool, typer.Option("--near-duplicates", help="Captures nearly the same as one, on any page.")
    ] = False,
    templates: Annotated[
        bool, typer.Option("--templates", help="Pages of the same template; without a page: all such groups.")
    ] = False,
    build: Annotated[
        bool, typer.Option("--build", help="Make the index of all captures again; needs no examples.")
    ] = False,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    as_json: AsJson = False,
) -> None:
    """Find captures similar to these, by look, structure and words.

    Name one example or, better, five; correct the answer by naming more, and with --not what does not belong. Or ask
    for groups: the states of a page, near-duplicates of a capture, pages of one template.
    Example: pagetide similar -c news 3 "#118" --not https://example.org/
    """
    groups = {"--states": states, "--near-duplicates": near_duplicates, "--templates": templates}
    asked = [name for name, wanted in groups.items() if wanted]
    _check(examples or [], asked, build=build, ranks=bool(unlike))
    with Collection.open(collection) as opened:
        grid = load_settings(collection).learning.grid
        index = SimilarCaptures(opened, grid=grid)
        named = [_named(opened, text, page_only=states or templates) for text in examples or ()]
        unwanted = [_capture(opened, text) for text in unlike or ()]
        if build or not index.is_built:
            with spread_over(jobs, scheduler) as spread:
                points = None if spread is here else points_over(spread, collection)
                _build(SimilarCaptures(opened, grid=grid, points=points))
        else:
            _catch_up(index)
        if asked:
            _print_groups(index, asked[0], named, most=most, every=every, as_json=as_json)
        elif named:
            _print_ranked(index, named, unwanted, most=most, every=every, as_json=as_json)


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


def _check(examples: list[str], asked: list[str], *, build: bool, ranks: bool) -> None:
    """Refuse what does not fit together."""
    if len(asked) > 1:
        raise typer.BadParameter(f"{' and '.join(asked)} are two questions: ask one")
    if asked and ranks:
        raise typer.BadParameter(f"--not belongs to examples, not to {asked[0]}")
    if asked and (len(examples) > 1 or not (examples or asked == ["--templates"])):
        kind = "capture or page" if asked == ["--near-duplicates"] else "page"
        raise typer.BadParameter(f"{asked[0]} is asked of one {kind}: name one")
    if not examples and not asked and not build:
        raise typer.BadParameter("name examples, or build the index: --build")


def _named(opened: Collection, text: str, *, page_only: bool) -> StoredCapture:
    if page_only and text.startswith("#"):
        raise NothingToDo(
            f"{text} is a capture: states and templates are asked of a page, by its number or URL."
        )
    return _capture(opened, text)


def _print_groups(
    index: SimilarCaptures, asked: str, named: list[StoredCapture], *, most: int, every: bool, as_json: bool
) -> None:
    found = NearDuplicateCaptures(index)
    if asked == "--states":
        print_states(found, named[0], most=most, as_json=as_json)
    elif asked == "--near-duplicates":
        print_near_duplicates(found, named[0], most=most, every=every, as_json=as_json)
    else:
        print_templates(found, named[0] if named else None, most=most, as_json=as_json)


def _print_ranked(
    index: SimilarCaptures,
    wanted: list[StoredCapture],
    unwanted: list[StoredCapture],
    *,
    most: int,
    every: bool,
    as_json: bool,
) -> None:
    both = {item.id for item in wanted} & {item.id for item in unwanted}
    if both:
        raise NothingToDo(
            f"capture {min(both)} is an example and a counter-example: leave it out of one of both."
        )
    found = _shown(
        index.rank([item.id for item in wanted], [item.id for item in unwanted]), most, every=every
    )
    if as_json:
        print_json([_row(item) for item in found])
        return
    for item in found:
        out.print(f"{item.score:+7.2f}  {moment(item.key.started_at)}  #{item.key.id}  {item.key.url}")
    if not found:
        out.print("There is no other capture to compare with.")


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
