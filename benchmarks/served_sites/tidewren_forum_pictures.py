"""The pictures of the photo server's forum: avatars and sponsors' banners (SVG), and small landscapes (PNG)."""

import math
import random
import struct
import zlib

_WIDTH, _HEIGHT = 168, 112
_Colour = tuple[int, ...]


def avatar(name: str) -> bytes:
    """A symmetric pattern that is the member's own."""
    chance = random.Random("avatar-" + name)
    hue = chance.randrange(360)
    cells = [
        f'<rect x="{x * 8 + 4}" y="{y * 8 + 4}" width="8" height="8"/>'
        f'<rect x="{(4 - x) * 8 + 4}" y="{y * 8 + 4}" width="8" height="8"/>'
        for y in range(5)
        for x in range(3)
        if chance.random() < 0.5
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">'
        f'<rect width="48" height="48" fill="hsl({hue},45%,90%)"/>'
        f'<g fill="hsl({hue},55%,42%)">{"".join(cells)}</g></svg>'
    ).encode()


def banner(number: int, title: str, line: str) -> bytes:
    """What the sponsor of this number shows."""
    chance = random.Random(f"banner-{number}")
    hue = chance.randrange(360)
    discs = [
        f'<circle cx="{chance.randint(0, 728)}" cy="{chance.randint(0, 90)}" r="{chance.randint(8, 60)}" '
        f'fill="hsl({(hue + 40) % 360},60%,{chance.randint(35, 60)}%)" opacity=".5"/>'
        for _ in range(9)
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90" viewBox="0 0 728 90">'
        f'<rect width="728" height="90" fill="hsl({hue},50%,28%)"/>{"".join(discs)}'
        f'<text x="24" y="42" font-family="Verdana" font-size="26" fill="#fff">{title}</text>'
        f'<text x="24" y="70" font-family="Verdana" font-size="15" fill="#fff">{line}</text></svg>'
    ).encode()


def photo(seed: int) -> bytes:
    """A landscape: a sky that gets lighter, the sun, two ridges."""
    chance = random.Random(f"photo-{seed}")
    top, low = _colour(chance, 20, 140), _colour(chance, 130, 250)
    ridges = [_ridge(chance, (0.5, 0.7), (20, 110)), _ridge(chance, (0.72, 0.85), (10, 70))]
    sun_x, sun_y, radius = chance.randint(20, _WIDTH - 20), chance.randint(14, 50), chance.randint(6, 15)
    pixels = bytearray()
    for y in range(_HEIGHT):
        share = (y // 4 * 4) / _HEIGHT
        sky = bytes(int(start + (end - start) * share) for start, end in zip(top, low, strict=True))
        pixels += b"\0"
        for x in range(_WIDTH):
            is_sun = (x - sun_x) ** 2 + (y - sun_y) ** 2 < radius * radius
            pixel = bytes((255, 244, 214)) if is_sun else sky
            for edge, colour in ridges:
                if y > edge[x]:
                    pixel = colour
            pixels += pixel
    return _png(bytes(pixels))


def _colour(chance: random.Random, low: int, high: int) -> _Colour:
    return tuple(chance.randint(low, high) for _ in range(3))


def _ridge(
    chance: random.Random, heights: tuple[float, float], lights: tuple[int, int]
) -> tuple[list[float], bytes]:
    """How far down it begins in each column, and its colour."""
    phases = [chance.uniform(0, 6) for _ in range(3)]
    base = chance.uniform(*heights) * _HEIGHT
    edge = [base + 9 * math.sin(x / 21 + phases[0]) + 5 * math.sin(x / 9 + phases[1]) for x in range(_WIDTH)]
    return edge, bytes(_colour(chance, *lights))


def _png(pixels: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
