"""Generated pictures: SVG scenes for stories, a PNG satellite picture for the weather.

Scenes are cheap to serve and to render (flat shapes and gradients, no filters), and differ as photographs on
a front page do: other subjects, horizons, palettes and textures.
"""

from __future__ import annotations

import io
import math
import random
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
from PIL import Image

from pagetide.demo.chance import Chance

WIDTH, HEIGHT = 640, 400

_SKIES = (
    ("#9cc4e4", "#e9f2f9"), ("#f6b26b", "#fde8c8"), ("#3d4f6d", "#8794ad"), ("#c9d3da", "#f4f5f2"),
    ("#e07a5f", "#f2cc8f"), ("#1d2b4a", "#51608a"), ("#a8d5ba", "#eff7ee"), ("#b39bc8", "#f0e6ef"),
)  # fmt: skip
_EARTHS = ("#3f5d4c", "#6b705c", "#2f3e46", "#7f5539", "#4a5759", "#52796f", "#5c4d7d", "#8a817c")
_COATS = ("#22223b", "#7b2d26", "#1b4965", "#3c6e47", "#5e548e", "#8d6a2f", "#202c39", "#a23e48")
_SKINS = ("#f1c9a5", "#d9a066", "#a86f4a", "#70462f", "#e8b796")

Parts = list[str]
Plane = npt.NDArray[np.float64]


def scene(chance: Chance, key: str) -> bytes:
    """The picture of this key as an SVG document."""
    draw = chance.stream("picture", key)
    top, bottom = draw.choice(_SKIES)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<linearGradient id="sky" x2="0" y2="1"><stop stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>',
    ]
    _subject(key, draw)(parts, draw)
    return "".join((*parts, "</svg>")).encode()


def satellite(chance: Chance, key: str, width: int = 300, height: int = 170) -> bytes:
    """A cloud picture as PNG: smooth noise over a coast that stays where it is."""
    clouds = np.clip(_smooth_noise(chance, ("clouds", key), width, height) * 1.7 - 0.55, 0, 1)[..., None]
    land = (_smooth_noise(chance, ("coast",), width, height) > 0.52)[..., None]
    ground = np.where(land, np.array([92.0, 122, 84]), np.array([38.0, 74, 120]))
    picture = ground * (1 - clouds) + 245 * clouds
    data = io.BytesIO()
    Image.fromarray(picture.astype(np.uint8)).save(data, "PNG", compress_level=6)
    return data.getvalue()


def _smooth_noise(chance: Chance, key: tuple[str, ...], width: int, height: int) -> Plane:
    """Noise of three octaves, stretched to 0 .. 1."""
    generator = np.random.default_rng(chance.below(2**32, *key))
    total = np.zeros((height, width))
    for octave, weight in ((4, 1.0), (9, 0.5), (19, 0.25)):
        coarse = Image.fromarray(generator.random((octave, octave * 2)).astype(np.float32))
        total += weight * np.asarray(coarse.resize((width, height), Image.Resampling.BICUBIC))
    stretched: Plane = (total - total.min()) / (total.max() - total.min())
    return stretched


def _hills(parts: Parts, draw: random.Random) -> None:
    if draw.random() < 0.6:
        parts.append(_disc(draw.uniform(60, 580), draw.uniform(50, 140), draw.uniform(20, 46), "#fff3b0"))
    for layer in range(draw.randint(2, 4)):
        base = 190 + layer * draw.uniform(35, 65)
        phase, bend = draw.uniform(0, 6), draw.uniform(0.006, 0.02)
        points = [
            f"{x},{base + 34 * math.sin(phase + bend * x) + draw.uniform(-9, 9):.0f}"
            for x in range(0, 660, 20)
        ]
        parts.append(_shape([*points, f"{WIDTH},{HEIGHT}", f"0,{HEIGHT}"], draw.choice(_EARTHS)))


