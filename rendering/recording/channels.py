"""Where DevTools events come from: the page itself, and the workers it starts, each a target of its own.

Playwright's sessions cannot address the flattened children of a target. The older, nested protocol can: the parent
carries their messages as text (Chrome DevTools Protocol, ``Target.sendMessageToTarget``). Dedicated workers and
service workers are attached through the page and held until they are listened to. A shared worker belongs to no
page: the browser tells of it, and its script, which the page is seen to ask for, is held meanwhile.
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, CDPSession

from rendering.errors import PageRefused, PageUnavailable
from rendering.page_session import Listener, light, translated

Prepare = Callable[["WorkerChannel"], Awaitable[None]]

_PREPARE_S = 5.0
_RUNS_S = 0.1  # between a worker's being let go and news of its first request
_LISTEN_S = 1.0  # that an answer is kept from workers to which no command has been handed over
_WORKERS = ("worker", "service_worker", "shared_worker")
_MOST = 200  # workers of one page that are listened to

_opened: WeakKeyDictionary[Browser, asyncio.Future[_BrowserTargets]] = WeakKeyDictionary()


class Channel(Protocol):
    """Something that takes DevTools commands and tells events."""

    def on(self, event: str, listener: Listener) -> None:
        """Have ``listener`` called with the parameters of each such event."""

    async def send(
        self, method: str, parameters: Mapping[str, Any] | None = None, *, timeout_s: float = 20.0
    ) -> dict[str, Any]:
        """Ask one thing; ``PageUnavailable`` when there is no answer."""


class UnderWay(Protocol):
    """What is waited for before a page counts as at rest."""

    def opened(self, key: str) -> None:
        """Something has begun."""

    def closed(self, key: str) -> None:
        """It has ended."""


class WorkerChannel:
    """A worker, reached through its parent's messages."""

    def __init__(self, parent: Channel, session_id: str, kind: str, url: str) -> None:
        self.kind = kind
        self.url = url
        self.reached = asyncio.Event()
        """Set when commands have been handed over; a worker whose script is still awaited answers them later."""
        self.prepared = asyncio.Event()
        """Set when it has answered them, or gone: what it does from now on is heard."""
        self._parent = parent
        self._id = session_id
        self._last = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: dict[str, list[Listener]] = {}

    def on(self, event: str, listener: Listener) -> None:
        """Have ``listener`` called with the parameters of each such event."""
        self._listeners.setdefault(event, []).append(listener)

    async def send(
        self, method: str, parameters: Mapping[str, Any] | None = None, *, timeout_s: float = 20.0
    ) -> dict[str, Any]:
        """Ask the worker one thing; ``PageUnavailable`` when there is no answer."""
        self._last += 1
        number, answer = self._last, asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        message = json.dumps({"id": number, "method": method, "params": dict(parameters or {})})
        try:
            await self._parent.send(
                "Target.sendMessageToTarget",
                {"sessionId": self._id, "message": message},
                timeout_s=timeout_s,
            )
            self.reached.set()
            told = await translated(answer, timeout_s=timeout_s)
        finally:
            self._answers.pop(number, None)
        if "error" in told:
            raise PageRefused(str(told["error"].get("message", "refused")))
        return dict(told.get("result") or {})

    def receive(self, message: Mapping[str, Any]) -> None:
        """Pass on what the parent brought."""
        answer = self._answers.get(message.get("id", 0))
        if answer is not None and not answer.done():
            answer.set_result(dict(message))
        for listener in self._listeners.get(message.get("method", ""), ()):
            listener(dict(message.get("params") or {}))


