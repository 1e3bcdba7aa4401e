"""One naming for all versions of a page, before anything is learned of them or compared.

``features.section_names`` says by which paths blocks are known; here versions are given these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from numpy.typing import NDArray

from changemodel.features.block_input import BOX, attribute_of
from changemodel.features.blocks import BlockPage, page_of
from changemodel.features.section_names import SectionNames
from changemodel.version import PageVersion

_OF_A_BLOCK = ("text", "links", "linked_chars", "images", *BOX)


class OneNaming:
    """Gives the blocks of versions the paths by which they are known.

    Parameters
    ----------
    names : SectionNames, optional
        What is known; nothing: all are left as they are.
    """

    def __init__(self, names: SectionNames | None = None) -> None:
        self._names = names
        self._paths: WeakKeyDictionary[BlockPage, Mapping[str, str]] = WeakKeyDictionary()
        self._renamed: WeakKeyDictionary[PageVersion, PageVersion] = WeakKeyDictionary()

    @classmethod
    def of(cls, versions: Sequence[PageVersion]) -> tuple[OneNaming, list[PageVersion]]:
        """From versions in time order, and these as they are known: each by what those before it said."""
        names = SectionNames()
        read = [None if version.blocks is None else names.learn(page_of(version)) for version in versions]
        known = [
            _renamed(version, paths) if paths else version
            for version, paths in zip(versions, read, strict=True)
        ]
        return cls(names), known

    def known(self, version: PageVersion) -> PageVersion:
        """A version with the paths by which its blocks are known; itself where these are its own."""
        if self._names is None or version.blocks is None:
            return version
        page = page_of(version)
        paths = self._paths.get(page)
        if paths is None:
            paths = self._paths[page] = self._names.paths_of(page)
        if not paths:
            return version
        found = self._renamed.get(version)
        if found is None:
            found = self._renamed[version] = _renamed(version, paths)
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        return {} if self._names is None else self._names.to_arrays()

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> OneNaming:
        """What ``to_arrays`` gave, among others."""
        return cls(SectionNames.from_arrays(arrays))

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self._names}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def _renamed(version: PageVersion, paths: Mapping[str, str]) -> PageVersion:
    blocks = [
        _with_path(block, paths[path]) if (path := attribute_of(block, "path", "")) in paths else block
        for block in version.blocks
    ]
    return replace(version, blocks=blocks)


def _with_path(block: Any, path: str) -> dict[str, Any]:
    brought = {name: attribute_of(block, name) for name in _OF_A_BLOCK}
    return {"path": path} | {name: value for name, value in brought.items() if value is not None}
