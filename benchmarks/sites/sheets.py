"""Panels are rendered many at a time: a sheet is one long page of them, captured as the product captures pages.

What is cut out of a sheet (picture, blocks, text) is kept in a file under the user's cache folder, named by what the
panel says and the style it is shown in: a second run renders nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.async_api import async_playwright

from benchmarks.sites.page import ORIGIN, WIDTH_PX, Panel, document, panel_html
from pagetide.demo.server import LocalSite
from pagetide.demo.site import Resource
from rendering.browser import launched
from rendering.capture import capture_url
from rendering.settings import BehaviourSettings, RenderingSettings, SafetySettings
from storage.layout import Block
from storage.records import Capture, Outcome, ProblemCode

FORMAT = 4  # of what is kept: another number renders everything anew
SHEET_ROWS_PX = 9000  # about how tall a sheet becomes: guessed from the area of its panels
_GUESS_PX = 260  # of a panel's height
_MARK = "\u203b"
_AT = datetime(2026, 3, 2, tzinfo=UTC)
_SETTINGS = RenderingSettings(
    javascript=False,
    safety=SafetySettings(reachable_networks=("127.0.0.1",)),
    behaviour=BehaviourSettings(scroll_limit_px=0),  # nothing on a sheet is lazy
    load_timeout_s=120,
    capture_timeout_s=300,
)
_ON_SHEET = re.compile(r"^body>div(?::nth-of-type\((\d+)\))?>div(?::nth-of-type\((\d+)\))?>section")

PictureOf = Callable[[str], Resource | None]
"""What a site serves under a path: pictures of stories and advertisements."""


@dataclass(frozen=True, kw_only=True)
class PanelCapture:
    """A rendered panel. Blocks are in its own coordinates, paths begin below its section."""

    png: bytes
    blocks: tuple[Block, ...]
    text: str

    @cached_property
    def height_px(self) -> int:
        """Its height."""
        with Image.open(io.BytesIO(self.png)) as picture:
            return picture.height

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """Its picture, shape (height, width, 3)."""
        return _decoded(self.png)


@lru_cache(maxsize=64)  # neighbours in time share most panels
def _decoded(png: bytes) -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


class SheetError(Exception):
    """A sheet could not be captured; the message says why."""


class SheetTooTall(SheetError):
    """More panels than a screenshot holds; fewer of them fit."""


def cache_file() -> Path:
    """Where rendered panels are kept."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pagetide" / "benchmark-sites.sqlite"


