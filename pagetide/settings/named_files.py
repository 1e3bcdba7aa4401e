"""Files of a collection that its settings name: scripts, page types, logins, files that hold secrets.

A backup asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pagetide.settings.collection_settings import FILE_NAME, Settings
from rendering.login.access import FILE
from storage.wacz.signing import KEY_FILE

LOGINS = "logins"


@dataclass(frozen=True, kw_only=True)
class NamedFiles:
    """The files by what a backup does with them, relative to the collection's folder."""

    plain: tuple[str, ...]
    secret: tuple[str, ...]
    outside: tuple[str, ...]
    """Those that stand elsewhere, by their whole path."""


def named_files(folder: Path, settings: Settings | None) -> NamedFiles:
    """The settings file, and the files that it names; logins that are kept in the folder and its key are secrets, too.

    ``settings`` is None where the file cannot be understood: nothing is known then of what it names.
    """
    root = folder.resolve()
    scripts, secrets = set(), {*(root / LOGINS).glob("*.json"), *root.glob(KEY_FILE)}
    for values in () if settings is None else _values(settings):
        scripts |= _paths(values.get("behaviour", {}), ("script",))
        secrets |= _paths(values.get("behaviour", {}), ("login_state",))
        secrets |= set(_references(values.get("access", {})))
    if settings is not None and settings.alerts.channels is not None:
        secrets.add(Path(settings.alerts.channels).resolve())
    own_tree = None if settings is None else settings.learning.page_types
    plain = scripts | (set() if own_tree is None else {Path(own_tree).resolve()})
    everything = plain | secrets
    return NamedFiles(
        plain=(FILE_NAME, *_within(root, plain - secrets)),
        secret=tuple(_within(root, secrets)),
        outside=tuple(sorted(str(path) for path in everything if not path.is_relative_to(root))),
    )


def _values(settings: Settings) -> Iterator[Mapping[str, Any]]:
    """What pages are rendered with: the general settings, and those of single pages."""
    rendering = settings.rendering
    yield {"behaviour": vars(rendering.behaviour), "access": vars(rendering.access)}
    yield from (item.changes for item in settings.overrides)


def _paths(values: Mapping[str, Any], keys: Iterable[str]) -> set[Path]:
    return {Path(values[key]).resolve() for key in keys if values.get(key) is not None}


def _references(values: Mapping[str, Any]) -> Iterator[Path]:
    for text in (values.get("password"), *values.get("headers", ())):
        if text is not None and FILE in text:
            yield Path(text.partition(FILE)[2].strip()).resolve()


def _within(root: Path, paths: Iterable[Path]) -> list[str]:
    return sorted(path.relative_to(root).as_posix() for path in paths if path.is_relative_to(root))
