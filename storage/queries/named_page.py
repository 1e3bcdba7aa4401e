"""The page that a person names: by its number, or by its URL with or without the scheme."""

from __future__ import annotations

import re
from collections.abc import Iterator

from storage.errors import NotStored
from storage.queries.repository import Repository
from storage.records import Page

LARGEST_NUMBER = 2**63 - 1
"""The largest number that a database can hold."""
_MOST_DIGITS = 100  # of a text that is read as a number
_SCHEME = re.compile(r"\s*https?:[/\\]{2}", re.IGNORECASE)


def named_page(repository: Repository, text: str) -> Page:
    """The page with that number or URL; a URL may lack its scheme.

    Raises
    ------
    NotStored
        No such page is watched. Where the same address is watched over the other scheme, that is said.
    """
    found = repository.find_page(text)
    if found is None and text.isdecimal():
        found = next(repository.pages_of([row_number(text)]), None)
    alike = [page for url in _over_each_scheme(text) if (page := repository.find_page(url)) is not None]
    if found is None and alike and not _SCHEME.match(text):
        found = alike[0]
    if found is None:
        advice = f"Name {alike[0].url}, which is." if alike else "`pagetide status` lists the pages."
        raise NotStored(f"{text} is not watched here. {advice}")
    return found


def row_number(text: str) -> int:
    """The number that decimal digits write, however many; of those that no database holds the largest one."""
    return min(int(text), LARGEST_NUMBER) if len(text) < _MOST_DIGITS else LARGEST_NUMBER


def _over_each_scheme(text: str) -> Iterator[str]:
    rest = _SCHEME.sub("", text.strip())
    return (f"{scheme}://{rest}" for scheme in ("https", "http"))
