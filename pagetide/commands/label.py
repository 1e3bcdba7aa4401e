"""Verdicts on changes: ``label``, and which to give next: ``ask``."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.arguments import find_page, user_name
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, working
from pagetide.learning.labelling import Question, newest_changes, questions, questions_of_all, say
from pagetide.learning.scoring import Scorer
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.what_changed import what_changed

app = typer.Typer()


@app.command()
def label(  # noqa: PLR0913, PLR0917  a command's options
    page: Annotated[str, typer.Argument(help="Number or URL of a page.")],
    pair: Annotated[
        list[int] | None, typer.Argument(help="Numbers of two of its captures.", metavar="[BEFORE AFTER]")
    ] = None,
    collection: Folder = Path(),
    important: Annotated[
        bool | None, typer.Option("--important/--unimportant", help="What the change between them was.")
    ] = None,
    take_back: Annotated[bool, typer.Option("--take-back", help="Withdraw an earlier verdict.")] = False,
    ask: Annotated[int, typer.Option("--next", min=1, help="How many changes to ask about.")] = 1,
    by: Annotated[str, typer.Option(help="Who says so.", show_default="the user's name")] = "",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say whether a change was important, or list the changes to label next.

    Verdicts count from the page's next model on (pagetide learn). Example: pagetide label -c news 3 --next 5, then
    pagetide label -c news 3 17 18 --important
    """
    if not pair:
        if important is not None or take_back:
            raise typer.BadParameter("name the two captures that the verdict is on")
        _ask(collection, page, ask, as_json=as_json)
        return
    if len(pair) != 2 or (important is None) is not take_back:
        raise typer.BadParameter("name two captures, and one of --important, --unimportant and --take-back")
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        said = say(
            opened,
            found,
            (pair[0], pair[1]),
            important,
            at=datetime.now(UTC),
            by=by or user_name(),
            note=note,
        )
    if as_json:
        print_json(asdict(said))
        return
    verdict = {True: "important", False: "not important", None: "taken back"}[important]
    out.print(
        f"{found.url}: {said.before_id} to {said.after_id} {verdict}. It counts from the next model on."
    )


@app.command()
def ask(
    page: Annotated[str | None, typer.Argument(help="Number or URL of a page: only about it.")] = None,
    collection: Folder = Path(),
    most: Annotated[
        int, typer.Option("--limit", min=1, max=1000, help="Most changes that are asked about.")
    ] = 10,
    as_json: AsJson = False,
) -> None:
    """List the changes whose verdict teaches most: on pages with many alarms and few verdicts.

    The dashboard asks the same, one by one, at /ask. Example: pagetide ask -c news
    """
    learning = load_settings(collection).learning
    with Collection.open(collection, read_only=True) as opened:
        scorer, newest = Scorer(opened, grid=learning.grid), learning.window_versions
        with working("comparing captures"):
            if page is None:
                asked = questions_of_all(opened, scorer, n=most, newest=newest, at=datetime.now(UTC))
            else:
                asked = questions(opened, scorer, find_page(opened, page), n=most, newest=newest)
    if as_json:
        print_json({"questions": [_as_json(item) for item in asked]})
        return
    if not asked:
        out.print(
            "There is nothing to ask: no page has a model, or every change that looks different is labelled."
        )
        return
    out.print("Worth a verdict (page, before, after):", style="bold")
    for item in asked:
        sure = "" if item.score.probability is None else f", probability {item.score.probability:.2f}"
        out.print(f"{item.after.page_id} {item.before.id} {item.after.id}{sure}: {what_changed(item.score)}")
        out.print(f"    {item.after.url}")
    err.print(f"Say: pagetide label -c {collection} PAGE BEFORE AFTER --important, or --unimportant")


def _ask(collection: Path, page: str, n: int, *, as_json: bool) -> None:
    settings = load_settings(collection)
    with Collection.open(collection, read_only=True) as opened:
        found = find_page(opened, page)
        if opened.repository.current_model(found.id) is None:
            asked = newest_changes(opened, found, n)
        else:
            scorer = Scorer(opened, grid=settings.learning.grid)
            with working("comparing captures"):
                asked = questions(opened, scorer, found, n=n, newest=settings.learning.window_versions)
    if as_json:
        print_json([_as_json(item) for item in asked])
        return
    for item in asked:
        before, after = item.before, item.after
        sure = "" if item.score.probability is None else f", probability {item.score.probability:.2f}"
        when = f"{moment(before.started_at)} to {moment(after.started_at)}"
        out.print(f"{before.id} {after.id}: {when}{sure}: {what_changed(item.score)}")
    if not asked:
        out.print(f"{found.url}: no change is without a verdict.")
        return
    first, second, where = asked[0].before.id, asked[0].after.id, f"-c {collection} {found.id}"
    err.print(
        f"Look: pagetide compare {where} --capture {second} --overlay why.png",
        f"Say: pagetide label {where} {first} {second} --important, or --unimportant",
        sep="\n",
        highlight=False,
    )


def _as_json(item: Question) -> dict[str, Any]:
    return {
        "page": item.after.page_id,
        "what": what_changed(item.score),
        "before": item.before.id,
        "after": item.after.id,
        "before_at": item.before.started_at,
        "after_at": item.after.started_at,
        "distance": item.score.distance,
        "probability": item.score.probability,
    }
