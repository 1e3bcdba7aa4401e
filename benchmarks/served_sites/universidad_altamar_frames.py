"""What the university's page embeds: drawn views of the campus and advertisements."""

import html
import random

from benchmarks.served_sites.universidad_altamar_words import MOTTOES, PROMISES, draws, filled

_COLOURS = ("#7b1338", "#0d6e6e", "#e5602f", "#3b3f8f", "#f6b042")
_SKINS = ("#e7b995", "#b97f57", "#75492f")


def view(name: str, width: int, height: int) -> bytes:
    """A drawn view of the campus: sky and sun, ground, buildings, people."""
    chance = draws("foto", name)
    horizon = chance.randint(height // 3, height * 2 // 3)
    parts = [
        *_land(chance, width, height, horizon),
        *(part for _ in range(chance.randint(2, 5)) for part in _building(chance, width, height, horizon)),
        *(part for _ in range(chance.randint(3, 14)) for part in _person(chance, width, height, horizon)),
        "</svg>",
    ]
    return "".join(parts).encode()


def _land(chance: random.Random, width: int, height: int, horizon: int) -> list[str]:
    sky = f"hsl({chance.randint(180, 240)},{chance.randint(20, 70)}%,{chance.randint(55, 88)}%)"
    sun = f'cx="{chance.randint(0, width)}" cy="{chance.randint(10, horizon)}" r="{height // 9}"'
    ground = f"hsl({chance.choice([95, 110, 200, 35])},{chance.randint(20, 45)}%,{chance.randint(30, 55)}%)"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" ',
        f'viewBox="0 0 {width} {height}" preserveAspectRatio="xMidYMid slice">',
        f'<rect width="{width}" height="{height}" fill="{sky}"/>',
        f'<circle {sun} fill="#fff3c4"/>',
        f'<rect y="{horizon}" width="{width}" height="{height}" fill="{ground}"/>',
    ]


def _building(chance: random.Random, width: int, height: int, horizon: int) -> list[str]:
    left = chance.randint(-40, width - 60)
    wide, high = chance.randint(width // 8, width // 3), chance.randint(height // 6, height // 2)
    colour = f"hsl({chance.randint(10, 50)},{chance.randint(10, 45)}%,{chance.randint(45, 80)}%)"
    window = f'width="{wide // 18 + 2}" height="{high - 50 if high > 80 else high // 2}"'
    return [
        f'<rect x="{left}" y="{horizon - high + 20}" width="{wide}" height="{high}" fill="{colour}"/>',
        *(
            f'<rect x="{left + number * wide // 8}" y="{horizon - high + 40}" {window} fill="#2c3a4a" opacity=".55"/>'
            for number in range(1, 7)
        ),
    ]


def _person(chance: random.Random, width: int, height: int, horizon: int) -> list[str]:
    x, y = chance.randint(0, width), chance.randint(horizon + 10, height)
    size = chance.uniform(0.8, 2.4)
    skin = chance.choice(_SKINS)
    coat = f"M{x - 14 * size:.0f} {y + 24 * size:.0f} q{14 * size:.0f} {-84 * size:.0f} {28 * size:.0f} 0z"
    return [
        f'<circle cx="{x}" cy="{y - 26 * size:.0f}" r="{8 * size:.0f}" fill="{skin}"/>',
        f'<path d="{coat}" fill="hsl({chance.randint(0, 359)},50%,40%)"/>',
    ]


def advertisement(name: str) -> bytes:
    """The page of a frame: a motto, a promise and a picture on one of five colours."""
    chance = draws("marco", name)
    look = f"margin:0;padding:10px;background:{chance.choice(_COLOURS)};color:#fff;font:bold 20px Arial"
    motto, promise = html.escape(chance.choice(MOTTOES)), filled(chance.choice(PROMISES), chance)
    return (
        f'<!DOCTYPE html><meta charset="utf-8"><body style="{look}">{motto}<br>'
        f'<span style="font-size:14px">{html.escape(promise)}</span><br>'
        f'<img src="/fotos/anuncio-{chance.randint(1, 60)}.svg" width="290" alt=""></body>'
    ).encode()
