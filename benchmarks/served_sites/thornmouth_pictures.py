"""The museum's pictures, drawn row by row: sea, sky, hulls, buildings and objects, as small palette PNG."""

import math
import random
import struct
import zlib
from functools import lru_cache

WIDTH, HEIGHT = 240, 150


Colour = tuple[int, int, int]
Rows = list[bytearray]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: Rows, palette: list[Colour]) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(bytes(colour) for colour in palette)
    body = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"PLTE", colours)
        + _chunk(b"IDAT", body)
        + _chunk(b"IEND", b"")
    )


def _mix(one: Colour, two: Colour, part: float) -> Colour:
    red, green, blue = (int(a + (b - a) * part) for a, b in zip(one, two, strict=True))
    return red, green, blue


def _fill(rows: Rows, across: tuple[float, float], down: tuple[float, float], colour: int) -> None:
    for y in range(max(0, int(down[0])), min(len(rows), int(down[1]))):
        left, right = max(0, int(across[0])), min(len(rows[0]), int(across[1]))
        if right > left:
            rows[y][left:right] = bytes([colour]) * (right - left)


def _hull(rows: Rows, x: int, y: int, size: int, colour: int) -> None:
    for step in range(int(size * 0.3)):
        _fill(rows, (x + step * 0.8, x + size - step * 0.5), (y + step, y + step + 1), colour)
    for mast in (0.3, 0.62):
        left, top = x + size * mast, y - size * 0.7
        _fill(rows, (left, left + 2), (y - size * 0.8, y), colour)
        for step in range(int(size * 0.5)):
            _fill(rows, (left + 3, left + 3 + step * 0.4), (top + step, top + step + 1), colour + 1)


@lru_cache(maxsize=256)
def scene(seed: int, dark: bool = False) -> bytes:
    """A harbour view."""
    rng = random.Random(f"scene-{seed}")
    top = (18, 22, 44) if dark else (rng.randint(90, 200), rng.randint(140, 205), rng.randint(190, 240))
    low = (40, 44, 70) if dark else (rng.randint(200, 255), rng.randint(190, 240), rng.randint(170, 230))
    sea = (12, 24, 36) if dark else (rng.randint(20, 90), rng.randint(70, 120), rng.randint(90, 140))
    palette = [_mix(top, low, i / 31) for i in range(32)] + [_mix(sea, low, i / 60) for i in range(32)]
    palette += [
        (rng.randint(20, 120), rng.randint(20, 80), rng.randint(20, 70)),
        (236, 226, 200),
        (60, 52, 48),
        (150, 90, 60),
        (230, 190, 90),
    ]
    horizon = rng.randint(70, 100)
    rows = []
    for y in range(HEIGHT):
        if y < horizon:
            rows.append(bytearray([min(31, 31 * y // horizon)]) * WIDTH)
        else:
            wave = rng.randint(0, 9)
            rows.append(
                bytearray(
                    32 + max(0, min(31, int(wave + 8 + 8 * math.sin(x / (5 + wave) + y))))
                    for x in range(WIDTH)
                )
            )
    x = -10
    while x < WIDTH and seed % 3 != 1:
        width, height = rng.randint(14, 38), rng.randint(10, 46)
        _fill(rows, (x, x + width), (horizon - height, horizon), rng.choice((66, 67)))
        for wx in range(x + 3, x + width - 3, 7):
            _fill(rows, (wx, wx + 3), (horizon - height + 5, horizon - height + 9), 68 if dark else 65)
        x += width + rng.randint(0, 20)
    for _ in range(rng.randint(1, 3)):
        _hull(rows, rng.randint(0, 170), horizon + rng.randint(4, 26), rng.randint(34, 90), 64)
    return png(WIDTH, HEIGHT, rows, palette)


@lru_cache(maxsize=256)
def thing(seed: int) -> bytes:
    """A museum object on a plain ground."""
    rng = random.Random(f"thing-{seed}")
    ground = rng.choice([(232, 228, 220), (40, 44, 52), (205, 214, 218), (96, 80, 70)])
    palette = [_mix(ground, (128, 128, 128), i / 40) for i in range(16)]
    base = (rng.randint(90, 210), rng.randint(70, 160), rng.randint(40, 120))
    palette += [_mix(base, (20, 10, 5), i / 16) for i in range(16)]
    spokes, radius = rng.randint(2, 9), rng.randint(34, 60)
    squash, ring = rng.uniform(0.5, 1.5), rng.uniform(0.2, 0.8)
    rows = []
    for y in range(HEIGHT):
        row = bytearray()
        for x in range(WIDTH):
            dx, dy = (x - 120) * squash, y - 75
            far = math.hypot(dx, dy) / (radius * (1 + 0.14 * math.sin(spokes * math.atan2(dy, dx))))
            if far < 1 and not (ring * 0.8 < far < ring):
                row.append(16 + min(15, max(0, int(8 + 7 * (dx + dy) / 90))))
            else:
                row.append(min(15, y // 12))
        rows.append(row)
    return png(WIDTH, HEIGHT, rows, palette)


@lru_cache(maxsize=64)
def thumb(seed: int) -> bytes:
    """A small flat picture for the shop and for readers."""
    rng = random.Random(f"thumb-{seed}")
    palette = [
        (rng.randint(150, 240), rng.randint(150, 240), rng.randint(150, 240)),
        (rng.randint(20, 140), rng.randint(20, 140), rng.randint(20, 140)),
        (rng.randint(100, 255), rng.randint(60, 200), rng.randint(20, 160)),
    ]
    rows = [bytearray(80) for _ in range(80)]
    for _ in range(5):
        x, y = rng.randint(5, 50), rng.randint(5, 50)
        _fill(rows, (x, x + rng.randint(8, 30)), (y, y + rng.randint(8, 30)), rng.choice((1, 2)))
    return png(80, 80, rows, palette)
