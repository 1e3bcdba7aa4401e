"""Drawings that the sites of ``unseen`` show: a danger map, a webcam on a mountain, a product on a white ground."""

from __future__ import annotations

import math

from pagetide.demo.chance import Chance

_LEVELS = ("#ccff66", "#ffff00", "#ff9900", "#ff0000")  # the European scale's colours
_REGIONS = (
    "10,20 150,10 170,110 60,130",
    "150,10 350,30 330,100 170,110",
    "60,130 170,110 190,250 20,240",
    "170,110 330,100 300,180 180,180",
    "180,180 300,180 350,250 190,250",
)
_FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">'


def danger_map(key: str) -> bytes:
    """Five regions, each in the colour of its level of danger: a digit of the key."""
    drawn = "".join(
        f'<polygon points="{region}" fill="{_LEVELS[int(level) - 1]}" stroke="#444" stroke-width="2"/>'
        for region, level in zip(_REGIONS, key, strict=True)
    )
    return f"{_FRAME.format(360, 260)}{drawn}</svg>".encode()


def mountain(key: str) -> bytes:
    """What a webcam sees: ``place-hour``; peaks that stay, a sky and clouds of the hour, counted from six o'clock."""
    place, _, hour = key.partition("-")
    peaks, sky = Chance("mountain", place), Chance("mountain", place, hour)
    light = max(0.12, math.sin(math.pi * ((int(hour) + 1) % 24) / 15)) if (int(hour) + 1) % 24 < 15 else 0.12
    haze = 0.7 + 0.3 * sky.number("haze")
    parts = [
        f'{_FRAME.format(314, 196)}<rect width="314" height="196" fill="{_grey(light, 150, 190, 235)}"/>'
    ]
    for layer in range(3):
        points = " ".join(
            f"{x},{50 + 36 * layer + peaks.between(-26, 26, layer, x)}" for x in range(0, 340, 26)
        )
        tone = _grey(light * haze, *(235 - 45 * layer,) * 2, 240 - 40 * layer)
        parts.append(f'<polygon points="0,196 {points} 338,196" fill="{tone}"/>')
    for cloud in range(sky.below(7, "clouds")):
        x, y = sky.below(314, "x", cloud), sky.between(10, 130, "y", cloud)
        size = sky.between(20, 70, "size", cloud)
        tone = _grey(light, 250, 250, 250)
        parts.append(f'<ellipse cx="{x}" cy="{y}" rx="{size}" ry="{size // 3}" fill="{tone}" opacity="0.8"/>')
    return "".join((*parts, "</svg>")).encode()


def product(key: str) -> bytes:
    """A pack, a jar or a thing; nothing but a frame while the photograph is missing."""
    if key == "missing":
        return (
            f'{_FRAME.format(214, 140)}<rect x="2" y="2" width="210" height="136" fill="#f3f3f3" stroke="#bbb"/>'
            '<text x="107" y="76" font-family="sans-serif" font-size="14" fill="#999" text-anchor="middle">'
            "Photo à venir</text></svg>"
        ).encode()
    chance = Chance("product", key)
    fill, label = chance.shuffled(
        ("#b23a48", "#2a6f97", "#588157", "#e09f3e", "#6d597a", "#3d405b", "#f2cc8f"), "ink"
    )[:2]
    width, height = chance.between(50, 130, "width"), chance.between(60, 118, "height")
    left, top = (214 - width) // 2, 132 - height
    corner = chance.pick((2, 10, 40), "corner")
    return (
        f'{_FRAME.format(214, 140)}<rect width="214" height="140" fill="#fff"/>'
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{corner}" fill="{fill}"/>'
        f'<rect x="{left}" y="{top + height // 3}" width="{width}" height="{height // 4}" fill="{label}"/>'
        f'<circle cx="{left + width // 2}" cy="{top + height * 3 // 4}" r="{width // 6}" fill="#ffffffcc"/></svg>'
    ).encode()


def _grey(light: float, *colour: int) -> str:
    """A colour as bright as the light, 0 .. 1, lets it be."""
    return "#" + "".join(f"{round(min(255, part * light)):02x}" for part in colour)
