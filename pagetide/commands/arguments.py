"""What arguments that several commands take stand for."""

from __future__ import annotations

from pagetide.errors import NothingToDo
from storage.collection import Collection
from storage.records import Page

LARGEST_NUMBER = 2**63 - 1
"""The largest number that a database can hold."""


def find_page(collection: Collection, text: str) -> Page:
    """The page with that number or URL.

    Raises
    ------
    NothingToDo
        No such page is watched.
    """
    found = collection.repository.find_page(text)
    if found is None and text.isdecimal():
        found = next(collection.repository.pages_of([min(int(text), LARGEST_NUMBER)]), None)
    if found is None:
        raise NothingToDo(f"{text} is not watched here. `pagetide status` lists the pages.")
    return found
