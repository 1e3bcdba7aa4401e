"""The state of a collection: ``status``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from changemodel.classify.page_type_tree import UNKNOWN, PageTypeTree
from pagetide.commands.console import (
    MOST_ROWS,
    AsJson,
    Folder,
    MostRows,
    SkippedRows,
    moment,
    out,
    print_json,
    print_table,
    tell_left_out,
)
from pagetide.learning.baselines import newest_baseline
from pagetide.settings.collection_settings import load_settings
from storage.collection import Collection
from storage.disk_space import Room, Space
from storage.offload.offloading import TROUBLE, FilesPlaces, places_of
from storage.plurals import counted
from storage.queries.page_types import StoredPageType
from storage.queries.workers import WorkerRow
from storage.records import Page, ResponseKind, StoredCapture

app = typer.Typer()


@app.command()
def status(
    collection: Folder = Path(),
    type_: Annotated[
        str | None,
        typer.Option("--type", help="Only pages of this type, kinds of it included.", metavar="TYPE"),
    ] = None,
    most: MostRows = MOST_ROWS,
    skip: SkippedRows = 0,
    as_json: AsJson = False,
) -> None:
    """List every page with its type, state, captures, important changes and next visit; and the workers.

    Example: pagetide status -c news --type section
    """
    settings = load_settings(collection)
    names = None if type_ is None else _names(type_, settings.page_types() or PageTypeTree.default())
    with Collection.open(collection, read_only=True) as opened:
        pages, in_all = _chosen(opened, names, most, skip)
        sizes = opened.repository.bytes_by_page([page.id for page in pages])
        types = opened.repository.page_types([page.id for page in pages])
        rows = [
            _page_status(opened, page) | {"bytes": sizes.get(page.id, 0)} | _type(types.get(page.id))
            for page in pages
        ]
        counts = opened.repository.counts()
        missed = opened.repository.count_missed_visits(since=datetime.now(UTC) - timedelta(14))
        space = Room(collection, opened.repository, settings.storage).space()
        places, trouble = places_of(collection), opened.repository.state(TROUBLE)
        workers = [_worker(row) for row in opened.repository.workers() if not row.left]
    if as_json:
        told: dict[str, Any] = {
            "pages_in_all": counts.pages,
            "captures": counts.captures,
            "important_changes": counts.important,
            "space": asdict(space),
            "missed_in_14_days": missed,
            "workers": workers,
            "object_store": None if places is None else asdict(places) | {"trouble": trouble},
        }
        print_json({"pages": rows, **told})
        tell_left_out(in_all, len(rows), skip, as_json=True)
        return
    shown = "" if type_ is None else f"{in_all} of "
    _print_pages(
        f"{collection.resolve()}: {shown}{counted(counts.pages, 'page')}, "
        f"{counted(sum(counts.captures.values()), 'capture')}",
        rows,
    )
    tell_left_out(in_all, len(rows), skip)
    _print_space(space)
    if places is not None:
        _print_places(places, trouble)
    _print_workers(workers)
    if missed:
        visits = counted(missed, "planned visit", "was missed", "were missed")
        out.print(f"{visits} in 14 days; `pagetide schedule` says why.")
    _print_notes(rows)


def _worker(row: WorkerRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "version": row.release,
        "host": row.host,
        "browser": row.browser,
        "started_at": row.started_at,
        "heard_at": row.heard_at,
        "silent": row.is_silent,
        "pages_in_hand": [page for page, _ in row.in_hand],
    }


def _print_pages(title: str, rows: Sequence[dict[str, Any]]) -> None:
    print_table(
        title,
        ("page", "type", "state", "captures", "disk", "important in 7 days", "last visit", "next visit"),
        [
            (
                f"{row['id']}  {row['url']}",
                _told_type(row),
                row["state"],
                str(row["captures"]),
                f"{row['bytes'] / 1e6:.1f} MB",
                str(row["important_7_days"]),
                moment(row["last_visit_at"]),
                moment(row["due_at"]),
            )
            for row in rows
        ],
    )


def _print_workers(workers: Sequence[dict[str, Any]]) -> None:
    if not workers:
        return
    print_table(
        counted(len(workers), "worker"),
        ("worker", "machine", "version", "browser", "last heard", "pages being visited"),
        [
            (
                each["name"],
                each["host"],
                each["version"],
                each["browser"],
                moment(each["heard_at"]) + (" (silent: its leases run out)" if each["silent"] else ""),
                ", ".join(map(str, each["pages_in_hand"])) or "-",
            )
            for each in workers
        ],
    )


def _names(type_: str, tree: PageTypeTree) -> list[str]:
    """The types that are asked for: one, and all kinds of it."""
    return [UNKNOWN] if type_ == UNKNOWN else tree.below(type_)


def _chosen(opened: Collection, names: Sequence[str] | None, most: int, skip: int) -> tuple[list[Page], int]:
    """The pages that are shown, and how many there are to show."""
    repository = opened.repository
    if names is None:
        return repository.pages(limit=most or None, offset=skip), repository.count_pages()
    numbers = repository.pages_of_types(names)
    return repository.pages_in_order(numbers[skip : skip + most if most else None]), len(numbers)


def _type(kept: StoredPageType | None) -> dict[str, Any]:
    return {
        "type": None if kept is None else kept.type,
        "type_probability": None if kept is None else kept.probability,
        "type_said_by": None if kept is None else kept.said_by,
    }


def _told_type(row: dict[str, Any]) -> str:
    if row["type"] is None:
        return "-"
    sure = "" if row["type_said_by"] is not None else f" {row['type_probability']:.2f}"
    return f"{row['type']}{sure}"


def _print_notes(rows: Sequence[dict[str, Any]]) -> None:
    for row in rows:
        if row["baseline_since"]:
            since = moment(row["baseline_since"])
            out.print(f"{row['id']}  new baseline since {since}: {row['baseline_reason']}")
        if row["last_problems"]:
            out.print(
                f"{row['id']}  last visit {row['last_outcome']}: {'; '.join(row['last_problems'])}",
            )
        if row["unscored"]:
            out.print(
                f"{row['id']}  {counted(row['unscored'], 'capture')} could not be scored yet: "
                f"{row['unscored_error']}",
            )


def _print_space(space: Space) -> None:
    limit = "" if space.most_bytes is None else f" of {space.most_bytes / 1e9:g} GB allowed"
    out.print(
        f"{space.taken_bytes / 1e9:.2f} GB taken{limit}, {space.free_bytes / 1e9:.1f} GB free on the disk"
    )
    if space.obstacle is not None:
        out.print(f"No visit begins: {space.obstacle}", style="red")


def _print_places(places: FilesPlaces, trouble: Mapping[str, str] | None) -> None:
    waiting = f", {counted(places.waiting_files, 'closed file', 'waits', 'wait')} to be sent"
    out.print(
        f"{places.address}: {counted(places.stored_files, 'WARC file')} ({places.stored_bytes / 1e9:.2f} GB), "
        f"{places.freed_files:,} of them not on this disk{waiting if places.waiting_files else ''}"
    )
    if trouble is not None:
        out.print(f"Nothing is lost, but since {trouble['since']}: {trouble['problem']}", style="red")


def _page_status(opened: Collection, page: Page) -> dict[str, Any]:
    repository = opened.repository
    newest = next(iter(repository.captures(page.id, newest_first=True, limit=1)), None)
    model = repository.current_model(page.id)
    baseline = newest_baseline(repository.around_profile_change(page.id))
    unscored, error = repository.count_unscored(page.id)
    week_ago = (datetime.now(UTC) if newest is None else newest.started_at) - timedelta(7)
    return {
        "id": page.id,
        "url": page.url,
        "state": _state(page, newest, None if model is None else str(model.state)),
        "captures": repository.count_captures(page.id),
        "important_7_days": repository.count_important(page.id, since=week_ago),
        "baseline_since": baseline and baseline.since,
        "baseline_reason": baseline and baseline.reason,
        "last_visit_at": page.last_visit_at,
        "last_outcome": str(newest.outcome) if newest else None,
        "last_problems": [problem.message for problem in newest.problems] if newest else [],
        "due_at": page.due_at,
        "due_reason": page.due_reason,
        "unscored": unscored,
        "unscored_error": error,
    }


def _state(page: Page, newest: StoredCapture | None, model_state: str | None) -> str:
    if not page.active:
        return "paused" if page.retired_at is None else "retired"
    if page.failures and page.plan.get("decided_by") == "robots":
        times = "once" if page.failures == 1 else f"{page.failures} times in a row"
        return f"forbidden by robots.txt, which was asked {times}"
    if page.quarantined_at is not None:
        return (
            f"quarantined since {page.quarantined_at:%Y-%m-%d} ({counted(page.failures, 'failure')} in a row)"
        )
    if page.failures:
        return f"failing ({page.failures} in a row)"
    if newest is not None and newest.response_kind is ResponseKind.NOT_HTML:
        return "a file: only its bytes are compared"
    return {None: "learning", "learned": "learned"}.get(model_state, "not enough change yet")
