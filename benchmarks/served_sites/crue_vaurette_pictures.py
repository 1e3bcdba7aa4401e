"""The pictures of the town's flood page, drawn on a canvas of indexed colours: the map, the webcam and posters."""

import math
import random
import struct
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise

from benchmarks.served_sites.crue_vaurette_places import Centre, Road, Sector

Colour = tuple[int, int, int]
Point = tuple[float, float]


def _points(text: str) -> tuple[Point, ...]:
    pairs = (point.split(",") for point in text.split())
    return tuple((int(x), int(y)) for x, y in pairs)


_FONT = """
A=757555 B=656656 C=744447 D=655556 E=746447 F=746444 G=745557 H=557555 I=722227 J=111157 K=556655 L=444447
M=577555 N=577755 O=755557 P=757444 Q=755571 R=756655 S=743117 T=722222 U=555557 V=555552 W=555775 X=552255
Y=552222 Z=712447 0=755557 1=262227 2=713647 3=713117 4=557111 5=746117 6=747557 7=711222 8=757557 9=757117
:=020020 /=112244 -=007000 .=000002 +=027200 '=220000
"""
_LETTERS = dict(pair.split("=") for pair in _FONT.split())
_BLANK = "000000"

_WOOD, _ROAD, _WATER, _BLACK, _RED, _YELLOW, _GREEN, _BLUE = range(1, 9)
_WHITE, _HOUSES, _ORANGE, _RAIN, _GREY = range(9, 14)
_PALETTE = (
    (238, 240, 226),
    (205, 222, 184),
    (250, 250, 250),
    (96, 158, 208),
    (40, 40, 48),
    (204, 32, 40),
    (240, 196, 40),
    (70, 160, 90),
    (24, 84, 170),
    (255, 255, 255),
    (214, 204, 196),
    (236, 128, 28),
    (150, 168, 214),
    (150, 150, 150),
)
_BY_ORDER = {1: _YELLOW, 2: _RED, 3: _GREEN}
_RIVER = _points(
    "0,246 90,236 170,226 250,212 320,196 400,228 470,262 540,226 600,186 660,190 720,232 760,250"
)
_ROADS = tuple(
    _points(points)
    for points in (
        "0,100 180,120 350,100 520,120 760,90",
        "180,120 250,214 278,200 300,260 260,380",
        "350,100 350,180 330,300",
        "520,120 510,210 470,292 430,380",
        "600,150 690,200 760,300",
        "120,300 260,330 430,320 620,300 720,250",
        "0,330 120,300 180,226",
    )
)
_PLACES = (
    ("CENTRE", 215, 180),
    ("GARE", 150, 96),
    ("LES ILES", 420, 300),
    ("ST-ROCH", 372, 136),
    ("FILATURE", 548, 244),
    ("LES AULNES", 585, 102),
    ("MAUPAS", 700, 190),
    ("LA BROUSSE", 600, 345),
    ("PEYRELADE", 60, 318),
)


