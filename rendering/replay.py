"""Renders a stored capture again, offline, with the code that renders live pages.

The browser asks for the original URLs; nothing is rewritten. DevTools' ``Fetch`` stops every request of every page,
frame and worker at the browser itself, closest to the network, redirects and preflights included, and each is
answered from the archive, or refused. (Playwright's own ``route`` passes redirected requests on to the network.)
The page's clock stands at the capture's time, chance is seeded as it was then, and the same steps follow as in a
live visit: an ordinary page gives the same picture, byte for byte. Behind all of it stands a second wall: a
browser that can resolve no name and no address, and whose proxy does not exist, so that not even a web socket or a
peer connection gets out.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol, Self
from urllib.parse import quote

from playwright.async_api import Browser, CDPSession, Page, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from rendering.browser import context_options, launch_options
from rendering.capture.steps import PageCapture, failed_capture, problem_of
from rendering.errors import PageUnavailable
from rendering.login.access import AccessSettings
from rendering.page_session import PageSession, translated
from rendering.recording.exchange_log import (
    NO_BODY_STATUSES,
    REDIRECT_STATUSES,
    header,
    joined_url,
    sent_body,
)
from rendering.settings import RenderingSettings
from storage.records import ArchivedExchange, Capture, Exchange, Headers, Match, RenderingProfile

logger = logging.getLogger(f"pagetide.{__name__}")

WALL_ARGS: tuple[str, ...] = (
    "--host-resolver-rules=MAP * ~NOTFOUND",  # names and literal addresses alike
    # what opens connections without asking for a host, peer connections above all, finds a proxy that is not there
    "--proxy-server=socks5://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
)

_OF_URLS = "!#$%&'()*+,/:;=?@[]~"
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_NOT_IN_ARCHIVE = "Failed"
_REASONS = {
    "ERR_ABORTED": "Aborted",
    "ERR_TIMED_OUT": "TimedOut",
    "ERR_CONNECTION_TIMED_OUT": "TimedOut",
    "ERR_ACCESS_DENIED": "AccessDenied",
    "ERR_CONNECTION_CLOSED": "ConnectionClosed",
    "ERR_EMPTY_RESPONSE": "ConnectionClosed",
    "ERR_CONNECTION_RESET": "ConnectionReset",
    "ERR_CONNECTION_REFUSED": "ConnectionRefused",
    "ERR_CONNECTION_ABORTED": "ConnectionAborted",
    "ERR_CONNECTION_FAILED": "ConnectionFailed",
    "ERR_NAME_NOT_RESOLVED": "NameNotResolved",
    "ERR_INTERNET_DISCONNECTED": "InternetDisconnected",
    "ERR_ADDRESS_UNREACHABLE": "AddressUnreachable",
    "ERR_BLOCKED_BY_CLIENT": "BlockedByClient",
    "ERR_BLOCKED_BY_RESPONSE": "BlockedByResponse",
}
_SHOWN_IN_PART = frozenset({"Document", "Image", "Media"})  # what pages use of a body that broke off
_NO_RETRY = b"retry: 86400000\n\n"  # an event stream that ends is asked for again, after this many ms
_WORKER_TOLD_S = 0.1
_CLOSE_S = 10.0


class ReplaySource(Protocol):
    """Where the answers come from: ``storage.replay.source.CaptureSource``, or a test's own."""

    def find(
        self, url: str, method: str = "GET", body: bytes | None = None, byte_range: str | None = None
    ) -> ArchivedExchange | None:
        """The archived answer to a request; None: the archive has none. Called in a thread, one at a time."""


