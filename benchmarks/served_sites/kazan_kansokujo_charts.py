"""The volcano institute's charts, drawn anew each hour into the page, and the pictures that it names."""

import math
import random
import struct
import zlib
from collections.abc import Callable, Sequence

from benchmarks.served_sites.kazan_kansokujo_bulletins import ACTIVITY, clock

_WIDTH, _HEIGHT = 320, 170


def _framed(width: int, height: int, title: str, inner: str) -> str:
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
        f'<title>{title}</title><rect x="0" y="0" width="{width}" height="{height}" fill="#fbfbf4" '
        f'stroke="#999"/>{inner}</svg>'
    )


def _axes(hour: int, top: int, unit: str) -> str:
    width, height = _WIDTH, _HEIGHT
    parts = [
        f'<line x1="34" x2="{width - 6}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        for y in range(14, height - 20, 30)
    ]
    parts.append(f'<text x="2" y="16" font-size="10">{top}{unit}</text>')
    parts.append(f'<text x="22" y="{height - 18}" font-size="10">0</text>')
    for since in range(0, 25, 6):
        x = 30 + (width - 60) * since / 24
        o_clock = clock(hour - 24 + since).hour
        parts.append(f'<text x="{x:.0f}" y="{height - 5}" font-size="10">{o_clock}時</text>')
    return "".join(parts)


def amplitude_chart(hour: int) -> str:
    width, height = _WIDTH, _HEIGHT
    values = []
    for past in range(hour - 23, hour + 1):
        chance = random.Random(f"amp{past}")
        values += [ACTIVITY[past].amplitude * chance.uniform(0.6, 1.35) for _ in range(4)]
    top = int(max(values) / 10 + 1) * 10
    points = " ".join(
        f"{34 + (width - 42) * place / 95:.1f},{height - 22 - (height - 36) * value / top:.1f}"
        for place, value in enumerate(values)
    )
    line = f'<polyline points="{points}" fill="none" stroke="#b22" stroke-width="1.2"/>'
    return _framed(width, height, "振動の振幅", _axes(hour, top, "") + line)


def quake_chart(hour: int) -> str:
    width, height = _WIDTH, _HEIGHT
    values = [ACTIVITY[past].quakes for past in range(hour - 23, hour + 1)]
    top = max(10, *values)
    bars = "".join(
        f'<rect x="{35 + (width - 42) * place / 24:.1f}" '
        f'y="{height - 22 - (height - 36) * value / top:.1f}" width="9" '
        f'height="{(height - 36) * value / top:.1f}" fill="#35608a"/>'
        for place, value in enumerate(values)
    )
    return _framed(width, height, "火山性地震の回数", _axes(hour, top, "回") + bars)


def baseline_chart(hour: int) -> str:
    """Sixty six-hourly distances between two stations."""
    width, height = _WIDTH, 150
    parts = ['<text x="4" y="14" font-size="10">mm</text>']
    for place in range(60):
        chance = random.Random(f"gnss{hour // 6 * 6 - 360 + place * 6}")
        y = height / 2 - 28 * math.sin((hour // 6 + place) / 37) + chance.gauss(0, 5)
        x = 38 + place * (width - 48) / 60
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#2a7a3a"/>')
    return _framed(width, height, "基線長の変化", "".join(parts))


def wind_chart(hour: int) -> tuple[str, int]:
    """The wind above and the height, in metres, of the plume in it."""
    chance = random.Random(f"wind{hour}")
    bearing = (math.sin(hour / 9) * 120 + chance.uniform(-30, 30) + 200) % 360
    x, y = 100 + 55 * math.sin(math.radians(bearing)), 85 - 55 * math.cos(math.radians(bearing))
    inner = (
        '<circle cx="100" cy="85" r="60" fill="none" stroke="#888"/>'
        f'<line x1="100" y1="85" x2="{x:.0f}" y2="{y:.0f}" stroke="#06c" stroke-width="3"/>'
        '<text x="96" y="22" font-size="11">北</text>'
        f'<text x="70" y="164" font-size="11">{chance.uniform(2, 17):.1f} m/s</text>'
    )
    return _framed(200, 170, "上空の風", inner), chance.randrange(1, 9) * 100


def _png(width: int, height: int, colour: Callable[[int, int], Sequence[float]]) -> bytes:
    rows = b"".join(
        b"\0" + bytes(max(0, min(255, int(part))) for x in range(width) for part in colour(x, y))
        for y in range(height)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows, 6)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = struct.pack(">I", zlib.crc32(kind + content))
    return struct.pack(">I", len(content)) + kind + content + checksum


def camera(hour: int) -> bytes:
    """The live picture: a cone under the sky of the hour, steam by activity, now and then only fog."""
    chance = random.Random(f"cam{hour}")
    of_day = clock(hour).hour
    light = max(0.08, math.sin((of_day - 5) / 14 * math.pi)) if 5 <= of_day <= 19 else 0.08
    is_foggy, lean = chance.random() < 0.15, chance.uniform(-0.7, 0.7)
    steam = 12 + ACTIVITY[hour].amplitude

    def colour(x: int, y: int) -> Sequence[float]:
        if is_foggy:
            return 200 * light + 20, 205 * light + 20, 210 * light + 22
        if y > 45 + abs(x - 80) * 0.62:
            return 70 * light + 10, 62 * light + 10, 52 * light + 12
        above = 45 - y
        if 0 < above < steam and abs(x - 80 - lean * above) < 3 + above * 0.35:
            return 225 * light + 25, 222 * light + 20, 215 * light + 18
        return 120 * light + y * 0.4 * light, 160 * light + y * 0.4 * light, 225 * light + 8

    return _png(160, 100, colour)


def album_photograph(name: str) -> bytes:
    """Ground under sky, the same for the same name."""
    chance = random.Random(f"album{name}")
    ground, sky = [[chance.randrange(40, 220) for _ in range(3)] for _ in range(2)]
    length, height = chance.uniform(8, 30), chance.uniform(10, 40)
    return _png(96, 72, lambda x, y: ground if y > 36 + math.sin(x / length) * height / 3 else sky)
