"""Interprets arguments that several commands share."""

from __future__ import annotations

import getpass
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pagetide.errors import NothingToDo, OutputExists
from pagetide.settings.collection_settings import FILE_NAME
from storage.collection import FOLDERS, Collection
from storage.database.place import DATABASE
from storage.records import Page

Force = Annotated[bool, typer.Option("--force", help="Replace files that are there.")]

_SCHEME = re.compile(r"\s*https?:[/\\]{2}", re.IGNORECASE)

LARGEST_NUMBER = 2**63 - 1
"""The largest number that a database can hold."""
_MOST_DIGITS = 100  # of a text that is read as a number


def row_number(text: str) -> int:
    """The number that decimal digits write, however many; of those that no database holds the largest one."""
    return min(int(text), LARGEST_NUMBER) if len(text) < _MOST_DIGITS else LARGEST_NUMBER


def find_page(collection: Collection, text: str) -> Page:
    """The page with that number or URL; a URL may lack its scheme.

    Raises
    ------
    NothingToDo
        No such page is watched. Where the same address is watched over the other scheme, that is said.
    """
    repository = collection.repository
    found = repository.find_page(text)
    if found is None and text.isdecimal():
        found = next(repository.pages_of([row_number(text)]), None)
    alike = [page for url in _over_each_scheme(text) if (page := repository.find_page(url)) is not None]
    if found is None and alike and not _SCHEME.match(text):
        found = alike[0]
    if found is None:
        advice = f"Name {alike[0].url}, which is." if alike else "`pagetide status` lists the pages."
        raise NothingToDo(f"{text} is not watched here. {advice}")
    return found


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


def _over_each_scheme(text: str) -> Iterator[str]:
    rest = _SCHEME.sub("", text.strip())
    return (f"{scheme}://{rest}" for scheme in ("https", "http"))
