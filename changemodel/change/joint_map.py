"""The importance map of a page whose parts decide together, over the first screen.

The picture's own map (``region_metric``) knows what the picture's time order calls important. Where the text has a say,
the model knows better: which of the successive pairs are important (``combined_distance``), and which words made them
so. Of each pair, what a section of the text adds to the distance lies on the boxes of those of its blocks that differ,
in either version, and counts there by how much the picture differs to the eye: a headline is more of the screen than a
line of small print. Text and picture share the map as they share the distance of the important pairs. From all this is
taken what the same cells show on pairs that are not important: a cell that changes as much without news carries none.
Which pairs are important, and how the sections of one share what it adds, goes by other pages' experience and by a
person's verdicts as the decision does.

Ours; the source reads the weights of the picture (M. T. Law's thesis, 2015, section 4.4.2). Chosen on the training
family of an earlier set of sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from changemodel.change.calibration import BoolArray
from changemodel.change.combined_distance import Joined
from changemodel.change.history import History, hours_of, structures_of
from changemodel.change.sentence_classifier import Heard
from changemodel.change.temporal import Rhythm, successive_pairs
from changemodel.change.text_drift import TextDrift
from changemodel.change.text_reading import has_text
from changemodel.features.block_input import BOX, attribute_of
from changemodel.features.blocks import pictured
from changemodel.features.images import VIEW_HEIGHT_PX, VIEW_WIDTH_PX
from changemodel.features.structure import normalised_text
from changemodel.metric.quadruplets import FloatArray, IntArray
from changemodel.version import PageVersion

_EVEN = 0.5  # chance of being news above which a sentence speaks for an alarm

Shift = NDArray[np.signedinteger[Any]]
"""How much lower each row of the view stands in a picture than usually, (rows,)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class JointPairs:
    """Successive pairs of a page's versions, as its joint decision and its map see them.

    Attributes
    ----------
    seconds : float array, shape (n,)
        When the earlier version was captured, as a timestamp.
    important : bool array, shape (n,)
    told : float array, shape (n, regions)
        What each region of the text adds to the distance; ``text``, (n,), all of them.
    words : float array, shape (n, cells)
        The same, on the cells where the words stand; nothing of what stands below the first screen.
    seen : float array, shape (n, cells), or None
        Bare distances of the cells; None where no picture is read.
    picture : float array, shape (n, cells), or None
        What the cells add to the distance; None where the picture has no say.
    eye : float array, shape (regions,)
        How much the picture differs where each region of the text did, in the mean of important pairs.
    """

    seconds: FloatArray
    important: BoolArray
    told: FloatArray
    words: FloatArray
    seen: FloatArray | None
    picture: FloatArray | None
    eye: FloatArray

    @classmethod
    def of(
        cls,
        versions: Sequence[PageVersion],
        history: History | None,
        drift: TextDrift,
        joint: Joined,
        grid: int,
        heard: Heard | None = None,
    ) -> Self:
        """The pairs of those versions that have text, and a picture where pictures are read.

        Parameters
        ----------
        versions : sequence of PageVersion
            In time order.
        history : History or None
            Those that have a picture; None where no picture is read.
        drift, joint
            The learned distance of the text, and how the parts decide.
        grid : int
            Cells a side.
        heard : Heard, optional
            What other pages and labels taught, where it has a say.
        """
        places = {} if history is None else {id(item): row for row, item in enumerate(history.versions)}
        kept = [item for item in versions if has_text(item) and (history is None or id(item) in places)]
        rows = np.array([places.get(id(item), 0) for item in kept], dtype=np.intp)
        pairs = _successive(kept)
        seen = None if history is None else history.distances(rows[pairs])
        picture = None if seen is None or joint.beside is None else joint.beside.contributions(seen)
        numbers = {
            "visual": np.zeros(len(pairs)) if picture is None else picture.sum(axis=1),
            "text": _text_distances(drift, heard, kept, pairs),
            **dict(zip(("links", "images"), structures_of(kept, pairs).T, strict=True)),
        }
        hybrid = joint.calibration.hybrid
        weights = hybrid.by_part()
        boxes = [block_boxes(item) for item in kept]
        told = [_told(drift, heard, kept[i], kept[j]) for i, j in pairs.tolist()]
        words = [
            _drawn(drift, own, boxes[i], boxes[j], grid)
            for own, (i, j) in zip(told, pairs.tolist(), strict=True)
        ]
        important = joint.calibration.important(np.column_stack([numbers[name] for name in hybrid.parts]))
        return cls(
            seconds=np.array([kept[i].captured_at.timestamp() for i in pairs[:, 0].tolist()]),
            important=important,
            told=weights["text"] * np.array(told).reshape(len(pairs), -1),
            words=weights["text"] * np.array(words).reshape(-1, grid**2),
            seen=seen,
            picture=picture,
            eye=_eye(
                drift,
                [
                    (told[row], boxes[i], boxes[j], None if seen is None else seen[row])
                    for row, (i, j) in enumerate(pairs.tolist())
                    if important[row]
                ],
                grid,
            ),
        )

    @property
    def text(self) -> FloatArray:
        """What the text adds to the distance, (n,)."""
        whole: FloatArray = self.told.sum(axis=1)
        return whole

    def _even(self, values: FloatArray) -> FloatArray:
        """Values of each pair, (n, k), with none of the important ones larger than the median: a column that is new
        twice a week is no more of the news than the headlines of every hour."""
        whole = self.text if self.picture is None else self.text + self.picture.sum(axis=1)
        usual = float(np.median(whole[self.important])) if self.important.any() else 0.0
        large = self.important & (whole > usual)
        return values * np.where(large, usual / np.where(large, whole, 1.0), 1.0)[:, None]

    def sources(self) -> tuple[FloatArray, FloatArray]:
        """Of what makes changes important the share of each region of the text, and of each cell of the picture.

        (regions,) and (cells,), which sum to 1 together; all 0 where no important pair says where.
        """
        picture = np.zeros_like(self.words) if self.picture is None else self.picture
        parts = [self._even(self.told), self._even(picture)]
        added = [float(part[self.important].sum()) for part in parts]
        more = [_excess(parts[0] * self.eye, self.important), _excess(parts[1], self.important)]
        known = [share if mass.any() else 0.0 for share, mass in zip(added, more, strict=True)]
        whole = sum(known) or 1.0
        words, cells = (
            share / whole * mass / (mass.sum() or 1.0) for share, mass in zip(known, more, strict=True)
        )
        return words, cells

    def shares(self, rows: IntArray | None = None) -> FloatArray | None:
        """The map, (cells,): >= 0, sums to 1; None where no important pair says where.

        Parameters
        ----------
        rows : int array, optional
            Of pairs, each as often as it counts; all once.
        """
        chosen = np.arange(len(self.important)) if rows is None else rows
        important, words = self.important[chosen], self._even(self.words)[chosen]
        text = float(self._even(self.told)[chosen][important].sum())
        if self.seen is None:
            return _mixed([(text, _excess(words, important))])
        seen = self.seen[chosen]
        picture = np.zeros_like(seen) if self.picture is None else self._even(self.picture)[chosen]
        return _mixed(
            [
                (text, _excess(words * np.sqrt(seen), important)),
                (float(picture[important].sum()), _excess(picture, important)),
            ]
        )


