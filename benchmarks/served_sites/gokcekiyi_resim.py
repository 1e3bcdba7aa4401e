"""Small PNG pictures: coast and hills, streets, faces, covers."""

import math
import random
import struct
import zlib
from functools import lru_cache

Colour = tuple[int, ...]


def _png(rows: list[bytearray], palette: list[Colour]) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 3, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"PLTE", b"".join(bytes(c) for c in palette))
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )


def _shade(colour: Colour, count: int, to: Colour = (255, 255, 255)) -> list[Colour]:
    return [
        tuple(int(a + (b - a) * i / (count * 1.6)) for a, b in zip(colour, to, strict=True))
        for i in range(count)
    ]


@lru_cache(maxsize=256)
def manzara(seed: int) -> bytes:
    """Hills or a street, with people before it."""
    rng = random.Random(f"manzara-{seed}")
    width, height = 256, 160
    colour = [
        tuple(rng.randint(low, low + 110) for low in lows)
        for lows in ((60, 90, 120), (40, 80, 30), (90, 60, 40))
    ]
    palette = (
        _shade(colour[0], 20)
        + _shade(colour[1], 12, (0, 0, 0))
        + _shade(colour[2], 12, (20, 20, 20))
        + [(240, 200, 170), (30, 30, 40), (200, 40, 40), (245, 245, 240)]
    )
    rows = [bytearray([min(19, y // 7)]) * width for y in range(height)]
    waves = [(rng.uniform(0.01, 0.06), rng.uniform(0, 6), rng.randint(6, 26)) for _ in range(3)]
    street = rng.random() < 0.4
    if street:
        _sokak(rows, rng)
    for x in range(width):
        ridge = int(75 + sum(math.sin(x * f + p) * a for f, p, a in waves))
        for y in range(120 if street else max(10, ridge), height):
            rows[y][x] = 20 + min(11, max(0, (y - 60) // 9 + rng.randint(0, 1)))
    for _ in range(rng.randint(0, 5)):
        _insan(rows, rng)
    return _png(rows, palette)


def _sokak(rows: list[bytearray], rng: random.Random) -> None:
    """Houses side by side over the whole width."""
    width, x0 = len(rows[0]), 0
    while x0 < width:
        wide, top = rng.randint(20, 46), rng.randint(20, 80)
        for y in range(top, 120):
            for x in range(x0, min(width, x0 + wide)):
                window = (x - x0) % 11 in (4, 5, 6) and (y - top) % 16 in (6, 7, 8, 9)
                rows[y][x] = 47 if window else 32 + (x0 // 9) % 10
        x0 += wide


def _insan(rows: list[bytearray], rng: random.Random) -> None:
    """One person, a head over a body."""
    x, y, size = rng.randint(10, 230), rng.randint(95, 120), rng.randint(7, 13)
    for dy in range(-size, size * 3):
        for dx in range(-size, size + 1):
            if 0 <= x + dx < len(rows[0]) and 0 <= y + dy < len(rows):
                if dx * dx + dy * dy < size * size * 0.5:
                    rows[y + dy][x + dx] = 44
                elif dy > size * 0.7 and abs(dx) < size * 0.8:
                    rows[y + dy][x + dx] = 45 + size % 2


@lru_cache(maxsize=32)
def yuz(seed: int) -> bytes:
    """The portrait of a columnist."""
    rng = random.Random(f"yuz-{seed}")
    palette: list[Colour] = [
        (rng.randint(180, 230),) * 3,
        (rng.randint(190, 235), 180, 150),
        (rng.randint(20, 90), 40, 30),
        (rng.randint(20, 120), 50, 90),
    ]
    rows = []
    for y in range(72):
        rows.append(
            bytearray(
                2
                if math.hypot(x - 36, y - 26) < 19 and y < 18
                else 1
                if math.hypot((x - 36) * 1.15, y - 30) < 18
                else 3
                if y > 50 and abs(x - 36) < y - 30
                else 0
                for x in range(72)
            )
        )
    return _png(rows, palette)


@lru_cache(maxsize=32)
def kapak(seed: int) -> bytes:
    """The front page of today's printed paper, too small to read."""
    rng = random.Random(f"kapak-{seed}")
    palette: list[Colour] = [(250, 248, 240), (180, 20, 20), (90, 90, 90)] + [
        tuple(rng.randint(40, 200) for _ in range(3)) for _ in range(4)
    ]
    rows = [bytearray(140) for _ in range(200)]
    for y in range(6, 26):
        rows[y][6:134] = bytes([1]) * 128
    for column in range(3):
        y = 32
        while y < 190:
            tall, colour = (
                (rng.randint(20, 50), rng.randint(3, 6)) if rng.random() < 0.3 else (rng.randint(2, 3), 2)
            )
            for row in range(y, min(194, y + tall)):
                rows[row][8 + 42 * column : 46 + 42 * column] = bytes([colour]) * 38
            y += tall + 3
    return _png(rows, palette)
