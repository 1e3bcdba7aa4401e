"""Landscapes with a sun and figures as small palette PNG, of two sites by one author."""

import struct
import zlib
from functools import lru_cache
from random import Random


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@lru_cache(maxsize=256)
def draw(seed: str, w: int = 192, h: int = 120, shift: int = 0) -> bytes:
    """A landscape with figures. `shift` moves the crop by a few pixels: the same picture cut again."""
    r = Random(seed)
    hue = [r.randint(30, 200) for _ in range(3)]
    sky = [min(255, c + 40) for c in hue]
    palette = []
    for k in range(24):  # sky
        palette.append([min(255, int(c * (0.7 + k / 60))) for c in sky])
    for _ in range(8):  # ground and things
        palette.append([r.randint(20, 235) for _ in range(3)])
    horizon = r.randint(h // 3, 2 * h // 3)
    things = [
        (
            r.randint(0, w),
            horizon + r.randint(-10, h // 3),
            r.randint(6, 26),
            r.randint(10, 44),
            24 + r.randint(1, 7),
        )
        for _ in range(r.randint(4, 9))
    ]
    sun = (r.randint(0, w), r.randint(5, horizon), r.randint(6, 16))
    rows = []
    for y in range(h):
        row = bytearray([min(23, y * 24 // max(1, horizon)) if y < horizon else 24] * w)
        if abs(y - sun[1]) <= sun[2]:
            half = int((sun[2] ** 2 - (y - sun[1]) ** 2) ** 0.5)
            for x in range(max(0, sun[0] - half + shift), min(w, sun[0] + half + shift)):
                row[x] = 31
        for tx, ty, tw, th, colour in things:
            if ty - th <= y <= ty:
                for x in range(max(0, tx - tw // 2 + shift), min(w, tx + tw // 2 + shift)):
                    row[x] = colour
        rows.append(b"\0" + bytes(row))
    head = struct.pack(">IIBBBBB", w, h, 8, 3, 0, 0, 0)
    flat = b"".join(bytes(c) for c in palette)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"PLTE", flat)
        + _chunk(b"IDAT", zlib.compress(b"".join(rows), 6))
        + _chunk(b"IEND", b"")
    )