def _text_distances(
    drift: TextDrift,
    heard: Heard | None,
    versions: Sequence[PageVersion],
    pairs: IntArray,
) -> FloatArray:
    """Of the words of pairs of versions, as the decision has them."""
    found: FloatArray = drift.distances(versions, pairs) if len(pairs) else np.empty(0)
    if heard is None:
        return found
    return np.array(
        [
            heard.known.weighed(own, heard.alarm_at, versions[i], versions[j])
            for own, (i, j) in zip(found.tolist(), pairs.tolist(), strict=True)
        ]
    )


def _told(drift: TextDrift, heard: Heard | None, before: PageVersion, after: PageVersion) -> FloatArray:
    """What each region of the text adds to the distance, (regions,).

    By the page's own time and, where other pages are heard, by how likely the likeliest sentence of its section is
    news. Where time gives none of those that are a weight, and the change raises an alarm all the same, by these alone.
    """
    own = drift.contributions(before, after)
    chances: dict[str, float] = {}
    for sentence in [] if heard is None else heard.known.judged(before, after):
        chances[sentence.section] = max(chances.get(sentence.section, 0.0), sentence.chance)
    likely, news = np.zeros(len(own)), np.zeros(len(own))
    for section, chance in chances.items():
        rows = list(drift.regions.rows_of(section))
        likely[rows] = np.maximum(likely[rows], chance)
        news[rows[:1]] += chance if chance > _EVEN else 0.0  # its words' region, which has it to itself
    if heard is not None and news.any() and not own[news > 0.0].any():
        whole = heard.known.weighed(float(own.sum()), heard.alarm_at, before, after)
        if whole > heard.alarm_at:
            news *= whole / news.sum()
            return news
    weighed = own * likely
    shared: FloatArray = weighed * (own.sum() / weighed.sum()) if weighed.any() else own
    return shared


def _mixed(parts: Iterable[tuple[float, FloatArray]]) -> FloatArray | None:
    """The maps of the parts, each by what it adds to the distance."""
    told = [(part, mass / mass.sum()) for part, mass in parts if part > 0.0 and mass.any()]
    if not told:
        return None
    mixed: FloatArray = np.sum([part * shares for part, shares in told], axis=0)
    whole: FloatArray = mixed / mixed.sum()
    return whole


