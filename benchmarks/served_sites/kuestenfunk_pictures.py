"""The drawn pictures of the broadcaster's page: coast, houses and people, with fire, water or traffic by the topic."""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from benchmarks.served_sites.kuestenfunk_words import chance

_SKIES = (
    ("#8fb8d8", "#e8eef0"), ("#3b5b78", "#c5a07a"), ("#566", "#9ab"), ("#f2b680", "#fbe6c8"),
    ("#1d2a44", "#5d6e92"), ("#b8cad2", "#fff"),
)  # fmt: skip
_GROUNDS = ("#5c7a45", "#7c8f5a", "#3e5c66", "#8a7a58", "#44585e", "#a5a37c", "#2f4a3d")
_WALLS = ("#8b3a2b", "#b5573f", "#ddd5c6", "#70798a", "#443c3a", "#c9b48e")
_FLAMES = ("#ff8a1e", "#ffc52e", "#d63b12", "#4a4442")
_PAINTS = ("#c8102e", "#1b4f9c", "#eee", "#ddb400")
_SKINS = ("#e9bfa0", "#c99571", "#8a5a3c")
_COATS = ("#20344f", "#9a2a2a", "#556b3f", "#d6a419", "#333")


@lru_cache(maxsize=600)
def scene(key: str, width: int, height: int) -> bytes:
    """The picture of this key; the key's first word is its topic."""
    return "".join(_shapes(key, width, height)).encode()


def _shapes(key: str, width: int, height: int) -> Iterator[str]:
    random = chance("scene", key)
    topic = key.partition("-")[0]
    top, bottom = random.choice(_SKIES)
    horizon = int(height * random.uniform(0.4, 0.68))
    ground = random.choice(_GROUNDS)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/></linearGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#a)"/>'
    )
    for _ in range(random.randint(2, 6)):
        yield (
            f'<ellipse cx="{random.randint(0, width)}" cy="{random.randint(0, horizon)}"'
            f' rx="{random.randint(40, 170)}" ry="{random.randint(8, 34)}"'
            f' fill="#fff" opacity=".{random.randint(2, 6)}"/>'
        )
    yield (
        f'<path d="M0 {horizon} Q{width // 3} {horizon - random.randint(-20, 60)} {width // 2} {horizon}'
        f' T{width} {horizon - random.randint(-10, 40)} V{height} H0Z" fill="{ground}"/>'
    )
    if topic in ("flut", "tier", "werft"):
        yield from _waves(random, width, height, horizon)
    yield from _houses(random, width, horizon)
    if topic == "feuer":
        yield from _fire(random, width, horizon)
    if topic in ("verkehr", "feuer"):
        yield from _road(random, width, height, horizon)
    people = random.randint(0, 9) if topic != "flut" else 1
    for _ in range(people):
        yield _person(random, width, height, horizon)
    yield "</svg>"


def _waves(random: Random, width: int, height: int, horizon: int) -> Iterator[str]:
    quarter = width // 4
    for wave in range(9):
        yield (
            f'<path d="M0 {horizon + 15 + wave * (height - horizon) // 9}'
            f' q{width // 8} {random.randint(-14, 14)} {quarter} 0 t{quarter} 0 t{quarter} 0 t{quarter} 0"'
            f' stroke="#dfe9ee" fill="none" stroke-width="{2 + wave // 2}" opacity=".5"/>'
        )


def _houses(random: Random, width: int, horizon: int) -> Iterator[str]:
    for _ in range(random.randint(2, 6)):
        x, broad, tall = random.randint(0, width - 60), random.randint(50, 170), random.randint(40, 190)
        y = horizon - tall + random.randint(10, 70)
        yield (
            f'<rect x="{x}" y="{y}" width="{broad}" height="{tall}" fill="{random.choice(_WALLS)}"/>'
            f'<path d="M{x - 8} {y} L{x + broad // 2} {y - broad // 3} L{x + broad + 8} {y}Z" fill="#33302f"/>'
        )
        for window in range(3):
            yield (
                f'<rect x="{x + 8 + window * broad // 3}" y="{y + 14}" width="{broad // 6}" height="{tall // 5}"'
                ' fill="#f8e7a0" opacity=".8"/>'
            )


def _fire(random: Random, width: int, horizon: int) -> Iterator[str]:
    for _ in range(14):
        x, y = random.randint(width // 4, 3 * width // 4), random.randint(horizon - 130, horizon + 10)
        yield (
            f'<circle cx="{x}" cy="{y}" r="{random.randint(14, 60)}" fill="{random.choice(_FLAMES)}" opacity=".75"/>'
        )


def _road(random: Random, width: int, height: int, horizon: int) -> Iterator[str]:
    half = width // 2
    yield (
        f'<path d="M{width // 3} {height} L{half} {horizon} L{half + 30} {horizon} L{width} {height}Z"'
        ' fill="#4b4e52"/>'
    )
    for _ in range(4):
        x, y = random.randint(width // 4, width - 120), random.randint(horizon + 30, height - 50)
        yield (
            f'<rect x="{x}" y="{y}" width="90" height="34" rx="9" fill="{random.choice(_PAINTS)}"/>'
            f'<circle cx="{x + 20}" cy="{y + 36}" r="10"/><circle cx="{x + 70}" cy="{y + 36}" r="10"/>'
        )


def _person(random: Random, width: int, height: int, horizon: int) -> str:
    x, y = random.randint(20, width - 20), random.randint(horizon + 10, height - 60)
    size = random.uniform(0.6, 2.2)
    return (
        f'<circle cx="{x}" cy="{y}" r="{9 * size:.0f}" fill="{random.choice(_SKINS)}"/>'
        f'<rect x="{x - 13 * size:.0f}" y="{y + 9 * size:.0f}" width="{26 * size:.0f}" height="{44 * size:.0f}"'
        f' rx="{8 * size:.0f}" fill="{random.choice(_COATS)}"/>'
    )
