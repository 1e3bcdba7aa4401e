"""The playhouse's pictures, drawn by code: scenes as SVG, the photographs of posts as PNG."""

import random
import struct
import zlib
from collections.abc import Callable, Iterable

_COLOURS = (
    "#20324f",
    "#7a1f2b",
    "#1e5245",
    "#8a5a14",
    "#4a2a63",
    "#2b2b2b",
    "#a3412a",
    "#35607a",
    "#6a6f2a",
    "#5e2750",
    "#174a5b",
    "#7b5b4b",
)


def scene(name: str, width: int, height: int) -> bytes:
    """Figures under a beam of light, the same for the same name."""
    chance = random.Random(f"bild{name}")
    ground, figure, floor = chance.sample(_COLOURS, 3)
    x = chance.uniform(0.2, 0.8) * width
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" fill="{ground}"/>',
        f'<polygon points="{x:.0f},0 {x - width * 0.28:.0f},{height} {x + width * 0.24:.0f},{height}" '
        'fill="#fff3cf" opacity=".22"/>',
    ]
    for _ in range(chance.randint(3, 7)):
        x, size = chance.uniform(0.05, 0.9) * width, chance.uniform(0.35, 0.7) * height
        parts.append(
            f'<ellipse cx="{x:.0f}" cy="{height - size:.0f}" rx="{size * 0.11:.0f}" ry="{size * 0.14:.0f}" '
            f'fill="{figure}"/><path d="M{x - size * 0.2:.0f} {height} Q{x:.0f} {height - size * 1.5:.0f} '
            f'{x + size * 0.2:.0f} {height}Z" fill="{figure}"/>'
        )
    parts.append(
        f'<rect y="{height * 0.93:.0f}" width="{width}" height="{height * 0.07:.0f}" fill="{floor}"/></svg>'
    )
    return "".join(parts).encode()


def photograph(name: str, width: int, height: int) -> bytes:
    """Bands of colour with a disc in which they run the other way, the same for the same name."""
    chance = random.Random(f"foto{name}")
    first, last = [[chance.randrange(30, 230) for _ in range(3)] for _ in range(2)]
    centre_x, centre_y = chance.randrange(width), chance.randrange(height)
    radius = chance.randrange(15, 50)

    def colour(x: int, y: int) -> Iterable[int]:
        share = y // 4 * 4 / height
        if (x - centre_x) ** 2 + (y - centre_y) ** 2 < radius * radius:
            share = 1 - share
        return (int(start + (end - start) * share) for start, end in zip(first, last, strict=True))

    return _png(width, height, colour)


def _png(width: int, height: int, colour: Callable[[int, int], Iterable[int]]) -> bytes:
    rows = b"".join(b"\0" + bytes(part for x in range(width) for part in colour(x, y)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + checksum
