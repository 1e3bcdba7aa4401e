"""Waits until a page holds still, and not longer: loaded, fonts, lazy images, endless scrolling, quiet layout.

A static page costs a handful of round trips and one animation frame. A page whose network never rests is no fault
as long as its layout is quiet: long polling is how such pages work. A page is at fault, and the capture partial,
when it did not load, when fonts or images did not come, or when its layout never stood still. A page that grows
as it is scrolled is followed down to ``behaviour.scroll_limit_px``; reaching that limit is noted, and no fault.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rendering.clock import Advance, PageClock
from rendering.errors import PageRefused, PageUnresponsive
from rendering.exchanges import ExchangeRecorder
from rendering.page_session import PageSession, read_script
from rendering.settings import RenderingSettings

CLOCK_STEPS_MS = (500, 1500, 3000)
"""How far the page's time is moved, with a look at the network after each step."""

_ACTED_MS = 1500  # of the page's time, for what it does in answer
_SCROLLED_MS = 1000
_MOST_PASSES = 40  # of scrolling: a page that grows by a little each time has an end too
_QUIET_LIMIT_MS = 1500
_NETWORK_SHARE = 0.4  # of the settling time, for a network that does not rest
_LOADED = (
    "() => document.readyState === 'complete'"
    " || new Promise(done => addEventListener('load', () => done(true), {once: true}))"
)
_SETTLE = read_script("settle.js")
_WAITS = {
    "fonts": ("fonts", "its fonts did not arrive"),
    "lazy": ("lazy images", "it is too long to be scrolled through in time"),
    "images": ("images", "some of its images did not arrive"),
    "quiet": ("quiet layout", "its layout did not stand still"),
}


Act = Callable[[Callable[[], Awaitable[None]]], Awaitable[None]]
"""Does something to the loaded page; it gets a way to let the page answer."""


@dataclass(kw_only=True)
class Settled:
    """What was waited for, and what was waited for in vain."""

    waited_for: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    observed: dict[str, Any] = field(default_factory=dict)
    """Heights in CSS pixels, how far it was scrolled, numbers of images, and the page's time at the end."""


