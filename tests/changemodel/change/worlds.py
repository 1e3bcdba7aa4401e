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
    unrest: float = 0.0,
    period_h: int | None = None,
) -> World:
    """An hourly history: 24 news cells on a random walk, 20 cells of advertisements, 6 of clocks, the rest still.

    ``unrest`` lets the news cells themselves flicker, each change by another amount; with ``period_h`` the news
    changes so often, to the hour, instead of at random.
    """
    rng = np.random.default_rng(seed)
    cells = rng.permutation(100)
    news, ads, clocks = cells[:24], cells[24:44], cells[44:50]
    contrast = np.exp(rng.normal(0, 0.5, size=(24, 1)))
    bank = adverts * rng.normal(size=(5, 20, 32))
    state = rng.normal(size=(24, 32)) * contrast
    versions, changed = [], []
    for hour in range(24 * days):
        changes = hour > 0 and (rng.random() < rate if period_h is None else hour % period_h == 0)
        if changes:
            moved = rng.random(24) < 0.5
            state = state + drift * contrast * moved[:, None] * rng.normal(size=(24, 32))
        features = np.full((100, 32), 0.1)
        features[news], features[clocks] = state, 0.2 * rng.normal(size=(6, 32))
        if unrest:
            features[news] += unrest * contrast * rng.gamma(0.5) * rng.normal(size=(24, 32))
        features[ads] = bank[rng.integers(5, size=20), np.arange(20)]
        versions.append(features_version(hour, features))
        changed.append(changes)
    kept = np.flatnonzero((rng.random(24 * days) >= missing) | (np.arange(24 * days) == 0))
    important = np.array([any(changed[a + 1 : b + 1]) for a, b in pairwise(kept)])
    return World([versions[row] for row in kept], important, np.isin(np.arange(100), news))


def covered(seed: int = 0, *, days: int = 15) -> World:
    """An hourly history in which an advertisement also covers the news: what tells is which cells change together."""
    rng = np.random.default_rng(seed)
    cells = rng.permutation(100)
    news, ads = cells[:20], cells[20:50]
    state, cover = rng.normal(size=(20, 32)), rng.normal(size=(50, 32))
    reach = np.repeat([0.6, 1.5], [20, 30])[:, None]
    versions, important = [], []
    for hour in range(24 * days):
        changes = hour > 0 and rng.random() < 0.3
        if changes:
            state = state + 0.4 * (rng.random(20) < 0.5)[:, None] * rng.normal(size=(20, 32))
        features = np.full((100, 32), 0.1)
        features[news] = state
        features[cells[:50]] += rng.gamma(1.0) * reach * cover
        features[ads] += 0.1 * rng.normal(size=(30, 32))
        versions.append(features_version(hour, features))
        important.append(changes)
    return World(versions, np.array(important[1:]), np.isin(np.arange(100), news))


def sibling(seed: int, site: int = 0, **options: float) -> World:
    """A page of a site: the cells of all its pages carry the same things, what they show is each page's own."""
    world = simulated(seed, **options)
    order = np.random.default_rng(1000 + site).permutation(100)
    own = np.random.default_rng(seed).permutation(100)
    place = np.empty(100, dtype=np.intp)
    place[order] = own
    versions = [
        features_version((v.captured_at - START) / timedelta(hours=1), np.asarray(v.features)[place])
        for v in world.versions
    ]
    return World(versions, world.important, world.news[place])


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
        draw.text((20, 70 + 22 * line), sentence(words, 9), fill="black", font_size=16)
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


def sentence(rng: np.random.Generator, n: int = 9) -> str:
    """Some words that nobody knows."""
    letters = np.array(list("abcdefghiklmnoprstuvw"))
    return " ".join("".join(rng.choice(letters, size=rng.integers(3, 9))) for _ in range(n))


def _colour(rng: np.random.Generator) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rng.integers(0, 256, size=3))
