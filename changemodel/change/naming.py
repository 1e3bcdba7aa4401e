"""Names the blocks of all versions of a page consistently before anything is learned or compared.

``features.section_names`` says by which paths blocks are known; here versions are given these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from numpy.typing import NDArray

from changemodel.change.text_reading import has_text
from changemodel.features.block_input import BOX, attribute_of
from changemodel.features.blocks import BlockPage, is_plain, page_of
from changemodel.features.section_names import SectionNames
from changemodel.features.standing_lines import StandingLines
from changemodel.version import PageVersion

_OF_A_BLOCK = ("text", "links", "linked_chars", "images", *BOX)


class OneNaming:
    """Gives the blocks of versions the paths by which they are known.

    Parameters
    ----------
    names : SectionNames, optional
        What is known; nothing: all are left as they are.
    lines : StandingLines, optional
        Of versions that bring text alone; nothing: these are left as they are.
    """

    def __init__(self, names: SectionNames | None = None, lines: StandingLines | None = None) -> None:
        self._names, self._lines = names, lines
        self._paths: WeakKeyDictionary[BlockPage, Mapping[str, str]] = WeakKeyDictionary()
        self._renamed: WeakKeyDictionary[PageVersion, PageVersion] = WeakKeyDictionary()

    @classmethod
    def of(cls, versions: Sequence[PageVersion]) -> tuple[OneNaming, list[PageVersion]]:
        """From versions in time order, and these as they are known: each by what those before it said."""
        versions = _of_one_kind(versions)
        names = SectionNames()
        texts = [item.text for item in versions if is_plain(item) and item.text is not None]
        naming = cls(names, StandingLines.of(texts) if texts else None)
        read = [None if is_plain(version) else names.learn(page_of(version)) for version in versions]
        known = [
            _renamed(version, paths) if paths else naming._in_lines(version)
            for version, paths in zip(versions, read, strict=True)
        ]
        return naming, known

    def known(self, version: PageVersion) -> PageVersion:
        """A version with the paths by which its blocks are known; itself where these are its own."""
        if self._names is None or is_plain(version):
            return self._in_lines(version)
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

    def _in_lines(self, version: PageVersion) -> PageVersion:
        """A version of text alone with its lines as blocks; others as they are."""
        if self._lines is None or version.text is None or not is_plain(version):
            return version
        found = self._renamed.get(version)
        if found is None:
            found = self._renamed[version] = replace(version, blocks=self._lines.blocks(version.text))
        return found

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        parts = [part.to_arrays() for part in (self._names, self._lines) if part is not None]
        return {name: array for arrays in parts for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> OneNaming:
        """What ``to_arrays`` gave, among others."""
        return cls(SectionNames.from_arrays(arrays), StandingLines.from_arrays(arrays))

    def __getstate__(self) -> dict[str, Any]:
        return {"names": self._names, "lines": self._lines}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def _of_one_kind(versions: Sequence[PageVersion]) -> Sequence[PageVersion]:
    """Where some bring blocks and some plain text, the picture alone of the fewer: the two cannot be compared."""
    worded = [is_plain(version) for version in versions if has_text(version)]
    plain = 2 * sum(worded) > len(worded)
    if len(set(worded)) < 2:
        return versions
    return [
        replace(version, blocks=None, text=None)
        if version.is_pictured and is_plain(version) is not plain
        else version
        for version in versions
    ]


def _renamed(version: PageVersion, paths: Mapping[str, str]) -> PageVersion:
    blocks = [
        _with_path(block, paths[path]) if (path := attribute_of(block, "path", "")) in paths else block
        for block in version.blocks
    ]
    return replace(version, blocks=blocks)


def _with_path(block: Any, path: str) -> dict[str, Any]:
    brought = {name: attribute_of(block, name) for name in _OF_A_BLOCK}
    return {"path": path} | {name: value for name, value in brought.items() if value is not None}
