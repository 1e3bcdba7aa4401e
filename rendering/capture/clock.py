"""The page's virtual clock: it starts at the visit and moves in fixed steps.

What a page does "after 500 ms" has then happened, or not, on every machine alike, and a second of the page's time
takes as long as the work in it. CSS animations and transitions stand still until the clock is moved, and have then
ended. Workers keep real time. The script itself is ``scripts/clock.js``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from playwright.async_api import Frame, Page

from rendering.errors import PageRefused, PageUnavailable
from rendering.page_session import PageSession, read_script, translated
from rendering.settings import RenderingSettings

SEED = 20_130_506
"""Math.random gives the same numbers at every visit, so that what a page picks by lot does not count as change."""

_FRAMES_S = 0.5  # how long frames may take after the page itself

_SCRIPT = read_script("clock.js")
_ADVANCE = "globalThis.__pagetide__?.clock.advanceWhileStill({steps}, {limit})"
_ADVANCE_FRAME = (
    "([to, limit]) => window.__pagetide__?.own ? window.__pagetide__.clock.advance(to, limit) : null"
)


@dataclass(frozen=True, kw_only=True)
class Advance:
    """What the page did while its time moved."""

    fired: int = 0  # timers and frames that ran
    pending: int = 0  # that still wait for a later time
    finished: bool = True  # the time asked for was reached
    lazy: bool = False  # the page watches what is scrolled into view
    to: int | None = None  # milliseconds that were to be reached; None: there is no clock


class PageClock:
    """The clock of one page. Without the page's scripts there is none, and nothing to advance."""

    def __init__(self, page: Page, session: PageSession, settings: RenderingSettings) -> None:
        self._page = page
        self._session = session
        self._settings = settings

    async def install(self, at: datetime) -> None:
        """Put the clock into every document the page will show, and have no animation run by itself."""
        await asyncio.gather(self._install_script(at), self._stop_animations())

    async def _stop_animations(self) -> None:
        send = self._session.send  # both at once: they arrive in this order
        await asyncio.gather(send("Animation.enable"), send("Animation.setPlaybackRate", {"playbackRate": 0}))

    async def _install_script(self, at: datetime) -> None:
        if self._settings.javascript:
            hosts = self._settings.allowed_hosts
            behaviour = self._settings.behaviour
            options = {
                "at": round(at.timestamp() * 1000),
                "seed": SEED,
                # with a login, random values may guard the session: they stay the browser's own
                "seedBytes": behaviour.repeat_random_bytes and behaviour.login_state is None,
                "allowedHosts": hosts and list(hosts),
                "webrtc": self._settings.safety.webrtc and hosts is None,
            }
            script = _SCRIPT.replace("/*OPTIONS*/", json.dumps(options))
            await translated(self._page.add_init_script(script), timeout_s=20)

    async def advance(self, steps_ms: Sequence[int], limit_s: float) -> Advance:
        """Let the page's time reach the first of these steps after its start at which something happens, or the last.

        At most so long in real time. Where other origins' frames must keep step, only the first is taken.
        """
        if not self._settings.javascript:
            return Advance()
        others = self._others()
        steps_ms = steps_ms[:1] if others else steps_ms
        expression = _ADVANCE.format(steps=json.dumps(list(steps_ms)), limit=round(limit_s * 1000))
        frames = [asyncio.ensure_future(self._advance_frame(frame, steps_ms[0], limit_s)) for frame in others]
        try:
            result = await self._session.ask_page(expression, timeout_s=limit_s + 1)
        except PageRefused:
            # the document was replaced; the next one has a clock of its own
            return Advance(finished=False, to=steps_ms[0])
        finally:
            await _ended(frames)
        return Advance(**result) if result else Advance()

    def _others(self) -> list[Frame]:
        """Frames of other origins: they keep clocks of their own. All others share the page's."""
        own = _origin(self._page.url)
        return [frame for frame in self._page.frames if _origin(frame.url) not in (None, own)]

    @staticmethod
    async def _advance_frame(frame: Frame, to_ms: int, limit_s: float) -> None:
        try:
            await translated(
                frame.evaluate(_ADVANCE_FRAME, [to_ms, round(limit_s * 1000)]), timeout_s=limit_s + 1
            )
        except PageUnavailable:
            return  # a frame that is gone or does not answer is shown as it stands


def _origin(url: str) -> tuple[str, str] | None:
    """Scheme and authority of a web address; None for frames made by their page or not loaded."""
    parts = urlsplit(url)
    return (parts.scheme, parts.netloc) if parts.scheme in ("http", "https") else None


async def _ended(frames: Sequence[asyncio.Future[None]]) -> None:
    """Wait a little for frames; one that does not answer is shown as it stands."""
    if not frames:
        return
    _, late = await asyncio.wait(frames, timeout=_FRAMES_S)
    for frame in late:
        frame.cancel()
    await asyncio.gather(*late, return_exceptions=True)
