"""The types of pages as a tree, read from a TOML file that a person can edit.

``page_types.toml`` beside this file holds the default. A type is named by the last part of its path, which no other
type of the tree has: "listing" is section > listing.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from os import PathLike
from typing import Any

from changemodel.arguments import file_path
from changemodel.errors import InvalidInput

UNKNOWN = "unknown"
"""What a page is whose type is not told; no type of a tree may be called so."""

DEFAULT_FILE = "page_types.toml"

_TEXTS = ("title", "about")


@dataclass(frozen=True, kw_only=True)
class PageType:
    """One type of the tree."""

    path: tuple[str, ...]  # from the root down, the type's own name last
    title: str
    about: str

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path[-1]


class PageTypeTree:
    """The types that pages may have, each under a name of its own.

    Parameters
    ----------
    types : mapping of str to PageType
        By name; a parent stands before its children.
    """

    def __init__(self, types: Mapping[str, PageType]) -> None:
        self._types = dict(types)

    @classmethod
    def default(cls) -> PageTypeTree:
        """The tree that ships with the package."""
        return _default()

    @classmethod
    def read(cls, path: str | PathLike[str]) -> PageTypeTree:
        """The tree in a file.

        Raises
        ------
        InvalidInput
            The file cannot be read, is no TOML, or holds what is no tree of types; the message says where.
        """
        file = file_path(path, "path")
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"the tree of page types {file} cannot be read: {error}") from error
        return cls.parse(text, str(file))

    @classmethod
    def parse(cls, text: str, name: str = "the text") -> PageTypeTree:
        """The tree that a TOML text describes; ``name`` is what messages call it. Raises as ``read``."""
        try:
            tables = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InvalidInput(f"{name} is no TOML: {error}") from error
        types: dict[str, PageType] = {}
        for item in _walked(tables, (), name):
            if item.name in types:
                places = " and ".join(".".join(path) for path in (types[item.name].path, item.path))
                raise InvalidInput(f"{name} has two types of one name, {places}: rename one of them")
            types[item.name] = item
        if not types:
            raise InvalidInput(f'{name} holds no types: add one, such as [article] with title = "article"')
        return cls(types)

    def __iter__(self) -> Iterator[PageType]:
        return iter(self._types.values())

    def __len__(self) -> int:
        return len(self._types)

    def __contains__(self, name: object) -> bool:
        return name in self._types

    def __getitem__(self, name: str) -> PageType:
        """The type of this name.

        Raises
        ------
        InvalidInput
            There is none; the message names the nearest and all.
        """
        if name in self._types:
            return self._types[name]
        near = difflib.get_close_matches(str(name), self._types, n=1, cutoff=0.5)
        instead = f", did you mean {near[0]!r}?" if near else "."
        raise InvalidInput(f"{name!r} is no page type of the tree{instead} It has {', '.join(self._types)}.")

    def path(self, name: str) -> tuple[str, ...]:
        """From the root down to this type. Raises as ``[name]``."""
        return self[name].path

    def is_below(self, name: str, ancestor: str) -> bool:
        """Whether a type is another one or a kind of it. Raises as ``[name]``."""
        return self[ancestor].name in self.path(name)

    def below(self, name: str) -> list[str]:
        """The type and all kinds of it, by name. Raises as ``[name]``."""
        return [item.name for item in self if self.is_below(item.name, name)]

    def words(self, name: str) -> str:
        """How people read a type: the titles from the root down. A name that the tree lacks stays as it is."""
        return " > ".join(self[part].title for part in self.path(name)) if name in self else name

    def edges(self) -> list[tuple[str, str]]:
        """Parent and child of all types that have a parent: the form that taxonomy learners take."""
        return [(item.path[-2], item.name) for item in self if len(item.path) > 1]

    def as_dict(self) -> dict[str, dict[str, Any]]:
        """As plain values, by name, for JSON."""
        return {
            item.name: {"path": list(item.path), "title": item.title, "about": item.about} for item in self
        }

    @classmethod
    def from_dict(cls, types: Mapping[str, Mapping[str, Any]]) -> PageTypeTree:
        """What ``as_dict`` gave."""
        return cls(
            {
                name: PageType(path=tuple(item["path"]), title=str(item["title"]), about=str(item["about"]))
                for name, item in types.items()
            }
        )


@cache
def _default() -> PageTypeTree:
    return PageTypeTree.parse(files(__package__).joinpath(DEFAULT_FILE).read_text("utf-8"), DEFAULT_FILE)


def _walked(tables: Mapping[str, Any], parent: tuple[str, ...], name: str) -> Iterator[PageType]:
    for key, value in tables.items():
        path = (*parent, key)
        if not isinstance(value, dict):
            if key in _TEXTS and parent:
                continue
            raise InvalidInput(f"{name}: {'.'.join(path)} is no table: write a type as [{'.'.join(path)}]")
        if key == UNKNOWN or not key or any(letter.isspace() for letter in key):
            raise InvalidInput(f"{name}: {key!r} cannot be the name of a type: choose one without spaces")
        texts = {text: value.get(text, key if text == "title" else "") for text in _TEXTS}
        if wrong := [text for text, said in texts.items() if not isinstance(said, str)]:
            raise InvalidInput(f"{name}: {wrong[0]} of {'.'.join(path)} is no text: put it in quotes")
        yield PageType(path=path, **texts)
        yield from _walked(value, path, name)