def _excess(values: FloatArray, important: BoolArray) -> FloatArray:
    """How much more each cell shows on important pairs than on others, in the mean."""
    if not important.any():
        return np.zeros(values.shape[1])
    usual = values[~important].mean(axis=0) if not important.all() else 0.0
    more: FloatArray = np.maximum(values[important].mean(axis=0) - usual, 0.0)
    return more


def _successive(versions: Sequence[PageVersion]) -> IntArray:
    times = hours_of(versions) if versions else np.empty(0)
    return successive_pairs(times, Rhythm.of(times))


Boxes = Mapping[tuple[str, str], tuple[float, float, float, float]]
"""Left, top, right, bottom of blocks that have words, by path and text; in pixels."""


def block_boxes(version: PageVersion) -> Boxes:
    """Of the blocks whose place is known; none where a version brings text alone."""
    found: dict[tuple[str, str], tuple[float, float, float, float]] = {}
    for block in version.blocks or ():
        sides = [attribute_of(block, name) for name in BOX]
        if None in sides:
            continue
        x, y, width, height = map(float, sides)
        box = left, top, right, bottom = (x, y, x + width, y + height)
        area = (right - left) * (bottom - top)
        if not (width > 0 and height > 0 and 0 < area < np.inf):
            continue
        path, shown = pictured(block, version.image_digests)
        if text := normalised_text(attribute_of(block, "text") or ""):
            found[path, text] = box
        if shown:
            found[f"@{path}", shown] = box
    return found


def _drawn(drift: TextDrift, told: FloatArray, before: Boxes, after: Boxes, grid: int) -> FloatArray:
    """What each section adds to a distance, laid on those of its blocks that only one of the versions has."""
    cells = np.zeros(grid**2)
    if not told.any():
        return cells
    for own, other in ((before, after), (after, before)):
        cells += spread_on_blocks(
            drift, told, {block: own[block] for block in own if block not in other}, grid
        )
    return cells


def _eye(
    drift: TextDrift, pairs: Iterable[tuple[FloatArray, Boxes, Boxes, FloatArray | None]], grid: int
) -> FloatArray:
    """How much the picture differs where each region of the text does, (regions,); below the first screen as usually.

    Of each pair what its regions add to the distance, the boxes before and after, the distances of the cells.
    """
    size = len(drift.regions.names)
    shown, differs = np.zeros(size), np.zeros(size)
    for told, before, after, seen in pairs:
        if seen is not None:
            for region in np.flatnonzero(told).tolist():
                alone = np.where(np.arange(size) == region, told, 0.0)
                cells = _drawn(drift, alone, before, after, grid)
                shown[region] += cells.sum()
                differs[region] += float(cells @ np.sqrt(seen))
    if not differs.any():
        return np.ones(size)
    usual: FloatArray = np.full(size, differs.sum() / shown.sum())
    return np.divide(differs, shown, out=usual, where=shown > 0.0)


def spread_on_blocks(drift: TextDrift, told: FloatArray, blocks: Boxes, grid: int) -> FloatArray:
    """Numbers of the text's regions laid on blocks of their sections, by area, as cells of the view, (grid * grid,)."""
    blocks = {name: box for name, box in blocks.items() if drift.regions.rows_of(name[0])}
    if not blocks:
        return np.zeros(grid**2)
    boxes = np.array(list(blocks.values()))
    return laid_on_cells(_by_block(drift, told, [path for path, _ in blocks], boxes), boxes, grid)


def _by_block(drift: TextDrift, told: FloatArray, paths: Sequence[str], boxes: FloatArray) -> FloatArray:
    """What each block has of its sections' numbers, by its area."""
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    regions = np.array([drift.regions.rows_of(path) for path in paths])
    whole = np.zeros(len(told))
    np.add.at(whole, regions, areas[:, None])
    found: FloatArray = (told[regions] * areas[:, None] / whole[regions]).sum(axis=1)
    return found


def laid_on_cells(shares: FloatArray, boxes: FloatArray, grid: int) -> FloatArray:
    """Shares spread evenly over boxes, as cells of the view, (grid * grid,); what lies outside is lost."""
    across = _inside(boxes[:, 0], boxes[:, 2], VIEW_WIDTH_PX, grid)
    down = _inside(boxes[:, 1], boxes[:, 3], VIEW_HEIGHT_PX, grid)
    cells: FloatArray = np.einsum("k,kr,kc->rc", shares, down, across)
    return cells.ravel()


def _inside(starts: FloatArray, stops: FloatArray, side: int, grid: int) -> FloatArray:
    """Share of each stretch that lies in each cell, (stretches, cells)."""
    edges = np.linspace(0, side, grid + 1)
    common = np.minimum(stops[:, None], edges[1:]) - np.maximum(starts[:, None], edges[:-1])
    return np.asarray(np.maximum(common, 0.0) / (stops - starts)[:, None])
