"""The blocks of a version for the comparison of text: their text, their section, their purpose.

A block is a rendered box with text or links of its own, named by a path that survives changes elsewhere on the page
(``body>main>section:nth-of-type(2)>p:nth-of-type(3)``). Each belongs to three places, from narrow to wide: its own
path (a slot), its section (the path without numbers, so that the items of a list are one region), and its shape (the
tags alone, which survive class names that a build makes anew). Where a version brings only text, its lines are the
blocks and a line's place is what the line before it says.

Furniture is what a page carries besides its content: menus, the site's footer, and the links and controls of its
header, sidebars and dialogs. A sentence there is content, as are the links and controls amid the content: a list of
documents, a button that says "Sold out". On a page of prose, links that stand before it, or outside of ``main`` and
``article``, are furniture whatever elements they stand in (link density: Kohlschuetter et al., "Boilerplate detection
using shallow text features", 2010).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from math import isfinite
from numbers import Real
from types import MappingProxyType
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from changemodel.features.addresses import document_of, picture_name
from changemodel.features.block_input import attribute_of, checked_blocks
from changemodel.features.structure import folded, normalised_lines, normalised_text, plain
from changemodel.features.text_cache import remembered

PLAIN = "text>"
"""Before the place of a line of a version that brings text without structure."""

_NUMBER = re.compile(r"\d[\d.,:/]*")
_PLACE = re.compile(r"(?<!>td)(?<!>th):nth-of-type\(\d+\)")
_ROW_CLASS = re.compile(r">tr[.#:][^>]*")
_MARK = re.compile(r"\s?\[\d{1,4}\]")
_NAME = re.compile(r"[.#:][^>]*")
_HEADING = re.compile(r"(?:^|>)h([1-6])[^>]*$")
_PICTURE = re.compile(r">(?:img|video|input)[^>]*$")
_MENUS = frozenset(["nav", "menu", "menuitem"])
_ASIDES = frozenset(["header", "footer", "aside", "dialog"])
_CONTROLS = frozenset(["button", "select", "option"])
_CONTENT = frozenset(["main", "article"])
_PER_LINK = 8  # words that a link's label has at most, where the version does not say how much text is linked
_LABEL_WORDS = 12  # a block of more words, few of them linked, is prose wherever it stands
_LINE_LETTERS = 60
_NEIGHBOURS = 3  # blocks on either side that speak for one whose path was cut short by an id
_MOSTLY = 0.5

NO_DIGESTS: Mapping[str, str] = MappingProxyType({})
"""Of a version that does not say what was received under the URLs of its images."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Block:
    """One visible block of a version."""

    path: str
    text: str = ""
    links: frozenset[str] = frozenset()
    linked_chars: int | None = None  # of the text, inside links; None: unknown
    lines: str = ""  # the text, where it stands on more than one line
    shows: frozenset[str] = frozenset()  # names of pictures that a person named

    @property
    def targets(self) -> frozenset[str]:
        """The documents that the block leads to, and the pictures that it shows."""
        return frozenset(map(document_of, self.links)) | self.shows

    @property
    def in_lines(self) -> str:
        """The text, what stands on a line of its own on such."""
        return self.lines or self.text

    @property
    def link_density(self) -> float:
        """Share of the text that is link labels, estimated from the number of links where it is not known."""
        if not self.text:
            return 1.0
        if self.linked_chars is not None:
            return min(1.0, self.linked_chars / len(self.text))
        return min(1.0, _PER_LINK * len(self.links) / len(self.text.split()))


