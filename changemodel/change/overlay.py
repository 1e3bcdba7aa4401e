"""An explanation drawn on the later screenshot: tinted regions, boxes of changed blocks, a legend below.

Nothing rests on colour alone: a region's share is its opacity, paler the less of the whole the pictures are, and is
written in it, a block's kind is a letter at
its box, what is usually noise has a dashed box. Blue and orange of Okabe and Ito's palette are told apart with
every colour vision; boxes have a white rim, so that they stand out on dark pages as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import shorten
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from changemodel.change.explanation import (
    BlockPart,
    Box,
    Explanation,
    RegionPart,
    parts_as_text,
    pictures_say,
)
from changemodel.change.noise_text import NOISE
from changemodel.change.score import distance_text
from changemodel.errors import InvalidInput
from changemodel.features.images import VIEW_HEIGHT_PX, WHITE, ImageSource, Pixels, load_image

BLUE, ORANGE, INK = (0, 114, 178), (213, 94, 0), (20, 20, 20)
LETTERS = {"text": "T", "numbers": "N", "removed": "R", "links": "L", "outline": "H", "image": "I"}
"""The letter of each kind of changed block."""

_NAMES = {
    "text": "text",
    "numbers": "numbers",
    "removed": "removed",
    "links": "links",
    "outline": "heading",
    "image": "image",
}
_STRONGEST = 0.6  # opacity of the region with the largest share
_WRITTEN = 0.03  # share from which on it is written; of the whole, from which on the pictures are tinted
_SAID = 70  # letters of a sentence in the legend
_LIKELY = 0.5  # chance above which a sentence is named there
_DASH = 8
_TAG = 19
_Corners = tuple[int, int, int, int]
_OUTSIDE = 4  # how far outside of a block its box is drawn, so that no letter of it is hidden
_FAR = 50  # outside of the picture: neither a line nor a letter there is seen
_LINE = 20
_MARGIN = 8


def draw_overlay(explanation: Explanation, screenshot: ImageSource) -> Pixels:
    """The first screen of the later screenshot with the explanation drawn on it.

    Parameters
    ----------
    explanation : Explanation
        As ``explain`` makes it; its boxes are in CSS pixels.
    screenshot
        Of the later version, anything ``load_image`` reads, one pixel for each CSS pixel. Drawn on are its first 1000
        rows, and those below to which content of them was pushed: down to the lowest changed region. A shorter one is
        drawn on as far as it goes.

    Returns
    -------
    uint8 array, shape (height, width, 3)
        RGB: these rows as wide as the screenshot, or as the legend where that is wider (640), and the legend's rows
        below them.

    Raises
    ------
    InvalidInput
        ``explanation`` is none: a score has no boxes yet.
    InvalidImage
        The screenshot cannot be read.
    """
    if not isinstance(explanation, Explanation):
        raise InvalidInput(
            f"explanation is a {type(explanation).__name__}: pass what explain(model, before, after) gives"
        )
    picture = load_image(screenshot)
    height = min(len(picture), _needed_height(explanation))
    say = pictures_say(explanation.score)
    tinted = _tinted(picture[:height], explanation.regions, say)
    image = Image.fromarray(tinted)
    draw = ImageDraw.Draw(image)
    boxes = [(block, _around(block.box, image.size)) for block in explanation.blocks if block.box is not None]
    for block, corners in boxes:
        _draw_box(draw, block, corners)
    for block, corners in boxes:  # over the boxes of neighbours
        _draw_letter(draw, LETTERS.get(block.kind, "?"), corners)
    for region in explanation.regions:
        if min(region.share, say) >= _WRITTEN:
            _write_share(draw, region)
    return _with_legend(np.asarray(image), _legend(explanation, height))


def _needed_height(explanation: Explanation) -> int:
    """The first screen; lower where content of it was pushed below."""
    lowest = max((box[1] + box[3] for box in (part.box for part in explanation.regions)), default=0.0)
    return max(VIEW_HEIGHT_PX, round(lowest))


def _tinted(picture: Pixels, regions: Sequence[RegionPart], say: float) -> Pixels:
    opacity = np.zeros(picture.shape[:2], dtype=np.float32)
    largest = max((region.share for region in regions), default=1.0)
    for region in regions:
        x, y, width, height = (round(side) for side in region.box)
        part = opacity[max(0, y) : max(0, y + height), x : x + width]
        np.maximum(part, _STRONGEST * say * region.share / largest, out=part)
    alpha = opacity[..., None]
    mixed = picture * (1.0 - alpha) + np.array(BLUE, dtype=np.float32) * alpha
    tinted: Pixels = np.rint(mixed).astype(np.uint8)
    return tinted


def _around(box: Box, size: tuple[int, int]) -> _Corners:
    """Left, top, right, bottom of the line around a block; what lies far outside of the picture, just outside of it."""
    x, y, width, height = box
    left, right = (round(min(max(end, -_FAR), size[0] + _FAR)) for end in (x, x + width))
    top, bottom = (round(min(max(end, -_FAR), size[1] + _FAR)) for end in (y, y + height))
    return left - _OUTSIDE, top - _OUTSIDE, max(left, right) + _OUTSIDE, max(top, bottom) + _OUTSIDE


def _draw_box(draw: ImageDraw.ImageDraw, block: BlockPart, corners: _Corners) -> None:
    left, top, right, bottom = corners
    rim = left - 1, top - 1, right + 1, bottom + 1
    for at, colour, line in ((rim, (WHITE,) * 3, 5), (corners, ORANGE, 3)):
        if block.noise in NOISE:
            _dashed(draw, at, colour, line)
        else:
            draw.rectangle(at, outline=colour, width=line)


def _draw_letter(draw: ImageDraw.ImageDraw, letter: str, corners: _Corners) -> None:
    """Where it hides least of what changed: left of the box, else above it, else right of it."""
    left, top, right, _ = corners
    x, y = left - _TAG + 1, max(0, top)
    if x < 0:
        x, y = (left, top - _TAG + 1) if top >= _TAG else (right, max(0, top))
    x = max(0, x)
    draw.rectangle((x, y, x + _TAG - 1, y + _TAG - 1), fill=ORANGE)
    draw.text((x + _TAG / 2, y + _TAG / 2), letter, fill="white", font=_font(15), anchor="mm")


def _dashed(
    draw: ImageDraw.ImageDraw, corners: tuple[int, int, int, int], colour: tuple[int, ...], line: int
) -> None:
    left, top, right, bottom = corners
    for start in range(left, right, 2 * _DASH):
        for y in (top, bottom):
            draw.line((start, y, min(start + _DASH, right), y), fill=colour, width=line)
    for start in range(top, bottom, 2 * _DASH):
        for x in (left, right):
            draw.line((x, start, x, min(start + _DASH, bottom)), fill=colour, width=line)


def _write_share(draw: ImageDraw.ImageDraw, region: RegionPart) -> None:
    x, y, width, height = region.box
    text = f"{100 * region.share:.0f} %" + (
        " \N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}" if region.went_back else ""
    )
    place = (x + width / 2, max(0.0, y) + height / 2)
    draw.text(place, text, fill=INK, font=_font(17), anchor="mm", stroke_width=3, stroke_fill="white")


def _legend(explanation: Explanation, height: int) -> list[str]:
    score = explanation.score
    verdict = {True: "an important change", False: "not an important change", None: "not decided"}
    first = f"distance {distance_text(score.distance)}: {verdict[score.important]}"
    if score.probability is not None:
        first += f" (probability {score.probability:.2f})"
    parts = parts_as_text(score)
    lines = [first, *([f"made of {parts}"] if parts else [])]
    if explanation.regions:
        lines.append(_of_blue(explanation))
    likeliest = explanation.sentences[0] if explanation.sentences else None
    if likeliest is not None and likeliest.text and likeliest.chance > _LIKELY:
        said = shorten(likeliest.text, _SAID, placeholder="\N{HORIZONTAL ELLIPSIS}")
        lines.append(f"likeliest news ({likeliest.chance:.2f}): {said}")
    kinds = sorted({block.kind for block in explanation.blocks if block.box is not None})
    if kinds:
        names = ", ".join(f"{LETTERS.get(kind, '?')} {_NAMES.get(kind, kind)}" for kind in kinds)
        dashed = any(block.noise in NOISE for block in explanation.blocks)
        lines.append(f"orange boxes: {names}" + ("; dashed: times, dates and counters" if dashed else ""))
    gone = sum(block.box is None for block in explanation.blocks)
    below = sum(block.box is not None and block.box[1] >= height for block in explanation.blocks)
    came, went = len(score.links_added), len(score.links_removed)
    counts = [
        ("blocks that changed below this picture", below),
        ("blocks gone", gone),
        ("links that came", came),
        ("links that went", went),
    ]
    told = [f"{what}: {count}" for what, count in counts if count]
    if score.displacement_px:
        told.append(f"most content moved by {score.displacement_px} px")
    if score.returning_state is not None:
        told.append(f"a look that was last seen at {score.returning_state.last_seen_at:%Y-%m-%d %H:%M} UTC")
    return [*lines, "; ".join(told)] if told else lines


def _of_blue(explanation: Explanation) -> str:
    """What the tint says, as far as the pictures have a say."""
    say = pictures_say(explanation.score)
    if say < _WRITTEN:
        return "no region is tinted: the pictures add next to nothing to the distance"
    whole = "" if say > 1.0 - _WRITTEN else f", which is {100 * say:.0f} % of the whole"
    return f"blue: share of the pictures' distance{whole}, as written{_went_back_note(explanation)}"


def _went_back_note(explanation: Explanation) -> str:
    back = any(region.went_back and region.share >= _WRITTEN for region in explanation.regions)
    return "; \N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK} shown before" if back else ""


def _with_legend(picture: Pixels, lines: Sequence[str]) -> Pixels:
    width = max(picture.shape[1], 640)
    strip = Image.new("RGB", (width, _LINE * len(lines) + 2 * _MARGIN), "white")
    draw = ImageDraw.Draw(strip)
    draw.line((0, 0, width, 0), fill=INK)
    for row, line in enumerate(lines):
        draw.text((_MARGIN, _MARGIN + row * _LINE), line, fill=INK, font=_font(15))
    padded = np.full((len(picture), width, 3), WHITE, dtype=np.uint8)
    padded[:, : picture.shape[1]] = picture
    return np.vstack([padded, np.asarray(strip)])


@lru_cache(maxsize=4)
def _font(size: int) -> Any:
    return ImageFont.load_default(size)
