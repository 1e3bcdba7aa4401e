"""Pictures of pages without a browser, as many as wanted: sites with a template, pages, and states of each page.

Pages of a site share header, colours and columns; states of a page differ in a headline, an advertisement and a clock,
as captures of one page do. Everything follows from its numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

import pagetide.demo

Pixels = NDArray[np.uint8]
WIDTH = 1000
STATES = 4


@dataclass(frozen=True)
class PageState:
    """Which picture it is."""

    site: int
    page: int
    state: int

    def draw(self) -> Pixels:
        """uint8 RGB, 1000 pixels wide, 1000 to 2600 high."""
        return _Painter(self).picture()


def states(count: int, pages_of_a_site: int = 8) -> Iterator[PageState]:
    """So many pictures: sites one after the other, of each page all states."""
    for number in range(count):
        page, state = divmod(number, STATES)
        site, page = divmod(page, pages_of_a_site)
        yield PageState(site, page, state)


class _Painter:
    def __init__(self, wanted: PageState) -> None:
        self.site = np.random.default_rng([1, wanted.site])
        self.page = np.random.default_rng([2, wanted.site, wanted.page])
        self.state = np.random.default_rng([3, wanted.site, wanted.page, wanted.state])
        self.light = tuple(int(x) for x in self.site.integers(225, 256, 3))
        self.accent = tuple(int(x) for x in self.site.integers(0, 160, 3))
        self.height = int(self.page.integers(10, 27)) * 100
        self.image = Image.new("RGB", (WIDTH, self.height), self.light)
        self.draw = ImageDraw.Draw(self.image)

    def picture(self) -> Pixels:
        self._header()
        side = int(self.site.choice([0, 220, 280]))
        on_the_left = bool(self.site.integers(2))
        left, right = (side + 30, WIDTH - 30) if on_the_left else (30, WIDTH - 30 - side)
        if side:
            self._sidebar(20 if on_the_left else WIDTH - side - 10, side - 20)
        columns = int(self.site.integers(1, 4))
        width = (right - left) // columns
        for column in range(columns):
            self._column(left + column * width, width - 24, first=column == 0)
        return np.asarray(self.image)

    def _header(self) -> None:
        height = int(self.site.integers(60, 130))
        self.draw.rectangle((0, 0, WIDTH, height), fill=self.accent)
        self._text(self.site, 30, 14, 500, 1, size=int(self.site.integers(24, 40)), fill=(255, 255, 255))
        for number in range(6):
            self.draw.text(
                (30 + number * 140, height - 24), _words(self.site, 1), fill=(240, 240, 240), font=_font(15)
            )
        self.draw.text(
            (WIDTH - 150, 14), f"{self.state.integers(24):02}:{self.state.integers(60):02}", font=_font(18)
        )

    def _sidebar(self, left: int, width: int) -> None:
        top = 150
        for _ in range(int(self.site.integers(3, 7))):
            self._text(self.site, left, top, width, 2, size=15, fill=self.accent)
            top += 70
        self._photo(self.state, left, top, width, 250)  # the advertisement
        top += 280
        while top < self.height - 100:
            top = self._text(self.page, left, top, width, 3, size=14) + 16

    def _column(self, left: int, width: int, *, first: bool) -> None:
        top = 150
        if first:
            top = self._text(self.state, left, top, width, 2, size=34) + 10  # the headline
        while top < self.height - 120:
            kind = self.page.integers(4)
            if kind == 0:
                height = int(self.page.integers(100, 260))
                self._photo(self.page, left, top, width, min(height, self.height - top))
                top += height + 14
            else:
                top = self._text(self.page, left, top, width, 1, size=int(self.page.integers(19, 28))) + 4
                top = self._text(self.page, left, top, width, int(self.page.integers(2, 8)), size=15) + 16

    def _text(
        self, rng: Any, left: int, top: int, width: int, lines: int, *, size: int, fill: Any = (25, 25, 25)
    ) -> int:
        font = _font(size)
        for _ in range(lines):
            words, widths = _words(rng, 24).split(), 0.0
            line = []
            for word in words:
                widths += _width(word, size) + size / 4
                if widths > width:
                    break
                line.append(word)
            self.draw.text((left, top), " ".join(line), fill=fill, font=font)
            top += round(1.35 * size)
        return top

    def _photo(self, rng: Any, left: int, top: int, width: int, height: int) -> None:
        photo = Image.new("RGB", (width, max(height, 1)), tuple(int(x) for x in rng.integers(0, 256, 3)))
        draw = ImageDraw.Draw(photo)
        for _ in range(int(rng.integers(12, 40))):
            x, y = rng.integers(-40, width), rng.integers(-40, max(height, 1))
            w, h = rng.integers(10, 140, 2)
            colour = tuple(int(part) for part in rng.integers(0, 256, 3))
            (draw.ellipse if rng.integers(2) else draw.rectangle)((x, y, x + w, y + h), fill=colour)
        self.image.paste(photo.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.5, 3.0)))), (left, top))


@lru_cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


@lru_cache(100_000)
def _width(word: str, size: int) -> float:
    return float(_font(size).getlength(word))


def _words(rng: Any, count: int) -> str:
    known = _vocabulary()
    return " ".join(known[int(place)] for place in rng.integers(len(known), size=count))


@lru_cache
def _vocabulary() -> tuple[str, ...]:
    path = Path(str(pagetide.demo.__file__)).parent / "words.toml"
    with path.open("rb") as file:
        told = _strings(tomllib.load(file))
    words = {word.strip(".,:;") for text in told for word in text.split() if "{" not in word}
    return tuple(sorted(words))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)
