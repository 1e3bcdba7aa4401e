"""The steps of one capture under one time limit.

Whoever opened the page (a visit of the crawl, or ``capture_url``) calls ``prepare`` before it
navigates, and ``complete`` or ``fail`` after. The outcome is complete, partial (``Capture.problems`` says what is
missing) or failed (and why): trouble of the page is never an exception.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, BrowserContext, Page
from playwright.async_api import Error as PlaywrightError

from rendering.browser import context_options, gateway_of, rendering_profile
from rendering.capture.behaviours import Behaviours
from rendering.capture.clock import PageClock
from rendering.capture.dom import DocumentLimits, RenderedDocument, Window, opened, rendered_document
from rendering.capture.identity import Identity, identify
from rendering.capture.incidents import PageIncidents
from rendering.capture.outcome import classified, loss_problem, mime_of, outcome, to_read
from rendering.capture.overlays import covering, observe
from rendering.capture.received import image_digests
from rendering.capture.screenshot import (
    TIMEOUT_S,
    cuts,
    document_size,
    fits_viewport,
    full_page_png,
    keep_still,
    viewport_png,
)
from rendering.capture.settle import Settling
from rendering.documents.kinds import HTML_TYPES
from rendering.documents.process import Document, read_document
from rendering.errors import AccessError, PageGone, PageUnavailable
from rendering.login.access import Access, access_to
from rendering.login.credentials import without_credentials
from rendering.login.state import secrets_in
from rendering.login.validity import check_sentinel
from rendering.network.problems import CRASHED, address_problem, problem_of, some
from rendering.page_session import PageSession, translated
from rendering.recording.exchange_log import Hop, header
from rendering.recording.exchanges import ExchangeRecorder
from rendering.recording.reached import Reached
from rendering.settings import RenderingSettings
from storage.layout import Layout
from storage.observed import LoginState, Observed
from storage.records import Capture, Exchange, Outcome, Problem, ProblemCode, ResponseKind

__all__ = ["PageCapture", "capture_url", "failed_capture", "problem_of"]

logger = logging.getLogger(f"pagetide.{__name__}")

_EXCHANGES_S = 5.0  # for bodies still on their way when all else is done
_RESERVE_S = 3.0  # of the capture's time, for putting together what there is
_CLOSE_S = 10.0
_CRASH_NEWS_S = 0.5
_LEAST_READING_S = 2.0  # for a document, however little is left of the capture's time
_OF_THE_SHOWN_PAGE: tuple[
    Literal["overlays", "settle", "full_page", "frames", "behaviours", "consent"], ...
] = ("overlays", "settle", "full_page", "frames", "behaviours", "consent")
_OF_RENDERING = frozenset(  # of no matter for what is read from its bytes
    {
        ProblemCode.DOWNLOAD,
        ProblemCode.NOT_IDLE,
        ProblemCode.DOM,
        ProblemCode.SCREENSHOT,
        ProblemCode.OVERLAY,
        ProblemCode.TRUNCATED,
        ProblemCode.TIMEOUT,
        ProblemCode.BROWSER,
    }
)


@dataclass(kw_only=True)
class _Draft:
    """What has been brought home so far; kept when time runs out or the browser dies."""

    view_png: bytes | None = None
    full_page_png: bytes | None = None
    document: RenderedDocument | None = None
    problems: list[Problem] = field(default_factory=list)
    waited_for: list[str] = field(default_factory=list)
    observed: Observed = field(default_factory=Observed)
    timings_ms: dict[str, float] = field(default_factory=dict)


class PageCapture:
    """One visit on a Playwright page that has not navigated yet. Made by ``prepare``."""

    def __init__(self, page: Page, url: str, settings: RenderingSettings, at: datetime) -> None:
        self._page = page
        self._url = url
        self._settings = settings
        self._at = at
        self._began = self._navigating_since = time.monotonic()
        self._draft = _Draft()
        self._incidents = PageIncidents(page)
        self._reached = Reached(gateway_of(page.context.browser))
        self._identity = Identity()
        self._recorder: ExchangeRecorder | None = None
        self._access: Access | None = None
        self._trouble: PageUnavailable | None = None

    @classmethod
    async def prepare(cls, page: Page, url: str, settings: RenderingSettings, at: datetime) -> PageCapture:
        """Start recording, and set the page's clock to ``at``. Must be awaited before the page navigates.

        A page that is gone already is no error here: ``complete`` and ``fail`` will say so.
        """
        capture = cls(page, url, settings, at)
        try:
            await capture._start()
        except PageUnavailable as error:
            capture._trouble = error
        capture._time("prepare", capture._began)
        capture._navigating_since = time.monotonic()
        return capture

    async def navigated(self) -> None:
        """The page has begun to show the document; optional, for the timings."""
        self._time("navigate", self._navigating_since)

    async def complete(self, *, status: int | None = None) -> Capture:
        """Wait until the page holds still, and take all of it home; partial where something cannot be had."""
        if self._trouble is not None or self._recorder is None:
            return await self.fail(self._trouble or PageGone("it was not prepared"))
        if "navigate" not in self._draft.timings_ms:
            await self.navigated()
        await self._within_limits(self._recorder)
        return await self._capture(status)

    async def fail(self, error: BaseException) -> Capture:
        """The navigation failed: say why, and keep the exchanges so far. A slow page that shows is captured."""
        problem = self._reached.problem(
            error, self._url, self._recorder.documents() if self._recorder is not None else []
        )
        if problem.code is ProblemCode.TIMEOUT and self._shows_something():
            return await self.complete()
        if await self._has_crashed(error):
            problem = Problem(code=ProblemCode.BROWSER, message=CRASHED, url=self._url)
        if not self._is_explained(problem):
            self._draft.problems.append(self._more_exact(problem))
        return await self._capture(None)

    async def _start(self) -> None:
        self._session = await PageSession.open(self._page)
        self._recorder = ExchangeRecorder(self._session, self._settings, self._at)
        self._access = self._let_in(self._recorder)
        self._clock = PageClock(self._page, self._session, self._settings)
        self._identity, _, _ = await asyncio.gather(
            identify(self._page, self._session, self._settings),
            self._recorder.start(),
            self._clock.install(self._at),
        )
        self._recorder.main_frame_id = self._identity.frame_id

    def _let_in(self, recorder: ExchangeRecorder) -> Access | None:
        """What lets the visit in, if the settings have something; without it the page says what it wants."""
        try:
            access = access_to(self._url, self._settings.access)
        except AccessError as error:
            self._problem(ProblemCode.INTERNAL, f"it was visited without its credentials: {error}")
            return None
        if access is not None:
            recorder.let_in_by(access)
            headers = [name for name, _ in access.headers]
            self._draft.observed["access"] = {"origin": access.origin, "headers": headers}
        return access

    async def _take(self, recorder: ExchangeRecorder) -> None:
        """Every step after navigation, in order; each that fails leaves a problem, and the rest goes on."""
        began = time.monotonic()
        await self._step("settle", self._settle(recorder), ProblemCode.NOT_IDLE, "could not be waited for")
        began = self._time("settle", began)
        await asyncio.gather(  # asked at once, answered in this order
            self._step("look", self._look(), ProblemCode.DOM, "what covers it could not be found out"),
            self._step("dom", self._read(), ProblemCode.DOM, "its DOM could not be read"),
        )
        began = self._time("dom", began)
        await self._step("view", self._view(), ProblemCode.SCREENSHOT, "its viewport could not be pictured")
        began = self._time("view", began)
        await self._step(
            "full page", self._full_page(), ProblemCode.SCREENSHOT, "it could not be pictured whole"
        )
        self._time("full_page", began)

    async def _step(self, name: str, work: Coroutine[Any, Any, None], code: ProblemCode, said: str) -> None:
        try:
            await work
        except PageUnavailable as error:
            logger.debug("%s: step %s failed: %s", self._url, name, error)
            self._problem(code, f"{said}: {error}")

    async def _settle(self, recorder: ExchangeRecorder) -> None:
        frame_id = self._identity.frame_id
        settling = Settling(self._session, recorder, self._clock, self._settings, frame_id)
        behaviours = Behaviours(self._session, self._settings.behaviour, frame_id, self._url)
        try:
            settled = await settling.run(self._began + self._settings.load_timeout_s, behaviours.act)
        finally:
            self._draft.problems += behaviours.problems
            if behaviours.observed:
                self._draft.observed["behaviours"] = behaviours.observed
            if behaviours.consent is not None:
                self._draft.observed["consent"] = behaviours.consent
        self._draft.waited_for = settled.waited_for
        self._draft.observed["settle"] = settled.observed
        if settled.faults:
            self._problem(
                ProblemCode.NOT_IDLE, f"the page was captured though {', and '.join(settled.faults)}"
            )
        for cut in settled.cuts:
            self._problem(ProblemCode.TRUNCATED, cut)

    async def _look(self) -> None:
        """What lies over the page, and whether its login is valid; nothing is touched."""
        began, frame_id, draft = time.monotonic(), self._identity.frame_id, self._draft
        seen = await observe(self._session, frame_id)
        draft.observed["overlays"] = seen
        covering_it = covering(seen)
        if covering_it is not None:
            self._problem(ProblemCode.OVERLAY, covering_it)
        valid, said = await check_sentinel(self._session, self._settings.behaviour, frame_id, self._url)
        if valid is not None:
            draft.observed["login"] = {"valid": valid}
        draft.problems += said
        self._time("look", began)

    async def _read(self) -> None:
        highest, is_framed = self._settings.limits.max_dom_bytes, len(self._page.frames) > 1
        document = await rendered_document(
            self._session, self._identity.frame_id, TIMEOUT_S, self._limits(), is_framed=is_framed
        )
        self._draft.document = document
        if document.frames:
            self._draft.observed["frames"] = {"read": document.frames}
        if document.unread:
            named = some(document.unread, len(document.unread))
            self._problem(ProblemCode.DOM, f"frames of it could not be read: {named}")
        if document.frames_left_out:
            message = (
                f"{document.frames_left_out} of its frames are left out: the first {document.frames} are read"
            )
            self._problem(ProblemCode.TRUNCATED, message)
        if document.is_cut:
            self._problem(ProblemCode.TRUNCATED, "only the first blocks of its layout are kept")
        if document.dom_length is not None:
            message = f"of its DOM of {document.dom_length} characters the first {highest} bytes are kept"
            self._problem(ProblemCode.TRUNCATED, message)

    def _limits(self) -> DocumentLimits:
        settings = self._settings
        return DocumentLimits(
            max_bytes=settings.limits.max_dom_bytes,
            max_height_px=settings.full_page_max_height_px,
            window=Window(
                width_px=settings.viewport_width_px,
                height_px=settings.viewport_height_px,
                scale=settings.device_scale_factor,
            ),
        )

    async def _view(self) -> None:
        await keep_still(self._session, self._settings)
        self._draft.view_png = await viewport_png(self._session, self._settings)

    async def _full_page(self) -> None:
        document = self._draft.document
        layout = document.layout if document else None
        size = (layout.width_px, layout.height_px) if layout else await document_size(self._session)
        if fits_viewport(self._settings, size) and self._draft.view_png is not None:
            self._draft.full_page_png = self._draft.view_png
            return
        highest = self._settings.full_page_max_height_px
        async with opened(self._session, document, self._limits()):
            self._draft.full_page_png = await full_page_png(self._session, self._settings, size)
        if size[1] > highest:
            self._draft.observed["full_page"] = {"height_px": size[1], "pictured_px": highest}
        for cut in cuts(self._settings, size):
            self._problem(ProblemCode.TRUNCATED, cut)

    async def _within_limits(self, recorder: ExchangeRecorder) -> None:
        """Take until it is done, the time is up, or the page dies; what was brought home is in the draft."""
        limit_s = max(self._began + self._settings.capture_timeout_s - _RESERVE_S - time.monotonic(), 1.0)
        taking = asyncio.ensure_future(self._take(recorder))
        crash = asyncio.ensure_future(self._incidents.crashed.wait())
        breaking = asyncio.ensure_future(recorder.document_failed.wait())
        endings: set[asyncio.Future[Any]] = {taking, crash, breaking}
        done, _ = await asyncio.wait(endings, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        for ending in endings - done:
            ending.cancel()
        await asyncio.gather(*endings, return_exceptions=True)
        if taking in done:
            taking.result()
        elif crash in done:
            self._problem(ProblemCode.BROWSER, CRASHED)
        elif breaking in done:
            self._problem(ProblemCode.UNREACHABLE, "the connection broke off before the page was complete")
        else:
            limit = self._settings.capture_timeout_s
            self._problem(ProblemCode.TIMEOUT, f"the capture was stopped after its limit of {limit:.0f} s")

    async def _capture(self, status: int | None) -> Capture:
        rendering = tuple(self._draft.problems)
        exchanges = await self._exchanges()
        draft, document, answer = self._draft, self._draft.document, self._answer()
        read = await self._read_document(answer)
        met = classified(self._url, answer, document, read, is_let_in=self._access is not None)
        if met.kind is ResponseKind.CONTENT and draft.observed.get("login", {}).get("valid") is False:
            met = replace(met, kind=ResponseKind.LOGIN_WALL)
        draft.problems += met.problems + self._incidents.problems(self._url)
        is_answered = answer is not None and met.kind is not ResponseKind.NONE
        shown: Sequence[object | None] = (document, draft.view_png, draft.full_page_png)
        if read is not None and answer is not None:
            self._show(read, rendering)
            # one that broke off would seem to have lost its end, if it were compared
            shown, is_answered = ((None,), False) if answer.truncated == "disconnect" else ((read,), True)
        capture = Capture(
            url=self._url,
            started_at=self._at,
            outcome=outcome(draft.problems, shown=shown, is_answered=is_answered),
            response_kind=met.kind,
            finished_at=self._at + timedelta(seconds=time.monotonic() - self._began),
            final_url=document.url if document else (answer.url if answer else None),
            status=answer.status if answer else status,
            mime=met.mime,
            view_png=draft.view_png,
            full_page_png=draft.full_page_png,
            **_words(document, exchanges, read),
            exchanges=exchanges,
            profile=rendering_profile(self._settings, self._identity.user_agent, self._identity.version),
            problems=tuple(draft.problems),
            waited_for=tuple(draft.waited_for),
            observed={**draft.observed, **met.observed},
            timings_ms=dict(draft.timings_ms),
        )
        return self._without_credentials(capture)

    async def _read_document(self, answer: Hop | None) -> Document | None:
        """What the answer's body says, where it is no page that the browser shows."""
        is_download = self._incidents.download_url is not None
        body = to_read(answer, self._draft.document, is_download=is_download)
        if body is None or answer is None:
            return None
        began = time.monotonic()
        limit_s = max(self._began + self._settings.capture_timeout_s - began, _LEAST_READING_S)
        told = header(answer.headers, "content-type") or answer.mime
        read = await read_document(answer.url, body, told, self._settings, limit_s=limit_s)
        self._time("document", began)
        # what only began like JSON, say, and is HTML after all, the browser has shown
        is_shown = read.is_page and self._draft.document is not None and mime_of(answer, None) in HTML_TYPES
        return None if is_shown else read

    def _show(self, read: Document, rendering: Sequence[Problem]) -> None:
        """What the browser made of a document is no part of the capture, unless that is an image.

        ``rendering``: the problems that it had with it.
        """
        self._draft.problems = [
            item
            for item in self._draft.problems
            if item.code is not ProblemCode.DOWNLOAD
            and not (item in rendering and item.code in _OF_RENDERING)
        ]
        if read.png is None and (read.mime or "").startswith("image/"):
            return
        self._draft.view_png = self._draft.full_page_png = read.png
        for topic in _OF_THE_SHOWN_PAGE:
            self._draft.observed.pop(topic, None)
        self._draft.waited_for = []

    async def _exchanges(self) -> tuple[Exchange, ...]:
        """Every exchange, complete as far as the time allows; nothing leaves the page from here on.

        The session stays until its page is closed, for with it the refusal would end.
        """
        if self._recorder is None:
            return ()
        began = time.monotonic()
        left_s = self._began + self._settings.capture_timeout_s - began
        limit_s = 0.0 if self._incidents.crashed.is_set() else max(min(_EXCHANGES_S, left_s), 0.5)
        exchanges = self._reached.exchanges(await self._recorder.finish(limit_s))
        self._draft.problems += loss_problem(self._recorder.losses(), self._url)
        self._draft.problems += self._recorder.problems(self._url)
        self._draft.observed |= {**self._recorder.observed(), **self._incidents.observed()}
        self._time("exchanges", began)
        return exchanges

    def _without_credentials(self, capture: Capture) -> Capture:
        """What may be kept of a visit with a login, or with what else lets it in."""
        behaviour, access = self._settings.behaviour, self._access
        if access is not None and access.secrets:
            capture = without_credentials(capture, access.secrets, access.secret)
        if behaviour.login_state is None or behaviour.keep_credentials:
            return capture
        login: LoginState = {**capture.observed.get("login", {}), "credentials": "left out"}
        noted = replace(capture, observed={**capture.observed, "login": login})
        return without_credentials(noted, secrets_in(Path(behaviour.login_state)))

    def _answer(self) -> Hop | None:
        """The response that the page is made of."""
        document = self._draft.document
        return self._recorder.main(document.url if document else None) if self._recorder is not None else None

    def _shows_something(self) -> bool:
        url = self._page.url
        return (
            self._answer() is not None and not self._page.is_closed() and url.startswith(("http:", "https:"))
        )

    async def _has_crashed(self, error: BaseException) -> bool:
        """Whether the renderer died; news of that comes after the navigation was aborted."""
        if "ERR_ABORTED" in str(error) and self._answer() is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._incidents.crashed.wait(), _CRASH_NEWS_S)
        return self._incidents.crashed.is_set()

    def _is_explained(self, problem: Problem) -> bool:
        """Whether the answer itself says why nothing is shown: a download, an error or 204 without a page."""
        answer = self._answer()
        if self._incidents.download_url is not None:
            return problem.code in (ProblemCode.DOWNLOAD, ProblemCode.UNREACHABLE, ProblemCode.INTERNAL)
        if answer is None or answer.is_redirect:
            return False
        is_refused = "ERR_INVALID_AUTH_CREDENTIALS" in problem.message  # of an answer that asks who is there
        is_empty = answer.needs_no_body and "ERR_ABORTED" in problem.message
        return problem.code is ProblemCode.HTTP_STATUS or is_refused or is_empty

    def _more_exact(self, problem: Problem) -> Problem:
        answer = self._answer()
        if problem.code is ProblemCode.TIMEOUT and answer is not None and not answer.is_redirect:
            return replace(
                problem, message="the server began to answer, but its page did not become complete"
            )
        return problem

    def _problem(self, code: ProblemCode, message: str) -> None:
        self._draft.problems.append(Problem(code=code, message=message, url=self._url))

    def _time(self, step: str, began: float) -> float:
        """Note how long a step took; the moment it ended."""
        now = time.monotonic()
        self._draft.timings_ms[step] = round((now - began) * 1000, 1)
        return now


