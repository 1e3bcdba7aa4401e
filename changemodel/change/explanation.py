"""Explains a score: regions and their shares, blocks that changed, movement, noise.

``explain`` puts together what a comparison knows: each region's share of the distance with the raw weight and
importance beside it, its displacement, what it usually does (``noise_regions``) and whether it went back to a look
that it had before; the blocks whose text, links or images differ, with their boxes and what their numbers usually
do (``noise_text``); what other pages taught of the sentences that came or went (``sentence_classifier``); the state of
the whole page. ``Explanation.to_dict`` is JSON of a stated schema, documented in ``docs/why-alarm.md``;
``overlay.draw_overlay`` draws it on the later screenshot.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from changemodel.change.model import ChangeModel
from changemodel.change.noise import PageNoise
from changemodel.change.noise_regions import RegionNoise
from changemodel.change.score import ChangeScore
from changemodel.change.sentence_classifier import JudgedSentence
from changemodel.errors import InvalidInput
from changemodel.features.block_input import BOX, attribute_of
from changemodel.features.blocks import BlockPage, page_of
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX
from changemodel.features.structure import normalised_text
from changemodel.features.text_diff import BlockChange, block_changes
from changemodel.version import PageVersion, check_version

PART_NAMES = {"visual": "picture"}
"""How a part of the distance is told to people, where its own name does not say it."""

SCHEMA = "pagetide-explanation/1"
"""Name and version of the JSON; a key that goes or changes its meaning raises the version."""

Box = tuple[float, float, float, float]
"""x, y, width, height in CSS pixels of the later screenshot."""


@dataclass(frozen=True, kw_only=True)
class RegionPart:
    """One region's part in a score.

    Attributes
    ----------
    row, column : int
        Of the grid.
    box : Box
        Where its content stands in the later screenshot.
    contribution, share : float
        To the pictures' distance; of it, 0 to 1.
    importance, weight : float or None
        The region's share of the importance map, and the metric's raw weight; None before ``fit``.
    displacement_px : int
        How much lower its content stands than before.
    noise : RegionNoise or None
        What it usually does; None where that is not known.
    went_back : bool
        Whether it changed to exactly what it showed at an earlier visit.
    """

    row: int
    column: int
    box: Box
    contribution: float
    share: float
    importance: float | None
    weight: float | None
    displacement_px: int
    noise: RegionNoise | None
    went_back: bool

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "row": self.row,
            "column": self.column,
            "box": list(self.box),
            "contribution": self.contribution,
            "share": self.share,
            "importance": self.importance,
            "weight": self.weight,
            "displacement_px": self.displacement_px,
            "noise": None if self.noise is None else self.noise.to_dict(),
            "went_back": self.went_back,
        }


@dataclass(frozen=True, kw_only=True)
class BlockPart:
    """One block that differs: ``kind`` as in ``text_diff.BlockChange``, or "image" for an image that came.

    ``box`` is where it stands in the later version, None where it is gone or has no box; ``noise`` is what its
    numbers usually do (``noise_text.TextClass``), None where that is not known; ``returns``: the page had shown it for
    a while, and then been without it for a while.
    """

    kind: str
    path: str
    box: Box | None
    before: str
    after: str
    words_added: tuple[str, ...] = ()
    words_removed: tuple[str, ...] = ()
    noise: str | None = None
    returns: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "kind": self.kind,
            "path": self.path,
            "box": None if self.box is None else list(self.box),
            "before": self.before,
            "after": self.after,
            "words_added": list(self.words_added),
            "words_removed": list(self.words_removed),
            "noise": self.noise,
            "returns": self.returns,
        }


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """A score with its reasons.

    Attributes
    ----------
    score : ChangeScore
    regions : tuple of RegionPart
        Those with a share, the largest first.
    blocks : tuple of BlockPart
    sentences : tuple of JudgedSentence
        What came or went in words, the likeliest news first, as other pages taught; empty where that has no say.
    """

    score: ChangeScore
    regions: tuple[RegionPart, ...]
    blocks: tuple[BlockPart, ...]
    sentences: tuple[JudgedSentence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able values, schema ``pagetide-explanation/1``."""
        score = self.score.to_dict()
        del score["schema"]
        return {
            "schema": SCHEMA,
            **score,
            "grid": len(self.score.regions),
            "parts": [region.to_dict() for region in self.regions],
            "changed_blocks": [block.to_dict() for block in self.blocks],
            "sentences": [sentence.to_dict() for sentence in self.sentences],
        }


def explain(
    model: ChangeModel, before: PageVersion, after: PageVersion, score: ChangeScore | None = None
) -> Explanation:
    """Why the model scores the change from one version to another as it does; of a distance of 0 there are no reasons.

    Parameters
    ----------
    model : ChangeModel
        Fitted or not; before ``fit`` there are no weights, importance and noise classes.
    before, after : PageVersion
    score : ChangeScore, optional
        What ``model.compare`` said of the two; compared anew where it is not given.

    Raises
    ------
    InvalidInput
        Something else than a model, versions and a score; a version whose screenshot cannot be read is named by its
        time.
    """
    if not isinstance(model, ChangeModel):
        raise InvalidInput(f"model is a {type(model).__name__}: pass a ChangeModel, fitted or not")
    if score is not None and not isinstance(score, ChangeScore):
        raise InvalidInput(
            f"score is a {type(score).__name__}: pass what model.compare(before, after) gives, or None"
        )
    before, after = check_version(before, "before"), check_version(after, "after")
    page = model._current()
    grid = page.parameters.grid
    if score is not None and len(score.regions) != grid:
        raise InvalidInput(
            f"score has {len(score.regions)} regions a side, the model {grid}: pass what this model says of the two"
        )
    score = model.compare(before, after) if score is None else score
    if score.distance == 0.0:
        return Explanation(score=score, regions=(), blocks=())
    noise = page.reading.pictures.noise
    return Explanation(
        score=score,
        regions=tuple(region_parts(model, before, after, score)),
        blocks=tuple(_blocks(*page.known_pair(before, after), score, noise)),
        sentences=tuple(sentence_parts(model, before, after)),
    )


