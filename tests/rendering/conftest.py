"""A real browser and the test site, started once for all tests of rendering."""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from rendering.browser import IGNORED_DEFAULT_ARGS, LAUNCH_ARGS, find_browser
from rendering.capture import capture_url
from rendering.settings import RenderingSettings
from storage.records import Capture
from tests.site_server import SiteServer

AT = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)

CaptureSite = Callable[..., Coroutine[Any, Any, Capture]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=str(find_browser().path),
            args=list(LAUNCH_ARGS),
            ignore_default_args=list(IGNORED_DEFAULT_ARGS),
        )
        yield launched
        await launched.close()


@pytest.fixture(scope="session")
def _server() -> Iterator[SiteServer]:
    with SiteServer() as server:
        yield server


@pytest.fixture
def site(_server: SiteServer) -> SiteServer:
    """The test site, its counts at zero."""
    _server.reset()
    return _server


@pytest.fixture
def capture_site(browser: Browser, site: SiteServer) -> CaptureSite:
    """Capture a path of the test site, or any URL, with the settings given."""

    async def take(path: str, **settings: Any) -> Capture:
        url = site.url(path) if path.startswith("/") else path
        return await capture_url(browser, url, RenderingSettings(**{"load_timeout_s": 20, **settings}), AT)

    return take
