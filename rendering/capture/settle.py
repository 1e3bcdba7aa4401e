"""Waits until a page is stable: loading, fonts, lazy images, scrolling, layout.

A static page costs a handful of round trips and one animation frame. What the page asked for by itself is waited for
as long as loading may take (``awaited`` says what counts); a network that does not rest besides is no fault, for long
polling is how such pages work. The window, boxes that scroll in its place, and frames that take a good part of it are
scrolled down to ``behaviour.scroll_limit_px``, as often as they grow. A capture is partial when the page did not load,
when requests were not answered, when fonts or images did not come or were never asked for, when its layout never
stood still, or when there was more below the limit of scrolling.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from rendering.capture.clock import Advance, PageClock
from rendering.capture.frames import InnerFrame, shown_frames
from rendering.errors import PageRefused, PageUnavailable, PageUnresponsive
from rendering.network.problems import some
from rendering.page_session import PageSession, read_script
from rendering.recording.exchanges import ExchangeRecorder
from rendering.settings import RenderingSettings
from storage.plurals import counted

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
_TWO_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
)
_BUSY = read_script("busy.js")
_FRAMES_S = 5.0
_A_GOOD_PART = 1 / 3  # of the window
_SETTLE = (
    f"(argument) => {{ const scrollersOf = {read_script('scrollers.js')};"
    f" return ({read_script('settle.js')})(argument); }}"
)
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
    cuts: list[str] = field(default_factory=list)
    """What a stated limit left out: sentences."""
    observed: dict[str, Any] = field(default_factory=dict)
    """Heights in CSS pixels, how far it was scrolled, numbers of images, and the page's time at the end."""


