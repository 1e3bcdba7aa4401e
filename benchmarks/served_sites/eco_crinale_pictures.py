"""What the valleys' newspaper draws: hills under a sky, as palette PNG files, and the weather's signs."""

import math
import random
import struct
import zlib
from functools import lru_cache

_WIDTH, _HEIGHT = 300, 180
_SHADES = 24
_RIDGE, _SUN, _WALL, _ROOF = 24, 27, 28, 29
"""Places in the palette, after the shades of the sky."""
_Colour = tuple[int, ...]


@lru_cache(maxsize=96)
def landscape(seed: str) -> bytes:
    """Sky, sun, three ridges, and a few houses; everything follows from the seed."""
    chance = random.Random(f"figura:{seed}")
    palette = _palette(chance)
    ridges = _ridges(chance)
    sun = chance.randrange(30, _WIDTH - 30), chance.randrange(20, _HEIGHT // 2), chance.randrange(8, 20)
    rows = [_row(y, sun, ridges) for y in range(_HEIGHT)]
    _add_houses(chance, rows, ridges[2])
    return _png(palette, rows)


def _palette(chance: random.Random) -> list[_Colour]:
    top, low = _hue(chance, 90, 190), _hue(chance, 180, 250)
    sky = [_mix(top, low, shade / (_SHADES - 1)) for shade in range(_SHADES)]
    near = _hue(chance, 20, 120)
    ridges = [_mix(near, low, part) for part in (0.55, 0.3, 0.0)]
    return [*sky, *ridges, (250, 225, 150), _hue(chance, 140, 230), (60, 40, 40)]


def _hue(chance: random.Random, low: int, high: int) -> _Colour:
    return tuple(chance.randrange(low, high) for _ in range(3))


def _mix(one: _Colour, two: _Colour, part: float) -> _Colour:
    return tuple(round(a + (b - a) * part) for a, b in zip(one, two, strict=True))


def _ridges(chance: random.Random) -> list[list[float]]:
    """Where each of the three begins, by column."""
    ridges = []
    for number in range(3):
        waves = [(chance.uniform(0.006, 0.03), chance.uniform(0, 6), chance.uniform(5, 16)) for _ in range(3)]
        base = _HEIGHT * (0.5 + 0.16 * number)
        ridges.append(
            [
                base + sum(height * math.sin(speed * x + shift) for speed, shift, height in waves)
                for x in range(_WIDTH)
            ]
        )
    return ridges


def _row(y: int, sun: tuple[int, int, int], ridges: list[list[float]]) -> bytearray:
    row = bytearray([min(_SHADES - 1, y * _SHADES // _HEIGHT)]) * _WIDTH
    middle, height, radius = sun
    half = radius**2 - (y - height) ** 2
    if half > 0:
        reach = int(math.sqrt(half))
        for x in range(max(0, middle - reach), min(_WIDTH, middle + reach)):
            row[x] = _SUN
    for number, ridge in enumerate(ridges):
        for x in range(_WIDTH):
            if y >= ridge[x]:
                row[x] = _RIDGE + number
    return row


def _add_houses(chance: random.Random, rows: list[bytearray], ridge: list[float]) -> None:
    for _ in range(chance.randrange(2, 9)):
        x, size = chance.randrange(10, _WIDTH - 40), chance.randrange(8, 26)
        foot = min(_HEIGHT - 1, int(ridge[x]) + chance.randrange(6, 26))
        for y in range(max(0, foot - size), foot):
            rows[y][x : x + size] = bytes([_WALL if y > foot - size + 4 else _ROOF]) * size


def _png(palette: list[_Colour], rows: list[bytearray]) -> bytes:
    raw = b"".join(b"\0" + bytes(row) for row in rows)
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 3, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", head),
            _chunk(b"PLTE", b"".join(bytes(colour) for colour in palette)),
            _chunk(b"IDAT", zlib.compress(raw, 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def weather_sign(sky: str) -> str:
    """The sign of this sky; rain where it is none of the dry ones."""
    sun = '<circle cx="13" cy="12" r="6" fill="#f5b301"/>'
    cloud = '<path d="M8 24a5 5 0 0 1 1-10 7 7 0 0 1 13 1 5 5 0 0 1 1 9z" fill="#93a3b5"/>'
    drops = '<path d="M11 26l-2 5M17 26l-2 5M23 26l-2 5" stroke="#2b6cb0" stroke-width="2"/>'
    fog = '<path d="M4 14h24M7 20h20M4 26h22" stroke="#9aa5b1" stroke-width="3"/>'
    dry = {
        "sereno": sun,
        "poco nuvoloso": sun + cloud,
        "variabile": sun + cloud,
        "nuvoloso": cloud,
        "nebbia": fog,
    }
    shape = dry.get(sky, cloud + drops)
    return f'<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">{shape}</svg>'