class Settling:
    """The waiting on one page; ``load_by`` is a moment of ``time.monotonic``."""

    def __init__(
        self,
        session: PageSession,
        recorder: ExchangeRecorder,
        clock: PageClock,
        settings: RenderingSettings,
        frame_id: str,
    ) -> None:
        self._session = session
        self._recorder = recorder
        self._clock = clock
        self._settings = settings
        self._frame_id = frame_id
        self._settled = Settled()
        self._ends_at = 0.0
        self._page_time_ms = 0
        self._is_loaded_in_time = True
        self._is_lazy = False
        self._network_s = 0.0

    async def run(self, load_by: float, act: Act) -> Settled:
        """Wait for everything; ``PageUnavailable`` when the page does not answer at all.

        ``act`` does to the page what the archivist asked for, once it has loaded.
        """
        await self._loaded(load_by)
        self._renew()
        await self._network()
        lazy, busy = await self._run_clock()
        await act(self._pause)
        lazy, busy = lazy or self._is_lazy, busy or self._page_time_ms > CLOCK_STEPS_MS[-1]
        first = result = await self._pass(lazy=lazy, scroll=True, alive=busy)
        passes, settled_lazy = 0, result["lazy"]
        while result["scrolled"]:
            passes += 1
            await self._network()
            await self._advance(_SCROLLED_MS)
            seen = result["reached"]
            result = await self._pass(lazy=True, scroll=passes < _MOST_PASSES, start=seen, alive=True)
            settled_lazy = settled_lazy and result["lazy"]
            if result["reached"] <= seen:
                break
            self._renew()
        if passes:
            result = await self._pass(
                lazy=False, scroll=False, start=result["reached"], alive=True, rest=True
            )
        self._tell({**result, "lazy": settled_lazy}, first, passes)
        return self._settled

    def _tell(self, result: Mapping[str, Any], first: Mapping[str, Any], passes: int) -> None:
        for key, (name, fault) in _WAITS.items():
            (self._settled.waited_for if result[key] else self._settled.faults).append(
                name if result[key] else fault
            )
        limit = self._settings.behaviour.scroll_limit_px
        counts = result["counts"]
        self._settled.observed = {
            "height_at_load_px": first["heightBefore"],
            "height_px": result["height"],
            "scrolled_to_px": result["reached"],
            "scroll_passes": passes,
            "scroll_limit_px": limit,
            "scroll_limit_reached": passes > 0 and result["height"] > limit,
            "images": counts["all"],
            "images_broken": counts["broken"],
            "images_not_asked_for": counts["waiting"],
            "page_time_ms": self._page_time_ms,
        }

    def _renew(self) -> None:
        """Something new came: it has the settling time again, the capture as a whole has its own limit."""
        self._ends_at = time.monotonic() + self._settings.settle_timeout_s
        self._network_s = self._settings.settle_timeout_s * _NETWORK_SHARE

    async def _loaded(self, load_by: float) -> None:
        limit_s = max(load_by - time.monotonic(), 1.0)
        try:
            while not await self._is_loaded(load_by):
                continue
        except PageUnresponsive:
            self._is_loaded_in_time = False
            self._settled.faults.append(f"it did not finish loading within {limit_s:.0f} s")
            if not await self._answers() and not await self._session.interrupt():
                raise
        else:
            self._settled.waited_for.append("load")

    async def _is_loaded(self, load_by: float) -> bool:
        """Whether it is loaded now; False when the document was replaced by another meanwhile."""
        limit_s = max(load_by - time.monotonic(), 1.0)
        try:
            return bool(await self._session.ask(_LOADED, None, frame_id=self._frame_id, timeout_s=limit_s))
        except PageRefused:
            if time.monotonic() > load_by:
                raise
            return False

    async def _answers(self) -> bool:
        """Whether the page still answers; one whose script never ends does not."""
        try:
            await self._session.ask_page("1", timeout_s=2)
        except PageUnresponsive:
            self._settled.faults.append("a script of it did not end, and was stopped")
            return False
        return True

    async def _run_clock(self) -> tuple[bool, bool]:
        """Let the page's timers run, and what they ask for arrive: whether it is lazy, whether it is alive.

        The page's time always ends at the last step, so that what asks for it late is told the same at every visit.
        """
        lazy = busy = False
        while self._page_time_ms < CLOCK_STEPS_MS[-1]:
            step = await self._advance_to([to_ms for to_ms in CLOCK_STEPS_MS if to_ms > self._page_time_ms])
            lazy = lazy or step.lazy
            busy = busy or step.fired > 0 or step.pending > 0 or not self._recorder.is_idle
            await self._network()
        return lazy, busy

    async def _advance(self, by_ms: int) -> Advance:
        return await self._advance_to([self._page_time_ms + by_ms])

    async def _advance_to(self, steps_ms: Sequence[int]) -> Advance:
        step = await self._clock.advance(steps_ms, self._left())
        self._page_time_ms = step.to if step.to is not None else steps_ms[-1]
        return step

    async def _pause(self) -> None:
        """Let what was done to the page have its effect."""
        self._renew()
        await self._network()
        step = await self._advance(_ACTED_MS)
        self._is_lazy = self._is_lazy or step.lazy
        await self._network()

    async def _network(self) -> None:
        """Wait for the network to rest, within the share of the time it has."""
        if self._recorder.is_idle or self._network_s <= 0:
            return
        began = time.monotonic()
        await self._recorder.idle(min(self._network_s, self._left()))
        self._network_s -= time.monotonic() - began

    async def _pass(
        self, *, lazy: bool, scroll: bool, alive: bool, start: int = 0, rest: bool = False
    ) -> dict[str, Any]:
        """One pass of the script; the first one also waits for the rest, so that a short page needs no other."""
        argument = {
            "lazy": lazy,
            "scroll": scroll,
            "from": start,
            "rest": rest or start == 0,
            "alive": alive,
            "quietLimitMs": _QUIET_LIMIT_MS,
            "limitMs": round(self._left() * 1000) if self._is_loaded_in_time else _QUIET_LIMIT_MS,
            "maxHeight": self._settings.behaviour.scroll_limit_px,
        }
        # a busy page answers late, not never: the limit inside the page ends the waiting, this one a hanging page
        limit_s = self._left() + self._settings.settle_timeout_s
        return dict(await self._session.ask(_SETTLE, argument, frame_id=self._frame_id, timeout_s=limit_s))

    def _left(self) -> float:
        return max(self._ends_at - time.monotonic(), 0.1)