def pictures_say(score: ChangeScore) -> float:
    """The pictures' share of the distance; 1 where nothing else was asked."""
    whole = sum(score.by_part.values())
    return float(score.by_part.get("visual", 0.0) / whole) if len(score.by_part) > 1 and whole > 0.0 else 1.0


def parts_as_text(score: ChangeScore) -> str:
    """What the parts add to the distance, the largest first, in words; empty where there was but one to ask."""
    parts = sorted(((value, name) for name, value in score.by_part.items() if value > 0.0), reverse=True)
    if len(score.by_part) < 2 or not parts:
        return ""
    told = [f"{PART_NAMES.get(name, name)} {value:.3g}" for value, name in parts]
    return ", ".join(told) if len(told) > 1 else f"{PART_NAMES.get(parts[0][1], parts[0][1])} alone"


def region_parts(
    model: ChangeModel, before: PageVersion, after: PageVersion, score: ChangeScore
) -> list[RegionPart]:
    """The regions that add to the distance of a score's pictures, those with the largest shares first."""
    whole = float(score.regions.sum())
    if not whole > 0.0:
        return []
    page = model._current()
    pictures = page.reading.pictures
    first, second = pictures.read_both(page.known(before), page.known(after))
    noise = pictures.noise
    grid = len(score.regions)
    values = score.regions.ravel()
    known = len(noise.regions) > 0
    back = np.zeros(values.size, dtype=bool)
    if known:
        back = noise.regions.went_back(first.rows, second.rows, before.captured_at)
    moved = np.zeros(values.size, dtype=np.intp)
    if score.displacements_px is not None:
        moved = score.displacements_px.ravel()
    importance, weights = getattr(model, "importance_map_", None), getattr(model, "weights_", None)
    order = np.argsort(-values, kind="stable")
    return [
        RegionPart(
            row=region // grid,
            column=region % grid,
            box=_cell_box(region, grid),
            contribution=float(values[region]),
            share=float(values[region] / whole),
            importance=None if importance is None else float(importance.ravel()[region]),
            weight=None if weights is None else float(weights[region]),
            displacement_px=int(moved[region]),
            noise=noise.regions.noise(region) if known else None,
            went_back=bool(back[region]),
        )
        for region in order.tolist()
        if values[region] > 0
    ]


def sentence_parts(model: ChangeModel, before: PageVersion, after: PageVersion) -> list[JudgedSentence]:
    """The sentences that came or went, the likeliest news first; nothing where what other pages taught has no say."""
    page = model._current()
    return page.reading.judged_sentences(*page.known_pair(before, after))


def _cell_box(region: int, grid: int) -> Box:
    ys = np.linspace(0, VIEW_HEIGHT_PX, grid + 1).astype(int)
    xs = np.linspace(0, VIEW_WIDTH_PX, grid + 1)
    row, column = divmod(region, grid)
    top, bottom = int(ys[row]), int(ys[row + 1])
    return float(xs[column]), float(top), float(xs[column + 1] - xs[column]), float(bottom - top)


def _blocks(
    before: PageVersion, after: PageVersion, score: ChangeScore, noise: PageNoise | None
) -> list[BlockPart]:
    """What differs between the blocks, or between the lines of the text where there are no blocks."""
    pages = page_of(before), page_of(after)
    boxes = _boxes(after.blocks)
    usual = {} if noise is None else {block.path: block.text_class for block in noise.blocks}
    back = {block.path for block in score.blocks if block.returns}
    changed = [_block_part(change, pages, boxes, usual, back) for change in block_changes(*pages)]
    return changed + _image_parts(after.blocks, score.images_added)


def _block_part(
    change: BlockChange,
    pages: tuple[BlockPage, BlockPage],
    boxes: Mapping[tuple[str, str], Box],
    usual: Mapping[str, str],
    back: Collection[str],
) -> BlockPart:
    was = "" if change.before is None else pages[0].blocks[change.before].text
    now = "" if change.after is None else pages[1].blocks[change.after].text
    return BlockPart(
        kind=change.kind,
        path=change.path,
        box=None if change.after is None else boxes.get((change.path, now)),
        before=was,
        after=now,
        words_added=change.words_added,
        words_removed=change.words_removed,
        noise=usual.get(change.path),
        returns=change.path in back,
    )


def _image_parts(blocks: object, added: frozenset[str]) -> list[BlockPart]:
    found = []
    for block in _given(blocks):
        new = sorted(added & set(attribute_of(block, "images") or ()))
        if new:
            found.append(
                BlockPart(
                    kind="image",
                    path=attribute_of(block, "path", ""),
                    box=_box(block),
                    before="",
                    after=new[0],
                )
            )
    return found


def _boxes(blocks: object) -> dict[tuple[str, str], Box]:
    found = {}
    for block in _given(blocks):
        box = _box(block)
        if box is not None:
            found[attribute_of(block, "path", ""), normalised_text(attribute_of(block, "text", ""))] = box
    return found


def _box(block: Any) -> Box | None:
    sides = [attribute_of(block, name, None) for name in BOX]
    if any(side is None for side in sides):
        return None
    x, y, width, height = (float(side) for side in sides)
    return (x, y, width, height) if width > 0.0 and height > 0.0 else None  # folded away


def _given(blocks: object) -> Sequence[Any]:
    return blocks if isinstance(blocks, Sequence) and not isinstance(blocks, str | bytes) else ()
