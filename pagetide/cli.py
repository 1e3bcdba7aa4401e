"""The command ``pagetide``: all commands in one executable, errors as one sentence.

Exit codes: 0 done, 1 failed, 2 wrong usage.
"""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Annotated

import typer

from changemodel.errors import ChangeModelError
from crawler.errors import CrawlerError
from pagetide.commands.command_table import LateGroup
from pagetide.commands.console import err, out
from pagetide.errors import PagetideError, SettingsError
from rendering.errors import RenderingError
from storage.errors import StorageError

app = typer.Typer(
    name="pagetide",
    cls=LateGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="A web archive that learns which changes on a page matter, and schedules its visits by them.",
)


@app.callback(invoke_without_command=True)
def options(
    show_version: Annotated[bool, typer.Option("--version", help="Print the versions.")] = False,
) -> None:
    """The options that stand before a command."""
    if show_version:
        names = ("pagetide", "scrapy", "playwright", "warcio", "numpy")
        out.print(", ".join(f"{name} {_version(name)}" for name in names))
        raise typer.Exit


def main() -> None:
    """Run the command line; errors that a person can act on are one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a title in letters that the terminal does not have
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SettingsError as error:
        err.print(f"pagetide: {error}", style="red")
        raise SystemExit(2) from None
    except (PagetideError, StorageError, CrawlerError, RenderingError, ChangeModelError) as error:
        err.print(f"pagetide: {error}", style="red")
        raise SystemExit(1) from None
    except OSError as error:  # a file that cannot be read or written, a disk that is full
        where = "" if error.filename is None else f"{error.filename}: "
        err.print(f"pagetide: {where}{error.strerror or error}.", style="red")
        raise SystemExit(1) from None


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "(not installed)"
