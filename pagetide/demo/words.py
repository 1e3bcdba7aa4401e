"""The vocabulary of the demo, read from ``words.toml``: headline templates by section, and fillers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

Templates = tuple[str, ...]

_VOCABULARY = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))


def _lists(table: str) -> dict[str, Templates]:
    return {key: tuple(items) for key, items in _VOCABULARY[table].items()}


_PARAGRAPHS = _lists("paragraphs")
_NAMES = _lists("names")

HEADLINES: Mapping[str, Templates] = _lists("headlines")
NOTICES: Mapping[str, Templates] = _lists("notices")
STANDFIRSTS: Templates = _PARAGRAPHS["news"]
NOTICE_LEADS: Templates = _PARAGRAPHS["notices"]
EVERGREEN: Templates = _PARAGRAPHS["evergreen"]
CLAIMS: Templates = _PARAGRAPHS["claims"]
PEOPLE: Templates = tuple(f"{first} {last}" for first in _NAMES["first"] for last in _NAMES["last"])
FILLERS: Mapping[str, Templates] = {"Person": PEOPLE, **_lists("fillers")}
"""Words for each slot of a template, by the slot's name."""
