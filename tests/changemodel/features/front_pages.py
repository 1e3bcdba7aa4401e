"""Screenshots of an imaginary front page, drawn without a browser: text in columns, an advertisement, a
carousel."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]

_WORDS = [
    "minister",
    "storm",
    "election",
    "market",
    "coast",
    "council",
    "budget",
    "river",
    "police",
    "school",
    "talks",
    "climate",
    "match",
    "final",
    "judge",
    "party",
    "leader",
    "plan",
    "report",
    "water",
    "power",
    "energy",
    "price",
    "strike",
    "union",
    "train",
    "road",
    "bridge",
    "fire",
    "harbour",
]
MASTHEAD_PX = 80


@lru_cache(maxsize=8)
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _text(seed: int, words: int) -> str:
    random = np.random.default_rng(seed)
    return " ".join(_WORDS[index] for index in random.integers(0, len(_WORDS), words)).capitalize()


def _paragraph(
    draw: ImageDraw.ImageDraw, place: tuple[int, int, int], size: int, seed: int, words: int
) -> None:
    left, top, width = place
    line, lines = "", []
    for word in _text(seed, words).split():
        longer = f"{line} {word}".strip()
        if draw.textlength(longer, font=_font(size)) > width:
            lines.append(line)
            longer = word
        line = longer
    for index, content in enumerate([*lines, line]):
        draw.text((left, top + index * (size + 5)), content, fill=(20, 20, 20), font=_font(size))


def front_page(*, lead: int = 0, advertisement: int = 0, clock: str = "12:00", page: int = 0) -> Pixels:
    """A page of 1000 x 1400 pixels; each argument changes one part and nothing else."""
    image = Image.new("RGB", (1000, 1400), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 999, MASTHEAD_PX - 1), fill=(17, 34, 51))
    draw.text((12, 18), "The Daily Tide", fill="white", font=_font(36))
    draw.text((860, 30), clock, fill="white", font=_font(18))
    _paragraph(draw, (10, 95, 640), 32, 1000 + lead, 9)
    _paragraph(draw, (10, 200, 640), 14, 2000 + lead, 60)
    colours = np.random.default_rng(3000 + advertisement).integers(0, 255, (2, 3))
    draw.rectangle((680, 100, 979, 349), fill=tuple(int(value) for value in colours[0]))
    draw.ellipse((700, 120, 900, 320), fill=tuple(int(value) for value in colours[1]))
    for index in range(12):
        left, top = 10 + 245 * (index % 4), 380 + 330 * (index // 4)
        _paragraph(draw, (left, top, 225), 18, 10_000 * page + 4000 + index, 8)
        _paragraph(draw, (left, top + 110, 225), 14, 10_000 * page + 5000 + index, 45)
    return np.asarray(image)


def with_inserted(image: Pixels, row: int, height: int, seed: int = 0) -> Pixels:
    """The page with a banner of random colours inserted at a row, as a browser would push the rest down."""
    random = np.random.default_rng(seed)
    banner = np.full((height, 1000, 3), random.integers(0, 255, 3), dtype=np.uint8)
    banner[5:-5, 100:800] = random.integers(0, 255, (height - 10, 700, 3))
    return np.vstack([image[:row], banner, image[row:]])[: len(image)]
