"""One DevTools session on one page, shared by recorder, waiting, screenshots and DOM.

A session of its own beside Playwright's: it sees the page whoever opened it, and costs one round trip a question.
Playwright's exceptions end here and become ``PageUnavailable``. The package's questions run in an isolated
world, which the page's scripts cannot see or break; only the page's clock is asked in the page's own world.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from rendering.errors import PageGone, PageRefused, PageUnavailable, PageUnresponsive

T = TypeVar("T")
Listener = Callable[[dict[str, Any]], None]

_LISTENS = inspect.Signature([inspect.Parameter("event", inspect.Parameter.POSITIONAL_ONLY)])
_INTERRUPTIONS = 3
_SCRIPTS = Path(__file__).parent / "scripts"
_GONE = ("has been closed", "crashed", "Session closed", "Target closed", "Connection closed")
_REPLACED = (
    "Cannot find context",
    "context was destroyed",
    "Inspected target navigated",
    "No frame for given id",
)


def light(listener: Listener) -> Listener:
    """The same listener, with its signature written down: Playwright works it out anew at each of many events."""

    def listening(event: dict[str, Any]) -> None:
        listener(event)

    listening.__signature__ = _LISTENS  # type: ignore[attr-defined]
    return listening


def read_script(name: str) -> str:
    """A script of this package, by its file name."""
    return (_SCRIPTS / name).read_text(encoding="utf-8")


class PageSession:
    """A page's DevTools session. Every question has a time limit and fails with ``PageUnavailable`` only."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self._session = session
        self._worlds: dict[str, int] = {}  # frame id -> isolated world of its present document

    @classmethod
    async def open(cls, page: Page) -> PageSession:
        """A session on ``page``; ``PageUnavailable`` when the page is gone."""
        return cls(page, await translated(page.context.new_cdp_session(page), timeout_s=20))

    def on(self, event: str, listener: Listener) -> None:
        """Have ``listener`` called with the parameters of each such event."""
        self._session.on(event, light(listener))

    async def send(
        self, method: str, parameters: Mapping[str, Any] | None = None, *, timeout_s: float = 20.0
    ) -> dict[str, Any]:
        """Ask the browser one thing."""
        answer = await translated(self._session.send(method, dict(parameters or {})), timeout_s=timeout_s)
        return dict(answer or {})

    async def ask(self, script: str, argument: object, *, frame_id: str, timeout_s: float) -> Any:
        """Call a function of ours in a frame's isolated world; its JSON result.

        A document that was replaced meanwhile is asked again, once: by then its successor is there.
        """
        expression = f"({script})({json.dumps(argument)})"
        for attempt in (1, 2):
            try:
                world = await self._world(frame_id, timeout_s)
                return await self._evaluate(expression, {"contextId": world}, timeout_s)
            except PageRefused as refusal:
                self._worlds.pop(frame_id, None)
                if attempt == 2 or not any(text in str(refusal) for text in _REPLACED):
                    raise
        raise PageRefused("the page keeps replacing its document")

    async def ask_node(
        self, function: str, node: int, argument: object, *, frame_id: str, timeout_s: float
    ) -> Any:
        """Call a function of ours on an element, its ``this``, in the isolated world of the frame it stands in.

        ``node`` is its backend node id; the result is JSON.
        """
        world = await self._world(frame_id, timeout_s)
        where = {"backendNodeId": node, "executionContextId": world}
        found = await self.send("DOM.resolveNode", where, timeout_s=timeout_s)
        call = {
            "functionDeclaration": function,
            "objectId": found["object"]["objectId"],
            "arguments": [{"value": argument}],
            "returnByValue": True,
        }
        answer = await self.send("Runtime.callFunctionOn", call, timeout_s=timeout_s)
        return _value(answer)

    async def ask_page(self, expression: str, *, timeout_s: float) -> Any:
        """Evaluate an expression in the page's own world; its JSON result."""
        return await self._evaluate(expression, {}, timeout_s)

    async def interrupt(self) -> bool:
        """End a script that never ends; whether the page answers afterwards.

        More than once: another script may follow it, and on a busy machine an answer may be late.
        """
        for _ in range(_INTERRUPTIONS):
            try:
                await self.send("Runtime.terminateExecution", timeout_s=2)
                await self.ask_page("1", timeout_s=2)
            except PageGone:
                return False
            except PageUnavailable:
                continue
            return True
        return False

    async def _world(self, frame_id: str, timeout_s: float) -> int:
        known = self._worlds.get(frame_id)
        if known is not None:
            return known
        parameters = {"frameId": frame_id, "worldName": "pagetide"}
        answer = await self.send("Page.createIsolatedWorld", parameters, timeout_s=timeout_s)
        self._worlds[frame_id] = int(answer["executionContextId"])
        return self._worlds[frame_id]

    async def _evaluate(self, expression: str, where: Mapping[str, Any], timeout_s: float) -> Any:
        parameters = {"expression": expression, "awaitPromise": True, "returnByValue": True, **where}
        return _value(await self.send("Runtime.evaluate", parameters, timeout_s=timeout_s))


def _value(answer: Mapping[str, Any]) -> Any:
    """What a script returned; ``PageRefused`` where it failed."""
    if "exceptionDetails" in answer:
        details = answer["exceptionDetails"]
        text = details.get("exception", {}).get("description") or details.get("text", "")
        raise PageRefused(f"the page's script failed: {text.partition(chr(10))[0]}")
    return answer["result"].get("value")


async def translated(question: Awaitable[T], *, timeout_s: float) -> T:
    """Await something of Playwright's, with a time limit, its exceptions as ours."""
    try:
        async with asyncio.timeout(timeout_s):
            return await question
    except TimeoutError as error:
        raise PageUnresponsive(f"the page did not answer within {timeout_s:.1f} s") from error
    except PlaywrightError as error:
        message = error.message.partition("\n")[0]
        if any(text in message for text in _GONE):
            raise PageGone(message) from error
        raise PageRefused(message) from error