class BlockPage:
    """The blocks of one version, with what comparing needs of each, in reading order.

    Versions that say the same have the same one (``block_page``), so that what is known of it is known of all.

    Parameters
    ----------
    blocks : sequence of Block
    pictures : sequence of Block
        One for each block that shows images; its text is one word that names these.
    """

    def __init__(self, blocks: Sequence[Block], pictures: Sequence[Block] = ()) -> None:
        self.blocks = tuple(blocks)
        self.pictures = tuple(pictures)
        self.exact = tuple(text_key(block.text) for block in self.blocks)
        self.target = tuple(_targets_key(block.targets) for block in self.blocks)
        self.rank = tuple(_rank(block.path) for block in self.blocks)

    @cached_property
    def times(self) -> Counter[int]:
        """How often each text stands on the page."""
        return Counter(self.exact)

    @cached_property
    def rows_of(self) -> dict[int, list[int]]:
        """Where each text stands on the page."""
        rows: dict[int, list[int]] = {}
        for row, key in enumerate(self.exact):
            rows.setdefault(key, []).append(row)
        return rows

    @cached_property
    def word_count(self) -> int:
        """Words on the page."""
        return sum(_words(block) for block in self.blocks)

    @cached_property
    def masked(self) -> tuple[int, ...]:
        """Keys of the texts with every number as one sign."""
        return tuple(text_key(masked_text(block.text)) for block in self.blocks)

    @cached_property
    def furniture(self) -> tuple[bool, ...]:
        """Which blocks are furniture; none where the page has hardly anything else."""
        meant = [self._is_meant(row) for row in range(len(self))]
        marked = [known or _is_between(meant, row, self.blocks[row]) for row, known in enumerate(meant)]
        marked = self._with_menus(marked)
        return tuple(marked) if self._words(marked, False) > 0 else (False,) * len(marked)

    @cached_property
    def content(self) -> BlockPage:
        """The same page with nothing in its furniture; every block keeps its place."""
        if not any(self.furniture):
            return self
        judged = list(zip(self.blocks, self.furniture, strict=True))
        left_out = {block.path for block, known in judged if known}
        return _only(
            [Block(block.path) if known else block for block, known in judged],
            [item for item in self.pictures if not (_is_aside(item.path) or item.path in left_out)],
        )

    def __len__(self) -> int:
        return len(self.blocks)

    def _is_meant(self, row: int) -> bool:
        """Whether the elements around a block are meant for furniture, and it is no sentence that stands among it."""
        tags = _tags(self.blocks[row].path)
        if not _MENUS.isdisjoint(tags):
            return True
        if _CONTENT.isdisjoint(tags) and "footer" in tags:
            return True
        return not _ASIDES.isdisjoint(tags) and (self._is_links(row) or not _CONTROLS.isdisjoint(tags))

    def _with_menus(self, marked: list[bool]) -> list[bool]:
        """On a page of prose, links around the content are furniture; on a page of links, they are its content."""
        rest = [row for row, known in enumerate(marked) if not known]
        total = sum(_words(self.blocks[row]) for row in rest)
        linked = sum(_words(self.blocks[row]) * self.blocks[row].link_density for row in rest)
        if total == 0 or linked > _MOSTLY * total:
            return marked
        inside = self._inside(marked)
        return [known or (not inside[row] and self._is_links(row)) for row, known in enumerate(marked)]

    def _inside(self, marked: Sequence[bool]) -> list[bool]:
        """Which blocks stand in the content: in the elements for it or, where there are none, from its first heading or
        first paragraph on."""
        stated = [not _CONTENT.isdisjoint(_tags(block.path)) for block in self.blocks]
        if any(stated):
            return stated
        begins = (row for row, known in enumerate(marked) if not known and self._begins_content(row))
        first = next(begins, len(stated))
        return [row >= first for row in range(len(stated))]

    def _begins_content(self, row: int) -> bool:
        if not _ASIDES.isdisjoint(_tags(self.blocks[row].path)):
            return False
        return self.rank[row] == 1 or (_words(self.blocks[row]) > _LABEL_WORDS and not self._is_links(row))

    def _is_links(self, row: int) -> bool:
        """Whether a block is there for its links; a heading is there for what follows it."""
        return self.rank[row] == 0 and self.blocks[row].link_density > _MOSTLY

    def _words(self, marked: Sequence[bool], value: bool) -> int:
        return sum(_words(block) for block, known in zip(self.blocks, marked, strict=True) if known is value)