def panel_key(panel: Panel, css: str) -> str:
    """Names a panel's picture by everything that it depends on."""
    parts = (str(FORMAT), css, str(panel.width_px), panel.name, panel.html)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def rendered(
    panels: Iterable[Panel], css: str, picture_of: PictureOf, kept: Path | None = None
) -> dict[str, PanelCapture]:
    """The captures of all panels by ``panel_key``; those that are not kept yet are rendered now."""
    wanted = {panel_key(panel, css): panel for panel in panels}
    with opened(kept or cache_file()) as store:
        missing = wanted.keys() - _known(store, wanted)
        if missing:
            for found in _render([wanted[key] for key in sorted(missing)], css, picture_of):
                _keep(store, found)
        return {key: _read(store, key) for key in wanted}


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file of what is kept, made if it is missing; several processes may have it open."""
    path.parent.mkdir(parents=True, exist_ok=True)
    store = sqlite3.connect(path, timeout=60)
    try:
        with store:
            store.execute("create table if not exists panel (key text primary key, png blob, layout text)")
        yield store
    finally:
        store.close()


def _known(store: sqlite3.Connection, wanted: Iterable[str]) -> set[str]:
    return {key for key in wanted if store.execute("select 1 from panel where key = ?", (key,)).fetchone()}


def _keep(store: sqlite3.Connection, found: Mapping[str, PanelCapture]) -> None:
    rows = [
        (key, item.png, json.dumps({"blocks": [asdict(block) for block in item.blocks], "text": item.text}))
        for key, item in found.items()
    ]
    with store:
        store.executemany("insert or replace into panel values (?, ?, ?)", rows)


def _read(store: sqlite3.Connection, key: str) -> PanelCapture:
    png, layout = store.execute("select png, layout from panel where key = ?", (key,)).fetchone()
    told = json.loads(layout)
    blocks = tuple(
        Block(**{**block, "links": tuple(block["links"]), "images": tuple(block["images"])})
        for block in told["blocks"]
    )
    return PanelCapture(png=png, blocks=blocks, text=told["text"])


def _render(panels: Sequence[Panel], css: str, picture_of: PictureOf) -> Iterator[dict[str, PanelCapture]]:
    """Sheet by sheet, so that an interrupted run keeps what it has."""
    sheets = list(_sheets(panels))
    for start in range(0, len(sheets), 8):
        yield from asyncio.run(_captured(sheets[start : start + 8], css, picture_of))


async def _captured(
    sheets: Sequence[Sequence[Sequence[Panel]]], css: str, picture_of: PictureOf
) -> list[dict[str, PanelCapture]]:
    waiting = list(sheets)
    bodies: dict[str, str] = {}

    def resource(path: str, at: datetime) -> Resource | None:
        body = bodies.get(path)
        return picture_of(path) if body is None else Resource("text/html; charset=utf-8", body.encode())

    found = []
    with LocalSite(resource, lambda: _AT) as site:
        async with async_playwright() as playwright, launched(playwright, _SETTINGS) as browser:
            while waiting:
                columns, number = waiting.pop(), len(bodies)
                bodies[f"/{number}"] = _sheet_html(columns, css)
                taken = await capture_url(browser, f"{site.url}{number}", _SETTINGS, _AT)
                try:
                    found.append(_cut(taken, columns, css, site.url.rstrip("/")))
                except SheetTooTall:
                    waiting += _halves(columns)
    return found


def _halves(columns: Sequence[Sequence[Panel]]) -> list[list[Sequence[Panel]]]:
    """Two sheets in place of one."""
    if max(map(len, columns)) == 1:
        raise SheetError(f"one panel alone is too tall for a screenshot: {columns[0][0].name}")
    upper = [column[: (len(column) + 1) // 2] for column in columns]
    lower = [column[(len(column) + 1) // 2 :] for column in columns]
    return [upper, [column for column in lower if column]]


def _sheets(panels: Sequence[Panel]) -> Iterator[list[list[Panel]]]:
    """Columns of panels of one width, as many beside each other as fit."""
    for width in sorted({panel.width_px for panel in panels}):
        column: list[Panel] = []
        columns = [column]
        for panel in (item for item in panels if item.width_px == width):
            if len(column) * _GUESS_PX >= SHEET_ROWS_PX:
                if len(columns) == WIDTH_PX // width:
                    yield columns
                    columns = []
                column = []
                columns.append(column)
            column.append(panel)
        yield columns


def _sheet_html(columns: Sequence[Sequence[Panel]], css: str) -> str:
    mark = 'style="height:20px;margin:0;overflow:hidden;font:10px/20px sans-serif"'
    bodies = []
    for number, column in enumerate(columns):
        items = [
            f"<p {mark}>{_MARK}{number}.{place}</p><div>{panel_html(item)}</div>"
            for place, item in enumerate(column)
        ]
        end = f"<p {mark}>{_MARK}{number}.{len(column)}</p>"
        bodies.append(f'<div style="float:left;width:{column[0].width_px}px">{"".join(items)}{end}</div>')
    return document("".join(bodies), css)


def _cut(
    taken: Capture, columns: Sequence[Sequence[Panel]], css: str, origin: str
) -> dict[str, PanelCapture]:
    """Each panel's part of a sheet's capture."""
    if any(problem.code is ProblemCode.TRUNCATED for problem in taken.problems):
        raise SheetTooTall(f"a sheet is too tall: {[item.message for item in taken.problems]}")
    if taken.outcome is not Outcome.COMPLETE or taken.full_page_png is None or taken.layout is None:
        raise SheetError(f"a sheet was captured {taken.outcome}: {[item.message for item in taken.problems]}")
    with Image.open(io.BytesIO(taken.full_page_png)) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    marks = {block.text[1:]: block for block in taken.layout.blocks if block.text.startswith(_MARK)}
    texts = _texts(taken.text or "")
    inside = _by_panel(taken.layout.blocks)
    found = {}
    for number, column in enumerate(columns):
        for place, panel in enumerate(column):
            mark, following = marks[f"{number}.{place}"], marks[f"{number}.{place + 1}"]
            top, bottom, left = mark.y_px + mark.height_px, following.y_px, mark.x_px
            if any(value % 1 for value in (top, bottom, left)):
                raise SheetError(f"panel {panel.name} has a height in parts of a pixel: {bottom - top}")
            if bottom > len(pixels):
                raise SheetTooTall(f"a sheet is {len(pixels)} px tall, its panels {bottom}: put fewer on it")
            cut = pixels[int(top) : int(bottom), int(left) : int(left) + panel.width_px]
            blocks = tuple(_moved(item, left, top, origin) for item in inside.get((number, place), ()))
            found[panel_key(panel, css)] = PanelCapture(
                png=_png(cut), blocks=blocks, text=texts.get(f"{number}.{place}", "")
            )
    return found


def _by_panel(blocks: Iterable[Block]) -> dict[tuple[int, int], list[Block]]:
    found: dict[tuple[int, int], list[Block]] = {}
    for block in blocks:
        place = _ON_SHEET.match(block.path)
        if place is not None:
            found.setdefault((int(place[1] or 1) - 1, int(place[2] or 1) - 1), []).append(block)
    return found


def _moved(block: Block, left: float, top: float, origin: str) -> Block:
    return Block(
        path=_ON_SHEET.sub("", block.path),
        tag=block.tag,
        x_px=block.x_px - left,
        y_px=block.y_px - top,
        width_px=block.width_px,
        height_px=block.height_px,
        text=block.text,
        links=tuple(link.replace(origin, ORIGIN) for link in block.links),
        images=tuple(image.replace(origin, ORIGIN) for image in block.images),
    )


def _texts(text: str) -> dict[str, str]:
    """The visible text between the marks, by mark."""
    parts = re.split(rf"{_MARK}(\d+\.\d+)\n*", text)
    return {mark: part.strip("\n") for mark, part in zip(parts[1::2], parts[2::2], strict=True)}


def _png(pixels: NDArray[np.uint8]) -> bytes:
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "PNG", compress_level=1)
    return data.getvalue()
