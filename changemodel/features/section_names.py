"""Matches the blocks of a page whose elements have been renamed.

A page that is built anew names its elements anew, and with their sections all that was known of them would be lost:
every section would change for good on that day, and each tick of a clock be the first of its kind. What a block says is
found again: in a section of the same tags that is gone from the page. What stands beside it follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.features.blocks import BlockPage, masked_text, section_of, shape_of
from changemodel.features.sentences import sentences_of
from changemodel.features.structure import folded
from changemodel.features.text_cache import remembered
from changemodel.features.text_keys import key_of

MOST_SAID = 1000
"""Newest sentences by which a section is known: what was said long ago is not said again when a page is built anew."""

MOST_OF = 0.5
"""Share of a block's sentences that were said in one section, and of a section's blocks that were found again there,
from which on it is taken for that section; and of all unknown blocks, from which on a page was built anew."""

BUILT_ANEW = 3
"""Sections that must be found again for a page to be built anew: one may be an advertisement under another name."""

MOST_ALIKE = 500
"""Newest sections of the same tags in which a block is looked for: where each item has a class of its own, there are
thousands."""

_NUMBERED, _NAMED = ":nth-of-type(", frozenset(".#:")
_PREFIX = "names_"


@dataclass(frozen=True, slots=True)
class _Part:
    """A block, or the pictures of one."""

    path: str
    text: str
    is_picture: bool = False

    @property
    def section(self) -> str:
        return section_of(self.path)

    @property
    def keys(self) -> tuple[int, ...]:
        return (key_of(self.text),) if self.is_picture else _keys(self.text)


class SectionNames:
    """The sections of a page by the names under which they were first seen, and what was said in each.

    Parameters
    ----------
    said : mapping of str to collection of int, optional
        Names of sentences, the newest last, by section.
    newest : collection of str
        The sections of the newest version.
    """

    def __init__(
        self, said: Mapping[str, Collection[int]] | None = None, newest: Collection[str] = ()
    ) -> None:
        self._said = {section: dict.fromkeys(keys) for section, keys in (said or {}).items()}
        self._newest = frozenset(newest)
        self._other_names: set[str] = set()
        """By which known sections were called: none of these is a section itself."""
        self._by_shape = _by_shape(self._said)

    def learn(self, page: BlockPage) -> Mapping[str, str]:
        """The ``paths_of`` a page, of which is known from now on what it says."""
        paths = self.paths_of(page)
        self._other_names.update(section_of(path) for path in paths)
        parts = [(section_of(paths.get(part.path, part.path)), part) for part in _parts(page)]
        for section, part in parts:
            if section not in self._other_names:
                self._add(section, part.keys)
        self._newest = frozenset(section for section, _ in parts)
        return paths

    def paths_of(self, page: BlockPage) -> Mapping[str, str]:
        """The paths by which blocks are known, by those that they have on this page, where these are others.

        A block of an unknown section is known by the one, of the same tags and gone from the page, in which alone most
        of its sentences were said, numbers aside. One that says nothing known, by that of most others of its section,
        or, on a page that was built anew, by the one of its tags that is gone since the newest version; else it stands
        in the nearest element around it in which others were found again.
        """
        parts = list(_parts(page))
        present = {part.section for part in parts}
        gone = self._said.keys() - present
        unknown = [part for part in parts if part.section not in self._said] if gone else []
        found: dict[str, str] = {}
        for part in unknown:
            place = self._place(part, gone)
            if place is not None:
                found[part.path] = _placed(part.path, place)
        again = {section_of(path) for path in found}
        if len(again) >= BUILT_ANEW and len(found) >= MOST_OF * len(unknown):
            found |= self._left_over({part.path for part in unknown}, present, found)
        return found | dict(_beside([part.path for part in unknown if part.path not in found], found))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """For saving."""
        keys = [key for said in self._said.values() for key in said]
        arrays = {
            "sections": np.array(list(self._said), dtype=np.str_),
            "counts": np.array([len(said) for said in self._said.values()], dtype=np.int64),
            "said": np.array(keys, dtype=np.uint64),
            "newest": np.array(sorted(self._newest), dtype=np.str_),
        }
        return {f"{_PREFIX}{name}": array for name, array in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """What ``to_arrays`` gave, among others; knows nothing where there is nothing of it."""
        own = {name.removeprefix(_PREFIX): item for name, item in arrays.items() if name.startswith(_PREFIX)}
        if not own:
            return cls()
        ends = np.cumsum(own["counts"])
        said = (
            own["said"][end - count : end].tolist() for end, count in zip(ends, own["counts"], strict=True)
        )
        return cls(dict(zip(own["sections"].tolist(), said, strict=True)), own["newest"].tolist())

    def _add(self, section: str, keys: tuple[int, ...]) -> None:
        said = self._said.get(section)
        if said is None:
            said = self._said[section] = {}
            self._by_shape.setdefault(shape_of(section), []).append(section)
        for key in keys:
            said.pop(key, None)
            said[key] = None
        while len(said) > MOST_SAID:
            del said[next(iter(said))]

    def _place(self, part: _Part, gone: Collection[str]) -> str | None:
        """The section that is gone in which alone most of a part was said."""
        alike = self._by_shape.get(shape_of(part.section), [])
        places = [name for name in alike[-MOST_ALIKE:] if name in gone]
        shared = Counter({name: sum(key in self._said[name] for key in part.keys) for name in places})
        likeliest = shared.most_common(2)
        if not likeliest or not part.keys or likeliest[0][1] < MOST_OF * len(part.keys):
            return None
        return None if len(likeliest) > 1 and likeliest[0][1] == likeliest[1][1] else likeliest[0][0]

    def _left_over(
        self, unknown: Collection[str], present: Collection[str], found: Mapping[str, str]
    ) -> dict[str, str]:
        """The paths of sections in which nothing was found again, each by the only one of its tags that is left."""
        again = {section_of(path) for path in found}
        taken = {section_of(path) for path in found.values()}
        free = _by_shape(self._newest.difference(present, taken))
        left = _by_shape({section_of(path) for path in unknown} - again)
        known = {
            left[shape][0]: free[shape][0]
            for shape in left
            if len(left[shape]) == len(free.get(shape, ())) == 1
        }
        return {
            path: _placed(path, known[section]) for path in unknown if (section := section_of(path)) in known
        }


def _by_shape(sections: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in sections:
        found.setdefault(shape_of(section), []).append(section)
    return found


def _parts(page: BlockPage) -> Iterator[_Part]:
    for block in page.blocks:
        yield _Part(block.path, block.in_lines)
    for picture in page.pictures:
        yield _Part(picture.path.partition(" ")[0], picture.text, is_picture=True)


@remembered
def _keys(text: str) -> tuple[int, ...]:
    return tuple(key_of(masked_text(folded(sentence).strip())) for sentence in sentences_of(text))


def _placed(path: str, section: str) -> str:
    """A path as it is in a section of the same tags: its names, and the numbers of what has none."""
    return ">".join(
        name + own[own.index(_NUMBERED) :] if _NUMBERED in own and _NAMED.isdisjoint(name) else name
        for own, name in zip(path.split(">"), section.split(">"), strict=True)
    )


def _beside(paths: list[str], found: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """By which paths those are known that say nothing known, by what stands beside and around them."""
    sections: dict[str, Counter[str]] = {}
    around: dict[str, Counter[str]] = {}
    for path, known in found.items():
        sections.setdefault(section_of(path), Counter())[section_of(known)] += 1
        for outer, known_outer in zip(_elements_around(path), _elements_around(known), strict=True):
            around.setdefault(outer, Counter())[known_outer] += 1
    unsure = Counter(map(section_of, paths))
    for path in paths:
        place = section_of(path)
        agreed = sections.get(place, Counter()).most_common(1)
        if agreed and agreed[0][1] >= MOST_OF * (sections[place].total() + unsure[place]):
            yield path, _placed(path, agreed[0][0])
            continue
        for outer in reversed(_elements_around(path)):
            if outer in around:
                known_outer, times = around[outer].most_common(1)[0]
                if known_outer != outer and times > MOST_OF * around[outer].total():
                    yield path, known_outer + path[len(outer) :]
                break


def _elements_around(path: str) -> list[str]:
    """The paths of the elements around an element, from the outermost."""
    parts = path.split(">")
    return [">".join(parts[:end]) for end in range(1, len(parts))]
