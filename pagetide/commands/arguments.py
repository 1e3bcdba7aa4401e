"""Interprets arguments that several commands share."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from pagetide.errors import NothingToDo, OutputExists
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import FOLDERS, Collection
from storage.database.place import DATABASE
from storage.queries.named_page import named_page
from storage.records import Page

Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]

Jobs = Annotated[
    int, typer.Option("--jobs", help="Processes of this machine that compute; -1: one for each core.")
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        help="Address of a Dask scheduler, whose workers compute instead; they read this folder under the same path.",
        metavar="ADDRESS",
    ),
]


def find_page(collection: Collection, text: str) -> Page:
    """The page with that number or URL; ``NotStored`` where none is watched (``storage.queries.named_page``)."""
    return named_page(collection.repository, text)


def user_name() -> str:
    """Who is at the terminal; empty where the machine does not know."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container without a name for its user
        return ""


def check_target(path: Path, collection: Path, *, force: bool) -> None:
    """Nothing is overwritten that was not meant, and no part of the collection at all.

    Raises
    ------
    OutputExists
        Something is there that must not be replaced.
    NothingToDo
        There is no folder for it.
    """
    own = (DATABASE, FILE_NAME, *FOLDERS)
    if any(path.resolve().is_relative_to(collection.resolve() / name) for name in own):
        raise OutputExists(f"{path} belongs to the collection itself. Name a file elsewhere.")
    if path.is_dir():
        raise OutputExists(f"{path} is a folder. Name a file in it.")
    if not path.absolute().parent.is_dir():
        raise NothingToDo(f"cannot write {path}: there is no folder {path.absolute().parent}. Make it first.")
    if path.exists() and not force:
        raise OutputExists(f"{path} is there already. Name another file, or replace it with --force.")
