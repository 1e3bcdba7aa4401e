"""Screenshots as people send them, made of captures, with the truth: which captures show exactly this.

A query is a part of a picture, rescaled, then maybe dark, covered with a note, put into a telephone's frame, and always
compressed as JPEG. Captures of which the same part has the same pixels are as true as the one it was made of.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]
KINDS = ("crop", "rescaled", "dark", "frame", "text", "everything")
LEAST_SHOWN = 12.0
"""Standard deviation of the part's grey values: of an empty part nobody makes a screenshot."""


@dataclass(frozen=True, kw_only=True)
class Query:
    """A JPEG file, how it was made, the part it shows, and the pictures that show it; none: not in the gallery."""

    image: bytes
    kind: str
    part: tuple[int, int, int, int]
    truth: frozenset[int]


def query_from(pictures: Mapping[int, Pixels], number: int, kind: str, rng: np.random.Generator) -> Query:
    """A query made of one picture; ``pictures`` holds it and all that may show the same."""
    return query_of(pictures[number], pictures, kind, rng)


def query_of(picture: Pixels, known: Mapping[int, Pixels], kind: str, rng: np.random.Generator) -> Query:
    """A query made of a picture that need not be in the gallery; ``known`` holds all there that may show the same."""
    part = some_part(picture, rng)
    shown = _cut(picture, part)
    truth = frozenset(number for number, other in known.items() if np.array_equal(_cut(other, part), shown))
    return Query(image=changed(shown, kind, rng), kind=kind, part=part, truth=truth)


def some_part(picture: Pixels, rng: np.random.Generator) -> tuple[int, int, int, int]:
    """A part that shows something: x, y, width, height; 400 to all pixels wide, 300 to 900 high."""
    height, width = picture.shape[:2]
    for _ in range(50):
        w = int(rng.integers(min(400, width), width + 1))
        h = int(rng.integers(min(300, height), min(900, height) + 1))
        x, y = int(rng.integers(width - w + 1)), int(rng.integers(height - h + 1))
        if picture[y : y + h, x : x + w].mean(axis=2).std() > LEAST_SHOWN:
            break
    return x, y, w, h


def changed(part: Pixels, kind: str, rng: np.random.Generator) -> bytes:
    """The part as it arrives, a JPEG file."""
    image = Image.fromarray(part)
    if kind in ("dark", "everything"):
        image = dark(image)
    if kind != "crop":
        factor = float(rng.uniform(0.5, 1.4))
        size = max(round(image.width * factor), 64), max(round(image.height * factor), 64)
        image = image.resize(size, Image.Resampling.BICUBIC)
    if kind in ("text", "everything"):
        image = noted(image, rng)
    if kind in ("frame", "everything"):
        image = framed(image, rng)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=int(rng.integers(35, 85)))
    return file.getvalue()


def dark(image: Image.Image) -> Image.Image:
    """Lightness turned round, colours kept, on a grey that is not quite black, as dark modes are."""
    lightness, blue, red = image.convert("YCbCr").split()
    turned = lightness.point([round(24 + (255 - value) * 0.85) for value in range(256)])
    return Image.merge("YCbCr", (turned, blue, red)).convert("RGB")


def noted(image: Image.Image, rng: np.random.Generator) -> Image.Image:
    """A caption and a marked place, on about a tenth of the picture."""
    image = image.copy()
    draw = ImageDraw.Draw(image)
    height = max(image.height // 10, 20)
    top = int(rng.integers(image.height - height + 1))
    draw.rectangle((0, top, image.width, top + height), fill=tuple(int(x) for x in rng.integers(0, 256, 3)))
    draw.text(
        (10, top + 2),
        "LOOK AT THIS, from yesterday!!",
        fill="white",
        font=ImageFont.load_default(height * 0.6),
    )
    x, y = (int(rng.integers(side // 2)) for side in image.size)
    draw.ellipse((x, y, x + image.width // 4, y + image.height // 4), outline="red", width=5)
    return image


def framed(image: Image.Image, rng: np.random.Generator) -> Image.Image:
    """In a telephone: a border, a line with clock and battery above, a bar below, on a coloured ground."""
    border, bar = 14, 36
    w, h = image.width + 2 * border, image.height + 2 * (border + bar)
    margin = int(rng.integers(20, 60))
    ground = Image.new(
        "RGB", (w + 2 * margin, h + 2 * margin), tuple(int(x) for x in rng.integers(60, 256, 3))
    )
    draw = ImageDraw.Draw(ground)
    draw.rounded_rectangle((margin, margin, margin + w, margin + h), radius=40, fill=(10, 10, 10))
    clock = f"{rng.integers(24):02}:{rng.integers(60):02}"
    draw.text((margin + 40, margin + border + 6), clock, fill="white", font=ImageFont.load_default(20))
    draw.rectangle(
        (margin + w - 80, margin + border + 8, margin + w - 44, margin + border + 24), outline="white"
    )
    draw.rounded_rectangle(
        (margin + w // 3, margin + h - 24, margin + 2 * w // 3, margin + h - 16), 4, fill="white"
    )
    ground.paste(image, (margin + border, margin + border + bar))
    return ground


def _cut(picture: Pixels, part: tuple[int, int, int, int]) -> Pixels:
    x, y, width, height = part
    return picture[y : y + height, x : x + width]
