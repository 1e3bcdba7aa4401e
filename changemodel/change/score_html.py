"""A score as a notebook displays it: the decision, shaded regions, changed words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from changemodel.change.text_reading import BlockDifference
from changemodel.metric.quadruplets import FloatArray

if TYPE_CHECKING:
    from changemodel.change.score import ChangeScore

CELL_PX = 14
MOST_BLOCKS, MOST_WORDS = 8, 24
_DECISIONS = {True: "important", False: "not important", None: "no decision"}


def score_html(score: ChangeScore) -> str:
    """HTML of a score, without scripts or style sheets; words of the page are escaped."""
    probability = "" if score.probability is None else f", probability {score.probability:.2f}"
    parts = ", ".join(f"{escape(name)} {value:.3g}" for name, value in score.by_part.items())
    head = f"<b>{_DECISIONS[score.important]}</b>{probability}, distance {score.distance:.3g}"
    told = score.stories[:MOST_BLOCKS]
    stories = "".join(f"<li>{escape(story.kind)}: {escape(story.headline)}</li>" for story in told)
    return (
        f"<div><p>{head}{f' ({parts})' if parts else ''}</p>"
        f"{_shades(score.regions)}{f'<ul>{stories}</ul>' if stories else ''}{_blocks(score.blocks)}</div>"
    )


def _shades(regions: FloatArray) -> str:
    """The regions of the picture, the darker the more each adds; nothing where none does."""
    most = float(regions.max(initial=0.0))
    if most <= 0.0:
        return ""
    rows, columns = regions.shape
    cells = "".join(
        f'<rect x="{column * CELL_PX}" y="{row * CELL_PX}" width="{CELL_PX}" height="{CELL_PX}" '
        f'fill="#0b4f9e" fill-opacity="{max(0.0, float(regions[row, column])) / most:.2f}"/>'
        for row in range(rows)
        for column in range(columns)
    )
    width, height = columns * CELL_PX, rows * CELL_PX
    return (
        f'<svg width="{width}" height="{height}" role="img" aria-label="What each region of the picture adds">'
        f'<rect width="{width}" height="{height}" fill="none" stroke="#888"/>{cells}</svg>'
    )


def _blocks(blocks: Sequence[BlockDifference]) -> str:
    with_words = [block for block in blocks if block.words_removed or block.words_added]
    rows = "".join(
        f"<tr><td>{escape('returns' if block.returns else block.kind)}</td>"
        f"<td><del>{_words(block.words_removed)}</del></td><td><ins>{_words(block.words_added)}</ins></td></tr>"
        for block in with_words[:MOST_BLOCKS]
    )
    if not rows:
        return ""
    left = len(blocks) - len(with_words[:MOST_BLOCKS])
    more = f"<p>{left} more in <code>score.blocks</code></p>" if left > 0 else ""
    return f"<table><tr><th>kind</th><th>words gone</th><th>words added</th></tr>{rows}</table>{more}"


def _words(words: Sequence[str]) -> str:
    shown = " ".join(words[:MOST_WORDS])
    return escape(f"{shown} \u2026" if len(words) > MOST_WORDS else shown)