@dataclass(frozen=True, kw_only=True)
class ReplayedRequest:
    """A request of the replayed page, and what the archive had for it."""

    url: str
    method: str
    resource_type: str  # DevTools': Document, Stylesheet, Image, ...
    match: Match | None  # None: it is not in the archive, or its body is not
    status: int | None = None  # None: no answer then either, or nothing in the archive
    borrowed: bool = False
    captured_at: datetime | None = None
    error: str | None = None  # what failed then, and so failed again


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """What a replay showed, and every request it made. The capture's URL and time are those of the original."""

    capture: Capture
    answers: tuple[ReplayedRequest, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """URLs that the page asked for and that the archive of this capture does not have, each once."""
        return tuple(dict.fromkeys(item.url for item in self.answers if item.match is None or item.borrowed))


class ReplayBrowser:
    """A browser without a network; a context manager. It replays one capture at a time."""

    def __init__(self, settings: RenderingSettings) -> None:
        self._settings = settings
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._session: CDPSession | None = None
        self._busy = asyncio.Lock()
        self._finding = ThreadPoolExecutor(max_workers=1, thread_name_prefix="replay")

    async def __aenter__(self) -> Self:
        self._playwright = await async_playwright().start()
        try:
            await self._launch()
        except BaseException:
            await self._playwright.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._finding.shutdown(wait=False, cancel_futures=True)
        if self._browser is not None:
            with suppress(PageUnavailable):
                await translated(self._browser.close(), timeout_s=_CLOSE_S)
        if self._playwright is not None:
            await self._playwright.stop()

    async def replay(
        self,
        url: str,
        at: datetime,
        source: ReplaySource,
        *,
        profile: RenderingProfile | None = None,
        page_settings: RenderingSettings | None = None,
    ) -> Replayed:
        """Render ``url`` as of ``at`` from ``source``, looking as ``profile`` (None: as the settings say).

        Trouble is a failed or partial capture, as in a live visit. ``page_settings`` are the page's own, where it has
        some.
        """
        settings = replay_settings(page_settings or self._settings, profile)
        async with self._busy:
            if self._browser is None or not self._browser.is_connected():
                await self._launch()
            assert self._session is not None, "it was launched"
            assert self._browser is not None, "it was launched"
            answering = _Answering(self._session, source, self._finding)
            try:
                await answering.start()
                capture = await self._render(self._browser, url, settings, at, answering, profile)
            finally:
                await answering.stop()
        seen = {exchange.url for exchange in capture.exchanges}
        # the browser also asks for windows that a page opens, which no visit keeps
        answers = (item for item in answering.answers if not seen or item.url in seen)
        return Replayed(capture=capture, answers=tuple(answers))

    async def _launch(self) -> None:
        assert self._playwright is not None, "the browser is started by `async with`"
        options = launch_options(self._settings)
        self._browser = await self._playwright.chromium.launch(
            **{**options, "args": [*options["args"], *WALL_ARGS]}
        )
        self._session = await self._browser.new_browser_cdp_session()

    @staticmethod
    async def _render(
        browser: Browser,
        url: str,
        settings: RenderingSettings,
        at: datetime,
        answering: _Answering,
        profile: RenderingProfile | None,
    ) -> Capture:
        try:
            context = await translated(
                browser.new_context(**context_options(settings)), timeout_s=settings.load_timeout_s
            )
        except PageUnavailable as error:
            return failed_capture(url, at, problem_of(error, url), settings)
        try:
            page = await translated(context.new_page(), timeout_s=settings.load_timeout_s)
            return await _visit(page, url, settings, at, answering, profile)
        except PageUnavailable as error:
            return failed_capture(url, at, problem_of(error, url), settings)
        finally:
            with suppress(PageUnavailable):
                await translated(context.close(), timeout_s=_CLOSE_S)


def replay_settings(settings: RenderingSettings, profile: RenderingProfile | None) -> RenderingSettings:
    """The settings with which a capture of that profile is rendered again: its looks, and no refusals.

    What was refused then is in the archive as refused; what was not must not be refused now. What a profile of another
    tool's capture does not say (0, an empty text) is as the settings say.
    """
    safety = replace(settings.safety, webrtc=False)
    nobody_asked = AccessSettings()  # what lets visits in is no matter of an archive
    offline = replace(
        settings, allowed_hosts=None, service_workers="block", safety=safety, access=nobody_asked
    )
    if profile is None:
        return offline
    looks = {
        "viewport_width_px": profile.viewport_width_px,
        "viewport_height_px": profile.viewport_height_px,
        "device_scale_factor": profile.scale,
        "locale": profile.locale,
        "time_zone": profile.timezone,
        "color_scheme": profile.color_scheme,
    }
    known: dict[str, Any] = {name: value for name, value in looks.items() if value}
    return replace(offline, javascript=profile.javascript, **known)


async def _visit(
    page: Page,
    url: str,
    settings: RenderingSettings,
    at: datetime,
    answering: _Answering,
    profile: RenderingProfile | None,
) -> Capture:
    capture = await _ReplayedPage.prepare(page, url, settings, at)
    assert isinstance(capture, _ReplayedPage)
    answering.on_worker_script = capture.ended
    if profile is not None and profile.user_agent:
        session = await PageSession.open(page)
        override = {"userAgent": profile.user_agent, "acceptLanguage": settings.locale}
        await session.send("Emulation.setUserAgentOverride", override)
    try:
        await page.goto(url, wait_until="commit", timeout=settings.load_timeout_s * 1000)
    except PlaywrightError as error:
        return await capture.fail(error)
    return await capture.complete()


class _ReplayedPage(PageCapture):
    """A page capture that is told of what the recorder cannot see."""

    def ended(self, request_id: str) -> None:
        """A worker's script was answered; no event will say that it has ended, and nobody must wait for it."""
        if self._recorder is not None:
            self._recorder.ended(request_id)


class _Answering:
    """Answers all requests of the browser from one source, in the order in which they are made."""

    def __init__(self, session: CDPSession, source: ReplaySource, finding: ThreadPoolExecutor) -> None:
        self.answers: list[ReplayedRequest] = []
        self.on_worker_script: Any = None
        self._session = session
        self._source = source
        self._finding = finding
        self._work: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Stop every request from now on."""
        self._session.on("Fetch.requestPaused", self._on_paused)
        patterns = [{"urlPattern": "*", "requestStage": "Request"}]
        await translated(self._session.send("Fetch.enable", {"patterns": patterns}), timeout_s=20)

    async def stop(self) -> None:
        """No more requests are to be answered; what is under way is dropped, and stays inside the wall."""
        self._session.remove_listener("Fetch.requestPaused", self._on_paused)
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        with suppress(PageUnavailable):
            await translated(self._session.send("Fetch.disable"), timeout_s=_CLOSE_S)

    def _on_paused(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._quietly(self._answer(event)))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _answer(self, event: dict[str, Any]) -> None:
        request = event["request"]
        headers = tuple(request.get("headers", {}).items())
        url, kind = request["url"].partition("#")[0], event.get("resourceType", "")
        found = await asyncio.get_running_loop().run_in_executor(
            self._finding,
            self._source.find,
            url,
            request["method"],
            sent_body(request),
            header(headers, "range"),
        )
        if _is_preflight(request["method"], headers):
            await self._preflight(event, headers, None if found is None else found.exchange)
            return
        noted = _noted(url, request["method"], kind, found)
        self.answers.append(noted)
        if found is None or noted.match is None:
            await self._refuse(event, _NOT_IN_ARCHIVE)
        elif (reason := _failure(found.exchange, kind)) is not None:
            await self._refuse(event, reason)
        else:
            await self._fulfil(event, found.exchange)

    async def _fulfil(self, event: dict[str, Any], exchange: Exchange) -> None:
        body = exchange.body or b""
        if _is_event_stream(exchange):
            body = _NO_RETRY + body
        answer: dict[str, Any] = {
            "requestId": event["requestId"],
            "responseCode": exchange.status,
            "responseHeaders": [
                {"name": name, "value": line} for name, line in _lines(await self._leading(exchange))
            ],
            "body": base64.b64encode(body).decode(),
        }
        if exchange.reason.isascii() and exchange.reason:
            answer["responsePhrase"] = exchange.reason
        await translated(self._session.send("Fetch.fulfillRequest", answer), timeout_s=60)
        self._tell_of_worker(event)

    def _tell_of_worker(self, event: dict[str, Any]) -> None:
        """Where this was a worker's script, say that it has been answered."""
        is_script = event.get("resourceType") == "Other" and "networkId" in event
        if is_script and self.on_worker_script is not None:
            asyncio.get_running_loop().call_later(_WORKER_TOLD_S, self.on_worker_script, event["networkId"])

    async def _leading(self, exchange: Exchange) -> Headers:
        """The headers, with a redirect's target in the encoding of which the archive has an answer.

        Browsers go by the bytes of the target, and what an archive tells of them is text.
        """
        target = header(exchange.response_headers, "location")
        if target is None or target.isascii():
            return exchange.response_headers
        spelt = [quote(target, safe=_OF_URLS)]
        with suppress(UnicodeEncodeError):
            spelt.append(quote(target, safe=_OF_URLS, encoding="latin-1"))
        for each in reversed(spelt):
            url = joined_url(exchange.url, each).partition("#")[0]
            if await asyncio.get_running_loop().run_in_executor(self._finding, self._source.find, url):
                break
        return tuple(
            (name, each if name.lower() == "location" else value) for name, value in exchange.response_headers
        )

    async def _preflight(self, event: dict[str, Any], headers: Headers, then: Exchange | None) -> None:
        """Let the request proper come, unless it is known to have been forbidden.

        What a preflight allowed is not kept. If the request was made, it was allowed, and its own answer is in
        the archive and says who may read it; if it was not, it is not there.
        """
        if then is not None and (then.status is None or then.status >= 400):
            await self._refuse(event, "BlockedByResponse")
            return
        asked = {name.lower(): value for name, value in headers}
        allowed = {
            "Access-Control-Allow-Origin": asked.get("origin", "*"),
            "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": asked["access-control-request-method"],
            "Access-Control-Allow-Headers": asked.get("access-control-request-headers", ""),
        }
        answer = {
            "requestId": event["requestId"],
            "responseCode": 204,
            "responseHeaders": [{"name": name, "value": value} for name, value in allowed.items()],
        }
        await translated(self._session.send("Fetch.fulfillRequest", answer), timeout_s=20)

    async def _refuse(self, event: dict[str, Any], reason: str) -> None:
        refusal = {"requestId": event["requestId"], "errorReason": reason}
        await translated(self._session.send("Fetch.failRequest", refusal), timeout_s=20)
        self._tell_of_worker(event)

    @staticmethod
    async def _quietly(work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except PageUnavailable as error:
            logger.debug("a replayed request was not waited for: %s", error)


def _lines(headers: Headers) -> Iterator[tuple[str, str]]:
    """The headers that a browser takes, one for each of several joined values; beside another it takes none of them."""
    for name, value in headers:
        if _TOKEN.fullmatch(name):
            for line in re.split(r"[\r\n]+", value):
                yield name, line.replace("\0", "").strip()


def _is_preflight(method: str, headers: Headers) -> bool:
    return method == "OPTIONS" and header(headers, "access-control-request-method") is not None


def _noted(url: str, method: str, kind: str, found: ArchivedExchange | None) -> ReplayedRequest:
    if found is None:
        return ReplayedRequest(url=url, method=method, resource_type=kind, match=None)
    exchange = found.exchange
    return ReplayedRequest(
        url=url,
        method=method,
        resource_type=kind,
        match=None if _lost(exchange) else found.match,
        status=exchange.status,
        borrowed=found.borrowed,
        captured_at=found.captured_at,
        error=exchange.error,
    )


def _lost(exchange: Exchange) -> bool:
    """Whether an answer came then whose body the archive does not have."""
    if exchange.status is None or exchange.body is not None or exchange.method == "HEAD":
        return False
    return exchange.status not in NO_BODY_STATUSES and exchange.status not in REDIRECT_STATUSES


def _failure(exchange: Exchange, kind: str) -> str | None:
    """With which of DevTools' reasons the request failed then, as far as the page could tell; None: it did not."""
    if exchange.status is None:
        name = (exchange.error or "").removeprefix("net::").partition(" ")[0]
        if name.startswith("refused"):
            return "BlockedByClient"
        return _REASONS.get(name, "Failed")
    broke_off = exchange.truncated == "disconnect"
    if broke_off and kind not in _SHOWN_IN_PART and not _is_event_stream(exchange):
        return "ConnectionReset"
    return None


def _is_event_stream(exchange: Exchange) -> bool:
    return (header(exchange.response_headers, "content-type") or "").lower().startswith("text/event-stream")
