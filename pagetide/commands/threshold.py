"""Sets the probability above which a page's changes raise an alarm: ``threshold``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard.alarm_threshold import LEAST_PERCENT, MOST_PERCENT, alarm_threshold
from dashboard.presenters import percent as as_text
from pagetide.commands.actions import Page, actor
from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, out, print_json
from pagetide.errors import NothingToDo
from storage.actions.pages import set_alarm_above
from storage.collection import Collection

app = typer.Typer()


@app.command()
def threshold(
    page: Page,
    percent: Annotated[
        float | None,
        typer.Argument(
            min=LEAST_PERCENT, max=MOST_PERCENT, help="Raise an alarm above this probability, in per cent."
        ),
    ] = None,
    collection: Folder = Path(),
    learned: Annotated[
        bool, typer.Option("--learned", help="Use the threshold of the page's model again.")
    ] = False,
    would: Annotated[
        float | None,
        typer.Option(
            min=LEAST_PERCENT, max=MOST_PERCENT, help="Only count the alarms of this threshold, in per cent."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Set the probability above which a page's changes raise an alarm; without options: show it.

    Example: pagetide threshold -c news 3 --would 80
    """
    if sum((percent is not None, learned, would is not None)) > 1:
        raise typer.BadParameter("name a threshold, --would or --learned, one of them")
    with Collection.open(collection) as opened:
        found = find_page(opened, page)
        if percent is not None or learned:
            set_alarm_above(opened, actor(), found.id, None if percent is None else percent / 100.0)
            found = opened.repository.page(found.id)
        model = opened.repository.current_model(found.id)
        told = alarm_threshold(opened.repository, found, model, tried_percent=would)
    if told is None:
        raise NothingToDo(f"No change of {found.url} has a probability yet: its model is not learned.")
    history = told.history
    if as_json:
        alarms = {"alarms": history.alarms(told.tried), "alarms_now": history.alarms(told.now)}
        print_json(
            {
                "probability": told.tried,
                "learned": told.learned,
                "own": told.own,
                **alarms,
                "weeks": history.weeks,
            }
        )
        return
    by = "its model" if told.own is None else "a person"
    out.print(
        f"{found.url} raises an alarm above {as_text(told.now)}, set by {by}: {told.alarms_text(told.now)}."
    )
    if would is not None:
        out.print(f"Above {as_text(told.tried)} it would have been {told.alarms_text(told.tried)}.")
