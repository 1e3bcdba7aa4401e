"""What arguments that several commands take stand for."""

from __future__ import annotations

from pagetide.errors import NothingToDo
from storage.collection import Collection
from storage.records import Page


def find_page(collection: Collection, text: str) -> Page:
    """The page with that number or URL.

    Raises
    ------
    NothingToDo
        No such page is watched.
    """
    found = collection.repository.find_page(text)
    if found is None and text.isdecimal():
        found = next((page for page in collection.repository.pages() if page.id == int(text)), None)
    if found is None:
        raise NothingToDo(f"{text} is not watched here. `pagetide status` lists the pages.")
    return found
