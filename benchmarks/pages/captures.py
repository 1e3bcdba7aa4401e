"""A site's versions as the product's browser captures them, with screenshots; each state is captured once, and kept.

A local server shows one state at a time: a second of the browser each. What it captured is kept in the user's cache
folder, named by all that the page said, so that a second run, or another window, opens no browser.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.capture import SETTINGS, launched
from benchmarks.pages.history import Box, SiteHistory, default_seed, visits
from benchmarks.pages.kinds import STARTS_AT
from benchmarks.pages.marks import spans
from benchmarks.pages.site import NEWS_AUTHORS, PageState, Site, states, truth
from benchmarks.pages.sites import site_named
from changemodel.features.block_input import BOX
from changemodel.features.gist import GistGrid
from changemodel.version import PageVersion
from pagetide.demo.chance import Chance
from pagetide.demo.pictures import scene
from pagetide.demo.server import LocalSite
from pagetide.demo.site import Resource
from pagetide.learning.versions import version_of
from rendering.capture.steps import capture_url
from storage.records import Outcome

FORMAT = 2  # of what is kept: another number captures everything anew
_ONE_BROWSER = 60
"""Captures after which another browser is started."""

_JPEG_QUALITY = 80
_ORIGIN = "http://pages.example/"


@dataclass
class _Shown:
    """What the server shows now."""

    state: PageState
    chance: Chance

    def resource(self, path: str, at: datetime) -> Resource | None:
        """What stands under a path."""
        if path == "/":
            return Resource("text/html; charset=utf-8", self.state.html.encode())
        if path.endswith(".svg"):
            return Resource("image/svg+xml", scene(self.chance, path + self.state.drawings.get(path, "")))
        return None


def history(
    name: str,
    *,
    days: int = 10,
    seed: int | None = None,
    hours: Sequence[int] | None = None,
    kept: Path | None = None,
    described: bool = False,
) -> SiteHistory:
    """The captures of a site; those that are not kept yet are made now, with a browser.

    Parameters
    ----------
    name : str
        Of any family.
    days : int
        Of 24 captures each.
    seed : int, optional
        Another one gives other stories; by default the family's own.
    hours : sequence of int, optional
        When it is visited, instead of each hour of so many days.
    kept : Path, optional
        Folder of captures; by default in the user's cache folder.
    described : bool
        Whether versions bring their features, which are kept as well.
    """
    site = site_named(name)
    seed = default_seed(site) if seed is None else seed
    found = list(states(site, seed, visits(24 * days) if hours is None else hours, flat=False))
    folder = (kept or cache_folder()) / f"{name}-{seed}"
    _capture_missing(site, found, folder)
    versions = [_version(folder / _key(site, state), state.hour) for state in found]
    if described:
        paths = (folder / _key(site, state) for state in found)
        versions = [_described(version, path) for version, path in zip(versions, paths, strict=True)]
    return SiteHistory(
        name=name,
        hard=site.hard,
        versions=versions,
        truths=[truth(before, after) for before, after in pairwise(found)],
        news_boxes=[news_boxes(state, version) for state, version in zip(found, versions, strict=True)],
        states=found,
    )


def cache_folder() -> Path:
    """Where captures are kept."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pagetide" / "benchmark-pages"


def news_boxes(state: PageState, version: PageVersion) -> tuple[Box, ...]:
    """Where news stands on a capture: the boxes of the blocks that say some of it."""
    told = {text for author, text in spans(state.marked) if author in NEWS_AUTHORS and len(text) > 2}
    boxes = []
    for block in version.blocks:
        if any(text in block.text for text in told):
            left, top, width, height = (getattr(block, side) for side in BOX)
            boxes.append((left, top, left + width, top + height))
    return tuple(boxes)


def _key(site: Site, state: PageState) -> str:
    said = "\0".join((str(FORMAT), site.screenshot, state.html, repr(sorted(state.drawings.items()))))
    return hashlib.sha256(said.encode()).hexdigest()[:32]


def _capture_missing(site: Site, found: Sequence[PageState], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    missing = {_key(site, state): state for state in found if not (folder / _key(site, state)).is_file()}
    if missing:
        asyncio.run(_captured(site, iter(missing.items()), folder))


async def _captured(site: Site, missing: Iterator[tuple[str, PageState]], folder: Path) -> None:
    shown = _Shown(PageState(hour=0, marked="", news=None), Chance("pages", site.name))  # type: ignore[arg-type]
    with LocalSite(shown.resource, lambda: STARTS_AT) as local:
        while batch := list(islice(missing, _ONE_BROWSER)):
            async with launched() as browser:
                for key, shown.state in batch:
                    capture = await capture_url(browser, local.url, SETTINGS, STARTS_AT)
                    if capture.outcome is not Outcome.COMPLETE:
                        said = "; ".join(problem.message for problem in capture.problems)
                        raise CaptureFailed(
                            f"{site.name} at hour {shown.state.hour} was captured {capture.outcome.value}: {said}"
                        )
                    _keep(folder / key, _moved(version_of(capture), local.url), site.screenshot)


class CaptureFailed(Exception):
    """A page of our own could not be captured whole; the message says which, and why."""


def _moved(version: PageVersion, origin: str) -> PageVersion:
    """The version with one origin for all: the server has another port each time."""

    def moved(urls: Iterable[str]) -> tuple[str, ...]:
        return tuple(url.replace(origin, _ORIGIN) for url in urls)

    return replace(
        version,
        links=frozenset(moved(version.links)),
        images=frozenset(moved(version.images)),
        image_digests=dict(zip(moved(version.image_digests), version.image_digests.values(), strict=True)),
        blocks=[replace(item, links=moved(item.links), images=moved(item.images)) for item in version.blocks],
    )


def _keep(path: Path, version: PageVersion, form: str) -> None:
    """The file is there whole or not at all."""
    buffer = io.BytesIO()
    options = {"compress_level": 1} if form == "png" else {"quality": _JPEG_QUALITY}
    Image.fromarray(np.asarray(version.screenshot)).save(buffer, form.upper(), **options)
    being_written = path.with_suffix(f".{os.getpid()}")
    being_written.write_bytes(pickle.dumps((replace(version, screenshot=b""), buffer.getvalue())))
    being_written.rename(path)


def _version(path: Path, hour: int) -> PageVersion:
    version: PageVersion
    version, picture = pickle.loads(path.read_bytes())
    return replace(
        version, captured_at=STARTS_AT + timedelta(hours=hour), screenshot=partial(_opened, picture)
    )


def _described(version: PageVersion, path: Path) -> PageVersion:
    gist = GistGrid()
    beside = path.with_name(f"{path.name}-{gist.feature_layout}.npz")
    if not beside.is_file():
        picture = version.pixels()
        features, rows = gist.cells_and_row_features(picture)
        being_written = beside.with_name(f"{path.name}-{os.getpid()}.npz")
        np.savez_compressed(being_written, features=features, row_features=rows)
        being_written.rename(beside)
    with np.load(beside) as arrays:
        return replace(version, feature_layout=gist.feature_layout, **arrays)


def _opened(picture: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(picture)) as image:
        return np.asarray(image.convert("RGB"))
