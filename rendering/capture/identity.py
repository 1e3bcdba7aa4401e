"""The browser's User-Agent and client hints, the same for all requests."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, Page

from rendering.browser import visible_user_agent
from rendering.page_session import PageSession
from rendering.settings import RenderingSettings

_known: WeakKeyDictionary[Browser, tuple[str, str]] = WeakKeyDictionary()


@dataclass(frozen=True, kw_only=True)
class Identity:
    """The browser's version, the User-Agent its servers see, and the page's main frame."""

    version: str = ""
    user_agent: str = ""
    frame_id: str = ""


async def identify(page: Page, session: PageSession, settings: RenderingSettings) -> Identity:
    """Find out, and have the page send the visible User-Agent and the language."""
    version, own = await _browser(page, session)
    user_agent = visible_user_agent(own, settings)
    override = {"userAgent": user_agent, "acceptLanguage": settings.locale}
    told = await asyncio.gather(
        session.send("Page.getFrameTree"), session.send("Emulation.setUserAgentOverride", override)
    )
    return Identity(version=version, user_agent=user_agent, frame_id=told[0]["frameTree"]["frame"]["id"])


async def _browser(page: Page, session: PageSession) -> tuple[str, str]:
    """Version and own User-Agent string of the browser that shows this page."""
    browser = page.context.browser
    known = _known.get(browser) if browser is not None else None
    if known is None:
        answer = await session.send("Browser.getVersion")
        known = (answer["product"].partition("/")[2], answer["userAgent"])
        if browser is not None:
            _known[browser] = known
    return known
