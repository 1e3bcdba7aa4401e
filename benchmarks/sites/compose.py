"""Captures put together from panels: the same picture, blocks, links, images and text as the whole page gives."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.sites.page import WIDTH_PX, PageState, Placed, overlay_path, placed
from benchmarks.sites.sheets import PanelCapture, panel_key
from changemodel.version import PageVersion
from pagetide.versions import Description
from storage.layout import Block, Layout

HEIGHT_PX = 1400
"""Rows of the page that a version's picture holds, as in the product."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Composed:
    """One page state with its panels' captures: where each stands, and what the whole shows."""

    def __init__(
        self, state: PageState, css: str, captures: Mapping[str, PanelCapture], paper: tuple[int, int, int]
    ) -> None:
        self._placed: list[tuple[Placed, int, PanelCapture]] = []
        self._paper = paper
        self._css = css
        top = height = row = 0
        bottoms: dict[int, int] = {}
        for item in placed(state):
            if item.row != row:
                top, row, bottoms = top + max(bottoms.values(), default=0), item.row, {}
            capture = captures[panel_key(item.panel, css)]
            y = top + bottoms.get(item.column, 0)
            self._placed.append((item, y, capture))
            bottoms[item.column] = y - top + capture.height_px
            height = max(height, y + capture.height_px)
        for number, over in enumerate(state.overlays):
            capture = captures[panel_key(over.panel, css)]
            place = Placed(over.panel, len(state.rows), over.x_px, 0, overlay_path(state, number))
            self._placed.append((place, over.y_px, capture))
            height = max(height, over.y_px + capture.height_px)
        self.height_px = height

    def picture(self, height_px: int | None = None) -> NDArray[np.uint8]:
        """The page's rows from the top, shape (height, 1000, 3); all of them by default."""
        height = self.height_px if height_px is None else min(height_px, max(self.height_px, 1000))
        picture = np.empty((height, WIDTH_PX, 3), dtype=np.uint8)
        picture[:] = self._paper
        for item, y, capture in self._placed:
            if y < height:
                rows = capture.pixels[: height - y]
                picture[y : y + len(rows), item.x_px : item.x_px + item.panel.width_px] = rows
        return picture

    def layout(self) -> Layout:
        """Blocks, links and images as a capture of the whole page has them."""
        blocks = tuple(
            replace(block, path=item.path + block.path, x_px=block.x_px + item.x_px, y_px=block.y_px + y)
            for item, y, capture in self._placed
            for block in capture.blocks
        )
        return Layout(
            width_px=WIDTH_PX,
            height_px=self.height_px,
            blocks=blocks,
            links=_unique(blocks, "links"),
            images=_unique(blocks, "images"),
        )

    def text(self) -> str:
        """The visible text, panel after panel."""
        return "\n".join(capture.text for _, _, capture in self._placed if capture.text)

    def news_boxes(self) -> tuple[Box, ...]:
        """Where the main news stands."""
        return tuple(
            (item.x_px, y, item.x_px + item.panel.width_px, y + capture.height_px)
            for item, y, capture in self._placed
            if item.panel.is_news
        )

    @property
    def identity(self) -> str:
        """Names the page's picture."""
        places = [
            f"{item.x_px},{y},{panel_key(item.panel, self._css)}"
            for item, y, _ in self._placed
            if y < HEIGHT_PX
        ]
        return hashlib.sha256(f"{self._paper} {places}".encode()).hexdigest()

    def version(self, at: datetime, described: Description | None = None) -> PageVersion:
        """The capture as the model sees it; its picture is put together when it is asked for."""
        layout = self.layout()
        return PageVersion(
            captured_at=at,
            screenshot=partial(self.picture, HEIGHT_PX),
            links=frozenset(layout.links),
            images=frozenset(layout.images),
            blocks=layout.blocks,
            text=self.text(),
            features=described.features if described else None,
            feature_layout=described.layout if described else None,
            signatures=described.signatures if described else None,
        )


def _unique(blocks: tuple[Block, ...], kind: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(url for block in blocks for url in getattr(block, kind)))
