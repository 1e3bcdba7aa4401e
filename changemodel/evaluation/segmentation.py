"""Rendered blocks as regions: a page cut into visually distinct rectangles, each found again in other versions.

Source: Law 2015, section 4.2 (structural segmentation: block tree, then visually distinct rectangles, one version's
segmentation applied to all). Ours are the rule of the cut (from the top of the tree down, as VIPS does: Cai et al.,
2003) and the following: the source lays the rectangles of one version over every other, here each region goes where
its blocks have gone.

A region is named by the paths of its elements (``body>main>section:nth-of-type(2)``). Numbers in paths shift when
something is inserted before; what holds is what most versions say in the same place: section titles, navigation.
These *anchors* tell which element of a version is which of the reference; a region goes with the anchors inside or
around it, a row without any with the row beside it. Stories are no anchors: a region is a place on the page and not
the story that stands there today, so that a new lead story is a change of the lead's region. What a version has and
the reference has not is in no region.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.errors import InvalidInput, InvalidVersion
from changemodel.features.block_input import BOX, attribute_of, checked_blocks
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX
from changemodel.features.structure import normalised_text

LARGEST_PX2 = 60_000  # a larger element is cut into its parts: 6 % of the view, a teaser with its picture
FULL_SHARE = 0.7  # of their common rectangle that neighbours must fill to be one region
ANCHOR_SHARE = 0.5  # of the versions that say what an anchor says
MIN_VERSIONS = 8  # fewer are no history: every text of the reference is an anchor then

_NUMBERED = re.compile(r"(.*):nth-of-type\((\d+)\)")
_SAMPLE = 60  # versions among which the reference is chosen

FloatArray = NDArray[np.float64]
Rectangle = tuple[float, float, float, float]  # left, top, right, bottom in CSS pixels of the page


@dataclass(frozen=True, slots=True)
class Box:
    """One visible block and where it stands."""

    path: str
    text: str
    rectangle: Rectangle


@dataclass(frozen=True, slots=True)
class Region:
    """One visually distinct part of the reference: the elements that it consists of, and its rectangle there.

    Of one that reaches out of the view (``is_cut``) only as much is looked at in any version as stands in the view
    of the reference.
    """

    paths: tuple[str, ...]
    rectangle: Rectangle
    is_cut: bool = False


@dataclass(frozen=True)
class Segmentation:
    """The regions of a page, and what finds them again.

    Parameters
    ----------
    regions
        In reading order of the reference version.
    anchors
        Text that most versions say once -> path of its block in the reference.
    """

    regions: tuple[Region, ...]
    anchors: Mapping[str, str]

    @classmethod
    def of(cls, blocks: Iterable[Any]) -> Self:
        """The regions of a single version; every text that it says once is an anchor."""
        found = boxes_of(blocks)
        return cls(tuple(cut(found)), _said_once(found))

    @classmethod
    def fit(cls, versions: Sequence[Iterable[Any]]) -> Self:
        """The regions of a page: those of the version whose paths most other versions have.

        Parameters
        ----------
        versions
            The blocks of each version, in time order.

        Raises
        ------
        InvalidInput
            There is no version, or none has a visible block in the view.
        """
        pages = [boxes_of(blocks) for blocks in versions]
        if not any(cut(page) for page in pages[:_SAMPLE]) and not any(cut(page) for page in pages):
            raise InvalidInput("no version has visible blocks: pass versions with blocks, or use the grid")
        reference = pages[_most_common([{box.path for box in page} for page in pages])]
        anchors = _said_once(reference)
        if len(pages) >= MIN_VERSIONS:
            said = Counter(text for page in pages for text in _said_once(page))
            anchors = {
                text: path for text, path in anchors.items() if said[text] >= ANCHOR_SHARE * len(pages)
            }
        return cls(tuple(cut(reference)), anchors)

    def locate(self, blocks: Iterable[Any]) -> FloatArray:
        """Where the regions stand in a version, (regions, 4) as left, top, right, bottom; NaN where one is not."""
        boxes = boxes_of(blocks)
        elements = _elements(boxes)
        names = _Names(self.anchors, _said_once(boxes))
        places = np.full((len(self.regions), 4), np.nan)
        for row, region in enumerate(self.regions):
            size = _width(region.rectangle), _height(region.rectangle)
            found = [_place(path, size, names, elements) for path in region.paths]
            if any(found):
                places[row] = _limited(_around([place for place in found if place]), region)
        return places

    @property
    def identity(self) -> str:
        """Names the segmentation: features of regions of different identity are not compared."""
        return hashlib.sha256(self.to_bytes()).hexdigest()[:16]

    def to_bytes(self) -> bytes:
        """As JSON, for saving with a model."""
        regions = [[region.paths, region.rectangle, region.is_cut] for region in self.regions]
        return json.dumps({"regions": regions, "anchors": dict(sorted(self.anchors.items()))}).encode()

    @classmethod
    def from_bytes(cls, saved: bytes) -> Self:
        """The segmentation that ``to_bytes`` was called on."""
        content = json.loads(saved)
        regions = tuple(
            Region(tuple(paths), (left, top, right, bottom), is_cut)
            for paths, (left, top, right, bottom), is_cut in content["regions"]
        )
        return cls(regions, content["anchors"])


def boxes_of(blocks: Iterable[Any]) -> list[Box]:
    """The blocks that take up room.

    Parameters
    ----------
    blocks
        Objects or mappings with ``path``, ``x_px``, ``y_px``, ``width_px``, ``height_px`` (CSS pixels of the page) and
        ``text``, as a capture's layout has them.

    Raises
    ------
    InvalidVersion
        Something among them has no path or no box, or a box that is no number.
    """
    if isinstance(blocks, str | bytes) or not isinstance(blocks, Iterable):
        raise InvalidVersion(f"blocks are a {type(blocks).__name__}: pass a sequence of blocks")
    boxes = [_box(block) for block in checked_blocks(blocks)]
    return [box for box in boxes if _area(box.rectangle) > 0]


def cut(boxes: Sequence[Box], width: int = VIEW_WIDTH_PX, height: int = VIEW_HEIGHT_PX) -> list[Region]:
    """Visually distinct rectangles that together cover every block in the view, in reading order.

    An element that is not larger than ``LARGEST_PX2`` is one region with all that is in it; a larger one is cut into
    its parts, and neighbours among these that together fill a small rectangle become one region again.
    """
    view = (0.0, 0.0, float(width), float(height))
    seen = [Box(box.path, box.text, _common(box.rectangle, view)) for box in boxes]
    seen = [box for box in seen if _area(box.rectangle) > 0]
    elements, whole = _elements(seen), _elements(boxes)
    below: dict[str, list[str]] = defaultdict(list)
    for path in elements:
        below[path.rpartition(">")[0]].append(path)
    own: dict[str, Rectangle] = {}
    for box in seen:
        own[box.path] = _around([own.get(box.path, box.rectangle), box.rectangle])
    regions: list[Region] = []
    waiting = below[""][::-1]
    while waiting:
        path = waiting.pop()
        if _area(elements[path]) <= LARGEST_PX2 or not below[path]:
            _append(regions, Region((path,), elements[path], elements[path] != whole[path]))
            continue
        if path in own:  # text of its own between the parts
            regions.append(Region((path,), own[path], elements[path] != whole[path]))
        waiting += below[path][::-1]
    return regions


def _limited(rectangle: Rectangle, region: Region) -> Rectangle:
    if not region.is_cut:
        return rectangle
    left, top, right, bottom = region.rectangle
    return (
        rectangle[0],
        rectangle[1],
        min(rectangle[2], rectangle[0] + right - left),
        min(rectangle[3], rectangle[1] + bottom - top),
    )


def _append(regions: list[Region], region: Region) -> None:
    """Add a region, or make it one with the sibling before where both fill a small rectangle."""
    if regions and _parent(regions[-1]) == _parent(region):
        both = _around([regions[-1].rectangle, region.rectangle])
        filled = _area(regions[-1].rectangle) + _area(region.rectangle)
        if _area(both) <= LARGEST_PX2 and filled >= FULL_SHARE * _area(both):
            is_cut = regions[-1].is_cut or region.is_cut
            regions[-1] = Region(regions[-1].paths + region.paths, both, is_cut)
            return
    regions.append(region)


def _parent(region: Region) -> str:
    return region.paths[-1].rpartition(">")[0]


def _box(given: Any) -> Box:
    path, text = attribute_of(given, "path"), attribute_of(given, "text", "")
    sides = [attribute_of(given, name) for name in BOX]
    if any(side is None for side in sides):
        raise InvalidVersion(
            f"the block {path} has no box: pass objects with path, text and {', '.join(BOX)}"
        )
    left, top, width, height = map(float, sides)
    return Box(path, normalised_text(text), (left, top, left + width, top + height))


def _elements(boxes: Sequence[Box]) -> dict[str, Rectangle]:
    """Every element with a block in it: the rectangle around these blocks, parents before children."""
    elements: dict[str, Rectangle] = {}
    for box in boxes:
        for path in _prefixes(box.path):
            known = elements.get(path)
            elements[path] = box.rectangle if known is None else _around([known, box.rectangle])
    return elements


def _prefixes(path: str) -> list[str]:
    steps = path.split(">")
    return [">".join(steps[:count]) for count in range(1, len(steps) + 1)]


def _said_once(boxes: Sequence[Box]) -> dict[str, str]:
    """Texts that stand in one block only -> its path; a text needs a letter to say anything."""
    counts = Counter(box.text for box in boxes)
    return {box.text: box.path for box in boxes if counts[box.text] == 1 and any(map(str.isalpha, box.text))}


class _Names:
    """What elements of the reference are called in a version, as far as anchors tell."""

    def __init__(self, reference: Mapping[str, str], version: Mapping[str, str]) -> None:
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        for text in reference.keys() & version.keys():
            # side by side from their ends, so that an element put around everything does no harm
            before, after = _prefixes(reference[text])[::-1], _prefixes(version[text])[::-1]
            for old, new in zip(before, after, strict=False):
                votes[old][new] += 1
        self._known = {
            path: min(found, key=lambda name: (-found[name], name)) for path, found in votes.items()
        }
        self._taken = {name: path for path, name in self._known.items()}
        self._siblings: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for path, name in self._known.items():
            parent, tag, number = _step(path)
            if tag == _step(name)[1]:
                self._siblings[parent, tag].append((number, name))

    def of(self, path: str) -> list[str]:
        """What an element may be called: by its anchors, else by its next siblings, the nearer first."""
        if path in self._known:
            return [self._known[path]]
        parent, tag, number = _step(path)
        siblings = self._siblings.get((parent, tag), [])
        before = max((item for item in siblings if item[0] < number), default=None)
        behind = min((item for item in siblings if item[0] > number), default=None)
        found = sorted(filter(None, (before, behind)), key=lambda item: abs(item[0] - number))
        stepped = [(*_step(name)[::2], number - old) for old, name in found]
        return [f"{beneath}>{tag}:nth-of-type({new + by})" for beneath, new, by in stepped]

    def is_taken(self, path: str) -> bool:
        """Whether what has this path now is another element."""
        return any(self._taken.get(prefix, prefix) != prefix for prefix in _prefixes(path))


def _step(path: str) -> tuple[str, str, int]:
    """Parent, tag with its class or id, and number among equal siblings of an element."""
    parent, _, own = path.rpartition(">")
    numbered = _NUMBERED.fullmatch(own)
    return (parent, numbered[1], int(numbered[2])) if numbered else (parent, own, 1)


def _place(
    path: str, size: tuple[float, float], names: _Names, elements: Mapping[str, Rectangle]
) -> Rectangle | None:
    """Where an element of the reference stands in a version: with its nearest ancestor that anchors tell of.

    Where that leaves two, it is the one more like the reference's region in size, of equal ones the first.
    """
    steps = path.split(">")
    for count in range(len(steps), 0, -1):
        called = [">".join([name, *steps[count:]]) for name in names.of(">".join(steps[:count]))]
        found = [elements[name] for name in called if name in elements]
        if found:
            return min(found, key=lambda place: abs(_width(place) - size[0]) + abs(_height(place) - size[1]))
    return None if names.is_taken(path) else elements.get(path)


def _width(rectangle: Rectangle) -> float:
    return rectangle[2] - rectangle[0]


def _height(rectangle: Rectangle) -> float:
    return rectangle[3] - rectangle[1]


def _most_common(paths: Sequence[set[str]]) -> int:
    """The version whose paths are, on the whole, in most others."""
    sample = np.unique(np.linspace(0, len(paths) - 1, _SAMPLE).astype(np.intp)).tolist()
    common = Counter(path for index in sample for path in paths[index])
    agreement = [sum(common[path] - len(sample) / 2 for path in paths[index]) for index in sample]
    return int(sample[int(np.argmax(agreement))])


def _common(a: Rectangle, b: Rectangle) -> Rectangle:
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def _around(rectangles: Sequence[Rectangle]) -> Rectangle:
    lefts, tops, rights, bottoms = zip(*rectangles, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _area(rectangle: Rectangle) -> float:
    left, top, right, bottom = rectangle
    return max(0.0, right - left) * max(0.0, bottom - top)
