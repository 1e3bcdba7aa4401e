"""What the blocks of a version must be, checked once, where a version is made of them.

Callers bring blocks of any kind, objects or mappings. Everything behind this reads them as they are, in several places
and for several ends, and trusts that a path is a path and a box is four numbers.
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from typing import Any

from changemodel.errors import InvalidVersion

BOX = ("x_px", "y_px", "width_px", "height_px")
"""The sides of a block's box, in CSS pixels of the page."""

_STRINGS = frozenset([str])
_NUMBERS = frozenset([int, float, type(None)])
_COLLECTIONS = frozenset([tuple, list, set, frozenset])
_NOT_URLS = (str, bytes, Mapping)


def attribute_of(given: Any, name: str, default: object = None) -> Any:
    """What a block that a version brings has by a name: versions bring objects or mappings."""
    if type(given) is dict or isinstance(given, Mapping):  # the latter alone takes as long as all the rest
        return given.get(name, default)
    return getattr(given, name, default)


def checked_blocks(blocks: object, of: str = "") -> Sequence[Any]:
    """The blocks as they are, in a sequence.

    Parameters
    ----------
    blocks : iterable of objects or mappings
        See ``PageVersion``.
    of : str
        Whose they are, for messages: "of the version of ...".

    Raises
    ------
    InvalidVersion
        They are no collection, or something among them is no block; the message names it by its place and path.
    """
    if isinstance(blocks, str | bytes) or not isinstance(blocks, Iterable):
        raise InvalidVersion(
            f"{_named('the blocks', of)} are a {type(blocks).__name__}: pass a sequence of blocks or None"
        )
    found = blocks if isinstance(blocks, Sequence) else tuple(blocks)
    for number, block in enumerate(() if _are_usual(found) else found):
        wrong = _wrong_with(block)
        if wrong:
            path = attribute_of(block, "path")
            where = f" ({path})" if isinstance(path, str) else ""
            raise InvalidVersion(f"{_named(f'block {number}{where}', of)} {wrong}")
    return found


def _named(what: str, of: str) -> str:
    return f"{what} {of}" if of else what


def _are_usual(blocks: Sequence[Any]) -> bool:
    """Whether all are as nearly all blocks are. A page has thousands, and attribute by attribute that is said in a
    quarter of the time that it takes block by block."""
    kinds = set(map(type, blocks))
    if kinds != {dict} and any(issubclass(kind, Mapping) for kind in kinds):
        return False

    def column(name: str, default: object = None) -> list[Any]:
        if kinds == {dict}:
            return [block.get(name, default) for block in blocks]
        return [getattr(block, name, default) for block in blocks]

    paths = column("path")
    return (
        _STRINGS.issuperset(map(type, paths))
        and not any("\0" in path for path in paths)
        and _STRINGS.issuperset(map(type, column("text", "")))
        and all(_are_usual_urls(column(name, ())) for name in ("links", "images"))
        and all(_are_usual_numbers(column(name)) for name in ("linked_chars", *BOX))
    )


def _are_usual_urls(collections: Sequence[Any]) -> bool:
    urls = chain.from_iterable(collections)
    return _COLLECTIONS.issuperset(map(type, collections)) and _STRINGS.issuperset(map(type, urls))


def _are_usual_numbers(numbers: Sequence[Any]) -> bool:
    if not _NUMBERS.issuperset(map(type, numbers)):
        return False
    try:
        return isfinite(sum(item for item in numbers if item is not None))
    except OverflowError:
        return False


def _wrong_with(block: Any) -> str:
    """What a block cannot be read for, and what to pass; empty where it can be read."""
    path, text = attribute_of(block, "path"), attribute_of(block, "text", "")
    if not isinstance(path, str) or not isinstance(text, str):
        return f"is a {type(block).__name__} without a path or text: pass objects with path, text and links"
    if "\0" in path:
        return "has a path with a NUL character, which no element has: name it otherwise"
    for name in ("links", "images"):
        urls = attribute_of(block, name, ())
        if not (_are_urls(urls) or (urls is None and name == "images")):
            return f"has {name} {reprlib.repr(urls)}: pass a collection of URL strings, an empty one for none"
    linked = attribute_of(block, "linked_chars")
    if linked is not None and not _is_number(linked):
        return f"has linked_chars {linked!r}: pass a number of characters, or None where it is unknown"
    for name in BOX:
        side = attribute_of(block, name)
        if side is not None and not _is_number(side):
            return (
                f"has {name} {side!r}: pass a finite number of CSS pixels, or None where its box is unknown"
            )
    return ""


def _are_urls(given: object) -> bool:
    return (
        not isinstance(given, _NOT_URLS)
        and isinstance(given, Collection)  # read several times, which an iterator is not
        and all(isinstance(url, str) for url in given)
    )


def _is_number(value: Any) -> bool:
    try:
        return isfinite(value)
    except (TypeError, ValueError, OverflowError):
        return False
