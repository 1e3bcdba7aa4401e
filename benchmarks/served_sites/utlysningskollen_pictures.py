"""The pictures of the agency's cards: stripes and a disc in its colours, as palette PNG files."""

import random
import struct
import zlib
from functools import lru_cache

_WIDTH, _HEIGHT = 176, 60
_PALETTE = ((0, 84, 122), (0, 122, 135), (240, 196, 64), (230, 240, 242), (110, 160, 90), (60, 60, 90))
_DISC = 5


@lru_cache(maxsize=64)
def picture(name: str) -> bytes:
    """The same one for the same name."""
    chance = random.Random(f"bild:{name}")
    step = chance.randrange(7, 24)
    middle = chance.randrange(_WIDTH), chance.randrange(_HEIGHT)
    radius, slope = chance.randrange(10, 34), chance.choice([1, 2, -1, 3])
    rows = b""
    for y in range(_HEIGHT):
        row = bytearray((x + slope * y) // step % 5 for x in range(_WIDTH))
        for x in range(_WIDTH):
            if (x - middle[0]) ** 2 + (y - middle[1]) ** 2 < radius * radius:
                row[x] = _DISC
        rows += b"\0" + bytes(row)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(bytes(colour) for colour in _PALETTE)),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
