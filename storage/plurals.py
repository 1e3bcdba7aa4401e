"""Numbers with their nouns: "1 capture", "2 captures"."""

from __future__ import annotations

_ODD = {"indexes": "index", "index entries": "index entry"}


def counted(count: int, noun: str, rest: str = "", rest_of_many: str = "") -> str:
    """A number with its noun, and with the words behind that, which may differ between one and many.

    >>> counted(1, "capture", "was added", "were added")
    '1 capture was added'
    """
    one = count == 1
    words = rest if one else rest_of_many or rest
    return f"{count:,} {noun}{'' if one else 's'}{words and ' ' + words}"


def counted_as(count: int, plural: str) -> str:
    """A number with a noun that is known by its plural: "1 record", "2 records"."""
    return f"1 {_ODD.get(plural, plural.removesuffix('s'))}" if count == 1 else f"{count:,} {plural}"