class _Canvas:
    """Rows of palette places."""

    def __init__(self, width: int, height: int, palette: Iterable[Colour]) -> None:
        self._width, self._height, self._palette = width, height, palette
        self._rows = [bytearray(width) for _ in range(height)]

    def rectangle(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        left, right = max(0, int(x)), min(self._width, int(x + width))
        if right > left:
            for row in range(max(0, int(y)), min(self._height, int(y + height))):
                self._rows[row][left:right] = bytes([colour]) * (right - left)

    def disc(self, x: float, y: float, radius: float, colour: int) -> None:
        for row in self._rows_of(y, radius):
            square = radius * radius - (row - y) ** 2
            if square > 0:
                half = math.sqrt(square)
                self.rectangle(x - half, row, 2 * half, 1, colour)

    def hatched(self, x: int, y: int, radius: int, colour: int, *, step: int = 3, slant: int = 1) -> None:
        """A disc that lets what is below it be seen."""
        for row in self._rows_of(y, radius):
            square = radius * radius - (row - y) ** 2
            if square > 0:
                half = int(math.sqrt(square))
                for column in range(max(0, x - half), min(self._width, x + half)):
                    if (column + slant * row) % step == 0:
                        self._rows[row][column] = colour

    def _rows_of(self, y: float, radius: float) -> range:
        return range(max(0, int(y - radius)), min(self._height, int(y + radius) + 1))

    def line(self, points: Sequence[Point], thickness: float, colour: int) -> None:
        for (x, y), (to_x, to_y) in pairwise(points):
            steps = max(1, int(max(abs(to_x - x), abs(to_y - y)) / max(1, thickness / 3)))
            for step in range(steps + 1):
                at_x, at_y = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
                if thickness <= 3:
                    self.rectangle(at_x - thickness / 2, at_y - thickness / 2, thickness, thickness, colour)
                else:
                    self.disc(at_x, at_y, thickness / 2, colour)

    def text(self, x: int, y: int, words: str, colour: int, size: int = 2) -> None:
        for letter in words.upper():
            for row, bits in enumerate(_LETTERS.get(letter, _BLANK)):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        self.rectangle(x + column * size, y + row * size, size, size, colour)
            x += 4 * size

    def png(self) -> bytes:
        header = struct.pack(">IIBBBBB", self._width, self._height, 8, 3, 0, 0, 0)
        pixels = b"".join(b"\0" + bytes(row) for row in self._rows)
        return b"".join(
            [
                b"\x89PNG\r\n\x1a\n",
                _chunk(b"IHDR", header),
                _chunk(b"PLTE", b"".join(bytes(colour) for colour in self._palette)),
                _chunk(b"IDAT", zlib.compress(pixels, 9)),
                _chunk(b"IEND", b""),
            ]
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def town_map(
    edition: str,
    *,
    river: float,
    sectors: Iterable[tuple[Sector, int]],
    roads: Iterable[tuple[Road, bool]],
    centres: Iterable[Centre],
    radar: str,
) -> bytes:
    """Sectors with their state, roads that are restricted with whether they are closed, open centres, and rain."""
    canvas = _Canvas(760, 380, _PALETTE)
    _draw_ground(canvas, river)
    for sector, state in sectors:
        _draw_sector(canvas, sector, state)
    rain = random.Random(radar)
    for _ in range(rain.randint(2, 9)):
        x, y = rain.randint(0, 760), rain.randint(0, 380)
        canvas.hatched(x, y, rain.randint(14, 60), _RAIN, step=5, slant=-1)
    for name, x, y in _PLACES:
        canvas.text(x, y, name, _BLACK)
    for road, is_closed in roads:
        _draw_restriction(canvas, road, is_closed)
    for centre in centres:
        canvas.rectangle(centre.x - 9, centre.y - 9, 18, 18, _BLUE)
        canvas.rectangle(centre.x - 2, centre.y - 6, 4, 12, _WHITE)
        canvas.rectangle(centre.x - 6, centre.y - 2, 12, 4, _WHITE)
    canvas.rectangle(0, 362, 760, 18, _WHITE)
    canvas.text(8, 366, "VILLE DE MONTCLAR - SERVICE CARTES", _GREY)
    canvas.text(520, 366, "EDITION " + edition, _BLACK)
    return canvas.png()


def _draw_ground(canvas: _Canvas, river: float) -> None:
    chance = random.Random("relief")
    for _ in range(26):
        x = chance.randint(0, 760)
        y = chance.choice([chance.randint(0, 80), chance.randint(310, 380)])
        canvas.disc(x, y, chance.randint(12, 34), _WOOD)
    for _ in range(150):
        canvas.rectangle(chance.gauss(330, 120), chance.gauss(150, 34), 9, 7, _HOUSES)
    for points in _ROADS:
        canvas.line(points, 7, _GREY)
        canvas.line(points, 4, _ROAD)
    canvas.line(_RIVER, river, _WATER)


def _draw_sector(canvas: _Canvas, sector: Sector, state: int) -> None:
    x, y, radius = sector.x, sector.y, sector.radius
    if state:
        step, slant = 2 if state == 2 else 3, -1 if state == 3 else 1
        canvas.hatched(x, y, radius, _BY_ORDER[state], step=step, slant=slant)
    angles = [turn * math.pi / 18 for turn in range(37)]
    border = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
    canvas.line(border, 2, _BY_ORDER.get(state, _GREY))
    canvas.text(x - 4, y - radius + 5, sector.key, _BLACK, 3)


def _draw_restriction(canvas: _Canvas, road: Road, is_closed: bool) -> None:
    if is_closed:
        canvas.disc(road.x, road.y, 9, _RED)
        canvas.rectangle(road.x - 6, road.y - 2, 12, 4, _WHITE)
        return
    for row in range(14):
        canvas.rectangle(road.x - row / 2, road.y - 8 + row, row + 1, 1, _ORANGE)


def webcam(stamp: str, light: float, water: float, seed: str) -> bytes:
    """The old bridge in light from 0 to 1."""
    grey = int(40 + 150 * light)
    bright = min(255, grey + 60)
    palette = (
        (grey - 20, grey, grey + 14),
        (grey // 2, grey // 2, grey // 2 - 8),
        (grey // 2 + 20, grey // 2 + 6, grey // 3),
        (20, 20, 20),
        (bright, bright, bright),
        (grey // 3, grey // 3 + 20, grey // 4),
    )
    canvas = _Canvas(320, 190, palette)
    chance = random.Random(seed)
    canvas.rectangle(0, 70, 320, 40, 5)
    for tree in range(6):
        canvas.disc(20 + 60 * tree, 70, 16 + tree % 3 * 5, 5)
    surface = 165 - water * 17
    canvas.rectangle(0, 84, 320, 10, 1)
    for pier in range(4):
        canvas.rectangle(36 + 78 * pier, 94, 16, 96, 1)
    canvas.rectangle(0, surface, 320, 190, 2)
    for _ in range(34):
        x, y = chance.randint(0, 320), chance.randint(int(surface), 188)
        canvas.rectangle(x, y, chance.randint(5, 22), 1, 4)
    for _ in range(chance.randint(0, 60)):
        canvas.rectangle(chance.randint(0, 320), chance.randint(0, 160), 1, 5, 4)
    canvas.rectangle(0, 0, 320, 16, 3)
    canvas.text(6, 3, "PONT VIEUX  " + stamp, 4)
    return canvas.png()


def poster(number: int, title: str) -> bytes:
    """What the advertisement of this number shows."""
    chance = random.Random(f"affiche{number}")
    dark = chance.randint(20, 110), chance.randint(20, 110), chance.randint(60, 150)
    bright = chance.randint(180, 250), chance.randint(120, 220), chance.randint(40, 120)
    canvas = _Canvas(280, 150, (dark, bright, (250, 246, 236)))
    for _ in range(5):
        canvas.disc(chance.randint(0, 280), chance.randint(0, 110), chance.randint(10, 44), 1)
    canvas.rectangle(0, 116, 280, 34, 2)
    canvas.text(10, 126, title[:32], 0)
    return canvas.png()
