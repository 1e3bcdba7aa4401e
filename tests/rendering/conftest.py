"""A real browser and the test site, started once for all tests of rendering."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rendering.browser import launched
from rendering.capture.steps import capture_url
from rendering.settings import RenderingSettings, SafetySettings
from storage.records import Capture, Exchange
from tests.site_server import SiteServer

AT = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

ON_THIS_MACHINE = RenderingSettings(
    safety=SafetySettings(reachable_networks=("127.0.0.0/8", "::1/128"), local_pages=True)
)
"""Settings under which the test site may be visited."""

TO_BEGIN_S = 4.0
"""Time limit for pages that never end: each waits for it to its end, and has begun before it on a busy machine, too."""

CaptureSite = Callable[..., Coroutine[Any, Any, Capture]]


def found(capture: Capture, end: str, *, method: str = "GET") -> Exchange:
    """The one exchange of a capture whose URL ends so."""
    (one,) = [item for item in capture.exchanges if item.url.endswith(end) and item.method == method]
    return one


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright, launched(playwright, ON_THIS_MACHINE) as running:
        yield running


@pytest.fixture(scope="session")
def kept_site() -> Iterator[SiteServer]:
    """The test site for fixtures that serve more than one test."""
    with SiteServer() as server:
        yield server


@pytest.fixture
def site(kept_site: SiteServer) -> SiteServer:
    """The test site, its counts at zero."""
    kept_site.reset()
    return kept_site


async def captured_together(
    browser: Browser, asked: Mapping[str, tuple[str, Mapping[str, Any]]]
) -> dict[str, Capture]:
    """The captures of URLs with settings, by name, made at the same time: pages that never end wait together."""
    captures = await asyncio.gather(
        *(
            capture_url(browser, url, replace(ON_THIS_MACHINE, **{"load_timeout_s": 20, **settings}), AT)
            for url, settings in asked.values()
        )
    )
    return dict(zip(asked, captures, strict=True))


@pytest.fixture
def capture_site(browser: Browser, site: SiteServer) -> CaptureSite:
    """Capture a path of the test site, or any URL, with the settings given."""

    async def take(path: str, **settings: Any) -> Capture:
        url = site.url(path) if path.startswith("/") else path
        return await capture_url(
            browser, url, replace(ON_THIS_MACHINE, **{"load_timeout_s": 20, **settings}), AT
        )

    return take
