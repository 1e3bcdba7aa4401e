"""Removes captures from the collection for good: ``remove``."""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from pagetide.commands.arguments import find_page, user_name
from pagetide.commands.console import AsJson, Folder, err, moment, out, print_json, print_table, progress_bar
from pagetide.errors import NothingToDo
from pagetide.lock import working_alone
from storage.collection import Collection
from storage.plurals import counted
from storage.queries.removal_leftovers import leftovers
from storage.queries.removal_records import Removal, removals
from storage.removal.removing import RemovalPlan, Why, plan_removal
from storage.removal.removing import remove as take_out

app = typer.Typer()

_BEYOND = (
    "Copies elsewhere stay as they are: WACZ files and tables that were exported, backups, the files that were "
    "ingested. Logs and pagetide.toml may name the page."
)


@app.command()
def remove(  # noqa: PLR0913, PLR0917  a command's options
    page: Annotated[str | None, typer.Argument(help="Number or URL of the page.")] = None,
    capture: Annotated[
        list[int] | None,
        typer.Option(help="Number of a capture of it: only that goes, and the page stays; repeatable."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why; kept in the audit record.")] = "",
    by: Annotated[str, typer.Option(help="Who removes it.", show_default="your user name")] = "",
    forget_url: Annotated[
        bool, typer.Option("--forget-url", help="Keep only a digest of the URL in the audit record.")
    ] = False,
    collection: Folder = Path(),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and stop.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List what was removed so far.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove a page, or captures of it, for good: from the WARC files, the database, everything learned.

    The WARC files concerned are rewritten without these records; captures that stay lose nothing. A record of what
    was removed, when, by whom and why stays.
    Example: pagetide remove -c news https://example.org/ --reason "court order"
    """
    if list_:
        _list(collection, as_json)
        return
    if page is None:
        raise typer.BadParameter("say which page, or --list")
    if not reason.strip() and not dry_run:
        raise typer.BadParameter('say why: --reason "..." is kept in the audit record')
    with Collection.open(collection) as opened, working_alone(opened):
        plan = _planned(opened, page, capture or ())
        if dry_run or not as_json:
            _tell(plan, as_json)
        if dry_run:
            return
        if not yes:
            _ask(plan)
        why = Why(reason=reason.strip(), by=by or user_name(), at=datetime.now(UTC), forget_url=forget_url)
        done = take_out(opened, plan, why)
        left = leftovers(opened.database)
    if as_json:
        print_json(_as_json(done))
        return
    out.print(
        f"Removed {counted(len(done.captures), 'capture')}. The audit record: `pagetide remove --list`."
    )
    if left:
        out.print(
            f"{counted(left, 'removed file')} may still be in the object store, which does not answer: deleted there "
            "by the daemon, or the next command that writes, once it does.",
            style="red",
        )
    if not plan.whole_page:
        out.print(f"{plan.page.url} is learned and scored again by the next crawl, or by `pagetide learn`.")
    out.print(_BEYOND)


def _planned(opened: Collection, page: str, captures: list[int] | tuple[int, ...]) -> RemovalPlan:
    found = find_page(opened, page)
    with progress_bar("looking through the archive", None) as bar:
        return plan_removal(
            opened,
            found,
            captures,
            lambda done, total: bar.update(bar.task_ids[0], completed=done, total=total),
        )


def _tell(plan: RemovalPlan, as_json: bool) -> None:
    """What a removal takes out."""
    captures = sorted(plan.gone.captures.values(), key=lambda row: (row.started_at, row.id))
    if as_json:
        print_json(
            {
                "page": plan.page.url,
                "whole_page": plan.whole_page,
                "captures": [{"id": row.id, "at": row.started_at} for row in captures],
                "records": plan.found.records,
                "bytes": plan.found.size_bytes,
                "files": plan.files,
                "scores": plan.scores,
                "labels": plan.labels,
                "models": len(plan.models),
            }
        )
        return
    what = "The page, with" if plan.whole_page else "The page stays, without"
    times = dict.fromkeys(moment(row.started_at) for row in captures[:: max(len(captures) - 1, 1)])
    when = f", {' to '.join(times)}" if times else ""
    size = f"{plan.found.size_bytes / 1e6:.1f} MB"
    out.print(f"{plan.page.url}", style="bold")
    out.print(f"{what} {counted(len(captures), 'capture')}{when}:", highlight=False)
    out.print(f"  {counted(plan.found.records, 'record')} ({size}) leave the archive", highlight=False)
    out.print(
        f"  {counted(plan.scores, 'score')}, {counted(plan.labels, 'label')} and "
        f"{counted(len(plan.models), 'model')} go with them",
        highlight=False,
    )
    out.print(f"  rewritten or deleted: {', '.join(plan.files) or 'no WARC file'}", highlight=False)


def _ask(plan: RemovalPlan) -> None:
    if not sys.stdin.isatty():
        raise NothingToDo("nothing was removed: there is no terminal to ask at. Say --yes if you are sure.")
    subject = "the page and all its captures" if plan.whole_page else "these captures"
    if not typer.confirm(f"Remove {subject} for good? This cannot be undone", err=True):
        err.print("Nothing was removed.")
        raise typer.Exit(1)


def _list(folder: Path, as_json: bool) -> None:
    with Collection.open(folder, read_only=True) as opened:
        done = removals(opened.database)
    if as_json:
        print_json([_as_json(item) for item in done])
        return
    if not done:
        out.print("Nothing was removed from this collection.")
        return
    rows = [
        (
            moment(item.removed_at),
            item.page_url or item.page_digest,
            f"{len(item.captures)}{' (whole page)' if item.whole_page else ''}",
            item.removed_by,
            item.reason,
        )
        for item in done
    ]
    print_table("removed", ("when", "page", "captures", "by", "reason"), rows)


def _as_json(done: Removal) -> dict[str, Any]:
    told = asdict(done)
    told["bytes"] = told.pop("size_bytes")
    return told