def block_page(blocks: object, text: str | None, image_digests: Mapping[str, str] = NO_DIGESTS) -> BlockPage:
    """The blocks of a version, or the lines of its text where it brings no blocks.

    Parameters
    ----------
    blocks : iterable of objects or mappings with ``path``, ``text`` and ``links``, or None
    text : str or None
    image_digests : mapping of str to str
        As ``PageVersion`` has them.

    Raises
    ------
    InvalidVersion
        Something among the blocks is no block.
    """
    return _page_of(None if blocks is None else checked_blocks(blocks), text, image_digests)


def _page_of(given: Sequence[Any] | None, text: str | None, image_digests: Mapping[str, str]) -> BlockPage:
    """The same, of blocks that are checked."""
    if given is not None:
        found = [_block(block) for block in given]
        shown = [block for block in found if block.text or block.targets]
        if shown or text is None:
            shows = (pictured(block, image_digests) for block in given)
            return _only(shown, [Block(path, name) for path, name in shows if name])
    return _only(_lines(text or ""), [])


class Worded(Protocol):
    """A version as far as it is read: ``PageVersion`` is one."""

    @property
    def blocks(self) -> Any:
        """As ``block_input.checked_blocks`` gives them, or None."""

    @property
    def text(self) -> str | None:
        """Visible text."""

    @property
    def image_digests(self) -> Mapping[str, str]:
        """As ``PageVersion`` has them."""


def page_of(version: Worded, *, furniture: bool = True) -> BlockPage:
    """The ``block_page`` of a version, which is read once; without ``furniture``, its content."""
    found = _PAGES.get(version)
    if found is None:
        found = _PAGES[version] = _page_of(version.blocks, version.text, version.image_digests)
    return found if furniture else found.content


def each_once(read: Callable[[BlockPage], T], pages: Iterable[BlockPage]) -> list[T]:
    """What is read from each page; of those that say the same, only once: a page that seldom changes has few others."""
    known: dict[BlockPage, T] = {}
    found = []
    for page in pages:
        if page not in known:
            known[page] = read(page)
        found.append(known[page])
    return found


def _only(blocks: Sequence[Block], pictures: Sequence[Block]) -> BlockPage:
    """The page that says this: the same object as long as anything holds one."""
    said = tuple(blocks), tuple(pictures)
    found = _SAYING.get(said)
    if found is None:
        found = _SAYING[said] = BlockPage(*said)
    return found


_PAGES: WeakKeyDictionary[Worded, BlockPage] = WeakKeyDictionary()
_SAYING: WeakValueDictionary[tuple[tuple[Block, ...], ...], BlockPage] = WeakValueDictionary()


@lru_cache(maxsize=16384)
def section_of(path: str) -> str:
    """The path without numbers among siblings: the items of one list have the same, and the cells of one column of a
    table, whose columns say different things: a date to keep, and how often a line was read. Nor the class of a table's
    row, which follows what is in it: full, late, sold out."""
    return _ROW_CLASS.sub(">tr", _PLACE.sub("", path))


def shape_of(path: str) -> str:
    """The tags of the path alone."""
    return _NAME.sub("", path)


def masked_text(text: str) -> str:
    """The text with every number, date in figures, clock or price as one sign."""
    return _NUMBER.sub("#", plain(text))


def without_marks(text: str) -> str:
    """The text without marks of references such as [12]: one note more renumbers them all, or moves them."""
    return _MARK.sub("", text)


def pictured(given: Any, image_digests: Mapping[str, str] = NO_DIGESTS) -> tuple[str, str]:
    """Where a block that a version brings shows images, and one word for these; "" for none.

    The place is its path, and how wide it is if it is nothing else: an advertisement and a lead's photograph may
    stand in elements of one kind, and seldom fill the same column.
    """
    images, path = attribute_of(given, "images"), attribute_of(given, "path", "")
    if not images:
        return path, ""
    width = attribute_of(given, "width_px")
    is_one = not attribute_of(given, "text") or _PICTURE.search(path) is not None
    alone = is_one and isinstance(width, Real) and isfinite(width)
    return f"{path} {round(width)}" if alone else path, _word("\n".join(image_names(images, image_digests)))


