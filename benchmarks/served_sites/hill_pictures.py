"""Hills, trains and posters as small palette PNG, of two sites by one author."""

import colorsys
import struct
import zlib
from functools import lru_cache
from random import Random

Colour = tuple[int, ...]


def png(rows: list[list[int]], palette: list[Colour]) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    width, height = len(rows[0]), len(rows)
    raw = b"".join(b"\0" + bytes(row) for row in rows)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", b"".join(bytes(c) for c in palette))
        + chunk(b"IDAT", zlib.compress(raw, 9))
        + chunk(b"IEND", b"")
    )


def colour(hue: float, light: float, strength: float) -> Colour:
    return tuple(int(255 * v) for v in colorsys.hls_to_rgb(hue % 1, light, strength))


@lru_cache(256)
def landscape(seed: str, width: int, height: int) -> bytes:
    """Sky, hills, a railway and a train or a building: no two seeds alike."""
    rng = Random(seed)
    hue = rng.random()
    palette = [colour(0.55 + 0.1 * rng.random(), 0.62 + 0.025 * i, 0.5) for i in range(12)]
    palette += [colour(hue + 0.04 * i, 0.5 - 0.1 * i, 0.35) for i in range(4)]
    palette += [colour(rng.random(), 0.45, 0.7), colour(0, 0.95, 0), colour(0, 0.2, 0), colour(0.1, 0.4, 0.2)]
    rows = [[min(11, 12 * y // (height * 2 // 3)) for _ in range(width)] for y in range(height)]
    for layer in range(4):
        base, up, slope = (
            height * (0.4 + 0.14 * layer),
            height * rng.uniform(0.02, 0.12),
            rng.uniform(-0.25, 0.25),
        )
        step = rng.randrange(30, 80)
        knots = [rng.uniform(-1, 1) for _ in range(width // step + 3)]
        for x in range(width):
            k, over = divmod(x, step)
            part = over / step
            edge = int(
                base + slope * (x - width / 2) * 0.3 + up * (knots[k] * (1 - part) + knots[k + 1] * part)
            )
            for y in range(max(0, edge), height):
                rows[y][x] = 12 + layer
    top, tall, left = (
        int(height * rng.uniform(0.5, 0.7)),
        int(height * rng.uniform(0.14, 0.26)),
        int(width * rng.uniform(-0.1, 0.4)),
    )
    long = int(width * rng.uniform(0.4, 0.8))
    for y in range(top, min(height, top + tall)):
        for x in range(max(0, left), min(width, left + long)):
            window = tall // 4 < y - top < tall * 6 // 10 and (x - left) % 22 > 8
            rows[y][x] = 17 if window else 16
    for y in range(min(height, top + tall), min(height, top + tall + 4)):
        rows[y] = [18 if x % 9 < 6 else 19 for x in range(width)]
    return png(rows, palette)


@lru_cache(128)
def poster(seed: str, width: int, height: int) -> bytes:
    """Flat coloured shapes, as in an advertisement."""
    rng = Random(f"poster {seed}")
    palette = [colour(rng.random(), light, 0.65) for light in (0.55, 0.75, 0.35, 0.9)]
    rows = [[0] * width for _ in range(height)]
    for n in range(1, 4):
        cx, cy, r = rng.randrange(width), rng.randrange(height), rng.randrange(height // 5, height)
        for y in range(height):
            for x in range(width):
                inside = (x - cx) ** 2 + (y - cy) ** 2 < r * r if n != 2 else abs(x - cx) + abs(y - cy) < r
                if inside:
                    rows[y][x] = n
    return png(rows, palette)