@dataclass(frozen=True, kw_only=True)
class _Scrolled:
    """What ``scripts/settle.js`` told of a document after its first pass and after its last."""

    first: Mapping[str, Any]
    last: Mapping[str, Any]
    passes: int


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
        self._answers_by = 0.0

    async def run(self, load_by: float, act: Act) -> Settled:
        """Wait for everything; ``PageUnavailable`` when the page does not answer at all.

        ``act`` does to the page what the archivist asked for, once it has loaded.
        """
        self._answers_by = load_by
        await self._loaded(load_by)
        self._renew()
        await self._rest()
        await self._network()
        lazy, busy = await self._run_clock()
        await self._rest_of_the_late()
        with self._asking():
            await act(self._pause)
        lazy, busy = lazy or self._is_lazy, busy or self._page_time_ms > CLOCK_STEPS_MS[-1]
        scrolled = await self._scroll_through(self._frame_id, lazy=lazy, alive=busy)
        inner = [await self._scroll_frame(frame) for frame in await self._large_frames()]
        self._tell(scrolled, [told for told in inner if told is not None])
        await self._tell_unanswered()
        return self._settled

    async def _scroll_through(self, frame_id: str, *, lazy: bool, alive: bool) -> _Scrolled:
        """Pass after pass, for as long as the document grows; what was found at its end, and at its beginning."""
        with self._asking():
            first = result = await self._pass(frame_id, lazy=lazy, scroll=True, alive=alive)
            passes, gone, settled_lazy = 0, 0, result["lazy"]
            while passes < _MOST_PASSES and self._goes_on(result, gone, lazy=lazy or passes > 0):
                self._renew()
                passes += 1
                await self._network()
                await self._advance(_SCROLLED_MS)
                await self._network()
                gone = result["gone"]
                result = await self._pass(frame_id, lazy=True, scroll=passes < _MOST_PASSES, alive=True)
                settled_lazy = settled_lazy and result["lazy"]
            if result["scrolled"]:  # and time ran out before its end
                await self._network()
                result = await self._pass(frame_id, lazy=False, scroll=False, alive=True)
        return _Scrolled(last={**result, "lazy": settled_lazy}, first=first, passes=passes)

    def _goes_on(self, told: Mapping[str, Any], gone: int, *, lazy: bool) -> bool:
        """Whether another pass is due: this one came further down, or there is or will be more once all is quiet."""
        if told["scrolled"]:
            return bool(told["gone"] > gone)
        is_asking = bool(self._recorder.awaited.unanswered()) and time.monotonic() < self._answers_by
        return lazy and (told["more"] or is_asking)

    async def _large_frames(self) -> list[InnerFrame]:
        """The frames that take a good part of the window."""
        return [frame for frame in await self._shown_frames() if frame.share >= _A_GOOD_PART]

    async def _shown_frames(self) -> Sequence[InnerFrame]:
        if len(self._session.page.frames) == 1:
            return ()
        try:
            return (await shown_frames(self._session)).frames
        except PageUnavailable:
            return ()

    async def _scroll_frame(self, frame: InnerFrame) -> _Scrolled | None:
        """Scroll a frame like the page; None where it does not answer: reading it will say so."""
        try:
            return await self._scroll_through(frame.frame_id, lazy=True, alive=True)
        except PageUnavailable:
            return None

    def _tell(self, page: _Scrolled, inner: Sequence[_Scrolled]) -> None:
        parts, result = [page, *inner], page.last
        for key, (name, fault) in _WAITS.items():
            came = all(part.last[key] for part in parts)
            (self._settled.waited_for if came else self._settled.faults).append(name if came else fault)
        limit = self._settings.behaviour.scroll_limit_px
        counts, passes = result["counts"], max(part.passes for part in parts)
        is_stopped = any(part.passes > 0 and part.last["height"] > limit for part in parts)
        unasked = sum(part.last["unasked"]["count"] for part in parts)
        self._settled.observed = {
            "height_at_load_px": page.first["heightBefore"],
            "height_px": result["height"],
            "scrolled_to_px": result["reached"],
            "scroll_passes": passes,
            "scroll_limit_px": limit,
            "scroll_limit_reached": is_stopped,
            "images": counts["all"],
            "images_broken": counts["broken"],
            "images_not_asked_for": counts["waiting"],
            "page_time_ms": self._page_time_ms,
        }
        if is_stopped:
            self._settled.cuts.append(
                f"it was scrolled to {limit} px and goes on below: rendering.behaviour.scroll_limit_px sets how far"
            )
        elif passes >= _MOST_PASSES:
            self._settled.cuts.append(f"it was scrolled {_MOST_PASSES} times and goes on growing")
        if unasked:
            urls = [url for part in parts for url in part.last["unasked"]["urls"]]
            self._settled.cuts.append(
                f"{counted(unasked, 'picture', 'was', 'were')} never asked for: {some(urls, unasked)}"
            )

    async def _tell_unanswered(self) -> None:
        """Name the requests that the page, in the frames that a visitor sees, has no answer to."""
        unanswered = self._recorder.awaited.unanswered()
        if any(hop.frame_id not in ("", self._frame_id) for hop in unanswered):
            seen = {frame.frame_id for frame in await self._shown_frames()}
            unanswered = [hop for hop in unanswered if hop.frame_id in ("", self._frame_id, *seen)]
        if unanswered:
            number, urls = len(unanswered), [hop.url for hop in unanswered]
            were = counted(number, "request", "of it was", "of it were")
            self._settled.faults.append(f"{were} not answered: {some(urls, number)}")

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

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """For the block, what the page asks for is in answer to what we do, and so it must be answered."""
        awaited = self._recorder.awaited
        awaited.is_asking = True
        try:
            yield
        finally:
            awaited.is_asking = False

    async def _rest(self) -> None:
        """Wait for what the page has asked for by itself, and for what it asks for in answer to that."""
        awaited = self._recorder.awaited
        while (left_s := self._answers_by - time.monotonic()) > 0 and awaited.unanswered():
            with suppress(TimeoutError):
                await asyncio.wait_for(awaited.answered.wait(), left_s)
            await self._session.ask(_TWO_FRAMES, None, frame_id=self._frame_id, timeout_s=_FRAMES_S)
            self._renew()
        awaited.is_asking = False

    async def _rest_of_the_late(self) -> None:
        """Data that a timer asked for may be long polling; not where the page shows that it waits."""
        awaited = self._recorder.awaited
        if not awaited.has_late:
            return
        if await self._session.ask(_BUSY, None, frame_id=self._frame_id, timeout_s=_FRAMES_S):
            awaited.await_late()
            await self._rest()

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
        """Wait for answers to the page, then for the network to rest, within the share of the time it has."""
        awaited = self._recorder.awaited
        left_s = self._answers_by - time.monotonic()
        if awaited.unanswered() and left_s > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(awaited.answered.wait(), left_s)
            self._renew()
        if self._recorder.is_idle or self._network_s <= 0:
            return
        began = time.monotonic()
        await self._recorder.idle(min(self._network_s, self._left()))
        self._network_s -= time.monotonic() - began

    async def _pass(self, frame_id: str, *, lazy: bool, scroll: bool, alive: bool) -> dict[str, Any]:
        """One pass of the script: down to what has not been seen, or, where nothing is, a wait for the rest."""
        argument = {
            "lazy": lazy,
            "scroll": scroll,
            "alive": alive,
            "scripts": self._settings.javascript,
            "quietLimitMs": _QUIET_LIMIT_MS,
            "limitMs": round(self._left() * 1000) if self._is_loaded_in_time else _QUIET_LIMIT_MS,
            "maxHeight": self._settings.behaviour.scroll_limit_px,
        }
        # a busy page answers late, not never: the limit inside the page ends the waiting, this one a hanging page
        limit_s = self._left() + self._settings.settle_timeout_s
        return dict(await self._session.ask(_SETTLE, argument, frame_id=frame_id, timeout_s=limit_s))

    def _left(self) -> float:
        return max(self._ends_at - time.monotonic(), 0.1)
