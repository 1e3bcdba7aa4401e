"""What all commands share: where the collection is, how results and progress reach a person or a program.

Whatever is printed is taken as it stands: a URL with ``[/red]`` in it is no markup, and nothing in a title moves the
cursor or begins a line (``pagetide.plain_text``). Own lines are given one by one, with ``sep="\\n"``.
"""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TimeElapsedColumn,
)
from rich.table import Column, Table
from rich.text import Text

from pagetide.plain_text import json_text, shown


class PlainConsole(Console):
    """A console for which every string is plain text on one line; a ``Text`` is printed as it was made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """Every string comes by here: what is printed, titles and cells of tables."""
        return super().render_str(shown(text), **options)


out = PlainConsole(soft_wrap=True)
err = PlainConsole(stderr=True, soft_wrap=True)

NO_CONTACT = (
    "No contact is set: servers cannot tell who is visiting, and their owners cannot ask you to stop. Set contact "
    "under [crawl] in pagetide.toml, a mail address or a web page of yours."
)
"""Said where a crawl would be anonymous."""

Folder = Annotated[
    Path,
    typer.Option(
        "--collection",
        "-c",
        envvar="PAGETIDE_COLLECTION",
        help="The collection's folder.",
        show_default="this folder",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document for programs.")]

MOST_ROWS = 1000
"""Pages that a table shows where nothing else was said: a hundred thousand are no reading, and take a minute."""
MostRows = Annotated[
    int, typer.Option("--limit", min=0, help="Most pages that are shown, in JSON too; 0 shows all.")
]
SkippedRows = Annotated[int, typer.Option("--skip", min=0, help="Pages to pass over first: to read on.")]

_KEPT_WHOLE = 12
"""Letters of a word, a date for example, that is not broken for lack of room; the first column gets 24."""
_PIPE_WIDTH = 200
"""Letters of a line where no terminal says how many fit: a URL in one piece can be searched for."""


def print_json(value: Any) -> None:
    """A result for a program: one JSON document on stdout."""
    typer.echo(json_text(value, default=_plain, indent=2))


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A result for a spreadsheet, or for another command: CSV on stdout."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([shown(cell) for cell in row] for row in rows)


def print_faults(faults: Iterable[object], notes: Iterable[object] = ()) -> None:
    """What is wrong, and what is only worth knowing, one a line."""
    for fault in faults:
        out.print(Text.assemble(("fault", "red"), f" {shown(str(fault))}"))
    for note in notes:
        out.print(f"note {note}", style="dim", highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A result for a person: a table on stdout; nothing is cut, long texts wrap."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for index, column in enumerate(columns):
        words = [word for text in (column, *(row[index] for row in rows)) for word in text.split()]
        longest = max(map(len, words), default=0)
        table.add_column(column, overflow="fold", min_width=24 if index == 0 else min(longest, _KEPT_WHOLE))
    for row in rows:
        table.add_row(*row)
    is_wide = not (out.is_terminal or "COLUMNS" in os.environ)
    (PlainConsole(width=_PIPE_WIDTH) if is_wide else out).print(table)


def tell_left_out(pages: int, shown: int, skipped: int, *, as_json: bool = False) -> None:
    """Say how many pages are not shown; beside JSON to a person only."""
    left = pages - shown - skipped
    if left > 0:
        more = "1 more page is" if left == 1 else f"{left:,} more pages are"
        console = err if as_json else out
        console.print(f"{more} not shown: `--skip {skipped + shown}` reads on, `--limit 0` shows all.")


@contextmanager
def progress_bar(description: str, total: int | None) -> Iterator[Progress]:
    """A progress bar on a terminal, nothing in a pipe. The task's id is 0."""
    bar = Progress(*progress_columns(), console=err, disable=not err.is_terminal, transient=False)
    with bar:
        bar.add_task(description, total=total)
        yield bar


@contextmanager
def working(description: str) -> Iterator[None]:
    """Say what takes a while: on a terminal with a sign that turns and the seconds since, in a pipe not at all."""
    columns = (SpinnerColumn(), *progress_columns()[:1], TimeElapsedColumn())
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as bar:
        bar.add_task(description, total=None)
        yield


def progress_columns() -> tuple[ProgressColumn, ...]:
    """What a bar is about, as much of it as fits; the bar; how many of how many; since when."""
    described = _Described(table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    return described, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()


class _Described(ProgressColumn):
    """What a bar is about, as plain text."""

    def render(self, task: Task) -> Text:
        return Text(shown(task.description))


def moment(when: datetime | None) -> str:
    """A time for a person, in UTC, or a dash."""
    return "-" if when is None else f"{when.astimezone(UTC):%Y-%m-%d %H:%M}"


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")
