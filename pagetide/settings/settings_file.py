"""Reads ``pagetide.toml``; a section may occur more than once.

The file that ``init`` writes has every section already, and what the documents show begins with one: it can be pasted
at the end all the same.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pagetide.errors import SettingsError

_HEADER = re.compile(
    r"(?m)^(?=[ \t]*\[)(?![ \t]*\[[ \t]*override[ \t]*\.)"
)  # a table of an override stays with it


def read_settings_file(path: Path) -> Mapping[str, Any]:
    """What the file says, by section; nothing where there is no file.

    Raises
    ------
    SettingsError
        It cannot be read, or is no TOML; the line is named.
    """
    if not path.exists():
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
        return _parsed(text)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}. Correct that line and run again.") from error


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        whole: dict[str, Any] = {}
        try:
            for section in _sections(text):
                _merge(whole, section)
        except tomllib.TOMLDecodeError:
            raise error from None  # which names the line in the file
        return whole


def _sections(text: str) -> Iterator[dict[str, Any]]:
    """The sections one by one; a line in a value of several lines may look like a header, and is none."""
    read = ""
    for part in _HEADER.split(text):
        read += part
        try:
            section = tomllib.loads(read)
        except tomllib.TOMLDecodeError:
            continue
        yield section
        read = ""
    if read:
        tomllib.loads(read)


def _merge(whole: dict[str, Any], section: Mapping[str, Any]) -> None:
    for key, value in section.items():
        known = whole.setdefault(key, value)
        if known is value:
            continue
        if isinstance(known, dict) and isinstance(value, dict):
            _merge(known, value)
        elif key == "override" and isinstance(known, list) and isinstance(value, list):
            known.extend(value)
        else:
            raise tomllib.TOMLDecodeError(f"{key} stands twice")
