"""The command ``pagetide``: all commands in one executable, errors as one sentence.

Exit codes: 0 done, 1 failed, 2 wrong usage.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer
from threadpoolctl import threadpool_limits

from changemodel.errors import ChangeModelError
from crawler.errors import CrawlerError
from pagetide.commands import (
    archives,
    collections,
    crawling,
    discovering,
    login,
    machine,
    newsroom,
    quality,
    quarantine,
    reading,
    replaying,
)
from pagetide.commands.console import err, out
from pagetide.errors import PagetideError, SettingsError
from rendering.errors import RenderingError
from storage.errors import StorageError

app = typer.Typer(
    name="pagetide",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="The web archive that learns what matters on a page, and comes back when it will have changed.",
)
for part in (
    newsroom,
    collections,
    discovering,
    archives,
    crawling,
    quarantine,
    login,
    reading,
    quality,
    replaying,
    machine,
):
    app.registered_commands.extend(part.app.registered_commands)


@app.callback(invoke_without_command=True)
def options(
    show_version: Annotated[bool, typer.Option("--version", help="Print the versions.")] = False,
) -> None:
    """The options that stand before a command."""
    if show_version:
        names = ("pagetide", "scrapy", "playwright", "warcio", "torch", "numpy")
        out.print(", ".join(f"{name} {version(name)}" for name in names))
        raise typer.Exit


def main() -> None:
    """Run the command line; errors that a person can act on are one sentence on stderr."""
    threadpool_limits(limits=1, user_api="blas")  # small matrices: more threads only fight over two cores
    try:
        app()
    except SettingsError as error:
        err.print(f"pagetide: {error}", markup=False, style="red")
        raise SystemExit(2) from None
    except (PagetideError, StorageError, CrawlerError, RenderingError, ChangeModelError) as error:
        err.print(f"pagetide: {error}", markup=False, style="red")
        raise SystemExit(1) from None
