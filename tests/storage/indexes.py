"""Compares CDXJ indexes: ours with one that another tool made of the same files."""

import json
from collections.abc import Iterable
from typing import Any


def entries(lines: Iterable[str]) -> list[tuple[str, str, dict[str, str]]]:
    """Key, time and fields of each line, with numbers as text: tools write them either way."""
    found = []
    for line in lines:
        key, moment, fields = line.rstrip("\n").split(" ", 2)
        found.append((key, moment, {name: str(value) for name, value in json.loads(fields).items()}))
    return found


def differences(ours: Iterable[str], theirs: Iterable[str], *, ignoring: Iterable[str] = ()) -> list[Any]:
    """Entries that only one of the two indexes has, as ("ours" or "theirs", entry); ``ignoring``: fields."""

    def comparable(lines: Iterable[str]) -> list[tuple[str, str, tuple[tuple[str, str], ...]]]:
        skipped = set(ignoring)
        return [
            (key, moment, tuple(sorted(item for item in fields.items() if item[0] not in skipped)))
            for key, moment, fields in entries(lines)
        ]

    left, right = comparable(ours), comparable(theirs)
    return [("ours", entry) for entry in left if entry not in right] + [
        ("theirs", entry) for entry in right if entry not in left
    ]


def is_sorted_bytewise(lines: Iterable[str]) -> bool:
    """Whether the lines stand in the order of their bytes, as replay tools search them."""
    raw = [line.encode() for line in lines]
    return raw == sorted(raw)