def _words(
    document: RenderedDocument | None, exchanges: Sequence[Exchange], read: Document | None
) -> dict[str, Any]:
    """Title, DOM, text and layout of a capture."""
    if read is not None:
        title = read.title or (document.title if document and read.unreadable else "")
        return {"title": title, "text": read.text, "layout": read.layout}
    if document is None:
        return {}
    layout = _with_digests(document.layout, exchanges)
    return {"title": document.title, "dom": document.html, "text": document.text, "layout": layout}


def _with_digests(layout: Layout, exchanges: Sequence[Exchange]) -> Layout:
    return replace(layout, image_digests=image_digests(layout.images, exchanges))


def failed_capture(url: str, at: datetime, problem: Problem, settings: RenderingSettings) -> Capture:
    """The capture of a visit for which no page was opened, and why."""
    return Capture(
        url=url,
        started_at=at,
        finished_at=at,
        outcome=Outcome.FAILED,
        response_kind=ResponseKind.NONE,
        problems=(problem,),
        profile=rendering_profile(settings, "", ""),
    )


async def capture_url(browser: Browser, url: str, settings: RenderingSettings, at: datetime) -> Capture:
    """Visit one URL in a fresh context of a running browser: the library face, without the spider."""
    invalid = address_problem(url, local_pages=settings.safety.local_pages)
    if invalid is not None:
        return failed_capture(url, at, invalid, settings)
    try:
        context: BrowserContext = await translated(
            browser.new_context(**context_options(settings)), timeout_s=settings.load_timeout_s
        )
    except PageUnavailable as error:
        return failed_capture(url, at, problem_of(error, url), settings)
    try:
        page = await translated(context.new_page(), timeout_s=settings.load_timeout_s)
        return await _visit(page, url, settings, at)
    except PageUnavailable as error:
        return failed_capture(url, at, problem_of(error, url), settings)
    finally:
        with suppress(PageUnavailable):
            await translated(context.close(), timeout_s=_CLOSE_S)


async def _visit(page: Page, url: str, settings: RenderingSettings, at: datetime) -> Capture:
    capture = await PageCapture.prepare(page, url, settings, at)
    try:
        # "commit": loading is waited for by ``complete``, which keeps what a page shows that never ends loading
        await page.goto(url, wait_until="commit", timeout=settings.load_timeout_s * 1000)
    except PlaywrightError as error:
        return await capture.fail(error)
    return await capture.complete()