def _sea(parts: Parts, draw: random.Random) -> None:
    horizon = draw.uniform(150, 240)
    parts.append(
        _box(0, horizon, WIDTH, HEIGHT - horizon, draw.choice(("#26547c", "#3a7ca5", "#2f4858", "#468189")))
    )
    for _ in range(26):
        y = draw.uniform(horizon + 8, HEIGHT)
        parts.append(_box(draw.uniform(-40, 600), y, (y - horizon) * draw.uniform(0.2, 0.6), 3, "#ffffff55"))
    for _ in range(draw.randint(1, 3)):
        x, length = draw.uniform(40, 420), draw.uniform(90, 230)
        y = horizon + draw.uniform(-6, 60)
        hull = [
            f"{x},{y}",
            f"{x + length},{y}",
            f"{x + length * 0.9},{y + length / 6}",
            f"{x + 18},{y + length / 6}",
        ]
        parts.append(_shape(hull, draw.choice(_COATS)))
        for box in range(draw.randint(2, 6)):
            parts.append(
                _box(x + 16 + box * length / 8, y - 22, length / 9, 22, draw.choice((*_COATS, "#f4f1de")))
            )


def _skyline(parts: Parts, draw: random.Random) -> None:
    lit = draw.random() < 0.5
    x = -10.0
    while x < WIDTH:
        width, height = draw.uniform(36, 96), draw.uniform(90, 320)
        parts.append(_box(x, HEIGHT - height, width, height, draw.choice((*_COATS, *_EARTHS))))
        for row in range(int(height // 30)):
            for column in range(int(width // 20)):
                if draw.random() < 0.6:
                    window = "#ffe08a" if lit else "#ffffff44"
                    parts.append(_box(x + 6 + column * 20, HEIGHT - height + 10 + row * 30, 9, 14, window))
        x += width + draw.uniform(0, 8)


def _portrait(parts: Parts, draw: random.Random) -> None:
    for _ in range(5):
        parts.append(
            _box(draw.uniform(-60, 600), 0, draw.uniform(30, 150), HEIGHT, draw.choice(_EARTHS) + "66")
        )
    x, y, size = draw.uniform(200, 440), draw.uniform(130, 180), draw.uniform(64, 96)
    skin = draw.choice(_SKINS)
    parts.append(
        f'<path d="M{x - size * 2:.0f},{HEIGHT} Q{x - size * 1.7:.0f},{y + size:.0f} {x:.0f},{y + size:.0f}'
        f' T{x + size * 2:.0f},{HEIGHT} Z" fill="{draw.choice(_COATS)}"/>'
    )
    parts.append(_box(x - size * 0.3, y + size * 0.6, size * 0.6, size * 0.7, skin))
    parts.append(
        _disc(x, y - size * 0.2, size * 1.02, draw.choice(("#2b2118", "#6f4518", "#b08d57", "#8d8d8d")))
    )
    parts.append(_disc(x, y, size * 0.86, skin))
    for side in (-1, 1):
        parts.append(_disc(x + side * size * 0.32, y - size * 0.08, size * 0.08, "#222222"))
    parts.append(_box(x - size * 0.25, y + size * 0.38, size * 0.5, size * 0.07, "#7a3b2e"))


def _crowd(parts: Parts, draw: random.Random) -> None:
    parts.append(
        _box(
            draw.uniform(80, 240),
            60,
            draw.uniform(180, 320),
            110,
            draw.choice(("#f4f1de", "#c1121f", "#ffd166")),
        )
    )
    for row in range(5):
        for _ in range(11):
            x, y = draw.uniform(0, WIDTH), 190 + row * 46 + draw.uniform(-10, 10)
            size = 15 + row * 5
            parts.append(_box(x - size * 1.2, y + size * 0.7, size * 2.4, 120, draw.choice(_COATS)))
            parts.append(_disc(x, y, size, draw.choice(_SKINS)))


def _chart(parts: Parts, draw: random.Random) -> None:
    parts.append(_box(0, 0, WIDTH, HEIGHT, draw.choice(("#10263f", "#f7f4ea", "#203a2b", "#fdf0f0"))))
    for line in range(1, 6):
        parts.append(_box(30, line * 64, 580, 1.5, "#88888888"))
    level, points = draw.uniform(140, 260), []
    for x in range(30, 620, 18):
        level = min(350.0, max(50.0, level + draw.uniform(-34, 34)))
        points.append(f"{x},{level:.0f}")
        if len(points) % 2:
            parts.append(_box(x - 5, level + 20, 12, HEIGHT - level, "#8899aa55"))
    colour = draw.choice(("#e63946", "#2a9d8f", "#ffb703"))
    parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="7"/>')


def _pitch(parts: Parts, draw: random.Random) -> None:
    for stand in range(6):
        parts.append(_box(0, 70 + stand * 15, WIDTH, 13, draw.choice((*_COATS, "#adb5bd"))))
    for stripe in range(9):
        parts.append(_box(stripe * 74, 160, 74, 240, ("#4f9d4f", "#438a43")[stripe % 2]))
    parts.append(_box(0, draw.uniform(200, 260), WIDTH, 4, "#ffffffcc"))
    for _ in range(draw.randint(3, 9)):
        x, y, size = draw.uniform(40, 600), draw.uniform(190, 320), draw.uniform(14, 26)
        parts.append(
            _box(
                x - size * 0.6,
                y,
                size * 1.2,
                size * 2.2,
                draw.choice(("#d62828", "#f8f9fa", "#14213d", "#fcbf49")),
            )
        )
        parts.append(_disc(x, y - size * 0.6, size * 0.6, draw.choice(_SKINS)))
    parts.append(_disc(draw.uniform(60, 580), draw.uniform(300, 370), 11, "#ffffff"))


def _hall(parts: Parts, draw: random.Random) -> None:
    wall = draw.choice(("#e9e3d5", "#cfd8dc", "#d7c4bb", "#b7c4b1"))
    parts.append(_box(0, 0, WIDTH, HEIGHT, wall))
    count = draw.randint(3, 7)
    for column in range(count):
        x = 30 + column * 600 / count
        parts.append(_box(x, 40, 300 / count, 240, draw.choice(("#fffdf5", "#a3b8c9", "#6d6875"))))
        parts.append(_disc(x + 150 / count, 44, 150 / count, "#ffffff88"))
    parts.append(_box(0, 290, WIDTH, 110, draw.choice(_EARTHS)))
    for _ in range(draw.randint(1, 4)):
        x = draw.uniform(60, 560)
        parts.append(_box(x - 38, 240, 76, 160, draw.choice(_COATS)))
        parts.append(_disc(x, 215, 30, draw.choice(_SKINS)))


Subject = Callable[[Parts, random.Random], None]

_SUBJECTS: tuple[Subject, ...] = (_hills, _sea, _skyline, _portrait, _crowd, _chart, _pitch, _hall)
_USUAL: Mapping[str, tuple[Subject, ...]] = {
    "politics": (_portrait, _hall, _crowd),
    "economy": (_chart, _sea, _portrait),
    "city": (_skyline, _crowd, _sea),
    "world": (_hills, _crowd, _skyline),
    "science": (_hills, _chart, _portrait),
    "sport": (_pitch, _pitch, _portrait),
    "culture": (_portrait, _hall),
    "webcam": (_sea,),
}
"""What pictures of a section usually show; the section is the first word of a story's picture key."""


def _subject(key: str, draw: random.Random) -> Subject:
    usual = _USUAL.get(key.partition("-")[0], ())
    return draw.choice(usual if len(usual) == 1 or (usual and draw.random() < 0.7) else _SUBJECTS)


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" fill="{fill}"/>'


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}" fill="{fill}"/>'


def _shape(points: list[str], fill: str) -> str:
    return f'<polygon points="{" ".join(points)}" fill="{fill}"/>'