def image_names(urls: Iterable[str], image_digests: Mapping[str, str]) -> list[str]:
    """What images are compared by, sorted: what was received under their URLs, where that is known."""
    return sorted(image_name(str(url), image_digests) for url in urls)


def image_name(url: str, image_digests: Mapping[str, str]) -> str:
    """Of one; a fragment chooses a part of what was received."""
    address, mark, fragment = url.partition("#")
    digest = image_digests.get(address)
    return url if digest is None else f"{digest}{mark}{fragment}"


@remembered
def _word(names: str) -> str:
    """Letters alone, so that it is read as a word and never as a number."""
    return "".join(
        chr(ord("a") + half)
        for byte in blake2b(names.encode(errors="surrogatepass"), digest_size=8).digest()
        for half in divmod(byte, 16)
    )


def _block(given: Any) -> Block:
    path, text = attribute_of(given, "path", None), attribute_of(given, "text", "")
    links, linked = attribute_of(given, "links", ()), attribute_of(given, "linked_chars", None)
    lines = "\n".join(normalised_lines(text)) if "\n" in text else ""
    shows = filter(None, map(picture_name, attribute_of(given, "images", ()) or ()))
    lines = lines if "\n" in lines else ""
    return Block(path, normalised_text(text), frozenset(links), linked, lines, frozenset(shows))


def _lines(text: str) -> list[Block]:
    """A line's place begins with the line before; ``standing_lines`` tells it from a page's history."""
    blocks, before = [], ""
    for line in text.splitlines():
        words = normalised_text(line)
        if words:
            blocks.append(Block(f"{PLAIN}{before}", words, frozenset(), 0))
            before = line_name(words)
    return blocks


def is_plain(version: Worded) -> bool:
    """Whether a version brings its words as text without structure, or brings none."""
    blocks = version.blocks
    if not blocks:
        return blocks is None or bool(version.text)
    return str(attribute_of(blocks[0], "path", "")).startswith(PLAIN)


def line_name(line: str) -> str:
    """What a line is called in paths: its beginning, numbers aside."""
    return masked_text(line)[:_LINE_LETTERS].replace(">", " ")


@lru_cache(maxsize=16384)
def _tags(path: str) -> frozenset[str]:
    """The elements around a block, and its own."""
    return frozenset(shape_of(path).split(">"))


def _is_aside(path: str) -> bool:
    """Whether a picture stands in an element that is meant for furniture."""
    tags = _tags(path)
    return not (_MENUS | _ASIDES).isdisjoint(tags) and (_CONTENT.isdisjoint(tags) or "header" not in tags)


def _is_between(meant: Sequence[bool], row: int, block: Block) -> bool:
    """Whether a short block whose path begins at an id, and so hides what is around it, stands amid furniture."""
    if not block.path.startswith("body>") or "#" not in block.path or _words(block) > _LABEL_WORDS:
        return False
    before = meant[max(0, row - _NEIGHBOURS) : row]
    after = meant[row + 1 : row + 1 + _NEIGHBOURS]
    return bool(before) and bool(after) and all(before) and all(after)


def _words(block: Block) -> int:
    return block.text.count(" ") + 1 if block.text else 0


@lru_cache(maxsize=16384)
def _rank(path: str) -> int:
    """Of a heading, 1 to 6; 0 for what is none."""
    found = _HEADING.search(path)
    return int(found[1]) if found else 0


@remembered
def text_key(text: str) -> int:
    """64 bits that name a text, the same in every process; letter case does not count."""
    return int.from_bytes(blake2b(folded(text).encode(errors="surrogatepass"), digest_size=8).digest())


@lru_cache(maxsize=16384)
def _targets_key(targets: frozenset[str]) -> int:
    return text_key("\n".join(sorted(targets)))