class Workers:
    """Attaches to the workers of one page, and has each prepared before it may run.

    A worker that has not begun to run yet is under way as a request is: what it will ask for belongs to the page.
    """

    def __init__(self, page: Channel, prepare: Prepare, under_way: UnderWay) -> None:
        self.channels: list[WorkerChannel] = []
        self._page = page
        self._prepare = prepare
        self._under_way = under_way
        self._shared: dict[str, asyncio.Future[None]] = {}  # by the URL of their script
        self._context: _ContextChannel | None = None
        self._work: set[asyncio.Future[None]] = set()

    async def start(self) -> None:
        """Begin with the page's own workers; those of workers follow by themselves."""
        await self._watch(self._page)

    async def start_shared(self, context: BrowserContext) -> None:
        """Begin with shared workers too, of which only the browser tells."""
        if context.browser is None:
            return
        told, targets = await asyncio.gather(
            self._page.send("Target.getTargetInfo"), _targets_of(context.browser)
        )
        own = self._context = _ContextChannel(targets, told["targetInfo"].get("browserContextId", ""))
        self._listen(own)

        def on_created(event: dict[str, Any]) -> None:
            target = event["targetInfo"]
            if target["type"] == "shared_worker":
                attaching = self._attach_shared(own, target["targetId"], target["url"])
                self._shared[target["url"]] = self._spawn(attaching)

        own.on("Target.targetCreated", on_created)
        targets.watch(own)

    async def listening(self, url: str, *, is_a_workers: bool) -> None:
        """Wait until what workers do with the answer of this URL will be heard, before they may have it.

        That they are held until then is not enough: Playwright lets go of them in a session of its own. What a worker
        that runs has asked for waits until it is listened to; its own script, or the page's answers, do not: a worker
        that waits for its script answers nothing.
        """
        waiting = self._shared.get(url)
        if waiting is not None:
            await asyncio.wait([waiting], timeout=_PREPARE_S)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LISTEN_S):
                for channel in self.channels:  # those that are started meanwhile come to its end
                    await (channel.prepared if is_a_workers else channel.reached).wait()

    def stop(self) -> None:
        """Attach to no more shared workers; those attached stay so until they end, as the page's own do."""
        for work in self._work:
            work.cancel()
        if self._context is not None:
            self._context.leave()

    async def _watch(self, parent: Channel) -> None:
        self._listen(parent)
        await parent.send(
            "Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": False}
        )

    def _listen(self, parent: Channel) -> None:
        known: dict[str, WorkerChannel] = {}

        def on_attached(event: dict[str, Any]) -> None:
            target, session_id = event["targetInfo"], event["sessionId"]
            channel = WorkerChannel(parent, session_id, target["type"], target["url"])
            known[session_id] = channel
            key = f"worker {session_id}"
            if channel.kind in _WORKERS and len(self.channels) < _MOST:
                self.channels.append(channel)
                self._under_way.opened(key)
            self._spawn(self._begin(channel)).add_done_callback(lambda _: begun(key))

        def begun(key: str) -> None:
            asyncio.get_running_loop().call_later(_RUNS_S, self._under_way.closed, key)

        def on_detached(event: dict[str, Any]) -> None:
            known.pop(event["sessionId"], None)
            self._under_way.closed(f"worker {event['sessionId']}")

        def on_message(event: dict[str, Any]) -> None:
            channel = known.get(event["sessionId"])
            if channel is not None:
                channel.receive(json.loads(event["message"]))

        parent.on("Target.attachedToTarget", on_attached)
        parent.on("Target.receivedMessageFromTarget", on_message)
        parent.on("Target.detachedFromTarget", on_detached)

    async def _attach_shared(self, browser: Channel, target_id: str, url: str) -> None:
        await browser.send("Target.attachToTarget", {"targetId": target_id, "flatten": False})
        await asyncio.sleep(0)  # the event that it is attached has come; its listener is at work
        for channel in self.channels:
            if channel.url == url and channel.kind == "shared_worker":
                await channel.reached.wait()

    async def _begin(self, channel: WorkerChannel) -> None:
        """Listen to a new worker, then let it run."""
        try:
            if channel in self.channels:
                own = [self._watch(channel)] if channel.kind == "worker" else []
                await asyncio.gather(self._prepare(channel), *own)
        finally:
            channel.reached.set()
            channel.prepared.set()
            await channel.send("Runtime.runIfWaitingForDebugger", timeout_s=_PREPARE_S)

    def _spawn(self, work: Awaitable[None]) -> asyncio.Future[None]:
        task = asyncio.ensure_future(_quietly(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task


class _ContextChannel:
    """The browser as a channel that tells of one context's targets only."""

    def __init__(self, targets: _BrowserTargets, context_id: str) -> None:
        self.context_id = context_id
        self._targets = targets
        self._listeners: dict[str, list[Listener]] = {}

    def on(self, event: str, listener: Listener) -> None:
        self._listeners.setdefault(event, []).append(listener)

    async def send(
        self, method: str, parameters: Mapping[str, Any] | None = None, *, timeout_s: float = 20.0
    ) -> dict[str, Any]:
        return await self._targets.send(method, parameters, timeout_s=timeout_s)

    def tell(self, name: str, event: dict[str, Any]) -> None:
        for listener in self._listeners.get(name, ()):
            listener(event)

    def leave(self) -> None:
        """Be told of no new targets; of attached ones it is told until they end."""
        self._targets.leave(self)


class _BrowserTargets:
    """One session on a browser for all captures in it, from which each hears of its own context's targets."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._contexts: dict[str, _ContextChannel] = {}
        self._attached: dict[str, _ContextChannel] = {}  # by the session on the target
        for name in (
            "Target.targetCreated",
            "Target.attachedToTarget",
            "Target.receivedMessageFromTarget",
            "Target.detachedFromTarget",
        ):
            session.on(name, light(functools.partial(self._on, name)))

    @classmethod
    async def open(cls, browser: Browser) -> _BrowserTargets:
        """Have the browser tell of shared workers; ``PageUnavailable`` when it is gone."""
        targets = cls(await translated(browser.new_browser_cdp_session(), timeout_s=20))
        await targets.send(
            "Target.setDiscoverTargets", {"discover": True, "filter": [{"type": "shared_worker"}]}
        )
        return targets

    def watch(self, context: _ContextChannel) -> None:
        """Tell of this context's targets from now on."""
        self._contexts[context.context_id] = context

    def leave(self, context: _ContextChannel) -> None:
        """No longer tell of new ones."""
        if self._contexts.get(context.context_id) is context:
            del self._contexts[context.context_id]

    def _on(self, name: str, event: dict[str, Any]) -> None:
        session_id = event.get("sessionId", "")
        context = self._attached.get(session_id)
        if context is None:
            context = self._contexts.get(event.get("targetInfo", {}).get("browserContextId", ""))
        if context is None:
            return
        if name == "Target.attachedToTarget":
            self._attached[session_id] = context
        elif name == "Target.detachedFromTarget":
            self._attached.pop(session_id, None)
        context.tell(name, event)

    async def send(
        self, method: str, parameters: Mapping[str, Any] | None = None, *, timeout_s: float = 20.0
    ) -> dict[str, Any]:
        answer = await translated(self._session.send(method, dict(parameters or {})), timeout_s=timeout_s)
        return dict(answer or {})


async def _targets_of(browser: Browser) -> _BrowserTargets:
    """The browser's session, opened by the first capture that asks for it."""
    opening = _opened.get(browser)
    if opening is None or (opening.done() and (opening.cancelled() or opening.exception() is not None)):
        opening = _opened[browser] = asyncio.ensure_future(_BrowserTargets.open(browser))
        browser.once("disconnected", _forget)
    return await asyncio.shield(opening)  # it is for other captures too, should this one be stopped


def _forget(browser: Browser) -> None:
    _opened.pop(browser, None)


async def _quietly(work: Awaitable[None]) -> None:
    try:
        await work
    except PageUnavailable:
        return  # a worker that has gone has nothing more to tell
