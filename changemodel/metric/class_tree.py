"""A tree of classes: which class stands below which, and how far two classes are apart.

``taxonomy_metric`` learns from it, ``taxonomy_scores`` judges by it, and page types are such a tree. It is given as
paths, one row for each point as in hiclass, or as edges (parent, child), as in a ``networkx.DiGraph``. A class is
called by its name; where two classes share a name ("other" below "news" and below "shop"), by its path.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput

Found = TypeVar("Found")
Name = Hashable
Path = tuple[Name, ...]

NO_NAME = ""
"""The root of a tree that was given as paths; in a path, what fills a row whose path is shorter than others."""


@dataclass(frozen=True)
class ClassTree:
    """A rooted tree of classes; build it with ``from_edges``, ``from_paths``, ``flat`` or ``of``.

    Attributes
    ----------
    names : tuple
        Of every node; the root comes first, and a parent before its children.
    parent_numbers : tuple of int
        The place in ``names`` of the parent of each node; -1 for the root.
    """

    names: tuple[Name, ...]
    parent_numbers: tuple[int, ...]

    @classmethod
    def of(cls, tree: Any) -> ClassTree:
        """A tree from any of its forms: a ``ClassTree``, edges (parent, child), or a directed graph with ``edges``.

        Raises
        ------
        InvalidInput
            As ``from_edges``; an undirected graph, in which nobody is a parent.
        """
        if isinstance(tree, ClassTree):
            return tree
        if not hasattr(tree, "edges"):
            return cls.from_edges(tree)
        if hasattr(tree, "is_directed") and not tree.is_directed():
            raise InvalidInput(
                "the graph of classes is undirected: pass a DiGraph with edges (parent, child)"
            )
        return cls.from_edges([tuple(edge)[:2] for edge in tree.edges], getattr(tree, "nodes", ()))

    @classmethod
    def from_edges(cls, edges: Iterable[Any], classes: Iterable[Name] = ()) -> ClassTree:
        """A tree from its edges (parent, child), in any order; the class that is nobody's child is the root.

        Parameters
        ----------
        edges : iterable of pairs
            Names are hashable and not empty, such as strings or integers. The same edge may come twice.
        classes : iterable, optional
            Names that must occur in the tree, too.

        Raises
        ------
        InvalidInput
            No edges; an edge that is no pair of names; a class with two parents; a cycle; more than one root.
        """
        pairs = [_edge(edge, number) for number, edge in enumerate(_listed(edges))]
        if not pairs:
            raise InvalidInput("the tree of classes has no edges: pass pairs (parent, child)")
        parents = _parents(pairs)
        _refuse_cycles(parents)
        ordered = dict.fromkeys(name for pair in pairs for name in pair)
        roots = [name for name in dict.fromkeys([*ordered, *classes]) if name not in parents]
        if len(roots) > 1:
            raise InvalidInput(
                f"the classes are {len(roots)} separate trees, with the roots {_some(roots)}: add one root above them"
            )
        return cls._grown(roots[0], parents)

    @classmethod
    def from_paths(cls, paths: Iterable[Any]) -> ClassTree:
        """A tree from the path of each class or of each point: names from the top level down.

        Parameters
        ----------
        paths : array, shape (n, n_levels), DataFrame, or iterable of sequences
            A shorter path ends in empty strings, None or NaN; sequences may also have different lengths. The root
            above the top level has no name (``""``). Equal names at different places are different classes.

        Raises
        ------
        InvalidInput
            No paths; an empty path; a path with a gap in it.
        """
        found = dict.fromkeys(path[:end] for path in as_paths(paths) for end in range(1, len(path) + 1))
        if not found:
            raise InvalidInput("there are no paths of classes: pass one row of names for each class")
        ordered = sorted(found, key=len)
        numbers: dict[Path, int] = {(): 0, **{path: number for number, path in enumerate(ordered, start=1)}}
        return cls(
            (NO_NAME, *(path[-1] for path in ordered)), (-1, *(numbers[path[:-1]] for path in ordered))
        )

    @classmethod
    def flat(cls, classes: Iterable[Name]) -> ClassTree:
        """All classes directly below a root without a name: each is a sibling of every other."""
        return cls.from_paths([name] for name in classes)

    @classmethod
    def _grown(cls, root: Name, parents: Mapping[Name, Name]) -> ClassTree:
        """Level by level, so that a parent comes before its children."""
        children: dict[Name, list[Name]] = {}
        for child, parent in parents.items():
            children.setdefault(parent, []).append(child)
        names, numbers = [root], [-1]
        for number, name in enumerate(names):  # grows as it goes
            names += children.get(name, [])
            numbers += [number] * len(children.get(name, []))
        return cls(tuple(names), tuple(numbers))

    def __contains__(self, name: object) -> bool:
        try:
            self.number(name)
        except InvalidInput:
            return False
        return True

    @property
    def root(self) -> Name:
        """Name of the root; ``""`` where the tree was given as paths."""
        return self.names[0]

    @cached_property
    def classes(self) -> tuple[Name, ...]:
        """All classes but the root, a parent before its children."""
        return self._called[1:]

    @cached_property
    def leaves(self) -> tuple[Name, ...]:
        """The classes that have none below them."""
        inner = set(self.parent_numbers)
        return tuple(name for number, name in enumerate(self._called) if number not in inner)

    @property
    def edges(self) -> tuple[tuple[Name, Name], ...]:
        """Pairs (parent, child), as ``from_edges`` and networkx take them."""
        return tuple((self._called[parent], self._called[child]) for child, parent in self._child_parent)

    def number(self, name: Any) -> int:
        """The place of a class in ``names``, from its name or its path (with or without a named root).

        Raises
        ------
        InvalidInput
            A class that the tree does not have; a name that two classes share.
        """
        known = _found(self._numbers, name)
        if known is None:
            known = _found(self._numbers_of_paths, self._as_path(name))
        if known is None:
            raise InvalidInput(self._unknown(name))
        return known

    def parent(self, name: Any) -> Name | None:
        """The class above; None for the root."""
        number = self.parent_numbers[self.number(name)]
        return None if number < 0 else self._called[number]

    def children(self, name: Any) -> tuple[Name, ...]:
        """The classes directly below."""
        number = self.number(name)
        return tuple(self._called[child] for child, parent in self._child_parent if parent == number)

    def siblings(self, name: Any) -> tuple[Name, ...]:
        """The other classes below the same parent."""
        number = self.number(name)
        parent = self.parent_numbers[number]
        found = [child for child, above in self._child_parent if above == parent and child != number]
        return tuple(self._called[child] for child in found)

    def path(self, name: Any) -> Path:
        """Names from the top level, below the root, down to the class; empty for the root."""
        return self._paths[self.number(name)]

    def depth(self, name: Any) -> int:
        """Edges between the root and the class."""
        return len(self.path(name))

    def lowest_common_ancestor(self, first: Any, second: Any) -> Name:
        """The deepest class that is above both; one of them where it is above the other, or they are the same."""
        a, b = self._chains[self.number(first)], self._chains[self.number(second)]
        return self._called[a[_shared(a, b) - 1]]

    def distance(self, first: Any, second: Any) -> int:
        """Edges on the way from one class to the other: 0 for the same, 2 for siblings."""
        a, b = self._chains[self.number(first)], self._chains[self.number(second)]
        return len(a) + len(b) - 2 * _shared(a, b)

    def distances(self, names: Sequence[Any] | NDArray[Any]) -> NDArray[np.intp]:
        """``distance`` of every two of these classes, shape (n, n)."""
        chains = [self._chains[self.number(name)] for name in names]
        rows = [[len(a) + len(b) - 2 * _shared(a, b) for b in chains] for a in chains]
        return np.array(rows, dtype=np.intp).reshape(len(chains), len(chains))

    def kinship(self, names: Sequence[Any] | NDArray[Any]) -> NDArray[np.intp]:
        """How far one must climb until two classes meet, shape (n, n): 0 the same, 1 siblings, 2 cousins, and so on.

        A class and its own parent count as siblings: points may belong to an inner class.
        """
        depths = np.array([self.depth(name) for name in names], dtype=np.intp)
        both = depths[:, None] + depths[None, :]
        found: NDArray[np.intp] = np.maximum(depths[:, None], depths[None, :])
        return found - (both - self.distances(names)) // 2

    @cached_property
    def _child_parent(self) -> tuple[tuple[int, int], ...]:
        return tuple(enumerate(self.parent_numbers))[1:]

    @cached_property
    def _chains(self) -> tuple[tuple[int, ...], ...]:
        """Numbers from the root down to each node."""
        chains: list[tuple[int, ...]] = []
        for number, parent in enumerate(self.parent_numbers):
            chains.append((*(chains[parent] if parent >= 0 else ()), number))
        return tuple(chains)

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        return tuple(tuple(self.names[number] for number in chain[1:]) for chain in self._chains)

    @cached_property
    def _numbers_of_paths(self) -> dict[Path, int]:
        return {path: number for number, path in enumerate(self._paths)}

    @cached_property
    def _places(self) -> dict[Name, list[int]]:
        places: dict[Name, list[int]] = {}
        for number, name in enumerate(self.names):
            places.setdefault(name, []).append(number)
        return places

    @cached_property
    def _numbers(self) -> dict[Name, int]:
        """Of the names that only one class has."""
        return {name: numbers[0] for name, numbers in self._places.items() if len(numbers) == 1}

    @cached_property
    def _called(self) -> tuple[Name, ...]:
        """What each class is called: its name, or its path where others have that name."""
        pairs = zip(self.names, self._paths, strict=True)
        return tuple(name if name in self._numbers else path for name, path in pairs)

    def _as_path(self, name: Any) -> Path | None:
        if isinstance(name, str) or not isinstance(name, Sequence | np.ndarray):
            return None
        path = _ended(tuple(_plain(part) for part in name))
        named_root = len(path) > 1 and path[0] == self.root
        return path[1:] if named_root and _found(self._numbers_of_paths, path) is None else path

    def _unknown(self, name: Any) -> str:
        places = _found(self._places, name)
        if places is not None and len(places) > 1:
            paths = _some([self._paths[number] for number in places])
            return f"several classes are called {name!r}: pass the path of one, {paths}"
        near = get_close_matches(str(name), [str(known) for known in self.names], n=1)
        hint = f" (the nearest name is {near[0]!r})" if near else ""
        return f"the tree of classes has no class {name!r}{hint}: its leaves are {_some(self.leaves)}"


def as_paths(paths: Iterable[Any]) -> list[Path]:
    """The path of each row, without what fills it up.

    Raises
    ------
    InvalidInput
        A row without a name; a row with a gap, such as ("a", "", "b"); what is no table of names.
    """
    found = []
    for number, row in enumerate(_listed(paths)):
        if isinstance(row, str) or not isinstance(row, Sequence | np.ndarray):
            raise InvalidInput(
                f"row {number} of the paths of classes is {row!r}: pass the names from the top down"
            )
        path = _ended(tuple(_plain(name) for name in row))
        if not path or not all(_is_name(name) for name in path):
            raise InvalidInput(
                f"row {number} of the paths of classes is {list(row)!r}: names come from the top level down, at least "
                "one and without gaps; only the end may be empty"
            )
        found.append(path)
    return found


def _listed(rows: Iterable[Any]) -> list[Any]:
    if hasattr(rows, "to_numpy"):  # a DataFrame iterates over its columns
        rows = rows.to_numpy(dtype=object)
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InvalidInput(
            f"the tree of classes is {rows!r}: pass a list of edges (parent, child), or of paths"
        )
    return list(rows)


def _edge(edge: Any, number: int) -> tuple[Name, Name]:
    if isinstance(edge, str) or not isinstance(edge, Sequence | np.ndarray) or len(edge) != 2:
        raise InvalidInput(f"edge {number} of the tree of classes is {edge!r}: pass a pair (parent, child)")
    parent, child = _plain(edge[0]), _plain(edge[1])
    if not (_is_name(parent) and _is_name(child)):
        raise InvalidInput(f"edge {number} of the tree of classes is {edge!r}: give both classes a name")
    return parent, child


def _parents(pairs: Iterable[tuple[Name, Name]]) -> dict[Name, Name]:
    parents: dict[Name, Name] = {}
    for parent, child in pairs:
        if parents.setdefault(child, parent) != parent:
            raise InvalidInput(
                f"class {child!r} stands below {parents[child]!r} and below {parent!r}: a tree gives it one parent"
            )
    return parents


def _refuse_cycles(parents: Mapping[Name, Name]) -> None:
    safe: set[Name] = set()
    for name in parents:
        way: dict[Name, None] = {name: None}
        while (last := next(reversed(way))) in parents and last not in safe:
            above = parents[last]
            if above in way:
                cycle = [*list(way)[list(way).index(above) :], above]
                raise InvalidInput(
                    f"the classes form a cycle, {' below '.join(map(repr, cycle))}: take one of these edges out"
                )
            way[above] = None
        safe.update(way)


def _shared(first: Sequence[int], second: Sequence[int]) -> int:
    """How many of the first entries are the same."""
    pairs = zip(first, second, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _ended(path: Path) -> Path:
    end = len(path)
    while end and _is_nothing(path[end - 1]):
        end -= 1
    return path[:end]


def _found(table: Mapping[Any, Found], key: Any) -> Found | None:
    """None also for a key that nothing can be looked up by, such as a list."""
    try:
        return table.get(key)
    except TypeError:
        return None


def _is_nothing(name: Any) -> bool:
    """Whether there is no name: it is empty, or missing."""
    if name is None or (isinstance(name, str) and not name):
        return True
    return isinstance(name, Hashable) and (name == name) is not True  # noqa: PLR0124 - NaN, NaT, pandas.NA


def _is_name(name: Any) -> bool:
    return isinstance(name, Hashable) and not _is_nothing(name)


def _plain(name: Any) -> Any:
    """numpy's scalars as Python's, which look better in a message."""
    return name.item() if isinstance(name, np.generic) else name


def _some(names: Sequence[Any]) -> str:
    shown = ", ".join(map(repr, names[:8]))
    return shown if len(names) <= 8 else f"{shown} and {len(names) - 8} more"
