"""Simulated pages whose truth is known: news cells drift, advertisement cells flicker more than the news."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from PIL import Image, ImageDraw

from changemodel.version import PageVersion

START = datetime(2026, 3, 2, tzinfo=UTC)
LAYOUT = "simulated"


@dataclass(frozen=True)
class World:
    versions: list[PageVersion]
    important: np.ndarray  # of each successive pair
    news: np.ndarray  # (100,) cells that carry the content


def simulated(
    seed: int = 0,
    *,
    days: int = 5,
    rate: float = 0.3,
    adverts: float = 3.0,
    drift: float = 0.4,
    missing: float = 0.03,
) -> World:
    """An hourly history: 24 news cells on a random walk, 20 cells of advertisements, 6 of clocks, the rest still."""
    rng = np.random.default_rng(seed)
    cells = rng.permutation(100)
    news, ads, clocks = cells[:24], cells[24:44], cells[44:50]
    contrast = np.exp(rng.normal(0, 0.5, size=(24, 1)))
    bank = adverts * rng.normal(size=(5, 20, 32))
    state = rng.normal(size=(24, 32)) * contrast
    versions, changed = [], []
    for hour in range(24 * days):
        changes = hour > 0 and rng.random() < rate
        if changes:
            moved = rng.random(24) < 0.5
            state = state + drift * contrast * moved[:, None] * rng.normal(size=(24, 32))
        features = np.full((100, 32), 0.1)
        features[news], features[clocks] = state, 0.2 * rng.normal(size=(6, 32))
        features[ads] = bank[rng.integers(5, size=20), np.arange(20)]
        versions.append(features_version(hour, features))
        changed.append(changes)
    kept = np.flatnonzero((rng.random(24 * days) >= missing) | (np.arange(24 * days) == 0))
    important = np.array([any(changed[a + 1 : b + 1]) for a, b in pairwise(kept)])
    return World([versions[row] for row in kept], important, np.isin(np.arange(100), news))


def features_version(
    hour: float, features: np.ndarray, *, links: tuple[str, ...] = (), images: tuple[str, ...] = ()
) -> PageVersion:
    return PageVersion(
        captured_at=START + timedelta(hours=hour),
        features=features,
        feature_layout=LAYOUT,
        links=frozenset(links),
        images=frozenset(images),
    )


def drawn_page(story: int, advert: int, *, banner: bool = False, height: int = 1300) -> np.ndarray:
    """A screenshot: masthead, a column of text about a story, an advertisement beside it, maybe a banner above."""
    image = Image.new("RGB", (1000, height), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 1000, 50), fill="#123456")
    draw.text((20, 10), "The Daily Tide", fill="white", font_size=28)
    texts, colours = np.random.default_rng(story), np.random.default_rng(1000 + advert)
    fixed = np.random.default_rng(7)
    for line in range(55):
        words = texts if 2 <= line < 16 else fixed
        draw.text((20, 70 + 22 * line), _sentence(words, 9), fill="black", font_size=16)
    left, top, right, bottom = 640, 80, 980, 480
    draw.rectangle((left, top, right, bottom), fill=_colour(colours))
    for _ in range(25):
        x, y = colours.integers(left, right - 90), colours.integers(top, bottom - 90)
        draw.ellipse(
            (x, y, x + int(colours.integers(20, 90)), y + int(colours.integers(20, 90))),
            fill=_colour(colours),
        )
    page = np.asarray(image)
    if not banner:
        return page
    strip = np.full((90, 1000, 3), (255, 214, 0), dtype=np.uint8)
    return np.vstack([strip, page])[:height]


def drawn_version(hour: float, story: int, advert: int, *, banner: bool = False) -> PageVersion:
    return PageVersion(
        captured_at=START + timedelta(hours=hour), screenshot=drawn_page(story, advert, banner=banner)
    )


def _sentence(rng: np.random.Generator, n: int) -> str:
    letters = np.array(list("abcdefghiklmnoprstuvw"))
    return " ".join("".join(rng.choice(letters, size=rng.integers(3, 9))) for _ in range(n))


def _colour(rng: np.random.Generator) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rng.integers(0, 256, size=3))
