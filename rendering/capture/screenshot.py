"""The two screenshots: the viewport, and the whole page down to a maximal height.

``Page.captureScreenshot`` with ``optimizeForSpeed`` instead of Playwright's ``page.screenshot``: the same pixels in
about a third of the time (``python -m benchmarks.capture``), in PNGs a third larger on pages with pictures and up to
twice as large on bare text. Elements of the window's height (``100vh``) keep it in the full-page picture, and what
is fixed to the window stands where it does in the first window, once.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from rendering.errors import PageRefused
from rendering.page_session import PageSession
from rendering.settings import RenderingSettings

TIMEOUT_S = 20.0
_WIDEST = 4  # viewports: a page that is wider is cut


async def keep_still(session: PageSession, settings: RenderingSettings) -> None:
    """From here on the page's scripts do not run: pictures are of what was read.

    The full-page picture makes the window taller for a moment, which a page would answer by laying itself out anew.
    """
    if settings.javascript:
        await session.send("Emulation.setScriptExecutionDisabled", {"value": True}, timeout_s=5)


async def viewport_png(
    session: PageSession, settings: RenderingSettings, timeout_s: float = TIMEOUT_S
) -> bytes:
    """The window's content."""
    scale = settings.device_scale_factor
    if scale == 1:
        return await _shot(session, {}, timeout_s)
    width, height = settings.viewport_width_px, settings.viewport_height_px
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
    return await _shot(session, {"clip": clip}, timeout_s)


async def full_page_png(
    session: PageSession, settings: RenderingSettings, size: tuple[int, int], timeout_s: float = TIMEOUT_S
) -> bytes:
    """The document from its top, ``size`` its width and height in CSS pixels, cut where the settings say."""
    width = min(max(size[0], settings.viewport_width_px), _WIDEST * settings.viewport_width_px)
    height = min(max(size[1], settings.viewport_height_px), settings.full_page_max_height_px)
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": settings.device_scale_factor}
    return await _shot(session, {"clip": clip, "captureBeyondViewport": True}, timeout_s)


def cuts(settings: RenderingSettings, size: tuple[int, int]) -> list[str]:
    """What a full-page picture of a document of this size does not show: sentences."""
    highest, widest = settings.full_page_max_height_px, _WIDEST * settings.viewport_width_px
    told = []
    if size[1] > highest:
        told.append(
            f"the full-page picture ends at {highest} px of {size[1]}: "
            "rendering.full_page_max_height_px sets how much it shows"
        )
    if size[0] > widest:
        told.append(f"the full-page picture shows {widest} px of {size[0]} across")
    return told


def fits_viewport(settings: RenderingSettings, size: tuple[int, int]) -> bool:
    """Whether the window shows the whole document, so that one picture is both."""
    return size[0] <= settings.viewport_width_px and size[1] <= settings.viewport_height_px


async def document_size(session: PageSession) -> tuple[int, int]:
    """Width and height of the document, asked of the browser."""
    metrics = await session.send("Page.getLayoutMetrics", timeout_s=5)
    content = metrics["cssContentSize"]
    return round(content["width"]), round(content["height"])


async def _shot(session: PageSession, parameters: Mapping[str, Any], timeout_s: float) -> bytes:
    question = {"format": "png", "optimizeForSpeed": True, **parameters}
    try:
        answer = await session.send("Page.captureScreenshot", question, timeout_s=timeout_s)
    except PageRefused:
        # now and then there is nothing drawn to picture at that moment, and there is at the next
        answer = await session.send("Page.captureScreenshot", question, timeout_s=timeout_s)
    return base64.b64decode(answer["data"])
