"""Quality assurance: ``qa`` replays captures and says what the archive does not give back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from pagetide.commands.arguments import find_page
from pagetide.commands.console import AsJson, Folder, moment, out, print_json, print_table, progress_bar
from pagetide.qa import Selection, check_captures, selected, summary
from pagetide.settings.collection_settings import Settings, load_settings
from storage.collection import Collection
from storage.plurals import counted
from storage.records import ReplayCheck, StoredCapture

app = typer.Typer()

_NAMED = 5  # missing things that the terminal names of each capture; --json names all

Checked = list[tuple[StoredCapture, ReplayCheck]]


@app.command()
def qa(  # noqa: PLR0913, PLR0917
    page: Annotated[
        list[str] | None, typer.Argument(help="Numbers or URLs of pages; all when left out.")
    ] = None,
    collection: Folder = Path(),
    newest: Annotated[
        int | None,
        typer.Option(
            min=1, help="The newest so many captures of each page.", show_default="1, all with --since"
        ),
    ] = None,
    since: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Captures since that day (UTC).")
    ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Only so many of them, a random sample.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also captures that were checked before.")] = False,
    fail_under: Annotated[
        float | None, typer.Option(min=0, max=1, help="Exit 1 when a match is lower than this.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay captures offline and compare each with the live capture: pictures, text, resources.

    Works while the daemon runs. What was checked before is skipped, so an interrupted run goes on where it
    was. Example: pagetide qa -c news --since 2026-03-01 --sample 50 --fail-under 0.9
    """
    wanted = Selection(
        newest=newest or (None if since else 1),
        since=since.replace(tzinfo=UTC) if since else None,
        sample=sample,
        again=again,
    )
    with Collection.open(collection) as opened:
        pages = [find_page(opened, text) for text in page] if page else opened.repository.pages()
        captures = selected(opened, pages, wanted)
        with progress_bar("replaying", len(captures)) as bar:
            settings = load_settings(collection)
            checked = asyncio.run(_check(opened, captures, settings, bar)) if captures else []
    if as_json:
        print_json(_as_document(checked))
    else:
        _print(checked)
    if fail_under is not None and any(_worst(check) < fail_under for _, check in checked):
        raise typer.Exit(1)


async def _check(
    opened: Collection, captures: Sequence[StoredCapture], settings: Settings, bar: Progress
) -> Checked:
    done: Checked = []
    async for stored, check in check_captures(opened, captures, settings):
        done.append((stored, check))
        bar.advance(bar.task_ids[0])
    return done


def _worst(check: ReplayCheck) -> float:
    """The lower of both matches; what could not be compared is no failure."""
    return min(
        (value for value in (check.screenshot_match, check.text_match) if value is not None), default=1.0
    )


def _as_document(checked: Checked) -> dict[str, Any]:
    rows = [
        {"url": stored.url, "captured_at": stored.started_at, **asdict(check), "details": dict(check.details)}
        for stored, check in checked
    ]
    return {"checks": rows, **summary([check for _, check in checked])}


def _print(checked: Checked) -> None:
    if not checked:
        out.print(
            "Nothing to check: all were checked before (--again checks them once more), or have no screenshot."
        )
        return
    print_table(
        f"{counted(len(checked), 'capture')} replayed",
        ("page", "capture", "pictures", "text", "resources", "moved", "missing"),
        [_row(stored, check) for stored, check in checked],
    )
    for stored, check in checked:
        for line in _named(check):
            out.print(f"{stored.id}  {line}")


def _row(stored: StoredCapture, check: ReplayCheck) -> tuple[str, ...]:
    moved = check.details.get("displacement_px", 0)
    return (
        stored.url,
        f"{stored.id}  {moment(stored.started_at)}",
        _share(check.screenshot_match),
        _share(check.text_match),
        f"{check.replay_good} of {check.crawl_good}",
        f"{moved:+d} px" if moved else "-",
        str(len(check.missing)) if check.missing else "-",
    )


def _named(check: ReplayCheck) -> list[str]:
    lost = [
        f"lost: {block['path']} ({block['why']}) {block['text']}".rstrip()
        for block in check.details.get("lost_blocks", ())
    ]
    lines = [f"missing: {url}" for url in check.missing]
    more = [
        f"and {len(items) - _NAMED} more; --json names them all"
        for items in (lines, lost)
        if len(items) > _NAMED
    ]
    return [*lines[:_NAMED], *lost[:_NAMED], *more]


def _share(value: float | None) -> str:
    """Three decimals, rounded down: 1.000 is said only of what is whole."""
    return "-" if value is None else f"{int(value * 1000) / 1000:.3f}"
