"""What was added and removed between the blocks of two versions, word by word; moved text is no change.

A block whose text the other version also has is the same block, wherever it stands. Of the others the words are
compared in reading order, across the borders of blocks, so that a text that was only cut into other blocks is no
change either. Letter case and spacing do not count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

from changemodel.features.blocks import Block, BlockPage, masked_text
from changemodel.features.structure import folded

Kind = Literal["text", "numbers", "removed", "links", "outline"]

_MOST_WORDS = 20_000  # on either side; longer changes are told by whole blocks


@dataclass(frozen=True, kw_only=True)
class BlockChange:
    """One block that changed.

    Attributes
    ----------
    kind : {"text", "numbers", "removed", "links", "outline"}
        Words came (or came in place of others); only numbers differ; words went and none came; the same text leads
        elsewhere or shows another picture; the same text is a heading of another rank.
    before, after : int or None
        Places of the block in the two versions' lists; None where it is in only one.
    words_added, words_removed : tuple of str
    """

    kind: Kind
    path: str
    before: int | None
    after: int | None
    words_added: tuple[str, ...] = ()
    words_removed: tuple[str, ...] = ()


def block_changes(a: BlockPage, b: BlockPage) -> list[BlockChange]:
    """The changes from one version to another, in reading order of what came, then of what went."""
    if a.exact == b.exact:
        return _same_text_changes(a, b)
    gone, came = _unmatched(a.exact, b.exact), _unmatched(b.exact, a.exact)
    numbers = _same_but_numbers(a, b, gone, came)
    taken_a, taken_b = {i for i, _ in numbers}, {j for _, j in numbers}
    gone, came = [i for i in gone if i not in taken_a], [j for j in came if j not in taken_b]
    changes = [_number_change(a, b, i, j) for i, j in numbers]
    changes += _word_changes(a, b, gone, came)
    return changes + _same_text_changes(a, b)


def _unmatched(own: Sequence[int], other: Sequence[int]) -> list[int]:
    """Rows whose key the other version has not, or not as often; of several the last ones."""
    left = Counter(other)
    rows = []
    for row, key in enumerate(own):
        if left[key] > 0:
            left[key] -= 1
        else:
            rows.append(row)
    return rows


def _same_but_numbers(
    a: BlockPage, b: BlockPage, gone: Sequence[int], came: Sequence[int]
) -> list[tuple[int, int]]:
    """Blocks that say the same with other numbers; those in the same place first."""
    if not gone or not came:
        return []
    by_text: defaultdict[int, list[int]] = defaultdict(list)
    for row in gone:
        by_text[a.masked[row]].append(row)
    pairs = []
    for row in came:
        candidates = by_text.get(b.masked[row])
        if candidates:
            path = b.blocks[row].path
            chosen = next((item for item in candidates if a.blocks[item].path == path), candidates[0])
            candidates.remove(chosen)
            pairs.append((chosen, row))
    return pairs


def _number_change(a: BlockPage, b: BlockPage, i: int, j: int) -> BlockChange:
    old, new = a.blocks[i].text.split(), b.blocks[j].text.split()
    differing = [(x, y) for x, y in zip(old, new, strict=False) if folded(x) != folded(y)]
    return BlockChange(
        kind="numbers",
        path=b.blocks[j].path,
        before=i,
        after=j,
        words_added=tuple(y for _, y in differing),
        words_removed=tuple(x for x, _ in differing),
    )


def _word_changes(a: BlockPage, b: BlockPage, gone: Sequence[int], came: Sequence[int]) -> list[BlockChange]:
    """Which words of the blocks that went and came have no counterpart."""
    old, new = _Words(a, gone), _Words(b, came)
    if max(len(old.words), len(new.words)) <= _MOST_WORDS:
        for step in Indel.opcodes(old.folded, new.folded):
            if step.tag == "delete":
                old.mark(step.src_start, step.src_end)
            elif step.tag == "insert":
                new.mark(step.dest_start, step.dest_end)
    else:
        old.mark(0, len(old.words))
        new.mark(0, len(new.words))
    partners = _partners(a, b, gone, came)
    changes = []
    for row in came:
        added = new.marked.get(row, [])
        partner = partners.get(row)
        removed = old.marked.pop(partner, []) if partner is not None and added else []
        if added:
            changes.append(_change("text", b.blocks[row], partner, row, added, removed))
    changes += [_change("removed", a.blocks[row], row, None, (), words) for row, words in old.marked.items()]
    return changes


class _Words:
    """The words of some blocks in one row, and which of them have no counterpart."""

    def __init__(self, page: BlockPage, rows: Sequence[int]) -> None:
        self.words: list[str] = []
        self.rows: list[int] = []
        self.marked: dict[int, list[str]] = {}
        for row in rows:
            words = page.blocks[row].text.split()
            self.words += words
            self.rows += [row] * len(words)
        self.folded = [masked_text(folded(word)).strip(".,;:!?\"'()") or word for word in self.words]

    def mark(self, start: int, end: int) -> None:
        for place in range(start, end):
            self.marked.setdefault(self.rows[place], []).append(self.words[place])


def _partners(a: BlockPage, b: BlockPage, gone: Sequence[int], came: Sequence[int]) -> dict[int, int]:
    """For each block that came, the block that went from the same place."""
    by_path: dict[str, int] = {}
    for row in gone:
        by_path.setdefault(a.blocks[row].path, row)
    return {row: by_path.pop(b.blocks[row].path) for row in came if b.blocks[row].path in by_path}


def _change(
    kind: Kind,
    block: Block,
    before: int | None,
    after: int | None,
    added: Sequence[str],
    removed: Sequence[str],
) -> BlockChange:
    return BlockChange(
        kind=kind,
        path=block.path,
        before=before,
        after=after,
        words_added=tuple(added),
        words_removed=tuple(removed),
    )


def _same_text_changes(a: BlockPage, b: BlockPage) -> list[BlockChange]:
    """Blocks that say the same and lead elsewhere, or head the text with another rank."""
    return [*_differing(a, b, "links"), *_differing(a, b, "outline")]


def _differing(a: BlockPage, b: BlockPage, kind: Literal["links", "outline"]) -> Iterator[BlockChange]:
    old, new = (a.target, b.target) if kind == "links" else (a.rank, b.rank)
    if old == new and a.exact == b.exact:
        return
    # what blocks that say so were, and where they stood
    known: dict[int, tuple[set[Hashable], dict[str, int]]] = {}
    for row, key in enumerate(b.exact):
        rows = a.rows_of.get(key, ())
        if len(rows) < 2:  # as nearly always
            if rows and new[row] != old[rows[0]]:
                yield _moved(kind, a.blocks[rows[0]], b.blocks[row], rows[0], row)
            continue
        if key not in known:
            known[key] = {old[item] for item in rows}, {a.blocks[item].path: item for item in reversed(rows)}
        were, places = known[key]
        if new[row] not in were:
            path = b.blocks[row].path
            place = places.get(path, rows[0])
            yield _moved(kind, a.blocks[place], b.blocks[row], place, row)


def _moved(kind: Kind, old: Block, new: Block, before: int, after: int) -> BlockChange:
    """The words are the documents and pictures that came and went."""
    came, went = (new.targets - old.targets, old.targets - new.targets) if kind == "links" else ((), ())
    return _change(kind, new, before, after, sorted(came), sorted(went))
